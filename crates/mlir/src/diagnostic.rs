//! Diagnostics with notes at other places, which melior cannot emit.

use crate::operation;
use crate::text::{lossy, raw};
use melior::ir::operation::OperationLike as _;
use melior::ir::{Location, OperationRef};
use std::borrow::Cow;
use std::fmt::Display;
use tileiras_mlir_sys_ext::{TileirasMessage, TileirasSeverity, tileirasEmit};

/// Says that work failed and that the user was told why by a diagnostic.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[must_use]
pub struct Failure;

/// A diagnostic under construction. Nothing is said before [`Diagnostic::emit`].
#[must_use = "a diagnostic says nothing until it is emitted"]
pub struct Diagnostic<'c> {
    severity: TileirasSeverity,
    place: Location<'c>,
    text: String,
    notes: Vec<(Location<'c>, String)>,
}

impl<'c> Diagnostic<'c> {
    /// Diagnostics about an operation: at its location, each message behind its name, as MLIR's `emitOpError` has it.
    ///
    /// `Diagnostic::on(op).error("must be on a kernel")` prints `'llvm.func' op must be on a kernel`.
    #[must_use]
    pub fn on(op: OperationRef<'c, '_>) -> OnOperation<'c> {
        OnOperation { location: op.location(), name: lossy(operation::name(op)) }
    }

    /// An error at `place`.
    pub fn error(place: Location<'c>, text: impl Into<String>) -> Self {
        Self::new(TileirasSeverity::Error, place, text.into())
    }

    /// A warning at `place`.
    pub fn warning(place: Location<'c>, text: impl Into<String>) -> Self {
        Self::new(TileirasSeverity::Warning, place, text.into())
    }

    /// A remark at `place`.
    pub fn remark(place: Location<'c>, text: impl Into<String>) -> Self {
        Self::new(TileirasSeverity::Remark, place, text.into())
    }

    const fn new(severity: TileirasSeverity, place: Location<'c>, text: String) -> Self {
        Self { severity, place, text, notes: Vec::new() }
    }

    /// Adds a note at another place.
    pub fn note(mut self, place: Location<'c>, text: impl Into<String>) -> Self {
        self.notes.push((place, text.into()));
        self
    }

    /// Adds further faults of the same place as notes, so that its source line, which can be as long as a list in it, is
    /// shown once. Of many, the first hundred are named.
    pub fn and(mut self, faults: impl ExactSizeIterator<Item = String>) -> Self {
        const NAMED: usize = 100;
        let (place, more) = (self.place, faults.len().saturating_sub(NAMED));
        self.notes.extend(faults.take(NAMED).map(|fault| (place, fault)));
        if more > 0 { self.note(place, format!("and {more} more")) } else { self }
    }

    /// Tells the context's diagnostic handlers. The returned value lets a caller write `return Err(….emit())`.
    pub fn emit(self) -> Failure {
        let notes: Vec<_> = self.notes.iter().map(|(place, text)| message(*place, text)).collect();
        // SAFETY: all strings and the note array outlive the call, and the locations belong to a living context.
        unsafe { tileirasEmit(self.severity, message(self.place, &self.text), notes.as_ptr(), notes.len() as isize) }
        Failure
    }
}

/// Makes diagnostics about one operation: [`Diagnostic::on`].
#[derive(Clone, Debug)]
pub struct OnOperation<'c> {
    location: Location<'c>,
    name: Cow<'c, str>,
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

    /// Reports all of these errors at once: the first as an error, the others as notes ([`Diagnostic::and`]).
    ///
    /// # Errors
    /// If there is one.
    pub fn errors(&self, texts: impl IntoIterator<Item = String>) -> Result<(), Failure> {
        let texts: Vec<String> = texts.into_iter().map(|text| self.message(text)).collect();
        let mut texts = texts.into_iter();
        match texts.next() {
            None => Ok(()),
            Some(first) => Err(Diagnostic::error(self.location, first).and(texts).emit()),
        }
    }

    fn message(&self, text: impl Display) -> String {
        format!("'{}' op {text}", self.name)
    }
}

fn message(place: Location<'_>, text: &str) -> TileirasMessage {
    TileirasMessage { location: place.to_raw(), text: raw(text) }
}
