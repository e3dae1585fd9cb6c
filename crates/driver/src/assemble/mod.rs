//! Assembles PTX to a cubin, and audits the launch facts of the cubin.

pub mod assembled;
pub mod cubin_input;
pub mod ptxas_options;

use tileiras_contract::Fact;
use tileiras_contract::audit::{FunctionSnapshot, Snapshot};
use tileiras_cubin::{Cubin, Kernel};
use tileiras_finding::RuleOptions;
use tileiras_mlir::report::{self, ReportedDiagnostic};
use tileiras_mlir::text::listed;
use tileiras_ptxas::{Environment, Invocation, Ptxas, Report, ToolError};

use self::assembled::AssemblyOutcome;
use self::ptxas_options::Called;
use crate::cli::Cli;
use crate::compile::audit;
use crate::compile::product::PtxModule;
use crate::input::object::may_be_for;
use crate::messages::fault::{Fault, Kind};
use crate::messages::ptx_lines::{LineOrigin, mentioned_lines, origins};
use crate::worker::interrupt;

/// The result of a run of `ptxas`, `nvlink` or `fatbinary`.
pub struct ToolResult {
    /// The output of the program, with a line end.
    pub log: Vec<u8>,
    /// Notes about it: where lines of PTX come from.
    pub notes: Vec<LineOrigin>,
    /// The diagnostics of the rules about what ptxas made of the kernels.
    pub diagnostics: Vec<ReportedDiagnostic>,
    /// The output file, audited unless `--no-audit` is given.
    pub file: Result<Vec<u8>, Fault>,
}

impl ToolResult {
    /// The result of a program that has no output.
    pub fn of_error(error: ToolError) -> Self {
        let lacks_process = error.lacks_process();
        let file = Err(Fault { lacks_process, ..Kind::Ptxas.fault(error.to_string()) });
        let log = match error {
            ToolError::Failed(failure) => log_of(failure.stdout, &failure.stderr),
            _ => Vec::new(),
        };
        Self { log, notes: Vec::new(), diagnostics: Vec::new(), file }
    }
}

/// The `ptxas` of a run, with the environment in which it was found.
pub struct Assembler {
    /// The program.
    pub ptxas: Ptxas,
    /// Determines the knobs file and the folder of temporary files.
    pub environment: Environment,
}

impl Assembler {
    /// Assembles and audits. Diagnostics of `ptxas` mention `name`.
    #[must_use]
    pub fn assemble(&self, name: &str, module: &PtxModule, options: &Cli, rules: &RuleOptions<'_>) -> ToolResult {
        let asks_for_report = options.ptxas_option.iter().any(|option| is_verbose(option));
        let invocation = Invocation::new(&self.ptxas, module.chip, &self.environment)
            .opt_level(options.level)
            .arguments(module.debug_option)
            .arguments(options.makes_objects().then_some("-c"))
            .arguments((!asks_for_report).then_some("-v"))
            .arguments(&options.ptxas_option)
            .time_limit(Some(options.limits.time()))
            .memory_limit(options.limits.memory())
            .interrupt(interrupt::signal());
        match invocation.assemble(name, &module.ptx) {
            Ok(assembled) => {
                let log = log_of(assembled.stdout, &assembled.stderr);
                let called = Called::of_options(&options.ptxas_option);
                let AssemblyOutcome { log, mut diagnostics, result } =
                    assembled::outcome(&log, module, &called, rules, asks_for_report);
                let audited = if options.no_audit { Ok(Vec::new()) } else { check(module, &assembled.file) };
                let file = audited.and_then(|unknown| {
                    diagnostics.extend(unknown);
                    result.map(|()| assembled.file)
                });
                ToolResult { notes: origins(&log, &module.ptx), log, diagnostics, file }
            }
            Err(ToolError::Failed(failure)) => {
                let mut message = failure.to_string();
                if let Some(unresolved) = unresolved(&failure.stderr, &module.ptx) {
                    message = format!("{message}; {unresolved}");
                } else if let Some(hint) = failure.hint {
                    message = format!("{message}; {hint}");
                } else if !module.is_input && !mentioned_lines(&failure.stderr).is_empty() {
                    message.push_str("; --emit=ptx shows these lines");
                }
                let log = log_of(failure.stdout, &failure.stderr);
                let log = if asks_for_report { log } else { Report::read(&log).text() };
                let file = Err(Kind::Ptxas.fault(message));
                ToolResult { notes: origins(&log, &module.ptx), log, diagnostics: Vec::new(), file }
            }
            Err(error) => ToolResult::of_error(error),
        }
    }
}

/// A warning about a `--maxrregcount` that has no effect on some kernels. `ptxas` says nothing about it (measured: 12.9
/// to 13.5), and goes by the block or the register cap that the kernel states, unless an option overrides these.
#[must_use]
pub fn ineffective_register_cap(facts: &Snapshot, options: &Called) -> Option<String> {
    let option = options.register_cap.as_ref().filter(|_| !options.overrides_facts)?;
    let deciding = |kernel: &FunctionSnapshot| {
        let facts = [Fact::MaxNReg, Fact::ReqNTid, Fact::MaxNTid];
        facts.into_iter().find(|fact| kernel.is_kernel() && !kernel.declared && kernel.facts.states(*fact))
    };
    let kernels = facts.functions.iter();
    let kernels = kernels.filter_map(|kernel| Some(format!("'{}' ('{}')", kernel.symbol, deciding(kernel)?)));
    let kernels: Vec<String> = kernels.collect();
    (!kernels.is_empty()).then(|| {
        format!(
            "{option} has no effect on kernels that state a block or a register cap: {}; state '{}'",
            listed(&kernels, 4),
            Fact::MaxNReg
        )
    })
}

/// Whether an option of `ptxas` prints the report about each function.
fn is_verbose(option: &str) -> bool {
    ["-v", "--verbose", "-v2", "--verbose2"].contains(&option)
}

/// The output of a program. A missing line end is added, so that the next message starts on a new line.
pub fn log_of(mut stdout: Vec<u8>, stderr: &[u8]) -> Vec<u8> {
    stdout.extend_from_slice(stderr);
    if stdout.last().is_some_and(|last| *last != b'\n') {
        stdout.push(b'\n');
    }
    stdout
}

/// The function that `ptxas` cannot find, with the functions that use it.
fn unresolved(log: &[u8], ptx: &[u8]) -> Option<String> {
    let log = String::from_utf8_lossy(log);
    let (_, rest) = log.split_once("Unresolved extern function '")?;
    let (name, _) = rest.split_once('\'')?;
    let is_used = |body: &[u8]| {
        let mut words = body.split(|byte| !byte.is_ascii_alphanumeric() && !b"_$".contains(byte));
        words.any(|word| word == name.as_bytes())
    };
    let functions = tileiras_ptx::read(ptx).ok()?.functions;
    let users = functions.iter().filter(|function| function.body.clone().is_some_and(|body| is_used(&ptx[body])));
    let users: Vec<String> = users.map(|user| format!("'{}'", user.name)).collect();
    Some(format!("'{name}' is used by {} and not defined", users.join(", ")))
}

/// Audits a cubin. Returns a warning for each attribute of a kernel that is not known.
fn check(module: &PtxModule, cubin: &[u8]) -> Result<Vec<ReportedDiagnostic>, Fault> {
    let cubin = Cubin::read(cubin).map_err(|error| Kind::Audit.fault(format!("the cubin cannot be read: {error}")))?;
    let stated = cubin.chip();
    if !stated.is_some_and(|stated| may_be_for(stated, module.chip)) {
        let stated = stated.map_or_else(|| cubin.arch.to_string(), |stated| stated.to_string());
        let text = format!("the step 'ptxas' made a cubin for {stated}, and {} was asked for", module.chip);
        return Err(Kind::Audit.fault(text));
    }
    audit::check_equal(&module.facts, &Snapshot::from(&cubin), "ptxas")?;
    Ok(cubin.kernels.iter().flat_map(unknown).collect())
}

/// A warning for each attribute of a kernel that is not known.
pub fn unknown(kernel: &Kernel) -> impl Iterator<Item = ReportedDiagnostic> {
    kernel.unknown.iter().map(|code| {
        let text = "of the cubin, which may be a launch fact of a later release, is not audited";
        let text = format!("attribute {code:#04x} of the kernel '{}' {text}", kernel.name);
        ReportedDiagnostic::new(report::Message::without_place(report::Severity::Warning, text))
    })
}
