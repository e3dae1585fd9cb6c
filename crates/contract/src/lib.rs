//! The launch contract of a kernel: its facts, how they are read and merged, and the rules about them.
//!
//! | module or type | what it holds |
//! |---|---|
//! | [`Fact`], [`FACTS`] | the facts and all their names |
//! | [`fact_set`] | what one function states: one typed value for each fact |
//! | [`FunctionFacts`] | the facts of one function of the IR, and each statement with its carrier |
//! | [`read`] | reads values as facts; merges statements; finds similar names |
//! | [`rules`] | the rules about contracts, launches and compiled kernels |
//! | [`Needs`] | what the body of a kernel needs of its contract |
//! | [`mod@derive`] | derives facts from a kernel spec |
//! | [`infer`] | infers facts from the launches of a kernel |
//! | [`legalize`] | decides which facts to remove so that a contract assembles |
//! | [`Symbol`] | the identity of a function |
//! | [`resources`] | what a kernel uses of an SM |
//! | [`explain`] | which launches are legal, and what limits the occupancy |
//! | [`audit`] | compares two stages, fact by fact |
//!
//! Guarantees: nothing panics, nothing is printed, no process is started, and the same input gives the same output. A
//! statement is read exactly or rejected with a [`ValueFault`](read::ValueFault). Two statements that differ give a
//! [`Conflict`](read::Conflict) that names both. Rejects a value that cannot be read without altering the fact: a
//! negative size, a number of more than 32 bits, a false flag whose presence counts as true.
//!
//! Leaves out on purpose: MLIR (`tileiras-nvvm` finds the statements), the features and limits of a target
//! (`tileiras-target`), the bodies of functions (`tileiras-kernel`) and the rules about them (`tileiras-lint`), and the
//! text of directives (`tileiras-ptx`).

#![forbid(unsafe_code)]

/// The examples of the page of the package.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub mod audit;
mod carrier;
pub mod derive;
pub mod explain;
mod fact;
pub mod fact_set;
mod function_facts;
pub mod infer;
pub mod launch;
pub mod legalize;
pub mod names;
mod needs;
pub mod read;
pub mod resources;
pub mod rules;
mod symbol;
mod value;

pub use carrier::{Carrier, TupleId};
pub use explain::{Explanation, LaunchSizes};
pub use fact::{
    ANNOTATIONS, ATTRIBUTE_SPELLINGS, FACTS, FOREIGN_STATEMENTS, Fact, FactRow, FactType, ForeignStatement,
    KNOWN_GRID_SIZES, KNOWN_SIZES, KnownSize, LEGACY_KEYS, LEGACY_ONLY_KEYS, MARKER, PREFIX, READ_AGAIN, Spelling,
    attribute_spelling, foreign_statement, legacy_key,
};
pub use fact_set::{Dims, FactSet, FactValue, Indices, StatedFact, WrongValue};
pub use function_facts::{
    Arguments, FunctionFacts, FunctionPart, IgnoredStatement, KnownSizeStatement, Misspelling, Statement,
};
pub use needs::{Need, Needs};
pub use resources::Resources;
pub use rules::{Against, RULES, Rule, Sink, Subject, Violation};
pub use symbol::Symbol;
pub use value::Value;
