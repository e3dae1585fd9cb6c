//! Group `isa`: the target has the instructions, the contract allows them, and the right threads execute them.
//!
//! Accepts the body of any function, with the analysis of the program ([`Analysis`]). There are three kinds of rules:
//!
//! - Rules about **one body** report at the instruction, once, whichever kernels reach the function: a feature that the
//!   target lacks, a constant out of range.
//! - Rules about **a kernel and what it reaches** report at the kernel, with the instruction in a note: an exact block,
//!   enough registers, a cluster, one size of CTA group.
//! - Rules about **who executes what** report at the instruction, with the kernel in a note: the threads that execute
//!   it, and the order of instructions on their paths. Every call is followed with its own threads and arguments. A
//!   function that no kernel calls is checked by itself, entered by unknown threads.
//!
//! Guarantees that an error is certain: every execution that gets to the instruction breaks the rule, or some execution
//! does. Leaves out on purpose: what is not certain, except for remarks with the option `pedantic`.

mod allocation;
mod barrier;
mod cancel;
mod cluster;
mod launches;
mod operands;
mod order;
mod target;
mod tensor;
mod threads;

use std::rc::Rc;

use super::{Against, Group, Rule, RuleId, Severity, Sink, Subject};
use tileiras_kernel::execution::{Root, Run, Shape, Site};
use tileiras_kernel::{Analysis, FunctionId, InstId, InstructionKind, Reach, ValueId};

pub(super) use allocation::RULES as ALLOCATION_RULES;
pub(super) use barrier::RULES as BARRIER_RULES;
pub(super) use cancel::RULES as CANCEL_RULES;
pub(super) use cluster::RULES as CLUSTER_RULES;
pub(super) use launches::{RULES as LAUNCHES_RULES, report_launches};
pub(super) use operands::RULES as OPERAND_RULES;
pub(super) use order::RULES as ORDER_RULES;
pub(super) use target::RULES as TARGET_RULES;
pub(super) use tensor::RULES as TENSOR_RULES;
pub(super) use threads::RULES as THREAD_RULES;

/// The analysis of the program, and the function that is checked.
fn function<'a>(contract: &Subject<'a>) -> Option<(&'a Analysis<'a>, FunctionId)> {
    match contract.against {
        Against::Body(body) => Some((body.analysis, body.function)),
        _ => None,
    }
}

/// What the function reaches, if it is a kernel.
fn kernel<'a>(contract: &Subject<'a>) -> Option<(&'a Reach<'a>, FunctionId)> {
    let (analysis, function) = function(contract).filter(|_| contract.is_kernel())?;
    Some((&analysis.reach, function))
}

/// The execution of the function, if threads enter it from outside and a rule asks for them.
fn root<'a>(contract: &Subject<'a>) -> Option<&'a Root<'a>> {
    match contract.against {
        Against::Body(body) => body.root.as_ref(),
        _ => None,
    }
}

/// Whether a search finds something in every shape of the launch.
fn finds<T>(contract: &Subject, search: impl Fn(&Run<'_>) -> Rc<Vec<(InstId, T)>>) -> bool {
    let finds = |shape: &Shape<'_>| shape.ctas.iter().any(|run| !search(run).is_empty());
    root(contract).is_some_and(|root| root.shapes.iter().all(finds))
}

/// Reports each instruction of the body with a wrong constant, whichever kernels reach it.
fn report_constants(
    contract: &Subject,
    sink: &mut Sink,
    operand: impl Fn(&InstructionKind) -> Option<ValueId>,
    message: impl Fn(i64) -> Option<String>,
) {
    let Some((analysis, function)) = function(contract) else { return };
    let body = analysis.function(function);
    for instruction in body.instructions() {
        let constant = operand(&instruction.kind).and_then(|operand| body.constant(operand));
        if let Some(message) = constant.and_then(&message) {
            sink.report_at(instruction.id, message);
        }
    }
}

/// Reports each instruction for which a question has an answer in every shape of the launch.
fn report_sites(contract: &Subject, sink: &mut Sink, question: impl FnMut(&Site<'_, '_>) -> Option<String>) {
    let Some(root) = root(contract) else { return };
    for (id, message) in root.certain(question) {
        sink.report_at(id, message);
    }
}

/// Reports each instruction for which a search of every CTA finds something in every shape of the launch, if there is a
/// message for it.
fn report_found<T: Copy>(
    contract: &Subject,
    sink: &mut Sink,
    search: impl Fn(&Run<'_>) -> Rc<Vec<(InstId, T)>>,
    message: impl Fn(T) -> Option<String>,
) {
    let Some(root) = root(contract) else { return };
    // In most bodies there is nothing to find.
    if !finds(contract, &search) {
        return;
    }
    let of_run = |run: &Run<'_>| {
        let found = search(run);
        found.iter().filter_map(|&(id, found)| Some((id, message(found)?))).collect::<Vec<_>>()
    };
    for (id, message) in root.found_in_all(|shape| shape.ctas.iter().flat_map(&of_run).collect()) {
        sink.report_at(id, message);
    }
}
