//! Which values the execution of a kernel depends on: those that decide where threads go, what they access in shared
//! memory and what they synchronise with, and all that these are computed from.
//!
//! Other values, such as pointers to global memory, are not computed: a launch with other ones is the same. Values that
//! are stored in shared memory are asked for, as two threads may store the same number.

use rustc_hash::{FxHashMap, FxHashSet};

use super::source_graph::Node;
use super::value_sources::ValueSources;
use crate::execution::{ContextId, Run};
use crate::id::{FunctionId, ValueId};
use crate::program::{
    Block, ClusterUse, CpAsync, Direction, Function, Instruction, InstructionKind, MemoryAccess, Terminator,
};
use crate::value::Space;

/// The values of each function, by their indices.
type ValueFlags = FxHashMap<FunctionId, Vec<bool>>;

/// The values that are needed.
pub(super) struct Needed {
    all: ValueFlags,
    /// Those that are not only compared between lanes, as the places that copies come from are: a pointer is the same
    /// in all of them.
    without_compared: ValueFlags,
}

impl Needed {
    pub fn of(run: &Run<'_>, sources: &ValueSources) -> Self {
        let functions: FxHashSet<FunctionId> = run.contexts().map(|(_, context)| context.function).collect();
        let functions = functions.into_iter().filter_map(|id| Some((id, run.program().function(id)?)));
        let functions: Vec<(FunctionId, &Function)> = functions.collect();
        let mut asked = Asked::default();
        for &(id, function) in &functions {
            function.blocks.iter().for_each(|block| asked.add_block(id, block));
        }
        let mut needed = vec![false; sources.graph().len()];
        let of_functions = |needed: &[bool]| {
            let of_function = |id: FunctionId, function: &Function| {
                let nodes = (0..function.values.len()).map(|index| sources.node(id, ValueId::new(index)));
                nodes.map(|node| node.and_then(|node| needed.get(node.index()).copied()).unwrap_or(false)).collect()
            };
            functions.iter().map(|&(id, function)| (id, of_function(id, function))).collect()
        };
        add_sources(sources, &asked.always, &mut needed);
        let without_compared = of_functions(&needed);
        add_sources(sources, &asked.compared, &mut needed);
        Self { all: of_functions(&needed), without_compared }
    }

    /// Whether a launch can do something else if an argument, which a function reads, has another value.
    pub fn has_consequences(&self, run: &Run<'_>, context: ContextId, (argument, bits): (ValueId, u8)) -> bool {
        let of = if bits > 32 { &self.without_compared } else { &self.all };
        let function = run.context(context).map(|context| context.function);
        function.and_then(|function| of.get(&function)).is_some_and(|values| is_in(values, argument))
    }

    /// The values of the function of a context, by their indices.
    pub fn in_context(&self, run: &Run<'_>, context: ContextId) -> &[bool] {
        let function = run.context(context).map(|context| context.function);
        function.and_then(|function| self.all.get(&function)).map_or(&[], Vec::as_slice)
    }
}

/// Whether a value is one of these, by their indices.
pub(super) fn is_in(values: &[bool], value: ValueId) -> bool {
    values.get(value.index()).copied().unwrap_or(false)
}

/// Adds these values and all that they come from.
fn add_sources(sources: &ValueSources, values: &[(FunctionId, ValueId)], needed: &mut [bool]) {
    let mut pending: Vec<Node> = values.iter().filter_map(|&(id, value)| sources.node(id, value)).collect();
    while let Some(node) = pending.pop() {
        if let Some(known) = needed.get_mut(node.index()).filter(|known| !**known) {
            *known = true;
            pending.extend_from_slice(sources.graph().sources(node));
        }
    }
}

/// What the code of a kernel asks for.
#[derive(Default)]
struct Asked {
    always: Vec<(FunctionId, ValueId)>,
    /// What is only compared between lanes.
    compared: Vec<(FunctionId, ValueId)>,
}

impl Asked {
    fn add_block(&mut self, id: FunctionId, block: &Block) {
        match &block.end {
            Terminator::Branch { condition: tested, .. } | Terminator::Switch { value: tested, .. } => {
                self.always.push((id, *tested));
            }
            _ => {}
        }
        for instruction in &block.instructions {
            match &instruction.kind {
                // Its arguments are asked for by what the callee does.
                InstructionKind::Call { .. } => {}
                InstructionKind::CpAsync(CpAsync::Copy { to, bytes, from, copied }) => {
                    self.always.extend([to, bytes, copied].into_iter().flatten().map(|&operand| (id, operand)));
                    self.compared.extend(from.map(|from| (id, from)));
                }
                kind => self.always.extend(kind.operands().into_iter().map(|operand| (id, operand))),
            }
            self.add_accesses(id, instruction);
        }
    }

    fn add_accesses(&mut self, id: FunctionId, instruction: &Instruction) {
        if let ClusterUse::PeerMemory { address: Some(address) } = instruction.cluster_use {
            self.always.push((id, address));
        }
        for &MemoryAccess { direction, address, space, value, .. } in &instruction.accesses {
            match (space, direction) {
                (Space::Local | Space::Global | Space::Constant, _) => {}
                (_, Direction::Store) => self.always.extend([(id, address), (id, value)]),
                (_, Direction::Load) => self.always.push((id, address)),
            }
        }
    }
}
