//! What each function of a program reaches: its own instructions, and those of functions that it calls.
//!
//! Accepts a [`Program`] and, for each function, whether it is a kernel and what is known of its block ([`Entry`]).
//! Guarantees that everything is computed once, in time linear in the program except for sorting, recursion included. A
//! rule about a kernel is then a few look-ups: for each [`InstructionClass`] the instruction with the lowest id, the
//! largest accumulator, for each block the threads that can be there ([`ThreadSet`]), and the use of tensor memory. A
//! call or an edge that leads nowhere is ignored.
//!
//! ```
//! use tileiras_kernel::{
//!     Block, Body, Entry, FunctionId, InstId, Instruction, InstructionClass, InstructionKind, Program, Reach,
//! };
//!
//! let kind = InstructionKind::Wgmma { accumulator: 128 };
//! let wgmma = Instruction { kind, needs: None, id: InstId::new(7) };
//! let block = Block { instructions: vec![wgmma], ..Block::default() };
//! let program = Program { functions: vec![Body { blocks: vec![block] }] };
//! let reach = Reach::new(&program, [Entry::Blocks { single: false, single_in_x: false }]);
//! assert_eq!(reach.first(FunctionId::new(0), InstructionClass::Wgmma), Some(InstId::new(7)));
//! ```
//!
//! Leaves out on purpose: which of it is a fault (`tileiras-contract`).

mod cancel;
mod path;
mod tensor;
mod thread_set;

use std::cmp::Reverse;

pub use tensor::{PairDeallocFault, TensorMemory};
pub use thread_set::{EnteringThreads, ThreadSet};

use crate::body::{Body, Instruction, InstructionKind, Program};
use crate::class::InstructionClass;
use crate::id::{BlockId, FunctionId, InstId, ValueId};

/// The threads that enter a function from outside of the program.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub enum Entry {
    /// None: only calls reach the function.
    #[default]
    Calls,
    /// Blocks of threads: the function is a kernel.
    Blocks {
        /// Every block is known to have one thread.
        single: bool,
        /// Every block is known to have one thread in x.
        single_in_x: bool,
    },
}

/// What the functions of a program reach.
#[derive(Debug)]
pub struct Reach<'a> {
    program: &'a Program,
    /// For each function, one bit for each class of which it has an instruction itself.
    own: Vec<u16>,
    /// For each class, the first instruction that each function reaches; empty if the program has none of the class.
    first: [Vec<Option<InstId>>; InstructionClass::ALL.len()],
    /// For each function, the largest accumulator that it reaches; empty if the program has none.
    accumulator: Vec<Option<(u32, InstId)>>,
    thread_sets: thread_set::ThreadSets,
    entering: Vec<EnteringThreads>,
    tensor_memory: tensor::Summaries,
    /// The mbarriers of all requests to cancel, ascending.
    cancels: Vec<ValueId>,
}

impl<'a> Reach<'a> {
    /// Analyses a program. The entries are in the order of its functions; one that is missing is [`Entry::Calls`].
    pub fn new(program: &'a Program, entries: impl IntoIterator<Item = Entry>) -> Self {
        let calls = CallGraph::of(program);
        let mut own = vec![0; program.functions.len()];
        let mut sources: [Vec<(InstId, FunctionId)>; InstructionClass::ALL.len()] = Default::default();
        let mut accumulators = Vec::new();
        let mut cancels = Vec::new();
        for (function, body) in program.enumerate() {
            for instruction in body.instructions() {
                for class in InstructionClass::ALL.into_iter().filter(|class| class.contains(instruction)) {
                    own[function.index()] |= class.bit();
                    sources[class as usize].push((instruction.id, function));
                }
                match instruction.kind {
                    InstructionKind::Wgmma { accumulator } => {
                        accumulators.push(((accumulator, instruction.id), function))
                    }
                    InstructionKind::TryCancel { barrier: Some(barrier), .. } => cancels.push(barrier),
                    _ => {}
                }
            }
        }
        let first = sources.map(|mut sources| {
            sources.sort_unstable();
            calls.propagate_to_callers(&sources)
        });
        accumulators.sort_unstable_by_key(|&((registers, id), function)| (Reverse(registers), id, function));
        let accumulator = calls.propagate_to_callers(&accumulators);
        cancels.sort_unstable();
        cancels.dedup();
        let mut reach = Reach {
            program,
            own,
            first,
            accumulator,
            thread_sets: thread_set::ThreadSets::default(),
            entering: Vec::new(),
            tensor_memory: tensor::Summaries::default(),
            cancels,
        };
        let mut entries: Vec<Entry> = entries.into_iter().collect();
        entries.resize(program.functions.len(), Entry::Calls);
        // Only tcgen05 depends on which threads execute it.
        if reach.has(InstructionClass::WarpIssue) || reach.has(InstructionClass::ThreadIssue) {
            reach.thread_sets = thread_set::ThreadSets::of(program);
            reach.entering = thread_set::entering_threads(&reach, &entries);
        }
        if reach.has(InstructionClass::Alloc) || reach.has(InstructionClass::PairDealloc) {
            reach.tensor_memory = tensor::Summaries::of(&reach, &calls);
        }
        reach
    }

    /// The body of a function; empty for an id that no function has.
    pub fn body(&self, function: FunctionId) -> &'a Body {
        const EMPTY: &Body = &Body { blocks: Vec::new() };
        self.program.functions.get(function.index()).unwrap_or(EMPTY)
    }

    /// Whether the body of the function itself, without the functions that it calls, has an instruction of a class.
    pub fn own_body_has(&self, function: FunctionId, class: InstructionClass) -> bool {
        self.own.get(function.index()).is_some_and(|own| own & class.bit() != 0)
    }

    /// Of all instructions of a class that the function reaches, the one with the lowest id.
    pub fn first(&self, function: FunctionId, class: InstructionClass) -> Option<InstId> {
        self.first[class as usize].get(function.index()).copied().flatten()
    }

    /// Whether the function reaches an instruction of a class.
    pub fn reaches(&self, function: FunctionId, class: InstructionClass) -> bool {
        self.first(function, class).is_some()
    }

    /// The largest accumulator of all `wgmma.mma_async` that the function reaches, in registers per thread, and the
    /// first instruction that has it.
    pub fn accumulator(&self, function: FunctionId) -> Option<(u32, InstId)> {
        self.accumulator.get(function.index()).copied().flatten()
    }

    /// The threads that can be in a block of a function, of those that are in the function.
    pub fn thread_set(&self, function: FunctionId, block: BlockId) -> ThreadSet {
        self.thread_sets.get(function, block)
    }

    /// The threads that can enter a function, from outside of the program and through calls.
    pub fn entering_threads(&self, function: FunctionId) -> EnteringThreads {
        self.entering.get(function.index()).copied().unwrap_or_default()
    }

    /// How a function uses tensor memory.
    pub fn tensor_memory(&self, function: FunctionId) -> TensorMemory {
        tensor::tensor_memory(self, function)
    }

    /// The instructions and calls of the function that can execute a `try_cancel` after another `try_cancel` has failed, in
    /// the order of the body.
    pub fn requests_after_failure(&self, function: FunctionId) -> Vec<InstId> {
        cancel::requests_after_failure(self, function)
    }

    /// Whether an mbarrier is the one on which a `try_cancel`, anywhere in the program, completes.
    pub fn is_cancel_barrier(&self, barrier: ValueId) -> bool {
        self.cancels.binary_search(&barrier).is_ok()
    }

    /// Whether an instruction is in a class, or is a call that reaches one.
    pub(crate) fn does(&self, instruction: &Instruction, class: InstructionClass) -> bool {
        match instruction.kind {
            InstructionKind::Call(callee) => self.reaches(callee, class),
            _ => class.contains(instruction),
        }
    }

    /// Whether the program has an instruction of a class.
    fn has(&self, class: InstructionClass) -> bool {
        !self.first[class as usize].is_empty()
    }
}

/// The callees and the callers of each function.
#[derive(Debug)]
struct CallGraph {
    callees: Vec<Vec<FunctionId>>,
    callers: Vec<Vec<FunctionId>>,
}

impl CallGraph {
    fn of(program: &Program) -> Self {
        let count = program.functions.len();
        let mut calls = CallGraph { callees: vec![Vec::new(); count], callers: vec![Vec::new(); count] };
        for (caller, body) in program.enumerate() {
            for instruction in body.instructions() {
                if let InstructionKind::Call(callee) = instruction.kind
                    && callee.index() < count
                {
                    calls.callees[caller.index()].push(callee);
                    calls.callers[callee.index()].push(caller);
                }
            }
        }
        calls
    }

    /// For each function, the first of the sources that it has or can reach through calls. Empty if there is no source.
    fn propagate_to_callers<T: Copy>(&self, sources: &[(T, FunctionId)]) -> Vec<Option<T>> {
        if sources.is_empty() {
            return Vec::new();
        }
        let mut found = vec![None; self.callers.len()];
        let mut pending = Vec::new();
        for &(item, source) in sources {
            pending.push(source);
            while let Some(function) = pending.pop() {
                if found[function.index()].is_none() {
                    found[function.index()] = Some(item);
                    pending.extend(&self.callers[function.index()]);
                }
            }
        }
        found
    }

    /// All functions, callees before their callers. Within a cycle of calls the order is not specified.
    fn callees_first(&self) -> Vec<FunctionId> {
        let mut order = Vec::with_capacity(self.callees.len());
        let mut seen = vec![false; self.callees.len()];
        let mut stack = Vec::new();
        for root in (0..self.callees.len()).map(FunctionId::new) {
            stack.push((root, 0));
            while let Some((function, next)) = stack.pop() {
                if next == 0 && std::mem::replace(&mut seen[function.index()], true) {
                    continue;
                }
                match self.callees[function.index()].get(next) {
                    Some(&callee) => stack.extend([(function, next + 1), (callee, 0)]),
                    None => order.push(function),
                }
            }
        }
        order
    }
}
