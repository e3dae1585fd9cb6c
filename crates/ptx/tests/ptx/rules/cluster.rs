//! Clusters: barriers in pairs, CTAs that have left or not started, ranks.

use crate::rules::expect::{blackwell, hopper, hopper_launches, in_launch, marked, with_functions};

const PAIR: &str = ".reqntid 128 .explicitcluster .reqnctapercluster 2";
const MEET: &str = "barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;";
const WAIT: &str = "wait: mbarrier.try_wait.parity.shared::cta.b64 done, [64], 0; @!done bra wait;";

#[test]
fn arrive_and_wait_come_in_pairs() {
    for code in [
        MEET,
        "barrier.cluster.arrive.relaxed; mov.u32 a, 1; barrier.cluster.wait.acquire;",
        "barrier.cluster.arrive.release.aligned; bar.sync 0; barrier.cluster.wait.aligned; barrier.cluster.arrive; barrier.cluster.wait;",
        "mov.u32 a, 0; again: barrier.cluster.arrive; barrier.cluster.wait; add.u32 a, a, 1; setp.lt.u32 p, a, 4; @p bra again;",
        // The wait is in the next iteration of the loop.
        "barrier.cluster.arrive; mov.u32 a, 0; again: barrier.cluster.wait; barrier.cluster.arrive; add.u32 a, a, 1; \
         setp.lt.u32 p, a, 4; @p bra again; barrier.cluster.wait;",
        // The same condition guards both.
        "ld.param.u32 n, [count]; setp.gt.u32 p, n, 1; @p barrier.cluster.arrive; mov.u32 a, 1; @p barrier.cluster.wait;",
        "ld.param.u32 n, [count]; setp.gt.u32 p, n, 1; mov.u32 a, 0; again: setp.eq.u32 q, a, 0; @q bra first; \
         barrier.cluster.wait; first: barrier.cluster.arrive; add.u32 a, a, 1; setp.lt.u32 p, a, n; @p bra again; \
         barrier.cluster.wait;",
    ] {
        hopper(PAIR, code);
    }
    hopper(
        PAIR,
        "barrier.cluster.wait; //! cluster-barrier-unpaired: waits without 'barrier.cluster.arrive' before it",
    );
    hopper(
        PAIR,
        "barrier.cluster.arrive; //! cluster-barrier-unpaired: arrives, and the kernel ends without 'barrier.cluster.wait'",
    );
    hopper(
        PAIR,
        "barrier.cluster.arrive;
         barrier.cluster.arrive; //! cluster-barrier-unpaired: arrives again without 'barrier.cluster.wait' between
         barrier.cluster.wait;",
    );
    hopper(
        PAIR,
        "barrier.cluster.arrive; barrier.cluster.wait;
         barrier.cluster.wait; //! cluster-barrier-unpaired: waits without 'barrier.cluster.arrive' before it",
    );
    // On one of two paths.
    hopper(
        PAIR,
        "ld.param.u32 n, [count]; setp.gt.u32 p, n, 1; @p bra other;
         barrier.cluster.arrive; barrier.cluster.wait; ret;
         other: barrier.cluster.arrive; //! cluster-barrier-unpaired: arrives, and the kernel ends without 'barrier.cluster.wait'
         ret;",
    );
    // A wait is for the threads that have not exited.
    for code in [
        "ld.param.u32 n, [count]; setp.gt.u32 p, n, 1; barrier.cluster.arrive; @p ret; barrier.cluster.wait;",
        "mov.u32 t, %tid.x; setp.ne.u32 p, t, 0; barrier.cluster.arrive.aligned; @p ret; barrier.cluster.wait;",
        "mov.u32 a, %cluster_ctarank; setp.ne.u32 p, a, 0; barrier.cluster.arrive; @p ret; barrier.cluster.wait;",
    ] {
        hopper(PAIR, code);
    }
    // In a loop.
    hopper(
        PAIR,
        "mov.u32 a, 0;
         again: barrier.cluster.wait; //! cluster-barrier-unpaired: waits without 'barrier.cluster.arrive' before it
         add.u32 a, a, 1; setp.lt.u32 p, a, 4; @p bra again;",
    );
}

/// The warps 0 and 1 wait, and the warps 2 and 3 arrive only, by another instruction.
const WORKERS: &str = "mov.u32 t, %tid.x; setp.lt.u32 p, t, 64; @!p barrier.cluster.arrive.relaxed.aligned;";

const AGAIN: &str = "//! cluster-barrier-unpaired: arrives again without 'barrier.cluster.wait' between";
const ALONE: &str = "//! cluster-barrier-unpaired: arrives, and the kernel ends without 'barrier.cluster.wait'";

#[test]
fn another_thread_waits() {
    for code in [
        // The workers end.
        format!("{WORKERS} @!p ret; {MEET}"),
        // They meet those that have waited, and arrive again.
        format!("{WORKERS} @!p bra work; {MEET} bar.sync 1; {MEET} ret; work: bar.sync 1; {MEET}"),
        format!(
            "{WORKERS} @!p bra work; {MEET} bar.sync 1; {MEET} ret;
             work: bar.sync 1; barrier.cluster.arrive.aligned;"
        ),
        // Those that have waited do not wait for the workers.
        format!("{WORKERS} @!p bra work; {MEET} barrier.arrive 1, 128; {MEET} ret; work: barrier.sync 1, 128; {MEET}"),
        // The warp 2 tells the warp 3.
        format!(
            "{WORKERS} @!p bra work; {MEET} bar.arrive 1, 96; {MEET} ret;
             work: setp.lt.u32 q, t, 96; @!q bra last; bar.sync 1, 96; bar.arrive 2, 64; {MEET} ret;
             last: bar.sync 2, 64; {MEET}"
        ),
        // An mbarrier tells.
        format!(
            "setp.eq.u32 q, t, 0; @q mbarrier.init.shared.b64 [64], 1; bar.sync 0; {WORKERS} @!p bra work; {MEET}
             setp.eq.u32 q, t, 0; @q mbarrier.arrive.shared.b64 _, [64]; {MEET} ret; work: {WAIT} {MEET}"
        )
        .replacen("setp.eq", "mov.u32 t, %tid.x; setp.eq", 1),
        // In a loop, until the other warps say that there is no more work.
        format!(
            "{WORKERS} @!p bra work; {MEET} st.shared.u32 [slot], 1; bar.sync 1; bar.sync 1; {MEET}
             st.shared.u32 [slot], 0; bar.sync 1; ret;
             work: bar.sync 1; ld.shared.u32 a, [slot]; setp.eq.u32 q, a, 0; @q ret; bar.sync 1;
             barrier.cluster.arrive.aligned; bra work;"
        ),
    ] {
        hopper(PAIR, &code);
    }
}

#[test]
fn another_thread_has_to_wait_before() {
    // There is no meeting between.
    hopper(
        PAIR,
        &format!(
            "{WORKERS} @!p bra work; {MEET} bar.sync 1; {MEET} ret; work:
             barrier.cluster.arrive.aligned; {AGAIN}
             barrier.cluster.wait.aligned; bar.sync 1;"
        ),
    );
    // The meeting is before the wait.
    hopper(
        PAIR,
        &format!(
            "{WORKERS} @!p bra work; barrier.cluster.arrive.aligned; bar.sync 1; barrier.cluster.wait.aligned; {MEET} ret;
             work: bar.sync 1;
             barrier.cluster.arrive.aligned; {AGAIN}
             barrier.cluster.wait.aligned;"
        ),
    );
    // The workers meet each other only.
    hopper(
        PAIR,
        &format!(
            "{WORKERS} @!p bra work; {MEET} bar.sync 1, 64; {MEET} ret; work: bar.sync 2, 64;
             barrier.cluster.arrive.aligned; {AGAIN}
             barrier.cluster.wait.aligned;"
        ),
    );
    // The meeting is one for the phase before.
    hopper(
        PAIR,
        &format!(
            "{WORKERS} @!p bra work; {MEET} bar.sync 1; {MEET} {MEET} ret;
             work: bar.sync 1; barrier.cluster.arrive.aligned;
             barrier.cluster.arrive.aligned; {AGAIN}
             barrier.cluster.wait.aligned;"
        ),
    );
    // All threads meet, and none has waited.
    hopper(
        PAIR,
        &format!(
            "barrier.cluster.arrive; bar.sync 0;
             barrier.cluster.arrive; {AGAIN}
             barrier.cluster.wait;"
        ),
    );
    hopper(
        PAIR,
        &format!(
            "mov.u32 a, 0; again: {MEET} bar.sync 0; barrier.cluster.arrive; bar.sync 0;
             barrier.cluster.arrive; {AGAIN}
             barrier.cluster.wait; add.u32 a, a, 1; setp.lt.u32 p, a, 4; @p bra again;"
        ),
    );
    // Nobody waits.
    hopper(
        PAIR,
        &format!(
            "mov.u32 t, %tid.x; setp.lt.u32 p, t, 64;
             @!p barrier.cluster.arrive.relaxed.aligned; {ALONE}
             @!p bra work;
             barrier.cluster.arrive.relaxed.aligned; {ALONE}
             work: bar.sync 1;"
        ),
    );
    // Nobody waits for the second phase.
    hopper(
        PAIR,
        &format!(
            "{WORKERS} @!p bra work; {MEET} bar.sync 1;
             barrier.cluster.arrive.aligned; {ALONE}
             ret; work: bar.sync 1;
             barrier.cluster.arrive.aligned; {ALONE}
             ret;"
        ),
    );
}

#[test]
fn halves_can_be_in_functions() {
    let functions =
        ".func arrive() { barrier.cluster.arrive.aligned; ret; } .func wait() { barrier.cluster.wait.aligned; ret; }";
    with_functions(functions, PAIR, "call arrive; call wait; call arrive; call wait;");
    with_functions(
        ".func wait() { barrier.cluster.wait.aligned; \
         //! cluster-barrier-unpaired: waits without 'barrier.cluster.arrive' before it
         ret; }",
        PAIR,
        "call wait;",
    );
    with_functions(".extern .func arrive();", PAIR, "call arrive; barrier.cluster.wait;");
}

#[test]
fn peers_stay_for_remote_accesses() {
    let remote = "mapa.shared::cluster.u32 b, other, a; ld.shared::cluster.u32 c, [b];";
    let exited = "//! cluster-peer-exited: accesses the shared memory of a CTA that may have exited";
    let peer = "mov.u32 a, %cluster_ctarank; xor.b32 a, a, 1; mov.u32 t, %tid.x;";
    hopper(PAIR, &format!("{peer} {MEET} {remote} {MEET}"));
    hopper(PAIR, &format!("{peer} {MEET} {remote} barrier.cluster.arrive; mov.u32 d, 1; barrier.cluster.wait;"));
    hopper(PAIR, &format!("{peer} {MEET}\n{remote} {exited}\n"));
    hopper(PAIR, &format!("{peer} {MEET} {remote} {MEET}\n{remote} {exited}\n"));
    hopper(PAIR, &format!("{peer} {MEET} {remote} bar.sync 0; {exited}\n").replace("bar.sync 0; //", "//"));
    // In a loop.
    hopper(PAIR, &format!("{peer} {MEET} again: {remote} {MEET} add.u32 d, d, 1; setp.lt.u32 p, d, 9; @p bra again;"));
    // One CTA leaves early.
    hopper(
        PAIR,
        &format!(
            "mov.u32 a, %cluster_ctarank; setp.eq.u32 p, a, 1; {MEET} @p exit; mov.u32 a, 1;\n{remote} {exited}\n"
        ),
    );
    // The CTA waits for its peer.
    hopper(
        PAIR,
        &format!(
            "{peer} {MEET} {remote} mapa.shared::cluster.u32 b, 64, a; setp.eq.u32 p, t, 0;
             @p mbarrier.arrive.release.cluster.shared::cluster.b64 _, [b]; {WAIT}"
        ),
    );
    // Its own memory, through the window of the cluster.
    hopper(PAIR, &format!("mov.u32 a, %cluster_ctarank; {remote}"));
    hopper(
        ".reqntid 128 .explicitcluster .reqnctapercluster 1",
        "mov.u32 a, 0; mapa.shared::cluster.u32 b, other, a; ld.shared::cluster.u32 c, [b];",
    );
    // CTA 0 stays for the others, which access its memory only.
    hopper(
        PAIR,
        &format!(
            "mov.u32 a, %cluster_ctarank; setp.eq.u32 q, a, 0; {MEET} @q bra stay; mov.u32 a, 0; {remote}
             mapa.shared::cluster.u32 b, 64, a; mbarrier.arrive.release.cluster.shared::cluster.b64 _, [b]; ret;
             stay: {WAIT}"
        ),
    );
    // Unknown code can synchronise.
    with_functions(".extern .func meet();", PAIR, &format!("{peer} {MEET} {remote} call meet;"));
    // Other forms of an access.
    for access in [
        "st.shared::cluster.u32 [b], c;",
        "atom.shared::cluster.add.u32 c, [b], 1;",
        "red.relaxed.cluster.shared::cluster.add.u32 [b+4], 1;",
    ] {
        hopper(PAIR, &format!("{peer} {MEET} mapa.shared::cluster.u32 b, other, a; {access} {MEET}"));
        hopper(PAIR, &format!("{peer} {MEET} mapa.shared::cluster.u32 b, other, a;\n{access} {exited}\n"));
    }
    let store = "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.b32 [b], c, [b];";
    let uninitialised = marked(store, "mbarrier-init: uses an mbarrier that no thread initialises");
    hopper(PAIR, &format!("{peer} {MEET} mapa.shared::cluster.u32 b, other, a; {uninitialised}\n{MEET}"));
    hopper(PAIR, &format!("{peer} {MEET} cvta.shared.u64 x, slot; mapa.u64 y, x, a; ld.u32 c, [y]; {exited}\n"));
}

/// The number of iterations is not known, but it is the same in both CTAs.
#[test]
fn the_last_turn_of_a_loop_is_awaited() {
    let exited = "//! cluster-peer-exited: accesses the shared memory of a CTA that may have exited";
    let iterations = |access: &str, end: &str| {
        hopper(
            PAIR,
            &format!(
                "mov.u32 t, %tid.x; mov.u32 a, %cluster_ctarank; xor.b32 d, a, 1; ld.param.u32 n, [count];
                 again: {MEET} mapa.shared::cluster.u32 b, slot, d;
                 {access}
                 {MEET} mapa.shared::cluster.u32 b, slot, d;
                 ld.shared::cluster.u32 c, [b]; {end}
                 sub.u32 n, n, 1; setp.gt.s32 p, n, 0; @p bra again;"
            ),
        );
    };
    iterations("ld.shared::cluster.u32 c, [b];", &format!("{exited}\n"));
    iterations("", &format!("{exited}\n"));
    iterations("", MEET);
    iterations("ld.shared::cluster.u32 c, [b];", MEET);
    // Each lane reads another rank.
    let of_lanes = |end: &str| {
        let four = ".reqntid 128 .explicitcluster .reqnctapercluster 4";
        let leave = "mov.u32 a, %cluster_ctarank; setp.eq.u32 p, a, 1;";
        let code =
            format!("{leave} mov.u32 t, %tid.x; and.b32 d, t, 3; mapa.shared::cluster.u32 b, slot, d; {MEET} {end}");
        hopper(four, &code);
    };
    of_lanes(&format!("@p exit;\nld.shared::cluster.u32 c, [b]; {exited}\n"));
    of_lanes(&format!("ld.shared::cluster.u32 c, [b]; {MEET}"));
    of_lanes(&format!(
        "and.b32 d, t, 2; mapa.shared::cluster.u32 b, slot, d; @p exit;\nld.shared::cluster.u32 c, [b]; {exited}\n"
    ));
}

/// The other CTA waits for an arrival, or for an exit.
#[test]
fn an_arrival_holds_up_the_exit_of_the_others() {
    let start = "mov.u32 t, %tid.x; mov.u32 a, %cluster_ctarank; xor.b32 d, a, 1; mapa.shared::cluster.u32 b, slot, d;";
    let access = "ld.shared::cluster.u32 c, [b];";
    hopper(
        PAIR,
        &format!("{start} {MEET} {access} barrier.cluster.arrive; setp.ne.u32 p, t, 0; @p exit; barrier.cluster.wait;"),
    );
    hopper(PAIR, &format!("{start} {MEET} setp.ne.u32 p, a, 0; @p bra other; {access} ret; other: {MEET}"));
}

/// CTA 0 waits for arrivals of both CTAs at an mbarrier of its own. The other one takes another branch, and never
/// waits.
#[test]
fn a_branch_on_the_rank_is_another_one_in_another_cta() {
    let few = |count: u32, come: &str| {
        format!("//! mbarrier-never-completes: waits for {count} arrivals at an mbarrier, and {come}")
    };
    let check = |count: u32, code: &str, end: &str| {
        let start = "mov.u32 t, %tid.x; mov.u32 a, %cluster_ctarank; setp.eq.u32 p, t, 0; setp.eq.u32 q, a, 0;
             mapa.shared::cluster.u32 b, slot, 0; ld.param.u32 n, [count]; setp.gt.u32 s, n, 4;";
        let arrive = "@p mbarrier.arrive.release.cluster.shared::cluster.b64 _, [b];";
        let wait = "wait: mbarrier.try_wait.parity.shared::cta.b64 done, [slot], 0;";
        let code = code.replace("ARRIVE", arrive).replace("WAIT", &format!("\n{wait} {end}\n@!done bra wait;"));
        hopper_launches(
            PAIR,
            &format!("{start} @p mbarrier.init.shared::cta.b64 [slot], {count}; {MEET} {code} {MEET}"),
        );
    };
    let own = "@!q bra other; ARRIVE WAIT bra end; other: ARRIVE end:";
    check(2, own, "");
    check(3, own, &few(3, "at most 2 come before"));
    // Of both conditions, the argument is the same in both CTAs. If it is small, CTA 0 arrives, too.
    for guards in ["@!q bra over; @!s bra over;", "@!s bra over; @!q bra over;"] {
        let code = format!("{guards} WAIT over: ARRIVE");
        check(1, &code, "");
        check(2, &code, &few(2, &format!("1 come{}", in_launch(128, 9))));
    }
}

#[test]
fn peers_have_started() {
    let remote = "mapa.shared::cluster.u32 b, other, a; ld.shared::cluster.u32 c, [b];";
    let early = "//! cluster-peer-not-started: uses the shared memory of another CTA before a cluster barrier";
    let peer = "mov.u32 a, %cluster_ctarank; xor.b32 a, a, 1;";
    hopper(PAIR, &format!("{peer}\n{remote} {early}\n{MEET}"));
    hopper(PAIR, &format!("{peer} barrier.cluster.arrive;\n{remote} {early}\nbarrier.cluster.wait;"));
    hopper(PAIR, &format!("{peer} bar.sync 0;\n{remote} {early}\n{MEET}"));
    hopper(PAIR, &format!("{peer} {MEET} again: {remote} add.u32 d, d, 1; setp.lt.u32 p, d, 9; @p bra again; {MEET}"));
    hopper(PAIR, &format!("mov.u32 a, %cluster_ctarank; {remote} {MEET}"));
    // A flag in global memory tells.
    hopper(
        PAIR,
        &format!(
            "{peer} ld.param.u64 x, [pointer]; spin: ld.acquire.gpu.global.u32 d, [x]; setp.ne.u32 p, d, 2; @p bra spin; {remote}
             {MEET}"
        ),
    );
}

#[test]
fn ranks_are_in_the_cluster() {
    let range =
        |rank: u32, ctas: &str| format!("//! mapa-rank-range: maps an address to rank {rank} of a cluster of {ctas}");
    for (cluster, rank, ctas) in [("2", 2, "2 CTAs"), ("2, 2", 7, "4 CTAs"), ("1", 1, "1 CTA")] {
        hopper(
            &format!(".reqntid 32 .explicitcluster .reqnctapercluster {cluster}"),
            &format!("mov.u32 a, {rank};\nmapa.shared::cluster.u32 b, other, a; {}", range(rank, ctas)),
        );
    }
    for rank in [
        "mov.u32 a, 1;",
        "mov.u32 a, %cluster_ctarank; xor.b32 a, a, 1;",
        "mov.u32 a, %cluster_ctarank; add.u32 a, a, 1; rem.u32 a, a, 2;",
        "ld.param.u32 a, [count];",
        "mov.u32 t, %tid.x; and.b32 a, t, 1;",
    ] {
        hopper(PAIR, &format!("{rank} mapa.shared::cluster.u32 b, other, a;"));
    }
    // In one of the CTAs.
    hopper(
        PAIR,
        &format!(
            "mov.u32 a, %cluster_ctarank; add.u32 a, a, 1;\nmapa.shared::cluster.u32 b, other, a; {}",
            range(2, "2 CTAs")
        ),
    );
    hopper(".reqntid 32", "mapa.shared::cluster.u32 b, other, 9;");
    hopper(
        PAIR,
        "mov.u32 a, %cluster_ctarank; add.u32 a, a, 1; setp.lt.u32 p, a, 2; @p mapa.shared::cluster.u32 b, other, a;",
    );
}

#[test]
fn all_threads_arrive() {
    let divergent =
        "//! cluster-barrier-divergent: must be executed by all threads of the cluster, some go on elsewhere";
    hopper(
        PAIR,
        &format!(
            "mov.u32 t, %tid.x; setp.lt.u32 p, t, 64; @!p bra over;\nbarrier.cluster.arrive; {divergent}\nbarrier.cluster.wait; over: bar.sync 0;"
        ),
    );
    hopper(
        PAIR,
        "mov.u32 t, %tid.x; setp.eq.u32 p, t, 0; @!p bra over;
         barrier.cluster.arrive.aligned; //! cluster-barrier-divergent: must be executed by whole warps, a part of a warp gets here
         barrier.cluster.wait.aligned; //! cluster-barrier-divergent: must be executed by whole warps, a part of a warp gets here
         over: bar.sync 0;",
    );
    for code in [
        // Other threads arrive elsewhere.
        "mov.u32 t, %tid.x; setp.lt.u32 p, t, 64; @p bra low; barrier.cluster.arrive; barrier.cluster.wait; bra end; \
         low: mov.u32 a, 1; barrier.cluster.arrive; barrier.cluster.wait; end: bar.sync 0;",
        // The others have left.
        "mov.u32 t, %tid.x; setp.ge.u32 p, t, 64; @p exit; barrier.cluster.arrive; barrier.cluster.wait; bar.sync 1, 64;",
        "mov.u32 t, %tid.x; setp.ge.u32 p, t, 64; @p ret; barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;",
        "ld.param.u32 n, [count]; setp.ge.u32 p, n, 64; @p bra over; barrier.cluster.arrive; barrier.cluster.wait; over: bar.sync 0;",
    ] {
        hopper(PAIR, code);
    }
    blackwell(PAIR, MEET);
}

#[test]
fn each_thread_has_a_rank_of_its_own() {
    let map = "mov.u32 t, %tid.x; and.b32 a, t, 3; mapa.shared::cluster.u32 b, other, a;";
    let outside = "//! mapa-rank-range: maps an address to rank 2 of a cluster of 2 CTAs";
    hopper(".reqntid 128 .explicitcluster .reqnctapercluster 4", map);
    hopper(
        ".reqntid 128 .explicitcluster .reqnctapercluster 2",
        &format!("{} {outside}", map.replace("mapa", "\nmapa")),
    );
}
