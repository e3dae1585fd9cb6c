//! `nvvm-verify`: launch contracts are checked against the rule table; nothing is changed.
//!
//! Accepts any module. Guarantees that every fault is reported with its rule id: at its function, at the instruction that
//! breaks a rule with a note at the function, or at the launch with a note at the kernel. Refuses a module with a fault of
//! severity error. Leaves out on purpose: the rules themselves, which know no MLIR (`tileiras-contract`), how bodies and
//! launches are read (`tileiras-nvvm`), and launches of kernels outside of what the pass runs on.

mod contracts;
mod report;

use crate::declaration::{NVVM_VERIFY, NVVMVerifyOptions, nvvm_verify as statistic};
use melior::ir::OperationRef;
use rustc_hash::FxHashSet;
use tileiras_contract::launch::LaunchSite;
use tileiras_contract::rules::check;
use tileiras_contract::{Group, RuleSet, Sink, Subject, Violation};
use tileiras_kernel::{FunctionId, Reach};
use tileiras_mlir::Failure;
use tileiras_mlir::operation;
use tileiras_mlir::option::OptionValues;
use tileiras_mlir::pass::{Change, Pass, PassInfo, Run};
use tileiras_mlir::symbol::Symbols;
use tileiras_nv_tileaa::launch::{Launch, Segment};
use tileiras_nvvm::body::{Bodies, Constants};
use tileiras_nvvm::launch_site::Sizes;
use tileiras_nvvm::program_facts::ProgramFacts;
use tileiras_nvvm::scope::Scope;
use tileiras_nvvm::target::{from_options, targets};
use tileiras_target::Target;

use contracts::Contracts;
use report::Report;

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

    fn run<'c>(&self, root: OperationRef<'c, '_>, run: Run<'_>) -> Result<Change, Failure> {
        let (scope, facts) = (Scope::during(run, root), ProgramFacts::during(run, root));
        let mut symbols = Symbols::new();
        let mut report = Report::new(&self.enabled, self.warnings_as_errors);
        for list in facts.annotations.lists() {
            report.unreadable(list.module, list.faults().collect());
        }
        let program = Program {
            contracts: Contracts::new(facts),
            targets: scope.modules.iter().map(|module| targets(*module, self.target)).collect(),
            bodies: if self.looks_inside() { Bodies::read(scope, &mut symbols) } else { Bodies::default() },
            scope,
        };
        let reach = Reach::new(&program.bodies.program, program.contracts.entries());
        self.check_functions(&program, &reach, &mut report);
        self.check_launches(&program, &reach, root, &mut symbols, &mut report);
        run.statistics.add(statistic::FUNCTIONS_CHECKED, program.scope.functions.len());
        run.statistics.add(statistic::VIOLATIONS_FOUND, report.found);
        report.result.map(|()| Change::Nothing)
    }
}

/// What is checked.
struct Program<'r, 'c, 'a> {
    scope: &'r Scope<'c, 'a>,
    contracts: Contracts<'r, 'c, 'a>,
    /// For each module.
    targets: Vec<Vec<Target>>,
    bodies: Bodies<'c, 'a>,
}

impl NVVMVerify {
    /// Whether some rule asks for what is inside of functions.
    fn looks_inside(&self) -> bool {
        self.enabled.iter().any(|rule| matches!(rule.group, Group::Launch | Group::Isa))
    }

    fn check_functions(&self, program: &Program<'_, '_, '_>, reach: &Reach<'_>, report: &mut Report<'_>) {
        // Functions of one group and module without a relevant instruction get the same violations. Where there are none,
        // only one of them is checked.
        let mut is_fine = FxHashSet::default();
        for (number, function) in program.scope.functions.iter().enumerate() {
            let has_instructions = reach.body(FunctionId::new(number)).instructions().next().is_some();
            let key = (program.contracts.group(number), program.scope.module_of[number]);
            if !has_instructions && is_fine.contains(&key) {
                continue;
            }
            let contract = program.contracts.of_function(number);
            let violations = self.on_each(program, number, |target, sink| {
                check(&Subject::new(&contract, target), &self.enabled, sink);
                check(&Subject::body(&contract, target, reach, FunctionId::new(number)), &self.enabled, sink);
            });
            if !has_instructions && violations.is_empty() {
                is_fine.insert(key);
            }
            for violation in violations {
                report.function(function.operation(), contract.is_kernel(), &program.bodies, violation);
            }
        }
    }

    fn check_launches<'c, 'a>(
        &self,
        program: &Program<'_, 'c, 'a>,
        reach: &Reach<'_>,
        root: OperationRef<'c, 'a>,
        symbols: &mut Symbols<'c, 'a>,
        report: &mut Report<'_>,
    ) {
        if program.bodies.launches.is_empty() {
            return;
        }
        let number_of = program.scope.numbers();
        let mut constants = Constants::default();
        for op in &program.bodies.launches {
            // One that is no launch is for the verifier of its dialect, and for the conversion.
            let Ok(launch) = Launch::new(*op) else { continue };
            let (_, Some(kernel)) = launch.find_kernel(Some(root), symbols) else { continue };
            let Some(&number) = number_of.get(&operation::key(kernel)) else { continue };
            let site = site(&launch, &mut constants);
            let contract = program.contracts.of_group(program.contracts.group(number));
            let violations = self.on_each(program, number, |target, sink| {
                check(
                    &Subject::launch(contract, target, &site, Some((reach, FunctionId::new(number)))),
                    &self.enabled,
                    sink,
                );
            });
            for violation in violations {
                report.launch(*op, kernel, violation);
            }
        }
    }

    /// What a check finds on each target of a function, each violation once.
    fn on_each(
        &self,
        program: &Program<'_, '_, '_>,
        function: usize,
        check: impl Fn(Target, &mut Sink),
    ) -> Vec<Violation> {
        let module = program.scope.module_of[function];
        let targets = module.map_or(std::slice::from_ref(&self.target), |module| &program.targets[module]);
        let mut sink = Sink::new();
        for target in targets {
            check(*target, &mut sink);
        }
        let mut violations = sink.take();
        if targets.len() > 1 {
            let mut seen = FxHashSet::default();
            violations.retain(|found| seen.insert((found.rule, found.message.clone(), found.instruction, found.cause)));
        }
        violations
    }
}

/// The sizes of a launch as far as they are constants.
fn site<'c, 'a>(launch: &Launch<'c, 'a>, constants: &mut Constants) -> LaunchSite {
    use Segment::{BlockX, BlockY, BlockZ, ClusterX, ClusterY, ClusterZ, DynamicSharedMemory, GridX, GridY, GridZ};
    let size = |segment| launch.operands(segment).next();
    Sizes {
        grid: [GridX, GridY, GridZ].map(size),
        block: [BlockX, BlockY, BlockZ].map(size),
        cluster: [ClusterX, ClusterY, ClusterZ].map(size),
        shared: size(DynamicSharedMemory),
    }
    .read(constants)
}
