//! Curves of the occupancy as SVG: over the registers of a thread, and over the threads of a block.
//!
//! Guarantees that every point is what [`SmLimits::occupancy`] computes. Nothing between two points is interpolated.

use std::fmt::Write as _;

use maud::{Markup, html};
use tileiras_contract::Resources;
use tileiras_target::occupancy::{Occupancy, warps};
use tileiras_target::{MAX_REGISTERS_PER_THREAD, MAX_THREADS_PER_CTA, REGISTER_GRANULE, SmLimits, WARP_THREADS};

/// The size of the drawing, and the part of it that the axes leave for the curve.
const WIDTH: f64 = 360.0;
const HEIGHT: f64 = 208.0;
const LEFT: f64 = 38.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 22.0;
const BOTTOM: f64 = 34.0;

/// One curve: warps on an SM over some quantity.
struct Curve {
    title: String,
    axis: &'static str,
    /// The quantity, and the warps with it; ascending.
    points: Vec<(u32, u32)>,
    /// Where the kernel is.
    kernel: Option<(u32, u32)>,
    most_warps: u32,
}

/// The warps on an SM over the registers of a thread, for blocks of so many threads.
pub fn over_registers(limits: &SmLimits, resources: Resources, threads: u32, dynamic_shared: u32) -> Markup {
    let with = |registers: u32| {
        let resources = Resources { registers: Some(registers), ..resources };
        resident_warps(resources.occupancy(limits, threads, dynamic_shared), threads)
    };
    let sizes = (REGISTER_GRANULE..MAX_REGISTERS_PER_THREAD).step_by(REGISTER_GRANULE as usize);
    draw(&Curve {
        title: format!("Occupancy over registers, with blocks of {threads} threads"),
        axis: "registers a thread",
        points: sizes.chain([MAX_REGISTERS_PER_THREAD]).map(|registers| (registers, with(registers))).collect(),
        kernel: resources.registers.map(|registers| (registers, with(registers))),
        most_warps: limits.threads_per_sm / WARP_THREADS,
    })
}

/// The warps on an SM over the threads of a block, for a kernel with so many registers.
pub fn over_threads(
    limits: &SmLimits,
    resources: Resources,
    registers: u32,
    threads: Option<u32>,
    dynamic_shared: u32,
) -> Markup {
    let resources = Resources { registers: Some(registers), ..resources };
    let with = |threads: u32| resident_warps(resources.occupancy(limits, threads, dynamic_shared), threads);
    let sizes = (WARP_THREADS..=MAX_THREADS_PER_CTA).step_by(WARP_THREADS as usize);
    draw(&Curve {
        title: format!("Occupancy over blocks, with {registers} registers a thread"),
        axis: "threads of a block",
        points: sizes.map(|threads| (threads, with(threads))).collect(),
        kernel: threads.map(|threads| (threads, with(threads))),
        most_warps: limits.threads_per_sm / WARP_THREADS,
    })
}

fn resident_warps(occupancy: Occupancy, threads: u32) -> u32 {
    occupancy.ctas * warps(threads)
}

fn draw(curve: &Curve) -> Markup {
    let last = curve.points.last().map_or(1, |&(size, _)| size).max(1);
    let x = |size: u32| LEFT + (WIDTH - LEFT - RIGHT) * f64::from(size) / f64::from(last);
    let y =
        |warps: u32| HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * f64::from(warps) / f64::from(curve.most_warps.max(1));
    // A step: each size has the occupancy of the next point, as registers and warps are allocated in units.
    let mut line = String::new();
    for (index, &(size, warps)) in curve.points.iter().enumerate() {
        let (x, y) = (x(size), y(warps));
        // Writing to a string cannot fail.
        let _ = match index {
            0 => write!(line, "M{:.1} {y:.1}H{x:.1}", LEFT),
            _ => write!(line, "V{y:.1}H{x:.1}"),
        };
    }
    let area = format!("{line}V{:.1}H{LEFT:.1}Z", y(0));
    let ticks: Vec<u32> =
        (0..=4).map(|quarter| last.next_multiple_of(8) * quarter / 4).map(|at| at.min(last)).collect();
    let levels: Vec<u32> = (0..=4).map(|quarter| curve.most_warps * quarter / 4).collect();
    let label = curve.kernel.map_or_else(
        || curve.title.clone(),
        |(size, warps)| format!("{}: {warps} of {} warps with {size}", curve.title, curve.most_warps),
    );
    html! {
        figure {
            figcaption { (curve.title) }
            svg viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } role="img" aria-label=(label) {
                @for level in &levels {
                    line.grid x1=(LEFT) x2=(WIDTH - RIGHT) y1=(coordinate(y(*level))) y2=(coordinate(y(*level))) {}
                    text.y x=(LEFT - 5.0) y=(coordinate(y(*level) + 3.5)) { (level) }
                }
                @for tick in &ticks {
                    text.x x=(coordinate(x(*tick))) y=(HEIGHT - BOTTOM + 14.0) { (tick) }
                }
                path.area d=(area) {}
                path.curve d=(line) {}
                @if let Some((size, warps)) = curve.kernel {
                    line.here x1=(coordinate(x(size))) x2=(coordinate(x(size))) y1=(coordinate(y(0))) y2=(coordinate(y(warps))) {}
                    circle.here cx=(coordinate(x(size))) cy=(coordinate(y(warps))) r="4.5" {}
                }
                text.x x=(coordinate((LEFT + WIDTH - RIGHT) / 2.0)) y=(HEIGHT - 4.0) { (curve.axis) }
                text.corner x="2" y="10" { "warps of an SM" }
            }
        }
    }
}

/// A coordinate with one decimal, so that pages do not differ in digits below a tenth of a pixel.
fn coordinate(value: f64) -> String {
    format!("{value:.1}")
}
