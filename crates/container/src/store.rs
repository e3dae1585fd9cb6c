//! Decompressed contents that several processes share.

use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt as _;

use bytes::Bytes;
use memmap2::MmapOptions;
use rustix::fs::{FlockOperation, MemfdFlags, fcntl_lock, memfd_create};
use serde::{Deserialize, Serialize};

/// Memory with decompressed contents. A process and its forks share it: what one has decompressed, the others map.
#[derive(Debug)]
pub struct Store {
    file: File,
    /// The most bytes that it has.
    limit: u64,
}

/// A part of a [`Store`].
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
pub(crate) struct Part {
    start: u64,
    size: u64,
}

/// Which containers in a file are in a [`Store`], by their places.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub struct Kept(BTreeMap<Vec<u32>, Part>);

impl Kept {
    pub(crate) fn add(&mut self, place: &[u32], part: Option<Part>) {
        self.0.extend(part.map(|part| (place.to_vec(), part)));
    }

    /// Adds what another search of the file has kept.
    pub fn extend(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    pub(crate) fn of(&self, place: &[u32]) -> Option<Part> {
        self.0.get(place).copied()
    }
}

impl Store {
    /// An empty store of at most that many bytes.
    ///
    /// # Errors
    /// If the system has no such memory.
    pub fn new(limit: u64) -> io::Result<Self> {
        let file = memfd_create("tileiras", MemfdFlags::CLOEXEC)?;
        Ok(Self { file: file.into(), limit })
    }

    /// Keeps a content, if there is room for it.
    pub(crate) fn keep(&self, content: &[u8]) -> Option<Part> {
        let part = self.reserve(content.len() as u64).ok()??;
        self.file.write_all_at(content, part.start).ok()?;
        Some(part)
    }

    /// A part that no other process writes to.
    fn reserve(&self, size: u64) -> io::Result<Option<Part>> {
        // The processes share one file, with one position: only a lock of the process tells them apart.
        fcntl_lock(&self.file, FlockOperation::LockExclusive)?;
        let reserved = self.file.metadata().and_then(|data| {
            let start = data.len();
            let end = start.checked_add(size).filter(|end| *end <= self.limit);
            end.map(|end| self.file.set_len(end).map(|()| Part { start, size })).transpose()
        });
        fcntl_lock(&self.file, FlockOperation::Unlock)?;
        reserved
    }

    /// What is kept in a part.
    pub(crate) fn get(&self, part: Part) -> Option<Bytes> {
        let Part { start, size } = part;
        let end = start.checked_add(size)?;
        if size == 0 || end > self.file.metadata().ok()?.len() {
            return None;
        }
        let mut options = MmapOptions::new();
        options.offset(start).len(usize::try_from(size).ok()?);
        // SAFETY: the file has no name, so that only these processes have it. They write a part before they tell
        // anybody of it, and never again, and the file does not become shorter.
        #[expect(unsafe_code, reason = "a map is unsafe as another program can change the file")]
        let map = unsafe { options.map(&self.file) }.ok()?;
        Some(Bytes::from_owner(map))
    }
}
