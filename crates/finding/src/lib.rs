//! Findings: the rules that there are, and what is said where one is broken.
//!
//! | module | what it holds |
//! |---|---|
//! | [`RuleId`], [`Group`], [`Severity`] | every rule by its identifier, with its group and its severity |
//! | [`RuleSet`], [`Levels`] | which rules are checked, and what a violation is reported as |
//! | [`Rule`] | what is written about a rule |
//! | [`Violation`], [`Sink`] | one violation of one rule; what collects them |
//! | [`Fix`] | a change of attributes after which a rule holds |
//! | [`Finding`], [`sarif`] | what programs read: JSON and SARIF |
//! | [`catalogue`] | the page of all rules, and the text of one for a terminal |
//! | [`counted`] | a number with what it counts, for a message |
//!
//! Guarantees: nothing is printed, and the same input gives the same output.
//!
//! Leaves out on purpose: the checks (`tileiras-contract` has those of facts and launches, `tileiras-lint` those of
//! bodies), and where in a file a violation is, which the reader of that file knows.

#![forbid(unsafe_code)]

/// The examples of the page of the package.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub mod catalogue;
mod count;
mod finding;
mod fix;
mod id;
mod levels;
mod name;
mod rule;
pub mod sarif;
mod set;
mod severity;
mod sink;

pub use count::counted;
pub use finding::{Finding, Level, Location, Note, VERSION};
pub use fix::Fix;
pub use id::{RuleId, UnknownRule};
pub use levels::{Levels, RuleOptions};
pub use name::{nearest, nearest_within};
pub use rule::{Rule, table};
pub use set::RuleSet;
pub use severity::{Certainty, Group, Severity};
pub use sink::{Sink, Violation};
