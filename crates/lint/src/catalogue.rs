//! The rules about contracts and about bodies together.

use tileiras_finding::{Rule, RuleId};

use crate::check::BODY_RULES;

/// What is written about each rule, in the order of [`RuleId`].
pub static RULES: [Rule; RuleId::ALL.len()] = all();

/// What is written about the rule with that identifier.
pub fn rule(id: RuleId) -> &'static Rule {
    &RULES[id.index()]
}

const fn all() -> [Rule; RuleId::ALL.len()] {
    let contracts = tileiras_contract::RULES;
    let mut all = [contracts[0].described(); RuleId::ALL.len()];
    let mut number = 0;
    while number < all.len() {
        all[number] = if number < contracts.len() {
            contracts[number].described()
        } else {
            BODY_RULES[number - contracts.len()].described()
        };
        number += 1;
    }
    all
}
