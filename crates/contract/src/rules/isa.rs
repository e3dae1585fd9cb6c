//! Group `isa`: the target has the instructions, the contract allows them, and the right threads execute them.
//!
//! Accepts the body of any function, with what it reaches ([`Reach`]). There are two kinds of rules:
//!
//! - Rules about **one body** report at the instruction, once, whichever kernels reach the function: a feature that the
//!   target lacks, a constant out of range, the threads that issue an instruction, the order of instructions.
//! - Rules about **a kernel and what it reaches** report at the kernel, with the instruction in a note: an exact block,
//!   enough registers, a cluster, one size of CTA group. Every kernel that reaches the instruction has its own report.
//!
//! Two rules are of both kinds. An allocation and a release of tensor memory can be in two functions, so that only the
//! kernel shows whether they belong together. They report at the instruction or the call of the kernel that leads to
//! them.
//!
//! Guarantees that known conditions are taken into account, and that a call counts as everything that it reaches.
//!
//! Leaves out on purpose: what depends on the callers of a function that no kernel reaches, and values that are not
//! constants.

mod cancel;
mod target;
mod tensor;
mod threads;

use super::{Against, Group, Rule, RuleId, Severity, Sink, Subject};
use tileiras_kernel::{FunctionId, Reach};

pub(super) use cancel::RULES as CANCEL_RULES;
pub(super) use target::RULES as TARGET_RULES;
pub(super) use tensor::RULES as TENSOR_RULES;
pub(super) use threads::RULES as THREAD_RULES;

/// What the functions of the program reach, and the function that is checked.
fn function<'a>(contract: &Subject<'a>) -> Option<(&'a Reach<'a>, FunctionId)> {
    match contract.against {
        Against::Body(reach, function) => Some((reach, function)),
        _ => None,
    }
}

/// The same, if the function is a kernel.
fn kernel<'a>(contract: &Subject<'a>) -> Option<(&'a Reach<'a>, FunctionId)> {
    function(contract).filter(|_| contract.is_kernel())
}
