//! A producer and a consumer that wait for each other at the mbarriers of a ring: in a fault, each waits for the other.

use crate::rules::expect::{hopper, hopper_launches, in_launch};

const BLOCK: &str = ".reqntid 64";

/// Warp 0 fills the three stages of a ring, and warp 1 empties them: both in `count` iterations.
struct Ring {
    /// How many arrivals the three full and the three empty mbarriers count.
    counts: [u32; 6],
    /// How the producer arrives at the full mbarrier.
    fill: &'static str,
    /// The comment after the wait for a full mbarrier.
    full: &'static str,
    /// How the consumer arrives at the empty mbarrier.
    release: &'static str,
    /// The comment after the wait for an empty mbarrier.
    empty: &'static str,
}

const RIGHT: Ring = Ring {
    counts: [1; 6],
    fill: "@s mbarrier.arrive.shared::cta.b64 state, [a];",
    full: "",
    release: "@s mbarrier.arrive.shared::cta.b64 state, [a+24];",
    empty: "",
};

impl Ring {
    fn text(&self) -> String {
        let init =
            |(index, count): (usize, &u32)| format!("@p mbarrier.init.shared::cta.b64 [data+{}], {count};", 8 * index);
        let init: String = self.counts.iter().enumerate().map(init).collect();
        // The stage and the parity, as compilers write a division by three.
        let stage =
            "mul.hi.u32 b, n, 0xaaaaaaab; shr.u32 b, b, 1; mul.lo.u32 c, b, 3; sub.u32 c, n, c; shl.b32 c, c, 3;
                     mov.u32 a, data; add.u32 a, a, c; and.b32 b, b, 1;";
        let Self { fill, full, release, empty, .. } = self;
        format!(
            "mov.u32 t, %tid.x; setp.eq.u32 p, t, 0; {init} bar.sync 0; ld.param.u32 d, [count];
             mov.u32 n, 0; and.b32 w, t, 31; setp.eq.u32 s, w, 0; setp.lt.u32 q, t, 32; @!q bra consume;
             produce: {stage} xor.b32 b, b, 1;
             empty: mbarrier.try_wait.parity.shared::cta.b64 done, [a+24], b; {empty}
             @!done bra empty;
             {fill}
             add.u32 n, n, 1; setp.lt.u32 q, n, d; @q bra produce; ret;
             consume: {stage}
             full: mbarrier.try_wait.parity.shared::cta.b64 done, [a], b; {full}
             @!done bra full;
             {release}
             add.u32 n, n, 1; setp.lt.u32 q, n, d; @q bra consume;"
        )
    }
}

#[test]
fn a_ring_goes_around() {
    hopper(BLOCK, &RIGHT.text());
    // All threads of a warp arrive.
    let fill = "mbarrier.arrive.shared::cta.b64 state, [a];";
    hopper(BLOCK, &Ring { counts: [32, 32, 32, 1, 1, 1], fill, ..RIGHT }.text());
    // After the first phase, a full mbarrier counts no arrival: two of two threads have dropped out.
    let fill = "@s mbarrier.arrive_drop.shared::cta.b64 state, [a];";
    hopper(BLOCK, &Ring { fill, ..RIGHT }.text());
}

#[test]
fn an_mbarrier_counts_too_many() {
    // Every launch has a first iteration. The others need more of them.
    let ends = ["at most 1 come before".to_owned()].into_iter();
    let ends = ends.chain([4, 4, 4, 9, 9].map(|count| format!("1 come{}", in_launch(64, count))));
    for (index, end) in ends.enumerate() {
        let mut counts = [1; 6];
        counts[index] = 2;
        let stuck = format!("//! mbarrier-never-completes: waits for 2 arrivals at an mbarrier, and {end}");
        let stuck = stuck.leak();
        let (full, empty) = if index < 3 { (&*stuck, "") } else { ("", &*stuck) };
        hopper_launches(BLOCK, &Ring { counts, full, empty, ..RIGHT }.text());
    }
}

/// No thread arrives, in a launch with these arguments.
fn none_in(number: u32) -> &'static str {
    let text = "//! mbarrier-never-completes: waits for 1 arrival at an mbarrier, and 0 come";
    format!("{text}{}", in_launch(64, number)).leak()
}

#[test]
fn one_of_them_does_not_arrive() {
    let none =
        "//! mbarrier-never-completes: waits for the first phase of an mbarrier, and nothing arrives at it before";
    hopper_launches(BLOCK, &Ring { fill: "", full: none, ..RIGHT }.text());
    hopper_launches(BLOCK, &Ring { release: "", empty: none_in(4), ..RIGHT }.text());
    // The consumer releases the first stage only.
    let release = "@s mbarrier.arrive.shared::cta.b64 state, [data+24];";
    hopper_launches(BLOCK, &Ring { release, empty: none_in(9), ..RIGHT }.text());
}

/// Warp 2 waits for an mbarrier after those of the ring, at which the consumer arrives when it has finished.
fn with_end(count: u32, end: &str) -> String {
    let text = RIGHT.text().replace("mul.lo.u32 c, b, 3; sub.u32 c, n, c;", "rem.u32 c, n, 3;");
    let init = format!("@p mbarrier.init.shared::cta.b64 [data+48], {count}; bar.sync 0;");
    let third = "setp.ge.u32 q, t, 64; @q bra last;";
    let last = format!(
        "@s mbarrier.arrive.shared::cta.b64 state, [data+48]; ret;
         last: end: mbarrier.try_wait.parity.shared::cta.b64 done, [data+48], 0; {end}
         @!done bra end;"
    );
    format!("{}\n{last}", text.replacen("bar.sync 0;", &format!("{init} {third}"), 1))
}

#[test]
fn stages_are_in_the_ring() {
    let block = ".reqntid 96";
    hopper_launches(block, &with_end(1, ""));
    let stuck = "//! mbarrier-never-completes: waits for 2 arrivals at an mbarrier, and at most 1 come before";
    hopper_launches(block, &with_end(2, stuck));
}

/// Warp 0 waits for warp 1 under a condition, and so does warp 1 for warp 0 under a condition that follows from
/// it, or not.
fn under_conditions(first: &str, second: &str, [at_first, at_second]: [&str; 2]) {
    let wait = |on: &str, mark: &str| {
        format!("{on}: mbarrier.try_wait.parity.shared::cta.b64 done, [of_{on}], 0; {mark}\n@!done bra {on};")
    };
    hopper_launches(
        BLOCK,
        &format!(
            ".shared .b64 of_first; .shared .b64 of_second; mov.u32 t, %tid.x; and.b32 w, t, 31; setp.eq.u32 s, w, 0; setp.eq.u32 p, t, 0;
             @p mbarrier.init.shared::cta.b64 [of_first], 1; @p mbarrier.init.shared::cta.b64 [of_second], 1; bar.sync 0;
             ld.param.u32 n, [count]; add.u32 d, n, -8; setp.lt.u32 q, t, 32; @!q bra other;
             {first} @!q bra skip; {} skip: @s mbarrier.arrive.shared::cta.b64 state, [of_second]; ret;
             other: {second} @!q bra on; {} on: @s mbarrier.arrive.shared::cta.b64 state, [of_first];",
            wait("first", at_first),
            wait("second", at_second),
        ),
    );
}

#[test]
fn one_condition_follows_from_another() {
    let second = |number: u32| -> &str {
        let stuck =
            "//! mbarrier-never-completes: waits for the first phase of an mbarrier, and nothing arrives at it before";
        format!("{stuck}{}", in_launch(64, number)).leak()
    };
    for (first, second, marks) in [
        ("setp.gt.s32 q, n, 4;", "setp.ge.s32 q, n, 5;", [none_in(9), ""]),
        ("setp.gt.s32 q, n, 4;", "setp.gt.u32 q, n, 4;", [none_in(9), ""]),
        ("setp.gt.s32 q, n, 4;", "setp.gt.s32 q, n, 5;", ["", second(9)]),
        ("setp.lt.s32 q, n, 4;", "setp.lt.u32 q, n, 4;", [none_in(1), ""]),
        ("setp.gt.s32 q, n, 4;", "setp.ne.s32 q, n, 0;", [none_in(9), ""]),
        ("setp.eq.s32 q, n, 4;", "setp.lt.s32 q, d, 0;", [none_in(4), ""]),
        ("setp.gt.s32 q, n, 9;", "setp.gt.s32 q, d, 0;", [none_in(64), ""]),
        ("setp.lt.s32 q, n, 4;", "setp.lt.s32 q, d, 0;", [none_in(1), ""]),
        ("setp.lt.s32 q, n, 4;", "setp.gt.s32 q, n, 2;", ["", ""]),
        ("add.u32 d, n, 0x80000000; setp.lt.s32 q, d, 4;", "setp.gt.s32 q, n, 2;", ["", second(4)]),
        (
            "cvt.s64.s32 x, n; add.u64 x, x, 0x8000000000000000; setp.lt.s64 q, x, 4;",
            "cvt.s64.s32 x, n; setp.gt.s64 q, x, 2;",
            ["", ""],
        ),
    ] {
        under_conditions(first, second, marks);
    }
}
