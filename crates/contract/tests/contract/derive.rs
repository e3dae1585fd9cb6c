//! The facts that are derived from a kernel spec: the tables of references 002 and 003.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::common::{array, kernel, target};
use proptest::option;
use proptest::prelude::*;
use tileiras_contract::derive::{Atom, Block, Derivation, KernelSpec, NoteLevel, Registers, derive, register_cap};
use tileiras_contract::rules::check;
use tileiras_contract::{Fact, FunctionFacts, Need, Needs, Sink, Subject, Value};
use tileiras_finding::{Group, RuleId, RuleSet, Severity};
use tileiras_target::occupancy::RegisterDirectives;
use tileiras_target::{Chip, SmLimits, Target};

const WGMMA: Needs = Needs::of(&[Need::Wgmma]);

fn exact(shape: [u32; 3]) -> Option<Block> {
    Some(Block { shape, exact: true })
}

fn bound(shape: [u32; 3]) -> Option<Block> {
    Some(Block { shape, exact: false })
}

fn sum(accumulator: u32, working: u32, slack: u32) -> Option<Registers> {
    Some(Registers::Sum { accumulator, working, slack })
}

/// Reference 002.
fn gemm() -> KernelSpec {
    KernelSpec {
        block: bound([128, 1, 1]),
        cluster: Some([2, 1, 1]),
        registers: sum(128, 32, 8),
        ..KernelSpec::default()
    }
}

fn facts(derivation: &Derivation) -> Vec<String> {
    derivation.facts.iter().map(|derived| format!("{} = {}", derived.fact, derived.value.to_attribute())).collect()
}

fn derived_facts(spec: &KernelSpec, needs: Needs, target: Target) -> Vec<String> {
    facts(&derive(spec, needs, &FunctionFacts::of_kernel(), target).unwrap())
}

fn refused(spec: &KernelSpec, needs: Needs, contract: &FunctionFacts, target: Target) -> Vec<String> {
    derive(spec, needs, contract, target).unwrap_err().iter().map(ToString::to_string).collect()
}

/// The contract with the derived facts added.
fn with<'a>(contract: &FunctionFacts<'a>, derivation: &Derivation) -> FunctionFacts<'a> {
    let mut all = contract.clone();
    for derived in &derivation.facts {
        assert!(!contract.has_attribute(derived.fact), "{derived} is stated already");
        all.add_attribute(derived.fact.attribute(), derived.value.to_attribute());
    }
    all
}

#[test]
fn the_gemm_of_reference_002() {
    let derived =
        ["nvvm.reqntid = array<i32: 128, 1, 1>", "nvvm.cluster_dim = array<i32: 2, 1, 1>", "nvvm.maxnreg = 168 : i32"];
    assert_eq!(derived_facts(&gemm(), WGMMA, target("sm_90a", "8.4")), derived);
    // Without a chip nothing is suppressed.
    assert_eq!(derived_facts(&gemm(), WGMMA, Target::default()), derived);
    assert_eq!(derived_facts(&gemm(), WGMMA, target("sm_80", "")), [derived[0], derived[2]]);
}

#[test]
fn a_maximum_block_is_derived_as_a_bound() {
    let spec = KernelSpec { block: bound([256, 1, 1]), ..KernelSpec::default() };
    assert_eq!(derived_facts(&spec, Needs::default(), target("sm_90a", "")), ["nvvm.maxntid = array<i32: 256, 1, 1>"]);
    assert!(derived_facts(&KernelSpec::default(), Needs::default(), Target::default()).is_empty());
}

#[test]
fn needs_and_spec_parameters_that_make_a_block_exact() {
    let spec = KernelSpec { block: bound([128, 2, 1]), ..KernelSpec::default() };
    let needs =
        [WGMMA, Needs::of(&[Need::Tcgen05]), Needs::of(&[Need::CountedBarrier]), Needs::of(&[Need::RegisterMoves])];
    let reqntid = ["nvvm.reqntid = array<i32: 128, 2, 1>"];
    for needs in needs {
        assert_eq!(derived_facts(&spec, needs, Target::default()), reqntid, "{needs:?}");
    }
    for spec in [
        KernelSpec { block: exact([128, 2, 1]), ..KernelSpec::default() },
        KernelSpec { has_roles: true, ..spec.clone() },
        KernelSpec { atom: Some(Atom::Wgmma), ..spec.clone() },
        KernelSpec { atom: Some(Atom::Tcgen05), ..spec },
    ] {
        assert_eq!(derived_facts(&spec, Needs::default(), Target::default()), reqntid, "{spec:?}");
    }
}

#[test]
fn a_block_must_have_whole_warp_groups_if_they_are_needed() {
    let none = FunctionFacts::of_kernel();
    for (block, legal) in [(128, true), (256, true), (1024, true), (32, false), (96, false), (192, false)] {
        let spec = KernelSpec { block: exact([block, 1, 1]), ..KernelSpec::default() };
        let result = derive(&spec, WGMMA, &none, Target::default());
        assert_eq!(result.is_ok(), legal, "{block}");
        let rules = result.err().into_iter().flatten().map(|refusal| refusal.rule);
        assert!(rules.eq((!legal).then_some(Some(RuleId::WarpgroupThreads))), "{block}");
        // A barrier accepts any number of warps.
        let counted = Needs::of(&[Need::CountedBarrier]);
        assert!(derive(&spec, counted, &none, Target::default()).is_ok());
    }
}

#[test]
fn tcgen05_needs_an_exact_block_of_whole_warps() {
    let none = FunctionFacts::of_kernel();
    let of_body = Needs::of(&[Need::Tcgen05]);
    for (shape, legal) in [
        ([32, 1, 1], true),
        ([96, 1, 1], true),
        ([192, 1, 1], true),
        ([224, 1, 1], true),
        ([16, 2, 3], true),
        ([1024, 1, 1], true),
        ([16, 1, 1], false),
        ([48, 1, 1], false),
        ([100, 2, 1], false),
    ] {
        for (needs, atom) in [(of_body, None), (Needs::default(), Some(Atom::Tcgen05))] {
            let spec = KernelSpec { block: bound(shape), atom, ..KernelSpec::default() };
            match derive(&spec, needs, &none, Target::default()) {
                Ok(derivation) => {
                    assert!(legal, "{shape:?}");
                    assert_eq!(derivation.facts[0].fact, Fact::ReqNTid, "it is exact");
                }
                Err(refusals) => {
                    assert!(!legal, "{shape:?}: {refusals:?}");
                    assert!(refusals.iter().all(|refusal| refusal.rule == Some(RuleId::WarpgroupThreads)));
                }
            }
        }
    }
}

/// Wanted registers, threads, CTAs, chip, cap. Each row can be checked by hand: the registers of the SM divided by the
/// threads of all CTAs, where the number of warps is rounded up to a multiple of four.
#[rustfmt::skip] // a table
const CAPS: [(u32, u32, u32, &str, u32); 26] = [
    (168,  128,  1, "sm_90a",  168), // the GEMM
    (168,  128,  3, "sm_90a",  168), // 65536 / 384 = 170
    (168,  128,  4, "sm_90a",  128),
    (168,  256,  2, "sm_90a",  128),
    (168,  384,  1, "sm_90a",  168),
    (168,  512,  1, "sm_90a",  128),
    (168,  640,  1, "sm_90a",   96), // 65536 / 640 = 102
    (168, 1024,  1, "sm_90a",   64),
    (168, 1024,  2, "sm_90a",   32),
    (168,   64, 32, "sm_90a",   32),
    (168,  100,  4, "sm_90a",  128), // 100 threads take four warps
    (168,  288,  2, "sm_90a",   96), // 18 warps count as 20: 65536 / 640 = 102
    (168,  288,  1, "sm_90a",  168),
    (224,  288,  1, "sm_90a",  168), // 9 warps count as 12: 65536 / 384 = 170
    (168,  288,  2, "",         96),
    (161,  128,  1, "sm_90a",  168), // rounded up
    (160,  128,  1, "sm_90a",  160),
    (  1,   32,  1, "sm_90a",   24), // ptxas raises smaller values
    ( 25,   32,  1, "sm_90a",   32),
    (248,  128,  1, "sm_90a",  248),
    (249,  128,  1, "sm_90a",  248), // 256 would be ignored
    (765,   32,  1, "sm_90a",  248),
    (168, 1024,  1, "sm_75",    64),
    (168,  512,  1, "sm_53",    64), // half of the file for one CTA
    (168, 1024,  1, "sm_53",    32),
    (168,  512,  1, "",        128), // the largest of all chips
];

#[test]
fn register_caps() {
    for (wanted, threads, ctas, chip, cap) in CAPS {
        let limits = target(chip, "").limits();
        assert_eq!(register_cap(wanted, threads, ctas, limits), cap, "{wanted} x {threads} x {ctas} on '{chip}'");
    }
}

#[test]
fn a_cap_that_can_spill_gets_a_warning() {
    let spec = KernelSpec { block: exact([128, 1, 1]), min_ctas_per_sm: Some(4), ..gemm() };
    let derivation = derive(&spec, WGMMA, &FunctionFacts::of_kernel(), target("sm_90a", "")).unwrap();
    let warnings: Vec<_> = derivation.notes.iter().filter(|note| note.level == NoteLevel::Warning).collect();
    assert_eq!(warnings.len(), 1);
    assert!(warnings[0].message.starts_with("'nvvm.maxnreg' = 128 is below the 160 registers"), "{warnings:?}");
    // Only slack registers are taken away: no warning.
    let spec = KernelSpec { registers: sum(96, 32, 40), ..spec };
    let derivation = derive(&spec, WGMMA, &FunctionFacts::of_kernel(), target("sm_90a", "")).unwrap();
    assert_eq!(derivation.notes, []);
    assert!(derivation.facts.iter().any(|derived| derived.to_string().starts_with("derived 'nvvm.maxnreg' = 128: ")));
}

#[test]
fn a_stated_floor_and_block_limit_the_cap() {
    let spec = KernelSpec { registers: sum(128, 32, 8), ..KernelSpec::default() };
    let stated = kernel(&[("nvvm.maxntid", array(&[256])), ("nvvm.minctasm", Value::i32(2))]);
    let derivation = derive(&spec, Needs::default(), &stated, target("sm_90", "")).unwrap();
    assert_eq!(facts(&derivation), ["nvvm.maxnreg = 128 : i32"]);
    // A floor that ptxas ignores does not limit it.
    let ignored = kernel(&[("nvvm.maxntid", array(&[256])), ("nvvm.minctasm", Value::i32(9))]);
    let derivation = derive(&spec, Needs::default(), &ignored, target("sm_90", "")).unwrap();
    assert_eq!(facts(&derivation), ["nvvm.maxnreg = 168 : i32"]);
}

#[test]
fn cluster_facts_are_derived_all_or_none() {
    let spec = KernelSpec {
        block: exact([64, 1, 1]),
        cluster: Some([1, 1, 1]),
        max_cluster_rank: Some(8),
        single_cta_cluster: true,
        ..KernelSpec::default()
    };
    let cluster = ["nvvm.cluster_dim = array<i32: 1, 1, 1>", "nvvm.blocksareclusters = unit"];
    assert_eq!(derived_facts(&spec, Needs::default(), target("sm_90", ""))[1..], cluster);
    let old = derive(&spec, Needs::default(), &FunctionFacts::of_kernel(), target("sm_89", "")).unwrap();
    assert_eq!(facts(&old), ["nvvm.reqntid = array<i32: 64, 1, 1>"]);
    assert_eq!(old.notes.iter().filter(|note| note.level == NoteLevel::Remark).count(), 3);
    // Without `single_cta_cluster` the flag is not derived.
    let without = KernelSpec { single_cta_cluster: false, ..spec };
    assert_eq!(derived_facts(&without, Needs::default(), target("sm_90", ""))[1..], cluster[..1]);
}

#[test]
fn every_stated_fact_that_differs_is_named_with_both_values() {
    let spec = KernelSpec { min_ctas_per_sm: Some(2), ..gemm() };
    let stated = kernel(&[
        ("nvvm.reqntid", array(&[256])),
        ("nvvm.cluster_dim", array(&[2, 1])),
        ("nvvm.minctasm", Value::bool(true)),
        ("nvvm.maxnreg", Value::Text("128".into())),
    ]);
    let errors = refused(&spec, WGMMA, &stated, Target::default());
    assert_eq!(errors.len(), 4, "{errors:#?}");
    for (error, found) in errors[1..].iter().zip([
        "'nvvm.minctasm' is stated as true, and the kernel spec makes it 2 : i32",
        "'nvvm.maxnreg' is stated as \"128\", and the kernel spec makes it 128 : i32",
        "'nvvm.cluster_dim' is stated as array<i32: 2, 1>, and the kernel spec makes it array<i32: 2, 1, 1>",
    ]) {
        assert!(error.starts_with(found), "{error}");
    }
    assert_eq!(errors[0], "'nvvm.reqntid' asks for 256 threads, the kernel spec allows 128");
}

fn block() -> impl Strategy<Value = Block> {
    let shape = (0_u32..=10, 0_u32..=3, 0_u32..=2).prop_map(|(x, y, z)| [1 << x, 1 << y, 1 << z]);
    let any = (1_u32..=1024).prop_map(|x| [x, 1, 1]);
    let legal = prop_oneof![shape, any].prop_filter("a legal block", |s| s.iter().product::<u32>() <= 1024);
    (legal, any_bool()).prop_map(|(shape, exact)| Block { shape, exact })
}

fn any_bool() -> impl Strategy<Value = bool> {
    proptest::bool::ANY
}

fn spec() -> impl Strategy<Value = KernelSpec> {
    let registers = prop_oneof![
        (0_u32..=255, 1_u32..=255, 0_u32..=255).prop_map(|(a, w, s)| Registers::Sum {
            accumulator: a,
            working: w,
            slack: s
        }),
        (24_u32..=255).prop_map(Registers::Cap),
    ];
    let cluster = (prop_oneof![Just([1, 1, 1]), Just([2, 1, 1]), Just([2, 2, 2])], option::of(8_u32..=16));
    let atom = option::of(prop_oneof![Just(Atom::Wgmma), Just(Atom::Tcgen05)]);
    let rest = (any_bool(), option::of(1_u32..=32), option::of(registers), atom);
    (option::of(block()), option::of(cluster), option::of(1_u32..=16), rest).prop_map(
        |(block, cluster, rank, (flag, floor, registers, atom))| KernelSpec {
            block,
            has_roles: false,
            cluster: cluster.map(|(shape, _)| shape),
            max_cluster_rank: cluster.map_or(rank, |(_, rank)| rank),
            single_cta_cluster: flag && cluster.is_some_and(|(shape, _)| shape == [1, 1, 1]),
            min_ctas_per_sm: floor,
            registers,
            atom,
        },
    )
}

fn needs() -> impl Strategy<Value = Needs> {
    let asked = [Need::Wgmma, Need::Tcgen05, Need::CountedBarrier, Need::RegisterMoves];
    proptest::sample::subsequence(asked.to_vec(), 0..=asked.len()).prop_map(|needs| needs.into_iter().collect())
}

fn chip() -> impl Strategy<Value = Chip> {
    proptest::sample::select(Chip::all().collect::<Vec<_>>())
}

proptest! {
    /// The cap fits the register file of every chip, for every block and every floor that an SM can hold.
    #[test]
    fn a_cap_fits_the_register_file(
        wanted in 0_u32..=1000,
        threads in 1_u32..=1024,
        ctas in 1_u32..=32,
        chip in chip(),
    ) {
        let SmLimits { threads_per_sm, ctas_per_sm, registers_per_sm, registers_per_cta, .. } = *chip.limits();
        let warps = threads.next_multiple_of(32);
        let ctas = ctas.min(ctas_per_sm).min(threads_per_sm / warps).max(1);
        let cap = register_cap(wanted, threads, ctas, Some(chip.limits()));
        prop_assert_eq!(cap % 8, 0);
        prop_assert!((24..=255).contains(&cap));
        // The number of warps is rounded up to a multiple of four.
        let (of_sm, of_cta) = ((warps * ctas).next_multiple_of(128), warps.next_multiple_of(128));
        prop_assert!(cap * of_sm <= registers_per_sm, "{cap} x {warps} x {ctas} on {chip}");
        prop_assert!(cap * of_cta <= registers_per_cta);
        // The next larger cap is not needed or does not fit.
        let more = cap + 8;
        let too_large = more > 248 || more * of_sm > registers_per_sm || more * of_cta > registers_per_cta;
        prop_assert!(cap >= wanted.min(248) || too_large);
        // ptxas derives the same cap from the directives, with and without the floor.
        for minnctapersm in [Some(ctas), None] {
            let (threads, maxnreg) = (Some(threads), Some(cap));
            let directives = RegisterDirectives { threads, minnctapersm, maxnreg, local_maxnreg: None };
            prop_assert_eq!(chip.limits().register_cap(directives).registers, cap);
        }
    }

    /// Derived facts break no rule about shapes, limits or the assembler, on any target.
    #[test]
    fn derived_facts_assemble(spec in spec(), needs in needs(), chip in option::of(chip())) {
        // A PTX version that has every directive.
        let target = Target { chip, ..target("", "9.5") };
        let none = FunctionFacts::of_kernel();
        let Ok(derivation) = derive(&spec, needs, &none, target) else { return Ok(()) };
        let contract = with(&none, &derivation);
        let errors = RuleSet::of(|rule| {
            rule.severity() == Severity::Error && [Group::Shape, Group::Limits, Group::Assembler].contains(&rule.group())
        });
        let mut sink = Sink::new();
        check(&Subject::new(&contract, target), &errors, &mut sink);
        prop_assert!(sink.violations().is_empty(), "{:?}: {:?}", derivation.facts, sink.violations());
        prop_assert!(chip.is_none_or(|chip| chip.has_clusters()) || contract.attributes().all(|fact| !fact.is_cluster()));
    }

    /// A second derivation from the same spec adds nothing.
    #[test]
    fn a_second_derivation_adds_nothing(spec in spec(), needs in needs(), chip in option::of(chip())) {
        let target = Target { chip, ptx: None };
        let none = FunctionFacts::of_kernel();
        let Ok(derivation) = derive(&spec, needs, &none, target) else { return Ok(()) };
        let again = derive(&spec, needs, &with(&none, &derivation), target);
        prop_assert_eq!(again.map(|again| again.facts), Ok(vec![]));
    }

    /// A derivation does not change stated facts. [`with`] checks that no stated fact is derived again.
    #[test]
    fn stated_facts_stay(spec in spec(), stated in spec(), chip in option::of(chip())) {
        let target = Target { chip, ptx: None };
        let none = FunctionFacts::of_kernel();
        let Ok(before) = derive(&stated, Needs::default(), &none, target) else { return Ok(()) };
        let contract = with(&none, &before);
        if let Ok(derivation) = derive(&spec, Needs::default(), &contract, target) {
            let all = with(&contract, &derivation);
            for derived in &before.facts {
                prop_assert_eq!(all.facts.get(derived.fact), Some(&derived.value));
            }
            // Pairs that ptxas refuses remain only if one fact implies the other.
            let within =
                |shape, cap: Option<u128>| all.product(shape).zip(cap).is_none_or(|(found, most)| found <= most);
            prop_assert!(within(Fact::ReqNTid, all.product(Fact::MaxNTid)));
            prop_assert!(within(Fact::ClusterDim, all.scalar(Fact::MaxClusterRank).map(u128::from)));
        }
    }
}
