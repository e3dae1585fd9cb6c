//! Merges the statements of several carriers about one function.
//!
//! Accepts the statements in the order in which they are merged. Axes merge into one shape, argument indices into one
//! set, and a fact that is stated twice is one fact. Guarantees that each pair of different claims is reported once as
//! a [`Conflict`] and resolved by the [`ConflictPolicy`]; and that [`ConflictPolicy::Last`] gives the same result as
//! the upgrade of `!nvvm.annotations` in LLVM 22 (measured). A claim whose shape is not that of its fact is ignored.
//!
//! Leaves out on purpose: the locations of the statements, and how a finding is reported.

use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

use thiserror::Error;

use tileiras_target::Axis;

use crate::carrier::Carrier;
use crate::fact::{Fact, FactType};
use crate::fact_set::{Dims, FactSet, FactValue, Indices, StatedFact};
use crate::function_facts::Statement;

use super::claim::{Claim, read_claim};
use super::fault::ValueFault;

/// How two different claims are resolved.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Default)]
pub enum ConflictPolicy {
    /// The caller reports an error.
    #[default]
    Error,
    /// The later replaces the earlier. A flag that is set remains set, as in the upgrade of LLVM.
    Last,
    /// The earlier is kept.
    Keep,
}

impl ConflictPolicy {
    /// Every policy.
    pub const ALL: [ConflictPolicy; 3] = [ConflictPolicy::Error, ConflictPolicy::Last, ConflictPolicy::Keep];

    /// The name of the policy as a pass option.
    pub const fn name(self) -> &'static str {
        match self {
            ConflictPolicy::Error => "error",
            ConflictPolicy::Last => "last",
            ConflictPolicy::Keep => "keep",
        }
    }

    const fn winner(self) -> Winner {
        match self {
            ConflictPolicy::Error => Winner::None,
            ConflictPolicy::Last => Winner::New,
            ConflictPolicy::Keep => Winner::Held,
        }
    }

    /// The winner over a flag: under `Last`, the one that is set.
    const fn flag_winner(self, held: bool) -> Winner {
        match self {
            ConflictPolicy::Last if held => Winner::Held,
            _ => self.winner(),
        }
    }
}

impl Display for ConflictPolicy {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for ConflictPolicy {
    type Err = UnknownPolicy;

    fn from_str(name: &str) -> Result<Self, UnknownPolicy> {
        ConflictPolicy::ALL
            .into_iter()
            .find(|policy| policy.name() == name)
            .ok_or_else(|| UnknownPolicy { found: name.to_owned() })
    }
}

/// The error for a name that is not a [`ConflictPolicy`].
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[error("conflict policy must be 'error', 'last' or 'keep', got '{found}'")]
pub struct UnknownPolicy {
    /// The name.
    pub found: String,
}

/// Two different claims about one fact.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Conflict<S> {
    /// The fact.
    pub fact: Fact,
    /// The axis, or `None` for the whole fact.
    pub axis: Option<Axis>,
    /// The claim that came first, and its source.
    pub held: (Claim, S),
    /// The claim that came later, and its source.
    pub new: (Claim, S),
    /// Which of the two is kept.
    pub winner: Winner,
}

impl<S> Conflict<S> {
    /// The claim that is discarded; `None` under [`ConflictPolicy::Error`].
    pub const fn discarded(&self) -> Option<&(Claim, S)> {
        match self.winner {
            Winner::None => None,
            Winner::Held => Some(&self.new),
            Winner::New => Some(&self.held),
        }
    }
}

/// `'nvvm.maxntid' has conflicting values in x: 128 and 64`.
impl<S> Display for Conflict<S> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' has conflicting values", self.fact)?;
        if let Some(axis) = self.axis {
            write!(f, " in {axis}")?;
        }
        write!(f, ": {} and {}", self.held.0, self.new.0)
    }
}

/// Which claim of a [`Conflict`] is kept.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Winner {
    /// Neither is right. The earlier one is kept until the caller reports the error.
    None,
    /// The earlier.
    Held,
    /// The later.
    New,
}

/// The claims about one function, merged, with the source of each part.
#[derive(Clone, Debug)]
pub struct Gathered<S> {
    slots: [Slot<S>; Fact::COUNT],
}

#[derive(Clone, Debug)]
enum Slot<S> {
    Flag(Option<(bool, S)>),
    Scalar(Option<(u32, S)>),
    Axes(Axes<S>),
    /// In the order of the claims, so that a claim takes the time of its own indices.
    Indices(Option<(Indices, S)>),
}

/// The known axes of a shape.
#[derive(Clone, Debug)]
struct Axes<S> {
    axes: [Option<(u32, S)>; 3],
    /// Whether one claim states all three.
    whole: bool,
}

impl<S: Copy> Default for Gathered<S> {
    fn default() -> Self {
        Gathered { slots: Fact::ALL.map(|fact| Slot::empty(fact.value_type())) }
    }
}

impl<S: Copy> Gathered<S> {
    /// No claims.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a claim with its source. For each earlier claim that differs from it, calls `on_conflict` with the claim
    /// that `policy` keeps.
    pub fn add(
        &mut self,
        fact: Fact,
        claim: Claim,
        source: S,
        policy: ConflictPolicy,
        on_conflict: &mut impl FnMut(Conflict<S>),
    ) {
        let winner = policy.winner();
        let mut dispute = |axis, held, new, winner| {
            on_conflict(Conflict { fact, axis, held, new: (new, source), winner });
        };
        match (&mut self.slots[fact.index()], claim) {
            (Slot::Flag(slot), claim @ (Claim::Denied | Claim::Whole(FactValue::Unit))) => {
                let winner = policy.flag_winner(slot.is_some_and(|(flag, _)| flag));
                if let Some((held, at)) = settle(slot, (claim != Claim::Denied, source), winner) {
                    let held = if held { Claim::Whole(FactValue::Unit) } else { Claim::Denied };
                    dispute(None, (held, at), claim, winner);
                }
            }
            (Slot::Scalar(slot), Claim::Whole(FactValue::Scalar(new))) => {
                if let Some((held, at)) = settle(slot, (new, source), winner) {
                    let [held, new] = [held, new].map(|scalar| Claim::Whole(FactValue::Scalar(scalar)));
                    dispute(None, (held, at), new, winner);
                }
            }
            (Slot::Axes(slot), Claim::Sizes([Some(x), Some(y), Some(z)])) if slot.whole => {
                if let Some((held, at)) = slot.settle_whole(([x, y, z], source), winner) {
                    let [held, new] = [held, [x, y, z]].map(Claim::dims);
                    dispute(None, (held, at), new, winner);
                }
            }
            (Slot::Axes(slot), Claim::Sizes(sizes)) => {
                if slot.axes.iter().all(Option::is_none) {
                    slot.whole = sizes.iter().all(Option::is_some);
                }
                for (axis, size) in Axis::ALL.into_iter().zip(sizes) {
                    let Some(new) = size else { continue };
                    if let Some((held, at)) = slot.settle_axis(axis, (new, source), winner) {
                        let [held, new] = [held, new].map(|size| Claim::axis(axis, size));
                        dispute(Some(axis), (held, at), new, winner);
                    }
                }
            }
            (Slot::Indices(slot), Claim::Whole(FactValue::Indices(new))) => unite(slot, new, source),
            _ => {}
        }
    }

    /// The facts that hold. A fact that is denied, or has an empty set of arguments, does not. A cluster shape of zeros
    /// is an explicit cluster.
    pub fn facts(&self) -> FactSet {
        // The slot of a fact has the shape of the fact.
        Fact::ALL.into_iter().filter_map(|fact| StatedFact::new(fact, self.value(fact)?).ok()).collect()
    }

    /// The value of a fact, if it holds.
    fn value(&self, fact: Fact) -> Option<FactValue> {
        match &self.slots[fact.index()] {
            Slot::Flag(_) if fact == Fact::ExplicitCluster && self.states_no_cluster_shape() => Some(FactValue::Unit),
            Slot::Flag(slot) => slot.and_then(|(flag, _)| flag.then_some(FactValue::Unit)),
            Slot::Scalar(slot) => slot.map(|(scalar, _)| FactValue::Scalar(scalar)),
            Slot::Axes(_) if fact == Fact::ClusterDim && self.states_no_cluster_shape() => None,
            Slot::Axes(slot) => slot.dims().map(FactValue::Dims),
            Slot::Indices(slot) => {
                let slot = slot.as_ref().filter(|(indices, _)| !indices.is_empty());
                slot.map(|(indices, _)| FactValue::indices(indices.iter().copied()))
            }
        }
    }

    /// Whether x of the cluster is stated, and every axis that is stated is 0: LLVM's encoding of an explicit cluster.
    fn states_no_cluster_shape(&self) -> bool {
        let Slot::Axes(Axes { axes, .. }) = &self.slots[Fact::ClusterDim.index()] else { return false };
        axes[0].is_some() && axes.iter().flatten().all(|(size, _)| *size == 0)
    }

    /// The source of the claim that is kept: about `axis`, or about the first axis or argument with a claim.
    pub fn source(&self, fact: Fact, axis: Option<Axis>) -> Option<S> {
        match (&self.slots[fact.index()], axis) {
            (Slot::Flag(None), _) if fact == Fact::ExplicitCluster && self.states_no_cluster_shape() => {
                self.source(Fact::ClusterDim, None)
            }
            (Slot::Flag(slot), _) => slot.map(|(_, source)| source),
            (Slot::Scalar(slot), _) => slot.map(|(_, source)| source),
            (Slot::Axes(slot), Some(axis)) => slot.axes[axis.index()].map(|(_, source)| source),
            (Slot::Axes(slot), None) => slot.axes.iter().flatten().next().map(|(_, source)| *source),
            (Slot::Indices(slot), _) => slot.as_ref().map(|(_, source)| *source),
        }
    }
}

impl<S: Copy> Slot<S> {
    const fn empty(shape: FactType) -> Self {
        match shape {
            FactType::Unit => Slot::Flag(None),
            FactType::Scalar => Slot::Scalar(None),
            FactType::Dims => Slot::Axes(Axes { axes: [None; 3], whole: false }),
            FactType::Indices => Slot::Indices(None),
        }
    }
}

impl<S: Copy> Axes<S> {
    fn dims(&self) -> Option<Dims> {
        let known = self.axes.iter().any(Option::is_some);
        known.then(|| self.axes.map(|axis| axis.map_or(1, |(size, _)| size)))
    }

    fn settle_axis(&mut self, axis: Axis, new: (u32, S), winner: Winner) -> Option<(u32, S)> {
        let held = settle(&mut self.axes[axis.index()], new, winner)?;
        self.whole &= winner != Winner::New;
        Some(held)
    }

    /// Settles a shape that one claim has stated.
    fn settle_whole(&mut self, new: (Dims, S), winner: Winner) -> Option<(Dims, S)> {
        let (_, at) = self.axes[0]?;
        let mut slot = self.dims().map(|dims| (dims, at));
        let held = settle(&mut slot, new, winner)?;
        if winner == Winner::New {
            self.axes = new.0.map(|size| Some((size, new.1)));
        }
        Some(held)
    }
}

/// Fills an empty slot, or keeps the value of the winner. Returns the earlier value if they differ.
fn settle<T: Copy + PartialEq, S: Copy>(slot: &mut Option<(T, S)>, new: (T, S), winner: Winner) -> Option<(T, S)> {
    let Some(held) = *slot else {
        *slot = Some(new);
        return None;
    };
    if held.0 == new.0 {
        return None;
    }
    if winner == Winner::New {
        *slot = Some(new);
    }
    Some(held)
}

fn unite<S>(slot: &mut Option<(Indices, S)>, new: Indices, source: S) {
    let (indices, _) = slot.get_or_insert_with(|| (Indices::new(), source));
    indices.extend(new);
}

/// A finding about the statement of that index.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum MergeFinding {
    /// Its value is not valid.
    Fault(usize, ValueFault),
    /// It states that the fact does not hold.
    Denied(usize),
    /// It differs from an earlier one.
    Conflict(Conflict<usize>),
}

/// The statements about one function, merged.
#[derive(Clone, Debug)]
pub struct Merged {
    /// The facts that hold.
    pub facts: FactSet,
    /// In the order in which the statements were merged, see [`merge`].
    pub findings: Vec<MergeFinding>,
    /// For each fact, by [`Fact::index`], whether a legacy statement of it was read.
    pub moved: [bool; Fact::COUNT],
    gathered: Gathered<usize>,
}

impl Merged {
    /// The index of the statement from which a fact was taken.
    pub fn source(&self, fact: Fact) -> Option<usize> {
        self.gathered.source(fact, None)
    }
}

/// Merges statements. Under [`ConflictPolicy::Last`], `passthrough` comes first, since MLIR lets an attribute override
/// the string of the same name when it translates to LLVM IR (measured).
pub fn merge(statements: &[Statement<'_>], policy: ConflictPolicy) -> Merged {
    let mut order: Vec<usize> = (0..statements.len()).collect();
    if policy == ConflictPolicy::Last {
        order.sort_by_key(|&index| statements[index].carrier != Carrier::Passthrough);
    }
    let (mut gathered, mut findings, mut moved) = (Gathered::new(), Vec::new(), [false; Fact::COUNT]);
    for index in order {
        let statement = &statements[index];
        let fact = statement.spelling.fact;
        match read_claim(statement) {
            Err(fault) => findings.push(MergeFinding::Fault(index, fault)),
            Ok(claim) => {
                moved[fact.index()] |= statement.is_legacy();
                if claim == Claim::Denied {
                    findings.push(MergeFinding::Denied(index));
                }
                let mut conflict = |conflict| findings.push(MergeFinding::Conflict(conflict));
                gathered.add(fact, claim, index, policy, &mut conflict);
            }
        }
    }
    Merged { facts: gathered.facts(), findings, moved, gathered }
}
