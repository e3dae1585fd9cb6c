//! Inline assembly: the text of an operation, read once and lowered wherever it is used.
//!
//! Accepts the text of `llvm.inline_asm` and of `nvvm.inline_ptx`. Guarantees that every instruction of the text that a
//! rule asks for is in the function that is built, in the blocks that the labels, branches and guards of the text make;
//! that `exit` and `ret` leave the function; and a value for every placeholder that the text writes. Refuses nothing: what
//! cannot be read does nothing, or gives a value of which nothing is known.
//!
//! ```
//! use tileiras_kernel::builder::FunctionBuilder;
//! use tileiras_kernel::{InstId, ValueId};
//! use tileiras_kernel::program::Terminator;
//! use tileiras_ptx::inline::{Placeholder, Surroundings, Text, lower};
//!
//! /// `$1` is the only argument.
//! struct Operation(ValueId);
//!
//! impl Surroundings for Operation {
//!     fn operand(&mut self, _: &mut FunctionBuilder, placeholder: Placeholder) -> Option<ValueId> {
//!         (placeholder == Placeholder::Numbered(1)).then_some(self.0)
//!     }
//! }
//!
//! let text = Text::parse("add.u32 $0, $1, 1; bar.sync $0;"); // once for each text
//! let mut builder = FunctionBuilder::new();
//! let block = builder.add_block();
//! let argument = builder.constant(2, 32);
//! let mut variables = 0; // of the function: each text takes its own
//! let lowered = lower(&text, &mut builder, block, &mut Operation(argument), &mut variables, InstId::new(7));
//! assert_eq!(lowered.results.len(), 1);
//! // What follows the operation is read into this block.
//! builder.end(lowered.block, Terminator::Exit);
//! assert_eq!(builder.finish().instructions().count(), 1);
//! ```
//!
//! An operand that is read and written has two numbers in LLVM IR, `$0` and the number of the argument that is tied to
//! it. The caller is asked for the value of each number that the text names, `$0` included: the value of an output is
//! that of the argument that is tied to it, or none.
//!
//! Leaves out on purpose: constraints, and alternatives such as `$(a$|b$)`.

use tileiras_kernel::builder::FunctionBuilder;
use tileiras_kernel::{AccumulatorId, BlockId, InstId, SymbolId, ValueId};

use crate::body::{Callee, Host, Lowering, Plan, written};
use crate::statement::{Code, Instruction, Register};

/// An operand of the operation, as the text refers to it.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Hash)]
pub enum Placeholder {
    /// `$0`: of the results and then the arguments.
    Numbered(usize),
    /// `{$r0}`: of the arguments that are only read.
    ReadOnly(usize),
    /// `{$rw0}`: of the arguments that are read and written.
    ReadWrite(usize),
    /// `{$w0}`: of the results that are only written.
    WriteOnly(usize),
}

/// A text that has been read.
#[derive(Clone, Debug)]
pub struct Text {
    source: Box<[u8]>,
    code: Code,
    plan: Plan,
    /// The placeholders that the text writes.
    written: Vec<(Placeholder, Register)>,
}

impl Text {
    /// Reads a text.
    pub fn parse(text: &str) -> Self {
        let source = text.as_bytes();
        let code = Code::of_template(source);
        let plan = Plan::of(source, &code, &|_| false);
        let written = written(source, &code);
        Text { source: source.into(), code, plan, written }
    }

    /// Whether the text has anything that a rule asks for, or leaves the function. If it has not, only its results matter.
    pub fn has_instructions(&self) -> bool {
        self.plan.has_actions() || self.plan.can_leave()
    }
}

/// A variable that a text names.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Symbol {
    /// Its id.
    pub id: SymbolId,
    /// Its alignment in bytes, if it is known.
    pub alignment: Option<u64>,
}

/// What a text refers to outside of itself.
pub trait Surroundings {
    /// The value of an operand when the text begins; `None` if it is unknown. An address, an integer or a predicate of
    /// any width up to 64 bits.
    fn operand(&mut self, builder: &mut FunctionBuilder, placeholder: Placeholder) -> Option<ValueId>;

    /// Whether the value that the text gives to an operand is asked for.
    fn is_wanted(&mut self, _placeholder: Placeholder) -> bool {
        true
    }

    /// The variable with that name.
    fn symbol(&mut self, _name: &str) -> Option<Symbol> {
        None
    }
}

/// What becomes of a text.
#[derive(Clone, Debug)]
pub struct Lowered {
    /// The block in which the code after the text is. It is not ended.
    pub block: BlockId,
    /// The value of each wanted operand that the text writes. Its width is that of the value that it had before, or of the
    /// instruction that writes it.
    pub results: Vec<(Placeholder, ValueId)>,
    /// The accumulator of all `wgmma.mma_async` of the text; none if it has none or several.
    pub accumulator: Option<AccumulatorId>,
}

/// Adds the instructions of a text to a block, which is not ended, and to new blocks after it. All of them have the id
/// `id`. `variables` is the number of variables ([`tileiras_kernel::builder::Variable`]) that the function has so far.
pub fn lower(
    text: &Text,
    builder: &mut FunctionBuilder,
    block: BlockId,
    surroundings: &mut dyn Surroundings,
    variables: &mut u32,
    id: InstId,
) -> Lowered {
    let mut host = Template { surroundings, id };
    let first = *variables;
    let registers = u32::try_from(text.code.registers.len()).unwrap_or(u32::MAX);
    *variables = first.saturating_add(registers);
    let source = (&*text.source, &text.code, &text.plan);
    let mut lowering = Lowering::new(source, builder, &mut host, block, first, false);
    lowering.initialise();
    let end = lowering.run();
    let mut results = Vec::new();
    for &(placeholder, register) in &text.written {
        if lowering.is_wanted(placeholder) {
            let value = lowering.value(register);
            results.push((placeholder, value));
        }
    }
    let accumulator = lowering.only_accumulator();
    // After `exit` or a branch nothing follows, but the caller needs a block.
    Lowered { block: end.unwrap_or_else(|| builder.add_block()), results, accumulator }
}

/// The operation that a text belongs to.
struct Template<'s> {
    surroundings: &'s mut dyn Surroundings,
    id: InstId,
}

impl Host for Template<'_> {
    fn operand(&mut self, builder: &mut FunctionBuilder, placeholder: Placeholder) -> Option<ValueId> {
        self.surroundings.operand(builder, placeholder)
    }

    fn is_wanted(&mut self, placeholder: Placeholder) -> bool {
        self.surroundings.is_wanted(placeholder)
    }

    fn symbol(&mut self, name: &str) -> Option<Symbol> {
        self.surroundings.symbol(&name.replace("$$", "$"))
    }

    fn callee(&mut self, _: &str) -> Option<Callee> {
        None
    }

    fn id(&mut self, _: &Instruction) -> InstId {
        self.id
    }
}
