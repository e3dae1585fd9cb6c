//! Paths of the command line: how messages name them, and `-` for a standard stream.

use std::borrow::Cow;
use std::path::Path;

use tileiras_mlir::report::Place;

/// The name of standard input and standard output on the command line.
const STANDARD: &str = "-";

/// Whether a path means standard input or standard output.
pub fn is_standard_stream(path: &Path) -> bool {
    path.as_os_str() == STANDARD
}

/// The name of an input in locations and messages. The end of a line in it is shown as `\x0A`, so that one message
/// cannot look like two.
pub fn name_of(path: &Path) -> String {
    if is_standard_stream(path) { "<stdin>".to_owned() } else { path.display().to_string().replace('\n', "\\x0A") }
}

/// The place of what is about a file as a whole.
#[must_use]
pub fn whole_file(path: &Path) -> Place {
    Place { file: name_of(path), line: 0, column: 0 }
}

/// Words after the place that they are about, such as `k.ptx: ` or `k.ptx:2:1: `.
pub fn located<'w>(place: Option<&Place>, words: &'w str) -> Cow<'w, str> {
    match place {
        None => Cow::Borrowed(words),
        Some(Place { file, line: 0, .. }) => Cow::Owned(format!("{file}: {words}")),
        Some(Place { file, line, column }) => Cow::Owned(format!("{file}:{line}:{column}: {words}")),
    }
}
