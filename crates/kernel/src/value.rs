//! Values: expressions over special registers and constants, as far as the execution model follows them.
//!
//! Guarantees that every value has a number of bits, and that what is unknown about it has a [`Uniformity`]: the
//! largest group of threads in which it is certainly equal. Within one function, equal expressions are one value
//! ([`crate::builder::FunctionBuilder`]).
//!
//! Leaves out on purpose: floating point and vectors, which are [`Operator::Opaque`]; and what memory contains.

use smallvec::SmallVec;
use tileiras_target::Axis;

use crate::id::{SymbolId, ValueId};

/// The largest group of threads in which an unknown value is certainly the same, whenever they compute it together.
/// The order is from the largest group to the smallest one.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub enum Uniformity {
    /// All threads of the grid: arguments of the kernel.
    Grid,
    /// The threads of a cluster.
    Cluster,
    /// The threads of a CTA.
    Cta,
    /// The threads of a warp.
    Warp,
    /// A single thread: nothing is known.
    #[default]
    Thread,
}

/// A special register (PTX ISA, section 10).
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum SpecialRegister {
    /// `%tid`.
    Tid(Axis),
    /// `%ntid`.
    NTid(Axis),
    /// `%laneid`.
    LaneId,
    /// `%warpid`. It is taken to be the linear thread id divided by 32, which the PTX ISA does not promise: it says
    /// that a warp can have another one later.
    WarpId,
    /// `%ctaid`.
    CtaId(Axis),
    /// `%nctaid`.
    NCtaId(Axis),
    /// `%cluster_ctarank`.
    ClusterCtaRank,
    /// `%cluster_nctarank`.
    ClusterNCtaRank,
    /// `%cluster_ctaid`.
    ClusterCtaId(Axis),
    /// `%cluster_nctaid`.
    ClusterNCtaId(Axis),
    /// `%clusterid`.
    ClusterId(Axis),
    /// `%nclusterid`.
    NClusterId(Axis),
    /// `%is_explicit_cluster`.
    IsExplicitCluster,
}

impl SpecialRegister {
    /// Whether it differs between the CTAs of a cluster.
    pub(crate) const fn is_of_cta(self) -> bool {
        matches!(self, Self::ClusterCtaRank | Self::ClusterCtaId(_) | Self::CtaId(_))
    }

    /// Whether it is the same in all threads of a launch.
    pub(crate) const fn is_of_grid(self) -> bool {
        match self {
            Self::NTid(_)
            | Self::NCtaId(_)
            | Self::ClusterNCtaRank
            | Self::ClusterNCtaId(_)
            | Self::NClusterId(_)
            | Self::IsExplicitCluster => true,
            Self::Tid(_) | Self::LaneId | Self::WarpId | Self::CtaId(_) => false,
            Self::ClusterCtaRank | Self::ClusterCtaId(_) | Self::ClusterId(_) => false,
        }
    }
}

/// A comparison of integers.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Comparison {
    /// Equal.
    Eq,
    /// Not equal.
    Ne,
    /// Unsigned less than.
    Ult,
    /// Unsigned less than or equal.
    Ule,
    /// Unsigned greater than.
    Ugt,
    /// Unsigned greater than or equal.
    Uge,
    /// Signed less than.
    Slt,
    /// Signed less than or equal.
    Sle,
    /// Signed greater than.
    Sgt,
    /// Signed greater than or equal.
    Sge,
}

impl Comparison {
    /// The comparison that has the same outcome if its operands are swapped.
    #[must_use]
    pub(crate) const fn swapped(self) -> Self {
        match self {
            Self::Eq | Self::Ne => self,
            Self::Ult => Self::Ugt,
            Self::Ule => Self::Uge,
            Self::Ugt => Self::Ult,
            Self::Uge => Self::Ule,
            Self::Slt => Self::Sgt,
            Self::Sle => Self::Sge,
            Self::Sgt => Self::Slt,
            Self::Sge => Self::Sle,
        }
    }
}

/// What `redux.sync` makes of the numbers of several lanes.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Reduction {
    /// Sum.
    Add,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// Unsigned minimum.
    UMin,
    /// Unsigned maximum.
    UMax,
    /// Signed minimum.
    SMin,
    /// Signed maximum.
    SMax,
}

impl Reduction {
    /// The operation on two numbers.
    pub(crate) const fn operator(self) -> Operator {
        match self {
            Self::Add => Operator::Add,
            Self::And => Operator::And,
            Self::Or => Operator::Or,
            Self::Xor => Operator::Xor,
            Self::UMin => Operator::UMin,
            Self::UMax => Operator::UMax,
            Self::SMin => Operator::SMin,
            Self::SMax => Operator::SMax,
        }
    }
}

/// An operation whose result depends on its operands only. Integers are taken modulo two to the number of bits.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Operator {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product, the low bits.
    Mul,
    /// Unsigned product, the high bits.
    UMulHigh,
    /// Signed product, the high bits.
    SMulHigh,
    /// Unsigned quotient.
    UDiv,
    /// Signed quotient.
    SDiv,
    /// Unsigned remainder.
    URem,
    /// Signed remainder.
    SRem,
    /// Bitwise and; of predicates: and.
    And,
    /// Bitwise or; of predicates: or.
    Or,
    /// Bitwise exclusive or. `Xor` with all bits set is the complement.
    Xor,
    /// Shift to the left. A shift by the number of bits or more gives 0.
    Shl,
    /// Unsigned shift to the right, as [`Self::Shl`].
    LShr,
    /// Signed shift to the right. A shift by the number of bits or more fills with the sign.
    AShr,
    /// Unsigned minimum.
    UMin,
    /// Unsigned maximum.
    UMax,
    /// Signed minimum.
    SMin,
    /// Signed maximum.
    SMax,
    /// Compares two operands of equal width. The result has one bit.
    Compare(Comparison),
    /// The second operand if the first one is not 0, otherwise the third one.
    Select,
    /// The operand with zeros in front, or without its high bits.
    ZeroExtend,
    /// The operand with copies of its sign in front.
    SignExtend,
    /// `lop3` with this table.
    Lop3(u8),
    /// `prmt` without a mode: four of the eight bytes of the first two operands, which the third one selects.
    Permute,
    /// The number of bits that are set.
    Popc,
    /// The number of zeros in front.
    Clz,
    /// `shfl.sync.idx` and its older form: the first operand as the lane has it whose number is the second operand.
    ShuffleIndex,
    /// A value that is the same in all threads of a warp, of which nothing else is known.
    WarpUniform,
    /// `vote.ballot`: a bit for each lane of the second operand, a mask, that executes it with a first operand that is
    /// not 0. It is computed at the begin of its block, from values of earlier blocks.
    Ballot,
    /// `redux.sync`: of the first operands of the lanes of the second one, computed as [`Self::Ballot`] is.
    Reduce(Reduction),
    /// `match.any`: a bit for each lane of the second operand with the same first operand, as [`Self::Ballot`].
    MatchAny,
    /// The operand, of which it is known that all threads of a CTA have the same one.
    SameInCta,
    /// `clusterlaunchcontrol.query_cancel.is_canceled` of a response.
    IsCanceled,
    /// `clusterlaunchcontrol.query_cancel.get_first_ctaid` of a response.
    FirstCtaId(Axis),
    /// `mapa`: the address of the first operand in the CTA whose rank is the second operand.
    Mapa,
    /// Any other operation without a state. The number tells them apart; equal numbers are equal operations.
    Opaque(u32),
}

/// A state space of memory.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Hash)]
pub enum Space {
    /// `.const`, `.param`: does not change while the kernel runs.
    Constant,
    /// `.shared::cta`.
    #[default]
    Shared,
    /// `.shared::cluster`.
    SharedCluster,
    /// `.local`: each thread has its own.
    Local,
    /// A generic address that can be one of shared or of local memory.
    Generic,
    /// `.global`, or a generic address of it.
    Global,
}

/// What a value is.
#[derive(Clone, Debug, Eq, PartialEq, Hash)]
pub enum ValueKind {
    /// An integer, an address or a predicate, without the bits that do not count.
    Constant(u64),
    /// A special register.
    Register(SpecialRegister),
    /// The address of a variable, the same wherever the program names it.
    Symbol(SymbolId),
    /// A parameter of the function or of a block. The edges and the calls give it its values. A parameter of a kernel
    /// is the same in the whole grid.
    Parameter,
    /// A pure operation.
    Compute(Operator, SmallVec<[ValueId; 3]>),
    /// The predicate of one `elect.sync`: 1 in one lane of each warp that executes it, 0 in the others.
    Elect,
    /// What one load reads.
    Load {
        /// The address.
        address: ValueId,
        /// The state space.
        space: Space,
    },
    /// A result of a call of a function of the program; the call has it in its list.
    CallResult,
    /// A value of which nothing is known but in which threads it is the same.
    Unknown(Uniformity),
}

impl Operator {
    /// Whether the result depends on which threads compute it together.
    pub(crate) const fn is_of_warp(self) -> bool {
        matches!(self, Self::WarpUniform) || self.is_of_lanes()
    }

    /// Whether it is computed of what the lanes of a mask have.
    pub(crate) const fn is_of_lanes(self) -> bool {
        matches!(self, Self::Ballot | Self::Reduce(_) | Self::MatchAny)
    }
}

impl ValueKind {
    /// Whether the code determines it, and only a launch that is executed follows it: what it decides is not chosen by
    /// a launch.
    pub(crate) const fn is_forgotten(&self) -> bool {
        matches!(self, Self::Load { space: Space::Local | Space::Generic, .. })
    }

    /// The values that it is computed from.
    pub(crate) fn operands(&self) -> &[ValueId] {
        match self {
            Self::Compute(_, operands) => operands,
            Self::Load { address, .. } => std::slice::from_ref(address),
            _ => &[],
        }
    }
}

/// A value.
#[derive(Clone, Debug, Eq, PartialEq, Hash)]
pub struct Value {
    /// What it is.
    pub kind: ValueKind,
    /// The number of bits, 1 to 64; wider values are [`ValueKind::Unknown`] or [`Operator::Opaque`] with 64.
    pub bits: u8,
}

impl Value {
    /// The constant that the value is.
    pub const fn constant(&self) -> Option<u64> {
        match self.kind {
            ValueKind::Constant(value) => Some(value),
            _ => None,
        }
    }

    /// The constant that the value is, with its sign.
    pub const fn signed_constant(&self) -> Option<i64> {
        match self.constant() {
            Some(value) => Some(sign_extended(value, self.bits)),
            None => None,
        }
    }
}

/// The low bits of a number.
pub const fn masked(value: u64, bits: u8) -> u64 {
    if bits >= 64 { value } else { value & ((1 << bits) - 1) }
}

/// The signed value of the low bits of a number.
pub const fn sign_extended(value: u64, bits: u8) -> i64 {
    if bits == 0 || bits >= 64 {
        return value as i64;
    }
    let unused = 64 - bits as u32;
    ((value << unused) as i64) >> unused
}
