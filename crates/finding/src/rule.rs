//! What is written about a rule.

use std::fmt::{self, Debug, Formatter};

use crate::id::RuleId;

/// One rule and its documentation. `C` is the function that checks it, and differs with what a rule is about.
#[derive(Copy, Clone)]
pub struct Rule<C = ()> {
    /// Its identifier.
    pub id: RuleId,
    /// The legal state, in one sentence.
    pub summary: &'static str,
    /// What goes wrong if it is violated.
    pub why: &'static str,
    /// The document or the measurement that it comes from.
    pub source: &'static str,
    /// How to fix a violation, in words.
    pub fix: &'static str,
    /// A violation, as MLIR text, or as PTX.
    pub example: &'static str,
    /// Reports each violation.
    pub check: C,
}

impl<C> Rule<C> {
    /// Whether the example is PTX.
    pub fn has_ptx_example(&self) -> bool {
        self.example.lines().any(|line| line.starts_with(".version"))
    }

    /// The example as a code block of Markdown.
    pub(crate) fn fenced_example(&self) -> String {
        let language = if self.has_ptx_example() { "ptx" } else { "mlir" };
        format!("```{language}\n{}\n```", self.example)
    }

    /// The rule without its check.
    pub const fn described(&self) -> Rule {
        let Rule { id, summary, why, source, fix, example, .. } = *self;
        Rule { id, summary, why, source, fix, example, check: () }
    }
}

/// The rules of several parts as one table. `first` is the index of the identifier of its first rule. The build fails
/// if a rule is missing, or not in the order of [`RuleId`].
pub const fn table<C: Copy, const N: usize>(parts: &[&[Rule<C>]], first: usize) -> [Rule<C>; N] {
    let mut table = [parts[0][0]; N];
    let mut next = 0;
    let mut part = 0;
    while part < parts.len() {
        let mut row = 0;
        while row < parts[part].len() {
            table[next] = parts[part][row];
            assert!(table[next].id.index() == first + next, "the rules are in the order of their identifiers");
            next += 1;
            row += 1;
        }
        part += 1;
    }
    assert!(next == N, "each identifier has a rule");
    table
}

impl<C> Debug for Rule<C> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "Rule({})", self.id)
    }
}

impl<C> PartialEq for Rule<C> {
    fn eq(&self, other: &Rule<C>) -> bool {
        self.id == other.id
    }
}

impl<C> Eq for Rule<C> {}
