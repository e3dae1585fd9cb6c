//! Branches on a table in shared memory, such as the task of each warp: one copy of the branch for each content of the
//! table.
//!
//! ```text
//! st.shared.b32 [tasks], 0x01010000;      bar.sync 0;         // the task of each warp, a byte each
//! st.shared.b32 [tasks], 0x02020202;      bar.sync 0;
//!
//! loop:                                                       // the other warps
//!   bar.sync 0;
//!   ld.shared.b8 task, [tasks + warp];
//!   branch on task
//! ```
//!
//! The branch becomes one of two branches. In the first one the task of warp 0 is 0 and that of warp 3 is 1; in the
//! second one all are 2. Which of them is taken is unknown, and the same for all threads of the CTA.
//!
//! Accepts any program. Guarantees that a branch is copied only if its load follows a barrier of the CTA in its block,
//! and what it reads is what stores to constant addresses have written. All copies of an instruction have its id.
//!
//! Leaves out on purpose: functions that call others, or are called; and tables that stores to addresses which are not
//! constant can write, too.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::id::{BlockId, SymbolId, ValueId};
use crate::limits;
use crate::program::{AsyncCopy, Block, CpAsync, Function, Instruction, InstructionKind, Program, Target, Terminator};
use crate::range::{Range, Ranges};
use crate::value::{Comparison, Operator, Space, Value, ValueKind, masked};

/// The bytes of a variable that a block writes, by their offsets; none if it is not known what it writes.
type Content = BTreeMap<i64, Option<u8>>;

impl Program {
    /// Copies branches on what a table in shared memory contains, for each of its contents. All copies of an
    /// instruction have its id.
    pub fn split_by_tables(&mut self) {
        let callees: FxHashSet<usize> = self.functions.iter().flat_map(callees).collect();
        for (index, function) in self.functions.iter_mut().enumerate() {
            if !callees.contains(&index) && self_contained(function) {
                split(function);
            }
        }
    }
}

/// The functions that a function calls, or takes the address of.
fn callees(function: &Function) -> impl Iterator<Item = usize> {
    function.instructions().filter_map(|instruction| match instruction.kind {
        InstructionKind::Call { callee, .. } | InstructionKind::Reference { callee } => Some(callee.index()),
        _ => None,
    })
}

/// Whether no other code writes to memory while the function is executed.
fn self_contained(function: &Function) -> bool {
    let calls = |kind: &InstructionKind| matches!(kind, InstructionKind::Call { .. } | InstructionKind::CallUnknown);
    !function.instructions().any(|instruction| calls(&instruction.kind))
}

fn split(function: &mut Function) {
    let mut contents = contents(function);
    if contents.is_empty() {
        return;
    }
    let written = computed(function);
    contents.retain(|&variable, contents| {
        let can_write = |bytes: &Bytes| contents.iter().any(|content| bytes.overlap(content));
        !written.iter().any(|(symbol, bytes)| symbol.is_none_or(|symbol| symbol == variable) && can_write(bytes))
    });
    let decides = deciding(function);
    let loads = loads(function).into_iter().filter(|(.., value)| decides.get(value.index()) == Some(&true));
    for (block, address, value) in loads.take(limits::DECIDING_LOADS) {
        let Some(sum) = Sum::of(function, address) else { continue };
        let Some(contents) = contents.get(&sum.symbol) else { continue };
        Splitter::new(function, block, value).split(&sum, contents);
    }
}

/// For each value, whether a branch depends on it.
fn deciding(function: &Function) -> Vec<bool> {
    let mut decides = vec![false; function.values.len()];
    let mut pending: Vec<ValueId> = function.blocks.iter().filter_map(|block| tested(&block.end)).collect();
    while let Some(value) = pending.pop() {
        let is_new = decides.get_mut(value.index()).is_some_and(|decides| !std::mem::replace(decides, true));
        if let Some(value) = function.value(value).filter(|_| is_new) {
            pending.extend(value.kind.operands());
        }
    }
    decides
}

/// The value that decides which edge a thread takes.
const fn tested(end: &Terminator) -> Option<ValueId> {
    match end {
        Terminator::Branch { condition: tested, .. } | Terminator::Switch { value: tested, .. } => Some(*tested),
        _ => None,
    }
}

/// Bytes of a variable, as the interval of their offsets; all of it, if that is not known.
struct Bytes(Option<Range>);

impl Bytes {
    /// Whether some byte of a content is one of these.
    fn overlap(&self, content: &Content) -> bool {
        self.0.is_none_or(|Range { low, high }| content.range(low..=high).next().is_some())
    }
}

/// Where stores to addresses that are not constant can write: the variable, if it is known, and the bytes.
fn computed(function: &Function) -> Vec<(Option<SymbolId>, Bytes)> {
    let ranges = OnceCell::new();
    let stores = function.instructions().flat_map(Instruction::stores).filter(|store| store.space != Space::Generic);
    let bytes = |sum: &Sum, value: ValueId| {
        let ranges: &Ranges = ranges.get_or_init(|| Ranges::of(function));
        let size = i64::from(function.value(value)?.bits.div_ceil(8));
        let terms = sum.terms.iter().map(|&term| ranges.get(term));
        let first = Range { low: sum.offset, high: sum.offset.checked_add(size - 1)? };
        terms.into_iter().try_fold(first, |bytes, term| bytes.plus(term?))
    };
    let found = stores.filter_map(|stored| match Sum::of(function, stored.address) {
        Some(sum) if sum.terms.is_empty() => None,
        Some(sum) => Some((Some(sum.symbol), Bytes(bytes(&sum, stored.value)))),
        None => Some((None, Bytes(None))),
    });
    let generic = function.instructions().any(Instruction::stores_anywhere).then_some((None, Bytes(None)));
    found.chain(generic).collect()
}

/// What stores write to constant addresses, by the variable: those of a block up to a barrier are one content. What a
/// copy overwrites is none.
fn contents(function: &Function) -> BTreeMap<SymbolId, Vec<Content>> {
    let mut found: BTreeMap<SymbolId, Vec<Content>> = BTreeMap::new();
    let mut copied: BTreeSet<(SymbolId, i64)> = BTreeSet::new();
    for block in &function.blocks {
        let mut written: BTreeMap<SymbolId, Content> = BTreeMap::new();
        for instruction in &block.instructions {
            for stored in instruction.stores() {
                store(function, stored.address, stored.value, &mut written);
            }
            match instruction.kind {
                InstructionKind::CpAsync(CpAsync::Copy { to: Some(to), .. })
                | InstructionKind::AsyncCopy(AsyncCopy { to: Some(to), .. }) => copied.extend(constant(function, to)),
                InstructionKind::Barrier { .. } => add(&mut found, std::mem::take(&mut written)),
                _ => {}
            }
        }
        add(&mut found, written);
    }
    let is_copied = |variable: SymbolId, content: &Content| {
        copied.iter().any(|&(to, at)| to == variable && content.range(at..at.saturating_add(16)).next().is_some())
    };
    found.retain(|&variable, contents| !contents.iter().any(|content| is_copied(variable, content)));
    found
}

/// The variable and the offset of an address that is constant.
fn constant(function: &Function, address: ValueId) -> Option<(SymbolId, i64)> {
    let sum = Sum::of(function, address).filter(|sum| sum.terms.is_empty())?;
    Some((sum.symbol, sum.offset))
}

/// Adds what a store writes, if its address is constant.
fn store(function: &Function, address: ValueId, value: ValueId, written: &mut BTreeMap<SymbolId, Content>) {
    let (Some((symbol, offset)), Some(value)) = (constant(function, address), function.value(value)) else { return };
    let content = written.entry(symbol).or_default();
    for (index, at) in (0..value.bits.div_ceil(8)).zip(offset..) {
        content.insert(at, value.constant().and_then(|number| byte(number, index)));
    }
}

fn add(found: &mut BTreeMap<SymbolId, Vec<Content>>, written: BTreeMap<SymbolId, Content>) {
    for (symbol, content) in written {
        let others = found.entry(symbol).or_default();
        if !others.contains(&content) {
            others.push(content);
        }
    }
}

fn byte(number: u64, index: u8) -> Option<u8> {
    number.to_le_bytes().get(usize::from(index)).copied()
}

/// The loads after a barrier of the CTA in their block, each with its address and the value that it defines.
fn loads(function: &Function) -> Vec<(BlockId, ValueId, ValueId)> {
    let mut found = Vec::new();
    for (id, block) in function.enumerate() {
        let mut is_behind_barrier = false;
        for instruction in &block.instructions {
            if instruction.kind.is_barrier_of_all() {
                is_behind_barrier = true;
            }
            let loads = instruction.loads().filter(|load| is_behind_barrier && load.space == Space::Shared);
            found.extend(loads.map(|load| (id, load.address, load.value)));
            is_behind_barrier &= instruction.stores().next().is_none();
        }
    }
    found
}

/// An address as a sum.
struct Sum {
    symbol: SymbolId,
    offset: i64,
    /// The terms that are not constant, all of one width.
    terms: SmallVec<[ValueId; 2]>,
}

impl Sum {
    fn of(function: &Function, address: ValueId) -> Option<Self> {
        let (mut symbol, mut offset, mut terms) = (None, 0_i64, SmallVec::new());
        let mut pending: SmallVec<[ValueId; 4]> = SmallVec::from_slice(&[address]);
        for _ in 0..limits::TABLE_INDEX_DEPTH {
            let Some(next) = pending.pop() else { break };
            let value = function.value(next)?;
            match &value.kind {
                ValueKind::Symbol(of) if symbol.is_none() => symbol = Some(*of),
                ValueKind::Symbol(_) => return None,
                ValueKind::Constant(_) => offset = offset.wrapping_add(value.signed_constant()?),
                ValueKind::Compute(Operator::Add, operands) => pending.extend(operands.iter().copied()),
                // A generic address.
                ValueKind::Compute(Operator::ZeroExtend, operands) if has_symbol(function, operands) => {
                    pending.extend(operands.iter().copied());
                }
                _ => terms.push(next),
            }
        }
        let is_one_width = terms.windows(2).all(|pair| function.bits(pair[0]) == function.bits(pair[1]));
        (pending.is_empty() && is_one_width).then_some(Self { symbol: symbol?, offset, terms })
    }
}

/// Whether a value is the address of a variable, or the sum of one with a constant.
fn has_symbol(function: &Function, values: &[ValueId]) -> bool {
    values.iter().any(|&value| match function.value(value).map(|value| &value.kind) {
        Some(ValueKind::Symbol(_)) => true,
        Some(ValueKind::Compute(Operator::Add, terms)) => {
            terms.iter().any(|&term| function.value(term).is_some_and(|term| matches!(term.kind, ValueKind::Symbol(_))))
        }
        _ => false,
    })
}

/// Copies the branch after one load.
struct Splitter<'f> {
    function: &'f mut Function,
    block: BlockId,
    /// What the load reads.
    loaded: ValueId,
    /// For each value, whether it depends on what the load reads.
    depends: Vec<bool>,
    /// The pure values.
    pure: FxHashMap<Value, ValueId>,
}

impl<'f> Splitter<'f> {
    fn new(function: &'f mut Function, block: BlockId, loaded: ValueId) -> Self {
        let depends = function.depending_on(|value| value == loaded.index());
        Self { function, block, loaded, depends, pure: FxHashMap::default() }
    }

    fn split(mut self, sum: &Sum, contents: &[Content]) {
        let blocks = self.blocks();
        let bits = self.function.bits(self.loaded);
        let elements: Vec<Vec<(i64, u64)>> =
            contents.iter().map(|content| elements(content, bits, sum.offset)).collect();
        let is_small = |elements: &Vec<(i64, u64)>| elements.len() <= limits::TABLE_ELEMENTS;
        let is_known = elements.iter().any(|elements| !elements.is_empty());
        if blocks.is_empty() || blocks.len() > limits::BRANCH_BLOCKS || contents.len() > limits::TABLE_CONTENTS {
            return;
        }
        if !is_known || !elements.iter().all(is_small) {
            return;
        }
        let values = self.function.values.iter().enumerate();
        self.pure = values.map(|(index, value)| (value.clone(), ValueId::new(index))).collect();
        let values: Vec<ValueId> = elements.iter().map(|elements| self.element(sum, elements, bits)).collect();
        let ends: Vec<Terminator> = values.iter().map(|&value| self.copy(&blocks, value)).collect();
        let choice = self.choice(&values);
        self.choose(ends, choice);
        self.remove(&blocks);
    }

    /// The blocks whose ends depend on what the load reads: that of the load first, then those after it that define no
    /// value.
    fn blocks(&self) -> Vec<BlockId> {
        let mut found: Vec<BlockId> = Vec::new();
        let mut pending = vec![self.block];
        while let Some(next) = pending.pop() {
            let Some(block) = self.function.block(next) else { continue };
            let Some(tested) = tested(&block.end) else { continue };
            let is_one = next == self.block || defines_nothing(block);
            if found.contains(&next) || !is_one || self.depends.get(tested.index()) != Some(&true) {
                continue;
            }
            found.push(next);
            pending.extend(block.end.targets().map(|target| target.to));
        }
        found
    }

    /// What the load reads in a table with these elements. Elsewhere it reads what it did before.
    fn element(&mut self, sum: &Sum, elements: &[(i64, u64)], bits: u8) -> ValueId {
        let width = sum.terms.first().map_or(32, |&term| self.function.bits(term));
        let mut terms = sum.terms.iter().copied();
        let offset = terms.next().unwrap_or_else(|| self.pure(ValueKind::Constant(0), width));
        let offset = terms.fold(offset, |sum, term| self.compute(Operator::Add, width, &[sum, term]));
        elements.iter().fold(self.loaded, |rest, &(at, number)| {
            let at = self.pure(ValueKind::Constant(masked(at.cast_unsigned(), width)), width);
            let number = self.pure(ValueKind::Constant(number), bits);
            let is_here = self.compute(Operator::Compare(Comparison::Eq), 1, &[offset, at]);
            self.compute(Operator::Select, bits, &[is_here, number, rest])
        })
    }

    fn compute(&mut self, operator: Operator, bits: u8, operands: &[ValueId]) -> ValueId {
        self.pure(ValueKind::Compute(operator, SmallVec::from_slice(operands)), bits)
    }

    fn pure(&mut self, kind: ValueKind, bits: u8) -> ValueId {
        let value = Value { kind, bits };
        let new = ValueId::new(self.function.values.len());
        let id = *self.pure.entry(value.clone()).or_insert(new);
        if id == new {
            self.function.values.push(value);
        }
        id
    }

    /// Copies the blocks of the branch with another value instead of what the load reads. Returns the end of the first
    /// one, whose instructions are not copied.
    fn copy(&mut self, blocks: &[BlockId], value: ValueId) -> Terminator {
        let first = self.function.blocks.len();
        let mut copies: FxHashMap<BlockId, BlockId> = FxHashMap::default();
        for (index, &block) in blocks.iter().skip(1).enumerate() {
            copies.insert(block, BlockId::new(first + index));
        }
        let mut replaced: FxHashMap<ValueId, ValueId> = FxHashMap::default();
        replaced.insert(self.loaded, value);
        let mut ends = Vec::new();
        for &id in blocks {
            let Some(mut block) = self.function.block(id).cloned() else { continue };
            for instruction in &mut block.instructions {
                instruction.replace(|value| self.replace(value, &mut replaced));
            }
            block.end.values_mut().for_each(|value| *value = self.replace(*value, &mut replaced));
            for Target { to, arguments } in block.end.targets_mut() {
                arguments.iter_mut().for_each(|value| *value = self.replace(*value, &mut replaced));
                *to = copies.get(to).copied().unwrap_or(*to);
            }
            ends.push(block);
        }
        let mut made = ends.into_iter();
        let end = made.next().map_or(Terminator::Trap, |block| block.end);
        self.function.blocks.extend(made);
        end
    }

    /// A value with another one instead of what the load reads. Without recursion: an expression can be long.
    fn replace(&mut self, value: ValueId, replaced: &mut FxHashMap<ValueId, ValueId>) -> ValueId {
        let mut pending = vec![value];
        while let Some(&next) = pending.last() {
            let Some(described) = self.function.value(next).filter(|_| !replaced.contains_key(&next)) else {
                pending.pop();
                continue;
            };
            let ValueKind::Compute(operator, operands) = described.kind.clone() else {
                pending.pop();
                continue;
            };
            let bits = described.bits;
            let is_open = |operand: &ValueId| {
                self.depends.get(operand.index()) == Some(&true) && !replaced.contains_key(operand) && *operand != next
            };
            let missing: SmallVec<[ValueId; 3]> = operands.iter().copied().filter(is_open).collect();
            if !missing.is_empty() && pending.len() <= self.function.values.len() {
                pending.extend(missing);
                continue;
            }
            let operands: SmallVec<[ValueId; 3]> =
                operands.iter().map(|operand| replaced.get(operand).copied().unwrap_or(*operand)).collect();
            let made = self.compute(operator, bits, &operands);
            replaced.insert(next, made);
            pending.pop();
        }
        replaced.get(&value).copied().unwrap_or(value)
    }

    /// The number of the first content that has what the load reads. It is the same in all threads of the CTA.
    fn choice(&mut self, values: &[ValueId]) -> ValueId {
        let number = |index: usize| ValueKind::Constant(index as u64);
        let last = self.pure(number(values.len().saturating_sub(1)), 32);
        let mut selected = last;
        for (index, &value) in values.iter().enumerate().rev().skip(1) {
            let index = self.pure(number(index), 32);
            let is_read = self.compute(Operator::Compare(Comparison::Eq), 1, &[value, self.loaded]);
            selected = self.compute(Operator::Select, 32, &[is_read, index, selected]);
        }
        self.compute(Operator::SameInCta, 32, &[selected])
    }

    /// Lets the block of the load end with one of several ends.
    fn choose(&mut self, mut ends: Vec<Terminator>, choice: ValueId) {
        let end = match ends.len() {
            0 => return,
            1 => ends.remove(0),
            _ => {
                let mut cases: Vec<(u64, Target)> = Vec::new();
                for (number, end) in (0..).zip(ends) {
                    cases.push((number, Target::new(BlockId::new(self.function.blocks.len()))));
                    self.function.blocks.push(Block { end, ..Block::default() });
                }
                let Some((_, default)) = cases.pop() else { return };
                Terminator::Switch { value: choice, cases, default }
            }
        };
        if let Some(block) = self.function.blocks.get_mut(self.block.index()) {
            block.end = end;
        }
    }

    /// Removes the blocks that nothing leads to since they are copied.
    fn remove(&mut self, blocks: &[BlockId]) {
        for &id in blocks.iter().skip(1) {
            let is_reached = self.function.blocks.iter().any(|block| block.end.targets().any(|target| target.to == id));
            if let Some(block) = self.function.blocks.get_mut(id.index()).filter(|_| !is_reached) {
                *block = Block::default();
            }
        }
    }
}

/// Whether no value is defined in a block, but those that are computed wherever they are used.
fn defines_nothing(block: &Block) -> bool {
    let defines = |instruction: &Instruction| {
        let is_call = matches!(instruction.kind, InstructionKind::Call { .. } | InstructionKind::CallUnknown);
        is_call || instruction.loads().next().is_some()
    };
    block.parameters.is_empty() && block.computes.is_empty() && !block.instructions.iter().any(defines)
}

/// The elements of a table, by their distance from an offset.
fn elements(content: &Content, bits: u8, from: i64) -> Vec<(i64, u64)> {
    let element = |&at: &i64| {
        let mut number = 0;
        for (index, at) in (0..bits.div_ceil(8)).zip(at..) {
            number |= u64::from((*content.get(&at)?)?) << (u32::from(index) * 8);
        }
        Some((at.wrapping_sub(from), masked(number, bits)))
    };
    content.keys().filter_map(element).collect()
}
