//! The launch contract of a kernel: its facts, how they are read and merged, the rules they obey.
//!
//! | module | what it holds |
//! |---|---|
//! | [`fact`] | the facts and every name they have |
//! | [`fact_set`] | what one function states: one typed value for each fact |
//! | [`function_facts`] | what is on one function of IR: its facts, and each statement with its carrier |
//! | [`read`] | values into facts; merging; near misses |
//! | [`rules`] | the rule table |
//! | [`mod@derive`] | facts from a kernel spec |
//! | [`legalize`] | what to remove so that a contract assembles |
//! | [`audit`] | two stages compared, fact by fact |
//!
//! Guarantees: nothing panics, nothing is printed, no process is started, and the same input gives the same output. A
//! statement is read exactly or refused with a [`ValueFault`](read::ValueFault); two that differ end in a
//! [`Conflict`](read::Conflict) that names both. Refuses a value that cannot be read without altering the fact: a
//! negative size, a number of more than 32 bits, a false flag where its mere presence counts as true.
//!
//! Leaves out on purpose: MLIR (`tileiras-nvvm` finds the statements), what a target has (`tileiras-target`), what the
//! body of a function does (`tileiras-kernel`), and the text of directives (`tileiras-ptx`).

pub mod audit;
pub mod catalogue;
pub mod derive;
pub mod fact;
pub mod fact_set;
pub mod function_facts;
pub mod launch;
pub mod legalize;
pub mod read;
pub mod rules;
pub mod value;

pub use catalogue::render_markdown;
pub use fact::{
    ANNOTATIONS, ATTRIBUTE_SPELLINGS, Axis, FACTS, Fact, FactRow, LEGACY_KEYS, LEGACY_ONLY_KEYS, MARKER, PREFIX, Shape,
    Spelling, attribute_spelling, legacy_key,
};
pub use fact_set::{Dims, FactSet, FactValue, Indices};
pub use function_facts::{Arguments, Carrier, FunctionFacts, Statement, TupleId};
pub use rules::{Against, Group, RULES, Rule, RuleId, RuleSet, Severity, Sink, Subject, UnknownRule, Violation};
pub use value::Value;
