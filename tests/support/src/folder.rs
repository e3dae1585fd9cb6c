//! Temporary folders.
//!
//! Guarantees that a folder is removed with its value. Fails the test where a file cannot be written or read.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::thread;
use tempfile::TempDir;

/// A temporary folder.
pub struct Folder(TempDir);

impl Folder {
    /// Makes an empty folder.
    #[must_use]
    #[allow(clippy::new_without_default, reason = "a folder is made, not assumed")]
    pub fn new() -> Self {
        Self(TempDir::new().expect("a folder can be made"))
    }

    /// Its path.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// The path of a file in it.
    pub fn join(&self, name: impl AsRef<Path>) -> PathBuf {
        self.path().join(name)
    }

    /// Writes a file in it.
    pub fn file(&self, name: impl AsRef<Path>, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.join(name);
        fs::write(&path, content).expect("a file can be written");
        path
    }

    /// Writes a file in it that has these permissions, and the folders that it is in.
    pub fn file_of_mode(&self, name: impl AsRef<Path>, content: impl AsRef<[u8]>, mode: u32) -> PathBuf {
        let path = self.join(name);
        fs::create_dir_all(path.parent().expect("a file is in a folder")).expect("a folder can be made");
        fs::write(&path, content).expect("a file can be written");
        fs::set_permissions(&path, Permissions::from_mode(mode)).expect("permissions can be changed");
        path
    }

    /// The names of what is directly in it, in order.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        names(self.path())
    }
}

/// The names of what is directly in a folder, in order.
#[must_use]
pub fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// A folder for temporary files that has to be empty in the end, however the test ends.
pub struct Scratch(Folder);

impl Scratch {
    /// Makes a folder.
    #[must_use]
    #[allow(clippy::new_without_default, reason = "a folder is made, not assumed")]
    pub fn new() -> Self {
        Self(Folder::new())
    }

    /// Its path.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.0.path()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        if !thread::panicking() {
            assert_eq!(self.0.names(), [""; 0], "temporary files are left");
        }
    }
}
