//! `nvvm-verify`: checks launch contracts against the rule table. Changes nothing.
//!
//! Accepts any module. Guarantees that every violation is reported with its rule id: at its function, with a note at
//! the instruction that is the cause, or at the launch, with a note at a kernel in the IR. Refuses a module with a
//! violation of severity error. A launch is checked against its kernel in the IR, or in the compiled code of a
//! `gpu.binary`; a `gpu.launch`, which contains its kernel, against the limits. Leaves out on purpose: the rules, which
//! are independent of MLIR (`tileiras-contract`), what bodies need (`tileiras-nvvm`) and do (`nvvm-check-bodies`), and
//! launches of kernels outside of the operation that the pass runs on.

mod allowed;
mod contracts;
mod launches;
mod reached;
mod report;

use crate::declaration::{NVVM_VERIFY, NVVMVerifyForm, NVVMVerifyOptions, nvvm_verify as statistic};
use crate::launch_site::launch_site;
use melior::ir::OperationRef;
use rustc_hash::FxHashSet;
use tileiras_contract::launch::LaunchSite;
use tileiras_contract::read::{NearMiss, near_list};
use tileiras_contract::rules::check;
use tileiras_contract::{ANNOTATIONS, Sink, Subject, Violation};
use tileiras_finding::{Group, Levels, RuleId};
use tileiras_mlir::operation;
use tileiras_mlir::option::{OptionValues, TypedOptions as _};
use tileiras_mlir::pass::{Change, Pass, PassInfo, PassRun};
use tileiras_mlir::symbol::Symbols;
use tileiras_mlir::text::lossy;
use tileiras_mlir::{Diagnostic, Failure};
use tileiras_nv_tileaa::launch::{Launch, inline_launch_size};
use tileiras_nvvm::bodies::Bodies;
use tileiras_nvvm::compiled::CompiledBinaries;
use tileiras_nvvm::constants::Constants;
use tileiras_nvvm::program_facts::Program;
use tileiras_nvvm::scope::Scope;
use tileiras_nvvm::target::{ModuleTargets, from_options};
use tileiras_target::Target;

use allowed::Allowed;
use contracts::{Contracts, Form};
use launches::{check_compiled, check_inline, facts_of_launch, missing};
use reached::Reached;
use report::ViolationReporter;

/// The pass.
pub struct NVVMVerify {
    target: Target,
    form: Form,
    levels: Levels,
}

impl Pass for NVVMVerify {
    const INFO: &'static PassInfo = &NVVM_VERIFY;

    fn new(values: &OptionValues<'_>) -> Result<Self, String> {
        let options = NVVMVerifyOptions::read(values);
        let target = from_options(&options.chip, &options.ptx)?;
        let levels = options.rules().levels().map_err(|error| error.to_string())?;
        let form = match options.form {
            NVVMVerifyForm::Any => Form::Any,
            NVVMVerifyForm::Canonical => Form::Canonical,
        };
        // The rules of group `isa` are about what instructions do, which `nvvm-check-bodies` reads.
        let levels = levels.only(|rule| rule.group() != Group::Isa);
        Ok(Self { target, form, levels })
    }

    fn run<'c>(&self, root: OperationRef<'c, '_>, run: PassRun<'_>) -> Result<Change, Failure> {
        let Program { scope, facts, .. } = Program::of(run.analyses, root);
        let mut symbols = Symbols::new();
        let (allowed, faults) = Allowed::read(scope, root);
        let mut reporter = ViolationReporter::new(&self.levels, allowed);
        for (op, messages) in faults {
            reporter.at(op, RuleId::AllowUnknown, messages);
        }
        for list in facts.annotations.lists() {
            reporter.at(list.module, RuleId::LegacyFactRemains, list.faults().collect());
        }
        for module in &scope.modules {
            reporter.at(*module, RuleId::UnknownLaunchAttribute, unknown_lists(*module));
        }
        for op in &scope.unread_lists {
            let text = format!("'{ANNOTATIONS}' is read on a module only, and this operation is none");
            reporter.at(*op, RuleId::UnknownLaunchAttribute, vec![text]);
        }
        let program = CheckedProgram {
            contracts: Contracts::new(facts, self.form),
            targets: ModuleTargets::new(scope, self.target),
            bodies: match self.needs_bodies() {
                true => Bodies::of(run.analyses, root, &mut symbols),
                false => Bodies::default(),
            },
            scope,
        };
        self.check_functions(&program, &mut reporter);
        self.check_launches(&program, root, &mut symbols, &mut reporter);
        self.check_suppressions(&program, &mut reporter);
        run.statistics.add(statistic::FUNCTIONS_CHECKED, program.scope.functions.len());
        run.statistics.add(statistic::VIOLATIONS_FOUND, reporter.found);
        reporter.result.map(|()| Change::Nothing)
    }
}

/// A message for each attribute of a module in NVIDIA's namespace that is not known, or whose name is nearly that of
/// the annotations.
fn unknown_lists(module: OperationRef<'_, '_>) -> Vec<String> {
    let message = |name: &[u8]| {
        let name = lossy(name);
        match near_list(&name)? {
            NearMiss::Name(meant) => Some(format!("unknown attribute '{name}', did you mean '{meant}'?")),
            NearMiss::Obsolete | NearMiss::Unknown => {
                Some(format!("unknown attribute '{name}', no known tool reads it"))
            }
        }
    };
    operation::discardable_attributes(module).filter_map(|(name, _)| message(name)).collect()
}

/// The program that is checked.
struct CheckedProgram<'r, 'c, 'a> {
    scope: &'r Scope<'c, 'a>,
    contracts: Contracts<'r, 'c, 'a>,
    targets: ModuleTargets,
    bodies: Bodies<'c, 'a>,
}

impl NVVMVerify {
    /// Whether an enabled rule asks what the bodies of functions need, or about launches in them.
    fn needs_bodies(&self) -> bool {
        self.levels.enabled().iter().any(|rule| matches!(rule.group(), Group::Launch | Group::Body))
    }

    fn check_functions<'c: 'a, 'a>(&self, program: &CheckedProgram<'_, 'c, 'a>, reporter: &mut ViolationReporter<'_>) {
        // Functions of one group and module whose bodies have the same needs have the same violations. If one of them
        // has none, the others are not checked.
        let mut is_valid = FxHashSet::default();
        for (number, function) in program.scope.functions.iter().enumerate() {
            let needs = program.bodies.needs(number);
            let key = (program.contracts.group(number), program.scope.module_of[number], needs);
            if is_valid.contains(&key) {
                continue;
            }
            let contract = program.contracts.of_function(number);
            let violations = on_each_target(program, number, |target| {
                let mut sink = Sink::new();
                check(&Subject::new(&contract, target).with_needs(needs), self.levels.enabled(), &mut sink);
                sink.take()
            });
            if violations.is_empty() {
                is_valid.insert(key);
            }
            for violation in violations {
                let cause = |need| program.bodies.cause(number, need);
                reporter.function(function.operation(), violation, cause);
            }
        }
    }

    fn check_launches<'c, 'a>(
        &self,
        program: &CheckedProgram<'_, 'c, 'a>,
        root: OperationRef<'c, 'a>,
        symbols: &mut Symbols<'c, 'a>,
        reporter: &mut ViolationReporter<'_>,
    ) {
        if program.bodies.launches.is_empty() {
            return;
        }
        let number_of = program.scope.numbers();
        let mut constants = Constants::default();
        let mut binaries = CompiledBinaries::default();
        let mut reached = Reached::new(root);
        for op in &program.bodies.launches {
            for message in facts_of_launch(*op) {
                reporter.at(*op, RuleId::StatementIgnored, vec![message]);
            }
            let (violations, kernel) = if let Some(size) = inline_launch_size(*op) {
                let site = launch_site(size, &mut constants);
                (check_inline(&site, self.target, self.levels.enabled()), None)
            } else {
                let launch = match Launch::new(*op) {
                    Ok(launch) => launch,
                    // The verifier of `nv_tileaa` says the same. That of upstream accepts a part of a shape.
                    Err(message) => {
                        reporter.result = Err(Diagnostic::on(*op).error(message).emit());
                        continue;
                    }
                };
                let site = launch_site(|segment| launch.operands(segment).next(), &mut constants);
                let (container, kernel) = launch.find_kernel(Some(root), symbols);
                if let Some(binary) = container.filter(|op| operation::name(*op) == b"gpu.binary") {
                    (self.check_launch_of_binary(&mut binaries, binary, launch.kernel_name(), &site), None)
                } else {
                    let Some(kernel) = kernel else { continue };
                    let Some(&number) = number_of.get(&operation::key(kernel)) else { continue };
                    (self.check_launch_of_function(program, number, &site), Some(kernel))
                }
            };
            // Most launches are right, and nothing is asked about the code around them.
            if violations.is_empty() || !reached.contains(*op, &mut constants) {
                continue;
            }
            for violation in violations {
                reporter.launch(*op, kernel, violation);
            }
        }
    }

    /// The violations of a launch of the kernel of that name in a `gpu.binary`.
    fn check_launch_of_binary(
        &self,
        binaries: &mut CompiledBinaries,
        binary: OperationRef<'_, '_>,
        name: &[u8],
        site: &LaunchSite,
    ) -> Vec<Violation> {
        let enabled = self.levels.enabled();
        let mut violations = check_compiled(binaries.kernels(binary, name), site, enabled);
        if enabled.contains(RuleId::LaunchKernelMissing) {
            violations.extend(binaries.names_without(binary, name).map(|kernels| missing(name, &kernels)));
        }
        violations
    }

    /// The violations of a launch of the function of that number, on each of its targets.
    fn check_launch_of_function(
        &self,
        program: &CheckedProgram<'_, '_, '_>,
        number: usize,
        site: &LaunchSite,
    ) -> Vec<Violation> {
        let contract = program.contracts.of_group(program.contracts.group(number));
        let needs = program.bodies.needs(number);
        on_each_target(program, number, |target| {
            let mut sink = Sink::new();
            check(&Subject::launch(contract, target, site).with_needs(needs), self.levels.enabled(), &mut sink);
            sink.take()
        })
    }

    /// Reports each suppression that is not needed.
    fn check_suppressions(&self, program: &CheckedProgram<'_, '_, '_>, reporter: &mut ViolationReporter<'_>) {
        let CheckedProgram { scope, targets, .. } = program;
        let modules = scope.modules.iter().copied().zip(targets.modules());
        let functions = scope.functions.iter().enumerate();
        let functions = functions.map(|(number, function)| (function.operation(), targets.of_function(scope, number)));
        for (op, targets) in modules.chain(functions) {
            let unused = reporter.allowed.unused(op, &self.levels, targets);
            reporter.at(op, RuleId::AllowUnused, unused);
        }
    }
}

/// The violations that a check finds on all targets of a function, each once.
fn on_each_target(
    program: &CheckedProgram<'_, '_, '_>,
    function: usize,
    check: impl FnMut(Target) -> Vec<Violation>,
) -> Vec<Violation> {
    let targets = program.targets.of_function(program.scope, function);
    let mut violations: Vec<_> = targets.iter().copied().flat_map(check).collect();
    if targets.len() > 1 {
        let mut seen = FxHashSet::default();
        violations.retain(|found| seen.insert((found.rule, found.message.clone())));
    }
    violations
}
