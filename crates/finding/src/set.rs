//! A set of rules.

use crate::id::{RuleId, UnknownRule};
use crate::severity::Severity;

/// The rules that are checked.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct RuleSet(u128);

const _: () = assert!(RuleId::ALL.len() <= 128, "a rule set has one bit for each rule");

impl Default for RuleSet {
    fn default() -> Self {
        Self::of_faults()
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

    /// The rules for which `wanted` returns true.
    pub fn of(wanted: impl Fn(RuleId) -> bool) -> Self {
        let mut set = Self::none();
        RuleId::ALL.iter().filter(|id| wanted(**id)).for_each(|id| set.enable(*id));
        set
    }

    /// Every rule that can find a fault: all but those of severity remark.
    pub fn of_faults() -> Self {
        Self::of(|id| id.severity() != Severity::Remark)
    }

    /// Every rule that can find a fault, except those in `list`, the value of an option `disable=`, such as
    /// `dim-shape,unit-shape`.
    ///
    /// # Errors
    /// [`UnknownRule`] for the first name that is not the identifier of a rule.
    pub fn disabling(list: &str) -> Result<Self, UnknownRule> {
        Self::of_faults().without(list)
    }

    /// The set without the rules in `list`, the value of an option `disable=`.
    ///
    /// # Errors
    /// [`UnknownRule`] for the first name that is not the identifier of a rule.
    pub fn without(mut self, list: &str) -> Result<Self, UnknownRule> {
        for name in list.split(',').map(str::trim).filter(|name| !name.is_empty()) {
            self.disable(name.parse()?);
        }
        Ok(self)
    }

    /// The set with the rules of severity remark, if `pedantic`.
    #[must_use]
    pub fn with_remarks(mut self, pedantic: bool) -> Self {
        let is_wanted = |id: &&RuleId| pedantic && id.severity() == Severity::Remark;
        RuleId::ALL.iter().filter(is_wanted).for_each(|id| self.enable(*id));
        self
    }

    /// Those of the rules for which `wanted` returns true.
    #[must_use]
    pub fn only(self, wanted: impl Fn(RuleId) -> bool) -> Self {
        Self::of(|id| self.contains(id) && wanted(id))
    }

    /// Removes one rule.
    pub const fn disable(&mut self, id: RuleId) {
        self.0 &= !bit(id);
    }

    /// Adds one rule.
    pub const fn enable(&mut self, id: RuleId) {
        self.0 |= bit(id);
    }

    /// Whether the set has the rule.
    pub const fn contains(self, id: RuleId) -> bool {
        self.0 & bit(id) != 0
    }

    /// The rules, in the order of [`RuleId::ALL`].
    pub fn iter(self) -> impl Iterator<Item = RuleId> {
        RuleId::ALL.iter().copied().filter(move |id| self.contains(*id))
    }
}

const fn bit(id: RuleId) -> u128 {
    1 << id.index()
}
