//! The rules about what ptxas made of a kernel (group `resources`).
//!
//! Accepts the messages of `ptxas -v`, or a cubin, which has less to say. Guarantees that:
//! - Spills and an ignored `setmaxnreg` become a diagnostic at the kernel, unless the rule is disabled or allowed.
//! - A message about a changed `.maxnreg` or an ignored `.minnctapersm` is kept unless a rule has reported it.
//! - A message about `setmaxnreg`, which names no function, is kept if it is not certain which kernels it is about.
//! - Every other message is kept as it is.

use std::ops::Range;

use tileiras_contract::audit::{FunctionSnapshot, Snapshot};
use tileiras_contract::rules::{Assembled, check};
use tileiras_contract::{Fact, Resources, Sink, Subject, Violation};
use tileiras_cubin::{Cubin, Kernel};
use tileiras_finding::{Levels, RuleId, RuleOptions, RuleSet, Severity};
use tileiras_mlir::report::{Place, ReportedDiagnostic};
use tileiras_ptx::{FunctionKind, Ptx};
use tileiras_ptxas::Report;
use tileiras_ptxas::report::{Line, LineKind};
use tileiras_target::{MAX_REGISTERS_PER_THREAD, Target};

use crate::assemble::ptxas_options::Called;
use crate::compile::places::{KernelPlace, KernelPlaces, shown};
use crate::compile::product::PtxModule;
use crate::compile::snapshot::contract_of;
use crate::messages::fault::{Fault, Kind};

/// What is known after a run of ptxas.
pub struct AssemblyOutcome {
    /// The messages of ptxas that are shown.
    pub log: Vec<u8>,
    /// The diagnostics of the rules.
    pub diagnostics: Vec<ReportedDiagnostic>,
    /// An error, if one of the diagnostics is.
    pub result: Result<(), Fault>,
}

/// Checks the rules on the messages of a run, which had these options. With `keeps_report`, which is for a user who
/// asked for the report, all messages are shown.
pub fn outcome(
    log: &[u8],
    module: &PtxModule,
    options: &Called,
    rules: &RuleOptions<'_>,
    keeps_report: bool,
) -> AssemblyOutcome {
    let levels = match rules.levels() {
        Ok(levels) => levels,
        Err(error) => {
            let result = Err(Kind::Usage.of_command(error.to_string()));
            return AssemblyOutcome { log: log.to_vec(), diagnostics: Vec::new(), result };
        }
    };
    let report = Report::read(log);
    let ptx = tileiras_ptx::read(&module.ptx).ok();
    let ignored = ignored_setmaxnreg(&report, module, ptx.as_ref());
    let reports_caps = levels.enabled().contains(RuleId::MaxNRegRange);
    let reports_floors = levels.enabled().contains(RuleId::MinCtaSmNeedsBlock) && are_reported_floors(module);
    let is_covered = |line: &Line| match &line.kind {
        LineKind::SetMaxNRegIgnored(_) => ignored.is_some(),
        LineKind::MaxNRegAdjusted(name) => reports_caps && is_reported_cap(module, name),
        LineKind::MinCtaSmIgnored => reports_floors,
        LineKind::Other => false,
    };
    let shown = report.lines.iter().filter(|line| !is_covered(line)).flat_map(|line| line.text.iter().copied());
    let shown = if keeps_report { log.to_vec() } else { shown.collect() };
    let ignored = ignored.unwrap_or_default();
    let of_report = |kernel: &FunctionSnapshot| assembled(kernel, &report, options, &ignored);
    let checked = CheckedKernels { facts: &module.facts, places: &module.places, file: &module.name };
    let (diagnostics, result) = checked.diagnostics(&levels, of_report);
    AssemblyOutcome { log: shown, diagnostics, result }
}

/// Checks the rules on what a cubin says of the kernels of a PTX text, which was assembled with these options.
pub fn check_cubin(
    cubin: &Cubin,
    checked: CheckedKernels<'_>,
    options: &Called,
    rules: &RuleOptions<'_>,
) -> Vec<ReportedDiagnostic> {
    // That the rules are known has been checked.
    let Ok(levels) = rules.levels() else { return Vec::new() };
    let found = |kernel: &FunctionSnapshot| {
        let found = cubin.kernels.iter().find(|found| kernel.symbol == found.name.as_str())?;
        of_cubin(cubin, found, stated_beside_facts(kernel, options))
    };
    checked.diagnostics(&levels, found).0
}

/// The kernels that are checked.
#[derive(Clone, Copy)]
pub struct CheckedKernels<'a> {
    /// What they state, and the target.
    pub facts: &'a Snapshot,
    /// Where they are.
    pub places: &'a KernelPlaces,
    /// The file, for a kernel whose place is not known.
    pub file: &'a str,
}

impl CheckedKernels<'_> {
    /// The diagnostics of the rules, and an error if one of them is. `found` is what ptxas made of a kernel.
    fn diagnostics(
        self,
        levels: &Levels,
        found: impl Fn(&FunctionSnapshot) -> Option<Assembled>,
    ) -> (Vec<ReportedDiagnostic>, Result<(), Fault>) {
        let (mut diagnostics, mut result) = (Vec::new(), Ok(()));
        for kernel in &self.facts.functions {
            let Some(found) = found(kernel) else { continue };
            let place = self.places.get(kernel.symbol.name());
            for violation in violations(kernel, self.facts.target, &found, levels.enabled()) {
                if place.is_some_and(|place| place.allowed.contains(&violation.rule)) {
                    continue;
                }
                let severity = levels.severity(violation.rule, violation.certainty);
                if severity == Severity::Error {
                    result = Err(Kind::Verification.already_reported());
                }
                diagnostics.push(self.diagnostic(kernel, place, severity, &violation));
            }
        }
        (diagnostics, result)
    }

    fn diagnostic(
        self,
        kernel: &FunctionSnapshot,
        place: Option<&KernelPlace>,
        severity: Severity,
        violation: &Violation,
    ) -> ReportedDiagnostic {
        let (text, rule) = (violation.message.clone(), Some(violation.rule));
        let severity = shown(severity);
        match place {
            Some(place) if place.is_ptx => place.diagnostic(severity, rule, &tileiras_ptx::with_directives(text)),
            Some(place) => place.diagnostic(severity, rule, &text),
            None => {
                let place = Some(Place { file: self.file.to_owned(), line: 0, column: 0 });
                let subject = format!("kernel '{}':", kernel.symbol);
                KernelPlace { place, subject, line: None, is_ptx: false, allowed: Vec::new() }
                    .diagnostic(severity, rule, &text)
            }
        }
    }
}

/// What a cubin says of a kernel, beside what is stated about it; `None` if it does not have the registers.
fn of_cubin(cubin: &Cubin, kernel: &Kernel, stated: Assembled) -> Option<Assembled> {
    let Resources { registers, static_shared, spill_instructions, .. } = cubin.resources(kernel);
    Some(Assembled {
        registers: registers?,
        static_shared: static_shared.unwrap_or_default(),
        spill_instructions: spill_instructions.unwrap_or_default(),
        ..stated
    })
}

/// What a cubin alone says of its kernels, in their order. The options are those that the one ptxas which wrote it has
/// noted.
pub fn of_kernels(cubin: &Cubin) -> impl Iterator<Item = Option<Assembled>> {
    let mut noted = cubin.tools.iter().filter(|tool| tool.name == "ptxas").map(|tool| Called::noted(&tool.arguments));
    let options = noted.next().filter(|_| noted.next().is_none()).unwrap_or_default();
    cubin.kernels.iter().map(move |kernel| {
        let stated = Assembled {
            register_cap: kernel.max_registers.map(u32::from),
            ..stated_beside_facts(&FunctionSnapshot::from(kernel), &options)
        };
        of_cubin(cubin, kernel, stated)
    })
}

/// The violations of the rules by a kernel.
pub fn violations(kernel: &FunctionSnapshot, target: Target, found: &Assembled, enabled: &RuleSet) -> Vec<Violation> {
    let contract = contract_of(kernel);
    let mut sink = Sink::new();
    check(&Subject::assembled(&contract, target, found), enabled, &mut sink);
    sink.take()
}

/// What bounds the registers of a kernel beside its facts.
fn stated_beside_facts(kernel: &FunctionSnapshot, options: &Called) -> Assembled {
    Assembled {
        local_maxnreg: kernel.local_maxnreg,
        register_option: options.register_cap.clone(),
        are_facts_overridden: options.overrides_facts,
        ..Assembled::default()
    }
}

/// What ptxas reported about a kernel. `ignored` are the kernels whose `setmaxnreg` is ignored, with the reason.
fn assembled(
    kernel: &FunctionSnapshot,
    report: &Report,
    options: &Called,
    ignored: &[(String, String)],
) -> Option<Assembled> {
    let is_it = |name: &str| kernel.symbol == name;
    let function = report.functions.iter().find(|function| is_it(&function.name))?;
    Some(Assembled {
        registers: function.registers?,
        static_shared: function.shared.unwrap_or_default(),
        spill_stores: function.spill_stores,
        spill_loads: function.spill_loads,
        setmaxnreg_ignored: ignored.iter().find(|(name, _)| is_it(name)).map(|(_, reason)| reason.clone()),
        ..stated_beside_facts(kernel, options)
    })
}

/// Whether rule `minctasm-needs-block`, if it is enabled, has reported each occupancy floor without a block. The
/// message of ptxas names no kernel.
fn are_reported_floors(module: &PtxModule) -> bool {
    let mut kernels = module.facts.functions.iter();
    kernels.all(|kernel| {
        let is_ignored = kernel.facts.states(Fact::MinCtaSm) && kernel.facts.block().is_none();
        let place = module.places.get(kernel.symbol.name());
        !is_ignored || place.is_some_and(|place| !place.allowed.contains(&RuleId::MinCtaSmNeedsBlock))
    })
}

/// Whether rule `maxnreg-range`, if it is enabled, has reported the number of registers that the kernel states.
fn is_reported_cap(module: &PtxModule, name: &str) -> bool {
    let limits = module.chip.limits();
    let Some(kernel) = module.facts.functions.iter().find(|kernel| kernel.symbol == name) else { return false };
    let is_allowed = |place: &KernelPlace| place.allowed.contains(&RuleId::MaxNRegRange);
    let legal = limits.min_registers_per_thread..=MAX_REGISTERS_PER_THREAD;
    kernel.facts.positive(Fact::MaxNReg).is_some_and(|stated| !legal.contains(&stated))
        && module.places.get(kernel.symbol.name()).is_some_and(|place| !is_allowed(place))
}

/// The kernels whose `setmaxnreg` is ignored, each with the reason; `None` if the messages can be about other
/// functions.
fn ignored_setmaxnreg(report: &Report, module: &PtxModule, ptx: Option<&Ptx<'_>>) -> Option<Vec<(String, String)>> {
    let reasons: Vec<&str> = (report.lines.iter())
        .filter_map(|line| match &line.kind {
            LineKind::SetMaxNRegIgnored(reason) => Some(reason.as_str()),
            LineKind::MaxNRegAdjusted(_) | LineKind::MinCtaSmIgnored | LineKind::Other => None,
        })
        .collect();
    let (first, others) = reasons.split_first()?;
    if others.iter().any(|other| other != first) {
        return None;
    }
    let has_it = |body: &Range<usize>| {
        module.ptx.get(body.clone()).is_some_and(|body| memchr::memmem::find(body, b"setmaxnreg").is_some())
    };
    let users = ptx?.functions.iter().filter(|function| function.body.as_ref().is_some_and(has_it));
    let users: Vec<_> = users.collect();
    if users.iter().any(|user| user.kind != FunctionKind::Entry) {
        return None;
    }
    let is_known = |name: &str| {
        let kernel = module.facts.functions.iter().find(|kernel| kernel.symbol == name);
        kernel.is_some_and(|kernel| {
            let facts = &kernel.facts;
            facts.states(Fact::MaxNReg) || (facts.states(Fact::MinCtaSm) && facts.block().is_some())
        })
    };
    // ptxas prints one message for each kernel.
    let names: Vec<&str> = match users.len() == reasons.len() {
        true => users.iter().map(|user| user.name).collect(),
        false => users.iter().map(|user| user.name).filter(|name| !is_known(name)).collect(),
    };
    let is_certain = names.len() == reasons.len();
    is_certain.then(|| names.into_iter().map(|name| (name.to_owned(), (*first).to_owned())).collect())
}
