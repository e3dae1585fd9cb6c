//! The control flow graph of a function.
//!
//! Accepts blocks with branches between them, and operations with regions in them. Guarantees that each block of a
//! region is a block of the body, and that a known operation with regions runs them as its dialect defines. Nothing is
//! assumed of the regions of an unknown operation: they can be skipped and run any number of times. Linear in the size
//! of the function, without recursion.
//!
//! Leaves out on purpose: the conditions on edges (`condition.rs`).

use melior::ir::OperationRef;
use melior::ir::operation::OperationLike as _;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tileiras_kernel::{
    Block as BodyBlock, BlockId, Body, Edge, Implication, InstId, Instruction, InstructionKind, Opcode,
};
use tileiras_mlir::attribute::{View, view};
use tileiras_mlir::block::{Block, has_regions, next_operation, region_blocks, successors};
use tileiras_mlir::operation;
use tileiras_ptx::inline::{Guard, Predicate};

use super::callees::Callees;
use super::condition::{self, Test};
use super::instruction::{Decoded, InstructionReader, memory, operand_of};
use super::key::{BlockKey, OpKey};
use super::table::{OperationKind, OperationNames};

/// The successors of a block whose terminator has no successors of its own.
#[derive(Clone, Copy)]
enum Continuation {
    /// None: the function ends.
    Return,
    /// This block.
    Jump(BlockId),
    /// The entry of any region of the loop with this index in [`BodyReader::loops`], or the block after the loop.
    Loop(usize),
    /// One of two blocks, by the first operand of the terminator.
    Branch { holds: BlockId, fails: BlockId },
}

/// The rest of a block that is not read yet.
struct Pending<'c, 'a> {
    next: Option<OperationRef<'c, 'a>>,
    /// The block of the body that the instructions are added to.
    block: BlockId,
    continuation: Continuation,
}

/// The state that the functions of a program share.
pub(super) struct ProgramState<'r, 's, 'c, 'a> {
    pub reader: &'r mut InstructionReader<'s, 'c, 'a>,
    pub callees: &'r mut Callees<'s, 'c, 'a>,
    pub operations: &'r mut Vec<OperationRef<'c, 'a>>,
    pub launches: &'r mut Vec<OperationRef<'c, 'a>>,
}

/// Reads one function.
struct BodyReader<'f, 'r, 's, 'c, 'a> {
    state: &'f mut ProgramState<'r, 's, 'c, 'a>,
    module: Option<OperationRef<'c, 'a>>,
    body: Body,
    /// The block of the body for each block of the function.
    blocks: FxHashMap<BlockKey, BlockId>,
    pending: Vec<Pending<'c, 'a>>,
    tests: Vec<(BlockId, Test<'c, 'a>)>,
    /// For each loop, the successors of the blocks at the end of an iteration.
    loops: Vec<SmallVec<[BlockId; 4]>>,
    has_instructions: bool,
}

/// The body of a function of a module.
pub(super) fn read<'c, 'a>(
    function: OperationRef<'c, 'a>,
    module: Option<OperationRef<'c, 'a>>,
    state: &mut ProgramState<'_, '_, 'c, 'a>,
) -> Body {
    let mut reader = BodyReader {
        state,
        module,
        body: Body::default(),
        blocks: FxHashMap::default(),
        pending: Vec::new(),
        tests: Vec::new(),
        loops: Vec::new(),
        has_instructions: false,
    };
    let regions = region_blocks(function);
    reader.enter(&regions.iter().flatten().copied().collect::<Vec<_>>(), Continuation::Return);
    while let Some(pending) = reader.pending.pop() {
        reader.read(pending);
    }
    if !reader.has_instructions {
        // Without instructions, the control flow does not matter.
        return Body::default();
    }
    condition::annotate(&mut reader.body, &reader.tests, &reader.blocks, reader.state.reader);
    reader.body
}

/// Whether a function has an operation that matters to the rules about launches and instructions. Most functions of
/// most programs have none, and their bodies are not read.
pub(super) fn has_launch_relevant_ops(function: OperationRef<'_, '_>, names: &mut OperationNames) -> bool {
    operation::child_operations(function).any(|op| match names.of(op).kind {
        OperationKind::Other => has_regions(op),
        OperationKind::Memory(operand) => memory(op, operand).is_some(),
        OperationKind::CondBranch | OperationKind::Switch | OperationKind::Unreachable => false,
        _ => true,
    })
}

impl<'c, 'a> BodyReader<'_, '_, '_, 'c, 'a> {
    /// Adds a block to the body.
    fn add_block(&mut self) -> BlockId {
        self.body.blocks.push(BodyBlock::default());
        BlockId::new(self.body.blocks.len() - 1)
    }

    fn add_edge(&mut self, from: BlockId, to: BlockId) {
        self.body.blocks[from.index()].exits.push(Edge { to, known: SmallVec::new() });
    }

    /// Adds a block for each one of a region. They are read, in order, before all blocks that are pending now. Returns
    /// the entry.
    fn enter(&mut self, region: &[Block<'c, 'a>], continuation: Continuation) -> Option<BlockId> {
        let first = self.body.blocks.len();
        for block in region {
            let id = self.add_block();
            self.blocks.insert(BlockKey::of(*block), id);
        }
        let parts = region.iter().enumerate().rev();
        let pending = |(index, block): (usize, &Block<'c, 'a>)| Pending {
            next: block.first_operation(),
            block: BlockId::new(first + index),
            continuation,
        };
        self.pending.extend(parts.map(pending));
        (!region.is_empty()).then_some(BlockId::new(first))
    }

    /// Reads the rest of a block.
    fn read(&mut self, Pending { mut next, mut block, continuation }: Pending<'c, 'a>) {
        while let Some(op) = next {
            next = next_operation(op);
            let kind = self.state.reader.names.of(op).kind;
            if kind == OperationKind::Other {
                if next.is_none() && self.terminate(op, block, continuation) {
                    return;
                }
                if has_regions(op) {
                    return self.enter_regions(op, kind, Pending { next, block, continuation });
                }
                continue;
            }
            match kind {
                OperationKind::Instruction(form) => {
                    let decoded = self.state.reader.operation(op, form, self.module);
                    let guard = match form.opcode {
                        Opcode::ExpectTx => operation::operand(op, 2).map(|predicate| Test::Value(predicate, true)),
                        _ => None,
                    };
                    block = self.add_guarded(op, block, decoded, guard);
                }
                OperationKind::Memory(operand) => {
                    if let Some(decoded) = memory(op, operand) {
                        self.add(op, block, decoded);
                    }
                }
                OperationKind::Text(attribute) => block = self.text(op, block, attribute),
                OperationKind::Intrinsic => {
                    if let Some(name) = operation::inherent_attribute(op, "intrin")
                        && let Some(decoded) = self.state.reader.intrinsic(op, name, self.module)
                    {
                        self.add(op, block, decoded);
                    }
                }
                OperationKind::Call(attribute) => self.call(op, block, attribute),
                OperationKind::Launch => self.state.launches.push(op),
                // No thread reaches the operations after it.
                OperationKind::Exit => block = self.add_block(),
                OperationKind::CondBranch | OperationKind::Switch | OperationKind::Unreachable => {}
                OperationKind::If
                | OperationKind::For
                | OperationKind::While
                | OperationKind::OneOf
                | OperationKind::OneLane => {
                    return self.enter_regions(op, kind, Pending { next, block, continuation });
                }
                OperationKind::Other => {}
            }
            if next.is_none() && self.terminate(op, block, continuation) {
                return;
            }
        }
        self.continue_with(None, block, continuation);
    }

    /// Adds the edges of a block whose last operation is `op`. Returns whether the operation is a terminator.
    fn terminate(&mut self, op: OperationRef<'c, 'a>, block: BlockId, continuation: Continuation) -> bool {
        let mut targets = successors(op).peekable();
        if targets.peek().is_some() {
            for target in targets {
                if let Some(&to) = self.blocks.get(&BlockKey::of(target)) {
                    self.add_edge(block, to);
                }
            }
            match self.state.reader.names.of(op).kind {
                OperationKind::CondBranch => {
                    self.add_test(block, operation::operand(op, 0).map(|value| Test::Value(value, true)))
                }
                OperationKind::Switch => self.add_test(block, Some(Test::Switch(op))),
                _ => {}
            }
            return true;
        }
        if self.state.reader.names.of(op).kind == OperationKind::Unreachable {
            // The block does not return normally: its only successor is itself.
            self.add_edge(block, block);
            return true;
        }
        if has_regions(op) {
            return false;
        }
        self.continue_with(Some(op), block, continuation);
        true
    }

    fn add_test(&mut self, block: BlockId, test: Option<Test<'c, 'a>>) {
        self.tests.extend(test.map(|test| (block, test)));
    }

    /// Adds the edges of a block whose terminator has no successors.
    fn continue_with(&mut self, terminator: Option<OperationRef<'c, 'a>>, block: BlockId, continuation: Continuation) {
        match continuation {
            Continuation::Return => {}
            Continuation::Jump(to) => self.add_edge(block, to),
            Continuation::Loop(index) => self.add_edges(block, &self.loops[index].clone()),
            Continuation::Branch { holds, fails } => {
                self.add_edges(block, &[holds, fails]);
                let condition = terminator.and_then(|terminator| operation::operand(terminator, 0));
                self.add_test(block, condition.map(|value| Test::Value(value, true)));
            }
        }
    }

    /// Adds the regions of an operation, and a block for the operations after it.
    fn enter_regions(&mut self, op: OperationRef<'c, 'a>, kind: OperationKind, rest: Pending<'c, 'a>) {
        let block = rest.block;
        let after = self.add_block();
        self.pending.push(Pending { block: after, ..rest });
        let regions: Vec<_> = region_blocks(op).into_iter().filter(|region| !region.is_empty()).collect();
        // Pending blocks are a stack: the last region is entered first, so that the regions are read in order.
        let mut entries: SmallVec<[BlockId; 4]> = SmallVec::new();
        match kind {
            OperationKind::While => {
                let [before, body] = regions.as_slice() else { return self.add_edge(block, after) };
                // `before` is entered after `body`, so that its blocks are behind those of `body`.
                let first = BlockId::new(self.body.blocks.len() + body.len());
                let Some(holds) = self.enter(body, Continuation::Jump(first)) else { return };
                self.enter(before, Continuation::Branch { holds, fails: after });
                self.add_edge(block, first);
            }
            OperationKind::If | OperationKind::OneOf => {
                for region in regions.iter().rev() {
                    entries.extend(self.enter(region, Continuation::Jump(after)));
                }
                entries.reverse();
                let can_skip = kind == OperationKind::If && entries.len() < 2;
                entries.extend((can_skip || entries.is_empty()).then_some(after));
                self.add_edges(block, &entries);
                if kind == OperationKind::If {
                    self.add_test(block, operation::operand(op, 0).map(|value| Test::Value(value, true)));
                }
            }
            OperationKind::OneLane => {
                for region in &regions {
                    entries.extend(self.enter(region, Continuation::Jump(after)));
                }
                entries.push(after);
                self.add_edges(block, &entries);
                self.add_test(block, Some(Test::Implies(Implication::OneLane, true)));
            }
            _ => {
                let index = self.loops.len();
                self.loops.push(SmallVec::new());
                for region in regions.iter().rev() {
                    entries.extend(self.enter(region, Continuation::Loop(index)));
                }
                entries.reverse();
                let runs = kind == OperationKind::For && self.has_iterations(op);
                if runs {
                    self.add_edges(block, &entries);
                }
                entries.push(after);
                if !runs {
                    self.add_edges(block, &entries);
                }
                self.loops[index] = entries;
            }
        }
    }

    fn add_edges(&mut self, from: BlockId, to: &[BlockId]) {
        for to in to {
            self.add_edge(from, *to);
        }
    }

    /// Whether a counted loop is known to have at least one iteration.
    fn has_iterations(&mut self, op: OperationRef<'c, 'a>) -> bool {
        let [lower, upper] = [0, 1].map(|bound| self.state.reader.constant(operation::operand(op, bound)));
        lower.zip(upper).is_some_and(|(lower, upper)| lower < upper)
    }

    /// Adds an instruction to a block.
    fn add(&mut self, op: OperationRef<'c, 'a>, block: BlockId, (kind, needs): Decoded) {
        self.has_instructions = true;
        // The statements of one text have the same id.
        if self.state.operations.last().map(|last| OpKey::of(*last)) != Some(OpKey::of(op)) {
            self.state.operations.push(op);
        }
        let id = InstId::new(self.state.operations.len() - 1);
        self.body.blocks[block.index()].instructions.push(Instruction { kind, needs, id });
    }

    /// Adds an instruction, which is behind a test if there is one. Returns the block for what follows.
    fn add_guarded(
        &mut self,
        op: OperationRef<'c, 'a>,
        block: BlockId,
        decoded: Decoded,
        guard: Option<Test<'c, 'a>>,
    ) -> BlockId {
        let Some(guard) = guard else {
            self.add(op, block, decoded);
            return block;
        };
        let (taken, after) = (self.add_block(), self.add_block());
        self.add_edges(block, &[taken, after]);
        self.add_edge(taken, after);
        self.tests.push((block, guard));
        self.add(op, taken, decoded);
        after
    }

    /// Adds the statements of a text. Returns the block for what follows.
    fn text(&mut self, op: OperationRef<'c, 'a>, mut block: BlockId, attribute: &str) -> BlockId {
        let Some(statements) = self.state.reader.text(op, attribute) else { return block };
        let predicate = predicate(op);
        for statement in statements.iter() {
            let decoded = self.state.reader.statement(op, statement, self.module);
            let guard = statement.guard.as_ref().map(|guard| test(op, guard));
            let guard = guard.or_else(|| predicate.map(|predicate| Test::Value(predicate, true)));
            block = self.add_guarded(op, block, decoded, guard);
        }
        block
    }

    fn call(&mut self, op: OperationRef<'c, 'a>, block: BlockId, attribute: &str) {
        let (Some(name), Some(module)) = (operation::inherent_attribute(op, attribute), self.module) else { return };
        let View::Symbol(symbol) = view(name) else { return };
        if let Some(decoded) = self.state.reader.intrinsic(op, symbol, self.module) {
            return self.add(op, block, decoded);
        }
        for callee in self.state.callees.of(symbol, module, self.state.reader.symbols).iter() {
            self.add(op, block, (InstructionKind::Call(*callee), None));
        }
    }
}

/// The predicate of `nvvm.inline_ptx`, which is the last operand.
fn predicate<'c, 'a>(op: OperationRef<'c, 'a>) -> Option<melior::ir::Value<'c, 'a>> {
    let View::I32Array(sizes) = view(operation::inherent_attribute(op, "operandSegmentSizes")?) else { return None };
    let predicate = sizes.iter().nth(2) == Some(1);
    predicate.then(|| operation::operand(op, op.operand_count() - 1)).flatten()
}

/// The test of a guard.
fn test<'c, 'a>(op: OperationRef<'c, 'a>, guard: &Guard) -> Test<'c, 'a> {
    let implies = |implication| Test::Implies(implication, guard.holds);
    match guard.predicate {
        Predicate::OneLane if guard.holds => implies(Implication::OneLane),
        Predicate::OneThreadInX if guard.holds => implies(Implication::OneThreadInX),
        Predicate::Operand(placeholder) => match operand_of(op, placeholder) {
            Some(value) => Test::Value(value, guard.holds),
            None => implies(Implication::Nothing),
        },
        _ => implies(Implication::Nothing),
    }
}
