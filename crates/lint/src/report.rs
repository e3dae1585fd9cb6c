//! What the rules ask about a body, and how they report it.

use std::rc::Rc;

use tileiras_kernel::execution::{Root, Run, Shape, Site};
use tileiras_kernel::{Analysis, FunctionId, InstId, InstructionClass, InstructionKind, Reach, ValueId};

use crate::{Sink, Subject};

/// The analysis of the program, and the function that is checked.
pub const fn function<'a>(subject: &Subject<'a>) -> (&'a Analysis<'a>, FunctionId) {
    (subject.body.analysis, subject.body.function)
}

/// What the function reaches, if it is a kernel.
pub fn kernel<'a>(subject: &Subject<'a>) -> Option<(&'a Reach<'a>, FunctionId)> {
    let (analysis, function) = function(subject);
    subject.is_kernel().then_some((&analysis.reach, function))
}

/// The first instruction of a class that threads of a kernel certainly execute.
pub fn first_executed(subject: &Subject, class: InstructionClass) -> Option<InstId> {
    let (reach, kernel) = kernel(subject)?;
    let first = reach.first(kernel, class)?;
    let Some(root) = root(subject) else { return Some(first) };
    root.certain(|site| class.contains(site.instruction).then_some(())).first().map(|(id, ())| *id)
}

/// The execution of the function, if threads enter it from outside and a rule asks for them.
pub const fn root<'a>(subject: &Subject<'a>) -> Option<&'a Root<'a>> {
    subject.body.root.as_ref()
}

/// Whether a search finds something in every shape of the launch.
pub fn finds<T>(subject: &Subject, search: impl Fn(&Run<'_>) -> Rc<Vec<(InstId, T)>>) -> bool {
    let finds = |shape: &Shape<'_>| shape.ctas.iter().any(|run| !search(run).is_empty());
    root(subject).is_some_and(|root| root.shapes.iter().all(finds))
}

/// Reports each instruction with a wrong constant that threads certainly execute.
pub fn report_constants(
    subject: &Subject,
    sink: &mut Sink,
    operand: impl Fn(&InstructionKind) -> Option<ValueId>,
    message: impl Fn(i64) -> Option<String>,
) {
    report_sites(subject, sink, |site| {
        let operand = operand(&site.instruction.kind)?;
        site.run.function(site.context)?.constant(operand).and_then(&message)
    });
}

/// Reports each instruction for which a question has an answer in every shape of the launch.
pub fn report_sites(subject: &Subject, sink: &mut Sink, question: impl FnMut(&Site<'_, '_>) -> Option<String>) {
    let Some(root) = root(subject) else { return };
    for (id, message) in root.certain(question) {
        sink.report_at(id, message);
    }
}

/// Reports each instruction for which a search of every CTA finds something in every shape of the launch, if there is a
/// message for it.
pub fn report_found<T: Copy>(
    subject: &Subject,
    sink: &mut Sink,
    search: impl Fn(&Run<'_>) -> Rc<Vec<(InstId, T)>>,
    message: impl Fn(T) -> Option<String>,
) {
    let Some(root) = root(subject) else { return };
    // In most bodies there is nothing to find.
    if !finds(subject, &search) {
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
