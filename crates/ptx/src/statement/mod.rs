//! The statements of PTX code: labels, scopes, declarations, guards, mnemonics and operands.
//!
//! Accepts any bytes. Guarantees the instructions and labels in the order of the text, each name looked up in the
//! scopes around it, in time linear in the text. Refuses nothing: what is no statement is skipped up to its `;`, and an
//! operand that cannot be read is [`Operand::Other`].
//!
//! The tokeniser of headers ([`mod@crate::reader`]) stops at the first error, which is right for text that goes to
//! `ptxas`. Here the statements after the error are needed, so that [`scan`] has tokens of its own.
//!
//! Leaves out on purpose: what statements do ([`crate::body`]), and types of operands that do not fit.

mod constant;
mod initial;
mod operand;
mod parse;
mod parser;
mod scan;
mod scope;
mod special;

#[cfg(test)]
mod tests;

use std::ops::Range;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tileiras_kernel::program::Initial;

pub(crate) use special::{LaneMask, Special};

/// The mnemonic of the first statement from a position on, without its guard.
pub(crate) fn mnemonic_at(text: &[u8], position: usize) -> &str {
    let rest = text.get(position..).unwrap_or_default();
    let first = instructions(rest).next();
    first.map_or("", |(mnemonic, _)| Span::new(mnemonic).of(rest))
}

/// The mnemonic and the operands of each statement of a text, as parts of it, without guards and labels.
pub(crate) fn instructions(text: &[u8]) -> impl Iterator<Item = (Range<usize>, Range<usize>)> {
    let mut scanner = scan::Scanner::new(text, 0..text.len());
    let statements = std::iter::from_fn(move || next_statement(&mut scanner));
    statements.filter_map(|statement| {
        let guard = match statement.as_slice() {
            [at, not, ..] if at.kind == scan::ScanKind::Mark(b'@') => {
                2 + usize::from(not.kind == scan::ScanKind::Mark(b'!'))
            }
            _ => 0,
        };
        let mnemonic = statement.get(guard)?;
        let end = statement.last().map_or(mnemonic.end, |last| last.end);
        Some((mnemonic.start..mnemonic.end, mnemonic.end..end))
    })
}

/// The tokens of the next statement before its `;`, without labels and braces of scopes; `None` at the end of the text.
fn next_statement(scanner: &mut scan::Scanner<'_>) -> Option<Vec<scan::ScanToken>> {
    let mut statement: Vec<scan::ScanToken> = Vec::new();
    loop {
        let token = scanner.next();
        match token.kind {
            // A label.
            scan::ScanKind::Mark(b':') if matches!(statement.as_slice(), [_] | [_, _]) => statement.clear(),
            // A scope, unless it is a vector.
            scan::ScanKind::Mark(b'{' | b'}') if statement.is_empty() => {}
            scan::ScanKind::End if statement.is_empty() => return None,
            scan::ScanKind::Mark(b';') | scan::ScanKind::End => return Some(statement),
            _ => statement.push(token),
        }
    }
}

/// A part of a text.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub(crate) struct Span {
    pub start: u32,
    pub end: u32,
}

impl Span {
    pub fn new(range: Range<usize>) -> Self {
        let number = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Span { start: number(range.start), end: number(range.end) }
    }

    /// The part of the text; empty if the text has no such part, or it is not UTF-8.
    pub fn of(self, text: &[u8]) -> &str {
        let part = text.get(self.start as usize..self.end as usize).unwrap_or_default();
        std::str::from_utf8(part).unwrap_or_default()
    }
}

/// A register of a text or a `.param` variable: an index of [`Code::registers`].
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, Ord, PartialOrd)]
pub(crate) struct Register(pub u32);

impl Register {
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The register that was declared so many registers later.
    const fn after(self, count: u32) -> Self {
        Register(self.0.saturating_add(count))
    }
}

/// What is known of a register.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) struct RegisterInfo {
    /// The bits of its type, if it is declared. More than 64 bits count as 64.
    pub bits: Option<u8>,
    /// What declares it.
    pub storage: Storage,
}

/// Where a register or a `.param` variable is kept.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) enum Storage {
    /// `.reg`, or nothing: a register.
    Register,
    /// `.param` of a single value.
    Parameter,
    /// `.param` of several values: an array or a structure.
    Aggregate,
}

/// A variable that the text declares in a state space.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Variable {
    pub name: Span,
    /// The state space with its dot, such as `.shared`.
    pub space: Span,
    /// The alignment in bytes.
    pub alignment: u64,
    /// The size in bytes, if it is known; 0 for an array without a size.
    pub size: Option<u64>,
    /// The bytes of an element of an array.
    pub element: Option<u64>,
    /// What it is from the beginning on, if only code can change it: of `.const` and `.global` variables that the host
    /// cannot name.
    pub initial: Option<Initial>,
}

/// The guard of an instruction: it is executed if the register has the value `holds`.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) struct Guard {
    pub register: Register,
    pub holds: bool,
}

/// An operand.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum Operand {
    /// A register.
    Register(Register),
    /// A special register.
    Special(Special),
    /// An integer, with its sign in the high bits.
    Integer(u64),
    /// A floating point number, as the bits of a double.
    Float(u64),
    /// A variable that the code declares: an index of [`Code::variables`].
    Variable(u32),
    /// A name that the code does not declare: a variable, a function, a label.
    Name(Span),
    /// `[a+8]`, `[a, {b, c}]`. The first item is the address.
    Address { items: Vec<Operand>, offset: i64 },
    /// `{a, b}`.
    Vector(Vec<Operand>),
    /// `(a, b)` of a call.
    List(Vec<Operand>),
    /// `d|p`.
    Pair(Box<[Operand; 2]>),
    /// `!p`.
    Not(Box<Operand>),
    /// `_`.
    Sink,
    /// Anything else, of which nothing is known.
    Other(Span),
}

impl Operand {
    /// Adds every register that the operand names.
    pub fn registers(&self, found: &mut impl FnMut(Register)) {
        match self {
            Operand::Register(register) => found(*register),
            Operand::Address { items, .. } | Operand::Vector(items) | Operand::List(items) => {
                items.iter().for_each(|item| item.registers(found))
            }
            Operand::Pair(items) => items.iter().for_each(|item| item.registers(found)),
            Operand::Not(item) => item.registers(found),
            Operand::Special(_)
            | Operand::Integer(_)
            | Operand::Float(_)
            | Operand::Variable(_)
            | Operand::Name(_)
            | Operand::Sink
            | Operand::Other(_) => {}
        }
    }

    /// Adds every name that the operand has: of a variable, a function or a label. All words of an operand that is not
    /// read are names.
    pub fn names<'t>(&self, text: &'t [u8], found: &mut impl FnMut(&'t str)) {
        match self {
            Operand::Name(name) => found(name.of(text)),
            Operand::Other(span) => {
                let is_part = |part: char| part.is_alphanumeric() || matches!(part, '_' | '$' | '%');
                span.of(text).split(|part| !is_part(part)).for_each(found);
            }
            Operand::Address { items, .. } | Operand::Vector(items) | Operand::List(items) => {
                items.iter().for_each(|item| item.names(text, found))
            }
            Operand::Pair(items) => items.iter().for_each(|item| item.names(text, found)),
            Operand::Not(item) => item.names(text, found),
            Operand::Register(_)
            | Operand::Special(_)
            | Operand::Integer(_)
            | Operand::Float(_)
            | Operand::Variable(_)
            | Operand::Sink => {}
        }
    }

    /// The integer that it is.
    pub const fn integer(&self) -> Option<u64> {
        match self {
            Operand::Integer(value) => Some(*value),
            _ => None,
        }
    }
}

/// An instruction of PTX.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Instruction {
    /// The first byte of the guard or of the mnemonic.
    pub start: u32,
    pub guard: Option<Guard>,
    /// The opcode with its qualifiers.
    pub mnemonic: Span,
    /// The operands as text.
    pub rest: Span,
    pub operands: SmallVec<[Operand; 4]>,
    /// The scope that it is in.
    pub scope: Scope,
}

/// A scope: an index of [`Code::parents`].
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Hash)]
pub(crate) struct Scope(pub u32);

/// A label: an index in the order of the text.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub(crate) struct Label(pub u32);

/// A statement that is not a declaration.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum Statement {
    Label(Label),
    Instruction(Instruction),
}

/// A list of labels that has a name: `.branchtargets`.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Table {
    pub name: Span,
    pub scope: Scope,
    pub targets: Vec<Span>,
}

/// The bytes of an element of each array, by its name.
pub(crate) type Elements<'t> = FxHashMap<&'t str, u64>;

/// The statements of a text. Spans are in bytes of the text.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(crate) struct Code {
    pub statements: Vec<Statement>,
    pub registers: Vec<RegisterInfo>,
    pub variables: Vec<Variable>,
    pub tables: Vec<Table>,
    /// The names of labels, in order, with their scopes.
    pub labels: Vec<(Span, Scope)>,
    /// The scope around each scope. The first one is around itself.
    pub parents: Vec<Scope>,
    /// Which registers the declarations in front of the code declare, in order; see [`Code::with_parameters`].
    pub parameters: Vec<Register>,
    /// How many of them are results.
    pub results: usize,
    /// The names in the initial values of variables.
    pub mentioned: Vec<Span>,
}

impl Code {
    /// Reads the part of a PTX file outside of functions. It has variables only.
    pub fn of_items(text: &[u8], range: Range<usize>) -> Self {
        parser::Parser::new(text, range).read()
    }

    /// Reads the body of a function. `head` is its header from the first keyword on; its results and its parameters
    /// are the first registers. `elements` has the bytes of an element of the arrays outside of functions.
    pub fn of_function(text: &[u8], head: Range<usize>, body: Range<usize>, elements: &Elements<'_>) -> Self {
        parser::Parser::new(text, body).with_elements(elements).with_head(head).read()
    }

    /// What a look-up in a scope, and then in those around it, finds first.
    pub fn in_scopes<T>(&self, mut scope: Scope, mut find: impl FnMut(Scope) -> Option<T>) -> Option<T> {
        loop {
            if let Some(found) = find(scope) {
                return Some(found);
            }
            let parent = self.parents.get(scope.0 as usize).copied()?;
            if parent == scope {
                return None;
            }
            scope = parent;
        }
    }

    /// What is known of a register.
    pub fn register(&self, register: Register) -> Option<&RegisterInfo> {
        self.registers.get(register.index())
    }

    /// The instructions, each with the index of its statement.
    pub fn instructions(&self) -> impl Iterator<Item = (usize, &Instruction)> {
        self.statements.iter().enumerate().filter_map(|(index, statement)| match statement {
            Statement::Instruction(instruction) => Some((index, instruction)),
            Statement::Label(_) => None,
        })
    }
}
