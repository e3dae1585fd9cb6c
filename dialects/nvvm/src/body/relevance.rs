//! Which functions have to be read at all.
//!
//! Accepts a function. Guarantees that a function without an operation that a rule asks for is found without
//! reading its values. Most functions of most programs have none. Linear in the function, without recursion.
//!
//! Leaves out on purpose: what the operations do.

use melior::ir::OperationRef;
use rustc_hash::FxHashMap;
use tileiras_kernel::program::Tcgen05;
use tileiras_mlir::block::has_regions;
use tileiras_mlir::operation;

use super::form::Form;
use super::key::AttributeKey;
use super::names::{OperationKind, OperationNames};
use super::needs;
use super::state::{intrinsic_attribute, read_intrinsic};
use super::text::Texts;

/// What a function has.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(crate) struct Relevance {
    /// An instruction that a rule asks for.
    pub instructions: bool,
    /// A call, or the address of a function or a variable.
    pub calls: bool,
    /// A launch.
    pub launches: bool,
    /// A request to cancel the launch of a cluster, or an allocation of tensor memory: which loads read the response or
    /// the address matters.
    pub requests: bool,
    /// A copy or a product that accesses shared memory: what threads store and load there matters.
    pub asynchronous: bool,
    /// A store of a constant to shared memory: what loads read from there can decide which warp does what.
    pub tables: bool,
}

/// Whether an instruction lets others read what is written to shared memory: a response, or the address of an
/// allocation.
const fn reads_what_others_write(form: Form) -> bool {
    matches!(form, Form::TryCancel { .. } | Form::Tcgen05(Tcgen05::Alloc))
}

/// Whether an instruction is a copy or a product that accesses shared memory.
const fn is_asynchronous(form: Form) -> bool {
    matches!(
        form,
        Form::Copy { .. } | Form::CpAsync(_) | Form::WgmmaMma | Form::WarpgroupMma | Form::Tcgen05(Tcgen05::Mma)
    )
}

impl Relevance {
    /// Whether it has any of them.
    pub const fn is_any(self) -> bool {
        self.instructions || self.calls || self.launches
    }
}

/// Examines functions.
#[derive(Default)]
pub(super) struct Examiner {
    names: OperationNames,
    texts: Texts,
    /// The form of an intrinsic, if it is an instruction; none if the name is that of a function.
    intrinsics: FxHashMap<AttributeKey, Option<Option<Form>>>,
}

impl Examiner {
    /// What a function has, in its regions and in those of its operations.
    pub fn of(&mut self, function: OperationRef<'_, '_>) -> Relevance {
        let mut found = Relevance::default();
        let mut pending = vec![function];
        while let Some(parent) = pending.pop() {
            for op in operation::child_operations(parent) {
                self.add(op, &mut found);
                if has_regions(op) {
                    pending.push(op);
                }
            }
        }
        found
    }

    fn add(&mut self, op: OperationRef<'_, '_>, found: &mut Relevance) {
        match self.names.of(op).kind {
            OperationKind::Instruction(form) => {
                found.instructions = true;
                found.requests |= reads_what_others_write(form);
                found.asynchronous |= is_asynchronous(form);
            }
            OperationKind::Exit => found.instructions = true,
            OperationKind::Load => found.instructions |= needs::is_remote_access(op, 0),
            OperationKind::Access(operand) => {
                found.instructions |= needs::is_remote_access(op, operand);
                found.tables |= needs::writes_table(op, operand);
            }
            OperationKind::Atomic => found.instructions |= !needs::of_atomic(op).is_empty(),
            OperationKind::Text(attribute) => {
                let text = self.texts.of(op, attribute);
                found.instructions |= text.as_ref().is_some_and(|text| text.has_instructions());
                if let Some(text) = text {
                    let mentions = |names: &[&str]| names.iter().any(|name| text.mentions(name));
                    found.requests |= mentions(&["try_cancel", "tcgen05.alloc"]);
                    found.asynchronous |= mentions(&["cp.async.", "async.bulk", "wgmma.mma_async", "tcgen05.mma"]);
                }
            }
            OperationKind::Intrinsic | OperationKind::Call => {
                let form = intrinsic_attribute(op).and_then(|name| {
                    let read = || read_intrinsic(name).map(|intrinsic| intrinsic.form);
                    *self.intrinsics.entry(AttributeKey::of(name)).or_insert_with(read)
                });
                match form {
                    Some(form) => {
                        found.instructions |= form.is_some();
                        found.requests |= form.is_some_and(reads_what_others_write);
                        found.asynchronous |= form.is_some_and(is_asynchronous);
                    }
                    None => found.calls = true,
                }
            }
            OperationKind::IndirectCall | OperationKind::Reference(_) => found.calls = true,
            OperationKind::Launch => found.launches = true,
            _ => {}
        }
    }
}
