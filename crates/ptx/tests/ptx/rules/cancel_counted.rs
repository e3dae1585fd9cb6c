//! `clusterlaunchcontrol` in loops that end by a count, and bytes that several threads expect.

use crate::rules::cancel::{CANCELED, EXPECT, FIRST, TRY, WAIT};
use crate::rules::expect::blackwell;

/// A loop that ends by a count goes on after a failure in its first iteration. One that can end then is right.
#[test]
fn requests_after_a_failure_in_a_loop_that_counts() {
    let after = "//! clc-after-failure: must not request another cancellation where one has failed";
    let body = |enter: &str, work: &str, check: &str, end: &str, finding: &str| {
        format!(
            "mbarrier.init.shared::cta.b64 [bar], 1; mov.u32 n, 0; {enter}
             again: {EXPECT} {TRY} [response], [bar]; {finding}
             {WAIT} ld.shared.b128 handle, [response]; {CANCELED} {check}
             {FIRST} {work} skip: xor.b32 n, n, 1; fence.proxy.async.shared::cta; {end}
             end:"
        )
    };
    let check = |text: &str| blackwell(".reqntid 1", text);
    let (enter, end) = ("mov.u32 w, 0;", "add.u32 w, w, 1; setp.lt.u32 q, w, 8; @q bra again;");
    let skip = "@!p bra skip;";
    check(&body(enter, "", skip, end, after));
    check(&body("mov.u32 w, 8;", "", skip, "sub.u32 w, w, 1; setp.ne.u32 q, w, 0; @q bra again;", after));
    // The work is a loop of its own.
    let inner = "mov.u32 d, 0; work: add.u32 d, d, 1; setp.lt.u32 q, d, 16; @q bra work;";
    check(&body(enter, inner, skip, end, after));
    check(&body(enter, "", &format!("{inner} {skip}"), end, after));
    // The count goes through both sides of a branch.
    let both = "add.u32 w, w, 1; setp.gt.u32 s, b, 7; @s bra left; mov.u32 d, w; bra on; left: mov.u32 d, w; on:";
    check(&body(enter, "", skip, &format!("{both} setp.lt.u32 q, d, 8; @q bra again;"), after));
    // The loop ends after the failure, or after its first iteration, or at a count that is not known.
    check(&body(enter, "", "@!p bra end;", end, ""));
    check(&body("mov.u32 w, 7;", "", skip, end, ""));
    check(&body(enter, "", skip, "add.u32 w, w, 1; setp.lt.u32 q, w, b; @q bra again;", ""));
    check(&body("mov.u32 w, %nctaid.x;", "", skip, end, ""));
    check(&body(enter, "", skip, "add.u32 w, w, 1; setp.lt.and.u32 q, w, 8, p; @q bra again;", ""));
    // The count of a loop that is over.
    check(&body("", inner, skip, "setp.lt.u32 q, d, 8; @q bra again;", ""));
    // A flag that the failure sets guards the next request.
    check(&format!(
        "mbarrier.init.shared::cta.b64 [bar], 1; mov.u32 n, 0; mov.u32 w, 0; mov.u32 d, 0;
         again: setp.ne.u32 s, d, 0; @s bra next;
         {EXPECT} {TRY} [response], [bar];
         {WAIT} ld.shared.b128 handle, [response]; {CANCELED} @p bra first; mov.u32 d, 1; bra next;
         first: {FIRST} xor.b32 n, n, 1; fence.proxy.async.shared::cta;
         next: add.u32 w, w, 1; setp.lt.u32 q, w, 8; @q bra again;"
    ));
}

#[test]
fn several_threads_expect_the_bytes_of_two_requests() {
    // One byte each.
    blackwell(
        ".reqntid 32",
        &format!(
            ".shared .align 16 .b8 ring[32]; mov.u32 t, %tid.x; setp.eq.u32 q, t, 0; mov.u32 n, 0; mov.u32 a, ring; add.u32 d, a, 16;
             @q mbarrier.init.shared::cta.b64 [bar], 1; bar.sync 0; mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [bar], 1; bar.sync 0;
             @q mbarrier.arrive.shared::cta.b64 state, [bar]; @q {TRY} [a], [bar]; @q {TRY} [d], [bar];
             {WAIT} ld.shared.b128 handle, [a]; {CANCELED}"
        ),
    );
}
