//! What one function states, as raw as it stands.
//!
//! Accepts any attribute of the NVVM namespace, through [`LaunchContract::state`], which knows the
//! canonical names, the marker, and the spellings that are still to be transplanted. Guarantees
//! that a fact stated in the wrong shape is kept as it is, so that a rule can show it; the typed
//! getters return only what is well-shaped.
//!
//! Leaves out on purpose: the function's name and place, which the pass that reports knows, and any
//! judgement ([`crate::rules`]).

use std::borrow::Cow;
use std::fmt::{self, Display, Formatter};

use smallvec::SmallVec;
use tileiras_kernel::Entry;

use crate::claim::Dims;
use crate::fact::{ANNOTATIONS, Fact, MARKER, PREFIX, Shape, attribute_spelling};
use crate::value::Value;

/// Whether a function is an entry point.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Default)]
pub enum Role {
    /// It is, whatever says so: `nvvm.kernel`, `gpu.kernel` or the calling convention.
    Kernel,
    /// It is not.
    #[default]
    Function,
}

/// The arguments of a function.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct Arguments {
    /// How many there are.
    pub count: u32,
    /// For each in order, whether it is a pointer; shorter than `count` where that is not known.
    pub is_pointer: SmallVec<[bool; 16]>,
}

impl Arguments {
    /// Whether the argument of that 1-based index is a pointer, where that is known.
    pub fn is_pointer(&self, index: u32) -> Option<bool> {
        let place = usize::try_from(index).ok()?.checked_sub(1)?;
        self.is_pointer.get(place).copied()
    }
}

impl FromIterator<bool> for Arguments {
    fn from_iter<I: IntoIterator<Item = bool>>(is_pointer: I) -> Self {
        let is_pointer = SmallVec::from_iter(is_pointer);
        Arguments { count: u32::try_from(is_pointer.len()).unwrap_or(u32::MAX), is_pointer }
    }
}

/// Where a legacy key still stands.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Carrier {
    /// The tuple of that index in the module's `nvvm.annotations`.
    Tuple(usize),
    /// The function's `passthrough`.
    Passthrough,
    /// An attribute of the function, under a name that is not canonical.
    Attribute,
    /// An attribute of the argument of that 1-based index.
    Argument(u32),
}

impl Display for Carrier {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Carrier::Tuple(index) => write!(f, "in tuple {index} of '{ANNOTATIONS}'"),
            Carrier::Passthrough => f.write_str("in 'passthrough'"),
            Carrier::Attribute => f.write_str("as an attribute"),
            Carrier::Argument(index) => write!(f, "on argument {index}"),
        }
    }
}

/// A key that a legacy carrier still holds for a function.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct LegacyTrace<'a> {
    /// The key as it stands.
    pub key: Cow<'a, str>,
    /// Where.
    pub carrier: Carrier,
}

/// Everything one function states about its launch.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct LaunchContract<'a> {
    /// Whether the function is a kernel.
    pub role: Role,
    /// The canonical attributes, by [`Fact::index`].
    pub values: [Option<Value<'a>>; Fact::COUNT],
    /// The marker `nvvm.annotations_transplanted`.
    pub marker: Option<Value<'a>>,
    /// The arguments, where they are known.
    pub arguments: Option<Arguments>,
    /// How many results the function has.
    pub results: usize,
    /// The other `nvvm.` attributes.
    pub unknown: Vec<Cow<'a, str>>,
    /// The keys that are still to be transplanted.
    pub legacy: Vec<LegacyTrace<'a>>,
}

impl<'a> LaunchContract<'a> {
    /// Nothing stated yet.
    pub fn new(role: Role) -> Self {
        LaunchContract { role, ..Self::default() }
    }

    /// Files one attribute of the function where it belongs. One that is not in the NVVM namespace
    /// belongs nowhere.
    pub fn state(&mut self, name: impl Into<Cow<'a, str>>, value: Value<'a>) {
        let name = name.into();
        match attribute_spelling(&name) {
            Some(known) if known.is_canonical() => self.values[known.fact.index()] = Some(value),
            Some(_) => self.legacy.push(LegacyTrace { key: name, carrier: Carrier::Attribute }),
            None if name == MARKER => self.marker = Some(value),
            None if name.starts_with(PREFIX) => self.unknown.push(name),
            None => {}
        }
    }

    /// The attribute of a fact, in whatever shape.
    pub const fn value(&self, fact: Fact) -> Option<&Value<'a>> {
        self.values[fact.index()].as_ref()
    }

    /// Whether a fact is stated, in whatever shape.
    pub const fn states(&self, fact: Fact) -> bool {
        self.value(fact).is_some()
    }

    /// The facts that are stated, in whatever shape.
    pub fn facts(&self) -> impl Iterator<Item = Fact> + '_ {
        Fact::ALL.into_iter().filter(|&fact| self.states(fact))
    }

    /// The sizes as they are written: 1 to 3 of them, for a cluster exactly 3.
    pub fn sizes(&self, fact: Fact) -> Option<&[i32]> {
        let legal = if fact == Fact::ClusterDim { 3..=3 } else { 1..=3 };
        match (fact.shape(), self.value(fact)?) {
            (Shape::Dims, Value::I32Array(sizes)) if legal.contains(&sizes.len()) => Some(sizes),
            _ => None,
        }
    }

    /// The shape, missing axes 1.
    pub fn dims(&self, fact: Fact) -> Option<Dims> {
        let sizes = self.sizes(fact)?;
        let mut dims = [1; 3];
        for (axis, size) in dims.iter_mut().zip(sizes) {
            *axis = *size;
        }
        Some(dims)
    }

    /// How many threads or CTAs the shape holds, unless one of its sizes is 0 or negative.
    pub fn product(&self, fact: Fact) -> Option<u128> {
        let sizes = self.sizes(fact)?.iter();
        sizes.map(|&size| u128::try_from(size).ok().filter(|&size| size > 0)).product()
    }

    /// The exact block, or else the bound of it: the fact that says how many threads a block has, in whatever shape.
    pub fn block(&self) -> Option<Fact> {
        [Fact::ReqNTid, Fact::MaxNTid].into_iter().find(|&fact| self.states(fact))
    }

    /// Who enters the function from outside of the program.
    pub fn entry(&self) -> Entry {
        if self.role != Role::Kernel {
            return Entry::Calls;
        }
        let block = self.block();
        let single = block.and_then(|fact| self.product(fact)) == Some(1);
        // A bound holds of the product: the sizes of the block are its own.
        let exact = self.dims(Fact::ReqNTid);
        Entry::Blocks { single, single_in_x: single || exact.is_some_and(|dims| dims[0] == 1) }
    }

    /// The number, which may be negative: that is for a rule to say.
    pub fn scalar(&self, fact: Fact) -> Option<i64> {
        match (fact.shape(), self.value(fact)?) {
            (Shape::Scalar, Value::Integer { value, width: 2.. }) => scalar_in_range(*value),
            _ => None,
        }
    }

    /// Whether a unit fact is stated as a unit.
    pub fn unit(&self, fact: Fact) -> bool {
        fact.shape() == Shape::Unit && self.value(fact) == Some(&Value::Unit)
    }

    /// The constant arguments as they are written, not necessarily ascending, unique or in range.
    pub fn indices(&self) -> Option<&[i32]> {
        match self.value(Fact::GridConstant)? {
            Value::I32Array(indices) => Some(indices),
            _ => None,
        }
    }
}

/// A scalar that 32 bits hold, signed or not.
pub(crate) fn scalar_in_range(value: i128) -> Option<i64> {
    let range = i128::from(i32::MIN)..=i128::from(u32::MAX);
    range.contains(&value).then_some(value as i64)
}
