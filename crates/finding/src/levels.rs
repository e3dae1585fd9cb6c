//! Which rules are checked, and with which severity.

use crate::id::{RuleId, UnknownRule};
use crate::set::RuleSet;
use crate::severity::{Certainty, Severity};

/// What a user says about the rules. The lists have identifiers of rules.
#[derive(Copy, Clone, Debug, Default)]
pub struct RuleOptions<'a> {
    /// The rules that are not checked, whatever the other lists say.
    pub disable: &'a [String],
    /// The rules whose violations are errors.
    pub errors: &'a [String],
    /// The rules whose violations are warnings.
    pub warnings: &'a [String],
    /// Whether each warning is an error.
    pub warnings_as_errors: bool,
    /// Whether what is not known is reported.
    pub pedantic: bool,
}

/// The rules that are checked, and their severities.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Default)]
pub struct Levels {
    enabled: RuleSet,
    errors: RuleSet,
    warnings: RuleSet,
    warnings_as_errors: bool,
}

impl RuleOptions<'_> {
    /// The rules and the severities that these options ask for.
    ///
    /// # Errors
    /// [`UnknownRule`] for the first name that is not the identifier of a rule.
    pub fn levels(&self) -> Result<Levels, UnknownRule> {
        let (errors, warnings) = (set_of(self.errors)?, set_of(self.warnings)?);
        let mut enabled = RuleSet::of_faults().with_remarks(self.pedantic);
        errors.iter().chain(warnings.iter()).for_each(|id| enabled.enable(id));
        let enabled = enabled.without(&self.disable.join(","))?;
        Ok(Levels { enabled, errors, warnings, warnings_as_errors: self.warnings_as_errors })
    }
}

fn set_of(names: &[String]) -> Result<RuleSet, UnknownRule> {
    let mut set = RuleSet::none();
    for name in names {
        set.enable(name.trim().parse()?);
    }
    Ok(set)
}

impl Levels {
    /// The rules that are checked.
    pub const fn enabled(&self) -> &RuleSet {
        &self.enabled
    }

    /// The same, for those of the rules for which `wanted` returns true.
    #[must_use]
    pub fn only(self, wanted: impl Fn(RuleId) -> bool) -> Self {
        Levels { enabled: self.enabled.only(wanted), ..self }
    }

    /// What a violation of a rule is reported as.
    pub fn severity(&self, id: RuleId, certainty: Certainty) -> Severity {
        let severity = match () {
            () if self.errors.contains(id) => Severity::Error,
            () if self.warnings.contains(id) => Severity::Warning,
            () => certainty.severity(id.severity()),
        };
        if severity == Severity::Warning && self.warnings_as_errors { Severity::Error } else { severity }
    }
}
