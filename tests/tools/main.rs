//! The tests of the tools, in one program: a module for each subject.
//!
//! `cargo test --test tools driver::` runs the tests of one module.

mod architecture;
mod atomicity;
mod callbacks;
mod circles;
#[path = "../common/mod.rs"]
mod common;
mod determinism;
mod docs;
mod driver;
mod emit;
mod export;
mod facts;
mod features;
mod host_launch;
mod inherent;
mod instructions;
mod language_server;
mod launch_checks;
mod lit;
mod malformed;
mod mutants;
mod nothing_lost;
mod pages;
mod producers;
mod properties;
mod ptxas;
mod python;
mod references;
mod report;
mod resources;
mod segments;
#[path = "../common/session.rs"]
mod session;
mod verify_scale;
