//! Collects diagnostics as data: severity, position, text, notes, and what the code that emitted them attached.
//!
//! Accepts the diagnostics of one context, of MLIR itself and of [`Diagnostic`](crate::Diagnostic). Guarantees that their
//! number is bounded. Leaves out on purpose: their form as text ([`DiagnosticCollector`](crate::collect::DiagnosticCollector)).

use crate::diagnostic::{MOST, attached};
use melior::Context;
use melior::diagnostic::{Diagnostic, DiagnosticHandlerId, DiagnosticSeverity};
use melior::ir::Location;
use mlir_sys::{
    mlirLocationFileLineColRangeGetEndColumn, mlirLocationFileLineColRangeGetEndLine,
    mlirLocationFileLineColRangeGetStartColumn, mlirLocationFileLineColRangeGetStartLine,
    mlirLocationIsAFileLineColRange,
};
use std::any::Any;
use std::cell::RefCell;
use std::rc::Rc;

/// A range of a text: lines and columns in bytes, from 1. The end is the position after the last byte.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct SourceRange {
    /// Line and column of the start.
    pub start: (u32, u32),
    /// Line and column of the end.
    pub end: (u32, u32),
}

impl SourceRange {
    /// The range of a location, if it is one in a file.
    #[must_use]
    pub fn of(location: Location<'_>) -> Option<Self> {
        let raw = location.to_raw();
        let number = |number: i32| u32::try_from(number).unwrap_or(1);
        // SAFETY: the location is alive, and only one in a file is asked for its parts.
        unsafe {
            mlirLocationIsAFileLineColRange(raw).then(|| Self {
                start: (
                    number(mlirLocationFileLineColRangeGetStartLine(raw)),
                    number(mlirLocationFileLineColRangeGetStartColumn(raw)),
                ),
                end: (
                    number(mlirLocationFileLineColRangeGetEndLine(raw)),
                    number(mlirLocationFileLineColRangeGetEndColumn(raw)),
                ),
            })
        }
    }
}

/// A diagnostic that was reported.
#[derive(Clone, Debug)]
pub struct Reported {
    /// Its severity.
    pub severity: DiagnosticSeverity,
    /// Where it is; `None` if that is not known.
    pub range: Option<SourceRange>,
    /// Its text.
    pub text: String,
    /// Its notes.
    pub notes: Vec<(Option<SourceRange>, String)>,
    /// What was attached to it.
    pub data: Option<Rc<dyn Any>>,
}

/// Collects the diagnostics of a context. It is detached on drop.
pub struct Collector<'a> {
    context: &'a Context,
    handler: Option<DiagnosticHandlerId>,
    reported: Rc<RefCell<Vec<Reported>>>,
}

impl<'a> Collector<'a> {
    /// Attaches a collector. No other handler gets the diagnostics.
    #[must_use]
    pub fn attach(context: &'a Context) -> Self {
        let reported = Rc::<RefCell<Vec<Reported>>>::default();
        let list = Rc::clone(&reported);
        let handler = context.attach_diagnostic_handler(move |diagnostic| {
            if let Ok(mut list) = list.try_borrow_mut()
                && list.len() < MOST
            {
                list.push(read(&diagnostic));
            }
            true
        });
        Self { context, handler: Some(handler), reported }
    }

    /// Removes and returns the diagnostics so far.
    #[must_use]
    pub fn take(&self) -> Vec<Reported> {
        self.reported.take()
    }
}

impl Drop for Collector<'_> {
    fn drop(&mut self) {
        if let Some(handler) = self.handler.take() {
            self.context.detach_diagnostic_handler(handler);
        }
    }
}

fn read(diagnostic: &Diagnostic<'_>) -> Reported {
    let notes = (0..diagnostic.note_count()).filter_map(|number| diagnostic.note(number).ok());
    Reported {
        severity: diagnostic.severity(),
        range: SourceRange::of(diagnostic.location()),
        text: diagnostic.to_string(),
        notes: notes.map(|note| (SourceRange::of(note.location()), note.to_string())).collect(),
        data: attached(),
    }
}
