//! The blocks of a function and the ways between them.
//!
//! Accepts blocks with branches between them, and operations with regions inside of them. Of a region that is not known,
//! nothing is assumed: it may be passed over and it may be run again. Linear in the size of the function; does not recurse.

use melior::ir::OperationRef;
use melior::ir::operation::OperationLike as _;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tileiras_kernel::{
    Block as BodyBlock, BlockId, Body, Edge, Implication, InstId, Instruction, InstructionKind, Opcode,
};
use tileiras_mlir::attribute::{View, view};
use tileiras_mlir::block::{Block, following, has_regions, regions, successors};
use tileiras_mlir::operation;
use tileiras_ptx::inline::{Guard, Predicate};

use super::callees::Callees;
use super::condition::{self, Test};
use super::instruction::{Read, Reader, memory, operand_of};
use super::key::{BlockKey, OpKey};
use super::table::{OperationKind, OperationNames};

/// Where control goes at the end of a block without successors.
#[derive(Clone, Copy)]
enum Leave {
    /// The function ends.
    Return,
    To(BlockId),
    /// To the entry of any region of this loop, or on.
    Again(usize),
    /// On the condition that the terminator states.
    Condition {
        holds: BlockId,
        fails: BlockId,
    },
}

/// A part of a block that is still to be read.
struct Pending<'c, 'a> {
    next: Option<OperationRef<'c, 'a>>,
    /// The block of the body that it is read into.
    at: BlockId,
    leave: Leave,
}

/// What all functions share.
pub(super) struct Shared<'r, 's, 'c, 'a> {
    pub reader: &'r mut Reader<'s, 'c, 'a>,
    pub callees: &'r mut Callees<'s, 'c, 'a>,
    pub operations: &'r mut Vec<OperationRef<'c, 'a>>,
    pub launches: &'r mut Vec<OperationRef<'c, 'a>>,
}

/// One function that is being read.
struct Flow<'f, 'r, 's, 'c, 'a> {
    shared: &'f mut Shared<'r, 's, 'c, 'a>,
    module: Option<OperationRef<'c, 'a>>,
    body: Body,
    /// The blocks of the body by those of the function.
    blocks: FxHashMap<BlockKey, BlockId>,
    pending: Vec<Pending<'c, 'a>>,
    tests: Vec<(BlockId, Test<'c, 'a>)>,
    /// For each loop where it goes after a round.
    loops: Vec<SmallVec<[BlockId; 4]>>,
    /// There is an instruction.
    found: bool,
}

/// The body of a function that stands in that module.
pub(super) fn read<'c, 'a>(
    function: OperationRef<'c, 'a>,
    module: Option<OperationRef<'c, 'a>>,
    shared: &mut Shared<'_, '_, 'c, 'a>,
) -> Body {
    let mut flow = Flow {
        shared,
        module,
        body: Body::default(),
        blocks: FxHashMap::default(),
        pending: Vec::new(),
        tests: Vec::new(),
        loops: Vec::new(),
        found: false,
    };
    let regions = regions(function);
    flow.enter(&regions.iter().flatten().copied().collect::<Vec<_>>(), Leave::Return);
    while let Some(part) = flow.pending.pop() {
        flow.part(part);
    }
    if !flow.found {
        // Nothing to go through: where it goes does not matter.
        return Body::default();
    }
    condition::annotate(&mut flow.body, &flow.tests, &flow.blocks, flow.shared.reader);
    flow.body
}

/// Whether a function has an operation that the rules about launches and instructions look at. Most functions of most
/// programs have none, and their bodies are not read.
pub(super) fn has_launch_relevant_ops(function: OperationRef<'_, '_>, names: &mut OperationNames) -> bool {
    operation::inside(function).any(|op| match names.of(op).kind {
        OperationKind::Other => has_regions(op),
        OperationKind::Memory(operand) => memory(op, operand).is_some(),
        OperationKind::CondBranch | OperationKind::Switch | OperationKind::Unreachable => false,
        _ => true,
    })
}

impl<'c, 'a> Flow<'_, '_, '_, 'c, 'a> {
    /// A new block of the body.
    fn block(&mut self) -> BlockId {
        self.body.blocks.push(BodyBlock::default());
        BlockId::new(self.body.blocks.len() - 1)
    }

    fn edge(&mut self, from: BlockId, to: BlockId) {
        self.body.blocks[from.index()].exits.push(Edge { to, known: SmallVec::new() });
    }

    /// Makes blocks for those of a region, to be read in order before what is pending; returns the entry.
    fn enter(&mut self, region: &[Block<'c, 'a>], leave: Leave) -> Option<BlockId> {
        let first = self.body.blocks.len();
        for block in region {
            let at = self.block();
            self.blocks.insert(BlockKey::of(*block), at);
        }
        let parts = region.iter().enumerate().rev();
        let pending = |(index, block): (usize, &Block<'c, 'a>)| Pending {
            next: block.first(),
            at: BlockId::new(first + index),
            leave,
        };
        self.pending.extend(parts.map(pending));
        (!region.is_empty()).then_some(BlockId::new(first))
    }

    fn part(&mut self, Pending { mut next, mut at, leave }: Pending<'c, 'a>) {
        while let Some(op) = next {
            next = following(op);
            let action = self.shared.reader.names.of(op).kind;
            if action == OperationKind::Other {
                if next.is_none() && self.terminate(op, at, leave) {
                    return;
                }
                if has_regions(op) {
                    return self.branch_into(op, action, Pending { next, at, leave });
                }
                continue;
            }
            match action {
                OperationKind::Instruction(form) => {
                    let read = self.shared.reader.operation(op, form, self.module);
                    let guard = match form.opcode {
                        Opcode::ExpectTx => operation::operand(op, 2).map(|predicate| Test::Value(predicate, true)),
                        _ => None,
                    };
                    at = self.guarded(op, at, read, guard);
                }
                OperationKind::Memory(operand) => {
                    if let Some(read) = memory(op, operand) {
                        self.add(op, at, read);
                    }
                }
                OperationKind::Text(attribute) => at = self.text(op, at, attribute),
                OperationKind::Intrinsic => {
                    if let Some(name) = operation::inherent(op, "intrin")
                        && let Some(read) = self.shared.reader.intrinsic(op, name, self.module)
                    {
                        self.add(op, at, read);
                    }
                }
                OperationKind::Call(attribute) => self.call(op, at, attribute),
                OperationKind::Launch => self.shared.launches.push(op),
                // What follows is reached by nobody.
                OperationKind::Exit => at = self.block(),
                OperationKind::CondBranch | OperationKind::Switch | OperationKind::Unreachable => {}
                OperationKind::If
                | OperationKind::For
                | OperationKind::While
                | OperationKind::OneOf
                | OperationKind::OneLane => {
                    return self.branch_into(op, action, Pending { next, at, leave });
                }
                OperationKind::Other => {}
            }
            if next.is_none() && self.terminate(op, at, leave) {
                return;
            }
        }
        self.leave(None, at, leave);
    }

    /// Ends a block by its last operation, unless that does not end it.
    fn terminate(&mut self, op: OperationRef<'c, 'a>, at: BlockId, leave: Leave) -> bool {
        let mut targets = successors(op).peekable();
        if targets.peek().is_some() {
            for target in targets {
                if let Some(&to) = self.blocks.get(&BlockKey::of(target)) {
                    self.edge(at, to);
                }
            }
            match self.shared.reader.names.of(op).kind {
                OperationKind::CondBranch => {
                    self.test(at, operation::operand(op, 0).map(|value| Test::Value(value, true)))
                }
                OperationKind::Switch => self.test(at, Some(Test::Switch(op))),
                _ => {}
            }
            return true;
        }
        if self.shared.reader.names.of(op).kind == OperationKind::Unreachable {
            // Not an end in good order: nothing is left behind.
            self.edge(at, at);
            return true;
        }
        if has_regions(op) {
            return false;
        }
        self.leave(Some(op), at, leave);
        true
    }

    fn test(&mut self, at: BlockId, test: Option<Test<'c, 'a>>) {
        self.tests.extend(test.map(|test| (at, test)));
    }

    fn leave(&mut self, terminator: Option<OperationRef<'c, 'a>>, at: BlockId, leave: Leave) {
        match leave {
            Leave::Return => {}
            Leave::To(to) => self.edge(at, to),
            Leave::Again(number) => {
                for to in self.loops[number].clone() {
                    self.edge(at, to);
                }
            }
            Leave::Condition { holds, fails } => {
                self.edge(at, holds);
                self.edge(at, fails);
                let condition = terminator.and_then(|terminator| operation::operand(terminator, 0));
                self.test(at, condition.map(|value| Test::Value(value, true)));
            }
        }
    }

    /// Goes through the regions of an operation, and on behind it.
    fn branch_into(&mut self, op: OperationRef<'c, 'a>, action: OperationKind, rest: Pending<'c, 'a>) {
        let at = rest.at;
        let on = self.block();
        self.pending.push(Pending { at: on, ..rest });
        let regions: Vec<_> = regions(op).into_iter().filter(|region| !region.is_empty()).collect();
        // Read in order: the last one is pushed first.
        let mut entries: SmallVec<[BlockId; 4]> = SmallVec::new();
        match action {
            OperationKind::While => {
                let [before, after] = regions.as_slice() else { return self.edge(at, on) };
                // `before` is the first of its blocks, made after those of `after`.
                let first = BlockId::new(self.body.blocks.len() + after.len());
                let Some(holds) = self.enter(after, Leave::To(first)) else { return };
                self.enter(before, Leave::Condition { holds, fails: on });
                self.edge(at, first);
            }
            OperationKind::If | OperationKind::OneOf => {
                for region in regions.iter().rev() {
                    entries.extend(self.enter(region, Leave::To(on)));
                }
                entries.reverse();
                let all = action == OperationKind::If && entries.len() < 2;
                entries.extend((all || entries.is_empty()).then_some(on));
                self.exits(at, &entries);
                if action == OperationKind::If {
                    self.test(at, operation::operand(op, 0).map(|value| Test::Value(value, true)));
                }
            }
            OperationKind::OneLane => {
                for region in &regions {
                    entries.extend(self.enter(region, Leave::To(on)));
                }
                entries.push(on);
                self.exits(at, &entries);
                self.test(at, Some(Test::Implies(Implication::OneLane, true)));
            }
            _ => {
                let number = self.loops.len();
                self.loops.push(SmallVec::new());
                for region in regions.iter().rev() {
                    entries.extend(self.enter(region, Leave::Again(number)));
                }
                entries.reverse();
                let runs = action == OperationKind::For && self.runs(op);
                if runs {
                    self.exits(at, &entries.clone());
                }
                entries.push(on);
                if !runs {
                    self.exits(at, &entries);
                }
                self.loops[number] = entries;
            }
        }
    }

    fn exits(&mut self, from: BlockId, to: &[BlockId]) {
        for to in to {
            self.edge(from, *to);
        }
    }

    /// Whether a counted loop has a first round.
    fn runs(&mut self, op: OperationRef<'c, 'a>) -> bool {
        let [lower, upper] = [0, 1].map(|bound| self.shared.reader.constant(operation::operand(op, bound)));
        lower.zip(upper).is_some_and(|(lower, upper)| lower < upper)
    }

    fn add(&mut self, op: OperationRef<'c, 'a>, at: BlockId, (kind, needs): Read) {
        self.found = true;
        // The statements of one text have the same id.
        if self.shared.operations.last().map(|last| OpKey::of(*last)) != Some(OpKey::of(op)) {
            self.shared.operations.push(op);
        }
        let id = InstId::new(self.shared.operations.len() - 1);
        self.body.blocks[at.index()].instructions.push(Instruction { kind, needs, id });
    }

    /// Adds an instruction, behind a test if there is one; returns the block that follows.
    fn guarded(&mut self, op: OperationRef<'c, 'a>, at: BlockId, read: Read, guard: Option<Test<'c, 'a>>) -> BlockId {
        let Some(guard) = guard else {
            self.add(op, at, read);
            return at;
        };
        let (taken, on) = (self.block(), self.block());
        self.exits(at, &[taken, on]);
        self.edge(taken, on);
        self.tests.push((at, guard));
        self.add(op, taken, read);
        on
    }

    fn text(&mut self, op: OperationRef<'c, 'a>, mut at: BlockId, attribute: &str) -> BlockId {
        let Some(statements) = self.shared.reader.text(op, attribute) else { return at };
        let predicate = predicate(op);
        for statement in statements.iter() {
            let read = self.shared.reader.statement(op, statement, self.module);
            let guard = statement.guard.as_ref().map(|guard| test(op, guard));
            let guard = guard.or_else(|| predicate.map(|predicate| Test::Value(predicate, true)));
            at = self.guarded(op, at, read, guard);
        }
        at
    }

    fn call(&mut self, op: OperationRef<'c, 'a>, at: BlockId, attribute: &str) {
        let (Some(name), Some(module)) = (operation::inherent(op, attribute), self.module) else { return };
        let View::Symbol(symbol) = view(name) else { return };
        if let Some(read) = self.shared.reader.intrinsic(op, symbol, self.module) {
            return self.add(op, at, read);
        }
        for callee in self.shared.callees.of(symbol, module, self.shared.reader.symbols).iter() {
            self.add(op, at, (InstructionKind::Call(*callee), None));
        }
    }
}

/// The predicate of `nvvm.inline_ptx`, its last operand.
fn predicate<'c, 'a>(op: OperationRef<'c, 'a>) -> Option<melior::ir::Value<'c, 'a>> {
    let View::I32Array(sizes) = view(operation::inherent(op, "operandSegmentSizes")?) else { return None };
    let predicate = sizes.iter().nth(2) == Some(1);
    predicate.then(|| operation::operand(op, op.operand_count() - 1)).flatten()
}

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
