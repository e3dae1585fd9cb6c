//! A producer and a consumer that wait for each other at the mbarriers of a ring: in a fault, each waits for the other.

use crate::expect::hopper;

const BLOCK: &str = ".reqntid 64";

/// Warp 0 fills the three stages of a ring, and warp 1 empties them: both in `count` turns.
struct Ring {
    /// How many arrivals the three full and the three empty mbarriers count.
    counts: [u32; 6],
    /// How the producer arrives at the full mbarrier.
    fill: &'static str,
    /// The comment behind the wait for a full mbarrier.
    full: &'static str,
    /// How the consumer arrives at the empty mbarrier.
    release: &'static str,
    /// The comment behind the wait for an empty mbarrier.
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
    let stuck = "//! mbarrier-never-completes: waits for 2 arrivals at an mbarrier, and at most 1 come before";
    for index in 0..6 {
        let mut counts = [1; 6];
        counts[index] = 2;
        let (full, empty) = if index < 3 { (stuck, "") } else { ("", stuck) };
        hopper(BLOCK, &Ring { counts, full, empty, ..RIGHT }.text());
    }
}

#[test]
fn one_of_them_does_not_arrive() {
    let none =
        "//! mbarrier-never-completes: waits for the first phase of an mbarrier, and nothing arrives at it before";
    hopper(BLOCK, &Ring { fill: "", full: none, ..RIGHT }.text());
    hopper(BLOCK, &Ring { release: "", empty: none, ..RIGHT }.text());
    // The consumer releases the first stage only.
    let release = "@s mbarrier.arrive.shared::cta.b64 state, [data+24];";
    hopper(BLOCK, &Ring { release, empty: none, ..RIGHT }.text());
}
