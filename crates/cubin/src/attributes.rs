//! The attributes of an information section: a code, a format, a value.
//!
//! Accepts the bytes of `.nv.info`, `.nv.info.<kernel>` or `.nv.compat`. Each attribute has one byte for the format,
//! one for the code and two that are the value or, in the format [`Format::Bytes`], its length. Guarantees that every
//! byte of the section belongs to exactly one attribute. Refuses an unknown format and a value that extends beyond the
//! section.
//!
//! Leaves out on purpose: the meaning of the codes, which differs between the three kinds of section ([`super::elf`]).

use std::fmt::{self, Display, Formatter};

use super::CubinError;

/// The encoding of a value.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Format {
    /// No value, EIFMT_NVAL.
    None,
    /// One byte, EIFMT_BVAL.
    Byte,
    /// Two bytes, EIFMT_HVAL.
    Half,
    /// A number of bytes, EIFMT_SVAL.
    Bytes(usize),
}

impl Display for Format {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Format::None => f.write_str("no value"),
            Format::Byte => f.write_str("a byte"),
            Format::Half => f.write_str("2 bytes in place"),
            Format::Bytes(count) => write!(f, "{count} bytes"),
        }
    }
}

/// What is wrong with an attribute.
#[derive(Copy, Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AttributeError {
    /// The section ends within the attribute.
    #[error("the attribute needs {needed} bytes, the section has {left} left")]
    CutOff {
        /// The size of the attribute in bytes, with its header.
        needed: usize,
        /// The number of bytes that are left.
        left: usize,
    },
    /// An unknown format. The end of the attribute is then unknown too.
    #[error("unknown format {format} of attribute {code:#04x}, the known ones are 1 to 4")]
    UnknownFormat {
        /// The code of the attribute.
        code: u8,
        /// The format.
        format: u8,
    },
    /// A value whose format does not fit the code.
    #[error("{name} must have {expected}, got {found}")]
    Size {
        /// The attribute.
        name: &'static str,
        /// The format that the code requires.
        expected: Format,
        /// The format that was found.
        found: Format,
    },
    /// A fact that is stated twice.
    #[error("{name} is stated twice")]
    Repeated {
        /// The attribute.
        name: &'static str,
    },
}

/// The size of the header of an attribute, which has the value in the short formats.
const HEADER: usize = 4;

/// One attribute with its location.
#[derive(Copy, Clone, Debug)]
pub(super) struct Attribute<'a> {
    /// The name of the section.
    section: &'a str,
    /// The offset in the section, in bytes.
    offset: usize,
    /// The code.
    pub code: u8,
    format: Format,
    /// The value, whose size depends on the format.
    value: &'a [u8],
}

impl<'a> Attribute<'a> {
    fn fault(&self, fault: AttributeError) -> CubinError {
        CubinError::Attribute { section: self.section.to_owned(), offset: self.offset, fault }
    }

    fn expect(&self, name: &'static str, expected: Format) -> Result<&'a [u8], CubinError> {
        if self.format == expected {
            return Ok(self.value);
        }
        Err(self.fault(AttributeError::Size { name, expected, found: self.format }))
    }

    /// Checks that the attribute has no value.
    pub fn flag(&self, name: &'static str) -> Result<(), CubinError> {
        self.expect(name, Format::None).map(|_| ())
    }

    /// The value of one byte.
    pub fn byte(&self, name: &'static str) -> Result<u8, CubinError> {
        Ok(number(self.expect(name, Format::Byte)?) as u8)
    }

    /// The value of two bytes.
    pub fn half(&self, name: &'static str) -> Result<u16, CubinError> {
        Ok(number(self.expect(name, Format::Half)?) as u16)
    }

    /// The value of `N` words of four bytes.
    pub fn words<const N: usize>(&self, name: &'static str) -> Result<[u32; N], CubinError> {
        let value = self.expect(name, Format::Bytes(4 * N))?;
        let mut words = [0; N];
        for (word, bytes) in words.iter_mut().zip(value.chunks_exact(4)) {
            *word = number(bytes);
        }
        Ok(words)
    }

    /// The first word of the value, if it has one.
    pub fn first_word(&self) -> Option<u32> {
        Some(number(self.value.first_chunk::<4>()?))
    }

    /// The value as pairs of words of four bytes. Words after the last whole pair are left out.
    pub fn pairs(&self, name: &'static str) -> Result<impl Iterator<Item = [u32; 2]>, CubinError> {
        let Format::Bytes(_) = self.format else {
            return Err(self.fault(AttributeError::Size { name, expected: Format::Bytes(0), found: self.format }));
        };
        Ok(self.value.chunks_exact(8).map(|pair| [number(&pair[..4]), number(&pair[4..])]))
    }

    /// Stores a value, which must not be stated yet.
    pub fn store<T>(&self, name: &'static str, slot: &mut Option<T>, value: T) -> Result<(), CubinError> {
        match slot.replace(value) {
            None => Ok(()),
            Some(_) => Err(self.fault(AttributeError::Repeated { name })),
        }
    }
}

/// A little-endian number of up to four bytes.
fn number(bytes: &[u8]) -> u32 {
    bytes.iter().rev().fold(0, |number, byte| number << 8 | u32::from(*byte))
}

/// Calls `each` for every attribute of a section, in order.
pub(super) fn for_each<'a>(
    section: &'a str,
    bytes: &'a [u8],
    mut each: impl FnMut(Attribute<'a>) -> Result<(), CubinError>,
) -> Result<(), CubinError> {
    let mut offset = 0;
    while let Some(rest) = bytes.get(offset..).filter(|rest| !rest.is_empty()) {
        let fault = |fault| CubinError::Attribute { section: section.to_owned(), offset, fault };
        let Some((&[format, code, low, high], after)) = rest.split_first_chunk::<HEADER>() else {
            return Err(fault(AttributeError::CutOff { needed: HEADER, left: rest.len() }));
        };
        let (format, value) = match format {
            1 => (Format::None, [].as_slice()),
            2 => (Format::Byte, &rest[2..3]),
            3 => (Format::Half, &rest[2..HEADER]),
            4 => {
                let length = usize::from(u16::from_le_bytes([low, high]));
                let cut_off = AttributeError::CutOff { needed: HEADER + length, left: rest.len() };
                (Format::Bytes(length), after.get(..length).ok_or_else(|| fault(cut_off))?)
            }
            format => return Err(fault(AttributeError::UnknownFormat { code, format })),
        };
        let attribute = Attribute { section, offset, code, format, value };
        offset += HEADER + if matches!(format, Format::Bytes(_)) { value.len() } else { 0 };
        each(attribute)?;
    }
    Ok(())
}
