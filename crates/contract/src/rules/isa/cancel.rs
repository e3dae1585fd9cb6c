//! Rules for `clusterlaunchcontrol` (CLC), the PTX instructions that cancel the launch of a cluster that has not started.
//!
//! `try_cancel` is a request. It writes a response of 16 bytes, aligned to 16 bytes, to shared memory, and completes these
//! bytes on an mbarrier. The request has failed if `query_cancel.is_canceled` of the response is false. After a failed
//! request, a CTA must not execute another `try_cancel`.

use super::{Group, Rule, RuleId, Severity, Sink, Subject, function, kernel};
use tileiras_kernel::{InstructionClass, InstructionKind};

pub(in crate::rules) const RULES: &[Rule] = &[CLC_AFTER_FAILURE, CLC_TRANSACTION_BYTES, CLC_RESPONSE_ALIGNMENT];

/// The size and the alignment of a response, in bytes. Reference 001 in `docs/REFERENCES.md`.
const RESPONSE_BYTES: u32 = 16;

const CLC_AFTER_FAILURE: Rule = Rule {
    id: RuleId::ClcAfterFailure,
    group: Group::Isa,
    severity: Severity::Error,
    summary: "After `query_cancel` reports that a request failed, no other `try_cancel` follows.",
    why: "After a failed request, another request of the same CTA has undefined behaviour.",
    source: "Reference 001, PTX ISA 9.7.13.17.",
    fix: "Leave the loop after a failed request: no clusters are left.",
    example: "llvm.func @k(%response: !llvm.ptr<3>, %mbar: !llvm.ptr<3>) attributes {nvvm.kernel} {\n  \
              llvm.br ^bb1\n^bb1:\n  nvvm.clusterlaunchcontrol.try.cancel %response, %mbar\n  \
              %0 = llvm.load %response : !llvm.ptr<3> -> i128\n  \
              %1 = nvvm.clusterlaunchcontrol.query.cancel query = is_canceled, %0 : i1\n  \
              llvm.cond_br %1, ^bb2, ^bb1\n^bb2:\n  llvm.return\n}",
    check: after_failure,
};

fn after_failure(contract: &Subject, sink: &mut Sink) {
    let Some((reach, function)) = function(contract) else { return };
    if !reach.reaches(function, InstructionClass::TryCancel) {
        return;
    }
    for id in reach.requests_after_failure(function) {
        sink.report_at(id, "must not request another cancellation where one has failed");
    }
}

const CLC_TRANSACTION_BYTES: Rule = Rule {
    id: RuleId::ClcTransactionBytes,
    group: Group::Isa,
    severity: Severity::Warning,
    summary: "An `expect_tx` on the mbarrier of a `try_cancel` expects the 16 bytes of the response.",
    why: "The response completes 16 bytes. With any other number the phase never completes, or completes too early.",
    source: "Reference 001, PTX ISA 9.7.13.17.",
    fix: "Execute `mbarrier.arrive.expect_tx` with 16 in one thread of each CTA, on the mbarrier of that CTA.",
    example: "llvm.func @k(%response: !llvm.ptr<3>, %mbar: !llvm.ptr<3>) attributes {nvvm.kernel} {\n  \
              %bytes = llvm.mlir.constant(8 : i32) : i32\n  \
              nvvm.mbarrier.expect_tx %mbar, %bytes : !llvm.ptr<3>, i32\n  \
              nvvm.clusterlaunchcontrol.try.cancel %response, %mbar\n  llvm.return\n}",
    check: transaction_bytes,
};

fn transaction_bytes(contract: &Subject, sink: &mut Sink) {
    let Some((reach, function)) = function(contract) else { return };
    if reach.own_body_has(function, InstructionClass::ExpectTx) {
        for instruction in reach.body(function).instructions() {
            if let InstructionKind::ExpectTx { barrier: Some(barrier), bytes: Some(bytes) } = instruction.kind
                && bytes != i64::from(RESPONSE_BYTES)
                && reach.is_cancel_barrier(barrier)
            {
                let message = format!("should expect the {RESPONSE_BYTES} bytes of 'try_cancel', got {bytes}");
                sink.report_at(instruction.id, message);
            }
        }
    }
    // Reports a kernel that reaches a `try_cancel` but no `expect_tx` on any mbarrier. So it does not matter whether the
    // mbarrier of the request is known.
    if let Some((_, kernel)) = kernel(contract)
        && let Some(request) = reach.first(kernel, InstructionClass::TryCancel)
        && !reach.reaches(kernel, InstructionClass::ExpectTx)
    {
        let message = format!("no 'expect_tx' is reached for the {RESPONSE_BYTES} bytes of 'try_cancel'");
        sink.report_with_cause(request, message);
    }
}

const CLC_RESPONSE_ALIGNMENT: Rule = Rule {
    id: RuleId::ClcResponseAlignment,
    group: Group::Isa,
    severity: Severity::Warning,
    summary: "The response of a `try_cancel` is aligned to 16 bytes.",
    why: "It is written as one value of 16 bytes, at an address that is naturally aligned.",
    source: "Reference 001, PTX ISA 9.7.13.17.",
    fix: "Give the variable `alignment = 16`.",
    example: "llvm.mlir.global internal @response() {addr_space = 3 : i32, alignment = 8 : i64} : i128\n\
              llvm.func @k(%mbar: !llvm.ptr<3>) attributes {nvvm.kernel} {\n  \
              %bytes = llvm.mlir.constant(16 : i32) : i32\n  \
              nvvm.mbarrier.expect_tx %mbar, %bytes : !llvm.ptr<3>, i32\n  \
              %0 = llvm.mlir.addressof @response : !llvm.ptr<3>\n  \
              nvvm.clusterlaunchcontrol.try.cancel %0, %mbar\n  llvm.return\n}",
    check: response_alignment,
};

fn response_alignment(contract: &Subject, sink: &mut Sink) {
    let Some((reach, function)) = function(contract) else { return };
    if !reach.own_body_has(function, InstructionClass::TryCancel) {
        return;
    }
    for instruction in reach.body(function).instructions() {
        if let InstructionKind::TryCancel { alignment: Some(alignment), .. } = instruction.kind
            && alignment < u64::from(RESPONSE_BYTES)
        {
            let message = format!("response should be aligned to {RESPONSE_BYTES} bytes, got {alignment}");
            sink.report_at(instruction.id, message);
        }
    }
}
