//! What one lane of a warp tells others: what all lanes have done only after they have met.

use super::expect::{expect_launches, file, marked};

/// Warp 0 stores to `data`, tells warp 1 by an mbarrier, which loads. `meet`: what the lanes of warp 0 execute between.
fn told_by_one_lane(meet: &str, load: &str) -> String {
    let body = format!(
        "mov.u32 a, %tid.x; mov.u32 d, %laneid; shl.b32 b, d, 2; mov.u32 c, data; add.u32 c, c, b;
         setp.eq.u32 p, a, 0; @p mbarrier.init.shared.b64 [bar], 1; bar.sync 0; setp.ge.u32 q, a, 32; @q bra wait;
         st.shared.b32 [c], a;
         {meet}
         @p mbarrier.arrive.shared.b64 _, [bar]; bra end;
         wait: mbarrier.try_wait.parity.shared.b64 s, [bar], 0; @!s bra wait;
         {load}
         end:"
    );
    file("sm_90", "", ".reqntid 64", &body)
}

const LOAD: &str = "ld.shared.b32 w, [c];";

/// The finding of a load.
fn race() -> &'static str {
    let text =
        "accesses a word of shared memory that another thread accesses, and nothing orders them, in every launch";
    marked(LOAD, &format!("data-race: {text}"))
}

#[test]
fn lanes_meet_before_one_tells() {
    for meet in [
        "bar.warp.sync -1;",
        "bar.warp.sync 0xffffffff; setp.eq.u32 p, d, 0;",
        "shfl.sync.idx.b32 w, a, 0, 31, -1;",
        "vote.sync.all.pred s, q, -1;",
        "elect.sync w|p, -1;",
        "mov.u32 w, 32; bar.sync 1, w;",
        // The lanes come from two places.
        "setp.lt.u32 s, d, 16; @s bra first; bar.warp.sync -1; bra both; first: bar.warp.sync -1; both:",
        // A lane that has exited does nothing more.
        "@p bra only; exit; only:",
    ] {
        expect_launches(&told_by_one_lane(meet, LOAD));
    }
    // One lane tells of its own store.
    let own = told_by_one_lane("", LOAD).replace("st.shared.b32 [c], a;", "@p st.shared.b32 [c], a;");
    expect_launches(&own);
    // All lanes arrive.
    let all =
        told_by_one_lane("", LOAD).replace("[bar], 1;", "[bar], 32;").replace("@p mbarrier.arrive", "mbarrier.arrive");
    expect_launches(&all);
}

#[test]
fn one_lane_tells_too_early() {
    for meet in [
        "",
        "fence.acq_rel.cta;",
        "setp.lt.u32 s, d, 16; @s bar.warp.sync 0xffff;",
        "mbarrier.test_wait.parity.shared.b64 s, [bar], 1;",
    ] {
        expect_launches(&told_by_one_lane(meet, race()));
    }
    let late = told_by_one_lane("", race()).replace(
        "@p mbarrier.arrive.shared.b64 _, [bar];",
        "@p mbarrier.arrive.shared.b64 _, [bar]; bar.warp.sync -1;",
    );
    expect_launches(&late);
}

#[test]
fn one_lane_copies_what_all_have_stored() {
    let text = |before: &str, finding: &str| {
        let body = format!(
            "mov.u32 a, %tid.x; ld.param.u64 x, [pointer]; shl.b32 b, a, 2; mov.u32 c, data; add.u32 c, c, b; setp.eq.u32 p, a, 0;
             st.shared.b32 [c], a;
             {before}
             @!p bra end;
             cp.async.bulk.global.shared::cta.bulk_group [x], [data], 128;{finding}
             cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;
             end:"
        );
        file("sm_90", "", ".reqntid 32", &body)
    };
    let early = " //! async-proxy-fence: reads what other threads can still write, in every launch";
    expect_launches(&text("fence.proxy.async.shared::cta; bar.warp.sync -1;", ""));
    expect_launches(&text("bar.warp.sync -1; fence.proxy.async.shared::cta;", ""));
    expect_launches(&text("bar.warp.sync -1; @p fence.proxy.async.shared::cta;", ""));
    expect_launches(&text("fence.proxy.async.shared::cta;", early));
}
