//! Executes launches of a kernel with chosen arguments, and finds what goes wrong in them.
//!
//! All warps of one cluster execute until each of them has ended or waits. A copy completes only when no warp can go on. Vector
//! clocks tell which accesses are ordered, whatever the order of this execution is.
//!
//! Guarantees that a fault is one of a launch: the kernel is executed from its beginning with known numbers, and what is not
//! known ends the launch. A fault counts only if no launch without one executes the instruction more often. Work is bounded.
//!
//! Leaves out on purpose: clusters that are large or not known, contents of global memory, races between threads alone, and accesses
//! that overlap without beginning at one address.

mod barriers;
mod clock;
mod flow;
mod instruction;
mod lanes;
mod launch;
mod layout;
mod mbarrier;
mod memory;
mod origins;
mod peers;
mod shared;
mod warp;

use std::collections::{BTreeMap, BTreeSet};

use crate::execution::{Root, Run, Shape, Site};
use crate::id::{InstId, ValueId};
use crate::program::{CtaGroup, InstructionKind, MbarrierOperation};
use crate::threads::Cta;
use crate::value::masked;
use launch::{Found, Launch};
use layout::{FIRST, Layout};

/// What the threads of a launch do wrong.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Fault {
    /// They wait for a phase of an mbarrier, and no thread arrives any more.
    Mbarrier {
        /// The arrivals in the phase.
        arrived: u64,
        /// Those that complete it.
        count: u64,
    },
    /// They wait for bytes on an mbarrier, and other ones are copied.
    Bytes {
        /// The bytes that the phase expects.
        expected: u64,
        /// Those of the copies.
        copied: u64,
    },
    /// They wait at a barrier of the CTA, and no thread comes any more.
    Barrier {
        /// The threads that have come.
        arrived: u64,
        /// Those that it counts, if that is not the whole CTA.
        count: Option<u64>,
    },
    /// They wait at the barrier of the cluster, and others wait elsewhere.
    ClusterBarrier,
    /// They use an mbarrier that nothing has initialised.
    NotInitialised,
    /// They use an mbarrier that another thread initialises, and do not know that it has.
    InitialisedByOther,
    /// They initialise an mbarrier that is one already.
    InitialisedAgain,
    /// Lanes of a warp arrive at an mbarrier together, in more than one of its phases.
    TooMany {
        /// The arrivals.
        found: u64,
        /// Those that complete a phase.
        count: u64,
    },
    /// They read what a copy writes, and do not know that it is complete.
    ReadsCopy,
    /// They read the response to a request to cancel, and do not know that it is complete.
    ReadsResponse,
    /// They request again while others have read the last response without a fence of the proxy.
    NotFenced,
    /// They access a column of tensor memory behind those of the allocation.
    NotAllocated {
        /// The column, from the first one of the allocation on.
        column: u64,
        /// The number of columns of the allocation.
        columns: u64,
    },
    /// Lanes of a warp name different addresses of tensor memory.
    DifferentAddresses,
    /// They load what a product writes, and do not know that it is complete.
    ReadsProduct,
    /// They access the shared memory of another CTA, and do not know that it has started.
    NotStarted,
    /// They access the shared memory of another CTA that can have exited.
    Exited,
    /// They write what other operations read, and do not know that these are complete.
    Overwrites,
    /// An asynchronous operation reads what threads have written without a fence of the proxy after it.
    NotVisible,
    /// An asynchronous operation reads what other threads can still write.
    ReadsEarly,
}

impl Fault {
    /// Which faults can be the cause of others: those with a smaller number. Only those with the smallest one are reported.
    const fn rank(self) -> u8 {
        match self {
            Self::NotStarted
            | Self::NotInitialised
            | Self::InitialisedByOther
            | Self::InitialisedAgain
            | Self::NotAllocated { .. }
            | Self::DifferentAddresses => 0,
            Self::ReadsCopy | Self::ReadsProduct | Self::ReadsResponse | Self::NotVisible | Self::ReadsEarly => 1,
            Self::Overwrites | Self::NotFenced => 2,
            Self::TooMany { .. } => 3,
            Self::Mbarrier { .. } | Self::Bytes { .. } | Self::Barrier { .. } | Self::ClusterBarrier => 4,
            Self::Exited => 5,
        }
    }
}

/// A fault of a launch.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Broken {
    /// What is wrong.
    pub fault: Fault,
    /// The threads of the block.
    pub threads: u32,
    /// The number that all integer arguments are.
    pub number: u64,
}

/// The arguments of a launch.
#[derive(Copy, Clone, Debug)]
struct Arguments {
    /// Every number of at most 32 bits.
    number: u64,
    /// Whether an argument of 64 bits is this number, too. Otherwise it is an address.
    has_wide: bool,
    /// An argument that is another number.
    other: Option<(ValueId, u64)>,
}

impl Arguments {
    fn of(self, argument: ValueId, bits: u8) -> u64 {
        match bits {
            bits if let Some((_, number)) = self.other.filter(|(other, _)| *other == argument) => masked(number, bits),
            1 => 1,
            64 if !self.has_wide => (argument.index() as u64 + 1) << 32,
            bits => masked(self.number, bits),
        }
    }
}

/// The numbers that the integer arguments are: as a number of turns, and as a size. The largest one is 24, 12 or 6 turns of a loop
/// over tiles of 32, 64 or 128 elements. After them, the last copies are in the first of two, three or four stages, where kernels
/// store their results.
const NUMBERS: [u64; 6] = [1, 4, 9, 64, 256, 768];

/// The numbers that one argument is beside the others: several times as much, or a part of it.
const OTHER_NUMBERS: [u64; 10] = [1, 2, 3, 4, 5, 6, 7, 8, 16, 32];

/// The most CTAs of a cluster that is executed.
const MAX_CTAS: u32 = 4;

/// As many of the numbers are enough for a fault, if a launch with another number is too long to be executed to its end.
const ENOUGH_NUMBERS: usize = 3;

/// Whether an address is in a variable. One that is computed of an argument alone is not.
fn is_in_variable(address: u64) -> bool {
    address & !OF_CTA >= FIRST
}

/// The bits of an address of shared memory that tell the CTA of the cluster. Code for pairs of CTAs clears the lowest of them to
/// get the address in the CTA with an even rank.
const OF_CTA: u64 = 0xff00_0000;

/// The same address in the shared memory of a CTA of the cluster.
fn in_cta(address: u64, rank: u32) -> u64 {
    address & !OF_CTA | u64::from(rank) << 24
}

/// What is wrong in a launch of a kernel, and not in others.
pub(crate) fn faults(root: &Root<'_>) -> Vec<(InstId, Broken)> {
    let block = |shape: &&Shape<'_>| shape.ctas.first().map(|run| run.cta.block);
    let threads = |shape: &&Shape<'_>| shape.ctas.first().map(|run| run.cta.threads());
    // A bound of several axes is the block that the kernel is written for.
    let bound = root.launches.bound_of_axes();
    let of_bound = root.shapes.iter().find(|shape| bound.is_some() && block(shape) == bound);
    let shape = of_bound.or_else(|| root.shapes.iter().max_by_key(threads)).filter(|shape| is_followed(root, shape));
    let Some(run) = shape.and_then(|shape| shape.ctas.first()) else { return Vec::new() };
    let Some(layout) = Layout::of(run) else { return Vec::new() };
    let decided_by = origins::of_values(run);
    let launch = |cta: Cta, arguments: Arguments| Launch::execute(run, cta, arguments, (&decided_by, &layout));
    let launches_of = |cta: Cta| -> Vec<Launch<'_, '_>> {
        let wide = [false, true].into_iter();
        let arguments = wide.flat_map(|has_wide| NUMBERS.map(|number| Arguments { number, has_wide, other: None }));
        arguments.map(|arguments| launch(cta, arguments)).collect()
    };
    let launches = launches_of(run.cta);
    // What is wrong in the first launch that has a fault is enough.
    let mut broken = launches.iter().map(|launch| {
        let certain = |found: &&Found| {
            let is_seen_often = numbers_with(&launches, found.id) >= ENOUGH_NUMBERS;
            !launches.iter().any(|other| (other.has_ended || !is_seen_often) && is_right(other, found))
        };
        let of_launch = launch.faults.iter().filter(certain).map(|&found| {
            let broken = Broken { fault: found.fault, threads: run.cta.threads(), number: launch.arguments.number };
            (found.id, (found, broken))
        });
        of_launch.collect::<BTreeMap<InstId, (Found, Broken)>>()
    });
    let mut found = broken.find(|found| !found.is_empty()).unwrap_or_default();
    // The arguments can belong together: another number of one of them can be right.
    let deciding = launches.iter().fold(0, |bits, launch| bits | launch.decided());
    for argument in origins::arguments(run).filter(|argument| decided_by[argument.index()] & deciding != 0) {
        for (number, has_wide) in OTHER_NUMBERS.into_iter().flat_map(|number| [(number, false), (number, true)]) {
            let base = found.values().map(|(_, broken)| broken.number).next();
            let Some(base) = base.filter(|base| *base != number) else { continue };
            let other = launch(run.cta, Arguments { number: base, has_wide, other: Some((argument, number)) });
            found.retain(|_, (found, _)| !is_right(&other, found));
        }
    }
    // The kernel can be for a smaller block, or for one of other sizes.
    let mut blocks: Vec<[u32; 3]> = Vec::new();
    if root.shapes.len() > 1 {
        let smaller = (32..run.cta.threads()).step_by(32);
        let smaller = smaller.filter(|threads| *threads < 256 || threads.is_multiple_of(128));
        blocks.extend(smaller.map(|threads| [threads, 1, 1]));
    }
    if bound.is_none() && root.shapes.iter().filter_map(|shape| block(&shape)).any(|[_, y, z]| y > 1 || z > 1) {
        let threads = run.cta.threads();
        let widths = (1..=threads).filter(|x| threads.is_multiple_of(*x));
        blocks.extend(widths.map(|x| [x, threads / x, 1]).filter(|block| *block != run.cta.block));
    }
    for block in blocks {
        if found.is_empty() {
            break;
        }
        let other = launches_of(Cta { block, ..run.cta });
        found.retain(|_, (found, _)| !other.iter().any(|other| is_right(other, found)));
    }
    let first = found.values().map(|(_, broken)| broken.fault.rank()).min();
    let causes = found.into_iter().filter(|(_, (_, broken))| Some(broken.fault.rank()) == first);
    causes.map(|(id, (_, broken))| (id, broken)).collect()
}

/// How many of the numbers lead to a launch that has a fault at an instruction.
fn numbers_with(launches: &[Launch<'_, '_>], id: InstId) -> usize {
    let broken = launches.iter().filter(|launch| launch.faults.iter().any(|found| found.id == id));
    broken.map(|launch| launch.arguments.number).collect::<BTreeSet<u64>>().len()
}

/// Whether launches of a kernel are executed: its block is stated, it waits for an mbarrier or for a part of its threads or has
/// asynchronous operations that access shared memory, and its cluster is known and small, or one CTA does all that it does.
fn is_followed(root: &Root<'_>, shape: &Shape<'_>) -> bool {
    let launches = &root.launches;
    let asks = |asked: fn(&Site<'_, '_>) -> bool| shape.ctas.iter().flat_map(Run::sites).any(|site| asked(&site));
    let is_known = match shape.ctas.first().and_then(|run| run.cta.cluster_ctas()) {
        Some(ctas) => ctas <= MAX_CTAS,
        None => !asks(needs_cluster),
    };
    // Barriers that count some of the threads are right in some blocks only.
    let waits = match launches.block {
        Some(_) => asks(is_wait) || asks(is_counted) || asks(is_asynchronous),
        None => launches.bound.is_some() && (asks(is_wait) || asks(is_asynchronous)),
    };
    is_known && waits && !asks(|site| site.instruction.kind == InstructionKind::CallOutside)
}

/// Whether a launch without a fault executes the instruction of a fault of another one more often, and the operation before it as
/// often.
fn is_right(launch: &Launch<'_, '_>, found: &Found) -> bool {
    launch.faults.is_empty()
        && launch.executed.get(&found.id).is_some_and(|executed| *executed > found.times)
        && found
            .after
            .is_none_or(|(id, times)| launch.executed.get(&id).is_some_and(|executed| *executed >= times.max(1)))
}

/// Whether threads wait for an mbarrier.
const fn is_wait(site: &Site<'_, '_>) -> bool {
    matches!(site.instruction.kind, InstructionKind::Mbarrier { operation: MbarrierOperation::Wait { .. }, .. })
}

/// Whether an asynchronous operation accesses shared memory without an mbarrier.
const fn is_asynchronous(site: &Site<'_, '_>) -> bool {
    matches!(
        site.instruction.kind,
        InstructionKind::CopySource { .. } | InstructionKind::ReadMatrices { .. } | InstructionKind::CpAsync(_)
    )
}

/// Whether threads come to a barrier that counts some of the threads.
const fn is_counted(site: &Site<'_, '_>) -> bool {
    matches!(site.instruction.kind, InstructionKind::Barrier { threads: Some(_), .. })
}

/// Whether an instruction needs a cluster of several CTAs.
const fn needs_cluster(site: &Site<'_, '_>) -> bool {
    matches!(
        site.instruction.kind,
        InstructionKind::Cluster
            | InstructionKind::Mapa { .. }
            | InstructionKind::RemoteAccess { .. }
            | InstructionKind::ClusterArrive { .. }
            | InstructionKind::ClusterWait { .. }
            | InstructionKind::Multicast { .. }
            | InstructionKind::TryCancel { multicast: true, .. }
            | InstructionKind::Tcgen05 { group: Some(CtaGroup::Two), .. }
    )
}
