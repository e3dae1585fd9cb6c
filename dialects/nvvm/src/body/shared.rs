//! Addresses of shared memory that copies and loads and stores of matrices have as operand 0.

use melior::ir::operation::OperationLike as _;
use melior::ir::{OperationRef, ValueLike as _};
use tileiras_kernel::ValueId;
use tileiras_kernel::program::InstructionKind;
use tileiras_kernel::value::{Space, Uniformity};
use tileiras_mlir::attribute::{View, view};
use tileiras_mlir::operation;
use tileiras_mlir::value::pointer_space;

use super::form::Form;
use super::reader::FunctionReader;
use super::state::Intrinsic;

impl<'c: 'a, 'a> FunctionReader<'_, '_, 'c, 'a> {
    /// The address that is operand 0, if it is a pointer.
    pub(super) fn pointer(&mut self, op: OperationRef<'c, 'a>) -> Option<ValueId> {
        let pointer = operation::operand(op, 0).filter(|operand| pointer_space(operand.r#type()).is_some())?;
        Some(self.value(pointer))
    }

    /// The access of `ldmatrix` or `stmatrix`, if accesses matter and it is of four matrices. Others do not access the addresses of
    /// all lanes.
    pub(super) fn matrices(
        &mut self,
        op: OperationRef<'c, 'a>,
        form: Form,
        intrinsic: Option<&Intrinsic>,
    ) -> Option<InstructionKind> {
        let is_load = form == Form::LoadMatrix;
        let is_four = || match operation::inherent_attribute(op, "num").map(view) {
            Some(View::Integer { value, .. }) => value == 4,
            _ => !is_load && op.operand_count() == 5,
        };
        let has_all = intrinsic.map_or_else(is_four, |intrinsic| intrinsic.name.contains(".x4."));
        let address = self.pointer(op).filter(|_| has_all && self.program.follows_stores())?;
        let value = self.builder.unknown(Uniformity::Thread, 64);
        Some(match is_load {
            true => InstructionKind::Load { address, space: Space::Shared, value },
            false => InstructionKind::Store { address, value },
        })
    }
}
