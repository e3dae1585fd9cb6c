//! The table of rules about bodies, and their check.

use tileiras_finding::{RuleId, RuleSet};

use crate::entry::{class, needs};
use crate::report::function;
use crate::rules::{allocation, barrier, clc, cluster, copy, launches, order, target, tensor, threads};
use crate::{Rule, Sink, Subject, Violation};

const MODULES: [&[Rule]; 10] = [
    target::RULES,
    threads::RULES,
    barrier::RULES,
    cluster::RULES,
    order::RULES,
    copy::RULES,
    launches::RULES,
    tensor::RULES,
    allocation::RULES,
    clc::RULES,
];

/// The number of rules about contracts, which come before those about bodies.
const FIRST: usize = tileiras_contract::RULES.len();

/// Every rule about bodies, in the order of [`RuleId`].
pub const BODY_RULES: [Rule; RuleId::ALL.len() - FIRST] = tileiras_finding::table(&MODULES, FIRST);

/// Checks the contract of a function and its body against each rule in `enabled`.
pub fn check_function(subject: &Subject, enabled: &RuleSet) -> Vec<Violation> {
    let Subject { contract, target, .. } = *subject;
    let (analysis, function) = function(subject);
    let (mut facts, mut bodies) = (tileiras_contract::Sink::new(), Sink::new());
    let asked = tileiras_contract::Subject::new(contract, target).with_needs(needs(&analysis.reach, function));
    tileiras_contract::rules::check(&asked, enabled, &mut facts);
    check(subject, enabled, &mut bodies);
    let first = |need| analysis.reach.first(function, class(need));
    facts.take().into_iter().map(|found| found.map(first)).chain(bodies.take()).collect()
}

/// Checks a body against each rule in `enabled`.
pub fn check(subject: &Subject, enabled: &RuleSet, sink: &mut Sink) {
    let before = sink.violations().len();
    for rule in BODY_RULES.iter().filter(|rule| enabled.contains(rule.id)) {
        sink.begin(rule.id);
        (rule.check)(subject, sink);
    }
    // Launches take time, and only rules about execution report what they show.
    if enabled.iter().any(RuleId::needs_execution) {
        launches::remove_refuted(subject, before, sink);
        launches::report_launches(subject, enabled, before, sink);
    }
}
