//! The rules, by what they are about.

pub mod allocation;
pub mod barrier;
pub mod clc;
pub mod cluster;
pub mod copy;
pub mod launches;
pub mod order;
pub mod target;
pub mod tensor;
pub mod threads;
