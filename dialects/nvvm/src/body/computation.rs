//! What operations and intrinsics compute, by their names.
//!
//! Accepts any name. Guarantees that an operation whose name is not here is not taken for one that depends on its
//! operands only, unless MLIR says that it has no effect on memory ([`Computation::Other`]).
//!
//! Leaves out on purpose: floating point, which is [`Computation::Opaque`].

use tileiras_kernel::value::{Operator, SpecialRegister, Uniformity};
use tileiras_target::Axis;

/// How a result depends on the operands.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Computation {
    /// As MLIR says: on the operands only if the operation has no effect on memory; else on anything.
    Other,
    /// On anything, but it is the same in these threads.
    Unknown(Uniformity),
    /// On the operands and these attributes only.
    Opaque(&'static [&'static str]),
    /// An integer constant; the attribute `value`.
    Constant,
    /// Zero.
    Zero,
    /// The first operand itself.
    Same,
    /// An address or an integer as the other one.
    PointerCast,
    /// The first operand with another number of bits, filled with zeros.
    ZeroExtend,
    /// The first operand with another number of bits, filled with the sign.
    SignExtend,
    /// An operation on integers.
    Integer(Operator),
    /// A comparison of integers; the predicate is an attribute.
    Compare,
    /// A special register.
    Register(SpecialRegister),
    /// One bit for the lane itself, and the lanes on one side: `%lanemask_*`.
    LaneMask(LaneMask),
    /// The registers of one kind; the attribute `dimension` says which axis.
    Dimension(Registers),
    /// `%ctaid * %ntid + %tid`; the attribute `dimension` says which axis.
    GlobalId,
    /// The predicate of `elect.sync`, or a struct with it.
    Elect,
    /// `nvvm.shfl.sync`; the attribute `kind` says from which lane.
    ShuffleOfKind,
    /// `shfl.sync.idx`: the value, the lane and the clamp are these operands.
    ShuffleIndex { value: usize, lane: usize, clamp: usize },
    /// `gpu.shuffle`.
    GpuShuffle,
    /// `gpu.subgroup_broadcast`.
    Broadcast,
    /// The same in all threads of a warp, and computed from the operands and that attribute.
    WarpUniform(&'static str),
    /// `nvvm.match.sync`; the attribute `kind` says what is matched.
    MatchOfKind,
    /// A reduction of the GPU dialect.
    Reduce { cta: bool },
    /// `nvvm.barrier`.
    Barrier,
    /// `clusterlaunchcontrol.query_cancel.is_canceled`.
    IsCanceled,
    /// `clusterlaunchcontrol.query_cancel.get_first_ctaid`.
    FirstCtaId(Axis),
    /// `nvvm.clusterlaunchcontrol.query.cancel`, whose attribute says which of both.
    QueryCancel,
    /// `mapa`.
    Mapa,
    /// The address of the symbol in that attribute.
    Address(&'static str),
    /// A variable of its own for each operation.
    OwnVariable,
    /// One variable for all operations of that name.
    CommonVariable,
    /// A variable on the stack.
    Stack,
    /// `llvm.getelementptr`.
    ElementPointer,
    /// `nvgpu.mbarrier.get`: operand 0 is the group and operand 1 the index in it.
    GroupElement,
    /// A member of a struct.
    Extract,
    /// A struct with another member.
    Insert,
    /// What is read through operand 0.
    Load,
    /// What is read from a memref, which is operand 0.
    MemrefLoad,
    /// A call of an intrinsic, or of a function.
    Call,
}

/// The lanes of `%lanemask_*`.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum LaneMask {
    Eq,
    Le,
    Lt,
    Ge,
    Gt,
}

/// Registers with an axis.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Registers {
    Tid,
    NTid,
    CtaId,
    NCtaId,
    ClusterCtaId,
    ClusterNCtaId,
    ClusterId,
    NClusterId,
}

impl Registers {
    pub const fn on(self, axis: Axis) -> SpecialRegister {
        match self {
            Self::Tid => SpecialRegister::Tid(axis),
            Self::NTid => SpecialRegister::NTid(axis),
            Self::CtaId => SpecialRegister::CtaId(axis),
            Self::NCtaId => SpecialRegister::NCtaId(axis),
            Self::ClusterCtaId => SpecialRegister::ClusterCtaId(axis),
            Self::ClusterNCtaId => SpecialRegister::ClusterNCtaId(axis),
            Self::ClusterId => SpecialRegister::ClusterId(axis),
            Self::NClusterId => SpecialRegister::NClusterId(axis),
        }
    }
}

/// What an operation computes.
pub(super) fn of_operation(name: &str) -> Computation {
    if let Some(register) = name.strip_prefix("nvvm.read.ptx.sreg.") {
        return register_value(register);
    }
    let row = |rows: &[(&str, Computation)], name: &str| {
        rows.iter().find(|(known, _)| *known == name).map(|(_, computation)| *computation)
    };
    if let Some(found) = row(OPERATIONS, name) {
        return found;
    }
    let (dialect, short) = name.split_once('.').unwrap_or_default();
    match dialect {
        "arith" | "index" | "llvm" | "math" => match row(INTEGER, short) {
            Some(found) => found,
            None if dialect == "arith" || dialect == "index" || OPAQUE_LLVM.contains(&short) => {
                Computation::Opaque(ATTRIBUTES)
            }
            None => Computation::Other,
        },
        // What MLIR says of these operations does not tell whether they depend on other threads.
        "gpu" | "nvgpu" | "nvvm" => Computation::Unknown(Uniformity::Thread),
        _ => Computation::Other,
    }
}

/// What an intrinsic returns, by its name without `llvm.nvvm.`. The first member, if it returns a struct.
pub(super) fn of_intrinsic(name: &str) -> Computation {
    if let Some(register) = name.strip_prefix("read.ptx.sreg.") {
        return register_value(register);
    }
    let starts = |prefixes: &[&str]| prefixes.iter().any(|prefix| name.starts_with(prefix));
    match name {
        "elect.sync" => Computation::Elect,
        "clusterlaunchcontrol.query_cancel.is_canceled" => Computation::IsCanceled,
        "clusterlaunchcontrol.query_cancel.get_first_ctaid.x" => Computation::FirstCtaId(Axis::X),
        "clusterlaunchcontrol.query_cancel.get_first_ctaid.y" => Computation::FirstCtaId(Axis::Y),
        "clusterlaunchcontrol.query_cancel.get_first_ctaid.z" => Computation::FirstCtaId(Axis::Z),
        "mapa" | "mapa.shared.cluster" => Computation::Mapa,
        "is_explicit_cluster" => Computation::Register(SpecialRegister::IsExplicitCluster),
        "activemask" => Computation::Unknown(Uniformity::Warp),
        _ if starts(&["shfl.sync.idx."]) => Computation::ShuffleIndex { value: 1, lane: 2, clamp: 3 },
        _ if starts(&["shfl.idx."]) => Computation::ShuffleIndex { value: 0, lane: 1, clamp: 2 },
        _ if starts(&["vote.", "match.all.", "redux.sync."]) => Computation::WarpUniform(""),
        _ if starts(&["barrier.cta.red.", "barrier0."]) => Computation::Barrier,
        _ if starts(PURE_INTRINSICS) => Computation::Opaque(&[]),
        _ => Computation::Unknown(Uniformity::Thread),
    }
}

/// A special register by its name with dots, such as `tid.x`.
fn register_value(name: &str) -> Computation {
    let (kind, axis) = match name.rsplit_once('.') {
        Some((kind, "x")) => (kind, Some(Axis::X)),
        Some((kind, "y")) => (kind, Some(Axis::Y)),
        Some((kind, "z")) => (kind, Some(Axis::Z)),
        _ => (name, None),
    };
    let registers = match kind {
        "tid" => Registers::Tid,
        "ntid" => Registers::NTid,
        "ctaid" => Registers::CtaId,
        "nctaid" => Registers::NCtaId,
        "cluster.ctaid" => Registers::ClusterCtaId,
        "cluster.nctaid" => Registers::ClusterNCtaId,
        "clusterid" => Registers::ClusterId,
        "nclusterid" => Registers::NClusterId,
        _ => {
            return match name {
                "laneid" => Computation::Register(SpecialRegister::LaneId),
                "warpid" => Computation::Register(SpecialRegister::WarpId),
                "nwarpid" => Computation::Register(SpecialRegister::NWarpId),
                "warpsize" => Computation::Register(SpecialRegister::WarpSize),
                "cluster.ctarank" => Computation::Register(SpecialRegister::ClusterCtaRank),
                "cluster.nctarank" => Computation::Register(SpecialRegister::ClusterNCtaRank),
                "lanemask.eq" => Computation::LaneMask(LaneMask::Eq),
                "lanemask.le" => Computation::LaneMask(LaneMask::Le),
                "lanemask.lt" => Computation::LaneMask(LaneMask::Lt),
                "lanemask.ge" => Computation::LaneMask(LaneMask::Ge),
                "lanemask.gt" => Computation::LaneMask(LaneMask::Gt),
                "smid" => Computation::Unknown(Uniformity::Cta),
                "nsmid" | "gridid" => Computation::Unknown(Uniformity::Grid),
                _ if name.ends_with("smem.size") || name.ends_with("smem_size") || name.starts_with("envreg") => {
                    Computation::Unknown(Uniformity::Grid)
                }
                _ => Computation::Unknown(Uniformity::Thread),
            };
        }
    };
    axis.map_or(Computation::Unknown(Uniformity::Thread), |axis| Computation::Register(registers.on(axis)))
}

/// The attributes that tell operations of one name apart, as far as a name with [`Computation::Opaque`] has them.
const ATTRIBUTES: &[&str] = &["predicate", "roundingmode", "value"];

/// Names that `arith`, `index`, `math` and `llvm` give to operations on integers.
#[rustfmt::skip] // a table
const INTEGER: &[(&str, Computation)] = &[
    ("constant", Computation::Constant), ("mlir.constant", Computation::Constant),
    ("bool.constant", Computation::Constant),
    ("mlir.zero", Computation::Zero),
    ("addi", Computation::Integer(Operator::Add)), ("add", Computation::Integer(Operator::Add)),
    ("subi", Computation::Integer(Operator::Sub)), ("sub", Computation::Integer(Operator::Sub)),
    ("muli", Computation::Integer(Operator::Mul)), ("mul", Computation::Integer(Operator::Mul)),
    ("divui", Computation::Integer(Operator::UDiv)), ("udiv", Computation::Integer(Operator::UDiv)),
    ("divu", Computation::Integer(Operator::UDiv)),
    ("divsi", Computation::Integer(Operator::SDiv)), ("sdiv", Computation::Integer(Operator::SDiv)),
    ("divs", Computation::Integer(Operator::SDiv)),
    ("remui", Computation::Integer(Operator::URem)), ("urem", Computation::Integer(Operator::URem)),
    ("remu", Computation::Integer(Operator::URem)),
    ("remsi", Computation::Integer(Operator::SRem)), ("srem", Computation::Integer(Operator::SRem)),
    ("rems", Computation::Integer(Operator::SRem)),
    ("andi", Computation::Integer(Operator::And)), ("and", Computation::Integer(Operator::And)),
    ("ori", Computation::Integer(Operator::Or)), ("or", Computation::Integer(Operator::Or)),
    ("xori", Computation::Integer(Operator::Xor)), ("xor", Computation::Integer(Operator::Xor)),
    ("shli", Computation::Integer(Operator::Shl)), ("shl", Computation::Integer(Operator::Shl)),
    ("shrui", Computation::Integer(Operator::LShr)), ("lshr", Computation::Integer(Operator::LShr)),
    ("shru", Computation::Integer(Operator::LShr)),
    ("shrsi", Computation::Integer(Operator::AShr)), ("ashr", Computation::Integer(Operator::AShr)),
    ("shrs", Computation::Integer(Operator::AShr)),
    ("minui", Computation::Integer(Operator::UMin)), ("intr.umin", Computation::Integer(Operator::UMin)),
    ("minu", Computation::Integer(Operator::UMin)),
    ("maxui", Computation::Integer(Operator::UMax)), ("intr.umax", Computation::Integer(Operator::UMax)),
    ("maxu", Computation::Integer(Operator::UMax)),
    ("minsi", Computation::Integer(Operator::SMin)), ("intr.smin", Computation::Integer(Operator::SMin)),
    ("mins", Computation::Integer(Operator::SMin)),
    ("maxsi", Computation::Integer(Operator::SMax)), ("intr.smax", Computation::Integer(Operator::SMax)),
    ("maxs", Computation::Integer(Operator::SMax)),
    ("ctpop", Computation::Integer(Operator::Popc)), ("intr.ctpop", Computation::Integer(Operator::Popc)),
    ("ctlz", Computation::Integer(Operator::Clz)), ("intr.ctlz", Computation::Integer(Operator::Clz)),
    ("select", Computation::Integer(Operator::Select)),
    ("cmpi", Computation::Compare), ("cmp", Computation::Compare), ("icmp", Computation::Compare),
    ("extui", Computation::ZeroExtend), ("zext", Computation::ZeroExtend), ("trunci", Computation::ZeroExtend),
    ("trunc", Computation::ZeroExtend), ("index_castui", Computation::ZeroExtend), ("castu", Computation::ZeroExtend),
    ("extsi", Computation::SignExtend), ("sext", Computation::SignExtend), ("index_cast", Computation::SignExtend),
    ("casts", Computation::SignExtend),
    ("bitcast", Computation::Same), ("freeze", Computation::Same), ("intr.expect", Computation::Same),
    ("intr.expect.with.probability", Computation::Same), ("intr.ssa.copy", Computation::Same),
    ("intr.launder.invariant.group", Computation::Same), ("intr.strip.invariant.group", Computation::Same),
    ("ptrtoint", Computation::PointerCast), ("inttoptr", Computation::PointerCast),
    ("addrspacecast", Computation::PointerCast),
];

#[rustfmt::skip] // a table
const OPERATIONS: &[(&str, Computation)] = &[
    ("builtin.unrealized_conversion_cast", Computation::Same),
    ("func.call", Computation::Call), ("llvm.call", Computation::Call), ("llvm.call_intrinsic", Computation::Call),
    ("llvm.invoke", Computation::Call), ("func.call_indirect", Computation::Unknown(Uniformity::Thread)),
    ("llvm.inline_asm", Computation::Unknown(Uniformity::Thread)),
    ("nvvm.inline_ptx", Computation::Unknown(Uniformity::Thread)),
    ("llvm.mlir.addressof", Computation::Address("global_name")), ("func.constant", Computation::Address("value")),
    ("memref.get_global", Computation::Address("name")),
    ("llvm.alloca", Computation::Stack), ("memref.alloca", Computation::Stack),
    ("llvm.getelementptr", Computation::ElementPointer),
    ("llvm.extractvalue", Computation::Extract), ("llvm.insertvalue", Computation::Insert),
    ("llvm.load", Computation::Load), ("memref.load", Computation::MemrefLoad),
    ("memref.cast", Computation::Same), ("memref.memory_space_cast", Computation::Same),
    ("memref.extract_aligned_pointer_as_index", Computation::Same),
    ("gpu.thread_id", Computation::Dimension(Registers::Tid)),
    ("gpu.block_dim", Computation::Dimension(Registers::NTid)),
    ("gpu.block_id", Computation::Dimension(Registers::CtaId)),
    ("gpu.grid_dim", Computation::Dimension(Registers::NCtaId)),
    ("gpu.cluster_block_id", Computation::Dimension(Registers::ClusterCtaId)),
    ("gpu.cluster_dim_blocks", Computation::Dimension(Registers::ClusterNCtaId)),
    ("gpu.cluster_id", Computation::Dimension(Registers::ClusterId)),
    ("gpu.cluster_dim", Computation::Dimension(Registers::NClusterId)),
    ("gpu.global_id", Computation::GlobalId),
    ("gpu.lane_id", Computation::Register(SpecialRegister::LaneId)),
    ("gpu.subgroup_id", Computation::Register(SpecialRegister::WarpId)),
    ("gpu.num_subgroups", Computation::Register(SpecialRegister::NWarpId)),
    ("gpu.subgroup_size", Computation::Register(SpecialRegister::WarpSize)),
    ("gpu.dynamic_shared_memory", Computation::CommonVariable),
    ("gpu.shuffle", Computation::GpuShuffle), ("gpu.subgroup_broadcast", Computation::Broadcast),
    ("gpu.all_reduce", Computation::Reduce { cta: true }), ("gpu.subgroup_reduce", Computation::Reduce { cta: false }),
    ("nvgpu.mbarrier.create", Computation::OwnVariable), ("nvgpu.mbarrier.get", Computation::GroupElement),
    ("nvvm.elect.sync", Computation::Elect),
    ("nvvm.shfl.sync", Computation::ShuffleOfKind), ("nvvm.vote.sync", Computation::WarpUniform("kind")),
    ("nvvm.redux.sync", Computation::WarpUniform("kind")), ("nvvm.match.sync", Computation::MatchOfKind),
    ("nvvm.barrier", Computation::Barrier),
    ("nvvm.clusterlaunchcontrol.query.cancel", Computation::QueryCancel),
    ("nvvm.mapa", Computation::Mapa),
    ("nvvm.prmt", Computation::Opaque(&["mode"])),
];

/// Operations of the LLVM dialect on floating point: many, so that their names are here and not asked of MLIR.
const OPAQUE_LLVM: &[&str] =
    &["fadd", "fsub", "fmul", "fdiv", "fneg", "fcmp", "fptrunc", "fpext", "sitofp", "uitofp", "fptosi", "fptoui"];

/// Intrinsics that depend on their operands only.
const PURE_INTRINSICS: &[&str] = &[
    "abs.",
    "add.",
    "bitcast.",
    "brev",
    "ceil.",
    "clz.",
    "cos.",
    "d2",
    "div.",
    "ex2.",
    "f2",
    "fabs.",
    "floor.",
    "fma.",
    "fmax.",
    "fmin.",
    "fns",
    "getctarank",
    "h2f",
    "i2",
    "idp",
    "isspacep.",
    "lg2.",
    "lohi",
    "max.",
    "min.",
    "mul",
    "popc.",
    "prmt",
    "rcp.",
    "rotate.",
    "round.",
    "rsqrt.",
    "sad.",
    "saturate.",
    "sin.",
    "sqrt.",
    "sub.",
    "tanh.",
    "trunc.",
    "ui2",
    "ul2",
    "ll2",
];

#[cfg(test)]
mod tests {
    use super::{Axis, Computation, LaneMask, Operator, SpecialRegister, Uniformity, of_intrinsic, of_operation};

    #[test]
    fn registers_have_both_spellings() {
        let register = Computation::Register(SpecialRegister::ClusterCtaId(Axis::Y));
        assert_eq!(of_operation("nvvm.read.ptx.sreg.cluster.ctaid.y"), register);
        assert_eq!(of_intrinsic("read.ptx.sreg.cluster.ctaid.y"), register);
        assert_eq!(of_intrinsic("read.ptx.sreg.tid.w"), Computation::Unknown(Uniformity::Thread));
        assert_eq!(of_intrinsic("read.ptx.sreg.lanemask.lt"), Computation::LaneMask(LaneMask::Lt));
    }

    #[test]
    fn dialects_share_names() {
        for name in ["arith.divui", "llvm.udiv", "index.divu"] {
            assert_eq!(of_operation(name), Computation::Integer(Operator::UDiv), "{name}");
        }
        assert_eq!(of_operation("nvvm.mma.sync"), Computation::Unknown(Uniformity::Thread));
        assert_eq!(of_operation("vector.extract"), Computation::Other);
    }
}
