//! Copies that are not in bulk, into three stages: each thread reads what another one has copied.

use crate::rules::expect::{expect_launches, file, marked};
use tileiras_test_support::harness::sample;

const READS: &str = "async-copy-wait: reads what an asynchronous copy can still write, in a launch of 64 threads whose integer \
     arguments are 1";

/// What the threads do in an iteration.
#[derive(Copy, Clone, Debug)]
struct Stages {
    /// Before the loop.
    first: &'static str,
    wait: &'static str,
    barrier: &'static str,
    load: &'static str,
    copy: &'static str,
    commit: &'static str,
}

const FIRST: &str = "cp.async.cg.shared.global [a], [x], 16; cp.async.commit_group;
     cp.async.cg.shared.global [a+1024], [x], 16; cp.async.commit_group;";
const LOAD: &str = "ld.shared.u32 w, [b];";
const COPY: &str = "cp.async.cg.shared.global [c], [x], 16;";

const RIGHT: Stages = Stages {
    first: FIRST,
    wait: "cp.async.wait_group 1;",
    barrier: "bar.sync 0;",
    load: LOAD,
    copy: COPY,
    commit: "cp.async.commit_group;",
};

impl Stages {
    /// `d` is the stage that is read, and `tmem` the one that is filled, both in bytes.
    fn text(&self) -> String {
        let Self { first, wait, barrier, load, copy, commit } = self;
        let body = format!(
            ".shared .align 16 .b8 stages[4096];
             mov.u32 t, %tid.x; ld.param.u64 x, [pointer]; ld.param.u32 mask, [count]; mov.u32 n, 0; mov.u32 d, 0; mov.u32 tmem, 2048;
             shl.b32 a, t, 4; mov.u32 b, stages; add.u32 a, a, b;
             {first}
             next: setp.ge.u32 q, n, mask; @q bra end;
             {wait}
             {barrier}
             xor.b32 b, t, 32; shl.b32 b, b, 4; mov.u32 c, stages; add.u32 b, b, c; add.u32 b, b, d; add.u32 c, a, tmem;
             {load}
             {copy}
             {commit}
             add.u32 d, d, 1024; setp.eq.u32 p, d, 3072; selp.b32 d, 0, d, p;
             add.u32 tmem, tmem, 1024; setp.eq.u32 p, tmem, 3072; selp.b32 tmem, 0, tmem, p;
             add.u32 n, n, 1; bra next;
             end: cp.async.wait_all;"
        );
        file("sm_90", "", ".reqntid 64", &body)
    }
}

#[track_caller]
fn expect(stages: Stages) {
    expect_launches(&stages.text());
}

#[test]
fn two_groups_are_in_flight() {
    for stages in [
        RIGHT,
        Stages { wait: "cp.async.wait_group 0;", ..RIGHT },
        Stages { wait: "cp.async.wait_all;", commit: "", ..RIGHT },
        Stages { load: "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {w, w, w, w}, [b];", ..RIGHT },
        // Two threads copy to the same place.
        Stages { copy: "cp.async.cg.shared.global [c], [x], 16; cp.async.cg.shared.global [c], [x], 16;", ..RIGHT },
        // A thread reads what it has copied itself.
        Stages { barrier: "", load: "add.u32 b, a, d; ld.shared.u32 w, [b];", ..RIGHT },
    ]
    .into_iter()
    .step_by(sample(2, 1))
    {
        expect(stages);
    }
}

#[test]
fn a_group_is_not_waited_for() {
    let matrix = "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {w, w, w, w}, [b];";
    for stages in [
        Stages { wait: "", load: marked(LOAD, READS), ..RIGHT },
        Stages { wait: "cp.async.wait_group 2;", load: marked(LOAD, READS), ..RIGHT },
        Stages { wait: "", load: marked(matrix, READS), ..RIGHT },
        // Others have not waited yet.
        Stages { barrier: "", load: marked(LOAD, READS), ..RIGHT },
        Stages { barrier: "", wait: "bar.sync 0; cp.async.wait_group 1;", load: marked(LOAD, READS), ..RIGHT },
    ]
    .into_iter()
    .step_by(sample(2, 1))
    {
        expect(stages);
    }
}

#[test]
fn a_stage_is_filled_while_others_read_it() {
    // The thread that copies comes first, and the others read what it still writes.
    let copy = "add.u32 c, a, d; cp.async.cg.shared.global [c], [x], 16;";
    expect(Stages { copy, load: marked(LOAD, READS), ..RIGHT });
}

#[test]
fn results_are_stored_over_stages() {
    // The last copies write the stage that the results are stored to only after some numbers of iterations.
    let text = |wait: &str, store: &str| {
        RIGHT.text().replace("end: cp.async.wait_all;", &format!("end: {wait} bar.sync 0;\n{store}"))
    };
    expect_launches(&text("cp.async.wait_all;", "st.shared.v4.u32 [a], {w, w, w, w};"));
    expect_launches(&text("", "st.shared.v4.u32 [a+3072], {w, w, w, w};"));
    let finding = "async-overwrite: writes what other instructions can still read or write, in a launch of 64 threads whose \
                   integer arguments are 768";
    expect_launches(&text("", marked("st.shared.v4.u32 [a], {w, w, w, w};", finding)));
}

#[test]
fn copies_arrive_at_an_mbarrier() {
    let text = |arrive: &str, wait: &str, finding: &str| {
        file(
            "sm_90",
            "",
            ".reqntid 64",
            &format!(
                "mov.u32 t, %tid.x; ld.param.u64 x, [pointer]; setp.eq.u32 p, t, 0; shl.b32 a, t, 4; mov.u32 b, data; add.u32 a, a, b;
                 @p mbarrier.init.shared::cta.b64 [bar], 64; bar.sync 0;
                 cp.async.cg.shared.global [a], [x], 16;
                 {arrive}
                 wait: {wait}
                 xor.b32 c, t, 32; shl.b32 c, c, 4; add.u32 c, c, b;
                 ld.shared.u32 w, [c];{finding}"
            ),
        )
    };
    let noinc = "cp.async.mbarrier.arrive.noinc.shared.b64 [bar];";
    let raised = "cp.async.mbarrier.arrive.shared.b64 [bar]; mbarrier.arrive.shared::cta.b64 state, [bar];";
    let wait = "mbarrier.try_wait.parity.shared::cta.b64 done, [bar], 0; @!done bra wait;";
    expect_launches(&text(noinc, wait, ""));
    expect_launches(&text(raised, wait, ""));
    let finding = " //! async-copy-wait: reads what an asynchronous copy can still write, in every launch";
    // The arrival does not tell that the copies are complete.
    let plain = "mbarrier.arrive.shared::cta.b64 state, [bar]; cp.async.commit_group;";
    expect_launches(
        &text(plain, &format!("{wait} bar.sync 0;"), finding).replace("ret;", "cp.async.wait_group 0; ret;"),
    );
}
