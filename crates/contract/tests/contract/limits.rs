//! The rules of group limits, each on contracts that break it and on contracts that do not.

use crate::common::{array, function, kernel, messages, messages_on, reporting, target};
use tileiras_contract::{Fact, FunctionFacts, Value};
use tileiras_target::Target;
use tileiras_target::occupancy::{RegisterDirectives, warps};

fn block<'a>(name: &'a str, sizes: &'a [i32]) -> FunctionFacts<'a> {
    kernel(&[(name, array(sizes))])
}

fn number(name: &str, value: i64) -> (&str, Value<'_>) {
    (name, Value::Integer { value: value.into(), width: 64 })
}

#[test]
fn positive_value() {
    let id = "positive-value";
    for name in ["nvvm.maxntid", "nvvm.reqntid", "nvvm.cluster_dim"] {
        assert_eq!(messages(id, &block(name, &[0, 1, 1])), [format!("'{name}' must be positive in x, got 0")]);
        assert_eq!(
            messages(id, &block(name, &[8, -1, 0])),
            [format!("'{name}' must be positive in y, got -1"), format!("'{name}' must be positive in z, got 0")]
        );
        assert_eq!(messages(id, &block(name, &[1, 1, 1])), [""; 0]);
    }
    assert_eq!(messages(id, &block("nvvm.maxntid", &[1, 0])), ["'nvvm.maxntid' must be positive in y, got 0"]);
    for name in ["nvvm.minctasm", "nvvm.maxnreg", "nvvm.maxclusterrank"] {
        for value in [0, -1, i64::from(i32::MIN)] {
            let message = format!("'{name}' must be positive, got {value}");
            assert_eq!(messages(id, &kernel(&[number(name, value)])), [message]);
        }
        for value in [1, i64::from(u32::MAX)] {
            assert_eq!(messages(id, &kernel(&[number(name, value)])), [""; 0]);
        }
    }
}

#[test]
fn one_fault_is_not_reported_as_others() {
    let clusters = ("nvvm.cluster_dim", array(&[0, 32, 1]));
    let bad = kernel(&[("nvvm.reqntid", array(&[0, 4096, 1])), clusters, number("nvvm.minctasm", 64)]);
    assert_eq!(reporting(&bad, target("sm_90", "9.0")), ["positive-value"]);
    let scalars = ["nvvm.minctasm", "nvvm.maxnreg", "nvvm.maxclusterrank"].map(|name| number(name, 0));
    assert_eq!(reporting(&kernel(&scalars), target("sm_90", "9.0")), ["positive-value"]);
    let misshapen = kernel(&[("nvvm.reqntid", array(&[0; 4])), ("nvvm.cluster_dim", array(&[99]))]);
    assert_eq!(reporting(&misshapen, Target::default()), ["dim-shape", "cluster-dim-arity"]);
    assert_eq!(reporting(&block("nvvm.cluster_dim", &[32, 1, 1]), Target::default()), ["cluster-hardware-cap"]);
    assert_eq!(
        reporting(&function(&[("nvvm.maxntid", array(&[0]))]), Target::default()),
        ["launch-fact-on-function"],
        "the facts of a function that is no kernel are never printed"
    );
}

#[test]
fn cta_thread_cap() {
    let id = "cta-thread-cap";
    for (sizes, what) in [
        ([1025, 1, 1], "1024 threads in x, got 1025"),
        ([1, 2048, 1], "1024 threads in y, got 2048"),
        ([1, 1, 65], "64 threads in z, got 65"),
        ([1024, 2, 1], "1024 threads, got 2048"),
        ([33, 32, 1], "1024 threads, got 1056"),
    ] {
        let message = format!("'nvvm.reqntid' must ask for at most {what}");
        assert_eq!(messages(id, &block("nvvm.reqntid", &sizes)), [message]);
        assert_eq!(messages(id, &block("nvvm.maxntid", &sizes)), [""; 0], "a bound is not a requirement");
    }
    assert_eq!(messages(id, &block("nvvm.reqntid", &[i32::MAX; 3])).len(), 3);
    for sizes in [[1024, 1, 1], [1, 1024, 1], [16, 1, 64], [32, 32, 1]] {
        assert_eq!(messages(id, &block("nvvm.reqntid", &sizes)), [""; 0]);
    }
}

#[test]
fn maxntid_cap() {
    let id = "maxntid-cap";
    let message = |threads: &str| format!("'nvvm.maxntid' has no effect above 1024 threads, got {threads}");
    assert_eq!(messages(id, &block("nvvm.maxntid", &[1025])), [message("1025")]);
    assert_eq!(messages(id, &block("nvvm.maxntid", &[32, 8, 8])), [message("2048")]);
    assert_eq!(messages(id, &block("nvvm.maxntid", &[i32::MAX; 3])), [message("9903520300447984150353281023")]);
    assert_eq!(messages(id, &block("nvvm.maxntid", &[1, 1, 1024])), [""; 0]);
    assert_eq!(messages(id, &block("nvvm.reqntid", &[1025])), [""; 0]);
}

#[test]
fn cluster_caps() {
    let portable = "cluster-portable-cap";
    let hardware = "cluster-hardware-cap";
    let shape = |sizes| kernel(&[("nvvm.cluster_dim", array(sizes))]);
    assert_eq!(messages(portable, &shape(&[2, 2, 2])), [""; 0]);
    assert_eq!(messages(portable, &shape(&[9, 1, 1])), ["'nvvm.cluster_dim' is not portable above 8 CTAs, got 9"]);
    assert_eq!(messages(portable, &shape(&[4, 2, 2])), ["'nvvm.cluster_dim' is not portable above 8 CTAs, got 16"]);
    assert_eq!(messages(hardware, &shape(&[4, 2, 2])), [""; 0]);
    assert_eq!(messages(hardware, &shape(&[1, 17, 1])), ["'nvvm.cluster_dim' must ask for at most 16 CTAs, got 17"]);
    let rank = |rank| kernel(&[number("nvvm.maxclusterrank", rank)]);
    assert_eq!(messages(portable, &rank(8)), [""; 0]);
    assert_eq!(messages(portable, &rank(9)), ["'nvvm.maxclusterrank' is not portable above 8 CTAs, got 9"]);
    assert_eq!(messages(hardware, &rank(1000)), [""; 0], "a cap is not a requirement");
}

#[test]
fn cluster_exceeds_rank() {
    let id = "cluster-exceeds-rank";
    let both = |x, rank| messages(id, &kernel(&[("nvvm.cluster_dim", array(x)), number("nvvm.maxclusterrank", rank)]));
    assert_eq!(
        both(&[2, 2, 1], 3),
        ["'nvvm.cluster_dim' must ask for at most the 3 CTAs of 'nvvm.maxclusterrank', got 4"]
    );
    assert_eq!(both(&[2, 2, 1], 4), [""; 0]);
    assert_eq!(both(&[2, 2, 1], 0), [""; 0]);
    assert_eq!(both(&[0, 2, 1], 1), [""; 0]);
}

#[test]
fn maxnreg_range() {
    let id = "maxnreg-range";
    let cap = |registers| messages(id, &kernel(&[number("nvvm.maxnreg", registers)]));
    assert_eq!(cap(1), ["'nvvm.maxnreg' is raised to 24, got 1"]);
    assert_eq!(cap(23), ["'nvvm.maxnreg' is raised to 24, got 23"]);
    let before_volta = |registers| messages_on(id, &kernel(&[number("nvvm.maxnreg", registers)]), target("sm_60", ""));
    assert_eq!(before_volta(15), ["'nvvm.maxnreg' is raised to 16, got 15"]);
    assert_eq!(before_volta(16), [""; 0]);
    assert_eq!(cap(257), ["'nvvm.maxnreg' is ignored above 255, got 257"]);
    assert_eq!(cap(u32::MAX.into()), ["'nvvm.maxnreg' is ignored above 255, got 4294967295"]);
    assert_eq!((cap(24), cap(255), cap(256), cap(0)), (vec![], vec![], vec![], vec![]));
}

#[test]
fn maxnreg_unlimited() {
    let cap = |registers| messages("maxnreg-unlimited", &kernel(&[number("nvvm.maxnreg", registers)]));
    assert_eq!(cap(256), ["'nvvm.maxnreg' of 256 registers is no cap"]);
    assert_eq!((cap(255), cap(257)), (vec![], vec![]));
}

#[test]
fn register_file() {
    let id = "register-file";
    let on = |chip, block: (&'static str, &'static [i32]), registers, ctas: Option<i64>| {
        let mut facts = vec![(block.0, array(block.1)), number("nvvm.maxnreg", registers)];
        facts.extend(ctas.map(|ctas| number("nvvm.minctasm", ctas)));
        messages_on(id, &kernel(&facts), target(chip, ""))
    };
    let exact = |sizes: &'static [i32]| ("nvvm.reqntid", sizes);
    let bound = |sizes: &'static [i32]| ("nvvm.maxntid", sizes);
    for chip in ["", "sm_80", "sm_90a"] {
        assert_eq!(on(chip, exact(&[512]), 128, None), [""; 0]);
        assert_eq!(
            on(chip, exact(&[512]), 129, None),
            ["'nvvm.maxnreg' asks for 512 threads of 136 registers, 69632, above the 65536 of a block"]
        );
        assert_eq!(on(chip, bound(&[128, 2, 1]), 168, Some(2)), [""; 0], "ptxas takes the smaller cap, 128");
        assert_eq!(on(chip, exact(&[1024]), 168, Some(1)), [""; 0], "the smaller cap is 64");
        assert_eq!(on(chip, exact(&[128]), 168, None), [""; 0], "the kernel of reference 002");
        assert_eq!(on(chip, bound(&[4096]), 64, None), [""; 0], "no block has more than 1024 threads");
        assert_eq!(on(chip, exact(&[1024]), 300, None), [""; 0], "a cap that is ignored");
    }
    // Nine warps are allocated as twelve, and twice nine as twenty.
    for chip in ["", "sm_80", "sm_90a"] {
        assert_eq!(on(chip, exact(&[288]), 168, None), [""; 0]);
        assert_eq!(
            on(chip, exact(&[288]), 169, None),
            ["'nvvm.maxnreg' asks for 288 threads of 176 registers, 67584 when warps are allocated in fours, above \
              the 65536 of a block"]
        );
    }
    assert_eq!(on("", exact(&[353]), 168, None), [""; 0], "whole warps, just within");
    assert_eq!(on("", exact(&[385]), 168, None).len(), 1, "whole warps, just beyond");
    assert_eq!(on("sm_62", exact(&[512]), 128, None).len(), 1, "half of the file for one block");
    assert_eq!(on("sm_90", exact(&[128]), 64, Some(33)), [""; 0], "a floor that is ignored");
    assert_eq!(on("sm_90", exact(&[512]), 168, Some(33)).len(), 1, "a floor that is ignored lowers nothing");
    assert_eq!(messages(id, &kernel(&[number("nvvm.maxnreg", 255), number("nvvm.minctasm", 32)])), [""; 0]);
}

/// The rule warns if and only if a block does not fit with the cap that ptxas takes.
#[test]
fn register_file_warns_if_the_cap_does_not_fit() {
    let id = "register-file";
    for chip in ["sm_53", "sm_75", "sm_86", "sm_90a"] {
        let limits = target(chip, "").limits_or_largest();
        for threads in [1_u32, 32, 64, 96, 100, 128, 160, 288, 352, 416, 512, 640, 672, 800, 928, 1024] {
            let sizes = [threads.cast_signed()];
            for ctas in [None, Some(1), Some(2), Some(3), Some(5), Some(8), Some(16)] {
                for registers in [24, 40, 64, 65, 96, 97, 112, 128, 168, 176, 224, 248, 249, 255] {
                    let mut facts = vec![("nvvm.maxntid", array(&sizes)), number("nvvm.maxnreg", registers.into())];
                    facts.extend(ctas.map(|ctas| number("nvvm.minctasm", ctas.into())));
                    let found = messages_on(id, &kernel(&facts), target(chip, ""));
                    let directives = RegisterDirectives {
                        threads: Some(threads),
                        minnctapersm: ctas,
                        maxnreg: Some(registers),
                        local_maxnreg: None,
                    };
                    let cap = limits.register_cap(directives).registers;
                    let fits = cap <= limits.registers_per_thread(warps(threads), 1);
                    assert_eq!(found.is_empty(), fits, "{chip}: {ctas:?} x {threads} of {registers}, {cap}");
                }
            }
        }
    }
}

#[test]
fn minctasm_needs_block() {
    let id = "minctasm-needs-block";
    let floor = number("nvvm.minctasm", 2);
    assert_eq!(
        messages(id, &kernel(std::slice::from_ref(&floor))),
        ["'nvvm.minctasm' is ignored without 'nvvm.maxntid' or 'nvvm.reqntid'"]
    );
    for name in ["nvvm.maxntid", "nvvm.reqntid"] {
        assert_eq!(messages(id, &kernel(&[(name, array(&[128])), floor.clone()])), [""; 0]);
        assert_eq!(messages(id, &block(name, &[128])), [""; 0]);
    }
}

#[test]
fn minctasm_range() {
    let id = "minctasm-range";
    let on = |chip, name, threads: &'static [i32], ctas| {
        messages_on(id, &kernel(&[(name, array(threads)), number("nvvm.minctasm", ctas)]), target(chip, ""))
    };
    let name = "nvvm.minctasm";
    for (chip, ctas) in [("sm_75", 16), ("sm_86", 16), ("sm_89", 24), ("sm_90a", 32), ("sm_120", 24)] {
        assert_eq!(on(chip, "nvvm.reqntid", &[1], ctas), [""; 0]);
        assert_eq!(
            on(chip, "nvvm.maxntid", &[1], ctas + 1),
            [format!("'{name}' is ignored above the {ctas} CTAs of an SM of {chip}, got {}", ctas + 1)]
        );
    }
    assert_eq!(on("sm_90", "nvvm.reqntid", &[1024], 2), [""; 0]);
    assert_eq!(
        on("sm_90", "nvvm.reqntid", &[1024], 3),
        ["'nvvm.minctasm' is ignored above the 2048 threads of an SM of sm_90, got 3 x 1024 = 3072"]
    );
    assert_eq!(on("sm_90", "nvvm.maxntid", &[64], 32), [""; 0]);
    assert_eq!(
        on("sm_90", "nvvm.maxntid", &[65], 32),
        ["'nvvm.minctasm' is ignored above the 2048 threads of an SM of sm_90, got 32 x 96 = 3072"],
        "whole warps"
    );
    assert_eq!(on("", "nvvm.maxntid", &[1024], 99), [""; 0], "without a chip there is no limit");
    let without = kernel(&[number("nvvm.minctasm", 99)]);
    assert_eq!(messages_on(id, &without, target("sm_90", "")), [""; 0], "minctasm-needs-block reports it");
    let pair = kernel(&[("nvvm.maxntid", array(&[1024])), ("nvvm.reqntid", array(&[32])), number(name, 32)]);
    assert_eq!(pair.block_fact(), Some(Fact::ReqNTid));
    assert_eq!(messages_on(id, &pair, target("sm_90", "")), [""; 0]);
}

#[test]
fn a_product_needs_positive_sizes() {
    let product = |sizes: &[i32]| block("nvvm.maxntid", sizes).product(Fact::MaxNTid);
    assert_eq!(product(&[128, 2]), Some(256));
    assert_eq!(product(&[i32::MAX; 3]), Some((1u128 << 31).wrapping_sub(1).pow(3)));
    assert_eq!((product(&[0, 2]), product(&[-1, -1]), product(&[]), product(&[1; 4])), (None, None, None, None));
}
