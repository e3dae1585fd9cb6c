//! `gpu-launch-guards`: inserts checks of the launch rules for sizes that are not constant, before the launches.
//!
//! Accepts launches of both dialects, wherever they are. Guarantees a `cf.assert` for each condition of group `launch`
//! that depends on a size that is not constant and that no other condition implies, and no second one if the pass runs
//! again. Refuses a launch of a kernel with facts that are not canonical, before anything is changed. Leaves out on
//! purpose: constant sizes (`nvvm-verify`), kernels that are neither in the module nor in a `gpu.binary`, and the
//! conditions themselves ([`tileiras_contract::launch::condition`]).

use crate::declaration::{GPU_LAUNCH_GUARDS, GPULaunchGuardsOptions, gpu_launch_guards as statistic};
use crate::launch_site::size_operands;
use melior::dialect::DialectHandle;
use melior::ir::attribute::{AttributeLike as _, IntegerAttribute};
use melior::ir::operation::{OperationBuilder, OperationLike as _};
use melior::ir::{Attribute, OperationRef, Type, TypeLike as _, Value, ValueLike as _};
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;
use std::cell::RefCell;
use std::mem;
use tileiras_contract::launch::LaunchSite;
use tileiras_contract::launch::condition::{Condition, Quantity, Relation, Sizes, common, conditions};
use tileiras_contract::read::accept_upstream_forms;
use tileiras_contract::{Fact, FunctionFacts, Resources};
use tileiras_finding::RuleId;
use tileiras_mlir::attribute::{self, View, print, view};
use tileiras_mlir::option::{OptionValues, TypedOptions as _};
use tileiras_mlir::pass::{Change, Pass, PassInfo, PassRun};
use tileiras_mlir::registry::Registry;
use tileiras_mlir::symbol::Symbols;
use tileiras_mlir::{ContextHandle, Diagnostic, Failure, block, operation, value};
use tileiras_nv_tileaa::launch::{LAUNCHES, Launch, is_launch};
use tileiras_nvvm::allow;
use tileiras_nvvm::bodies::may_launch;
use tileiras_nvvm::compiled::CompiledBinaries;
use tileiras_nvvm::constants::Constants;
use tileiras_nvvm::launch_site::SizeOperands;
use tileiras_nvvm::program_facts::Program;
use tileiras_nvvm::target::{ModuleTargets, from_options};
use tileiras_target::Axis;
use tileiras_target::Target;

/// The pass.
pub struct GPULaunchGuards {
    target: Target,
}

const ASSERT: &str = "cf.assert";
/// The most operations that the condition of a check is made of.
const MAX_OPERATIONS: usize = 64;

/// `arith.cmpi` encodes its predicate as a number.
#[derive(Clone, Copy)]
enum Predicate {
    Equal = 0,
    SignedGreater = 4,
    SignedGreaterEqual = 5,
    UnsignedLessEqual = 7,
}

impl Pass for GPULaunchGuards {
    const INFO: &'static PassInfo = &GPU_LAUNCH_GUARDS;

    fn new(values: &OptionValues<'_>) -> Result<Self, String> {
        Ok(Self { target: from_options(&GPULaunchGuardsOptions::read(values).chip, "")? })
    }

    fn dialects(registry: Registry<'_>) {
        registry.insert(DialectHandle::arith());
        registry.insert(DialectHandle::cf());
    }

    fn run<'c>(&self, root: OperationRef<'c, '_>, run: PassRun<'_>) -> Result<Change, Failure> {
        let program = Program::of(run.analyses, root);
        // Most modules have no launch, and are not searched.
        if !may_launch(run.analyses, root) {
            return Ok(Change::Nothing);
        }
        let (mut symbols, mut constants, mut result) = (Symbols::new(), Constants::default(), Ok(()));
        let number_of = program.scope.numbers();
        let targets = ModuleTargets::new(program.scope, self.target);
        let (mut guards, mut binaries) = (Vec::new(), CompiledBinaries::default());
        let launches: Vec<_> = LAUNCHES.into_iter().flat_map(|name| operation::find_all(root, name)).collect();
        let present = present_checks(&launches);
        for op in launches {
            // The verifier of the dialect reports an invalid launch.
            let Ok(launch) = Launch::new(op) else { continue };
            let (container, kernel) = launch.find_kernel(Some(root), &mut symbols);
            let allowed = allowed(op);
            let is_checked = |rule: RuleId| !allowed.iter().any(|name| name == rule.name());
            let lists = if let Some(binary) = container.filter(|op| operation::name(*op) == b"gpu.binary") {
                let kernels = binaries.kernels(binary, launch.kernel_name());
                kernels
                    .map(|(code, kernel)| conditions(&kernel.facts, code.target, kernel.resources, is_checked))
                    .collect()
            } else {
                let Some(kernel) = kernel else { continue };
                let Some(&number) = number_of.get(&operation::key(kernel)) else { continue };
                let mut contract = Cow::Borrowed(program.facts.of_group(program.facts.group(number)));
                accept_upstream_forms(&mut contract);
                // Not `?`: every fault is reported.
                if let Err(failure) = check_canonical(&launch, kernel, &contract) {
                    result = Err(failure);
                    continue;
                }
                let targets = targets.of_function(program.scope, number).iter();
                targets
                    .map(|target| conditions(&contract, *target, Resources::default(), is_checked))
                    .collect::<Vec<_>>()
            };
            let present = present.get(&operation::key(op)).map_or(&[][..], Vec::as_slice);
            guards.push(Guard::new(&launch, common(&lists), present, &mut constants));
        }
        result?;

        let (mut launches, mut checks) = (0, 0);
        for guard in &guards {
            guard.insert()?;
            launches += usize::from(!guard.conditions.is_empty());
            checks += guard.conditions.len();
        }
        run.statistics.add(statistic::LAUNCHES_GUARDED, launches);
        run.statistics.add(statistic::CHECKS_INSERTED, checks);
        Ok(Change::when(checks > 0))
    }
}

/// Checks that no launch fact of a kernel is in a legacy carrier.
fn check_canonical(
    launch: &Launch<'_, '_>,
    kernel: OperationRef<'_, '_>,
    contract: &FunctionFacts<'_>,
) -> Result<(), Failure> {
    let Some(legacy) = contract.legacy().find(|statement| statement.spelling.fact != Fact::Kernel) else {
        return Ok(());
    };
    let (symbol, fact) = (print(launch.kernel()), legacy.spelling.fact);
    let text =
        format!("kernel '{symbol}' must have canonical launch facts, and '{fact}' is not: run nvvm-transplant first");
    Err(Diagnostic::on(launch.operation())
        .error(text)
        .note(operation::known_location(kernel), "the kernel is here")
        .emit())
}

/// The rules that a launch is allowed to break.
fn allowed<'c>(launch: OperationRef<'c, '_>) -> Vec<Cow<'c, str>> {
    let parents = std::iter::successors(launch.parent_operation(), |op| op.parent_operation());
    parents.flat_map(allow::allowed).flatten().collect()
}

/// A check in the IR: its message and its condition.
type Check<'c, 'a> = (&'c [u8], Value<'c, 'a>);

/// The checks before each launch and after the launch before it in the same block, by the key of the launch.
fn present_checks<'c, 'a>(launches: &[OperationRef<'c, 'a>]) -> FxHashMap<usize, Vec<Check<'c, 'a>>> {
    let check = |op| match view(operation::inherent_attribute(op, "msg")?) {
        View::Text(text) => Some((text, operation::operand(op, 0)?)),
        _ => None,
    };
    let (mut checks, mut seen) = (FxHashMap::default(), FxHashSet::default());
    let blocks = launches.iter().filter_map(|op| block::parent(*op));
    for block in blocks.filter(|block| seen.insert(block.key())) {
        let mut found = Vec::new();
        for op in std::iter::successors(block.first_operation(), |op| block::next_operation(*op)) {
            if operation::name(op) == ASSERT.as_bytes() {
                found.extend(check(op));
            } else if is_launch(op) {
                checks.insert(operation::key(op), mem::take(&mut found));
            }
        }
    }
    checks
}

/// The checks before one launch.
struct Guard<'c, 'a> {
    op: OperationRef<'c, 'a>,
    operands: SizeOperands<'c, 'a>,
    site: LaunchSite,
    /// The conditions that are not checked yet.
    conditions: Vec<Condition>,
    /// The constants that were inserted.
    constants: RefCell<Vec<(Type<'c>, i64, Value<'c, 'a>)>>,
}

impl<'c, 'a> Guard<'c, 'a> {
    fn new(
        launch: &Launch<'c, 'a>,
        conditions: Vec<Condition>,
        present: &[Check<'c, 'a>],
        constants: &mut Constants,
    ) -> Self {
        let operands = size_operands(|segment| launch.operands(segment).next());
        let site = operands.evaluate(constants);
        let mut guard =
            Self { op: launch.operation(), operands, site, conditions: Vec::new(), constants: RefCell::default() };
        let is_needed = |condition: &Condition| {
            let unknown = guard.unknown(condition);
            let message = guard.message(condition);
            let is_present =
                || present.iter().any(|(text, value)| *text == message.as_bytes() && reads(*value, &unknown));
            let can_be_broken = unknown.iter().any(|value| can_break(condition, value.r#type()));
            can_be_broken && !is_present() && !guard.is_implied(condition, &conditions)
        };
        let conditions = conditions.iter().filter(|condition| is_needed(condition)).copied().collect();
        guard.conditions = conditions;
        guard
    }

    fn message(&self, condition: &Condition) -> String {
        format!("{} [{}]", condition.text(Some(&self.site)), condition.rule)
    }

    /// Whether a bound of a product follows from that of its only size that is not a constant.
    fn is_implied(&self, condition: &Condition, conditions: &[Condition]) -> bool {
        let (Quantity::Product(of), Relation::AtMost(most)) = (condition.quantity, condition.relation) else {
            return false;
        };
        let known = self.sizes(of).1;
        let mut unknown = Axis::ALL.into_iter().filter(|axis| known[axis.index()].is_none());
        let (Some(axis), None) = (unknown.next(), unknown.next()) else { return false };
        let others = known.into_iter().flatten().map(|size| u128::try_from(size).unwrap_or_default());
        let others: u128 = others.fold(1, u128::saturating_mul);
        conditions.iter().any(|size| match size.relation {
            Relation::AtMost(bound) if size.quantity == Quantity::Size(of, axis) => {
                bound.saturating_mul(others) <= most
            }
            _ => false,
        })
    }

    fn sizes(&self, of: Sizes) -> ([Option<Value<'c, 'a>>; 3], [Option<i64>; 3]) {
        let (operands, site) = (&self.operands, &self.site);
        match of {
            Sizes::Grid => (operands.grid, site.grid),
            Sizes::Block => (operands.block, site.block),
            Sizes::Cluster => (operands.cluster, site.cluster.unwrap_or_default()),
        }
    }

    /// The operands of a condition that are not constants. Without any, the condition is decided.
    fn unknown(&self, condition: &Condition) -> Vec<Value<'c, 'a>> {
        let unknown = |of: Sizes, axes: &[usize]| {
            let (operands, known) = self.sizes(of);
            let axes = axes.iter().filter(|axis| known[**axis].is_none());
            axes.filter_map(|axis| operands[*axis]).collect::<Vec<_>>()
        };
        match (condition.quantity, condition.relation) {
            // Whether a launch states a cluster is no number.
            (_, Relation::Stated) => Vec::new(),
            (Quantity::Size(of, axis), Relation::MultipleOfCluster) => {
                // Without a cluster, each CTA is one of its own. `nvvm-verify` reports a size that is not positive.
                if self.site.cluster.is_none_or(|sizes| sizes[axis.index()].is_some_and(|size| size <= 0)) {
                    return Vec::new();
                }
                let axis = [axis.index()];
                [unknown(of, &axis), unknown(Sizes::Cluster, &axis)].concat()
            }
            (Quantity::Size(of, axis), _) => unknown(of, &[axis.index()]),
            (Quantity::Product(of), _) => unknown(of, &[0, 1, 2]),
            (Quantity::DynamicShared, _) => {
                self.operands.shared.into_iter().filter(|_| self.site.shared.is_none()).collect()
            }
        }
    }

    /// Whether no check before the others ends the program if the cluster is 0, since a rule is allowed to be broken.
    fn may_be_zero(&self, axis: Axis) -> bool {
        let is_checked = |condition: &Condition| {
            condition.quantity == Quantity::Size(Sizes::Cluster, axis)
                && matches!(condition.relation, Relation::Positive | Relation::Equal(_))
        };
        self.sizes(Sizes::Cluster).1[axis.index()].is_none() && !self.conditions.iter().any(is_checked)
    }

    fn insert(&self) -> Result<(), Failure> {
        let refuse = |text: String| Diagnostic::on(self.op).error(format!("cannot be checked: {text}")).emit();
        self.conditions.iter().try_for_each(|condition| self.insert_check(condition)).map_err(refuse)
    }

    /// Inserts the check of one condition.
    fn insert_check(&self, condition: &Condition) -> Result<(), String> {
        let operand = |of: Sizes, axis: usize| self.sizes(of).0[axis].ok_or("a size is missing".to_owned());
        let value = match condition.quantity {
            Quantity::Size(of, axis) => operand(of, axis.index())?,
            // All sizes have the same type.
            Quantity::Product(of) => operand(of, 0)?,
            Quantity::DynamicShared => self.operands.shared.ok_or("a size is missing")?,
        };
        // A bound that the type cannot represent is not exceeded. The contract is not legal if an exact size is not.
        let constant = |number: u128| i64::try_from(number).ok().filter(|number| fits(*number, value.r#type()));
        let (predicate, left, right) = match (condition.quantity, condition.relation) {
            (_, Relation::Stated) => return Ok(()),
            (_, Relation::Positive) => (Predicate::SignedGreater, value, self.constant(value, 0)?),
            (_, Relation::NotNegative) => (Predicate::SignedGreaterEqual, value, self.constant(value, 0)?),
            (_, Relation::Equal(size)) => match constant(size.into()) {
                Some(size) => (Predicate::Equal, value, self.constant(value, size)?),
                None => return Ok(()),
            },
            (Quantity::Product(of), Relation::AtMost(most)) => {
                let Some(most) = constant(most) else { return Ok(()) };
                return self.insert_product_check(condition, of, most);
            }
            (_, Relation::AtMost(most)) => match constant(most) {
                Some(most) => (Predicate::UnsignedLessEqual, value, self.constant(value, most)?),
                None => return Ok(()),
            },
            (_, Relation::MultipleOf(ctas)) => match constant(ctas.into()) {
                Some(ctas) => {
                    let rest = self.binary("arith.remui", value, self.constant(value, ctas)?)?;
                    (Predicate::Equal, rest, self.constant(value, 0)?)
                }
                None => return Ok(()),
            },
            (Quantity::Size(_, axis), Relation::MultipleOfCluster) => {
                let mut cluster = operand(Sizes::Cluster, axis.index())?;
                if self.may_be_zero(axis) {
                    cluster = self.binary("arith.maxui", cluster, self.constant(cluster, 1)?)?;
                }
                let rest = self.binary("arith.remui", value, cluster)?;
                (Predicate::Equal, rest, self.constant(value, 0)?)
            }
            (_, Relation::MultipleOfCluster) => return Ok(()),
        };
        self.assert(condition, self.compare(predicate, left, right)?)
    }

    /// Inserts the check that a product has a bound. Each size is compared, too, so that an overflow does not matter.
    fn insert_product_check(&self, condition: &Condition, of: Sizes, most: i64) -> Result<(), String> {
        let known = self.sizes(of).1.into_iter().flatten().fold(1, i64::saturating_mul);
        let unknown = self.unknown(condition);
        let (Some(first), 1..) = (unknown.first(), known) else { return Ok(()) };
        let most = self.constant(*first, most / known)?;
        let mut product = *first;
        let mut holds = self.compare(Predicate::UnsignedLessEqual, product, most)?;
        for size in &unknown[1..] {
            let is_small = self.compare(Predicate::UnsignedLessEqual, *size, most)?;
            product = self.binary("arith.muli", product, *size)?;
            holds = self.binary("arith.andi", holds, is_small)?;
        }
        if unknown.len() > 1 {
            let is_small = self.compare(Predicate::UnsignedLessEqual, product, most)?;
            holds = self.binary("arith.andi", holds, is_small)?;
        }
        self.assert(condition, holds)
    }

    fn constant(&self, like: Value<'c, 'a>, number: i64) -> Result<Value<'c, 'a>, String> {
        let r#type = like.r#type();
        let known = |constants: &[(Type<'c>, i64, Value<'c, 'a>)]| {
            constants.iter().find(|known| (known.0, known.1) == (r#type, number)).map(|known| known.2)
        };
        if let Some(value) = known(&self.constants.borrow()) {
            return Ok(value);
        }
        let attribute = IntegerAttribute::new(r#type, number).into();
        let value = self.build("arith.constant", &[], Some(r#type), &[("value", attribute)])?;
        self.constants.borrow_mut().push((r#type, number, value));
        Ok(value)
    }

    fn binary(&self, name: &str, left: Value<'c, 'a>, right: Value<'c, 'a>) -> Result<Value<'c, 'a>, String> {
        self.build(name, &[left, right], Some(left.r#type()), &[])
    }

    fn compare(
        &self,
        predicate: Predicate,
        left: Value<'c, 'a>,
        right: Value<'c, 'a>,
    ) -> Result<Value<'c, 'a>, String> {
        let context = ContextHandle::of(self.op);
        let bit = attribute::integer(context, 0, 1).r#type();
        let predicate = attribute::integer(context, predicate as i64, 64);
        self.build("arith.cmpi", &[left, right], Some(bit), &[("predicate", predicate)])
    }

    fn assert(&self, condition: &Condition, holds: Value<'c, 'a>) -> Result<(), String> {
        let message = attribute::string(ContextHandle::of(self.op), &self.message(condition));
        self.insert_operation(ASSERT, &[holds], None, &[("msg", message)]).map(|_| ())
    }

    fn build(
        &self,
        name: &str,
        operands: &[Value<'c, 'a>],
        result: Option<Type<'c>>,
        attributes: &[(&str, Attribute<'c>)],
    ) -> Result<Value<'c, 'a>, String> {
        let op = self.insert_operation(name, operands, result, attributes)?;
        operation::result(op, 0).ok_or_else(|| format!("'{name}' has no result"))
    }

    fn insert_operation(
        &self,
        name: &str,
        operands: &[Value<'c, 'a>],
        result: Option<Type<'c>>,
        attributes: &[(&str, Attribute<'c>)],
    ) -> Result<OperationRef<'c, 'a>, String> {
        let new = OperationBuilder::new(name, self.op.location())
            .add_operands(operands)
            .add_results(result.as_slice())
            .build()
            .map_err(|error| error.to_string())?;
        let new = operation::insert_before(self.op, new);
        for (name, value) in attributes {
            operation::set_inherent_attribute(new, name, *value);
        }
        Ok(new)
    }
}

/// Whether a number of the type, which is not negative, can break a condition.
fn can_break(condition: &Condition, r#type: Type<'_>) -> bool {
    match (condition.quantity, condition.relation) {
        (Quantity::Product(_), _) => true,
        (_, Relation::AtMost(most)) => i64::try_from(most + 1).is_ok_and(|more| fits(more, r#type)),
        _ => true,
    }
}

/// Whether a type of sizes has a number, which is not negative.
fn fits(number: i64, r#type: Type<'_>) -> bool {
    let bits = value::integer_width(r#type).filter(|_| !r#type.is_index()).unwrap_or(64);
    bits >= 64 || number >> (bits - 1) == 0
}

/// Whether a value is computed from all of these, by operations of `arith`.
fn reads(from: Value<'_, '_>, wanted: &[Value<'_, '_>]) -> bool {
    let mut found = vec![false; wanted.len()];
    let mut pending = vec![from];
    for _ in 0..MAX_OPERATIONS {
        let Some(next) = pending.pop() else { break };
        for (wanted, found) in wanted.iter().zip(&mut found) {
            *found |= value::key(next) == value::key(*wanted);
        }
        if let Some((op, _)) = value::definition(next)
            && operation::name(op).starts_with(b"arith.")
        {
            pending.extend(op.operands());
        }
    }
    found.into_iter().all(|found| found)
}
