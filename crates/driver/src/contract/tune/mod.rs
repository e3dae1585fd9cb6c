//! `tileiras-contract tune`: what the real ptxas makes of a kernel with other blocks, register caps and CTAs per SM.
//!
//! Guarantees that only the launch directives of that kernel differ between the rows, and that a row is not assembled
//! again if the file of `-o` has it for the same PTX, chip, options and release of ptxas. Leaves out on purpose: how
//! fast the kernel is, which no assembler knows.

mod assemble;
mod bounds;
mod finished;
mod table;

use std::path::PathBuf;

use clap::{Args, value_parser};
use tileiras_mlir::visible;
use tileiras_process::worker::{Failure, call_all};
use tileiras_ptx::Ptx;
use tileiras_ptxas::{Environment, Ptxas};
use tileiras_target::Chip;

use self::assemble::{RowAssembler, RowOutcome};
use self::bounds::{Bounds, TuneBounds};
use self::finished::Finished;
use self::table::{TuneRow, Tuned};
use super::command::{Command, check_files};
use super::explain::unknown;
use crate::assemble::ptxas_options::{replacing, settings};
use crate::cli::rules::chip;
use crate::compile::{ptx, ptx_input};
use crate::input::{Format, Input};
use crate::messages::fault::{Fault, Kind};
use crate::worker;
use crate::worker::{batch, interrupt};

/// The command line of `tune`.
#[derive(Args, Clone, Debug)]
pub(super) struct TuneOptions {
    /// The name of the kernel
    kernel: String,
    /// .ptx; - is standard input
    file: PathBuf,
    #[command(flatten)]
    bounds: TuneBounds,
    /// A file to which each finished row is appended; rows that it has are not assembled again
    #[arg(short, long, value_name = "PATH")]
    output: Option<PathBuf>,
    /// The chip [default: the chip of the file]
    #[arg(long, value_name = "CHIP", visible_alias = "arch", value_parser = chip(), hide_possible_values = true)]
    gpu_name: Option<Chip>,
    /// The ptxas to run [default: as for tileiras-cc]
    #[arg(long, value_name = "PATH")]
    ptxas_path: Option<PathBuf>,
    /// An argument for ptxas; may be given several times
    #[arg(long, value_name = "ARGUMENT", allow_hyphen_values = true)]
    ptxas_option: Vec<String>,
    /// Rows assembled at the same time [default: one for each processor]
    #[arg(short, long, value_name = "N", value_parser = value_parser!(u16).range(1..))]
    jobs: Option<u16>,
}

/// The outcome for each of the bounds, and the first fault of this program. The rows of a fault are missing, and after
/// a signal others, too.
struct Outcomes {
    rows: Vec<Option<RowOutcome>>,
    result: Result<(), Fault>,
}

impl Command<'_> {
    /// Prints what ptxas makes of a kernel with different bounds.
    pub(super) fn tune(&mut self, options: &TuneOptions) -> Result<(), Fault> {
        if let Some(output) = &options.output {
            check_files(std::slice::from_ref(&options.file), output)?;
        }
        check_ptxas_options(&options.ptxas_option)?;
        interrupt::watch();
        let input = Input::read(&options.file, self.limit)?;
        self.tune_input(&input, options)
            .map_err(|fault| if fault.of_command { fault } else { fault.in_file(&options.file) })
    }

    fn tune_input(&mut self, input: &Input, options: &TuneOptions) -> Result<(), Fault> {
        if input.format != Format::Ptx {
            return Err(Kind::Input.fault(format!("tune needs PTX, and this is {}", input.format)));
        }
        let ptx = ptx_input::read_text(&input.name, &input.content)?;
        let kernel = options.kernel.as_str();
        let Some(header) = ptx.entries().find(|header| header.name == kernel) else {
            return Err(Kind::Input.fault(unknown(kernel, ptx.entries().map(|header| header.name.to_owned()))));
        };
        let chip = options.gpu_name.or(ptx.chip());
        let chip = chip.ok_or_else(|| Kind::Usage.fault("the chip is not known; --gpu-name names one"))?;
        let facts = header.facts();
        let all = options.bounds.rows(kernel, &facts, chip)?;
        let assembler = self.assembler(input, options, chip)?;
        let Outcomes { rows: outcomes, result } = self.outcomes(input, &ptx, options, &assembler, &all)?;
        let missing = outcomes.iter().filter(|outcome| outcome.is_none()).count();
        let found = all.iter().zip(outcomes).filter_map(|(bounds, outcome)| Some((*bounds, outcome?)));
        let dynamic_shared = options.bounds.dynamic_shared;
        let rows = table::rows(found, &facts, chip, dynamic_shared);
        let (chip, ptxas) = (chip.to_string(), assembler.release.as_str());
        self.print_rows(&Tuned { kernel, chip, ptxas, dynamic_shared, rows: &rows })?;
        match interrupt::received() {
            Some(_) => Err(interrupted(missing, all.len(), options)),
            None => result.and_then(|()| is_assembled(&rows)),
        }
    }

    /// Prints the rows, if there are any.
    fn print_rows(&self, tuned: &Tuned<'_>) -> Result<(), Fault> {
        match (tuned.rows, self.json) {
            ([], _) => Ok(()),
            (_, true) => self.print_json(tuned),
            (_, false) => {
                self.write(visible::text(&table::text(tuned)).as_bytes());
                Ok(())
            }
        }
    }

    fn assembler(&self, input: &Input, options: &TuneOptions, chip: Chip) -> Result<RowAssembler, Fault> {
        let environment = Environment::of_process();
        let of_command = |text: String| Kind::Ptxas.of_command(text);
        let ptxas = Ptxas::find(options.ptxas_path.as_deref(), &environment);
        let ptxas = ptxas.map_err(|error| of_command(error.to_string()))?;
        let program = ptxas.program.display();
        let release = ptxas.version().ok_or_else(|| of_command(format!("'{program}' does not say its release")))?;
        let arguments = ptx::debug_option(&input.content).map(str::to_owned).into_iter();
        let arguments: Vec<String> = arguments.chain(options.ptxas_option.iter().cloned()).collect();
        let (settings, kernel) = (settings(&arguments), options.kernel.clone());
        Ok(RowAssembler { ptxas, release, environment, chip, kernel, arguments, settings, limits: self.limits })
    }

    /// The outcomes: of the file of finished rows, or of ptxas.
    fn outcomes(
        &self,
        input: &Input,
        ptx: &Ptx<'_>,
        options: &TuneOptions,
        assembler: &RowAssembler,
        all: &[Bounds],
    ) -> Result<Outcomes, Fault> {
        let mut finished = Finished::open(options.output.as_deref(), self.limit)?;
        // Not all texts at a time: one can be large.
        let text = |row: usize| all[row].text(input, ptx, &options.kernel);
        let keys = (0..all.len()).map(|row| Ok(assembler.key(&text(row)?))).collect::<Result<Vec<_>, Fault>>()?;
        let mut outcomes: Vec<Option<RowOutcome>> = keys.iter().map(|key| finished.get(key)).collect();
        let waiting: Vec<usize> = (0..all.len()).filter(|row| outcomes[*row].is_none()).collect();
        let bar = batch::progress(waiting.len());
        let work = |(): &(), item: usize| assembler.assemble(|| text(waiting[item]));
        let mut result = Ok(());
        let finish = |item: usize, received: Result<Result<RowOutcome, Fault>, Failure>| {
            bar.inc(1);
            let row = waiting[item];
            let outcome = received.unwrap_or_else(|failure| Err(worker::fault_of(failure, self.limits)));
            let kept = outcome.and_then(|outcome| {
                let kept = finished.add(&keys[row], assembler, all[row], &outcome);
                outcomes[row] = Some(outcome);
                kept
            });
            result = result.clone().and(kept);
        };
        let limits = self.limits.of(worker::jobs(options.jobs));
        let is_stopped = || interrupt::received().is_some();
        call_all(waiting.len(), limits, worker::prepare, work, is_stopped, finish);
        bar.finish_and_clear();
        Ok(Outcomes { rows: outcomes, result })
    }
}

/// Refuses options of ptxas that replace what this command or a row sets.
fn check_ptxas_options(options: &[String]) -> Result<(), Fault> {
    match replacing(&settings(options)) {
        Some(option) => {
            let text = "tune sets the chip, the kernel, the output and the launch facts";
            Err(Kind::Usage.of_command(format!("--ptxas-option must not have '{option}': {text}")))
        }
        None => Ok(()),
    }
}

/// Refuses rows of which ptxas has assembled none.
fn is_assembled(rows: &[TuneRow]) -> Result<(), Fault> {
    let reasons: Option<Vec<&str>> = rows.iter().map(|row| row.outcome.reason()).collect();
    match reasons.and_then(|reasons| reasons.first().copied()) {
        Some(reason) => Err(Kind::Ptxas.fault(format!("ptxas assembles the kernel with none of the bounds: {reason}"))),
        None => Ok(()),
    }
}

/// The fault of a run that a signal ended.
fn interrupted(missing: usize, all: usize, options: &TuneOptions) -> Fault {
    let advice = match &options.output {
        Some(output) => format!("the same command goes on with those that '{}' lacks", output.display()),
        None => "-o FILE keeps the finished ones for the next run".to_owned(),
    };
    Kind::Ptxas.of_command(format!("interrupted: {missing} of {all} rows are missing; {advice}"))
}
