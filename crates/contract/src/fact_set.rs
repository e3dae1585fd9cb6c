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
//! use tileiras_contract::{Fact, FactSet, StatedFact};
//!
//! let mut facts = FactSet::new();
//! facts.insert(StatedFact::ReqNTid([128, 2, 1]));
//! facts.insert(StatedFact::MaxNReg(64));
//! assert_eq!(facts.product(Fact::ReqNTid), Some(256));
//! assert_eq!(facts.iter().map(|(fact, value)| format!("{fact} = {value}")).collect::<Vec<_>>(),
//!     ["nvvm.reqntid = 128, 2, 1", "nvvm.maxnreg = 64"]);
//! ```

use std::fmt::{self, Display, Formatter};

use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use tileiras_target::occupancy::{RegisterDirectives, block_threads};

use crate::fact::{Fact, FactType};
use crate::value::{Value, separated};

/// A block shape in threads, or a cluster shape in CTAs: x, y, z.
pub type Dims = [u32; 3];

/// 1-based argument indices, ascending and unique.
pub type Indices = SmallVec<[u32; 4]>;

/// The value of one fact. [`json`] writes it for people.
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
    pub const fn value_type(&self) -> FactType {
        match self {
            FactValue::Unit => FactType::Unit,
            FactValue::Dims(_) => FactType::Dims,
            FactValue::Scalar(_) => FactType::Scalar,
            FactValue::Indices(_) => FactType::Indices,
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

/// A fact with its value, which cannot have another shape than that of the fact. What each fact means is at [`Fact`].
#[derive(Clone, Eq, PartialEq, Hash, Debug)]
pub enum StatedFact {
    /// [`Fact::Kernel`].
    Kernel,
    /// [`Fact::MaxNTid`], in threads.
    MaxNTid(Dims),
    /// [`Fact::ReqNTid`], in threads.
    ReqNTid(Dims),
    /// [`Fact::ClusterDim`], in CTAs.
    ClusterDim(Dims),
    /// [`Fact::ExplicitCluster`].
    ExplicitCluster,
    /// [`Fact::MinCtaSm`], in CTAs.
    MinCtaSm(u32),
    /// [`Fact::MaxNReg`], in registers of a thread.
    MaxNReg(u32),
    /// [`Fact::MinPerCtaMemory`], in bytes.
    MinPerCtaMemory(u32),
    /// [`Fact::MaxClusterRank`], in CTAs.
    MaxClusterRank(u32),
    /// [`Fact::BlocksAreClusters`].
    BlocksAreClusters,
    /// [`Fact::GridConstant`], with indices from 1 in any order.
    GridConstant(Indices),
}

impl StatedFact {
    /// The fact that these arguments are constant: their indices from 1, in any order.
    pub fn grid_constant(indices: impl IntoIterator<Item = u32>) -> Self {
        Self::GridConstant(indices.into_iter().collect())
    }

    /// A fact and its value.
    ///
    /// ```
    /// use tileiras_contract::{Fact, FactValue, StatedFact};
    ///
    /// assert_eq!(StatedFact::new(Fact::MaxNReg, FactValue::Scalar(64)), Ok(StatedFact::MaxNReg(64)));
    /// let wrong = StatedFact::new(Fact::MaxNReg, FactValue::Unit).unwrap_err();
    /// assert_eq!(wrong.to_string(), "'set' is no value of 'nvvm.maxnreg'");
    /// ```
    ///
    /// # Errors
    /// [`WrongValue`] if the value has another shape than the fact.
    pub fn new(fact: Fact, value: FactValue) -> Result<Self, WrongValue> {
        Ok(match (fact, value) {
            (Fact::Kernel, FactValue::Unit) => Self::Kernel,
            (Fact::MaxNTid, FactValue::Dims(dims)) => Self::MaxNTid(dims),
            (Fact::ReqNTid, FactValue::Dims(dims)) => Self::ReqNTid(dims),
            (Fact::ClusterDim, FactValue::Dims(dims)) => Self::ClusterDim(dims),
            (Fact::ExplicitCluster, FactValue::Unit) => Self::ExplicitCluster,
            (Fact::MinCtaSm, FactValue::Scalar(scalar)) => Self::MinCtaSm(scalar),
            (Fact::MaxNReg, FactValue::Scalar(scalar)) => Self::MaxNReg(scalar),
            (Fact::MinPerCtaMemory, FactValue::Scalar(scalar)) => Self::MinPerCtaMemory(scalar),
            (Fact::MaxClusterRank, FactValue::Scalar(scalar)) => Self::MaxClusterRank(scalar),
            (Fact::BlocksAreClusters, FactValue::Unit) => Self::BlocksAreClusters,
            (Fact::GridConstant, FactValue::Indices(indices)) => Self::GridConstant(indices),
            (fact, value) => return Err(WrongValue { fact, value }),
        })
    }
}

impl From<StatedFact> for (Fact, FactValue) {
    fn from(stated: StatedFact) -> Self {
        match stated {
            StatedFact::Kernel => (Fact::Kernel, FactValue::Unit),
            StatedFact::MaxNTid(dims) => (Fact::MaxNTid, FactValue::Dims(dims)),
            StatedFact::ReqNTid(dims) => (Fact::ReqNTid, FactValue::Dims(dims)),
            StatedFact::ClusterDim(dims) => (Fact::ClusterDim, FactValue::Dims(dims)),
            StatedFact::ExplicitCluster => (Fact::ExplicitCluster, FactValue::Unit),
            StatedFact::MinCtaSm(scalar) => (Fact::MinCtaSm, FactValue::Scalar(scalar)),
            StatedFact::MaxNReg(scalar) => (Fact::MaxNReg, FactValue::Scalar(scalar)),
            StatedFact::MinPerCtaMemory(scalar) => (Fact::MinPerCtaMemory, FactValue::Scalar(scalar)),
            StatedFact::MaxClusterRank(scalar) => (Fact::MaxClusterRank, FactValue::Scalar(scalar)),
            StatedFact::BlocksAreClusters => (Fact::BlocksAreClusters, FactValue::Unit),
            StatedFact::GridConstant(indices) => (Fact::GridConstant, FactValue::indices(indices)),
        }
    }
}

/// A value of another shape than that of the fact.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[error("'{value}' is no value of '{fact}'")]
pub struct WrongValue {
    /// The fact.
    pub fact: Fact,
    /// The value.
    pub value: FactValue,
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
pub(crate) struct JsonValue<'a>(pub &'a FactValue);

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
        let mut set = FactSet::new();
        for (fact, value) in Fact::ALL.into_iter().zip(values) {
            let Some(value) = value else { continue };
            if matches!(&value, FactValue::Indices(indices) if !indices.is_sorted_by(|a, b| a < b)) {
                return Err(WrongValue { fact, value }.to_string());
            }
            set.insert(StatedFact::new(fact, value).map_err(|wrong| wrong.to_string())?);
        }
        Ok(set)
    }
}

impl FactSet {
    /// An empty set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the value of a fact, in place of the one that it had.
    pub fn insert(&mut self, stated: StatedFact) {
        let (fact, value) = stated.into();
        self.values[fact.index()] = Some(value);
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
            self.insert(StatedFact::ClusterDim([0; 3]));
        }
        self.remove(Fact::ExplicitCluster);
        self
    }

    /// The directives of these facts that determine the register cap. A number that is 0 is not stated.
    /// `.local_maxnreg` is no fact.
    pub fn register_directives(&self) -> RegisterDirectives {
        RegisterDirectives {
            threads: self.block().map(|(_, shape)| block_threads(shape)),
            minnctapersm: self.positive(Fact::MinCtaSm),
            maxnreg: self.positive(Fact::MaxNReg),
            local_maxnreg: None,
        }
    }

    /// The exact block, or else the bound of the block.
    pub fn block(&self) -> Option<(Fact, Dims)> {
        [Fact::ReqNTid, Fact::MaxNTid].into_iter().find_map(|fact| Some((fact, self.dims(fact)?)))
    }
}

impl FromIterator<StatedFact> for FactSet {
    fn from_iter<I: IntoIterator<Item = StatedFact>>(facts: I) -> Self {
        let mut set = FactSet::new();
        set.extend(facts);
        set
    }
}

impl Extend<StatedFact> for FactSet {
    fn extend<I: IntoIterator<Item = StatedFact>>(&mut self, facts: I) {
        facts.into_iter().for_each(|stated| self.insert(stated));
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
