//! The rules of a launch contract, as one table.
//!
//! | group | file | its rules check that |
//! |---|---|---|
//! | shape | `shape.rs` | each attribute has the right form, and is on a function that may have it |
//! | limits | `limits.rs` | the hardware supports the sizes and numbers |
//! | assembler | `assembler.rs` | ptxas accepts the directives together |
//! | launch | `launch.rs` | a launch agrees with the contract of its kernel |
//! | resources | `resources.rs` | what ptxas made of a kernel is what its contract asks for |
//! | body | `body.rs` | the contract is what the body asks for |
//!
//! Accepts a [`Subject`] and a [`RuleSet`]. Guarantees that every enabled rule is checked, and that every violation is
//! reported, in the order of the table.
//!
//! Leaves out on purpose: the rules about the execution of bodies (`tileiras-lint`), and the name and the location of
//! the function. The text of a message is between `'llvm.func' op ` and ` [id]`; the pass adds both.
//!
//! docs/ADDING-A-RULE.md describes how to add a rule.

mod assembler;
mod body;
mod fix;
mod ignored;
mod launch;
mod limits;
mod resources;
mod shape;

use std::ops::Deref;

use tileiras_finding::{Group, RuleId, RuleSet};
use tileiras_target::Target;

use crate::function_facts::FunctionFacts;
use crate::launch::LaunchSite;
use crate::needs::{Need, Needs};

pub use resources::Assembled;

const GROUPS: [&[Rule]; 6] =
    [shape::RULES, limits::RULES, assembler::RULES, launch::RULES, resources::RULES, body::RULES];

/// Every rule about a contract, in the order of [`RuleId`].
pub const RULES: [Rule; number_of_rules()] = tileiras_finding::table(&GROUPS, 0);

/// One rule about a contract, with its documentation and its check.
pub type Rule = tileiras_finding::Rule<fn(&Subject, &mut Sink)>;

/// Collects violations of contracts. The cause of one can be what the body needs.
pub type Sink = tileiras_finding::Sink<Need>;

/// One violation of a contract.
pub type Violation = tileiras_finding::Violation<Need>;

/// What a contract is checked against. This decides which groups of rules are checked.
#[derive(Copy, Clone, Debug)]
pub enum Against<'a> {
    /// Itself, its body and the target: groups `shape`, `limits`, `assembler`, `body`.
    Itself,
    /// A launch of the kernel: group `launch`.
    Launch(&'a LaunchSite),
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
    /// What the body of the function needs, as far as it is known.
    pub needs: Needs,
    /// What it is checked against.
    pub against: Against<'a>,
}

impl<'a> Subject<'a> {
    /// A contract by itself. Nothing is known of the body.
    pub const fn new(contract: &'a FunctionFacts<'a>, target: Target) -> Self {
        Subject { contract, target, needs: Needs::of(&[]), against: Against::Itself }
    }

    /// The contract of a kernel, and one launch of it. Messages are about the launch.
    pub const fn launch(contract: &'a FunctionFacts<'a>, target: Target, site: &'a LaunchSite) -> Self {
        Subject { against: Against::Launch(site), ..Self::new(contract, target) }
    }

    /// The same with what the body of the function needs.
    #[must_use]
    pub const fn with_needs(self, needs: Needs) -> Self {
        Subject { needs, ..self }
    }

    /// The target that decides which directives there are: the one that a PTX text states, whatever chip it is
    /// assembled for. The chip decides the limits.
    pub fn language(&self) -> Target {
        self.contract.ptx.unwrap_or(self.target)
    }

    /// The contract of a kernel, and what ptxas reported about it.
    pub const fn assembled(contract: &'a FunctionFacts<'a>, target: Target, assembled: &'a Assembled) -> Self {
        Subject { against: Against::Assembled(assembled), ..Self::new(contract, target) }
    }
}

impl Subject<'_> {
    /// Whether a rule checks such a subject. The facts of a function that is not a kernel are never printed: group
    /// `shape` reports them, and their values do not matter.
    const fn is_about(&self, rule: RuleId) -> bool {
        let group = rule.group();
        let applies = match group {
            // A launch can state a cluster that its kernel does not.
            _ if matches!((rule, self.against), (RuleId::ClusterPortableCap, Against::Launch(..))) => true,
            Group::Shape | Group::Limits | Group::Assembler | Group::Body => matches!(self.against, Against::Itself),
            Group::Launch => matches!(self.against, Against::Launch(..)),
            Group::Resources => matches!(self.against, Against::Assembled(..)),
            Group::Isa => false,
        };
        applies && (matches!(group, Group::Shape) || self.contract.is_kernel())
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
/// use tileiras_contract::{FunctionFacts, Sink, StatedFact, Subject, Value};
/// use tileiras_finding::{RuleId, RuleSet};
/// use tileiras_target::Target;
///
/// // llvm.func @k() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 2048>, nvvm.maxnreg = 300 : i32}
/// let mut kernel = FunctionFacts::new();
/// kernel.add_attribute("nvvm.kernel", Value::Unit);
/// kernel.facts.insert(StatedFact::Kernel);
/// kernel.add_attribute("nvvm.reqntid", Value::I32Array(vec![2048].into()));
/// kernel.add_attribute("nvvm.maxnreg", Value::i32(300));
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
    let is_checked = |rule: &&Rule| enabled.contains(rule.id) && subject.is_about(rule.id);
    for rule in RULES.iter().filter(is_checked) {
        sink.begin(rule.id);
        (rule.check)(subject, sink);
    }
}

/// For a rule that `nvvm-verify` or the check of PTX checks itself: about the reports of the other rules, about a
/// kernel that is not there, or about directives that are overridden.
fn reported_by_pass(_: &Subject, _: &mut Sink) {}

/// The number of rules about contracts: those before group `isa`, which is the last one.
const fn number_of_rules() -> usize {
    let mut number = 0;
    while number < RuleId::ALL.len() && !matches!(RuleId::ALL[number].group(), Group::Isa) {
        number += 1;
    }
    number
}
