//! Orders that a thread has to keep: mbarriers.

use crate::rules::expect::{hopper, hopper_launches, in_launch, with_functions};

const BLOCK: &str = ".reqntid 128";
const INIT: &str = "mbarrier.init.shared::cta.b64 [bar], 1;";
const ARRIVE: &str = "mbarrier.arrive.shared::cta.b64 state, [bar];";
const WAIT: &str = "wait: mbarrier.try_wait.parity.shared::cta.b64 done, [bar], 0; @!done bra wait;";

#[test]
fn mbarriers_are_initialised_by_one_thread() {
    let enter = "mov.u32 t, %tid.x; setp.eq.u32 p, t, 0;";
    for code in [
        format!("{enter} @p {INIT} bar.sync 0; @p {ARRIVE} {WAIT}"),
        format!("{enter} @p {INIT} @p fence.mbarrier_init.release.cluster; barrier.cluster.arrive; barrier.cluster.wait; @p {ARRIVE} {WAIT}"),
        format!("setp.lt.u32 p, %tid.x, 32; elect.sync _|q, -1; and.pred p, p, q; @p {INIT} bar.sync 0; @p {ARRIVE} {WAIT}"),
        // The thread itself can use it at once.
        format!("{enter} @!p ret; {INIT} {ARRIVE} {WAIT}"),
        // Its warp.
        format!("{enter} setp.ge.u32 q, t, 32; @q ret; @p {INIT} bar.warp.sync -1; @p {ARRIVE} {WAIT}"),
        // Each thread initialises one.
        format!(
            "{enter} mov.u32 a, bars; mad.lo.u32 a, t, 8, a; setp.lt.u32 q, t, 4; @q mbarrier.init.shared::cta.b64 [a], 1;
             bar.sync 0; @p mbarrier.arrive.shared::cta.b64 state, [bars]; wait: mbarrier.try_wait.parity.shared::cta.b64 done, [bars], 0;
             @!done bra wait;"
        ),
        // In a loop.
        format!(
            "{enter} @!p bra ready; mov.u32 a, bars; mov.u32 n, 0; next: mbarrier.init.shared::cta.b64 [a], 1; add.u32 a, a, 8;
             add.u32 n, n, 1; setp.lt.u32 q, n, 4; @q bra next; ready: bar.sync 0; @p mbarrier.arrive.shared::cta.b64 state, [bars+8];
             wait: mbarrier.try_wait.parity.shared::cta.b64 done, [bars+8], 0; @!done bra wait;"
        ),
        // A flag tells that it is there.
        format!(
            "{enter} @!p bra other_; {INIT} st.release.cta.shared.b32 [slot], 1; bra ready; other_:
             spin: ld.acquire.cta.shared.b32 a, [slot]; setp.eq.u32 q, a, 0; @q bra spin; ready: @p {ARRIVE} {WAIT}"
        ),
        // Reused for something else.
        format!("{enter} @p {INIT} bar.sync 0; @p {ARRIVE} {WAIT} bar.sync 0; @p mbarrier.inval.shared::cta.b64 [bar];"),
        // The address is not known.
        "ld.param.u32 a, [count]; wait: mbarrier.try_wait.parity.shared::cta.b64 done, [a], 0; @!done bra wait;".to_owned(),
    ] {
        hopper(BLOCK, &code);
    }
    let several = "//! mbarrier-init: must be executed by a single thread, several get here";
    for guard in ["setp.eq.u32 p, 0, 0;", "setp.lt.u32 p, t, 32;", "elect.sync _|p, -1;"] {
        hopper(
            BLOCK,
            &format!(
                "mov.u32 t, %tid.x; {guard}\n@p {INIT} {several}\nbar.sync 0; setp.eq.u32 q, t, 0; @q {ARRIVE} {WAIT}"
            ),
        );
    }
    let visible = "//! mbarrier-init: uses an mbarrier that another thread initialises, without a barrier between";
    hopper(BLOCK, &format!("{enter} @p {INIT} @p fence.mbarrier_init.release.cluster; @p {ARRIVE}\n{WAIT} {visible}"));
    hopper(
        BLOCK,
        &format!("{enter} @p mbarrier.init.shared::cta.b64 [bar], 128;\n{ARRIVE} {visible}\nbar.sync 0; {WAIT}"),
    );
    // A wait for lanes of one warp tells nothing to other warps.
    let lanes = "shfl.sync.idx.b32 w, t, 0, 31, -1; bar.warp.sync -1;";
    for code in [format!("{enter} {lanes} @p {INIT}"), format!("{enter} @p {INIT} {lanes}")] {
        hopper(BLOCK, &format!("{code} @p {ARRIVE}\n{WAIT} {visible}"));
        hopper(".reqntid 32", &format!("{code} @p {ARRIVE} {WAIT}"));
    }
    let none = "//! mbarrier-init: uses an mbarrier that no thread initialises";
    hopper(BLOCK, &format!("{enter} bar.sync 0;\n@p {ARRIVE} {none}\n{WAIT} {none}"));
    with_functions(".extern .func start();", BLOCK, &format!("call start; {ARRIVE} {WAIT}"));
}

#[test]
fn mbarriers_complete_and_copies_are_awaited() {
    let enter = format!("mov.u32 t, %tid.x; setp.eq.u32 p, t, 0; @p {INIT} bar.sync 0; ld.param.u64 x, [pointer];");
    let expect = "@p mbarrier.arrive.expect_tx.shared::cta.b64 state, [bar], 512;";
    let copy = "@p cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [data], [x], 512, [bar];";
    hopper(BLOCK, &format!("{enter} {expect} {copy} {WAIT}"));
    hopper(
        BLOCK,
        &format!(
            "{enter} {WAIT} //! mbarrier-never-completes: waits for an mbarrier, and nothing in the kernel arrives at it"
        ),
    );
    hopper(
        BLOCK,
        &format!("{enter} {expect}\n{copy} //! async-copy-wait: completes on an mbarrier that no thread waits for"),
    );
    // No phase has completed, and the one before the first one counts as complete: a producer waits so for a free
    // buffer.
    hopper(BLOCK, &format!("{enter} {}", WAIT.replace("[bar], 0", "[bar], 1")));
    // The prefetch of a stage that the loop does not come to, unless a number wraps around.
    let never = "mov.u32 a, %ctaid.x; shl.b32 a, a, 6; setp.lt.s32 q, a, -2147483520; and.pred p, p, q;";
    hopper(BLOCK, &format!("{enter} {never} {expect} {copy}"));
    let perhaps = never.replace("-2147483520", "100");
    hopper(
        BLOCK,
        &format!(
            "{enter} {perhaps} {expect}\n{copy} //! async-copy-wait: completes on an mbarrier that no thread waits for"
        ),
    );
    // Another mbarrier of the same array, which is not known.
    hopper(
        BLOCK,
        "mov.u32 t, %tid.x; setp.eq.u32 p, t, 0; mov.u32 a, bars; ld.param.u32 n, [count]; mad.lo.u32 a, n, 8, a;
         @p mbarrier.init.shared::cta.b64 [bars], 1; bar.sync 0; @p mbarrier.arrive.shared::cta.b64 state, [bars];
         wait: mbarrier.try_wait.parity.shared::cta.b64 done, [a], 0; @!done bra wait;",
    );
}

#[test]
fn as_many_threads_arrive_as_the_mbarrier_counts() {
    let init = |count: u32| {
        format!("mov.u32 t, %tid.x; setp.eq.u32 p, t, 0; @p mbarrier.init.shared::cta.b64 [bar], {count}; bar.sync 0;")
    };
    hopper(BLOCK, &format!("{} {ARRIVE} {WAIT}", init(128)));
    hopper(BLOCK, &format!("{} elect.sync _|q, -1; @q {ARRIVE} {WAIT}", init(4)));
    hopper(BLOCK, &format!("{} setp.lt.u32 q, t, 32; @q {ARRIVE} {WAIT}", init(32)));
    // A copy raises the number before it arrives.
    hopper(BLOCK, &format!("{} cp.async.mbarrier.arrive.shared::cta.b64 [bar]; @p {ARRIVE} {WAIT}", init(1)));
    // One warp after the other.
    hopper(
        BLOCK,
        &format!(
            "{} shr.u32 w, t, 5; iteration: mbarrier.try_wait.parity.shared::cta.b64 done, [bar], w; @!done bra iteration; elect.sync _|q, -1; @q {ARRIVE}",
            init(1)
        ),
    );
    let many = |found: u32, count: u32| {
        format!("//! mbarrier-arrival-count: arrives {found} times at an mbarrier that counts {count}")
    };
    hopper(BLOCK, &format!("{}\n{ARRIVE} {}\n{WAIT}", init(1), many(128, 1)));
    hopper(BLOCK, &format!("{} elect.sync _|q, -1;\n@q {ARRIVE} {}\n{WAIT}", init(1), many(4, 1)));
    // A thread can arrive several times with one instruction.
    let one = |times: u32| format!("@p mbarrier.arrive.shared::cta.b64 state, [bar], {times};");
    hopper(BLOCK, &format!("{} {} {WAIT}", init(2), one(2)));
    hopper(BLOCK, &format!("{}\n{} {}\n{WAIT}", init(2), one(3), many(3, 2)));
    hopper(
        BLOCK,
        &format!("{}\ncp.async.mbarrier.arrive.noinc.shared::cta.b64 [bar]; {}\n{WAIT}", init(4), many(128, 4)),
    );
}

#[test]
fn all_ctas_of_a_cluster_can_arrive() {
    let cluster = |ctas: u32| format!("{BLOCK}\n.explicitcluster\n.reqnctapercluster {ctas}");
    let meet = "barrier.cluster.arrive; barrier.cluster.wait;";
    let enter = |count: u32| {
        format!("mov.u32 t, %tid.x; setp.eq.u32 p, t, 0; @p mbarrier.init.shared::cta.b64 [bar], {count}; {meet}")
    };
    let stuck = |count: u32, found: u32| {
        format!(
            "\nwait: mbarrier.try_wait.parity.shared::cta.b64 done, [bar], 0; //! mbarrier-never-completes: \
             waits for {count} arrivals at an mbarrier, and at most {found} come before\n@!done bra wait; {meet}"
        )
    };
    let arrive_at = |rank: &str| {
        format!(
            "{rank} mov.u32 b, bar; mapa.shared::cluster.u32 c, b, a; \
             @p mbarrier.arrive.release.cluster.shared::cluster.b64 _, [c];"
        )
    };
    let peer = arrive_at("mov.u32 a, %cluster_ctarank; xor.b32 a, a, 1;");
    let first = arrive_at("mov.u32 a, 0;");
    let first_waits = format!("mov.u32 a, %cluster_ctarank; setp.ne.u32 q, a, 0; @q bra end; {WAIT} end: {meet}");
    for (ctas, code) in [
        (2, format!("{} {peer} {WAIT} {meet}", enter(1))),
        (2, format!("{} {peer} @p {ARRIVE} {WAIT} {meet}", enter(2))),
        (2, format!("{} @p {ARRIVE} {WAIT} {meet}", enter(1))),
        // All arrive at the mbarrier of the first CTA.
        (4, format!("{} {first} {first_waits}", enter(4))),
        (4, format!("{} {first} @p {ARRIVE} {first_waits}", enter(5))),
        (2, format!("{} {peer} @p {ARRIVE} {}", enter(4), stuck(4, 3))),
        (4, format!("{} @p {ARRIVE} {}", enter(2), stuck(2, 1))),
        (4, format!("{} {first} {}", enter(5), stuck(5, 4))),
    ] {
        hopper(&cluster(ctas), &code);
    }
    // The size of the cluster is not known.
    hopper(&format!("{BLOCK}\n.explicitcluster"), &format!("{} {first} {first_waits}", enter(16)));
}

#[test]
fn a_first_phase_completes_by_what_comes_before_the_wait() {
    let enter = format!("mov.u32 t, %tid.x; setp.eq.u32 p, t, 0; @p {INIT} bar.sync 0;");
    let stuck =
        "//! mbarrier-never-completes: waits for the first phase of an mbarrier, and nothing arrives at it before";
    let parity = |parity: u32| {
        format!("wait: mbarrier.try_wait.parity.shared::cta.b64 done, [bar], {parity}; {stuck}\n@!done bra wait;")
    };
    let unmarked = |number: u32| parity(number).replace(stuck, "");
    hopper(BLOCK, &format!("{enter}\n{}\n@p {ARRIVE}", parity(0)));
    // The phase before the first one is complete.
    hopper(BLOCK, &format!("{enter} {} @p {ARRIVE}", unmarked(1)));
    hopper(BLOCK, &format!("{enter} @p {ARRIVE} {}", unmarked(0)));
    // Another warp arrives.
    hopper(
        BLOCK,
        &format!(
            "{enter} setp.lt.u32 q, t, 32; @!q bra other_; {} ret; other_: setp.eq.u32 q, t, 64; @q {ARRIVE}",
            unmarked(0)
        ),
    );
    // Only if an argument says so, and the arrival is after another condition.
    let asked = "ld.param.u32 n, [count]; setp.gt.u32 q, n, 0;";
    let of_launch =
        format!("//! mbarrier-never-completes: waits for 1 arrival at an mbarrier, and 0 come{}", in_launch(128, 1));
    let witness = parity(0).replace(stuck, &of_launch);
    hopper_launches(BLOCK, &format!("{enter} {asked} @!q bra none;\n{witness}\nnone: @p {ARRIVE}"));
    hopper(BLOCK, &format!("{enter} {asked} @!q bra none; @p {ARRIVE} none: {}", unmarked(0)));
    // The wait of the first iteration of a loop, before the arrival of that iteration, and after it.
    let iteration = "add.u32 n, n, 1; setp.lt.u32 q, n, 9; @q bra again;";
    let wait = "wait: mbarrier.try_wait.parity.shared::cta.b64 done, [a], n;";
    let element = "and.b32 b, n, 1; shl.b32 b, b, 3; mov.u32 a, bars; add.u32 a, a, b;";
    let init = |offset: u32| format!("@p mbarrier.init.shared::cta.b64 [bars+{offset}], 1;");
    let enter = format!("mov.u32 t, %tid.x; setp.eq.u32 p, t, 0; {} {} bar.sync 0;", init(0), init(8));
    // The second form of the wait is two blocks, as MLIR writes it.
    for again in ["@!done bra wait;", "@done bra.uni past; bra.uni wait; past:"] {
        let arrive = "@p mbarrier.arrive.shared::cta.b64 state, [a];";
        hopper(BLOCK, &format!("{enter} mov.u32 n, 0; again: {element}\n{wait} {stuck}\n{again} {arrive} {iteration}"));
    }
    hopper(
        BLOCK,
        &format!(
            "{enter} mov.u32 n, 0; again: {element} @p mbarrier.arrive.shared::cta.b64 state, [a]; {wait} @!done bra wait; {iteration}"
        ),
    );
}

#[test]
fn an_unknown_mbarrier_hides_no_other_one() {
    let none = "//! mbarrier-init: uses an mbarrier that no thread initialises";
    let unknown =
        "ld.param.u32 a, [count]; other: mbarrier.try_wait.parity.shared::cta.b64 done, [a], 0; @!done bra other;";
    let enter = "mov.u32 t, %tid.x; setp.eq.u32 p, t, 0;";
    hopper(
        BLOCK,
        &format!("{enter} @p mbarrier.init.shared::cta.b64 [bars], 1; bar.sync 0; {unknown}\n@p {ARRIVE} {none}"),
    );
    // Only what is an mbarrier can be invalidated.
    hopper(BLOCK, &format!("{enter}\n@p mbarrier.inval.shared::cta.b64 [bar]; {none}"));
    // It can be the one that is initialised.
    hopper(
        BLOCK,
        &format!("{enter} ld.param.u32 a, [count]; @p mbarrier.init.shared::cta.b64 [a], 1; bar.sync 0; @p {ARRIVE}"),
    );
}

#[test]
fn an_mbarrier_counts_no_more_arrivals_than_can_come() {
    let enter = |count: u32| {
        format!("mov.u32 t, %tid.x; setp.eq.u32 p, t, 0; @p mbarrier.init.shared::cta.b64 [bar], {count}; bar.sync 0;")
    };
    let stuck = |count: u32, found: u32| {
        format!(
            "wait: mbarrier.try_wait.parity.shared::cta.b64 done, [bar], 0; //! mbarrier-never-completes: \
             waits for {count} arrivals at an mbarrier, and at most {found} come before\n@!done bra wait;"
        )
    };
    hopper(BLOCK, &format!("{} {ARRIVE}\n{}", enter(512), stuck(512, 128)));
    hopper(BLOCK, &format!("{} {ARRIVE} {WAIT}", enter(128)));
    // By the state of an arrival.
    let token = "wait: mbarrier.test_wait.shared::cta.b64 done, [bar], state;";
    hopper(
        BLOCK,
        &format!(
            "{} {ARRIVE}\n{token} //! mbarrier-never-completes: waits for 129 arrivals at an mbarrier, and at most 128 come before\n@!done bra wait;",
            enter(129)
        ),
    );
    hopper(BLOCK, &format!("{} {ARRIVE} {token} @!done bra wait;", enter(128)));
    // One lane of each warp.
    hopper(BLOCK, &format!("{} elect.sync _|q, -1; @q {ARRIVE}\n{}", enter(5), stuck(5, 4)));
    hopper(BLOCK, &format!("{} elect.sync _|q, -1; @q {ARRIVE} {WAIT}", enter(4)));
    // Each arrival counts several times.
    let four = "mbarrier.arrive.release.cta.shared::cta.b64 state, [bar], 4;";
    hopper(BLOCK, &format!("{} @p {four}\n{}", enter(5), stuck(5, 4)));
    hopper(BLOCK, &format!("{} @p {four} {WAIT}", enter(4)));
    hopper(BLOCK, &format!("{} ld.param.u32 n, [count]; @p {} {WAIT}", enter(5), four.replace(", 4;", ", n;")));
    // The bytes of a copy are no arrival.
    let expect = "@p mbarrier.arrive.expect_tx.shared::cta.b64 state, [bar], 512;";
    let copy = "@p cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [data], [x], 512, [bar];";
    let from = "ld.param.u64 x, [pointer];";
    hopper(BLOCK, &format!("{} {from} {expect} {copy}\n{}", enter(2), stuck(2, 1)));
    // The arrivals of a loop, of another CTA, and of code that is not known.
    let iteration = "add.u32 n, n, 1; setp.lt.u32 q, n, 4; @q bra again;";
    hopper(BLOCK, &format!("{} mov.u32 n, 0; again: {ARRIVE} {iteration} {WAIT}", enter(512)));
    hopper(
        ".reqntid 128 .reqnctapercluster 2",
        &format!(
            "{} barrier.cluster.arrive; barrier.cluster.wait; mapa.shared::cluster.u32 a, bar, 0;
             mbarrier.arrive.release.cluster.shared::cluster.b64 _, [a]; {WAIT} barrier.cluster.arrive; barrier.cluster.wait;",
            enter(256)
        ),
    );
    with_functions(".extern .func outside();", BLOCK, &format!("{} {ARRIVE} call outside; {WAIT}", enter(512)));
    // The wait is in the loop, too.
    hopper(BLOCK, &format!("{} mov.u32 n, 0; again: {ARRIVE} {WAIT} {iteration}", enter(128)));
    hopper(BLOCK, &format!("{} mov.u32 n, 0; again: {ARRIVE}\n{} {iteration}", enter(129), stuck(129, 128)));
    // Some iterations arrive only.
    hopper(
        BLOCK,
        &format!(
            "{} mov.u32 n, 0; again: {ARRIVE} setp.lt.u32 s, n, 2; @s bra next; {WAIT} next: {iteration}",
            enter(384)
        ),
    );
    // The number is not known, and a block of 512 threads is possible.
    let unknown = "ld.param.u32 n, [count]; mov.u32 t, %tid.x; setp.eq.u32 p, t, 0; @p mbarrier.init.shared::cta.b64 [bar], n; bar.sync 0;";
    hopper(BLOCK, &format!("{unknown} {ARRIVE} {WAIT}"));
    hopper("", &format!("{} {ARRIVE} {WAIT}", enter(1024)));
    hopper(".maxntid 256", &format!("{} {ARRIVE}\n{}", enter(1024), stuck(1024, 256)));
}

#[test]
fn as_many_bytes_are_expected_as_copied() {
    let enter = format!("mov.u32 t, %tid.x; setp.eq.u32 p, t, 0; @p {INIT} bar.sync 0; ld.param.u64 x, [pointer];");
    let expect = |bytes: u32| format!("mbarrier.arrive.expect_tx.shared::cta.b64 state, [bar], {bytes};");
    let copy = |bytes: u32| {
        format!("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [data], [x], {bytes}, [bar];")
    };
    let wrong = |expected: u32, completed: u32| {
        format!(
            "//! mbarrier-transaction-bytes: expects {expected} bytes on an mbarrier, and the copies that complete on it have {completed}\n"
        )
    };
    for (expected, copied) in [(1024, 512), (256, 512)] {
        hopper(
            BLOCK,
            &format!("{enter}\n@p {} {} @p {} {WAIT}", expect(expected), wrong(expected, copied), copy(copied)),
        );
        // LLVM converts the address of the own memory to one of the cluster.
        let convert = "mov.u64 y, data; cvta.shared.u64 y, y; cvta.to.shared::cluster.u64 y, y;";
        let copy_there = copy(copied).replace("[data]", "[y]");
        hopper(
            BLOCK,
            &format!("{enter} {convert}\n@p {} {} @p {copy_there} {WAIT}", expect(expected), wrong(expected, copied)),
        );
        // After a branch, in a loop, and with the arrival after the bytes.
        hopper(
            BLOCK,
            &format!(
                "{enter} mov.u32 n, 0; again: @!p bra join;\n{} {} {} join: wait: mbarrier.try_wait.parity.shared::cta.b64 done, [bar], n;
                 @!done bra wait; add.u32 n, n, 1; setp.lt.u32 q, n, 9; @q bra again;",
                expect(expected),
                wrong(expected, copied),
                copy(copied)
            ),
        );
        hopper(
            BLOCK,
            &format!(
                "{enter} @!p bra join;\nmbarrier.expect_tx.relaxed.cta.shared::cta.b64 [bar], {expected}; {} {} {ARRIVE} join: {WAIT}",
                wrong(expected, copied),
                copy(copied)
            ),
        );
    }
    let none = "//! mbarrier-transaction-bytes: expects 512 bytes on an mbarrier, and no copy completes on it\n";
    hopper(BLOCK, &format!("{enter}\n@p {} {none} {WAIT}", expect(512)));
    let open = "//! mbarrier-transaction-bytes: completes 512 bytes on an mbarrier, and none are expected\n";
    hopper(BLOCK, &format!("{enter}\n@p {} {open} @p {ARRIVE} {WAIT}", copy(512)));
    hopper(
        BLOCK,
        &format!("{enter}\n@p mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [bar], 512; {open} @p {ARRIVE} {WAIT}"),
    );
    let tensor =
        "cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [data], [x, {0}], [bar];";
    for code in [
        format!("@p {} @p {} {WAIT}", expect(512), copy(512)),
        format!("@p {} @p {} @p {} {WAIT}", expect(1024), copy(512), copy(512)),
        // The descriptor knows the number of bytes.
        format!("@p {} @p {tensor} {WAIT}", expect(512)),
        format!("@p {} @p {tensor} @p {} {WAIT}", expect(256), copy(512)),
        // In a loop of its own, by other threads, and after another condition.
        format!(
            "@p {} mov.u32 n, 0; again: @p {} add.u32 n, n, 1; setp.lt.u32 q, n, 2; @q bra again; {WAIT}",
            expect(1024),
            copy(512)
        ),
        format!("@p {} setp.lt.u32 q, t, 2; @q {} {WAIT}", expect(1024), copy(512)),
        format!(
            "ld.param.u32 n, [count]; setp.lt.u32 q, n, 9; and.pred s, p, q; @s {} @!q {} @p {ARRIVE} {WAIT}",
            expect(512),
            copy(512)
        ),
        // The number is not known.
        format!("ld.param.u32 n, [count]; @p {} @p {} {WAIT}", expect(512).replace("512", "n"), copy(512)),
        // Expected in one place, and copied in two.
        format!(
            "ld.param.u32 n, [count]; setp.lt.u32 q, n, 9; @p {} and.pred q, q, p; @q {} xor.pred s, p, q; @s {} {WAIT}",
            expect(512),
            copy(512),
            copy(512)
        ),
    ] {
        hopper(BLOCK, &format!("{enter} {code}"));
    }
    // Another CTA sends the bytes.
    hopper(
        ".reqntid 128 .reqnctapercluster 2",
        &format!(
            "{enter} barrier.cluster.arrive; barrier.cluster.wait; @p {} {WAIT} barrier.cluster.arrive; barrier.cluster.wait;",
            expect(512)
        ),
    );
    with_functions(".extern .func outside();", BLOCK, &format!("{enter} @p {} call outside; {WAIT}", expect(512)));
}

#[test]
fn copies_that_are_not_in_bulk_are_awaited() {
    let copy = "cp.async.cg.shared.global [data], [x], 16;";
    let enter = "ld.param.u64 x, [pointer];";
    let read = "bar.sync 0; ld.shared.b32 a, [data]; st.global.b32 [x], a;";
    for wait in [
        "cp.async.commit_group; cp.async.wait_group 0;".to_owned(),
        "cp.async.wait_all;".to_owned(),
        format!(
            "setp.eq.u32 p, %tid.x, 0; @p mbarrier.init.shared::cta.b64 [bar], 128; bar.sync 0; cp.async.mbarrier.arrive.noinc.shared::cta.b64 [bar]; {WAIT}"
        ),
    ] {
        hopper(BLOCK, &format!("{enter} {copy} {wait} {read}"));
    }
    hopper(
        BLOCK,
        &format!(
            "{enter}\n{copy} //! async-copy-wait: copies asynchronously, and nothing in the kernel waits for it\n cp.async.commit_group; {read}"
        ),
    );
    hopper(
        BLOCK,
        &format!(
            "{enter}\n{copy} //! async-copy-wait: is in no group that 'cp.async.wait_group' waits for: no 'cp.async.commit_group'\n cp.async.wait_group 0; {read}"
        ),
    );
    let functions = ".func finish() { cp.async.commit_group; cp.async.wait_group 0; ret; }";
    with_functions(functions, BLOCK, &format!("{enter} {copy} call finish; {read}"));
    with_functions(".extern .func finish();", BLOCK, &format!("{enter} {copy} call finish; {read}"));
}
