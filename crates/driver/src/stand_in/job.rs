//! What is checked of a run of `ptxas`: the texts, while it runs, and then its cubin.
//!
//! Guarantees a report about each text that is checked. A fault of this program is a part of the report, apart from the
//! findings.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tileiras_contract::audit::Snapshot;
use tileiras_cubin::Cubin;
use tileiras_mlir::guard::guard;
use tileiras_mlir::report::ReportedDiagnostic;
use tileiras_ptxas::reason;
use tileiras_target::Target;

use crate::assemble::assembled::{CheckedKernels, check_cubin};
use crate::assemble::ptxas_options::{Called, PtxOrigin};
use crate::assemble::{ineffective_register_cap, unknown};
use crate::cli::project::Rules;
use crate::compile::{audit, ptx_input, snapshot};
use crate::input::{Format, Input, Limit};
use crate::messages::Message;
use crate::messages::fault::{Fault, Kind};
use crate::path::name_of;

/// What is said about a text.
#[derive(Debug, Deserialize, Serialize)]
pub struct TextReport {
    /// The number of the text.
    pub text: usize,
    /// The findings.
    pub messages: Vec<Message>,
    /// Why it was not checked to the end.
    pub fault: Option<Fault>,
}

/// A text of PTX that can be read although `ptxas` reads it, too.
pub enum Text {
    /// In a file.
    File(PathBuf),
    /// In memory, with its path for messages.
    Memory(&'static Path, Vec<u8>),
    /// It can be read once, which is left to `ptxas`.
    Once(PathBuf),
}

impl Text {
    /// The text of a source. `input` is what came through standard input, if that was kept.
    pub fn of(source: &PtxOrigin, input: Option<&[u8]>) -> Self {
        match source {
            PtxOrigin::Argument(text) => Self::Memory(Path::new("<argument>"), text.clone()),
            // What is no file is a fault, which `ptxas` reports.
            PtxOrigin::File(path) if path.metadata().is_ok_and(|data| !data.is_file()) => Self::Once(path.clone()),
            PtxOrigin::File(path) => Self::File(path.clone()),
            PtxOrigin::StandardInput => match input {
                Some(input) => Self::Memory(Path::new("-"), input.to_vec()),
                None => Self::Once("-".into()),
            },
        }
    }

    /// The path for messages.
    pub fn path(&self) -> &Path {
        match self {
            Self::File(path) | Self::Once(path) => path,
            Self::Memory(path, _) => path,
        }
    }

    fn read(&self) -> Result<Input, Fault> {
        let limit = Limit::default();
        let content = match self {
            Self::File(path) => return Input::read(path, limit),
            Self::Once(_) => return Err(Kind::Input.fault("is no regular file, and can be read only once")),
            Self::Memory(_, content) => content.clone(),
        };
        let name = name_of(self.path());
        Ok(Input { path: self.path().to_owned(), name, format: Format::Ptx, content, limit, image: None })
    }
}

/// The work beside `ptxas`.
pub struct Job {
    /// The texts that it assembles.
    pub texts: Vec<Text>,
    /// What its command line says.
    pub called: Called,
}

impl Job {
    /// The reports of a step that ended early.
    pub fn failed(&self, fault: &Fault) -> Vec<TextReport> {
        let report = |text| TextReport { text, messages: Vec::new(), fault: Some(fault.clone()) };
        (0..self.texts.len()).map(report).collect()
    }

    /// Checks the texts.
    pub fn check(&self, rules: &Rules) -> Vec<TextReport> {
        let check = |(number, text): (usize, &Text)| {
            let checked = guard(|| {
                let input = text.read()?;
                let given = Target { chip: self.called.chip, ptx: None };
                let (diagnostics, result) = ptx_input::check(&input, given, &rules.options());
                Ok((diagnostics, result.err().filter(|fault| fault.message.is_some())))
            });
            let checked = checked.unwrap_or_else(|panic| Err(Kind::Internal.fault(panic.to_string())));
            let (diagnostics, fault) = checked.unwrap_or_else(|fault| (Vec::new(), Some(fault)));
            TextReport { text: number, messages: diagnostics.into_iter().map(Message::Diagnostic).collect(), fault }
        };
        self.texts.iter().enumerate().map(check).collect()
    }

    /// Compares the facts of the cubin with those of the texts, and checks the rules about what ptxas made of the
    /// kernels.
    pub fn audit(&self, rules: &Rules) -> Vec<TextReport> {
        let audited =
            guard(|| self.audited(rules)).unwrap_or_else(|panic| Err(Kind::Internal.fault(panic.to_string())));
        let report = |(messages, fault)| vec![TextReport { text: 0, messages, fault }];
        match audited {
            Ok(messages) => report((messages, None)),
            Err(fault) if fault.kind == Kind::Audit => report((Vec::from_iter(Message::of_fault(&fault)), None)),
            Err(fault) => report((Vec::new(), Some(fault))),
        }
    }

    fn audited(&self, rules: &Rules) -> Result<Vec<Message>, Fault> {
        let Called { entries, output, makes_cubin, changes_facts, .. } = &self.called;
        let mut facts: Option<Snapshot> = None;
        for text in &self.texts {
            // A text that cannot be read has been reported.
            let Ok(input) = text.read() else { return Ok(Vec::new()) };
            let Ok(ptx) = ptx_input::read_text(&input.name, &input.content) else { return Ok(Vec::new()) };
            let read = snapshot::of_ptx(&ptx);
            match &mut facts {
                Some(facts) => facts.functions.extend(read.functions),
                None => facts = Some(read),
            }
        }
        let Some(mut facts) = facts else { return Ok(Vec::new()) };
        let is_assembled = |name: &[u8]| entries.is_empty() || entries.iter().any(|entry| entry == name);
        facts.functions.retain(|function| is_assembled(function.symbol.name()));
        let cap = ineffective_register_cap(&facts, &self.called);
        let mut messages: Vec<Message> = cap.map(Message::warning).into_iter().collect();
        // A device, such as /dev/null, keeps nothing.
        if *makes_cubin && output.metadata().is_ok_and(|data| data.is_file()) {
            // Not as an input: '-' is a name here.
            let cubin = fs::read(output).map_err(|error| Kind::Input.fault(reason(&error)))?;
            let cubin =
                Cubin::read(&cubin).map_err(|error| Kind::Input.fault(format!("the cubin cannot be read: {error}")))?;
            messages.extend(cubin.kernels.iter().flat_map(unknown).map(Message::Diagnostic));
            messages.extend(self.check_spills(&cubin, rules).into_iter().map(Message::Diagnostic));
            if !changes_facts {
                audit::check_equal(&facts, &Snapshot::from(&cubin), "ptxas")?;
            }
        }
        Ok(messages)
    }

    /// Checks the rules about what ptxas made of the kernels, if one of them spills.
    fn check_spills(&self, cubin: &Cubin, rules: &Rules) -> Vec<ReportedDiagnostic> {
        if cubin.kernels.iter().all(|kernel| kernel.spill_instructions.is_none_or(|count| count == 0)) {
            return Vec::new();
        }
        let target = Target { chip: cubin.chip(), ptx: None };
        let check = |text: &Text| {
            let input = text.read().ok()?;
            let ptx = ptx_input::read_text(&input.name, &input.content).ok()?;
            let (facts, places) = (Snapshot { target, ..snapshot::of_ptx(&ptx) }, ptx_input::places(&input, &ptx));
            let checked = CheckedKernels { facts: &facts, places: &places, file: &input.name };
            Some(check_cubin(cubin, checked, &self.called, &rules.options()))
        };
        self.texts.iter().filter_map(check).flatten().collect()
    }
}
