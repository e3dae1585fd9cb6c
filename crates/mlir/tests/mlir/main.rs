//! The tests of `tileiras-mlir`, in one program: a module for each subject. `cargo test --test mlir MODULE::` runs one
//! module.

mod analysis;
mod attribute;
