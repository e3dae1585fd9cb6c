//! Builds a function of a program, value by value and block by block.
//!
//! Accepts code in SSA form, or code with mutable registers as PTX has it: [`FunctionBuilder::write`] and
//! [`FunctionBuilder::read`] make the parameters of blocks. Guarantees that equal pure expressions are one value, that
//! a parameter which is given the same value on every edge is that value, and that every edge has an argument for every
//! parameter. Linear in the size of the function in practice.
//!
//! ```
//! use tileiras_kernel::builder::{FunctionBuilder, MutableRegister};
//! use tileiras_kernel::program::{Target, Terminator};
//! use tileiras_kernel::value::Operator;
//!
//! // mov r, 1; bra next; next: add r, r, 1;
//! let mut builder = FunctionBuilder::new();
//! let (entry, next) = (builder.add_block(), builder.add_block());
//! let one = builder.constant(1, 32);
//! builder.write(MutableRegister(0), entry, one);
//! builder.end(entry, Terminator::Jump(Target::new(next)));
//! let register = builder.read(MutableRegister(0), next, 32);
//! let sum = builder.compute(Operator::Add, 32, [register, one]);
//! builder.write(MutableRegister(0), next, sum);
//! builder.end(next, Terminator::Exit);
//! assert!(builder.finish().blocks[1].parameters.is_empty());
//! ```
//!
//! Leaves out on purpose: the computation of constants ([`crate::evaluate`]).

use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};
use tileiras_target::feature::Features;

use crate::id::{BlockId, InstId, ValueId};
use crate::limits;
use crate::program::{Block, Function, Instruction, InstructionKind, MemoryAccess, Terminator};
use crate::value::{Operator, SpecialRegister, Uniformity, Value, ValueKind, masked};

/// A mutable register of the code that is read. The front end chooses the numbers.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct MutableRegister(pub u32);

/// A function that is being built.
#[derive(Debug, Default)]
pub struct FunctionBuilder {
    function: Function,
    /// The pure values.
    pure: FxHashMap<Value, ValueId>,
    /// The value that each variable has at the end of each block, as far as it is known.
    variables: FxHashMap<(BlockId, MutableRegister), ValueId>,
    /// The parameters of blocks that were made for a variable, each with its number in the block. They get their
    /// arguments at the end.
    pending: Vec<(BlockId, MutableRegister, u8, usize)>,
    /// The block that is read now.
    current: Option<BlockId>,
    /// The block that computes each value that is not pure, if it is known.
    defined_in: FxHashMap<ValueId, BlockId>,
}

impl FunctionBuilder {
    /// A function without blocks.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a block. The first one is the entry. A block that is not ended is a trap.
    pub fn add_block(&mut self) -> BlockId {
        self.function.blocks.push(Block::default());
        BlockId::new(self.function.blocks.len() - 1)
    }

    /// Says which block computes the values that are made from now on. Without it, the block of a load, of an election
    /// or of an unknown value is the one that first writes it to a variable ([`Self::write`]), or not known.
    pub fn enter(&mut self, block: BlockId) {
        self.current = Some(block);
    }

    /// Says that it is not known which block computes the values that are made from now on.
    pub(crate) fn leave(&mut self) {
        self.current = None;
    }

    /// Adds a parameter of the function.
    pub fn add_parameter(&mut self, bits: u8) -> ValueId {
        let parameter = self.value(ValueKind::Parameter, bits);
        self.function.parameters.push(parameter);
        parameter
    }

    /// Adds a parameter of a block.
    pub fn add_block_parameter(&mut self, block: BlockId, bits: u8) -> ValueId {
        let parameter = self.value(ValueKind::Parameter, bits);
        if let Some(block) = self.function.blocks.get_mut(block.index()) {
            block.parameters.push(parameter);
        }
        parameter
    }

    /// A value. Pure values that are equal have the same id; any other value is a new one.
    pub fn value(&mut self, kind: ValueKind, bits: u8) -> ValueId {
        let value = Value { kind, bits };
        let id = ValueId::new(self.function.values.len());
        if is_pure(&value.kind) {
            if let Some(&known) = self.pure.get(&value) {
                return known;
            }
            self.pure.insert(value.clone(), id);
        }
        if let Some(current) = self.current
            && is_computed_anew(&value.kind)
        {
            self.defined_in.insert(id, current);
        }
        self.function.values.push(value);
        id
    }

    /// A constant.
    pub fn constant(&mut self, value: u64, bits: u8) -> ValueId {
        self.value(ValueKind::Constant(masked(value, bits)), bits)
    }

    /// A special register.
    pub fn register(&mut self, register: SpecialRegister, bits: u8) -> ValueId {
        self.value(ValueKind::Register(register), bits)
    }

    /// The result of a pure operation.
    pub fn compute(&mut self, operator: Operator, bits: u8, operands: impl IntoIterator<Item = ValueId>) -> ValueId {
        self.value(ValueKind::Compute(operator, operands.into_iter().collect()), bits)
    }

    /// The complement of a predicate.
    pub fn not(&mut self, predicate: ValueId) -> ValueId {
        let one = self.constant(1, 1);
        self.compute(Operator::Xor, 1, [predicate, one])
    }

    /// A new value of which only the uniformity is known.
    pub fn unknown(&mut self, uniformity: Uniformity, bits: u8) -> ValueId {
        self.value(ValueKind::Unknown(uniformity), bits)
    }

    /// A value that was made before.
    pub fn get(&self, id: ValueId) -> Option<&Value> {
        self.function.value(id)
    }

    /// Adds an instruction to the end of a block.
    pub fn push(&mut self, block: BlockId, kind: InstructionKind, needs: Features, id: InstId) {
        if let Some(block) = self.function.blocks.get_mut(block.index()) {
            block.instructions.push(Instruction { needs, ..Instruction::new(kind, id) });
        }
    }

    /// Adds an instruction as it is to the end of a block.
    pub fn push_instruction(&mut self, block: BlockId, instruction: Instruction) {
        if let Some(block) = self.function.blocks.get_mut(block.index()) {
            block.instructions.push(instruction);
        }
    }

    /// Adds an access to the instruction at the end of a block. It is made if another one is there.
    pub fn access(&mut self, block: BlockId, id: InstId, access: MemoryAccess) {
        let last = self.function.blocks.get_mut(block.index()).and_then(|block| block.instructions.last_mut());
        match last.filter(|last| last.id == id) {
            Some(last) => last.accesses.push(access),
            None => {
                let made = Instruction::new(InstructionKind::Other, id);
                self.push_instruction(block, Instruction { accesses: smallvec![access], ..made });
            }
        }
    }

    /// Says that a block has code that writes memory.
    pub fn write_memory(&mut self, block: BlockId) {
        if let Some(block) = self.function.blocks.get_mut(block.index()) {
            block.writes_memory = true;
        }
    }

    /// Ends a block.
    pub fn end(&mut self, block: BlockId, end: Terminator) {
        if let Some(block) = self.function.blocks.get_mut(block.index()) {
            block.end = end;
        }
    }

    /// Gives a variable a value, in a block that is read now.
    pub fn write(&mut self, variable: MutableRegister, block: BlockId, value: ValueId) {
        if self.get(value).is_some_and(|value| is_computed_anew(&value.kind)) {
            self.defined_in.entry(value).or_insert(block);
        }
        self.variables.insert((block, variable), value);
    }

    /// The value of a variable in a block that is read now. A variable that has no value yet is unknown.
    pub fn read(&mut self, variable: MutableRegister, block: BlockId, bits: u8) -> ValueId {
        if let Some(&value) = self.variables.get(&(block, variable)) {
            return value;
        }
        let value = if block.index() == 0 {
            let value = self.unknown(Uniformity::Thread, bits);
            self.defined_in.insert(value, block);
            value
        } else {
            let number = self.function.block(block).map_or(0, |block| block.parameters.len());
            self.pending.push((block, variable, bits, number));
            self.add_block_parameter(block, bits)
        };
        self.variables.insert((block, variable), value);
        value
    }

    /// The function.
    pub fn finish(mut self) -> Function {
        self.complete_parameters();
        let mut defined: Vec<(ValueId, BlockId)> = self.defined_in.into_iter().collect();
        defined.sort_unstable();
        for (value, block) in defined {
            if let Some(block) = self.function.blocks.get_mut(block.index()) {
                block.computes.push(value);
            }
        }
        simplify(&mut self.function);
        self.function
    }

    /// Adds the arguments of the parameters that were made for variables, each at the position of its parameter among
    /// those that the edge has arguments for already.
    fn complete_parameters(&mut self) {
        // The edges to each block: the block that each leaves, and its number among the edges of that.
        let mut edges: Vec<Vec<(BlockId, usize)>> = vec![Vec::new(); self.function.blocks.len()];
        for (id, block) in self.function.enumerate() {
            for (number, target) in block.end.targets().enumerate() {
                if let Some(edges) = edges.get_mut(target.to.index()) {
                    edges.push((id, number));
                }
            }
        }
        let mut next = 0;
        while let Some(&(block, variable, bits, number)) = self.pending.get(next) {
            next += 1;
            for &(predecessor, edge) in edges.get(block.index()).into_iter().flatten() {
                let argument = self.read(variable, predecessor, bits);
                let predecessor = self.function.blocks.get_mut(predecessor.index());
                if let Some(target) = predecessor.and_then(|predecessor| predecessor.end.target_mut(edge)) {
                    target.arguments.insert(number.min(target.arguments.len()), argument);
                }
            }
        }
    }
}

/// Whether two values of this kind with the same content are equal. A vote is not: other threads can take part.
const fn is_pure(kind: &ValueKind) -> bool {
    match kind {
        ValueKind::Compute(operator, _) => !operator.is_of_warp(),
        _ => matches!(kind, ValueKind::Constant(_) | ValueKind::Register(_) | ValueKind::Symbol(_)),
    }
}

/// Whether a value of this kind is another one each time that it is computed.
const fn is_computed_anew(kind: &ValueKind) -> bool {
    match kind {
        ValueKind::Compute(operator, _) => operator.is_of_warp(),
        _ => matches!(kind, ValueKind::Load { .. } | ValueKind::Elect | ValueKind::Unknown(_)),
    }
}

/// Replaces each parameter that has one value on all edges by that value, and values that become equal by one of them.
fn simplify(function: &mut Function) {
    let mut same: Vec<ValueId> = (0..function.values.len()).map(ValueId::new).collect();
    let mut inputs = Inputs::of(function);
    for _ in 0..limits::SIMPLIFY_ROUNDS {
        inputs.replace_parameters(function, &mut same);
        let mut changed = false;
        let mut pure: FxHashMap<Value, ValueId> = FxHashMap::default();
        for index in 0..function.values.len() {
            let id = ValueId::new(index);
            let Some(value) = function.values.get_mut(index) else { continue };
            match &mut value.kind {
                ValueKind::Compute(_, operands) => {
                    operands.iter_mut().for_each(|operand| *operand = find(&mut same, *operand))
                }
                ValueKind::Load { address, .. } => *address = find(&mut same, *address),
                _ => {}
            }
            if is_pure(&value.kind) && find(&mut same, id) == id {
                let first = *pure.entry(value.clone()).or_insert(id);
                if first != id {
                    set(&mut same, id, first);
                    inputs.replaced(id, first);
                    changed = true;
                }
            }
        }
        if !changed {
            break;
        }
    }
    replace(function, &mut same);
}

/// What the edges pass to the parameters of blocks.
struct Inputs {
    /// The values of each parameter, in the order of the parameters.
    values: Vec<(ValueId, SmallVec<[ValueId; 2]>)>,
    /// For each value, the indices in `values` of the parameters that it is passed to.
    users: FxHashMap<ValueId, Vec<usize>>,
    /// The indices of the parameters that have to be looked at.
    pending: Vec<usize>,
}

impl Inputs {
    fn of(function: &Function) -> Self {
        let blocks = function.blocks.iter().skip(1);
        let values: Vec<_> =
            blocks.flat_map(|block| &block.parameters).map(|&parameter| (parameter, SmallVec::new())).collect();
        let index_of: FxHashMap<ValueId, usize> =
            values.iter().enumerate().map(|(index, (parameter, _))| (*parameter, index)).collect();
        let pending = (0..values.len()).rev().collect();
        let mut inputs = Self { values, users: FxHashMap::default(), pending };
        for (parameter, argument) in function.incoming() {
            let Some(&index) = index_of.get(&parameter) else { continue };
            if let Some((_, values)) = inputs.values.get_mut(index) {
                values.push(argument);
                inputs.users.entry(argument).or_default().push(index);
            }
        }
        inputs
    }

    /// Looks again at the parameters that a value is passed to, which has been replaced.
    fn replaced(&mut self, value: ValueId, by: ValueId) {
        let Some(mut users) = self.users.remove(&value) else { return };
        self.pending.extend(&users);
        let others = self.users.entry(by).or_default();
        if others.len() < users.len() {
            std::mem::swap(others, &mut users);
        }
        others.append(&mut users);
    }

    /// Replaces the parameters that have one value.
    fn replace_parameters(&mut self, function: &Function, same: &mut [ValueId]) {
        while let Some(index) = self.pending.pop() {
            let Some((parameter, values)) = self.values.get_mut(index) else { continue };
            let parameter = *parameter;
            if find(same, parameter) != parameter {
                continue;
            }
            let Some(input) = only_input(same, parameter, values) else { continue };
            if function.bits(input) == function.bits(parameter) {
                set(same, parameter, input);
                self.replaced(parameter, input);
            }
        }
    }
}

/// The one value that is passed to a parameter, if it is one. Removes values that are the parameter itself or equal to
/// another one, so that many edges are looked at once, and not whenever one of their values is replaced.
fn only_input(same: &mut [ValueId], parameter: ValueId, values: &mut SmallVec<[ValueId; 2]>) -> Option<ValueId> {
    let mut input = None;
    let mut at = 0;
    while let Some(&value) = values.get(at) {
        let value = find(same, value);
        match input {
            None if value != parameter => {
                input = Some(value);
                at += 1;
            }
            Some(known) if value != parameter && value != known => return None,
            _ => {
                values.swap_remove(at);
            }
        }
    }
    input
}

fn set(same: &mut [ValueId], value: ValueId, by: ValueId) {
    if let Some(entry) = same.get_mut(value.index()) {
        *entry = by;
    }
}

/// The value that a value is replaced by, directly or through others.
fn find(same: &mut [ValueId], value: ValueId) -> ValueId {
    let mut found = value;
    while let Some(&next) = same.get(found.index()).filter(|&&next| next != found) {
        found = next;
    }
    // Later searches take one step.
    let mut step = value;
    while step != found {
        let next = same.get(step.index()).copied().unwrap_or(found);
        set(same, step, found);
        step = next;
    }
    found
}

/// Replaces values wherever they are used, and removes the parameters that have a replacement.
fn replace(function: &mut Function, same: &mut [ValueId]) {
    let kept: Vec<SmallVec<[bool; 4]>> = function
        .blocks
        .iter()
        .map(|block| block.parameters.iter().map(|&parameter| find(same, parameter) == parameter).collect())
        .collect();
    for (block, kept) in function.blocks.iter_mut().zip(&kept) {
        let mut flags = kept.iter();
        block.parameters.retain(|_| flags.next().copied().unwrap_or(true));
    }
    for block in &mut function.blocks {
        for instruction in &mut block.instructions {
            instruction.replace(|value| find(same, value));
        }
        for target in block.end.targets_mut() {
            let mut flags = kept.get(target.to.index()).into_iter().flatten();
            target.arguments.retain(|_| flags.next().copied().unwrap_or(true));
            target.arguments.iter_mut().for_each(|argument| *argument = find(same, *argument));
        }
        block.end.values_mut().for_each(|value| *value = find(same, *value));
    }
}
