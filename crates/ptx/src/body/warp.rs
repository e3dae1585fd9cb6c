//! Definitions: what a warp or a cluster computes together, and results that nothing is known of.

use smallvec::SmallVec;
use tileiras_kernel::program::{Target, Terminator};
use tileiras_kernel::value::{Comparison, Operator, Reduction, Uniformity, ValueKind};
use tileiras_kernel::{BlockId, ValueId};
use tileiras_target::Axis;

use super::lowering::Lowering;
use super::mnemonic::Mnemonic;
use crate::statement::{Instruction, Operand, Register};

/// The clamp operand of `shfl.idx` for whole warps.
const WHOLE_WARP: u64 = 0x1f;

impl Lowering<'_, '_> {
    /// Definitions that are not arithmetic.
    pub(super) fn define_other(&mut self, instruction: &Instruction, mnemonic: &Mnemonic<'_>) {
        match mnemonic.opcode {
            "ld" => self.load(instruction, mnemonic),
            "st" => self.store(instruction, mnemonic),
            "shfl" => self.shuffle(instruction, mnemonic),
            "vote" | "activemask" if self.poll(instruction, mnemonic) => {}
            "redux" | "match" if self.gather(instruction, mnemonic) => {}
            "vote" | "redux" | "match" => self.vote(instruction, mnemonic),
            "activemask" => self.result(instruction, |lowering| lowering.builder.unknown(Uniformity::Warp, 32)),
            "elect" => {
                let [result, ..] = instruction.operands.as_slice() else { return };
                let (lane, elected) = match result {
                    Operand::Pair(results) => {
                        let [lane, elected] = results.as_ref();
                        (Some(lane), elected)
                    }
                    elected => (None, elected),
                };
                if let Some(lane) = lane {
                    let value = self.builder.unknown(Uniformity::Warp, 32);
                    self.assign(lane, value, false, instruction.guard);
                }
                let value = match self.predicate.take() {
                    Some((_, value)) => value,
                    None => self.unknown(1),
                };
                self.assign(elected, value, false, instruction.guard);
            }
            "mapa" => {
                let [result, address, rank] = instruction.operands.as_slice() else { return };
                let bits = mnemonic.r#type().map_or(32, super::mnemonic::Type::width);
                let operands = [self.source(address, bits, false), self.source(rank, 32, false)];
                let value = self.builder.compute(Operator::Mapa, bits, operands);
                self.assign(result, value, false, instruction.guard);
            }
            "getctarank" => {
                let [result, address] = instruction.operands.as_slice() else { return };
                let value = self.operand_value(address).and_then(|address| self.rank(address));
                let value = value.unwrap_or_else(|| self.unknown(32));
                self.assign(result, value, false, instruction.guard);
            }
            "clusterlaunchcontrol" => self.query(instruction, mnemonic),
            _ => self.undefined(instruction),
        }
    }

    /// The rank of the CTA that an address of `mapa` is in.
    fn rank(&mut self, address: ValueId) -> Option<ValueId> {
        match &self.builder.get(address)?.kind {
            ValueKind::Compute(Operator::Mapa, operands) => operands.get(1).copied(),
            _ => None,
        }
    }

    /// Gives the first operand a value.
    fn result(&mut self, instruction: &Instruction, value: impl FnOnce(&mut Self) -> ValueId) {
        if let [result, ..] = instruction.operands.as_slice() {
            let value = value(self);
            self.assign(result, value, false, instruction.guard);
        }
    }

    /// The value of the predicate that an instruction defines: the last of a pair for an election, and the first for
    /// the test of an mbarrier. Its definition follows.
    pub(super) fn predicate(
        &mut self,
        instruction: &Instruction,
        make: impl FnOnce(&mut Self) -> ValueId,
    ) -> Option<ValueId> {
        let is_election = instruction.mnemonic.of(self.text).starts_with("elect");
        let result = match instruction.operands.first() {
            Some(Operand::Pair(results)) if is_election => results.last(),
            Some(Operand::Pair(results)) => results.first(),
            result => result,
        };
        let Some(Operand::Register(register)) = result else { return None };
        if !self.plan.is_demanded(*register) {
            return None;
        }
        let value = make(self);
        self.predicate = Some((*register, value));
        Some(value)
    }

    /// Gives every register that an instruction writes an unknown value.
    pub(super) fn undefined(&mut self, instruction: &Instruction) {
        let mnemonic = Mnemonic::of(instruction.mnemonic.of(self.text));
        let mut written: SmallVec<[Register; 8]> = SmallVec::new();
        super::registers::outputs(instruction, &mnemonic, &mut |register| written.push(register));
        for register in written {
            let predicate = self.predicate.take_if(|(of, _)| *of == register).map(|(_, value)| value);
            let value = predicate.unwrap_or_else(|| self.unknown(self.width(register)));
            self.assign(&Operand::Register(register), value, false, instruction.guard);
        }
    }

    /// `shfl.sync.idx.b32 d|p, a, lane, 0x1f, mask`.
    fn shuffle(&mut self, instruction: &Instruction, mnemonic: &Mnemonic<'_>) {
        let [result, value, lane, clamp, ..] = instruction.operands.as_slice() else {
            return self.undefined(instruction);
        };
        // nvcc writes it in a register.
        let clamp = self.source(clamp, 32, false);
        if !mnemonic.has("idx") || !self.is_constant(clamp, WHOLE_WARP) {
            return self.undefined(instruction);
        }
        let operands = [self.source(value, 32, false), self.source(lane, 32, false)];
        let value = self.builder.compute(Operator::ShuffleIndex, 32, operands);
        match result {
            Operand::Pair(results) => {
                let [result, in_range] = results.as_ref();
                self.assign(result, value, false, instruction.guard);
                let unknown = self.unknown(1);
                self.assign(in_range, unknown, false, instruction.guard);
            }
            result => self.assign(result, value, false, instruction.guard),
        }
    }

    /// Whether a value is this constant.
    fn is_constant(&self, value: ValueId, constant: u64) -> bool {
        self.builder.get(value).is_some_and(|value| value.kind == ValueKind::Constant(constant))
    }

    /// `vote.sync.ballot.b32 d, p, mask`, and the votes that are comparisons of it with 0. `activemask` is one in which
    /// the predicate of each lane holds, and it is known if all lanes take part. Returns whether it is one. With a
    /// guard, it is not known here which lanes do.
    fn poll(&mut self, instruction: &Instruction, mnemonic: &Mnemonic<'_>) -> bool {
        let (all, holds) = (Operand::Integer(u64::MAX), Operand::Integer(1));
        let (result, source, mask) = match instruction.operands.as_slice() {
            [result @ Operand::Register(_)] => (result, &holds, &all),
            [result @ Operand::Register(_), source, mask] if mnemonic.has("sync") => (result, source, mask),
            [result @ Operand::Register(_), source] if !mnemonic.has("sync") => (result, source, &all),
            _ => return false,
        };
        let mut modes = mnemonic.qualifiers.iter().chain(&["ballot"]);
        let mode = modes.find(|part| matches!(**part, "ballot" | "any" | "all" | "uni"));
        let (None, Some(mode), Some(block)) = (instruction.guard, mode, self.block) else { return false };
        self.begin_block_after(block);
        let mask = self.source(mask, 32, false);
        let holds = self.source(source, 1, false);
        let fails = self.builder.not(holds);
        let zero = self.builder.constant(0, 32);
        let ballot = |lowering: &mut Self, predicate| lowering.builder.compute(Operator::Ballot, 32, [predicate, mask]);
        let compare = |lowering: &mut Self, comparison, lanes| {
            lowering.builder.compute(Operator::Compare(comparison), 1, [lanes, zero])
        };
        let value = match *mode {
            "ballot" => ballot(self, holds),
            "any" => {
                let lanes = ballot(self, holds);
                compare(self, Comparison::Ne, lanes)
            }
            "all" => {
                let lanes = ballot(self, fails);
                compare(self, Comparison::Eq, lanes)
            }
            _ => {
                let (one, other) = (ballot(self, holds), ballot(self, fails));
                let operands = [compare(self, Comparison::Eq, one), compare(self, Comparison::Eq, other)];
                self.builder.compute(Operator::Or, 1, operands)
            }
        };
        self.assign(result, value, false, None);
        true
    }

    /// Begins a block for what is computed at the begin of its block, after calls and loads that are before it.
    fn begin_block_after(&mut self, block: BlockId) {
        let next = self.builder.add_block();
        self.builder.end(block, Terminator::Jump(Target::new(next)));
        self.go_on(Some(next));
    }

    /// `redux.sync` of integers, `match.any.sync`, and `match.all.sync`, which compares the minimum with the maximum.
    /// Returns whether it is one. With a guard, it is not known here which lanes take part.
    fn gather(&mut self, instruction: &Instruction, mnemonic: &Mnemonic<'_>) -> bool {
        let [result, source, mask] = instruction.operands.as_slice() else { return false };
        let (None, Some(block), Some(of_type)) = (instruction.guard, self.block, mnemonic.r#type()) else {
            return false;
        };
        let by_sign = |signed, unsigned| if of_type.is_signed() { signed } else { unsigned };
        let reduction = match (mnemonic.opcode, mnemonic.qualifiers.get(1).copied()) {
            _ if !of_type.is_integer() => return false,
            ("match", _) => None,
            (_, Some("add")) => Some(Reduction::Add),
            (_, Some("and")) => Some(Reduction::And),
            (_, Some("or")) => Some(Reduction::Or),
            (_, Some("xor")) => Some(Reduction::Xor),
            (_, Some("min")) => Some(by_sign(Reduction::SMin, Reduction::UMin)),
            (_, Some("max")) => Some(by_sign(Reduction::SMax, Reduction::UMax)),
            _ => return false,
        };
        let mask = self.source(mask, 32, false);
        // `vote` takes a mask that is not known, but the same in the warp, for that of all lanes.
        if matches!(self.builder.get(mask).map(|mask| &mask.kind), Some(ValueKind::Unknown(_))) {
            return false;
        }
        self.begin_block_after(block);
        let bits = of_type.width();
        let source = self.source(source, bits, false);
        let (value, is_same) = match reduction {
            Some(reduction) => (self.builder.compute(Operator::Reduce(reduction), bits, [source, mask]), None),
            None if mnemonic.first() == "any" => (self.builder.compute(Operator::MatchAny, 32, [source, mask]), None),
            None => {
                let ends = [Reduction::UMin, Reduction::UMax].map(Operator::Reduce);
                let ends = ends.map(|end| self.builder.compute(end, bits, [source, mask]));
                let is_same = self.builder.compute(Operator::Compare(Comparison::Eq), 1, ends);
                let (one, none) = (self.builder.constant(1, 1), self.builder.constant(0, 32));
                let all = self.builder.compute(Operator::Ballot, 32, [one, mask]);
                (self.builder.compute(Operator::Select, 32, [is_same, all, none]), Some(is_same))
            }
        };
        match (result, is_same) {
            (Operand::Pair(results), Some(is_same)) => {
                let [lanes, predicate] = results.as_ref();
                self.assign(lanes, value, false, None);
                self.assign(predicate, is_same, false, None);
            }
            (result, _) => self.assign(result, value, false, None),
        }
        true
    }

    /// Votes and reductions, which are the same in all threads of the mask. If that is not the whole warp, other
    /// threads of the warp can have another result.
    fn vote(&mut self, instruction: &Instruction, mnemonic: &Mnemonic<'_>) {
        let [result, operands @ ..] = instruction.operands.as_slice() else { return };
        let mut values: SmallVec<[ValueId; 3]> = SmallVec::new();
        for operand in operands {
            let bits = self.own_bits(operand).unwrap_or(32);
            let value = self.source(operand, bits, false);
            values.push(value);
        }
        let is_whole = !mnemonic.has("sync")
            || values.last().and_then(|mask| self.builder.get(*mask)).is_some_and(|mask| match mask.kind {
                ValueKind::Constant(mask) => mask == u64::from(u32::MAX),
                ValueKind::Unknown(uniformity) => uniformity <= Uniformity::Warp,
                _ => false,
            });
        if !is_whole || mnemonic.first() == "any" && mnemonic.opcode == "match" {
            return self.undefined(instruction);
        }
        let results = match result {
            Operand::Pair(results) => results.as_slice(),
            result => std::slice::from_ref(result),
        };
        let number = super::values::hash(rustc_hash::FxHasher::default(), instruction.mnemonic.of(self.text));
        for (index, result) in (0_u64..).zip(results) {
            let Operand::Register(register) = result else { continue };
            // The operation itself is an operand, so that two of them are two values.
            let operation = self.builder.constant(number.wrapping_add(index), 64);
            let operands = values.iter().copied().chain([operation]);
            let value = self.builder.compute(Operator::WarpUniform, self.width(*register), operands);
            self.assign(result, value, false, instruction.guard);
        }
    }

    /// `clusterlaunchcontrol.query_cancel`.
    fn query(&mut self, instruction: &Instruction, mnemonic: &Mnemonic<'_>) {
        let [result, response] = instruction.operands.as_slice() else { return self.undefined(instruction) };
        let response = self.source(response, 64, false);
        let axis = match mnemonic.qualifiers.get(1).copied() {
            Some("is_canceled") => {
                let value = self.builder.compute(Operator::IsCanceled, 1, [response]);
                return self.assign(result, value, false, instruction.guard);
            }
            Some("get_first_ctaid::x") => Some(Axis::X),
            Some("get_first_ctaid::y") => Some(Axis::Y),
            Some("get_first_ctaid::z") => Some(Axis::Z),
            Some("get_first_ctaid") => None,
            _ => return self.undefined(instruction),
        };
        let results = match (axis, result) {
            (None, Operand::Vector(results)) => results.as_slice(),
            (Some(_), result) => std::slice::from_ref(result),
            (None, _) => return self.undefined(instruction),
        };
        let axes = axis.map_or(&Axis::ALL[..], |axis| match axis {
            Axis::X => &[Axis::X],
            Axis::Y => &[Axis::Y],
            Axis::Z => &[Axis::Z],
        });
        for (axis, result) in axes.iter().zip(results) {
            let value = self.builder.compute(Operator::FirstCtaId(*axis), 32, [response]);
            self.assign(result, value, false, instruction.guard);
        }
        // The fourth one is not defined.
        for result in results.iter().skip(axes.len()) {
            let value = self.unknown(32);
            self.assign(result, value, false, instruction.guard);
        }
    }
}
