//! Files of one compressed content.

use std::io::{self, Read};

use ruzstd::decoding::StreamingDecoder;

use crate::item::{Item, Problem};

/// The content of a file; `None` if it has more bytes than a limit.
type Decoded = io::Result<Option<Vec<u8>>>;

/// A form of compressed files.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Codec {
    magic: &'static [u8],
    /// Whether what is after the magic number is not a text that begins like it.
    has_content: fn(&[u8]) -> bool,
    /// The ending of a name, and what it becomes.
    endings: &'static [(&'static str, &'static str)],
    /// With an article.
    name: &'static str,
    /// The content, or `None` if it has more bytes than the limit.
    decode: fn(&[u8], u64) -> Decoded,
}

const CODECS: [Codec; 4] = [
    Codec {
        magic: b"\x1f\x8b",
        has_content: |_| true,
        endings: &[(".tgz", ".tar"), (".gz", "")],
        name: "a gzip file",
        decode: |bytes, limit| {
            let open = |rest| Ok(flate2::bufread::GzDecoder::new(rest));
            parts(bytes, limit, open, flate2::bufread::GzDecoder::into_inner)
        },
    },
    Codec {
        magic: b"\xfd7zXZ\0",
        has_content: |_| true,
        endings: &[(".txz", ".tar"), (".xz", "")],
        name: "an xz file",
        decode: |bytes, limit| {
            // A dictionary needs no more than the content has.
            let kibibytes = u32::try_from(limit >> 10).unwrap_or(u32::MAX).saturating_add(1 << 16);
            read(lzma_rust2::XzReader::new_mem_limit(bytes, true, kibibytes), 0, limit)
        },
    },
    Codec {
        magic: b"BZh",
        // The digits of pi begin a block, and those of its square root end the file.
        has_content: |bytes| {
            [&b"\x31\x41\x59\x26\x53\x59"[..], b"\x17\x72\x45\x38\x50\x90"]
                .contains(&bytes.get(4..10).unwrap_or_default())
        },
        endings: &[(".tbz2", ".tar"), (".bz2", "")],
        name: "a bzip2 file",
        decode: |bytes, limit| read(bzip2::read::MultiBzDecoder::new(bytes), 0, limit),
    },
    Codec {
        magic: b"\x28\xb5\x2f\xfd",
        has_content: |_| true,
        endings: &[(".tzst", ".tar"), (".zst", "")],
        name: "a zstd file",
        decode: |bytes, limit| {
            let open = |rest| StreamingDecoder::new(rest).map_err(io::Error::other);
            parts(bytes, limit, open, StreamingDecoder::into_inner)
        },
    },
];

impl Codec {
    /// The form of a file, by its first bytes.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        // A file of Zstandard can begin with a frame without content.
        let bytes = after_skippable_frame(bytes).unwrap_or(bytes);
        CODECS.into_iter().find(|codec| bytes.starts_with(codec.magic) && (codec.has_content)(bytes))
    }

    /// The name of the content.
    pub fn path(self, file: &Item) -> String {
        let base = file.path.rsplit('/').next().unwrap_or_default();
        let changed =
            self.endings.iter().find_map(|(ending, new)| Some(format!("{}{new}", base.strip_suffix(ending)?)));
        changed.unwrap_or_else(|| base.to_owned())
    }

    /// The content of a file.
    pub fn member(self, file: &Item, limit: u64) -> Result<Item, Problem> {
        let content = (self.decode)(&file.bytes, limit);
        let content = content.map_err(|error| Problem::damaged(&file.name, self.name, &error))?;
        let bytes = content.ok_or_else(|| Problem::too_large(&file.name))?;
        Ok(file.member(self.path(file), bytes.into()))
    }
}

/// All bytes of a stream; `None` if there are more than the limit. `size` is about how many there are.
pub(crate) fn read(stream: impl Read, size: u64, limit: u64) -> Decoded {
    let mut content = Vec::with_capacity(usize::try_from(size.min(limit)).unwrap_or(0));
    stream.take(limit.saturating_add(1)).read_to_end(&mut content)?;
    Ok((content.len() as u64 <= limit).then_some(content))
}

/// The contents of the parts of a file, which are compressed each by itself, one after the other. `open` begins with
/// one, and `rest` returns what is after it. Zeros at the end are padding.
fn parts<'a, D: Read>(
    bytes: &'a [u8],
    limit: u64,
    open: impl Fn(&'a [u8]) -> io::Result<D>,
    rest: impl Fn(D) -> &'a [u8],
) -> Decoded {
    let mut content = Vec::new();
    let mut left = bytes;
    while left.iter().any(|byte| *byte != 0) {
        if let Some(after) = after_skippable_frame(left) {
            left = after;
            continue;
        }
        let mut decoder = open(left)?;
        let more = limit.saturating_sub(content.len() as u64).saturating_add(1);
        (&mut decoder).take(more).read_to_end(&mut content)?;
        if content.len() as u64 > limit {
            return Ok(None);
        }
        left = rest(decoder);
    }
    Ok(Some(content))
}

/// What is after a frame of Zstandard that has no content (RFC 8878, 3.1.2).
fn after_skippable_frame(bytes: &[u8]) -> Option<&[u8]> {
    let (header, rest) = bytes.split_first_chunk::<8>()?;
    let [magic, a, b, c, size @ ..] = header;
    let is_skippable = magic & 0xf0 == 0x50 && [*a, *b, *c] == [0x2a, 0x4d, 0x18];
    is_skippable.then(|| rest.get(u32::from_le_bytes(*size) as usize..).unwrap_or_default())
}
