//! `tileiras-contract show`: prints the launch facts that files state, or with `--resources` what kernels use. The
//! images of a fat binary are shown one by one.
//!
//! Guarantees that each file is shown, although others fail, and the exit code of the first that failed.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use serde_json::Value;
use tileiras_contract::Fact;
use tileiras_contract::audit::{FunctionSnapshot, Snapshot, SnapshotJson};

use super::Command;
use super::launch::LaunchOptions;
use super::table::{self, Cells};
use crate::exit::{Fault, Kind};
use crate::input::{Format, Input};
use crate::output_location::check_standard_input;

/// The command line of `show`.
#[derive(Args, Clone, Debug)]
pub(super) struct ShowOptions {
    /// .mlir, .mlirbc, .ll, .bc, .ptx, .cubin, .o or .fatbin; told apart by content; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print what the kernels of cubins use, and how many of their CTAs an SM holds
    #[arg(long)]
    resources: bool,
    #[command(flatten)]
    launch: LaunchOptions,
}

impl Command<'_> {
    /// Prints the facts or the resources of each file.
    pub(super) fn show(&mut self, options: &ShowOptions) -> Result<(), Fault> {
        options.launch.check(options.resources, "--resources")?;
        check_standard_input(&options.files)?;
        let mut shown = Shown { is_json: self.json, ..Shown::default() };
        let mut result = Ok(());
        for file in &options.files {
            let added = match options.resources {
                true => self.add_resources(file, &options.launch, &mut shown),
                false => self.add_facts(file, &mut shown),
            };
            match added.map_err(|fault| fault.in_file(file)) {
                // With one file, the caller reports it.
                Err(fault) if options.files.len() == 1 => return Err(fault),
                Err(fault) => {
                    self.report_fault(Some(file), &fault);
                    result = result.and(Err(fault.kind.already_reported()));
                }
                Ok(()) => {}
            }
        }
        self.print_shown(shown, options.files.len() > 1)?;
        result
    }

    fn add_facts(&self, path: &Path, shown: &mut Shown) -> Result<(), Fault> {
        let input = Input::read(path, self.limit)?;
        for module in self.modules(&input, None)? {
            shown.add(&input, &SnapshotJson(&module.facts), || table(&module.facts))?;
        }
        Ok(())
    }

    /// Prints what was read. The JSON of several files, or of a fat binary, is a list.
    fn print_shown(&mut self, shown: Shown, has_several_files: bool) -> Result<(), Fault> {
        let Shown { mut values, mut texts, is_fatbin, .. } = shown;
        if has_several_files {
            for (name, value) in &mut values {
                if let Value::Object(members) = value {
                    members.shift_insert(0, "file".to_owned(), Value::from(name.as_str()));
                }
            }
            texts.iter_mut().for_each(|(name, text)| text.insert_str(0, &format!("{name}: ")));
        }
        let values: Vec<Value> = values.into_iter().map(|(_, value)| value).collect();
        let texts: Vec<String> = texts.into_iter().map(|(_, text)| text).collect();
        self.print(has_several_files || is_fatbin, &values, &texts)
    }
}

/// What is shown of each image, with the name of its file: JSON or text.
#[derive(Default)]
pub(super) struct Shown {
    is_json: bool,
    values: Vec<(String, Value)>,
    texts: Vec<(String, String)>,
    is_fatbin: bool,
}

impl Shown {
    /// Adds one image of a file.
    pub(super) fn add(
        &mut self,
        input: &Input,
        value: &impl Serialize,
        text: impl FnOnce() -> String,
    ) -> Result<(), Fault> {
        self.is_fatbin |= input.format == Format::Fatbin;
        let name = input.name.clone();
        if self.is_json {
            let value = serde_json::to_value(value).map_err(|error| Kind::Internal.fault(error.to_string()))?;
            self.values.push((name, value));
        } else {
            self.texts.push((name, text()));
        }
        Ok(())
    }
}

/// One row for each function, one column for each fact that any of them states.
fn table(module: &Snapshot) -> String {
    let functions = || module.functions.iter().filter(|function| function.iter().next().is_some());
    let stated = |fact: &Fact| module.functions.iter().any(|facts| facts.get(*fact).is_some());
    let facts: Vec<Fact> = Fact::ALL.into_iter().filter(stated).collect();
    let capped = module.functions.iter().any(|facts| facts.register_cap.is_some());
    let capped_locally = module.functions.iter().any(|facts| facts.local_maxnreg.is_some());
    let short = |fact: &Fact| fact.attribute().trim_start_matches(tileiras_contract::PREFIX);
    let mut header = vec!["function"];
    header.extend(facts.iter().map(short));
    header.extend(capped.then_some("register cap"));
    header.extend(capped_locally.then_some(".local_maxnreg"));
    let mut title = module.stage.to_string();
    // Writing to a string cannot fail.
    let _ = module.target.chip.map_or(Ok(()), |chip| write!(title, ", {chip}"));
    let _ = module.target.ptx.map_or(Ok(()), |ptx| write!(title, ", ptx {ptx}"));
    let memory = module.functions.iter().find_map(|facts| facts.program_memory);
    let _ = memory.map_or(Ok(()), |bytes| write!(title, ", minperctamemory {bytes}"));
    let _ = match functions().count() {
        0 => write!(title, ", no launch facts"),
        1 => write!(title, ", 1 function with launch facts"),
        count => write!(title, ", {count} functions with launch facts"),
    };
    let rows = functions().map(|function| {
        let mut row = row(function, &facts, capped);
        row.extend(capped_locally.then(|| function.local_maxnreg.map(|cap| cap.to_string())));
        row
    });
    let rows: Vec<Cells> = rows.collect();
    table::of(&title, &header, &rows)
}

fn row(function: &FunctionSnapshot, facts: &[Fact], capped: bool) -> Cells {
    let mut row = vec![Some(table::short(&function.symbol.to_string()))];
    row.extend(facts.iter().map(|fact| function.get(*fact).map(|value| value.to_string())));
    row.extend(capped.then(|| function.register_cap.map(|cap| cap.to_string())));
    row
}
