//! Fat binaries of the real `fatbinary`, changed copies of them, and the undefined symbols of relocatable cubins.

#![expect(clippy::expect_used, reason = "a test")]

use std::borrow::Cow;
use std::sync::LazyLock;

use crate::common::{assemble, module};
use proptest::prelude::*;
use tileiras_cubin::{Cubin, Fatbin, FatbinError, Image, ImageKind, undefined};
use tileiras_test_support::ptxas::fatbinary;

/// A cubin for a chip without `sm_`, of a kernel with an exact block.
fn cubin(chip: &str) -> Vec<u8> {
    let chip = format!("sm_{chip}");
    assemble(&chip, &module(&chip, "8.8", &[".reqntid 32".to_owned()]), &[])
}

/// A fat binary of three cubins and one PTX module, with these arguments of `fatbinary`.
fn packed(arguments: &[&str]) -> Vec<u8> {
    let cubins = ["80", "90a", "100f"].map(|chip| (chip, cubin(chip)));
    let mut images: Vec<_> = cubins.iter().map(|(chip, cubin)| ("elf", *chip, cubin.as_slice())).collect();
    let ptx = module("sm_90", "8.8", &[".maxntid 64".to_owned()]);
    images.push(("ptx", "90", ptx.as_bytes()));
    fatbinary(&images, arguments)
}

/// More bytes than all images have.
const LIMIT: u64 = 1 << 20;

static PACKED: LazyLock<Vec<u8>> = LazyLock::new(|| packed(&["--compress-all"]));

static GROUP: LazyLock<Vec<u8>> = LazyLock::new(|| packed(&["--concat"]));

#[test]
fn every_compression_yields_the_same_images() {
    for mode in ["none", "default", "size", "speed", "balance"] {
        let bytes = packed(&["--compress-all", &format!("--compress-mode={mode}")]);
        let images = Fatbin::read(&bytes).expect("it is valid").images;
        let found: Vec<_> = images.iter().map(|image| (image.kind, image.arch.as_str())).collect();
        let cubin_for = |chip| (ImageKind::Cubin, chip);
        assert_eq!(found, [cubin_for("sm_80"), cubin_for("sm_90a"), cubin_for("sm_100f"), (ImageKind::Ptx, "sm_90")]);
        for (image, chip) in images.iter().zip(["80", "90a", "100f"]) {
            let content = image.content(&mut LIMIT.clone()).expect("it is valid");
            assert!(content.starts_with(&cubin(chip)), "{mode}: {chip}");
            assert_eq!(Cubin::read(&content).expect("a cubin"), Cubin::read(&cubin(chip)).expect("a cubin"));
        }
        let ptx = images[3].content(&mut LIMIT.clone()).expect("it is valid");
        let ptx = str::from_utf8(&ptx).expect("text");
        assert!(ptx.contains(".maxntid 64") && ptx.ends_with(|last| last != '\0'), "{mode}: {ptx:?}");
    }
}

/// `--concat` writes the contents of several images as one.
#[test]
fn the_images_of_a_group_are_those_without_it() {
    let images_of = |bytes: &[u8], budget: u64| -> Vec<_> {
        let images = Fatbin::read(bytes).expect("it is valid").images;
        let mut budget = budget;
        let mut content = |image: &Image<'_>| image.content(&mut budget).map(Cow::into_owned);
        let image = |image: Image<'_>| (image.arch.clone(), image.kind, image.options.clone(), content(&image));
        let mut found: Vec<_> = images.into_iter().map(image).collect();
        found.sort_by(|one, two| one.0.cmp(&two.0));
        found
    };
    let ptx = ["80", "90"].map(|chip| (chip, module(&format!("sm_{chip}"), "8.8", &[".maxntid 64".to_owned()])));
    let cubins = ["86", "90a", "100f"].map(|chip| (chip, cubin(chip)));
    let mut images: Vec<_> = ptx.iter().map(|(chip, text)| ("ptx", *chip, text.as_bytes())).collect();
    images.extend(cubins.iter().map(|(chip, cubin)| ("elf", *chip, cubin.as_slice())));
    for more in [&[][..], &["--cmdline=-O3 --maxrregcount 32 -v"], &["--compress-mode=speed", "--cmdline=-O1"]] {
        let single = images_of(&fatbinary(&images, more), LIMIT);
        let options = more.iter().find_map(|option| option.strip_prefix("--cmdline=")).unwrap_or_default();
        for (_, kind, of_image, _) in &single {
            assert_eq!(of_image, if *kind == ImageKind::Ptx { options } else { "" }, "{kind:?}");
        }
        let group = fatbinary(&images, &[&["--concat"], more].concat());
        assert_eq!(images_of(&group, LIMIT), single, "{more:?}");
        assert!(images_of(&group, 1000).iter().any(|(.., content)| content.is_err()), "the budget bounds a group");
        for length in 0..group.len() {
            assert!(Fatbin::read(&group[..length]).is_err(), "cut off at {length}");
        }
    }
}

#[test]
fn fat_binaries_in_sequence_are_read_as_one() {
    let twice = [PACKED.as_slice(), PACKED.as_slice(), &[0; 16]].concat();
    assert_eq!(Fatbin::read(&twice).expect("it is valid").images.len(), 8);
}

#[test]
fn other_files_are_refused() {
    let text = |bytes: &[u8]| Fatbin::read(bytes).expect_err("refused").to_string();
    assert_eq!(text(b""), "offset 0x0: not the magic number of a fat binary");
    assert_eq!(text(b"\x7fELF"), "offset 0x0: not the magic number of a fat binary");
    assert_eq!(text(&PACKED[..15]), "offset 0x0: the fat binary is cut off or malformed");
    let mut other = PACKED.clone();
    other[4] = 2;
    assert_eq!(text(&other), "offset 0x0: unknown version 2 of fat binaries, the known one is 1");
    for length in 0..PACKED.len() {
        assert!(Fatbin::read(&PACKED[..length]).is_err(), "cut off at {length}");
    }
    let mut trailing = PACKED.clone();
    trailing.push(1);
    assert_eq!(Fatbin::read(&trailing), Err(FatbinError::Magic { offset: PACKED.len() }));
}

/// A size of 2⁶³ bytes must not be allocated.
#[test]
fn an_image_has_the_size_that_its_header_states() {
    for (size, fault) in [(0, "cannot be decompressed"), (1, "cannot be decompressed"), (u64::MAX / 2, "is too large")]
    {
        let mut bytes = PACKED.clone();
        bytes[16 + 56..16 + 64].copy_from_slice(&size.to_le_bytes());
        let images = Fatbin::read(&bytes).expect("the headers are valid").images;
        let error = images[0].content(&mut LIMIT.clone()).expect_err("refused").to_string();
        assert_eq!(error, format!("offset 0x10: the image for sm_80 {fault}"));
    }
}

#[test]
fn one_budget_bounds_all_images() {
    let images = Fatbin::read(&PACKED).expect("it is valid").images;
    let mut budget = LIMIT;
    for image in &images {
        image.content(&mut budget).expect("it is valid");
    }
    let mut exact = LIMIT - budget;
    assert!(images.iter().all(|image| image.content(&mut exact).is_ok()) && exact == 0);
    let mut less = LIMIT - budget - 1;
    let failed = images.iter().find_map(|image| image.content(&mut less).err());
    assert!(matches!(&failed, Some(FatbinError::TooLarge { arch, .. }) if arch == "sm_90"), "{failed:?}");
}

#[test]
fn undefined_symbols_are_named_with_their_users() {
    let calls = |kernel: &str| format!(".visible .entry {kernel}() {{ call f, (); ret; }}\n");
    let kernels: String = (0..6).map(|number| calls(&format!("k{number}"))).collect();
    // Before sm_90, ptxas writes relocations without addends.
    for chip in ["sm_75", "sm_80", "sm_90", "sm_100"] {
        let text = format!(
            ".version 8.7\n.target {chip}\n.address_size 64\n.extern .func f();\n.extern .global .b32 g;
            .visible .global .u64 p = g;\n.visible .const .u64 q = g;\n{kernels}"
        );
        let found = undefined(&assemble(chip, &text, &["-c"])).expect("a cubin");
        let mut found: Vec<String> = found.iter().map(ToString::to_string).collect();
        found.sort();
        assert_eq!(
            found,
            ["'f', used by 'k5', 'k4', 'k3', 'k2' and 2 more", "'g', used by a global variable"],
            "{chip}"
        );
    }
    assert_eq!(undefined(&cubin("90a")).expect("a cubin"), []);
}

proptest! {
    #[test]
    fn changed_bytes_never_panic(is_group: bool, changes in prop::collection::vec((any::<usize>(), any::<u8>()), 1..8)) {
        let mut bytes = if is_group { GROUP.clone() } else { PACKED.clone() };
        for (position, byte) in changes {
            // Headers are near the start.
            let length = bytes.len().min(if is_group { 400 } else { usize::MAX });
            bytes[position % length] = byte;
        }
        for image in Fatbin::read(&bytes).map_or_else(|_| Vec::new(), |fatbin| fatbin.images) {
            if let Ok(content) = image.content(&mut LIMIT.clone()) {
                let _ = (Cubin::read(&content).is_ok(), undefined(&content).is_ok());
            }
        }
    }
}

/// As in a section of a program: one after the other, with zeros between them.
#[test]
fn parts_are_the_fat_binaries_after_each_other() {
    let one = &*PACKED;
    let mut bytes = [one.as_slice(), &[0; 24], &GROUP, &[0; 8]].concat();
    let second = one.len() + 24;
    assert_eq!(Fatbin::parts(&bytes), [Ok(0..one.len()), Ok(second..second + GROUP.len())]);
    assert!(Fatbin::parts(&[0; 64]).is_empty() && Fatbin::parts(&[]).is_empty());
    // The size of the first one is too large, and the second one is found all the same.
    bytes[8..16].copy_from_slice(&u64::MAX.to_le_bytes());
    let found = Fatbin::parts(&bytes);
    assert_eq!(found.first(), Some(&Err(FatbinError::CutOff { offset: 0 })));
    assert_eq!(found.last(), Some(&Ok(second..second + GROUP.len())));
}

#[test]
fn bytes_that_belong_to_no_fat_binary_are_an_error() {
    let bytes = [b"12345678".as_slice(), &PACKED].concat();
    assert_eq!(Fatbin::parts(&bytes), [Err(FatbinError::Magic { offset: 0 }), Ok(8..bytes.len())]);
}
