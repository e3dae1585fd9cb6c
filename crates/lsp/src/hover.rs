//! The contract of a kernel as Markdown, with the occupancy that it allows.

use std::fmt::Write as _;

use tileiras_contract::{Fact, FunctionFacts};
use tileiras_target::occupancy::{CapSource, CtaResources, Resource, block_threads, warps};
use tileiras_target::{Chip, SmLimits, Target};

/// The contract of a kernel: its facts in a table, and its occupancy on each chip.
#[must_use]
pub fn contract(symbol: &str, facts: &FunctionFacts<'_>, targets: &[Target]) -> String {
    let mut text = format!("kernel `{symbol}`\n\n");
    let stated: Vec<_> = facts.facts.iter().filter(|(fact, _)| *fact != Fact::Kernel).collect();
    // Writing to a string cannot fail.
    if stated.is_empty() {
        text.push_str("No launch facts.\n");
    } else {
        text.push_str("| launch fact | value |\n|---|---|\n");
        for (fact, value) in stated {
            let _ = writeln!(text, "| `{fact}` | {value} |");
        }
    }
    let mut chips: Vec<Chip> = targets.iter().filter_map(|target| target.chip).collect();
    chips.dedup();
    for chip in chips {
        occupancy(&mut text, facts, chip);
    }
    text
}

/// How many CTAs share an SM, for the registers that a thread uses. Shared memory is not known here.
fn occupancy(text: &mut String, facts: &FunctionFacts<'_>, chip: Chip) {
    let limits = chip.limits();
    let block = facts.facts.block().map(|(_, dims)| block_threads(dims));
    let cap = limits.register_cap(facts.facts.register_directives());
    let because = match cap.source {
        CapSource::Default => "no fact bounds them",
        CapSource::Block => "from the block",
        CapSource::MinNCtaPerSm => "from `nvvm.minctasm`",
        CapSource::MaxNReg => "from `nvvm.maxnreg`",
        CapSource::LocalMaxNReg => "from `.local_maxnreg`",
    };
    let _ = write!(text, "\nOn {chip}, a thread has at most {} registers, {because}.", cap.registers);
    let Some(threads) = block.filter(|threads| *threads > 0) else {
        text.push_str(" The block is not known, so neither is the occupancy.\n");
        return;
    };
    let _ = writeln!(text, " With a block of {threads} threads and no shared memory, an SM holds:\n");
    text.push_str("| registers of a thread, at most | CTAs of an SM | limit |\n|---|---|---|\n");
    for (registers, ctas, limit) in steps(limits, threads, cap.registers) {
        let _ = writeln!(text, "| {registers} | {ctas} | {} |", limit.name());
    }
}

/// The numbers of CTAs, each with the most registers of a thread with which that many fit, from the fewest CTAs on.
fn steps(limits: &SmLimits, threads: u32, cap: u32) -> Vec<(u32, u32, Resource)> {
    const MOST: usize = 16;
    let mut steps: Vec<(u32, u32, Resource)> = Vec::new();
    let mut registers = cap;
    while registers > 0 && steps.len() < MOST {
        let found = limits.occupancy(CtaResources { threads, registers, shared: 0 });
        steps.push((registers, found.ctas, found.limit));
        if found.limit != Resource::Registers {
            break;
        }
        registers = limits.registers_per_thread(warps(threads), found.ctas + 1).min(registers.saturating_sub(1));
    }
    steps
}
