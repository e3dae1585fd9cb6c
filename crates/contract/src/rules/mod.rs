//! The rules of a launch contract, as one table.
//!
//! | group | file | its rules check that |
//! |---|---|---|
//! | shape | `shape.rs` | each attribute has the right form, and is on a function that may have it |
//! | limits | `limits.rs` | the hardware supports the sizes and numbers |
//! | assembler | `assembler.rs` | ptxas accepts the directives together |
//! | launch | `launch.rs` | a launch agrees with the contract of its kernel |
//! | isa | `isa/` | the target has the instructions, the contract allows them, and the right threads execute them |
//! | resources | `resources.rs` | what ptxas made of a kernel is what its contract asks for |
//!
//! Accepts a [`Subject`] and a [`RuleSet`]. Guarantees that every enabled rule is checked, and that every violation is
//! reported, in the order of the table.
//!
//! Leaves out on purpose: the name and the location of the function. The text of a message is between `'llvm.func' op `
//! and ` [id]`; the pass adds both.
//!
//! docs/ADDING-A-RULE.md describes how to add a rule.

mod assembler;
mod fix;
mod id;
mod isa;
mod launch;
mod levels;
mod limits;
mod resources;
mod set;
mod shape;

use std::collections::BTreeSet;
use std::fmt::{self, Debug, Display, Formatter};
use std::mem;
use std::ops::Deref;

pub use fix::Fix;
pub use id::{RuleId, UnknownRule};
pub use levels::{Levels, RuleOptions};
pub use resources::Assembled;
pub use set::RuleSet;

use tileiras_target::Target;

use crate::function_facts::FunctionFacts;
use crate::launch::LaunchSite;
use tileiras_kernel::{Analysis, Body, FunctionId, InstId};

const GROUPS: &[&[Rule]] = &[
    shape::RULES,
    limits::RULES,
    assembler::RULES,
    launch::RULES,
    isa::TARGET_RULES,
    isa::THREAD_RULES,
    isa::BARRIER_RULES,
    isa::CLUSTER_RULES,
    isa::ORDER_RULES,
    isa::OPERAND_RULES,
    isa::LAUNCHES_RULES,
    isa::TENSOR_RULES,
    isa::ALLOCATION_RULES,
    isa::CANCEL_RULES,
    resources::RULES,
];

/// Every rule, in the order of [`RuleId`].
pub static RULES: &[Rule] = &TABLE;

const TABLE: [Rule; RuleId::ALL.len()] = table();

/// One rule and its documentation.
#[derive(Copy, Clone)]
pub struct Rule {
    /// Its identifier.
    pub id: RuleId,
    /// Its group.
    pub group: Group,
    /// What a violation means.
    pub severity: Severity,
    /// The legal state, in one sentence.
    pub summary: &'static str,
    /// What goes wrong if it is violated.
    pub why: &'static str,
    /// The document or the measurement that it comes from.
    pub source: &'static str,
    /// How to fix a violation, in words.
    pub fix: &'static str,
    /// A violation, as MLIR text.
    pub example: &'static str,
    /// Reports each violation in a contract.
    pub check: fn(&Subject, &mut Sink),
}

impl Debug for Rule {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "Rule({})", self.id)
    }
}

impl PartialEq for Rule {
    fn eq(&self, other: &Rule) -> bool {
        self.id == other.id
    }
}

impl Eq for Rule {}

/// What the rules of a group check.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub enum Group {
    /// The form of each attribute, and the functions that may have it.
    Shape,
    /// The limits of the hardware.
    Limits,
    /// What ptxas accepts.
    Assembler,
    /// What a launch requires of the kernel.
    Launch,
    /// What the instructions of the body require.
    Isa,
    /// What ptxas made of a kernel.
    Resources,
}

impl Group {
    /// Every group, in the order of the catalogue.
    pub const ALL: [Group; 6] =
        [Group::Shape, Group::Limits, Group::Assembler, Group::Launch, Group::Isa, Group::Resources];

    /// The name of the group.
    pub const fn name(self) -> &'static str {
        match self {
            Group::Shape => "shape",
            Group::Limits => "limits",
            Group::Assembler => "assembler",
            Group::Launch => "launch",
            Group::Isa => "isa",
            Group::Resources => "resources",
        }
    }

    /// What its rules check, in one sentence.
    pub const fn summary(self) -> &'static str {
        match self {
            Group::Shape => "each attribute has the right form, and is on a function that may have it.",
            Group::Limits => "the hardware supports the sizes and numbers.",
            Group::Assembler => "ptxas accepts the directives together.",
            Group::Launch => "a launch agrees with the contract of its kernel.",
            Group::Isa => {
                "the target has the instructions of the body, the contract allows them, and the right threads \
                           execute them."
            }
            Group::Resources => {
                "what ptxas made of a kernel is what its contract asks for. `tileiras-cc` checks it after ptxas."
            }
        }
    }

    /// Whether rules of the group are checked on a function that is or is not a kernel. The facts of a function that is
    /// not a kernel are never printed. Group `shape` reports them, and their values do not matter.
    pub(crate) const fn concerns(self, is_kernel: bool) -> bool {
        is_kernel || matches!(self, Group::Shape | Group::Isa)
    }

    /// Whether rules of the group check a contract against this.
    pub(crate) const fn applies_to(self, against: Against<'_>) -> bool {
        match self {
            Group::Shape | Group::Limits | Group::Assembler => matches!(against, Against::Itself),
            Group::Launch => matches!(against, Against::Launch(..)),
            Group::Isa => matches!(against, Against::Body(..)),
            Group::Resources => matches!(against, Against::Assembled(..)),
        }
    }
}

impl Display for Group {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What a violation means.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub enum Severity {
    /// The kernel cannot be assembled, no device can launch it, or it violates the ISA.
    Error,
    /// The kernel assembles, but a fact is ignored, adjusted or not portable.
    Warning,
    /// Nothing is known to be wrong. Only with the option `pedantic`.
    Remark,
}

impl Display for Severity {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Remark => "remark",
        })
    }
}

/// One violation of one rule.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Violation {
    /// The rule.
    pub rule: RuleId,
    /// What is wrong, without the operation in front and the identifier of the rule at the end.
    pub message: String,
    /// The instruction that violates the rule, as [`tileiras_kernel::Instruction::id`]. If there is none, the subject
    /// itself does: a function or a launch.
    pub instruction: Option<InstId>,
    /// If the subject itself violates the rule, the instruction that is the cause, for a note.
    pub cause: Option<InstId>,
    /// A change of the attributes of the function after which the rule holds.
    pub fix: Option<Fix>,
}

impl Violation {
    /// The severity of the rule.
    pub fn severity(&self) -> Severity {
        rule(self.rule).severity
    }
}

/// A violation of the rule that is being checked.
#[derive(Debug, Default)]
struct Report {
    message: String,
    instruction: Option<InstId>,
    cause: Option<InstId>,
    fix: Option<Fix>,
}

/// Collects violations.
#[derive(Debug, Default)]
pub struct Sink {
    /// The reports of the rule that is being checked.
    pending: Vec<Report>,
    violations: Vec<Violation>,
}

impl Sink {
    /// An empty sink.
    pub fn new() -> Self {
        Self::default()
    }

    /// Reports a violation of the rule that is being checked.
    pub fn report(&mut self, message: impl Into<String>) {
        self.pending.push(Report { message: message.into(), ..Report::default() });
    }

    /// Reports a violation by an instruction.
    pub(crate) fn report_at(&mut self, instruction: InstId, message: impl Into<String>) {
        let instruction = Some(instruction);
        self.pending.push(Report { message: message.into(), instruction, ..Report::default() });
    }

    /// Reports a violation by the function or the launch, with the instruction that is the cause.
    pub(crate) fn report_with_cause(&mut self, cause: InstId, message: impl Into<String>) {
        self.pending.push(Report { message: message.into(), cause: Some(cause), ..Report::default() });
    }

    /// Reports a violation by the function, with a fix if there is one.
    pub(crate) fn report_with_fix(&mut self, fix: impl Into<Option<Fix>>, message: impl Into<String>) {
        self.pending.push(Report { message: message.into(), fix: fix.into(), ..Report::default() });
    }

    /// The violations, in the order of [`RULES`].
    pub fn violations(&self) -> &[Violation] {
        &self.violations
    }

    /// Removes and returns the violations.
    pub fn take(&mut self) -> Vec<Violation> {
        mem::take(&mut self.violations)
    }

    /// Turns the pending reports into violations of `rule`.
    fn settle(&mut self, rule: RuleId) {
        if self.pending.is_empty() {
            return;
        }
        // A loop that is peeled has two copies of an instruction.
        let mut seen: BTreeSet<(InstId, String)> = BTreeSet::new();
        let is_new = |report: &Report| report.instruction.is_none_or(|id| seen.insert((id, report.message.clone())));
        let pending = self.pending.drain(..).filter(is_new);
        let violation =
            |Report { message, instruction, cause, fix }| Violation { rule, message, instruction, cause, fix };
        self.violations.extend(pending.map(violation));
    }
}

/// What a contract is checked against. This decides which groups of rules are checked.
#[derive(Copy, Clone, Debug)]
pub enum Against<'a> {
    /// Itself and the target: groups `shape`, `limits`, `assembler`.
    Itself,
    /// A launch of the kernel, and its function if its body is known: group `launch`.
    Launch(&'a LaunchSite, Option<(&'a Analysis<'a>, FunctionId)>),
    /// The instructions of a function, and what they reach: group `isa`.
    Body(&'a Body<'a>),
    /// What ptxas reported about the kernel: group `resources`.
    Assembled(&'a Assembled),
}

/// What a rule checks: a contract, what it is checked against, and the target. A rule that needs an unknown part of the
/// target reports nothing.
#[derive(Copy, Clone, Debug)]
pub struct Subject<'a> {
    /// What the function states.
    pub contract: &'a FunctionFacts<'a>,
    /// Chip and PTX version; each may be unknown.
    pub target: Target,
    /// What it is checked against.
    pub against: Against<'a>,
}

impl<'a> Subject<'a> {
    /// A contract by itself.
    pub const fn new(contract: &'a FunctionFacts<'a>, target: Target) -> Self {
        Subject { contract, target, against: Against::Itself }
    }

    /// The contract of a kernel and one launch of it. If the body of the kernel is known: what the functions reach, and
    /// the function of the kernel. Messages are about the launch.
    pub const fn launch(
        contract: &'a FunctionFacts<'a>,
        target: Target,
        site: &'a LaunchSite,
        body: Option<(&'a Analysis<'a>, FunctionId)>,
    ) -> Self {
        Subject { contract, target, against: Against::Launch(site, body) }
    }

    /// The contract of any function and its body. Each function is to be checked once: a violation in its own body is
    /// reported for it only, and a violation by what a kernel states and reaches is reported for the kernel.
    pub const fn body(contract: &'a FunctionFacts<'a>, target: Target, body: &'a Body<'a>) -> Self {
        Subject { contract, target, against: Against::Body(body) }
    }

    /// The contract of a kernel, and what ptxas reported about it.
    pub const fn assembled(contract: &'a FunctionFacts<'a>, target: Target, assembled: &'a Assembled) -> Self {
        Subject { contract, target, against: Against::Assembled(assembled) }
    }
}

impl<'a> Deref for Subject<'a> {
    type Target = FunctionFacts<'a>;

    fn deref(&self) -> &FunctionFacts<'a> {
        self.contract
    }
}

/// Checks a contract against each rule in `enabled` that concerns such a subject.
///
/// ```
/// use tileiras_contract::rules::check;
/// use tileiras_contract::{FunctionFacts, RuleId, RuleSet, Sink, StatedFact, Subject, Value};
/// use tileiras_target::Target;
///
/// // llvm.func @k() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 2048>, nvvm.maxnreg = 300 : i32}
/// let mut kernel = FunctionFacts::new();
/// kernel.attribute("nvvm.kernel", Value::Unit);
/// kernel.facts.insert(StatedFact::Kernel);
/// kernel.attribute("nvvm.reqntid", Value::I32Array(vec![2048].into()));
/// kernel.attribute("nvvm.maxnreg", Value::i32(300));
///
/// let target = Target::parse(Some("sm_90a"), Some("8.4"))?;
/// let mut sink = Sink::new();
/// check(&Subject::new(&kernel, target), &RuleSet::disabling("maxnreg-range")?, &mut sink);
///
/// let [violation] = sink.violations() else { panic!("one violation") };
/// assert_eq!(violation.rule, RuleId::CtaThreadCap);
/// assert_eq!(violation.message, "'nvvm.reqntid' must ask for at most 1024 threads in x, got 2048");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check(subject: &Subject, enabled: &RuleSet, sink: &mut Sink) {
    // A launch can state a cluster that its kernel does not.
    let is_about_launch =
        |rule: &Rule| rule.id == RuleId::ClusterPortableCap && matches!(subject.against, Against::Launch(..));
    let concerns = |rule: &Rule| {
        rule.group.concerns(subject.is_kernel()) && (rule.group.applies_to(subject.against) || is_about_launch(rule))
    };
    let before = sink.violations.len();
    for rule in enabled.iter().filter(|rule| concerns(rule)) {
        (rule.check)(subject, sink);
        sink.settle(rule.id);
    }
    isa::report_launches(subject, enabled, before, sink);
}

/// For a rule that `nvvm-verify` checks itself: about the reports of the other rules, or about a kernel that is not there.
fn reported_by_pass(_: &Subject, _: &mut Sink) {}

/// The rule with that identifier.
pub fn rule(id: RuleId) -> &'static Rule {
    &RULES[id.index()]
}

/// The rules of all groups. The build fails if a rule is missing, or not in the order of [`RuleId`].
const fn table() -> [Rule; RuleId::ALL.len()] {
    let mut table = [GROUPS[0][0]; RuleId::ALL.len()];
    let mut next = 0;
    let mut group = 0;
    while group < GROUPS.len() {
        let mut row = 0;
        while row < GROUPS[group].len() {
            table[next] = GROUPS[group][row];
            assert!(table[next].id.index() == next, "the rules are in the order of their identifiers");
            next += 1;
            row += 1;
        }
        group += 1;
    }
    assert!(next == table.len(), "each identifier has a rule");
    table
}
