//! Allocations of tensor memory.

use crate::rules::expect::{blackwell, expect_launches, file};

#[test]
fn columns_are_a_power_of_two() {
    for columns in [0, 16, 48, 96, 384, 1024] {
        blackwell(
            ".reqntid 32",
            &format!(
                "mov.u32 n, {columns};
                 tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [slot], n; \
                 //! tcgen05-columns: must have a power of two of columns from 32 to 512, got {columns}
                 ld.shared.b32 tmem, [slot];
                 tcgen05.dealloc.cta_group::1.sync.aligned.b32 tmem, {columns}; \
                 //! tcgen05-columns: must have a power of two of columns from 32 to 512, got {columns}"
            ),
        );
    }
}

const ONE: &str = "tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [slot], 64;";
const DEALLOC: &str = "tcgen05.dealloc.cta_group::1.sync.aligned.b32 tmem, 64;";
const READ: &str = "ld.shared.b32 tmem, [slot];";
const LOAD: &str = "tcgen05.ld.sync.aligned.32x32b.x1.b32 {a}, [tmem]; tcgen05.wait::ld.sync.aligned;";

#[test]
fn allocations_are_released_on_every_path() {
    for code in [
        format!("{ONE} {READ} {LOAD} {DEALLOC}"),
        format!("{ONE} {READ} ld.param.u32 n, [count]; setp.eq.u32 p, n, 0; @p bra skip; {LOAD} skip: {DEALLOC}"),
        format!("{ONE} {READ} ld.param.u32 n, [count]; setp.eq.u32 p, n, 0; @!p bra on; {DEALLOC} ret; on: {LOAD} {DEALLOC}"),
        format!("ld.param.u32 n, [count]; setp.eq.u32 p, n, 0; @p ret; {ONE} {READ} {DEALLOC}"),
        // The same condition guards both.
        format!("ld.param.u32 n, [count]; setp.ne.u32 p, n, 0; @p {ONE} {READ} @p {LOAD} @p {DEALLOC}"),
        // In a loop.
        format!("again: {ONE} {READ} {LOAD} {DEALLOC} add.u32 n, n, 1; setp.lt.u32 p, n, 9; @p bra again;"),
        format!("{ONE} {READ} again: {LOAD} add.u32 n, n, 1; setp.lt.u32 p, n, 9; @p bra again; {DEALLOC}"),
        // A trap ends nothing.
        format!("{ONE} {READ} ld.shared.u32 a, [other]; setp.eq.u32 p, a, 0; @p trap; {DEALLOC}"),
        // Two allocations, in another order.
        format!(
            "{ONE} tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [other], 128; ld.shared.b32 b, [other]; {READ}
             {DEALLOC} tcgen05.dealloc.cta_group::1.sync.aligned.b32 b, 128;"
        ),
    ] {
        blackwell(".reqntid 32", &code);
    }
    // Another warp releases.
    blackwell(
        ".reqntid 64",
        &format!(
            "mov.u32 t, %tid.x; setp.lt.u32 p, t, 32; @p {ONE} bar.sync 0; {READ} {LOAD} bar.sync 0; @!p {DEALLOC}"
        ),
    );
    let leak =
        "//! tcgen05-alloc-dealloc: allocates tensor memory that some path to the end of the kernel does not release";
    for code in [
        format!("{ONE} {leak}\n{READ} {LOAD}"),
        format!("ld.param.u32 n, [count]; setp.eq.u32 p, n, 0;\n{ONE} {leak}\n{READ} @p ret; {DEALLOC}"),
        format!("ld.param.u32 n, [count]; setp.eq.u32 p, n, 0;\n{ONE} {leak}\n{READ} @p {DEALLOC}"),
        format!(
            "{ONE} {READ}\ntcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [other], 128; {leak}\n{DEALLOC}"
        ),
    ] {
        blackwell(".reqntid 32", &code);
    }
}

#[test]
fn each_of_several_allocations_is_released_once() {
    let again = format!("{ONE} {READ} {ONE} ld.shared.b32 b, [slot];");
    let other = "tcgen05.dealloc.cta_group::1.sync.aligned.b32 b, 64;";
    let after = "//! tcgen05-use-unallocated: uses tensor memory after 'tcgen05.dealloc'";
    blackwell(".reqntid 32", &format!("{again} {other} {LOAD} {DEALLOC}"));
    blackwell(".reqntid 32", &format!("{again} {other} {DEALLOC}\n{LOAD} {after}"));
    // In a loop, each iteration has both.
    let iteration = "add.u32 n, n, 1; setp.lt.u32 p, n, 9; @p bra iteration;";
    blackwell(".reqntid 32", &format!("mov.u32 n, 0; iteration: {again} {other} {LOAD} {DEALLOC} {iteration}"));
}

#[test]
fn what_is_released_was_allocated() {
    blackwell(
        ".reqntid 32",
        &format!(
            "{READ}\n{DEALLOC} //! tcgen05-use-unallocated: releases tensor memory, and the kernel allocates none"
        ),
    );
    blackwell(
        ".reqntid 32",
        &format!(
            "{ONE} {READ}
             tcgen05.dealloc.cta_group::1.sync.aligned.b32 tmem, 32; \
             //! tcgen05-dealloc-mismatch: releases 32 columns of an allocation of 64"
        ),
    );
    blackwell(
        ".reqntid 32",
        &format!(
            "{ONE} {READ} add.u32 tmem, tmem, 32;
             {DEALLOC} //! tcgen05-dealloc-mismatch: releases another address than 'tcgen05.alloc' has returned"
        ),
    );
    let after = "//! tcgen05-use-unallocated: uses tensor memory after 'tcgen05.dealloc'";
    blackwell(".reqntid 32", &format!("{ONE} {READ} {DEALLOC}\n{DEALLOC} {after}"));
    blackwell(
        ".reqntid 32",
        &format!(
            "{ONE} {READ} {DEALLOC}\ntcgen05.st.sync.aligned.32x32b.x1.b32 [tmem], {{a}}; {after}\ntcgen05.wait::st.sync.aligned;"
        ),
    );
    // With the accumulator at an offset.
    blackwell(
        ".reqntid 32",
        &format!("{ONE} {READ} mov.u32 b, tmem; add.u32 tmem, tmem, 32; {LOAD} mov.u32 tmem, b; {DEALLOC}"),
    );
    // The address of the allocation is not known.
    blackwell(
        ".reqntid 32",
        "ld.param.u32 a, [count]; tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [a], 64; ld.shared.b32 tmem, [a];
         tcgen05.dealloc.cta_group::1.sync.aligned.b32 tmem, 64;",
    );
    blackwell(
        ".reqntid 32",
        &format!("{ONE} {READ} {DEALLOC} tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;"),
    );
    blackwell(
        ".reqntid 32",
        &format!(
            "tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;
             {ONE} //! tcgen05-alloc-after-relinquish: allocates after 'tcgen05.relinquish_alloc_permit'
             {READ} {DEALLOC}"
        ),
    );
}

#[test]
fn other_warps_wait_for_the_address_and_the_end() {
    let roles = "mov.u32 t, %tid.x; setp.lt.u32 p, t, 32;";
    let visible = "//! tcgen05-use-unallocated: reads the address of tensor memory that another warp allocates, without a barrier between";
    let used = "//! tcgen05-dealloc-unsynced: releases tensor memory that another warp can still use, without a barrier between, in every launch";
    for meet in ["bar.sync 0;", "barrier.sync 1, 128;", "bar.sync 1, 128;"] {
        blackwell(".reqntid 128", &format!("{roles} @p {ONE} {meet} {READ} {LOAD} {meet} @p {DEALLOC}"));
    }
    blackwell(
        ".reqntid 128",
        &format!("{roles} @p {ONE}\n{READ} {visible}\nbar.sync 0; {LOAD} bar.sync 0; @p {DEALLOC}"),
    );
    let body = format!("{roles} @p {ONE} bar.sync 0; {READ} {LOAD}\n@p {DEALLOC} {used}");
    expect_launches(&file("sm_100a", "", ".reqntid 128", &body));
    // The address is read by a generic address.
    let generic = "mov.u64 x, slot; cvta.shared.u64 y, x; ld.volatile.b32 tmem, [y];";
    blackwell(
        ".reqntid 128",
        &format!("{roles} @p {ONE}\n{generic} {visible}\nbar.sync 0; {LOAD} bar.sync 0; @p {DEALLOC}"),
    );
    // The other warps tell it by an mbarrier.
    let init = "setp.eq.u32 q, t, 0; @q mbarrier.init.shared::cta.b64 [bar], 96;";
    let wait = "wait: mbarrier.try_wait.parity.shared::cta.b64 done, [bar], 0; @!done bra wait;";
    blackwell(
        ".reqntid 128",
        &format!(
            "{roles} {init} @p {ONE} bar.sync 0; {READ} {LOAD} @p bra release; mbarrier.arrive.shared::cta.b64 state, [bar]; ret;
             release: {wait} {DEALLOC}"
        ),
    );
    // They tell it by a flag in memory.
    blackwell(
        ".reqntid 64",
        &format!(
            "{roles} @p {ONE} bar.sync 0; {READ} {LOAD} @p bra release; st.release.cta.shared.b32 [other], 1; ret;
             release: spin: ld.acquire.cta.shared.b32 b, [other]; setp.eq.u32 q, b, 0; @q bra spin; {DEALLOC}"
        ),
    );
}

#[test]
fn results_are_awaited() {
    let mma =
        "elect.sync _|s, -1; setp.ne.u32 q, 0, 0; @s tcgen05.mma.cta_group::1.kind::f16 [tmem], desc, desc, a, q;";
    let commit = "@s tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [bar];";
    let init = "elect.sync _|p, -1; @p mbarrier.init.shared::cta.b64 [bar], 1; bar.warp.sync -1;";
    let wait = "wait: mbarrier.try_wait.parity.shared::cta.b64 done, [bar], 0; @!done bra wait;";
    blackwell(".reqntid 32", &format!("{init} {ONE} {READ} {mma} {commit} {wait} {LOAD} {DEALLOC}"));
    let early = "//! tcgen05-result-wait: reads tensor memory before a thread waits until 'tcgen05.mma' is done";
    blackwell(".reqntid 32", &format!("{init} {ONE} {READ} {mma} {commit}\n{LOAD} {early}\n{DEALLOC}"));
}

const PAIR: &str = ".reqntid 128 .explicitcluster .reqnctapercluster 2";
const TWO: &str = "tcgen05.alloc.cta_group::2.sync.aligned.shared::cta.b32 [slot], 64;";
const RELEASE: &str = "tcgen05.dealloc.cta_group::2.sync.aligned.b32 tmem, 64;";
const MEET: &str = "barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;";
const BEFORE: &str = "//! tcgen05-pair-dealloc-sync: releases tensor memory of a CTA pair before the cluster barrier, where the \
     peer may wait for it";
const UNSYNCED: &str = "//! tcgen05-pair-dealloc-unsynced: releases tensor memory of a CTA pair, and the CTAs have not \
     synchronised since the last access to it";

/// Tables 47 and 48 of reference 004.
#[test]
fn pairs_meet_before_they_release() {
    let one = ".reqntid 32 .explicitcluster .reqnctapercluster 2";
    blackwell(one, &format!("{TWO} {READ} {LOAD} {MEET} {RELEASE}"));
    blackwell(one, &format!("{TWO} {READ} {LOAD} {MEET} {RELEASE} exit;"));
    blackwell(
        one,
        &format!("{TWO} {READ} {LOAD} barrier.cluster.arrive; mov.u32 b, 1; barrier.cluster.wait; {RELEASE}"),
    );
    blackwell(one, &format!("{TWO} {READ} {LOAD}\n{RELEASE} {BEFORE}\n{MEET}"));
    blackwell(one, &format!("{TWO} {READ} {LOAD}\n{RELEASE} {UNSYNCED}"));
    // A barrier before the last access is not enough.
    blackwell(one, &format!("{TWO} {READ} {MEET} {LOAD}\n{RELEASE} {UNSYNCED}"));
    blackwell(one, &format!("{TWO} {READ} {MEET} {LOAD}\n{RELEASE} {BEFORE}\n{MEET}"));
    // Table 48: only one of the CTAs is wrong.
    blackwell(
        one,
        &format!(
            "{TWO} {READ} {LOAD} mov.u32 a, %cluster_ctarank; setp.eq.u32 p, a, 0; @p bra right;
             {RELEASE} {BEFORE}
             {MEET} ret;
             right: {MEET} {RELEASE}"
        ),
    );
    // Several warps: one of them allocates and releases.
    let roles = "mov.u32 t, %tid.x; setp.lt.u32 p, t, 32;";
    blackwell(PAIR, &format!("{roles} @p {TWO} bar.sync 0; {READ} {LOAD} {MEET} @p {RELEASE}"));
    blackwell(PAIR, &format!("{roles} @p {TWO} {MEET} {READ} {LOAD} bar.sync 0;\n@p {RELEASE} {UNSYNCED}"));
    blackwell(PAIR, &format!("{roles} @p {TWO} bar.sync 0; {READ} {LOAD} bar.sync 0;\n@p {RELEASE} {BEFORE}\n{MEET}"));
}

#[test]
fn pairs_can_meet_at_an_mbarrier() {
    let roles =
        "mov.u32 t, %tid.x; setp.lt.u32 p, t, 32; mov.u32 a, %cluster_ctarank; xor.b32 b, a, 1; setp.eq.u32 q, t, 0;
        @q mbarrier.init.shared::cta.b64 [bar], 1; fence.mbarrier_init.release.cluster;";
    let tell = "mapa.shared::cluster.u32 d, bar, b; @q mbarrier.arrive.release.cluster.shared::cluster.b64 _, [d];";
    let wait = "wait: mbarrier.try_wait.parity.shared::cta.b64 done, [bar], 0; @!done bra wait;";
    // The warp that releases waits.
    blackwell(PAIR, &format!("{roles} @p {TWO} {MEET} {READ} {LOAD} bar.sync 0; {tell} @!p ret; {wait} {RELEASE}"));
    // Another warp waits and tells it.
    blackwell(
        PAIR,
        &format!(
            "{roles} @p {TWO} {MEET} {READ} {LOAD} bar.sync 0; {tell} setp.ge.u32 s, t, 96; @!s bra meet; {wait}
             meet: bar.sync 0; @p {RELEASE}"
        ),
    );
    // A flag in the memory of the peer.
    blackwell(
        PAIR,
        &format!(
            "{roles} @p {TWO} {MEET} {READ} {LOAD} bar.sync 0; mapa.shared::cluster.u32 d, other, b;
             @q st.release.cluster.shared::cluster.b32 [d], 1; @!p ret;
             spin: ld.acquire.cluster.shared::cta.b32 c, [other]; setp.eq.u32 s, c, 0; @s bra spin; {RELEASE}"
        ),
    );
}
