//! The files of folders and patterns.

use std::io;
use std::path::{Component, Path, PathBuf};

use glob::{MatchOptions, Pattern, PatternError};
use walkdir::{DirEntry, WalkDir};

/// How patterns match: `*` is a part of a name, and `**` is any number of folders.
const OPTIONS: MatchOptions =
    MatchOptions { case_sensitive: true, require_literal_separator: true, require_literal_leading_dot: false };

/// Which files and members are left out.
#[derive(Clone, Debug, Default)]
pub struct Exclude(Vec<Pattern>);

impl Exclude {
    /// What these patterns leave out: files and folders of that name, at any depth; with a `/`, those at that path,
    /// whole or below the folder that is searched, or in the archive.
    ///
    /// # Errors
    /// If one is malformed.
    pub fn new(patterns: &[String]) -> Result<Self, (String, PatternError)> {
        let pattern = |text: &String| {
            let text = text.trim_end_matches('/').trim_start_matches("./");
            Pattern::new(text).map_err(|error| (text.to_owned(), error))
        };
        patterns.iter().map(pattern).collect::<Result<_, _>>().map(Self)
    }

    /// Whether a path is left out that is given and not found: by a pattern with a `/`.
    fn has_whole(&self, path: &Path) -> bool {
        let mut patterns = self.0.iter().filter(|pattern| pattern.as_str().contains('/'));
        patterns.any(|pattern| path.ancestors().any(|path| pattern.matches_path_with(path, OPTIONS)))
    }

    /// Whether a path below a folder or in an archive is left out, or a folder that it is in.
    #[must_use]
    pub fn has(&self, path: &Path) -> bool {
        let matches = |pattern: &Pattern| {
            let is_path = pattern.as_str().contains('/');
            path.ancestors().filter(|path| !path.as_os_str().is_empty()).any(|path| match path.file_name() {
                Some(name) if !is_path => pattern.matches_with(&name.to_string_lossy(), OPTIONS),
                _ => pattern.matches_path_with(path, OPTIONS),
            })
        };
        self.0.iter().any(matches)
    }
}

/// A file that an argument leads to.
#[derive(Clone, Debug)]
pub struct Found {
    /// Its path.
    pub path: PathBuf,
    /// Whether it is the argument itself, and not a file in a folder or of a pattern.
    pub is_named: bool,
}

/// The files that an argument leads to: itself, the files in a folder and in the folders in it, or what a pattern
/// matches if there is no file of that name. They are sorted by their paths. `report` gets each path that cannot be
/// read, with the reason. A link to nothing, and one to a folder around it, is left out.
pub fn expand(argument: &Path, exclude: &Exclude, mut report: impl FnMut(&Path, &io::Error)) -> Vec<Found> {
    let mut paths = Vec::new();
    match pattern(argument) {
        Some(pattern) => matches(&pattern, exclude, &mut paths, &mut report),
        None if argument.is_dir() => walk(argument, exclude, &mut paths, &mut report),
        None => return vec![Found { path: argument.to_owned(), is_named: true }],
    }
    paths.into_iter().map(|path| Found { path, is_named: false }).collect()
}

/// Whether an argument is a pattern, and no file.
#[must_use]
pub fn is_pattern(argument: &Path) -> bool {
    pattern(argument).is_some()
}

/// Whether a part of a pattern is no plain name.
fn is_special(text: &str) -> bool {
    text.contains(['*', '?', '['])
}

fn pattern(argument: &Path) -> Option<Pattern> {
    let text = argument.to_str().filter(|text| is_special(text) && !argument.exists())?;
    // Paths that are found have no '.' and no '//'.
    let parts = Path::new(text).components().filter(|part| *part != Component::CurDir);
    Pattern::new(&parts.collect::<PathBuf>().to_string_lossy()).ok()
}

/// Adds the files that a pattern matches, and those in the folders that it matches.
fn matches(pattern: &Pattern, exclude: &Exclude, found: &mut Vec<PathBuf>, report: &mut impl FnMut(&Path, &io::Error)) {
    let parts: Vec<Component<'_>> = Path::new(pattern.as_str()).components().collect();
    let plain = |part: &&Component<'_>| !is_special(&part.as_os_str().to_string_lossy());
    let folder: PathBuf = parts.iter().take_while(plain).collect();
    let is_here = folder.as_os_str().is_empty();
    // Without '**', nothing matches below the number of the parts.
    let deepest = match parts.iter().any(|part| part.as_os_str() == "**") {
        true => usize::MAX,
        false => parts.len() - folder.components().count(),
    };
    let walk_here = WalkDir::new(if is_here { Path::new(".") } else { &folder });
    let mut entries = walk_here.follow_links(true).sort_by_file_name().max_depth(deepest).into_iter();
    while let Some(entry) = entries.next() {
        let Some(entry) = readable(entry, report) else { continue };
        let path = entry.path().strip_prefix(".").unwrap_or(entry.path());
        let below = path.strip_prefix(&folder).unwrap_or(path);
        let is_folder = entry.file_type().is_dir();
        if exclude.has(below) || exclude.has_whole(path) {
            if is_folder {
                entries.skip_current_dir();
            }
        } else if pattern.matches_path_with(path, OPTIONS) {
            if is_folder {
                walk(path, exclude, found, report);
                entries.skip_current_dir();
            } else if entry.file_type().is_file() {
                found.push(path.to_owned());
            }
        }
    }
}

/// An entry of a folder, unless it cannot be read. A link to nothing, and one to a folder around it, is left out.
fn readable(entry: walkdir::Result<DirEntry>, report: &mut impl FnMut(&Path, &io::Error)) -> Option<DirEntry> {
    let error = match entry {
        Ok(entry) => return Some(entry),
        Err(error) => error,
    };
    let (path, found) = error.path().zip(error.io_error())?;
    let is_gone = found.kind() == io::ErrorKind::NotFound && path.is_symlink();
    if !is_gone {
        report(path, found);
    }
    None
}

/// Adds the files of a folder and of the folders in it.
fn walk(folder: &Path, exclude: &Exclude, found: &mut Vec<PathBuf>, report: &mut impl FnMut(&Path, &io::Error)) {
    let is_kept = |path: &Path| {
        let is_excluded = path.strip_prefix(folder).is_ok_and(|below| exclude.has(below));
        !is_excluded && !exclude.has_whole(path.strip_prefix(".").unwrap_or(path))
    };
    let walk = WalkDir::new(folder).follow_links(true).sort_by_file_name();
    for entry in walk.into_iter().filter_entry(|entry| is_kept(entry.path())) {
        if let Some(entry) = readable(entry, report).filter(|entry| entry.file_type().is_file()) {
            found.push(entry.into_path());
        }
    }
}
