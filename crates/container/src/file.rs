//! Files on disk.

use std::fs::File;
use std::io;
use std::path::Path;

use bytes::Bytes;
use memmap2::Mmap;

/// The content of a regular file, which is mapped: only what is read of it takes memory. `None` for a file of another
/// kind, which can be read only once.
///
/// # Errors
/// If it cannot be opened or mapped.
pub fn content(path: &Path) -> io::Result<Option<Bytes>> {
    let file = File::open(path)?;
    let data = file.metadata()?;
    if !data.is_file() {
        return Ok(None);
    }
    if data.len() == 0 {
        return Ok(Some(Bytes::new()));
    }
    // SAFETY: the map is private and only read. If another program shortens the file meanwhile, a read is SIGBUS, which
    // ends the worker process that reads it, and no memory is changed.
    #[expect(unsafe_code, reason = "a map is unsafe as another program can change the file")]
    let map = unsafe { Mmap::map(&file)? };
    Ok(Some(Bytes::from_owner(map)))
}
