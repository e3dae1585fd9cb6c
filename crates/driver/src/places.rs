//! Where the kernels of an input are, for messages after the module is gone.

use std::collections::HashMap;

use melior::Context;
use tileiras_mlir::Diagnostic;
use tileiras_mlir::session::DiagnosticText;
use tileiras_nvvm::program_facts::Program;

use crate::input::Input;

/// The kernels by their names, and where each is. Of a module with more kernels than messages are shown, only the first
/// have a place.
#[derive(Default)]
pub struct KernelPlaces(HashMap<Vec<u8>, Place>);

/// Where a kernel is.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Place {
    /// What a message begins with: the position, and what it is about.
    pub position: String,
    /// `'llvm.func' op`, or `kernel 'k':`.
    pub subject: String,
    /// The line of the source, and a caret; empty if it is not known.
    pub line: String,
    /// Whether messages name directives of PTX, and not attributes.
    pub is_ptx: bool,
}

impl KernelPlaces {
    /// The kernels of a program that has a body for each. The program can have no other diagnostics meanwhile.
    #[must_use]
    pub fn of_program(context: &Context, input: &Input, program: Program<'_, '_, '_>) -> Self {
        const MARK: &str = "the kernel is here";
        let collector = DiagnosticText::collect(context, &input.content, &input.name);
        let functions = program.scope.functions.iter().enumerate().filter(|(number, function)| {
            program.facts.of_group(program.facts.group(*number)).is_kernel() && function.has_body()
        });
        let mut names = Vec::new();
        for (_, function) in functions {
            let op = function.operation();
            names.push(tileiras_mlir::function::symbol_name(op).unwrap_or_default().to_vec());
            let _ = Diagnostic::on(op).warning(MARK).emit();
        }
        let text = collector.text();
        drop(collector);
        let mut places = HashMap::new();
        let mut rest = text.as_str();
        let mark = format!(" {MARK}\n");
        for name in names {
            let Some((head, after)) = rest.split_once(&mark) else { break };
            let Some((position, subject)) = head.rsplit_once(": warning: ") else { break };
            // The source, and the caret.
            let end = after.match_indices('\n').nth(1).map_or(after.len(), |(end, _)| end + 1);
            let has_line = after[..end].trim_end().ends_with('^');
            let end = if has_line { end } else { 0 };
            let position = position.rsplit('\n').next().unwrap_or_default().to_owned();
            let line = after[..end].to_owned();
            places.insert(name, Place { position, subject: subject.to_owned(), line, is_ptx: false });
            rest = &after[end..];
        }
        Self(places)
    }

    /// Kernels with their places.
    #[must_use]
    pub fn new(places: impl IntoIterator<Item = (Vec<u8>, Place)>) -> Self {
        Self(places.into_iter().collect())
    }

    /// The place of a kernel.
    #[must_use]
    pub fn get(&self, name: &[u8]) -> Option<&Place> {
        self.0.get(name)
    }
}

impl Place {
    /// A message: `k.mlir:1:1: warning: 'llvm.func' op spills ...`, the line, and a caret.
    #[must_use]
    pub fn diagnostic(&self, severity: &str, text: &str) -> String {
        format!("{}: {severity}: {} {text}\n{}", self.position, self.subject, self.line)
    }
}
