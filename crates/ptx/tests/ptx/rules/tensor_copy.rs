//! Waits for `tcgen05.ld` and `tcgen05.st`.

use crate::rules::expect::blackwell;

const ALLOC: &str = "tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [slot], 64; ld.shared.b32 tmem, [slot];";
const DEALLOC: &str = "tcgen05.dealloc.cta_group::1.sync.aligned.b32 tmem, 64;";
const LOAD: &str = "tcgen05.ld.sync.aligned.32x32b.x1.b32 {a}, [tmem];";
const STORE: &str = "tcgen05.st.sync.aligned.32x32b.x1.b32 [tmem], {a};";
const WAIT_LD: &str = "tcgen05.wait::ld.sync.aligned;";
const WAIT_ST: &str = "tcgen05.wait::st.sync.aligned;";
const ELECT: &str = "setp.ne.u32 q, 0, 0; elect.sync _|s, -1;";
const MMA: &str = "@s tcgen05.mma.cta_group::1.kind::f16 [tmem], desc, desc, a, q;";
/// The product at `[b]`.
const MMA_B: &str = "@s tcgen05.mma.cta_group::1.kind::f16 [b], desc, desc, a, q;";
const OVERWRITES: &str =
    "//! tcgen05-load-wait: overwrites what 'tcgen05.ld' reads, without 'tcgen05.wait::ld' between";
const UNWAITED: &str =
    "//! tcgen05-store-wait: uses tensor memory after 'tcgen05.st' without 'tcgen05.wait::st' between";
/// The address for the warp, as Triton computes it.
const ROW: &str = "mov.u32 t, %tid.x; shr.u32 n, t, 5; shl.b32 d, n, 21; and.b32 d, d, 6291456; add.u32 b, d, tmem;";

/// Completes on `[bar]` when the product is done.
const COMMIT: &str = "@s tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [bar];";
const INIT: &str = "mov.u32 t, %tid.x; setp.eq.u32 p, t, 0; @p mbarrier.init.shared::cta.b64 [bar], 1; bar.sync 0;";
const DONE: &str = "wait: mbarrier.try_wait.parity.shared::cta.b64 done, [bar], 0; @!done bra wait;";

#[track_caller]
fn warp(body: &str) {
    blackwell(".reqntid 32", &format!("{ALLOC} {ELECT} {body}\n{DEALLOC}"));
}

/// A warp that issues a product at the end of the code.
#[track_caller]
fn product(body: &str) {
    warp(&format!("{INIT} {body}\n{COMMIT} {DONE} {WAIT_LD} {WAIT_ST}"));
}

/// Four warps. The first one allocates and releases; `p` holds in it.
#[track_caller]
fn warps(body: &str) {
    let first = "setp.lt.u32 p, t, 32;";
    let alloc = "@p tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [slot], 64; bar.sync 0;";
    blackwell(
        ".reqntid 128",
        &format!("{INIT} {first} {alloc} ld.shared.b32 tmem, [slot]; {ROW} {ELECT} {body}\nbar.sync 0; @p {DEALLOC}"),
    );
}

#[test]
fn registers_can_be_read_before_the_wait() {
    // The order of a load and of what reads its registers is respected (PTX ISA 9.7.16.6.4.5).
    warp(&format!("{LOAD} add.u32 b, a, 1; st.shared.b32 [other], b; {WAIT_LD}"));
    warp(&format!("{LOAD} shfl.sync.bfly.b32 b, a, 16, 31, -1; {WAIT_LD}"));
    // The store can depend on what is loaded.
    warp(&format!("{LOAD} add.u32 a, a, 1; {STORE} {WAIT_ST} {WAIT_LD}"));
}

#[test]
fn loads_need_no_wait_before_the_release() {
    // The store has read the register, so that the load is complete.
    warp(&format!("{LOAD} st.shared.b32 [other], a;"));
    // Another warp releases.
    warps("tcgen05.ld.sync.aligned.32x32b.x1.b32 {a}, [b]; st.shared.b32 [other], a;");
    blackwell(".reqntid 32", &format!("ld.shared.b32 tmem, [slot]; {LOAD} st.shared.b32 [other], a;"));
}

#[test]
fn loads_are_awaited_before_tensor_memory_is_overwritten() {
    product(&format!("{LOAD} {WAIT_LD} {MMA}"));
    product(&format!("{LOAD}\n{MMA} {OVERWRITES}"));
    product(&format!("{LOAD} {WAIT_ST}\n{MMA} {OVERWRITES}"));
    warp(&format!(
        "{LOAD} st.shared.b32 [other], a;\n@s tcgen05.cp.cta_group::1.128x256b [tmem], desc; {OVERWRITES}\n{WAIT_LD}"
    ));
    // Several loads: each of them counts.
    let second = "add.u32 b, tmem, 32; tcgen05.ld.sync.aligned.32x32b.x1.b32 {c}, [b];";
    product(&format!("{LOAD} {second}\n{MMA} {OVERWRITES}"));
    // Other columns, and columns that are not known.
    product(&format!("{LOAD} add.u32 b, tmem, 32; {MMA_B}"));
    product(&format!("{LOAD} ld.shared.u32 d, [other]; add.u32 b, tmem, d; {MMA_B}"));
    // One of two paths has the wait.
    let choose = "ld.shared.u32 n, [other]; setp.eq.u32 p, n, 0;";
    product(&format!("{LOAD} {choose} @p bra skip; {WAIT_LD} skip: {MMA}"));
    // The last iteration of a loop: the load before it is not awaited either.
    let iteration = "add.u32 n, n, 1; setp.lt.u32 p, n, 9; @p bra again;";
    product(&format!("mov.u32 n, 0; again: {LOAD} {iteration}\n{MMA} {OVERWRITES}"));
    // In iterations: the address is another one in each.
    let other = "xor.b32 d, d, 32; add.u32 b, tmem, d;";
    let load = "tcgen05.ld.sync.aligned.32x32b.x1.b32 {a}, [b];";
    product(&format!("mov.u32 n, 0; mov.u32 d, 0; again: {other} {load} {other} {MMA_B} {WAIT_LD} {iteration}"));
    // A location that two allocations write to.
    let again = "tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [slot], 64; ld.shared.b32 b, [slot];";
    let dealloc = "tcgen05.dealloc.cta_group::1.sync.aligned.b32 b, 64;";
    warp(&format!("{INIT} {LOAD} {again} {MMA_B} {COMMIT} {DONE} {WAIT_LD} {dealloc}"));
}

#[test]
fn stores_are_awaited_before_they_are_used() {
    warp(&format!("{STORE} {WAIT_ST} {LOAD} {WAIT_LD}"));
    // Other columns.
    warp(&format!(
        "{STORE} add.u32 b, tmem, 32; tcgen05.ld.sync.aligned.32x32b.x1.b32 {{c}}, [b]; {WAIT_LD} {WAIT_ST}"
    ));
    product(&format!("{STORE} add.u32 b, tmem, 32; {MMA_B}"));
    warp(&format!("{STORE}\n{LOAD} {UNWAITED}\n{WAIT_LD} {WAIT_ST}"));
    product(&format!("{STORE}\n{MMA} {UNWAITED}"));
    // A store to other columns follows.
    let second = "add.u32 b, tmem, 32; tcgen05.st.sync.aligned.32x32b.x1.b32 [b], {c};";
    product(&format!("{STORE} {second}\n{MMA} {UNWAITED}"));
    // The other wait.
    let unwaited = format!("{ALLOC} {STORE} {WAIT_LD}\n{DEALLOC} {UNWAITED}");
    blackwell(".reqntid 32", &unwaited);
    blackwell(".reqntid 32", &format!("{ALLOC} {STORE}\n{DEALLOC} {UNWAITED}"));
}

#[test]
fn each_warp_has_its_own_lanes() {
    let store = "tcgen05.st.sync.aligned.32x32b.x1.b32 [b], {a};";
    let load = "tcgen05.ld.sync.aligned.32x32b.x1.b32 {a}, [b];";
    let in_warp = |number: u32| format!("setp.ne.u32 q, n, {number}; @q bra skip; {ELECT}");
    warps(&format!("{store} {WAIT_ST} bar.sync 0; {} {MMA} {COMMIT} skip: {DONE}", in_warp(0)));
    // The first warp stores to the lanes at which the product begins.
    warps(&format!("{store} bar.sync 0; {}\n{MMA} {UNWAITED}\n{COMMIT} skip: {WAIT_ST} {DONE}", in_warp(0)));
    warps(&format!("{load} bar.sync 0; {}\n{MMA} {OVERWRITES}\n{COMMIT} skip: {WAIT_LD} {DONE}", in_warp(0)));
    // The other warps do not.
    warps(&format!("{load} bar.sync 0; {} {MMA} {COMMIT} skip: {WAIT_LD} {DONE}", in_warp(1)));
}
