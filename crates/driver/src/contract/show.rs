//! `tileiras-contract show`: prints the launch facts that a file states. The images of a fat binary are shown one by one.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use comfy_table::{ContentArrangement, Table, presets};
use tileiras_contract::Fact;
use tileiras_contract::audit::{FunctionSnapshot, Snapshot, SnapshotJson};

use super::Command;
use super::facts::facts_of;
use crate::exit::{Fault, Kind};
use crate::input::{Format, Input};
use crate::{compile, with_input_name};

/// The command line of `show`.
#[derive(Args, Clone, Debug)]
pub(super) struct ShowOptions {
    /// .mlir, .mlirbc, .ll, .bc, .ptx, .cubin, .o or .fatbin; told apart by content; - is standard input
    file: PathBuf,
}

impl Command<'_> {
    /// Prints the facts of a file.
    pub(super) fn show(&mut self, options: &ShowOptions) -> Result<(), Fault> {
        self.show_file(&options.file).map_err(|fault| with_input_name(&options.file, fault))
    }

    fn show_file(&mut self, path: &Path) -> Result<(), Fault> {
        let input = Input::read(path, self.limit)?;
        let facts = match input.format {
            Format::Mlir | Format::Llvm => vec![self.in_worker(&input, |context| {
                let module = compile::read(context, &input)?;
                facts_of(&module, |module| Ok(module.as_operation()), None)
            })?],
            Format::Ptx | Format::Elf | Format::Fatbin => self.output_facts(&input)?,
            Format::Binary => {
                let text = format!("must be MLIR, LLVM IR, PTX, a cubin or a fat binary, and is {}", input.format);
                return Err(Kind::Input.fault(text));
            }
        };
        let tables: Vec<_> = facts.iter().map(table).collect();
        let facts: Vec<_> = facts.iter().map(SnapshotJson).collect();
        self.print(input.format, &facts, &tables)
    }
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
