//! Random expressions: over registers, constants, variables, and what is unknown.

use tileiras_kernel::ValueId;
use tileiras_kernel::value::{Comparison, Operator, Space, SpecialRegister, Uniformity, ValueKind};
use tileiras_target::Axis;

use crate::simulate::generate::{Body, NUMBERS, PREDICATES};

impl Body<'_, '_> {
    pub fn operand(&mut self, bits: u8) -> ValueId {
        if self.tape.chance(50) { self.expression(bits, 2) } else { self.variable(bits) }
    }

    fn variable(&mut self, bits: u8) -> ValueId {
        let variable = self.tape.pick(if bits == 1 { &PREDICATES } else { &NUMBERS });
        self.builder.read(variable, self.at, bits)
    }

    pub fn expression(&mut self, bits: u8, depth: usize) -> ValueId {
        if bits == 1 { self.predicate(depth) } else { self.number(depth) }
    }

    fn number(&mut self, depth: usize) -> ValueId {
        if depth < 3 && self.tape.chance(50) {
            return self.computed(depth + 1);
        }
        match self.tape.below(8) {
            0..=1 => {
                let number = self.tape.pick(&[0, 1, 2, 3, 4, 8, 16, 31, 32, 33, 64, u64::MAX]);
                self.builder.constant(number, 32)
            }
            2..=4 => {
                use SpecialRegister as R;
                let known = [R::Tid(Axis::X), R::LaneId, R::WarpId, R::Tid(Axis::Y), R::Tid(Axis::Z), R::NTid(Axis::X)];
                let cluster = [
                    R::ClusterCtaRank,
                    R::ClusterCtaId(Axis::X),
                    R::ClusterCtaId(Axis::Y),
                    R::ClusterNCtaRank,
                    R::CtaId(Axis::X),
                    R::CtaId(Axis::Y),
                    R::NCtaId(Axis::X),
                    R::ClusterId(Axis::X),
                ];
                let register = if !self.is_known && self.tape.chance(30) {
                    self.tape.pick(&cluster)
                } else {
                    self.tape.pick(&known)
                };
                self.builder.register(register, 32)
            }
            5 if !self.is_known => self.unknown(32, depth),
            _ => self.variable(32),
        }
    }

    fn unknown(&mut self, bits: u8, depth: usize) -> ValueId {
        match self.tape.below(8) {
            0..=4 => {
                use Uniformity as U;
                let uniformity = self.tape.pick(&[U::Grid, U::Cluster, U::Cta, U::Warp, U::Thread]);
                self.builder.unknown(uniformity, bits)
            }
            5 => {
                let operand = self.number(depth + 2);
                self.builder.compute(Operator::WarpUniform, bits, [operand])
            }
            _ => {
                let address = self.number(depth + 2);
                use Space as S;
                let space = self.tape.pick(&[S::Constant, S::Shared, S::Global, S::Local, S::Generic]);
                self.builder.value(ValueKind::Load { address, space }, bits)
            }
        }
    }

    fn computed(&mut self, depth: usize) -> ValueId {
        use Operator as O;
        const BINARY: [Operator; 18] = [
            O::Add,
            O::Sub,
            O::Mul,
            O::And,
            O::Or,
            O::Xor,
            O::UDiv,
            O::URem,
            O::SDiv,
            O::SRem,
            O::Shl,
            O::LShr,
            O::AShr,
            O::UMin,
            O::UMax,
            O::SMin,
            O::SMax,
            O::Add,
        ];
        match self.tape.below(12) {
            0..=5 => {
                let operator = self.tape.pick(&BINARY);
                let operands = [self.number(depth), self.number(depth)];
                // A quotient by 0 is unknown.
                let is_division = matches!(operator, O::UDiv | O::URem | O::SDiv | O::SRem);
                let operands = match is_division {
                    true => {
                        let divisor = self.tape.pick(&[32, 16, 2, 3, 8]);
                        [operands[0], self.builder.constant(divisor, 32)]
                    }
                    false => operands,
                };
                self.builder.compute(operator, 32, operands)
            }
            6..=7 => {
                let operands = [self.predicate(depth), self.number(depth), self.number(depth)];
                self.builder.compute(O::Select, 32, operands)
            }
            8 => {
                let operand = self.predicate(depth);
                let operator = self.tape.pick(&[O::ZeroExtend, O::SignExtend]);
                self.builder.compute(operator, 32, [operand])
            }
            9 => {
                let operand = self.number(depth);
                let operator = self.tape.pick(&[O::Popc, O::Clz]);
                self.builder.compute(operator, 32, [operand])
            }
            10 => {
                let operands = [self.number(depth), self.number(depth)];
                let operand = match self.is_known {
                    true => self.builder.register(SpecialRegister::WarpId, 32),
                    false => operands[0],
                };
                let lane = match self.is_known || self.tape.chance(70) {
                    true => self.builder.constant(0, 32),
                    false => operands[1],
                };
                self.builder.compute(O::ShuffleIndex, 32, [operand, lane])
            }
            _ => {
                let operands = [self.number(depth), self.number(depth), self.number(depth)];
                if self.is_known {
                    return operands[0];
                }
                let operator = self.tape.pick(&[O::Opaque(7), O::Lop3(0xca), O::Mapa]);
                let count = if operator == O::Mapa { 2 } else { 3 };
                self.builder.compute(operator, 32, operands.into_iter().take(count))
            }
        }
    }

    fn predicate(&mut self, depth: usize) -> ValueId {
        use Comparison as C;
        const COMPARISONS: [Comparison; 10] =
            [C::Ult, C::Eq, C::Ne, C::Ule, C::Ugt, C::Uge, C::Slt, C::Sle, C::Sgt, C::Sge];
        if depth == 0 && !self.is_known && self.tape.chance(60) {
            return self.usual_predicate();
        }
        match self.tape.below(if depth < 3 { 12 } else { 3 }) {
            0..=2 => self.variable(1),
            3..=6 => {
                let comparison = self.tape.pick(&COMPARISONS);
                let operands = [self.number(depth + 1), self.number(depth + 1)];
                self.builder.compute(Operator::Compare(comparison), 1, operands)
            }
            7..=8 => {
                let operator = self.tape.pick(&[Operator::And, Operator::Or, Operator::Xor]);
                let operands = [self.predicate(depth + 1), self.predicate(depth + 1)];
                self.builder.compute(operator, 1, operands)
            }
            9 => {
                let operand = self.predicate(depth + 1);
                self.builder.not(operand)
            }
            10 if !self.is_known => self.unknown(1, depth),
            11 if !self.is_known => self.builder.value(ValueKind::Elect, 1),
            _ => self.variable(1),
        }
    }

    /// A predicate as kernels have it.
    fn usual_predicate(&mut self) -> ValueId {
        let kind = self.tape.below(8);
        match kind {
            0 => self.variable(1),
            1 => self.builder.value(ValueKind::Elect, 1),
            2 => self.unknown(1, 0),
            3 => {
                let variable = self.variable(1);
                self.builder.not(variable)
            }
            4 | 5 => {
                let elected = self.builder.value(ValueKind::Elect, 1);
                if kind == 4 {
                    return self.builder.not(elected);
                }
                let other = self.variable(1);
                let operator = self.tape.pick(&[Operator::And, Operator::Or, Operator::Xor]);
                self.builder.compute(operator, 1, [elected, other])
            }
            6 => {
                let register = self.tape.pick(&[SpecialRegister::LaneId, SpecialRegister::Tid(Axis::X)]);
                let lane = self.builder.register(register, 32);
                let bound = self.tape.pick(&[1, 2, 16, 31, 32, 33]);
                let bound = self.builder.constant(bound, 32);
                self.builder.compute(Operator::Compare(Comparison::Ult), 1, [lane, bound])
            }
            _ => {
                let (variable, number) = (self.variable(32), self.tape.below(4) as u64);
                let number = self.builder.constant(number, 32);
                self.builder.compute(Operator::Compare(Comparison::Eq), 1, [variable, number])
            }
        }
    }
}
