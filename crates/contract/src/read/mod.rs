//! Reading values into facts, and merging what several carriers state about one function.
//!
//! Only this module turns the value of a statement into the value of a fact. [`canonical`] reads a canonical
//! attribute, [`read_claim`] a statement of any carrier, [`merge`](merge()) all statements about one function.
//! [`accept_upstream_forms`] replaces the forms that upstream MLIR has for some facts.
//! [`near_miss`](near_miss()) finds the fact that a misspelt name probably means.
//!
//! Leaves out on purpose: finding the statements (`tileiras-nvvm`), and reporting a finding.

mod canonical;
mod claim;
mod fault;
mod merge;
mod near_miss;
mod upstream;

pub use canonical::canonical;
pub(crate) use claim::dims;
pub use claim::{Claim, check_indices, read_claim};
pub use fault::{FaultKind, ValueFault};
pub use merge::{Conflict, ConflictPolicy, Gathered, MergeFinding, Merged, UnknownPolicy, Winner, merge};
pub use near_miss::{NearMiss, near_directive, near_list, near_miss};
pub use upstream::{CLUSTER_MAX_BLOCKS, accept_explicit_cluster, accept_upstream_forms};
