//! The files of folders and patterns.

use std::io;
use std::path::{Component, Path, PathBuf};

use glob::{MatchOptions, Pattern, PatternError};
use walkdir::WalkDir;

/// How patterns match: `*` is a part of a name, and `**` is any number of folders.
const OPTIONS: MatchOptions =
    MatchOptions { case_sensitive: true, require_literal_separator: true, require_literal_leading_dot: false };

/// Which files and members are left out.
#[derive(Clone, Debug, Default)]
pub struct Exclude(Vec<Pattern>);

impl Exclude {
    /// What these patterns leave out: files and folders of that name, at any depth; with a `/`, those at that path below
    /// the folder or in the archive.
    ///
    /// # Errors
    /// If one is malformed.
    pub fn new(patterns: &[String]) -> Result<Self, (String, PatternError)> {
        let pattern = |text: &String| {
            let text = text.trim_end_matches('/');
            Pattern::new(text).map_err(|error| (text.to_owned(), error))
        };
        patterns.iter().map(pattern).collect::<Result<_, _>>().map(Self)
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
    let mut found = Vec::new();
    let pattern = argument.to_str().filter(|text| text.contains(['*', '?', '[']) && !argument.exists());
    match pattern.and_then(|text| Pattern::new(text).ok()) {
        Some(pattern) => {
            let is_plain = |part: &Component<'_>| !part.as_os_str().to_string_lossy().contains(['*', '?', '[']);
            let folder: PathBuf = argument.components().take_while(is_plain).collect();
            let is_here = folder.as_os_str().is_empty();
            let mut all = Vec::new();
            walk(if is_here { Path::new(".") } else { &folder }, exclude, &mut all, &mut report);
            for path in all {
                let path = path.strip_prefix(".").map(Path::to_owned).unwrap_or(path);
                // A folder that matches has all of its files.
                if path.ancestors().any(|path| pattern.matches_path_with(path, OPTIONS)) {
                    found.push(Found { path, is_named: false });
                }
            }
        }
        None if argument.is_dir() => {
            let mut all = Vec::new();
            walk(argument, exclude, &mut all, &mut report);
            found.extend(all.into_iter().map(|path| Found { path, is_named: false }));
        }
        None => found.push(Found { path: argument.to_owned(), is_named: true }),
    }
    found
}

/// Adds the files of a folder and of the folders in it.
fn walk(folder: &Path, exclude: &Exclude, found: &mut Vec<PathBuf>, report: &mut impl FnMut(&Path, &io::Error)) {
    let is_kept = |path: &Path| path.strip_prefix(folder).is_ok_and(|below| !exclude.has(below));
    let walk = WalkDir::new(folder).follow_links(true).sort_by_file_name();
    for entry in walk.into_iter().filter_entry(|entry| is_kept(entry.path())) {
        match entry {
            Ok(entry) if entry.file_type().is_file() => found.push(entry.into_path()),
            Ok(_) => {}
            Err(error) => {
                let is_link = error.path().is_some_and(Path::is_symlink);
                if let Some((path, error)) = error.path().zip(error.io_error()).filter(|_| !is_link) {
                    report(path, error);
                }
            }
        }
    }
}
