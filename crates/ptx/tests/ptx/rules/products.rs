//! Products of `tcgen05.mma` that are loaded: the thread that has issued one waits for it, whatever else it waits for.

use crate::rules::expect::blackwell;

const BLOCK: &str = ".reqntid 128";
const EARLY: &str = "//! tcgen05-result-wait: reads tensor memory before a thread waits until 'tcgen05.mma' is done";

fn commit(to: u32) -> String {
    format!("@s tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [bars+{to}];")
}

fn product(column: u32) -> String {
    format!("@s tcgen05.mma.cta_group::1.kind::f16 [tmem+{column}], desc, desc, a, q;")
}

fn wait(on: &str, parity: &str) -> String {
    format!("{{ again: mbarrier.try_wait.parity.shared::cta.b64 done, [{on}], {parity}; @!done bra again; }}")
}

/// Each warp loads its own lanes.
fn load(column: u32) -> String {
    format!("tcgen05.ld.sync.aligned.32x32b.x1.b32 {{b}}, [c+{column}];")
}

/// A kernel with four mbarriers that count one arrival, and this code: `w` is the warp, and `s` elects a lane of warp
/// 0.
fn kernel(code: &str) {
    let init: String =
        (0..4).map(|index| format!("@p mbarrier.init.shared::cta.b64 [bars+{}], 1;", 8 * index)).collect();
    blackwell(
        BLOCK,
        &format!(
            "mov.u32 t, %tid.x; shr.u32 w, t, 5; setp.eq.u32 p, t, 0; {init} setp.eq.u32 p, w, 0;
             @p tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [slot], 64; bar.sync 0;
             ld.shared.b32 tmem, [slot]; shl.b32 c, w, 21; add.u32 c, c, tmem; ld.param.u32 n, [count];
             elect.sync _|s, -1; and.pred s, s, p; setp.ne.u32 q, 0, 0;
             {code}
             tcgen05.wait::ld.sync.aligned; bar.sync 0;
             @p tcgen05.dealloc.cta_group::1.sync.aligned.b32 tmem, 64;"
        ),
    );
}

/// A product in each iteration of a loop, which completes on two mbarriers in turn. An iteration waits for the product
/// of the iteration before it.
fn pipeline(end: &str, load: &str) {
    kernel(&format!(
        "{first} mov.u32 d, 0; mov.u32 mask, bars; setp.lt.u32 p, n, 2; @p bra end;
         next: mov.u32 a, mask; xor.b32 t, d, 1; shl.b32 t, t, 3; mov.u32 b, bars; add.u32 mask, b, t;
         {product} @s tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [mask];
         shr.u32 b, d, 1; and.b32 b, b, 1; {wait}
         add.u32 d, d, 1; and.b32 d, d, 3; sub.u32 n, n, 1; setp.gt.u32 p, n, 1; @p bra next;
         end: setp.eq.u32 p, w, 0; and.b32 b, d, 1; shl.b32 b, b, 3; mov.u32 a, bars; add.u32 a, a, b; shr.u32 b, d, 1;
         {end}
         {load}",
        first = format_args!("{} {}", product(0), commit(0)),
        product = product(0),
        wait = wait("a", "b"),
    ));
}

#[test]
fn the_last_product_of_a_loop_is_awaited() {
    pipeline(&wait("a", "b"), &load(0));
    pipeline("", &format!("{} {EARLY}", load(0)));
    // What is loaded is not what is multiplied.
    pipeline("", &load(32));
    // One thread waits, and then the others go on.
    let of_one = format!("setp.ne.u32 q, w, 1; @q bra on; {} on: bar.sync 0;", wait("a", "b"));
    pipeline(&of_one, &load(0));
}

#[test]
fn each_accumulator_has_its_own_wait() {
    let two = [product(0), commit(0), product(32), commit(8)].concat();
    let (first, second) = (wait("bars", "0"), wait("bars+8", "0"));
    kernel(&format!("{two} {first} {} {second} {}", load(0), load(32)));
    kernel(&format!("{two} {first} {}\n{} {EARLY}\n{second}", load(0), load(32)));
    // What completes later tells that everything before it is done.
    kernel(&format!("{two} {second} {} {} {first}", load(0), load(32)));
    // One mbarrier for both.
    kernel(&format!("{} {} {} {first} {} {}", product(0), product(32), commit(0), load(0), load(32)));
    kernel(&format!("{} {} {}\n{} {EARLY}\n{first} {}", product(0), product(32), commit(0), load(0), load(32)));
}

#[test]
fn a_later_commit_covers_products_before_it() {
    let both = [product(0), commit(0), product(32), commit(8), product(32)].concat();
    kernel(&format!("{both} {} {} {} {}", wait("bars+8", "0"), load(0), commit(16), wait("bars+16", "0")));
    let again = [product(0), commit(0), commit(8)].concat();
    for mbarrier in ["bars", "bars+8"] {
        kernel(&format!("{again} {} {}", wait(mbarrier, "0"), load(0)));
    }
}

/// Which comparisons of one number go together is known on each path, also after a loop that waits.
#[test]
fn comparisons_of_one_number_go_together() {
    let stages = |end: &str| {
        kernel(&format!(
            "setp.lt.s32 done, n, 1; @done bra one; {product} {} one: @done bra two; {} {load} tcgen05.wait::ld.sync.aligned; two:
             setp.ne.u32 p, w, 0; setp.lt.s32 done, n, 65; or.pred done, done, p; @done bra three; {product} {} three:
             add.s32 d, n, -64; setp.lt.s32 done, d, 1; @done bra four;
             {end}
             four: setp.eq.u32 p, w, 0;",
            commit(0),
            wait("bars", "0"),
            commit(8),
            product = product(0),
            load = load(0),
        ));
    };
    stages(&format!("{} {}", wait("bars+8", "0"), load(0)));
    stages(&format!("{} {EARLY}", load(0)));
}

/// A bound that reads the same number by many ways is no flag in memory.
#[test]
fn a_loop_with_a_long_bound_waits_for_nothing() {
    let bound = "mul.lo.u32 n, n, n;".repeat(12);
    let iterations = "mov.u32 d, 0; next: add.u32 d, d, 1; setp.lt.u32 done, d, n; @done bra next;";
    kernel(&format!("{bound} {} {} {iterations}\n{} {EARLY}\n{}", product(0), commit(0), load(0), wait("bars", "0")));
}

const TOO_EARLY: &str =
    "//! async-copy-wait: reads a matrix before a thread waits for the mbarrier of the copy that writes it";

/// A copy of 512 bytes from global memory.
fn copy(to: &str, on: &str) -> String {
    format!(
        "@s mbarrier.arrive.expect_tx.shared::cta.b64 _, [{on}], 512;
         @s cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [{to}], [x], 512, [{on}];"
    )
}

/// The descriptor of the matrix at an address, as Triton computes it, with the offset of `more` times 16 bytes.
fn descriptor(of: &str, more: u32) -> String {
    format!(
        "mov.u32 a, {of}; bfe.u32 a, a, 4, 15; add.u32 a, a, {more}; or.b32 a, a, 33554432; mov.b32 b, 1073758272;
         mov.b64 desc, {{a, b}};"
    )
}

/// A product of the matrix at an address.
fn product_of(of: &str) -> String {
    format!("{} {}", descriptor(of, 0), product(0))
}

const RESULT: &str = "@s tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [bars+24];";

#[test]
fn operands_are_copied_before_the_product() {
    let end = format!("{RESULT} {} {}", wait("bars+24", "0"), load(0));
    let (first, second) = (copy("data", "bars"), copy("data+512", "bars+8"));
    let (of_first, of_second) = (product_of("data"), product_of("data+512"));
    let (on_first, on_second) = (wait("bars", "0"), wait("bars+8", "0"));
    kernel(&format!("{first} {second} {on_first} {of_first} {on_second} {of_second} {end}"));
    kernel(&format!("{first} {second} {on_first} {on_second} {of_second} {of_first} {end}"));
    kernel(&format!("{first} {second} {on_first} {of_first}\n{of_second} {TOO_EARLY}\n{on_second} {end}"));
    kernel(&format!("{first} {second}\n{of_first} {TOO_EARLY}\n{on_first} {on_second} {of_second} {end}"));
    // A product of what is not copied, and of another part.
    kernel(&format!("{first} {} {on_first} {end}", product_of("response")));
    kernel(&format!("{first} {} {} {on_first} {end}", descriptor("data", 64), product(0)));
    // One warp waits, and then the others go on.
    let of_one = format!("setp.ne.u32 q, w, 1; @q bra on; {on_first} on: bar.sync 0; setp.ne.u32 q, 0, 0;");
    kernel(&format!("{first} {of_one} {of_first} {end}"));
}

/// Each of two warps copies its part. The first one multiplies what both have copied.
#[test]
fn a_product_waits_for_the_parts_of_two_warps() {
    let parts = "shfl.sync.idx.b32 d, w, 0, 31, -1; shl.b32 d, d, 9; mov.u32 a, data; add.u32 a, a, d; ld.param.u64 x, [pointer];
         setp.eq.u32 q, t, 0; @q mbarrier.arrive.expect_tx.shared::cta.b64 _, [bars], 1024; bar.sync 0;
         setp.lt.u32 q, t, 64; elect.sync _|s, -1; and.pred q, q, s;
         @q cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [a], [x], 512, [bars];
         and.pred s, s, p; setp.ne.u32 q, 0, 0;";
    let end = format!("{} {} {}", commit(8), wait("bars+8", "0"), load(0));
    kernel(&format!("{parts} {} {} {end}", wait("bars", "0"), product_of("data")));
    kernel(&format!("{parts}\n{} {TOO_EARLY}\n{} {end}", product_of("data"), wait("bars", "0")));
    // What another warp copies with the same instruction is not followed.
    kernel(&format!("{parts} {} {} {end}", product_of("data+512"), wait("bars", "0")));
}

/// The second copy is under a condition of several parts, one of which decides on the product, too.
#[test]
fn a_part_of_a_part_decides() {
    let again =
        "setp.gt.s32 q, n, 0; elect.sync _|s, -1; and.pred q, q, s; setp.lt.u32 done, t, 32; and.pred q, done, q;
         @q mbarrier.arrive.expect_tx.shared::cta.b64 _, [bars], 512;
         @q cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [data], [x], 512, [bars];
         and.pred s, s, p; setp.ne.u32 q, 0, 0; setp.lt.s32 done, n, 1; @done bra out;";
    let twice = format!("{} {} {again}", copy("data", "bars"), wait("bars", "0"));
    let end = format!("{} {} {} out:", commit(8), wait("bars+8", "0"), load(0));
    kernel(&format!("{twice} {} {} {end}", wait("bars", "1"), product_of("data")));
    kernel(&format!("{twice}\n{} {TOO_EARLY}\n{end}", product_of("data")));
}

/// Copies of two stages in turn: each iteration waits for one of them, multiplies it, and copies it again.
fn ring(operands: &str, mark: &str, end: &str) {
    let (first, second) = (copy("data", "bars"), copy("data+512", "bars+8"));
    kernel(&format!(
        "{first} {second} mov.u32 d, 0; mov.u32 mask, 0;
         next: shl.b32 c, d, 3; mov.u32 a, bars; add.u32 c, c, a; {operands}
         shl.b32 t, d, 9; mov.u32 b, data; add.u32 t, t, b; bfe.u32 a, t, 4, 15; mov.b32 b, 1073758272; mov.b64 desc, {{a, b}};
         setp.ne.u32 q, 0, 0; {product} {mark}
         @s tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [bars+16]; {done}
         add.u32 d, d, 1; setp.eq.u32 q, d, 2; selp.u32 d, 0, d, q; selp.u32 b, 1, 0, q; xor.b32 mask, mask, b;
         sub.u32 n, n, 1; setp.eq.u32 q, n, 0; @q bra end; {again} bra next;
         end: {end} shl.b32 c, w, 21; add.u32 c, c, tmem; {load} setp.eq.u32 p, w, 0;",
        product = product(0),
        done = wait("bars+16", "d"),
        again = copy("t", "c"),
        load = load(0),
    ));
}

#[test]
fn each_turn_of_a_ring_waits_for_its_operands() {
    ring(&wait("c", "mask"), "", "");
    // The wait is for the same stage in each iteration.
    ring(&wait("bars", "mask"), TOO_EARLY, &wait("bars+8", "0"));
}

/// A condition that holds says that its parts hold.
#[test]
fn a_product_under_two_conditions_is_behind_each_of_them() {
    let both = "setp.gt.s32 q, n, 0; and.pred done, q, p; elect.sync _|s, -1;";
    let store = "@q tcgen05.st.sync.aligned.32x32b.x1.b32 [c], {a};";
    let product = "setp.eq.u32 p, w, 0; @!done bra on;
        @s tcgen05.mma.cta_group::1.kind::f16 [tmem], desc, desc, a, s;
        @s tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [bars]; on:";
    let late = "//! tcgen05-store-wait: uses tensor memory after 'tcgen05.st' without 'tcgen05.wait::st' between";
    kernel(&format!("{both} {store} tcgen05.wait::st.sync.aligned; bar.sync 0; {product}"));
    kernel(&format!("{both} {store} bar.sync 0; {}", product.replace("a, s;", &format!("a, s; {late}"))));
    // Of one condition or the other, none is certain.
    let either = both.replace("and.pred", "or.pred");
    kernel(&format!("{either} {store} bar.sync 0; {product}"));
}

/// Another thread waits earlier, and tells it.
#[test]
fn another_thread_can_tell_that_a_product_is_done() {
    let product = format!("@!p bra on; {} {}", product(0), commit(0));
    let done = wait("bars", "0");
    kernel(&format!(
        "setp.eq.u32 done, w, 1; {product} bar.sync 1, 64; {} on: {done} setp.eq.u32 done, w, 1; @done bar.sync 1, 64;",
        load(0)
    ));
    kernel(&format!(
        "{product} {} {} on: {done} setp.eq.u32 q, t, 32; @q mbarrier.arrive.shared::cta.b64 state, [bars+8];",
        wait("bars+8", "0"),
        load(0)
    ));
}

/// One warp issues the product, another one waits for it, and two more load.
#[test]
fn other_warps_load_what_one_has_multiplied() {
    let roles = |full: &str, watched: &str, load: &str| {
        kernel(&format!(
            "@p bra issue; setp.eq.u32 done, w, 1; @done bra watch; {full}\n{load}\nbra end;
             watch: {} {watched} bra end;
             issue: {} {} end:",
            wait("bars", "0"),
            product(0),
            commit(0),
        ));
    };
    roles(&wait("bars", "0"), "", &load(0));
    roles("", "", &format!("{} {EARLY}", load(0)));
    // A barrier of the warps that load tells nothing of the product, one with the warp that waits does, and so does an
    // mbarrier.
    roles("bar.sync 1, 64;", "", &format!("{} {EARLY}", load(0)));
    roles("bar.sync 1, 96;", "bar.arrive 1, 96;", &load(0));
    let arrive = "elect.sync _|q, -1; @q mbarrier.arrive.shared::cta.b64 state, [bars+8];";
    roles(&wait("bars+8", "0"), arrive, &load(0));
    // What another product writes.
    roles("", "", &load(32));
}

/// A number of iterations that is a multiple of that of the mbarriers: the last one is known.
#[test]
fn a_wait_behind_a_loop_can_be_for_its_last_turn() {
    let loop_of = |end: &str| {
        kernel(&format!(
            "shl.b32 n, n, 2; mov.u32 d, 0;
             next: and.b32 b, d, 3; shl.b32 b, b, 3; mov.u32 a, bars; add.u32 a, a, b; {product}
             @s tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [a];
             add.u32 d, d, 1; setp.lt.u32 q, d, n; @q bra next;
             {end}",
            product = product(0),
        ));
    };
    loop_of(&format!("{} {}", wait("bars+24", "0"), load(0)));
    // Around a loop without a product.
    kernel(&format!(
        "mov.u32 d, 0; mov.u32 a, 0; {} {}
         outer: setp.ge.u32 q, d, n; @q bra end; {} mov.u32 b, 0;
         inner: {} add.u32 b, b, 1; setp.lt.u32 q, b, n; @q bra inner;
         add.u32 d, d, 1; bra outer;
         end: {}",
        product(0),
        commit(0),
        wait("bars", "0"),
        wait("bars", "0"),
        load(0),
    ));
}
