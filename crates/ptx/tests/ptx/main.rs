//! The tests of `tileiras-ptx`, in one program: a module for each subject. `cargo test --test ptx MODULE::` runs one
//! module.

mod check;
mod operands;
mod print;
mod read;
mod rewrite;
mod rewritings;
mod rules;
mod statements;
mod tools;
