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
//! | 0 | 2 | kind: 1 PTX, 2 ELF, 0x100 a group of images |
//! | 4 | 4 | size of this header |
//! | 8 | 8 | size of the content with its padding |
//! | 16 | 4 | size of the compressed content, 0 if it is not compressed |
//! | 20 | 4 | offset in this header of the offset and the length, 4 bytes each, of more bytes in it; 0 without them |
//! | 28 | 4 | number of the architecture |
//! | 40 | 8 | flags: 0x2000 LZ4, 0x8000 Zstandard, 0x10_0000 suffix `a`, 0x20_0000 suffix `f` |
//! | 56 | 8 | size of the content before its compression |
//!
//! With PTX, these more bytes are the options of `ptxas` as text. With a cubin, their meaning is unknown.
//!
//! A group (`fatbinary --concat`) has the contents of its images one after the other, compressed as one. Its header
//! goes on:
//!
//! | offset in the header of a group | size | meaning |
//! |---|---|---|
//! | 64 | 4 | number of images |
//! | 72 | | the header of each image, one after the other |
//!
//! The header of an image in a group has at offset 4 the position of its content in that of the group. It has 64 bytes,
//! or ends with the bytes more and 1 to 8 zeros after them, up to a multiple of 8.

use std::borrow::Cow;
use std::io::Read as _;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use ruzstd::decoding::StreamingDecoder;
use tileiras_target::Chip;

/// The first bytes of a fat binary.
pub const MAGIC: [u8; 4] = [0x50, 0xed, 0x55, 0xba];

/// The alignment of a fat binary, in bytes.
const ALIGNMENT: usize = 8;

/// The kind of a group of images.
const GROUP: u64 = 0x100;
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
    /// The options of `ptxas` that a driver compiles PTX with, as one text; empty without any, and for a cubin.
    pub options: String,
    content: Content<'a>,
}

/// The content of an image.
#[derive(Clone, Eq, PartialEq, Debug)]
enum Content<'a> {
    Own(Block<'a>),
    /// A part of the content of a group.
    Part(Arc<Group<'a>>, Range<usize>),
}

/// The content of a group, which is decompressed once.
#[derive(Eq, PartialEq, Debug)]
struct Group<'a> {
    block: Block<'a>,
    decompressed: OnceLock<Vec<u8>>,
}

/// Content as it is in the file.
#[derive(Clone, Eq, PartialEq, Debug)]
struct Block<'a> {
    /// The offset of its header in the file, in bytes.
    offset: usize,
    /// The architecture of its header.
    arch: String,
    encoding: Encoding,
    bytes: &'a [u8],
}

/// What an image contains.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
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
                image = Image::read(&bytes[..end], image, &mut images)?;
            }
            offset = end;
            if bytes[offset..].iter().all(|byte| *byte == 0) {
                return Ok(Fatbin { images });
            }
        }
    }

    /// Where the fat binaries are that are one after the other, as in a section `.nv_fatbin`, each of which
    /// [`Fatbin::read`] reads. After one that is damaged, the search goes on at the next magic number.
    ///
    /// # Errors
    /// [`FatbinError`] in the place of one whose header is damaged.
    pub fn parts(bytes: &[u8]) -> Vec<Result<Range<usize>, FatbinError>> {
        let mut parts = Vec::new();
        let mut offset = 0;
        loop {
            // A fat binary begins at a multiple of its alignment.
            let rest = bytes.get(offset..).unwrap_or_default();
            let found = rest.chunks(ALIGNMENT).position(|chunk| chunk.starts_with(&MAGIC));
            let skipped = found.map_or(rest.len(), |chunk| chunk * ALIGNMENT);
            if rest[..skipped].iter().any(|byte| *byte != 0) && !parts.last().is_some_and(Result::is_err) {
                parts.push(Err(FatbinError::Magic { offset }));
            }
            if found.is_none() {
                return parts;
            }
            offset += skipped;
            let header = Header { bytes, offset };
            let end = (header.number::<2>(6))
                .and_then(|size| header.end_of_header(size, 16))
                .and_then(|start| header.end(start, header.number::<8>(8)?));
            offset = end.as_ref().map_or(offset + ALIGNMENT, |end| end.next_multiple_of(ALIGNMENT));
            parts.push(end.map(|end| header.offset..end));
        }
    }
}

impl<'a> Image<'a> {
    /// Adds the image, or the images of the group, with a header at an offset. Returns the offset after it.
    fn read(bytes: &'a [u8], offset: usize, images: &mut Vec<Self>) -> Result<usize, FatbinError> {
        let header = Header { bytes, offset };
        let start = header.end_of_header(header.number::<4>(4)?, 64)?;
        let end = header.end(start, header.number::<8>(8)?)?;
        let compressed = header.number::<4>(16)?;
        let size = header.number::<8>(56)?;
        let (encoding, last) = match header.number::<8>(40)? & (LZ4 | ZSTANDARD) {
            0 => (Encoding::Plain, end),
            LZ4 => (Encoding::Lz4 { size }, header.end(start, compressed)?),
            _ => (Encoding::Zstandard { size }, header.end(start, compressed)?),
        };
        let content = bytes.get(start..last.min(end)).unwrap_or_default();
        let block = Block { offset, arch: header.arch()?, encoding, bytes: content };
        if header.number::<2>(0)? == GROUP {
            read_group(&Header { bytes: &bytes[..start], offset }, block, images)?;
        } else {
            let (options, _) = Header { bytes: &bytes[..start], offset }.options()?;
            let arch = block.arch.clone();
            images.push(Image { kind: header.kind()?, arch, options, content: Content::Own(block) });
        }
        Ok(end)
    }

    /// The chip, if it is a known one.
    pub fn chip(&self) -> Option<Chip> {
        Chip::parse(&self.arch).ok()
    }

    /// The bytes of the file that have the content, compressed or not. The images of a group have the same ones.
    pub fn stored(&self) -> &'a [u8] {
        match &self.content {
            Content::Own(block) => block.bytes,
            Content::Part(group, _) => group.block.bytes,
        }
    }

    /// Where its content begins in that of its group, in bytes; 0 if it is in none.
    pub fn position(&self) -> usize {
        match &self.content {
            Content::Own(_) => 0,
            Content::Part(_, range) => range.start,
        }
    }

    /// The content, decompressed. It may have up to seven bytes of padding at its end, which PTX has not. Its size in
    /// bytes is taken from `budget`, so that one number bounds the memory for all images.
    ///
    /// # Errors
    /// [`FatbinError::TooLarge`] and [`FatbinError::Compression`].
    pub fn content(&self, budget: &mut u64) -> Result<Cow<'a, [u8]>, FatbinError> {
        let content = match &self.content {
            Content::Own(block) => block.decompress(budget)?,
            Content::Part(group, range) => {
                let Group { block, decompressed } = &**group;
                block.charge(range.len() as u64, budget)?;
                if decompressed.get().is_none() {
                    // Another thread may have set it by now, to the same bytes.
                    let _ = decompressed.set(block.decompress(budget)?.into_owned());
                }
                let part = decompressed.get().and_then(|content| content.get(range.clone()));
                Cow::Owned(part.ok_or_else(|| block.fault())?.to_vec())
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

/// Adds the images of a group, whose header ends where the bytes of `header` do.
fn read_group<'a>(header: &Header<'_>, block: Block<'a>, images: &mut Vec<Image<'a>>) -> Result<(), FatbinError> {
    let count = header.number::<4>(64)?;
    let size = block.size();
    let group = Arc::new(Group { block, decompressed: OnceLock::new() });
    let mut offset = header.offset + 72;
    for _ in 0..count {
        let image = Header { bytes: header.bytes, offset };
        let start = image.number::<4>(4)?;
        let end = start.checked_add(image.number::<8>(8)?).filter(|end| *end <= size).ok_or_else(|| image.cut_off())?;
        let (options, length) = image.options()?;
        let range = |at: u64| usize::try_from(at).map_err(|_| image.cut_off());
        let content = Content::Part(Arc::clone(&group), range(start)?..range(end)?);
        images.push(Image { kind: image.kind()?, arch: image.arch()?, options, content });
        offset = image.end_of_header(length, 64)?;
    }
    Ok(())
}

impl<'a> Block<'a> {
    fn fault(&self) -> FatbinError {
        FatbinError::Compression { offset: self.offset, arch: self.arch.clone() }
    }

    /// The size of the content, decompressed.
    fn size(&self) -> u64 {
        match self.encoding {
            Encoding::Plain => self.bytes.len() as u64,
            Encoding::Lz4 { size } | Encoding::Zstandard { size } => size,
        }
    }

    /// Takes bytes from the budget.
    fn charge(&self, bytes: u64, budget: &mut u64) -> Result<(), FatbinError> {
        let too_large = || FatbinError::TooLarge { offset: self.offset, arch: self.arch.clone() };
        *budget = budget.checked_sub(bytes).ok_or_else(too_large)?;
        Ok(())
    }

    fn decompress(&self, budget: &mut u64) -> Result<Cow<'a, [u8]>, FatbinError> {
        let size = self.size();
        self.charge(size, budget)?;
        let content = match self.encoding {
            Encoding::Plain => return Ok(Cow::Borrowed(self.bytes)),
            Encoding::Lz4 { .. } => {
                let length = usize::try_from(size).map_err(|_| self.fault())?;
                lz4_flex::block::decompress(self.bytes, length).map_err(|_| self.fault())?
            }
            Encoding::Zstandard { .. } => {
                let decoder = StreamingDecoder::new(self.bytes).map_err(|_| self.fault())?;
                let mut content = Vec::new();
                let length = usize::try_from(size).map_err(|_| self.fault())?;
                content.try_reserve_exact(length).map_err(|_| self.fault())?;
                decoder.take(size.saturating_add(1)).read_to_end(&mut content).map_err(|_| self.fault())?;
                content
            }
        };
        (content.len() as u64 == size).then_some(Cow::Owned(content)).ok_or_else(|| self.fault())
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

    fn kind(&self) -> Result<ImageKind, FatbinError> {
        Ok(match self.number::<2>(0)? as u16 {
            1 => ImageKind::Ptx,
            2 => ImageKind::Cubin,
            other => ImageKind::Other(other),
        })
    }

    /// The architecture of an image, such as `sm_90a`.
    fn arch(&self) -> Result<String, FatbinError> {
        let suffix = match self.number::<8>(40)? & (SUFFIX_A | SUFFIX_F) {
            SUFFIX_A => "a",
            SUFFIX_F => "f",
            _ => "",
        };
        Ok(format!("sm_{}{suffix}", self.number::<4>(28)?))
    }

    /// The options of `ptxas` for PTX, and the size in bytes of a header that ends with them.
    fn options(&self) -> Result<(String, u64), FatbinError> {
        let at = self.number::<4>(20)? as usize;
        if at == 0 {
            return Ok((String::new(), 64));
        }
        let (offset, length) = (self.number::<4>(at)?, self.number::<4>(at + 4)?);
        let start = self.end(self.offset, offset)?;
        let bytes = &self.bytes[start..self.end(start, length)?];
        let text = if self.kind()? == ImageKind::Ptx { String::from_utf8_lossy(bytes) } else { Cow::default() };
        Ok((text.into_owned(), offset + (length + 1).next_multiple_of(8)))
    }

    /// The number of `N` bytes at an offset in the header.
    fn number<const N: usize>(&self, at: usize) -> Result<u64, FatbinError> {
        let start = self.offset.checked_add(at).ok_or_else(|| self.cut_off())?;
        let bytes = self.bytes.get(start..).and_then(|rest| rest.first_chunk::<N>());
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
