//! Which variables of local memory addresses point to.
//!
//! Flow-insensitive: for each value, the variables that it can be an address in, with the offset if that is constant.
//! Follows sums, extensions, selections, arguments of blocks and calls, and what is kept in local memory. Guarantees
//! that a value is an address in no other local variable.
//!
//! Leaves out on purpose: threads that keep an address of their local memory in memory that others see.

use smallvec::{SmallVec, smallvec};

use super::source_graph::{Node, SourceGraph};
use crate::id::SymbolId;
use crate::program::Program;
use crate::value::{Operator, Space, Uniformity, Value, ValueKind};

/// The most places of one value that are told apart.
const MAX_PLACES: usize = 4;

/// A variable, and the offset in it if that is one constant.
pub(super) type Place = (SymbolId, Option<u64>);

/// What a value points to.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) enum PointsTo {
    /// These places; none of local memory if there are none.
    Places(SmallVec<[Place; 1]>),
    /// Any variable.
    Anywhere,
}

impl PointsTo {
    fn nowhere() -> Self {
        Self::Places(SmallVec::new())
    }

    /// What each node of a graph points to: the values, and then parts of memory, if the graph has any. What these come
    /// from are pairs: what is stored, and the address.
    pub fn of(program: &Program, graph: &SourceGraph, values: &[&Value]) -> Vec<Self> {
        let users = graph.users();
        let mut found = vec![Self::nowhere(); graph.len()];
        let mut pending: Vec<Node> = graph.nodes().rev().collect();
        while let Some(node) = pending.pop() {
            let new = Self::of_node((program, values), node, graph.sources(node), &found);
            let Some(known) = found.get_mut(node.index()).filter(|known| **known != new) else { continue };
            *known = new;
            pending.extend(users.get(node.index()).into_iter().flatten());
        }
        found
    }

    fn of_node((program, values): (&Program, &[&Value]), node: Node, sources: &[Node], found: &[Self]) -> Self {
        let of = |node: &Node| found.get(node.index()).cloned().unwrap_or(Self::Anywhere);
        let all = || sources.iter().map(of).fold(Self::nowhere(), Self::or);
        let offset = |node: &Node| values.get(node.index()).and_then(|value| value.signed_constant());
        let Some(value) = values.get(node.index()) else {
            return sources.iter().step_by(2).map(of).fold(Self::nowhere(), Self::or);
        };
        match &value.kind {
            _ if value.bits < 32 => Self::nowhere(),
            ValueKind::Symbol(symbol) => match program.variables.get(symbol) {
                Some(variable) if variable.space == Space::Local => Self::Places(smallvec![(*symbol, Some(0))]),
                _ => Self::nowhere(),
            },
            ValueKind::Parameter
            | ValueKind::CallResult
            | ValueKind::Compute(Operator::ZeroExtend | Operator::SignExtend | Operator::Select, _) => all(),
            ValueKind::Compute(Operator::Add, _) => match sources {
                [base, added] | [added, base] if let Some(bytes) = offset(added) => of(base).plus(bytes),
                _ => all().without_offsets(),
            },
            ValueKind::Compute(..) => all().without_offsets(),
            // Without memory in the graph, what is loaded is not known.
            ValueKind::Load { space: Space::Local | Space::Generic, .. } if found.len() == values.len() => {
                Self::Anywhere
            }
            ValueKind::Load { space: Space::Local | Space::Generic, .. } => {
                let parts = sources.iter().filter(|source| source.index() >= values.len());
                parts.map(of).fold(Self::nowhere(), Self::or)
            }
            ValueKind::Unknown(uniformity) if *uniformity != Uniformity::Grid => Self::Anywhere,
            _ => Self::nowhere(),
        }
    }

    /// What one of two values points to.
    fn or(self, other: Self) -> Self {
        let (Self::Places(mut all), Self::Places(others)) = (self, other) else { return Self::Anywhere };
        all.extend(others);
        all.sort_unstable();
        // Any offset comes before the others.
        all.dedup_by(|next, place| next == place || *place == (next.0, None));
        if all.len() > MAX_PLACES { Self::Places(all).without_offsets() } else { Self::Places(all) }
    }

    fn plus(mut self, bytes: i64) -> Self {
        if let Self::Places(places) = &mut self {
            let offsets = places.iter_mut().filter_map(|(_, offset)| offset.as_mut());
            offsets.for_each(|offset| *offset = offset.wrapping_add_signed(bytes));
        }
        self
    }

    /// With any offsets in the same variables.
    fn without_offsets(self) -> Self {
        let Self::Places(places) = self else { return Self::Anywhere };
        let mut variables: SmallVec<[Place; 1]> = places.into_iter().map(|(variable, _)| (variable, None)).collect();
        variables.sort_unstable();
        variables.dedup();
        if variables.len() > MAX_PLACES { Self::Anywhere } else { Self::Places(variables) }
    }
}
