//! The tests of `tileiras-cubin`, in one program: a module for each subject. `cargo test --test cubin MODULE::` runs
//! one module.

mod audit;
mod common;
mod facts;
mod fatbin;
mod hostile;
mod occupancy;
mod readback;
mod resources;
