//! Stores of threads, and bulk copies and products that read what they store. Each kernel fills a tile in `count`
//! iterations, and its first thread copies it out.

use crate::rules::expect::{expect_launches, file, marked};
use tileiras_test_support::harness::sample;

const NOT_VISIBLE: &str = "async-proxy-fence: reads what threads have stored, without 'fence.proxy.async' after the stores, \
     in a launch of 64 threads whose integer arguments are 1";
const READS_EARLY: &str = "async-proxy-fence: reads what other threads can still write, in a launch of 64 threads whose \
     integer arguments are 1";
const OVERWRITES: &str = "async-overwrite: writes what other instructions can still read or write, in a launch of 64 threads \
     whose integer arguments are 4";

/// What the threads do in an iteration.
#[derive(Copy, Clone, Debug)]
struct Tile {
    store: &'static str,
    fence: &'static str,
    barrier: &'static str,
    copy: &'static str,
    commit: &'static str,
    wait: &'static str,
    /// What all threads do before the next iteration.
    release: &'static str,
}

const STORE: &str = "st.shared.v4.b32 [a], {n, n, n, n};";
const COPY: &str = "cp.async.bulk.global.shared::cta.bulk_group [x], [b], 1024;";

const MULTIMEM: &str = "multimem.cp.async.bulk.global.shared::cta.bulk_group [x], [b], 1024;";

const RIGHT: Tile = Tile {
    store: STORE,
    fence: "fence.proxy.async.shared::cta;",
    barrier: "bar.sync 0;",
    copy: COPY,
    commit: "cp.async.bulk.commit_group;",
    wait: "cp.async.bulk.wait_group.read 0;",
    release: "bar.sync 0;",
};

impl Tile {
    fn text(&self) -> String {
        let Self { store, fence, barrier, copy, commit, wait, release } = self;
        let body = format!(
            "mov.u32 t, %tid.x; ld.param.u64 x, [pointer]; ld.param.u32 mask, [count]; mov.u32 n, 0;
             setp.ne.u32 p, t, 0; shl.b32 a, t, 4; mov.u32 b, data; add.u32 a, a, b; cvt.u64.u32 desc, a; cvta.shared.u64 y, desc;
             next: setp.ge.u32 q, n, mask; @q bra end;
             {store}
             {fence}
             {barrier}
             @p bra stored;
             {copy}
             {commit}
             {wait}
             stored: {release}
             add.u32 n, n, 1; bra next;
             end:"
        );
        file("sm_90a", "", ".reqntid 64", &body)
    }
}

#[track_caller]
fn expect(tile: Tile) {
    expect_launches(&tile.text());
}

#[test]
fn a_tile_is_stored_fenced_and_copied() {
    for tile in [
        RIGHT,
        Tile { fence: "fence.proxy.async;", ..RIGHT },
        Tile { barrier: "barrier.sync 1, 64;", ..RIGHT },
        // The thread that copies executes the fence, after the barrier.
        Tile {
            fence: "",
            copy: "fence.proxy.async.shared::cta; cp.async.bulk.global.shared::cta.bulk_group [x], [b], 1024;",
            ..RIGHT
        },
        // It waits before the next iteration.
        Tile { wait: "", store: "@!p cp.async.bulk.wait_group.read 0; bar.sync 0; st.shared.b32 [a], n;", ..RIGHT },
        // Only that thread stores, and there is nothing to wait for but its own copy.
        Tile { store: "@!p st.shared.b32 [a], n;", barrier: "", release: "", ..RIGHT },
        Tile { store: "st.b32 [y], n;", ..RIGHT },
        Tile { copy: "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [x], [b], 1024;", ..RIGHT },
        Tile { copy: "cp.async.bulk.tensor.1d.global.shared::cta.bulk_group [x, {n}], [b];", ..RIGHT },
        Tile { copy: MULTIMEM, ..RIGHT },
        Tile { copy: "multimem.cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [x], [b], 1024;", ..RIGHT },
        // Other memory.
        Tile { store: "st.shared.b32 [slot], n;", fence: "", barrier: "", ..RIGHT },
        Tile { store: "st.global.b32 [x], n;", fence: "", barrier: "", ..RIGHT },
    ]
    .into_iter()
    .step_by(sample(3, 1))
    {
        expect(tile);
    }
}

#[test]
fn stores_are_not_visible_without_a_fence() {
    let reduce = "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [x], [b], 1024;";
    let tensor = "cp.async.bulk.tensor.1d.global.shared::cta.bulk_group [x, {n}], [b];";
    let matrices = "stmatrix.sync.aligned.m8n8.x4.shared.b16 [a], {c, c, c, c};";
    let none = Tile { fence: "", copy: marked(COPY, NOT_VISIBLE), ..RIGHT };
    for tile in [
        none,
        Tile { fence: "membar.cta;", ..none },
        Tile { store: "st.b32 [y], n;", ..none },
        Tile { store: matrices, ..none },
        Tile { copy: marked(reduce, NOT_VISIBLE), ..none },
        Tile { copy: marked(tensor, NOT_VISIBLE), ..none },
        Tile { copy: marked(MULTIMEM, NOT_VISIBLE), ..none },
        // The fence is before the store.
        Tile { store: "", fence: "fence.proxy.async.shared::cta; st.shared.v4.b32 [a], {n, n, n, n};", ..none },
    ]
    .into_iter()
    .step_by(sample(3, 1))
    {
        expect(tile);
    }
}

#[test]
fn other_threads_store_before_a_barrier() {
    expect(Tile { barrier: "", copy: marked(COPY, READS_EARLY), ..RIGHT });
}

#[test]
fn a_copy_reads_until_it_is_waited_for() {
    let store = marked(STORE, OVERWRITES);
    for tile in [
        Tile { wait: "", store, ..RIGHT },
        Tile { commit: "", store, ..RIGHT },
        Tile { wait: "cp.async.bulk.wait_group.read 1;", store, ..RIGHT },
        // Others store before the thread that copies has waited.
        Tile { release: "", store, ..RIGHT },
    ]
    .into_iter()
    .step_by(sample(3, 1))
    {
        expect(tile);
    }
}

#[test]
fn a_product_reads_what_threads_store() {
    let text = |fence: &str, finding: &str| {
        file(
            "sm_90a",
            "",
            ".reqntid 128",
            &format!(
                "mov.u32 t, %tid.x; shl.b32 a, t, 3; mov.u32 b, data; add.u32 a, a, b; st.shared.b32 [a], t; {fence} bar.sync 0;
                 shr.u32 c, b, 4; cvt.u64.u32 desc, c; setp.eq.u32 p, 0, 0;
                 wgmma.fence.sync.aligned;
                 wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {{f0, f1, f2, f3}}, desc, desc, p, 1, 1, 0, 0;{finding}
                 wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;"
            ),
        )
    };
    let finding = " //! async-proxy-fence: reads what threads have stored, without 'fence.proxy.async' after the stores, in every launch";
    expect_launches(&text("fence.proxy.async.shared::cta;", ""));
    expect_launches(&text("", finding));
}

#[test]
fn a_function_executes_the_fence() {
    let fence = ".func fence_view() { fence.proxy.async.shared::cta; ret; }\n.visible .entry";
    let text = Tile { fence: "call fence_view, ();", ..RIGHT }.text().replacen(".visible .entry", fence, 1);
    expect_launches(&text);
}

#[test]
fn large_variables_are_not_followed() {
    for size in ["18446744073709551615", "4294967296", "262144"] {
        let variable = format!(".shared .align 16 .b8 large[{size}]; mov.u32 t, %tid.x; st.shared.b32 [large], t;");
        let text = Tile { fence: "", ..RIGHT }.text().replace("mov.u32 t, %tid.x;", &variable);
        expect_launches(&text);
    }
}

#[test]
fn a_copy_overwrites_what_is_known_of_memory() {
    // The counter is 0 at first, and a copy changes it.
    let text = file(
        "sm_90",
        "",
        ".reqntid 32",
        "mov.u32 t, %tid.x; ld.param.u64 x, [pointer]; setp.eq.u32 p, t, 0; @p mbarrier.init.shared::cta.b64 [bar], 1;
         st.shared.b32 [data], 0; bar.sync 0;
         @p cp.async.cg.shared.global [data], [x], 16; cp.async.wait_all; bar.sync 0;
         ld.shared.u32 n, [data]; setp.ne.u32 q, n, 0; and.pred q, q, p;
         @q mbarrier.arrive.shared::cta.b64 state, [bar];
         wait: mbarrier.try_wait.parity.shared::cta.b64 done, [bar], 0; @!done bra wait;",
    );
    expect_launches(&text);
}

#[test]
fn variables_follow_each_other() {
    // The store begins after 40 KiB of one variable, which is not where the next one begins.
    let tile = Tile { store: "st.shared.b32 [large+40960], n;", fence: "", barrier: "", ..RIGHT };
    let text = tile.text().replace(".reg .pred", ".shared .align 128 .b8 large[65536]; .reg .pred");
    expect_launches(&text);
}
