//! Barriers of the CTA.

use crate::expect::{hopper, with_functions};

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
        (".reqntid 128", "bar.sync 1, 256;", "waits for 256 threads, and at most 128 arrive at the barrier"),
        (".maxntid 128", "bar.sync 1, 256;", "waits for 256 threads, and at most 32 arrive at the barrier"),
        (
            ".reqntid 128",
            "mov.u32 t, %tid.x; setp.lt.u32 p, t, 64; @p bar.sync 1, 128;",
            "waits for 128 threads, and at most 64 arrive at the barrier",
        ),
        (
            ".reqntid 128",
            "mov.u32 t, %tid.x; shr.u32 a, t, 6; setp.eq.u32 p, a, 0; add.u32 a, a, 1; bar.sync a, 64; @p bar.sync 3, 128;",
            "waits for 128 threads, and at most 64 arrive at the barrier",
        ),
        (".reqntid 128", "bar.sync 1, 64;", "counts 64 threads, and 128 arrive together"),
        (".reqntid 40", "bar.sync 1, 32;", "counts 32 threads, and 64 arrive together"),
    ] {
        hopper(directives, &format!("{code} //! named-barrier-count: {message}"));
    }
    // No thread waits anywhere.
    hopper(".reqntid 128", "mov.u32 t, %tid.x; setp.lt.u32 p, t, 64; @p bar.arrive 1, 128;");
    // The other half arrives elsewhere, at another barrier.
    hopper(
        ".reqntid 128",
        "mov.u32 t, %tid.x; setp.lt.u32 p, t, 64;
         @p bar.arrive 2, 128; //! named-barrier-count: waits for 128 threads, and at most 64 arrive at the barrier
         @!p bar.sync 1, 128; //! named-barrier-count: waits for 128 threads, and at most 64 arrive at the barrier",
    );
    with_functions(
        ".func meet(.reg .b32 id, .reg .b32 n) { barrier.sync id, n; ret; }",
        ".reqntid 128",
        "mov.u32 t, %tid.x; setp.lt.u32 p, t, 64; @p call meet, (1, 64); @!p call meet, (2, 64);",
    );
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
