//! An HTML page about launch contracts: for each kernel its facts at each stage with the verdicts of the audit, what it
//! uses, its occupancy, and the findings of the rules.
//!
//! Accepts what was read of each program ([`Program`]): snapshots of its stages, resources, findings. Guarantees one
//! page that needs no network and no script, and that every text of an input is escaped. The verdicts are those of
//! [`Audit::compare`], the occupancy is that of [`tileiras_target::occupancy`]. Equal inputs give equal bytes.
//!
//! Leaves out on purpose: reading files and running the rules (`tileiras-driver`).
//!
//! ```
//! use tileiras_contract::audit::{FunctionSnapshot, Snapshot, Stage};
//! use tileiras_contract::{FactSet, StatedFact};
//! use tileiras_report::{Program, Report, StageFacts};
//! use tileiras_target::Target;
//!
//! let facts: FactSet = [StatedFact::Kernel, StatedFact::MaxNReg(64)].into_iter().collect();
//! let functions = vec![FunctionSnapshot { facts, ..FunctionSnapshot::new("k<1>") }];
//! let facts = Snapshot { stage: Stage::Ptx, target: Target::parse(Some("sm_90a"), None)?, functions };
//! let stage = StageFacts { file: "k.ptx".into(), facts, resources: None };
//! let program = Program { name: "k".into(), stages: vec![stage], findings: Vec::new() };
//! let page = Report { tool: "tileiras".into(), dynamic_shared: 0, programs: vec![program] }.html();
//! assert!(page.starts_with("<!DOCTYPE html>") && page.contains("k&lt;1&gt;"));
//! # Ok::<(), tileiras_target::UnknownTarget>(())
//! ```

#![forbid(unsafe_code)]

mod chart;
mod kernel;
mod page;

use tileiras_contract::Resources;
use tileiras_contract::audit::{Snapshot, Stage};
use tileiras_finding::{Rule, Severity};

#[expect(unused_imports, reason = "for the documentation")]
use tileiras_contract::audit::Audit;

/// What the page shows.
#[derive(Clone, Debug)]
pub struct Report {
    /// The name and the version of the tool, for the last line.
    pub tool: String,
    /// Bytes of dynamic shared memory of a launch, for the occupancy.
    pub dynamic_shared: u32,
    /// The programs, in the order of the page.
    pub programs: Vec<Program>,
}

/// The stages of one program for one chip.
#[derive(Clone, Debug)]
pub struct Program {
    /// Its name.
    pub name: String,
    /// Its stages, in the order of a compilation: IR, PTX, cubin. Each is compared with the one before it.
    pub stages: Vec<StageFacts>,
    /// What the rules report about its files.
    pub findings: Vec<ReportedFinding>,
}

/// One stage of a program.
#[derive(Clone, Debug)]
pub struct StageFacts {
    /// The file that it was read from.
    pub file: String,
    /// What the file states.
    pub facts: Snapshot,
    /// What the functions use, in the order of the snapshot; only of a cubin.
    pub resources: Option<Vec<Resources>>,
}

/// One finding of a rule, or another diagnostic.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ReportedFinding {
    /// How grave it is.
    pub severity: Severity,
    /// The rule; `None` for a diagnostic of MLIR or LLVM.
    pub rule: Option<&'static Rule>,
    /// File, line and column, as far as they are known.
    pub location: String,
    /// The words.
    pub message: String,
    /// The notes, each with its location.
    pub notes: Vec<String>,
}

impl Report {
    /// The page.
    pub fn html(&self) -> String {
        page::page(self).into_string()
    }
}

impl StageFacts {
    const fn stage(&self) -> Stage {
        self.facts.stage
    }
}
