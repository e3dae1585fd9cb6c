//! What the operations of a name are: how the control flow goes on, which instruction they are, and what they compute.
//!
//! Guarantees that a name is looked up in the tables once: [`OperationNames`] caches the result by the address of the
//! name. A row stands for its name and for every longer name that goes on with a dot.
//!
//! Leaves out on purpose: names of intrinsics (`intrinsic.rs`), and the text of inline assembly (`tileiras-ptx`).

use melior::ir::OperationRef;
use rustc_hash::FxHashMap;
use tileiras_mlir::operation;
use tileiras_target::feature;

use super::computation::{self, Computation};
use super::form::{self, Form};
use super::key::OpNameKey;

/// The effect of an operation on instructions and control flow.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum OperationKind {
    /// Nothing. If it has regions, they can be run any number of times.
    Other,
    /// An instruction.
    Instruction(Form),
    /// Reads memory through the operand of that index.
    Load,
    /// Writes memory, or reads and writes it, through the operand of that index.
    Access(usize),
    /// Reads and writes memory through operand 0, in forms that not every target supports.
    Atomic,
    /// Has PTX text in that attribute.
    Text(&'static str),
    /// `llvm.call_intrinsic`.
    Intrinsic,
    /// Calls the symbol in the attribute `callee`.
    Call,
    /// Calls through a value.
    IndirectCall,
    /// Takes the address of the symbol in that attribute.
    Reference(&'static str),
    /// Launches a kernel.
    Launch,
    /// Ends the thread.
    Exit,
    /// Ends the kernel with an error.
    Trap,
    /// A branch.
    Branch,
    /// A branch on the first operand. The successors are for true and for false.
    CondBranch,
    /// A branch on the first operand. The successors are the default and then the cases.
    Switch,
    /// Is not reached.
    Unreachable,
    /// Runs the first region if the first operand is true, and the second one otherwise.
    If,
    /// A counted loop. The first operands are the lower bound, the upper bound and the step.
    For,
    /// A loop with a region before the condition and one after it.
    While,
    /// Runs the region of the case that the first operand is equal to. The first region is the default.
    IndexSwitch,
    /// Runs its region once.
    Once,
    /// One lane runs the region: the one whose number, the first operand, is 0.
    OneLane,
}

impl OperationKind {
    /// Whether the operation runs regions in a known way.
    pub const fn has_known_regions(self) -> bool {
        matches!(self, Self::If | Self::For | Self::While | Self::IndexSwitch | Self::Once | Self::OneLane)
    }
}

/// The properties of all operations of one name.
#[derive(Clone, Copy, Debug)]
pub(super) struct OperationInfo {
    pub kind: OperationKind,
    pub computation: Computation,
}

/// The names of operations that were looked up.
#[derive(Default)]
pub(super) struct OperationNames(FxHashMap<OpNameKey, OperationInfo>);

impl OperationNames {
    pub fn of(&mut self, op: OperationRef<'_, '_>) -> OperationInfo {
        *self.0.entry(OpNameKey::of(op)).or_insert_with(|| {
            let name = str::from_utf8(operation::name(op)).unwrap_or_default();
            OperationInfo { kind: kind(name), computation: computation::of_operation(name) }
        })
    }
}

fn kind(name: &str) -> OperationKind {
    if let Some(form) = form::of_operation(name) {
        return OperationKind::Instruction(form);
    }
    match KINDS.iter().find(|(known, _)| *known == name) {
        Some((_, kind)) => *kind,
        // No rule asks for it, but not every target supports it.
        None if feature::knows_operation(name) => OperationKind::Instruction(Form::Other),
        None => OperationKind::Other,
    }
}

/// The value of the longest row whose name `name` begins with. The name of the row ends at a dot of `name`, or at its
/// end.
pub(super) fn longest_prefix<T: Copy>(rows: &[(&str, T)], name: &str) -> Option<T> {
    let begins = |row: &str| name.strip_prefix(row).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    rows.iter().filter(|(row, _)| begins(row)).max_by_key(|(row, _)| row.len()).map(|(_, value)| *value)
}

#[rustfmt::skip] // a table
const KINDS: &[(&str, OperationKind)] = &[
    ("cf.br", OperationKind::Branch), ("llvm.br", OperationKind::Branch),
    ("cf.cond_br", OperationKind::CondBranch), ("llvm.cond_br", OperationKind::CondBranch),
    ("cf.switch", OperationKind::Switch), ("llvm.switch", OperationKind::Switch),
    ("llvm.unreachable", OperationKind::Unreachable), ("ub.unreachable", OperationKind::Unreachable),
    ("nvvm.exit", OperationKind::Exit),
    ("llvm.intr.trap", OperationKind::Trap), ("llvm.intr.ubsantrap", OperationKind::Trap),
    ("gpu.launch_func", OperationKind::Launch), ("nv_tileaa.launch_func", OperationKind::Launch),
    ("gpu.launch", OperationKind::Launch),
    ("func.call", OperationKind::Call), ("llvm.call", OperationKind::Call), ("llvm.invoke", OperationKind::Call),
    ("func.call_indirect", OperationKind::IndirectCall),
    ("func.constant", OperationKind::Reference("value")),
    ("llvm.mlir.addressof", OperationKind::Reference("global_name")),
    ("llvm.call_intrinsic", OperationKind::Intrinsic),
    ("llvm.inline_asm", OperationKind::Text("asm_string")), ("nvvm.inline_ptx", OperationKind::Text("ptxCode")),
    ("llvm.load", OperationKind::Load), ("memref.load", OperationKind::Load),
    ("llvm.store", OperationKind::Access(1)),
    ("llvm.atomicrmw", OperationKind::Atomic), ("llvm.cmpxchg", OperationKind::Atomic),
    ("scf.if", OperationKind::If), ("scf.for", OperationKind::For), ("scf.while", OperationKind::While),
    ("scf.index_switch", OperationKind::IndexSwitch),
    ("scf.execute_region", OperationKind::Once), ("memref.alloca_scope", OperationKind::Once),
    ("gpu.warp_execute_on_lane_0", OperationKind::OneLane),
];

#[cfg(test)]
mod tests {
    use super::{Form, OperationKind, kind, longest_prefix};
    use tileiras_kernel::program::Tcgen05;

    #[test]
    fn the_longest_row_decides_and_ends_at_a_dot() {
        let rows = [("a", 1), ("a.b", 2)];
        assert_eq!(longest_prefix(&rows, "a"), Some(1));
        assert_eq!(longest_prefix(&rows, "a.b.c"), Some(2));
        assert_eq!(longest_prefix(&rows, "ab"), None);
    }

    #[test]
    fn longer_names_are_of_the_same_form() {
        let mma = OperationKind::Instruction(Form::Tcgen05(Tcgen05::Mma));
        assert_eq!(kind("nvvm.tcgen05.mma.sp.block_scale"), mma);
        assert_eq!(kind("nvvm.tcgen05.mma_smem_desc"), OperationKind::Other);
        assert_eq!(kind("gpu.barrier_like"), OperationKind::Other);
    }

    #[test]
    fn every_operation_that_needs_a_feature_is_read() {
        for line in include_str!("../../../../crates/target/tests/measured/operations.tsv").lines() {
            let fields: Vec<_> = line.split('\t').collect();
            let [name, _, features] = fields[..] else { panic!("{line}") };
            assert!(features.is_empty() || kind(name) != OperationKind::Other, "{name}");
        }
        assert_eq!(kind("nvvm.convert.f32x4.to.f4x4"), OperationKind::Instruction(Form::Other));
        assert_eq!(kind("nvvm.read.ptx.sreg.tid.x"), OperationKind::Other);
        assert_eq!(kind("llvm.atomicrmw"), OperationKind::Atomic);
    }
}
