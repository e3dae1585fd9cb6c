//! Guards in every form: the threads that get to an instruction.

use crate::rules::expect::{blackwell, expect_file, expect_pedantic, file, with_functions};

/// The mbarrier has an address of its own, so that nothing is known of its initialisation.
const COMMIT: &str = "tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [64];";
const WAIT: &str = "tcgen05.wait::ld.sync.aligned;";

/// Code that sets `p` in one thread of the block.
const ONE_THREAD: &[(&str, &str)] = &[
    (".reqntid 128", "mov.u32 t, %tid.x; setp.eq.u32 p, t, 0;"),
    (".reqntid 128", "mov.u32 t, %tid.x; setp.lt.u32 p, t, 1;"),
    (".reqntid 128", "setp.lt.s32 p, %tid.x, 1;"),
    (".reqntid 128", "mov.u32 t, %tid.x; setp.ne.u32 q, t, 0; not.pred p, q;"),
    (".reqntid 128", "mov.u32 t, %tid.x; setp.gt.u32 p, t, 126;"),
    (".reqntid 128", "mov.u32 t, %tid.x; sub.u32 a, t, 5; setp.eq.u32 p, a, 0;"),
    (".reqntid 128", "mov.u32 t, %tid.x; cvt.u64.u32 x, t; setp.eq.u64 p, x, 77;"),
    (".reqntid 128", "mov.u32 t, %tid.x; xor.b32 a, t, 3; setp.eq.u32 p, a, 0;"),
    (
        ".reqntid 128",
        "mov.u32 t, %tid.x; shr.u32 w, t, 5; and.b32 a, t, 31; setp.eq.u32 q, w, 2; setp.eq.and.u32 p, a, 7, q;",
    ),
    (
        ".reqntid 128",
        "mov.u32 w, %warpid; mov.u32 a, %laneid; setp.eq.u32 q, w, 0; setp.eq.u32 s, a, 0; and.pred p, q, s;",
    ),
    (".reqntid 128", "mov.u32 t, %tid.x; setp.eq.u32 q, t, 9; selp.b32 a, 1, 0, q; setp.ne.u32 p, a, 0;"),
    (".reqntid 128", "mov.u32 t, %tid.x; setp.lt.u32 q, t, 32; elect.sync d|s, 0xffffffff; and.pred p, q, s;"),
    (".reqntid 32", "elect.sync d|p, 0xffffffff;"),
    (".reqntid 32", "elect.sync d|q, 0xffffffff; selp.b32 a, 1, 0, q; setp.eq.u32 p, a, 1;"),
    (".reqntid 1", "setp.eq.u32 p, 0, 0;"),
    // The policy of an exact block of whole warps is for code that the project compiles.
    (".reqntid 48", "mov.u32 t, %tid.x; setp.eq.u32 p, t, 40;"),
    (".maxntid 16", "mov.u32 t, %tid.x; setp.eq.u32 p, t, 3;"),
    (".maxntid 192", "mov.u32 t, %tid.x; setp.eq.u32 p, t, 3;"),
    (".reqntid 16, 8", "mov.u32 a, %tid.x; mov.u32 b, %tid.y; or.b32 c, a, b; setp.eq.u32 p, c, 0;"),
    (".reqntid 16, 8", "mov.u32 a, %tid.x; mov.u32 b, %tid.y; add.u32 c, a, b; setp.eq.u32 p, c, 0;"),
    (
        ".reqntid 8, 4, 4",
        "mov.u32 a, %tid.x; mov.u32 b, %tid.y; mov.u32 c, %tid.z; mov.u32 d, %ntid.x; mov.u32 n, %ntid.y; \
         mad.lo.u32 t, c, n, b; mad.lo.u32 t, t, d, a; setp.eq.u32 p, t, 0;",
    ),
    (
        ".reqntid 8, 4, 4",
        "mov.u32 a, %tid.x; mov.u32 b, %tid.y; mov.u32 c, %tid.z; mad.lo.u32 t, b, 8, a; mad.lo.u32 t, c, 32, t; \
         shr.u32 w, t, 5; shfl.sync.idx.b32 w, w, 0, 31, 0xffffffff; setp.eq.u32 q, w, 1; \
         elect.sync d|s, 0xffffffff; and.pred p, q, s;",
    ),
    (
        ".reqntid 192",
        "mov.u32 t, %tid.x; shr.u32 w, t, 5; shfl.sync.idx.b32 w, w, 0, 31, 0xffffffff; setp.eq.u32 q, w, 5; \
         elect.sync d|s, 0xffffffff; and.pred p, q, s;",
    ),
    (".reqntid 128", "mov.u32 t, %tid.x; sub.u32 a, t, 1; setp.gt.u32 p, a, 126;"),
    (".reqntid 128", "mov.u32 t, %tid.x; min.u32 a, t, 1; setp.eq.u32 p, a, 0;"),
    (".reqntid 128", "mov.u32 t, %tid.x; rem.u32 a, t, 128; setp.eq.u32 p, a, 0;"),
    (".reqntid 128", "mov.u32 t, %tid.x; bfe.u32 a, t, 0, 7; setp.eq.u32 p, a, 0;"),
    (".reqntid 128", "mov.u32 t, %tid.x; setp.eq.u32 p|q, t, 0; @q bra skip; mov.u32 a, 0; skip:"),
    // A predicate that is set in several blocks.
    (
        ".reqntid 128",
        "mov.u32 t, %tid.x; setp.lt.u32 q, t, 32; setp.ne.u32 p, 0, 0; @!q bra join; setp.eq.u32 p, t, 3; join:",
    ),
    (
        ".reqntid 128",
        "mov.u32 t, %tid.x; mov.u32 a, 1; setp.lt.u32 q, t, 64; @q bra low; bra join; low: setp.eq.u32 s, t, 0; \
         @s mov.u32 a, 0; join: setp.eq.u32 p, a, 0;",
    ),
];

#[test]
fn one_thread_in_every_form() {
    for (directives, code) in ONE_THREAD {
        blackwell(directives, &format!("{code}\n@p {COMMIT}"));
        blackwell(directives, &format!("{code}\n@!p bra over;\n{COMMIT}\nover: bar.sync 0;"));
        blackwell(directives, &format!("{code}\nmov.pred s, p;\n@s bra over;\nbra end;\nover: {COMMIT}\nend:"));
        // The other threads leave early.
        blackwell(directives, &format!("{code}\n@!p ret;\n{COMMIT}"));
        blackwell(directives, &format!("{code}\n@!p exit;\nmov.u32 a, 1;\n{COMMIT}"));
    }
}

#[test]
fn several_threads_in_every_form() {
    for (directives, code, threads) in [
        (".reqntid 128", "setp.eq.u32 p, 0, 0;", 128),
        (".reqntid 128", "mov.u32 t, %tid.x; setp.lt.u32 p, t, 2;", 2),
        (".reqntid 128", "mov.u32 t, %tid.x; setp.lt.u32 p, t, 32;", 32),
        (".reqntid 128", "mov.u32 t, %tid.x; setp.ne.u32 p, t, 0;", 127),
        (".reqntid 128", "mov.u32 t, %tid.x; and.b32 a, t, 31; setp.eq.u32 p, a, 0;", 4),
        (".reqntid 128", "elect.sync d|p, 0xffffffff;", 4),
        (".reqntid 16, 8", "mov.u32 a, %tid.x; setp.eq.u32 p, a, 0;", 8),
        (".reqntid 8, 4, 4", "mov.u32 a, %tid.x; mov.u32 b, %tid.y; or.b32 c, a, b; setp.eq.u32 p, c, 0;", 4),
        (".reqntid 192", "mov.u32 t, %tid.x; shr.u32 w, t, 5; setp.gt.u32 p, w, 3;", 64),
        (".reqntid 32", "elect.sync d|q, 0xffffffff; not.pred p, q;", 31),
        (".maxntid 256", "mov.u32 a, %laneid; vote.sync.all.pred p, q, -1; setp.lt.u32 p, a, 4;", 4),
        // The kernel parameter is the same in all threads.
        (".reqntid 128", "ld.param.u32 n, [count]; setp.gt.u32 p, n, 4;", 128),
    ] {
        let code = format!(
            "{code}\n@p {COMMIT} //! tcgen05-single-thread-issue: must be issued by a single thread, {threads} threads get here"
        );
        // `elect.sync` is for whole warps, so that the block has them.
        blackwell(directives, &code);
    }
}

#[test]
fn warps_commit_their_own_products() {
    let roles = "mov.u32 t, %tid.x; shr.u32 w, t, 5; setp.ge.u32 p, w, 2; @p ret; elect.sync _|p, -1;";
    let product = "shl.b32 a, w, 8; tcgen05.mma.cta_group::1.kind::f16 [a], x, y, c, 1;";
    let fault = "//! tcgen05-single-thread-issue: must be issued by a single thread,";
    // Two warps with an accumulator each, and one mbarrier for both.
    blackwell(".reqntid 128", &format!("{roles} @!p ret; {product} {COMMIT}"));
    blackwell(".reqntid 128", &format!("{roles} @!p ret; {COMMIT} {fault} 2 threads get here"));
    // Both warps write one accumulator.
    let same = "mov.u32 a, 64; tcgen05.mma.cta_group::1.kind::f16 [a], x, y, c, 1;";
    blackwell(
        ".reqntid 128",
        &format!("{roles} @!p ret; {same} {fault} 2 threads get here\n{COMMIT} {fault} 2 threads get here"),
    );
    // All lanes commit.
    blackwell(".reqntid 128", &format!("{roles} @!p bra over; {product} over: {COMMIT} {fault} 64 threads get here"));
}

#[test]
fn unknown_threads_are_silent() {
    for code in [
        // The condition comes from memory.
        "ld.param.u64 x, [pointer]; mov.u32 t, %tid.x; mul.wide.u32 y, t, 4; add.u64 x, x, y; ld.global.u32 a, [x]; \
         setp.eq.u32 p, a, 0;",
        "ld.shared.u32 a, [other]; mov.u32 t, %tid.x; setp.eq.u32 p, t, a;",
        // One thread wins.
        "atom.shared.add.u32 a, [other], 1; setp.eq.u32 p, a, 0;",
        "mov.u32 t, %tid.x; ld.param.u32 n, [count]; setp.eq.u32 p, t, n;",
    ] {
        blackwell(".reqntid 128", &format!("{code}\n@p {COMMIT}"));
        let remark = "//! thread-set-unknown: is executed by threads that are not known, and is not checked";
        expect_pedantic(&file("sm_100a", "", ".reqntid 128", &format!("{code}\n@p {COMMIT} {remark}")));
    }
    // A block that is not stated can have one thread.
    blackwell("", COMMIT);
    blackwell(".maxntid 128", COMMIT);
    blackwell(".maxntid 128", &format!("mov.u32 t, %tid.x; setp.lt.u32 p, t, 64; @p {COMMIT}"));
}

#[test]
fn each_thread_can_have_its_own_object() {
    blackwell(
        ".reqntid 128",
        "mov.u32 t, %tid.x; shr.u32 w, t, 5; mad.lo.u32 a, w, 8, 64; elect.sync d|p, 0xffffffff;
         @p tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [a];",
    );
    // Two warps multiply into different columns.
    blackwell(
        ".reqntid 64",
        "mov.u32 t, %tid.x; shr.u32 w, t, 5; ld.shared.b32 tmem, [slot]; mad.lo.u32 tmem, w, 64, tmem;
         elect.sync d|p, 0xffffffff; setp.ne.u32 q, 0, 0;
         @p tcgen05.mma.cta_group::1.kind::f16 [tmem], desc, desc, a, q;",
    );
}

#[test]
fn whole_warps_in_every_form() {
    for (directives, code) in [
        (".reqntid 128", "mov.u32 t, %tid.x; setp.lt.u32 p, t, 32;"),
        (".reqntid 128", "mov.u32 t, %tid.x; div.u32 w, t, 32; setp.eq.u32 p, w, 2;"),
        (".reqntid 128", "mov.u32 t, %tid.x; shr.u32 w, t, 5; shfl.sync.idx.b32 w, w, 0, 31, -1; setp.gt.u32 p, w, 1;"),
        (".reqntid 192", "mov.u32 t, %tid.x; setp.lt.u32 p, t, 128;"),
        (".reqntid 192", "mov.u32 t, %tid.x; setp.ge.u32 p, t, 64;"),
        (".reqntid 8, 4, 4", "mov.u32 a, %tid.z; setp.eq.u32 p, a, 3;"),
        (".reqntid 16, 8", "mov.u32 b, %tid.y; setp.lt.u32 p, b, 2;"),
        (".reqntid 128", "ld.param.u32 n, [count]; setp.gt.u32 p, n, 4;"),
        (".reqntid 128", "mov.u32 a, %ctaid.x; setp.eq.u32 p, a, 0;"),
        (".reqntid 128", "mov.u32 t, %tid.x; shr.u32 w, t, 5; ld.param.u32 n, [count]; setp.lt.u32 p, w, n;"),
        (".reqntid 128", "mov.u32 t, %tid.x; setp.lt.u32 q, t, 7; vote.sync.any.pred p, q, -1;"),
        ("", "mov.u32 w, %warpid; setp.eq.u32 p, w, 0;"),
        ("", "mov.u32 t, %tid.x; setp.lt.u32 p, t, 64;"),
    ] {
        blackwell(directives, &format!("{code}\n@p {WAIT}"));
        blackwell(directives, &format!("{code}\n@!p bra over;\n{WAIT}\nover: bar.sync 0;"));
        blackwell(directives, &format!("{code}\n@!p ret;\n{WAIT}"));
    }
}

#[test]
fn parts_of_warps_in_every_form() {
    for (directives, code, here) in [
        (".reqntid 128", "mov.u32 t, %tid.x; setp.lt.u32 p, t, 40;", "40 threads of 2 warps get here"),
        (".reqntid 128", "mov.u32 t, %tid.x; setp.eq.u32 p, t, 0;", "one thread gets here"),
        (".reqntid 128", "elect.sync d|p, 0xffffffff;", "one lane of a warp gets here"),
        (".reqntid 128", "elect.sync d|q, 0xffffffff; not.pred p, q;", "all lanes but one get here"),
        (".reqntid 16, 8", "mov.u32 a, %tid.x; setp.lt.u32 p, a, 8;", "64 threads of 4 warps get here"),
        (".reqntid 192", "mov.u32 t, %tid.x; setp.lt.u32 p, t, 176;", "176 threads of 6 warps get here"),
        ("", "mov.u32 a, %laneid; setp.lt.u32 p, a, 16;", "16 threads of 1 warp get here"),
    ] {
        let finding = format!("//! warp-sync-incomplete: must be executed by a whole warp, {here}");
        blackwell(directives, &format!("{code}\n@p {WAIT} {finding}"));
        blackwell(directives, &format!("{code}\n@!p ret;\n{WAIT} {finding}"));
    }
}

#[test]
fn the_sides_of_a_branch_meet_again() {
    let inner =
        "mov.u32 t, %tid.x; setp.lt.u32 p, t, 40; @p bra then; mov.u32 a, 1; bra join; then: mov.u32 a, 2; join:";
    blackwell(".reqntid 128", &format!("{inner} {WAIT}"));
    blackwell(".reqntid 128", &format!("{inner} setp.lt.u32 q, t, 64; @q {WAIT}"));
    // A loop with a number of iterations that differs by thread.
    blackwell(
        ".reqntid 128",
        &format!("mov.u32 t, %tid.x; again: sub.u32 t, t, 1; setp.gt.s32 p, t, 0; @p bra again; {WAIT}"),
    );
    // Some have left.
    blackwell(
        ".reqntid 128",
        &format!(
            "mov.u32 t, %tid.x; setp.lt.u32 p, t, 40; @p bra on; ret; on: mov.u32 a, 2;
             {WAIT} //! warp-sync-incomplete: must be executed by a whole warp, 40 threads of 2 warps get here"
        ),
    );
}

#[test]
fn functions_are_followed() {
    let is_first = ".func (.reg .pred r) is_first(.reg .u32 warp) { .reg .u32 t; .reg .pred q, e;
        shr.u32 t, %tid.x, 5; setp.eq.u32 q, t, warp; elect.sync _|e, -1; and.pred r, q, e; ret; }";
    with_functions(
        is_first,
        ".reqntid 192",
        &format!("call (p), is_first, (4); @p {COMMIT}\ncall (q), is_first, (a); @q {COMMIT}"),
    );
    let commit = format!(".func commit(.reg .u32 bar) {{\n{} ret; }}", COMMIT);
    with_functions(&commit, ".reqntid 128", "setp.eq.u32 p, %tid.x, 0; mov.u32 a, 64; @p call commit, (a);");
    // In one of two calls too many threads come.
    let commit = ".func commit(.reg .u32 bar) {
        tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [bar]; \
        //! tcgen05-single-thread-issue: must be issued by a single thread, 32 threads get here
        ret; }";
    with_functions(
        commit,
        ".reqntid 128",
        "mov.u32 a, 64; setp.eq.u32 p, %tid.x, 0; @p call commit, (a); setp.lt.u32 q, %tid.x, 32; @q call commit, (a);",
    );
    // A result that selects a warp, through parameters in memory.
    let warp = ".func (.param .b32 result) warp(.param .b32 size) { .reg .b32 t, n, w;
        ld.param.b32 n, [size]; mov.u32 t, %tid.x; div.u32 w, t, n; st.param.b32 [result], w; ret; }";
    let call = "{ .param .b32 size; .param .b32 result; st.param.b32 [size], 32; call.uni (result), warp, (size); \
        ld.param.b32 w, [result]; }";
    with_functions(warp, ".reqntid 128", &format!("{call} setp.eq.u32 p, w, 1; @p {WAIT}"));
    with_functions(
        warp,
        ".reqntid 128",
        &format!(
            "{call} setp.eq.u32 p, w, 1;
             @p {COMMIT} //! tcgen05-single-thread-issue: must be issued by a single thread, 32 threads get here"
        ),
    );
}

#[test]
fn functions_without_a_kernel_are_entered_by_unknown_threads() {
    let function =
        format!(".visible .func helper() {{ .reg .pred p; .shared .align 8 .b64 bar; {COMMIT} {WAIT} ret; }}");
    with_functions(&function, ".reqntid 128", "");
    let function = format!(
        ".visible .func helper() {{ .reg .pred p; elect.sync _|p, -1;
         @p {WAIT} //! warp-sync-incomplete: must be executed by a whole warp, one lane of a warp gets here
         ret; }}"
    );
    with_functions(&function, ".reqntid 128", "");
    // Recursion, and code that is not in the file.
    let recursive = format!(
        ".func deep(.reg .u32 n) {{ .reg .pred p; .reg .u32 m;
         setp.eq.u32 p, n, 0; @p ret; {WAIT} sub.u32 m, n, 1; call deep, (m); ret; }}
         .extern .func outside();"
    );
    with_functions(&recursive, ".reqntid 128", "call deep, (4); call outside;");
}

#[test]
fn branches_by_tables_are_followed() {
    let text = |code: &str| {
        format!(
        "mov.u32 t, %tid.x; shr.u32 w, t, 5; roles: .branchtargets r0, r1, r2, r3; brx.idx w, roles;
         r0: {code}\nbra join; r1: {WAIT}\nbra join; r2: mov.u32 a, 1; bra join; r3: elect.sync _|p, -1; @p {COMMIT} join: bar.sync 0;"
    )
    };
    blackwell(".reqntid 128", &text(WAIT));
    blackwell(
        ".reqntid 128",
        &text(&format!(
            "{COMMIT} //! tcgen05-single-thread-issue: must be issued by a single thread, 32 threads get here"
        )),
    );
    expect_file(&file("sm_100a", "", ".reqntid 128", &text(&format!("elect.sync _|p, -1; @p {COMMIT}"))));
}

#[test]
fn functions_can_end_threads() {
    let leave = ".func leave(.reg .u32 t) { .reg .pred p; setp.ge.u32 p, t, 1; @p exit; ret; }";
    with_functions(leave, ".reqntid 128", &format!("call leave, (t); {COMMIT}"));
    with_functions(leave, ".reqntid 128", &format!("mov.u32 t, %tid.x; call leave, (t); {COMMIT} bar.sync 0;"));
}

/// What a thread keeps on its stack can be another value in each thread, also if the address is generic.
#[test]
fn the_stack_is_of_one_thread() {
    let through = |store: &str, load: &str| {
        blackwell(
            ".reqntid 128",
            &format!(
                ".local .align 8 .b8 depot[16]; mov.u32 t, %tid.x; shr.u32 w, t, 5; mov.u64 x, depot; cvta.local.u64 y, x;
                 {store} {load} setp.eq.u32 p, w, 0;
                 @p tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [slot], 64;
                 @p tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned; bar.sync 0; ld.shared.b32 tmem, [slot];
                 @p tcgen05.dealloc.cta_group::1.sync.aligned.b32 tmem, 64;"
            ),
        );
    };
    through("st.b32 [y+4], w;", "ld.b32 w, [y+4];");
    through("st.local.b32 [x+4], w;", "ld.local.b32 w, [x+4];");
}

#[test]
fn a_warp_is_known_behind_an_election_in_another_one() {
    // if (warp 0 && elected) {} else if (warp 1) {}
    blackwell(
        ".reqntid 128",
        &format!(
            "mov.u32 t, %tid.x; shr.u32 w, t, 5; setp.ne.u32 q, w, 0; @q bra rest; elect.sync _|p, -1; @p bra end;
             rest: setp.ne.u32 q, w, 1; @q bra end;
             {COMMIT} //! tcgen05-single-thread-issue: must be issued by a single thread, 32 threads get here
             end: bar.sync 0;"
        ),
    );
    // In the warp of the election, all lanes but one come.
    blackwell(
        ".reqntid 128",
        &format!(
            "mov.u32 t, %tid.x; shr.u32 w, t, 5; setp.ne.u32 q, w, 0; @q bra rest; elect.sync _|p, -1; @p bra end;
             rest: setp.ne.u32 q, w, 0; @q bra end; and.b32 a, t, 31; setp.ne.u32 q, a, 1; @q bra end;
             {COMMIT}
             end: bar.sync 0;"
        ),
    );
}
