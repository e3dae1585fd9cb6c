//! The order of fence, multiplication, commit and wait of wgmma.

use crate::rules::expect::hopper;

const BLOCK: &str = ".reqntid 128";
const FENCE: &str = "wgmma.fence.sync.aligned;";
const MMA: &str = "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {f0, f1, f2, f3}, x, y, 1, 1, 1, 0, 0;";
const OTHER: &str = "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {f4, f5, f6, f7}, x, y, 1, 1, 1, 0, 0;";
const COMMIT: &str = "wgmma.commit_group.sync.aligned;";
const READ: &str = "ld.param.u64 x, [pointer]; st.global.f32 [x], f0;";

fn wait(pending: u32) -> String {
    format!("wgmma.wait_group.sync.aligned {pending};")
}

#[test]
fn multiplications_are_fenced_committed_and_awaited() {
    let done = wait(0);
    let iteration = "add.u32 n, n, 1; setp.lt.u32 p, n, 9;";
    for code in [
        format!("mov.f32 f0, 0f00000000; {FENCE} {MMA} {COMMIT} {done} {READ}"),
        format!("{FENCE} {MMA} {MMA} {MMA} {COMMIT} {done} {READ}"),
        format!("{FENCE} {MMA} {COMMIT} {FENCE} {MMA} {COMMIT} {done} {READ}"),
        format!("again: {FENCE} {MMA} {COMMIT} {done} {iteration} @p bra again; {READ}"),
        // One group is on its way while the next one begins.
        format!(
            "{FENCE} {MMA} {COMMIT} again: {FENCE} {MMA} {COMMIT} {} {iteration} @p bra again; {done} {READ}",
            wait(1)
        ),
        format!(
            "again: {FENCE} {MMA} {COMMIT} setp.eq.u32 q, n, 0; @q bra first; {} first: {iteration} @p bra again; {done} {READ}",
            wait(1)
        ),
        // Two accumulators: one is read while the other one is computed.
        format!("{FENCE} {MMA} {COMMIT} {FENCE} {OTHER} {COMMIT} {} {READ} {done}", wait(1)),
        format!("{FENCE} {MMA} {COMMIT} {done} {FENCE} {OTHER} {COMMIT} {READ} {done}"),
        format!(
            "again: {FENCE} {MMA} {COMMIT} {done} {FENCE} {OTHER} {COMMIT} {READ} {done} {iteration} @p bra again;"
        ),
        // A copy after the wait is read while the next product is computed, as in a pipeline.
        format!("{FENCE} {MMA} {COMMIT} {done} mov.f32 a, f0; {FENCE} {MMA} {COMMIT} add.f32 b, a, a; {done} {READ}"),
        format!(
            "mov.f32 a, f0; again: {FENCE} {MMA} {COMMIT} add.f32 b, a, a; {done} mov.f32 a, f0; {iteration} @p bra again; {READ}"
        ),
        // A copy before the wait is one of an operand of inline assembly.
        format!("{FENCE} {MMA} {COMMIT} mov.f32 a, f0; {done} add.f32 b, a, a;"),
        // A fence is between what writes the accumulator and the next product.
        format!("{FENCE} {MMA} {COMMIT} {done} mul.f32 f0, f0, a; {FENCE} {MMA} {COMMIT} {done} {READ}"),
        format!("mul.f32 f0, a, a; {FENCE} {MMA} mul.f32 f4, a, a; {MMA} {COMMIT} {done} {READ}"),
        // `ptxas` removes the copies that compilers write for operands of inline assembly.
        format!("{FENCE} {MMA} {COMMIT} {done} mov.f32 a, f0; mov.f32 f0, a; {MMA} {COMMIT} {done} {READ}"),
        // The group that may be pending is empty.
        format!("{FENCE} {MMA} {COMMIT} {COMMIT} {} {READ}", wait(1)),
        // Nothing is done if there is nothing to do.
        format!(
            "ld.param.u32 n, [count]; setp.eq.u32 p, n, 0; @p bra none; {FENCE} {MMA} {COMMIT} {done} {READ} none:"
        ),
        format!(
            "ld.param.u32 n, [count]; setp.ne.u32 p, n, 0; @!p bra none; {FENCE} {MMA} {COMMIT} none: @p bra await; ret; await: {done}"
        ),
    ] {
        hopper(BLOCK, &code);
    }
    let fence = "//! wgmma-order: must have 'wgmma.fence' before it";
    let committed = "//! wgmma-order: is not followed by 'wgmma.commit_group'";
    let awaited = "//! wgmma-order: is not awaited by 'wgmma.wait_group' before the kernel ends";
    let written = "//! wgmma-order: must have 'wgmma.fence' between it and what writes registers of its accumulator";
    let early = "//! wgmma-order: reads an accumulator before 'wgmma.wait_group'";
    for code in [
        format!("{MMA} {fence}\n{COMMIT} {done}"),
        format!("{MMA} {fence}\n{FENCE} {COMMIT} {done}"),
        format!("{FENCE}\n{MMA} {committed}\n{done}"),
        format!("{FENCE}\n{MMA} {committed}\n"),
        format!("{FENCE}\n{MMA} {awaited}\n{COMMIT}"),
        format!("{FENCE}\n{MMA} {awaited}\n{COMMIT} {}", wait(1)),
        format!("again: {FENCE}\n{MMA} {awaited}\n{COMMIT} {} {iteration} @p bra again;", wait(1)),
        format!("{FENCE} {MMA} {COMMIT} ld.param.u64 x, [pointer];\nst.global.f32 [x], f0; {early}\n{done}"),
        format!("{FENCE} {MMA} {COMMIT}\nadd.f32 f6, f0, f1; {early}\n{done}"),
        format!("again: {FENCE} {MMA} {COMMIT}\nadd.f32 f6, f0, f1; {early}\n{done} {iteration} @p bra again;"),
        format!("ld.param.u32 n, [count]; setp.eq.u32 p, n, 0; {FENCE}\n{MMA} {awaited}\n{COMMIT} @p ret; {done}"),
        // The accumulator is written after the last fence.
        format!("{FENCE} {MMA} {COMMIT} {done} mul.f32 f0, f0, a;\n{MMA} {written}\n{MMA} {COMMIT} {done}"),
        format!("{FENCE} mul.f32 f0, a, a;\n{MMA} {written}\n{FENCE} {MMA} {COMMIT} {done}"),
        format!("{FENCE} again: {MMA} {written}\n{COMMIT} {done} mul.f32 f0, f0, a; {iteration} @p bra again;")
            .replace("again: ", "mul.f32 f0, a, a; again:\n"),
        // Two accumulators: the wait is for the other one, or for none.
        format!("{FENCE} {MMA} {COMMIT} {FENCE} {OTHER} {COMMIT} {}\nadd.f32 a, f4, f5; {early}\n{done}", wait(1)),
        format!(
            "again: {FENCE} {MMA} {COMMIT}\nadd.f32 a, f0, f1; {early}\n{FENCE} {OTHER} {COMMIT} {done} {iteration} @p bra again;"
        ),
        format!("{FENCE} {MMA} {COMMIT} {done} {FENCE} {OTHER} {COMMIT}\nmul.f32 f4, f4, a; {early}\n{done}"),
        // Not committed.
        format!("{FENCE} {MMA} {COMMIT} {MMA} {done}\nadd.f32 a, f0, f1; {early}\n{COMMIT} {done}"),
        // A copy before the wait.
        format!("{FENCE} {MMA} {COMMIT} mov.f32 a, f0;\nadd.f32 b, a, a; {early}\n{done}"),
    ] {
        hopper(BLOCK, &code);
    }
}

#[test]
fn the_parts_can_be_in_functions() {
    let functions = ".func fence() { wgmma.fence.sync.aligned; ret; }
        .func finish() { wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0; ret; }";
    let text = |body: &str| crate::rules::expect::file("sm_90a", functions, BLOCK, body);
    crate::rules::expect::expect_file(&text(&format!("call fence; {MMA} call finish; {READ}")));
    crate::rules::expect::expect_file(&text(&format!(
        "{MMA} //! wgmma-order: must have 'wgmma.fence' before it\ncall finish;"
    )));
    let outside = crate::rules::expect::file(
        "sm_90a",
        ".extern .func finish();",
        BLOCK,
        &format!("{FENCE} {MMA} call finish; {READ}"),
    );
    crate::rules::expect::expect_file(&outside);
}
