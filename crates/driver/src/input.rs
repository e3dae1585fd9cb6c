//! Reading an input, and telling what it is.
//!
//! The content decides, not the name: bitcode and MLIR bytecode begin with their magic numbers, an ELF file with its own.
//! Of the texts, PTX begins with `.version`; LLVM IR and MLIR are told apart by the name, and by their first word where the
//! name says nothing. What is empty is refused: nothing can be made of it, and mostly it is what a failed step left.

use std::fmt::{self, Display, Formatter};
use std::io::Read as _;
use std::path::Path;

use tileiras_mlir::llvm::is_bitcode;
use tileiras_ptxas::reason;

use crate::exit::{Fault, Kind};
use crate::place::is_standard;

/// What an input holds.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Format {
    /// MLIR, text or bytecode.
    Mlir,
    /// LLVM IR, text or bitcode.
    Llvm,
    /// PTX.
    Ptx,
    /// An ELF file, or a fat binary, which holds some.
    Elf,
    /// Bytes of no known kind.
    Binary,
}

impl Display for Format {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Mlir => "MLIR",
            Self::Llvm => "LLVM IR",
            Self::Ptx => "PTX",
            Self::Elf => "an ELF file or a fat binary",
            Self::Binary => "a file of no known kind",
        })
    }
}

/// How a fat binary begins.
const FAT_BINARY: [u8; 4] = [0x50, 0xed, 0x55, 0xba];

/// How many bytes are looked at to tell a text from other bytes.
const BEGINNING: usize = 1024;

/// An input, read.
#[derive(Debug)]
pub struct Input {
    /// For locations and messages.
    pub name: String,
    /// What it holds.
    pub format: Format,
    /// All of it.
    pub content: Vec<u8>,
}

impl Input {
    /// Reads a file, or standard input for `-`.
    ///
    /// # Errors
    /// When it cannot be read or is empty.
    pub fn read(path: &Path) -> Result<Self, Fault> {
        let mut content = Vec::new();
        let name = name_of(path);
        let read = if is_standard(path) {
            std::io::stdin().lock().read_to_end(&mut content).map(drop)
        } else {
            std::fs::read(path).map(|bytes| content = bytes)
        };
        read.map_err(|error| Kind::Input.fault(format!("{name}: cannot be read: {}", reason(&error))))?;
        if content.iter().all(u8::is_ascii_whitespace) {
            return Err(Kind::Input.fault(format!("{name}: is empty")));
        }
        let format = format_of(path, &content);
        Ok(Self { name, format, content })
    }
}

/// What locations and messages call an input.
pub fn name_of(path: &Path) -> String {
    if is_standard(path) { "<stdin>".to_owned() } else { path.display().to_string() }
}

fn format_of(path: &Path, content: &[u8]) -> Format {
    if content.starts_with(b"\x7fELF") || content.starts_with(&FAT_BINARY) {
        return Format::Elf;
    }
    if content.starts_with(b"ML\xefR") {
        return Format::Mlir;
    }
    if is_bitcode(content) {
        return Format::Llvm;
    }
    // No text has such a byte where it begins.
    if content.iter().take(BEGINNING).any(|byte| *byte == 0) {
        return Format::Binary;
    }
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("mlir" | "mlirbc") => return Format::Mlir,
        Some("ll" | "bc") => return Format::Llvm,
        Some("ptx") => return Format::Ptx,
        Some("cubin") => return Format::Elf,
        _ => {}
    }
    guess(content)
}

/// What a text without a telling name is. What is left is MLIR, whose parser then says what is wrong.
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
    use super::{Format, format_of};
    use std::path::Path;

    #[test]
    fn content_goes_before_the_name() {
        assert_eq!(format_of(Path::new("x.mlir"), b"\x7fELF\x02"), Format::Elf);
        assert_eq!(format_of(Path::new("x.ll"), b"BC\xc0\xde0123"), Format::Llvm);
        assert_eq!(format_of(Path::new("x.ll"), b"ML\xefR\x06"), Format::Mlir);
        assert_eq!(format_of(Path::new("x.mlir"), b"\x50\xed\x55\xba\x01"), Format::Elf);
        assert_eq!(format_of(Path::new("x.mlir"), b"\x01\x00\x02"), Format::Binary);
    }

    #[test]
    fn a_name_goes_before_a_guess() {
        assert_eq!(format_of(Path::new("x.ll"), b"module {}"), Format::Llvm);
        assert_eq!(format_of(Path::new("x.mlir"), b"define void @k()"), Format::Mlir);
    }

    #[test]
    fn text_without_a_name_is_guessed() {
        for (text, format) in [
            (".version 8.4\n", Format::Ptx),
            ("// made by hand\n.version 8.4\n", Format::Ptx),
            ("; ModuleID = 'x'\nsource_filename = \"x\"\n", Format::Llvm),
            ("define void @k() {\n", Format::Llvm),
            ("module {}", Format::Mlir),
            ("// RUN\n#map = 1", Format::Mlir),
            ("", Format::Mlir),
        ] {
            assert_eq!(format_of(Path::new("-"), text.as_bytes()), format, "{text}");
        }
    }
}
