//! Puts a finished output in its place, whole or not at all.
//!
//! Accepts the path that the user named. [`Destination::open`] makes a temporary file beside it, so that a folder that takes
//! no file is found out before the work is done; [`Destination::commit`] fills that file and renames it. Guarantees that the
//! final name holds either what it held before or the whole output, and that a destination that is dropped leaves nothing.
//! A link is followed, and what is no file (`/dev/null`, a pipe) is written to and never replaced.
//!
//! Leaves out on purpose: standard output, which the tools write to, and what the bytes are.

use std::fs::{self, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::find::reason;
use crate::temporary::{self, Hold};

/// Permissions of an output, before the mask of the process: those of any file that a compiler writes.
const MODE: u32 = 0o666;

/// A place for an output.
#[derive(Debug)]
pub struct Destination {
    /// As the user named it.
    path: PathBuf,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    /// A file, present or not: filled beside and renamed to this path, which is no link.
    File { target: PathBuf, temporary: NamedTempFile, hold: Hold },
    /// Anything else that takes bytes.
    Device,
}

/// Why an output cannot be put in its place.
#[derive(Debug, thiserror::Error)]
pub enum OutputError {
    /// The path is a folder.
    #[error("cannot write '{}': is a folder", path.display())]
    IsFolder {
        /// The path.
        path: PathBuf,
    },
    /// The folder takes no new file.
    #[error("cannot write '{}': cannot create a file in '{}': {}", path.display(), folder.display(), reason(source))]
    Folder {
        /// The path.
        path: PathBuf,
        /// Its folder.
        folder: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The bytes cannot be written, or the file not renamed.
    #[error("cannot write '{}': {}", path.display(), reason(source))]
    Write {
        /// The path.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}

impl Destination {
    /// Makes sure that an output can be put at `path`.
    ///
    /// # Errors
    /// [`OutputError`] if it cannot.
    pub fn open(path: &Path) -> Result<Destination, OutputError> {
        let destination = |kind| Destination { path: path.to_owned(), kind };
        match path.metadata() {
            Ok(found) if found.is_dir() => return Err(OutputError::IsFolder { path: path.to_owned() }),
            Ok(found) if !found.is_file() => return Ok(destination(Kind::Device)),
            // What is not there is made; what cannot be looked at cannot be written beside either, and that is said below.
            Ok(_) | Err(_) => {}
        }
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let folder = match target.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let make = || {
            let mut builder = tempfile::Builder::new();
            builder.prefix(".tileiras-").permissions(Permissions::from_mode(MODE)).tempfile_in(folder)
        };
        let (hold, temporary) = temporary::hold(make).map_err(|source| OutputError::Folder {
            path: path.to_owned(),
            folder: folder.to_owned(),
            source,
        })?;
        Ok(destination(Kind::File { target, temporary, hold }))
    }

    /// Puts the whole output there.
    ///
    /// # Errors
    /// [`OutputError::Write`] if the disk is full, or the like; then the path holds what it held before, unless it is no
    /// file.
    pub fn commit(self, bytes: &[u8]) -> Result<(), OutputError> {
        let Destination { path, kind } = self;
        let written = match kind {
            Kind::Device => fs::OpenOptions::new().write(true).open(&path).and_then(|mut file| file.write_all(bytes)),
            Kind::File { target, mut temporary, hold } => {
                let written = temporary.write_all(bytes);
                let placed = written.and_then(|()| temporary.persist(&target).map_err(|failed| failed.error));
                drop(hold);
                placed.map(drop)
            }
        };
        written.map_err(|source| OutputError::Write { path, source })
    }
}
