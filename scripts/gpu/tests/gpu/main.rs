//! The tests of `tileiras-gpu`, in one program: a module for each subject. `cargo test --test gpu MODULE::` runs one
//! module.

mod comparison;
mod program;
