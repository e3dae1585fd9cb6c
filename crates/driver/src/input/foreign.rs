//! Recognises files of other kinds, so that an error can say what an input is.
//!
//! Most are recognised by their first bytes, which nothing that is accepted begins with. Source code is recognised by
//! the ending of its name, or else by its first line of code, if nothing else begins like that.

/// The first bytes of files.
const MAGIC: &[(&[u8], &str)] = &[
    (b"!<arch>\n", "an archive (.a)"),
    (b"PK\x03\x04", "a zip archive"),
    (b"\x1f\x8b", "a gzip file"),
    (b"\xfd7zXZ\0", "an xz file"),
    (b"BZh", "a bzip2 file"),
    (b"\x28\xb5\x2f\xfd", "a zstd file"),
    (b"\x89PNG", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF8", "a GIF image"),
    (b"%PDF-", "a PDF document"),
    (b"\x03\x02\x23\x07", "SPIR-V"),
    (b"\0asm", "WebAssembly"),
    (b"MZ", "a program for Windows"),
    (b"\xcf\xfa\xed\xfe", "a Mach-O file"),
    (b"\xca\xfe\xba\xbe", "a Mach-O file"),
    (b"version https://git-lfs.github.com/spec/", "a Git LFS pointer, whose file is not fetched"),
    (b"\xff\xfe", "a text in UTF-16"),
    (b"\xfe\xff", "a text in UTF-16"),
    (b"\xef\xbb\xbf", "a text with a byte order mark"),
];

/// The name of a format in the header of a tar archive, and its position.
const TAR: (usize, &[u8]) = (257, b"ustar");

/// The endings of the names of source code.
const SOURCES: &[(&[&str], &str)] = &[
    (&["cu", "cuh"], "CUDA C++ source"),
    (&["c", "cc", "cpp", "cxx", "C", "h", "hh", "hpp", "hxx"], "C or C++ source"),
    (&["py", "pyi"], "Python source"),
    (&["rs"], "Rust source"),
    (&["cl"], "OpenCL source"),
    (&["td"], "TableGen source"),
    (&["s", "S", "sass"], "assembly"),
    (&["json"], "JSON"),
    (&["toml"], "TOML"),
    (&["yml", "yaml"], "YAML"),
    (&["md", "rst"], "a text document"),
];

/// How a line of code in C++ or Python begins. No line of MLIR, LLVM IR or PTX does.
const LINES: &[(&[u8], &str)] = &[
    (b"#include", "C or C++ source"),
    (b"#pragma", "C or C++ source"),
    (b"__global__", "CUDA C++ source"),
    (b"extern \"C\"", "C or C++ source"),
    (b"#!", "a script"),
    (b"import ", "Python source"),
    (b"from ", "Python source"),
    (b"def ", "Python source"),
];

/// The machine in an ELF file, of which a cubin has another one.
const MACHINES: &[(u16, &str)] = &[
    (62, "an ELF file for x86-64"),
    (183, "an ELF file for AArch64"),
    (243, "an ELF file for RISC-V"),
    (224, "an ELF file for AMD GPUs"),
    (247, "eBPF"),
];

const CUDA: u16 = 190;

/// What an ELF file is, if it is for no GPU of NVIDIA.
pub fn elf(content: &[u8]) -> Option<&'static str> {
    let bytes: [u8; 2] = content.get(18..20)?.try_into().ok()?;
    let machine = if content.get(5) == Some(&2) { u16::from_be_bytes(bytes) } else { u16::from_le_bytes(bytes) };
    let known = MACHINES.iter().find(|(known, _)| *known == machine).map(|(_, kind)| *kind);
    known.or((machine != CUDA).then_some("an ELF file for another machine"))
}

/// What a file is, if its first bytes say it.
pub fn by_first_bytes(content: &[u8]) -> Option<&'static str> {
    let is_tar = content.get(TAR.0..).is_some_and(|rest| rest.starts_with(TAR.1));
    let known = MAGIC.iter().find(|(magic, _)| content.starts_with(magic)).map(|(_, kind)| *kind);
    known.or(is_tar.then_some("a tar archive"))
}

/// What language a text is in, if the ending of its name or its first line of code says it.
pub fn source(extension: &str, content: &[u8]) -> Option<&'static str> {
    let known = SOURCES.iter().find(|(endings, _)| endings.contains(&extension)).map(|(_, kind)| *kind);
    known.or_else(|| {
        let lines = content.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii_start);
        let is_code = |line: &&[u8]| ![b"//".as_slice(), b"# "].iter().any(|start| line.starts_with(start));
        let first = lines.into_iter().filter(|line| !line.is_empty()).find(is_code)?;
        LINES.iter().find(|(start, _)| first.starts_with(start)).map(|(_, kind)| *kind)
    })
}
