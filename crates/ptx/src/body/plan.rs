//! Which statements and registers of a code matter: those that an instruction that a rule asks for, a branch or a
//! result needs, directly or through others.
//!
//! Guarantees that the work is linear in the code: every definition of a register is visited once.

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use tileiras_kernel::value::Space;
use tileiras_target::feature::{Features, of_ptx};

use super::accumulator::Accumulators;
use super::definitions::Definitions;
use super::file::File;
use super::instruction::{Action, Origin, actions};
use super::mnemonic::Mnemonic;
use super::operands::{address_register, is_parameter, space};
use super::origin;
use super::registers::{Inputs, inputs, output_bits, outputs};
use super::slot::Slots;
use crate::statement::{Code, Instruction, Label, Operand, Register, Scope, Statement, Table};

/// What a statement does to the flow of control.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) enum Flow {
    /// Goes on with the next statement.
    Next,
    /// `bra`; none if the label is not in the code.
    Branch(Option<Label>),
    /// `brx.idx`: the labels of its table.
    Table(Vec<Option<Label>>),
    /// `ret`.
    Return,
    /// `exit`.
    Exit,
    /// `trap`.
    Trap,
    /// `call`.
    Call,
}

/// What becomes of one statement.
#[derive(Clone, Debug)]
pub(super) struct Planned {
    pub flow: Flow,
    pub actions: SmallVec<[Action; 1]>,
    /// What its form needs of the target.
    pub needs: Features,
    /// Whether a register that it defines matters.
    pub defines: bool,
    /// Whether it writes memory.
    pub writes_memory: bool,
}

/// What becomes of the statements of a code.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plan {
    /// For each statement; none for labels.
    statements: Vec<Option<Planned>>,
    /// For each register and slot, whether it matters.
    demanded: Vec<bool>,
    /// For each label, whether a branch names it.
    targets: Vec<bool>,
    /// The bits of each register and slot.
    widths: Vec<u8>,
    /// The parts of its local variables, and of structures that are passed.
    slots: Slots,
    /// The registers with generic addresses of shared memory.
    shared: FxHashSet<Register>,
    /// The registers whose values can be addresses in the shared memory of another CTA.
    remote: FxHashSet<Register>,
    /// The registers whose values can be generic addresses of shared or local memory.
    generic: FxHashSet<Register>,
    /// The registers with addresses of variables that do not change.
    constant: FxHashSet<Register>,
    /// The registers with the address of a `.param` variable, and the variable.
    parameters: FxHashMap<Register, Register>,
    follows_addresses: bool,
    has_actions: bool,
    can_exit: bool,
}

impl Plan {
    /// Plans the lowering of the code of a kernel or of another function.
    pub(super) fn of(text: &[u8], (code, slots): (&Code, Slots), is_kernel: bool, file: &File<'_>) -> Self {
        let memory = file.memory;
        let labels: FxHashMap<(&str, Scope), Label> =
            (0_u32..).zip(&code.labels).map(|(index, (name, scope))| ((name.of(text), *scope), Label(index))).collect();
        let definitions = Definitions::of(text, code, &slots);
        let remote = origin::remote(text, code, &slots);
        let shared = origin::shared(text, code, &slots, &definitions);
        let generic = match memory.has_generic_address {
            true => origin::generic(text, code, &slots, (is_kernel, memory.keeps_addresses)),
            false => FxHashSet::default(),
        };
        let constant = match file.constants.is_empty() {
            true => FxHashSet::default(),
            false => origin::named(text, code, &slots, &definitions, &|name| file.is_constant(name)),
        };
        let accumulators = Accumulators::of(text, code, &generic);
        let mut plan = Plan {
            statements: Vec::with_capacity(code.statements.len()),
            demanded: vec![false; code.registers.len() + slots.bits.len()],
            targets: vec![false; code.labels.len()],
            widths: widths(text, code).into_iter().chain(slots.bits.iter().copied()).collect(),
            slots,
            shared,
            remote,
            generic,
            constant,
            parameters: parameter_addresses(text, code, &definitions),
            follows_addresses: memory.follows_addresses,
            has_actions: false,
            can_exit: false,
        };
        let mut pending = Vec::new();
        for (index, statement) in code.statements.iter().enumerate() {
            let Statement::Instruction(instruction) = statement else {
                plan.statements.push(None);
                continue;
            };
            let name = instruction.mnemonic.of(text);
            let mnemonic = Mnemonic::of(name);
            let flow = flow(text, code, &labels, instruction, &mnemonic);
            let origin = match address_register(instruction) {
                Some(register) if plan.remote.contains(&register) => Origin::Mapa,
                _ => Origin::Local,
            };
            let needs = of_ptx(name, instruction.rest.of(text));
            let mut actions = actions(instruction, &mnemonic, origin, !needs.is_empty());
            if let Some(Operand::Name(name)) = instruction.operands.get(1)
                && mnemonic.opcode == "mov"
                && file.functions.contains_key(name.of(text))
            {
                actions.push(Action::Reference);
            }
            if let Some(accumulator) = accumulators.of_mma.get(&index) {
                actions.iter_mut().for_each(|action| action.set_accumulator(*accumulator));
            }
            if let Some(uses) = accumulators.uses.get(&index) {
                actions.push(Action::Uses(uses.clone()));
            }
            let is_certain = actions.iter().any(Action::is_certain);
            let is_other = actions.iter().any(|action| action.is_certain() && *action != Action::OTHER);
            let space = plan.space(instruction, &mnemonic);
            let stores = matches!(mnemonic.opcode, "st" | "atom" | "red") && !is_other;
            if stores && space.is_some() && !actions.contains(&Action::Access) {
                actions.retain(|action| *action == Action::OTHER);
                actions.push(Action::Access);
            }
            let is_local = space == Some(Space::Local);
            actions.retain(|action| memory.is_followed || is_local || action.is_certain());
            plan.has_actions |= actions.iter().any(|action| matches!(action, Action::Strong(_)));
            let is_opaque = space == Some(Space::Generic) && !memory.follows_addresses;
            let is_load = mnemonic.opcode == "ld" && memory.is_followed && space.is_some() && !is_local && !is_opaque;
            if is_load {
                actions.retain(|action| !matches!(action, Action::Strong(_)));
            }
            let is_access = is_load || actions.contains(&Action::Access);
            if is_access && !is_opaque {
                instruction.operands.iter().for_each(|operand| operand.registers(&mut |found| pending.push(found)));
            }
            for action in actions.iter().filter(|action| action.is_certain()) {
                for position in action.operands() {
                    if let Some(operand) = instruction.operands.get(usize::from(position)) {
                        operand.registers(&mut |register| pending.push(register));
                    }
                }
            }
            match &flow {
                Flow::Branch(Some(target)) => plan.mark(*target),
                Flow::Table(targets) => targets.iter().flatten().for_each(|target| plan.mark(*target)),
                _ => {}
            }
            if matches!(flow, Flow::Table(_) | Flow::Call) {
                instruction.operands.iter().for_each(|operand| operand.registers(&mut |found| pending.push(found)));
                pending.extend(plan.slots.arguments(instruction));
            }
            if flow != Flow::Next || is_certain || is_access {
                pending.extend(instruction.guard.map(|guard| guard.register));
            }
            plan.has_actions |= is_certain || is_access && !is_local || flow == Flow::Call;
            plan.can_exit |= flow == Flow::Exit;
            let is_slot = plan.slots.access(instruction).is_some();
            let writes_memory = matches!(mnemonic.opcode, "st" | "atom" | "red") && !is_slot;
            plan.statements.push(Some(Planned { flow, actions, needs, defines: false, writes_memory }));
        }
        for result in code.parameters.iter().take(code.results) {
            pending.extend(plan.slots.parts(code, *result).iter().map(|part| part.is));
        }
        plan.demand(text, code, &definitions, pending);
        plan
    }

    fn mark(&mut self, label: Label) {
        if let Some(is_target) = self.targets.get_mut(label.0 as usize) {
            *is_target = true;
        }
    }

    /// Marks registers, and everything that their definitions need.
    fn demand(&mut self, text: &[u8], code: &Code, definitions: &Definitions, mut pending: Vec<Register>) {
        while let Some(register) = pending.pop() {
            match self.demanded.get_mut(register.index()) {
                Some(is_demanded) if !*is_demanded => *is_demanded = true,
                _ => continue,
            }
            for &index in definitions.of_register(register) {
                let (Some(Some(planned)), Some(Statement::Instruction(instruction))) =
                    (self.statements.get_mut(index as usize), code.statements.get(index as usize))
                else {
                    continue;
                };
                if std::mem::replace(&mut planned.defines, true) {
                    continue;
                }
                pending.extend(instruction.guard.map(|guard| guard.register));
                if let Some(access) = self.slots.access(instruction) {
                    for (element, item) in access.items(instruction) {
                        match access.is_store {
                            true => item.registers(&mut |found| pending.push(found)),
                            false => pending.extend(element.slots()),
                        }
                    }
                    continue;
                }
                let mnemonic = Mnemonic::of(instruction.mnemonic.of(text));
                if inputs(&mnemonic) == Inputs::None && !self.is_constant(instruction) {
                    continue;
                }
                instruction.operands.iter().for_each(|operand| operand.registers(&mut |found| pending.push(found)));
            }
        }
    }

    /// The `.param` variable that an operand is the address of: by its name, or as a register that has its address.
    pub fn parameter(&self, code: &Code, operand: &Operand) -> Option<Register> {
        match operand {
            Operand::Register(register) if is_parameter(code, *register) => Some(*register),
            Operand::Register(register) => self.parameters.get(register).copied(),
            _ => None,
        }
    }

    /// The state space that an instruction accesses, if it can be shared or local memory. What slots stand for is not
    /// followed by its address, but for stores to slots that other statements can write.
    pub(super) fn space(&self, instruction: &Instruction, mnemonic: &Mnemonic<'_>) -> Option<Space> {
        if let Some(access) = self.slots.access(instruction) {
            return (self.follows_addresses && self.slots.is_exposed(access)).then_some(Space::Local);
        }
        match space(mnemonic) {
            Some(Space::Constant | Space::Global) => None,
            Some(space) => Some(space),
            None if self.is_constant(instruction) => None,
            None if is_in(&self.shared, instruction) => Some(Space::Shared),
            None if self.is_remote(instruction) => Some(Space::SharedCluster),
            // What can write local memory does so wherever its address comes from.
            None => (is_in(&self.generic, instruction) || self.slots.is_writer(instruction)).then_some(Space::Generic),
        }
    }

    /// Whether an instruction accesses the shared memory of another CTA by an address of `mapa`.
    pub fn is_remote(&self, instruction: &Instruction) -> bool {
        is_in(&self.remote, instruction)
    }

    /// Whether an instruction accesses a variable that does not change.
    pub(super) fn is_constant(&self, instruction: &Instruction) -> bool {
        is_in(&self.constant, instruction)
    }

    /// Whether the addresses of generic accesses are followed.
    pub(super) const fn follows_addresses(&self) -> bool {
        self.follows_addresses
    }

    /// The parts of local variables, and of structures that are passed.
    pub(super) const fn slots(&self) -> &Slots {
        &self.slots
    }

    /// Whether the code has anything that a rule asks for.
    pub const fn has_actions(&self) -> bool {
        self.has_actions
    }

    /// Whether the code can end a thread.
    pub const fn can_exit(&self) -> bool {
        self.can_exit
    }

    pub(super) fn statement(&self, index: usize) -> Option<&Planned> {
        self.statements.get(index)?.as_ref()
    }

    pub(super) fn is_demanded(&self, register: Register) -> bool {
        self.demanded.get(register.index()).copied().unwrap_or(false)
    }

    /// For each label, whether a branch names it.
    pub(super) fn targets(&self) -> impl Iterator<Item = bool> {
        self.targets.iter().copied()
    }

    /// The bits of each register: those of its declaration, or else of the first instruction that defines it, or 32.
    /// Then those of each slot.
    pub(super) fn widths(&self) -> Vec<u8> {
        self.widths.clone()
    }
}

/// Whether an instruction accesses memory by an address that one of these registers has.
fn is_in(registers: &FxHashSet<Register>, instruction: &Instruction) -> bool {
    address_register(instruction).is_some_and(|register| registers.contains(&register))
}

fn flow(
    text: &[u8],
    code: &Code,
    labels: &FxHashMap<(&str, Scope), Label>,
    instruction: &Instruction,
    mnemonic: &Mnemonic<'_>,
) -> Flow {
    let find = |name: &str| code.in_scopes(instruction.scope, |scope| labels.get(&(name, scope)).copied());
    let name = |index: usize| match instruction.operands.get(index) {
        Some(Operand::Name(name)) => Some(name.of(text)),
        _ => None,
    };
    match mnemonic.opcode {
        "bra" => Flow::Branch(name(0).and_then(find)),
        "brx" => {
            let table = name(1).and_then(|name| {
                let is_named = |table: &&Table| table.name.of(text) == name;
                let of_scope = |scope| code.tables.iter().filter(is_named).find(|table| table.scope == scope);
                code.in_scopes(instruction.scope, of_scope)
            });
            let targets = table.map(|table| table.targets.iter().map(|target| find(target.of(text))).collect());
            Flow::Table(targets.unwrap_or_default())
        }
        "ret" => Flow::Return,
        "exit" => Flow::Exit,
        "trap" => Flow::Trap,
        "call" => Flow::Call,
        _ => Flow::Next,
    }
}

/// The bits of each register: those of its declaration, or else of the first instruction that defines it, or 32.
fn widths(text: &[u8], code: &Code) -> Vec<u8> {
    let mut widths: Vec<u8> = code.registers.iter().map(|info| info.bits.unwrap_or(0)).collect();
    if widths.contains(&0) {
        for (_, instruction) in code.instructions() {
            let mnemonic = Mnemonic::of(instruction.mnemonic.of(text));
            let bits = output_bits(&mnemonic);
            outputs(instruction, &mnemonic, &mut |register| {
                if let Some(width) = widths.get_mut(register.index()).filter(|width| **width == 0) {
                    *width = bits;
                }
            });
        }
        widths.iter_mut().filter(|width| **width == 0).for_each(|width| *width = 32);
    }
    widths
}

/// The registers that nothing but a `mov` of the address of a `.param` variable defines.
fn parameter_addresses(text: &[u8], code: &Code, definitions: &Definitions) -> FxHashMap<Register, Register> {
    let address = |(_, instruction): (usize, &Instruction)| match instruction.operands.as_slice() {
        [Operand::Register(register), Operand::Register(parameter)]
            if is_parameter(code, *parameter)
                && Mnemonic::of(instruction.mnemonic.of(text)).opcode == "mov"
                && definitions.of_register(*register).len() == 1 =>
        {
            Some((*register, *parameter))
        }
        _ => None,
    };
    code.instructions().filter_map(address).collect()
}
