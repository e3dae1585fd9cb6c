//! The rules of the group `isa`, on PTX text. Each test has correct code in several forms, without a finding, and code
//! with one fault, with its message at its line.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may panic")]

mod allocation;
mod ballots;
mod barrier;
mod bounds;
mod cancel;
mod cancel_counted;
mod certain;
mod cluster;
mod cp_async;
mod expect;
mod flags;
mod guards;
mod labelled;
mod lanes;
mod launches;
mod local_memory;
mod operands;
mod order;
mod products;
mod proxy;
mod rings;
mod roles;
mod scale;
mod second_iteration;
mod tables;
mod target;
mod tensor;
mod tensor_copy;
mod threads;
mod wgmma;
