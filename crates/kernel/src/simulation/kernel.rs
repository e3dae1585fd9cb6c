//! What is the same in all launches of a kernel.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::bounds::{self, Bounds};
use super::detour::{Detour, detour};
use super::layout::Layout;
use super::needed::Needed;
use super::origins;
use super::value_sources::ValueSources;
use crate::execution::{ContextId, Run};
use crate::id::{BlockId, ValueId};
use crate::program::{Function, InstructionKind, Tcgen05};
use crate::value::{Operator, Space, Uniformity, ValueKind};

/// What is left out at the end of each block of which it is not known how it ends.
type Detours = FxHashMap<(ContextId, BlockId), Option<Rc<Detour>>>;

/// A kernel, with what is computed once.
pub(super) struct Kernel<'r, 'p> {
    pub run: &'r Run<'p>,
    pub layout: Layout,
    /// Whether it allocates tensor memory at all.
    pub allocates: bool,
    /// The values that decide what a launch does.
    needed: Needed,
    sources: ValueSources,
    /// For each value, the arguments that it depends on, a bit each.
    decided_by: Vec<u64>,
    calls: RefCell<FxHashMap<ContextId, Rc<FunctionView>>>,
    detours: RefCell<Detours>,
}

/// What is known of one function of it.
#[derive(Default)]
struct FunctionView {
    /// The values that are taken for responses to requests to cancel.
    queried: FxHashSet<ValueId>,
    /// For each value, whether it is computed from what is not followed, such as global memory or floating point.
    unknowable: Vec<bool>,
    /// The shared variables that the addresses of accesses are computed from.
    bounds: FxHashMap<ValueId, Bounds>,
}

impl<'r, 'p> Kernel<'r, 'p> {
    /// None if the variables need more shared memory than a CTA has.
    pub fn of(run: &'r Run<'p>) -> Option<Self> {
        let allocates =
            |kind: &InstructionKind| matches!(kind, InstructionKind::Tcgen05 { operation: Tcgen05::Alloc, .. });
        let sources = ValueSources::of(run);
        Some(Self {
            run,
            layout: Layout::of(run)?,
            allocates: run.sites().any(|site| allocates(&site.instruction.kind)),
            needed: Needed::of(run, &sources),
            decided_by: origins::of_values(run, &sources),
            sources,
            calls: RefCell::default(),
            detours: RefCell::default(),
        })
    }

    /// The arguments that decide on these values, a bit each.
    pub fn deciding(&self, values: impl IntoIterator<Item = (ContextId, ValueId)>) -> u64 {
        let of_value = |(context, value)| {
            let node = self.sources.node(self.run.context(context)?.function, value)?;
            self.decided_by.get(node.index()).copied()
        };
        values.into_iter().filter_map(of_value).fold(0, |bits, of_value| bits | of_value)
    }

    /// Whether a value depends on an argument: a number of threads has to be the right one.
    pub fn is_argument(&self, context: ContextId, value: ValueId) -> bool {
        self.deciding([(context, value)]) != 0
    }

    /// The values of a function that are needed, by their indices.
    pub fn needed(&self, context: ContextId) -> &[bool] {
        self.needed.in_context(self.run, context)
    }

    /// Whether a launch can do something else if an argument, which a function reads, has another value.
    pub fn has_consequences(&self, context: ContextId, argument: (ValueId, u8)) -> bool {
        self.needed.has_consequences(self.run, context, argument)
    }

    /// How far a block is from the beginning of its function.
    pub fn rank(&self, context: ContextId, block: BlockId) -> usize {
        self.run.graph(context).map_or(usize::MAX, |graph| graph.rank(block))
    }

    /// Whether a value is taken for a response to a request to cancel.
    pub fn is_queried(&self, context: ContextId, value: ValueId) -> bool {
        self.called(context).queried.contains(&value)
    }

    /// Whether a value is computed from what is not followed.
    pub fn is_unknowable(&self, context: ContextId, value: ValueId) -> bool {
        self.called(context).unknowable.get(value.index()).copied().unwrap_or(false)
    }

    /// The shared variable of a known size that an accessed address is computed from.
    pub fn bounds(&self, context: ContextId, address: ValueId) -> Option<Bounds> {
        self.called(context).bounds.get(&address).copied()
    }

    /// The blocks that are left out if it is not known how a block ends.
    pub fn detour(&self, from: (ContextId, BlockId)) -> Option<Rc<Detour>> {
        let mut detours = self.detours.borrow_mut();
        detours.entry(from).or_insert_with(|| detour(self.run, from).map(Rc::new)).clone()
    }

    fn called(&self, context: ContextId) -> Rc<FunctionView> {
        let of_function = |function: &Function| FunctionView {
            queried: queried(function),
            unknowable: unknowable(function),
            bounds: bounds::of_addresses(self.run.program(), function).into_iter().collect(),
        };
        let mut calls = self.calls.borrow_mut();
        let called = calls.entry(context);
        called.or_insert_with(|| Rc::new(self.run.function(context).map(of_function).unwrap_or_default())).clone()
    }
}

fn queried(function: &Function) -> FxHashSet<ValueId> {
    let queried = function.values.iter().filter_map(|value| match &value.kind {
        ValueKind::Compute(Operator::IsCanceled, operands) => operands.first().copied(),
        _ => None,
    });
    queried.collect()
}

fn unknowable(function: &Function) -> Vec<bool> {
    let is_origin = |index: usize| match function.values.get(index).map(|value| &value.kind) {
        Some(ValueKind::Compute(Operator::Opaque(_) | Operator::WarpUniform, _)) => true,
        Some(ValueKind::Unknown(uniformity)) => *uniformity != Uniformity::Grid,
        Some(ValueKind::Load { space, .. }) => *space == Space::Global,
        _ => false,
    };
    function.depending_on(is_origin)
}
