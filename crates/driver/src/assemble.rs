//! From PTX to a cubin that states what the contract states.

use std::time::Duration;

use tileiras_contract::audit::Snapshot;
use tileiras_cubin::Cubin;
use tileiras_ptxas::handoff::HandOffError;
use tileiras_ptxas::{Environment, Invocation, Ptxas};

use crate::cli::Cli;
use crate::compile::Kernels;
use crate::exit::{Fault, Kind};
use crate::{audit, interrupt};

/// What `ptxas` made and said.
pub struct Made {
    /// Everything `ptxas` wrote, as it wrote it.
    pub words: Vec<u8>,
    /// The cubin, audited unless that was not wanted.
    pub cubin: Result<Vec<u8>, Fault>,
}

/// The `ptxas` of a run, and the environment that it was found in.
pub struct Assembler {
    /// The program.
    pub ptxas: Ptxas,
    /// What opens the gate of the knobs file, and names the folder for temporary files.
    pub environment: Environment,
}

impl Assembler {
    /// Assembles and audits. `name` is what `ptxas` calls the input.
    #[must_use]
    pub fn assemble(&self, name: &str, kernels: &Kernels, options: &Cli) -> Made {
        let invocation = Invocation::new(&self.ptxas, kernels.chip, &self.environment)
            .opt_level(options.level)
            .arguments(&options.ptxas_option)
            .time_limit(Some(Duration::from_secs(options.time_limit)))
            .interrupt(interrupt::signal());
        match invocation.assemble(name, &kernels.ptx) {
            Ok(made) => {
                let words = words(made.stdout, &made.stderr);
                let audited = if options.no_audit { Ok(()) } else { check(kernels, &made.cubin) };
                Made { words, cubin: audited.map(|()| made.cubin) }
            }
            Err(HandOffError::Failed(failure)) => {
                let mut message = failure.to_string();
                if let Some(hint) = failure.hint {
                    message = format!("{message}; {hint}");
                } else if names_a_line(&failure.stderr) {
                    message.push_str("; --emit=ptx shows the lines that it means");
                }
                Made { words: words(failure.stdout, &failure.stderr), cubin: Err(Kind::Ptxas.fault(message)) }
            }
            Err(error) => Made { words: Vec::new(), cubin: Err(Kind::Ptxas.fault(error.to_string())) },
        }
    }
}

/// Everything that `ptxas` wrote, and the end of a last line that has none, so that ours begins on its own.
fn words(mut stdout: Vec<u8>, stderr: &[u8]) -> Vec<u8> {
    stdout.extend_from_slice(stderr);
    if stdout.last().is_some_and(|last| *last != b'\n') {
        stdout.push(b'\n');
    }
    stdout
}

/// Whether a diagnostic is about a line of the input, as in `ptxas k.ptx, line 9; error   : ...`.
fn names_a_line(words: &[u8]) -> bool {
    let mark = b".ptx, line ";
    words.windows(mark.len()).any(|window| window == mark)
}

fn check(kernels: &Kernels, cubin: &[u8]) -> Result<(), Fault> {
    let cubin = Cubin::read(cubin).map_err(|error| Kind::Audit.fault(format!("the cubin cannot be read: {error}")))?;
    audit::between(&kernels.facts, &Snapshot::from(&cubin), "ptxas")
}
