//! Names of operations and intrinsics, as tables: the form of an instruction, the kind of an operation, the value of a
//! result.
//!
//! Guarantees that a name is looked up in the tables once: [`OperationNames`] caches the result by the address of the
//! name.
//!
//! Leaves out on purpose: mnemonics of PTX text (`tileiras-ptx`).

use melior::ir::OperationRef;
use rustc_hash::FxHashMap;
use tileiras_kernel::form::{
    BARRIER, BARRIER_0, BULK_COPY, BULK_COPY_CLUSTER, CLUSTER_ARRIVE, CLUSTER_ARRIVE_RELAXED, CLUSTER_REGISTER,
    CLUSTER_WAIT, ELECT_SYNC, EXPECT_TX, GETCTARANK, GRIDDEPCONTROL, MAPA, QUERY_CANCEL, SETMAXNREG, TCGEN05_ALLOC,
    TCGEN05_COMMIT, TCGEN05_CP, TCGEN05_DEALLOC, TCGEN05_FENCE, TCGEN05_LD, TCGEN05_LD_RED, TCGEN05_MMA,
    TCGEN05_RELINQUISH, TCGEN05_SHIFT, TCGEN05_ST, TCGEN05_WAIT, TRY_CANCEL, TRY_CANCEL_MULTICAST, WGMMA, WGMMA_SYNC,
    longest_prefix,
};
use tileiras_kernel::{InstructionForm, Opcode};
use tileiras_mlir::operation;

use super::key::OpNameKey;

/// An operation whose results are the same whenever its operands are the same.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum PureOp {
    /// A constant; the value is an attribute.
    Constant,
    /// `%laneid`.
    LaneId,
    /// `%tid.x`.
    ThreadIdX,
    /// A thread id of the GPU dialect. The dimension is an attribute.
    ThreadId,
    /// `elect.sync`.
    Elect,
    /// `clusterlaunchcontrol.query_cancel`: whether the request has succeeded, or a CTA id.
    QueryCancel,
    /// A comparison of integers; the predicate is an attribute.
    Compare,
    /// An extension or another cast that keeps the value.
    Cast,
    And,
    Or,
    Xor,
    Remainder,
    Select,
    /// Any other operation that depends on nothing but its operands and these attributes.
    Other(&'static [&'static str]),
    /// An operation whose result is one of inline assembly or an intrinsic, or a member of such a result.
    Member,
}

/// The effect of an operation on instructions and control flow.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum OperationKind {
    /// Nothing. If it has regions, they can be run any number of times.
    Other,
    /// An instruction.
    Instruction(InstructionForm),
    /// Reads or writes memory through the operand of that index.
    Memory(usize),
    /// Has PTX text in that attribute.
    Text(&'static str),
    /// `llvm.call_intrinsic`.
    Intrinsic,
    /// Calls, or takes the address of, the symbol in that attribute.
    Call(&'static str),
    /// Launches a kernel.
    Launch,
    /// Ends the thread.
    Exit,
    /// A branch on the first operand. The successors are for true and for false.
    CondBranch,
    /// A branch on the first operand. The successors are the default and then the cases.
    Switch,
    /// Does not return: `llvm.unreachable`.
    Unreachable,
    /// Runs the first region if the first operand is true, and the second one otherwise.
    If,
    /// A counted loop. The first operands are the lower and the upper bound.
    For,
    /// A loop with a region before the condition and one after it.
    While,
    /// Runs one of its regions, once.
    OneOf,
    /// One lane runs the region.
    OneLane,
}

/// The properties of all operations of one name.
#[derive(Clone, Copy, Debug)]
pub(super) struct OperationInfo {
    pub kind: OperationKind,
    /// None if the results can differ although the operands are the same.
    pub pure: Option<PureOp>,
}

/// The names of operations that were looked up.
#[derive(Default)]
pub(super) struct OperationNames(FxHashMap<OpNameKey, OperationInfo>);

impl OperationNames {
    pub fn of(&mut self, op: OperationRef<'_, '_>) -> OperationInfo {
        *self.0.entry(OpNameKey::of(op)).or_insert_with(|| {
            let name = str::from_utf8(operation::name(op)).unwrap_or_default();
            OperationInfo { kind: kind(name), pure: pure(name) }
        })
    }
}

fn kind(name: &str) -> OperationKind {
    let shorter = name.strip_prefix("nvvm.").or_else(|| name.starts_with("gpu.").then_some(name));
    if let Some(form) = shorter.and_then(|name| longest_prefix(OPERATIONS, name)) {
        return OperationKind::Instruction(form);
    }
    KINDS.iter().find(|(known, _)| *known == name).map_or(OperationKind::Other, |(_, kind)| *kind)
}

fn pure(name: &str) -> Option<PureOp> {
    PURE_OPS.iter().find(|(known, _)| *known == name).map(|(_, pure)| *pure).or_else(|| {
        // Registers that do not change while the thread runs.
        let register = name.strip_prefix("nvvm.read.ptx.sreg.")?;
        let fixed = ["tid.", "ntid.", "ctaid.", "nctaid.", "cluster", "nclusterid.", "warpsize"];
        fixed.iter().any(|known| register.starts_with(known)).then_some(PureOp::Other(&[]))
    })
}

/// The form of an intrinsic, by its name without `llvm.nvvm.`.
pub(super) fn intrinsic(name: &str) -> Option<InstructionForm> {
    let mut form = longest_prefix(INTRINSICS, name)?;
    if form.opcode == Opcode::Barrier && !name.ends_with("count") {
        form.opcode = Opcode::BarrierAll;
    }
    Some(form)
}

/// The value that an intrinsic returns, by its name without `llvm.nvvm.`.
pub(super) fn intrinsic_value(name: &str) -> Option<PureOp> {
    match name {
        "elect.sync" => Some(PureOp::Elect),
        "clusterlaunchcontrol.query_cancel.is_canceled" => Some(PureOp::QueryCancel),
        "read.ptx.sreg.laneid" => Some(PureOp::LaneId),
        "read.ptx.sreg.tid.x" => Some(PureOp::ThreadIdX),
        _ => None,
    }
}

/// Instructions: operations of the NVVM dialect without `nvvm.`, and of the GPU dialect.
#[rustfmt::skip] // a table
const OPERATIONS: &[(&str, InstructionForm)] = &[
    ("barrier", BARRIER), ("barrier.arrive", BARRIER), ("barrier0", BARRIER_0), ("gpu.barrier", BARRIER_0),
    ("cluster.arrive", CLUSTER_ARRIVE), ("cluster.arrive.relaxed", CLUSTER_ARRIVE_RELAXED),
    ("cluster.wait", CLUSTER_WAIT),
    ("clusterlaunchcontrol.query.cancel", QUERY_CANCEL), ("clusterlaunchcontrol.try.cancel", TRY_CANCEL),
    ("cp.async.bulk", BULK_COPY), ("cp.async.bulk.shared.cluster", BULK_COPY_CLUSTER),
    ("cp.async.bulk.tensor.shared.cluster", BULK_COPY_CLUSTER),
    ("elect.sync", ELECT_SYNC),
    ("griddepcontrol", GRIDDEPCONTROL),
    ("gpu.cluster_block_id", CLUSTER_REGISTER), ("gpu.cluster_dim", CLUSTER_REGISTER),
    ("gpu.cluster_dim_blocks", CLUSTER_REGISTER),
    ("gpu.cluster_id", CLUSTER_REGISTER),
    ("mapa", MAPA),
    ("mbarrier.arrive.expect_tx", EXPECT_TX), ("mbarrier.arrive_drop.expect_tx", EXPECT_TX),
    ("mbarrier.expect_tx", EXPECT_TX),
    ("read.ptx.sreg.cluster", CLUSTER_REGISTER), ("read.ptx.sreg.clusterid", CLUSTER_REGISTER),
    ("read.ptx.sreg.nclusterid", CLUSTER_REGISTER),
    ("setmaxregister", SETMAXNREG),
    ("tcgen05.alloc", TCGEN05_ALLOC), ("tcgen05.commit", TCGEN05_COMMIT), ("tcgen05.cp", TCGEN05_CP),
    ("tcgen05.dealloc", TCGEN05_DEALLOC),
    ("tcgen05.fence", TCGEN05_FENCE), ("tcgen05.ld", TCGEN05_LD), ("tcgen05.mma", TCGEN05_MMA),
    ("tcgen05.relinquish_alloc_permit", TCGEN05_RELINQUISH), ("tcgen05.shift", TCGEN05_SHIFT),
    ("tcgen05.st", TCGEN05_ST),
    ("tcgen05.wait", TCGEN05_WAIT),
    ("wgmma", WGMMA_SYNC), ("wgmma.mma_async", WGMMA),
];

/// Instructions: intrinsics of LLVM without `llvm.nvvm.`.
#[rustfmt::skip] // a table
const INTRINSICS: &[(&str, InstructionForm)] = &[
    ("barrier.cluster.arrive", CLUSTER_ARRIVE), ("barrier.cluster.arrive.relaxed", CLUSTER_ARRIVE_RELAXED),
    ("barrier.cluster.wait", CLUSTER_WAIT),
    ("barrier.cta.arrive", BARRIER), ("barrier.cta.red", BARRIER), ("barrier.cta.sync", BARRIER),
    ("barrier0", BARRIER_0), ("bar.sync", BARRIER), ("barrier.sync", BARRIER),
    ("clusterlaunchcontrol.query_cancel", QUERY_CANCEL), ("clusterlaunchcontrol.try_cancel.async", TRY_CANCEL),
    ("clusterlaunchcontrol.try_cancel.async.multicast", TRY_CANCEL_MULTICAST),
    ("cp.async.bulk", BULK_COPY), ("cp.async.bulk.global.to.shared.cluster", BULK_COPY_CLUSTER),
    ("cp.async.bulk.shared.cta.to.cluster", BULK_COPY_CLUSTER),
    ("cp.async.bulk.tensor.g2s", BULK_COPY_CLUSTER), ("cp.async.bulk.tensor.g2s.cta", BULK_COPY),
    ("elect.sync", ELECT_SYNC),
    ("getctarank", GETCTARANK),
    ("griddepcontrol", GRIDDEPCONTROL),
    ("is_explicit_cluster", CLUSTER_REGISTER),
    ("mapa", MAPA),
    ("mbarrier.arrive.drop.expect.tx", EXPECT_TX), ("mbarrier.arrive.expect.tx", EXPECT_TX),
    ("mbarrier.expect.tx", EXPECT_TX),
    ("read.ptx.sreg.cluster", CLUSTER_REGISTER), ("read.ptx.sreg.clusterid", CLUSTER_REGISTER),
    ("read.ptx.sreg.nclusterid", CLUSTER_REGISTER),
    ("setmaxnreg", SETMAXNREG),
    ("tcgen05.alloc", TCGEN05_ALLOC), ("tcgen05.commit", TCGEN05_COMMIT), ("tcgen05.cp", TCGEN05_CP),
    ("tcgen05.dealloc", TCGEN05_DEALLOC),
    ("tcgen05.fence", TCGEN05_FENCE), ("tcgen05.ld", TCGEN05_LD), ("tcgen05.ld.red", TCGEN05_LD_RED),
    ("tcgen05.mma", TCGEN05_MMA),
    ("tcgen05.relinq.alloc.permit", TCGEN05_RELINQUISH), ("tcgen05.shift", TCGEN05_SHIFT), ("tcgen05.st", TCGEN05_ST),
    ("tcgen05.wait", TCGEN05_WAIT),
    ("wgmma", WGMMA_SYNC),
];

/// The kinds of operations that are no instructions, or are instructions only with some operands.
#[rustfmt::skip] // a table
const KINDS: &[(&str, OperationKind)] = &[
    ("cf.cond_br", OperationKind::CondBranch), ("llvm.cond_br", OperationKind::CondBranch),
    ("cf.switch", OperationKind::Switch), ("llvm.switch", OperationKind::Switch),
    ("llvm.unreachable", OperationKind::Unreachable),
    ("nvvm.exit", OperationKind::Exit),
    ("gpu.launch_func", OperationKind::Launch), ("nv_tileaa.launch_func", OperationKind::Launch),
    ("func.call", OperationKind::Call("callee")), ("llvm.call", OperationKind::Call("callee")),
    ("llvm.invoke", OperationKind::Call("callee")),
    ("func.constant", OperationKind::Call("value")), ("llvm.mlir.addressof", OperationKind::Call("global_name")),
    ("llvm.call_intrinsic", OperationKind::Intrinsic),
    ("llvm.inline_asm", OperationKind::Text("asm_string")), ("nvvm.inline_ptx", OperationKind::Text("ptxCode")),
    ("llvm.load", OperationKind::Memory(0)), ("llvm.store", OperationKind::Memory(1)),
    ("llvm.atomicrmw", OperationKind::Memory(0)),
    ("llvm.cmpxchg", OperationKind::Memory(0)), ("nvvm.mbarrier.arrive", OperationKind::Memory(0)),
    ("nvvm.mbarrier.arrive_drop", OperationKind::Memory(0)), ("nvvm.mbarrier.complete_tx", OperationKind::Memory(0)),
    ("scf.if", OperationKind::If), ("scf.for", OperationKind::For), ("scf.while", OperationKind::While),
    ("scf.execute_region", OperationKind::OneOf), ("scf.index_switch", OperationKind::OneOf),
    ("memref.alloca_scope", OperationKind::OneOf),
    ("gpu.warp_execute_on_lane_0", OperationKind::OneLane),
];

const ARITHMETIC: PureOp = PureOp::Other(&[]);

/// Pure operations. Flags such as `nsw` do not change a value.
#[rustfmt::skip] // a table
const PURE_OPS: &[(&str, PureOp)] = &[
    ("arith.constant", PureOp::Constant), ("llvm.mlir.constant", PureOp::Constant),
    ("index.constant", PureOp::Constant),
    ("nvvm.read.ptx.sreg.laneid", PureOp::LaneId), ("gpu.lane_id", PureOp::LaneId),
    ("nvvm.read.ptx.sreg.tid.x", PureOp::ThreadIdX), ("gpu.thread_id", PureOp::ThreadId),
    ("gpu.block_dim", PureOp::Other(&["dimension"])), ("gpu.block_id", PureOp::Other(&["dimension"])),
    ("gpu.grid_dim", PureOp::Other(&["dimension"])), ("gpu.cluster_block_id", PureOp::Other(&["dimension"])),
    ("gpu.cluster_dim_blocks", PureOp::Other(&["dimension"])), ("gpu.cluster_id", PureOp::Other(&["dimension"])),
    ("gpu.subgroup_id", ARITHMETIC),
    ("nvvm.elect.sync", PureOp::Elect), ("nvvm.clusterlaunchcontrol.query.cancel", PureOp::QueryCancel),
    ("nvvm.shfl.sync", PureOp::Other(&["kind"])),
    ("llvm.call_intrinsic", PureOp::Member), ("llvm.call", PureOp::Member), ("llvm.inline_asm", PureOp::Member),
    ("nvvm.inline_ptx", PureOp::Member), ("llvm.extractvalue", PureOp::Member),
    ("arith.cmpi", PureOp::Compare), ("llvm.icmp", PureOp::Compare),
    ("arith.extui", PureOp::Cast), ("arith.extsi", PureOp::Cast), ("arith.trunci", PureOp::Cast),
    ("arith.index_cast", PureOp::Cast), ("arith.index_castui", PureOp::Cast), ("index.casts", PureOp::Cast),
    ("index.castu", PureOp::Cast), ("llvm.zext", PureOp::Cast), ("llvm.sext", PureOp::Cast),
    ("llvm.trunc", PureOp::Cast),
    ("llvm.freeze", PureOp::Cast), ("builtin.unrealized_conversion_cast", PureOp::Cast),
    ("arith.andi", PureOp::And), ("llvm.and", PureOp::And), ("arith.ori", PureOp::Or), ("llvm.or", PureOp::Or),
    ("arith.xori", PureOp::Xor), ("llvm.xor", PureOp::Xor),
    ("arith.remui", PureOp::Remainder), ("arith.remsi", PureOp::Remainder), ("llvm.urem", PureOp::Remainder),
    ("llvm.srem", PureOp::Remainder),
    ("arith.select", PureOp::Select), ("llvm.select", PureOp::Select),
    ("arith.addi", ARITHMETIC), ("arith.subi", ARITHMETIC), ("arith.muli", ARITHMETIC), ("arith.divui", ARITHMETIC),
    ("arith.divsi", ARITHMETIC), ("arith.shli", ARITHMETIC), ("arith.shrui", ARITHMETIC), ("arith.shrsi", ARITHMETIC),
    ("llvm.add", ARITHMETIC), ("llvm.sub", ARITHMETIC), ("llvm.mul", ARITHMETIC), ("llvm.udiv", ARITHMETIC),
    ("llvm.sdiv", ARITHMETIC), ("llvm.shl", ARITHMETIC), ("llvm.lshr", ARITHMETIC), ("llvm.ashr", ARITHMETIC),
    ("llvm.addrspacecast", ARITHMETIC), ("llvm.ptrtoint", ARITHMETIC), ("llvm.inttoptr", ARITHMETIC),
    ("llvm.mlir.addressof", PureOp::Other(&["global_name"])),
    ("llvm.getelementptr", PureOp::Other(&["elem_type", "rawConstantIndices"])),
];

#[cfg(test)]
mod tests {
    use super::{Opcode, OperationKind, intrinsic, kind};
    use tileiras_kernel::Tcgen05;
    use tileiras_target::Feature;

    #[test]
    fn names_of_both_kinds_mean_the_same() {
        let mma =
            |form: Option<super::InstructionForm>| form.map(|form| form.opcode) == Some(Opcode::Tcgen05(Tcgen05::Mma));
        assert!(mma(intrinsic("tcgen05.mma.ws.sp.shared")));
        assert!(matches!(kind("nvvm.tcgen05.mma.sp.block_scale"), OperationKind::Instruction(form) if mma(Some(form))));
        assert_eq!(kind("nvvm.tcgen05.mma_smem_desc"), OperationKind::Other);
        assert_eq!(intrinsic("read.ptx.sreg.cluster.ctarank").and_then(|f| f.needs), Some(Feature::ClusterRegisters));
        assert_eq!(intrinsic("bar.warp.sync"), None);
        assert_eq!(kind("nvvm.mbarrier.arrive"), OperationKind::Memory(0));
    }
}
