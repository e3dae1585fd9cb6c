//! Definitions: loads, slots of local memory, and `.param` variables.

use smallvec::{SmallVec, smallvec};
use tileiras_kernel::ValueId;
use tileiras_kernel::program::{
    AsyncCopy, Completion, Direction, Instruction as Lowered, InstructionKind, MemoryAccess, Strength,
};
use tileiras_kernel::value::{Comparison, Operator, Space, SpecialRegister, Uniformity, Value, ValueKind};

use super::instruction::strength;
use super::lowering::{Lowering, ssa_variable};
use super::mnemonic::{Mnemonic, Type};
use super::operands::space;
use super::slot::{Access, Part, SlotAddress, SlotVariable};
use crate::statement::{Instruction, Operand, Register, Storage};

/// The most terms of an address that are looked at.
const MAX_TERMS: usize = 32;

/// The bytes of a tensor map.
const TENSOR_MAP_BYTES: i64 = 128;

/// The most bytes of `st.bulk` of which each word is a store.
const MAX_ZEROS: i64 = 1024;

impl Lowering<'_, '_> {
    /// `ld`: the value that the parameter has, or what memory has at the address.
    pub(super) fn load(&mut self, instruction: &Instruction, mnemonic: &Mnemonic<'_>) {
        if let Some(access) = self.plan.slots().access(instruction) {
            return self.load_slots(instruction, mnemonic, access);
        }
        let [result, Operand::Address { items, offset }, ..] = instruction.operands.as_slice() else { return };
        let (Some(of_type), Some(base)) = (mnemonic.r#type(), items.first()) else {
            return self.undefined(instruction);
        };
        let results = match result {
            Operand::Vector(results) => results.as_slice(),
            result => std::slice::from_ref(result),
        };
        let space = match self.plan.is_constant(instruction) {
            true => Space::Constant,
            false => self.plan.space(instruction, mnemonic).or_else(|| space(mnemonic)).unwrap_or(Space::Global),
        };
        let parameter = self.plan.parameter(self.code, base);
        // A result can be the register of the address, which is read first.
        let base = match (parameter, self.own_bits(base)) {
            (Some(_), _) => None,
            (None, Some(bits)) => Some((self.source(base, bits, false), bits)),
            (None, None) => return self.undefined(instruction),
        };
        for (index, result) in (0_i64..).zip(results) {
            let Operand::Register(register) = result else { continue };
            if !self.plan.is_demanded(*register) {
                continue;
            }
            let offset = offset.wrapping_add(index * i64::from(of_type.bits / 8));
            let value = if let Some(parameter) = parameter {
                self.load_parameter(parameter, offset, of_type.width())
            } else {
                let Some((base, bits)) = base else { return self.undefined(instruction) };
                let address = self.plus(base, offset, bits);
                let value = self.builder.value(ValueKind::Load { address, space }, of_type.width());
                if !matches!(space, Space::Constant | Space::Global) {
                    let strength = strength(mnemonic);
                    let direction = Direction::Load;
                    self.push_load(instruction, MemoryAccess { direction, address, space, value, strength });
                }
                value
            };
            self.assign(result, value, of_type.is_signed(), instruction.guard);
        }
    }

    /// `ld` of slots. The slots of an element are its parts, from the lowest bits on.
    fn load_slots(&mut self, instruction: &Instruction, mnemonic: &Mnemonic<'_>, access: &Access) {
        let Some(of_type) = mnemonic.r#type() else { return };
        for (element, result) in access.items(instruction) {
            if !matches!(result, Operand::Register(register) if self.plan.is_demanded(*register)) {
                continue;
            }
            self.refresh(element.slots());
            let mut parts = Vec::new();
            let mut offset = 0;
            for slot in element.slots() {
                let bits = self.width(slot);
                parts.push(Part { offset, bits, is: self.register(slot, bits, false) });
                offset += i64::from(bits / 8);
            }
            let value = match of_type.bits {
                ..=64 => self.part(&parts, 0, of_type.width()),
                _ => self.unknown(of_type.width()),
            };
            self.assign(result, value, of_type.is_signed(), instruction.guard);
        }
    }

    /// A part of what other parts, in the order of their offsets, are in; unknown if one of its bytes is.
    pub(super) fn part(&mut self, of: &[Part<ValueId>], offset: i64, bits: u8) -> ValueId {
        let bytes = |bits: u8| i64::from(bits.div_ceil(8));
        let end = offset.saturating_add(bytes(bits));
        let mut sum: Option<ValueId> = None;
        let mut known = 0;
        let part_end = |part: &Part<ValueId>| part.offset.saturating_add(bytes(part.bits));
        let first = of.partition_point(|part| part_end(part) <= offset);
        for part in of.iter().skip(first).take_while(|part| part.offset < end) {
            let part_end = part_end(part);
            known += part_end.min(end).saturating_sub(part.offset.max(offset));
            let amount = |bytes: i64| u64::try_from(bytes.saturating_mul(8)).unwrap_or_default();
            let moved = if part.offset < offset {
                let amount = self.builder.constant(amount(offset.saturating_sub(part.offset)), part.bits);
                let moved = self.builder.compute(Operator::LShr, part.bits, [part.is, amount]);
                self.resized(moved, bits, false)
            } else {
                let whole = self.resized(part.is, bits, false);
                match part.offset.saturating_sub(offset) {
                    0 => whole,
                    bytes => {
                        let amount = self.builder.constant(amount(bytes), bits);
                        self.builder.compute(Operator::Shl, bits, [whole, amount])
                    }
                }
            };
            sum = Some(match sum {
                None => moved,
                Some(sum) => self.builder.compute(Operator::Or, bits, [sum, moved]),
            });
        }
        match sum {
            Some(sum) if known == bytes(bits) => sum,
            _ => self.unknown(bits),
        }
    }

    /// `st` to slots, or to a `.param` variable.
    pub(super) fn store(&mut self, instruction: &Instruction, mnemonic: &Mnemonic<'_>) {
        let Some(access) = self.plan.slots().access(instruction) else {
            return self.store_parameter(instruction, mnemonic);
        };
        let Some(of_type) = mnemonic.r#type() else { return };
        for (element, source) in access.items(instruction) {
            if instruction.guard.is_some() {
                self.refresh(element.slots());
            }
            element.slots().for_each(|slot| {
                self.stale.remove(&slot);
            });
            let stored = self.source(source, of_type.width(), false);
            let stored = Part { offset: 0, bits: of_type.width(), is: stored };
            let mut offset = 0;
            for slot in element.slots() {
                let bits = self.width(slot);
                let value = if of_type.bits > 64 {
                    // As it is in memory.
                    self.local(element.at, bits).map_or_else(|| self.unknown(bits), |(_, value)| value)
                } else {
                    self.part(&[stored], offset, bits)
                };
                self.assign(&Operand::Register(slot), value, false, instruction.guard);
                offset += i64::from(bits / 8);
            }
        }
    }

    /// A statement can have written the slots that are exposed.
    pub(super) fn make_stale(&mut self, instruction: &Instruction) {
        let plan = self.plan;
        let exposed = plan.slots().exposed.iter().map(|(slot, _)| *slot);
        self.stale = exposed.filter(|slot| plan.is_demanded(*slot)).collect();
        self.writer = self.file.id(instruction);
    }

    /// Gives those of the slots that are stale what memory has now.
    pub(super) fn refresh(&mut self, slots: impl IntoIterator<Item = Register>) {
        let Some(block) = self.block else { return };
        let mut accesses = SmallVec::new();
        for slot in slots {
            let Some(at) = self.plan.slots().address(slot).filter(|_| self.stale.remove(&slot)) else { continue };
            let Some((address, value)) = self.local(at, self.width(slot)) else { continue };
            self.builder.write(ssa_variable(slot), self.home, value);
            let (direction, space, strength) = (Direction::Load, Space::Local, Strength::Weak);
            accesses.push(MemoryAccess { direction, address, space, value, strength });
        }
        if !accesses.is_empty() {
            // What follows under the same guard comes after them.
            self.guarded = None;
            let made = Lowered::new(InstructionKind::Other, self.writer);
            self.builder.push_instruction(block, Lowered { accesses, ..made });
        }
    }

    /// An address in local memory, and what is there. A variable that is passed is not there.
    fn local(&mut self, at: SlotAddress, bits: u8) -> Option<(ValueId, ValueId)> {
        let SlotVariable::Local(variable) = at.variable else { return None };
        let base = self.source(&Operand::Variable(variable), 64, false);
        let address = self.plus(base, at.offset, 64);
        Some((address, self.builder.value(ValueKind::Load { address, space: Space::Local }, bits)))
    }

    /// Gives all slots that are stale what memory has now: other blocks can follow.
    pub(super) fn refresh_all(&mut self) {
        self.refresh(self.stale.clone());
    }

    /// `st`: a store for each element. Of others one access, of which nothing else is known.
    pub(super) fn accesses(&mut self, instruction: &Instruction) -> SmallVec<[MemoryAccess; 1]> {
        let mnemonic = Mnemonic::of(instruction.mnemonic.of(self.text));
        let operands = instruction.operands.as_slice();
        let address = operands.iter().find_map(|operand| match operand {
            Operand::Address { items, offset } => Some((items.first()?, *offset)),
            _ => None,
        });
        let Some((base, offset)) = address else { return SmallVec::new() };
        let Some(bits) = self.own_bits(base) else { return SmallVec::new() };
        let strength = strength(&mnemonic);
        let space = self.plan.space(instruction, &mnemonic);
        let stores = matches!(mnemonic.opcode, "st" | "atom" | "red");
        if stores && space == Some(Space::Generic) && !self.plan.follows_addresses() {
            let (direction, space) = (Direction::Store, Space::Generic);
            let (address, value) = (self.unknown(bits), self.unknown(64));
            return smallvec![MemoryAccess { direction, address, space, value, strength }];
        }
        let base = self.source(base, bits, false);
        let first = self.plus(base, offset, bits);
        let is_remote = mnemonic.is_of_cluster() || self.plan.is_remote(instruction);
        let space = match space {
            Some(space @ (Space::Local | Space::Generic)) => space,
            _ if is_remote && !self.is_own(first) => Space::SharedCluster,
            _ => Space::Shared,
        };
        let of_type = mnemonic.r#type();
        let access = |direction, address, value| MemoryAccess { direction, address, space, value, strength };
        match (mnemonic.opcode, operands) {
            ("ldmatrix" | "stmatrix", _) => {
                let row = self.row_address(&mnemonic, first, bits);
                let halves = [row, self.plus(row, 8, bits)];
                let value = self.unknown(64);
                let direction = if mnemonic.opcode == "ldmatrix" { Direction::Load } else { Direction::Store };
                halves.into_iter().map(|address| access(direction, address, value)).collect()
            }
            // Which words each thread writes is not stated.
            ("wmma", _) => {
                let (address, value) = (self.unknown(bits), self.unknown(64));
                smallvec![access(Direction::Store, address, value)]
            }
            // A weak operation on the whole tensor map (PTX ISA, `tensormap.replace`).
            ("tensormap", _) => {
                let value = self.unknown(64);
                let offsets = (0..TENSOR_MAP_BYTES).step_by(8).map(|part| offset.wrapping_add(part));
                let addresses: Vec<ValueId> = offsets.map(|offset| self.plus(base, offset, bits)).collect();
                addresses.into_iter().map(|address| access(Direction::Store, address, value)).collect()
            }
            // Zeros: a multiple of 8 bytes.
            ("st", [_, size, ..]) if mnemonic.has("bulk") => {
                let (size, zero) = (self.source(size, 64, false), self.builder.constant(0, 64));
                let size = self.builder.get(size).and_then(Value::constant).and_then(|size| i64::try_from(size).ok());
                match size.filter(|size| *size <= MAX_ZEROS) {
                    Some(size) => {
                        let offsets = (0..size).step_by(8).map(|part| offset.wrapping_add(part));
                        let addresses: Vec<ValueId> = offsets.map(|offset| self.plus(base, offset, bits)).collect();
                        addresses.into_iter().map(|address| access(Direction::Store, address, zero)).collect()
                    }
                    None => {
                        let (address, value) = (self.unknown(bits), self.unknown(64));
                        smallvec![access(Direction::Store, address, value)]
                    }
                }
            }
            ("atom" | "red", _) => {
                let is_wide = of_type.is_some_and(|of_type| of_type.bits > 64);
                let second = is_wide.then(|| self.plus(base, offset.wrapping_add(8), bits));
                let width = of_type.map_or(32, Type::width);
                // What it writes is not what it has read.
                let (read, written) = (self.unknown(width), self.unknown(width));
                let parts = [Some(first), second].into_iter().flatten();
                let of_part = |at| [access(Direction::Load, at, read), access(Direction::Store, at, written)];
                parts.flat_map(of_part).collect()
            }
            (_, [_, source, ..]) => {
                let Some(of_type) = of_type else { return SmallVec::new() };
                let sources = match source {
                    Operand::Vector(sources) => sources.as_slice(),
                    source => std::slice::from_ref(source),
                };
                let offsets = (0_i64..).map(|index| offset.wrapping_add(index * i64::from(of_type.bits / 8)));
                let mut found = SmallVec::new();
                for (offset, source) in offsets.zip(sources) {
                    let address = self.plus(base, offset, bits);
                    // Of 128 bits, no register has a value that is followed.
                    let is_wide = of_type.bits > 64;
                    let value = if is_wide { self.unknown(64) } else { self.source(source, of_type.width(), false) };
                    found.push(access(Direction::Store, address, value));
                    if is_wide {
                        let second = self.plus(base, offset.wrapping_add(8), bits);
                        found.push(access(Direction::Store, second, value));
                    }
                }
                found
            }
            _ => SmallVec::new(),
        }
    }

    /// Whether an address is computed without `mapa`, from values that are known here.
    fn is_own(&self, address: ValueId) -> bool {
        let mut pending = vec![address];
        for _ in 0..MAX_TERMS {
            let Some(value) = pending.pop().and_then(|value| self.builder.get(value)) else {
                return pending.is_empty();
            };
            match &value.kind {
                ValueKind::Symbol(_) | ValueKind::Constant(_) | ValueKind::Register(_) => {}
                ValueKind::Compute(Operator::Mapa, _) => return false,
                ValueKind::Compute(_, operands) => pending.extend(operands),
                _ => return false,
            }
        }
        false
    }

    /// `st.async` and `red.async`: what each thread stores completes as bytes on an mbarrier.
    pub(super) fn async_store(
        &mut self,
        instruction: &Instruction,
        to: Option<ValueId>,
        mbarrier: Option<ValueId>,
    ) -> InstructionKind {
        let mnemonic = Mnemonic::of(instruction.mnemonic.of(self.text));
        let elements =
            [("v2", 2), ("v4", 4)].into_iter().find(|(name, _)| mnemonic.has(name)).map_or(1, |(_, count)| count);
        let bytes = mnemonic.r#type().map(|of_type| elements * u64::from(of_type.bits / 8));
        let bytes = bytes.map(|bytes| self.builder.constant(bytes, 32));
        let (completion, reduces) = (Completion::Mbarrier(mbarrier), mnemonic.opcode == "red");
        InstructionKind::AsyncCopy(AsyncCopy {
            to,
            from: None,
            bytes,
            reduces,
            completion,
            multicast: None,
            is_bulk: false,
        })
    }

    /// The address of the row that a lane names in `ldmatrix` and `stmatrix`: eight lanes, or 16, name those of one
    /// matrix, and the addresses of the others are not read.
    fn row_address(&mut self, mnemonic: &Mnemonic<'_>, address: ValueId, bits: u8) -> ValueId {
        // A matrix of 16 columns of bytes has two rows of 16 bytes in each of the 8 x 8 matrices.
        let of_matrix = if mnemonic.has("m16n16") { 16 } else { 8 };
        let lanes = match () {
            () if mnemonic.has("x4") => return address,
            () if mnemonic.has("x2") => 2 * of_matrix,
            () => of_matrix,
        };
        let (lane, lanes) = (self.builder.register(SpecialRegister::LaneId, 32), self.builder.constant(lanes, 32));
        let is_read = self.builder.compute(Operator::Compare(Comparison::Ult), 1, [lane, lanes]);
        let unknown = self.unknown(bits);
        self.builder.compute(Operator::Select, bits, [is_read, address, unknown])
    }

    /// The value of a part of a parameter. Parameters of a kernel do not change. Of others, single values are known;
    /// larger ones have slots.
    fn load_parameter(&mut self, parameter: Register, offset: i64, bits: u8) -> ValueId {
        let is_kernel_parameter = self.is_kernel_parameter(parameter);
        let is_single = self.code.register(parameter).is_some_and(|info| info.storage == Storage::Parameter);
        let width = self.width(parameter);
        if offset == 0 && is_single && bits <= width {
            return self.register(parameter, bits, false);
        }
        if !is_kernel_parameter {
            return self.unknown(bits);
        }
        let key = (parameter, offset, bits);
        if let Some(known) = self.parameters.get(&key) {
            return *known;
        }
        let value = self.builder.unknown(Uniformity::Grid, bits);
        self.parameters.insert(key, value);
        value
    }

    fn is_kernel_parameter(&self, parameter: Register) -> bool {
        self.is_kernel && self.code.parameters.contains(&parameter)
    }

    /// `st.param`: gives a `.param` variable of a single value its value. It is known only if all of it is stored
    /// together.
    fn store_parameter(&mut self, instruction: &Instruction, mnemonic: &Mnemonic<'_>) {
        let [Operand::Address { items, offset }, source] = instruction.operands.as_slice() else { return };
        let (Some(of_type), Some(Operand::Register(register))) = (mnemonic.r#type(), items.first()) else { return };
        let width = self.width(*register);
        let is_single = self.code.register(*register).is_some_and(|info| info.storage == Storage::Parameter);
        let value = match *offset {
            0 if is_single && of_type.width() >= width => self.source(source, of_type.width(), of_type.is_signed()),
            _ => self.unknown(width),
        };
        self.assign(&Operand::Register(*register), value, of_type.is_signed(), instruction.guard);
    }
}
