//! How the launch directives of a kernel differ from the wanted ones.
//!
//! Accepts a header that was read, and directives. Guarantees that there is no difference exactly if both have the
//! same directives in the same spelling and order, and separates differences in facts from differences in form. Leaves
//! out on purpose: directives that state no launch fact.

use std::fmt::{self, Display, Formatter};

use crate::directive::{Directive, axes, overridden};
use crate::header::Header;

/// One difference between the directives of a header and the wanted ones.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Difference {
    /// The header lacks a directive.
    Added(Directive),
    /// The header has a directive that is not wanted.
    Removed(Directive),
    /// The header has other values.
    Altered {
        /// The directive of the header.
        from: Directive,
        /// The wanted directive.
        to: Directive,
    },
    /// The header has the same values with more or fewer axes. A missing axis is 1.
    Respelled {
        /// The directive of the header.
        from: Directive,
        /// The wanted directive.
        to: Directive,
    },
    /// The header has a directive that a later one of the same name overrides.
    Overridden(Directive),
    /// The header has the directives in another order.
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

/// How `header` differs from one with exactly the launch directives `wanted`: first what it has, then what it lacks.
///
/// Either list can have several directives of one name. The last one counts; the others state no fact.
pub fn differences(header: &Header<'_>, wanted: &[Directive]) -> Vec<Difference> {
    let mut differences = Vec::new();
    // The overridden directives that `wanted` has too.
    let mut retained = overridden(wanted.iter());
    let mut skipped = header.overridden().into_iter().peekable();
    let (mut effective, mut kept) = (Vec::new(), Vec::new());
    for directive in header.launch() {
        if skipped.next_if(|next| std::ptr::eq(*next, directive)).is_none() {
            effective.push(directive);
        } else if let Some(index) = retained.iter().position(|wanted| *wanted == directive) {
            retained.remove(index);
        } else {
            differences.push(Difference::Overridden(directive.clone()));
            continue;
        }
        kept.push(directive);
    }
    for &directive in &effective {
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
    let has = |wanted: &&Directive| effective.iter().any(|found| found.name() == wanted.name());
    differences.extend(wanted.iter().filter(|wanted| !has(wanted)).cloned().map(Difference::Added));
    let is_wanted = |found: &&&Directive| wanted.iter().any(|wanted| wanted.name() == found.name());
    let kept_names = kept.iter().filter(is_wanted).map(|found| found.name());
    let has_order = kept_names.eq(wanted.iter().filter(has).map(Directive::name));
    if !has_order || differences.is_empty() && !header.launch().eq(wanted) {
        differences.push(Difference::Reordered);
    }
    differences
}
