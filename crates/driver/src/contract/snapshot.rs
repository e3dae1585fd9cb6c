//! `tileiras-contract snapshot`, and `check` against a snapshot.

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Map, Value};
use tileiras_contract::audit::{FunctionSnapshot, Snapshot, SnapshotJson};
use tileiras_target::Target;

use super::baseline::{Baseline, Changes, Contract, Tolerance};
use super::facts::ModuleFacts;
use super::{Command, check_files};
use crate::exit::{Fault, Kind};
use crate::input::Input;

/// The command line of `snapshot`.
#[derive(Args, Clone, Debug)]
pub(super) struct SnapshotOptions {
    /// .mlir, .mlirbc, .ll, .bc, .ptx, .cubin, .o or .fatbin; told apart by content; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Where to write the snapshot; - is standard output
    #[arg(short, long, value_name = "PATH")]
    output: PathBuf,
}

impl Command<'_> {
    /// Writes a snapshot of the kernels of all files, or nothing if one cannot be read.
    pub(super) fn snapshot(&mut self, options: &SnapshotOptions) -> Result<(), Fault> {
        let SnapshotOptions { files, output } = options;
        check_files(files, output)?;
        let (baseline, result) = self.baseline(files);
        result?;
        let text = serde_json::to_string_pretty(&baseline).map_err(|error| Kind::Internal.fault(error.to_string()))?;
        let text = text + "\n";
        self.write_to(output, text.as_bytes())
    }

    /// Compares the kernels of files with a snapshot, and prints the changes.
    pub(super) fn check_snapshot(
        &mut self,
        snapshot: &Input,
        files: &[PathBuf],
        tolerance: &Tolerance,
    ) -> Result<(), Fault> {
        let named = |fault: Fault| fault.in_file(&snapshot.path);
        let before = Baseline::read(&snapshot.content).map_err(|text| named(Kind::Input.fault(text)))?;
        if files.is_empty() {
            return Err(Kind::Usage.fault("check needs a file to compare with the snapshot"));
        }
        let (after, result) = self.baseline(files);
        // A kernel of a file that cannot be read is not missing.
        result?;
        let changes = Changes::between(&before, &after, tolerance);
        self.print(false, std::slice::from_ref(&changes), &[changes.text()])?;
        match changes.failure() {
            Some(text) => Err(named(Kind::Audit.fault(text))),
            None => Ok(()),
        }
    }

    /// The contracts of the kernels of all files. An error of a file is printed.
    fn baseline(&self, files: &[PathBuf]) -> (Baseline, Result<(), Fault>) {
        let mut contracts = Vec::new();
        let mut result = Ok(());
        for file in files {
            if let Err(fault) = self.add_contracts(file, &mut contracts) {
                let fault = fault.in_file(file);
                self.report_fault(Some(file), &fault);
                result = result.and(Err(fault.kind.already_reported()));
            }
        }
        (Baseline::new(contracts), result)
    }

    fn add_contracts(&self, path: &Path, contracts: &mut Vec<Contract>) -> Result<(), Fault> {
        let input = Input::read(path, self.limit)?;
        if Baseline::is_json(&input.content) {
            return Err(Kind::Usage.fault("is JSON; a snapshot must be the first file of 'check'"));
        }
        for module in self.modules(&input, Some(Target::default()))? {
            for (kernel, resources) in module.kernels() {
                let contract = contract(&input.name, &module, kernel);
                let contract = contract.map_err(|error| Kind::Internal.fault(error.to_string()))?;
                contracts.push(Contract { resources, ..contract });
            }
        }
        Ok(())
    }
}

/// The contract of a kernel, in the form in which `show --json` prints it.
fn contract(file: &str, module: &ModuleFacts, kernel: &FunctionSnapshot) -> Result<Contract, serde_json::Error> {
    let Snapshot { stage, target, .. } = module.facts;
    let only = Snapshot { stage, target, functions: vec![kernel.clone()] };
    let json = serde_json::to_value(SnapshotJson(&only))?;
    let facts = match &json["functions"][0]["facts"] {
        Value::Object(facts) => facts.clone(),
        _ => Map::new(),
    };
    Ok(Contract {
        kernel: kernel.symbol.to_string(),
        file: file.to_owned(),
        stage: json["stage"].as_str().unwrap_or_default().to_owned(),
        chip: target.chip.map(|chip| chip.to_string()),
        facts,
        explicit_cluster: kernel.explicit_cluster,
        register_cap: kernel.register_cap,
        local_maxnreg: kernel.local_maxnreg,
        program_memory: kernel.program_memory,
        resources: None,
    })
}
