//! `nvvm-verify`: launch contracts are checked against the rule table; nothing is changed.
//!
//! Accepts any module. Guarantees that every fault is reported at its function, with its rule id. Refuses a module with a
//! fault of severity error. Leaves out on purpose: the rules themselves, which know no MLIR (`tileiras-contract`).

use crate::declaration::{NVVM_VERIFY, NVVMVerifyOptions, nvvm_verify as statistic};
use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;
use rustc_hash::FxHashMap;
use tileiras_contract::rules::{check, rule};
use tileiras_contract::{
    ANNOTATIONS, Carrier, Claim, Fact, Form, LegacyTrace, Role, Rule, RuleSet, Severity, Sink, Subject, Violation,
    read_claim,
};
use tileiras_mlir::function::Function;
use tileiras_mlir::option::OptionValues;
use tileiras_mlir::pass::{Pass, PassInfo, Statistics};
use tileiras_mlir::symbol::Symbols;
use tileiras_mlir::{Diagnostic, Failure, operation};
use tileiras_nvvm::annotations::{self, Annotations, Tuple, kind};
use tileiras_nvvm::scope::Scope;
use tileiras_nvvm::target::{from_options, targets};
use tileiras_nvvm::{carrier, value};
use tileiras_target::Target;

/// The pass.
pub struct NVVMVerify {
    target: Target,
    enabled: RuleSet,
    warnings_as_errors: bool,
}

impl Pass for NVVMVerify {
    const INFO: &'static PassInfo = &NVVM_VERIFY;

    fn new(values: &OptionValues<'_>) -> Result<Self, String> {
        let options = NVVMVerifyOptions::read(values);
        let target = from_options(&options.chip, &options.ptx)?;
        let enabled = RuleSet::disabling(&options.disable.join(",")).map_err(|error| error.to_string())?;
        Ok(Self { target, enabled, warnings_as_errors: options.warnings_as_errors })
    }

    fn run<'c>(&self, root: OperationRef<'c, '_>, statistics: Statistics<'_>) -> Result<(), Failure> {
        let scope = Scope::collect(root);
        let mut report = Report { pass: self, found: 0, result: Ok(()) };
        let legacy = Legacy::collect(&scope, &mut report);
        let targets: Vec<Vec<Target>> = scope.modules.iter().map(|module| targets(*module, self.target)).collect();
        for (number, function) in scope.functions.iter().enumerate() {
            let targets = scope.module_of[number].map_or([].as_slice(), |module| &targets[module]);
            self.check_function(*function, &legacy, targets, &mut report);
        }
        statistics.add(statistic::FUNCTIONS_CHECKED, scope.functions.len());
        statistics.add(statistic::VIOLATIONS_FOUND, report.found);
        report.result
    }
}

impl NVVMVerify {
    fn check_function(&self, function: Function<'_, '_>, legacy: &Legacy, targets: &[Target], report: &mut Report<'_>) {
        let mut contract = carrier::contract(function);
        if let Some(found) = legacy.functions.get(&operation::key(function.operation())) {
            contract.legacy.extend(found.traces.iter().cloned());
            if found.says_kernel {
                contract.role = Role::Kernel;
            }
        }
        let mut sink = Sink::new();
        let targets = if targets.is_empty() { std::slice::from_ref(&self.target) } else { targets };
        for target in targets {
            check(&Subject { contract: &contract, target: *target }, &self.enabled, &mut sink);
        }
        let mut violations = sink.take();
        if targets.len() > 1 {
            let mut seen = std::collections::HashSet::new();
            violations.retain(|violation| seen.insert((violation.rule.id, violation.message.clone())));
        }
        for violation in violations {
            report.violation(function.operation(), violation);
        }
    }
}

/// Diagnostics, counted.
struct Report<'p> {
    pass: &'p NVVMVerify,
    found: usize,
    result: Result<(), Failure>,
}

impl Report<'_> {
    fn violation(&mut self, op: OperationRef<'_, '_>, violation: Violation) {
        self.violations(op, violation.rule, vec![violation.message]);
    }

    /// Reports violations of one rule at one place, as one diagnostic.
    fn violations(&mut self, op: OperationRef<'_, '_>, rule: &Rule, messages: Vec<String>) {
        self.found += messages.len();
        let mut texts = messages.into_iter().map(|message| format!("{} op {message} [{}]", kind(op), rule.id));
        let Some(first) = texts.next() else { return };
        match rule.severity {
            Severity::Warning if !self.pass.warnings_as_errors => {
                let _: Failure = Diagnostic::warning(op.location(), first).and(texts).emit();
            }
            _ => self.result = Err(Diagnostic::error(op.location(), first).and(texts).emit()),
        }
    }

    /// Tuples that nothing can be read from: reported under the rule about what remains.
    fn unreadable(&mut self, module: OperationRef<'_, '_>, messages: Vec<String>) {
        if let Some(rule) = rule("legacy-fact-remains").filter(|rule| self.pass.enabled.contains(rule)) {
            self.violations(module, rule, messages);
        }
    }
}

/// What legacy tuples still say, by the key of the function.
#[derive(Default)]
struct Legacy {
    functions: FxHashMap<usize, Remains>,
}

#[derive(Default)]
struct Remains {
    traces: Vec<LegacyTrace<'static>>,
    /// The function will be a kernel once it is transplanted.
    says_kernel: bool,
}

impl Legacy {
    fn collect(scope: &Scope<'_, '_>, report: &mut Report<'_>) -> Self {
        let mut legacy = Self::default();
        let mut symbols = Symbols::new();
        for module in &scope.modules {
            let annotations = match Annotations::of(*module) {
                Ok(None) => continue,
                Ok(Some(annotations)) => annotations,
                Err(fault) => {
                    report.unreadable(*module, vec![format!("'{ANNOTATIONS}' {fault}")]);
                    continue;
                }
            };
            let mut unreadable = Vec::new();
            for (number, raw) in annotations.tuples().enumerate() {
                match Tuple::read(raw, *module, &mut symbols) {
                    Ok(tuple) => legacy.add(number, &tuple),
                    Err(fault) => unreadable.push(format!("'{ANNOTATIONS}' tuple {number} {fault}")),
                }
            }
            report.unreadable(*module, unreadable);
        }
        legacy
    }

    fn add(&mut self, number: usize, tuple: &Tuple<'_, '_>) {
        let annotations::Subject::Function(function) = tuple.subject else { return };
        for (spelling, attribute) in tuple.facts() {
            let remains = self.functions.entry(operation::key(function.operation())).or_default();
            remains.traces.push(LegacyTrace { key: spelling.name.into(), carrier: Carrier::Tuple(number) });
            if spelling.fact == Fact::Kernel {
                let claim = read_claim(spelling, &value::read(attribute), Form::Legacy);
                remains.says_kernel |= claim == Ok(Claim::Unit(true));
            }
        }
    }
}
