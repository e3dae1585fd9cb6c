//! From PTX to a cubin that states what the contract states.

use std::time::Duration;

use tileiras_ptxas::handoff::HandOffError;
use tileiras_ptxas::{Cubin, Environment, Invocation, ModuleFacts, Ptxas};

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

/// Assembles and audits. `name` is what `ptxas` calls the input.
#[must_use]
pub fn assemble(name: &str, kernels: &Kernels, options: &Cli, environment: &Environment) -> Made {
    let ptxas = match Ptxas::find(options.ptxas_path.as_deref(), environment) {
        Ok(ptxas) => ptxas,
        Err(error) => return Made { words: Vec::new(), cubin: Err(Kind::Ptxas.fault(error.to_string())) },
    };
    let invocation = Invocation::new(&ptxas, kernels.chip, environment)
        .opt_level(options.level)
        .arguments(&options.ptxas_option)
        .time_limit(Some(Duration::from_secs(options.time_limit)))
        .interrupt(interrupt::signal());
    match invocation.assemble(name, &kernels.ptx) {
        Ok(made) => {
            let words = [made.stdout, made.stderr].concat();
            let audited = if options.no_audit { Ok(()) } else { check(kernels, &made.cubin) };
            Made { words, cubin: audited.map(|()| made.cubin) }
        }
        Err(HandOffError::Failed(failure)) => {
            let mut message = failure.to_string();
            if let Some(hint) = failure.hint {
                message = format!("{message}\n{hint}");
            }
            Made { words: [failure.stdout, failure.stderr].concat(), cubin: Err(Kind::Ptxas.fault(message)) }
        }
        Err(error) => Made { words: Vec::new(), cubin: Err(Kind::Ptxas.fault(error.to_string())) },
    }
}

fn check(kernels: &Kernels, cubin: &[u8]) -> Result<(), Fault> {
    let cubin = Cubin::read(cubin).map_err(|error| Kind::Audit.fault(format!("the cubin cannot be read: {error}")))?;
    audit::between(&kernels.facts, &ModuleFacts::of_cubin(&cubin), "ptxas")
}
