//! What `ptxas` reports about the functions that it assembled.
//!
//! Accepts the messages of `ptxas -v` (measured: 12.4 to 13.5). Guarantees that each line is in exactly one part of the
//! result, and that a line of another form is kept byte for byte.
//!
//! ```
//! use tileiras_ptxas::report::Report;
//!
//! let log = b"ptxas info    : 0 bytes gmem\n\
//!     ptxas info    : Compiling entry function 'k' for 'sm_90a'\n\
//!     ptxas info    : Function properties for k\n\
//!     \x20   8 bytes stack frame, 8 bytes spill stores, 4 bytes spill loads\n\
//!     ptxas info    : Used 24 registers, used 4 barriers, 8 bytes cumulative stack size, 112 bytes smem\n\
//!     ptxas info    : Compile time = 16.015 ms\n\
//!     ptxas warning : something else\n";
//! let report = Report::read(log);
//! let [function] = report.functions.as_slice() else { panic!("one function") };
//! assert_eq!((function.name.as_str(), function.registers, function.shared), ("k", Some(24), Some(112)));
//! assert_eq!((function.spill_stores, function.spill_loads), (8, 4));
//! assert_eq!(report.others().concat(), b"ptxas warning : something else\n");
//! ```

/// The messages of one run.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Report {
    /// The functions, in the order of the messages.
    pub functions: Vec<FunctionReport>,
    /// The lines that are no part of the report about functions, in order.
    pub lines: Vec<Line>,
}

/// What `ptxas` made of one function.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct FunctionReport {
    /// Its name.
    pub name: String,
    /// Bytes of the stack frame.
    pub frame: u32,
    /// Bytes of registers that are stored to memory, as there are not enough.
    pub spill_stores: u32,
    /// Bytes of them that are loaded again.
    pub spill_loads: u32,
    /// Registers of 32 bits a thread; only of a kernel, as the next ones.
    pub registers: Option<u32>,
    /// Named barriers.
    pub barriers: Option<u32>,
    /// Bytes of stack, with that of called functions.
    pub stack: Option<u32>,
    /// Bytes of static shared memory.
    pub shared: Option<u32>,
}

/// A line that is no part of the report about functions.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Line {
    /// What it says.
    pub kind: LineKind,
    /// Its bytes, with the line end.
    pub text: Vec<u8>,
}

/// What a line says.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum LineKind {
    /// `(C7508) Potential Performance Loss: 'setmaxnreg' ignored; unable to determine register count at entry.`: the
    /// text after `ignored`, without the punctuation around it. The message names no function.
    SetMaxNRegIgnored(String),
    /// `For entry k adjusting per thread register count of 16 to lower bound of 24`, or
    /// `Too many maxnreg specified for entry k, will be ignored`: the name of the kernel.
    MaxNRegAdjusted(String),
    /// `.minnctapersm is ignored when neither .maxntid nor .reqntid is specified.`, at a line of the PTX.
    MinCtaSmIgnored,
    /// Anything else.
    Other,
}

impl Report {
    /// Reads messages.
    #[must_use]
    pub fn read(log: &[u8]) -> Self {
        let mut report = Self::default();
        let mut expects_frame = false;
        for bytes in log.split_inclusive(|byte| *byte == b'\n') {
            let text = String::from_utf8_lossy(bytes);
            let text = text.trim_end();
            if expects_frame && report.frame(text).is_some() {
                expects_frame = false;
                continue;
            }
            expects_frame = false;
            match message(text, "info") {
                Some("") => {}
                Some(info) if is_about_module(info) => continue,
                Some(info) => {
                    if let Some(name) = info.strip_prefix("Function properties for ") {
                        report.functions.push(FunctionReport { name: name.to_owned(), ..FunctionReport::default() });
                        expects_frame = true;
                        continue;
                    }
                    if report.used(info).is_some() {
                        continue;
                    }
                }
                None => {}
            }
            report.lines.push(Line { kind: kind(text), text: bytes.to_vec() });
        }
        report
    }

    /// The lines of [`LineKind::Other`].
    #[must_use]
    pub fn others(&self) -> Vec<&[u8]> {
        self.lines.iter().filter(|line| line.kind == LineKind::Other).map(|line| line.text.as_slice()).collect()
    }

    /// All lines that are no part of the report about functions.
    #[must_use]
    pub fn text(&self) -> Vec<u8> {
        self.lines.iter().flat_map(|line| line.text.iter().copied()).collect()
    }

    /// `    8 bytes stack frame, 8 bytes spill stores, 4 bytes spill loads`.
    fn frame(&mut self, text: &str) -> Option<()> {
        let mut parts = text.trim_start().split(", ");
        let mut number = |after: &str| parts.next()?.strip_suffix(after)?.parse().ok();
        let found = (number(" bytes stack frame")?, number(" bytes spill stores")?, number(" bytes spill loads")?);
        let function = self.functions.last_mut()?;
        (function.frame, function.spill_stores, function.spill_loads) = found;
        Some(())
    }

    /// `Used 24 registers, used 4 barriers, 8 bytes cumulative stack size, 112 bytes smem, 400 bytes cmem[0]`.
    fn used(&mut self, text: &str) -> Option<()> {
        let function = self.functions.last_mut()?;
        let mut found = function.clone();
        for part in text.strip_prefix("Used ")?.split(", ") {
            let (number, what) = part.trim_start_matches("used ").split_once(' ')?;
            let number = Some(number.parse().ok()?);
            match what {
                "registers" => found.registers = number,
                "barriers" => found.barriers = number,
                "bytes cumulative stack size" => found.stack = number,
                "bytes smem" => found.shared = number,
                // Constant memory, textures and surfaces.
                _ => {}
            }
        }
        *function = found;
        Some(())
    }
}

/// The texts of the messages of that severity, such as `error`, about a line of the PTX or about no line.
///
/// ```
/// let log = b"ptxas k.ptx, line 9; error   : no such thing\nptxas fatal   : Ptx assembly aborted due to errors\n";
/// assert_eq!(tileiras_ptxas::report::messages(log, "error"), ["no such thing"]);
/// assert_eq!(tileiras_ptxas::report::messages(log, "fatal"), ["Ptx assembly aborted due to errors"]);
/// ```
#[must_use]
pub fn messages(log: &[u8], severity: &str) -> Vec<String> {
    let log = String::from_utf8_lossy(log);
    let text = |line| message(line, severity).or_else(|| message_at_line(line, severity));
    log.lines().filter_map(text).map(str::to_owned).collect()
}

/// The text of a message of that severity: `ptxas info    : text`. The name is that of the program.
fn message<'a>(line: &'a str, severity: &str) -> Option<&'a str> {
    let (program, rest) = line.split_once(' ')?;
    let is_name = !program.is_empty() && !program.ends_with(':');
    rest.strip_prefix(severity)?.trim_start().strip_prefix(':').map(str::trim_start).filter(|_| is_name)
}

/// The text of a message of that severity about a line: `ptxas k.ptx, line 9; warning : text`.
fn message_at_line<'a>(line: &'a str, severity: &str) -> Option<&'a str> {
    let (_, rest) = line.split_once(", line ")?;
    let (_, rest) = rest.split_once("; ")?;
    rest.strip_prefix(severity)?.trim_start().strip_prefix(':').map(str::trim_start)
}

/// Whether a message is about the whole module, or begins the part about a function.
fn is_about_module(info: &str) -> bool {
    let has_number = |rest: &str| rest.bytes().next().is_some_and(|byte| byte.is_ascii_digit());
    let memory = || info.split(", ").all(|part| part.ends_with(" bytes gmem") || part.contains(" bytes cmem["));
    info.strip_prefix("Compile time = ").is_some_and(has_number)
        || info.starts_with("Compiling entry function '")
        || (has_number(info) && memory())
}

fn kind(text: &str) -> LineKind {
    let ignored = || message(text, "info")?.split_once("'setmaxnreg' ignored").map(|(_, reason)| reason);
    if let Some(reason) = ignored() {
        return LineKind::SetMaxNRegIgnored(reason.trim_matches([';', '.', ' ']).to_owned());
    }
    let adjusted = || {
        let warning = message(text, "warning")?;
        if let Some(rest) = warning.strip_prefix("For entry ") {
            return rest.split_once(" adjusting per thread register count of ").map(|(name, _)| name);
        }
        warning.strip_prefix("Too many maxnreg specified for entry ")?.strip_suffix(", will be ignored")
    };
    if message_at_line(text, "warning").is_some_and(|text| text.starts_with(".minnctapersm is ignored when ")) {
        return LineKind::MinCtaSmIgnored;
    }
    adjusted().map_or(LineKind::Other, |name| LineKind::MaxNRegAdjusted(name.to_owned()))
}
