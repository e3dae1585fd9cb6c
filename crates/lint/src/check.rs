//! The table of rules about bodies, and their check.

use tileiras_finding::{Group, RuleId, RuleSet};

use crate::{Rule, Sink, Subject};
use crate::{allocation, barrier, cancel, cluster, launches, operands, order, target, tensor, threads};

const MODULES: [&[Rule]; 10] = [
    target::RULES,
    threads::RULES,
    barrier::RULES,
    cluster::RULES,
    order::RULES,
    operands::RULES,
    launches::RULES,
    tensor::RULES,
    allocation::RULES,
    cancel::RULES,
];

/// The number of rules about contracts, which come before those about bodies.
const FIRST: usize = tileiras_contract::RULES.len();

/// Every rule about bodies, in the order of [`RuleId`].
pub const BODY_RULES: [Rule; RuleId::ALL.len() - FIRST] = table();

/// Checks a body against each rule in `enabled`.
pub fn check(subject: &Subject, enabled: &RuleSet, sink: &mut Sink) {
    let before = sink.violations().len();
    for rule in BODY_RULES.iter().filter(|rule| enabled.contains(rule.id)) {
        sink.begin(rule.id);
        (rule.check)(subject, sink);
    }
    launches::report_launches(subject, enabled, before, sink);
}

/// The rules of all modules. The build fails if a rule is missing, or not in the order of [`RuleId`].
const fn table() -> [Rule; RuleId::ALL.len() - FIRST] {
    let mut table = [MODULES[0][0]; RuleId::ALL.len() - FIRST];
    let mut next = 0;
    let mut module = 0;
    while module < MODULES.len() {
        let mut row = 0;
        while row < MODULES[module].len() {
            table[next] = MODULES[module][row];
            assert!(table[next].id.index() == FIRST + next, "the rules are in the order of their identifiers");
            assert!(matches!(table[next].id.group(), Group::Isa), "the rule is about bodies");
            next += 1;
            row += 1;
        }
        module += 1;
    }
    assert!(next == table.len(), "each identifier has a rule");
    table
}
