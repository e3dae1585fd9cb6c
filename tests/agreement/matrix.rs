//! The cases that are compared.
//!
//! | part | what |
//! |---|---|
//! | sweep | a few contracts on every chip in every PTX version |
//! | singles | each fact with each of its values on every chip |
//! | pairs | each two facts, a few values of each, on every chip |
//! | edges | blocks and occupancy floors around what an SM of the chip holds, blocks around 32 bits |
//! | spots | PTX for one chip, compiled for another |
//! | random | any facts with any values, from a seed |

use crate::case::Case;
use tileiras_contract::{Fact, Value};
use tileiras_target::{Chip, PTX_VERSIONS, PtxVersion};
use tileiras_test_support::rng::Rng;

const CHIPS: [&str; 12] = [
    "sm_80", "sm_86", "sm_89", "sm_90", "sm_90a", "sm_100", "sm_100a", "sm_103a", "sm_110a", "sm_120", "sm_120a",
    "sm_121a",
];

const SEED: u64 = 22;
const RANDOM: usize = 9000;

/// The facts that have directives, besides the entry itself.
const FACTS: [Fact; 9] = [
    Fact::MaxNTid,
    Fact::ReqNTid,
    Fact::ClusterDim,
    Fact::ExplicitCluster,
    Fact::MinCtaSm,
    Fact::MaxNReg,
    Fact::MinPerCtaMemory,
    Fact::MaxClusterRank,
    Fact::BlocksAreClusters,
];

/// A fact with its value.
type Stated = (Fact, Value<'static>);

/// All cases, in an order that is always the same.
pub fn cases() -> Vec<Case> {
    let chips = CHIPS.map(chip);
    let mut cases = Vec::new();
    sweep(&chips, &mut cases);
    singles(&chips, &mut cases);
    pairs(&chips, &mut cases);
    edges(&chips, &mut cases);
    spots(&chips, &mut cases);
    random(&chips, &mut cases);
    cases
}

fn chip(name: &str) -> Chip {
    Chip::parse(name).expect("a chip of the table")
}

fn version(text: &str) -> PtxVersion {
    PtxVersion::parse(text).expect("a version of the table")
}

/// The versions from 7.7, the last one without clusters, to the latest.
fn versions() -> impl Iterator<Item = PtxVersion> {
    PTX_VERSIONS.iter().copied().filter(|&ptx| ptx >= version("7.7"))
}

/// The version for case number `n` on a chip: in turn, each version that supports the chip.
fn version_in_turn(chip: Chip, n: usize) -> PtxVersion {
    let fit: Vec<_> = versions().filter(|&ptx| ptx >= chip.min_ptx()).collect();
    fit[n % fit.len()]
}

fn sizes(sizes: &[i32]) -> Value<'static> {
    Value::I32Array(sizes.to_vec().into())
}

fn number(value: u32) -> Value<'static> {
    Value::Integer { value: value.into(), width: 64 }
}

/// Values on both sides of every limit of a fact. The first few are used in pairs.
fn values(fact: Fact) -> Vec<Value<'static>> {
    let blocks: &[&[i32]] = &[
        &[128],
        &[1024, 1, 1],
        &[64, 4, 8],
        &[0, 1, 1],
        &[i32::MAX, 2, 1],
        &[65_536, 65_536, 1],
        &[1025],
        &[16, 16],
        &[1, 1, 65],
        &[1, 1024, 1],
        &[1, 1025, 1],
        &[1536],
        &[1537],
        &[2048],
        &[2049, 1, 1],
        &[1, 0],
        &[32, 1, 0],
        &[-1, 1, 1],
        &[i32::MIN],
        &[],
        &[1, 1, 1, 1],
    ];
    let clusters: &[&[i32]] = &[
        &[1, 1, 1],
        &[2, 1, 1],
        &[2, 2, 2],
        &[0, 1, 1],
        &[2, 0, 1],
        &[4, 4, 2],
        &[4, 4, 1],
        &[3, 3, 1],
        &[1, 1, 17],
        &[i32::MAX; 3],
        &[0, 0, 0],
        &[2, -1, 1],
        &[2],
    ];
    let numbers: &[u32] = match fact {
        Fact::MinCtaSm => &[1, 2, 16, 33, 0, 3, 15, 17, 24, 25, 31, 32, 64, 1 << 31, u32::MAX],
        Fact::MaxNReg => &[16, 24, 168, 256, 0, 1, 23, 32, 64, 65, 128, 254, 255, 65_536, 1 << 31, u32::MAX],
        Fact::MaxClusterRank => &[1, 4, 8, 16, 0, 2, 9, 17, 32, 1000, 1 << 31, u32::MAX],
        Fact::MinPerCtaMemory => &[1, 1024, 0, 233_472, 1 << 31, u32::MAX],
        _ => &[],
    };
    let minus = Value::i32(-1);
    let text = Value::Text("8".into());
    match fact {
        Fact::MaxNTid | Fact::ReqNTid => blocks.iter().map(|block| sizes(block)).collect(),
        Fact::ClusterDim => clusters.iter().map(|cluster| sizes(cluster)).collect(),
        Fact::MinCtaSm | Fact::MaxNReg | Fact::MinPerCtaMemory | Fact::MaxClusterRank => {
            numbers.iter().map(|&n| number(n)).chain([minus, text]).collect()
        }
        _ => vec![Value::Unit, Value::bool(true)],
    }
}

fn sweep(chips: &[Chip], cases: &mut Vec<Case>) {
    let block = (Fact::ReqNTid, sizes(&[128, 1, 1]));
    let bound = (Fact::MaxNTid, sizes(&[256, 1, 1]));
    let cluster = (Fact::ClusterDim, sizes(&[2, 1, 1]));
    let contracts: [&[Stated]; 5] = [
        &[],
        &[bound, (Fact::MinCtaSm, number(2)), (Fact::MaxNReg, number(128))],
        &[block.clone(), cluster.clone()],
        &[(Fact::MaxClusterRank, number(8))],
        &[block, cluster, (Fact::BlocksAreClusters, Value::Unit)],
    ];
    for contract in contracts {
        for ptx in versions() {
            cases.extend(chips.iter().map(|&chip| Case::new(contract, chip, ptx)));
        }
    }
}

fn singles(chips: &[Chip], cases: &mut Vec<Case>) {
    for fact in FACTS {
        for value in values(fact) {
            for &chip in chips {
                cases.push(Case::new(&[(fact, value.clone())], chip, version_in_turn(chip, cases.len())));
            }
        }
    }
}

fn pairs(chips: &[Chip], cases: &mut Vec<Case>) {
    const EACH: usize = 6;
    for (index, &first) in FACTS.iter().enumerate() {
        for &second in &FACTS[index + 1..] {
            for one in values(first).iter().take(EACH) {
                for other in values(second).iter().take(EACH) {
                    for &chip in chips {
                        let both = [(first, one.clone()), (second, other.clone())];
                        cases.push(Case::new(&both, chip, version_in_turn(chip, cases.len())));
                    }
                }
            }
        }
    }
}

fn edges(chips: &[Chip], cases: &mut Vec<Case>) {
    let mut add = |chip: Chip, facts: &[Stated]| cases.push(Case::new(facts, chip, version_in_turn(chip, cases.len())));
    for &chip in chips {
        let limits = chip.limits();
        for floor in 1..=limits.ctas_per_sm + 1 {
            // The largest block of whole warps of which `floor` fit on an SM, and one thread more.
            let most = limits.threads_per_sm / floor / 32 * 32;
            for threads in [most, most + 1] {
                let block = sizes(&[i32::try_from(threads).expect("a few thousand")]);
                add(chip, &[(Fact::MaxNTid, block.clone()), (Fact::MinCtaSm, number(floor))]);
                add(chip, &[(Fact::ReqNTid, block), (Fact::MinCtaSm, number(floor)), (Fact::MaxNReg, number(64))]);
            }
        }
        for threads in around_32_bits() {
            for fact in [Fact::MaxNTid, Fact::ReqNTid] {
                add(chip, &[(fact, sizes(&threads))]);
                add(chip, &[(fact, sizes(&threads)), (Fact::MinCtaSm, number(2))]);
            }
        }
    }
}

/// Blocks with products up to, just above and far above 32 bits.
fn around_32_bits() -> Vec<[i32; 3]> {
    vec![
        [i32::MAX, 1, 1],
        [1, i32::MAX, 1],
        [1, 1, i32::MAX],
        // 4294967264 is the last product that rounds up to whole warps.
        [134_217_727, 32, 1],
        [3, 1_431_655_755, 1],
        [i32::MAX, 2, 1],
        [65_535, 65_537, 1],
        // Wraps to 0 or to a small number.
        [65_536, 65_536, 1],
        [641, 6_700_417, 1],
        [67_108_865, 64, 1],
        [65_536, 65_537, 1],
        // Wraps more than once.
        [i32::MAX, 3, 1],
        [i32::MAX, 2, 2],
        [i32::MAX, 2, 3],
        [i32::MAX, i32::MAX, 1],
        [i32::MAX; 3],
        [65_536; 3],
        [641, 6_700_417, 2],
    ]
}

/// Limits of an SM depend on `-arch`, requirements of directives on `.target`.
fn spots(chips: &[Chip], cases: &mut Vec<Case>) {
    let block = |threads| (Fact::MaxNTid, sizes(&[threads, 1, 1]));
    let contracts = [
        vec![block(32), (Fact::MinCtaSm, number(32))],
        vec![block(1024), (Fact::MinCtaSm, number(2))],
        vec![block(1537)],
        vec![block(2049), (Fact::MinCtaSm, number(1))],
        vec![block(128), (Fact::ClusterDim, sizes(&[2, 1, 1]))],
    ];
    for &code in chips {
        for &arch in chips.iter().filter(|&&arch| arch != code && arch.runs(code)) {
            for contract in &contracts {
                cases.push(Case { arch, ..Case::new(contract, code, PtxVersion::LATEST) });
            }
        }
    }
}

fn random(chips: &[Chip], cases: &mut Vec<Case>) {
    let mut rng = Rng::new(SEED);
    let versions: Vec<_> = versions().collect();
    for _ in 0..RANDOM {
        let chip = rng.pick(chips);
        // Mostly a version that supports the chip: with another one, ptxas reports nothing else.
        let ptx = if rng.percent(90) { version_in_turn(chip, rng.below(versions.len())) } else { rng.pick(&versions) };
        let mut facts = Vec::new();
        for fact in FACTS {
            // Most versions do not have it.
            let percent = if fact == Fact::MinPerCtaMemory { 5 } else { 40 };
            if rng.percent(percent) {
                facts.push((fact, any_value(fact, &mut rng)));
            }
        }
        if rng.percent(5) {
            facts.push((Fact::GridConstant, sizes(rng.pick(&[[1].as_slice(), &[0], &[2, 2]]))));
        }
        cases.push(Case::new(&facts, chip, ptx));
    }
}

/// A value of the table, or any other, mostly one of usual size.
fn any_value(fact: Fact, rng: &mut Rng) -> Value<'static> {
    if rng.percent(25) {
        let values = values(fact);
        return values[rng.below(values.len())].clone();
    }
    match fact {
        Fact::MaxNTid | Fact::ReqNTid => {
            let mut block = [1; 3];
            for axis in &mut block[..1 + rng.below(3)] {
                *axis = any_size(rng, 300);
            }
            sizes(&block[..1 + rng.below(3)])
        }
        Fact::ClusterDim => sizes(&[(); 3].map(|()| any_size(rng, 4))),
        Fact::MinCtaSm => any_number(rng, 40),
        Fact::MaxNReg => any_number(rng, 300),
        Fact::MaxClusterRank => any_number(rng, 20),
        Fact::MinPerCtaMemory => any_number(rng, 232_448),
        _ => Value::Unit,
    }
}

fn any_size(rng: &mut Rng, usual: usize) -> i32 {
    let size = if rng.percent(95) { 1 + rng.below(usual) } else { rng.below(1 << 31) };
    i32::try_from(size).expect("below 2 to the 31st")
}

fn any_number(rng: &mut Rng, usual: usize) -> Value<'static> {
    let value = if rng.percent(95) { 1 + rng.below(usual) } else { rng.below(1 << 32) };
    number(u32::try_from(value).expect("below 2 to the 32nd"))
}
