//! One kernel through the stages of a program.
//!
//! Guarantees that each fact that a stage states, or that an audit reports on, has one row.

use std::collections::BTreeMap;

use tileiras_contract::audit::{Audit, FunctionSnapshot, KernelAudit, Row, RowSubject, Snapshot};
use tileiras_contract::resources::stated_threads;
use tileiras_contract::{Explanation, Fact, LaunchSizes, Resources, Symbol};
use tileiras_target::{Chip, Target};

use crate::Program;

/// A kernel, or another function with launch facts.
pub struct Kernel<'p> {
    pub name: String,
    pub is_kernel: bool,
    pub chip: Option<Chip>,
    /// For each stage of the program, what it states about the kernel.
    pub stages: Vec<Option<&'p FunctionSnapshot>>,
    /// For each subject, the cell of each stage.
    pub rows: Vec<(RowSubject, Vec<Cell>)>,
    /// What the last stage says that it uses.
    pub resources: Option<Resources>,
}

/// What one stage says about one subject.
pub enum Cell {
    /// Nothing.
    Empty,
    /// A value; nothing is compared with it.
    Stated(String),
    /// What the audit says of this stage, compared with the stage before it.
    Judged(Row),
}

impl Kernel<'_> {
    /// The cells of facts that were lost or invented.
    pub fn faults(&self) -> usize {
        let cells = self.rows.iter().flat_map(|(_, cells)| cells);
        cells.filter(|cell| matches!(cell, Cell::Judged(row) if is_fault(row))).count()
    }

    /// What is legal and what it costs, if the chip is known.
    pub fn explanation(&self, dynamic_shared: u32) -> Option<Explanation> {
        let chip = self.chip.filter(|_| self.is_kernel)?;
        let function = self.stages.iter().rev().find_map(|stage| *stage)?;
        let sizes = LaunchSizes { threads: None, dynamic_shared };
        let resources = self.resources.unwrap_or_default();
        Some(Explanation::new(&self.name, &function.facts, resources, function.register_cap, chip, sizes))
    }

    /// Threads of the only or the largest block that is stated.
    pub fn threads(&self) -> Option<u32> {
        self.stages.iter().rev().find_map(|stage| stated_threads(&(*stage)?.facts))
    }
}

/// Whether a fact was lost, altered or invented.
pub const fn is_fault(row: &Row) -> bool {
    row.verdict.is_lost() || row.verdict.is_invented()
}

/// The kernels of a program in the order of its first stage, and then of the later ones.
pub fn kernels(program: &Program) -> Vec<Kernel<'_>> {
    let chip = program.stages.iter().rev().find_map(|stage| stage.facts.target.chip);
    let audits: Vec<Option<Audit>> = (0..program.stages.len()).map(|stage| audit(program, stage)).collect();
    let audits: Vec<BySymbol<'_>> = audits.iter().map(by_symbol).collect();
    let mut kernels: Vec<Kernel<'_>> = Vec::new();
    let mut index_of: BTreeMap<String, usize> = BTreeMap::new();
    for (stage, found) in program.stages.iter().enumerate() {
        let counts = counts(&found.facts);
        for (number, function) in found.facts.functions.iter().enumerate() {
            if function.iter().next().is_none() {
                continue;
            }
            let name = name(&counts, function);
            let index = *index_of.entry(name.clone()).or_insert_with(|| {
                kernels.push(Kernel {
                    name,
                    is_kernel: false,
                    chip,
                    stages: vec![None; program.stages.len()],
                    rows: Vec::new(),
                    resources: None,
                });
                kernels.len() - 1
            });
            let Some(kernel) = kernels.get_mut(index) else { continue };
            kernel.is_kernel |= function.is_kernel();
            if let Some(slot) = kernel.stages.get_mut(stage) {
                *slot = slot.or(Some(function));
            }
            let resources = found.resources.as_ref().and_then(|all| all.get(number).copied());
            kernel.resources = resources.or(kernel.resources);
        }
    }
    for kernel in &mut kernels {
        kernel.rows = rows(kernel, &audits);
    }
    kernels
}

/// The comparison of a stage with the one before it; none for the first one.
fn audit(program: &Program, stage: usize) -> Option<Audit> {
    let (before, after) = (program.stages.get(stage.checked_sub(1)?)?, program.stages.get(stage)?);
    let target = Target { ptx: None, ..after.facts.target.or(before.facts.target) };
    let with_target = |facts: &Snapshot| Snapshot { target, ..facts.clone() };
    Some(Audit::compare(&with_target(&before.facts), &with_target(&after.facts)))
}

/// What an audit says of each function.
type BySymbol<'a> = BTreeMap<&'a Symbol, &'a KernelAudit>;

/// The functions of an audit, of several of one symbol the first.
fn by_symbol(audit: &Option<Audit>) -> BySymbol<'_> {
    let functions = audit.iter().flat_map(|audit| &audit.kernels);
    functions.rev().map(|function| (&function.symbol, function)).collect()
}

/// How many functions of each name a module defines.
fn counts(facts: &Snapshot) -> BTreeMap<&[u8], usize> {
    let mut counts = BTreeMap::new();
    for function in facts.functions.iter().filter(|function| !function.declared) {
        *counts.entry(function.symbol.name()).or_default() += 1;
    }
    counts
}

/// The name of a function. Where one module has several of that name, with the symbols around it.
fn name(counts: &BTreeMap<&[u8], usize>, function: &FunctionSnapshot) -> String {
    if counts.get(function.symbol.name()).is_some_and(|count| *count > 1) {
        return function.symbol.to_string();
    }
    String::from_utf8_lossy(function.symbol.name()).into_owned()
}

fn rows(kernel: &Kernel<'_>, audits: &[BySymbol<'_>]) -> Vec<(RowSubject, Vec<Cell>)> {
    let subjects =
        Fact::ALL.into_iter().map(RowSubject::Fact).chain([RowSubject::ExplicitCluster, RowSubject::RegisterCap]);
    let cells = |subject: RowSubject| -> Vec<Cell> {
        let stages = kernel.stages.iter().zip(audits).enumerate();
        stages.map(|(stage, (found, audit))| cell(subject, kernel, stage, *found, audit)).collect()
    };
    subjects
        .map(|subject| (subject, cells(subject)))
        .filter(|(_, cells)| cells.iter().any(|cell| !matches!(cell, Cell::Empty)))
        .collect()
}

fn cell(
    subject: RowSubject,
    kernel: &Kernel<'_>,
    stage: usize,
    found: Option<&FunctionSnapshot>,
    audit: &BySymbol<'_>,
) -> Cell {
    // The audit names a function as the earlier stage does, or as the later one if only that has it.
    let before = stage.checked_sub(1).and_then(|before| *kernel.stages.get(before)?);
    let function = before.or(found).and_then(|function| audit.get(&function.symbol));
    let judged = function.and_then(|function| function.rows.iter().find(|row| row.subject == subject));
    match judged {
        Some(row) => Cell::Judged(row.clone()),
        None => stated(subject, found).map_or(Cell::Empty, Cell::Stated),
    }
}

fn stated(subject: RowSubject, found: Option<&FunctionSnapshot>) -> Option<String> {
    let found = found?;
    match subject {
        RowSubject::Fact(fact) => found.get(fact).map(|value| value.to_string()),
        RowSubject::ExplicitCluster => None,
        RowSubject::RegisterCap => found.register_cap.map(|cap| cap.to_string()),
        RowSubject::LocalMaxNReg => found.local_maxnreg.map(|cap| cap.to_string()),
        RowSubject::Unknown(code) => found.unknown.contains(&code).then(|| "present".to_owned()),
    }
}
