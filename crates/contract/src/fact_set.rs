//! What one function states about its launch: at most one typed value for each fact.
//!
//! Every stage has a reader that gives a [`FactSet`]: MLIR and LLVM IR ([`FunctionFacts`](crate::FunctionFacts)), the
//! header of a kernel in PTX, the attributes of a kernel in a cubin. The rules, the derivation, the legalisation, the
//! export and the directive emitter take one, and the audit compares two.
//!
//! Guarantees that the value of a fact has the shape of the fact, that a shape has three axes, of which a missing one
//! is 1, and that argument indices are ascending and unique. Leaves out on purpose: where a fact was stated, and
//! statements without a valid value ([`FunctionFacts`](crate::FunctionFacts) has both).
//!
//! ```
//! use tileiras_contract::{Fact, FactSet, FactValue};
//!
//! let mut facts = FactSet::new();
//! facts.insert(Fact::ReqNTid, FactValue::Dims([128, 2, 1]));
//! facts.insert(Fact::MaxNReg, FactValue::Scalar(64));
//! assert_eq!(facts.product(Fact::ReqNTid), Some(256));
//! assert_eq!(facts.iter().map(|(fact, value)| format!("{fact} = {value}")).collect::<Vec<_>>(),
//!     ["nvvm.reqntid = 128, 2, 1", "nvvm.maxnreg = 64"]);
//! ```

use std::fmt::{self, Display, Formatter};

use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use tileiras_target::occupancy::{RegisterDirectives, block_threads};

use crate::fact::{Fact, Shape};
use crate::value::{Value, separated};

/// A block shape in threads, or a cluster shape in CTAs: x, y, z.
pub type Dims = [u32; 3];

/// 1-based argument indices, ascending and unique.
pub type Indices = SmallVec<[u32; 4]>;

/// The value of one fact. [`JsonValue`] is its form for people.
#[derive(Clone, Eq, PartialEq, Hash, Debug, Serialize, Deserialize)]
pub enum FactValue {
    /// A unit fact: it holds.
    Unit,
    /// A block or cluster shape.
    Dims(Dims),
    /// A number, in the unit of the fact.
    Scalar(u32),
    /// A set of arguments.
    Indices(Indices),
}

impl FactValue {
    /// A set of arguments, from indices in any order.
    pub fn indices(indices: impl IntoIterator<Item = u32>) -> Self {
        let mut indices: Indices = indices.into_iter().collect();
        indices.sort_unstable();
        indices.dedup();
        FactValue::Indices(indices)
    }

    /// The shape of the facts that can have this value.
    pub const fn shape(&self) -> Shape {
        match self {
            FactValue::Unit => Shape::Unit,
            FactValue::Dims(_) => Shape::Dims,
            FactValue::Scalar(_) => Shape::Scalar,
            FactValue::Indices(_) => Shape::Indices,
        }
    }

    /// The canonical attribute of a fact with this value: `array<i32: x, y, z>`, or `N : i32`, or `N : i64` for a
    /// number that does not fit in `i32`.
    pub fn to_attribute(&self) -> Value<'static> {
        let array = |numbers: &[u32]| {
            // No number that can be read from a carrier is out of range.
            let numbers = numbers.iter().map(|&number| i32::try_from(number).unwrap_or(i32::MAX));
            Value::I32Array(numbers.collect())
        };
        match self {
            FactValue::Unit => Value::Unit,
            FactValue::Dims(dims) => array(dims),
            FactValue::Scalar(scalar) => {
                let width = if i32::try_from(*scalar).is_ok() { 32 } else { 64 };
                Value::Integer { value: (*scalar).into(), width }
            }
            FactValue::Indices(indices) => array(indices),
        }
    }
}

/// `128, 2, 1`, `64`, `set`.
impl Display for FactValue {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            FactValue::Unit => f.write_str("set"),
            FactValue::Dims(dims) => separated(f, dims),
            FactValue::Scalar(scalar) => write!(f, "{scalar}"),
            FactValue::Indices(indices) if indices.is_empty() => f.write_str("no argument"),
            FactValue::Indices(indices) => separated(f, indices),
        }
    }
}

/// A value in JSON: `true`, `[128, 2, 1]`, `64`.
#[derive(Clone, Copy, Debug)]
pub struct JsonValue<'a>(pub &'a FactValue);

impl Serialize for JsonValue<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            FactValue::Unit => true.serialize(serializer),
            FactValue::Dims(dims) => dims.serialize(serializer),
            FactValue::Scalar(scalar) => scalar.serialize(serializer),
            FactValue::Indices(indices) => indices.as_slice().serialize(serializer),
        }
    }
}

/// What one function states: at most one value for each fact. [`json`] writes it for people.
#[derive(Clone, Eq, PartialEq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "Values")]
pub struct FactSet {
    /// By [`Fact::index`].
    values: [Option<FactValue>; Fact::COUNT],
}

/// The fields of a [`FactSet`] that another process wrote.
#[derive(Deserialize)]
struct Values {
    values: [Option<FactValue>; Fact::COUNT],
}

impl TryFrom<Values> for FactSet {
    type Error = String;

    fn try_from(Values { values }: Values) -> Result<Self, String> {
        let is_legal = |fact: Fact, value: &FactValue| match value {
            FactValue::Indices(indices) => fact.shape() == value.shape() && indices.is_sorted_by(|a, b| a < b),
            _ => fact.shape() == value.shape(),
        };
        let wrong = Fact::ALL.into_iter().find_map(|fact| {
            let value = values[fact.index()].as_ref()?;
            (!is_legal(fact, value)).then(|| format!("'{value}' is no value of '{fact}'"))
        });
        wrong.map_or(Ok(FactSet { values }), Err)
    }
}

impl FactSet {
    /// An empty set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the value of a fact. A value of another shape than that of the fact removes the fact.
    pub fn insert(&mut self, fact: Fact, value: FactValue) {
        debug_assert_eq!(fact.shape(), value.shape(), "{fact}");
        self.values[fact.index()] = Some(value).filter(|value| value.shape() == fact.shape());
    }

    /// Removes a fact.
    pub fn remove(&mut self, fact: Fact) {
        self.values[fact.index()] = None;
    }

    /// The value of a fact.
    pub const fn get(&self, fact: Fact) -> Option<&FactValue> {
        self.values[fact.index()].as_ref()
    }

    /// Whether a fact is stated.
    pub const fn states(&self, fact: Fact) -> bool {
        self.get(fact).is_some()
    }

    /// The facts that are stated, with their values, in the order of [`Fact`].
    pub fn iter(&self) -> impl Iterator<Item = (Fact, &FactValue)> {
        Fact::ALL.into_iter().filter_map(|fact| Some((fact, self.get(fact)?)))
    }

    /// Whether no fact is stated.
    pub fn is_empty(&self) -> bool {
        self.values.iter().all(Option::is_none)
    }

    /// Whether the function is a kernel.
    pub const fn is_kernel(&self) -> bool {
        self.states(Fact::Kernel)
    }

    /// The value of a fact that is a shape.
    pub const fn dims(&self, fact: Fact) -> Option<Dims> {
        match self.get(fact) {
            Some(FactValue::Dims(dims)) => Some(*dims),
            _ => None,
        }
    }

    /// How many threads or CTAs the shape has; `None` if a size is 0.
    pub fn product(&self, fact: Fact) -> Option<u128> {
        let product = self.dims(fact)?.into_iter().map(u128::from).product();
        Some(product).filter(|&product| product > 0)
    }

    /// The value of a fact that is a number.
    pub const fn scalar(&self, fact: Fact) -> Option<u32> {
        match self.get(fact) {
            Some(FactValue::Scalar(scalar)) => Some(*scalar),
            _ => None,
        }
    }

    /// The number, unless it is 0.
    pub fn positive(&self, fact: Fact) -> Option<u32> {
        self.scalar(fact).filter(|&scalar| scalar > 0)
    }

    /// The constant arguments.
    pub fn indices(&self) -> &[u32] {
        match self.get(Fact::GridConstant) {
            Some(FactValue::Indices(indices)) => indices,
            _ => &[],
        }
    }

    /// The facts as LLVM encodes them: an explicit cluster is a cluster shape of zeros, unless there is a shape.
    #[must_use]
    pub fn with_encoded_cluster(mut self) -> Self {
        if self.states(Fact::ExplicitCluster) && !self.states(Fact::ClusterDim) {
            self.insert(Fact::ClusterDim, FactValue::Dims([0; 3]));
        }
        self.remove(Fact::ExplicitCluster);
        self
    }

    /// The directives of these facts that determine the register cap. A number that is 0 is not stated.
    pub fn register_directives(&self) -> RegisterDirectives {
        RegisterDirectives {
            threads: self.block().map(|(_, shape)| block_threads(shape)),
            minnctapersm: self.positive(Fact::MinCtaSm),
            maxnreg: self.positive(Fact::MaxNReg),
        }
    }

    /// The exact block, or else the bound of the block.
    pub fn block(&self) -> Option<(Fact, Dims)> {
        [Fact::ReqNTid, Fact::MaxNTid].into_iter().find_map(|fact| Some((fact, self.dims(fact)?)))
    }
}

impl FromIterator<(Fact, FactValue)> for FactSet {
    fn from_iter<I: IntoIterator<Item = (Fact, FactValue)>>(facts: I) -> Self {
        let mut set = FactSet::new();
        facts.into_iter().for_each(|(fact, value)| set.insert(fact, value));
        set
    }
}

/// Writes facts in JSON: `{"nvvm.kernel": true, "nvvm.reqntid": [128, 1, 1]}`.
///
/// # Errors
/// Those of the serializer.
pub fn json<S: Serializer>(facts: &FactSet, serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(None)?;
    for (fact, value) in facts.iter() {
        map.serialize_entry(fact.attribute(), &JsonValue(value))?;
    }
    map.end()
}
