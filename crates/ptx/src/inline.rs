//! Inline assembly: the names of its instructions.
//!
//! Accepts the text of `llvm.inline_asm` and of `nvvm.inline_ptx`, with placeholders such as `$0`, `${0:r}` and
//! `{$rw0}`. Guarantees the instructions in the order of the text, without comments, labels and guards. Refuses
//! nothing.
//!
//! ```
//! use tileiras_ptx::inline::instructions;
//!
//! let found = instructions("L: @$0 bar.sync $1, 64; // comment");
//! assert_eq!((found[0].mnemonic, found[0].operands), ("bar.sync", "$1, 64"));
//! ```
//!
//! Leaves out on purpose: what the instructions do: inline assembly is read as PTX once it is compiled.

use crate::statement;

/// One instruction of inline assembly.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Instruction<'t> {
    /// The mnemonic with its modifiers: `bar.sync`.
    pub mnemonic: &'t str,
    /// The text of the operands: `0, 64`.
    pub operands: &'t str,
}

/// The instructions of a text. Declarations count as instructions.
pub fn instructions(text: &str) -> Vec<Instruction<'_>> {
    let part = |range: std::ops::Range<usize>| text.get(range).unwrap_or_default().trim();
    let found = statement::instructions(text.as_bytes());
    found.map(|(mnemonic, operands)| Instruction { mnemonic: part(mnemonic), operands: part(operands) }).collect()
}
