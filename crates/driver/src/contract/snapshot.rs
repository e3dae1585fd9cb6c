//! `tileiras-contract snapshot`, and `check` against a snapshot.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Map, Value};
use tileiras_contract::audit::{FunctionSnapshot, Snapshot, SnapshotJson};
use tileiras_target::Target;

use super::baseline::{Baseline, Changes, Contract, Tolerance};
use super::command::{Command, check_files};
use super::facts::ModuleFacts;
use super::sources::{Copies, Source, SourceOptions, is_stream};
use crate::input::Input;
use crate::messages::fault::{Fault, Kind};

/// The bytes that tell whether a file is JSON. Its first letter is in them, after spaces.
const BEGIN: u64 = 1 << 16;

/// The command line of `snapshot`.
#[derive(Args, Clone, Debug)]
pub(super) struct SnapshotOptions {
    #[command(flatten)]
    sources: SourceOptions,
    /// Where to write the snapshot; - is standard output
    #[arg(short, long, value_name = "PATH")]
    output: PathBuf,
}

impl Command<'_> {
    /// Writes a snapshot of the kernels of all files, or nothing if one cannot be read.
    pub(super) fn snapshot(&mut self, options: &SnapshotOptions) -> Result<(), Fault> {
        let SnapshotOptions { sources, output } = options;
        check_files(&sources.files, output)?;
        let baseline = self.baseline(&sources.files, sources, Some(output))?;
        let text = serde_json::to_string_pretty(&baseline).map_err(|error| Kind::Internal.fault(error.to_string()))?;
        let text = text + "\n";
        self.write_to(output, text.as_bytes())
    }

    /// A file of JSON, which is a snapshot, as an input; `None` if the file is something else.
    pub(super) fn snapshot_of(&self, file: &Path) -> Result<Option<Input>, Fault> {
        if is_stream(file) {
            let content = self.stream(file)?;
            let is_json = Baseline::is_json(&content);
            return is_json.then(|| Input::of_bytes(file, content, self.limit)).transpose();
        }
        // Of a large program, the first bytes are enough.
        let mut begin = Vec::new();
        let read = File::open(file).and_then(|file| file.take(BEGIN).read_to_end(&mut begin));
        (read.is_ok() && Baseline::is_json(&begin)).then(|| Input::read(file, self.limit)).transpose()
    }

    /// Compares the kernels of files with a snapshot, and prints the changes.
    pub(super) fn check_snapshot(
        &mut self,
        snapshot: &Input,
        files: &[PathBuf],
        options: &SourceOptions,
        tolerance: &Tolerance,
    ) -> Result<(), Fault> {
        let named = |fault: Fault| fault.in_file(&snapshot.path);
        let before = Baseline::read(&snapshot.content).map_err(|text| named(Kind::Input.fault(text)))?;
        if files.is_empty() {
            return Err(Kind::Usage.fault("check needs a file to compare with the snapshot"));
        }
        // A kernel of a file that cannot be read is not missing.
        let after = self.baseline(files, options, None)?;
        let changes = Changes::between(&before, &after, tolerance);
        self.print(false, std::slice::from_ref(&changes), &[changes.text()])?;
        match changes.failure() {
            Some(text) => Err(named(Kind::Audit.fault(text))),
            None => Ok(()),
        }
    }

    /// The contracts of the kernels of all files, none of which is the output. The error of each file is printed, and
    /// the first one is returned.
    fn baseline(&self, files: &[PathBuf], options: &SourceOptions, output: Option<&Path>) -> Result<Baseline, Fault> {
        let sources = self.sources(files, options, Copies::All)?;
        output.map_or(Ok(()), |output| sources.check_output(output))?;
        let mut contracts = Vec::new();
        let mut result = sources.result.clone();
        let reading = self.reading();
        let work = |_, input: &Input| match Baseline::is_json(&input.content) {
            true => (Vec::new(), Err(Kind::Usage.fault("is JSON; a snapshot must be the first file of 'check'"))),
            false => reading.module(input, Some(Target::default())),
        };
        let all: Vec<&Source> = sources.list.iter().collect();
        self.read_all(&sources, &all, work, |number, read| {
            let source = all[number];
            let (messages, module) = read.unwrap_or_else(|fault| (Vec::new(), Err(fault)));
            self.report(Some(&source.path), &messages);
            let added = module.and_then(|module| {
                add_contracts(source.program.as_ref().unwrap_or(&source.label), &module, &mut contracts)
            });
            if let Err(fault) = added {
                self.keep_fault(&source.path, fault, &mut result);
            }
        });
        result.map(|()| Baseline::new(contracts))
    }
}

fn add_contracts(file: &str, module: &ModuleFacts, contracts: &mut Vec<Contract>) -> Result<(), Fault> {
    for (kernel, resources) in module.kernels() {
        let contract = contract(file, module, kernel);
        let contract = contract.map_err(|error| Kind::Internal.fault(error.to_string()))?;
        contracts.push(Contract { resources, ..contract });
    }
    Ok(())
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
