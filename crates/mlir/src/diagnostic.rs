//! Diagnostics with notes at other locations, which melior cannot emit.

use crate::operation;
use crate::text::raw;
use melior::ir::{Location, OperationRef};
use std::fmt::Display;
use tileiras_mlir_sys_ext::{TileirasMessage, TileirasSeverity, tileirasEmit};

/// The error of an operation that failed and has already emitted an error diagnostic.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[must_use]
pub struct Failure;

/// A diagnostic under construction. It is reported by [`Diagnostic::emit`], and not when it is dropped.
///
/// ```
/// use melior::Context;
/// use melior::ir::{Location, Module};
/// use tileiras_mlir::session::DiagnosticText;
/// use tileiras_mlir::{Diagnostic, Failure};
///
/// let context = Context::new();
/// let source = Location::new(&context, "kernel.mlir", 3, 1);
/// let module = Module::new(source);
///
/// let collected = DiagnosticText::collect(&context, b"", "");
/// let other = Location::new(&context, "kernel.mlir", 7, 5);
/// let failure = Diagnostic::on(module.as_operation()).error("must have a name").note(other, "it is used here").emit();
///
/// assert_eq!(failure, Failure);
/// assert_eq!(
///     collected.text(),
///     "kernel.mlir:3:1: error: 'builtin.module' op must have a name\nkernel.mlir:7:5: note: it is used here\n"
/// );
/// ```
#[must_use = "a diagnostic is not reported until it is emitted"]
pub struct Diagnostic<'c> {
    severity: TileirasSeverity,
    location: Location<'c>,
    text: String,
    notes: Vec<(Location<'c>, String)>,
}

impl<'c> Diagnostic<'c> {
    /// Diagnostics about an operation. They are at its location, or at that of the operation around it if its own is
    /// unknown. Each message starts with its name, as in MLIR's `emitOpError`.
    ///
    /// `Diagnostic::on(op).error("must be on a kernel")` has the text `'llvm.func' op must be on a kernel`.
    #[must_use]
    pub fn on(op: OperationRef<'c, '_>) -> OnOperation<'c> {
        OnOperation { location: operation::known_location(op), prefix: operation::diagnostic_prefix(op) }
    }

    /// An error at `location`.
    pub fn error(location: Location<'c>, text: impl Into<String>) -> Self {
        Self::new(TileirasSeverity::Error, location, text.into())
    }

    /// A warning at `location`.
    pub fn warning(location: Location<'c>, text: impl Into<String>) -> Self {
        Self::new(TileirasSeverity::Warning, location, text.into())
    }

    /// A remark at `location`.
    pub fn remark(location: Location<'c>, text: impl Into<String>) -> Self {
        Self::new(TileirasSeverity::Remark, location, text.into())
    }

    const fn new(severity: TileirasSeverity, location: Location<'c>, text: String) -> Self {
        Self { severity, location, text, notes: Vec::new() }
    }

    /// Adds a note.
    pub fn note(mut self, location: Location<'c>, text: impl Into<String>) -> Self {
        self.notes.push((location, text.into()));
        self
    }

    /// Adds further errors at the same location as notes. The source line is then printed once, which matters because a
    /// line with a long list is long. Only the first 100 errors are listed; the others are counted.
    pub fn and(mut self, errors: impl ExactSizeIterator<Item = String>) -> Self {
        const LISTED: usize = 100;
        let (location, more) = (self.location, errors.len().saturating_sub(LISTED));
        self.notes.extend(errors.take(LISTED).map(|error| (location, error)));
        if more > 0 { self.note(location, format!("and {more} more")) } else { self }
    }

    /// Reports the diagnostic to the handlers of the context. Returns [`Failure`], for `return Err(….emit())`.
    pub fn emit(self) -> Failure {
        let notes: Vec<_> = self.notes.iter().map(|(location, text)| message(*location, text)).collect();
        // SAFETY: all strings and the note array outlive the call, and the locations belong to a living context.
        unsafe { tileirasEmit(self.severity, message(self.location, &self.text), notes.as_ptr(), notes.len() as isize) }
        Failure
    }
}

/// Builds diagnostics about one operation. Made by [`Diagnostic::on`].
#[derive(Clone, Debug)]
pub struct OnOperation<'c> {
    location: Location<'c>,
    prefix: String,
}

impl<'c> OnOperation<'c> {
    /// An error.
    pub fn error(&self, text: impl Display) -> Diagnostic<'c> {
        Diagnostic::error(self.location, self.message(text))
    }

    /// A warning.
    pub fn warning(&self, text: impl Display) -> Diagnostic<'c> {
        Diagnostic::warning(self.location, self.message(text))
    }

    /// A remark.
    pub fn remark(&self, text: impl Display) -> Diagnostic<'c> {
        Diagnostic::remark(self.location, self.message(text))
    }

    /// Emits all of these errors as one diagnostic: the first as an error, the others as notes ([`Diagnostic::and`]).
    ///
    /// # Errors
    /// [`Failure`] if there is at least one error.
    pub fn errors(&self, texts: impl IntoIterator<Item = String>) -> Result<(), Failure> {
        let texts: Vec<String> = texts.into_iter().map(|text| self.message(text)).collect();
        let mut texts = texts.into_iter();
        match texts.next() {
            None => Ok(()),
            Some(first) => Err(Diagnostic::error(self.location, first).and(texts).emit()),
        }
    }

    fn message(&self, text: impl Display) -> String {
        format!("{} {text}", self.prefix)
    }
}

fn message(location: Location<'_>, text: &str) -> TileirasMessage {
    TileirasMessage { location: location.to_raw(), text: raw(text) }
}
