//! The tests of `tileiras-target`, in one program: a module for each subject. `cargo test --test target MODULE::` runs
//! one module.

mod features;
mod measured;
mod occupancy;
mod properties;
mod tables;
