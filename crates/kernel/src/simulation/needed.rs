//! Which values the execution of a kernel depends on: those that decide where threads go, what they access in shared
//! memory and what they synchronise with, and all that these are computed from.
//!
//! Other values, such as pointers to global memory, are not computed: a launch with other ones is the same. Values that
//! are stored in shared memory are asked for, as two threads may store the same number. Local memory is followed by
//! variables and constant offsets.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::execution::{ContextId, Run};
use crate::id::{FunctionId, SymbolId, ValueId};
use crate::program::{
    Block, ClusterUse, CpAsync, Direction, Function, Instruction, InstructionKind, MemoryAccess, Terminator,
};
use crate::value::{Space, ValueKind};

/// The most bytes of one [`MemoryAccess`].
const MAX_BYTES: u64 = 8;

/// A value of a function.
type OfFunction = (FunctionId, ValueId);

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
    pub fn of(run: &Run<'_>) -> Self {
        let functions: FxHashSet<FunctionId> = run.contexts().map(|(_, context)| context.function).collect();
        let mut search = Search::default();
        for &id in &functions {
            let Some(function) = run.program().function(id) else { continue };
            search.needed.insert(id, vec![false; function.values.len()]);
            search.add(run, id, function);
        }
        search.visit_all(run);
        let without_compared = search.needed.clone();
        search.pending = std::mem::take(&mut search.compared);
        search.visit_all(run);
        Self { all: search.needed, without_compared }
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

/// A store to local memory: what it writes, and where.
type Store = [OfFunction; 2];

/// What is known so far.
#[derive(Default)]
struct Search {
    needed: ValueFlags,
    pending: Vec<OfFunction>,
    /// What is only compared between lanes.
    compared: Vec<OfFunction>,
    /// The values that parameters of blocks and functions and the results of calls get.
    sources: FxHashMap<OfFunction, SmallVec<[OfFunction; 2]>>,
    /// The addresses from which values are loaded, with the state space.
    loads: FxHashMap<OfFunction, (ValueId, Space)>,
    /// The stores to local memory at constant offsets of a variable, at others of it, and at unknown addresses.
    at_offsets: FxHashMap<SymbolId, BTreeMap<u64, Vec<Store>>>,
    in_variables: FxHashMap<SymbolId, Vec<Store>>,
    anywhere: Vec<Store>,
}

impl Search {
    /// Adds what the code of a function asks for, and where its values come from.
    fn add(&mut self, run: &Run<'_>, id: FunctionId, function: &Function) {
        for (parameter, argument) in function.incoming() {
            self.sources.entry((id, parameter)).or_default().push((id, argument));
        }
        for block in &function.blocks {
            self.add_block(run, id, function, block);
        }
    }

    fn add_block(&mut self, run: &Run<'_>, id: FunctionId, function: &Function, block: &Block) {
        match &block.end {
            Terminator::Branch { condition: tested, .. } | Terminator::Switch { value: tested, .. } => {
                self.pending.push((id, *tested));
            }
            _ => {}
        }
        for instruction in &block.instructions {
            match &instruction.kind {
                InstructionKind::Call { callee, arguments, results } => {
                    self.add_call(run, (id, *callee), (arguments, results));
                }
                InstructionKind::CpAsync(CpAsync::Copy { to, bytes, from }) => {
                    self.pending.extend([to, bytes].into_iter().flatten().map(|&operand| (id, operand)));
                    self.compared.extend(from.map(|from| (id, from)));
                }
                kind => self.pending.extend(kind.operands().into_iter().map(|operand| (id, operand))),
            }
            self.add_accesses(id, function, instruction);
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
            self.sources.entry((callee, parameter)).or_default().push((caller, argument));
        }
        for block in &called.blocks {
            let Terminator::Return(returned) = &block.end else { continue };
            for (&result, &value) in results.iter().zip(returned) {
                self.sources.entry((caller, result)).or_default().push((callee, value));
            }
        }
    }

    fn add_accesses(&mut self, id: FunctionId, function: &Function, instruction: &Instruction) {
        if let ClusterUse::PeerMemory { address: Some(address) } = instruction.cluster_use {
            self.pending.push((id, address));
        }
        for access in &instruction.accesses {
            let &MemoryAccess { direction, address, space, value, .. } = access;
            match (space, direction) {
                (Space::Local, Direction::Store) => {
                    let store = [(id, value), (id, address)];
                    match function.variable_of(address) {
                        Some((variable, Some(offset))) => {
                            self.at_offsets.entry(variable).or_default().entry(offset).or_default().push(store);
                        }
                        Some((variable, None)) => self.in_variables.entry(variable).or_default().push(store),
                        None => self.anywhere.push(store),
                    }
                }
                (Space::Global | Space::Constant, Direction::Store) => {}
                (Space::Local | Space::Global | Space::Constant, Direction::Load) => {
                    self.loads.insert((id, value), (address, space));
                }
                (_, Direction::Store) => self.pending.extend([(id, address), (id, value)]),
                (_, Direction::Load) => {
                    self.pending.push((id, address));
                    self.loads.insert((id, value), (address, space));
                }
            }
        }
    }

    /// Adds what the pending values are computed from.
    fn visit_all(&mut self, run: &Run<'_>) {
        while let Some((id, value)) = self.pending.pop() {
            if let Some(function) = run.program().function(id) {
                self.visit(id, function, value);
            }
        }
    }

    /// Adds what a value is computed from.
    fn visit(&mut self, id: FunctionId, function: &Function, value: ValueId) {
        let known = self.needed.get_mut(&id).and_then(|needed| needed.get_mut(value.index()));
        let Some(known) = known.filter(|known| !**known) else { return };
        *known = true;
        if let Some(sources) = self.sources.remove(&(id, value)) {
            self.pending.extend(sources);
        }
        let Some(kind) = function.value(value).map(|value| &value.kind) else { return };
        self.pending.extend(kind.operands().iter().map(|&operand| (id, operand)));
        let of_kind = match kind {
            &ValueKind::Load { address, space } => Some((address, space)),
            _ => None,
        };
        for (address, space) in self.loads.get(&(id, value)).copied().into_iter().chain(of_kind) {
            self.pending.push((id, address));
            if matches!(space, Space::Local | Space::Generic) {
                self.add_stores(function, address);
            }
        }
    }

    /// Adds the stores to local memory that a load can see.
    fn add_stores(&mut self, function: &Function, address: ValueId) {
        let mut found = std::mem::take(&mut self.anywhere);
        match function.variable_of(address) {
            Some((variable, Some(offset))) => {
                found.extend(self.in_variables.remove(&variable).into_iter().flatten());
                if let Some(stores) = self.at_offsets.get_mut(&variable) {
                    let near = offset.saturating_sub(MAX_BYTES - 1)..offset.saturating_add(MAX_BYTES);
                    found.extend(stores.range_mut(near).flat_map(|(_, stores)| std::mem::take(stores)));
                }
            }
            Some((variable, None)) => {
                found.extend(self.in_variables.remove(&variable).into_iter().flatten());
                found.extend(self.at_offsets.remove(&variable).into_iter().flat_map(BTreeMap::into_values).flatten());
            }
            None => {
                found.extend(self.in_variables.drain().flat_map(|(_, stores)| stores));
                let stores = self.at_offsets.drain().flat_map(|(_, stores)| stores.into_values());
                found.extend(stores.flatten());
            }
        }
        self.pending.extend(found.into_iter().flatten());
    }
}
