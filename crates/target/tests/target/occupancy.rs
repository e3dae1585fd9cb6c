//! Occupancy, compared with NVIDIA's occupancy calculator, and with measured caps of chips that the pinned ptxas no
//! longer compiles for. The test `occupancy` of `tileiras-cubin` compares the caps with the real ptxas.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use proptest::prelude::*;
use tileiras_target::occupancy::{
    CapSource, CtaResources, IgnoreReason, RegisterDirectives, Resource, allocated_registers, block_threads, warps,
};
use tileiras_target::{Chip, SmLimits};

/// Results of `cuda_occupancy.h`, written by `measured/occupancy.py`.
const OCCUPANCY_LINES: &str = include_str!("../measured/occupancy.txt");

fn chip(name: &str) -> Chip {
    Chip::parse(name).unwrap()
}

fn directives(threads: u32, minnctapersm: u32, maxnreg: u32) -> RegisterDirectives {
    let stated = |number| (number > 0).then_some(number);
    RegisterDirectives {
        threads: stated(threads),
        minnctapersm: stated(minnctapersm),
        maxnreg: stated(maxnreg),
        local_maxnreg: None,
    }
}

#[test]
fn ctas_per_sm_are_those_of_the_occupancy_calculator() {
    let lines: Vec<&str> = OCCUPANCY_LINES.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(lines.len() > 1000, "{} combinations", lines.len());
    for line in lines {
        let fields: Vec<_> = line.split_whitespace().collect();
        let numbers: Vec<u32> = fields[1..5].iter().map(|field| field.parse().unwrap()).collect();
        let cta = CtaResources { threads: numbers[0], registers: numbers[1], shared: numbers[2] };
        let found = chip(fields[0]).limits().occupancy(cta);
        assert_eq!(found.ctas, numbers[3], "{line}");
        let letter = match found.limit {
            Resource::CtaSlots => 'c',
            Resource::Warps => 'w',
            Resource::Registers => 'r',
            Resource::SharedMemory => 's',
        };
        assert!(fields[5].contains(letter), "{line}: {found:?}");
    }
}

/// CTAs fit with a number of registers per thread if and only if the share of a thread is not smaller.
#[test]
fn the_share_of_a_thread_is_the_maximum_that_fits() {
    for limits in ["sm_53", "sm_75", "sm_80", "sm_89"].map(|name| *chip(name).limits()) {
        // Only registers limit the CTAs.
        let limits = SmLimits { threads_per_sm: u32::MAX, ctas_per_sm: u32::MAX, ..limits };
        for (warps, ctas) in (1..=32).flat_map(|warps| (1..=32).map(move |ctas| (warps, ctas))) {
            let share = limits.registers_per_thread(warps, ctas);
            assert!(share == 255 || share.is_multiple_of(8));
            for registers in [share.max(1), share + 1, 16, 100, 255] {
                let found = limits.occupancy(CtaResources { threads: warps * 32, registers, shared: 0 });
                assert_eq!(found.ctas >= ctas, registers <= share, "{ctas} x {warps} warps of {registers}: {share}");
                let fits = allocated_registers(warps, ctas, registers) <= limits.registers_per_sm.into()
                    && allocated_registers(warps, 1, registers) <= limits.registers_per_cta.into();
                assert_eq!(fits && registers <= 255, registers <= share);
            }
        }
    }
}

/// The numbers are calculated by hand, and ptxas gives the same.
#[test]
fn caps_of_a_large_register_file() {
    use CapSource::{Block, Default, MaxNReg, MinNCtaPerSm};
    let limits = chip("sm_90a").limits();
    #[rustfmt::skip] // a table
    let rows = [
        (   0, 0,   0, 255, Default),
        (   0, 2,   0, 255, Default),      // no block
        (   0, 0, 168, 168, MaxNReg),
        (   0, 0,  16,  24, MaxNReg),
        (   0, 0, 300, 255, MaxNReg),
        ( 128, 0,   0, 255, Block),
        ( 288, 0,   0, 168, Block),        // 9 warps count as 12: 65536 / 384 = 170
        ( 288, 2,   0,  96, MinNCtaPerSm), // 18 warps count as 20: 65536 / 640 = 102
        ( 288, 2, 168,  96, MinNCtaPerSm),
        ( 288, 2,  96,  96, MaxNReg),
        ( 288, 2,  64,  64, MaxNReg),
        ( 288, 0, 200, 200, MaxNReg),      // replaces the share of the block, and cannot be launched
        ( 288, 9, 200, 200, MaxNReg),      // too many threads
        (  32, 4,   0, 255, MinNCtaPerSm),
        (1024, 3,   0,  64, Block),        // too many threads
        (2048, 0,   0,  32, Block),
        (2049, 0,   0, 255, Default),
    ];
    for (threads, ctas, maxnreg, registers, source) in rows {
        let cap = limits.register_cap(directives(threads, ctas, maxnreg));
        assert_eq!((cap.registers, cap.source), (registers, source), "{threads} x {ctas}, {maxnreg}");
    }
}

#[test]
fn ignored_directives_have_reasons() {
    let on = |name, threads, ctas, maxnreg| {
        let cap = chip(name).limits().register_cap(directives(threads, ctas, maxnreg));
        (cap.minnctapersm_ignored, cap.maxnreg_ignored)
    };
    assert_eq!(on("sm_90", 0, 1, 0), (Some(IgnoreReason::NoBlock), None));
    assert_eq!(on("sm_90", 1, 32, 255), (None, None));
    assert_eq!(on("sm_90", 1, 33, 256), (Some(IgnoreReason::CtasPerSm), Some(IgnoreReason::RegistersPerThread)));
    assert_eq!(on("sm_90", 64, 32, 0), (None, None));
    assert_eq!(on("sm_90", 65, 32, 0), (Some(IgnoreReason::ThreadsPerSm), None));
    assert_eq!(on("sm_75", 1024, 2, 0), (Some(IgnoreReason::ThreadsPerSm), None));
    assert_eq!(on("sm_75", 512, 2, 0), (None, None));
}

/// Measured with ptxas 12.9.86.
#[test]
fn caps_of_old_chips() {
    for (name, least, share) in [("sm_53", 16, 128), ("sm_60", 16, 255), ("sm_62", 16, 128), ("sm_72", 24, 255)] {
        let cap =
            |threads, ctas, maxnreg| chip(name).limits().register_cap(directives(threads, ctas, maxnreg)).registers;
        assert_eq!(cap(0, 0, 1), least, "{name}");
        assert_eq!(cap(256, 0, 0), share, "{name}");
        assert_eq!(cap(256, 1, 168), share.min(168), "{name}");
        assert_eq!(cap(256, 8, 0), 32, "{name}");
        assert_eq!(cap(288, 2, 0), if share == 128 { 80 } else { 96 }, "{name}");
    }
}

#[test]
fn no_chip_has_more_than_the_largest() {
    let all = SmLimits::LARGEST;
    for limits in Chip::all().map(Chip::limits) {
        assert!(limits.threads_per_sm <= all.threads_per_sm && limits.ctas_per_sm <= all.ctas_per_sm);
        assert!(limits.registers_per_sm <= all.registers_per_sm && limits.registers_per_cta <= all.registers_per_cta);
        assert!(limits.shared_per_sm <= all.shared_per_sm && limits.shared_per_cta <= all.shared_per_cta);
        assert!(limits.reserved_shared_per_cta >= all.reserved_shared_per_cta);
        assert!(limits.shared_granule >= all.shared_granule);
    }
    assert_eq!(all.min_registers_per_thread, 24);
}

#[test]
fn shared_memory_of_each_generation() {
    for chip in Chip::all() {
        let limits = chip.limits();
        let (reserved, granule) = if chip.number() < 80 { (0, 256) } else { (1024, 128) };
        assert_eq!((limits.reserved_shared_per_cta, limits.shared_granule), (reserved, granule), "{chip}");
        let largest = CtaResources { threads: 128, registers: 32, shared: limits.shared_per_cta };
        assert!(limits.occupancy(largest).ctas >= 1, "{chip}");
        let more = limits.occupancy(CtaResources { shared: limits.shared_per_cta + 1, ..largest });
        assert_eq!((more.ctas, more.limit), (0, Resource::SharedMemory), "{chip}");
    }
}

/// A number from all of 32 bits, or one that is near a limit.
fn number() -> impl Strategy<Value = u32> {
    prop_oneof![any::<u32>(), 0..=2100_u32, Just(u32::MAX)]
}

fn any_chip() -> impl Strategy<Value = Chip> {
    proptest::sample::select(Chip::all().collect::<Vec<_>>())
}

proptest! {
    #[test]
    fn no_number_overflows(
        sizes in [number(), number(), number()],
        more in [number(), number(), number()],
        chip in any_chip(),
    ) {
        let limits = chip.limits();
        let threads = block_threads(sizes);
        prop_assert_eq!(u64::from(warps(threads)), u64::from(threads).div_ceil(32));
        let [ctas, registers, shared] = more;
        prop_assert!(limits.registers_per_thread(threads, ctas) <= 255);
        let _ = allocated_registers(threads, ctas, registers);
        let cap = limits.register_cap(RegisterDirectives {
            threads: Some(threads),
            minnctapersm: Some(ctas),
            maxnreg: Some(registers),
            local_maxnreg: Some(ctas),
        });
        prop_assert!((16..=255).contains(&cap.registers));
        let found = limits.occupancy(CtaResources { threads, registers, shared });
        prop_assert!(found.ctas <= limits.ctas_per_sm);
    }

    /// CTAs fit with a number of bytes of shared memory if and only if the share of a CTA is not smaller.
    #[test]
    fn the_share_of_shared_memory_is_the_maximum_that_fits(ctas in 1..=32_u32, chip in any_chip()) {
        let limits = SmLimits { threads_per_sm: u32::MAX, ctas_per_sm: u32::MAX, ..*chip.limits() };
        let share = limits.shared_per_cta_of(ctas);
        let held = |shared| limits.occupancy(CtaResources { threads: 32, registers: 0, shared }).ctas;
        prop_assert!(held(share) >= ctas);
        prop_assert!(share == limits.shared_per_cta || held(share + 1) < ctas);
    }

    /// The CTAs that `.minnctapersm` requires are resident, even if the kernel uses all registers of the cap.
    #[test]
    fn a_cap_allows_the_ctas_of_minnctapersm(
        threads in 1..=1024_u32,
        ctas in 1..=32_u32,
        cap in 0..=300_u32,
        chip in any_chip(),
    ) {
        let found = chip.limits().register_cap(directives(threads, ctas, cap));
        if found.minnctapersm_ignored.is_none() {
            let cta = CtaResources { threads, registers: found.registers, shared: 0 };
            prop_assert!(chip.limits().occupancy(cta).ctas >= ctas, "{} {:?}", chip, found);
        }
    }
}
