//! Blocks: labels, branches and guards.

use smallvec::SmallVec;
use tileiras_kernel::program::{
    ClusterUse, Instruction as Lowered, InstructionKind, MbarrierOperation, Meets, MemoryAccess, Target, Terminator,
};
use tileiras_kernel::value::{Operator, Value, ValueKind};
use tileiras_kernel::{BlockId, ValueId};

use super::escape::is_of_system;
use super::instruction::Action;
use super::lowering::{Guarded, Lowering};
use super::operands::Position;
use super::plan::{Flow, Planned};
use super::slot::Part;
use crate::statement::{Guard, Instruction, Label, Operand, Register, Statement};

impl Lowering<'_, '_> {
    pub(super) fn statements(&mut self) {
        let (code, plan) = (self.code, self.plan);
        for (index, statement) in code.statements.iter().enumerate() {
            match statement {
                Statement::Label(label) => self.label(*label),
                Statement::Instruction(instruction) => {
                    self.guard = None;
                    if let (Some(block), Some(planned)) = (self.block, plan.statement(index)) {
                        self.instruction(block, instruction, planned);
                    }
                    if plan.slots().is_writer(instruction) {
                        self.make_stale(instruction);
                    }
                }
            }
        }
    }

    /// Goes on in a new block, or in none.
    pub(super) fn go_on(&mut self, block: Option<BlockId>) {
        self.guarded = None;
        self.block = block;
        if let Some(block) = block {
            self.home = block;
            self.builder.enter(block);
        }
    }

    fn label(&mut self, label: Label) {
        let Some(Some(target)) = self.labels.get(label.0 as usize).copied() else { return };
        self.refresh_all();
        if let Some(block) = self.block {
            self.builder.end(block, Terminator::Jump(Target::new(target)));
        }
        self.go_on(Some(target));
    }

    /// The block of a label. A label that is not in the code leads nowhere.
    fn target(&mut self, label: Option<Label>) -> Target {
        let known = label.and_then(|label| self.labels.get(label.0 as usize).copied().flatten());
        Target::new(known.unwrap_or_else(|| self.builder.add_block()))
    }

    fn instruction(&mut self, block: BlockId, instruction: &Instruction, planned: &Planned) {
        if !matches!(planned.flow, Flow::Next | Flow::Call) {
            self.refresh_all();
        }
        let end = match &planned.flow {
            Flow::Next => {
                if planned.writes_memory {
                    self.builder.write_memory(block);
                }
                self.act(block, instruction, planned);
                if planned.defines {
                    self.define(instruction);
                }
                return;
            }
            Flow::Call => return self.call(block, instruction, planned),
            Flow::Branch(label) => {
                let target = self.target(*label);
                let Some(guard) = instruction.guard else {
                    self.builder.end(block, Terminator::Jump(target));
                    return self.go_on(None);
                };
                let next = self.builder.add_block();
                self.branch(block, guard, target, Target::new(next));
                return self.go_on(Some(next));
            }
            Flow::Table(labels) => {
                let value = instruction.operands.first().map(|index| self.source(index, 32, false));
                let mut targets: Vec<Target> = labels.iter().map(|label| self.target(*label)).collect();
                // An index that is not in the table is undefined behaviour.
                match (targets.pop(), value) {
                    (Some(default), Some(value)) => {
                        Terminator::Switch { value, cases: (0..).zip(targets).collect(), default }
                    }
                    _ => Terminator::Trap,
                }
            }
            Flow::Return => self.return_terminator(),
            Flow::Exit => Terminator::Exit,
            Flow::Trap => Terminator::Trap,
        };
        match instruction.guard {
            Some(guard) => {
                let (ends, next) = (self.builder.add_block(), self.builder.add_block());
                self.branch(block, guard, Target::new(ends), Target::new(next));
                self.builder.end(ends, end);
                self.go_on(Some(next));
            }
            None => {
                self.builder.end(block, end);
                self.go_on(None);
            }
        }
    }

    fn branch(&mut self, block: BlockId, guard: Guard, taken: Target, not_taken: Target) {
        let condition = self.register(guard.register, 1, false);
        let (holds, fails) = if guard.holds { (taken, not_taken) } else { (not_taken, taken) };
        self.builder.end(block, Terminator::Branch { condition, holds, fails });
    }

    /// The block for an instruction: the current one, or one after its guard.
    fn block_of(&mut self, block: BlockId, guard: Option<Guard>) -> BlockId {
        let Some(guard) = guard else {
            self.guarded = None;
            return block;
        };
        if let Some(guarded) = self.guarded.filter(|guarded| guarded.guard == guard) {
            return guarded.block;
        }
        let (guarded, next) = (self.builder.add_block(), self.builder.add_block());
        self.branch(block, guard, Target::new(guarded), Target::new(next));
        self.builder.end(guarded, Terminator::Jump(Target::new(next)));
        self.guarded = Some(Guarded { guard, block: guarded });
        // Registers are still read and written in the block before the branch: no edge leaves it but to these two.
        self.block = Some(next);
        guarded
    }

    /// Adds the instructions that a rule asks for.
    fn act(&mut self, block: BlockId, instruction: &Instruction, planned: &Planned) {
        let mut kind = None;
        let mut accesses: SmallVec<[MemoryAccess; 1]> = SmallVec::new();
        let (mut accumulators, mut cluster_use) = (SmallVec::new(), ClusterUse::None);
        for action in &planned.actions {
            match action {
                Action::Is(InstructionKind::Other) => kind = kind.or(Some(InstructionKind::Other)),
                Action::Is(found) => kind = self.lower(instruction, found),
                Action::Uses(uses) => {
                    accumulators = uses.clone();
                }
                Action::UsesCluster(uses) => cluster_use = self.cluster_use(instruction, *uses),
                Action::Access => accesses = self.accesses(instruction),
                Action::Strong(strength) => kind = Some(InstructionKind::Strong(*strength)),
                Action::AsyncStore { to, mbarrier } => {
                    let [to, mbarrier] =
                        [to, mbarrier].map(|position| position.and_then(|at| self.value_at(instruction, at)));
                    kind = Some(self.async_store(instruction, to, mbarrier));
                }
                Action::Reference => {
                    let name = match instruction.operands.get(1) {
                        Some(Operand::Name(name)) => name.of(self.text),
                        _ => continue,
                    };
                    kind = self.file.callee(name).map(|callee| InstructionKind::Reference { callee: callee.id });
                }
            }
        }
        let has_needs = !planned.needs.is_empty() && planned.actions.iter().any(Action::is_certain);
        let has_none = accesses.is_empty() && accumulators.is_empty();
        let is_free = kind.is_none() && has_none && cluster_use == ClusterUse::None;
        if is_free && !has_needs {
            return;
        }
        let block = self.block_of(block, instruction.guard);
        let id = self.file.id(instruction);
        let (kind, needs) = (kind.unwrap_or(InstructionKind::Other), planned.needs.clone());
        self.builder.push_instruction(block, Lowered { kind, accesses, accumulators, cluster_use, needs, id });
    }

    /// How it uses the cluster, if an access that can be remote is ([`super::peers`]).
    fn cluster_use(&mut self, instruction: &Instruction, uses: ClusterUse<Position>) -> ClusterUse {
        match uses {
            ClusterUse::None => ClusterUse::None,
            ClusterUse::Cluster => ClusterUse::Cluster,
            ClusterUse::PeerMemory { address } => {
                ClusterUse::PeerMemory { address: address.and_then(|position| self.value_at(instruction, position)) }
            }
        }
    }

    /// The instruction with the values of its operands.
    fn lower(&mut self, instruction: &Instruction, kind: &InstructionKind<Position>) -> Option<InstructionKind> {
        let kind = kind.clone().map(&mut |position| self.value_at(instruction, position))?;
        Some(match kind {
            InstructionKind::TryCancel { response, mbarrier, multicast, .. } => {
                let alignment = response.and_then(|response| self.alignment(response));
                InstructionKind::TryCancel { response, mbarrier, multicast, alignment }
            }
            InstructionKind::Mbarrier {
                operation: MbarrierOperation::Wait { parity, is_loop, .. },
                address,
                relaxed,
            } => {
                let result = self.predicate(instruction, |lowering| lowering.unknown(1));
                let operation = MbarrierOperation::Wait { parity, result, is_loop };
                InstructionKind::Mbarrier { operation, address, relaxed }
            }
            InstructionKind::WarpSync { mask, aligned, meets: Meets::Election, .. } => {
                // Each mask elects a lane: with one that is not constant it is not known how many.
                let is_one = mask.is_some_and(|mask| self.builder.get(mask).and_then(Value::constant).is_some());
                let elect = |lowering: &mut Self| lowering.builder.value(ValueKind::Elect, 1);
                let elects = if is_one { self.predicate(instruction, elect) } else { None };
                InstructionKind::WarpSync { mask, aligned, meets: Meets::Election, elects }
            }
            kind => kind,
        })
    }

    /// The value of an operand. That of a vector is the bitwise or of its elements: whether one of them is not 0.
    fn value_at(&mut self, instruction: &Instruction, position: Position) -> Option<ValueId> {
        match instruction.operands.get(usize::from(position))? {
            Operand::Vector(elements) => {
                let elements: Vec<ValueId> =
                    elements.iter().map(|element| self.operand_value(element)).collect::<Option<_>>()?;
                elements.into_iter().reduce(|one, two| self.builder.compute(Operator::Or, 32, [one, two]))
            }
            operand => self.operand_value(operand),
        }
    }

    /// Adds a load of a value that matters.
    pub(super) fn push_load(&mut self, instruction: &Instruction, load: MemoryAccess) {
        let Some(block) = self.block else { return };
        let id = self.file.id(instruction);
        let block = self.block_of(block, instruction.guard);
        self.builder.access(block, id, load);
    }

    /// `call (results), function, (arguments);`, without a list of results or of arguments if it has none.
    fn call(&mut self, block: BlockId, instruction: &Instruction, planned: &Planned) {
        let operands = instruction.operands.as_slice();
        let (results, operands) = match operands {
            [Operand::List(results), rest @ ..] => (results.as_slice(), rest),
            rest => (&[][..], rest),
        };
        let (name, arguments) = match operands {
            [name, Operand::List(arguments), ..] => (Some(name), arguments.as_slice()),
            [name, ..] => (Some(name), &[][..]),
            [] => (None, &[][..]),
        };
        let name = match name {
            Some(Operand::Name(name)) => Some(name.of(self.text)),
            _ => None,
        };
        if name.is_some_and(is_of_system) {
            for result in results {
                self.receive(result, &[], instruction.guard);
            }
            return;
        }
        let callee = name.and_then(|name| self.file.callee(name));
        let id = self.file.id(instruction);
        let Some(callee) = callee else {
            let block = self.block_of(block, instruction.guard);
            self.builder.push(block, InstructionKind::CallUnknown, planned.needs.clone(), id);
            for result in results {
                self.receive(result, &[], instruction.guard);
            }
            return;
        };
        let mut values: Vec<ValueId> = Vec::new();
        if arguments.len() == callee.parameters.len() {
            for (argument, parts) in arguments.iter().zip(&callee.parameters) {
                self.pass(argument, parts, &mut values);
            }
        }
        let mut defined: Vec<Vec<Part<ValueId>>> = Vec::with_capacity(results.len());
        for parts in callee.results.iter().take(results.len()) {
            let result = |part: &Part<()>| part.map(self.builder.value(ValueKind::CallResult, part.bits));
            defined.push(parts.iter().map(result).collect());
        }
        let all = defined.iter().flatten().map(|part| part.is).collect();
        let kind = InstructionKind::Call { callee: callee.id, arguments: values, results: all };
        let block = self.block_of(block, instruction.guard);
        self.builder.push(block, kind, planned.needs.clone(), id);
        for (result, parts) in results.iter().zip(defined) {
            self.receive(result, &parts, instruction.guard);
        }
    }

    /// Adds the values of an argument, for the parts of the parameter.
    fn pass(&mut self, argument: &Operand, parts: &[Part<()>], values: &mut Vec<ValueId>) {
        let slots = match argument {
            Operand::Register(variable) => self.plan.slots().of_passed(*variable),
            _ => &[],
        };
        let stored: Vec<Part<ValueId>> =
            slots.iter().map(|slot| slot.map(self.register(slot.is, slot.bits, false))).collect();
        for part in parts {
            values.push(match part.offset {
                0 if stored.is_empty() => self.argument(argument, part.bits),
                offset => self.part(&stored, offset, part.bits),
            });
        }
    }

    /// Gives what a call returns to a register or a `.param` variable.
    fn receive(&mut self, result: &Operand, parts: &[Part<ValueId>], guard: Option<Guard>) {
        let Operand::Register(register) = result else { return };
        for slot in self.plan.slots().parts(self.code, *register) {
            let value = self.part(parts, slot.offset, slot.bits);
            self.assign(&Operand::Register(slot.is), value, false, guard);
        }
    }

    /// Forgets the guard of the last guarded instructions if a register of it changes.
    pub(super) fn forget_guard(&mut self, register: Register) {
        if self.guarded.is_some_and(|guarded| guarded.guard.register == register) {
            self.guarded = None;
        }
    }
}
