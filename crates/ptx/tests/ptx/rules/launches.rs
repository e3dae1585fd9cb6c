//! Launches that are executed: a producer that copies into two stages, and a consumer whose products read them, with
//! one fault each that shows only in a later iteration or between the two warps.

use crate::rules::expect::{expect_launches, file, marked};
use tileiras_finding::counted;

const BLOCK: &str = ".reqntid 256";

/// Warp 4 fills two stages of 64 bytes at `data`, and the warp group of the other warps multiplies what is in them, in
/// `count` iterations. The mbarriers of the full stages are `bars`, those of the empty ones `bars + 16`.
#[derive(Copy, Clone)]
struct Ring {
    /// How many arrivals the full and the empty mbarriers count.
    full: u32,
    empty: u32,
    /// The parity of the first phase that the producer and the consumer wait for.
    first: [u32; 2],
    wait_empty: &'static str,
    expect: &'static str,
    copy: &'static str,
    wait_full: &'static str,
    product: &'static str,
    /// What the consumer waits for before it releases the stage.
    done: &'static str,
    release: &'static str,
    /// What all threads do before the kernel ends.
    end: &'static str,
}

const WAIT_EMPTY: &str = "empty: mbarrier.try_wait.parity.shared::cta.b64 done, [a+16], b; @!done bra empty;";
const WAIT_FULL: &str = "full: mbarrier.try_wait.parity.shared::cta.b64 done, [a], b; @!done bra full;";
const COPY: &str = "cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes [c], [x, {n}], [a];";
const PRODUCT: &str = "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {f0, f1, f2, f3}, desc, desc, p, 1, 1, 0, 0;";

const RIGHT: Ring = Ring {
    full: 1,
    empty: 1,
    first: [1, 0],
    wait_empty: WAIT_EMPTY,
    expect: "mbarrier.arrive.expect_tx.shared::cta.b64 state, [a], 64;",
    copy: COPY,
    wait_full: WAIT_FULL,
    product: PRODUCT,
    done: "wgmma.wait_group.sync.aligned 0;",
    release: "@s mbarrier.arrive.shared::cta.b64 state, [a+16];",
    end: "",
};

impl Ring {
    fn text(&self) -> String {
        let Self { full, empty, first: [producer, consumer], wait_empty, expect, copy, wait_full, product, .. } = self;
        let Self { done, release, end, .. } = self;
        // The stage is the lowest bit of the iteration, and the parity of the phase the bit above it.
        let stage = |first: &u32| {
            format!(
                "and.b32 d, n, 1; shl.b32 c, d, 3; mov.u32 a, bars; add.u32 a, a, c; shl.b32 c, d, 6; mov.u32 d, data;
                 add.u32 c, c, d; shr.u32 b, n, 1; add.u32 b, b, {first}; and.b32 b, b, 1;"
            )
        };
        format!(
            "mov.u32 t, %tid.x; ld.param.u64 x, [pointer]; ld.param.u32 mask, [count]; mov.u32 n, 0;
             setp.eq.u32 p, t, 0; setp.eq.u32 s, t, 0;
             @p mbarrier.init.shared::cta.b64 [bars], {full}; @p mbarrier.init.shared::cta.b64 [bars+8], {full};
             @p mbarrier.init.shared::cta.b64 [bars+16], {empty}; @p mbarrier.init.shared::cta.b64 [bars+24], {empty};
             bar.sync 0; setp.eq.u32 p, 0, 0; setp.lt.u32 q, t, 128; @q bra consume;
             setp.ne.u32 q, t, 128; @q bra end;
             produce: {}
             {wait_empty}
             {expect}
             {copy}
             add.u32 n, n, 1; setp.lt.u32 q, n, mask; @q bra produce; bra end;
             consume: {}
             {wait_full}
             shr.u32 c, c, 4; cvt.u64.u32 desc, c;
             wgmma.fence.sync.aligned;
             {product}
             wgmma.commit_group.sync.aligned;
             {done}
             {release}
             add.u32 n, n, 1; setp.lt.u32 q, n, mask; @q bra consume;
             wgmma.wait_group.sync.aligned 0;
             end: {end}",
            stage(producer),
            stage(consumer),
        )
    }
}

#[track_caller]
fn expect(ring: Ring) {
    expect_launches(&file("sm_90a", "", BLOCK, &ring.text()));
}

#[test]
fn a_ring_of_copies_and_products_goes_around() {
    expect(RIGHT);
    // One product stays in flight, and the stage before it is released: there is a stage between.
    let release = "setp.gt.u32 q, n, 0; and.pred q, q, s; xor.b32 a, a, 8;
                   @q mbarrier.arrive.shared::cta.b64 state, [a+16];";
    expect(Ring { done: "wgmma.wait_group.sync.aligned 1;", release, ..RIGHT });
    // All threads of the warp group release the stage.
    expect(Ring { empty: 128, release: "mbarrier.arrive.shared::cta.b64 state, [a+16];", ..RIGHT });
    expect(Ring { end: "bar.sync 0;", ..RIGHT });
}

#[test]
fn a_stage_is_filled_while_it_is_read() {
    let finding = |number: u32| {
        let what = "writes what other instructions can still read or write";
        marked(
            COPY,
            &format!("async-overwrite: {what}, in a launch of 256 threads whose integer arguments are {number}"),
        )
    };
    // Nothing waits for an empty stage.
    expect(Ring { wait_empty: "", copy: finding(4), ..RIGHT });
    // The stage is released while its product is in flight.
    expect(Ring { done: "", copy: finding(4), ..RIGHT });
    expect(Ring { done: "wgmma.wait_group.sync.aligned 1;", copy: finding(4), ..RIGHT });
}

#[test]
fn a_stage_is_read_while_it_is_filled() {
    let what = "reads what an asynchronous copy can still write";
    let finding = |number: u32| {
        let text = format!("async-copy-wait: {what}, in a launch of 256 threads whose integer arguments are {number}");
        marked(PRODUCT, &text)
    };
    // Nothing expects the bytes of the copies.
    let expect_tx = "mbarrier.arrive.shared::cta.b64 state, [a];";
    expect(Ring { expect: expect_tx, product: finding(1), ..RIGHT });
}

#[test]
fn a_wait_is_repeated_until_it_succeeds() {
    let reads = "async-copy-wait: reads what an asynchronous copy can still write, in a launch of 256 threads whose \
                 integer arguments are 1";
    let tests = "mbarrier.try_wait.parity.shared::cta.b64 done, [a], b;";
    let once = |wait: &'static str| Ring { wait_full: wait, product: marked(PRODUCT, reads), ..RIGHT };
    // It is not repeated, or is as long as it succeeds.
    expect(once(tests));
    expect(once("full: mbarrier.try_wait.parity.shared::cta.b64 done, [a], b; @done bra full;"));
    // It is, by a second loop or a number of times that the test decides.
    let again = "mbarrier.try_wait.parity.shared::cta.b64 done, [a], b; @done bra past;
                 full: mbarrier.try_wait.parity.shared::cta.b64 done, [a], b; @!done bra full; past:";
    expect(Ring { wait_full: again, ..RIGHT });
}

#[test]
fn a_wait_that_succeeds_is_not_repeated() {
    let finding = "mbarrier-never-completes: repeats a test of an mbarrier as long as it succeeds, in every launch";
    let text = |repeat: &str, finding: &str| {
        let body = format!(
            "mov.u32 t, %tid.x; setp.eq.u32 p, t, 0; @p mbarrier.init.shared::cta.b64 [bar], 32; bar.sync 0;
             mbarrier.arrive.shared::cta.b64 state, [bar]; bar.sync 0; mov.u32 n, 0;
             wait: mbarrier.try_wait.parity.shared::cta.b64 done, [bar], 0;{finding}
             {repeat}"
        );
        file("sm_90a", "", ".reqntid 32", &body)
    };
    expect_launches(&text("@!done bra wait;", ""));
    expect_launches(&text("@done bra wait;", &format!(" //! {finding}")));
    // A loop that ends for another reason.
    expect_launches(&text("add.u32 n, n, 1; setp.lt.u32 q, n, 9; @q bra wait;", ""));
}

#[test]
fn a_wait_for_the_phase_before_can_come_too_late() {
    let finding = "mbarrier-never-completes: waits for 1 arrival at an mbarrier, and 0 come, if waits for mbarriers end late, in a launch of 64 threads";
    // The second warp arrives at the mbarrier that the first one waits for.
    let text = |parity: u32, finding: &str, waited: &str, arrives: &str| {
        let body = format!(
            "mov.u32 t, %tid.x; setp.eq.u32 p, t, 0; @p mbarrier.init.shared::cta.b64 [bar], 1; bar.sync 0;
             setp.ge.u32 q, t, 32; setp.eq.u32 p, t, 32; @q bra far;
             free: mbarrier.try_wait.parity.shared::cta.b64 done, [bar], {parity};{finding}
             @!done bra free; {waited} bra end;
             far: bra further; further: bra there;
             there: {arrives} @p mbarrier.arrive.shared::cta.b64 state, [bar]; end:"
        );
        file("sm_90a", "", ".reqntid 64", &body)
    };
    expect_launches(&text(0, "", "", ""));
    expect_launches(&text(1, &format!(" //! {finding}"), "", ""));
    // The arrival comes after the wait.
    expect_launches(&text(1, "", "bar.arrive 1, 64;", "bar.sync 1, 64;"));
}

#[test]
fn a_phase_that_misses_bytes_has_all_of_its_arrivals() {
    let finding = "mbarrier-arrival-count: arrives in a phase of an mbarrier that has all of its arrivals and waits \
                   only for bytes, in a launch of 256 threads whose integer arguments are 1";
    let twice = "mbarrier.arrive.expect_tx.shared::cta.b64 state, [a], 64;\n\
                 mbarrier.arrive.expect_tx.shared::cta.b64 state, [a], 64;";
    expect(Ring { expect: marked(twice, finding), ..RIGHT });
    // Each of two arrivals expects a part.
    let halves = "mbarrier.arrive.expect_tx.shared::cta.b64 state, [a], 32;
                  mbarrier.arrive.expect_tx.shared::cta.b64 state, [a], 32;";
    expect(Ring { full: 2, expect: halves, ..RIGHT });
}

#[test]
fn a_ring_begins_anywhere() {
    // The first stage is that of the CTA, which a launch knows.
    let from_cta = |ring: Ring| ring.text().replace("mov.u32 n, 0;", "mov.u32 n, %ctaid.x;");
    let expect = |text: &str| expect_launches(&file("sm_90a", "", BLOCK, text));
    expect(&from_cta(RIGHT));
    let finding = "mbarrier-init: uses an mbarrier that is not initialised, in a launch of 256 threads whose integer arguments are 4";
    let ring = Ring { expect: marked(RIGHT.expect, finding), ..RIGHT };
    expect(&from_cta(ring).replace("@p mbarrier.init.shared::cta.b64 [bars+8], 1;", ""));
}

#[test]
fn a_barrier_before_the_initialisation_does_not_count() {
    let finding = "mbarrier-init: uses an mbarrier that another thread initialises, without a barrier between, in a launch of \
                   256 threads whose integer arguments are 1";
    let part = |part: &str| marked(part, finding);
    let ring = Ring {
        wait_empty: part(WAIT_EMPTY),
        expect: part(RIGHT.expect),
        copy: part(COPY),
        wait_full: part(WAIT_FULL),
        ..RIGHT
    };
    let without = |ring: Ring| ring.text().replace("bar.sync 0; setp.eq.u32 p, 0, 0;", "setp.eq.u32 p, 0, 0;");
    let text = without(ring).replace("setp.eq.u32 p, t, 0;", "bar.sync 0; setp.eq.u32 p, t, 0;");
    expect_launches(&file("sm_90a", "", BLOCK, &text));
}

#[test]
fn an_mbarrier_is_initialised_once() {
    let finding = "mbarrier-init: initialises an mbarrier again without 'mbarrier.inval' before, in every launch";
    let text = |between: &str, again: &str| {
        let body = format!(
            "mov.u32 t, %tid.x; setp.eq.u32 p, t, 0; @p mbarrier.init.shared::cta.b64 [bar], 1; bar.sync 0;\n{between}\n\
             @p mbarrier.init.shared::cta.b64 [bar], 32;{again}\nbar.sync 0; mbarrier.arrive.shared::cta.b64 state, [bar];\n\
             wait: mbarrier.try_wait.parity.shared::cta.b64 done, [bar], 0; @!done bra wait;"
        );
        file("sm_90a", "", ".reqntid 32", &body)
    };
    expect_launches(&text("@p mbarrier.inval.shared::cta.b64 [bar];", ""));
    expect_launches(&text("", &format!(" //! {finding}")));
}

#[test]
fn a_ring_comes_to_a_stop() {
    let stops = |part: &str, count: u32, arrive: u32, number: u32| {
        let what = format!("waits for {} at an mbarrier, and {arrive} come", counted(count, "arrival"));
        let text = format!("{what}, in a launch of 256 threads whose integer arguments are {number}");
        marked(part, &format!("mbarrier-never-completes: {text}"))
    };
    // Nothing releases the stages from the eighth iteration on: the producer and the consumer wait for each other.
    let release = "setp.lt.u32 q, n, 7; and.pred q, q, s; @q mbarrier.arrive.shared::cta.b64 state, [a+16];";
    expect(Ring { release, wait_full: stops(WAIT_FULL, 1, 0, 64), ..RIGHT });
}

/// Warp 0 requests the next CTA in each iteration, all three warps read the response, and `release` tells warp 0 that
/// they have.
#[track_caller]
fn expect_requests(count: u32, wait_free: &str, release: &str, request: &str) {
    let response = |parity: &str| {
        format!(
            "mbarrier.try_wait.parity.shared::cta.b64 done, [bars], {parity}; @!done bra full;
             ld.shared.b128 handle, [response];
             clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 q, handle;
             fence.proxy.async.shared::cta;
             bar.warp.sync -1; {release} @!q bra end; xor.b32 a, a, 1; bra next;"
        )
    };
    let body = format!(
        "mov.u32 t, %tid.x; and.b32 b, t, 31; setp.eq.u32 s, b, 0; setp.eq.u32 p, t, 0; mov.u32 a, 0; mov.u32 c, 1;
         @p mbarrier.init.shared::cta.b64 [bars], 1; @p mbarrier.init.shared::cta.b64 [bars+8], {count};
         bar.sync 0;
         next: @!p bra full;
         {wait_free}
         mbarrier.arrive.expect_tx.shared::cta.b64 state, [bars], 16;
         {request} xor.b32 c, c, 1;
         full: {}
         end: bar.sync 0;",
        response("a")
    );
    expect_launches(&file("sm_100a", "", ".reqntid 96", &body));
}

const WAIT_FREE: &str = "free: mbarrier.try_wait.parity.shared::cta.b64 done, [bars+8], c; @!done bra free;";
const HAS_READ: &str = "@s mbarrier.arrive.shared::cta.b64 state, [bars+8];";
const REQUEST: &str =
    "clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128 [response], [bars];";

#[test]
fn requests_of_a_scheduler_succeed_until_one_fails() {
    expect_requests(3, WAIT_FREE, HAS_READ, REQUEST);
    let finding = "mbarrier-never-completes: waits for 4 arrivals at an mbarrier, and 3 come, in a launch of 96 threads \
                   whose grid has several CTAs or clusters";
    expect_requests(4, marked(WAIT_FREE, finding), HAS_READ, REQUEST);
}

/// Each CTA of a pair tells the other one `tell`, waits for its own mbarrier that counts `count` arrivals, and then
/// does `end`.
#[track_caller]
fn expect_pair(count: &str, begin: &str, tell: &str, wait: &str, end: &str) {
    let body = format!(
        "mov.u32 t, %tid.x; setp.eq.u32 p, t, 0;
         @p mbarrier.init.shared::cta.b64 [bars], {count}; @p mbarrier.init.shared::cta.b64 [bars+8], 1;
         {begin}
         @!p bra told; mov.u32 w, %cluster_ctarank; xor.b32 w, w, 1;
         mov.u32 b, bars; mapa.shared::cluster.u32 a, b, w;
         {tell}
         told: mov.u32 c, 0;
         {wait}
         {end}"
    );
    expect_launches(&file("sm_90a", "", ".explicitcluster .reqnctapercluster 2 .reqntid 64", &body));
}

const BARRIER: &str = "barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;";
const TELL: &str = "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [a];";
const WAIT: &str = "full: mbarrier.try_wait.parity.shared::cta.b64 done, [bars], 0; @!done bra full;";

#[test]
fn the_ctas_of_a_cluster_tell_each_other() {
    expect_pair("1", BARRIER, TELL, WAIT, "");
    let never = "mbarrier-never-completes: waits for 2 arrivals at an mbarrier, and 1 come, \
                 in every launch";
    expect_pair("2", BARRIER, TELL, marked(WAIT, never), "");
    // Each of them can be the first one: a wait for the phase before the first one ends at once.
    let begin = "bar.sync 0; free: mbarrier.try_wait.parity.shared::cta.b64 done, [bars], 1; @!done bra free;";
    let early = "cluster-peer-not-started: uses the shared memory of another CTA before a cluster barrier, \
                 in every launch";
    expect_pair("1", begin, marked(TELL, early), WAIT, "");
    // Nothing waits for the second message.
    let tell = "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [a];
                mbarrier.arrive.release.cluster.shared::cluster.b64 _, [a+8];";
    let late = "cluster-peer-exited: accesses the shared memory of a CTA that may have exited, \
                in every launch";
    expect_pair("1", BARRIER, marked(tell, late), WAIT, "");
    expect_pair("1", BARRIER, tell, WAIT, BARRIER);
}

#[test]
fn a_copy_is_for_the_ctas_of_a_mask() {
    let copy = |mask: &str, wait: &str| {
        let body = format!(
            "mov.u32 t, %tid.x; setp.eq.u32 p, t, 0; ld.param.u64 x, [pointer]; mov.u16 h, {mask}; mov.u32 n, 0;
             @p mbarrier.init.shared::cta.b64 [bars], 1; @p mbarrier.arrive.expect_tx.shared::cta.b64 state, [bars], 64;
             {BARRIER}
             mov.u32 w, %cluster_ctarank; or.b32 w, w, t; setp.eq.u32 p, w, 0;
             @p cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [data], [x, {{n}}], [bars], h;
             {wait}
             {BARRIER}"
        );
        expect_launches(&file("sm_90a", "", ".explicitcluster .reqnctapercluster 2 .reqntid 64", &body));
    };
    copy("3", WAIT);
    let never = "mbarrier-never-completes: waits for bytes that never complete on an mbarrier, \
                 in every launch";
    copy("1", marked(WAIT, never));
}

#[test]
fn a_copy_for_pairs_completes_on_one_mbarrier_of_each_pair() {
    // Ranks 0 and 1 copy to the CTAs of their parity, and the mbarriers are those of the even ones.
    let text = |group: &str, finding: &str| {
        file(
            "sm_100a",
            "",
            ".explicitcluster .reqnctapercluster 4 .reqntid 128",
            &format!(
                "mov.u32 t, %tid.x; mov.u32 w, %cluster_ctarank; ld.param.u64 x, [pointer]; and.b32 n, w, 1;
                 setp.eq.u32 p, t, 0; setp.eq.u32 q, n, 0; and.pred s, p, q;
                 @s mbarrier.init.shared::cta.b64 [bars], 2; fence.mbarrier_init.release.cluster;
                 {BARRIER}
                 mov.u32 a, bars; and.b32 a, a, -16777217;
                 @p mbarrier.arrive.expect_tx.shared::cluster.b64 _, [a], 128;
                 setp.lt.u32 done, w, 2; and.pred done, done, p; mov.u32 b, 5; shl.b32 b, b, n; cvt.u16.u32 h, b; mov.u32 c, data;
                 @done cp.async.bulk.tensor.1d.{group}shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster \
                 [c], [x, {{n}}], [a], h;{finding}
                 @!q bra end;
                 {WAIT_FULL}
                 end: {BARRIER}"
            )
            .replace("full: mbarrier.try_wait.parity.shared::cta.b64 done, [a], b;", "full: mbarrier.try_wait.parity.shared::cta.b64 done, [bars], 0;"),
        )
    };
    expect_launches(&text("cta_group::2.", ""));
    let finding = " //! mbarrier-init: uses an mbarrier that is not initialised, in every launch";
    expect_launches(&text("", finding));
}
