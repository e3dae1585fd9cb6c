//! Files that are not cubins, and damaged cubins: an error with a reason, never a panic.

#![expect(clippy::expect_used, reason = "a test")]

use std::sync::LazyLock;

use crate::common::{assemble, module, read};
use object::LittleEndian;
use object::elf::FileHeader64;
use object::read::elf::{FileHeader, SectionHeader};
use proptest::prelude::*;
use tileiras_cubin::{AttributeError, Cubin, CubinError};

/// A cubin with every launch attribute, for a chip with the `.nv.merc.*` sections.
static CUBIN: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let headers = [
        ".reqntid 128, 2 .reqnctapercluster 2, 1, 1 .explicitcluster .blocksareclusters .maxnreg 64",
        ".maxntid 64 .maxclusterrank 8",
    ];
    assemble("sm_100a", &module("sm_100a", "9.0", &headers.map(str::to_owned)), &[])
});

/// The position in the file of the header of the section with that name, and the section's offset and size.
fn section(bytes: &[u8], wanted: &str) -> (usize, usize, usize) {
    let header = FileHeader64::<LittleEndian>::parse(bytes).expect("ELF");
    let sections = header.sections(LittleEndian, bytes).expect("sections");
    for (index, section) in sections.iter().enumerate() {
        if sections.section_name(LittleEndian, section) == Ok(wanted.as_bytes()) {
            let (offset, size) = section.file_range(LittleEndian).expect("bytes");
            let table = header.e_shoff.get(LittleEndian) as usize;
            return (table + 64 * index, offset as usize, size as usize);
        }
    }
    panic!("no section '{wanted}'")
}

/// The position in the file of the attribute with that code in a section.
fn attribute(bytes: &[u8], wanted: &str, code: u8) -> usize {
    let (_, mut position, size) = section(bytes, wanted);
    let end = position + size;
    while position < end {
        if bytes[position + 1] == code {
            return position;
        }
        let length = usize::from(u16::from_le_bytes([bytes[position + 2], bytes[position + 3]]));
        position += 4 + if bytes[position] == 4 { length } else { 0 };
    }
    panic!("no attribute {code:#x}")
}

fn changed(change: impl FnOnce(&mut Vec<u8>)) -> CubinError {
    let mut bytes = CUBIN.clone();
    change(&mut bytes);
    Cubin::read(&bytes).expect_err("refused")
}

#[test]
fn files_of_other_kinds_are_distinguished() {
    let text = |bytes: &[u8]| Cubin::read(bytes).expect_err("refused").to_string();
    assert_eq!(text(b""), "the file is empty");
    assert_eq!(text(b"\x7fEL"), "the file is not an ELF file, so it is not a cubin");
    assert_eq!(text(b"\x7fELF"), "the file is not an ELF file, so it is not a cubin");
    assert_eq!(text(b".version 8.0\n"), "the file is not an ELF file, so it is not a cubin");
    assert!(text(b"\x50\xed\x55\xba\x01\x00\x10\x00").contains("fat binary"));
    assert_eq!(text(b"\x7fELF\x01\x01"), "the file is not a 64-bit little-endian ELF file, so it is not a cubin");
    assert_eq!(text(b"\x7fELF\x02\x02"), "the file is not a 64-bit little-endian ELF file, so it is not a cubin");
    let own = std::fs::read(std::env::current_exe().expect("this test")).expect("read");
    let machine = FileHeader64::<LittleEndian>::parse(own.as_slice()).expect("ELF").e_machine(LittleEndian);
    assert!(text(&own).starts_with(&format!("the file is an ELF file for machine {machine}, ")));
    assert!(matches!(changed(|bytes| bytes[7] = 0), CubinError::UnknownAbi { abi: 0 }));
}

#[test]
fn the_abi_of_cuda_12_is_read() {
    // Measured: 12.9 writes 0x5a055a for sm_90 and 0x5a0d5a for sm_90a.
    for (flags, arch) in [(0x005a_055a_u32, "sm_90"), (0x005a_0d5a, "sm_90a"), (0x004b_054b, "sm_75")] {
        let mut bytes = assemble("sm_90", &module("sm_90", "8.0", &[]), &[]);
        bytes[7] = 0x33;
        bytes[48..52].copy_from_slice(&flags.to_le_bytes());
        assert_eq!(read(&bytes).arch.to_string(), arch);
    }
}

#[test]
fn a_cubin_that_is_cut_off_is_refused_at_every_length() {
    for length in 0..CUBIN.len() {
        // The program header table is last, and the reader ignores it.
        if let Ok(cubin) = Cubin::read(&CUBIN[..length]) {
            assert_eq!(cubin, read(&CUBIN), "at {length} of {}", CUBIN.len());
            assert!(length + 1024 > CUBIN.len(), "at {length} of {}", CUBIN.len());
        }
    }
}

#[test]
fn an_attribute_that_exceeds_its_section_is_refused() {
    let name = ".nv.info.k0";
    let position = attribute(&CUBIN, name, 0x10);
    let (_, offset, size) = section(&CUBIN, name);
    let error = changed(|bytes| bytes[position + 2..position + 4].copy_from_slice(&0xfff0u16.to_le_bytes()));
    let CubinError::Attribute { section, offset: at, fault: AttributeError::CutOff { needed, left } } = error else {
        panic!("{error}")
    };
    assert_eq!((section.as_str(), at), (name, position - offset));
    assert_eq!((needed, left), (0xfff4, size - at));
    // The header of an attribute is cut off.
    let (header, _, size) = self::section(&CUBIN, name);
    let error = changed(|bytes| bytes[header + 32..header + 40].copy_from_slice(&(size as u64 - 1).to_le_bytes()));
    assert!(
        matches!(error, CubinError::Attribute { fault: AttributeError::CutOff { needed: 4, left: 3 }, .. }),
        "{error}"
    );
}

#[test]
fn an_attribute_of_the_wrong_size_is_refused() {
    for code in [0x05u8, 0x10, 0x3d, 0x3e, 0x3f, 0x5b, 0x1b, 0x19] {
        let name = if matches!(code, 0x05 | 0x3f) { ".nv.info.k1" } else { ".nv.info.k0" };
        let position = attribute(&CUBIN, name, code);
        // Makes the size of format 4 wrong. The other formats have no size; format 2 has a value of one byte.
        let error = changed(|bytes| {
            bytes[position] = if bytes[position] == 4 {
                bytes[position + 2] -= 4;
                4
            } else {
                2
            };
        });
        let wrong = matches!(&error, CubinError::Attribute { fault: AttributeError::Size { .. }, .. });
        assert!(wrong, "{code:#x}: {error}");
    }
    let position = attribute(&CUBIN, ".nv.info.k0", 0x10);
    let error = changed(|bytes| bytes[position] = 9);
    assert!(error.to_string().ends_with("unknown format 9 of attribute 0x10, the known ones are 1 to 4"), "{error}");
}

#[test]
fn a_fact_that_is_stated_twice_is_refused() {
    let position = attribute(&CUBIN, ".nv.info.k0", 0x3d);
    let error = changed(|bytes| bytes[position + 1] = 0x10);
    assert!(error.to_string().ends_with("REQNTID is stated twice"), "{error}");
    let position = attribute(&CUBIN, ".nv.info.k0", 0x3e);
    let error = changed(|bytes| bytes[position + 1] = 0x5b);
    assert!(error.to_string().ends_with("BLOCKS_ARE_CLUSTERS is stated twice"), "{error}");
}

#[test]
fn sections_that_overlap_are_refused() {
    let (header, ..) = section(&CUBIN, ".nv.info.k0");
    let (_, other, _) = section(&CUBIN, ".nv.info.k1");
    let error = changed(|bytes| bytes[header + 24..header + 32].copy_from_slice(&(other as u64 + 4).to_le_bytes()));
    assert!(matches!(error, CubinError::Overlap { .. }), "{error}");
    let error = changed(|bytes| bytes[header + 32..header + 40].copy_from_slice(&u64::MAX.to_le_bytes()));
    assert!(matches!(error, CubinError::Overlap { .. } | CubinError::Malformed { .. }), "{error}");
}

#[test]
fn two_sections_for_one_kernel_and_two_kernels_of_one_name_are_refused() {
    let (from, ..) = section(&CUBIN, ".nv.info.k0");
    let (to, ..) = section(&CUBIN, ".nv.info.k1");
    let error = changed(|bytes| bytes.copy_within(from..from + 4, to));
    assert_eq!(error.to_string(), "malformed section: '.nv.info.k0' belongs to the kernel 'k1'");
    // The index of the section of the code.
    let error = changed(|bytes| bytes.copy_within(from + 44..from + 48, to + 44));
    assert!(matches!(&error, CubinError::DuplicateSection { name } if name.starts_with(".nv.info.k")), "{error}");
    let (_, strings, size) = section(&CUBIN, ".strtab");
    // As `nvlink` writes two local kernels of one name.
    let error = changed(|bytes| {
        bytes.copy_within(from..from + 4, to);
        let names = &mut bytes[strings..strings + size];
        let position = names.windows(4).position(|name| name == b"\0k1\0").expect("a kernel");
        names[position + 2] = b'0';
    });
    assert!(matches!(&error, CubinError::DuplicateKernel { name } if name == "k0"), "{error}");
    let error = changed(|bytes| {
        let names = &mut bytes[strings..strings + size];
        let position = names.windows(4).position(|name| name == b"\0k1\0").expect("a kernel");
        names[position + 2] = 0xff;
    });
    assert!(error.to_string().ends_with(r"is not UTF-8: 'k\xff'"), "{error}");
}

#[test]
fn a_kernel_without_a_section_of_attributes_is_refused() {
    let (header, ..) = section(&CUBIN, ".nv.info.k0");
    let refused = |offset: usize, value: u8| {
        let mut bytes = CUBIN.clone();
        bytes[header + offset] = value;
        Cubin::read(&bytes).expect_err("refused").to_string()
    };
    // An unknown section type, and the code of no kernel.
    for (offset, value) in [(4, 0x77), (0x2c, 0xff)] {
        assert_eq!(refused(offset, value), "malformed section: the kernel 'k0' has no section '.nv.info.k0'");
    }
}

#[test]
fn a_kernel_without_a_symbol_is_refused() {
    let (header, ..) = section(&CUBIN, ".symtab");
    // The type of the section, which is the table of symbols no more.
    let error = changed(|bytes| bytes[header + 4] = 0x77);
    let text = error.to_string();
    let named = text.strip_prefix("malformed symbol table: '.nv.info.k");
    assert!(
        named.is_some_and(|rest| rest.ends_with("' belongs to a kernel that the symbol table does not have")),
        "{text}"
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn bytes_of_any_kind_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..512)) {
        let _ = Cubin::read(&bytes);
        let mut elf = CUBIN[..64].to_vec();
        elf.extend(bytes);
        let _ = Cubin::read(&elf);
    }

    #[test]
    fn a_damaged_cubin_never_panics(
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8),
        length in any::<prop::sample::Index>(),
        cut in prop::bool::weighted(0.2),
    ) {
        let mut bytes = CUBIN.clone();
        for (position, byte) in damage {
            let position = position.index(bytes.len());
            bytes[position] = byte;
        }
        if cut {
            bytes.truncate(length.index(bytes.len()));
        }
        match Cubin::read(&bytes) {
            Ok(cubin) => prop_assert!(cubin.kernels.len() <= bytes.len() / 24),
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
    }

    /// Extreme numbers in the file header and the section headers.
    #[test]
    fn a_cubin_with_hostile_tables_never_panics(
        damage in prop::collection::vec((any::<prop::sample::Index>(), prop::sample::select(vec![
            0u32, 1, 2, 0x7f, 0xff, 0xffff, 0x7fff_ffff, 0x8000_0000, 0xffff_fff0, u32::MAX,
        ])), 1..5),
    ) {
        let mut bytes = CUBIN.clone();
        let header = FileHeader64::<LittleEndian>::parse(bytes.as_slice()).expect("ELF");
        let table = header.e_shoff.get(LittleEndian) as usize;
        let words = (bytes.len() - table) / 4;
        for (position, word) in damage {
            // The file header, or the section headers at the end.
            let position = position.index(words + 16);
            let position = if position < 16 { 4 * position } else { table + 4 * (position - 16) };
            bytes[position..position + 4].copy_from_slice(&word.to_le_bytes());
        }
        let _ = Cubin::read(&bytes);
    }
}
