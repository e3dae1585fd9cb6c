//! Diagnostics with notes at other locations, which melior cannot emit, and bounds of their number and length.

use crate::failure::Failure;
use crate::operation;
use crate::text::raw;
use crate::visible;
use melior::ir::{Location, OperationRef};
use mlir_sys::{
    mlirLocationFileLineColRangeGetFilename, mlirLocationFileLineColRangeGetStartLine, mlirLocationIsAFileLineColRange,
};
use std::any::Any;
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::ffi::c_void;
use std::fmt::Display;
use std::sync::Arc;
use tileiras_mlir_sys_ext::{TileirasMessage, TileirasSeverity, tileirasEmit};

/// The maximum number of errors, of warnings and of remarks of one run of a pass or translation.
pub(crate) const MOST: usize = 1000;

/// The maximum number of these in sequence on one line. MLIR shows the line with each of them, and a line can be long.
const MOST_ON_LINE: usize = 100;

/// The maximum number of bytes of a message. A message contains names and values of the input.
pub(crate) const LONGEST: usize = 4096;

/// The diagnostics of one run of a pass or translation. The arrays are of errors, warnings and remarks.
#[derive(Clone, Copy, Default)]
struct Emitted {
    shown: [usize; 3],
    hidden: [usize; 3],
    /// The severity and the line of the last one, and how many in sequence have had both.
    last: Option<(usize, Line)>,
    repeated: usize,
}

impl Emitted {
    /// Counts a diagnostic. Returns whether it is shown.
    fn add(&mut self, severity: TileirasSeverity, location: Location<'_>) -> bool {
        let kind = match severity {
            TileirasSeverity::Error => 0,
            TileirasSeverity::Warning => 1,
            TileirasSeverity::Remark => 2,
        };
        let last = Some((kind, Line::of(location)));
        self.repeated = if self.last == last { self.repeated + 1 } else { 1 };
        self.last = last;
        let is_shown = self.shown[kind] < MOST && self.repeated <= MOST_ON_LINE;
        let counts = if is_shown { &mut self.shown } else { &mut self.hidden };
        counts[kind] += 1;
        is_shown
    }
}

/// A line of a file: the address of the file name, and the number.
#[derive(Clone, Copy, Eq, PartialEq)]
struct Line(*const c_void, i64);

impl Line {
    /// The line of a location; another location that is not one in a file counts as its own line.
    fn of(location: Location<'_>) -> Self {
        let raw = location.to_raw();
        // SAFETY: the location is alive, and only one in a file is asked for its parts. MLIR uniques names and
        // locations.
        unsafe {
            match mlirLocationIsAFileLineColRange(raw) {
                true => {
                    let line = mlirLocationFileLineColRangeGetStartLine(raw);
                    Self(mlirLocationFileLineColRangeGetFilename(raw).ptr, line.into())
                }
                false => Self(raw.ptr, -1),
            }
        }
    }
}

thread_local! {
    /// What the run on this thread has emitted; `None` outside of a run.
    static EMITTED: Cell<Option<Emitted>> = const { Cell::new(None) };
}

/// A text, and which kind of message it is, such as by the identifier of a rule.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Coded {
    /// The text.
    pub text: String,
    /// The code, which people see in brackets after the text.
    pub code: Option<&'static str>,
}

impl From<String> for Coded {
    fn from(text: String) -> Self {
        Self { text, code: None }
    }
}

/// What of a diagnostic is data.
#[derive(Clone, Default)]
pub(crate) struct Extra {
    /// The code of the diagnostic itself and of each note.
    pub codes: Vec<Option<&'static str>>,
    /// Whether one case shows it.
    pub is_witness: bool,
    /// What was attached.
    pub data: Option<Attached>,
}

/// Data that is attached to a diagnostic. A handler can be called on another thread than the one that reads the data.
pub type Attached = Arc<dyn Any + Send + Sync>;

thread_local! {
    /// That of the diagnostic that this thread is emitting.
    static EXTRA: RefCell<Extra> = const { RefCell::new(Extra { codes: Vec::new(), is_witness: false, data: None }) };
}

/// That of the diagnostic that this thread is emitting.
pub(crate) fn extra() -> Extra {
    EXTRA.with_borrow(Extra::clone)
}

/// Runs a pass or a translation, and limits the diagnostics that it emits on this thread. A remark at `location` states
/// how many are not shown.
pub(crate) fn limited<T>(location: Location<'_>, run: impl FnOnce() -> T) -> T {
    let outer = EMITTED.replace(Some(Emitted::default()));
    let result = run();
    let emitted = EMITTED.replace(outer).unwrap_or_default();
    for (hidden, kind) in emitted.hidden.into_iter().zip(["errors", "warnings", "remarks"]) {
        if hidden > 0 {
            let _: Failure = Diagnostic::remark(location, format!("{hidden} more {kind} are not shown")).emit();
        }
    }
    result
}

/// Counts a diagnostic of a run. Returns whether it is shown.
fn is_shown(severity: TileirasSeverity, location: Location<'_>) -> bool {
    let Some(mut emitted) = EMITTED.get() else { return true };
    let is_shown = emitted.add(severity, location);
    EMITTED.set(Some(emitted));
    is_shown
}

/// A message without characters that a terminal obeys, as MLIR's own handler prints it as it is; of at most [`LONGEST`]
/// bytes, its middle left out; and a code in brackets.
fn shortened(words: &Coded) -> Cow<'_, str> {
    const END: usize = 256;
    const GAP: &str = " ... ";
    let text = visible::text(&words.text);
    let text = if text.len() <= LONGEST {
        text
    } else {
        let begin = &text[..text.floor_char_boundary(LONGEST - END - GAP.len())];
        let end = &text[text.ceil_char_boundary(text.len() - END)..];
        Cow::Owned([begin, GAP, end].concat())
    };
    match words.code {
        Some(code) => Cow::Owned(with_code(&text, code)),
        None => text,
    }
}

/// A message as people read it, with its code: `must be positive [positive-value]`.
pub(crate) fn with_code(text: &str, code: &str) -> String {
    format!("{text} [{code}]")
}

/// A diagnostic under construction. It is reported by [`Diagnostic::emit`], and not when it is dropped.
///
/// ```
/// use melior::Context;
/// use melior::ir::{Location, Module};
/// use tileiras_mlir::collect::DiagnosticCollector;
/// use tileiras_mlir::{Diagnostic, Failure};
///
/// let context = Context::new();
/// let source = Location::new(&context, "kernel.mlir", 3, 1);
/// let module = Module::new(source);
///
/// let collected = DiagnosticCollector::collect(&context, b"", "");
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
    words: Coded,
    notes: Vec<(Location<'c>, Coded)>,
    is_witness: bool,
    data: Option<Attached>,
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
        let words = Coded { text, code: None };
        Self { severity, location, words, notes: Vec::new(), is_witness: false, data: None }
    }

    /// Adds a note.
    pub fn note(mut self, location: Location<'c>, text: impl Into<String>) -> Self {
        self.notes.push((location, Coded::from(text.into())));
        self
    }

    /// Says which kind of diagnostic it is, such as by the identifier of a rule. The text ends with it in brackets. A
    /// [`ReportedDiagnostic`](crate::report::ReportedDiagnostic) has it as data.
    pub fn with_code(mut self, code: impl Into<Option<&'static str>>) -> Self {
        self.words.code = code.into();
        self
    }

    /// Says whether one case shows it, and others may be right. A
    /// [`ReportedDiagnostic`](crate::report::ReportedDiagnostic) has it as data.
    pub const fn as_witness(mut self, is_witness: bool) -> Self {
        self.is_witness = is_witness;
        self
    }

    /// Attaches data. A [`DiagnosticCollector::take`](crate::collect::DiagnosticCollector::take) returns it.
    pub fn with_data(self, data: impl Any + Send + Sync) -> Self {
        Self { data: Some(Arc::new(data)), ..self }
    }

    /// Adds further errors at the same location as notes. The source line is then printed once, which matters because a
    /// line with a long list is long. Only the first 100 errors are listed; the others are counted.
    pub fn and(mut self, errors: impl ExactSizeIterator<Item = Coded>) -> Self {
        const LISTED: usize = 100;
        let (location, more) = (self.location, errors.len().saturating_sub(LISTED));
        self.notes.extend(errors.take(LISTED).map(|error| (location, error)));
        if more > 0 { self.note(location, format!("and {more} more")) } else { self }
    }

    /// Reports the diagnostic to the handlers of the context. Returns [`Failure`], for `return Err(….emit())`.
    ///
    /// Messages are shortened to 4,096 bytes. In a run of a pass or a translation, at most 1,000 diagnostics of each
    /// severity are reported, and at most 100 in sequence on one line; the others are counted.
    pub fn emit(self) -> Failure {
        if !is_shown(self.severity, self.location) {
            return Failure;
        }
        let text = shortened(&self.words);
        let texts: Vec<_> = self.notes.iter().map(|(location, words)| (*location, shortened(words))).collect();
        let codes = std::iter::once(&self.words).chain(self.notes.iter().map(|(_, words)| words));
        let codes = codes.map(|words| words.code).collect();
        let notes: Vec<_> = texts.iter().map(|(location, text)| message(*location, text)).collect();
        EXTRA.set(Extra { codes, is_witness: self.is_witness, data: self.data });
        // SAFETY: all strings and the note array outlive the call, and the locations belong to a living context.
        unsafe { tileirasEmit(self.severity, message(self.location, &text), notes.as_ptr(), notes.len() as isize) }
        EXTRA.take();
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
    /// The same diagnostics at another location.
    #[must_use]
    pub fn at(self, location: Location<'c>) -> Self {
        Self { location, ..self }
    }

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
    pub fn errors<W: Into<Coded>>(&self, errors: impl IntoIterator<Item = W>) -> Result<(), Failure> {
        let errors: Vec<Coded> = errors.into_iter().map(Into::into).collect();
        let mut errors = errors.into_iter().map(|Coded { text, code }| Coded { text: self.message(text), code });
        match errors.next() {
            None => Ok(()),
            Some(Coded { text, code }) => {
                Err(Diagnostic::error(self.location, text).with_code(code).and(errors).emit())
            }
        }
    }

    fn message(&self, text: impl Display) -> String {
        format!("{} {text}", self.prefix)
    }
}

fn message(location: Location<'_>, text: &str) -> TileirasMessage {
    TileirasMessage { location: location.to_raw(), text: raw(text) }
}

#[cfg(test)]
mod tests {
    use super::{Diagnostic, LONGEST, MOST, MOST_ON_LINE, limited};
    use crate::collect::DiagnosticCollector;
    use crate::failure::Failure;
    use melior::Context;
    use melior::ir::Location;

    /// The text of so many errors of one run, each on its own line, and of so many warnings on one line.
    fn text(errors: usize, warnings: usize, message: &str) -> String {
        let context = Context::new();
        let location = |line| Location::new(&context, "k.mlir", line, 1);
        let collected = DiagnosticCollector::collect(&context, b"", "");
        limited(location(1), || {
            for line in 1..=errors {
                let _: Failure = Diagnostic::error(location(line), message).emit();
            }
            for column in 0..warnings {
                let at = Location::new(&context, "k.mlir", 1, column);
                let _: Failure = Diagnostic::warning(at, "w").note(location(1), message).emit();
            }
        });
        collected.text()
    }

    #[test]
    fn the_number_is_bounded_for_each_severity_and_line() {
        let text = text(MOST + 7, MOST_ON_LINE + 3, "e");
        let count = |wanted: &str| text.lines().filter(|line| line.ends_with(wanted)).count();
        assert_eq!((count("error: e"), count("warning: w")), (MOST, MOST_ON_LINE));
        assert_eq!(count("k.mlir:1:1: remark: 7 more errors are not shown"), 1);
        assert_eq!(count("k.mlir:1:1: remark: 3 more warnings are not shown"), 1);
    }

    #[test]
    fn no_message_controls_the_terminal() {
        let text = text(1, 1, "a\x1b[2J\u{202e}\tb");
        let shown = r"a\x1B[2J\xE2\x80\xAE".to_owned() + "\tb";
        assert_eq!(text.lines().filter(|line| line.ends_with(&shown)).count(), 2, "the error and the note: {text}");
    }

    #[test]
    fn the_end_of_a_long_message_is_shown() {
        let text = text(1, 1, &format!("{}[rule]", "\u{e9}".repeat(LONGEST)));
        let long: Vec<&str> = text.lines().filter(|line| line.ends_with("[rule]")).collect();
        assert_eq!(long.len(), 2, "the error and the note");
        assert!(long.iter().all(|line| line.len() < LONGEST + 100 && line.contains(" ... ")));
    }
}
