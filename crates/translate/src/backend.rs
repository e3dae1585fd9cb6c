//! The messages of LLVM's back end, at the operations that they are about.
//!
//! Accepts device code in the LLVM dialect and the messages of the back end about it. Guarantees that an
//! intrinsic which LLVM cannot select for a chip is an error at each operation that spells it, or else at the
//! operation whose name is nearest.

use melior::ir::OperationRef;
use std::collections::HashMap;
use tileiras_finding::Severity;
use tileiras_mlir::backend::BackendOutput;
use tileiras_mlir::function::symbol_name;
use tileiras_mlir::text::lossy;
use tileiras_mlir::{Diagnostic, operation};

use crate::intrinsic::called;

/// A message of the back end.
pub struct BackendMessage<'c, 'a> {
    /// The operations that it is about; none if they are unknown.
    pub operations: Vec<OperationRef<'c, 'a>>,
    /// The text.
    pub text: String,
}

/// What LLVM says in an error or a warning of its back end.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum LlvmMessage<'t> {
    /// It cannot select an instruction for this intrinsic.
    UnselectedIntrinsic(&'t str),
    /// It cannot select an instruction for a node of this name.
    UnselectedNode(&'t str),
    /// Something else, in this text.
    Other(&'t str),
}

impl<'t> LlvmMessage<'t> {
    /// Reads the text of a message.
    #[must_use]
    pub fn read(text: &'t str) -> Self {
        let Some(node) = text.strip_prefix("Cannot select: ") else { return Self::Other(text) };
        let intrinsic = node.strip_prefix("intrinsic %").and_then(|name| name.split_whitespace().next());
        intrinsic.map_or_else(
            || {
                let name = node.split_whitespace().find(|word| word.contains("ISD::"));
                Self::UnselectedNode(name.unwrap_or("a node"))
            },
            Self::UnselectedIntrinsic,
        )
    }

    /// The reason that it states, without what differs from run to run or is about LLVM's own data: the addresses of
    /// nodes, and the position and the type of the function in front.
    pub(crate) fn reason(self) -> String {
        match self {
            Self::UnselectedIntrinsic(name) | Self::UnselectedNode(name) => {
                format!("LLVM has no instruction for '{name}'")
            }
            Self::Other(text) => {
                let line = text.lines().next().unwrap_or_default();
                let rest = line.split_once(" in function ").and_then(|(_, rest)| rest.rsplit_once("): "));
                rest.map_or(line, |(_, reason)| reason).trim_end_matches('.').to_owned()
            }
        }
    }

    /// The message as it is reported.
    fn readable(self, chip: &str) -> String {
        match self {
            Self::UnselectedIntrinsic(_) | Self::UnselectedNode(_) => cannot_be_compiled(&self.reason(), chip),
            Self::Other(text) => text.to_owned(),
        }
    }
}

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
        if operations.is_empty() && named_intrinsic(text).is_some() {
            // The function can have been inlined.
            operations = culprits(device, text);
        }
        if operations.is_empty() {
            operations.extend(function);
        }
        let text = LlvmMessage::read(text).readable(chip);
        BackendMessage { operations, text }
    };
    diagnostics.iter().map(|diagnostic| message(output.split(diagnostic))).collect()
}

/// The texts of the errors of the back end for a chip.
#[must_use]
pub fn texts(output: &BackendOutput, chip: &str) -> Vec<String> {
    let text = |text: &String| {
        let (function, text) = output.split(text);
        let text = LlvmMessage::read(text).readable(chip);
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

/// What is wrong with an operation that LLVM cannot compile.
pub(crate) fn cannot_be_compiled(reason: &str, chip: &str) -> String {
    format!("cannot be compiled for {chip}: {reason}")
}

/// The intrinsic that a message names.
fn named_intrinsic(text: &str) -> Option<&str> {
    let words = text.split(|letter: char| letter.is_whitespace() || letter == '%');
    words.map(|word| word.trim_end_matches('.')).find(|word| word.starts_with("llvm.nvvm."))
}

/// The operations that a message about an intrinsic is about: the calls of that intrinsic, or else the first
/// operation whose name shares most parts with it, and at least two.
fn culprits<'c: 'a, 'a>(root: OperationRef<'c, 'a>, text: &str) -> Vec<OperationRef<'c, 'a>> {
    let Some(name) = named_intrinsic(text) else { return Vec::new() };
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
