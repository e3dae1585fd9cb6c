//! PTX text in operations: inline assembly of the LLVM dialect, and `nvvm.inline_ptx`.
//!
//! Accepts the text with the constraints or the operands of its operation. Guarantees that a text is parsed once; that
//! a placeholder is the operand with that number, or the one that is tied to the output with that number; and that the
//! results of the operation are the values that the text writes.
//!
//! Leaves out on purpose: the statements of a text (`tileiras-ptx`), and results in floating point.

use melior::ir::operation::OperationLike as _;
use melior::ir::{OperationRef, Type, Value, ValueLike as _};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use tileiras_kernel::builder::FunctionBuilder;
use tileiras_kernel::program::{InstructionKind, Wgmma};
use tileiras_kernel::{BlockId, InstId, ValueId};
use tileiras_mlir::attribute::{View, view};
use tileiras_mlir::operation;
use tileiras_mlir::text::lossy;
use tileiras_mlir::value::{is_struct, is_void, pointer_space, struct_field_type};
use tileiras_ptx::inline::{self, Placeholder, Surroundings, Symbol};
use tileiras_target::feature::Features;

use super::constants::width;
use super::flow::i32_values;
use super::key::{AttributeKey, OpKey, ValueKey};
use super::reader::FunctionReader;
use super::state::SymbolKey;
use super::{alignment, fold};

/// The texts and constraints that were parsed.
#[derive(Default)]
pub(super) struct Texts {
    texts: FxHashMap<AttributeKey, Rc<Text>>,
    constraints: FxHashMap<AttributeKey, Rc<[Position]>>,
}

/// A text that was parsed.
pub(super) struct Text {
    source: Box<str>,
    parsed: inline::Text,
}

impl Text {
    /// Whether the text has anything that a rule asks for.
    pub fn has_instructions(&self) -> bool {
        self.parsed.has_instructions()
    }

    /// Whether the text has a word in it.
    pub fn mentions(&self, word: &str) -> bool {
        self.source.contains(word)
    }
}

/// What a number in a text of inline assembly stands for.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Position {
    /// The result of that index. It begins with the value of the operand that is tied to it.
    Result(usize, Option<usize>),
    /// The operand of that index.
    Operand(usize),
}

impl Texts {
    /// The text in an attribute.
    pub fn of(&mut self, op: OperationRef<'_, '_>, name: &str) -> Option<Rc<Text>> {
        let attribute = operation::inherent_attribute(op, name)?;
        let View::Text(text) = view(attribute) else { return None };
        let parse = || {
            let source = lossy(text);
            Rc::new(Text { parsed: inline::Text::parse(&source), source: source.into() })
        };
        Some(self.texts.entry(AttributeKey::of(attribute)).or_insert_with(parse).clone())
    }

    /// What each number of a text stands for.
    fn positions(&mut self, op: OperationRef<'_, '_>) -> Rc<[Position]> {
        let Some(attribute) = operation::inherent_attribute(op, "constraints") else { return Rc::default() };
        let View::Text(text) = view(attribute) else { return Rc::default() };
        let read = || positions(&lossy(text)).into();
        self.constraints.entry(AttributeKey::of(attribute)).or_insert_with(read).clone()
    }
}

/// Reads constraints of LLVM IR, such as `=r,=&r,r,0,~{memory}`.
fn positions(constraints: &str) -> Vec<Position> {
    let (mut found, mut results, mut operands) = (Vec::new(), 0, 0);
    for constraint in constraints.split(',').filter(|text| !text.starts_with('~') && !text.is_empty()) {
        if constraint.starts_with('=') && !constraint.contains('*') {
            found.push(Position::Result(results, None));
            results += 1;
            continue;
        }
        if let Ok(tied) = constraint.parse::<usize>()
            && let Some(Position::Result(_, operand)) = found.get_mut(tied)
        {
            *operand = Some(operands);
        }
        found.push(Position::Operand(operands));
        operands += 1;
    }
    found
}

/// What the text of one operation refers to.
struct Operation<'r, 'f, 's, 'c, 'a> {
    reader: &'r mut FunctionReader<'f, 's, 'c, 'a>,
    op: OperationRef<'c, 'a>,
    positions: Rc<[Position]>,
    read_only: usize,
}

impl<'c, 'a> Operation<'_, '_, '_, 'c, 'a> {
    fn index(&self, placeholder: Placeholder) -> Option<usize> {
        match placeholder {
            Placeholder::Numbered(number) => match *self.positions.get(number)? {
                Position::Result(_, tied) => tied,
                Position::Operand(operand) => Some(operand),
            },
            Placeholder::ReadOnly(number) => Some(number),
            Placeholder::ReadWrite(number) => self.read_only.checked_add(number),
            Placeholder::WriteOnly(_) => None,
        }
    }

    /// The result that a placeholder stands for, with its type.
    fn result(&self, placeholder: Placeholder) -> Option<(usize, Type<'c>)> {
        let (index, is_member) = match placeholder {
            Placeholder::Numbered(number) => match *self.positions.get(number)? {
                Position::Result(index, _) => (index, true),
                Position::Operand(_) => return None,
            },
            Placeholder::WriteOnly(number) => (number, false),
            Placeholder::ReadOnly(_) | Placeholder::ReadWrite(_) => return None,
        };
        if !is_member {
            return Some((index, operation::result(self.op, index)?.r#type()));
        }
        let r#type = operation::result(self.op, 0)?.r#type();
        Some((index, if is_struct(r#type) { struct_field_type(r#type, index)? } else { r#type }))
    }
}

impl<'c: 'a, 'a> Surroundings for Operation<'_, '_, '_, 'c, 'a> {
    fn operand(&mut self, builder: &mut FunctionBuilder, placeholder: Placeholder) -> Option<ValueId> {
        let operand = operation::operand(self.op, self.index(placeholder)?)?;
        std::mem::swap(builder, &mut self.reader.builder);
        let value = self.reader.value(operand);
        std::mem::swap(builder, &mut self.reader.builder);
        Some(value)
    }

    fn is_wanted(&mut self, placeholder: Placeholder) -> bool {
        self.result(placeholder).is_some_and(|(_, r#type)| is_followed(r#type))
    }

    fn symbol(&mut self, name: &str) -> Option<Symbol> {
        let module = self.reader.module?;
        let found = self.reader.program.symbols.lookup(module, name.as_bytes())?;
        let id = self.reader.program.variable(SymbolKey::Definition(OpKey::of(found)));
        Some(Symbol { id, alignment: alignment::of_global(found) })
    }
}

/// Whether values of a type are followed.
fn is_followed(r#type: Type<'_>) -> bool {
    width(r#type).is_some() || pointer_space(r#type).is_some()
}

impl<'c: 'a, 'a> FunctionReader<'_, '_, 'c, 'a> {
    /// Adds the instructions of a text. Returns the block for what follows.
    pub(super) fn text(&mut self, op: OperationRef<'c, 'a>, name: &str, block: BlockId, id: InstId) -> BlockId {
        let Some(text) = self.program.texts.of(op, name) else { return block };
        if !text.has_instructions() && !op.results().any(|result| has_followed(result.into())) {
            return block;
        }
        let sizes = i32_values(op, "operandSegmentSizes");
        // The predicate of `nvvm.inline_ptx` is the last operand.
        let is_inline_ptx = name == "ptxCode";
        let predicate = op.operand_count().checked_sub(1).filter(|_| is_inline_ptx && sizes.get(2) == Some(&1));
        let predicate = predicate.and_then(|index| operation::operand(op, index));
        let positions = if is_inline_ptx { Rc::default() } else { self.program.texts.positions(op) };
        let guard = predicate.map(|predicate| self.guard(block, predicate));
        let begin = guard.map_or(block, |(taken, _)| taken);
        let mut builder = std::mem::take(&mut self.builder);
        let mut variables = self.variables;
        let mut operation =
            Operation { reader: self, op, positions, read_only: sizes.first().copied().unwrap_or_default() };
        let lowered = inline::lower(&text.parsed, &mut builder, begin, &mut operation, &mut variables, id);
        let results: Vec<_> = lowered
            .results
            .into_iter()
            .filter_map(|(placeholder, value)| Some((operation.result(placeholder)?, placeholder, value)))
            .collect();
        self.builder = builder;
        self.variables = variables;
        if let (Some(from), Some(to)) = (lowered.accumulator, self.accumulator_of_result(op)) {
            let copy = InstructionKind::Wgmma(Wgmma::CopyAccumulator { from, to });
            self.builder.push(lowered.block, copy, Features::new(), id);
        }
        match guard {
            // Without the predicate, the text writes nothing.
            Some((_, after)) => {
                if lowered.block != begin {
                    self.builder.end(lowered.block, super::lower::jump(after));
                }
                after
            }
            None => {
                for ((index, r#type), placeholder, value) in results {
                    self.text_result(op, index, r#type, placeholder, value);
                }
                lowered.block
            }
        }
    }

    /// States what a text writes.
    fn text_result(
        &mut self,
        op: OperationRef<'c, 'a>,
        index: usize,
        r#type: Type<'c>,
        placeholder: Placeholder,
        value: ValueId,
    ) {
        let value = fold::zero_extend(&mut self.builder, value, super::reader::bits_of(r#type));
        let is_member = matches!(placeholder, Placeholder::Numbered(_));
        let Some(result) = operation::result(op, if is_member { 0 } else { index }) else { return };
        if is_member && is_struct(result.r#type()) {
            self.members.insert((ValueKey::of(result), index), value);
        } else {
            self.values.insert(ValueKey::of(result), value);
        }
    }
}

/// Whether a value, or a member of it, is followed.
fn has_followed(value: Value<'_, '_>) -> bool {
    let r#type = value.r#type();
    if is_struct(r#type) {
        return (0..).map_while(|index| struct_field_type(r#type, index)).any(is_followed);
    }
    !is_void(r#type) && is_followed(r#type)
}

#[cfg(test)]
mod tests {
    use super::{Position, positions};

    #[test]
    fn numbers_are_those_of_results_and_then_of_operands() {
        assert_eq!(
            positions("=r,=&l,r,0,~{memory}"),
            [Position::Result(0, Some(1)), Position::Result(1, None), Position::Operand(0), Position::Operand(1)]
        );
        assert_eq!(positions(""), []);
        assert_eq!(positions("9,=*m"), [Position::Operand(0), Position::Operand(1)]);
    }
}
