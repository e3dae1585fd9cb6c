//! The rules of a launch contract, as one table.
//!
//! | group | file | rules |
//! |---|---|---|
//! | shape | `shape.rs` | attributes are what their names promise, and stand where they may |
//! | limits | `limits.rs` | sizes and numbers are ones that the hardware can hold |
//! | assembler | `assembler.rs` | the directives together are what ptxas takes |
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
mod limits;
mod set;
mod shape;

use std::fmt::{self, Debug, Display, Formatter};
use std::mem;
use std::ops::Deref;

pub use set::{RuleSet, UnknownRule};

use tileiras_target::Target;

use crate::contract::{LaunchContract, Role};

const GROUPS: &[&[Rule]] = &[shape::RULES, limits::RULES, assembler::RULES];

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

    /// Whether rules of the group are checked on such a function. The facts of one that is no kernel are never printed:
    /// group `shape` says so, and their values are nobody's business.
    pub const fn concerns(self, role: Role) -> bool {
        matches!((self, role), (Group::Shape | Group::Isa, _) | (_, Role::Kernel))
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

/// One thing that is wrong with one contract.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Violation {
    /// The rule that says so.
    pub rule: &'static Rule,
    /// What is wrong, without the operation before it and the rule's name after it.
    pub message: String,
}

/// Collects violations.
#[derive(Debug, Default)]
pub struct Sink {
    /// Messages of the rule that is being checked.
    pending: Vec<String>,
    violations: Vec<Violation>,
}

impl Sink {
    /// Nothing found yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Reports a violation of the rule that is being checked.
    pub fn report(&mut self, message: impl Into<String>) {
        self.pending.push(message.into());
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
        let messages = self.pending.drain(..);
        self.violations.extend(messages.map(|message| Violation { rule, message }));
    }
}

/// What a rule looks at: a contract, and the target it is to hold on. Rules about a target are silent where the part of
/// it that they need is not known.
#[derive(Copy, Clone, Debug)]
pub struct Subject<'a> {
    /// What the function states.
    pub contract: &'a LaunchContract<'a>,
    /// Chip and PTX version, as far as they are known.
    pub target: Target,
}

impl<'a> Deref for Subject<'a> {
    type Target = LaunchContract<'a>;

    fn deref(&self) -> &LaunchContract<'a> {
        self.contract
    }
}

/// Checks a contract on a target against each rule in `enabled` that concerns such a function.
pub fn check(subject: &Subject, enabled: &RuleSet, sink: &mut Sink) {
    for rule in enabled.iter().filter(|rule| rule.group.concerns(subject.role)) {
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
