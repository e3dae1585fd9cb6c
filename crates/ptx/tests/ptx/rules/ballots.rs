//! Votes whose predicates are known.

use crate::rules::expect::{expect_file, file};

/// Checks a kernel with blocks of that many threads.
#[track_caller]
fn check(threads: u32, body: &str) {
    let body = format!("mov.u32 t, %tid.x; mov.u32 c, %laneid;\n{body}");
    expect_file(&file("sm_90a", "", &format!(".reqntid {threads}"), &body));
}

const OUTSIDE: &str =
    "//! warp-sync-incomplete: must be executed by threads of the mask 0xffff only, 17 threads of 1 warp get here";

/// The lanes below 16, in each spelling.
const LOW: [&str; 4] = [
    "setp.lt.u32 p, t, 16; vote.sync.ballot.b32 mask, p, -1;",
    "setp.ge.u32 p, t, 16; vote.sync.ballot.b32 mask, !p, 0xffffffff;",
    "setp.eq.u32 p, 0, 0; vote.sync.ballot.b32 mask, p, -1; shr.u32 mask, mask, 16;",
    "setp.lt.u32 p, t, 16; vote.sync.ballot.b32 a, p, -1; setp.ne.u32 q, a, 0; selp.b32 mask, a, -1, q;",
];

#[test]
fn the_mask_is_a_ballot() {
    for mask in LOW {
        check(32, &format!("{mask} setp.gt.u32 q, t, 15; @q bra END; bar.warp.sync mask; END:"));
        check(
            32,
            &format!(
                "{mask} setp.gt.u32 q, t, 16; @q bra END;
                 bar.warp.sync mask; {OUTSIDE}
                 END:"
            ),
        );
    }
    for code in [
        // Another number in each warp.
        "setp.lt.u32 p, t, 40; vote.sync.ballot.b32 mask, p, -1; @p bar.warp.sync mask;",
        // The rest after half a warp has ended.
        "setp.ge.u32 p, c, 16; @p ret; vote.sync.ballot.b32 mask, 1, 0xffff; bar.warp.sync mask;",
        "setp.ge.u32 p, c, 16; @p ret; setp.lt.u32 q, c, 8; vote.sync.ballot.b32 mask, q, -1; @q bar.warp.sync mask;",
        // Nothing is known of the predicate, or of who takes part.
        "ld.global.u32 a, [x]; setp.eq.u32 p, a, t; vote.sync.ballot.b32 mask, p, -1; @p bar.warp.sync mask;",
        "setp.lt.u32 p, c, 16; @p bra L; vote.sync.ballot.b32 mask, 1, -1; bra M; L: vote.sync.ballot.b32 mask, 1, -1; M: bar.warp.sync mask;",
        "setp.lt.u32 p, c, 16; vote.sync.ballot.b32 mask, 1, -1; @!p vote.sync.ballot.b32 mask, 1, 0xffff0000; @!p bar.warp.sync mask;",
    ] {
        check(64, code);
    }
}

/// `__ballot_sync`, `__ffs`, and one lane that adds for all (CUDA C++ Programming Guide).
#[test]
fn the_leader_of_a_ballot_is_one_lane() {
    for (count, finding) in
        [(2, ""), (3, "//! mbarrier-never-completes: waits for 3 arrivals at an mbarrier, and at most 2 come before")]
    {
        check(
            64,
            &format!(
                "setp.ne.u32 q, t, 0; @q bra READY; mbarrier.init.shared::cta.b64 [bar], {count}; READY: bar.sync 0;
                 and.b32 a, c, 1; setp.eq.u32 p, a, 1; vote.sync.ballot.b32 mask, p, -1;
                 neg.s32 a, mask; and.b32 a, a, mask; clz.b32 a, a; sub.s32 a, 31, a;
                 setp.eq.u32 q, a, c; @q mbarrier.arrive.shared::cta.b64 _, [bar];
                 WAIT: mbarrier.try_wait.parity.shared::cta.b64 done, [bar], 0; {finding}
                 @!done bra WAIT;"
            ),
        );
    }
}

#[test]
fn votes_are_known() {
    let incomplete = "//! named-barrier-count: counts 64 threads, and at most 32 arrive at the barrier";
    for (vote, finding) in [
        ("setp.eq.u32 p, t, 5; vote.sync.any.pred q, p, -1;", incomplete),
        ("setp.lt.u32 p, t, 32; vote.sync.all.pred q, p, -1;", incomplete),
        ("setp.ne.u32 p, t, 40; vote.sync.uni.pred q, p, -1;", incomplete),
        ("setp.eq.u32 p, c, 5; vote.sync.any.pred q, p, -1;", ""),
        ("setp.lt.u32 p, t, 40; vote.sync.any.pred q, p, -1;", ""),
        ("setp.lt.u32 p, t, 32; vote.sync.uni.pred q, p, -1;", ""),
        // Nothing is known of it.
        ("ld.global.u32 a, [x]; setp.eq.u32 p, a, t; vote.sync.all.pred q, p, -1;", ""),
    ] {
        check(
            64,
            &format!(
                "{vote} @!q bra END;
                 bar.sync 1, 64; {finding}
                 END:"
            ),
        );
    }
}

/// The votes without a mask, which chips before sm_70 have.
#[test]
fn votes_without_a_mask_are_of_the_whole_warp() {
    let incomplete = "//! named-barrier-count: counts 64 threads, and at most 32 arrive at the barrier";
    for (vote, finding) in [
        ("setp.lt.u32 p, t, 32; vote.all.pred q, p;", incomplete),
        ("setp.lt.u32 p, t, 16; vote.ballot.b32 a, p; setp.eq.u32 q, a, 0xffff;", incomplete),
        ("setp.lt.u32 p, t, 48; vote.ballot.b32 a, p; setp.ne.u32 q, a, 0;", ""),
    ] {
        let body = format!("mov.u32 t, %tid.x; {vote} @!q bra END;\nbar.sync 1, 64; {finding}\nEND:");
        let text = file("sm_60", "", ".reqntid 64", &body).replace(".reg .b128 handle; ", "");
        expect_file(&text);
    }
}

/// The shuffles of `shfl_scan` in the CUDA samples, with the mask that they compute.
#[test]
fn a_scan_has_the_mask_of_its_warp() {
    for (bound, finding) in [
        (64, ""),
        (
            40,
            "//! warp-sync-incomplete: must be executed by all threads of the mask 0xffffffff, 40 threads of 2 warps get here",
        ),
    ] {
        check(
            64,
            &format!(
                "setp.lt.u32 p, t, 64; vote.sync.ballot.b32 mask, p, -1; setp.ge.u32 q, t, {bound}; @q bra END;
                 mov.u32 d, 1;
                 LOOP: shfl.sync.up.b32 a, b, d, 0, mask; {finding}
                 shl.b32 d, d, 1; setp.le.u32 s, d, 16; @s bra LOOP;
                 END: bar.sync 0;"
            ),
        );
    }
}
