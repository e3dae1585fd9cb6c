//! Executes launches of a kernel with chosen arguments, and finds what goes wrong in them.
//!
//! All warps of one cluster execute until each of them has ended or waits. A copy completes only when no warp can go
//! on. Vector clocks tell which accesses are ordered, whatever the order of this execution is.
//!
//! Guarantees that a fault is one of a launch: the kernel is executed from its beginning with known numbers, and what
//! is not known ends the launch. A fault is reported only if no launch without a fault executes the instruction more
//! often than it was executed before the fault. Work is bounded.
//!
//! Leaves out on purpose: clusters that are large or not known, contents of global memory, and accesses whose address
//! is not known.

mod address;
mod arguments;
mod barriers;
mod bounds;
mod clock;
mod copies;
mod detour;
mod effects;
mod fault;
mod flow;
mod frame_values;
mod generic;
mod granule;
mod instruction;
mod kernel;
mod lane_accesses;
mod lane_times;
mod lanes;
mod launch;
pub(crate) mod launched;
mod layout;
mod local;
mod matrices;
mod mbarrier;
mod memory;
mod needed;
mod origins;
mod peers;
mod points_to;
mod report;
mod schedule;
mod shared;
mod source_graph;
mod tensor;
mod tensor_memory;
mod value_sources;
mod warp;

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::slice;

use rustc_hash::FxHashSet;

use crate::execution::{Launches, Root, Run, Shape, Site};
use crate::id::InstId;
use crate::limits;
use crate::program::{AsyncCopy, InstructionKind, MbarrierOperation, Wgmma};
use crate::threads::Cta;
use arguments::{Arguments, ReadArguments};
pub use fault::{Counterexample, Fault, Grid, Memory};
use kernel::Kernel;
use launch::{Launch, Observed, Schedule};
pub use launched::{End, Launched, Shown, Trial, Unknown};

/// The values of the integer arguments: as a number of iterations, and as a size. The largest one is 24, 12 or 6
/// iterations of a loop over tiles of 32, 64 or 128 elements. After them, the last copies are in the first of two,
/// three or four stages, where kernels store their results.
const NUMBERS: [u64; 6] = [1, 4, 9, 64, 256, 768];

/// The values of one argument beside the others: several times as much, or a part of it.
const OTHER_NUMBERS: [u64; 10] = [1, 2, 3, 4, 5, 6, 7, 8, 16, 32];

/// The registers of an SM (CUDA C++ Programming Guide, compute capabilities).
const REGISTERS: u32 = 65_536;

/// With how many of the numbers a launch has to show a fault, so that a launch that was not executed to its end does
/// not refute it.
const ENOUGH_NUMBERS: usize = 3;

impl Root<'_> {
    /// Whether the kernel, whatever its arguments are, executes the instruction without a fault at it, and ends: what
    /// is said to go wrong at it does not.
    pub fn is_refuted(&self, id: InstId) -> bool {
        self.launched().always_faultless.contains(&id)
    }

    /// What launches of the kernel show ([`crate::simulation`]), executed once.
    pub fn launched(&self) -> &Launched {
        self.launched.get_or_init(|| execute(self))
    }
}

/// Executes launches of a kernel.
fn execute(root: &Root<'_>) -> Launched {
    let Some((shape, run)) = executed_shape(root) else { return Launched::default() };
    let unknown = |unknown| Launched { unknown: Some(unknown), ..Launched::default() };
    if let Some(reason) = why_not_executed(root, shape) {
        return unknown(reason);
    }
    let Some(kernel) = Kernel::of(run) else { return unknown(Unknown::SharedMemory) };
    let executor = Executor {
        kernel: &kernel,
        launches: &root.launches,
        schedule: Cell::new(Schedule::Early),
        trials: RefCell::default(),
    };
    let launches = executor.of_block(run.cta);
    let faultless = executor.faultless(run.cta, &launches);
    let faulty = launches.iter().rev().filter(|launch| !launch.faults.is_empty());
    let faulty =
        faulty.flat_map(|launch| launch.reached.iter().map(|&id| (id, (run.cta.threads(), launch.arguments.number))));
    let faulty = faulty.collect();
    let is_only_one = |launch: &&Launch<'_, '_>| {
        launch.has_ended() && launch.read_arguments.get().is_none() && !launch.has_loaded_strong
    };
    let always_faultless = launches.iter().filter(is_only_one).flat_map(Launch::reached_without_fault).collect();
    let right = launches.iter().filter(|launch| launch.is_faultless());
    let dynamic_shared = right.clone().filter_map(Launch::dynamic_shared).max();
    let all_come = right.filter(|launch| !launch.has_barrier_after_exit).flat_map(|launch| &launch.reached).copied();
    let all_come = all_come.collect();
    let mut counterexamples = executor.counterexamples(root, run.cta, &launches);
    let unknown = executor.unknown();
    if counterexamples.is_empty() && unknown.is_none() && run.sites().any(|site| tests_mbarrier(&site)) {
        executor.schedule.set(Schedule::Late);
        counterexamples = executor.counterexamples(root, run.cta, &executor.of_block(run.cta));
    }
    let trials = executor.trials.take();
    Launched { counterexamples, always_faultless, faultless, all_come, faulty, dynamic_shared, trials, unknown }
}

/// The shape whose launches are executed, with its first CTA: a bound of several axes, which is the block that the
/// kernel is written for, or else the largest block. None if nothing can go wrong in a launch.
fn executed_shape<'r, 'p>(root: &'r Root<'p>) -> Option<(&'r Shape<'p>, &'r Run<'p>)> {
    let cta = |shape: &&Shape<'_>| shape.ctas.first().map(|run| run.cta);
    let bound = root.launches.bound_of_axes();
    let of_bound = root.shapes.iter().find(|shape| bound.is_some() && cta(shape).map(|cta| cta.block) == bound);
    let largest = || root.shapes.iter().max_by_key(|shape| cta(shape).map(|cta| cta.threads()));
    let shape = of_bound.or_else(largest).filter(|shape| has_faults(shape))?;
    Some((shape, shape.ctas.first()?))
}

/// Of several candidates those that are the cause of the others, ascending by the instruction.
fn causes(candidates: Candidates) -> Vec<(InstId, Counterexample)> {
    let mut found: Vec<_> = candidates.into_iter().map(|(id, _, found)| (id, found)).collect();
    let first = found.iter().map(|(_, found)| found.fault.rank()).min();
    found.retain(|(_, found)| Some(found.fault.rank()) == first);
    // One wait is reported: the others may be its consequences.
    let wait = found.iter().find(|(_, found)| found.fault.is_stuck()).map(|(id, _)| *id);
    found.retain(|(id, found)| !found.fault.is_stuck() || Some(*id) == wait);
    found.sort_by_key(|(id, _)| *id);
    found
}

/// Faults that no launch refutes so far: the instruction, the fault of a launch, and what is reported of it.
type Candidates = Vec<(InstId, Observed, Counterexample)>;

/// Executes launches of one kernel, until as many instructions have been executed as are allowed.
struct Executor<'r, 'p> {
    kernel: &'r Kernel<'r, 'p>,
    launches: &'r Launches,
    schedule: Cell<Schedule>,
    /// The launches so far.
    trials: RefCell<Vec<Trial>>,
}

impl<'r, 'p> Executor<'r, 'p> {
    fn launch(&self, cta: Cta, arguments: Arguments) -> Launch<'r, 'p> {
        // At most as many registers as there are for each thread.
        let threads = cta.threads().max(1).saturating_mul(self.launches.ctas.unwrap_or(1).max(1));
        let registers = self.launches.registers.unwrap_or((REGISTERS / threads) & !7);
        let schedule = self.schedule.get();
        let launch = Launch::execute(self.kernel, (cta, registers.into()), arguments, schedule);
        self.trials.borrow_mut().push(Trial {
            block: cta.block,
            number: arguments.number,
            has_wide: arguments.has_wide,
            other: arguments.other.map(|(_, number)| number),
            clusters: arguments.clusters,
            is_late: schedule == Schedule::Late,
            end: match launch.has_ended {
                true => End::Complete,
                false if launch.is_exhausted() => End::Exhausted,
                false => End::Unknown,
            },
            instructions: launch.instructions,
            faults: launch.faults.len(),
        });
        launch
    }

    /// Whether there were more instructions than are allowed.
    fn is_exhausted(&self) -> bool {
        let instructions = self.trials.borrow().iter().map(|trial| u64::from(trial.instructions)).sum::<u64>();
        instructions > u64::from(limits::INSTRUCTIONS_OF_KERNEL)
    }

    /// Why nothing is known, if that is so.
    fn unknown(&self) -> Option<Unknown> {
        let trials = self.trials.borrow();
        let has_ended = |end| trials.iter().any(|trial| trial.end == end);
        match self.is_exhausted() {
            true => Some(Unknown::Exhausted),
            false if has_ended(End::Complete) => None,
            false if has_ended(End::Exhausted) => Some(Unknown::Exhausted),
            false => Some(Unknown::Values),
        }
    }

    /// What is wrong in the first launch that has a fault, and what no other launch refutes.
    fn counterexamples(&self, root: &Root<'_>, cta: Cta, launches: &[Launch<'r, 'p>]) -> Vec<(InstId, Counterexample)> {
        let is_exact = root.launches.block.is_some();
        let mut found = launches.iter().map(|launch| candidates_of(launch, launches, is_exact));
        let mut candidates = found.find(|found| !found.is_empty()).unwrap_or_default();
        self.try_other_arguments(launches, &mut candidates);
        self.try_other_blocks(root, cta, &mut candidates);
        self.try_other_grids(cta, &mut candidates);
        // What other launches would show is not known.
        if self.is_exhausted() { Vec::new() } else { causes(candidates) }
    }

    /// The launches of a block with all numbers, or the only one if it reads no argument.
    fn of_block(&self, cta: Cta) -> Vec<Launch<'r, 'p>> {
        let mut launches: Vec<Launch<'r, 'p>> = Vec::new();
        for has_wide in [false, true] {
            for number in NUMBERS {
                let launch = self.launch(cta, Arguments { number, has_wide, other: None, clusters: None });
                let read = launch.read_arguments.get();
                // A loop that does not end in time takes no less with a larger number.
                let is_too_long = launch.is_exhausted();
                launches.push(launch);
                if read.is_none() || self.is_exhausted() {
                    return launches;
                }
                // If it has read no argument of 32 bits, it is the same with the other numbers.
                if is_too_long || !has_wide && !read.narrow && !read.responses {
                    break;
                }
            }
            if !read_by(&launches).wide {
                break;
            }
        }
        launches
    }

    /// The instructions of the launches that end without a fault; none if there is no such launch.
    fn faultless(&self, cta: Cta, launches: &[Launch<'r, 'p>]) -> Option<FxHashSet<InstId>> {
        // An argument of 0 often says that there is nothing to do. It is tried for the proof of it only.
        let is_tried = !read_by(launches).is_none() && !launches.iter().any(Launch::is_faultless);
        let zero = Arguments { number: 0, has_wide: false, other: None, clusters: None };
        let zero = is_tried.then(|| self.launch(cta, zero));
        let mut faultless = launches.iter().chain(&zero).filter(|launch| launch.is_faultless()).peekable();
        faultless.peek().is_some().then(|| faultless.flat_map(Launch::judged).collect())
    }

    /// Removes candidates that a launch with one other argument refutes: the arguments of a kernel can belong together.
    fn try_other_arguments(&self, launches: &[Launch<'r, 'p>], found: &mut Candidates) {
        let run = self.kernel.run;
        let deciding = launches.iter().fold(0, |bits, launch| bits | launch.decided() | launch.memory_by.expected);
        for argument in
            origins::arguments(run).filter(|argument| self.kernel.deciding([(run.root(), *argument)]) & deciding != 0)
        {
            // The bytes that are expected and those that are copied can be two arguments that belong together.
            let bytes: Vec<u64> =
                found.iter().filter_map(|(_, observed, _)| observed.fault.bytes()).flatten().collect();
            for number in OTHER_NUMBERS.into_iter().chain(bytes) {
                for has_wide in [false, true] {
                    let base = found.iter().find_map(|(.., found)| found.number);
                    let Some(base) = base.filter(|base| *base != number && !self.is_exhausted()) else { break };
                    let other = Some((argument, number));
                    let other = self.launch(run.cta, Arguments { number: base, has_wide, other, clusters: None });
                    let is_wide = other.read_arguments.get().wide;
                    refute(found, slice::from_ref(&other), |observed| refutes(&other, observed));
                    if !is_wide {
                        break;
                    }
                }
            }
        }
    }

    /// Removes candidates that a launch of another block refutes: the kernel can be for a smaller one, or for one of
    /// other sizes.
    fn try_other_blocks(&self, root: &Root<'_>, cta: Cta, found: &mut Candidates) {
        for block in other_blocks(root, cta.block) {
            if found.is_empty() || self.is_exhausted() {
                break;
            }
            let other = self.of_block(Cta { block, ..cta });
            refute(found, &other, |observed| {
                other.iter().any(|launch| refutes_of_block(launch, (block, cta), observed))
            });
        }
    }

    /// Finds out which candidates need a grid of one cluster, or one of several.
    fn try_other_grids(&self, cta: Cta, found: &mut Candidates) {
        for (clusters, needed) in [(1, Grid::Several), (2, Grid::One)] {
            if found.iter().all(|(.., found)| !found.is_certain) || self.is_exhausted() {
                break;
            }
            let arguments = Arguments { number: NUMBERS[0], has_wide: false, other: None, clusters: Some(clusters) };
            let other = self.launch(cta, arguments);
            for (id, observed, found) in found.iter_mut().filter(|(.., found)| found.is_certain) {
                if !other.has_fault((*id, observed.fault)) {
                    (found.is_certain, found.grid) = (false, Some(needed));
                }
            }
        }
    }
}

/// The faults of one of the launches that none of them refutes. `is_exact`: whether the block is stated.
fn candidates_of(launch: &Launch<'_, '_>, launches: &[Launch<'_, '_>], is_exact: bool) -> Candidates {
    // How many requests succeed is not the kernel's to choose: each number is one of a correct launch.
    let read = read_by(launches);
    let is_of_requests = read.responses && !read.narrow && !read.wide;
    let candidate = |&observed: &Observed| {
        let has_it = |launch: &Launch<'_, '_>| launch.has_fault((observed.id, observed.fault));
        let needs_arguments = launches.iter().any(|launch| launch.decided() != 0 || !has_it(launch));
        let other = observed.other.map(|(id, _)| id);
        let found = Counterexample {
            fault: observed.fault,
            threads: launch.threads(),
            number: Some(launch.arguments.number).filter(|_| needs_arguments && !is_of_requests),
            requests: Some(launch.arguments.requests()).filter(|_| needs_arguments && is_of_requests),
            grid: None,
            is_late: launch.schedule == Schedule::Late,
            is_certain: is_exact
                && !needs_arguments
                && !launch.has_loaded_strong
                && launch.schedule == Schedule::Early
                && !observed.fault.is_possible(),
            other: other.filter(|other| *other != observed.id),
        };
        (observed.id, observed, found)
    };
    // A launch that accesses what is beyond a variable has numbers that the kernel is not written for.
    let is_out_of_bounds = |observed: &Observed| matches!(observed.fault, Fault::OutOfBounds { .. });
    let is_beyond = launch.faults.iter().any(is_out_of_bounds);
    let credible = launch.faults.iter().filter(|observed| !is_beyond || is_out_of_bounds(observed));
    let mut candidates: Candidates = credible.map(candidate).collect();
    // A loop to a bound that an argument states goes farther with each number.
    candidates.retain(|(id, observed, _)| {
        let found = launches.iter().filter(|launch| launch.has_fault((*id, observed.fault)));
        !is_out_of_bounds(observed) || launches.len() == 1 || found.count() >= ENOUGH_NUMBERS
    });
    if is_of_requests {
        return candidates;
    }
    refute(&mut candidates, launches, |observed| {
        let is_seen_often = launches.len() == 1 || numbers_with(launches, observed.id) >= ENOUGH_NUMBERS;
        launches.iter().any(|other| (other.has_ended || !is_seen_often) && refutes(other, observed))
    });
    candidates
}

/// Removes candidates that are refuted, and, if the first of several waits is, those that can hang as its consequence
/// only: all that no launch without a fault executes.
fn refute(candidates: &mut Candidates, launches: &[Launch<'_, '_>], is_refuted: impl Fn(&Observed) -> bool) {
    let first = candidates.iter().find(|(_, observed, _)| observed.fault.is_stuck());
    let ends = first.is_some_and(|(_, observed, _)| is_refuted(observed));
    candidates.retain(|(_, observed, _)| !is_refuted(observed));
    if ends {
        let is_executed =
            |id: &InstId| launches.iter().any(|launch| launch.faults.is_empty() && launch.executed.contains_key(id));
        candidates.retain(|(id, observed, _)| !observed.fault.is_stuck() || is_executed(id));
    }
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

/// Whether a launch of another block than that of a CTA refutes what was observed there.
fn refutes_of_block(launch: &Launch<'_, '_>, (block, cta): ([u32; 3], Cta), observed: &Observed) -> bool {
    // With a part of a warp, too few threads for another fault can be there.
    let threads: u32 = block.iter().product();
    let is_ragged = threads < cta.threads() && !threads.is_multiple_of(32);
    if is_ragged && !matches!(observed.fault, Fault::NotInMask { .. }) {
        return false;
    }
    // A kernel that reads several axes is written for a block of several. How often such a block executes an
    // instruction cannot be compared, and what is not known of it refutes, too.
    let is_written_for = block[1] > 1 || block[2] > 1;
    let is_executed = || launch.executed.contains_key(&observed.id);
    is_written_for && launch.faults.is_empty() && (!launch.has_ended || is_executed()) || refutes(launch, observed)
}

/// How many of the numbers lead to a launch that has a fault at an instruction.
fn numbers_with(launches: &[Launch<'_, '_>], id: InstId) -> usize {
    let faulty = launches.iter().filter(|launch| launch.faults.iter().any(|observed| observed.id == id));
    faulty.map(|launch| launch.arguments.number).collect::<BTreeSet<u64>>().len()
}

/// Whether something in a kernel can be wrong in a launch: it accesses memory that others have to see, or waits for a
/// part of its threads.
fn has_faults(shape: &Shape<'_>) -> bool {
    let can_be_wrong = |site: Site<'_, '_>| uses_memory(&site) || is_partial(&site) || has_mask(&site);
    shape.ctas.iter().flat_map(Run::sites).any(can_be_wrong)
}

/// Whether the lanes of a mask execute an instruction together.
fn has_mask(site: &Site<'_, '_>) -> bool {
    matches!(site.instruction.kind, InstructionKind::WarpSync { mask: Some(_), .. })
}

/// Why no launch of a kernel is executed, if that is so: its block has to be stated or bounded, and its cluster known
/// and small, unless one CTA does all that it does.
fn why_not_executed(root: &Root<'_>, shape: &Shape<'_>) -> Option<Unknown> {
    let launches = &root.launches;
    let asks = |asked: fn(&Site<'_, '_>) -> bool| shape.ctas.iter().flat_map(Run::sites).any(|site| asked(&site));
    // Barriers of some of the threads are right in some blocks only.
    let is_stated = launches.block.is_some() || launches.bound_of_axes().is_some();
    let is_known = is_stated || launches.bound.is_some() && asks(uses_memory);
    match shape.ctas.first().and_then(|run| run.cta.cluster_ctas()) {
        _ if !is_known => Some(Unknown::Block),
        Some(ctas) if ctas > limits::CTAS => Some(Unknown::LargeCluster),
        None if asks(|site| site.instruction.needs_cluster()) => Some(Unknown::Cluster),
        _ if asks(|site| site.instruction.kind == InstructionKind::CallUnknown) => Some(Unknown::Calls),
        _ => None,
    }
}

/// Whether a launch without a fault executes the instruction of a fault of another one more often, and the operation
/// before it as often.
fn refutes(launch: &Launch<'_, '_>, observed: &Observed) -> bool {
    launch.faults.is_empty()
        && launch.executed.get(&observed.id).is_some_and(|executed| *executed > observed.times)
        && observed
            .other
            .is_none_or(|(id, times)| launch.executed.get(&id).is_some_and(|executed| *executed >= times.max(1)))
}

/// Whether an instruction accesses shared or tensor memory in a way that others have to see, or that has to be
/// complete, or takes what others have to release.
fn uses_memory(site: &Site<'_, '_>) -> bool {
    let is_asynchronous = matches!(
        site.instruction.kind,
        InstructionKind::Mbarrier { .. }
            | InstructionKind::AsyncCopy(AsyncCopy { from: Some(_), .. })
            | InstructionKind::Wgmma(Wgmma::Mma { .. })
            | InstructionKind::CpAsync(_)
            | InstructionKind::TryCancel { .. }
            | InstructionKind::Tcgen05 { .. }
            | InstructionKind::SetMaxnreg { .. }
    );
    is_asynchronous || site.instruction.stores().next().is_some()
}

fn tests_mbarrier(site: &Site<'_, '_>) -> bool {
    matches!(site.instruction.kind, InstructionKind::Mbarrier { operation: MbarrierOperation::Wait { .. }, .. })
}

/// Whether a barrier counts its threads, or is reached by some of the threads only.
fn is_partial(site: &Site<'_, '_>) -> bool {
    let some_come = || site.presence.exact() != Some(site.run.cta.all());
    match site.instruction.kind {
        InstructionKind::Barrier { threads, .. } => threads.is_some() || some_come(),
        InstructionKind::ClusterArrive { .. } => some_come(),
        _ => false,
    }
}

/// The arguments that any of the launches has read.
fn read_by(launches: &[Launch<'_, '_>]) -> ReadArguments {
    launches.iter().fold(ReadArguments::NONE, |all, launch| all.or(launch.read_arguments.get()))
}
