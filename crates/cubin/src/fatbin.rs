//! Reads a fat binary: a container of cubins and PTX for several chips.
//!
//! Accepts the bytes of a file as `fatbinary` writes it, and several of them in sequence, as a section `.nv_fatbin` has
//! them. Guarantees that each image is inside the file, that an image that is decompressed has the size that its header
//! states, and that its content fits in the budget of the caller. Refuses anything else with a [`FatbinError`] that
//! names the offset. The kind of an image can be unknown.
//!
//! All numbers are little-endian. The format is measured against `fatbinary` and `cuobjdump` of CUDA 13.5:
//!
//! | offset in the file header | size | meaning |
//! |---|---|---|
//! | 0 | 4 | magic number |
//! | 4 | 2 | version, 1 |
//! | 6 | 2 | size of this header |
//! | 8 | 8 | size of all images |
//!
//! | offset in an image header | size | meaning |
//! |---|---|---|
//! | 0 | 2 | kind: 1 PTX, 2 ELF |
//! | 4 | 4 | size of this header |
//! | 8 | 8 | size of the content with its padding |
//! | 16 | 4 | size of the compressed content, 0 if it is not compressed |
//! | 28 | 4 | number of the architecture |
//! | 40 | 8 | flags: 0x2000 LZ4, 0x8000 Zstandard, 0x10_0000 suffix `a`, 0x20_0000 suffix `f` |
//! | 56 | 8 | size of the content before its compression |

use std::borrow::Cow;
use std::io::Read as _;

use ruzstd::decoding::StreamingDecoder;
use tileiras_target::Chip;

/// The first bytes of a fat binary.
pub const MAGIC: [u8; 4] = [0x50, 0xed, 0x55, 0xba];

const LZ4: u64 = 0x2000;
const ZSTANDARD: u64 = 0x8000;
const SUFFIX_A: u64 = 0x10_0000;
const SUFFIX_F: u64 = 0x20_0000;

/// The images of a fat binary, in the order of the file.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Fatbin<'a> {
    /// The images.
    pub images: Vec<Image<'a>>,
}

/// One image of a fat binary.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Image<'a> {
    /// What it contains.
    pub kind: ImageKind,
    /// The architecture, such as `sm_90a`.
    pub arch: String,
    /// The offset of its header in the file, in bytes.
    offset: usize,
    encoding: Encoding,
    /// The content as it is in the file.
    bytes: &'a [u8],
}

/// What an image contains.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum ImageKind {
    /// PTX.
    Ptx,
    /// A cubin, executable or relocatable.
    Cubin,
    /// Something else, such as code for link-time optimization.
    Other(u16),
}

#[derive(Copy, Clone, Eq, PartialEq, Debug)]
enum Encoding {
    Plain,
    /// The size is that of the content before its compression.
    Lz4 {
        size: u64,
    },
    Zstandard {
        size: u64,
    },
}

/// Why a file cannot be read as a fat binary.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FatbinError {
    /// It does not begin with [`MAGIC`].
    #[error("offset {offset:#x}: not the magic number of a fat binary")]
    Magic {
        /// The offset.
        offset: usize,
    },
    /// A header has an impossible size, or the file ends within a header or an image.
    #[error("offset {offset:#x}: the fat binary is cut off or malformed")]
    CutOff {
        /// The offset.
        offset: usize,
    },
    /// The version of the format is unknown.
    #[error("offset {offset:#x}: unknown version {version} of fat binaries, the known one is 1")]
    Version {
        /// The offset.
        offset: usize,
        /// The version.
        version: u16,
    },
    /// The content of an image does not fit in the budget.
    #[error("offset {offset:#x}: the image for {arch} is too large")]
    TooLarge {
        /// The offset.
        offset: usize,
        /// The architecture.
        arch: String,
    },
    /// An image cannot be decompressed, or has another size than its header states.
    #[error("offset {offset:#x}: the image for {arch} cannot be decompressed")]
    Compression {
        /// The offset.
        offset: usize,
        /// The architecture.
        arch: String,
    },
}

impl<'a> Fatbin<'a> {
    /// Reads the headers of a file.
    ///
    /// ```no_run
    /// use tileiras_cubin::{Cubin, Fatbin, ImageKind};
    ///
    /// let bytes = std::fs::read("saxpy.fatbin")?;
    /// let mut budget = 1 << 30;
    /// for image in Fatbin::read(&bytes)?.images {
    ///     if image.kind == ImageKind::Cubin {
    ///         println!("{}: {} kernels", image.arch, Cubin::read(&image.content(&mut budget)?)?.kernels.len());
    ///     }
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`FatbinError`] for everything that is not a complete fat binary.
    pub fn read(bytes: &'a [u8]) -> Result<Self, FatbinError> {
        let mut images = Vec::new();
        let mut offset = 0;
        loop {
            let header = Header { bytes, offset };
            if bytes.get(offset..).is_none_or(|rest| !rest.starts_with(&MAGIC)) {
                return Err(FatbinError::Magic { offset });
            }
            let version = header.number::<2>(4)? as u16;
            if version != 1 {
                return Err(FatbinError::Version { offset, version });
            }
            let start = header.end_of_header(header.number::<2>(6)?, 16)?;
            let end = header.end(start, header.number::<8>(8)?)?;
            let mut image = start;
            while image < end {
                let (found, next) = Image::read(&bytes[..end], image)?;
                images.push(found);
                image = next;
            }
            offset = end;
            if bytes[offset..].iter().all(|byte| *byte == 0) {
                return Ok(Fatbin { images });
            }
        }
    }
}

impl<'a> Image<'a> {
    /// Reads one image. Returns it and the offset after it.
    fn read(bytes: &'a [u8], offset: usize) -> Result<(Self, usize), FatbinError> {
        let header = Header { bytes, offset };
        let start = header.end_of_header(header.number::<4>(4)?, 64)?;
        let end = header.end(start, header.number::<8>(8)?)?;
        let compressed = header.number::<4>(16)?;
        let flags = header.number::<8>(40)?;
        let size = header.number::<8>(56)?;
        let suffix = match flags & (SUFFIX_A | SUFFIX_F) {
            SUFFIX_A => "a",
            SUFFIX_F => "f",
            _ => "",
        };
        let kind = match header.number::<2>(0)? as u16 {
            1 => ImageKind::Ptx,
            2 => ImageKind::Cubin,
            other => ImageKind::Other(other),
        };
        let (encoding, last) = match flags & (LZ4 | ZSTANDARD) {
            0 => (Encoding::Plain, end),
            LZ4 => (Encoding::Lz4 { size }, header.end(start, compressed)?),
            _ => (Encoding::Zstandard { size }, header.end(start, compressed)?),
        };
        let content = bytes.get(start..last.min(end)).unwrap_or_default();
        let arch = format!("sm_{}{suffix}", header.number::<4>(28)?);
        Ok((Image { kind, arch, offset, encoding, bytes: content }, end))
    }

    /// The chip, if it is a known one.
    pub fn chip(&self) -> Option<Chip> {
        Chip::parse(&self.arch).ok()
    }

    /// The content, decompressed. It may have up to seven bytes of padding at its end, which PTX has not. Its size in
    /// bytes is taken from `budget`, so that one number bounds the memory for all images.
    ///
    /// # Errors
    /// [`FatbinError::TooLarge`] and [`FatbinError::Compression`].
    pub fn content(&self, budget: &mut u64) -> Result<Cow<'a, [u8]>, FatbinError> {
        let fault = || FatbinError::Compression { offset: self.offset, arch: self.arch.clone() };
        let size = match self.encoding {
            Encoding::Plain => self.bytes.len() as u64,
            Encoding::Lz4 { size } | Encoding::Zstandard { size } => size,
        };
        let too_large = || FatbinError::TooLarge { offset: self.offset, arch: self.arch.clone() };
        *budget = budget.checked_sub(size).ok_or_else(too_large)?;
        let content = match self.encoding {
            Encoding::Plain => Cow::Borrowed(self.bytes),
            Encoding::Lz4 { size } => {
                let content = lz4_flex::block::decompress(self.bytes, usize::try_from(size).map_err(|_| too_large())?)
                    .map_err(|_| fault())?;
                (content.len() as u64 == size).then_some(Cow::Owned(content)).ok_or_else(fault)?
            }
            Encoding::Zstandard { size } => {
                let decoder = StreamingDecoder::new(self.bytes).map_err(|_| fault())?;
                let mut content = Vec::new();
                decoder.take(size.saturating_add(1)).read_to_end(&mut content).map_err(|_| fault())?;
                (content.len() as u64 == size).then_some(Cow::Owned(content)).ok_or_else(fault)?
            }
        };
        if self.kind != ImageKind::Ptx {
            return Ok(content);
        }
        let length = content.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
        Ok(match content {
            Cow::Borrowed(content) => Cow::Borrowed(&content[..length]),
            Cow::Owned(mut content) => {
                content.truncate(length);
                Cow::Owned(content)
            }
        })
    }
}

/// A header at an offset of the file.
struct Header<'a> {
    bytes: &'a [u8],
    offset: usize,
}

impl Header<'_> {
    fn cut_off(&self) -> FatbinError {
        FatbinError::CutOff { offset: self.offset }
    }

    /// The number of `N` bytes at an offset in the header.
    fn number<const N: usize>(&self, at: usize) -> Result<u64, FatbinError> {
        let bytes = self.bytes.get(self.offset + at..).and_then(|rest| rest.first_chunk::<N>());
        let bytes = bytes.ok_or_else(|| self.cut_off())?;
        Ok(bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte)))
    }

    /// The offset after this header, which has at least `least` bytes.
    fn end_of_header(&self, size: u64, least: u64) -> Result<usize, FatbinError> {
        if size < least {
            return Err(self.cut_off());
        }
        self.end(self.offset, size)
    }

    /// The offset after `size` bytes from `start`.
    fn end(&self, start: usize, size: u64) -> Result<usize, FatbinError> {
        let end = usize::try_from(size).ok().and_then(|size| start.checked_add(size));
        end.filter(|end| *end <= self.bytes.len()).ok_or_else(|| self.cut_off())
    }
}
