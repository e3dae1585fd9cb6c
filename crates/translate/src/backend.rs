//! The messages of LLVM's back end, at the operations that they are about.
//!
//! Accepts device code in the LLVM dialect and the messages of the back end about it. Guarantees that an
//! intrinsic which LLVM cannot select for a chip is an error at each operation that spells it, or else at the
//! operation whose name is nearest.

use melior::ir::OperationRef;
use std::borrow::Cow;
use std::collections::HashMap;
use tileiras_finding::Severity;
use tileiras_mlir::attribute::{View, symbol_path, view};
use tileiras_mlir::backend::BackendOutput;
use tileiras_mlir::function::symbol_name;
use tileiras_mlir::text::lossy;
use tileiras_mlir::{Diagnostic, operation};

/// A message of the back end.
pub struct BackendMessage<'c, 'a> {
    /// The operations that it is about; none if they are unknown.
    pub operations: Vec<OperationRef<'c, 'a>>,
    /// The text.
    pub text: String,
}

/// The start of LLVM's message about an intrinsic that the chip does not have.
const CANNOT_SELECT: &str = "Cannot select: intrinsic %";

/// The errors or the warnings of the back end for a chip.
#[must_use]
pub fn messages<'c: 'a, 'a>(
    device: OperationRef<'c, 'a>,
    output: &BackendOutput,
    severity: Severity,
    chip: &str,
) -> Vec<BackendMessage<'c, 'a>> {
    let diagnostics = if severity == Severity::Error { &output.errors } else { &output.warnings };
    if diagnostics.is_empty() {
        return Vec::new();
    }
    // LLVM's text has replacement characters, so that several names can look alike. None of these is found.
    let mut symbols: HashMap<_, Option<OperationRef<'c, 'a>>> = HashMap::new();
    for op in operation::children(device) {
        if let Some(name) = symbol_name(op) {
            symbols.entry(lossy(name)).and_modify(|known| *known = None).or_insert(Some(op));
        }
    }
    let message = |(name, text): (Option<&str>, &str)| {
        let function = name.and_then(|name| symbols.get(name).copied().flatten());
        let mut operations = function.map(|function| culprits(function, text)).unwrap_or_default();
        if operations.is_empty() && intrinsic(text).is_some() {
            // The function can have been inlined.
            operations = culprits(device, text);
        }
        if operations.is_empty() {
            operations.extend(function);
        }
        let text = readable(text, chip);
        BackendMessage { operations, text }
    };
    diagnostics.iter().map(|diagnostic| message(output.split(diagnostic))).collect()
}

/// The texts of the errors of the back end for a chip.
#[must_use]
pub fn texts(output: &BackendOutput, chip: &str) -> Vec<String> {
    let text = |text: &String| {
        let (function, text) = output.split(text);
        let text = readable(text, chip);
        function.map_or_else(|| text.clone(), |function| format!("'{function}': {text}"))
    };
    output.errors.iter().map(text).collect()
}

/// Reports the errors or the warnings of the back end at the operations or the functions that they are about. Returns
/// the others.
pub fn report(device: OperationRef<'_, '_>, output: &BackendOutput, severity: Severity, chip: &str) -> Vec<String> {
    let mut others = Vec::new();
    for BackendMessage { operations, text } in messages(device, output, severity, chip) {
        for op in &operations {
            let on = Diagnostic::on(*op);
            let _ = if severity == Severity::Error { on.error(&text) } else { on.warning(&text) }.emit();
        }
        if operations.is_empty() {
            others.push(text);
        }
    }
    others
}

/// The intrinsic that LLVM cannot select, if a message says that.
#[must_use]
pub fn unselected(text: &str) -> Option<&str> {
    text.strip_prefix(CANNOT_SELECT)?.split_whitespace().next()
}

/// What is wrong with an operation that LLVM cannot compile.
pub(crate) fn cannot_be_compiled(why: &str, chip: &str) -> String {
    format!("cannot be compiled for {chip}: {why}")
}

/// Why LLVM cannot compile a call of an intrinsic that it cannot select.
pub(crate) fn no_instruction(name: &str) -> String {
    format!("LLVM has no instruction for '{name}'")
}

/// A message of LLVM without what differs from run to run or is about its own data: the addresses of nodes, and the
/// position and the type of the function in front.
pub(crate) fn without_numbers(message: &str) -> String {
    if let Some(node) = message.strip_prefix("Cannot select: ") {
        let name = node.split_whitespace().find(|word| word.contains("ISD::")).unwrap_or("a node");
        return no_instruction(name);
    }
    let line = message.lines().next().unwrap_or_default();
    line.split_once(" in function ")
        .and_then(|(_, rest)| rest.rsplit_once("): "))
        .map_or(line, |(_, why)| why)
        .trim_end_matches('.')
        .to_owned()
}

/// A message of LLVM, as it is reported.
fn readable(text: &str, chip: &str) -> String {
    match unselected(text) {
        Some(name) => cannot_be_compiled(&no_instruction(name), chip),
        None if text.starts_with("Cannot select: ") => cannot_be_compiled(&without_numbers(text), chip),
        None => text.to_owned(),
    }
}

/// The intrinsic that a message names.
fn intrinsic(text: &str) -> Option<&str> {
    let words = text.split(|letter: char| letter.is_whitespace() || letter == '%');
    words.map(|word| word.trim_end_matches('.')).find(|word| word.starts_with("llvm.nvvm."))
}

/// The operations that a message about an intrinsic is about: the calls of that intrinsic, or else the first
/// operation whose name shares most parts with it, and at least two.
fn culprits<'c: 'a, 'a>(root: OperationRef<'c, 'a>, text: &str) -> Vec<OperationRef<'c, 'a>> {
    let Some(name) = intrinsic(text) else { return Vec::new() };
    let parts: Vec<&str> = name.split(['.', '_']).skip(1).collect();
    let mut calls = Vec::new();
    let mut best: Option<(usize, OperationRef<'c, 'a>)> = None;
    operation::walk(root, |op| match called(op) {
        // The message can lack the types at the end of the name.
        Some(called) if called.starts_with(name) => calls.push(op),
        Some(_) => {}
        None => {
            let own = lossy(operation::name(op));
            let shared = own.split(['.', '_']).zip(&parts).take_while(|(own, part)| own == *part).count();
            if shared > best.map_or(2, |(most, _)| most) {
                best = Some((shared, op));
            }
        }
    });
    if calls.is_empty() {
        calls.extend(best.map(|(_, op)| op));
    }
    calls
}

/// The function or the intrinsic that an operation calls.
fn called<'c>(op: OperationRef<'c, '_>) -> Option<Cow<'c, str>> {
    match operation::name(op) {
        b"llvm.call_intrinsic" => match view(operation::inherent_attribute(op, "intrin")?) {
            View::Text(called) => Some(lossy(called)),
            _ => None,
        },
        b"llvm.call" => match view(operation::inherent_attribute(op, "callee")?) {
            View::Symbol(symbol) => symbol_path(symbol).last().map(lossy),
            _ => None,
        },
        _ => None,
    }
}
