//! What is in a folder: to see what a run has changed.

use std::collections::BTreeMap;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::{Path, PathBuf};

/// Larger files are compared by their length only.
const LARGE: u64 = 256 << 20;

/// A thing in a folder. Two of the same content and permissions are equal.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Entry {
    File {
        length: u64,
        hash: u64,
        mode: u32,
    },
    Folder {
        mode: u32,
    },
    Link(PathBuf),
    /// A FIFO, a device or a socket.
    Other,
}

/// The things below a folder, by their paths from there. Links are not followed.
pub type Snapshot = BTreeMap<PathBuf, Entry>;

/// Reads a folder.
pub fn take(folder: &Path) -> Snapshot {
    let (mut found, mut pending) = (Snapshot::new(), vec![folder.to_owned()]);
    while let Some(next) = pending.pop() {
        for entry in fs::read_dir(&next).into_iter().flatten().flatten() {
            let path = entry.path();
            let Ok(data) = fs::symlink_metadata(&path) else { continue };
            let (kind, mode) = (data.file_type(), data.mode() & 0o7777);
            let entry = if kind.is_symlink() {
                Entry::Link(fs::read_link(&path).unwrap_or_default())
            } else if kind.is_dir() {
                pending.push(path.clone());
                Entry::Folder { mode }
            } else if kind.is_fifo() || kind.is_char_device() || kind.is_block_device() || kind.is_socket() {
                Entry::Other
            } else {
                // A huge sparse file is not read.
                let content = if data.len() > LARGE { Vec::new() } else { fs::read(&path).unwrap_or_default() };
                Entry::File { length: data.len(), hash: hash(&content), mode }
            };
            found.insert(path.strip_prefix(folder).expect("it is below").to_owned(), entry);
        }
    }
    found
}

fn hash(content: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    content.hash(&mut hasher);
    hasher.finish()
}

/// The paths that were made, changed or removed, with what happened.
pub fn changes(before: &Snapshot, after: &Snapshot) -> Vec<(PathBuf, &'static str)> {
    let gone = before.iter().filter(|(path, _)| !after.contains_key(*path)).map(|(path, _)| (path.clone(), "removed"));
    let new = after.iter().filter_map(|(path, entry)| match before.get(path) {
        None => Some((path.clone(), "made")),
        Some(old) if old != entry => Some((path.clone(), "changed")),
        Some(_) => None,
    });
    gone.chain(new).collect()
}
