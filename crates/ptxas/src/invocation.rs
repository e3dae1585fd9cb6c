//! Runs `ptxas` on a PTX module and returns the cubin.
//!
//! Accepts the text of a PTX module as bytes, a chip, and further arguments. Guarantees:
//! - [`Invocation::argv`] returns the argument vector without a run.
//! - The same input under the same name gives the same cubin, as `ptxas` writes no folder names into it (measured).
//!
//! Leaves out on purpose: the output file, the content of the cubin (`tileiras-cubin`), and the content of a knobs
//! file, which only `ptxas` reads (reference 003).

use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::time::Duration;

use tileiras_target::Chip;

use crate::environment::Environment;
use crate::find::Ptxas;
use crate::run::{Cause, Failure, InputFile, Runner, ToolError, ToolOutput, legal_name};

/// The two variables that enable a knobs file. Both must be set; their values may be empty (reference 003).
pub const KNOBS_VARIABLES: [&str; 2] = ["MLIR_ENABLE_EVO", "PTX_KNOBS_PATH"];

/// A configured run of `ptxas`.
#[derive(Clone, Debug)]
pub struct Invocation {
    runner: Runner,
    chip: Chip,
    opt_level: Option<u8>,
    arguments: Vec<OsString>,
    knobs: Option<OsString>,
}

impl Invocation {
    /// A run of `ptxas` for a chip. The environment determines the knobs file ([`KNOBS_VARIABLES`]) and the folder of
    /// temporary files.
    pub fn new(ptxas: &Ptxas, chip: Chip, environment: &Environment) -> Self {
        let runner = Runner::new(&ptxas.program, environment);
        Invocation { runner, chip, opt_level: None, arguments: Vec::new(), knobs: knobs_argument(environment) }
    }

    /// Sets the optimization level. The default of `ptxas` is 3. It accepts levels above 3 without a warning
    /// (measured).
    #[must_use]
    pub fn opt_level(mut self, level: u8) -> Self {
        self.opt_level = Some(level);
        self
    }

    /// Adds arguments, which are passed on unchanged.
    #[must_use]
    pub fn arguments<T: Into<OsString>>(mut self, arguments: impl IntoIterator<Item = T>) -> Self {
        self.arguments.extend(arguments.into_iter().map(Into::into));
        self
    }

    /// Sets the time limit ([`Runner::time_limit`]).
    #[must_use]
    pub fn time_limit(self, limit: Option<Duration>) -> Self {
        Invocation { runner: self.runner.time_limit(limit), ..self }
    }

    /// Sets the limit of memory ([`Runner::memory_limit`]).
    #[must_use]
    pub fn memory_limit(self, limit: Option<u64>) -> Self {
        Invocation { runner: self.runner.memory_limit(limit), ..self }
    }

    /// Sets the variable of a signal handler ([`Runner::interrupt`]).
    #[must_use]
    pub fn interrupt(self, signal: Arc<AtomicUsize>) -> Self {
        Invocation { runner: self.runner.interrupt(signal), ..self }
    }

    /// The argument vector for these files, with the program first.
    pub fn argv(&self, input: &Path, output: &Path) -> Vec<OsString> {
        let mut argv: Vec<OsString> = vec![self.runner.program.clone().into()];
        argv.extend(self.arguments_for(input, output));
        argv
    }

    fn arguments_for(&self, input: &Path, output: &Path) -> Vec<OsString> {
        let arch = self.chip.ptxas_arch().unwrap_or(self.chip);
        let mut arguments: Vec<OsString> = vec!["-arch".into(), arch.name().into()];
        arguments.extend(self.opt_level.map(|level| format!("-O{level}").into()));
        arguments.extend(self.arguments.iter().cloned());
        arguments.extend(self.knobs.clone());
        arguments.extend([input.into(), "-o".into(), output.into()]);
        arguments
    }

    /// Runs `ptxas` on the text of a PTX module. The input file is `<name>.ptx` in a temporary folder, so that
    /// diagnostics of `ptxas` mention `name`. Characters that are not legal in a file name become `_`.
    ///
    /// # Errors
    /// [`ToolError`] unless `ptxas` succeeds and writes an output file.
    pub fn assemble(&self, name: &str, ptx: &[u8]) -> Result<ToolOutput, ToolError> {
        let name = legal_name(name);
        let input = InputFile { name: format!("{name}.ptx"), content: ptx };
        let output = format!("{name}.cubin");
        let result = self.runner.run(&[input], &output, |inputs, output| self.arguments_for(&inputs[0], output));
        result.map_err(|mut error| {
            if let ToolError::Failed(failure) = &mut error {
                failure.hint = self.hint(failure);
            }
            error
        })
    }

    /// The advice for a `ptxas` that does not have the option for a knobs file.
    fn hint(&self, failure: &Failure) -> Option<&'static str> {
        let lacks_option = matches!(failure.cause, Cause::Exit { .. })
            && self.knobs.is_some()
            && (lacks_knobs_option(&failure.stderr) || lacks_knobs_option(&failure.stdout));
        let hint =
            "this release of ptxas does not have the option '--knobs-file'; unset MLIR_ENABLE_EVO or PTX_KNOBS_PATH";
        lacks_option.then_some(hint)
    }
}

/// `--knobs-file=<path>`, if both variables are set. The path is passed on unchanged and unchecked.
fn knobs_argument(environment: &Environment) -> Option<OsString> {
    let [enable, path] = KNOBS_VARIABLES.map(|name| environment.get(name));
    let (Some(_), Some(path)) = (enable, path) else { return None };
    let mut argument = OsString::from("--knobs-file=");
    argument.push(path);
    Some(argument)
}

/// Whether the output of `ptxas` has the line `Unknown option '-knobs-file'` (measured: 12.9 to 13.5).
fn lacks_knobs_option(output: &[u8]) -> bool {
    let contains = |line: &[u8], text: &str| line.windows(text.len()).any(|window| window == text.as_bytes());
    output.split(|byte| *byte == b'\n').any(|line| contains(line, "Unknown option") && contains(line, "knobs-file"))
}
