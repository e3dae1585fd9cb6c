//! `tileiras-contract show`: prints the launch facts that files state, or with `--resources` what kernels use. The
//! images of a fat binary are shown one by one.
//!
//! Guarantees that each file is shown, although others fail, and the exit code of the first that failed.

use clap::Args;
use serde::Serialize;
use serde_json::Value;
use std::fmt::Write as _;
use tileiras_contract::Fact;
use tileiras_contract::audit::{FunctionSnapshot, Snapshot, SnapshotJson};

use super::command::Command;
use super::facts::ModuleFacts;
use super::launch::LaunchOptions;
use super::resources::Image;
use super::sources::{Copies, Source, SourceOptions};
use super::summary::{ModuleSize, Summary};
use super::table::{self, Cells};
use crate::input::{Format, Input};
use crate::messages::fault::{Fault, Kind};

/// The command line of `show`.
#[derive(Args, Clone, Debug)]
pub(super) struct ShowOptions {
    #[command(flatten)]
    sources: SourceOptions,
    /// Print what the kernels of cubins use, and how many of their CTAs an SM holds
    #[arg(long)]
    resources: bool,
    #[command(flatten)]
    launch: LaunchOptions,
}

impl Command<'_> {
    /// Prints the facts or the resources of each file.
    pub(super) fn show(&mut self, options: &ShowOptions) -> Result<(), Fault> {
        let ShowOptions { sources: files, resources, launch } = options;
        launch.check(*resources, "--resources")?;
        let sources = self.sources(&files.files, files, Copies::Once)?;
        let list = &sources.list;
        let mut shown = Shown { is_json: self.json, ..Shown::default() };
        let mut result = sources.result.clone();
        let mut summary = Summary::default();
        let reading = self.reading();
        let work = |number: usize, input: &Input| match *resources && input.format != Format::Elf {
            true => (Vec::new(), without_resources(input, &list[number])),
            false => {
                let (messages, module) = reading.module(input, None);
                (messages, module.map(Some))
            }
        };
        let repeated = self.read_each(&sources, work, |number, read| {
            let source = &list[number];
            let (messages, module) = read.unwrap_or_else(|fault| (Vec::new(), Err(fault)));
            self.report(Some(&source.path), &messages);
            let added = module.and_then(|module| {
                let Some(module) = module else { return Ok(()) };
                summary.add(ModuleSize::of(&module.facts));
                match *resources {
                    true => shown.add(source, &Image::of(&module, launch), Image::text),
                    false => shown.add(source, &SnapshotJson(&module.facts), |_| table(&module.facts)),
                }
            });
            match added {
                Ok(()) => shown.is_list |= source.is_found,
                Err(fault) => self.keep_fault(&source.path, fault, &mut result),
            }
        });
        if *resources && shown.is_empty() && result.is_ok() {
            return Err(Kind::Input.fault("has no cubin").in_file(&files.files[0]));
        }
        if files.files.len() == 1 && shown.is_empty() && result.is_err() {
            return result;
        }
        let is_list = files.files.len() > 1 || shown.is_list;
        self.print_shown(shown, sources.found.is_some() || files.files.len() > 1, is_list)?;
        if let Some(found) = sources.found {
            let line_end = if self.json { "" } else { "\n" };
            self.print_summary(&format!("{line_end}{}", summary.text(found, repeated)), !self.json);
        }
        result
    }

    /// Prints what was read. The JSON of several files, or of a fat binary, is a list.
    fn print_shown(&mut self, shown: Shown, has_names: bool, is_list: bool) -> Result<(), Fault> {
        let Shown { mut values, mut texts, .. } = shown;
        if has_names {
            for (name, value) in &mut values {
                if let Value::Object(members) = value {
                    members.shift_insert(0, "file".to_owned(), Value::from(name.as_str()));
                }
            }
            texts.iter_mut().for_each(|(name, text)| text.insert_str(0, &format!("{name}: ")));
        }
        let values: Vec<Value> = values.into_iter().map(|(_, value)| value).collect();
        let texts: Vec<String> = texts.into_iter().map(|(_, text)| text).collect();
        self.print(is_list, &values, &texts)
    }
}

/// What is shown of each program, with the name of its file: JSON or text.
#[derive(Default)]
struct Shown {
    is_json: bool,
    values: Vec<(String, Value)>,
    texts: Vec<(String, String)>,
    /// Whether there can be several in one file.
    is_list: bool,
}

impl Shown {
    fn is_empty(&self) -> bool {
        self.values.is_empty() && self.texts.is_empty()
    }

    /// Adds one program.
    fn add<V: Serialize>(&mut self, source: &Source, value: &V, text: impl FnOnce(&V) -> String) -> Result<(), Fault> {
        let name = source.label.clone();
        if self.is_json {
            let value = serde_json::to_value(value).map_err(|error| Kind::Internal.fault(error.to_string()))?;
            self.values.push((name, value));
        } else {
            self.texts.push((name, text(value)));
        }
        Ok(())
    }
}

/// Nothing of an input that is no cubin, as IR and PTX beside cubins; a fault if an argument names it.
fn without_resources(input: &Input, source: &Source) -> Result<Option<ModuleFacts>, Fault> {
    let text = format!("--resources needs a cubin or a fat binary, and this is {}", input.format);
    if source.is_found { Ok(None) } else { Err(Kind::Input.fault(text)) }
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
