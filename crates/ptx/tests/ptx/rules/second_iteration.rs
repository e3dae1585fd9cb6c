//! Waits for the mbarriers of a ring, of which the second iteration of a loop uses another one than the first
//! iteration.

use crate::rules::expect::{hopper, hopper_launches, in_launch};

const BLOCK: &str = ".reqntid 128";

/// Initialises two mbarriers with their counts, and arrives at both in every iteration of a loop: at `a` before the
/// wait.
fn ring(counts: [u32; 2], arrive: &str, wait: &str) -> String {
    let [first, second] = counts;
    format!(
        "mov.u32 t, %tid.x; setp.eq.u32 p, t, 0;
         @p mbarrier.init.shared::cta.b64 [bars], {first}; @p mbarrier.init.shared::cta.b64 [bars+8], {second}; bar.sync 0;
         ld.param.u32 d, [count]; mov.u32 n, 0; mov.u32 w, 0;
         again: shl.b32 b, n, 3; mov.u32 a, bars; add.u32 a, a, b;
         {arrive}
         {wait}
         @!done bra wait;
         add.u32 n, n, 1; setp.eq.u32 q, n, 2; @q xor.b32 w, w, 1; selp.u32 n, 0, n, q;
         sub.u32 d, d, 1; setp.gt.s32 q, d, 0; @q bra again;"
    )
}

const ARRIVE: &str = "@p mbarrier.arrive.shared::cta.b64 state, [a];";
const WAIT: &str = "wait: mbarrier.try_wait.parity.shared::cta.b64 done, [a], w;";

#[test]
fn the_second_mbarrier_of_a_ring_completes() {
    let stuck = |found: &str| format!("{WAIT} //! mbarrier-never-completes: {found}");
    hopper_launches(BLOCK, &ring([1, 1], ARRIVE, WAIT));
    hopper_launches(
        BLOCK,
        &ring([1, 2], ARRIVE, &stuck(&format!("waits for 2 arrivals at an mbarrier, and 1 come{}", in_launch(128, 4)))),
    );
    hopper_launches(
        BLOCK,
        &ring([2, 1], ARRIVE, &stuck("waits for 2 arrivals at an mbarrier, and at most 1 come before")),
    );
    // All threads arrive.
    let all = "mbarrier.arrive.shared::cta.b64 state, [a];";
    hopper_launches(BLOCK, &ring([128, 128], all, WAIT));
    hopper_launches(
        BLOCK,
        &ring(
            [128, 129],
            all,
            &stuck(&format!("waits for 129 arrivals at an mbarrier, and 128 come{}", in_launch(128, 4))),
        ),
    );
    // Only at the first one.
    let first = "@p mbarrier.arrive.shared::cta.b64 state, [bars];";
    let none = format!("waits for 1 arrival at an mbarrier, and 0 come{}", in_launch(128, 4));
    hopper_launches(BLOCK, &ring([1, 1], first, &stuck(&none)));
    // The second one has completed when the loop begins.
    let before = format!("@p mbarrier.arrive.shared::cta.b64 state, [bars+8]; {first}");
    hopper(BLOCK, &ring([1, 1], &before, WAIT));
}
