//! The control flow graph of a function while it is read: blocks, edges, and the parameters of blocks.
//!
//! Accepts, for each edge, what it passes to the arguments of its target. Guarantees that a block has a parameter for
//! each argument that something asks for, and no other one, and that every edge passes a value to each of them.
//!
//! Leaves out on purpose: how operations lead to edges (`flow.rs`, `region.rs`).

use melior::ir::{OperationRef, Value};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::ops::Range;
use tileiras_kernel::builder::FunctionBuilder;
use tileiras_kernel::{BlockId, ValueId};

use super::accumulator::Accumulators;
use super::key::{BlockKey, OpKey};

/// What an edge passes to an argument.
#[derive(Clone, Copy)]
pub(super) enum Source<'c, 'a> {
    /// A value.
    Value(Value<'c, 'a>),
    /// The argument of that number of a block, with a number of bits.
    Argument(BlockId, usize, u8),
    /// The first argument of a block plus a step: the next value of the induction variable.
    Next(BlockId, Value<'c, 'a>),
    /// Nothing is known.
    Unknown,
}

/// The index of an edge.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct EdgeId(usize);

/// An edge.
pub(super) struct Edge<'c, 'a> {
    pub to: BlockId,
    /// What is passed to each argument; unknown if there is less.
    pub sources: SmallVec<[Source<'c, 'a>; 2]>,
    /// The values of the parameters, in order.
    pub arguments: SmallVec<[ValueId; 2]>,
}

/// What a branch tests.
#[derive(Clone, Copy)]
pub(super) enum Condition<'c, 'a> {
    /// Whether a value is not 0.
    Holds(Value<'c, 'a>),
    /// Whether a value is 0.
    IsZero(Value<'c, 'a>),
    /// Whether the first argument of a block is below a value.
    Below { header: BlockId, upper: Value<'c, 'a>, is_unsigned: bool },
}

/// How a block ends.
#[derive(Clone)]
pub(super) enum End<'c, 'a> {
    Jump(EdgeId),
    Branch {
        condition: Condition<'c, 'a>,
        holds: EdgeId,
        fails: EdgeId,
    },
    Switch {
        value: Value<'c, 'a>,
        cases: Vec<(i64, EdgeId)>,
        default: EdgeId,
    },
    OneOf(Vec<EdgeId>),
    /// With the operands of that operation.
    Return(Option<OperationRef<'c, 'a>>),
    Exit,
    Trap,
}

impl End<'_, '_> {
    /// Every edge.
    fn edges(&self) -> impl Iterator<Item = EdgeId> {
        let (some, cases, all) = match self {
            Self::Jump(edge) => ([Some(*edge), None], &[][..], &[][..]),
            Self::Branch { holds, fails, .. } => ([Some(*holds), Some(*fails)], &[][..], &[][..]),
            Self::Switch { cases, default, .. } => ([Some(*default), None], cases.as_slice(), &[][..]),
            Self::OneOf(edges) => ([None, None], &[][..], edges.as_slice()),
            Self::Return(_) | Self::Exit | Self::Trap => ([None, None], &[][..], &[][..]),
        };
        some.into_iter().flatten().chain(cases.iter().map(|(_, edge)| *edge)).chain(all.iter().copied())
    }
}

/// A block of the graph.
#[derive(Default)]
pub(super) struct Node<'c, 'a> {
    pub end: Option<End<'c, 'a>>,
    /// Its operations, in [`Graph::sites`].
    pub sites: Range<usize>,
    incoming: SmallVec<[usize; 2]>,
}

/// An argument of a block that something asked for.
#[derive(Clone, Copy)]
pub(super) struct Asked {
    pub block: BlockId,
    pub index: usize,
    pub parameter: ValueId,
}

/// The control flow graph.
#[derive(Default)]
pub(super) struct Graph<'c, 'a> {
    /// The block of each block of the function.
    pub of_block: FxHashMap<BlockKey, BlockId>,
    /// What holds accumulators of wgmma.
    pub accumulators: Accumulators,
    /// The block after an operation with regions. Its arguments are the results of the operation.
    pub after: FxHashMap<OpKey, BlockId>,
    /// The operations that matter, block by block.
    pub sites: Vec<super::flow::Site<'c, 'a>>,
    nodes: Vec<Node<'c, 'a>>,
    edges: Vec<Edge<'c, 'a>>,
    parameters: FxHashMap<(BlockId, usize), ValueId>,
    /// The parameters, in the order in which they were made.
    asked: Vec<Asked>,
}

impl<'c, 'a> Graph<'c, 'a> {
    /// Adds a block, here and in the function.
    pub fn add_block(&mut self, builder: &mut FunctionBuilder) -> BlockId {
        self.nodes.push(Node::default());
        builder.add_block()
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn node(&mut self, block: BlockId) -> Option<&mut Node<'c, 'a>> {
        self.nodes.get_mut(block.index())
    }

    /// Adds an edge. The entry has none: an edge to it leads nowhere.
    pub fn add_edge(
        &mut self,
        to: BlockId,
        sources: impl IntoIterator<Item = Source<'c, 'a>>,
        builder: &mut FunctionBuilder,
    ) -> EdgeId {
        let to = if to.index() == 0 { self.add_block(builder) } else { to };
        let edge = self.edges.len();
        if let Some(node) = self.nodes.get_mut(to.index()) {
            node.incoming.push(edge);
        }
        self.edges.push(Edge { to, sources: sources.into_iter().collect(), arguments: SmallVec::new() });
        EdgeId(edge)
    }

    pub fn edge(&mut self, edge: EdgeId) -> Option<&mut Edge<'c, 'a>> {
        self.edges.get_mut(edge.0)
    }

    pub fn end(&mut self, block: BlockId, end: End<'c, 'a>) {
        if let Some(node) = self.nodes.get_mut(block.index()) {
            node.end = Some(end);
        }
    }

    /// The parameter for an argument of a block.
    pub fn parameter(&mut self, block: BlockId, index: usize, bits: u8, builder: &mut FunctionBuilder) -> ValueId {
        *self.parameters.entry((block, index)).or_insert_with(|| {
            let parameter = builder.add_block_parameter(block, bits);
            self.asked.push(Asked { block, index, parameter });
            parameter
        })
    }

    /// The parameter of that number, in the order in which they were made.
    pub fn asked(&self, number: usize) -> Option<Asked> {
        self.asked.get(number).copied()
    }

    /// The edges to a block, each with what it passes to an argument.
    pub fn sources(&self, block: BlockId, index: usize) -> SmallVec<[(EdgeId, Source<'c, 'a>); 4]> {
        let incoming = self.nodes.get(block.index()).map_or(&[][..], |node| node.incoming.as_slice());
        let source = |edge: &Edge<'c, 'a>| edge.sources.get(index).copied().unwrap_or(Source::Unknown);
        incoming.iter().filter_map(|&edge| Some((EdgeId(edge), source(self.edges.get(edge)?)))).collect()
    }

    /// All blocks: first those that are reached, each after the blocks that all paths to it lead through, then the
    /// others.
    pub fn order(&self) -> Vec<BlockId> {
        let mut is_known = vec![false; self.nodes.len()];
        let mut order = Vec::with_capacity(self.nodes.len());
        let mut path: Vec<(usize, SmallVec<[usize; 4]>)> = Vec::new();
        for (first, _) in self.nodes.iter().enumerate() {
            let begin = order.len();
            if !is_known[first] {
                is_known[first] = true;
                path.push((first, self.successors(first)));
            }
            while let Some((block, successors)) = path.last_mut() {
                match successors.pop() {
                    Some(next) if !is_known.get(next).copied().unwrap_or(true) => {
                        is_known[next] = true;
                        let successors = self.successors(next);
                        path.push((next, successors));
                    }
                    Some(_) => {}
                    None => {
                        order.push(BlockId::new(*block));
                        path.pop();
                    }
                }
            }
            if let Some(found) = order.get_mut(begin..) {
                found.reverse();
            }
        }
        order
    }

    fn successors(&self, block: usize) -> SmallVec<[usize; 4]> {
        let end = self.nodes.get(block).and_then(|node| node.end.as_ref());
        let edges = end.into_iter().flat_map(End::edges);
        edges.filter_map(|edge| self.edges.get(edge.0)).map(|edge| edge.to.index()).collect()
    }
}
