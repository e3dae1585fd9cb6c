//! The register cap of `target::occupancy` is the one in the cubins of the real `ptxas`, `EIATTR_MAXREG_COUNT`.
//!
//! Compares every block of whole warps and some others, with every `.minnctapersm` and `.maxnreg` of a list, on a
//! sample of chips or on every chip that `ptxas` compiles for.

#![expect(clippy::expect_used, reason = "a test")]

use std::collections::HashMap;

use crate::common::{assemble, chip, module, read};
use tileiras_target::Chip;
use tileiras_target::occupancy::{RegisterDirectives, block_threads};
use tileiras_test_support::harness::sample;

/// The sample: SMs of 1024, 1536 and 2048 threads, and one with a suffix.
const CHIPS: [&str; 4] = ["sm_75", "sm_86", "sm_90a", "sm_100a"];

/// Blocks with a partial warp, blocks that fit on some SM but that no device launches, and products of more than 32
/// bits. The lower 32 bits of the last two products are 1024 and 0.
const ODD_BLOCKS: [[u32; 3]; 14] = [
    [1, 1, 1],
    [33, 1, 1],
    [100, 1, 1],
    [128, 3, 1],
    [417, 1, 1],
    [1000, 1, 1],
    [1023, 1, 1],
    [1025, 1, 1],
    [1536, 1, 1],
    [1537, 1, 1],
    [2048, 1, 1],
    [2049, 1, 1],
    [2_147_484_160, 2, 1],
    [65_536, 65_536, 1],
];

const MINNCTAPERSM: [u32; 7] = [1, 2, 3, 4, 8, 16, 32];

/// Values around the CTA slots of the chips, and the largest value of a header.
const EDGES_OF_MINNCTAPERSM: [u32; 5] = [9, 15, 17, 33, u32::MAX];

const MAXNREG: [u32; 8] = [16, 24, 64, 96, 128, 168, 255, 300];

/// Values around the minimum of a thread, and the largest value of a header.
const EDGES_OF_MAXNREG: [u32; 4] = [1, 23, 25, u32::MAX];

/// Kernels of a module. With more, `ptxas` needs more time for each.
const KERNELS: usize = 1000;

/// A header, and its directives as numbers.
type Case = (String, RegisterDirectives);

fn cases() -> Vec<Case> {
    let stated = |numbers: &[u32]| -> Vec<Option<u32>> {
        std::iter::once(None).chain(numbers.iter().copied().map(Some)).collect()
    };
    let (floors, limits) = (stated(&MINNCTAPERSM), stated(&MAXNREG));
    let more_floors = [&floors[..], &EDGES_OF_MINNCTAPERSM.map(Some)].concat();
    let more_limits = [&limits[..], &EDGES_OF_MAXNREG.map(Some)].concat();
    let mut cases = Vec::new();
    let mut add = |block: Option<[u32; 3]>, floors: &[Option<u32>], limits: &[Option<u32>]| {
        for &minnctapersm in floors {
            for &maxnreg in limits {
                // Both directives give the same cap.
                let word = if cases.len() % 2 == 0 { "maxntid" } else { "reqntid" };
                let shape = block.map(|[x, y, z]| format!(".{word} {x}, {y}, {z}"));
                let floor = minnctapersm.map(|ctas| format!(".minnctapersm {ctas}"));
                let limit = maxnreg.map(|registers| format!(".maxnreg {registers}"));
                let header: Vec<_> = [shape, floor, limit].into_iter().flatten().collect();
                let directives = RegisterDirectives {
                    threads: block.map(block_threads),
                    minnctapersm,
                    maxnreg,
                    local_maxnreg: None,
                };
                cases.push((header.join(" "), directives));
                // Above the share of the block, ptxas writes beyond its tables.
                let most = chip("sm_75").limits().register_cap(directives).registers;
                for local in [30].into_iter().filter(|local| *local <= most) {
                    let directives = RegisterDirectives { local_maxnreg: Some(local), ..directives };
                    cases.push((format!("{} .local_maxnreg {local}", header.join(" ")), directives));
                }
            }
        }
    };
    let step = sample(96, 32);
    for threads in (step..=1024).step_by(step as usize) {
        add(Some([threads, 1, 1]), &floors, &limits);
    }
    for block in std::iter::once(None).chain(ODD_BLOCKS.map(Some)) {
        add(block, &more_floors, &more_limits);
    }
    cases
}

/// The differences on one chip, in one module.
fn differences(chip: Chip, cases: &[Case]) -> Vec<String> {
    let headers: Vec<String> = cases.iter().map(|(header, _)| header.clone()).collect();
    let cubin = read(&assemble(chip.name(), &module(chip.name(), "9.5", &headers), &["-O0", "-w"]));
    let caps: HashMap<_, _> = cubin.kernels.iter().map(|kernel| (kernel.name.as_str(), kernel.max_registers)).collect();
    let difference = |(index, (header, directives)): (usize, &Case)| {
        let found = caps[format!("k{index}").as_str()].expect("every kernel has a cap");
        let expected = chip.limits().register_cap(*directives).registers;
        (u32::from(found) != expected).then(|| format!("{chip}: {header}: {expected}, ptxas {found}"))
    };
    cases.iter().enumerate().filter_map(difference).collect()
}

#[test]
fn the_register_cap_is_that_of_ptxas() {
    let cases = cases();
    // ptxas supports some chips under a later name only.
    let all: Vec<Chip> = Chip::all().filter(|chip| chip.ptxas_arch() == Some(*chip)).collect();
    let chips = sample(CHIPS.map(chip).to_vec(), all);
    let modules = chips.iter().flat_map(|&chip| cases.chunks(KERNELS).map(move |cases| (chip, cases)));
    let wrong: Vec<_> = modules.flat_map(|(chip, cases)| differences(chip, cases)).collect();
    assert!(wrong.is_empty(), "{} of {}: {:#?}", wrong.len(), cases.len() * chips.len(), &wrong[..wrong.len().min(20)]);
    // A block for which earlier versions of the formula were wrong.
    let two = RegisterDirectives { threads: Some(288), minnctapersm: Some(2), maxnreg: Some(168), local_maxnreg: None };
    assert!(cases.iter().any(|(_, directives)| *directives == two));
    assert_eq!(chip("sm_90a").limits().register_cap(two).registers, 96);
}
