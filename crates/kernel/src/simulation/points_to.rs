//! Which variables of local memory addresses point to.
//!
//! Flow-insensitive: for each value, the variables that it can be an address in, with the offset if that is constant.
//! Follows sums, extensions, selections, arguments of blocks and calls, and what is kept in local memory. Guarantees
//! that a value is an address in no other local variable.
//!
//! Leaves out on purpose: addresses that a thread keeps in shared memory, and loads in parts, or by an address that can
//! be one in local memory, too.

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

/// What another value points to if a value is computed from it.
#[derive(Copy, Clone, Debug)]
enum Derivation {
    /// The same places.
    Same,
    /// So many bytes farther.
    Plus(i64),
    /// Anywhere in the same variables.
    AnyOffset,
}

impl PointsTo {
    fn nowhere() -> Self {
        Self::Places(SmallVec::new())
    }

    /// What each node of a graph points to: the values, and then parts of memory, if the graph has any. What these come
    /// from are pairs: what is stored, and the address.
    pub fn of(program: &Program, graph: &SourceGraph, values: &[&Value]) -> Vec<Self> {
        let mut found = vec![Self::nowhere(); graph.len()];
        let mut users: Vec<SmallVec<[(Node, Derivation); 2]>> = vec![SmallVec::new(); graph.len()];
        let mut pending: Vec<Node> = Vec::new();
        for node in graph.nodes() {
            let (value, sources) = (values.get(node.index()), graph.sources(node));
            let at = match value {
                Some(_) => of_value(graph, values, node),
                None => sources.iter().step_by(2).map(|stored| (*stored, Derivation::Same)).collect(),
            };
            for (source, by) in at {
                if let Some(users) = users.get_mut(source.index()) {
                    SmallVec::push(users, (node, by));
                }
            }
            let has_parts = sources.iter().any(|source| source.index() >= values.len());
            let own = value.and_then(|value| Self::origin(program, value, has_parts));
            if let (Some(own), Some(found)) = (own, found.get_mut(node.index())) {
                *found = own;
                pending.push(node);
            }
        }
        while let Some(node) = pending.pop() {
            let Some(known) = found.get(node.index()).cloned() else { continue };
            for &(user, by) in users.get(node.index()).into_iter().flatten() {
                let Some(of_user) = found.get_mut(user.index()).filter(|found| **found != Self::Anywhere) else {
                    continue;
                };
                let new = of_user.clone().or(known.clone().derived(by));
                if new != *of_user {
                    *of_user = new;
                    pending.push(user);
                }
            }
        }
        found
    }

    /// What a value points to, whatever it is computed from.
    fn origin(program: &Program, value: &Value, has_parts: bool) -> Option<Self> {
        match &value.kind {
            ValueKind::Symbol(symbol) => {
                let is_local = program.variables.get(symbol).is_some_and(|variable| variable.space == Space::Local);
                is_local.then(|| Self::Places(smallvec![(*symbol, Some(0))]))
            }
            // Nothing outside of a thread has an address in its local memory.
            ValueKind::Load { space: Space::Constant, .. } | ValueKind::Unknown(Uniformity::Grid) => None,
            // The graph tells from which parts of local memory it is loaded.
            ValueKind::Load { space: Space::Local | Space::Generic, .. } if has_parts => None,
            ValueKind::Load { .. } if value.bits == 64 => Some(Self::Anywhere),
            ValueKind::Unknown(_) if value.bits > 1 => Some(Self::Anywhere),
            _ => None,
        }
    }

    fn derived(mut self, by: Derivation) -> Self {
        match (by, &mut self) {
            (Derivation::AnyOffset, _) => return self.without_offsets(),
            (Derivation::Plus(bytes), Self::Places(places)) => {
                let offsets = places.iter_mut().filter_map(|(_, offset)| offset.as_mut());
                offsets.for_each(|offset| *offset = offset.wrapping_add_signed(bytes));
            }
            _ => {}
        }
        self
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

    /// With any offsets in the same variables.
    fn without_offsets(self) -> Self {
        let Self::Places(places) = self else { return Self::Anywhere };
        let mut variables: SmallVec<[Place; 1]> = places.into_iter().map(|(variable, _)| (variable, None)).collect();
        variables.sort_unstable();
        variables.dedup();
        if variables.len() > MAX_PLACES { Self::Anywhere } else { Self::Places(variables) }
    }
}

/// The nodes whose places a value can have. A predicate is no address.
fn of_value(graph: &SourceGraph, values: &[&Value], node: Node) -> SmallVec<[(Node, Derivation); 2]> {
    let Some(value) = values.get(node.index()).filter(|value| value.bits > 1) else { return SmallVec::new() };
    let of = |node: &Node| values.get(node.index());
    let sources = graph.sources(node);
    let all = |by: Derivation| sources.iter().map(|source| (*source, by)).collect();
    match &value.kind {
        ValueKind::Parameter | ValueKind::CallResult | ValueKind::Compute(Operator::Select, _) => all(Derivation::Same),
        ValueKind::Compute(Operator::ZeroExtend | Operator::SignExtend, _) => {
            let is_whole = sources.iter().filter_map(of).all(|source| source.bits <= value.bits);
            all(if is_whole { Derivation::Same } else { Derivation::AnyOffset })
        }
        ValueKind::Compute(Operator::Add, _) => {
            let constant = |node: &Node| of(node).and_then(|value| value.signed_constant());
            match sources {
                [base, added] | [added, base] if let Some(bytes) = constant(added) => {
                    smallvec![(*base, Derivation::Plus(bytes))]
                }
                _ => all(Derivation::AnyOffset),
            }
        }
        ValueKind::Compute(..) => all(Derivation::AnyOffset),
        ValueKind::Load { space: Space::Local | Space::Generic, .. } => {
            let parts = sources.iter().filter(|source| source.index() >= values.len());
            parts.map(|part| (*part, Derivation::Same)).collect()
        }
        _ => SmallVec::new(),
    }
}
