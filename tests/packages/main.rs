//! The tests of what users install and embed: `make test-packages` builds the packages first.
//!
//! `cargo test --test packages lit::` runs the tests of one module.

mod api;
mod builds;
#[path = "../common/mod.rs"]
mod common;
mod embedding;
mod embedding_rust;
mod installation;
mod lit;
mod publish;
mod wheel;
