//! Names of operations and intrinsics, as data, and what the scan does about each.
//!
//! A name is read once in a run: [`Names`] keeps what it means by its address. Leaves out on purpose: PTX text
//! (`tileiras-ptx`).

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

/// What a value is to conditions and addresses, where it is the same whenever it is computed from the same.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Pure {
    /// A constant; its value is the attribute.
    Constant,
    /// `%laneid`.
    Lane,
    /// `%tid.x`.
    ThreadX,
    /// An id of the GPU dialect, with its dimension: `ThreadX` where that is x.
    ThreadId,
    /// `elect.sync`.
    Elect,
    /// `clusterlaunchcontrol.query_cancel`: whether it was canceled, or a CTA id.
    QueryCancel,
    /// A comparison of integers; its predicate is the attribute.
    Compare,
    /// An extension or another cast that keeps the value.
    Cast,
    And,
    Or,
    Xor,
    Remainder,
    Select,
    /// Anything else that depends on nothing but its operands and these attributes.
    Other(&'static [&'static str]),
    /// A member of the result of assembly or of an intrinsic.
    Member,
}

/// What is done about an operation.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Action {
    /// Nothing. Regions that it may have are run any number of times, or never.
    None,
    Instruction(InstructionForm),
    /// Reads or writes memory: through the operand of that number.
    Memory(usize),
    /// PTX text, in that attribute.
    Text(&'static str),
    /// `llvm.call_intrinsic`.
    Intrinsic,
    /// Calls, or takes the address of, what that attribute names.
    Call(&'static str),
    /// Launches a kernel.
    Launch,
    /// Ends the thread.
    Exit,
    /// A branch on the first operand: true, false.
    CondBranch,
    /// A branch on the first operand: default, then each case.
    Switch,
    /// Never reached in good order.
    Unreachable,
    /// The first region if the operand holds, else the second.
    If,
    /// A counted loop with these bounds: lower, upper.
    For,
    /// Before and after.
    While,
    /// One of the regions, once.
    OneOf,
    /// One lane runs the region.
    OneLane,
}

/// An operation of one name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Meaning {
    pub action: Action,
    pub value: Option<Pure>,
}

/// The meanings of the names that have been met, by their address.
#[derive(Default)]
pub(super) struct Names(FxHashMap<OpNameKey, Meaning>);

impl Names {
    pub fn of(&mut self, op: OperationRef<'_, '_>) -> Meaning {
        *self.0.entry(OpNameKey::of(op)).or_insert_with(|| {
            let name = str::from_utf8(operation::name(op)).unwrap_or_default();
            Meaning { action: action(name), value: value(name) }
        })
    }
}

fn action(name: &str) -> Action {
    let shorter = name.strip_prefix("nvvm.").or_else(|| name.starts_with("gpu.").then_some(name));
    if let Some(form) = shorter.and_then(|name| longest_prefix(OPERATIONS, name)) {
        return Action::Instruction(form);
    }
    ACTIONS.iter().find(|(known, _)| *known == name).map_or(Action::None, |(_, action)| *action)
}

fn value(name: &str) -> Option<Pure> {
    VALUES.iter().find(|(known, _)| *known == name).map(|(_, value)| *value).or_else(|| {
        // Identities of a thread. What a clock, a scheduler or a debugger can change is none.
        let register = name.strip_prefix("nvvm.read.ptx.sreg.")?;
        let fixed = ["tid.", "ntid.", "ctaid.", "nctaid.", "cluster", "nclusterid.", "warpsize"];
        fixed.iter().any(|known| register.starts_with(known)).then_some(Pure::Other(&[]))
    })
}

/// What an intrinsic does, by its name behind `llvm.nvvm.`.
pub(super) fn intrinsic(name: &str) -> Option<InstructionForm> {
    let mut form = longest_prefix(INTRINSICS, name)?;
    if form.opcode == Opcode::Barrier && !name.ends_with("count") {
        form.opcode = Opcode::BarrierAll;
    }
    Some(form)
}

/// What makes the value that an intrinsic returns, by its name behind `llvm.nvvm.`.
pub(super) fn intrinsic_value(name: &str) -> Option<Pure> {
    match name {
        "elect.sync" => Some(Pure::Elect),
        "clusterlaunchcontrol.query_cancel.is_canceled" => Some(Pure::QueryCancel),
        "read.ptx.sreg.laneid" => Some(Pure::Lane),
        "read.ptx.sreg.tid.x" => Some(Pure::ThreadX),
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

/// Operations that lead elsewhere, or need more than their name.
#[rustfmt::skip] // a table
const ACTIONS: &[(&str, Action)] = &[
    ("cf.cond_br", Action::CondBranch), ("llvm.cond_br", Action::CondBranch),
    ("cf.switch", Action::Switch), ("llvm.switch", Action::Switch),
    ("llvm.unreachable", Action::Unreachable),
    ("nvvm.exit", Action::Exit),
    ("gpu.launch_func", Action::Launch), ("nv_tileaa.launch_func", Action::Launch),
    ("func.call", Action::Call("callee")), ("llvm.call", Action::Call("callee")),
    ("llvm.invoke", Action::Call("callee")),
    ("func.constant", Action::Call("value")), ("llvm.mlir.addressof", Action::Call("global_name")),
    ("llvm.call_intrinsic", Action::Intrinsic),
    ("llvm.inline_asm", Action::Text("asm_string")), ("nvvm.inline_ptx", Action::Text("ptxCode")),
    ("llvm.load", Action::Memory(0)), ("llvm.store", Action::Memory(1)), ("llvm.atomicrmw", Action::Memory(0)),
    ("llvm.cmpxchg", Action::Memory(0)), ("nvvm.mbarrier.arrive", Action::Memory(0)),
    ("nvvm.mbarrier.arrive_drop", Action::Memory(0)), ("nvvm.mbarrier.complete_tx", Action::Memory(0)),
    ("scf.if", Action::If), ("scf.for", Action::For), ("scf.while", Action::While),
    ("scf.execute_region", Action::OneOf), ("scf.index_switch", Action::OneOf),
    ("memref.alloca_scope", Action::OneOf),
    ("gpu.warp_execute_on_lane_0", Action::OneLane),
];

const ARITHMETIC: Pure = Pure::Other(&[]);

/// Operations whose results are the same whenever their operands are. Flags such as `nsw` say nothing about the value.
#[rustfmt::skip] // a table
const VALUES: &[(&str, Pure)] = &[
    ("arith.constant", Pure::Constant), ("llvm.mlir.constant", Pure::Constant), ("index.constant", Pure::Constant),
    ("nvvm.read.ptx.sreg.laneid", Pure::Lane), ("gpu.lane_id", Pure::Lane),
    ("nvvm.read.ptx.sreg.tid.x", Pure::ThreadX), ("gpu.thread_id", Pure::ThreadId),
    ("gpu.block_dim", Pure::Other(&["dimension"])), ("gpu.block_id", Pure::Other(&["dimension"])),
    ("gpu.grid_dim", Pure::Other(&["dimension"])), ("gpu.cluster_block_id", Pure::Other(&["dimension"])),
    ("gpu.cluster_dim_blocks", Pure::Other(&["dimension"])), ("gpu.cluster_id", Pure::Other(&["dimension"])),
    ("gpu.subgroup_id", ARITHMETIC),
    ("nvvm.elect.sync", Pure::Elect), ("nvvm.clusterlaunchcontrol.query.cancel", Pure::QueryCancel),
    ("nvvm.shfl.sync", Pure::Other(&["kind"])),
    ("llvm.call_intrinsic", Pure::Member), ("llvm.call", Pure::Member), ("llvm.inline_asm", Pure::Member),
    ("nvvm.inline_ptx", Pure::Member), ("llvm.extractvalue", Pure::Member),
    ("arith.cmpi", Pure::Compare), ("llvm.icmp", Pure::Compare),
    ("arith.extui", Pure::Cast), ("arith.extsi", Pure::Cast), ("arith.trunci", Pure::Cast),
    ("arith.index_cast", Pure::Cast), ("arith.index_castui", Pure::Cast), ("index.casts", Pure::Cast),
    ("index.castu", Pure::Cast), ("llvm.zext", Pure::Cast), ("llvm.sext", Pure::Cast), ("llvm.trunc", Pure::Cast),
    ("llvm.freeze", Pure::Cast), ("builtin.unrealized_conversion_cast", Pure::Cast),
    ("arith.andi", Pure::And), ("llvm.and", Pure::And), ("arith.ori", Pure::Or), ("llvm.or", Pure::Or),
    ("arith.xori", Pure::Xor), ("llvm.xor", Pure::Xor),
    ("arith.remui", Pure::Remainder), ("arith.remsi", Pure::Remainder), ("llvm.urem", Pure::Remainder),
    ("llvm.srem", Pure::Remainder),
    ("arith.select", Pure::Select), ("llvm.select", Pure::Select),
    ("arith.addi", ARITHMETIC), ("arith.subi", ARITHMETIC), ("arith.muli", ARITHMETIC), ("arith.divui", ARITHMETIC),
    ("arith.divsi", ARITHMETIC), ("arith.shli", ARITHMETIC), ("arith.shrui", ARITHMETIC), ("arith.shrsi", ARITHMETIC),
    ("llvm.add", ARITHMETIC), ("llvm.sub", ARITHMETIC), ("llvm.mul", ARITHMETIC), ("llvm.udiv", ARITHMETIC),
    ("llvm.sdiv", ARITHMETIC), ("llvm.shl", ARITHMETIC), ("llvm.lshr", ARITHMETIC), ("llvm.ashr", ARITHMETIC),
    ("llvm.addrspacecast", ARITHMETIC), ("llvm.ptrtoint", ARITHMETIC), ("llvm.inttoptr", ARITHMETIC),
    ("llvm.mlir.addressof", Pure::Other(&["global_name"])),
    ("llvm.getelementptr", Pure::Other(&["elem_type", "rawConstantIndices"])),
];

#[cfg(test)]
mod tests {
    use super::{Action, Opcode, action, intrinsic};
    use tileiras_kernel::Tcgen05;
    use tileiras_target::Feature;

    #[test]
    fn names_of_both_kinds_mean_the_same() {
        let mma =
            |form: Option<super::InstructionForm>| form.map(|form| form.opcode) == Some(Opcode::Tcgen05(Tcgen05::Mma));
        assert!(mma(intrinsic("tcgen05.mma.ws.sp.shared")));
        assert!(matches!(action("nvvm.tcgen05.mma.sp.block_scale"), Action::Instruction(form) if mma(Some(form))));
        assert_eq!(action("nvvm.tcgen05.mma_smem_desc"), Action::None);
        assert_eq!(intrinsic("read.ptx.sreg.cluster.ctarank").and_then(|f| f.needs), Some(Feature::ClusterRegisters));
        assert_eq!(intrinsic("bar.warp.sync"), None);
        assert_eq!(action("nvvm.mbarrier.arrive"), Action::Memory(0));
    }
}
