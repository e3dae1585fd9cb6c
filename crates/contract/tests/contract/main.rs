//! The tests of `tileiras-contract`, in one program: a module for each subject. `cargo test --test contract MODULE::`
//! runs one module.

mod assembler;
mod audit;
mod claims;
mod common;
mod conditions;
mod derive;
mod explicit_cluster;
mod fact_set;
mod fixes;
mod ignored;
mod infer;
mod known_sizes;
mod launch;
mod legalize;
mod limits;
mod merge;
mod names;
mod near_miss;
mod resources;
mod rules;
mod upstream_forms;
