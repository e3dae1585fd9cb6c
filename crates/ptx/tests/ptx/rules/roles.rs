//! Copies by one warp, and products of others that read what it copies.

use crate::rules::expect::hopper;

const EARLY: &str =
    "//! async-copy-wait: reads a matrix before a thread waits for the mbarrier of the copy that writes it";

/// The parts of a kernel with two stages: warp 0 copies, and the warp group after it multiplies.
#[derive(Copy, Clone)]
struct Roles<'a> {
    /// Before the roles.
    enter: &'a str,
    /// Waits for a free stage.
    free: &'a str,
    /// Before the copy.
    copy: &'a str,
    /// Waits for a full stage.
    full: &'a str,
    /// After the product of an iteration.
    done: &'a str,
    /// How many iterations the loops have.
    iterations: &'a str,
    finding: &'a str,
}

/// The address of the mbarrier of a full stage is in `a`, that of a free one 16 bytes after it, and the parity in `b`.
const STAGE: &str =
    "and.b32 a, n, 1; shl.b32 a, a, 3; mov.u32 d, bars; add.u32 a, a, d; shr.u32 b, n, 1; and.b32 b, b, 1;";
const ON_FULL: &str = "{ again: mbarrier.try_wait.parity.shared::cta.b64 done, [a], b; @!done bra again; }";

impl Roles<'_> {
    const RIGHT: Roles<'static> = Roles {
        enter: "",
        free: "xor.b32 c, b, 1; { again: mbarrier.try_wait.parity.shared::cta.b64 done, [a+16], c; @!done bra again; }",
        copy: "",
        full: ON_FULL,
        done: "@q mbarrier.arrive.shared::cta.b64 state, [a+16];",
        iterations: "ld.param.u32 w, [count];",
        finding: "",
    };

    #[track_caller]
    fn check(&self) {
        let Self { enter, free, copy, full, done, iterations, finding } = self;
        let init: String =
            (0..4).map(|index| format!("@p mbarrier.init.shared::cta.b64 [bars+{}], 1;", 8 * index)).collect();
        let at = "and.b32 d, n, 1; shl.b32 d, d, 9; mov.u32 c, data; add.u32 d, d, c;";
        let next = "add.u32 n, n, 1; setp.lt.u32 s, n, w;";
        hopper(
            ".reqntid 256",
            &format!(
                "mov.u32 t, %tid.x; setp.eq.u32 p, t, 0; {init} {iterations} ld.param.u64 x, [pointer]; mov.u32 n, 0; bar.sync 0;
                 {enter} setp.ge.u32 s, t, 128; @s bra consumer; setp.eq.u32 s, t, 0; @!s bra end;
                 setp.eq.u32 s, w, 0; @s bra end;
                 produce: {STAGE} {free} mbarrier.arrive.expect_tx.shared::cta.b64 state, [a], 512; {at} {copy}
                 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [d], [x], 512, [a];
                 {next} @s bra produce; bra.uni end;
                 consumer: setp.eq.u32 q, t, 128; setp.eq.u32 s, w, 0; @s bra end; wgmma.fence.sync.aligned;
                 consume: {STAGE} {full} {at} bfe.u32 d, d, 4, 15; cvt.u64.u32 desc, d;
                 wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {{f0, f1, f2, f3}}, desc, desc, 1, 1, 1, 0, 0; {finding}
                 wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0; {done}
                 {next} @s bra consume;
                 end:"
            ),
        );
    }
}

#[test]
fn products_of_other_warps_wait_for_the_copy() {
    Roles::RIGHT.check();
    Roles { iterations: "mov.u32 w, 8;", ..Roles::RIGHT }.check();
    // One warp waits, and tells the others by a barrier.
    let told = "setp.ge.u32 p, t, 160; @p bra told;
                { again: mbarrier.try_wait.parity.shared::cta.b64 done, [a], b; @!done bra again; } told: bar.sync 1, 128;";
    Roles { full: told, ..Roles::RIGHT }.check();
}

/// A thread of warp 1 waits for both stages, and arrives at no barrier.
const OBSERVER: &str = "setp.ne.u32 p, t, 32; @p bra roles;
    { again: mbarrier.try_wait.parity.shared::cta.b64 done, [bars], 0; @!done bra again; }
    { again: mbarrier.try_wait.parity.shared::cta.b64 done, [bars+8], 0; @!done bra again; } bra.uni end; roles:";

#[test]
fn products_of_other_warps_without_a_wait() {
    let wrong = Roles { enter: OBSERVER, finding: EARLY, ..Roles::RIGHT };
    Roles { full: "", ..wrong }.check();
    Roles { full: "", iterations: "mov.u32 w, 8;", ..wrong }.check();
    // A barrier of the warp group alone tells nothing of the copy.
    Roles { full: "bar.sync 1, 128;", ..wrong }.check();
    // A wait that ends at once.
    let at_once =
        "xor.b32 b, b, 1; { again: mbarrier.try_wait.parity.shared::cta.b64 done, [a], b; @!done bra again; }";
    Roles { full: at_once, ..wrong }.check();
    // The wait of the iteration comes after its product.
    let late = format!("{ON_FULL} {}", wrong.done);
    Roles { full: "", done: &late, enter: "", ..wrong }.check();
}

#[test]
fn an_order_in_another_way_is_right() {
    // Each copy comes after the product that reads the stage before.
    Roles {
        enter: OBSERVER,
        free: "{ again: mbarrier.try_wait.parity.shared::cta.b64 done, [a+16], b; @!done bra again; }",
        full: "",
        ..Roles::RIGHT
    }
    .check();
    // The thread that waits tells the others.
    let observer = OBSERVER.replace("bra.uni end;", "bar.arrive 1, 160; bra.uni end;");
    let told = Roles { full: "setp.ne.u32 s, n, 0; @!s bar.sync 1, 160;", ..Roles::RIGHT };
    Roles { enter: &observer, ..told }.check();
}
