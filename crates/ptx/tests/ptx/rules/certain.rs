//! Errors need a launch that is stated, and arguments that can have any value: correct kernels in several forms, and
//! what is still found beside them. `ptxas` assembles each.

use tileiras_finding::RuleSet;

use crate::rules::expect::findings;
use crate::tools::run::ptxas_for;

/// The rules that a kernel breaks.
#[track_caller]
fn breaks(directives: &str, body: &str, rules: &[&str]) {
    let text = format!(
        ".version 8.7\n.target sm_90a\n.address_size 64\n\
         .visible .entry k(.param .u64 src, .param .u32 a, .param .u32 b)\n{directives}\n{{\n\
         .reg .pred p, q; .reg .b32 r, s, t, u, n, m, i, w; .reg .b64 d, e;\n{body}\nret;\n}}\n"
    );
    ptxas_for("sm_90a", text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let found = findings(&text, &RuleSet::of_faults());
    let found: Vec<&str> = found.iter().filter_map(|(_, found)| Some(found.split_once(':')?.0)).collect();
    assert_eq!(found, rules, "{text}");
}

/// A block whose last warp has some lanes is legal if nothing else is stated.
#[test]
fn a_mask_of_some_lanes_is_right_in_a_small_block() {
    let shuffle = |mask: &str| format!("mov.u32 r, %tid.x; shfl.sync.down.b32 s, r, 1, 31, {mask};");
    let incomplete = &["warp-sync-incomplete"][..];
    for mask in ["0xffff", "0x1", "0xff", "0xfffffff", "(1<<16)-1"] {
        for directives in ["", ".maxntid 256", ".maxntid 16, 16"] {
            breaks(directives, &shuffle(mask), &[]);
        }
        breaks(".reqntid 64", &shuffle(mask), incomplete);
    }
    breaks("", "bar.warp.sync 0xffff;", &[]);
    breaks(".reqntid 16", &shuffle("0xffff"), &[]);
    breaks(".reqntid 48", &format!("mov.u32 r, %tid.x; setp.lt.u32 p, r, 32; @p bra L; {} L:", shuffle("0xffff")), &[]);
    // The lanes of the mask are no whole warp of any block, and a full mask asks for full warps.
    breaks("", &shuffle("0xffff0000"), incomplete);
    breaks("", &(shuffle("0xffffffff") + &shuffle("0xffff")), incomplete);
}

/// Each thread reads what it has copied itself, in the block that the kernel is written for.
#[test]
fn a_bound_of_several_axes_is_the_block() {
    let copy = |index: &str, wait: &str| {
        format!(
            ".shared .align 16 .b8 s0[16384]; mov.u32 r, %tid.x; mov.u32 t, %tid.y; mov.u32 w, %tid.z; {index}\n\
             shl.b32 r, r, 4; ld.param.u64 d, [src]; cvt.u64.u32 e, r; add.u64 d, d, e; mov.u32 u, s0; add.u32 u, u, r;\n\
             cp.async.cg.shared.global [u], [d], 16; cp.async.commit_group; {wait} ld.shared.u32 n, [u]; st.global.u32 [d], n;"
        )
    };
    let wait = "cp.async.wait_group 0;";
    for (bound, index) in [
        (".maxntid 64, 2, 1", "and.b32 r, r, 63; mad.lo.u32 r, t, 64, r;"),
        (".maxntid 64, 2", "and.b32 r, r, 63; mad.lo.u32 r, t, 64, r;"),
        (".maxntid 16, 16", "and.b32 r, r, 15; mad.lo.u32 r, t, 16, r;"),
        (".maxntid 8, 8, 4", "and.b32 r, r, 7; mad.lo.u32 r, t, 8, r; mad.lo.u32 r, w, 64, r;"),
        (".maxntid 32, 1, 4", "and.b32 r, r, 31; mad.lo.u32 r, w, 32, r;"),
        // The same kernel with the number of threads as the bound.
        (".maxntid 128, 1, 1", "and.b32 r, r, 63; mad.lo.u32 r, t, 64, r;"),
        (".maxntid 256", "and.b32 r, r, 15; mad.lo.u32 r, t, 16, r;"),
    ] {
        breaks(bound, &copy(index, wait), &[]);
        breaks(bound, &copy(index, ""), &["async-copy-wait"]);
    }
}

/// A ring of one stage: one thread produces `m` times, a warp consumes `n` times.
fn ring(guard: &str, produced: &str, consumed: &str) -> String {
    format!(
        ".shared .align 8 .b64 full; .shared .align 8 .b64 empty; .shared .align 128 .b8 stage[1024];\n\
         mov.u32 r, %tid.x; setp.ne.u32 p, r, 0; @p bra S; mbarrier.init.shared::cta.b64 [full], 1;\n\
         mbarrier.init.shared::cta.b64 [empty], 32; fence.mbarrier_init.release.cluster; S: bar.sync 0;\n\
         {guard}\n\
         shr.u32 w, r, 5; setp.eq.u32 p, w, 0; @p bra PROD; setp.ne.u32 p, w, 1; @p bra END;\n\
         mov.u32 i, 0; {consumed}\n\
         CL: setp.ge.u32 p, i, n; @p bra END; and.b32 t, i, 1;\n\
         CW: mbarrier.try_wait.parity.shared::cta.b64 p, [full], t; @!p bra CW;\n\
         ld.shared.b32 u, [stage]; mbarrier.arrive.shared::cta.b64 _, [empty]; add.u32 i, i, 1; bra CL;\n\
         PROD: setp.ne.u32 p, r, 0; @p bra END; ld.param.u64 d, [src]; mov.u32 i, 0; {produced}\n\
         PL: setp.ge.u32 p, i, m; @p bra END; and.b32 t, i, 1; xor.b32 t, t, 1;\n\
         PW: mbarrier.try_wait.parity.shared::cta.b64 p, [empty], t; @!p bra PW;\n\
         mbarrier.arrive.expect_tx.shared::cta.b64 _, [full], 1024;\n\
         cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [stage], [d], 1024, [full];\n\
         add.u32 i, i, 1; bra PL;\nEND:"
    )
}

const NEVER: &[&str] = &["mbarrier-never-completes"];

#[test]
fn arguments_that_belong_together_have_no_numbers_of_their_own() {
    let both =
        "ld.param.u32 n, [a]; setp.eq.u32 p, n, 0; @p bra END; ld.param.u32 m, [b]; setp.eq.u32 p, m, 0; @p bra END;";
    let either = "ld.param.u32 n, [a]; ld.param.u32 m, [b]; min.u32 n, n, m; setp.eq.u32 p, n, 0; @p bra END;";
    let of = |argument: &str, register: &str| format!("ld.param.u32 {register}, [{argument}];");
    for guard in ["", both, either] {
        let factors = [("4", "n"), ("128", "m"), ("1", "n"), ("3", "m"), ("7", "n")];
        for (factor, to) in factors.into_iter().take(if guard == both { 5 } else { 2 }) {
            let scaled = format!("mul.lo.u32 {to}, {to}, {factor};");
            let (produced, consumed) = match to {
                "n" => (of("a", "m"), of("b", "n") + &scaled),
                _ => (of("a", "m") + &scaled, of("b", "n")),
            };
            breaks(".reqntid 96", &ring(guard, &produced, &consumed), &[]);
        }
        // One argument decides on both.
        breaks(".reqntid 96", &ring(guard, &of("a", "m"), &of("a", "n")), &[]);
        let more = of("a", "n") + "add.u32 n, n, 1;";
        breaks(".reqntid 96", &ring(guard, &of("a", "m"), &more), NEVER);
    }
}

/// What no execution reaches is no part of a fault: a fourth iteration of a loop that has three at most. Nor is what
/// data in memory decides on, which no launch names.
#[test]
fn an_iteration_that_no_execution_reaches_is_none() {
    for bound in [
        "and.b32 n, n, 3;",
        "min.u32 n, n, 3;",
        "rem.u32 n, n, 4;",
        "shr.u32 n, n, 30;",
        "bfe.u32 n, n, 5, 2;",
        "max.s32 n, n, 0; min.s32 n, n, 3;",
        "popc.b32 n, n; min.u32 n, n, 3;",
        "setp.gt.u32 p, n, 3; @p bra END;",
        "setp.gt.u32 p, n, 3; @p mov.u32 n, 3;",
        "min.u32 n, n, 4;",
        "",
    ] {
        let consumed = format!("ld.param.u64 e, [src]; ld.global.u32 n, [e]; {bound}");
        breaks(".reqntid 96", &ring("", "mov.u32 m, 3;", &consumed), &[]);
    }
    breaks(".reqntid 96", &ring("", "mov.u32 m, 3;", "mov.u32 n, 3;"), &[]);
    breaks(".reqntid 96", &ring("", "mov.u32 m, 3;", "mov.u32 n, 4;"), NEVER);
}
