//! Writes output files atomically.
//!
//! Accepts the path that the user named. [`Destination::open`] creates a temporary file in the same folder, so that a
//! folder without write permission is an error before the work starts. [`Destination::commit`] writes that file and
//! renames it. Guarantees that the path has either its old content or the whole output, and that a dropped destination
//! leaves no file. A symbolic link is followed. A device or a pipe is written directly and is never replaced.
//!
//! Leaves out on purpose: standard output.

pub(crate) mod location;
pub(crate) mod standard;

use std::fs::{self, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;
use tileiras_process::cleanup::{self, Registration};
use tileiras_ptxas::reason;

use crate::messages::fault::{Fault, Kind};

/// The permissions of an output file before the umask, as for files of other compilers.
const MODE: u32 = 0o666;

/// A path to which an output is written.
#[derive(Debug)]
pub struct Destination {
    /// The path that the user named.
    path: PathBuf,
    kind: DestinationKind,
}

#[derive(Debug)]
enum DestinationKind {
    /// A regular file, which may not exist yet. `temporary` is renamed to `target`, which is not a link.
    File { target: PathBuf, temporary: NamedTempFile, registration: Registration },
    /// A device or a pipe.
    Device,
}

/// Why an output cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum OutputError {
    /// The path is a folder.
    #[error("cannot write '{}': is a folder", path.display())]
    IsFolder {
        /// The path.
        path: PathBuf,
    },
    /// No file can be created in the folder.
    #[error("cannot write '{}': cannot create a file in '{}': {}", path.display(), folder.display(), reason(source))]
    Folder {
        /// The path.
        path: PathBuf,
        /// Its folder.
        folder: PathBuf,
        /// The system error.
        source: io::Error,
    },
    /// The file cannot be written or renamed.
    #[error("cannot write '{}': {}", path.display(), reason(source))]
    Write {
        /// The path.
        path: PathBuf,
        /// The system error.
        source: io::Error,
    },
}

/// The number of symbolic links that are followed, as in Linux.
const MOST_LINKS: usize = 40;

/// The path of the file that a write to `path` replaces or creates: absolute, with all symbolic links followed, the
/// last one even if its target does not exist. If there is no such folder, the path is kept.
///
/// # Errors
/// If links form a cycle.
pub fn resolve(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    let mut result = fs::canonicalize(&path);
    for _ in 0..MOST_LINKS {
        if result.is_ok() {
            return result;
        }
        let folder = path.parent().unwrap_or(Path::new(""));
        match fs::read_link(&path) {
            Ok(target) => path = folder.join(target),
            Err(_) => {
                let here = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
                let name = path.file_name().unwrap_or_default().to_owned();
                let folder = fs::canonicalize(here).ok().filter(|folder| folder.is_dir());
                return Ok(folder.map_or(path, |folder| folder.join(name)));
            }
        }
        result = fs::canonicalize(&path);
    }
    result
}

impl Destination {
    /// Creates the temporary file for an output at `path`.
    ///
    /// # Errors
    /// [`OutputError`] if `path` cannot be written.
    pub fn open(path: &Path) -> Result<Destination, OutputError> {
        let destination = |kind| Destination { path: path.to_owned(), kind };
        match path.metadata() {
            Ok(found) if found.is_dir() => return Err(OutputError::IsFolder { path: path.to_owned() }),
            Ok(found) if !found.is_file() => return Ok(destination(DestinationKind::Device)),
            // A file that does not exist is created. If its metadata cannot be read, creating the temporary file fails.
            Ok(_) | Err(_) => {}
        }
        let target = resolve(path).map_err(|source| OutputError::Write { path: path.to_owned(), source })?;
        let folder = match target.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let create = || {
            let mut builder = tempfile::Builder::new();
            builder.prefix(".tileiras-").permissions(Permissions::from_mode(MODE)).tempfile_in(folder)
        };
        let (registration, temporary) = cleanup::register(create).map_err(|source| OutputError::Folder {
            path: path.to_owned(),
            folder: folder.to_owned(),
            source,
        })?;
        Ok(destination(DestinationKind::File { target, temporary, registration }))
    }

    /// Writes the output and renames the file.
    ///
    /// # Errors
    /// [`OutputError::Write`], for example if the disk is full. A regular file then has its old content.
    pub fn commit(self, bytes: &[u8]) -> Result<(), OutputError> {
        let Destination { path, kind } = self;
        let written = match kind {
            DestinationKind::Device => {
                fs::OpenOptions::new().write(true).open(&path).and_then(|mut file| file.write_all(bytes))
            }
            DestinationKind::File { target, mut temporary, registration } => {
                let written = temporary.write_all(bytes);
                // An output that others must not read stays so.
                if let Ok(replaced) = fs::metadata(&target) {
                    let _ = temporary.as_file().set_permissions(replaced.permissions());
                }
                let renamed = written.and_then(|()| temporary.persist(&target).map_err(|failed| failed.error));
                drop(registration);
                renamed.map(drop)
            }
        };
        written.map_err(|source| OutputError::Write { path, source })
    }
}

/// Opens an output.
///
/// # Errors
/// If it cannot be written.
pub(crate) fn open(file: &Path) -> Result<Destination, Fault> {
    Destination::open(file).map_err(|error| Kind::Output.fault(error.to_string()))
}
