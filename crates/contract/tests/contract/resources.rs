//! The rules of group `resources`, and the explanation of launches.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::common::{array, kernel, target};
use tileiras_contract::rules::{Assembled, check};
use tileiras_contract::{Explanation, FactSet, FunctionFacts, LaunchSizes, Resources, Sink, Subject, Value};
use tileiras_finding::RuleSet;
use tileiras_target::occupancy::CtaResources;
use tileiras_target::{Chip, WARP_THREADS};

fn messages(contract: &FunctionFacts<'_>, chip: &str, found: &Assembled) -> Vec<String> {
    let mut sink = Sink::new();
    check(&Subject::assembled(contract, target(chip, ""), found), &RuleSet::of_faults(), &mut sink);
    sink.take().into_iter().map(|violation| format!("{} [{}]", violation.message, violation.rule)).collect()
}

fn spilled(registers: u32) -> Assembled {
    Assembled { registers, spill_stores: 40, spill_loads: 48, ..Assembled::default() }
}

#[test]
fn register_spill() {
    let block = |threads| ("nvvm.reqntid", Value::I32Array(vec![threads, 1, 1].into()));
    let bound = |threads| ("nvvm.maxntid", Value::I32Array(vec![threads, 1, 1].into()));
    let cap = |registers| ("nvvm.maxnreg", Value::i32(registers));
    let floor = |ctas| ("nvvm.minctasm", Value::i32(ctas));
    let start = "spills 40 bytes of registers to memory, and loads 48 again: ";
    #[rustfmt::skip] // a table
    let rows = [
        (vec![cap(24)], 24, "'nvvm.maxnreg' allows"),
        (vec![cap(24), block(128)], 24, "'nvvm.maxnreg' allows; 32 fit with the same 16 CTAs per SM"),
        (vec![cap(32), block(64)], 32, "'nvvm.maxnreg' allows; 40 fit with 24 CTAs per SM instead of 32"),
        (vec![cap(64), block(1024)], 64, "'nvvm.maxnreg' allows; a block of 896 threads would allow 72"),
        (vec![cap(168), block(384)], 168, "'nvvm.maxnreg' allows; a block of 256 threads would allow 255"),
        (vec![bound(1024)], 64, "'nvvm.maxntid' allows; a block of 896 threads would allow 72"),
        (vec![block(512)], 128, "'nvvm.reqntid' allows; a block of 384 threads would allow 168"),
        (vec![bound(256), floor(8)], 32, "'nvvm.minctasm' allows; 6 CTAs per SM would allow 40"),
        (vec![bound(512), floor(1)], 128, "'nvvm.minctasm' allows; a block of 384 threads would allow 168"),
    ];
    for (attributes, registers, message) in rows {
        let contract = kernel(&attributes);
        let wanted =
            format!("{start}it uses {registers} of the {registers} registers a thread that {message} [register-spill]");
        assert_eq!(messages(&contract, "sm_90a", &spilled(registers)), [wanted]);
        let none = Assembled { spill_stores: 0, spill_loads: 0, ..spilled(registers) };
        assert_eq!(messages(&contract, "sm_90a", &none), [""; 0]);
        assert_eq!(messages(&contract, "", &spilled(registers)), [""; 0]);
    }
    #[rustfmt::skip] // a table
    let rows = [
        // With all registers that a thread can have.
        (vec![cap(255)], 255, "of the 255 registers a thread that 'nvvm.maxnreg' allows; a thread cannot have more"),
        (vec![block(128)], 255, "of the 255 registers a thread that 'nvvm.reqntid' allows; a thread cannot have more"),
        // With fewer than the cap.
        (vec![bound(512)], 32, "of the 128 registers a thread that 'nvvm.maxntid' allows; 'nvvm.minctasm' of 1 lets ptxas use all of them"),
        (vec![bound(512), floor(1)], 32, "of the 128 registers a thread that 'nvvm.minctasm' allows"),
        (vec![cap(64)], 56, "of the 64 registers a thread that 'nvvm.maxnreg' allows"),
        // A floor without a block has no effect.
        (vec![floor(1)], 32, ""),
        (vec![], 255, ""),
    ];
    for (attributes, registers, message) in rows {
        let wanted = Vec::from_iter(
            (!message.is_empty()).then(|| format!("{start}it uses {registers} {message} [register-spill]")),
        );
        assert_eq!(messages(&kernel(&attributes), "sm_90a", &spilled(registers)), wanted);
    }
}

#[test]
fn register_spill_for_what_is_no_fact() {
    let of = |attributes: &[_], found: &Assembled| messages(&kernel(attributes), "sm_90a", found);
    let bound = [("nvvm.maxntid", array(&[512, 1, 1]))];
    let start = "spills 40 bytes of registers to memory, and loads 48 again: it uses ";
    let option = |registers, are_facts_overridden| Assembled {
        register_option: Some("-maxrregcount=32".to_owned()),
        are_facts_overridden,
        ..spilled(registers)
    };
    let limited = format!("{start}32 registers a thread, which '-maxrregcount=32' limits [register-spill]");
    assert_eq!(of(&[], &option(32, false)), [limited.as_str()]);
    assert_eq!(of(&bound, &option(32, true)), [limited]);
    // It has no effect on a kernel with a block.
    let of_block = format!(
        "{start}128 of the 128 registers a thread that 'nvvm.maxntid' allows; a block of 384 threads would allow 168 \
         [register-spill]"
    );
    assert_eq!(of(&bound, &option(128, false)), [of_block]);
    let replaced = Assembled { are_facts_overridden: true, ..spilled(32) };
    assert_eq!(of(&bound, &replaced), [""; 0]);
    let local = Assembled { local_maxnreg: Some(40), ..spilled(40) };
    let of_local = format!("{start}40 of the 40 registers a thread that '.local_maxnreg' allows [register-spill]");
    assert_eq!(of(&bound, &local), [of_local.as_str()]);
    assert_eq!(of(&[], &local), [of_local]);
}

#[test]
fn register_spill_of_a_cubin() {
    let contract = kernel(&[("nvvm.maxnreg", Value::i32(24))]);
    for (spill_instructions, start) in [
        (1, "spills registers to memory with 1 instruction"),
        (82, "spills registers to memory, and loads them again, with 82 instructions"),
    ] {
        let found = Assembled { registers: 24, spill_instructions, ..Assembled::default() };
        let end = "it uses 24 of the 24 registers a thread that 'nvvm.maxnreg' allows [register-spill]";
        assert_eq!(messages(&contract, "sm_90a", &found), [format!("{start}: {end}")]);
    }
}

/// A cubin does not have the facts that make the register cap, only the cap.
#[test]
fn register_spill_under_the_cap_of_a_cubin() {
    let capped = |registers, cap, option: Option<&str>| Assembled {
        register_cap: Some(cap),
        register_option: option.map(str::to_owned),
        ..spilled(registers)
    };
    let block = [("nvvm.maxntid", array(&[128, 1, 1]))];
    let start = "spills 40 bytes of registers to memory, and loads 48 again: it uses ";
    let option = Some("--maxrregcount=24");
    #[rustfmt::skip] // a table
    let rows = [
        (&block[..], capped(24, 24, None), "24 of the 24 registers a thread that its register cap allows; 32 fit with the same 16 CTAs per SM"),
        (&block[..], capped(32, 64, None), "32 of the 64 registers a thread that its register cap allows"),
        (&block[..], capped(24, 24, option), "24 of the 24 registers a thread that its register cap allows; 32 fit with the same 16 CTAs per SM"),
        (&[][..], capped(24, 24, None), "24 of the 24 registers a thread that its register cap allows"),
        (&[][..], capped(24, 24, option), "24 registers a thread, which '--maxrregcount=24' limits"),
        (&[][..], capped(40, 40, option), "40 of the 40 registers a thread that its register cap allows"),
        // The block makes the cap.
        (&block[..], capped(255, 255, None), "255 of the 255 registers a thread that 'nvvm.maxntid' allows; a thread cannot have more"),
    ];
    for (facts, found, message) in rows {
        assert_eq!(messages(&kernel(facts), "sm_90a", &found), [format!("{start}{message} [register-spill]")]);
    }
    assert_eq!(messages(&kernel(&[]), "sm_90a", &capped(255, 255, None)), [""; 0]);
}

#[test]
fn setmaxnreg_dropped() {
    let found = |reason: &str| Assembled { setmaxnreg_ignored: Some(reason.to_owned()), ..Assembled::default() };
    let known = kernel(&[("nvvm.maxnreg", Value::i32(64))]);
    let unknown = kernel(&[("nvvm.reqntid", array(&[128, 1, 1]))]);
    let start = "has 'setmaxnreg' instructions that ptxas ignores: ";
    for contract in [&known, &unknown] {
        for (reason, advice) in [
            ("to allow debugging", "; leave out the option -g"),
            ("to maintain compatibility across compilation units", "; compile the whole program at once, without -c"),
            ("to maintain minimum register requirements", ""),
        ] {
            let wanted = format!("{start}{reason}{advice} [setmaxnreg-dropped]");
            assert_eq!(messages(contract, "sm_90a", &found(reason)), [wanted]);
        }
    }
    // Rule setmaxnreg-ignored reports the kernel that states no number.
    let entry = "unable to determine register count at entry";
    assert_eq!(messages(&unknown, "sm_90a", &found(entry)), [""; 0]);
    // Of a large block it does not, as ptxas can know the number.
    let large = kernel(&[("nvvm.reqntid", array(&[384, 1, 1]))]);
    for contract in [&known, &large] {
        assert_eq!(messages(contract, "sm_90a", &found(entry)), [format!("{start}{entry} [setmaxnreg-dropped]")]);
    }
    assert_eq!(messages(&known, "sm_90a", &Assembled::default()), [""; 0]);
}

/// With what is left, as many CTAs fit, and with one unit more of it they do not; the same for one CTA more.
#[test]
fn what_is_left_is_the_most() {
    for chip in Chip::all() {
        let limits = chip.limits();
        for (threads, registers, static_shared) in
            [(32, 16, 0), (96, 40, 1000), (128, 168, 40_000), (288, 90, 0), (512, 64, 16_384), (1024, 32, 1)]
        {
            let resources =
                Resources { registers: Some(registers), static_shared: Some(static_shared), ..Resources::default() };
            let launch = LaunchSizes { threads: Some(threads), dynamic_shared: 512 };
            let found = Explanation::new("k", &FactSet::new(), resources, Some(255), chip, launch).occupancy.unwrap();
            let shared = static_shared + 512;
            let ctas = |registers, shared| limits.occupancy(CtaResources { threads, registers, shared }).ctas;
            assert_eq!(found.ctas_per_sm, ctas(registers, shared), "{chip}");
            assert_eq!(found.warps_per_sm, found.ctas_per_sm * threads.div_ceil(WARP_THREADS));
            let Some(left) = found.left else { continue };
            assert_eq!(left.most_registers, registers + left.registers);
            assert_eq!(ctas(left.most_registers, shared), found.ctas_per_sm, "{chip}");
            assert!(left.most_registers == 255 || ctas(left.most_registers + 1, shared) < found.ctas_per_sm, "{chip}");
            assert_eq!(ctas(registers, shared + left.shared), found.ctas_per_sm, "{chip}");
            let is_most = shared + left.shared == limits.shared_per_cta;
            assert!(is_most || ctas(registers, shared + left.shared + 1) < found.ctas_per_sm, "{chip}");
            match found.one_more {
                Some(more) => {
                    assert_eq!(more.ctas_per_sm, found.ctas_per_sm + 1);
                    assert!(ctas(more.most_registers, more.most_shared) >= more.ctas_per_sm, "{chip}");
                }
                None => assert_eq!(ctas(0, 0), found.ctas_per_sm, "{chip}"),
            }
        }
    }
}
