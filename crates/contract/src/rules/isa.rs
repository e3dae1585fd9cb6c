//! Group `isa`: the instructions are ones that the target has and the contract allows, issued as the ISA demands.
//!
//! Accepts the body of any function, with what it reaches ([`Reach`]). There are two kinds of rules:
//!
//! - **what stands in a body** is reported at the instruction, once, whoever calls the function: what the target lacks, a
//!   constant out of range, who may issue an instruction, what comes after what;
//! - **what a kernel states and reaches** is reported at the kernel, with the instruction in a note: an exact block, enough
//!   registers, a cluster, one size of CTA group. Every kernel that reaches the instruction has its own report.
//!
//! Two rules stand between: an allocation and a release of tensor memory may be in two functions, so that only a kernel
//! shows whether they meet. They are reported for the kernel, at its own instruction or its own call.
//!
//! Guarantees that conditions are weighed where the model has them, and that a call counts for what it may do. Leaves out
//! on purpose: what a function does that no kernel reaches, where its callers decide; values, of which the model has but
//! constants.

mod cancel;
mod target;
mod tensor;
mod threads;

use super::{Against, Group, Rule, Severity, Sink, Subject};
use crate::contract::Role;
use tileiras_kernel::{FunctionId, Reach};

pub(super) use cancel::RULES as CANCEL_RULES;
pub(super) use target::RULES as TARGET_RULES;
pub(super) use tensor::RULES as TENSOR_RULES;
pub(super) use threads::RULES as THREAD_RULES;

/// What the functions reach, and the function.
fn function<'a>(contract: &Subject<'a>) -> Option<(&'a Reach<'a>, FunctionId)> {
    match contract.against {
        Against::Body(reach, function) => Some((reach, function)),
        _ => None,
    }
}

/// The same, where the function is a kernel.
fn kernel<'a>(contract: &Subject<'a>) -> Option<(&'a Reach<'a>, FunctionId)> {
    function(contract).filter(|_| contract.role == Role::Kernel)
}
