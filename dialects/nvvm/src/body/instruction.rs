//! Decodes one operation into an instruction.
//!
//! Accepts operations of the NVVM and GPU dialects, calls of intrinsics, and statements of PTX text. Guarantees the
//! kind of the instruction, with those operands that are constants or equal values, and the feature that its form
//! needs.
//!
//! Leaves out on purpose: which operations are instructions (`table.rs`), and where an instruction is (`flow.rs`).

use melior::ir::operation::OperationLike as _;
use melior::ir::{Attribute, OperationRef, Value, ValueLike as _};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use tileiras_kernel::{CtaGroup, InstructionForm, InstructionKind, Opcode, Tcgen05, ValueId, form};
use tileiras_mlir::attribute::{self, View, view};
use tileiras_mlir::operation;
use tileiras_mlir::symbol::Symbols;
use tileiras_mlir::text::lossy;
use tileiras_mlir::value::{is_void, pointer_space, struct_field_count};
use tileiras_ptx::inline::{self, Operand, Placeholder, Statement};
use tileiras_target::Feature;

use super::alignment;
use super::key::AttributeKey;
use super::table::{self, OperationNames};
use super::value_numbering::{ValueNumbering, intrinsic_name};

/// The address space of the shared memory of a cluster.
const SHARED_CLUSTER: u32 = 7;

/// Decodes operations. Texts and names of intrinsics are read once.
pub(super) struct InstructionReader<'s, 'c, 'a> {
    pub names: OperationNames,
    pub numbering: ValueNumbering,
    pub symbols: &'s mut Symbols<'c, 'a>,
    texts: FxHashMap<AttributeKey, Rc<[Statement]>>,
    intrinsics: FxHashMap<AttributeKey, Option<(InstructionForm, Option<CtaGroup>)>>,
    /// `#nvvm.cta_group<cta_2>` and `#nvvm.tcgen05_mma_kind<i8>`; parsed on first use.
    cta_2_and_i8: Option<[Option<Attribute<'c>>; 2]>,
}

/// What an instruction does, and the feature that its form needs.
pub(super) type Decoded = (InstructionKind, Option<Feature>);

/// A read or write of memory through the operand of that index, if it depends on clusters.
pub(super) fn memory(op: OperationRef<'_, '_>, operand: usize) -> Option<Decoded> {
    let pointer = operation::operand(op, operand)?;
    (pointer_space(pointer.r#type())? == SHARED_CLUSTER)
        .then_some((InstructionKind::Cluster, form::SHARED_CLUSTER.needs))
}

impl<'s, 'c, 'a> InstructionReader<'s, 'c, 'a> {
    pub fn new(symbols: &'s mut Symbols<'c, 'a>) -> Self {
        Self {
            names: OperationNames::default(),
            numbering: ValueNumbering::default(),
            symbols,
            texts: FxHashMap::default(),
            intrinsics: FxHashMap::default(),
            cta_2_and_i8: None,
        }
    }

    pub fn constant(&mut self, value: Option<Value<'c, 'a>>) -> Option<i64> {
        self.numbering.constant(value?, &mut self.names)
    }

    fn address(&mut self, value: Option<Value<'c, 'a>>) -> Option<ValueId> {
        Some(self.numbering.of(value?, &mut self.names))
    }

    /// An operation of the NVVM or the GPU dialect.
    pub fn operation(
        &mut self,
        op: OperationRef<'c, 'a>,
        form: InstructionForm,
        module: Option<OperationRef<'c, 'a>>,
    ) -> Decoded {
        let mut needs = form.needs;
        let kind = match form.opcode {
            Opcode::Barrier => {
                // `nvvm.barrier` has segments: id, threads, predicate. `nvvm.barrier.arrive` has an optional id, and
                // threads.
                let segments = operation::inherent_attribute(op, "operandSegmentSizes").map(view);
                let (has_id, has_threads) = match segments {
                    Some(View::I32Array(sizes)) => {
                        let sizes: smallvec::SmallVec<[i32; 4]> = sizes.iter().collect();
                        (sizes.first() == Some(&1), sizes.get(1) == Some(&1))
                    }
                    _ => (op.operand_count() == 2, true),
                };
                let id = if has_id { self.constant(operation::operand(op, 0)) } else { Some(0) };
                let threads = has_threads.then(|| operation::operand(op, usize::from(has_id))).flatten();
                InstructionKind::NamedBarrier { id, threads: self.constant(threads) }
            }
            Opcode::Wgmma => {
                let result = operation::result(op, 0).and_then(|result| struct_field_count(result.r#type()));
                InstructionKind::Wgmma {
                    accumulator: result.and_then(|length| u32::try_from(length).ok()).unwrap_or(0),
                }
            }
            Opcode::Tcgen05(operation) => {
                if operation == Tcgen05::Mma
                    && operation::inherent_attribute(op, "kind")
                        .is_some_and(|kind| Some(kind) == self.cta_2_and_i8(op)[1])
                {
                    needs = Some(Feature::Tcgen05MmaI8);
                }
                InstructionKind::Tcgen05 { operation, group: self.group(op, operation) }
            }
            Opcode::TryCancel => {
                if operation::inherent_attribute(op, "multicast").is_some() {
                    needs = Some(Feature::ClcMulticast);
                }
                self.try_cancel(operation::operand(op, 0), operation::operand(op, 1), module)
            }
            Opcode::ExpectTx => self.expect_tx(operation::operand(op, 0), operation::operand(op, 1)),
            Opcode::Cluster
                if matches!(
                    operation::inherent_attribute(op, "isCTAOnly").map(view),
                    Some(View::Integer { value: 1, .. })
                ) =>
            {
                InstructionKind::Other
            }
            opcode => without_operands(opcode),
        };
        (kind, needs)
    }

    /// A call of the intrinsic that an attribute names; none if its name has no form.
    pub fn intrinsic(
        &mut self,
        op: OperationRef<'c, 'a>,
        name: Attribute<'c>,
        module: Option<OperationRef<'c, 'a>>,
    ) -> Option<Decoded> {
        let (form, group) = (*self.intrinsics.entry(AttributeKey::of(name)).or_insert_with(|| named_intrinsic(op)))?;
        let last = op.operand_count();
        let operand = |back: usize| operation::operand(op, last.checked_sub(back)?);
        let mut needs = form.needs;
        let kind = match form.opcode {
            Opcode::Barrier => {
                let id = self.constant(operation::operand(op, 0));
                InstructionKind::NamedBarrier { id, threads: self.constant(operation::operand(op, 1)) }
            }
            Opcode::BarrierAll => {
                InstructionKind::NamedBarrier { id: self.constant(operation::operand(op, 0)), threads: None }
            }
            Opcode::Tcgen05(Tcgen05::Mma) => {
                // The last operands are flags: the kind, the group if the name has none, the collector.
                let kind = operand(if group.is_some() { 2 } else { 3 });
                let group = group.or_else(|| match self.constant(operand(2))? {
                    1 => Some(CtaGroup::One),
                    2 => Some(CtaGroup::Two),
                    _ => None,
                });
                if self.constant(kind) == Some(KIND_I8)
                    && !intrinsic_name(op).is_some_and(|name| name.contains("block_scale"))
                {
                    needs = Some(Feature::Tcgen05MmaI8);
                }
                InstructionKind::Tcgen05 { operation: Tcgen05::Mma, group }
            }
            Opcode::Tcgen05(operation) => InstructionKind::Tcgen05 { operation, group },
            Opcode::TryCancel => self.try_cancel(operation::operand(op, 0), operation::operand(op, 1), module),
            Opcode::ExpectTx => self.expect_tx(operation::operand(op, 0), operation::operand(op, 1)),
            opcode => without_operands(opcode),
        };
        Some((kind, needs))
    }

    /// The statements of the PTX text in an attribute.
    pub fn text(&mut self, op: OperationRef<'c, 'a>, name: &str) -> Option<Rc<[Statement]>> {
        let attribute = operation::inherent_attribute(op, name)?;
        let View::Text(text) = view(attribute) else { return None };
        Some(self.texts.entry(AttributeKey::of(attribute)).or_insert_with(|| inline::read(&lossy(text)).into()).clone())
    }

    /// One statement of the text of an operation.
    pub fn statement(
        &mut self,
        op: OperationRef<'c, 'a>,
        statement: &Statement,
        module: Option<OperationRef<'c, 'a>>,
    ) -> Decoded {
        let value = |index: usize| match statement.operands.get(index) {
            Some(Operand::Placeholder(placeholder)) => operand_of(op, *placeholder),
            _ => None,
        };
        let mut constant = |index: usize| match statement.operands.get(index) {
            Some(Operand::Constant(value)) => Some(*value),
            _ => self.constant(value(index)),
        };
        let kind = match statement.form.opcode {
            Opcode::Barrier => match statement.operands.len() {
                // The first operand of a reduction is the result, and the last one is a predicate.
                4 => InstructionKind::NamedBarrier { id: constant(1), threads: constant(2) },
                3 => InstructionKind::NamedBarrier { id: constant(1), threads: None },
                _ => InstructionKind::NamedBarrier { id: constant(0), threads: constant(1) },
            },
            Opcode::Wgmma => InstructionKind::Wgmma { accumulator: statement.accumulator },
            Opcode::Tcgen05(operation) => InstructionKind::Tcgen05 { operation, group: statement.group },
            Opcode::TryCancel => self.try_cancel(value(0), value(1), module),
            Opcode::ExpectTx => {
                // The first operand of `mbarrier.arrive.expect_tx` is the state.
                let last = statement.operands.len();
                let bytes = last.checked_sub(1).and_then(&mut constant);
                let barrier = last.checked_sub(2).and_then(value);
                InstructionKind::ExpectTx { barrier: self.address(barrier), bytes }
            }
            opcode => without_operands(opcode),
        };
        (kind, statement.form.needs)
    }

    fn try_cancel(
        &mut self,
        response: Option<Value<'c, 'a>>,
        barrier: Option<Value<'c, 'a>>,
        module: Option<OperationRef<'c, 'a>>,
    ) -> InstructionKind {
        let barrier = self.address(barrier);
        let alignment = response.zip(module).and_then(|(response, module)| {
            alignment::of(response, module, self.symbols, &mut self.numbering, &mut self.names)
        });
        InstructionKind::TryCancel { barrier, alignment }
    }

    fn expect_tx(&mut self, barrier: Option<Value<'c, 'a>>, bytes: Option<Value<'c, 'a>>) -> InstructionKind {
        InstructionKind::ExpectTx { barrier: self.address(barrier), bytes: self.constant(bytes) }
    }

    fn group(&mut self, op: OperationRef<'c, 'a>, operation: Tcgen05) -> Option<CtaGroup> {
        if matches!(operation, Tcgen05::Ld | Tcgen05::St | Tcgen05::Wait | Tcgen05::Fence) {
            return None;
        }
        let stated =
            operation::inherent_attribute(op, "group").or_else(|| operation::inherent_attribute(op, "ctaGroup"));
        // The default is one CTA, and the weight-stationary form has no other.
        let pair = stated.is_some() && stated == self.cta_2_and_i8(op)[0];
        Some(if pair { CtaGroup::Two } else { CtaGroup::One })
    }

    fn cta_2_and_i8(&mut self, op: OperationRef<'c, 'a>) -> [Option<Attribute<'c>>; 2] {
        *self.cta_2_and_i8.get_or_insert_with(|| {
            ["#nvvm.cta_group<cta_2>", "#nvvm.tcgen05_mma_kind<i8>"]
                .map(|text| attribute::parse_in_context_of(op, text))
        })
    }
}

/// `Tcgen05MMAKind::I8` of LLVM 22.
const KIND_I8: i64 = 3;

fn named_intrinsic(op: OperationRef<'_, '_>) -> Option<(InstructionForm, Option<CtaGroup>)> {
    let name = intrinsic_name(op)?;
    let group = name.split('.').find_map(|part| match part {
        "cg1" => Some(CtaGroup::One),
        "cg2" => Some(CtaGroup::Two),
        // The weight-stationary form is for one CTA only.
        "ws" => Some(CtaGroup::One),
        _ => None,
    });
    Some((table::intrinsic(&name)?, group))
}

/// The kind of an instruction whose operands no rule uses.
fn without_operands(opcode: Opcode) -> InstructionKind {
    match opcode {
        Opcode::Cluster => InstructionKind::Cluster,
        Opcode::ClusterArrive => InstructionKind::ClusterArrive,
        Opcode::ClusterWait => InstructionKind::ClusterWait,
        Opcode::Barrier0 => InstructionKind::NamedBarrier { id: Some(0), threads: None },
        Opcode::WgmmaSync => InstructionKind::WgmmaSync,
        _ => InstructionKind::Other,
    }
}

/// The operand of the operation for a placeholder of its text.
pub(super) fn operand_of<'c, 'a>(op: OperationRef<'c, 'a>, placeholder: Placeholder) -> Option<Value<'c, 'a>> {
    let index = match placeholder {
        // `llvm.inline_asm`: the results have the first numbers. Several results are the members of one struct.
        Placeholder::Numbered(index) => index.checked_sub(outputs(op))?,
        Placeholder::ReadOnly(index) => index,
        Placeholder::WriteOnly(_) => return None,
        Placeholder::ReadWrite(index) => {
            let Some(View::I32Array(sizes)) = operation::inherent_attribute(op, "operandSegmentSizes").map(view) else {
                return None;
            };
            index + usize::try_from(sizes.iter().next()?).ok()?
        }
    };
    operation::operand(op, index)
}

/// The number of values that a text writes: the results of the operation, or the members of its result.
fn outputs(op: OperationRef<'_, '_>) -> usize {
    let Some(result) = operation::result(op, 0) else { return 0 };
    // The import of LLVM IR gives an operation without a result one of this type.
    if is_void(result.r#type()) {
        return 0;
    }
    struct_field_count(result.r#type()).unwrap_or_else(|| op.result_count())
}
