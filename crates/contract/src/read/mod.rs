//! Reading values into facts, and merging what several carriers state about one function.
//!
//! This is the only module that turns the value beside a name into the value of a fact. [`canonical`] reads a canonical
//! attribute, [`read_claim`] a statement of any carrier, [`merge`] all statements about one function.
//! [`near_miss`](near_miss()) guesses which fact a name was probably meant to be.
//!
//! Leaves out on purpose: where the statements are found (`tileiras-nvvm`), and how a finding is reported.

mod claim;
mod fault;
mod merge;
mod near_miss;

pub use claim::{Claim, canonical, check_indices, read_claim};
pub use fault::{FaultKind, ValueFault};
pub use merge::{Conflict, ConflictPolicy, Finding, Gathered, Merged, UnknownPolicy, Winner, merge};
pub use near_miss::{NearMiss, near_miss, nearest};
