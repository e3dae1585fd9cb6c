//! The reader of cubins.

use crate::{FuzzTarget, Outcome, contents};
use std::collections::HashSet;
use tileiras_contract::audit::{Audit, Snapshot};
use tileiras_cubin::Cubin;
use tileiras_test_support::ptxas::assemble;
use tileiras_test_support::rng::Rng;

/// The target.
pub const TARGET: FuzzTarget = FuzzTarget { name: "cubin", check, seeds, generate, cases: 20_000 };

/// Checks that names are unique, that the audit of the file against itself succeeds, and that bytes after the end of
/// the file change nothing.
fn check(bytes: &[u8]) -> Outcome {
    let read = Cubin::read(bytes);
    match &read {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(cubin) => {
            let names: HashSet<_> = cubin.kernels.iter().map(|kernel| kernel.name.as_str()).collect();
            assert_eq!(names.len(), cubin.kernels.len());
            assert!(cubin.kernels.iter().all(|kernel| cubin.kernel(&kernel.name) == Some(kernel)));
            assert!(serde_json::to_string(cubin).is_ok());
            let facts = Snapshot::from(cubin);
            assert!(serde_json::to_string(&tileiras_contract::audit::SnapshotJson(&facts)).is_ok());
            assert!(Audit::compare(&facts, &facts).is_faithful(), "{facts:?}");
            let longer = [bytes, &[0; 64]].concat();
            assert_eq!(Cubin::read(&longer).ok().as_ref(), Some(cubin));
        }
    }
    Outcome::of(&read)
}

/// Cubins of the pinned `ptxas` for chips of each ABI.
fn seeds() -> Vec<Vec<u8>> {
    let kernels = "{ ret; }\n.visible .entry j(.param .u64 p) .maxntid 7, 2 .minnctapersm 2 { ret; }\n";
    let small = |chip: &str, version: &str, header: &str| {
        format!(".version {version}\n.target {chip}\n.address_size 64\n.visible .entry k() {header} {kernels}")
    };
    let blocks = ".reqntid 64 .reqnctapercluster 2 .blocksareclusters";
    let mut texts = vec![
        ("sm_80", small("sm_80", "7.8", ".reqntid 128, 2 .maxnreg 64")),
        ("sm_90a", small("sm_90a", "9.0", blocks)),
        ("sm_90", small("sm_90", "7.8", ".explicitcluster .maxclusterrank 8")),
        ("sm_100a", small("sm_100a", "9.0", blocks)),
    ];
    let saxpy = contents("scripts/fuzz/seeds/ptx", &["saxpy.ptx"]);
    texts.extend(saxpy.into_iter().map(|text| ("sm_90a", String::from_utf8_lossy(&text).into_owned())));
    texts.iter().map(|(chip, text)| assemble(chip, text.as_bytes(), &[])).collect()
}

/// A cubin with changed bytes and words, a moved part, or without its end.
fn generate(rng: &mut Rng, seeds: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = seeds[rng.below(seeds.len())].clone();
    for _ in 0..1 + rng.below(4) {
        let at = rng.below(bytes.len());
        match rng.below(5) {
            0 => bytes[at] = rng.next() as u8,
            1 => bytes[at] ^= 1 << rng.below(8),
            2 => {
                let word = rng.pick(&[0, 1, 2, 3, 0x40, 0x7fff_ffff, 0xffff_ffff, bytes.len() as u32]);
                let at = at & !3;
                let end = bytes.len().min(at + 4);
                bytes[at..end].copy_from_slice(&word.to_le_bytes()[..end - at]);
            }
            3 => {
                let (from, length) = (rng.below(bytes.len()), rng.below(64));
                let length = length.min(bytes.len() - from).min(bytes.len() - at);
                bytes.copy_within(from..from + length, at);
            }
            _ if rng.percent(20) => bytes.truncate(at + 1),
            _ => {}
        }
    }
    bytes
}
