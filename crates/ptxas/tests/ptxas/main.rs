//! The tests of `tileiras-ptxas`, in one program: a module for each subject. `cargo test --test ptxas MODULE::` runs
//! one module.

mod common;
mod find;
mod invocation;
