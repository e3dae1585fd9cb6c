//! Combining what several carriers say about one function.
//!
//! Accepts claims one at a time, each with a source that the caller can find its place by. Axes
//! merge into one shape, argument indices into one set, and a fact said twice is one fact.
//! Guarantees that two claims that differ are reported as a [`Conflict`], once for each, and
//! settled by the [`ConflictPolicy`]; that under [`ConflictPolicy::Last`] the outcome is that of
//! LLVM 22's upgrade of `!nvvm.annotations` (measured), given the claims in its order: the
//! function's own attributes first, then the tuples as they stand, a repeated tuple only once.
//! Allocates only for more than four argument indices.
//!
//! Leaves out on purpose: the places themselves, and saying so to the user. A claim whose shape is
//! not that of its fact cannot come from [`crate::read_claim`] and is passed over.

use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

use thiserror::Error;

use crate::claim::{Claim, Dims, Indices};
use crate::fact::{Axis, Fact, Shape};
use crate::value::{Value, separated};

/// What becomes of two claims that differ.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Default)]
pub enum ConflictPolicy {
    /// Neither is right: the caller reports an error.
    #[default]
    Error,
    /// The later replaces the earlier; a flag once set stays set, as in LLVM's upgrade.
    Last,
    /// The earlier stays.
    Keep,
}

impl ConflictPolicy {
    /// Every policy.
    pub const ALL: [ConflictPolicy; 3] = [ConflictPolicy::Error, ConflictPolicy::Last, ConflictPolicy::Keep];

    /// The name of the policy as a pass option.
    pub const fn as_str(self) -> &'static str {
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
        f.write_str(self.as_str())
    }
}

impl FromStr for ConflictPolicy {
    type Err = UnknownPolicy;

    fn from_str(name: &str) -> Result<Self, UnknownPolicy> {
        ConflictPolicy::ALL
            .into_iter()
            .find(|policy| policy.as_str() == name)
            .ok_or_else(|| UnknownPolicy { found: name.to_owned() })
    }
}

/// A name that is no [`ConflictPolicy`].
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[error("conflict policy must be 'error', 'last' or 'keep', got '{found}'")]
pub struct UnknownPolicy {
    /// The name.
    pub found: String,
}

/// Two claims about one fact that differ.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Conflict<S> {
    /// The fact.
    pub fact: Fact,
    /// The axis, unless the whole fact is in dispute.
    pub axis: Option<Axis>,
    /// The claim that came first, and its source.
    pub held: (ConflictValue, S),
    /// The claim that came later, and its source.
    pub new: (ConflictValue, S),
    /// Which of the two is now held.
    pub winner: Winner,
}

impl<S> Conflict<S> {
    /// The claim that is not held from now on; none under [`ConflictPolicy::Error`].
    pub const fn discarded(&self) -> Option<&(ConflictValue, S)> {
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

/// One side of a [`Conflict`].
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum ConflictValue {
    /// Of a unit fact: whether it holds.
    Flag(bool),
    /// Of one axis of a shape.
    Size(i32),
    /// Of a whole shape.
    Dims(Dims),
    /// Of a scalar fact.
    Scalar(u32),
}

impl Display for ConflictValue {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            ConflictValue::Flag(flag) => write!(f, "{flag}"),
            ConflictValue::Size(size) => write!(f, "{size}"),
            ConflictValue::Dims(dims) => {
                f.write_str("[")?;
                separated(f, dims)?;
                f.write_str("]")
            }
            ConflictValue::Scalar(scalar) => write!(f, "{scalar}"),
        }
    }
}

/// Which side of a [`Conflict`] is held afterwards.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Winner {
    /// Neither is right; the earlier one stays for the time being.
    None,
    /// The earlier.
    Held,
    /// The later.
    New,
}

/// What all carriers together say about one function, with the source of each part.
#[derive(Clone, Debug)]
pub struct Gathered<S> {
    slots: [Slot<S>; Fact::COUNT],
}

#[derive(Clone, Debug)]
enum Slot<S> {
    Flag(Option<(bool, S)>),
    Scalar(Option<(u32, S)>),
    Axes(Axes<S>),
    Indices(Option<(Indices, S)>),
}

/// A shape as far as it is known.
#[derive(Clone, Debug)]
struct Axes<S> {
    axes: [Option<(i32, S)>; 3],
    /// All three come from one claim.
    whole: bool,
}

impl<S: Copy> Default for Gathered<S> {
    fn default() -> Self {
        Gathered { slots: Fact::ALL.map(|fact| Slot::empty(fact.shape())) }
    }
}

impl<S: Copy> Gathered<S> {
    /// Nothing said yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes one more claim, found at `source`. Each value held that differs from it is passed to
    /// `on_conflict`, with what `policy` made of it.
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
            (Slot::Flag(slot), Claim::Unit(new)) => {
                let winner = policy.flag_winner(slot.is_some_and(|(flag, _)| flag));
                if let Some((held, at)) = settle(slot, (new, source), winner) {
                    let [held, new] = [held, new].map(ConflictValue::Flag);
                    dispute(None, (held, at), new, winner);
                }
            }
            (Slot::Scalar(slot), Claim::Scalar(new)) => {
                if let Some((held, at)) = settle(slot, (new, source), winner) {
                    let [held, new] = [held, new].map(ConflictValue::Scalar);
                    dispute(None, (held, at), new, winner);
                }
            }
            (Slot::Axes(slot), Claim::Axis(axis, new)) => {
                if let Some((held, at)) = slot.settle_axis(axis, (new, source), winner) {
                    let [held, new] = [held, new].map(ConflictValue::Size);
                    dispute(Some(axis), (held, at), new, winner);
                }
            }
            (Slot::Axes(slot), Claim::Dims(new)) if slot.whole => {
                if let Some((held, at)) = slot.settle_whole((new, source), winner) {
                    let [held, new] = [held, new].map(ConflictValue::Dims);
                    dispute(None, (held, at), new, winner);
                }
            }
            (Slot::Axes(slot), Claim::Dims(dims)) => {
                let first = slot.axes.iter().all(Option::is_none);
                for (axis, new) in Axis::ALL.into_iter().zip(dims) {
                    if let Some((held, at)) = slot.settle_axis(axis, (new, source), winner) {
                        let [held, new] = [held, new].map(ConflictValue::Size);
                        dispute(Some(axis), (held, at), new, winner);
                    }
                }
                slot.whole = first;
            }
            (Slot::Indices(slot), Claim::Indices(new)) => unite(slot, new, source),
            _ => {}
        }
    }

    /// The facts that hold and have a value, in the order of [`Fact`]. One that is denied, and an
    /// empty set of arguments, is none.
    pub fn facts(&self) -> impl Iterator<Item = Fact> + '_ {
        Fact::ALL.into_iter().filter(|fact| match &self.slots[fact.index()] {
            Slot::Flag(slot) => slot.is_some_and(|(flag, _)| flag),
            Slot::Scalar(slot) => slot.is_some(),
            Slot::Axes(slot) => slot.axes.iter().any(Option::is_some),
            Slot::Indices(slot) => slot.as_ref().is_some_and(|(indices, _)| !indices.is_empty()),
        })
    }

    /// Whether no fact holds.
    pub fn is_empty(&self) -> bool {
        self.facts().next().is_none()
    }

    /// The shape, missing axes 1, if at least one axis is known.
    pub fn dims(&self, fact: Fact) -> Option<Dims> {
        match &self.slots[fact.index()] {
            Slot::Axes(slot) => slot.dims(),
            _ => None,
        }
    }

    /// The number.
    pub fn scalar(&self, fact: Fact) -> Option<u32> {
        match &self.slots[fact.index()] {
            Slot::Scalar(slot) => slot.map(|(scalar, _)| scalar),
            _ => None,
        }
    }

    /// Whether the fact holds; `Some(false)` if a carrier denies it and none states it.
    pub fn unit(&self, fact: Fact) -> Option<bool> {
        match &self.slots[fact.index()] {
            Slot::Flag(slot) => slot.map(|(flag, _)| flag),
            _ => None,
        }
    }

    /// The constant arguments: 1-based, ascending, unique.
    pub fn indices(&self) -> &[u32] {
        match &self.slots[Fact::GridConstant.index()] {
            Slot::Indices(Some((indices, _))) => indices,
            _ => &[],
        }
    }

    /// The canonical attribute of a fact that holds: `array<i32: x, y, z>`, `N : i32`, or `N : i64`
    /// for a number that `i32` would turn negative.
    pub fn canonical(&self, fact: Fact) -> Option<Value<'static>> {
        match fact.shape() {
            Shape::Unit => self.unit(fact)?.then_some(Value::Unit),
            Shape::Dims => self.dims(fact).map(|dims| Value::I32Array(dims.to_vec().into())),
            Shape::Scalar => self.scalar(fact).map(|scalar| Value::Integer {
                value: scalar.into(),
                width: if i32::try_from(scalar).is_ok() { 32 } else { 64 },
            }),
            Shape::Indices => match self.indices() {
                [] => None,
                // No index that `read_claim` lets through is out of range.
                indices => {
                    Some(Value::I32Array(indices.iter().map(|&i| i32::try_from(i).unwrap_or(i32::MAX)).collect()))
                }
            },
        }
    }

    /// Where the value held comes from: of `axis`, or of the first axis or argument that was said.
    pub fn source(&self, fact: Fact, axis: Option<Axis>) -> Option<S> {
        match (&self.slots[fact.index()], axis) {
            (Slot::Flag(slot), _) => slot.map(|(_, source)| source),
            (Slot::Scalar(slot), _) => slot.map(|(_, source)| source),
            (Slot::Axes(slot), Some(axis)) => slot.axes[axis.index()].map(|(_, source)| source),
            (Slot::Axes(slot), None) => slot.axes.iter().flatten().next().map(|(_, source)| *source),
            (Slot::Indices(slot), _) => slot.as_ref().map(|(_, source)| *source),
        }
    }
}

impl<S: Copy> Slot<S> {
    const fn empty(shape: Shape) -> Self {
        match shape {
            Shape::Unit => Slot::Flag(None),
            Shape::Scalar => Slot::Scalar(None),
            Shape::Dims => Slot::Axes(Axes { axes: [None; 3], whole: false }),
            Shape::Indices => Slot::Indices(None),
        }
    }
}

impl<S: Copy> Axes<S> {
    fn dims(&self) -> Option<Dims> {
        let known = self.axes.iter().any(Option::is_some);
        known.then(|| self.axes.map(|axis| axis.map_or(1, |(size, _)| size)))
    }

    fn settle_axis(&mut self, axis: Axis, new: (i32, S), winner: Winner) -> Option<(i32, S)> {
        let held = settle(&mut self.axes[axis.index()], new, winner)?;
        self.whole &= winner != Winner::New;
        Some(held)
    }

    /// Of a shape that one claim has stated.
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

/// Fills an empty slot, or lets the winner have it. Returns the earlier value if they differ.
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
    indices.sort_unstable();
    indices.dedup();
}
