//! The tests of `tileiras-kernel`, in one program: a module for each subject. `cargo test --test kernel MODULE::` runs
//! one module.

mod execution;
mod execution_limits;
mod peel;
mod simulate;
