//! The operations of a function that matter, and its control flow graph.
//!
//! Accepts blocks with branches between them, and operations with regions in them (`region.rs`). Guarantees that each
//! block of a region is a block of the graph, with the operations that matter in order. Linear in the size of the
//! function, without recursion.
//!
//! Leaves out on purpose: values, which are read afterwards (`lower.rs`).

use melior::ir::OperationRef;
use melior::ir::operation::OperationLike as _;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tileiras_kernel::{AccumulatorId, BlockId};
use tileiras_mlir::attribute::{View, dense_integers, view};
use tileiras_mlir::block::{Block, has_regions, next_operation, region_blocks, successors};
use tileiras_mlir::operation;

use super::form::Form;
use super::graph::{Condition, EdgeId, End, Source};
use super::key::BlockKey;
use super::names::OperationKind;
use super::reader::FunctionReader;
use super::{needs, region};

/// An operation that matters.
#[derive(Clone, Copy)]
pub(super) struct Site<'c, 'a> {
    pub op: OperationRef<'c, 'a>,
    /// What it is; none if it reads the accumulator of a `wgmma.mma_async`.
    pub kind: Option<OperationKind>,
}

/// The successors of a block whose terminator has no successors of its own.
#[derive(Clone, Copy)]
pub(super) enum Continuation<'c, 'a> {
    /// None: the function ends.
    Return,
    /// This block. It gets the operands of the terminator.
    Jump(BlockId),
    /// The header of a counted loop. It gets the next value of the induction variable, and the operands.
    Next { header: BlockId, step: melior::ir::Value<'c, 'a> },
    /// The entry of any region of the operation with this index in [`Flow::any`], or the block after it.
    Any(usize),
    /// One of two blocks, by the first operand of the terminator. They get the other operands.
    Branch { holds: BlockId, fails: BlockId },
}

/// The rest of a block that is not read yet.
pub(super) struct Pending<'c, 'a> {
    pub next: Option<OperationRef<'c, 'a>>,
    /// The block of the graph that the operations are added to.
    pub block: BlockId,
    pub continuation: Continuation<'c, 'a>,
}

/// What is needed only while the graph is made.
#[derive(Default)]
pub(super) struct Flow<'c, 'a> {
    pub pending: Vec<Pending<'c, 'a>>,
    /// For each operation that runs its regions in an unknown way, the successors of the blocks at the ends of them.
    pub any: Vec<SmallVec<[BlockId; 4]>>,
    /// For the header of a counted loop, the entry of its body and the block after it.
    pub loops: FxHashMap<BlockId, (BlockId, BlockId)>,
    /// Whether an operation was found that a rule asks for.
    pub is_relevant: bool,
    /// Whether the function has `wgmma.mma_async`.
    pub has_accumulators: bool,
    /// What the last site uses, if it is a use of an accumulator.
    pub last_use: Option<AccumulatorId>,
}

/// The operands from `first` on, as what an edge passes.
pub(super) fn operands<'c: 'a, 'a>(
    op: Option<OperationRef<'c, 'a>>,
    first: usize,
    count: usize,
) -> impl Iterator<Item = Source<'c, 'a>> {
    let all = op.map_or(0, |op| op.operand_count());
    (first..first.saturating_add(count).min(all))
        .map_while(move |index| operation::operand(op?, index).map(Source::Value))
}

impl<'c, 'a> FunctionReader<'_, '_, 'c, 'a> {
    /// Reads the graph of a function. Returns whether it has an operation that a rule asks for.
    pub(super) fn read_graph(&mut self, function: OperationRef<'c, 'a>) -> bool {
        let mut flow = Flow::default();
        let blocks: Vec<_> = region_blocks(function).into_iter().flatten().collect();
        self.enter(&blocks, Continuation::Return, &mut flow);
        while let Some(pending) = flow.pending.pop() {
            let (block, start) = (pending.block, self.graph.sites.len());
            self.read(pending, &mut flow);
            let sites = start..self.graph.sites.len();
            if let Some(node) = self.graph.node(block) {
                node.sites = sites;
            }
        }
        flow.is_relevant
    }

    pub(super) fn add_block(&mut self) -> BlockId {
        self.graph.add_block(&mut self.builder)
    }

    /// Adds an edge.
    pub(super) fn add_edge(
        &mut self,
        to: BlockId,
        sources: impl IntoIterator<Item = Source<'c, 'a>>,
        flow: &mut Flow<'c, 'a>,
    ) -> EdgeId {
        let edge = self.graph.add_edge(to, sources, &mut self.builder);
        if flow.has_accumulators {
            self.pass_accumulators(edge, flow);
        }
        edge
    }

    /// Adds a block for each one of a region. They are read, in order, before all blocks that are pending now. Returns
    /// the entry.
    pub(super) fn enter(
        &mut self,
        region: &[Block<'c, 'a>],
        continuation: Continuation<'c, 'a>,
        flow: &mut Flow<'c, 'a>,
    ) -> Option<BlockId> {
        let first = self.graph.len();
        for block in region {
            let id = self.add_block();
            self.graph.of_block.insert(BlockKey::of(*block), id);
        }
        let parts = region.iter().enumerate().rev();
        flow.pending.extend(parts.map(|(index, block)| Pending {
            next: block.first_operation(),
            block: BlockId::new(first + index),
            continuation,
        }));
        (!region.is_empty()).then_some(BlockId::new(first))
    }

    /// Reads the rest of a block.
    fn read(&mut self, Pending { mut next, block, continuation }: Pending<'c, 'a>, flow: &mut Flow<'c, 'a>) {
        while let Some(op) = next {
            next = next_operation(op);
            let kind = self.program.names.of(op).kind;
            self.find_accumulators(op, kind, flow);
            let ends = match kind {
                OperationKind::Exit => Some(End::Exit),
                OperationKind::Trap => Some(End::Trap),
                OperationKind::Intrinsic | OperationKind::Call => match self.program.intrinsic(op) {
                    Some(intrinsic) if intrinsic.is_trap => Some(End::Trap),
                    Some(intrinsic) if intrinsic.form == Some(Form::Exit) => Some(End::Exit),
                    _ => None,
                },
                _ => None,
            };
            if let Some(end) = ends {
                flow.is_relevant |= matches!(end, End::Exit);
                self.graph.end(block, end);
                // No thread reaches the operations after it.
                let block = self.add_block();
                flow.pending.push(Pending { next, block, continuation });
                return;
            }
            self.add_site(op, kind, flow);
            if next.is_none() && self.terminate(op, kind, block, continuation, flow) {
                return;
            }
            if has_regions(op) {
                return region::enter(self, op, kind, Pending { next, block, continuation }, flow);
            }
        }
        self.continue_with(None, block, continuation, flow);
    }

    /// Adds an operation to the sites, if it matters.
    fn add_site(&mut self, op: OperationRef<'c, 'a>, kind: OperationKind, flow: &mut Flow<'c, 'a>) {
        let is_relevant = match kind {
            OperationKind::Instruction(form) => {
                self.has_mapa |= form == Form::Mapa;
                true
            }
            OperationKind::IndirectCall => true,
            OperationKind::Text(attribute) => {
                let Some(text) = self.program.texts.of(op, attribute) else { return };
                self.has_mapa |= text.mentions("mapa");
                text.has_instructions()
            }
            OperationKind::Load
                if needs::is_remote_access(op, 0)
                    || ((self.program.follows_loads() || self.has_mapa) && needs::can_be_shared(op)) =>
            {
                needs::is_remote_access(op, 0)
            }
            OperationKind::Access(operand)
                if self.has_mapa
                    || needs::is_remote_access(op, operand)
                    || self.program.follows_stores() && needs::writes_shared(op, operand) =>
            {
                needs::is_remote_access(op, operand)
            }
            OperationKind::Atomic => match needs::of_atomic(op).is_empty() {
                true if !self.has_mapa => return,
                is_simple => !is_simple,
            },
            OperationKind::Intrinsic | OperationKind::Call => match self.program.intrinsic(op) {
                Some(intrinsic) if intrinsic.form.is_none() => return,
                found => {
                    self.has_mapa |= found.is_none_or(|intrinsic| intrinsic.form == Some(Form::Mapa));
                    true
                }
            },
            OperationKind::Reference(attribute) => {
                if self.callees(op, attribute).is_empty() {
                    return;
                }
                true
            }
            OperationKind::Launch => return self.program.launches.push(op),
            _ => return,
        };
        flow.is_relevant |= is_relevant;
        self.graph.sites.push(Site { op, kind: Some(kind) });
    }

    /// Ends a block whose last operation is `op`. Returns whether the operation is a terminator.
    fn terminate(
        &mut self,
        op: OperationRef<'c, 'a>,
        kind: OperationKind,
        block: BlockId,
        continuation: Continuation<'c, 'a>,
        flow: &mut Flow<'c, 'a>,
    ) -> bool {
        let targets: SmallVec<[Option<BlockId>; 4]> =
            successors(op).map(|block| self.graph.of_block.get(&BlockKey::of(block)).copied()).collect();
        if targets.is_empty() {
            if kind == OperationKind::Unreachable {
                self.graph.end(block, End::Trap);
                return true;
            }
            if has_regions(op) {
                return false;
            }
            self.continue_with(Some(op), block, continuation, flow);
            return true;
        }
        let Some(targets) = targets.into_iter().collect::<Option<SmallVec<[BlockId; 4]>>>() else { return true };
        let end = match (kind, targets.as_slice()) {
            (OperationKind::Branch, [to]) => End::Jump(self.add_edge(*to, operands(Some(op), 0, usize::MAX), flow)),
            (OperationKind::CondBranch, [holds, fails]) => {
                let [_, first, second] = segments(op);
                let Some(condition) = operation::operand(op, 0) else { return true };
                let holds = self.add_edge(*holds, operands(Some(op), 1, first), flow);
                let fails = self.add_edge(*fails, operands(Some(op), 1 + first, second), flow);
                End::Branch { condition: Condition::Holds(condition), holds, fails }
            }
            (OperationKind::Switch, [default, others @ ..]) => {
                let cases =
                    operation::inherent_attribute(op, "case_values").and_then(dense_integers).unwrap_or_default();
                let counts = i32_values(op, "case_operand_segments");
                let [_, mut first, _] = segments(op);
                let default = self.add_edge(*default, operands(Some(op), 1, first), flow);
                first += 1;
                let mut edges = Vec::with_capacity(others.len());
                for (index, to) in others.iter().enumerate() {
                    let count = counts.get(index).copied().unwrap_or(0);
                    edges.push(self.add_edge(*to, operands(Some(op), first, count), flow));
                    first += count;
                }
                match operation::operand(op, 0) {
                    Some(value) if cases.len() == edges.len() => {
                        End::Switch { value, cases: cases.into_iter().zip(edges).collect(), default }
                    }
                    _ => {
                        edges.push(default);
                        End::OneOf(edges)
                    }
                }
            }
            _ => End::OneOf(targets.iter().map(|to| self.add_edge(*to, [], flow)).collect()),
        };
        self.graph.end(block, end);
        true
    }

    /// Ends a block whose terminator has no successors.
    fn continue_with(
        &mut self,
        terminator: Option<OperationRef<'c, 'a>>,
        block: BlockId,
        continuation: Continuation<'c, 'a>,
        flow: &mut Flow<'c, 'a>,
    ) {
        let end = match continuation {
            Continuation::Return => End::Return(terminator),
            Continuation::Jump(to) => End::Jump(self.add_edge(to, operands(terminator, 0, usize::MAX), flow)),
            Continuation::Next { header, step } => {
                let next = std::iter::once(Source::Next(header, step));
                End::Jump(self.add_edge(header, next.chain(operands(terminator, 0, usize::MAX)), flow))
            }
            Continuation::Any(index) => {
                let targets = flow.any.get(index).cloned().unwrap_or_default();
                End::OneOf(targets.into_iter().map(|to| self.add_edge(to, [], flow)).collect())
            }
            Continuation::Branch { holds, fails } => {
                match terminator.and_then(|terminator| operation::operand(terminator, 0)) {
                    Some(condition) => {
                        let holds = self.add_edge(holds, operands(terminator, 1, usize::MAX), flow);
                        let fails = self.add_edge(fails, operands(terminator, 1, usize::MAX), flow);
                        End::Branch { condition: Condition::Holds(condition), holds, fails }
                    }
                    None => End::OneOf([holds, fails].map(|to| self.add_edge(to, [], flow)).into()),
                }
            }
        };
        self.graph.end(block, end);
    }
}

/// The values of an `array<i32: …>`, as counts.
pub(super) fn i32_values(op: OperationRef<'_, '_>, name: &str) -> SmallVec<[usize; 8]> {
    match operation::inherent_attribute(op, name).map(view) {
        Some(View::I32Array(values)) => values.iter().map(|value| usize::try_from(value).unwrap_or(0)).collect(),
        _ => SmallVec::new(),
    }
}

/// The first three numbers of `operandSegmentSizes`.
fn segments(op: OperationRef<'_, '_>) -> [usize; 3] {
    let sizes = i32_values(op, "operandSegmentSizes");
    [0, 1, 2].map(|index| sizes.get(index).copied().unwrap_or(0))
}
