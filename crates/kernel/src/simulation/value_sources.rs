//! Where the values of a kernel come from: operands, arguments of blocks and calls, and local memory.
//!
//! A graph with a node for each value of each function, and nodes for parts of local memory. Local memory is told apart
//! by variables, and by words at constant offsets of a variable, as far as it is known where addresses point to
//! ([`PointsTo`]). What is loaded from shared and global memory comes from its address only.

use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

use super::points_to::PointsTo;
use super::source_graph::{Node, SourceGraph};
use crate::execution::Run;
use crate::id::{FunctionId, SymbolId, ValueId};
use crate::program::{Direction, Function, InstructionKind, Program, Terminator};
use crate::value::{Space, Value, ValueKind};

/// The most bytes of one [`crate::program::MemoryAccess`], and those of a word of a variable.
const WORD: u64 = 8;

/// A part of local memory.
#[derive(Copy, Clone, Debug, Eq, Hash, PartialEq)]
enum Part {
    /// A word of a variable, by its number.
    Word(SymbolId, u64),
    /// What is stored in a variable at offsets that are not constant.
    Somewhere(SymbolId),
    /// All that is stored in a variable.
    Variable(SymbolId),
    /// What is stored at addresses of which no variable is known.
    Anywhere,
    /// All that is stored.
    All,
}

/// The graph, and what its nodes are.
#[derive(Clone, Default)]
pub(super) struct ValueSources {
    /// For each function, the number of the node of its first value.
    first: FxHashMap<FunctionId, usize>,
    parts: FxHashMap<Part, Node>,
    /// The sources of a part of memory are pairs: what is stored, and the address.
    graph: SourceGraph,
}

impl ValueSources {
    /// The graph of the functions that a kernel executes.
    pub fn of(run: &Run<'_>) -> Self {
        let mut sources = Self::default();
        let mut functions: Vec<(FunctionId, &Function)> = Vec::new();
        for (_, context) in run.contexts() {
            let Some(function) = run.program().function(context.function) else { continue };
            if !sources.first.contains_key(&context.function)
                && let Some(first) = sources.graph.grow(function.values.len())
            {
                sources.first.insert(context.function, first);
                functions.push((context.function, function));
            }
        }
        for &(id, function) in &functions {
            sources.add_values(id, function);
            sources.add_calls(run, id, function);
        }
        let values: Vec<&Value> = functions.iter().flat_map(|(_, function)| &function.values).collect();
        let mut points_to = PointsTo::of(run.program(), &sources.graph, &values);
        if run.program().variables.values().any(|variable| variable.space == Space::Local) {
            // So far an address that is loaded points anywhere. Local memory in the graph tells what is loaded.
            let mut with_memory = sources.clone();
            with_memory.add_memory(run, &functions, &points_to);
            points_to = PointsTo::of(run.program(), &with_memory.graph, &values);
        }
        sources.add_memory(run, &functions, &points_to);
        sources
    }

    /// The node of a value of a function, if the kernel executes that.
    pub fn node(&self, function: FunctionId, value: ValueId) -> Option<Node> {
        SourceGraph::node(self.first.get(&function)? + value.index())
    }

    /// The graph.
    pub const fn graph(&self) -> &SourceGraph {
        &self.graph
    }

    fn add(&mut self, to: Option<Node>, from: Option<Node>) {
        self.graph.add(to, from);
    }

    fn part(&mut self, part: Part) -> Option<Node> {
        if let Some(&known) = self.parts.get(&part) {
            return Some(known);
        }
        let node = SourceGraph::node(self.graph.grow(1)?)?;
        self.parts.insert(part, node);
        Some(node)
    }

    fn add_values(&mut self, id: FunctionId, function: &Function) {
        for (index, value) in function.values.iter().enumerate() {
            let to = self.node(id, ValueId::new(index));
            for &operand in value.kind.operands() {
                let from = self.node(id, operand);
                self.add(to, from);
            }
        }
        for (parameter, argument) in function.incoming() {
            let (to, from) = (self.node(id, parameter), self.node(id, argument));
            self.add(to, from);
        }
    }

    fn add_calls(&mut self, run: &Run<'_>, id: FunctionId, function: &Function) {
        for instruction in function.instructions() {
            if let InstructionKind::Call { callee, arguments, results } = &instruction.kind {
                self.add_call(run, (id, *callee), (arguments, results));
            }
        }
    }

    fn add_call(
        &mut self,
        run: &Run<'_>,
        (caller, callee): (FunctionId, FunctionId),
        (arguments, results): (&[ValueId], &[ValueId]),
    ) {
        let Some(called) = run.program().function(callee) else { return };
        for (&parameter, &argument) in called.parameters.iter().zip(arguments) {
            let (to, from) = (self.node(callee, parameter), self.node(caller, argument));
            self.add(to, from);
        }
        for block in &called.blocks {
            let Terminator::Return(returned) = &block.end else { continue };
            for (&result, &value) in results.iter().zip(returned) {
                let (to, from) = (self.node(caller, result), self.node(callee, value));
                self.add(to, from);
            }
        }
    }

    fn add_memory(&mut self, run: &Run<'_>, functions: &[(FunctionId, &Function)], points_to: &[PointsTo]) {
        for &(id, function) in functions {
            self.add_accesses(run, (id, function), points_to);
        }
    }

    fn add_accesses(&mut self, run: &Run<'_>, (id, function): (FunctionId, &Function), points_to: &[PointsTo]) {
        let node = |sources: &Self, value: ValueId| sources.node(id, value);
        let values = function.values.iter().enumerate().filter_map(|(index, value)| match value.kind {
            ValueKind::Load { address, space } => Some((Direction::Load, space, address, ValueId::new(index))),
            _ => None,
        });
        let accesses = function.instructions().flat_map(|instruction| &instruction.accesses);
        let accesses = accesses.map(|access| (access.direction, access.space, access.address, access.value));
        for (direction, space, address, value) in values.chain(accesses) {
            if !matches!(space, Space::Local | Space::Generic) {
                continue;
            }
            let (address_node, value_node) = (node(self, address), node(self, value));
            let known = match function.variable_of(address) {
                Some(place) if is_local(run.program(), place.0) => PointsTo::Places(smallvec![place]),
                Some(_) => continue,
                None => {
                    address_node.and_then(|node| points_to.get(node.index())).cloned().unwrap_or(PointsTo::Anywhere)
                }
            };
            match direction {
                Direction::Load => {
                    self.add(value_node, address_node);
                    self.add_load(value_node, &known);
                }
                Direction::Store => self.add_store([value_node, address_node], &known),
            }
        }
    }

    /// A value is loaded: it comes from the parts of local memory that the address can be in.
    fn add_load(&mut self, to: Option<Node>, at: &PointsTo) {
        let mut parts: SmallVec<[Part; 4]> = SmallVec::new();
        match at {
            PointsTo::Places(places) => {
                for &(variable, offset) in places {
                    match offset {
                        Some(offset) => {
                            parts.extend(words(variable, offset));
                            parts.push(Part::Somewhere(variable));
                        }
                        None => parts.push(Part::Variable(variable)),
                    }
                }
                parts.extend((!places.is_empty()).then_some(Part::Anywhere));
            }
            PointsTo::Anywhere => parts.push(Part::All),
        }
        for part in parts {
            let from = self.part(part);
            self.add(to, from);
        }
    }

    /// A value is stored in local memory: where it is depends on the address, too.
    fn add_store(&mut self, from: [Option<Node>; 2], at: &PointsTo) {
        let mut parts: SmallVec<[Part; 4]> = SmallVec::new();
        match at {
            PointsTo::Places(places) => {
                for &(variable, offset) in places {
                    match offset {
                        Some(offset) => parts.extend(words(variable, offset)),
                        None => parts.push(Part::Somewhere(variable)),
                    }
                    parts.push(Part::Variable(variable));
                }
                parts.extend((!places.is_empty()).then_some(Part::All));
            }
            PointsTo::Anywhere => parts.extend([Part::All, Part::Anywhere]),
        }
        for part in parts {
            let to = self.part(part);
            from.iter().for_each(|from| self.add(to, *from));
        }
    }
}

/// Whether a variable is in local memory; of one that is not defined it is not known.
fn is_local(program: &Program, variable: SymbolId) -> bool {
    program.variables.get(&variable).is_none_or(|variable| variable.space == Space::Local)
}

/// The words that an access at a constant offset can be in.
fn words(variable: SymbolId, offset: u64) -> SmallVec<[Part; 2]> {
    let (first, last) = (offset / WORD, offset.saturating_add(WORD - 1) / WORD);
    (first..=last).map(|word| Part::Word(variable, word)).collect()
}
