//! A selection of rules.
//!
//! Accepts the value of an option `disable=`: names of rules with commas between them. Guarantees
//! the order of [`RULES`]. Refuses a name that no rule has, with the nearest one and the list.

use std::fmt::{self, Display, Formatter};

use thiserror::Error;

use super::{RULES, Rule};
use crate::read::nearest;

/// The rules that are checked.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct RuleSet(u128);

const _: () = assert!(RULES.len() <= 128, "a rule set has one bit for each rule");

impl Default for RuleSet {
    fn default() -> Self {
        Self::all()
    }
}

impl RuleSet {
    /// No rule.
    pub const fn none() -> Self {
        RuleSet(0)
    }

    /// Every rule.
    pub const fn all() -> Self {
        RuleSet(u128::MAX)
    }

    /// The rules that `wanted` says yes to.
    pub fn of(wanted: impl Fn(&Rule) -> bool) -> Self {
        let wanted = RULES.iter().enumerate().filter(|(_, rule)| wanted(rule));
        RuleSet(wanted.fold(0, |set, (place, _)| set | 1 << place))
    }

    /// Every rule but those that `list` names, as in `dim-shape,unit-shape`.
    pub fn disabling(list: &str) -> Result<Self, UnknownRule> {
        let mut set = Self::all();
        for id in list.split(',').map(str::trim).filter(|id| !id.is_empty()) {
            set.disable(id)?;
        }
        Ok(set)
    }

    /// Takes one rule out.
    pub fn disable(&mut self, id: &str) -> Result<(), UnknownRule> {
        self.0 &= !bit(id)?;
        Ok(())
    }

    /// Puts one rule in.
    pub fn enable(&mut self, id: &str) -> Result<(), UnknownRule> {
        self.0 |= bit(id)?;
        Ok(())
    }

    /// Whether the rule is checked.
    pub fn contains(self, rule: &Rule) -> bool {
        bit(rule.id).is_ok_and(|bit| self.0 & bit != 0)
    }

    /// The rules, in the order of the table.
    pub fn iter(self) -> impl Iterator<Item = &'static Rule> {
        RULES.iter().enumerate().filter(move |(i, _)| self.0 >> i & 1 != 0).map(|(_, rule)| rule)
    }
}

fn bit(id: &str) -> Result<u128, UnknownRule> {
    match RULES.iter().position(|rule| rule.id == id) {
        Some(place) => Ok(1 << place),
        None => Err(UnknownRule {
            found: id.to_owned(),
            suggestion: nearest(id, RULES, |rule| rule.id).map(|rule| rule.id),
        }),
    }
}

/// A name that no rule has.
#[derive(Clone, Eq, PartialEq, Debug, Error)]
pub struct UnknownRule {
    /// The name.
    pub found: String,
    /// The rule that was probably meant.
    pub suggestion: Option<&'static str>,
}

impl Display for UnknownRule {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "unknown rule '{}'", self.found)?;
        if let Some(suggestion) = self.suggestion {
            write!(f, ", did you mean '{suggestion}'?")?;
        }
        let ids: Vec<_> = RULES.iter().map(|rule| rule.id).collect();
        write!(f, "; the rules are {}", ids.join(", "))
    }
}
