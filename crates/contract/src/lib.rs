//! The launch contract of a kernel: its facts, how they are spelled and merged, the rules they obey.
//!
//! Accepts what a carrier says, as a [`Value`]: a legacy annotation, a `passthrough` string, an
//! attribute of the function. [`read_claim`] normalises one statement, [`Gathered`] combines the
//! statements about one function, [`LaunchContract`] holds what a function says in canonical form,
//! [`rules::check`] says what is wrong with it, and [`legalize`](legalize()) what must go so that it assembles.
//!
//! Guarantees: nothing panics, nothing is printed, no process is started, and the same input gives
//! the same output. A statement is carried over exactly or refused with a [`ValueFault`]; two that
//! differ end in a [`Conflict`] that names both. Refuses whatever would alter a fact: a negative
//! size, a number of more than 32 bits, a flag that says no where its mere presence says yes.
//!
//! Leaves out on purpose: MLIR (the passes convert attributes to [`Value`] and back), what a target
//! can do (`tileiras-target`), and the text of directives (`tileiras-ptx`).

pub mod audit;
pub mod catalogue;
pub mod claim;
pub mod contract;
pub mod fact;
pub mod fault;
pub mod launch;
pub mod legalize;
pub mod merge;
pub mod near_miss;
pub mod policy;
pub mod rules;
pub mod value;

pub use catalogue::render_markdown;
pub use claim::{Claim, Dims, Form, Indices, check_indices, read_claim};
pub use contract::{Arguments, Carrier, LaunchContract, LegacyTrace, Role};
pub use fact::{
    ANNOTATIONS, ATTRIBUTE_SPELLINGS, Axis, FACTS, Fact, FactRow, LEGACY_KEYS, LEGACY_ONLY_KEYS, MARKER, PREFIX, Shape,
    Spelling, attribute_spelling, legacy_key,
};
pub use fault::{FaultKind, ValueFault};
pub use legalize::{Body, Refusal, Removal, legalize};
pub use merge::{Conflict, ConflictPolicy, ConflictValue, Gathered, UnknownPolicy, Winner};
pub use rules::{Against, Group, RULES, Rule, RuleSet, Severity, Sink, Subject, UnknownRule, Violation};
pub use value::Value;
