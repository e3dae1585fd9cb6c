//! Definitions: loads, slots of local memory, and `.param` variables.

use smallvec::{SmallVec, smallvec};
use tileiras_kernel::ValueId;
use tileiras_kernel::program::InstructionKind;
use tileiras_kernel::value::{Operator, Space, Uniformity, ValueKind};

use super::Lowering;
use super::mnemonic::Mnemonic;
use super::slot::Access;
use crate::statement::{Instruction, Operand, Register, Storage};

impl Lowering<'_> {
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
        let space = match space(mnemonic) {
            Space::Other if self.plan.is_in_shared(instruction) => Space::Shared,
            space => space,
        };
        let parameter = self.plan.parameter(self.code, base);
        for (index, result) in (0_i64..).zip(results) {
            let Operand::Register(register) = result else { continue };
            if !self.plan.is_demanded(*register) {
                continue;
            }
            let offset = offset.wrapping_add(index * i64::from(of_type.bits / 8));
            let value = if let Some(parameter) = parameter {
                self.load_parameter(parameter, offset, of_type.width())
            } else {
                let Some(bits) = self.own_bits(base) else { return self.undefined(instruction) };
                let base = self.source(base, bits, false);
                let address = self.plus(base, offset, bits);
                let value = self.builder.value(ValueKind::Load { address, space }, of_type.width());
                if matches!(space, Space::Shared | Space::SharedCluster) {
                    self.push_load(instruction, InstructionKind::Load { address, space, value });
                }
                value
            };
            self.assign(result, value, of_type.is_signed(), instruction.guard);
        }
    }

    /// `ld` of slots of local memory. The slots of an element are its parts, from the lowest bits on.
    fn load_slots(&mut self, instruction: &Instruction, mnemonic: &Mnemonic<'_>, access: &Access) {
        let Some(of_type) = mnemonic.r#type() else { return };
        for (element, result) in access.items(instruction) {
            if !matches!(result, Operand::Register(register) if self.plan.is_demanded(*register)) {
                continue;
            }
            let mut sum: Option<ValueId> = None;
            let mut start = 0_u64;
            for slot in element.slots() {
                let bits = self.width(slot);
                let part = self.register(slot, of_type.width(), false);
                sum = Some(match sum {
                    None => part,
                    Some(sum) => {
                        let amount = self.builder.constant(start, of_type.width());
                        let moved = self.builder.compute(Operator::Shl, of_type.width(), [part, amount]);
                        self.builder.compute(Operator::Or, of_type.width(), [sum, moved])
                    }
                });
                start += u64::from(bits);
            }
            let value = match sum {
                Some(sum) if of_type.bits <= 64 => sum,
                _ => self.unknown(of_type.width()),
            };
            self.assign(result, value, of_type.is_signed(), instruction.guard);
        }
    }

    /// `st` to slots of local memory, or to a `.param` variable.
    pub(super) fn store(&mut self, instruction: &Instruction, mnemonic: &Mnemonic<'_>) {
        let Some(access) = self.plan.slots().access(instruction) else {
            return self.store_parameter(instruction, mnemonic);
        };
        let Some(of_type) = mnemonic.r#type() else { return };
        for (element, source) in access.items(instruction) {
            let stored = self.source(source, of_type.width(), false);
            let mut start = 0_u64;
            for slot in element.slots() {
                let bits = self.width(slot);
                let value = if of_type.bits > 64 {
                    self.builder.forgotten(bits)
                } else {
                    let amount = self.builder.constant(start, of_type.width());
                    let moved = match start {
                        0 => stored,
                        _ => self.builder.compute(Operator::LShr, of_type.width(), [stored, amount]),
                    };
                    self.resized(moved, bits, false)
                };
                self.assign(&Operand::Register(slot), value, false, instruction.guard);
                start += u64::from(bits);
            }
        }
    }

    /// Gives the slots that a statement can write an unknown value.
    pub(super) fn forget_slots(&mut self) {
        let plan = self.plan;
        for &slot in plan.slots().exposed.iter().filter(|slot| plan.is_demanded(**slot)) {
            let value = self.builder.forgotten(self.width(slot));
            self.builder.write(self.variable(slot), self.home, value);
        }
    }

    /// `st` to the own shared memory: a store for each element. Of others one access, of which nothing else is known.
    pub(super) fn accesses(&mut self, instruction: &Instruction) -> SmallVec<[InstructionKind; 2]> {
        let mnemonic = Mnemonic::of(instruction.mnemonic.of(self.text));
        let operands = instruction.operands.as_slice();
        let address = operands.iter().find_map(|operand| match operand {
            Operand::Address { items, offset } => Some((items.first()?, *offset)),
            _ => None,
        });
        let Some((base, offset)) = address else { return SmallVec::new() };
        let Some(bits) = self.own_bits(base) else { return SmallVec::new() };
        let base = self.source(base, bits, false);
        let first = self.plus(base, offset, bits);
        match (mnemonic.opcode, operands) {
            ("ldmatrix", _) => {
                smallvec![InstructionKind::Load { address: first, space: Space::Shared, value: self.unknown(32) }]
            }
            ("stmatrix" | "atom" | "red", _) => {
                smallvec![InstructionKind::Store { address: first, value: self.unknown(64) }]
            }
            (_, [_, source, ..]) => {
                let Some(of_type) = mnemonic.r#type() else { return SmallVec::new() };
                let sources = match source {
                    Operand::Vector(sources) => sources.as_slice(),
                    source => std::slice::from_ref(source),
                };
                let offsets = (0_i64..).map(|index| offset.wrapping_add(index * i64::from(of_type.bits / 8)));
                let mut found = SmallVec::new();
                for (offset, source) in offsets.zip(sources) {
                    let address = self.plus(base, offset, bits);
                    let value = self.source(source, of_type.width(), false);
                    found.push(InstructionKind::Store { address, value });
                }
                found
            }
            _ => SmallVec::new(),
        }
    }

    /// The value of a part of a parameter. Parameters of a kernel do not change. Of others, single values are known, and
    /// the first 64 bits of larger ones.
    fn load_parameter(&mut self, parameter: Register, offset: i64, bits: u8) -> ValueId {
        let is_kernel_parameter = self.is_kernel_parameter(parameter);
        let is_single = self.code.register(parameter).is_some_and(|info| info.storage == Storage::Parameter);
        if offset == 0 && self.width(parameter) == bits && (is_single || !is_kernel_parameter) {
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

    /// `st.param`: gives a `.param` variable its value. Of an array only the first 64 bits are known, and only if they are
    /// stored together.
    fn store_parameter(&mut self, instruction: &Instruction, mnemonic: &Mnemonic<'_>) {
        let [Operand::Address { items, offset }, source] = instruction.operands.as_slice() else { return };
        let (Some(of_type), Some(Operand::Register(register))) = (mnemonic.r#type(), items.first()) else { return };
        let is_single = self.code.register(*register).is_some_and(|info| info.storage == Storage::Parameter);
        let source = match source {
            Operand::Vector(items) => items.first().unwrap_or(source),
            source => source,
        };
        let width = self.width(*register);
        let value = match *offset {
            0 if is_single || of_type.width() == width => self.source(source, of_type.width(), of_type.is_signed()),
            _ if *offset < i64::from(width / 8) => self.unknown(width),
            _ => return,
        };
        self.assign(&Operand::Register(*register), value, of_type.is_signed(), instruction.guard);
    }
}

fn space(mnemonic: &Mnemonic<'_>) -> Space {
    for qualifier in &mnemonic.qualifiers {
        match *qualifier {
            "param" | "param::entry" | "param::func" | "const" => return Space::Constant,
            "shared" | "shared::cta" => return Space::Shared,
            "shared::cluster" => return Space::SharedCluster,
            "local" => return Space::Local,
            _ => {}
        }
    }
    Space::Other
}
