//! A handler that collects the diagnostics of a context as data.

use crate::diagnostic::{Attached, Extra, LONGEST, MOST, extra, with_code};
use crate::guard::guard;
use crate::report::{Message, Palette, Place, ReportedDiagnostic, Severity};
use crate::text::{bytes, lossy};
use melior::Context;
use std::borrow::Cow;
use std::collections::HashMap;
use std::ffi::c_void;
use std::fs::File;
use std::io::Read as _;
use std::marker::PhantomData;
use std::sync::{Mutex, PoisonError, TryLockError};
use tileiras_mlir_sys_ext::{
    TileirasDiagnosticHandler, TileirasDiagnosticPart, tileirasDiagnosticHandlerCreate,
    tileirasDiagnosticHandlerDestroy,
};

/// The maximum number of notes of a diagnostic. An operation can have a fault for each of its attributes.
const MOST_NOTES: usize = 100;

/// The maximum number of bytes of a line that is shown after a diagnostic.
const LONGEST_LINE: usize = 1000;

/// A message that makes the handler panic in the test of its guard.
const PLANTED: &str = "planted";

/// The maximum size of another file of which lines are shown.
const LARGEST_FILE: u64 = 64 << 20;

/// A diagnostic, and what of it is not in reports.
#[derive(Clone, Debug)]
pub struct CollectedDiagnostic {
    /// The diagnostic.
    pub diagnostic: ReportedDiagnostic,
    /// Line and column of the end of its location, which are those of its start if it is a point; 0 if it is in no
    /// file.
    pub end: (u64, u64),
    /// What was attached to it.
    pub data: Option<Attached>,
}

/// A handler that collects the diagnostics of a context. It is removed on drop.
///
/// What it collects is bounded, whatever the input: in the number of errors, warnings and remarks, in their notes, and
/// in the lengths of messages and lines. The last diagnostics state how many are not shown.
pub struct DiagnosticCollector<'a> {
    raw: *mut TileirasDiagnosticHandler,
    /// In a box, as the handler writes it by its address.
    collected: *mut Mutex<Collected<'a>>,
    context: PhantomData<&'a ()>,
}

impl<'a> DiagnosticCollector<'a> {
    /// Attaches the handler. `content` is the source file `name`; a diagnostic in a file that can be read is followed
    /// by its line, and one at an unknown location is reported in that file.
    #[must_use]
    pub fn collect(context: &'a Context, content: &'a [u8], name: &'a str) -> Self {
        let files = HashMap::from([(name.to_owned(), Some(SourceFile::new(Cow::Borrowed(content))))]);
        let collected = Collected { name, files, diagnostics: Vec::new(), counts: [0; 4], is_shown: false };
        let collected = Box::into_raw(Box::new(Mutex::new(collected)));
        // SAFETY: the context outlives the collector, which frees what the handler writes after the handler.
        let raw = unsafe { tileirasDiagnosticHandlerCreate(context.to_raw(), add, collected.cast()) };
        Self { raw, collected, context: PhantomData }
    }

    /// Whether an error was reported.
    #[must_use]
    pub fn has_error(&self) -> bool {
        self.read(|collected| collected.counts[Severity::Error as usize] > 0)
    }

    /// The diagnostics so far.
    #[must_use]
    pub fn diagnostics(&self) -> Vec<ReportedDiagnostic> {
        self.read(|collected| {
            let mut diagnostics: Vec<_> = collected.diagnostics.iter().map(|found| found.diagnostic.clone()).collect();
            for (count, kind) in collected.counts.iter().zip(["errors", "warnings", "remarks"]) {
                if let Some(hidden) = count.checked_sub(MOST).filter(|hidden| *hidden > 0) {
                    let text = format!("{hidden} more {kind} are not shown");
                    diagnostics.push(ReportedDiagnostic::new(Message::without_place(Severity::Note, text)));
                }
            }
            diagnostics
        })
    }

    /// Removes and returns the diagnostics so far, without a count of those that are not shown. All counts begin again.
    #[must_use]
    pub fn take(&self) -> Vec<CollectedDiagnostic> {
        self.read(|collected| {
            collected.counts = [0; 4];
            std::mem::take(&mut collected.diagnostics)
        })
    }

    /// The diagnostics so far, as text.
    #[must_use]
    pub fn text(&self) -> String {
        self.diagnostics().iter().map(|diagnostic| diagnostic.text(&Palette::default())).collect()
    }

    /// Reads what was collected; nothing if MLIR crashed while it reported a diagnostic, and the lock is still held.
    fn read<T: Default>(&self, read: impl FnOnce(&mut Collected<'a>) -> T) -> T {
        // SAFETY: it is freed on drop.
        match unsafe { (*self.collected).try_lock() } {
            Ok(mut collected) => read(&mut collected),
            Err(TryLockError::Poisoned(poisoned)) => read(&mut poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => T::default(),
        }
    }
}

impl Drop for DiagnosticCollector<'_> {
    fn drop(&mut self) {
        // SAFETY: the handler is owned here and is not used again, and it is the only one that writes what is freed.
        unsafe {
            tileirasDiagnosticHandlerDestroy(self.raw);
            drop(Box::from_raw(self.collected));
        }
    }
}

/// What was collected.
struct Collected<'a> {
    /// The name of the source file.
    name: &'a str,
    /// The files that diagnostics are about; `None` if one cannot be read.
    files: HashMap<String, Option<SourceFile<'a>>>,
    diagnostics: Vec<CollectedDiagnostic>,
    /// The number of diagnostics of each severity, shown or not.
    counts: [usize; 4],
    /// Whether the last diagnostic is shown.
    is_shown: bool,
}

impl Collected<'_> {
    /// Adds a diagnostic or a note. Returns whether the notes that follow are wanted.
    fn add(&mut self, part: &TileirasDiagnosticPart) -> bool {
        // SAFETY: the strings are valid during the call of the handler.
        let (file, text) = unsafe { (lossy(bytes(part.file)), lossy(bytes(part.text))) };
        assert!(!cfg!(test) || text != PLANTED, "planted");
        let severity = match part.severity {
            0 => Severity::Error,
            1 => Severity::Warning,
            2 => Severity::Remark,
            _ => Severity::Note,
        };
        if !part.is_note {
            let count = &mut self.counts[severity as usize];
            *count += 1;
            self.is_shown = *count <= MOST;
        }
        if !self.is_shown {
            return false;
        }
        let file = if file.is_empty() { self.name.to_owned() } else { file.into_owned() };
        let place = Place { file, line: part.line, column: part.column };
        let line = if part.shows_line { self.line(&place) } else { None };
        let Extra { codes, is_witness, data } = extra();
        // The notes come in order, after the diagnostic itself. The calls that lead to its location, between the two,
        // have no code.
        let following = usize::try_from(part.following).unwrap_or(usize::MAX);
        let number = match part.is_note {
            true => codes.len().checked_sub(following.saturating_add(1)).filter(|number| *number > 0),
            false => Some(0),
        };
        let code = number.and_then(|number| codes.get(number).copied().flatten());
        let suffix = code.map(|code| with_code("", code)).unwrap_or_default();
        let text = bounded(text.strip_suffix(&suffix).unwrap_or(&text));
        let is_witness = is_witness && !part.is_note;
        let code = code.map(str::to_owned);
        let message = Message { severity, place: Some(place), text, code, is_witness, line };
        match self.diagnostics.last_mut().map(|last| &mut last.diagnostic).filter(|_| part.is_note) {
            None => {
                let diagnostic = ReportedDiagnostic::new(message);
                let end = (part.end_line, part.end_column);
                self.diagnostics.push(CollectedDiagnostic { diagnostic, end, data });
            }
            Some(diagnostic) if diagnostic.notes.len() < MOST_NOTES => diagnostic.notes.push(message),
            Some(diagnostic) => {
                let text = format!("{} more notes are not shown", part.following + 1);
                let note = Message { severity: Severity::Note, text, ..diagnostic.message.clone() };
                diagnostic.notes.push(note);
                return false;
            }
        }
        true
    }

    /// The line at a place, if the file can be read and has the place.
    fn line(&mut self, place: &Place) -> Option<String> {
        let file = self.files.entry(place.file.clone()).or_insert_with(|| SourceFile::read(&place.file));
        file.as_ref()?.line(place.line, place.column)
    }
}

/// A message of at most [`LONGEST`] bytes.
fn bounded(text: &str) -> String {
    match text.get(..text.floor_char_boundary(LONGEST)) {
        Some(start) if start.len() < text.len() => format!("{start}..."),
        _ => text.to_owned(),
    }
}

/// A file with the positions of its lines.
pub struct SourceFile<'a> {
    content: Cow<'a, [u8]>,
    /// The first byte of each line.
    starts: Vec<usize>,
}

impl<'a> SourceFile<'a> {
    /// A file with that content.
    #[must_use]
    pub fn new(content: Cow<'a, [u8]>) -> Self {
        let ends = content.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
        let starts = std::iter::once(0).chain(ends.map(|(end, _)| end + 1)).collect();
        Self { content, starts }
    }

    /// Reads a file that a location names, if there is one.
    fn read(name: &str) -> Option<Self> {
        let file = File::open(name).ok()?;
        let data = file.metadata().ok()?;
        if !data.is_file() || data.len() > LARGEST_FILE {
            return None;
        }
        let mut content = Vec::new();
        file.take(LARGEST_FILE).read_to_end(&mut content).ok()?;
        Some(Self::new(Cow::Owned(content)))
    }

    /// The place of a byte, in a file without a name, and its line.
    #[must_use]
    pub fn place(&self, position: usize) -> (Place, Option<String>) {
        let line = self.starts.partition_point(|start| *start <= position);
        let start = line.checked_sub(1).and_then(|index| self.starts.get(index)).copied().unwrap_or(0);
        let (line, column) = (line as u64, (position - start) as u64 + 1);
        (Place { file: String::new(), line, column }, self.line(line, column))
    }

    /// A line, if it has the column. Of a long line, the start.
    fn line(&self, line: u64, column: u64) -> Option<String> {
        let index = usize::try_from(line).ok()?.checked_sub(1)?;
        let column = usize::try_from(column).ok()?.checked_sub(1)?;
        let rest = self.content.get(*self.starts.get(index)?..)?;
        let text = &rest[..rest.len().min(LONGEST_LINE)];
        let text = text.split(|byte| b"\n\r".contains(byte)).next()?;
        (column <= text.len()).then(|| lossy(text).into_owned())
    }
}

/// Receives a part of a diagnostic. Returns whether the notes that follow are wanted.
unsafe extern "C" fn add(part: *const TileirasDiagnosticPart, collected: *mut c_void) -> bool {
    // SAFETY: the handler passes a part that is valid during the call, and what `collect` gave it.
    let (part, collected) = unsafe { (&*part, &*collected.cast::<Mutex<Collected<'_>>>()) };
    let lock = || collected.lock().unwrap_or_else(PoisonError::into_inner);
    guard(|| lock().add(part)).unwrap_or_else(|panic| {
        let mut collected = lock();
        collected.counts[Severity::Error as usize] += 1;
        let message = Message::without_place(Severity::Error, panic.to_string());
        let diagnostic = ReportedDiagnostic::new(message);
        collected.diagnostics.push(CollectedDiagnostic { diagnostic, end: (0, 0), data: None });
        false
    })
}

#[cfg(test)]
mod tests {
    use super::{DiagnosticCollector, LONGEST_LINE, PLANTED, SourceFile};
    use crate::diagnostic::{Attached, Coded, Diagnostic};
    use crate::failure::Failure;
    use melior::Context;
    use melior::ir::attribute::AttributeLike as _;
    use melior::ir::{Attribute, Location};
    use mlir_sys::mlirLocationFromAttribute;

    #[test]
    fn a_panic_in_the_handler_is_an_error() {
        let context = Context::new();
        let location = Location::new(&context, "k.mlir", 1, 3);
        let collected = DiagnosticCollector::collect(&context, b"ab cd", "k.mlir");
        let _: Failure = Diagnostic::warning(location, PLANTED).note(location, "lost").emit();
        assert!(collected.has_error());
        let _: Failure = Diagnostic::warning(location, "w").note(location, "n").emit();
        let text = collected.text();
        let (first, rest) = text.split_once('\n').unwrap_or_default();
        assert!(first.starts_with("error: internal error: planted"), "{text}");
        assert_eq!(rest, "k.mlir:1:3: warning: w\nab cd\n  ^\nk.mlir:1:3: note: n\n");
    }

    #[test]
    fn the_end_and_the_data_are_kept_until_they_are_taken() {
        let context = Context::new();
        let point = Location::new(&context, "k.mlir", 1, 3);
        let Some(range) = Attribute::parse(&context, r#"loc("other":1:3 to 2:5)"#) else { panic!("a location") };
        // SAFETY: the attribute is a location of a living context.
        let range = unsafe { Location::from_raw(mlirLocationFromAttribute(range.to_raw())) };
        let collected = DiagnosticCollector::collect(&context, b"ab cd", "k.mlir");
        let _: Failure = Diagnostic::error(range, "a").with_data(7_u8).note(point, "n").emit();
        let _: Failure = Diagnostic::error(point, "b").emit();
        let _: Failure = Diagnostic::warning(Location::unknown(&context), "c").emit();
        let data = |data: Option<Attached>| data.and_then(|data| data.downcast_ref::<u8>().copied());
        let found =
            collected.take().into_iter().map(|found| (found.diagnostic.message.text, found.end, data(found.data)));
        let expected = [("a", (2, 5), Some(7)), ("b", (1, 3), None), ("c", (0, 0), None)];
        assert_eq!(found.collect::<Vec<_>>(), expected.map(|(text, end, data)| (text.to_owned(), end, data)));
        assert!(!collected.has_error() && collected.take().is_empty() && collected.text().is_empty());
    }

    #[test]
    fn a_code_is_data_and_people_see_it_in_brackets() {
        let context = Context::new();
        let location = Location::new(&context, "k.mlir", 1, 1);
        let collected = DiagnosticCollector::collect(&context, b"", "k.mlir");
        let coded = |text: &str, code| Coded { text: text.to_owned(), code };
        let others = vec![coded("b", Some("rule-b")), coded("c [x]", None)];
        let diagnostic = Diagnostic::error(location, "a").with_code("rule-a").and(others.into_iter());
        let _: Failure = diagnostic.note(location, "n").emit();
        let text = "k.mlir:1:1: error: a [rule-a]\n\n^\nk.mlir:1:1: note: b [rule-b]\nk.mlir:1:1: note: c [x]\n\
                    k.mlir:1:1: note: n\n";
        assert_eq!(collected.text(), text);
        let found = collected.take();
        let messages =
            found.iter().flat_map(|found| std::iter::once(&found.diagnostic.message).chain(&found.diagnostic.notes));
        let parts: Vec<_> = messages.map(|message| (message.text.as_str(), message.code.as_deref())).collect();
        assert_eq!(parts, [("a", Some("rule-a")), ("b", Some("rule-b")), ("c [x]", None), ("n", None)]);
    }

    #[test]
    fn a_line_is_found_by_place_and_by_position() {
        let long = "x".repeat(LONGEST_LINE + 1);
        let text = format!("ab\r\n\n{long}\nend");
        let file = SourceFile::new(text.as_bytes().into());
        for (line, column, found) in [
            (1, 1, Some("ab")),
            (1, 3, Some("ab")),
            (1, 4, None),
            (2, 1, Some("")),
            (3, 5, Some(&long[..LONGEST_LINE])),
            (3, LONGEST_LINE as u64 + 2, None),
            (4, 4, Some("end")),
            (5, 1, None),
            (0, 1, None),
            (1, 0, None),
        ] {
            assert_eq!(file.line(line, column).as_deref(), found, "{line}:{column}");
        }
        let (place, line) = file.place(text.len() - 2);
        assert_eq!((place.line, place.column, line.as_deref()), (4, 2, Some("end")));
    }
}
