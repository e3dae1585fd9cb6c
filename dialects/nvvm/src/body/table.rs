//! Names of operations and intrinsics, as data, and what the scan does about each.
//!
//! A name is read once in a run: [`Names`] keeps what it means by its address. Leaves out on purpose: PTX text
//! ([`super::ptx`]).

use melior::ir::OperationRef;
use rustc_hash::FxHashMap;
use tileiras_kernel::Tcgen05;
use tileiras_mlir::operation;
use tileiras_target::Feature;

/// What an instruction does, before its operands are read.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Act {
    /// Needs something of the target, and no more.
    Other,
    Cluster,
    ClusterArrive,
    ClusterWait,
    /// A barrier of the CTA: id and, where the form has them, threads are operands.
    Barrier,
    /// The same with all threads.
    BarrierAll,
    /// The barrier of the CTA with id 0 and all threads.
    Barrier0,
    Wgmma,
    WgmmaSync,
    Tcgen05(Tcgen05),
    TryCancel,
    ExpectTx,
}

/// One form of an instruction.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Form {
    pub act: Act,
    pub needs: Option<Feature>,
}

const fn form(act: Act, needs: Feature) -> Form {
    Form { act, needs: Some(needs) }
}

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
    Instruction(Form),
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
pub(super) struct Names(FxHashMap<usize, Meaning>);

impl Names {
    pub fn of(&mut self, op: OperationRef<'_, '_>) -> Meaning {
        *self.0.entry(operation::name_key(op)).or_insert_with(|| {
            let name = str::from_utf8(operation::name(op)).unwrap_or_default();
            Meaning { action: action(name), value: value(name) }
        })
    }
}

fn action(name: &str) -> Action {
    let shorter = name.strip_prefix("nvvm.").or_else(|| name.starts_with("gpu.").then_some(name));
    if let Some(form) = shorter.and_then(|name| starting(OPERATIONS, name)) {
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

/// The row of the longest beginning of `name` that ends at a dot or at the end of it.
pub(super) fn starting<T: Copy>(rows: &[(&str, T)], name: &str) -> Option<T> {
    let begins = |row: &str| name.strip_prefix(row).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    rows.iter().filter(|(row, _)| begins(row)).max_by_key(|(row, _)| row.len()).map(|(_, value)| *value)
}

/// What an intrinsic does, by its name behind `llvm.nvvm.`.
pub(super) fn intrinsic(name: &str) -> Option<Form> {
    let mut form = starting(INTRINSICS, name)?;
    if form.act == Act::Barrier && !name.ends_with("count") {
        form.act = Act::BarrierAll;
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

const ALLOC: Form = form(Act::Tcgen05(Tcgen05::Alloc), Feature::Tcgen05);
const DEALLOC: Form = form(Act::Tcgen05(Tcgen05::Dealloc), Feature::Tcgen05);
const RELINQUISH: Form = form(Act::Tcgen05(Tcgen05::Relinquish), Feature::Tcgen05);
const MMA: Form = form(Act::Tcgen05(Tcgen05::Mma), Feature::Tcgen05);
const CP: Form = form(Act::Tcgen05(Tcgen05::Cp), Feature::Tcgen05);
const SHIFT: Form = form(Act::Tcgen05(Tcgen05::Shift), Feature::Tcgen05Shift);
const COMMIT: Form = form(Act::Tcgen05(Tcgen05::Commit), Feature::Tcgen05);
const LD: Form = form(Act::Tcgen05(Tcgen05::Ld), Feature::Tcgen05);
const LD_RED: Form = form(Act::Tcgen05(Tcgen05::Ld), Feature::Tcgen05LdRed);
const ST: Form = form(Act::Tcgen05(Tcgen05::St), Feature::Tcgen05);
const WAIT: Form = form(Act::Tcgen05(Tcgen05::Wait), Feature::Tcgen05);
const FENCE: Form = form(Act::Tcgen05(Tcgen05::Fence), Feature::Tcgen05);
const WGMMA: Form = form(Act::Wgmma, Feature::Wgmma);
const WGMMA_SYNC: Form = form(Act::WgmmaSync, Feature::Wgmma);
const MAPA: Form = form(Act::Cluster, Feature::Mapa);
const GET_RANK: Form = form(Act::Cluster, Feature::GetCtaRank);
const REGISTER: Form = form(Act::Cluster, Feature::ClusterRegisters);
const ARRIVE: Form = form(Act::ClusterArrive, Feature::ClusterBarrier);
const ARRIVE_RELAXED: Form = form(Act::ClusterArrive, Feature::ClusterBarrierSemantics);
const CLUSTER_WAIT: Form = form(Act::ClusterWait, Feature::ClusterBarrier);
const TRY_CANCEL: Form = form(Act::TryCancel, Feature::ClcTryCancel);
const TRY_MULTICAST: Form = form(Act::TryCancel, Feature::ClcMulticast);
const QUERY_CANCEL: Form = form(Act::Other, Feature::ClcQueryCancel);
const EXPECT: Form = form(Act::ExpectTx, Feature::MbarrierExpectTx);
const BULK: Form = form(Act::Other, Feature::BulkCopy);
const BULK_CLUSTER: Form = form(Act::Cluster, Feature::BulkCopy);
const ELECT: Form = form(Act::Other, Feature::ElectSync);
const SETMAXNREG: Form = form(Act::Other, Feature::SetMaxnreg);
const GRID_DEP: Form = form(Act::Other, Feature::GridDepControl);
pub(super) const SHARED_CLUSTER: Form = form(Act::Cluster, Feature::ClusterSharedAccess);
const BARRIER: Form = Form { act: Act::Barrier, needs: None };
const BARRIER_0: Form = Form { act: Act::Barrier0, needs: None };

/// Instructions: operations of the NVVM dialect without `nvvm.`, and of the GPU dialect.
#[rustfmt::skip] // a table
const OPERATIONS: &[(&str, Form)] = &[
    ("barrier", BARRIER), ("barrier.arrive", BARRIER), ("barrier0", BARRIER_0), ("gpu.barrier", BARRIER_0),
    ("cluster.arrive", ARRIVE), ("cluster.arrive.relaxed", ARRIVE_RELAXED), ("cluster.wait", CLUSTER_WAIT),
    ("clusterlaunchcontrol.query.cancel", QUERY_CANCEL), ("clusterlaunchcontrol.try.cancel", TRY_CANCEL),
    ("cp.async.bulk", BULK), ("cp.async.bulk.shared.cluster", BULK_CLUSTER),
    ("cp.async.bulk.tensor.shared.cluster", BULK_CLUSTER),
    ("elect.sync", ELECT),
    ("griddepcontrol", GRID_DEP),
    ("gpu.cluster_block_id", REGISTER), ("gpu.cluster_dim", REGISTER), ("gpu.cluster_dim_blocks", REGISTER),
    ("gpu.cluster_id", REGISTER),
    ("mapa", MAPA),
    ("mbarrier.arrive.expect_tx", EXPECT), ("mbarrier.arrive_drop.expect_tx", EXPECT), ("mbarrier.expect_tx", EXPECT),
    ("read.ptx.sreg.cluster", REGISTER), ("read.ptx.sreg.clusterid", REGISTER), ("read.ptx.sreg.nclusterid", REGISTER),
    ("setmaxregister", SETMAXNREG),
    ("tcgen05.alloc", ALLOC), ("tcgen05.commit", COMMIT), ("tcgen05.cp", CP), ("tcgen05.dealloc", DEALLOC),
    ("tcgen05.fence", FENCE), ("tcgen05.ld", LD), ("tcgen05.mma", MMA),
    ("tcgen05.relinquish_alloc_permit", RELINQUISH), ("tcgen05.shift", SHIFT), ("tcgen05.st", ST),
    ("tcgen05.wait", WAIT),
    ("wgmma", WGMMA_SYNC), ("wgmma.mma_async", WGMMA),
];

/// Instructions: intrinsics of LLVM without `llvm.nvvm.`.
#[rustfmt::skip] // a table
const INTRINSICS: &[(&str, Form)] = &[
    ("barrier.cluster.arrive", ARRIVE), ("barrier.cluster.arrive.relaxed", ARRIVE_RELAXED),
    ("barrier.cluster.wait", CLUSTER_WAIT),
    ("barrier.cta.arrive", BARRIER), ("barrier.cta.red", BARRIER), ("barrier.cta.sync", BARRIER),
    ("barrier0", BARRIER_0), ("bar.sync", BARRIER), ("barrier.sync", BARRIER),
    ("clusterlaunchcontrol.query_cancel", QUERY_CANCEL), ("clusterlaunchcontrol.try_cancel.async", TRY_CANCEL),
    ("clusterlaunchcontrol.try_cancel.async.multicast", TRY_MULTICAST),
    ("cp.async.bulk", BULK), ("cp.async.bulk.global.to.shared.cluster", BULK_CLUSTER),
    ("cp.async.bulk.shared.cta.to.cluster", BULK_CLUSTER),
    ("cp.async.bulk.tensor.g2s", BULK_CLUSTER), ("cp.async.bulk.tensor.g2s.cta", BULK),
    ("elect.sync", ELECT),
    ("getctarank", GET_RANK),
    ("griddepcontrol", GRID_DEP),
    ("is_explicit_cluster", REGISTER),
    ("mapa", MAPA),
    ("mbarrier.arrive.drop.expect.tx", EXPECT), ("mbarrier.arrive.expect.tx", EXPECT), ("mbarrier.expect.tx", EXPECT),
    ("read.ptx.sreg.cluster", REGISTER), ("read.ptx.sreg.clusterid", REGISTER), ("read.ptx.sreg.nclusterid", REGISTER),
    ("setmaxnreg", SETMAXNREG),
    ("tcgen05.alloc", ALLOC), ("tcgen05.commit", COMMIT), ("tcgen05.cp", CP), ("tcgen05.dealloc", DEALLOC),
    ("tcgen05.fence", FENCE), ("tcgen05.ld", LD), ("tcgen05.ld.red", LD_RED), ("tcgen05.mma", MMA),
    ("tcgen05.relinq.alloc.permit", RELINQUISH), ("tcgen05.shift", SHIFT), ("tcgen05.st", ST), ("tcgen05.wait", WAIT),
    ("wgmma", WGMMA_SYNC),
];

/// Instructions: the words that a statement of PTX begins with.
#[rustfmt::skip] // a table
pub(super) const MNEMONICS: &[(&str, Form)] = &[
    ("bar.arrive", BARRIER), ("bar.cta", BARRIER), ("bar.red", BARRIER), ("bar.sync", BARRIER),
    ("barrier.arrive", BARRIER), ("barrier.cta", BARRIER), ("barrier.red", BARRIER), ("barrier.sync", BARRIER),
    ("barrier.cluster.arrive", ARRIVE), ("barrier.cluster.wait", CLUSTER_WAIT),
    ("clusterlaunchcontrol.query_cancel", QUERY_CANCEL), ("clusterlaunchcontrol.try_cancel", TRY_CANCEL),
    ("cp.async.bulk", BULK), ("cp.reduce.async.bulk", BULK),
    ("elect.sync", ELECT),
    ("getctarank", GET_RANK),
    ("griddepcontrol", GRID_DEP),
    ("mapa", MAPA),
    ("mbarrier.arrive.expect_tx", EXPECT), ("mbarrier.arrive_drop.expect_tx", EXPECT), ("mbarrier.expect_tx", EXPECT),
    ("setmaxnreg", SETMAXNREG),
    ("tcgen05.alloc", ALLOC), ("tcgen05.commit", COMMIT), ("tcgen05.cp", CP), ("tcgen05.dealloc", DEALLOC),
    ("tcgen05.fence", FENCE), ("tcgen05.fence::after_thread_sync", FENCE), ("tcgen05.fence::before_thread_sync", FENCE),
    ("tcgen05.ld", LD), ("tcgen05.ld.red", LD_RED), ("tcgen05.mma", MMA),
    ("tcgen05.relinquish_alloc_permit", RELINQUISH), ("tcgen05.shift", SHIFT), ("tcgen05.st", ST),
    ("tcgen05.wait::ld", WAIT), ("tcgen05.wait::st", WAIT),
    ("wgmma", WGMMA_SYNC), ("wgmma.mma_async", WGMMA),
];

/// Operations that lead elsewhere, or need more than their name.
#[rustfmt::skip] // a table
const ACTIONS: &[(&str, Action)] = &[
    ("cf.cond_br", Action::CondBranch), ("llvm.cond_br", Action::CondBranch),
    ("cf.switch", Action::Switch), ("llvm.switch", Action::Switch),
    ("llvm.unreachable", Action::Unreachable),
    ("nvvm.exit", Action::Exit),
    ("gpu.launch_func", Action::Launch), ("nv_tileaa.launch_func", Action::Launch),
    ("func.call", Action::Call("callee")), ("llvm.call", Action::Call("callee")), ("llvm.invoke", Action::Call("callee")),
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
    use super::{Act, Action, action, intrinsic, starting};
    use tileiras_kernel::Tcgen05;
    use tileiras_target::Feature;

    #[test]
    fn the_longest_row_decides_and_ends_at_a_dot() {
        let rows = [("a", 1), ("a.b", 2)];
        assert_eq!(starting(&rows, "a"), Some(1));
        assert_eq!(starting(&rows, "a.b.c"), Some(2));
        assert_eq!(starting(&rows, "ab"), None);
    }

    #[test]
    fn names_of_both_kinds_mean_the_same() {
        let mma = |form: Option<super::Form>| form.map(|form| form.act) == Some(Act::Tcgen05(Tcgen05::Mma));
        assert!(mma(intrinsic("tcgen05.mma.ws.sp.shared")));
        assert!(matches!(action("nvvm.tcgen05.mma.sp.block_scale"), Action::Instruction(form) if mma(Some(form))));
        assert_eq!(action("nvvm.tcgen05.mma_smem_desc"), Action::None);
        assert_eq!(intrinsic("read.ptx.sreg.cluster.ctarank").and_then(|f| f.needs), Some(Feature::ClusterRegisters));
        assert_eq!(intrinsic("bar.warp.sync"), None);
        assert_eq!(action("nvvm.mbarrier.arrive"), Action::Memory(0));
    }
}
