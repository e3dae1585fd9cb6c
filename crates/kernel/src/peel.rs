//! Copies the first iterations of a loop in front of the loop. What a rule knows of the first iteration of a loop, it
//! then knows of the first six.
//!
//! ```text
//! entry -> header <-> body, header -> exit
//! entry -> first header -> first body -> header <-> body, first header -> exit, header -> exit
//! ```
//!
//! For example, a loop can wait for another mbarrier in each iteration, of which only the first one is a constant
//! address. All copies of an instruction have its id.
//!
//! Accepts any function. Guarantees that each thread executes the same instructions with the same values, in the same
//! order, and that each block is copied at most once for an iteration. Linear in the size of the function in practice,
//! without recursion.
//!
//! Leaves out on purpose: loops that do nothing with mbarriers, loops around other loops than waits, and functions in
//! which a cycle has several entries.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::builder::{FunctionBuilder, MutableRegister};
use crate::graph::Graph;
use crate::id::{BlockId, ValueId};
use crate::limits;
use crate::loops::{LoopId, Loops, defining_blocks};
use crate::program::{
    AsyncCopy, Block, Completion, Function, InstructionKind, MbarrierOperation, Program, Target, Tcgen05,
};
use crate::value::ValueKind;

impl Program {
    /// Copies the first iterations of loops that use mbarriers in front of them: what rules know of the first iteration
    /// of a loop, they then know of the next five. All copies of an instruction have its id.
    pub fn peel_loops(&mut self) {
        for function in &mut self.functions {
            for _ in 0..limits::PEELED_ITERATIONS {
                let Some(peeled) = peel(function) else { break };
                *function = peeled;
            }
        }
    }
}

/// The function with one iteration of its loops peeled; none if it has no such loop.
fn peel(function: &Function) -> Option<Function> {
    if !function.instructions().any(|found| uses_mbarrier(&found.kind)) {
        return None;
    }
    let graph = Graph::new(function);
    if graph.loops.has_irreducible() {
        return None;
    }
    let loops = peeled_loops(function, &graph.loops);
    loops.iter().any(Option::is_some).then(|| Peeler::new(function, &graph, loops).build())
}

/// Whether an instruction does something with an mbarrier.
const fn uses_mbarrier(kind: &InstructionKind) -> bool {
    matches!(
        kind,
        InstructionKind::Mbarrier { .. }
            | InstructionKind::AsyncCopy(AsyncCopy {
                completion: Completion::Mbarrier(Some(_)) | Completion::AfterCpAsync(Some(_)),
                ..
            })
            | InstructionKind::Tcgen05 { operation: Tcgen05::Commit, .. }
    )
}

const fn is_test(kind: &InstructionKind) -> bool {
    matches!(kind, InstructionKind::Mbarrier { operation: MbarrierOperation::Wait { is_loop: false, .. }, .. })
}

/// For each block, the loop to peel that it is in.
fn peeled_loops(function: &Function, loops: &Loops) -> Vec<Option<LoopId>> {
    let count = loops.count();
    let (mut sizes, mut is_used, mut has_test) = (vec![0_usize; count], vec![false; count], vec![false; count]);
    for (id, block) in function.enumerate() {
        let uses = block.instructions.iter().any(|found| uses_mbarrier(&found.kind));
        let tests = block.instructions.iter().any(|found| is_test(&found.kind));
        for around in loops.around(id) {
            sizes[around.index()] += 1;
            is_used[around.index()] |= uses;
            has_test[around.index()] |= tests;
        }
    }
    // A loop of one block around a test is a wait.
    let is_wait = |id: LoopId| sizes[id.index()] == 1 && has_test[id.index()];
    let mut is_outer = vec![false; count];
    for (id, _) in function.enumerate() {
        let around = loops.around(id).filter(|&id| !is_wait(id)).skip(1);
        around.for_each(|id| is_outer[id.index()] = true);
    }
    let of_block = |(id, _)| {
        let innermost = loops.around(id).find(|&id| !is_wait(id));
        innermost.filter(|id| !is_outer[id.index()] && is_used[id.index()])
    };
    let mut found: Vec<Option<LoopId>> = function.enumerate().map(of_block).collect();
    // The entry of a function stays the first block.
    if let Some(Some(of_entry)) = found.first().copied() {
        found.iter_mut().filter(|id| **id == Some(of_entry)).for_each(|id| *id = None);
    }
    found
}

/// Where a value is used.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
enum UsePlace {
    /// Anywhere: no loop that is peeled computes what it depends on.
    Anywhere,
    /// In the copy of a loop that is its first iteration.
    First(LoopId),
    /// In the loop itself, in later iterations.
    Later(LoopId),
    /// In a block outside of the loops that are peeled.
    Block(BlockId),
}

/// Writes the function anew, with the copies.
struct Peeler<'f> {
    function: &'f Function,
    builder: FunctionBuilder,
    /// For each block, the loop to peel that it is in.
    loops: Vec<Option<LoopId>>,
    /// For each loop, its first block.
    headers: Vec<Option<BlockId>>,
    /// For each block of a loop, its copy.
    copies: Vec<Option<BlockId>>,
    /// For each value that a block defines, and that is not a pure expression, the block.
    homes: Vec<Option<BlockId>>,
    /// For each value, whether it depends on one that a loop defines.
    varies: Vec<bool>,
    /// The values that are made, by where the old ones are used.
    values: FxHashMap<(UsePlace, ValueId), ValueId>,
    /// The values of loops that are used after them. Both iterations have to make them.
    left: Vec<(ValueId, LoopId)>,
}

impl<'f> Peeler<'f> {
    fn new(function: &'f Function, graph: &Graph, loops: Vec<Option<LoopId>>) -> Self {
        let mut headers = vec![None; graph.loops.count()];
        for &id in graph.order.iter().rev() {
            if let Some(Some(of)) = loops.get(id.index()) {
                headers[of.index()] = Some(id);
            }
        }
        let mut builder = FunctionBuilder::new();
        function.blocks.iter().for_each(|_| {
            builder.add_block();
        });
        let copies = loops.iter().map(|of| of.map(|_| builder.add_block())).collect();
        let homes = defining_blocks(function);
        let is_in_loop = |block: &BlockId| loops.get(block.index()).is_some_and(Option::is_some);
        let varies =
            function.depending_on(|value| homes.get(value).is_some_and(|home| home.as_ref().is_some_and(is_in_loop)));
        Self {
            function,
            builder,
            loops,
            headers,
            copies,
            homes,
            varies,
            values: FxHashMap::default(),
            left: Vec::new(),
        }
    }

    fn build(mut self) -> Function {
        for &parameter in &self.function.parameters {
            let bits = self.function.bits(parameter);
            let new = self.builder.add_parameter(bits);
            self.values.insert((UsePlace::Anywhere, parameter), new);
        }
        // Parameters first: those that the builder adds come after them.
        self.each_copy(Self::define);
        self.each_copy(Self::fill);
        while let Some((value, of)) = self.left.pop() {
            self.value(value, UsePlace::First(of));
            self.value(value, UsePlace::Later(of));
        }
        self.builder.finish()
    }

    /// Calls a function for each block with the block that is made of it, and for each copy.
    fn each_copy(&mut self, mut call: impl FnMut(&mut Self, &'f Block, BlockId, BlockId, UsePlace)) {
        for (id, block) in self.function.enumerate() {
            match (self.loop_of(id), self.copy_of(id)) {
                (Some(of), Some(copy)) => {
                    call(self, block, id, copy, UsePlace::First(of));
                    call(self, block, id, id, UsePlace::Later(of));
                }
                _ => call(self, block, id, id, UsePlace::Block(id)),
            }
        }
    }

    /// Makes the values that a block defines, but for those that have operands.
    fn define(&mut self, block: &'f Block, _: BlockId, new: BlockId, at: UsePlace) {
        self.builder.enter(new);
        for &parameter in &block.parameters {
            let bits = self.function.bits(parameter);
            let value = self.builder.add_block_parameter(new, bits);
            self.keep(parameter, value, new, at);
        }
        let results = block.instructions.iter().flat_map(|instruction| match &instruction.kind {
            InstructionKind::Call { results, .. } => results.as_slice(),
            _ => &[],
        });
        for &value in results.chain(&block.computes) {
            let Some(described) = self.function.value(value) else { continue };
            if matches!(described.kind, ValueKind::CallResult | ValueKind::Elect | ValueKind::Unknown(_)) {
                let made = self.builder.value(described.kind.clone(), described.bits);
                self.keep(value, made, new, at);
            }
        }
    }

    /// Remembers the new value of one that a block defines.
    fn keep(&mut self, old: ValueId, new: ValueId, block: BlockId, at: UsePlace) {
        let at = if self.varies.get(old.index()) == Some(&true) { at } else { UsePlace::Anywhere };
        self.values.insert((at, old), new);
        self.builder.write(variable(old), block, new);
    }

    /// Makes the instructions and the end of a block.
    fn fill(&mut self, block: &'f Block, old: BlockId, new: BlockId, at: UsePlace) {
        if block.writes_memory {
            self.builder.write_memory(new);
        }
        for instruction in &block.instructions {
            let mut instruction = instruction.clone();
            instruction.replace(|value| self.value(value, at));
            self.builder.push_instruction(new, instruction);
        }
        let mut end = block.end.clone();
        end.values_mut().for_each(|value| *value = self.value(*value, at));
        for target in end.targets_mut() {
            target.arguments.iter_mut().for_each(|value| *value = self.value(*value, at));
            self.lead(target, old, at);
        }
        self.builder.end(new, end);
    }

    /// Lets an edge lead to the new block.
    fn lead(&self, target: &mut Target, from: BlockId, at: UsePlace) {
        let Some(of) = self.loop_of(target.to) else { return };
        let is_in_turn = self.loop_of(from) != Some(of)
            || matches!(at, UsePlace::First(_)) && self.headers.get(of.index()) != Some(&Some(target.to));
        if is_in_turn {
            target.to = self.copy_of(target.to).unwrap_or(target.to);
        }
    }

    fn copy_of(&self, block: BlockId) -> Option<BlockId> {
        self.copies.get(block.index()).copied().flatten()
    }

    fn loop_of(&self, block: BlockId) -> Option<LoopId> {
        self.loops.get(block.index()).copied().flatten()
    }

    /// The new value of a value, where it is used. Without recursion: an expression can be long.
    fn value(&mut self, value: ValueId, at: UsePlace) -> ValueId {
        let mut pending = vec![(value, at)];
        while let Some(&(next, at)) = pending.last() {
            let key = self.key(next, at);
            if self.values.contains_key(&key) {
                pending.pop();
                continue;
            }
            if let Some(read) = self.read(next, key.0) {
                self.values.insert(key, read);
                pending.pop();
                continue;
            }
            let Some(described) = self.function.value(next) else { return value };
            let missing: SmallVec<[(ValueId, UsePlace); 3]> = described
                .kind
                .operands()
                .iter()
                .filter(|&&operand| operand != next && !self.values.contains_key(&self.key(operand, key.0)))
                .map(|&operand| (operand, key.0))
                .collect();
            // A value that depends on itself is malformed.
            if missing.is_empty() || pending.len() > 2 * self.function.values.len() {
                let made = self.make(next, key.0);
                self.values.insert(key, made);
                pending.pop();
            } else {
                pending.extend(missing);
            }
        }
        self.values.get(&self.key(value, at)).copied().unwrap_or(value)
    }

    /// Where a value is made for a use, and the value.
    fn key(&self, value: ValueId, at: UsePlace) -> (UsePlace, ValueId) {
        if self.varies.get(value.index()) != Some(&true) {
            return (UsePlace::Anywhere, value);
        }
        match self.home(value) {
            Some(home) if self.loop_of(home).is_none() => (UsePlace::Block(home), value),
            _ => (at, value),
        }
    }

    /// The block that defines a value which is no pure expression.
    fn home(&self, value: ValueId) -> Option<BlockId> {
        self.homes.get(value.index()).copied().flatten()
    }

    /// The value that a loop defines, as it is after that loop: of the iteration in which a thread leaves the loop.
    fn read(&mut self, value: ValueId, at: UsePlace) -> Option<ValueId> {
        let of = self.loop_of(self.home(value)?)?;
        let block = match at {
            UsePlace::First(other) | UsePlace::Later(other) if other == of => return None,
            UsePlace::First(other) => {
                let header = self.headers.get(other.index()).copied().flatten()?;
                self.copy_of(header)?
            }
            UsePlace::Later(other) => self.headers.get(other.index()).copied().flatten()?,
            UsePlace::Block(block) => block,
            UsePlace::Anywhere => return None,
        };
        self.left.push((value, of));
        Some(self.builder.read(variable(value), block, self.function.bits(value)))
    }

    /// Makes a value whose operands are made.
    fn make(&mut self, value: ValueId, at: UsePlace) -> ValueId {
        let Some(described) = self.function.value(value) else { return value };
        let mut kind = described.kind.clone();
        let made = |operand: ValueId| self.values.get(&self.key(operand, at)).copied().unwrap_or(operand);
        match &mut kind {
            ValueKind::Compute(_, operands) => operands.iter_mut().for_each(|operand| *operand = made(*operand)),
            ValueKind::Load { address, .. } => *address = made(*address),
            _ => {}
        }
        let block = self.home(value).map(|home| match at {
            UsePlace::First(_) => self.copy_of(home).unwrap_or(home),
            _ => home,
        });
        match block {
            Some(block) => self.builder.enter(block),
            None => self.builder.leave(),
        }
        let made = self.builder.value(kind, described.bits);
        if let Some(block) = block {
            self.builder.write(variable(value), block, made);
        }
        made
    }
}

/// The register that stands for a value after the loop that defines it.
fn variable(value: ValueId) -> MutableRegister {
    MutableRegister(u32::try_from(value.index()).unwrap_or(u32::MAX))
}
