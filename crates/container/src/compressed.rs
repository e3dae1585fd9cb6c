//! Files of one compressed content.

use std::io::{self, Read};

use bytes::Bytes;
use ruzstd::decoding::StreamingDecoder;

use crate::container::{Item, Problem};

/// A form of compressed files.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Codec {
    magic: &'static [u8],
    /// The ending of a name, and what it becomes.
    endings: &'static [(&'static str, &'static str)],
    /// With an article.
    name: &'static str,
    decode: fn(&[u8]) -> io::Result<Box<dyn Read + '_>>,
}

const CODECS: [Codec; 4] = [
    Codec {
        magic: b"\x1f\x8b",
        endings: &[(".tgz", ".tar"), (".gz", "")],
        name: "a gzip file",
        decode: |bytes| Ok(Box::new(flate2::read::MultiGzDecoder::new(bytes))),
    },
    Codec {
        magic: b"\xfd7zXZ\0",
        endings: &[(".txz", ".tar"), (".xz", "")],
        name: "an xz file",
        decode: |bytes| Ok(Box::new(lzma_rust2::XzReader::new(bytes, true))),
    },
    Codec {
        magic: b"BZh",
        endings: &[(".tbz2", ".tar"), (".bz2", "")],
        name: "a bzip2 file",
        decode: |bytes| Ok(Box::new(bzip2::read::MultiBzDecoder::new(bytes))),
    },
    Codec {
        magic: b"\x28\xb5\x2f\xfd",
        endings: &[(".tzst", ".tar"), (".zst", "")],
        name: "a zstd file",
        decode: |bytes| {
            StreamingDecoder::new(bytes).map(|decoder| Box::new(decoder) as Box<dyn Read>).map_err(io::Error::other)
        },
    },
];

impl Codec {
    /// The form of a file, by its first bytes.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        CODECS.into_iter().find(|codec| bytes.starts_with(codec.magic))
    }

    /// The content of a file.
    pub fn member(self, file: &Item, limit: u64) -> Result<Item, Problem> {
        let base = file.path.rsplit('/').next().unwrap_or_default();
        let changed =
            self.endings.iter().find_map(|(ending, new)| Some(format!("{}{new}", base.strip_suffix(ending)?)));
        let problem = |error: io::Error| Problem::damaged(&file.name, self.name, &error);
        let reader = (self.decode)(&file.bytes).map_err(problem)?;
        let content = read(reader, limit).map_err(problem)?;
        let bytes = content.ok_or_else(|| Problem::too_large(&file.name))?;
        Ok(file.member(changed.unwrap_or_else(|| base.to_owned()), bytes))
    }
}

/// All bytes of a stream; `None` if there are more than the limit.
pub(crate) fn read(stream: impl Read, limit: u64) -> io::Result<Option<Bytes>> {
    let mut content = Vec::new();
    stream.take(limit.saturating_add(1)).read_to_end(&mut content)?;
    Ok((content.len() as u64 <= limit).then(|| Bytes::from(content)))
}
