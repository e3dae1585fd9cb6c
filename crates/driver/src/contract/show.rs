//! `tileiras-contract show`: prints the launch facts that a file states. The images of a fat binary are shown one by one.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use comfy_table::{ContentArrangement, Table, presets};
use serde::Serialize;
use tileiras_contract::Fact;
use tileiras_contract::audit::{FunctionSnapshot, Snapshot, SnapshotJson};

use super::Command;
use super::facts::facts_of;
use crate::exit::{Fault, Kind};
use crate::input::{Format, Input, name_of};
use crate::output_location::is_standard_stream;
use crate::{compile, with_input_name};

/// The command line of `show`.
#[derive(Args, Clone, Debug)]
pub(super) struct ShowOptions {
    /// .mlir, .mlirbc, .ll, .bc, .ptx, .cubin, .o or .fatbin; told apart by content; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl Command<'_> {
    /// Prints the facts of each file. One that cannot be read does not stop the others.
    pub(super) fn show(&mut self, options: &ShowOptions) -> Result<(), Fault> {
        if let [file] = options.files.as_slice() {
            let shown = self.facts_of_file(file).map_err(|fault| with_input_name(file, fault))?;
            let tables: Vec<_> = shown.facts.iter().map(table).collect();
            let facts: Vec<_> = shown.facts.iter().map(SnapshotJson).collect();
            return self.print(shown.format, &facts, &tables);
        }
        if options.files.iter().filter(|file| is_standard_stream(file)).count() > 1 {
            return Err(Kind::Usage.fault("standard input can be read once, but is given several times"));
        }
        let mut result = Ok(());
        let mut shown = Vec::new();
        for file in &options.files {
            match self.facts_of_file(file) {
                Ok(facts) => shown.push((name_of(file), facts)),
                Err(fault) => {
                    let fault = with_input_name(file, fault);
                    self.report_fault(Some(file), &fault);
                    result = result.and(Err(fault.kind.already_reported()));
                }
            }
        }
        let all = || shown.iter().flat_map(|(file, shown)| shown.facts.iter().map(move |facts| (file, facts)));
        let tables: Vec<_> = all().map(|(file, facts)| format!("{file}: {}", table(facts))).collect();
        let facts: Vec<_> = all().map(|(file, facts)| FileJson { file, facts: SnapshotJson(facts) }).collect();
        self.print_list(&facts, &tables)?;
        result
    }

    fn facts_of_file(&self, path: &Path) -> Result<Shown, Fault> {
        let input = Input::read(path, self.limit)?;
        let facts = match input.format {
            Format::Mlir | Format::Llvm => vec![self.in_worker(&input, |context| {
                let module = compile::read(context, &input)?;
                facts_of(&module, |module| Ok(module.as_operation()), None)
            })?],
            Format::Ptx | Format::Elf | Format::Fatbin => self.output_facts(&input)?,
            Format::Foreign(_) => {
                let text = format!("must be MLIR, LLVM IR, PTX, a cubin or a fat binary, and is {}", input.format);
                return Err(Kind::Input.fault(text));
            }
        };
        Ok(Shown { format: input.format, facts })
    }
}

/// What a file states.
struct Shown {
    format: Format,
    /// Several of a fat binary.
    facts: Vec<Snapshot>,
}

/// The facts of one of several files.
#[derive(Serialize)]
struct FileJson<'a> {
    file: &'a str,
    #[serde(flatten)]
    facts: SnapshotJson<'a>,
}

/// One row for each function, one column for each fact that any of them states.
fn table(module: &Snapshot) -> String {
    let functions = || module.functions.iter().filter(|function| function.iter().next().is_some());
    let stated = |fact: &Fact| module.functions.iter().any(|facts| facts.get(*fact).is_some());
    let facts: Vec<Fact> = Fact::ALL.into_iter().filter(stated).collect();
    let capped = module.functions.iter().any(|facts| facts.register_cap.is_some());
    let mut table = Table::new();
    table.load_preset(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    let short = |fact: &Fact| fact.attribute().trim_start_matches(tileiras_contract::PREFIX);
    let mut header = vec!["function"];
    header.extend(facts.iter().map(short));
    header.extend(capped.then_some("register cap"));
    table.set_header(header);
    for function in functions() {
        table.add_row(row(function, &facts, capped));
    }
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
    }
    let mut text = module.stage.to_string();
    // Writing to a string cannot fail.
    let _ = module.target.chip.map_or(Ok(()), |chip| write!(text, ", {chip}"));
    let _ = module.target.ptx.map_or(Ok(()), |ptx| write!(text, ", ptx {ptx}"));
    let _ = match functions().count() {
        0 => write!(text, ", no launch facts"),
        1 => write!(text, ", 1 function with launch facts"),
        count => write!(text, ", {count} functions with launch facts"),
    };
    for line in table.lines().take_while(|_| functions().next().is_some()) {
        let _ = write!(text, "\n{}", line.trim_end());
    }
    text.push('\n');
    text
}

fn row(function: &FunctionSnapshot, facts: &[Fact], capped: bool) -> Vec<String> {
    let text = |value: Option<String>| value.map_or_else(|| "-".to_owned(), short_cell);
    let mut row = vec![short_cell(function.symbol.to_string())];
    row.extend(facts.iter().map(|fact| text(function.get(*fact).map(|value| value.to_string()))));
    row.extend(capped.then(|| text(function.register_cap.map(|cap| cap.to_string()))));
    row
}

/// The text of a cell, of at most 1,000 bytes. Each row of a table is as wide as the widest one; `--json` has all of it.
fn short_cell(mut text: String) -> String {
    const LONGEST: usize = 1000;
    if text.len() > LONGEST {
        text.truncate(text.floor_char_boundary(LONGEST - 3));
        text.push_str("...");
    }
    text
}
