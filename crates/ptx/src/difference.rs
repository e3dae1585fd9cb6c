//! How the launch directives of a kernel differ from those it shall have.
//!
//! Accepts a header that was read, and directives. Guarantees that no difference means the same directives, spelled and
//! ordered alike, and tells a difference in facts from one in form. Leaves out on purpose: directives that state no
//! launch fact.

use std::fmt::{self, Display, Formatter};

use crate::directive::Directive;
use crate::header::Header;

/// One difference between what a header states and what it shall state.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Difference {
    /// It lacks a directive.
    Added(Directive),
    /// It has a directive that it shall not have.
    Removed(Directive),
    /// It has other values.
    Altered {
        /// What it states.
        from: Directive,
        /// What it shall state.
        to: Directive,
    },
    /// It has the same values with more or fewer axes: a missing axis is 1.
    Respelled {
        /// How it states them.
        from: Directive,
        /// How it shall state them.
        to: Directive,
    },
    /// It has a directive that a later one of the same name overrides.
    Overridden(Directive),
    /// It has the directives in another order.
    Reordered,
}

impl Difference {
    /// Whether the facts differ, not only their form.
    pub const fn is_of_facts(&self) -> bool {
        matches!(self, Difference::Added(_) | Difference::Removed(_) | Difference::Altered { .. })
    }
}

/// `'.maxntid 64' added`.
impl Display for Difference {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Difference::Added(directive) => write!(f, "'{directive}' added"),
            Difference::Removed(directive) => write!(f, "'{directive}' removed"),
            Difference::Altered { from, to } => write!(f, "'{from}' changed to '{to}'"),
            Difference::Respelled { from, to } => write!(f, "'{from}' spelled '{to}'"),
            Difference::Overridden(directive) => write!(f, "'{directive}' removed, a later one overrides it"),
            Difference::Reordered => f.write_str("directives put in order"),
        }
    }
}

/// How `header` differs from one with exactly the launch directives `wanted`: what it has first, then what it lacks.
pub fn differences(header: &Header<'_>, wanted: &[Directive]) -> Vec<Difference> {
    let overridden = header.overridden();
    let mut found = Vec::new();
    let mut skipped = overridden.iter().peekable();
    for directive in header.launch() {
        match skipped.peek() {
            Some(next) if std::ptr::eq(**next, directive) => _ = skipped.next(),
            _ => found.push(directive),
        }
    }
    let mut differences: Vec<_> = overridden.into_iter().cloned().map(Difference::Overridden).collect();
    for &directive in &found {
        let to = wanted.iter().rfind(|wanted| wanted.name() == directive.name());
        let (from, to) = match to {
            Some(to) if to == directive => continue,
            Some(to) => (directive.clone(), to.clone()),
            None => {
                differences.push(Difference::Removed(directive.clone()));
                continue;
            }
        };
        differences.push(match axes(&from) == axes(&to) {
            true => Difference::Respelled { from, to },
            false => Difference::Altered { from, to },
        });
    }
    let lacks = |wanted: &&Directive| !found.iter().any(|found| found.name() == wanted.name());
    differences.extend(wanted.iter().filter(lacks).cloned().map(Difference::Added));
    let has = |wanted: &&Directive| found.iter().any(|found| found.name() == wanted.name());
    let is_wanted = |found: &&&Directive| wanted.iter().any(|wanted| wanted.name() == found.name());
    let wanted_names = wanted.iter().filter(has).map(Directive::name);
    if !found.iter().filter(is_wanted).map(|found| found.name()).eq(wanted_names) {
        differences.push(Difference::Reordered);
    }
    differences
}

/// The values with missing axes 1.
fn axes(directive: &Directive) -> [u32; 3] {
    let mut axes = [1; 3];
    for (axis, value) in axes.iter_mut().zip(directive.values()) {
        *axis = *value;
    }
    axes
}
