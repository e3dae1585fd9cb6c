//! `tileiras-cc` and `tileiras-contract` as processes: with files, signals, and the real ptxas.
//!
//! | module | shows |
//! |---|---|
//! | [`nothing_lost`] | all facts of examples and generated contracts are in the cubin, or the audit gives a reason |
//! | [`faults`] | a step that loses, alters or invents a fact ends the run, with an error and without an output |
//! | [`upstream`] | a contract that ptxas rejects after upstream's own pipeline becomes a cubin |
//! | [`hand_off`] | output and exit status of ptxas; the variables of a knobs file |
//! | [`hostile`] | invalid inputs, and outputs that cannot be written |
//! | [`libraries`] | exit codes of errors in linked libraries; several inputs with one library |
//! | [`outputs`] | locations of outputs; several inputs; deterministic bytes |
//! | [`ptx`] | PTX is checked, and assembled as it is |
//! | [`signals`] | a signal ends the run and ptxas, and no temporary file is left |
//!
//! Every test has a folder for temporary files of its own, which must be empty in the end ([`bench`]).

#![allow(clippy::expect_used, reason = "a test may panic")]
#![allow(clippy::print_stdout, reason = "totals, shown with --nocapture")]

mod bench;
mod contracts;
mod faults;
mod hand_off;
mod hostile;
mod libraries;
mod limits;
mod nothing_lost;
mod outputs;
mod ptx;
mod signals;
mod upstream;
mod workers;
