//! Executes launches of a kernel with chosen arguments, and finds what goes wrong in them.
//!
//! All warps of one cluster execute until each of them has ended or waits. A copy completes only when no warp can go
//! on. Vector clocks tell which accesses are ordered, whatever the order of this execution is.
//!
//! Guarantees that a fault is one of a launch: the kernel is executed from its beginning with known numbers, and what
//! is not known ends the launch. A fault counts only if no launch without one executes the instruction more often. Work
//! is bounded.
//!
//! Leaves out on purpose: clusters that are large or not known, contents of global memory, and accesses whose address
//! is not known.

mod barriers;
mod clock;
mod copies;
mod flow;
mod instruction;
mod kernel;
mod lanes;
mod launch;
mod layout;
mod mbarrier;
mod memory;
mod origins;
mod peers;
mod report;
mod shared;
mod tensor;
mod warp;

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashSet;

use crate::execution::{Root, Run, Shape, Site};
use crate::id::{InstId, ValueId};
use crate::program::{AsyncCopy, CtaGroup, InstructionKind, Wgmma};
use crate::threads::Cta;
use crate::value::masked;
use kernel::Kernel;
use launch::{Found, Launch};
use layout::FIRST;

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
    /// They invalidate an mbarrier that others can still use.
    InvalidatedEarly,
    /// They store to an mbarrier.
    StoresToMbarrier,
    /// A part of a warp waits for the rest of it, which waits elsewhere.
    PartOfWarp,
    /// Lanes of a warp name different barriers.
    DifferentBarriers,
    /// They wait for columns of tensor memory, and no thread releases any.
    Columns {
        /// The columns that they ask for.
        asked: u64,
        /// Those that are allocated.
        held: u64,
    },
    /// They wait for registers, and no warp releases any.
    Registers {
        /// The registers that the warp asks for.
        asked: u64,
        /// Those that are free.
        free: u64,
    },
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
    /// They access a column of tensor memory after those of the allocation.
    NotAllocated {
        /// The column, from the first one of the allocation on.
        column: u64,
        /// The number of columns of the allocation.
        columns: u64,
    },
    /// They access tensor memory, and the kernel allocates none.
    NothingAllocated,
    /// They access tensor memory that has been released.
    Released,
    /// They release tensor memory that other warps can still use.
    StillUsed,
    /// Lanes of a warp name different addresses of tensor memory.
    DifferentAddresses,
    /// They load what a product writes, and do not know that it is complete.
    ReadsProduct,
    /// They access the shared memory of another CTA, and do not know that it has started.
    NotStarted,
    /// They access the shared memory of another CTA that can have exited.
    Exited,
    /// Two threads access a word of shared memory, or two warps a part of tensor memory, at least one of them writes
    /// it, and nothing orders them.
    Race(Memory),
    /// They write what other operations read, and do not know that these are complete.
    Overwrites,
    /// An asynchronous operation reads what threads have written without a fence of the proxy after it.
    NotVisible,
    /// An asynchronous operation reads what other threads can still write.
    ReadsEarly,
}

/// The memory of a data race.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Memory {
    /// Shared memory.
    Shared,
    /// Tensor memory.
    Tensor,
}

impl Fault {
    /// Which faults can be the cause of others: those with a smaller number. Only those with the smallest one are
    /// reported.
    const fn rank(self) -> u8 {
        match self {
            Self::NotStarted
            | Self::NotInitialised
            | Self::InitialisedByOther
            | Self::InitialisedAgain
            | Self::InvalidatedEarly
            | Self::StoresToMbarrier
            | Self::DifferentBarriers
            | Self::NothingAllocated
            | Self::Released
            | Self::StillUsed
            | Self::NotAllocated { .. }
            | Self::DifferentAddresses => 0,
            Self::Race(_)
            | Self::ReadsCopy
            | Self::ReadsProduct
            | Self::ReadsResponse
            | Self::NotVisible
            | Self::ReadsEarly => 1,
            Self::Overwrites | Self::NotFenced => 2,
            Self::TooMany { .. } => 3,
            Self::Mbarrier { .. }
            | Self::Bytes { .. }
            | Self::Barrier { .. }
            | Self::ClusterBarrier
            | Self::PartOfWarp
            | Self::Columns { .. }
            | Self::Registers { .. } => 4,
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
    /// The number that all integer arguments are; none if every launch with this block has the fault.
    pub number: Option<u64>,
    /// Whether every launch that the contract allows has the fault.
    pub is_certain: bool,
    /// The other instruction that takes part in it: one that nothing orders, or that is not complete.
    pub other: Option<InstId>,
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

/// The numbers that the integer arguments are: as a number of iterations, and as a size. The largest one is 24, 12 or 6
/// iterations of a loop over tiles of 32, 64 or 128 elements. After them, the last copies are in the first of two,
/// three or four stages, where kernels store their results.
const NUMBERS: [u64; 6] = [1, 4, 9, 64, 256, 768];

/// The numbers that one argument is beside the others: several times as much, or a part of it.
const OTHER_NUMBERS: [u64; 10] = [1, 2, 3, 4, 5, 6, 7, 8, 16, 32];

/// The registers of an SM (CUDA C++ Programming Guide, compute capabilities).
const REGISTERS: u32 = 65_536;

/// The most instructions of all launches of a kernel.
const MAX_INSTRUCTIONS: u32 = 4_000_000;

/// The most CTAs of a cluster that is executed.
const MAX_CTAS: u32 = 4;

/// As many of the numbers are enough for a fault, if a launch with another number is too long to be executed to its
/// end.
const ENOUGH_NUMBERS: usize = 3;

/// Whether an address is in a variable. One that is computed of an argument alone is not.
fn is_in_variable(address: u64) -> bool {
    address & !OF_CTA >= FIRST
}

/// The bits of an address of shared memory that tell the CTA of the cluster. Code for pairs of CTAs clears the lowest
/// of them to get the address in the CTA with an even rank.
const OF_CTA: u64 = 0xff00_0000;

/// The same address in the shared memory of a CTA of the cluster.
fn in_cta(address: u64, rank: u32) -> u64 {
    address & !OF_CTA | u64::from(rank) << 24
}

/// What the launches of a kernel show.
#[derive(Debug, Default)]
pub(crate) struct Launched {
    /// What is wrong in one of them, and not in others, ascending by the instruction.
    pub broken: Vec<(InstId, Broken)>,
    /// The instructions of the only launch that there is for a block, if it ends without any fault: it asks for no
    /// argument.
    pub right: FxHashSet<InstId>,
}

/// Executes launches of a kernel.
pub(crate) fn execute(root: &Root<'_>) -> Launched {
    let block = |shape: &&Shape<'_>| shape.ctas.first().map(|run| run.cta.block);
    let threads = |shape: &&Shape<'_>| shape.ctas.first().map(|run| run.cta.threads());
    // A bound of several axes is the block that the kernel is written for.
    let bound = root.launches.bound_of_axes();
    let of_bound = root.shapes.iter().find(|shape| bound.is_some() && block(shape) == bound);
    let shape = of_bound.or_else(|| root.shapes.iter().max_by_key(threads)).filter(|shape| is_followed(root, shape));
    let Some(run) = shape.and_then(|shape| shape.ctas.first()) else { return Launched::default() };
    let Some(kernel) = Kernel::of(run) else { return Launched::default() };
    let executor = Executor { kernel: &kernel, registers: root.launches.registers, instructions: Cell::new(0) };
    let launches = executor.of_block(run.cta);
    // One that asks for no argument is like every other one.
    let is_only_one = |launch: &&Launch<'_, '_>| {
        launch.has_ended && !launch.has_skipped_loop && launch.faults.is_empty() && !launch.uses_arguments.get()
    };
    let right = launches.iter().filter(is_only_one).flat_map(|launch| &launch.reached).copied().collect();
    // What is wrong in the first launch that has a fault is enough.
    let is_exact = root.launches.block.is_some();
    let mut broken = launches.iter().map(|launch| broken_in(launch, &launches, is_exact));
    let mut found = broken.find(|found| !found.is_empty()).unwrap_or_default();
    executor.try_other_arguments(&launches, &mut found);
    // The kernel can be for a smaller block, or for one of other sizes.
    for block in other_blocks(root, run.cta.block) {
        if found.is_empty() || executor.is_exhausted() {
            break;
        }
        let other = executor.of_block(Cta { block, ..run.cta });
        found.retain(|_, (found, ..)| !other.iter().any(|other| is_right(other, found)));
    }
    // What other launches show is not known.
    if executor.is_exhausted() {
        return Launched { broken: Vec::new(), right };
    }
    let first = found.values().map(|(_, broken)| broken.fault.rank()).min();
    let causes = found.into_iter().filter(|(_, (_, broken))| Some(broken.fault.rank()) == first);
    Launched { broken: causes.map(|(id, (_, broken))| (id, broken)).collect(), right }
}

/// What is wrong in launches, each with the fault of one of them.
type Faults = BTreeMap<InstId, (Found, Broken)>;

/// Executes launches of one kernel, until as many instructions have been executed as are allowed.
struct Executor<'r, 'p> {
    kernel: &'r Kernel<'r, 'p>,
    /// The registers of a thread, if they are stated.
    registers: Option<u32>,
    /// The instructions so far.
    instructions: Cell<u32>,
}

impl<'r, 'p> Executor<'r, 'p> {
    fn launch(&self, cta: Cta, arguments: Arguments) -> Launch<'r, 'p> {
        // At most as many registers as there are for each thread.
        let registers = self.registers.unwrap_or((REGISTERS / cta.threads().max(1)) & !7);
        let launch = Launch::execute(self.kernel, (cta, registers.into()), arguments);
        self.instructions.set(self.instructions.get().saturating_add(launch.instructions));
        launch
    }

    /// Whether there were more instructions than are allowed.
    const fn is_exhausted(&self) -> bool {
        self.instructions.get() > MAX_INSTRUCTIONS
    }

    /// The launches of a block with all numbers, or the only one if it asks for no argument.
    fn of_block(&self, cta: Cta) -> Vec<Launch<'r, 'p>> {
        let wide = [false, true].into_iter();
        let arguments = wide.flat_map(|has_wide| NUMBERS.map(|number| Arguments { number, has_wide, other: None }));
        let mut launches = Vec::new();
        for arguments in arguments {
            let launch = self.launch(cta, arguments);
            let is_last = !launch.uses_arguments.get() || self.is_exhausted();
            launches.push(launch);
            if is_last {
                break;
            }
        }
        launches
    }

    /// Removes what is right if one argument is another number: arguments can belong together.
    fn try_other_arguments(&self, launches: &[Launch<'r, 'p>], found: &mut Faults) {
        let run = self.kernel.run;
        let deciding = launches.iter().fold(0, |bits, launch| bits | launch.decided());
        for argument in origins::arguments(run).filter(|argument| self.kernel.deciding([*argument]) & deciding != 0) {
            for (number, has_wide) in OTHER_NUMBERS.into_iter().flat_map(|number| [(number, false), (number, true)]) {
                let base = found.values().find_map(|(_, broken)| broken.number);
                let Some(base) = base.filter(|base| *base != number && !self.is_exhausted()) else { continue };
                let other = self.launch(run.cta, Arguments { number: base, has_wide, other: Some((argument, number)) });
                found.retain(|_, (found, ..)| !is_right(&other, found));
            }
        }
    }
}

/// What is wrong in one of the launches and right in none of them. `is_exact`: whether the block is stated.
fn broken_in(launch: &Launch<'_, '_>, launches: &[Launch<'_, '_>], is_exact: bool) -> Faults {
    let is_wrong = |found: &&Found| {
        let is_seen_often = launches.len() == 1 || numbers_with(launches, found.id) >= ENOUGH_NUMBERS;
        !launches.iter().any(|other| (other.has_ended || !is_seen_often) && is_right(other, found))
    };
    let broken = |&found: &Found| {
        let has_it = |launch: &Launch<'_, '_>| {
            launch.faults.iter().any(|other| (other.id, other.fault) == (found.id, found.fault))
        };
        let needs_arguments = launches.iter().any(|launch| launch.decided() != 0 || !has_it(launch));
        let other = found.other.map(|(id, _)| id);
        let broken = Broken {
            fault: found.fault,
            threads: launch.threads(),
            number: needs_arguments.then_some(launch.arguments.number),
            is_certain: is_exact && !needs_arguments,
            other: other.filter(|other| *other != found.id),
        };
        (found.id, (found, broken))
    };
    launch.faults.iter().filter(is_wrong).map(broken).collect()
}

/// The blocks that a launch can have beside the largest one: smaller ones, and those of other sizes if neither the
/// block nor a bound of several axes is stated.
fn other_blocks(root: &Root<'_>, largest: [u32; 3]) -> Vec<[u32; 3]> {
    let threads: u32 = largest.iter().product();
    let mut blocks: Vec<[u32; 3]> = Vec::new();
    if root.shapes.len() > 1 {
        let smaller = (32..threads).step_by(32);
        let smaller = smaller.filter(|threads| *threads < 256 || threads.is_multiple_of(128));
        blocks.extend(smaller.map(|threads| [threads, 1, 1]));
    }
    let is_open = root.launches.block.is_none() && root.launches.bound_of_axes().is_none();
    let of_shapes = root.shapes.iter().filter_map(|shape| shape.ctas.first()).map(|run| run.cta.block);
    if is_open && of_shapes.into_iter().any(|[_, y, z]| y > 1 || z > 1) {
        let widths = (1..=threads).filter(|x| threads.is_multiple_of(*x));
        blocks.extend(widths.map(|x| [x, threads / x, 1]).filter(|block| *block != largest));
    }
    blocks
}

/// How many of the numbers lead to a launch that has a fault at an instruction.
fn numbers_with(launches: &[Launch<'_, '_>], id: InstId) -> usize {
    let broken = launches.iter().filter(|launch| launch.faults.iter().any(|found| found.id == id));
    broken.map(|launch| launch.arguments.number).collect::<BTreeSet<u64>>().len()
}

/// Whether launches of a kernel are executed: its block is stated or bounded, it accesses memory that others have to
/// see or waits for a part of its threads, and its cluster is known and small, or one CTA does all that it does.
fn is_followed(root: &Root<'_>, shape: &Shape<'_>) -> bool {
    let launches = &root.launches;
    let asks = |asked: fn(&Site<'_, '_>) -> bool| shape.ctas.iter().flat_map(Run::sites).any(|site| asked(&site));
    let is_known = match shape.ctas.first().and_then(|run| run.cta.cluster_ctas()) {
        Some(ctas) => ctas <= MAX_CTAS,
        None => !asks(needs_cluster),
    };
    // Barriers that count some of the threads are right in some blocks only.
    let waits = match launches.block {
        Some(_) => asks(uses_memory) || asks(is_counted),
        None => launches.bound.is_some() && asks(uses_memory),
    };
    is_known && waits && !asks(|site| site.instruction.kind == InstructionKind::CallOutside)
}

/// Whether a launch without a fault executes the instruction of a fault of another one more often, and the operation
/// before it as often.
fn is_right(launch: &Launch<'_, '_>, found: &Found) -> bool {
    launch.faults.is_empty()
        && launch.executed.get(&found.id).is_some_and(|executed| *executed > found.times)
        && found
            .other
            .is_none_or(|(id, times)| launch.executed.get(&id).is_some_and(|executed| *executed >= times.max(1)))
}

/// Whether an instruction accesses shared or tensor memory in a way that others have to see, or that has to be
/// complete, or takes what others have to release.
const fn uses_memory(site: &Site<'_, '_>) -> bool {
    matches!(
        site.instruction.kind,
        InstructionKind::Mbarrier { .. }
            | InstructionKind::AsyncCopy(AsyncCopy { from: Some(_), .. })
            | InstructionKind::Wgmma(Wgmma::Mma { .. })
            | InstructionKind::CpAsync(_)
            | InstructionKind::TryCancel { .. }
            | InstructionKind::Tcgen05 { .. }
            | InstructionKind::Store { .. }
            | InstructionKind::SetMaxnreg { .. }
    )
}

/// Whether threads reach a barrier that counts some of the threads.
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
            | InstructionKind::AsyncCopy(AsyncCopy { multicast: Some(_), .. })
            | InstructionKind::Tcgen05 { multicast: Some(_), .. }
            | InstructionKind::TryCancel { multicast: true, .. }
            | InstructionKind::Tcgen05 { group: Some(CtaGroup::Two), .. }
    )
}
