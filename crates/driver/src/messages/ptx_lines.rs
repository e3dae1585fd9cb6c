//! Finds the origin of PTX: the function, and the place in the source if the PTX has line tables (`.loc`, `.file`).

use std::collections::HashMap;
use std::fmt::{self, Display, Formatter};

use serde::{Deserialize, Serialize};
use tileiras_mlir::report::Place;
use tileiras_ptx::Header;

/// The maximum number of lines whose origin is given.
const MOST_LINES: usize = 8;

/// The maximum number of places of one instruction: its own, and calls by which it was inlined.
const MOST_CALLS: usize = 16;

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
    let sources = LineTables::of(ptx);
    let mut found = Vec::new();
    for line in lines {
        // The offset of its first byte.
        let offset: usize = ptx.split_inclusive(|byte| *byte == b'\n').take(line - 1).map(<[u8]>::len).sum();
        let Some(function) = functions.iter().find(|function| contains(function, offset)) else { continue };
        let source = sources.at(function, offset).next();
        found.push(LineOrigin { line, function: function.name.to_owned(), source });
    }
    found
}

/// Whether a function has the byte at an offset.
pub fn contains(function: &Header<'_>, offset: usize) -> bool {
    let end = function.body.as_ref().map_or(function.span.end, |body| body.end);
    function.span.start <= offset && offset < end
}

/// The line tables of a text.
pub struct LineTables<'t> {
    /// The names in the directives `.file 1 "saxpy.cu"`, by their number. They are after the code.
    files: HashMap<&'t str, &'t str>,
    /// The directives `.loc`, in order.
    lines: Vec<SourceLine<'t>>,
}

/// A directive `.loc 1 12 3, function_name $L__info_string0, inlined_at 1 20 5`.
struct SourceLine<'t> {
    offset: usize,
    /// The file, the line and the column.
    place: [&'t str; 3],
    /// Those of the call, if the code was inlined.
    call: Option<[&'t str; 3]>,
}

impl<'t> LineTables<'t> {
    /// The line tables of PTX.
    pub fn of(ptx: &'t [u8]) -> Self {
        let mut found = Self { files: HashMap::new(), lines: Vec::new() };
        let mut offset = 0;
        // In inline assembly of several lines, LLVM adds the number of the line to that of the source.
        let mut is_inline = false;
        for line in ptx.split_inclusive(|byte| *byte == b'\n') {
            let text = str::from_utf8(line.trim_ascii()).unwrap_or_default();
            if text == "// begin inline asm" || text == "// end inline asm" {
                is_inline = text == "// begin inline asm";
            }
            // The place of inline assembly is that of the directive before.
            if !is_inline {
                found.add(offset, text);
            }
            offset += line.len();
        }
        found
    }

    /// Adds the directive `.loc` or `.file` of a line.
    fn add(&mut self, offset: usize, line: &'t str) {
        if let Some(rest) = line.strip_prefix(".loc").filter(|rest| rest.starts_with([' ', '\t'])) {
            self.lines.extend(SourceLine::read(offset, rest));
        } else if let Some((number, name)) = line.strip_prefix(".file").and_then(|rest| rest.split_once('"')) {
            self.files.insert(number.trim(), name.split('"').next().unwrap_or_default());
        }
    }

    /// The place of the source that the byte at an offset of a function comes from, and the calls by which it was
    /// inlined, the innermost first.
    pub fn at(&self, function: &Header<'_>, offset: usize) -> impl Iterator<Item = Place> {
        let start = function.body.as_ref().map_or(function.span.end, |body| body.start);
        let [first, end] = [start, offset + 1].map(|at| self.lines.partition_point(|line| line.offset < at));
        let lines = self.lines.get(first..end).unwrap_or_default();
        let line = lines.last();
        let calls = std::iter::successors(line.map(|line| (line.place, line.call)), move |(_, call)| {
            // The call itself can be in code that was inlined, which an earlier directive tells.
            let call = (*call)?;
            let outer = lines.iter().rev().find(|line| line.place == call);
            Some((call, outer.and_then(|outer| outer.call)))
        });
        calls.take(MOST_CALLS).filter_map(|(place, _)| self.place(place))
    }

    fn place(&self, [file, line, column]: [&str; 3]) -> Option<Place> {
        let file = (*self.files.get(file)?).to_owned();
        Some(Place { file, line: line.parse().ok()?, column: column.parse().ok()? })
    }
}

impl<'t> SourceLine<'t> {
    fn read(offset: usize, rest: &'t str) -> Option<Self> {
        let numbers = |text: &'t str| {
            let mut words = text.split([' ', '\t', ',']).filter(|word| !word.is_empty());
            Some([words.next()?, words.next()?, words.next()?])
        };
        let call = rest.split_once("inlined_at").and_then(|(_, call)| numbers(call));
        Some(Self { offset, place: numbers(rest)?, call })
    }
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
