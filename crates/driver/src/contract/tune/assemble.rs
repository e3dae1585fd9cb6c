//! Assembles the PTX of a row with the real ptxas.

use std::ffi::OsStr;

use serde::{Deserialize, Serialize};
use tileiras_process::worker::Answer;
use tileiras_ptxas::report::{Report, messages};
use tileiras_ptxas::{Cause, Environment, Failure, Invocation, Ptxas, ToolError};
use tileiras_target::Chip;

use crate::assemble::log_of;
use crate::assemble::ptxas_options::Setting;
use crate::messages::fault::{Fault, Kind};
use crate::worker::{UserLimits, answer, enter, interrupt};

/// How the rows are assembled.
pub(super) struct RowAssembler {
    pub ptxas: Ptxas,
    /// The release of the program.
    pub release: String,
    pub environment: Environment,
    pub chip: Chip,
    pub kernel: String,
    /// Further arguments.
    pub arguments: Vec<String>,
    /// What they and the files that they name set.
    pub settings: Vec<Setting>,
    pub limits: UserLimits,
}

/// What ptxas does with a row.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum RowOutcome {
    Assembled(Figures),
    /// It refuses the row, for this reason.
    Refused(String),
    /// It was ended by a limit or a crash, which can be different the next time.
    Failed(String),
}

/// What ptxas makes of a kernel, as its `-v` reports it.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub(super) struct Figures {
    /// Registers of 32 bits a thread.
    pub registers: u32,
    /// Bytes of registers that are stored to memory, a thread.
    pub spill_stores: u32,
    /// Bytes of them that are loaded again.
    pub spill_loads: u32,
    /// Bytes of stack a thread.
    pub stack: u32,
    /// Bytes of static shared memory of a CTA.
    pub static_shared: u32,
    /// Its warnings, such as those about a bound that it changes or ignores.
    pub warnings: Vec<String>,
}

impl RowOutcome {
    /// Why there are no figures.
    pub fn reason(&self) -> Option<&str> {
        match self {
            Self::Assembled(_) => None,
            Self::Refused(reason) | Self::Failed(reason) => Some(reason),
        }
    }
}

impl RowAssembler {
    /// What identifies the outcome of a text. Another release of this program may make other keys: a row is then
    /// assembled again.
    pub fn key(&self, text: &[u8]) -> String {
        let mut hasher = blake3::Hasher::new();
        // The length of each part says where it ends.
        let mut add = |part: Option<&[u8]>| {
            let length = part.map_or(u64::MAX, |part| part.len() as u64);
            hasher.update(&length.to_le_bytes()).update(part.unwrap_or_default());
        };
        for part in [text, self.chip.name().as_bytes(), self.release.as_bytes(), self.kernel.as_bytes()] {
            add(Some(part));
        }
        for name in tileiras_ptxas::KNOBS_VARIABLES {
            add(self.environment.get(name).map(OsStr::as_encoded_bytes));
        }
        for (option, value) in &self.settings {
            add(Some(option));
            add(value.as_deref());
        }
        hasher.finalize().to_hex().to_string()
    }

    /// Assembles a text, in a worker.
    pub fn assemble(&self, text: impl FnOnce() -> Result<Vec<u8>, Fault>) -> Answer<Result<RowOutcome, Fault>> {
        enter("ptxas", Kind::Ptxas);
        let outcome = text().and_then(|text| interrupt::with_files(|| self.outcome(&text)));
        let lacks_process = outcome.as_ref().is_err_and(|fault| fault.lacks_process);
        answer(outcome, lacks_process)
    }

    fn outcome(&self, text: &[u8]) -> Result<RowOutcome, Fault> {
        let invocation = Invocation::new(&self.ptxas, self.chip, &self.environment)
            .arguments(["-v", "--entry", &self.kernel])
            .arguments(&self.arguments)
            .time_limit(Some(self.limits.time()))
            .memory_limit(self.limits.memory())
            .interrupt(interrupt::signal());
        match invocation.assemble(&self.kernel, text) {
            Ok(output) => self.figures(&log_of(output.stdout, &output.stderr)),
            Err(ToolError::Failed(failure)) if matches!(failure.cause, Cause::Interrupted { .. }) => {
                Err(Kind::Ptxas.of_command(failure.to_string()))
            }
            Err(ToolError::Failed(failure)) => Ok(refused(&failure)),
            Err(error) => {
                let lacks_process = error.lacks_process();
                Err(Fault { lacks_process, ..Kind::Ptxas.of_command(error.to_string()) })
            }
        }
    }

    fn figures(&self, log: &[u8]) -> Result<RowOutcome, Fault> {
        let report = Report::read(log);
        let found = report.functions.iter().find(|function| function.name == self.kernel);
        let Some((found, registers)) = found.and_then(|found| Some((found, found.registers?))) else {
            return Err(Kind::Ptxas.of_command(format!("ptxas reports nothing about '{}'", self.kernel)));
        };
        Ok(RowOutcome::Assembled(Figures {
            registers,
            spill_stores: found.spill_stores,
            spill_loads: found.spill_loads,
            stack: found.stack.unwrap_or(found.frame),
            static_shared: found.shared.unwrap_or_default(),
            warnings: messages(log, "warning"),
        }))
    }
}

fn refused(failure: &Failure) -> RowOutcome {
    let log = log_of(failure.stdout.clone(), &failure.stderr);
    let said = ["error", "fatal"].into_iter().flat_map(|severity| messages(&log, severity)).next();
    match failure.cause {
        // A higher limit can help.
        Cause::Exit { .. } if said.as_deref() == Some("Memory allocation failure") => {
            RowOutcome::Failed("needs more memory than --memory-limit allows".to_owned())
        }
        Cause::Exit { .. } => RowOutcome::Refused(said.unwrap_or_else(|| failure.to_string())),
        _ => RowOutcome::Failed(failure.to_string()),
    }
}
