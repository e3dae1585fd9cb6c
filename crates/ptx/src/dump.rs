//! What was understood of the bodies of a PTX file, in plain text.
//!
//! Accepts what [`crate::check`] accepts. Guarantees that an instruction is named by its line and column. Leaves out on
//! purpose: headers, and what the rules say.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};

use tileiras_kernel::dump::{self, Names};
use tileiras_kernel::simulation::End;
use tileiras_kernel::{Analysis, FunctionId};
use tileiras_lint::entry;

use crate::body::read_program;
use crate::check::{contracts, subject};
use crate::header::Ptx;
use crate::statement::mnemonic_at;

/// What is shown of the bodies.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Dump {
    /// The blocks and instructions of each function.
    Program,
    /// The threads that execute each instruction of each kernel.
    Threads,
    /// The launches of each kernel that were executed, and what is wrong in them.
    Launch,
}

/// Shows what was understood of the bodies of a text.
pub fn dump(text: &[u8], ptx: &Ptx<'_>, what: Dump) -> String {
    let found = read_program(text, ptx);
    let lines: Vec<usize> = text.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at).collect();
    let function = |id: FunctionId| {
        let header = found.functions.get(id.index()).and_then(|source| ptx.functions.get(source.header));
        header.map(|header| subject(header).trim_end_matches(':').to_owned()).unwrap_or_default()
    };
    let instruction = |id| {
        let Some(position) = found.position(id) else { return String::new() };
        let line = lines.partition_point(|end| *end < position);
        let start = line.checked_sub(1).and_then(|line| lines.get(line)).map_or(0, |end| end + 1);
        format!("{}:{}: {}", line + 1, position - start + 1, mnemonic_at(text, position))
    };
    let names = Names { function: &function, instruction: &instruction };
    if what == Dump::Program {
        return dump::program(&found.program, &names);
    }
    let contracts = contracts(&found, ptx.stated_target(), ptx);
    let analysis = Analysis::new(&found.program, contracts.iter().map(entry));
    let roots = (0..found.functions.len()).filter_map(|number| analysis.execution.root(FunctionId::new(number)));
    let roots = roots.filter(|root| root.is_kernel);
    match what {
        Dump::Threads => roots.map(|root| dump::threads(&root, &names)).collect(),
        _ => roots.map(|root| dump::launches(&root, &names)).collect(),
    }
}

/// How much was executed, and why not more.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Stats {
    /// The kernels of the file.
    pub kernels: usize,
    /// Those in which something can be wrong that a launch shows.
    pub asked: usize,
    /// Why some of these show nothing, each with the number of kernels.
    pub unknown: BTreeMap<&'static str, usize>,
    /// The launches that were executed.
    pub launches: usize,
    /// Those that ended since they were too long.
    pub exhausted: usize,
    /// The instructions that warps executed.
    pub instructions: u64,
}

/// Counts what the check of a text executes.
pub fn stats(text: &[u8], ptx: &Ptx<'_>) -> Stats {
    let found = read_program(text, ptx);
    let contracts = contracts(&found, ptx.stated_target(), ptx);
    let analysis = Analysis::new(&found.program, contracts.iter().map(entry));
    let mut stats = Stats { kernels: ptx.entries().count(), ..Stats::default() };
    let roots = (0..found.functions.len()).filter_map(|number| analysis.execution.root(FunctionId::new(number)));
    for root in roots.filter(|root| root.is_kernel) {
        let launched = root.launched();
        if launched.trials.is_empty() && launched.unknown.is_none() {
            continue;
        }
        stats.asked += 1;
        if let Some(unknown) = launched.unknown {
            *stats.unknown.entry(dump::reason(unknown)).or_default() += 1;
        }
        stats.launches += launched.trials.len();
        stats.exhausted += launched.trials.iter().filter(|trial| trial.end == End::Exhausted).count();
        stats.instructions += launched.trials.iter().map(|trial| u64::from(trial.instructions)).sum::<u64>();
    }
    stats
}

/// The bytes of dynamic shared memory that each kernel accesses at least, as far as launches of it show that, with the
/// names of the kernels.
pub fn dynamic_shared(text: &[u8], ptx: &Ptx<'_>) -> Vec<(String, u64)> {
    let found = read_program(text, ptx);
    let contracts = contracts(&found, ptx.stated_target(), ptx);
    let analysis = Analysis::new(&found.program, contracts.iter().map(entry));
    let bytes = |number: usize| {
        let root = analysis.execution.root(FunctionId::new(number)).filter(|root| root.is_kernel)?;
        let name = ptx.functions.get(found.functions.get(number)?.header)?.name;
        Some((name.to_owned(), root.launched().dynamic_shared?))
    };
    (0..found.functions.len()).filter_map(bytes).collect()
}

impl Display for Stats {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { kernels, asked, launches, exhausted, instructions, .. } = self;
        writeln!(f, "{kernels:>10} kernels")?;
        writeln!(f, "{asked:>10} kernels in which launches can show a fault")?;
        writeln!(f, "{launches:>10} launches executed")?;
        writeln!(f, "{exhausted:>10} launches that are too long")?;
        writeln!(f, "{instructions:>10} instructions executed")?;
        for (reason, count) in &self.unknown {
            writeln!(f, "{count:>10} kernels of which launches show nothing: {reason}")?;
        }
        Ok(())
    }
}
