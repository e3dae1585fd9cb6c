//! The blocks of a kernel whose launches are executed.

use std::cmp::Reverse;

use crate::execution::{Launches, Root, Run, Shape};

/// Whether the block, or a bound of it, is stated.
pub(super) const fn is_bounded(launches: &Launches) -> bool {
    launches.block.is_some() || launches.bound.is_some()
}

/// The shape whose launches are executed, with its first CTA: a bound of several axes, which is the block that the
/// kernel is written for, or else the largest block; the smallest one of whole warps if there is no bound. None if
/// nothing can go wrong in a launch.
pub(super) fn executed_shape<'r, 'p>(root: &'r Root<'p>) -> Option<(&'r Shape<'p>, &'r Run<'p>)> {
    let cta = |shape: &&Shape<'_>| shape.ctas.first().map(|run| run.cta);
    let bound = root.launches.bound_of_axes();
    let of_bound = root.shapes.iter().find(|shape| bound.is_some() && cta(shape).map(|cta| cta.block) == bound);
    let largest = || root.shapes.iter().max_by_key(|shape| cta(shape).map(|cta| cta.threads()));
    let warps = root.shapes.iter().filter(|shape| cta(shape).is_some_and(|cta| cta.threads().is_multiple_of(32)));
    let smallest = || warps.min_by_key(|shape| cta(shape).map(|cta| (cta.threads(), Reverse(cta.block))));
    let chosen = if is_bounded(&root.launches) { of_bound.or_else(largest) } else { smallest() };
    let shape = chosen.filter(|shape| super::has_faults(shape))?;
    Some((shape, shape.ctas.first()?))
}

/// The blocks that a launch can have beside the largest one: smaller ones, and those of other sizes if neither the
/// block nor a bound of several axes is stated.
pub(super) fn other_blocks(root: &Root<'_>, largest: [u32; 3]) -> Vec<[u32; 3]> {
    let threads: u32 = largest.iter().product();
    let mut blocks: Vec<[u32; 3]> = Vec::new();
    if root.shapes.len() > 1 {
        let smaller = (32..threads).step_by(32);
        let smaller = smaller.filter(|threads| *threads < 256 || threads.is_multiple_of(128));
        blocks.extend(smaller.map(|threads| [threads, 1, 1]));
    }
    let is_open = root.launches.block.is_none() && root.launches.bound_of_axes().is_none();
    let of_shapes = root.shapes.iter().filter_map(|shape| shape.ctas.first()).map(|run| run.cta.block);
    // Those whose last warp is not full, as a mask of some lanes asks for.
    blocks.extend(of_shapes.clone().filter(|[x, y, z]| *y == 1 && *z == 1 && *x < threads && !x.is_multiple_of(32)));
    let widths = || (1..=threads).filter(|x| threads.is_multiple_of(*x));
    if is_open && of_shapes.clone().any(|[_, y, _]| y > 1) {
        blocks.extend(widths().map(|x| [x, threads / x, 1]).filter(|block| *block != largest));
    }
    if is_open && of_shapes.into_iter().any(|[_, _, z]| z > 1) {
        blocks.extend(widths().map(|x| [x, 1, threads / x]).filter(|block| *block != largest));
    }
    blocks
}
