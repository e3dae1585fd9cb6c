//! Rules about bodies, group `isa`: the target has the instructions, and the right threads execute them in the right
//! order.
//!
//! Accepts the body of any function, with the analysis of the program ([`tileiras_kernel::Analysis`]). There are three
//! kinds of rules:
//!
//! - Rules about **one body** report at the instruction, once, whichever kernels reach the function: a feature that the
//!   target lacks, a constant out of range.
//! - Rules about **a kernel and what it reaches** report at the kernel, with the instruction in a note: enough
//!   registers.
//! - Rules about **who executes what** report at the instruction, with the kernel in a note: the threads that execute
//!   it, and the order of instructions on their paths. Every call is followed with its own threads and arguments. A
//!   function that no kernel calls is checked by itself, entered by unknown threads.
//!
//! Guarantees that an error is certain: every execution that gets to the instruction breaks the rule, or some execution
//! does. Leaves out on purpose: what is not certain, except for remarks with the option `pedantic`.

#![forbid(unsafe_code)]

/// The examples of the page of the package.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod catalogue;
mod check;
mod entry;
mod report;
mod rules;
mod subject;

pub use catalogue::{RULES, rule};
pub use check::{check, check_function};
pub use entry::{entry, needs};
pub use subject::Subject;

use tileiras_kernel::InstId;

/// One rule about bodies, with its documentation and its check.
pub type Rule = tileiras_finding::Rule<fn(&Subject, &mut Sink)>;

/// Collects violations in bodies.
pub type Sink = tileiras_finding::Sink<InstId>;

/// One violation in a body.
pub type Violation = tileiras_finding::Violation<InstId>;
