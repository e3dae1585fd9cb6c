//! The barriers of the CTA that one thread passes, in order, as far as its path is known.
//!
//! Accepts a block of a kernel that all threads get to. Follows one thread from there with the numbers that it
//! computes, also through loops and calls. Where a condition is unknown and no barrier depends on it, it goes on where
//! the sides meet again. Guarantees that the barriers are those of every execution that gets to the block, up to where
//! the thread stops.
//!
//! Leaves out on purpose: what the barriers of several threads do together ([`crate::protocol::barrier::meeting`]).

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::evaluate::scalar::{Scalars, Source};
use crate::execution::{ContextId, Run};
use crate::id::{BlockId, ValueId};
use crate::limits;
use crate::paths::{is_whole, waits};
use crate::program::{BarrierOperation, Block, Function, InstructionKind, Target, Terminator};
use crate::value::{Value, ValueKind};

/// A program point of a kernel: before an instruction of a block.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) struct ProgramPoint {
    pub block: BlockId,
    pub index: usize,
}

/// A barrier of the CTA that a thread executes.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) struct Pass {
    pub site: (ContextId, BlockId, usize),
    /// The id of the barrier.
    pub name: u64,
    /// The number of threads that it counts, if that is not the whole CTA.
    pub count: Option<u64>,
    pub operation: BarrierOperation,
    pub aligned: bool,
}

/// What a thread does that other threads depend on.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) enum WarpEvent {
    Pass(Pass),
    /// It can wait for other threads by other means.
    Wait,
}

/// How far a thread is followed.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) enum WalkEnd {
    /// It ends.
    Exit,
    /// Nothing is known from this block of the kernel on.
    At(BlockId),
}

/// What one thread does from a block on.
#[derive(Clone, Debug)]
pub(crate) struct Path {
    /// Each with the block of the kernel that it is in, or that calls it.
    pub events: Vec<(WarpEvent, BlockId)>,
    /// For each block of the kernel, the number of events before the first visit.
    pub marks: FxHashMap<BlockId, usize>,
    pub end: WalkEnd,
}

/// Follows threads of one run.
pub(crate) struct Follower<'r, 'p> {
    run: &'r Run<'p>,
    visits: Cell<u32>,
    /// Where the sides of a branch meet again, if no barrier is between.
    around: RefCell<BarrierDetours>,
    quiet: RefCell<BTreeMap<ContextId, bool>>,
}

/// For each block with a branch, the detour around what it decides.
type BarrierDetours = BTreeMap<(ContextId, BlockId), Option<Rc<BarrierDetour>>>;

/// The blocks between a branch and where its sides meet again.
#[derive(Debug)]
struct BarrierDetour {
    to: BlockId,
    blocks: Vec<BlockId>,
    /// Whether a thread can wait for others there.
    waits: bool,
}

/// A call that is followed.
struct WalkFrame {
    context: ContextId,
    /// The numbers of parameters of blocks, and of results of calls.
    numbers: FxHashMap<ValueId, u64>,
    /// The block of the kernel; for a function that the kernel calls, the block with the call.
    root_block: BlockId,
    depth: usize,
}

/// How the walk of a function ended.
enum WalkResult {
    Returned(Vec<Option<u64>>),
    Ended(WalkEnd),
}

impl<'r, 'p> Follower<'r, 'p> {
    pub fn of(run: &'r Run<'p>) -> Self {
        Self {
            run,
            visits: Cell::new(limits::PASSES_BLOCKS_OF_ALL),
            around: RefCell::new(BTreeMap::new()),
            quiet: RefCell::new(BTreeMap::new()),
        }
    }

    /// What a thread does from the first visit of a program point of the kernel to the next visit of its block. None if
    /// it is too much.
    pub fn path(&self, thread: usize, from: ProgramPoint) -> Option<Path> {
        let mut path = Path { events: Vec::new(), marks: FxHashMap::default(), end: WalkEnd::At(from.block) };
        let numbers = FxHashMap::default();
        let mut frame = WalkFrame { context: self.run.root(), numbers, root_block: from.block, depth: 0 };
        let mut visits = limits::PASSES_BLOCKS;
        let flow = self.walk(&mut frame, thread, from, &mut path, &mut visits);
        path.end = match flow {
            WalkResult::Returned(_) => WalkEnd::Exit,
            WalkResult::Ended(end) => end,
        };
        (self.visits.get() > 0).then_some(path)
    }

    fn walk(
        &self,
        frame: &mut WalkFrame,
        thread: usize,
        from: ProgramPoint,
        path: &mut Path,
        visits: &mut u32,
    ) -> WalkResult {
        let is_root = frame.depth == 0;
        let Some(function) = self.run.function(frame.context) else {
            return WalkResult::Ended(WalkEnd::At(frame.root_block));
        };
        let ProgramPoint { block: mut at, index: mut first } = from;
        loop {
            if is_root {
                frame.root_block = at;
                path.marks.entry(at).or_insert(path.events.len());
            }
            let stopped = WalkResult::Ended(WalkEnd::At(frame.root_block));
            let (Some(left), Some(of_all)) = (visits.checked_sub(1), self.visits.get().checked_sub(1)) else {
                return stopped;
            };
            *visits = left;
            self.visits.set(of_all);
            let Some(block) = function.block(at) else { return stopped };
            for index in std::mem::take(&mut first)..block.instructions.len() {
                if let Some(ended) = self.instruction(frame, thread, (at, index), path, visits) {
                    return ended;
                }
            }
            let number = |value| self.number(frame, thread, value);
            let index = match &block.end {
                Terminator::Return(values) => {
                    return WalkResult::Returned(values.iter().map(|&value| number(value)).collect());
                }
                Terminator::Exit => return WalkResult::Ended(WalkEnd::Exit),
                Terminator::Trap => return stopped,
                _ => self.decide(frame, thread, at, &block.end),
            };
            let next = match index.and_then(|index| block.end.targets().nth(index)) {
                Some(target) => {
                    self.enter(frame, thread, function, target);
                    target.to
                }
                None => {
                    let Some(detour) = self.detour(frame.context, at) else { return stopped };
                    if detour.waits {
                        path.events.push((WarpEvent::Wait, frame.root_block));
                    }
                    for block in detour.blocks.iter().chain([&detour.to]).filter_map(|&block| function.block(block)) {
                        forget(frame, block);
                    }
                    detour.to
                }
            };
            if is_root && next == from.block {
                return WalkResult::Ended(WalkEnd::At(next));
            }
            at = next;
        }
    }

    /// Executes an instruction. How the thread ends in it, if it does.
    fn instruction(
        &self,
        frame: &mut WalkFrame,
        thread: usize,
        (block, index): (BlockId, usize),
        path: &mut Path,
        visits: &mut u32,
    ) -> Option<WalkResult> {
        let instruction = self.run.function(frame.context)?.block(block)?.instructions.get(index)?;
        let stopped = WalkResult::Ended(WalkEnd::At(frame.root_block));
        match &instruction.kind {
            InstructionKind::Barrier { operation, id, threads, aligned } => {
                let Some(name) =
                    id.and_then(|id| self.number(frame, thread, id)).filter(|&name| name < limits::BARRIER_IDS)
                else {
                    return Some(stopped);
                };
                let count = match threads.map(|threads| self.number(frame, thread, threads)) {
                    Some(None) => return Some(stopped),
                    Some(Some(count)) => Some(count).filter(|&count| !is_whole(self.run, count)),
                    None => None,
                };
                let (operation, aligned, site) = (*operation, *aligned, (frame.context, block, index));
                path.events.push((WarpEvent::Pass(Pass { site, name, count, operation, aligned }), frame.root_block));
                None
            }
            InstructionKind::Call { callee, arguments, results } => {
                let Some(context) = self.run.callee(frame.context, block, index) else {
                    // Either nothing in it matters, or it is a recursion.
                    return self.run.follows(*callee).then_some(stopped);
                };
                if frame.depth >= limits::PASSES_CALLS {
                    return Some(stopped);
                }
                let parameters = self.run.function(context).map_or(&[][..], |function| &function.parameters);
                let numbers = parameters
                    .iter()
                    .zip(arguments)
                    .filter_map(|(&parameter, &argument)| Some((parameter, self.number(frame, thread, argument)?)));
                let numbers = numbers.collect();
                let mut called = WalkFrame { context, numbers, root_block: frame.root_block, depth: frame.depth + 1 };
                match self.walk(&mut called, thread, ProgramPoint { block: BlockId::new(0), index: 0 }, path, visits) {
                    WalkResult::Returned(numbers) => {
                        for (index, result) in results.iter().enumerate() {
                            set(frame, *result, numbers.get(index).copied().flatten());
                        }
                        None
                    }
                    ended @ WalkResult::Ended(_) => Some(ended),
                }
            }
            kind if waits(kind) => {
                path.events.push((WarpEvent::Wait, frame.root_block));
                None
            }
            _ => None,
        }
    }

    /// The edge that a thread takes, if it is known.
    fn decide(&self, frame: &WalkFrame, thread: usize, from: BlockId, end: &Terminator) -> Option<usize> {
        let count = end.targets().count();
        let can_take = |&index: &usize| self.run.edge(frame.context, from, index).threads.contains(thread);
        let mut possible = (0..count).filter(can_take);
        let first = possible.next()?;
        if possible.next().is_none() {
            return Some(first);
        }
        match end {
            Terminator::Branch { condition, .. } => Some(usize::from(self.number(frame, thread, *condition)? == 0)),
            Terminator::Switch { value, cases, .. } => {
                let number = self.number(frame, thread, *value)?;
                Some(cases.iter().position(|(constant, _)| *constant == number).map_or(0, |case| case + 1))
            }
            _ => None,
        }
    }

    fn enter(&self, frame: &mut WalkFrame, thread: usize, function: &Function, target: &Target) {
        let parameters = function.block(target.to).map_or(&[][..], |block| &block.parameters);
        let numbers = self.numbers(frame, thread, target.arguments.iter().copied());
        for (index, parameter) in parameters.iter().enumerate() {
            set(frame, *parameter, numbers.get(index).copied().flatten());
        }
    }

    fn number(&self, frame: &WalkFrame, thread: usize, value: ValueId) -> Option<u64> {
        self.numbers(frame, thread, [value]).pop()?
    }

    /// The numbers that values have in a thread.
    fn numbers(
        &self,
        frame: &WalkFrame,
        thread: usize,
        values: impl IntoIterator<Item = ValueId>,
    ) -> SmallVec<[Option<u64>; 4]> {
        let Some(function) = self.run.function(frame.context) else { return SmallVec::new() };
        let source = |id: ValueId, value: &Value| {
            let number = frame.numbers.get(&id).copied();
            let number = number.or_else(|| self.run.known(frame.context, id).number(thread));
            match value.kind {
                ValueKind::Compute(..) if number.is_none() => Source::Operands,
                _ => Source::Number(number),
            }
        };
        let mut scalars = Scalars::new(function, limits::NUMBER_VALUES, source);
        values.into_iter().map(|value| scalars.number(value)).collect()
    }

    /// The detour around what an unknown condition decides, if no barrier is there and no thread ends there.
    fn detour(&self, context: ContextId, from: BlockId) -> Option<Rc<BarrierDetour>> {
        let known = self.around.borrow().get(&(context, from)).cloned();
        known.unwrap_or_else(|| {
            let found = self.find_detour(context, from).map(Rc::new);
            self.around.borrow_mut().insert((context, from), found.clone());
            found
        })
    }

    fn find_detour(&self, context: ContextId, from: BlockId) -> Option<BarrierDetour> {
        let (function, graph) = (self.run.function(context)?, self.run.graph(context)?);
        let to = graph.post_dominator(from)?;
        let (mut seen, mut pending) = (FxHashSet::default(), vec![from]);
        let (mut blocks, mut has_wait) = (Vec::new(), false);
        while let Some(id) = pending.pop() {
            let block = function.block(id)?;
            for target in block.end.targets().filter(|target| target.to != to) {
                if seen.insert(target.to) {
                    blocks.push(target.to);
                    pending.push(target.to);
                }
            }
            if id == from && !seen.contains(&from) {
                // Its instructions have been executed.
                continue;
            }
            if matches!(block.end, Terminator::Return(_) | Terminator::Exit) {
                return None;
            }
            for (index, instruction) in block.instructions.iter().enumerate() {
                let is_quiet = match instruction.kind {
                    InstructionKind::Barrier { .. } | InstructionKind::CallUnknown => false,
                    InstructionKind::Call { callee, .. } => match self.run.callee(context, id, index) {
                        // A function that is called can wait.
                        Some(called) => {
                            has_wait = true;
                            self.is_quiet(called)
                        }
                        None => !self.run.follows(callee),
                    },
                    _ => true,
                };
                if !is_quiet {
                    return None;
                }
                has_wait |= waits(&instruction.kind);
            }
        }
        // A loop can wait for memory.
        let is_inner =
            |block: BlockId| block == from || graph.loops.around(block).any(|id| !graph.loops.contains(id, from));
        let has_wait = has_wait || blocks.iter().any(|&block| is_inner(block));
        Some(BarrierDetour { to, blocks, waits: has_wait })
    }

    /// Whether a function, with those that it calls, has no barrier and ends no thread.
    fn is_quiet(&self, context: ContextId) -> bool {
        if let Some(&known) = self.quiet.borrow().get(&context) {
            return known;
        }
        // A recursion.
        self.quiet.borrow_mut().insert(context, false);
        let blocks = self.run.function(context).map_or(&[][..], |function| &function.blocks);
        let is_quiet = blocks.iter().enumerate().all(|(at, block)| {
            let mut instructions = block.instructions.iter().enumerate();
            block.end != Terminator::Exit
                && instructions.all(|(index, instruction)| match instruction.kind {
                    InstructionKind::Barrier { .. } | InstructionKind::CallUnknown => false,
                    InstructionKind::Call { callee, .. } => match self.run.callee(context, BlockId::new(at), index) {
                        Some(called) => self.is_quiet(called),
                        None => !self.run.follows(callee),
                    },
                    _ => true,
                })
        });
        self.quiet.borrow_mut().insert(context, is_quiet);
        is_quiet
    }
}

fn set(frame: &mut WalkFrame, value: ValueId, number: Option<u64>) {
    match number {
        Some(number) => frame.numbers.insert(value, number),
        None => frame.numbers.remove(&value),
    };
}

/// Forgets the numbers that a block sets.
fn forget(frame: &mut WalkFrame, block: &Block) {
    let results = block.instructions.iter().flat_map(|instruction| match &instruction.kind {
        InstructionKind::Call { results, .. } => results.as_slice(),
        _ => &[],
    });
    for value in block.parameters.iter().chain(results) {
        frame.numbers.remove(value);
    }
}
