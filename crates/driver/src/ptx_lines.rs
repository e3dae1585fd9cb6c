//! Finds the origin of the PTX lines that messages of `ptxas` mention: the function, and the line of the source if the
//! PTX has line tables.

use std::collections::HashMap;
use std::fmt::{self, Display, Formatter};

use serde::{Deserialize, Serialize};
use tileiras_mlir::report::Place;

/// The maximum number of lines whose origin is given.
const MOST_LINES: usize = 8;

/// Where a line of PTX comes from.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct LineOrigin {
    /// The line of the PTX, from 1.
    pub line: usize,
    /// The function that contains it.
    function: String,
    /// The place in the source, such as `saxpy.cu:12:3`.
    pub source: Option<Place>,
}

/// `line 22 of the PTX is in 'k', from saxpy.cu:12:3`.
impl Display for LineOrigin {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "line {} of the PTX is in '{}'", self.line, self.function)?;
        let Some(Place { file, line, column }) = &self.source else { return Ok(()) };
        write!(f, ", from {file}:{line}:{column}")
    }
}

/// The origin of each line that the messages mention, as `ptxas k.ptx, line 9; error   : ...` does.
pub fn origins(log: &[u8], ptx: &[u8]) -> Vec<LineOrigin> {
    let lines = mentioned_lines(log);
    if lines.is_empty() {
        return Vec::new();
    }
    let Ok(functions) = tileiras_ptx::read(ptx).map(|ptx| ptx.functions) else { return Vec::new() };
    let files = files(ptx);
    let mut found = Vec::new();
    for line in lines {
        // The offset of its first byte.
        let offset: usize = ptx.split_inclusive(|byte| *byte == b'\n').take(line - 1).map(<[u8]>::len).sum();
        let function = functions.iter().find(|function| {
            let end = function.body.as_ref().map_or(function.span.end, |body| body.end);
            function.span.start <= offset && offset < end
        });
        let Some(function) = function else { continue };
        let before = function.body.as_ref().and_then(|body| ptx.get(body.start..offset)).unwrap_or_default();
        let source = before.rsplit(|byte| *byte == b'\n').find_map(|line| source(line, &files));
        found.push(LineOrigin { line, function: function.name.to_owned(), source });
    }
    found
}

/// The names in the directives `.file 1 "saxpy.cu"`, by their number. They are after the code.
fn files(ptx: &[u8]) -> HashMap<String, String> {
    let mut files = HashMap::new();
    for line in ptx.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii) {
        let Some(rest) = line.strip_prefix(b".file") else { continue };
        let rest = String::from_utf8_lossy(rest);
        let mut parts = rest.split('"');
        if let (Some(number), Some(name)) = (parts.next(), parts.next()) {
            files.insert(number.trim().to_owned(), name.to_owned());
        }
    }
    files
}

/// The place in the source of a directive `.loc 1 12 3`.
fn source(line: &[u8], files: &HashMap<String, String>) -> Option<Place> {
    let rest = String::from_utf8_lossy(line.trim_ascii().strip_prefix(b".loc")?).into_owned();
    let mut words = rest.split_ascii_whitespace();
    let file = files.get(words.next()?)?.clone();
    let mut number = || words.next()?.trim_end_matches(',').parse().ok();
    Some(Place { file, line: number()?, column: number()? })
}

/// The first lines of the PTX that the messages mention, sorted.
pub fn mentioned_lines(log: &[u8]) -> Vec<usize> {
    let log = String::from_utf8_lossy(log);
    let mut lines = Vec::new();
    for (_, rest) in log.lines().filter_map(|line| line.split_once(".ptx, line ")) {
        let digits = rest.split(|letter: char| !letter.is_ascii_digit()).next().unwrap_or_default();
        let Some(line) = digits.parse().ok().filter(|line| *line > 0) else { continue };
        if let Err(position) = lines.binary_search(&line)
            && lines.len() < MOST_LINES
        {
            lines.insert(position, line);
        }
    }
    lines
}

/// The messages of `ptxas`, without the folder of the temporary file that it read, or with another name for that file.
pub fn with_file(log: &[u8], name: Option<&str>) -> Vec<u8> {
    let lines = log.split_inclusive(|byte| *byte == b'\n');
    let mut named = Vec::with_capacity(log.len());
    for line in lines {
        let text = String::from_utf8_lossy(line);
        match text.strip_prefix("ptxas ").and_then(|rest| rest.split_once(".ptx, line ")) {
            Some((path, rest)) => {
                let file = path.rsplit('/').next().unwrap_or_default();
                let file = name.map_or_else(|| format!("{file}.ptx"), str::to_owned);
                named.extend_from_slice(format!("ptxas {file}, line {rest}").as_bytes());
            }
            None => named.extend_from_slice(line),
        }
    }
    named
}

#[cfg(test)]
mod tests {
    use super::{origins, with_file};

    const PTX: &str = "//
.version 8.0
.target sm_90
.address_size 64
.visible .entry k()
.maxntid 64
{
\t.loc\t1 12 3                          // k.cu:12:3
\tmov.b32 %r1, %r2;
\tret;
}
.visible .func f()
{
\tret;
}
\t.file\t1 \"folder/k.cu\"
";

    #[test]
    fn a_line_has_its_function_and_its_source() {
        let log = "ptxas /tmp/a/k.ptx, line 9; error   : x\nptxas k.ptx, line 6; warning : y\nptxas k.ptx, line 9; z
ptxas k.ptx, line 14; error: z\nptxas k.ptx, line 2; error: z\nptxas k.ptx, line 99999999999999999999999; error: z";
        let found: Vec<String> = origins(log.as_bytes(), PTX.as_bytes()).iter().map(ToString::to_string).collect();
        assert_eq!(
            found,
            [
                "line 6 of the PTX is in 'k'",
                "line 9 of the PTX is in 'k', from folder/k.cu:12:3",
                "line 14 of the PTX is in 'f'"
            ]
        );
    }

    #[test]
    fn no_message_names_the_folder_of_a_temporary_file() {
        let log = b"ptxas /tmp/a/k.ptx, line 9; error   : x\nptxas fatal   : y\n";
        assert_eq!(with_file(log, None), b"ptxas k.ptx, line 9; error   : x\nptxas fatal   : y\n");
        assert_eq!(with_file(log, Some("b/c")), b"ptxas b/c, line 9; error   : x\nptxas fatal   : y\n");
    }

    #[test]
    fn without_lines_there_is_no_origin() {
        assert_eq!(origins(b"ptxas fatal   : Unresolved extern function 'h'", PTX.as_bytes()), []);
        assert_eq!(origins(b"ptxas k.ptx, line 9; error", b"not PTX"), []);
    }
}
