//! The rules of a launch contract, as one table.
//!
//! | group | file | rules |
//! |---|---|---|
//! | shape | `shape.rs` | attributes are what their names promise, and stand where they may |
//! | limits | `limits.rs` | sizes and numbers are ones that the hardware can hold |
//! | assembler | `assembler.rs` | the directives together are what ptxas takes |
//! | launch | `launch.rs` | a launch gives the kernel what its contract asks for |
//! | isa | `isa/` | the instructions are ones that the target has and the contract allows, issued as the ISA demands |
//!
//! Accepts a [`Subject`] and a [`RuleSet`]. Guarantees that every enabled rule is checked
//! and every violation reported, in the order of the table, and that the catalogue in the docs
//! ([`crate::render_markdown`]) says what the checks do. Refuses, in [`RuleSet::disabling`], the
//! name of a rule that does not exist.
//!
//! Leaves out on purpose: the name and place of the function. A message starts after
//! `'llvm.func' op ` and ends before ` [id]`; the pass adds both.
//!
//! To add a rule, add a row to the table of its group. To add a group, add its file and one row to
//! `GROUPS`. A rule says what it found and what is legal, trusts no other rule to have run first,
//! and is an error only if the contract cannot be assembled, be launched anywhere, or breaks the
//! ISA's own contract; whatever else is worth saying is a warning.

mod assembler;
mod isa;
mod launch;
mod limits;
mod set;
mod shape;

use std::fmt::{self, Debug, Display, Formatter};
use std::mem;
use std::ops::Deref;

pub use set::{RuleSet, UnknownRule};

use tileiras_target::Target;

use crate::function_facts::FunctionFacts;
use crate::launch::LaunchSite;
use tileiras_kernel::{FunctionId, InstId, Reach};

const GROUPS: &[&[Rule]] = &[
    shape::RULES,
    limits::RULES,
    assembler::RULES,
    launch::RULES,
    isa::TARGET_RULES,
    isa::THREAD_RULES,
    isa::TENSOR_RULES,
    isa::CANCEL_RULES,
];

/// Every rule.
pub static RULES: &[Rule] = &table::<{ count() }>();

/// One rule, and all there is to say about it.
#[derive(Copy, Clone)]
pub struct Rule {
    /// Its name, as `disable=` takes it and each message ends in it.
    pub id: &'static str,
    /// The part of the contract that it is about.
    pub group: Group,
    /// What a violation means.
    pub severity: Severity,
    /// What it does, in one sentence.
    pub summary: &'static str,
    /// Why it is a rule.
    pub why: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// How to mend a violation.
    pub mend: &'static str,
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

/// The part of the contract that a rule is about.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub enum Group {
    /// What each attribute looks like and where it may stand.
    Shape,
    /// What the hardware can hold.
    Limits,
    /// What ptxas takes.
    Assembler,
    /// What a launch asks of the kernel.
    Launch,
    /// What the instructions of the body need.
    Isa,
}

impl Group {
    /// Every group, in the order of the catalogue.
    pub const ALL: [Group; 5] = [Group::Shape, Group::Limits, Group::Assembler, Group::Launch, Group::Isa];

    /// The name of the group.
    pub const fn as_str(self) -> &'static str {
        match self {
            Group::Shape => "shape",
            Group::Limits => "limits",
            Group::Assembler => "assembler",
            Group::Launch => "launch",
            Group::Isa => "isa",
        }
    }

    /// Whether rules of the group are checked on such a function. The facts of a function that is not a kernel are never
    /// printed: group `shape` reports that, and their values do not matter.
    pub const fn concerns(self, is_kernel: bool) -> bool {
        is_kernel || matches!(self, Group::Shape | Group::Isa)
    }

    /// Whether rules of the group look at such a thing.
    pub const fn looks_at(self, against: Against<'_>) -> bool {
        match self {
            Group::Shape | Group::Limits | Group::Assembler => matches!(against, Against::Itself),
            Group::Launch => matches!(against, Against::Launch(..)),
            Group::Isa => matches!(against, Against::Body(..)),
        }
    }
}

impl Display for Group {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// What a violation means.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub enum Severity {
    /// The kernel cannot be assembled, can be launched on no device, or breaks the ISA's contract.
    Error,
    /// The kernel assembles, but a fact is ignored, adjusted or not portable.
    Warning,
}

impl Display for Severity {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
        })
    }
}

/// One thing that is wrong with one subject.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Violation {
    /// The rule that says so.
    pub rule: &'static Rule,
    /// What is wrong, without the operation before it and the rule's name after it.
    pub message: String,
    /// The instruction that the message speaks of, as [`tileiras_kernel::Instruction::id`]; the subject itself, which is a
    /// function or a launch, where there is none.
    pub place: Option<InstId>,
    /// The instruction that makes it one, for a note, as [`tileiras_kernel::Instruction::id`]: the message speaks of the
    /// function.
    pub because: Option<InstId>,
}

/// Collects violations.
#[derive(Debug, Default)]
pub struct Sink {
    /// What the rule that is being checked reports: message, place and reason.
    pending: Vec<(String, Option<InstId>, Option<InstId>)>,
    violations: Vec<Violation>,
}

impl Sink {
    /// Nothing found yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Reports a violation of the rule that is being checked.
    pub fn report(&mut self, message: impl Into<String>) {
        self.pending.push((message.into(), None, None));
    }

    /// Reports a violation by an instruction.
    pub fn report_at(&mut self, place: InstId, message: impl Into<String>) {
        self.pending.push((message.into(), Some(place), None));
    }

    /// Reports a violation by the function, which is one because of an instruction.
    pub fn report_because(&mut self, because: InstId, message: impl Into<String>) {
        self.pending.push((message.into(), None, Some(because)));
    }

    /// What was found, in order.
    pub fn violations(&self) -> &[Violation] {
        &self.violations
    }

    /// Hands over what was found, and starts anew.
    pub fn take(&mut self) -> Vec<Violation> {
        mem::take(&mut self.violations)
    }

    fn settle(&mut self, rule: &'static Rule) {
        let pending = self.pending.drain(..);
        self.violations.extend(pending.map(|(message, place, because)| Violation { rule, message, place, because }));
    }
}

/// What a contract is held against, and so which groups of rules are checked.
#[derive(Copy, Clone, Debug)]
pub enum Against<'a> {
    /// Itself and the target: groups `shape`, `limits`, `assembler`.
    Itself,
    /// A launch of the kernel, and its function where its body is known: group `launch`.
    Launch(&'a LaunchSite, Option<(&'a Reach<'a>, FunctionId)>),
    /// The instructions of a function, and what they reach: group `isa`.
    Body(&'a Reach<'a>, FunctionId),
}

/// What a rule looks at: a contract, what it is held against, and the target it is to hold on. Rules about a target are
/// silent where the part of it that they need is not known.
#[derive(Copy, Clone, Debug)]
pub struct Subject<'a> {
    /// What the function states.
    pub contract: &'a FunctionFacts<'a>,
    /// Chip and PTX version, as far as they are known.
    pub target: Target,
    /// What it is held against.
    pub against: Against<'a>,
}

impl<'a> Subject<'a> {
    /// A contract by itself.
    pub const fn new(contract: &'a FunctionFacts<'a>, target: Target) -> Self {
        Subject { contract, target, against: Against::Itself }
    }

    /// The contract of a kernel and one launch of it, and where its body is known, what it reaches and its function.
    /// Messages are about the launch.
    pub const fn launch(
        contract: &'a FunctionFacts<'a>,
        target: Target,
        site: &'a LaunchSite,
        body: Option<(&'a Reach<'a>, FunctionId)>,
    ) -> Self {
        Subject { contract, target, against: Against::Launch(site, body) }
    }

    /// The contract of any function and its body. Each function is to be looked at once: what stands in its own body is
    /// reported for it alone, and what a kernel states and reaches is reported for the kernel.
    pub const fn body(
        contract: &'a FunctionFacts<'a>,
        target: Target,
        reach: &'a Reach<'a>,
        function: FunctionId,
    ) -> Self {
        Subject { contract, target, against: Against::Body(reach, function) }
    }
}

impl<'a> Deref for Subject<'a> {
    type Target = FunctionFacts<'a>;

    fn deref(&self) -> &FunctionFacts<'a> {
        self.contract
    }
}

/// Checks a contract on a target against each rule in `enabled` that concerns such a subject.
pub fn check(subject: &Subject, enabled: &RuleSet, sink: &mut Sink) {
    let concerns = |group: Group| group.concerns(subject.is_kernel()) && group.looks_at(subject.against);
    for rule in enabled.iter().filter(|rule| concerns(rule.group)) {
        (rule.check)(subject, sink);
        sink.settle(rule);
    }
}

/// The rule of that name.
pub fn rule(id: &str) -> Option<&'static Rule> {
    RULES.iter().find(|rule| rule.id == id)
}

const fn count() -> usize {
    let mut count = 0;
    let mut group = 0;
    while group < GROUPS.len() {
        count += GROUPS[group].len();
        group += 1;
    }
    count
}

/// The rows of all groups, one after the other.
const fn table<const N: usize>() -> [Rule; N] {
    let mut table = [GROUPS[0][0]; N];
    let mut next = 0;
    let mut group = 0;
    while group < GROUPS.len() {
        let mut row = 0;
        while row < GROUPS[group].len() {
            table[next] = GROUPS[group][row];
            next += 1;
            row += 1;
        }
        group += 1;
    }
    table
}
