//! Files on disk.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use bytes::Bytes;
use memmap2::Mmap;

/// The content of a regular file, which is mapped: only what is read of it takes memory. `None` for a file of another
/// kind, which can be read only once. A file that cannot be mapped, as of `/proc`, is read, up to `limit` bytes and
/// one.
///
/// No other program may change the file as long as the content is used: what is read then is not defined, and if the
/// file becomes shorter, the process ends by SIGBUS. So it should be used in a worker process.
///
/// # Errors
/// If it cannot be opened or read.
pub fn content(path: &Path, limit: u64) -> io::Result<Option<Bytes>> {
    let mut file = File::open(path)?;
    let data = file.metadata()?;
    if !data.is_file() {
        return Ok(None);
    }
    // SAFETY: as the documentation says, nobody changes the file. This can only be asked for, as by every program that
    // maps its input.
    #[expect(unsafe_code, reason = "a map is unsafe as another program can change the file")]
    let map = if data.len() == 0 { None } else { unsafe { Mmap::map(&file) }.ok() };
    if let Some(map) = map {
        return Ok(Some(Bytes::from_owner(map)));
    }
    let mut content = Vec::new();
    (&mut file).take(limit.saturating_add(1)).read_to_end(&mut content)?;
    Ok(Some(Bytes::from(content)))
}

/// Whether a file contains no others, as its first bytes tell: they are text, and those of no container are but `ar`'s.
/// Reads nothing else, so that no worker process is needed. False if that is not certain.
#[must_use]
pub fn is_text(path: &Path) -> bool {
    let mut start = Vec::new();
    let file = File::open(path).ok().filter(|file| file.metadata().is_ok_and(|data| data.is_file()));
    let is_read = file.is_some_and(|file| file.take(TEXT_START).read_to_end(&mut start).is_ok());
    let is_text = |byte: &u8| byte.is_ascii_graphic() || byte.is_ascii_whitespace();
    is_read && !start.is_empty() && start.iter().all(is_text) && !start.starts_with(b"!<")
}

/// The bytes that have the magic number of every container.
const TEXT_START: u64 = 512;
