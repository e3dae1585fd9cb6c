//! Values in local memory, where compilers keep the variables of the source if they do not optimise.

use crate::rules::expect::{expect_file, expect_launches, file};

/// What clang and nvcc write at the beginning of a function with variables.
const FRAME: &str = ".local .align 8 .b8 __local_depot0[64]; .reg .b64 %SP, %SPL, %rd<20>; .reg .b32 %r<20>; .reg .b16 %rs<8>; \
    .reg .pred %p<8>; mov.b64 %SPL, __local_depot0; cvta.local.u64 %SP, %SPL; mov.u32 t, %tid.x; shr.u32 w, t, 5; ";

/// What is wrong with a barrier that only one of two warps gets to.
const INCOMPLETE: &str = "named-barrier-count: counts 64 threads, and at most 32 arrive at the barrier";

/// Checks a kernel of 64 threads with variables in local memory, and with functions.
#[track_caller]
fn check(functions: &str, body: &str) {
    expect_file(&file("sm_90a", functions, ".reqntid 64", &format!("{FRAME}\n{body}")));
}

/// Stores the warp, loads it into `a`; each a spelling of the same variable.
const COPIES: [&str; 12] = [
    "st.u32 [%SP+4], w; ld.u32 a, [%SP+4];",
    "st.local.u32 [%SPL+4], w; ld.u32 a, [%SP+4];",
    "st.volatile.b32 [%SP], w; ld.volatile.b32 a, [%SP];",
    "add.u64 %rd1, %SP, 8; add.u64 %rd2, %SPL, 8; st.local.u32 [%rd2], w; ld.u32 a, [%rd1];",
    "add.u64 %rd1, %SP, 16; or.b64 %rd2, %rd1, 4; st.b32 [%rd2], w; ld.b32 a, [%SP+20];",
    "sub.s64 %rd1, %SP, -8; mov.b64 %rd2, %rd1; cvta.to.local.u64 %rd3, %rd2; st.local.b32 [%rd3+4], w; ld.b32 a, [%SP+12];",
    "st.v2.b32 [%SP+8], {t, w}; ld.b32 a, [%SP+12];",
    "st.b32 [%SP+8], t; st.b32 [%SP+12], w; ld.v2.b32 {b, a}, [%SP+8];",
    // A structure that is copied by eight bytes.
    "st.b32 [%SP+8], t; st.b32 [%SP+12], w; ld.b64 x, [%SP+8]; st.b64 [%SP+24], x; ld.b32 a, [%SP+28];",
    "cvt.u16.u32 %rs1, w; st.b8 [%SP+3], %rs1; ld.u8 %rs2, [%SP+3]; cvt.u32.u16 a, %rs2;",
    "st.b32 [%SP], 0x0100; st.b8 [%SP+1], 0; cvt.u16.u32 %rs1, w; st.b8 [%SP+2], %rs1; ld.b32 a, [%SP]; shr.u32 a, a, 16;",
    "st.local.b32 [__local_depot0+40], w; ld.local.b32 a, [%SPL+40];",
];

#[test]
fn roles_are_kept_in_local_memory() {
    for copy in COPIES {
        check(
            "",
            &format!(
                "{copy} setp.ne.u32 %p1, a, 0; @%p1 bra OTHER;
                 bar.sync 0, 64; bar.arrive 1, 64; bra END;
                 OTHER: bar.arrive 0, 64; bar.sync 1, 64;
                 END:"
            ),
        );
        check(
            "",
            &format!(
                "{copy} setp.ne.u32 %p1, a, 0; @%p1 bra END;
                 bar.sync 1, 64; //! {INCOMPLETE}
                 END:"
            ),
        );
    }
}

#[test]
fn the_last_store_counts() {
    for (stores, is_incomplete) in [
        ("st.b32 [%SP], 0; st.b32 [%SP], w;", true),
        ("st.b32 [%SP], w; st.b32 [%SP], 0;", false),
        ("st.b32 [%SP], w; st.b64 [%SP], 0;", false),
        ("st.b64 [%SP], 0; setp.eq.u32 %p1, w, 1; @%p1 st.b32 [%SP], 1;", true),
        ("st.b64 [%SP], 0; setp.eq.u32 %p1, w, 5; @%p1 st.b32 [%SP], 1;", false),
        ("st.b32 [%SP], 0; setp.eq.u32 %p1, w, 1; @!%p1 bra L; st.b32 [%SP], 1; L:", true),
        ("st.b32 [%SP], 0; st.b32 [%SP+4], w;", false),
        // Another variable.
        (".local .align 4 .b32 other_frame; st.b32 [%SP], 0; st.local.b32 [other_frame], w;", false),
    ] {
        let finding = if is_incomplete { format!("//! {INCOMPLETE}") } else { String::new() };
        check(
            "",
            &format!(
                "{stores} ld.b32 a, [%SP]; setp.ne.u32 %p2, a, 0; @%p2 bra END;
                 bar.sync 1, 64; {finding}
                 END:"
            ),
        );
    }
}

/// The counter of a loop, a phase bit and the address of an mbarrier.
#[test]
fn counters_and_phases_are_kept_in_local_memory() {
    let ring = |count: u32, wait: &str, finding: &str| {
        format!(
            "mov.b64 %rd1, bar; cvta.shared.u64 %rd2, %rd1; st.b64 [%SP+16], %rd2; st.b32 [%SP+24], 0; st.b32 [%SP+28], 0;
             setp.ne.u32 %p1, t, 0; @%p1 bra READY;
             ld.b64 %rd3, [%SP+16]; cvta.to.shared.u64 %rd4, %rd3; cvt.u32.u64 a, %rd4; mbarrier.init.shared::cta.b64 [a], {count};
             READY: bar.sync 0;
             LOOP: ld.b32 b, [%SP+28]; setp.gt.s32 %p2, b, 3; @%p2 bra END;
             ld.b64 %rd5, [%SP+16]; cvta.to.shared.u64 %rd6, %rd5; cvt.u32.u64 a, %rd6; mbarrier.arrive.shared::cta.b64 _, [a];
             ld.b32 c, [%SP+24]; {wait}
             WAIT: mbarrier.try_wait.parity.shared::cta.b64 %p3, [a], c; {finding}
             @!%p3 bra WAIT;
             ld.b32 c, [%SP+24]; xor.b32 d, c, 1; st.b32 [%SP+24], d;
             ld.b32 b, [%SP+28]; add.s32 b, b, 1; st.b32 [%SP+28], b; bra.uni LOOP;
             END:"
        )
    };
    check("", &ring(64, "", ""));
    check(
        "",
        &ring(65, "", "//! mbarrier-never-completes: waits for 65 arrivals at an mbarrier, and at most 64 come before"),
    );
}

#[test]
fn pointers_to_shared_memory_are_kept_in_local_memory() {
    let fault = "//! async-copy-wait: reads what an asynchronous copy can still write, in every launch";
    for (wait, finding) in [("cp.async.wait_all;", ""), ("", fault)] {
        for pointer in [
            "ld.b64 %rd3, [%SP+8];",
            "ld.b64 %rd3, [%SP+8]; st.b64 [%SP+16], %rd3; ld.b64 %rd3, [%SP+16];",
            "ld.b64 %rd3, [%SP+8]; add.s64 %rd4, %rd3, 0; st.b64 [%SP+8], %rd4; ld.b64 %rd5, [%SP+8]; mov.b64 %rd3, %rd5;",
        ] {
            let body = format!(
                "ld.param.u64 x, [pointer]; mov.b64 %rd1, data; cvta.shared.u64 %rd2, %rd1; st.b64 [%SP+8], %rd2;
                 setp.eq.u32 %p1, t, 0; @%p1 cp.async.ca.shared.global [data], [x], 16;
                 cp.async.commit_group; {wait}
                 {pointer} @%p1 ld.b32 a, [%rd3]; {finding}
                 cp.async.wait_all; @%p1 st.global.b32 [x], a;"
            );
            expect_launches(&file("sm_90a", "", ".reqntid 64", &format!("{FRAME}\n{body}")));
        }
    }
}

/// What is written by an address that is not known, or by another function, is not known in any thread.
#[test]
fn addresses_escape() {
    let functions = ".visible .func write(.param .b64 p) { .reg .b64 a; ld.param.b64 a, [p]; st.b32 [a], 7; ret; }
        .visible .func (.param .b32 r) read(.param .b64 p) { .local .align 8 .b8 __local_depot1[8]; .reg .b64 a, s; .reg .b32 v;
        mov.b64 s, __local_depot1; ld.param.b64 a, [p]; st.local.b64 [s], a; mov.u32 v, %tid.x; st.param.b32 [r], v; ret; }";
    let call = |name: &str, result: &str| {
        format!(
            "{{ .param .b64 p0; .param .b32 r0; add.u64 %rd5, %SP, 32; st.param.b64 [p0], %rd5; call.uni {result} {name}, (p0); }}"
        )
    };
    let (write, read) = (call("write", ""), call("read", "(r0),"));
    let outside = call("unknown", "");
    let index = "add.u64 %rd5, %SP, 32; mul.wide.u32 %rd6, t, 4; add.s64 %rd7, %rd5, %rd6; st.b32 [%rd7], 1;";
    let stored = "add.u64 %rd5, %SP, 32; st.b64 [%SP+8], %rd5; ld.b64 %rd6, [%SP+8]; st.b32 [%rd6], 1;";
    for (code, is_known) in [
        (read.as_str(), true),
        ("add.u64 %rd5, %SP, 32; mul.wide.u32 %rd6, t, 4; add.s64 %rd7, %rd5, %rd6; ld.b32 a, [%rd7];", true),
        ("ld.param.u64 x, [pointer]; st.b64 [%SP+8], x; ld.b64 x, [%SP+8]; st.b32 [x], 1;", true),
        (&write, false),
        (index, false),
        (stored, false),
        ("ld.param.u64 x, [pointer]; st.global.b64 [x], %SP; ld.global.b64 y, [x]; st.b32 [y], 1;", false),
    ] {
        let finding = if is_known { format!("//! {INCOMPLETE}") } else { String::new() };
        let body = format!(
            "st.b32 [%SP], w; {code} ld.b32 a, [%SP]; setp.ne.u32 %p2, a, 0; @%p2 bra END;
             bar.sync 1, 64; {finding}
             END:"
        );
        check(functions, &body);
    }
    // One thread writes: it does not leave the others.
    for code in [write.as_str(), &outside, index, stored] {
        check(
            functions,
            &format!(
                "st.b32 [%SP], w; st.b32 [%SP+4], 1; setp.ne.u32 %p1, t, 0; @%p1 bra L; {code} L:
                 ld.b32 a, [%SP+4]; setp.eq.u32 %p2, a, 1; @!%p2 bra END;
                 shfl.sync.idx.b32 b, a, 0, 31, -1; bar.sync 0; END:"
            ),
        );
    }
}
