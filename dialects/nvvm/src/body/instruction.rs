//! One operation or intrinsic as the instructions of the program that it stands for.
//!
//! Accepts an operation whose form is known, and for an intrinsic what its name says. Guarantees the operands that the
//! rules ask for, as values; and that an instruction with a predicate is in a block of its own, behind a branch.
//!
//! Leaves out on purpose: which operation has which form (`form.rs`), and PTX text (`text.rs`).

use melior::ir::operation::OperationLike as _;
use melior::ir::{OperationRef, Value, ValueLike as _};
use smallvec::SmallVec;
use tileiras_kernel::program::{
    BarrierOperation, BulkGroup, CpAsync, CtaGroup, Fence, InstructionKind, MbarrierOperation, Meets, Target, Tcgen05,
    Terminator, Wgmma,
};
use tileiras_kernel::value::{Operator, ValueKind, masked};
use tileiras_kernel::{BlockId, InstId, ValueId};
use tileiras_mlir::attribute::{View, view};
use tileiras_mlir::operation;
use tileiras_mlir::value::struct_field_count;
use tileiras_target::feature::Features;

use super::flow::i32_values;
use super::form::{BarrierOperands, BarrierPosition, Form, MbarrierForm, Multicast};
use super::reader::{FunctionReader, Origin};
use super::state::Intrinsic;
use super::{alignment, fold, form};

/// Where the instructions of one operation go.
#[derive(Clone)]
pub(super) struct Place {
    pub block: BlockId,
    pub needs: Features,
    pub id: InstId,
}

impl<'c: 'a, 'a> FunctionReader<'_, '_, 'c, 'a> {
    /// Adds the instructions of an operation to a block. Returns the block for what follows.
    pub(super) fn instruction(
        &mut self,
        op: OperationRef<'c, 'a>,
        form: Form,
        intrinsic: Option<&Intrinsic>,
        needs: Features,
        block: BlockId,
        id: InstId,
    ) -> BlockId {
        let predicate = match form {
            Form::Mbarrier { predicate, .. } | Form::GroupMbarrier { predicate, .. } => {
                predicate.and_then(|index| operation::operand(op, index))
            }
            Form::Copy { segments: Some(count), .. } => {
                let sizes = i32_values(op, "operandSegmentSizes");
                let is_given = sizes.len() == count && sizes.last() == Some(&1);
                let last = op.operand_count().checked_sub(1);
                last.filter(|_| is_given).and_then(|index| operation::operand(op, index))
            }
            _ => None,
        };
        let Some(predicate) = predicate else {
            self.unconditional(op, form, intrinsic, Place { block, needs, id });
            return block;
        };
        let (taken, after) = self.guard(block, predicate);
        self.unconditional(op, form, intrinsic, Place { block: taken, needs, id });
        after
    }

    /// Ends a block with a branch on a predicate. Returns the block behind it, which goes on with the second one.
    pub(super) fn guard(&mut self, block: BlockId, predicate: Value<'c, 'a>) -> (BlockId, BlockId) {
        let condition = self.value(predicate);
        let (taken, after) = (self.builder.add_block(), self.builder.add_block());
        let branch = Terminator::Branch { condition, holds: Target::new(taken), fails: Target::new(after) };
        self.builder.end(block, branch);
        self.builder.end(taken, Terminator::Jump(Target::new(after)));
        (taken, after)
    }

    /// Adds an instruction, unless no rule can ask for it.
    pub(super) fn push(&mut self, place: &Place, kind: InstructionKind) {
        if kind == InstructionKind::Other && place.needs.is_empty() {
            return;
        }
        self.builder.push(place.block, kind, place.needs.clone(), place.id);
    }

    fn unconditional(&mut self, op: OperationRef<'c, 'a>, form: Form, intrinsic: Option<&Intrinsic>, place: Place) {
        let aligned =
            |stated: Option<bool>| stated.unwrap_or_else(|| operation::inherent_attribute(op, "aligned").is_some());
        let kind = match form {
            Form::Other | Form::Exit => InstructionKind::Other,
            Form::Cluster => InstructionKind::Cluster,
            Form::Mapa => InstructionKind::Mapa { rank: self.operand(op, 1) },
            Form::ClusterArrive(stated) => InstructionKind::ClusterArrive { aligned: aligned(stated) },
            Form::ClusterWait(stated) => InstructionKind::ClusterWait { aligned: aligned(stated) },
            Form::Barrier { operation, operands, aligned } => self.barrier(op, operation, operands, aligned),
            Form::WarpBarrier => {
                InstructionKind::WarpSync { mask: self.operand(op, 0), aligned: false, meets: Meets::Barrier }
            }
            Form::WarpElection => {
                InstructionKind::WarpSync { mask: self.operand(op, 0), aligned: false, meets: Meets::Election }
            }
            Form::WarpSync { mask, aligned } => {
                let mask = mask.and_then(|index| self.operand(op, index));
                InstructionKind::WarpSync { mask, aligned, meets: Meets::Exchange }
            }
            Form::LoadMatrix | Form::StoreMatrix => {
                if let Some(access) = self.matrices(op, form, intrinsic) {
                    self.push(&place, access);
                }
                InstructionKind::WarpSync { mask: None, aligned: true, meets: Meets::Exchange }
            }
            Form::Shuffle => {
                InstructionKind::WarpSync { mask: self.first_lanes(op), aligned: false, meets: Meets::Exchange }
            }
            Form::Reduce { cta } => {
                if operation::inherent_attribute(op, "uniform").is_none() {
                    return;
                }
                match cta {
                    true => self.barrier(op, BarrierOperation::Sync, BarrierOperands::None, true),
                    false => InstructionKind::WarpSync { mask: None, aligned: false, meets: Meets::Exchange },
                }
            }
            Form::WgmmaFence => InstructionKind::Wgmma(Wgmma::Fence),
            Form::WgmmaCommit => InstructionKind::Wgmma(Wgmma::Commit),
            Form::WgmmaMma => {
                let result = operation::result(op, 0).and_then(|result| struct_field_count(result.r#type()));
                let registers = result.and_then(|length| u32::try_from(length).ok()).unwrap_or(0);
                self.read_matrices(op, &place);
                InstructionKind::Wgmma(Wgmma::Mma { registers, accumulator: self.accumulator_of_result(op) })
            }
            Form::WgmmaWait => InstructionKind::Wgmma(Wgmma::Wait { pending: self.pending_groups(op, "group") }),
            Form::WarpgroupMma => return self.warpgroup_mma(op, &place),
            Form::WarpgroupStore => return self.use_accumulators(op, &place),
            Form::SetMaxnreg => {
                let stated = match operation::inherent_attribute(op, "regCount").map(view) {
                    Some(View::Integer { value, .. }) => u64::try_from(value).ok(),
                    _ => None,
                };
                let registers = stated.map(|registers| self.builder.constant(registers, 32));
                let increases = match intrinsic {
                    Some(intrinsic) => intrinsic.name.contains(".inc."),
                    None => self.program.word_of(op, "action").as_deref() == Some("increase"),
                };
                InstructionKind::SetMaxnreg { increases, registers: registers.or_else(|| self.operand(op, 0)) }
            }
            Form::Tcgen05(operation) => {
                if operation == Tcgen05::Mma {
                    self.read_matrices(op, &place);
                }
                let mask = operation::operand(op, 1).filter(|mask| mask.r#type().to_string() == "i16");
                if let Some(mask) = mask.filter(|_| operation == Tcgen05::Commit) {
                    let ctas = Some(self.value(mask));
                    self.push(&place, InstructionKind::Multicast { ctas, to: None, of_pairs: false });
                }
                self.tcgen05(op, operation, intrinsic)
            }
            Form::Tcgen05Wait => {
                let is_store = self.program.word_of(op, "kind").as_deref() == Some("store");
                self.tcgen05(op, if is_store { Tcgen05::WaitSt } else { Tcgen05::WaitLd }, intrinsic)
            }
            Form::TryCancel { multicast } => {
                let response = operation::operand(op, 0);
                let alignment = response.zip(self.module).and_then(|(response, module)| {
                    alignment::of(response, module, self.program.symbols, &mut self.program.constants)
                });
                let is_marked = || operation::inherent_attribute(op, "multicast").is_some();
                InstructionKind::TryCancel {
                    response: self.operand(op, 0),
                    barrier: self.operand(op, 1),
                    multicast: multicast.unwrap_or_else(is_marked),
                    alignment,
                }
            }
            Form::QueryCancel => match self.program.word_of(op, "query_type").as_deref() {
                Some("is_canceled") | None => InstructionKind::Other,
                Some(_) => self.first_cta_id(op),
            },
            Form::FirstCtaId => self.first_cta_id(op),
            Form::Mbarrier { operation, .. } => {
                let Some(pointer) = operation::operand(op, 0) else { return };
                let address = self.value(pointer);
                self.remote(pointer, address, &place);
                if let MbarrierForm::ArriveDrop { .. } = operation {
                    let operation = MbarrierOperation::Drop;
                    self.push(&place, InstructionKind::Mbarrier { operation, address: Some(address) });
                }
                self.mbarrier(op, operation, address)
            }
            Form::GroupMbarrier { operation, index, .. } => {
                let (Some(group), Some(index)) = (self.operand(op, 0), self.operand(op, index)) else { return };
                let address = self.group_element(group, index);
                self.mbarrier(op, operation, address)
            }
            Form::AsyncArrive(stated) => {
                let is_marked = || {
                    let noinc = operation::inherent_attribute(op, "noinc").map(view);
                    matches!(noinc, Some(View::Integer { value, .. }) if value != 0)
                };
                let arrives = stated.unwrap_or_else(is_marked);
                self.push(&place, InstructionKind::CpAsync(CpAsync::Arrive));
                return self.unconditional(op, if arrives { form::ARRIVE } else { form::COMPLETES }, intrinsic, place);
            }
            Form::Copy { barrier, bytes, from, multicast, .. } => {
                let bytes = bytes.and_then(|index| self.operand(op, index));
                if let Some(from) = from.and_then(|index| self.operand(op, index)) {
                    self.push(&place, InstructionKind::CopySource { from, bytes });
                }
                let bytes = bytes.filter(|_| barrier != BarrierPosition::None);
                return self.copy(op, (barrier, bytes), multicast, &place);
            }
            Form::CpAsync(step) => InstructionKind::CpAsync(match step {
                CpAsync::Copy { .. } => CpAsync::Copy { to: self.pointer(op) },
                CpAsync::WaitGroup { .. } => CpAsync::WaitGroup { pending: self.pending_groups(op, "n") },
                step => step,
            }),
            Form::BulkCommit => InstructionKind::BulkGroup(BulkGroup::Commit),
            Form::BulkWait => InstructionKind::BulkGroup(BulkGroup::Wait { pending: self.pending_groups(op, "group") }),
            Form::Fence(fence) => InstructionKind::Fence(fence),
            Form::FenceProxy => match self.program.word_of(op, "kind").as_deref() {
                Some("async" | "async.shared") => InstructionKind::Fence(Fence::ProxyAsync),
                _ => InstructionKind::Other,
            },
            Form::FenceDirection => match self.program.word_of(op, "order").as_deref() {
                Some("release") => InstructionKind::Fence(Fence::ProxyRelease),
                Some("acquire") => InstructionKind::Fence(Fence::ProxyAcquire),
                _ => InstructionKind::Other,
            },
        };
        self.push(&place, kind);
    }

    fn first_cta_id(&mut self, op: OperationRef<'c, 'a>) -> InstructionKind {
        self.operand(op, 0).map_or(InstructionKind::Other, |response| InstructionKind::FirstCtaId { response })
    }

    fn barrier(
        &mut self,
        op: OperationRef<'c, 'a>,
        operation: BarrierOperation,
        operands: BarrierOperands,
        aligned: bool,
    ) -> InstructionKind {
        let (id, threads) = match operands {
            BarrierOperands::None => (None, None),
            BarrierOperands::Id => (Some(0), None),
            BarrierOperands::IdAndThreads => (Some(0), Some(1)),
            BarrierOperands::Segments => {
                let sizes = i32_values(op, "operandSegmentSizes");
                let has = |segment: usize| sizes.get(segment) == Some(&1);
                (has(0).then_some(0), has(1).then_some(usize::from(has(0))))
            }
            BarrierOperands::LastIsThreads => {
                let last = op.operand_count().checked_sub(1);
                (last.filter(|last| *last > 0).map(|_| 0), last)
            }
        };
        let id = match id {
            Some(index) => self.operand(op, index),
            None => Some(self.builder.constant(0, 32)),
        };
        let threads = threads.and_then(|index| self.operand(op, index));
        InstructionKind::Barrier { operation, id, threads, aligned }
    }

    /// The mask of the first lanes, as many as the width of `gpu.shuffle` or `gpu.rotate` says; none for all of them.
    fn first_lanes(&mut self, op: OperationRef<'c, 'a>) -> Option<ValueId> {
        let width = match operation::inherent_attribute(op, "width").map(view) {
            Some(View::Integer { value, .. }) => self.builder.constant(u64::try_from(value).ok()?, 32),
            _ => self.operand(op, 2)?,
        };
        match fold::constant(&self.builder, width) {
            Some(width @ 1..32) => Some(self.builder.constant(masked(u64::MAX, width as u8), 32)),
            Some(_) => None,
            None => {
                let (all, lanes) = (self.builder.constant(u64::MAX, 32), self.builder.constant(32, 32));
                let unused = self.builder.compute(Operator::Sub, 32, [lanes, width]);
                Some(self.builder.compute(Operator::LShr, 32, [all, unused]))
            }
        }
    }

    /// The number of groups that may be pending: an attribute, or operand 0.
    fn pending_groups(&mut self, op: OperationRef<'c, 'a>, attribute: &str) -> u32 {
        let stated = match operation::inherent_attribute(op, attribute).map(view) {
            Some(View::Integer { value, .. }) => u32::try_from(value).ok(),
            _ => None,
        };
        let constant = |reader: &mut Self| {
            let value = reader.operand(op, 0)?;
            u32::try_from(fold::constant(&reader.builder, value)?).ok()
        };
        stated.or_else(|| constant(self)).unwrap_or(0)
    }

    /// `nvgpu.warpgroup.mma`, which has the operations before and after the products in it. Its result is a value, so that
    /// the wait is for all products; the attribute `waitGroup` can say otherwise and is not read.
    fn warpgroup_mma(&mut self, op: OperationRef<'c, 'a>, place: &Place) {
        let registers = operation::result(op, 0).map_or(0, |result| fragment_registers(&result.r#type().to_string()));
        let multiply = Wgmma::Mma { registers, accumulator: self.accumulator_of_result(op) };
        for operation in [Wgmma::Fence, multiply, Wgmma::Commit, Wgmma::Wait { pending: 0 }] {
            self.push(place, InstructionKind::Wgmma(operation));
        }
    }

    /// Adds the reading of the operands A and B of a product: the first operands of 64 bits.
    fn read_matrices(&mut self, op: OperationRef<'c, 'a>, place: &Place) {
        let operands = (0..op.operand_count()).filter_map(|index| operation::operand(op, index));
        let is_descriptor = |operand: &Value<'c, 'a>| operand.r#type().to_string() == "i64";
        let descriptors: SmallVec<[Value<'c, 'a>; 2]> = operands.filter(is_descriptor).take(2).collect();
        let descriptors = descriptors.into_iter().map(|descriptor| self.value(descriptor)).collect();
        self.push(place, InstructionKind::ReadMatrices { descriptors });
    }

    fn tcgen05(
        &mut self,
        op: OperationRef<'c, 'a>,
        operation: Tcgen05,
        intrinsic: Option<&Intrinsic>,
    ) -> InstructionKind {
        let has_group =
            !matches!(operation, Tcgen05::Ld | Tcgen05::St | Tcgen05::WaitLd | Tcgen05::WaitSt | Tcgen05::Fence);
        let group = match intrinsic {
            _ if !has_group => None,
            // The operands before the last one say the group, if the name has none.
            Some(intrinsic) => intrinsic.group.or_else(|| {
                let flag = op.operand_count().checked_sub(2).and_then(|index| self.operand(op, index))?;
                match fold::constant(&self.builder, flag)? {
                    1 => Some(CtaGroup::One),
                    2 => Some(CtaGroup::Two),
                    _ => None,
                }
            }),
            // The default is one CTA, and the weight-stationary form has no other.
            None => {
                let stated = self.program.word_of(op, "group").or_else(|| self.program.word_of(op, "ctaGroup"));
                Some(if stated.as_deref() == Some("cta_2") { CtaGroup::Two } else { CtaGroup::One })
            }
        };
        let has_address =
            !matches!(operation, Tcgen05::Relinquish | Tcgen05::WaitLd | Tcgen05::WaitSt | Tcgen05::Fence);
        let has_columns = matches!(operation, Tcgen05::Alloc | Tcgen05::Dealloc);
        InstructionKind::Tcgen05 {
            operation,
            group,
            address: has_address.then(|| self.operand(op, 0)).flatten(),
            columns: has_columns.then(|| self.operand(op, 1)).flatten(),
        }
    }

    fn mbarrier(&mut self, op: OperationRef<'c, 'a>, form: MbarrierForm, address: ValueId) -> InstructionKind {
        let operation = match form {
            MbarrierForm::Init => MbarrierOperation::Init { count: self.operand(op, 1) },
            MbarrierForm::Invalidate => MbarrierOperation::Invalidate,
            MbarrierForm::ExpectTx { bytes, arrives } => {
                MbarrierOperation::ExpectTx { bytes: self.operand(op, bytes), arrives }
            }
            MbarrierForm::Arrive { count } => MbarrierOperation::Arrive { count: self.operand(op, count) },
            MbarrierForm::ArriveDrop { expects: false } => MbarrierOperation::Arrive { count: self.operand(op, 1) },
            MbarrierForm::ArriveDrop { expects: true } => {
                MbarrierOperation::ExpectTx { bytes: self.operand(op, 1), arrives: true }
            }
            MbarrierForm::Test => {
                // A parity has 32 bits. The state of an arrival has 64.
                let is_parity = operation::operand(op, 1).is_some_and(|second| second.r#type().to_string() == "i32");
                MbarrierOperation::Wait { parity: if is_parity { self.operand(op, 1) } else { None }, is_loop: false }
            }
            MbarrierForm::Wait => MbarrierOperation::Wait { parity: self.operand(op, 1), is_loop: true },
        };
        InstructionKind::Mbarrier { operation, address: Some(address) }
    }

    /// Adds an access to the shared memory of another CTA, if the address is that of one.
    fn remote(&mut self, pointer: Value<'c, 'a>, address: ValueId, place: &Place) {
        if let Some(kind) = self.remote_access(pointer, address) {
            self.push(place, kind);
        }
    }

    /// What an access through a pointer is besides itself: remote if the address is from `mapa`. Otherwise it needs
    /// clusters, if the pointer is one to the shared memory of a cluster.
    pub(super) fn remote_access(&self, pointer: Value<'c, 'a>, address: ValueId) -> Option<InstructionKind> {
        if self.is_remote(address) {
            return Some(InstructionKind::RemoteAccess { address: Some(address) });
        }
        super::needs::points_to_cluster(pointer).then_some(InstructionKind::Cluster)
    }

    /// Whether an address is that of the shared memory of another CTA.
    fn is_remote(&self, address: ValueId) -> bool {
        let is_mapa = |value: ValueId| {
            matches!(self.builder.get(value).map(|value| &value.kind), Some(ValueKind::Compute(Operator::Mapa, _)))
        };
        self.origins.get(&address) == Some(&Origin::Remote) || is_mapa(address)
    }

    /// Whether a copy to several CTAs has `.cta_group::2`: an attribute, or the last operand of the intrinsic for tensors.
    fn is_of_pairs(&mut self, op: OperationRef<'c, 'a>, multicast: Multicast) -> bool {
        match multicast {
            Multicast::Flag(2) => {
                let group = op.operand_count().checked_sub(1).and_then(|index| self.operand(op, index));
                group.and_then(|group| fold::constant(&self.builder, group)) == Some(2)
            }
            _ => self.program.word_of(op, "group").as_deref() == Some("cta_2"),
        }
    }

    fn copy(
        &mut self,
        op: OperationRef<'c, 'a>,
        (barrier, bytes): (BarrierPosition, Option<ValueId>),
        multicast: Multicast,
        place: &Place,
    ) {
        let sizes = i32_values(op, "operandSegmentSizes");
        let first = |segment: usize| sizes.iter().take(segment).sum::<usize>();
        let barrier = match barrier {
            BarrierPosition::None => None,
            BarrierPosition::Operand(index) => self.operand(op, index),
            BarrierPosition::Segment(segment) => self.operand(op, first(segment)),
            BarrierPosition::Group(group, index) => {
                let (group, index) = (self.operand(op, first(group)), self.operand(op, first(index)));
                group.zip(index).map(|(group, index)| self.group_element(group, index))
            }
        };
        let (is_multicast, mask) = match multicast {
            Multicast::Never => (false, None),
            Multicast::Remote => (true, None),
            Multicast::Segment(segment) => (sizes.get(segment).is_some_and(|size| *size > 0), Some(first(segment))),
            Multicast::Flag(back) => {
                let index = op.operand_count().checked_sub(back + 1);
                let flag = index.and_then(|index| self.operand(op, index));
                let is_set = flag.and_then(|flag| fold::constant(&self.builder, flag)).is_some_and(|flag| flag != 0);
                // The mask and the cache policy are before the flags.
                (is_set, index.and_then(|index| index.checked_sub(2)))
            }
        };
        let destination = operation::operand(op, 0).filter(|_| multicast != Multicast::Never);
        let address = destination.map(|destination| self.value(destination));
        let is_remote = address.is_some_and(|address| self.is_remote(address));
        if is_remote {
            self.push(place, InstructionKind::RemoteAccess { address });
        } else if is_multicast {
            self.push(place, InstructionKind::Cluster);
            let ctas = mask.and_then(|index| self.operand(op, index));
            let of_pairs = self.is_of_pairs(op, multicast);
            self.push(place, InstructionKind::Multicast { ctas, to: address, of_pairs });
        }
        let to = address.filter(|_| !is_remote && !is_multicast);
        self.push(place, InstructionKind::AsyncCopy { barrier, bytes, to });
    }
}

/// The registers of 32 bits in each thread of `!nvgpu.warpgroup.accumulator<fragmented = vector<128x64xf32>>`.
fn fragment_registers(text: &str) -> u32 {
    let shape = text.split("vector<").nth(1).and_then(|shape| shape.split('>').next()).unwrap_or_default();
    let mut elements = 1_u32;
    for part in shape.split('x') {
        match part.parse::<u32>() {
            Ok(size) => elements = elements.saturating_mul(size),
            Err(_) => {
                let per_register = if part.ends_with("16") { 2 } else { 1 };
                return elements / 128 / per_register;
            }
        }
    }
    0
}

#[cfg(test)]
mod tests {
    use super::fragment_registers;

    #[test]
    fn an_accumulator_is_distributed_over_a_warp_group() {
        assert_eq!(fragment_registers("!nvgpu.warpgroup.accumulator<fragmented = vector<128x64xf32>>"), 64);
        assert_eq!(fragment_registers("!nvgpu.warpgroup.accumulator<fragmented = vector<64x128xf16>>"), 32);
        assert_eq!(fragment_registers("i32"), 0);
    }
}
