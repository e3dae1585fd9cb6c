//! MLIR text, before MLIR's parser reads it.
//!
//! Accepts any bytes. Guarantees that what MLIR's parser would drop from an operation without a message is an error
//! at its place (`inherent`), and that launches in the forms of older releases are read as the launches that they
//! were (`launch`). Text without either is not changed, and neither is bytecode.
//!
//! Leaves out on purpose: what MLIR refuses by itself, and attributes of arguments and results.

mod found;
mod inherent;
mod launch;
mod lexer;
mod operation;
mod values;

use std::borrow::Cow;

use tileiras_mlir::prepare::{Contexts, Prepare, TextFault};

use found::Found;
use inherent::Inherent;
use values::Values;

/// The first bytes of bytecode.
const BYTECODE: &[u8] = b"ML\xEFR";

/// The step for the tools.
pub struct MLIRText;

impl Prepare for MLIRText {
    fn prepare<'t>(text: &'t [u8], contexts: &Contexts<'_>) -> Result<Cow<'t, [u8]>, Vec<TextFault>> {
        prepare(text, contexts)
    }
}

/// The text that MLIR is to read.
///
/// # Errors
/// What MLIR would drop, and launches that contradict themselves, in the order of the text.
pub fn prepare<'t>(text: &'t [u8], contexts: &Contexts<'_>) -> Result<Cow<'t, [u8]>, Vec<TextFault>> {
    if text.starts_with(BYTECODE) {
        return Ok(Cow::Borrowed(text));
    }
    let mut found = Found::default();
    let mut inherent = Inherent::default();
    operation::visit(text, |operation, aliases| {
        let values = Values { text, aliases, contexts };
        launch::read(&operation, &values, &mut found);
        inherent.check(&operation, &values, &mut found);
    });
    let Found { mut faults, mut edits } = found;
    if !faults.is_empty() {
        faults.sort_by_key(|fault| fault.position);
        faults.dedup();
        return Err(faults);
    }
    if edits.is_empty() {
        return Ok(Cow::Borrowed(text));
    }
    edits.sort_by_key(|(range, _)| range.start);
    let (mut result, mut end) = (Vec::with_capacity(text.len()), 0);
    for (range, replacement) in edits {
        result.extend_from_slice(&text[end..range.start]);
        result.extend(replacement);
        // The lines after it keep their numbers.
        let lines = text[range.clone()].iter().filter(|byte| **byte == b'\n').count();
        result.extend(std::iter::repeat_n(b'\n', lines));
        end = range.end;
    }
    result.extend_from_slice(&text[end..]);
    Ok(Cow::Owned(result))
}
