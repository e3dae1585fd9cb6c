//! tcgen05: warps, threads and CTA pairs (table 46 of reference 004).

use crate::rules::expect::{blackwell, with_functions};

const PAIR: &str = ".reqntid 128 .explicitcluster .reqnctapercluster 2";
const ALLOC: &str = "tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [slot], 64;";
const DEALLOC: &str = "tcgen05.dealloc.cta_group::1.sync.aligned.b32 tmem, 64;";
const MEET: &str = "barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;";
const COMMIT: &str = "tcgen05.commit.cta_group::2.mbarrier::arrive::one.shared::cluster.b64 [64];";

#[test]
fn one_warp_allocates() {
    for guard in ["setp.lt.u32 p, t, 32;", "shr.u32 w, t, 5; setp.eq.u32 p, w, 3;", "setp.ge.u32 p, t, 96;"] {
        blackwell(
            ".reqntid 128",
            &format!("mov.u32 t, %tid.x; {guard} @p {ALLOC} bar.sync 0; ld.shared.b32 tmem, [slot]; @p {DEALLOC}"),
        );
    }
    // Each warp has an allocation.
    blackwell(
        ".reqntid 64",
        ".shared .align 4 .b32 slots[2]; mov.u32 t, %tid.x; shr.u32 w, t, 5; mov.u32 a, slots; mad.lo.u32 a, w, 4, a;
         tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [a], 64; ld.shared.b32 tmem, [a];
         tcgen05.dealloc.cta_group::1.sync.aligned.b32 tmem, 64;",
    );
    let several = "//! tcgen05-warp-issue: must be issued by one warp, 4 warps get here";
    blackwell(
        ".reqntid 128",
        &format!("{ALLOC} {several}\nbar.sync 0; ld.shared.b32 tmem, [slot]; {DEALLOC} {several}"),
    );
    for (guard, here) in [
        ("setp.eq.u32 p, t, 0;", "one thread gets here"),
        ("setp.lt.u32 p, t, 16;", "16 threads of 1 warp get here"),
        ("elect.sync _|p, -1;", "one lane of a warp gets here"),
    ] {
        let part = format!("//! tcgen05-warp-issue: must be issued by a whole warp, {here}");
        blackwell(
            ".reqntid 128",
            &format!(
                "mov.u32 t, %tid.x; {guard} @p {ALLOC} {part}
                 bar.sync 0; ld.shared.b32 tmem, [slot];
                 @p {DEALLOC} {part}
                 @p tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned; {part}"
            ),
        );
    }
    for (directive, fact) in [(".reqntid 16", "nvvm.reqntid"), (".maxntid 8, 2", "nvvm.maxntid")] {
        blackwell(
            directive,
            &format!(
                "{ALLOC} //! tcgen05-warp-issue: '{fact}' must have the 32 threads of a warp for 'tcgen05.alloc', \
                 '.dealloc' and '.relinquish_alloc_permit', got 16
                 ld.shared.b32 tmem, [slot]; {DEALLOC}"
            ),
        );
    }
}

#[test]
fn whole_warps_load() {
    let load = "tcgen05.ld.sync.aligned.32x32b.x1.b32 {a}, [tmem]; tcgen05.wait::ld.sync.aligned;";
    for guard in ["setp.lt.u32 p, t, 128;", "setp.ge.u32 p, t, 64;", "setp.eq.u32 p, 0, 0;"] {
        blackwell(".reqntid 192", &format!("mov.u32 t, %tid.x; {guard} @p {load}"));
        blackwell(".reqntid 192", &format!("mov.u32 t, %tid.x; {guard} @!p bra end; {load} end:"));
    }
    blackwell(
        ".reqntid 192",
        "mov.u32 t, %tid.x; setp.eq.u32 p, t, 0; @!p bra end;
         tcgen05.ld.sync.aligned.32x32b.x1.b32 {a}, [tmem]; \
         //! warp-sync-incomplete: must be executed by a whole warp, one thread gets here
         tcgen05.st.sync.aligned.32x32b.x1.b32 [tmem], {a}; \
         //! warp-sync-incomplete: must be executed by a whole warp, one thread gets here
         tcgen05.wait::ld.sync.aligned; \
         //! warp-sync-incomplete: must be executed by a whole warp, one thread gets here
         tcgen05.fence::before_thread_sync;
         end:",
    );
}

#[test]
fn one_size_of_group() {
    let mix = "//! tcgen05-cta-group-mix: must not use both '.cta_group::1' and '.cta_group::2'";
    blackwell(
        PAIR,
        &format!(
            "tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;
             tcgen05.relinquish_alloc_permit.cta_group::2.sync.aligned; {mix}"
        ),
    );
    with_functions(
        &format!(".func two() {{ tcgen05.relinquish_alloc_permit.cta_group::2.sync.aligned; {mix}\nret; }}"),
        PAIR,
        "tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned; call two;",
    );
}

#[test]
fn pairs_need_a_cluster() {
    let two = "tcgen05.relinquish_alloc_permit.cta_group::2.sync.aligned;";
    for cluster in ["2", "1, 2", "4", "2, 2, 2", "2, 3"] {
        blackwell(&format!(".reqntid 32 .explicitcluster .reqnctapercluster {cluster}"), two);
    }
    blackwell(
        ".reqntid 32 .explicitcluster .reqnctapercluster 3",
        &format!("{two} //! tcgen05-cta-pair: 'nvvm.cluster_dim' must have an even product for '.cta_group::2', got 3"),
    );
    blackwell(
        ".reqntid 32 .maxclusterrank 1",
        &format!("{two} //! tcgen05-cta-pair: 'nvvm.maxclusterrank' must be at least 2 for '.cta_group::2', got 1"),
    );
    // In PTX a launch can have the cluster that the directives leave open.
    for directives in [".reqntid 32", ".reqntid 32 .maxclusterrank 4", ".reqntid 32 .explicitcluster"] {
        blackwell(directives, two);
    }
}

/// Code that sets `p` in one thread of one CTA of each pair.
const LEADS: &[(&str, &str)] = &[
    (PAIR, "mov.u32 a, %cluster_ctarank; or.b32 b, a, t; setp.eq.u32 p, b, 0;"),
    (PAIR, "mov.u32 a, %cluster_ctarank; setp.eq.u32 q, a, 0; setp.eq.and.u32 p, t, 5, q;"),
    (PAIR, "mov.u32 a, %cluster_ctaid.x; setp.eq.u32 q, a, 1; setp.eq.and.u32 p, t, 0, q;"),
    (PAIR, "mov.u32 a, %ctaid.x; and.b32 a, a, 1; setp.eq.u32 q, a, 0; setp.eq.and.u32 p, t, 0, q;"),
    (PAIR, "mov.u32 a, %ctaid.x; rem.u32 a, a, 2; setp.eq.u32 q, a, 0; setp.eq.and.u32 p, t, 0, q;"),
    // The division that a compiler writes.
    (PAIR, "mov.u32 a, %ctaid.x; shr.u32 b, a, 1; shl.b32 b, b, 1; setp.eq.u32 q, a, b; setp.eq.and.u32 p, t, 0, q;"),
    (
        PAIR,
        "mov.u32 a, %ctaid.x; bfe.u32 a, a, 0, 1; setp.eq.u32 q, a, 0; setp.lt.and.u32 q, t, 32, q; elect.sync _|s, -1; \
         and.pred p, q, s;",
    ),
    // The leader is an argument of the kernel.
    (PAIR, "mov.u32 a, %cluster_ctarank; ld.param.u32 n, [count]; setp.eq.u32 q, a, n; setp.eq.and.u32 p, t, 0, q;"),
    // One warp, and a flag of the CTA in memory.
    (
        ".reqntid 32 .explicitcluster .reqnctapercluster 2",
        "ld.shared.b32 a, [other]; setp.ne.u32 q, a, 0; @!q bra over; elect.sync _|p, -1;",
    ),
    (
        ".reqntid 32 .explicitcluster .reqnctapercluster 2",
        "mov.u32 a, %ctaid.x; mul.lo.u32 a, a, 7; and.b32 a, a, 1; setp.eq.u32 q, a, 0; @!q bra over; elect.sync _|p, -1;",
    ),
    (
        ".reqntid 128 .explicitcluster .reqnctapercluster 4",
        "mov.u32 a, %cluster_ctarank; and.b32 a, a, 1; setp.eq.u32 q, a, 0; setp.eq.and.u32 p, t, 0, q;",
    ),
    (
        ".reqntid 128 .explicitcluster .reqnctapercluster 2, 2",
        "mov.u32 a, %cluster_ctaid.x; setp.eq.u32 q, a, 0; setp.eq.and.u32 p, t, 0, q;",
    ),
    (
        ".reqntid 128 .explicitcluster .reqnctapercluster 1, 2",
        "mov.u32 a, %cluster_ctaid.y; setp.eq.u32 q, a, 0; setp.eq.and.u32 p, t, 0, q;",
    ),
];

#[test]
fn one_cta_of_a_pair_issues() {
    for (directives, code) in LEADS {
        blackwell(directives, &format!("mov.u32 t, %tid.x; {code} @p {COMMIT} over: {MEET}"));
    }
    for (directives, code) in [
        (PAIR, "setp.eq.u32 p, t, 0;"),
        (PAIR, "setp.lt.u32 q, t, 32; @!q bra over; elect.sync _|p, -1;"),
        (PAIR, "ld.param.u32 n, [count]; setp.gt.u32 q, n, 4; setp.eq.and.u32 p, t, 0, q;"),
        (
            PAIR,
            "mov.u32 a, %ctaid.x; setp.lt.u32 q, a, 0x7fffffff; mov.u32 a, %cluster_ctaid.x; setp.le.u32 q, a, 1; setp.eq.and.u32 p, t, 0, q;",
        ),
        (PAIR, "mov.u32 a, %clusterid.x; setp.eq.u32 q, a, 0; setp.eq.and.u32 p, t, 0, q;"),
        (
            ".reqntid 128 .explicitcluster .reqnctapercluster 2, 2",
            "mov.u32 a, %cluster_ctaid.y; setp.eq.u32 q, a, 0; setp.eq.and.u32 p, t, 0, q;",
        ),
        (".reqntid 32 .explicitcluster .reqnctapercluster 2", "elect.sync _|p, -1;"),
    ] {
        blackwell(
            directives,
            &format!(
                "mov.u32 t, %tid.x; {code}
                 @p {COMMIT} //! tcgen05-pair-issue: must be issued by one CTA of the pair, both get here
                 over: {MEET}"
            ),
        );
    }
}

#[test]
fn both_ctas_of_a_pair_allocate() {
    let alloc = "tcgen05.alloc.cta_group::2.sync.aligned.shared::cta.b32 [slot], 64;";
    let dealloc = "tcgen05.dealloc.cta_group::2.sync.aligned.b32 tmem, 64;";
    let one = ".reqntid 32 .explicitcluster .reqnctapercluster 2";
    blackwell(one, &format!("{alloc} ld.shared.b32 tmem, [slot]; {MEET} {dealloc}"));
    let alone = "//! tcgen05-warp-issue: must be issued in both CTAs of the pair, the peer does not get here";
    blackwell(
        one,
        &format!(
            "mov.u32 a, %cluster_ctarank; setp.ne.u32 p, a, 0; {MEET} @p ret;\n{alloc} {alone}
             ld.shared.b32 tmem, [slot];\n{dealloc} {alone}\n\
             //! tcgen05-pair-dealloc-unsynced: releases tensor memory of a CTA pair, and the CTAs have not synchronised since \
             the last access to it"
        )
        .replace(&format!("{alone}\n//!"), &format!("{alone} //!")),
    );
    // An unknown condition is the same in both CTAs, or not.
    blackwell(
        one,
        &format!(
            "ld.param.u32 n, [count]; setp.eq.u32 p, n, 0; @p ret; {alloc} ld.shared.b32 tmem, [slot]; {MEET} {dealloc}"
        ),
    );
}

#[test]
fn the_peer_stays() {
    let leads = "mov.u32 t, %tid.x; mov.u32 a, %cluster_ctarank; setp.eq.u32 q, a, 0; setp.eq.and.u32 p, t, 0, q;";
    let exited = "//! cluster-peer-exited: uses '.cta_group::2', and the peer CTA may have exited";
    blackwell(PAIR, &format!("{leads} {MEET} @p {COMMIT} {MEET}"));
    blackwell(PAIR, &format!("{leads} {MEET}\n@p {COMMIT} {exited}\n"));
    blackwell(PAIR, &format!("{leads} {MEET} @!q exit;\n@p {COMMIT} {exited}\n"));
    // The peer waits for an mbarrier, which the leader arrives at.
    blackwell(
        PAIR,
        &format!(
            "{leads} {MEET} @p {COMMIT} wait: mbarrier.try_wait.parity.shared::cta.b64 done, [64], 0; @!done bra wait;"
        ),
    );
    // The peer waits for a flag in its shared memory.
    blackwell(
        PAIR,
        &format!(
            "{leads} {MEET} @p {COMMIT} mapa.shared::cluster.u32 b, other, 1; @!q bra spin;
             st.release.cluster.shared::cluster.b32 [b], 1; bra end;
             spin: ld.acquire.cluster.shared::cta.b32 d, [other]; setp.eq.u32 s, d, 0; @s bra spin; end:"
        ),
    );
}
