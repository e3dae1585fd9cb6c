//! Reads an input and determines its format.
//!
//! Binary formats are recognised by their magic numbers, whatever the file name. The format of a text is determined by
//! the extension of its name, and for an unknown extension by its first line: PTX begins with `.version`.
//!
//! Rejects an empty input, which is usually the output of a failed step, and an input that is larger than the limit.

pub mod foreign;
pub mod object;
pub mod reader;

use std::fmt::{self, Display, Formatter};
use std::fs::File;
use std::io::{self, Read};
use std::num::ParseIntError;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use tileiras_container::{Bytes, ImageHeader, Item};
use tileiras_cubin::FATBIN_MAGIC;
use tileiras_mlir::llvm::is_bitcode;
use tileiras_ptx::without_nul;
use tileiras_ptxas::reason;

use crate::messages::fault::{Fault, Kind};
use crate::path::{is_standard_stream, name_of};

/// The format of an input.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Format {
    /// MLIR, text or bytecode.
    Mlir,
    /// LLVM IR, text or bitcode.
    Llvm,
    /// PTX.
    Ptx,
    /// An ELF file, such as a cubin.
    Elf,
    /// A fat binary, which contains cubins and PTX.
    Fatbin,
    /// Something else, in words.
    Foreign(&'static str),
}

impl Display for Format {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Mlir => "MLIR",
            Self::Llvm => "LLVM IR",
            Self::Ptx => "PTX",
            Self::Elf => "an ELF file",
            Self::Fatbin => "a fat binary",
            Self::Foreign(kind) => kind,
        })
    }
}

/// The first bytes of MLIR bytecode.
const BYTECODE: &[u8] = b"ML\xefR";

/// The number of bytes that are searched for a NUL, which is in a text at its end only.
const TEXT_PROBE: usize = 1024;

/// An input that was read.
#[derive(Debug)]
pub struct Input {
    /// Its path, or `-`.
    pub path: PathBuf,
    /// For locations and messages.
    pub name: String,
    /// Its format.
    pub format: Format,
    /// All bytes.
    pub content: Vec<u8>,
    /// The limit with which it was read.
    pub limit: Limit,
    /// Its header in the fat binary, if it is an image of one.
    pub image: Option<ImageHeader>,
}

impl Input {
    /// Reads a file, or standard input for `-`. Not more bytes than the limit are read.
    ///
    /// # Errors
    /// If it cannot be read, is too large or is empty.
    pub fn read(path: &Path, limit: Limit) -> Result<Self, Fault> {
        let content = read_bytes(path, limit)?;
        Self::new(path.to_owned(), format_of(path, &content), content, limit)
    }

    /// An input that is a file or is found in one. `path` is for messages.
    ///
    /// # Errors
    /// If it is too large or is empty.
    pub fn of_item(item: Item, path: &Path, limit: Limit) -> Result<Self, Fault> {
        if item.bytes.len() as u64 > limit.bytes() {
            return Err(limit.exceeded(path));
        }
        let format = format_of(Path::new(&item.path), &item.bytes);
        Ok(Self { image: item.image, ..Self::new(path.to_owned(), format, item.bytes.to_vec(), limit)? })
    }

    /// A file whose bytes are read.
    ///
    /// # Errors
    /// As [`Input::of_item`].
    pub fn of_bytes(path: &Path, bytes: Bytes, limit: Limit) -> Result<Self, Fault> {
        Self::of_item(Item::of_file(name_of(path), bytes), path, limit)
    }

    fn new(path: PathBuf, format: Format, mut content: Vec<u8>, limit: Limit) -> Result<Self, Fault> {
        if content.iter().all(u8::is_ascii_whitespace) {
            return Err(Kind::Input.fault("is empty").in_file(&path));
        }
        if format == Format::Ptx {
            // NVRTC returns a string of C, and programs write it with its NUL, which `ptxas` refuses.
            content.truncate(without_nul(&content).len());
        }
        Ok(Self { name: name_of(&path), path, format, content, limit, image: None })
    }

    /// Whether it is MLIR bytecode.
    #[must_use]
    pub fn is_bytecode(&self) -> bool {
        self.content.starts_with(BYTECODE)
    }
}

/// The maximum size of an input. The module that is read from it takes many times as much memory.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Limit(u32);

impl Default for Limit {
    fn default() -> Self {
        Self(1024)
    }
}

impl Display for Limit {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Limit {
    type Err = ParseIntError;

    /// A number of MiB.
    fn from_str(text: &str) -> Result<Self, ParseIntError> {
        text.parse().map(Self)
    }
}

impl Limit {
    /// The limit in MiB.
    #[must_use]
    pub const fn mebibytes(self) -> u32 {
        self.0
    }

    /// The limit in bytes.
    #[must_use]
    pub const fn bytes(self) -> u64 {
        (self.0 as u64) << 20
    }

    /// The fault of a file that has more bytes.
    #[must_use]
    pub fn exceeded(self, path: &Path) -> Fault {
        let text = format!("is larger than {} MiB; --max-input-size raises the limit", self.mebibytes());
        Kind::Input.fault(text).in_file(path)
    }

    fn read_file(self, path: &Path) -> io::Result<Option<Vec<u8>>> {
        let file = File::open(path)?;
        let size = file.metadata()?.len();
        if size > self.bytes() { Ok(None) } else { self.read(file, size) }
    }

    /// Reads the whole stream, whose expected size is `size`; `None` if it exceeds the limit.
    fn read(self, stream: impl Read, size: u64) -> io::Result<Option<Vec<u8>>> {
        let mut content = Vec::new();
        content.try_reserve(usize::try_from(size).unwrap_or(usize::MAX))?;
        stream.take(self.bytes().saturating_add(1)).read_to_end(&mut content)?;
        Ok((content.len() as u64 <= self.bytes()).then_some(content))
    }
}

/// All bytes of a file, or of standard input for `-`.
///
/// # Errors
/// If it cannot be read, or has more bytes than the limit.
pub fn read_bytes(path: &Path, limit: Limit) -> Result<Vec<u8>, Fault> {
    let content = if is_standard_stream(path) { limit.read(io::stdin().lock(), 0) } else { limit.read_file(path) };
    content.map_err(|error| unreadable(path, &error))?.ok_or_else(|| limit.exceeded(path))
}

/// The fault of a file that cannot be read.
pub fn unreadable(path: &Path, error: &io::Error) -> Fault {
    Kind::Input.fault(format!("cannot be read: {}", reason(error))).in_file(path)
}

/// The endings of files that are device code and nothing else.
const DEVICE_CODE: [&str; 6] = ["mlir", "mlirbc", "ll", "ptx", "cubin", "fatbin"];

/// The format of device code that is found in a folder or in another file; `None` for anything else. A text is MLIR or
/// LLVM IR by its name only, as any text can be.
///
/// # Errors
/// What it is instead, if its name says that it is device code.
pub fn found_format(path: &Path, content: &[u8]) -> Result<Option<Format>, &'static str> {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let is_ir =
        content.starts_with(BYTECODE) || is_bitcode(content) || ["mlir", "mlirbc", "ll", "bc"].contains(&extension);
    match format_of(path, content) {
        Format::Foreign(kind) if DEVICE_CODE.contains(&extension) => Err(kind),
        Format::Foreign(_) => Ok(None),
        format @ (Format::Mlir | Format::Llvm) => Ok(is_ir.then_some(format)),
        format @ (Format::Ptx | Format::Elf | Format::Fatbin) => Ok(Some(format)),
    }
}

/// Checks that standard input is given at most once.
///
/// # Errors
/// If it is given several times.
pub fn check_standard_input(inputs: &[PathBuf]) -> Result<(), Fault> {
    match inputs.iter().filter(|input| is_standard_stream(input)).count() {
        0 | 1 => Ok(()),
        _ => Err(Kind::Usage.fault("standard input can be read once, but is given several times")),
    }
}

fn format_of(path: &Path, content: &[u8]) -> Format {
    if content.starts_with(b"\x7fELF") {
        return foreign::elf(content).map_or(Format::Elf, Format::Foreign);
    }
    if content.starts_with(&FATBIN_MAGIC) {
        return Format::Fatbin;
    }
    if content.starts_with(BYTECODE) {
        return Format::Mlir;
    }
    if is_bitcode(content) {
        return Format::Llvm;
    }
    if let Some(kind) = foreign::by_first_bytes(content) {
        return Format::Foreign(kind);
    }
    let text = without_nul(content);
    let has_only_nuls = text.is_empty() && !content.is_empty();
    if has_only_nuls || text.iter().take(TEXT_PROBE).any(|byte| *byte == 0) {
        return Format::Foreign("a file of no known kind");
    }
    let extension = path.extension().and_then(|extension| extension.to_str());
    match extension {
        Some("mlir" | "mlirbc") => return Format::Mlir,
        Some("ll" | "bc") => return Format::Llvm,
        Some("ptx") => return Format::Ptx,
        Some("cubin" | "o") => return Format::Elf,
        Some("fatbin") => return Format::Fatbin,
        _ => {}
    }
    // llc writes PTX with the ending of assembly.
    match guess(content) {
        Format::Ptx => Format::Ptx,
        guessed => foreign::source(extension.unwrap_or_default(), content).map_or(guessed, Format::Foreign),
    }
}

/// The format of a text whose file name has an unknown extension. The default is MLIR, whose parser then reports an
/// error.
fn guess(content: &[u8]) -> Format {
    let code = content.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii_start);
    let first = code.into_iter().find(|line| !line.is_empty() && !line.starts_with(b"//") && !line.starts_with(b";"));
    let llvm = [b"source_filename".as_slice(), b"target ", b"define ", b"declare ", b"@", b"%", b"!nvvm", b"!llvm"];
    // A line that begins with a semicolon is a comment of LLVM IR and nothing in MLIR.
    let comment = content.trim_ascii_start().starts_with(b";");
    match first {
        Some(line) if line.starts_with(b".version") => Format::Ptx,
        Some(line) if llvm.iter().any(|word| line.starts_with(word)) => Format::Llvm,
        _ if comment => Format::Llvm,
        _ => Format::Mlir,
    }
}

#[cfg(test)]
mod tests {
    use super::{Format, Limit, format_of};
    use std::io::{Read, repeat};
    use std::path::Path;

    #[test]
    fn the_limit_is_respected() {
        let limit = Limit(1);
        let read = |size: u64| limit.read(repeat(b'x').take(size), 0).map(|content| content.map(|bytes| bytes.len()));
        assert!(matches!(read(1 << 20), Ok(Some(0x10_0000))));
        assert!(matches!(read((1 << 20) + 1), Ok(None)));
        // An infinite stream.
        assert!(matches!(limit.read(repeat(b'x'), 0), Ok(None)));
    }

    #[test]
    fn magic_numbers_take_precedence_over_the_name() {
        assert_eq!(format_of(Path::new("x.mlir"), b"\x7fELF\x02"), Format::Elf);
        assert_eq!(format_of(Path::new("x.ll"), b"BC\xc0\xde0123"), Format::Llvm);
        assert_eq!(format_of(Path::new("x.ll"), b"ML\xefR\x06"), Format::Mlir);
        assert_eq!(format_of(Path::new("x.mlir"), b"\x50\xed\x55\xba\x01"), Format::Fatbin);
        assert_eq!(format_of(Path::new("x.mlir"), b"\x01\x00\x02"), Format::Foreign("a file of no known kind"));
    }

    #[test]
    fn an_extension_takes_precedence_over_a_guess() {
        assert_eq!(format_of(Path::new("x.ll"), b"module {}"), Format::Llvm);
        assert_eq!(format_of(Path::new("x.mlir"), b"define void @k()"), Format::Mlir);
    }

    #[test]
    fn the_format_of_text_without_an_extension_is_guessed() {
        for (text, format) in [
            (".version 8.4\n", Format::Ptx),
            (".version 8.4\n\0", Format::Ptx),
            ("// made by hand\n.version 8.4\n", Format::Ptx),
            ("; ModuleID = 'x'\nsource_filename = \"x\"\n", Format::Llvm),
            ("define void @k() {\n", Format::Llvm),
            ("module {}", Format::Mlir),
            ("// RUN\n#map = 1", Format::Mlir),
            ("", Format::Mlir),
        ] {
            assert_eq!(format_of(Path::new("-"), text.as_bytes()), format, "{text}");
        }
        assert_eq!(format_of(Path::new("k.s"), b"//\n.version 8.4\n"), Format::Ptx);
        assert_eq!(format_of(Path::new("k.s"), b"\t.text\n"), Format::Foreign("assembly"));
    }
}
