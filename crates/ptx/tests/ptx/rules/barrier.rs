//! Barriers of the CTA.

use crate::rules::expect::{expect_pedantic, file, hopper, with_functions};

#[test]
fn ids_and_counts_are_in_range() {
    hopper(
        ".reqntid 128",
        "bar.sync 15; bar.sync 0, 128; barrier.sync 1, 128; barrier.arrive 1, 128;
         bar.sync 16; //! named-barrier-range: barrier id must be 0 to 15, got 16
         bar.arrive 2, 33; //! named-barrier-range: barrier must have a multiple of 32 threads, got 33
         bar.red.popc.u32 a, 17, 128, p; //! named-barrier-range: barrier id must be 0 to 15, got 17
         barrier.cta.sync.aligned 3, 0; barrier.cta.red.and.pred q, 4, p;",
    );
}

#[test]
fn counts_are_the_threads_that_arrive() {
    for (directives, code) in [
        (".reqntid 128", "bar.sync 1, 128;"),
        (".reqntid 128", "mov.u32 t, %tid.x; setp.lt.u32 p, t, 64; @p bar.sync 1, 64;"),
        (".reqntid 128", "mov.u32 t, %tid.x; setp.lt.u32 p, t, 64; @p bar.arrive 1, 128; @!p bar.sync 1, 128;"),
        (".reqntid 192", "mov.u32 t, %tid.x; setp.lt.u32 p, t, 128; @p bar.sync 2, 128;"),
        // Each half has a barrier.
        (".reqntid 128", "mov.u32 t, %tid.x; shr.u32 a, t, 6; add.u32 a, a, 1; bar.sync a, 64;"),
        (".reqntid 128", "mov.u32 t, %tid.x; setp.lt.u32 p, t, 64; selp.b32 a, 1, 2, p; bar.sync a, 64;"),
        (".reqntid 128", "ld.param.u32 n, [count]; bar.sync n, 64;"),
        (".reqntid 128", "ld.param.u32 n, [count]; bar.sync 1, n;"),
        (".reqntid 128", "bar.sync 1, 0;"),
        // The last warp of the block is not full, and counts as a warp.
        (".reqntid 40", "bar.sync 1, 64;"),
        ("", "bar.sync 1, 64;"),
        (".maxntid 1024", "bar.sync 1, 512;"),
        (".reqntid 256", "mov.u32 t, %ntid.x; bar.sync 1, t;"),
        // Ping and pong.
        (
            ".reqntid 256",
            "mov.u32 t, %tid.x; setp.lt.u32 p, t, 128; @p bra ping; again: bar.sync 1, 256; bar.arrive 2, 256; bra again; \
             ping: bar.arrive 1, 256; bar.sync 2, 256; bra ping;",
        ),
    ] {
        hopper(directives, code);
    }
    for (directives, code, message) in [
        (".reqntid 128", "bar.sync 1, 256;", "counts 256 threads, and at most 128 arrive at the barrier"),
        (".maxntid 128", "bar.sync 1, 256;", "counts 256 threads, and at most 128 arrive at the barrier"),
        (
            ".reqntid 128",
            "mov.u32 t, %tid.x; setp.lt.u32 p, t, 64; @p bar.sync 1, 128;",
            "counts 128 threads, and at most 64 arrive at the barrier",
        ),
        (
            ".reqntid 128",
            "mov.u32 t, %tid.x; shr.u32 a, t, 6; setp.eq.u32 p, a, 0; add.u32 a, a, 1; bar.sync a, 64; @p bar.sync 3, 128;",
            "counts 128 threads, and at most 64 arrive at the barrier",
        ),
        (".reqntid 128", "bar.sync 1, 64;", "counts 64 threads, and 128 arrive together"),
        (".reqntid 250", "bar.sync 1, 64;", "counts 64 threads, and 256 arrive together"),
    ] {
        hopper(directives, &format!("{code} //! named-barrier-count: {message}"));
    }
    // Each warp completes a phase of its own.
    hopper(".reqntid 128", "bar.sync 1, 32;");
    hopper(".reqntid 40", "bar.sync 1, 32;");
    // No thread waits anywhere.
    hopper(".reqntid 128", "mov.u32 t, %tid.x; setp.lt.u32 p, t, 64; @p bar.arrive 1, 128;");
    // The other half arrives elsewhere, at another barrier.
    hopper(
        ".reqntid 128",
        "mov.u32 t, %tid.x; setp.lt.u32 p, t, 64;
         @p bar.arrive 2, 128; //! named-barrier-count: counts 128 threads, and at most 64 arrive at the barrier
         @!p bar.sync 1, 128; //! named-barrier-count: counts 128 threads, and at most 64 arrive at the barrier",
    );
    with_functions(
        ".func meet(.reg .b32 id, .reg .b32 n) { barrier.sync id, n; ret; }",
        ".reqntid 128",
        "mov.u32 t, %tid.x; setp.lt.u32 p, t, 64; @p call meet, (1, 64); @!p call meet, (2, 64);",
    );
}

/// Correct kernels in which named barriers order parts of the CTA.
#[test]
fn named_barriers_order_warps() {
    let low = "mov.u32 t, %tid.x; setp.lt.u32 p, t, 64;";
    for code in [
        // The halves pass barrier 1 one after the other.
        "@p bar.sync 2, 128; bar.sync 1, 64; @!p bar.arrive 2, 128;",
        "@!p bra go; bar.sync 2, 128; go: bar.sync 1, 64; @p bra end; bar.arrive 2, 128; end: bar.sync 0;",
        // The same after a barrier of all threads.
        "bar.sync 0; @p bar.sync 2, 128; bar.sync 1, 64; @!p bar.arrive 2, 128;",
        // Barrier 1 is used by one half, then by all, then by the other half.
        "@p bar.sync 1, 64; bar.sync 2, 128; bar.sync 1, 128; @!p bar.sync 1, 64;",
        // One half waits for the other with another count.
        "@p bar.sync 2, 128; @p bar.sync 1, 64; @!p bar.sync 1, 64; @!p bar.arrive 2, 128;",
        // A producer fills two buffers, and a consumer frees them.
        "mov.u32 a, 0; @p bra consumer;
         produce: bar.sync 1, 128; bar.arrive 2, 128; bar.sync 3, 128; bar.arrive 4, 128; add.u32 a, a, 1; \
         setp.lt.u32 q, a, 4; @q bra produce; bra.uni end;
         consumer: bar.arrive 1, 128; bar.sync 2, 128; bar.arrive 3, 128; bar.sync 4, 128; add.u32 a, a, 1; \
         setp.lt.u32 q, a, 4; @q bra consumer; end: bar.sync 0;",
        // Two groups take turns, and each has an epilogue of its own.
        "mov.u32 a, 0; @p bar.arrive 1, 128; @p bra second;
         first: bar.sync 1, 128; bar.arrive 2, 128; bar.sync 3, 64; add.u32 a, a, 1; setp.lt.u32 q, a, 3; @q bra first; \
         bra.uni end;
         second: bar.sync 2, 128; bar.sync 4, 64; add.u32 a, a, 1; setp.lt.u32 q, a, 3; @!q bra end; bar.arrive 1, 128; \
         bra second; end: bar.sync 0;",
        // An mbarrier orders the halves.
        "setp.eq.u32 q, t, 0; @q mbarrier.init.shared::cta.b64 [bar], 64; bar.sync 0; @!p bra go;
         wait: mbarrier.try_wait.parity.shared::cta.b64 q, [bar], 0; @!q bra wait; go: bar.sync 1, 64; \
         @!p mbarrier.arrive.shared::cta.b64 _, [bar];",
        // The same, and each half has a count of its own.
        "setp.eq.u32 q, t, 0; @q mbarrier.init.shared::cta.b64 [bar], 32; bar.sync 0; @!p bra go;
         wait: mbarrier.try_wait.parity.shared::cta.b64 q, [bar], 0; @!q bra wait; go: mov.u32 a, 1; @p bar.sync 1, 64; \
         @!p bra low; bra.uni end; low: setp.ge.u32 q, t, 96; @q bra last; bar.sync 1, 32; bra.uni end; \
         last: mov.u32 a, 2; mbarrier.arrive.shared::cta.b64 _, [bar]; end: mov.u32 a, 3;",
        // Each half waits for another phase.
        "setp.eq.u32 q, t, 0; @q mbarrier.init.shared::cta.b64 [bar], 128; bar.sync 0; mbarrier.arrive.shared::cta.b64 state, [bar]; \
         selp.b32 n, 1, 0, p; wait: mbarrier.try_wait.parity.shared::cta.b64 q, [bar], n; @!q bra wait; bar.sync 1, 64;",
        // A flag in memory does.
        "mov.u64 x, other; @!p bra go; wait: ld.volatile.shared.u32 n, [x]; setp.eq.u32 q, n, 0; @q bra wait; \
         go: bar.sync 1, 64; @!p st.volatile.shared.u32 [x], 1;",
    ] {
        hopper(".reqntid 128", &format!("{low} {code}"));
    }
    // The warps take turns.
    hopper(
        ".reqntid 128",
        "mov.u32 t, %tid.x; shr.u32 a, t, 5; add.u32 b, a, 1; add.u32 c, a, 2; setp.eq.u32 p, a, 0; setp.eq.u32 q, a, 3; \
         @!p bar.sync b, 64; bar.sync 9, 32; @!q bar.arrive c, 64;",
    );
    // In whatever order the warps reach a barrier, some of them go on before the others.
    hopper(
        ".reqntid 128",
        &format!(
            "{low} mov.u64 x, other; @!p bra go; wait: ld.volatile.shared.u32 n, [x]; setp.eq.u32 q, n, 0; @q bra wait;\n\
             go: bar.sync 1, 64; //! named-barrier-count: counts 64 threads, and others that count 128 arrive in the same phase\n\
             @!p st.volatile.shared.u32 [x], 1; bar.sync 1, 128;"
        ),
    );
    // One warp too many arrives: without the one that waits, the phase completes.
    hopper(
        ".reqntid 128",
        &format!(
            "{low} shr.u32 a, t, 5; setp.eq.u32 p, a, 2; @!p bar.arrive 1, 96;\n\
             @p bar.sync 1, 96; //! named-barrier-count: counts 96 threads, and 32 arrive in this phase of the barrier"
        ),
    );
    // The others are ordered, and those at the barrier are not.
    for code in [
        "@p bar.sync 2, 128; @!p bar.arrive 2, 128; bar.sync 1, 64; FINDING",
        "bar.sync 2, 128; bar.sync 1, 64; FINDING",
        "@p bar.sync 2, 64; bar.sync 1, 64; FINDING",
        "ld.param.u32 n, [count]; setp.eq.u32 q, n, 0; @q bra end;\nbar.sync 1, 64; FINDING\n end: mov.u32 a, 1;",
        // All wait for the same phase.
        "setp.eq.u32 q, t, 0; @q mbarrier.init.shared::cta.b64 [bar], 128; bar.sync 0; mbarrier.arrive.shared::cta.b64 state, [bar];
         wait: mbarrier.try_wait.parity.shared::cta.b64 q, [bar], 0; @!q bra wait;\nbar.sync 1, 64; FINDING",
    ] {
        let finding = "//! named-barrier-count: counts 64 threads, and 128 arrive together";
        hopper(".reqntid 128", &format!("{low} {}", code.replace("FINDING", finding)));
    }
}

#[test]
fn all_threads_come() {
    for code in [
        "bar.sync 0;",
        // Both sides of a branch.
        "mov.u32 t, %tid.x; setp.lt.u32 p, t, 64; @p bra low; bar.sync 0; bra end; low: mov.u32 a, 1; bar.sync 0; end: mov.u32 a, 2;",
        "mov.u32 t, %tid.x; setp.lt.u32 p, t, 40; @p bra low; barrier.sync 0; bra end; low: mov.u32 a, 1; barrier.sync 0; end: bar.sync 0;",
        // Threads that have left.
        "mov.u32 t, %tid.x; setp.ge.u32 p, t, 100; @p ret; bar.sync 0; bar.sync 0;",
        "mov.u32 t, %tid.x; setp.ge.u32 p, t, 64; @p exit; mov.u32 a, 1; bar.sync 0;",
        // The same in all threads, although it is not known.
        "ld.param.u32 n, [count]; setp.gt.u32 p, n, 4; @p bar.sync 0; bar.sync 0;",
        "ld.shared.u32 a, [other]; setp.gt.u32 p, a, 4; @p bar.sync 0; bar.sync 0;",
        "mov.u32 a, %ctaid.x; setp.gt.u32 p, a, 4; @p bar.sync 0; bar.sync 0;",
        "ld.param.u32 n, [count]; again: bar.sync 0; sub.u32 n, n, 1; setp.ne.u32 p, n, 0; @p bra again;",
        // Nothing is known of the condition.
        "ld.param.u64 x, [pointer]; mov.u32 t, %tid.x; mul.wide.u32 y, t, 4; add.u64 x, x, y; ld.global.u32 a, [x]; \
         setp.eq.u32 p, a, 0; @p bar.sync 0; bar.sync 0;",
        // The id is not known.
        "mov.u32 t, %tid.x; setp.lt.u32 p, t, 64; ld.param.u32 n, [count]; @p bar.sync 0; @!p bar.sync n; bar.sync 0;",
        // Roles, without a place where they meet.
        "mov.u32 t, %tid.x; setp.lt.u32 p, t, 32; @p bra role; bar.sync 0; ret; role: mov.u32 a, 1; ret;",
    ] {
        hopper(".reqntid 128", code);
    }
    hopper("", "mov.u32 t, %tid.x; setp.lt.u32 p, t, 64; @p bar.sync 0; bar.sync 0;");
    let all = "//! cta-barrier-divergent: must be executed by all threads of the CTA, some go on elsewhere";
    let part = "//! cta-barrier-divergent: must be executed by whole warps, a part of a warp gets here";
    for (code, finding) in [
        ("setp.lt.u32 p, t, 64; @p bar.sync 0; FINDING\n bar.sync 0;", all),
        ("setp.lt.u32 p, t, 64; @!p bra end;\n bar.red.popc.u32 a, 0, p; FINDING\n end: bar.sync 0;", all),
        ("setp.eq.u32 p, t, 0;\n@p bar.sync 0; FINDING\n bar.sync 0;", part),
        ("setp.eq.u32 p, t, 0;\n@p barrier.sync 0; FINDING\n bar.sync 0;", all),
        ("elect.sync _|p, -1;\n@p bar.sync 0; FINDING\n bar.sync 0;", part),
        ("setp.lt.u32 p, t, 40;\n@p bar.sync 1, 64; FINDING\n bar.sync 0;", part),
        (
            "mov.u32 a, 0; setp.lt.u32 p, t, 32; again: add.u32 a, a, 1;\n@p bar.sync 0; FINDING\n setp.lt.u32 q, a, 4; @q bra again;",
            all,
        ),
    ] {
        hopper(".reqntid 128", &format!("mov.u32 t, %tid.x; {}", code.replace("FINDING", finding)));
    }
    // In a function.
    with_functions(
        &format!(".func meet() {{\nbar.sync 0; {all}\nret; }}"),
        ".reqntid 128",
        "mov.u32 t, %tid.x; setp.lt.u32 p, t, 64; @p call meet; bar.sync 0;",
    );
    with_functions(
        ".func meet() { bar.sync 0; ret; }",
        ".reqntid 128",
        "mov.u32 t, %tid.x; setp.lt.u32 p, t, 64; @p call meet; @!p call meet; bar.sync 0;",
    );
    with_functions(
        ".extern .func meet();",
        ".reqntid 128",
        "mov.u32 t, %tid.x; setp.lt.u32 p, t, 64; @p bar.sync 0; call meet;",
    );
}

/// Checks bodies that begin with the thread id in `t`; a body announces a finding with COUNT, ALL or PART.
#[track_caller]
fn with_tid(directives: &str, code: &str) {
    let code = code
        .replace("COUNT", "//! named-barrier-count:")
        .replace("ALL", "//! cta-barrier-divergent: must be executed by all threads of the CTA, some go on elsewhere\n")
        .replace("PART", "//! cta-barrier-divergent: must be executed by whole warps, a part of a warp gets here\n");
    hopper(directives, &format!("mov.u32 t, %tid.x;\n{code}"));
}

#[test]
fn all_threads_of_a_phase_count_the_same() {
    for code in [
        // Each warp alone, and then all at another barrier.
        "bar.sync 0, 32; COUNT counts 32 threads, and others that count 128 arrive in the same phase\n bar.sync 0;",
        // One half waits for two halves, and the other for itself.
        "setp.lt.u32 p, t, 64;\n@p bar.sync 3, 128; COUNT counts 128 threads, and at most 64 arrive with this count\n\
         @!p bar.sync 3, 64;",
        "setp.lt.u32 p, t, 64; @p bra other;\nbar.arrive 3, 128; COUNT counts 128 threads, and at most 64 arrive with this count\n\
         bra end; other: bar.sync 3, 64; end: mov.u32 a, 1;",
        // Also if only one of them has a count.
        "setp.lt.u32 p, t, 64;\n@p bar.sync 3, 96; COUNT counts 96 threads, and at most 64 arrive at the barrier\n",
        "setp.lt.u32 p, t, 64;\n@p bar.sync 3, 96; COUNT counts 96 threads, and at most 64 arrive with this count\n bar.sync 3, 128;",
        // The first phases are right, and the second ones are not.
        "setp.lt.u32 p, t, 64; @p bra other; bar.sync 3, 128;\n\
         bar.sync 3, 64; bra end;\n\
         other: bar.sync 3, 128;\nbar.sync 3, 96; COUNT counts 96 threads, and at most 64 arrive with this count\n\
         end: mov.u32 a, 1;",
        // After a parameter that is the same in all threads, and in a loop of as many iterations as it says.
        "ld.param.u32 n, [count]; again: bar.sync 0;\nbar.sync 1, 32; COUNT counts 32 threads, and others that count 128 arrive in the same phase\n\
         bar.sync 1; sub.u32 n, n, 1; setp.ne.u32 p, n, 0; @p bra again;",
        // After barriers of all threads that follow a loop of unknown iterations.
        "ld.param.u32 n, [count]; again: sub.u32 n, n, 1; setp.ne.u32 p, n, 0; @p bra again; bar.sync 0; bar.sync 0;\n\
         bar.sync 0, 32; COUNT counts 32 threads, and others that count 128 arrive in the same phase\n bar.sync 0;",
        // After instructions of warp groups.
        "bar.sync 0; wgmma.fence.sync.aligned; wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;\n\
         bar.sync 0, 64; COUNT counts 64 threads, and others that count 128 arrive in the same phase\n bar.sync 0;",
    ] {
        with_tid(".reqntid 128", code);
    }
    // After many other barriers, and blocks that all threads reach.
    let many = "ld.param.u32 n, [count]; setp.eq.u32 q, n, 0;".to_owned()
        + &(0..40)
            .map(|at| format!(" bar.sync 0; @q bra B{at}; mov.u32 a, {at}; B{at}: bar.sync 0;"))
            .collect::<String>();
    with_tid(
        ".reqntid 128",
        &format!(
            "{many}\nbar.sync 0, 32; COUNT counts 32 threads, and others that count 128 arrive in the same phase\n bar.sync 0;"
        ),
    );
    with_tid(
        ".reqntid 128",
        &format!("{many} again:\nbar.sync 0; PART sub.u32 t, t, 1; setp.ge.s32 p, t, 0; @p bra again; bar.sync 0;"),
    );
    for code in [
        // Half of the threads meet twice, and all of them once.
        "setp.lt.u32 p, t, 64; @p bra other; bar.sync 3, 128; bra end;\n\
         other: bar.sync 3, 128;\nbar.sync 3, 128; COUNT counts 128 threads, and 64 arrive in this phase of the barrier\n\
         end: mov.u32 a, 1;",
        // In a loop: the producers stop one iteration early.
        "setp.lt.u32 p, t, 64; mov.u32 a, 0; @p bra produce;\n\
         again: bar.sync 1, 128; COUNT counts 128 threads, and 64 arrive in this phase of the barrier\n\
         add.u32 a, a, 1; setp.lt.u32 q, a, 4; @q bra again; bra end;\n\
         produce: bar.arrive 1, 128; bar.sync 2, 64; add.u32 a, a, 1; setp.lt.u32 q, a, 3; @q bra produce;\n\
         end: mov.u32 a, 1;",
    ] {
        with_tid(".reqntid 160", &format!("setp.ge.u32 p, t, 128; @p ret; {code}"));
    }
    with_tid(
        ".reqntid 256",
        "setp.lt.u32 p, t, 64;\n@p bar.arrive 1, 256; COUNT counts 256 threads, and at most 64 arrive with this count\n\
         @!p bar.sync 1, 192;",
    );
    with_tid(
        ".reqntid 256",
        "setp.lt.u32 p, t, 128;\n@p bar.sync 0, 256; COUNT counts 256 threads, and at most 128 arrive at the barrier\n",
    );
    with_tid(".reqntid 256", "setp.lt.u32 p, t, 128;\n@p bar.sync 0, 256; ALL bar.sync 0;");
}

#[test]
fn equal_counts_of_one_phase_are_right() {
    for code in [
        // Another count in a later phase, with a barrier between.
        "bar.sync 1, 128; bar.sync 0; setp.lt.u32 p, t, 64; @p bar.sync 1, 64; @!p bar.sync 2, 64;",
        "setp.lt.u32 p, t, 64; @p bar.sync 1, 64; @!p bar.sync 2, 64; bar.sync 0; bar.sync 1, 128;",
        // A count of all threads is the same as none.
        "setp.lt.u32 p, t, 64; @p bar.sync 1, 128; @!p bar.sync 1; bar.sync 0, 128; bar.sync 0;",
        // An mbarrier is between, so that the order of the phases is not known.
        "setp.eq.u32 p, t, 0; @p mbarrier.init.shared::cta.b64 [bar], 1; bar.sync 0; @p mbarrier.arrive.shared::cta.b64 state, [bar];\n\
         setp.lt.u32 p, t, 64; @p bar.sync 1, 64; wait: mbarrier.try_wait.parity.shared::cta.b64 done, [bar], 0; @!done bra wait; bar.sync 1;",
        // The count is not known.
        "ld.param.u32 n, [count]; setp.lt.u32 p, t, 64; @p bar.sync 1, 64; bar.sync 1, n;",
        "ld.param.u32 n, [count]; setp.lt.u32 p, t, 64; @p bar.sync 1, n; @!p bar.sync 1, 128;",
        // A producer and consumers, with a barrier for each direction.
        "setp.lt.u32 p, t, 64; mov.u32 a, 0; @p bra produce;\n\
         take: bar.sync 1, 128; bar.arrive 2, 128; add.u32 a, a, 1; setp.lt.u32 q, a, 4; @q bra take; bra end;\n\
         produce: bar.arrive 1, 128; bar.sync 2, 128; add.u32 a, a, 1; setp.lt.u32 q, a, 4; @q bra produce;\n\
         end: bar.sync 0;",
        // The same, for as many iterations as a parameter says.
        "setp.lt.u32 p, t, 64; ld.param.u32 n, [count]; @p bra produce;\n\
         take: bar.sync 1, 128; bar.arrive 2, 128; sub.u32 n, n, 1; setp.ne.u32 q, n, 0; @q bra take; bra end;\n\
         produce: bar.arrive 1, 128; bar.sync 2, 128; sub.u32 n, n, 1; setp.ne.u32 q, n, 0; @q bra produce;\n\
         end: bar.sync 0;",
        // An mbarrier orders the halves: each of them passes two phases of one barrier, and then the other one does.
        "setp.lt.u32 p, t, 64; setp.eq.u32 q, t, 0; @q mbarrier.init.shared::cta.b64 [bar], 64; bar.sync 0; @p bra go;\n\
         wait: mbarrier.try_wait.parity.shared::cta.b64 done, [bar], 0; @!done bra wait; go: bar.sync 1, 64; bar.sync 1, 32;\n\
         @p mbarrier.arrive.shared::cta.b64 _, [bar];",
        // The halves take turns at one barrier with two others between.
        "setp.lt.u32 p, t, 64; @p bra low; bar.sync 4, 128; bar.sync 1, 64; bra end; low: bar.sync 1, 64; bar.sync 4, 128;\n\
         end: bar.sync 0;",
    ] {
        with_tid(".reqntid 128", code);
    }
    // Threads that have left: the others are all that are there.
    with_tid(".reqntid 128", "setp.ge.u32 p, t, 96; @p ret; bar.sync 1, 96; bar.sync 0; bar.sync 2;");
    // The block is not known.
    with_tid("", "bar.sync 0, 32; bar.sync 0;");
}

#[test]
fn all_threads_pass_a_barrier_equally_often() {
    let iterations = "mov.u32 a, 0; again: setp.ge.u32 p, a, LAST; @p bra leave;";
    let again = "add.u32 a, a, 1; bra again; leave: st.shared.u32 [other], a;";
    let down = "mov.u32 a, FIRST; again: setp.eq.u32 p, a, 0; @p bra leave;";
    let after = "sub.u32 a, a, 1; bra again; leave: st.shared.u32 [other], a;";
    for (directives, code) in [
        // Each thread has another number of iterations.
        (".reqntid 128", format!("{}\nbar.sync 0; ALL {again}", iterations.replace("LAST", "t"))),
        (".reqntid 128", format!("{}\nbarrier.sync 0; ALL {again} bar.sync 1;", iterations.replace("LAST", "t"))),
        (".reqntid 128", format!("{down}\nbar.sync 0; ALL {after}").replace("FIRST", "t")),
        (
            ".reqntid 128",
            format!("add.u32 b, t, 2; {down}\nbarrier.cta.sync.aligned 0; PART {after}").replace("FIRST", "b"),
        ),
        (".reqntid 128", format!("{down}\nbar.sync 1, 64; PART {after}").replace("FIRST", "t")),
        (".reqntid 128", format!("{down}\nbarrier.sync 0; ALL {after} bar.sync 1;").replace("FIRST", "t")),
        (".reqntid 100, 1, 1", format!("or.b32 b, t, 1; {down}\nbar.sync 0; PART {after}").replace("FIRST", "b")),
        (
            ".reqntid 128",
            "again:\nbar.sync 0; PART sub.u32 t, t, 1; setp.ge.s32 p, t, 0; @p bra again; bar.sync 0;".to_owned(),
        ),
        // Each warp has another number of iterations.
        (".reqntid 128", format!("shr.u32 w, t, 5; {down}\nbar.sync 0; ALL {after} bar.sync 1;").replace("FIRST", "w")),
        // Some pass one barrier, and the others two.
        (
            ".reqntid 256",
            "setp.lt.u32 p, t, 64; @p bra low; bar.sync 0;\nbar.sync 0; ALL bra end; low: bar.sync 0; end: bar.sync 0;"
                .to_owned(),
        ),
        (
            ".reqntid 256",
            "ld.param.u32 n, [count]; setp.eq.u32 q, n, 0; @q bra end; setp.lt.u32 p, t, 64; @p bra low; bar.sync 0;\n\
             bar.sync 0; ALL bra join; low: bar.sync 0; join: bar.sync 0; end: ret;"
                .to_owned(),
        ),
        // They wait for each other at two barriers.
        (
            ".reqntid 64",
            "setp.lt.u32 p, t, 32; @p bra low; bar.sync 1; ALL bar.sync 2; ret; low: bar.sync 2; ALL bar.sync 1; ret;"
                .to_owned(),
        ),
    ] {
        with_tid(directives, &code);
    }
    with_functions(
        ".func meet(.reg .b32 n) { .reg .pred p; .reg .b32 a; mov.u32 a, 0; \
         again: bar.sync 0; //! cta-barrier-divergent: must be executed by all threads of the CTA, some go on elsewhere\n\
         add.u32 a, a, 1; setp.lt.u32 p, a, n; @p bra again; ret; }",
        ".reqntid 128",
        "mov.u32 t, %tid.x; setp.lt.u32 p, t, 64; selp.b32 n, 2, 3, p; call meet, (n);\n\
         bar.sync 1; //! cta-barrier-divergent: must be executed by all threads of the CTA, some go on elsewhere",
    );
    for (directives, code) in [
        // The same number of iterations in all threads.
        (".reqntid 128", format!("mov.u32 n, 4; {} bar.sync 0; {again}", iterations.replace("LAST", "n"))),
        (".reqntid 128", format!("ld.param.u32 n, [count]; {} bar.sync 0; {again}", iterations.replace("LAST", "n"))),
        (".reqntid 128", format!("shr.u32 w, t, 7; {} bar.sync 0; {again}", iterations.replace("LAST", "w"))),
        // The threads that do not go on have ended.
        (".reqntid 128", "again: bar.sync 0; sub.u32 t, t, 1; setp.ge.s32 p, t, 0; @p bra again; ret;".to_owned()),
        (
            ".reqntid 256",
            "setp.lt.u32 p, t, 64; @p bra low; bar.sync 0; bar.sync 0; ret; low: bar.sync 0; ret;".to_owned(),
        ),
        // The barriers of one half are elsewhere.
        (
            ".reqntid 256",
            "setp.lt.u32 p, t, 64; @!p bra skip; bar.sync 0; skip: mov.u32 a, 1; @p bra end; bar.sync 0; end: bar.sync 0;"
                .to_owned(),
        ),
        // The block can have one thread.
        ("", format!("{} bar.sync 0; {again}", iterations.replace("LAST", "t"))),
        // The number of iterations is not known.
        (
            ".reqntid 128",
            format!(
                "ld.param.u64 x, [pointer]; mul.wide.u32 y, t, 4; add.u64 x, x, y; ld.global.u32 n, [x]; {} bar.sync 0; {again}",
                iterations.replace("LAST", "n")
            ),
        ),
    ] {
        with_tid(directives, &code);
    }
}

#[test]
fn barriers_of_unknown_threads_are_named() {
    let load = "mov.u32 t, %tid.x; ld.param.u64 x, [pointer]; mul.wide.u32 y, t, 4; add.u64 x, x, y; ld.global.u32 a, [x]; \
                setp.eq.u32 p, a, 0;";
    let unknown = "//! thread-set-unknown: is executed by threads that are not known, and is not checked";
    for barrier in ["bar.sync 0;", "barrier.cta.sync.aligned 0;", "bar.sync 1, 64;", "bar.arrive 1, 64;"] {
        let body = format!("{load}\n@p {barrier} {unknown}\nbar.sync 0;");
        expect_pedantic(&file("sm_90a", "", ".reqntid 128", &body));
    }
    expect_pedantic(&file("sm_90a", "", ".reqntid 128", "mov.u32 t, %tid.x; setp.lt.u32 p, t, 64; @p bar.sync 1, 64;"));
}

#[test]
fn an_id_that_is_computed_from_the_thread_is_in_range() {
    hopper(
        ".reqntid 256",
        "mov.u32 t, %tid.x; shr.u32 w, t, 7; add.u32 a, w, 16;
         bar.sync a, 128; //! named-barrier-range: barrier id must be 0 to 15, got 16",
    );
    // One of them is in range, and it is not known which one comes.
    hopper(".reqntid 256", "mov.u32 t, %tid.x; shr.u32 w, t, 7; add.u32 a, w, 14; bar.sync a, 128;");
}
