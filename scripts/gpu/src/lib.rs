//! Compares the launch rules, the resources and the occupancy of this project with the CUDA driver, on a GPU.
//!
//! Accepts a [`Gpu`], its chip, and cubins. Asks one question at a time, and returns each as a [`Row`]: what is asked,
//! what this project expects, and what the driver answers.
//!
//! | module | what it holds |
//! |---|---|
//! | [`gpu`] | what is asked of the driver |
//! | [`driver`] | the CUDA driver; the only code here that is unsafe |
//! | [`kernels`] | the kernels that are launched: every combination of facts, bodies that use no memory but their own |
//! | [`questions`] | the questions, each with the expected answer |
//! | [`table`] | the answers, as a table for a file |
//!
//! Guarantees that only the kernels of [`kernels`] are launched: they have no parameters and return at once. A kernel
//! of another file is loaded, and the driver is asked about it, but it never runs. Each question loads its cubin again,
//! so that no answer depends on an earlier question.
//!
//! Leaves out on purpose: what a kernel computes, and how long it takes.

pub mod driver;
pub mod gpu;
pub mod kernels;
pub mod questions;
pub mod table;

pub use driver::{Driver, Unavailable};
pub use gpu::{DeviceAttribute, Error, FunctionAttribute, Gpu, Launch};
pub use table::{Row, Table};
