//! Operands of mbarriers and bulk copies that no execution can be right with: counts, sizes and alignments.
//!
//! Guarantees that a size or a count is a constant, and that a misaligned address is one however the variable is
//! placed.

use std::ops::RangeInclusive;

use tileiras_kernel::InstructionKind;
use tileiras_kernel::paths::address::{Address, Base};
use tileiras_kernel::program::{AsyncCopy, MbarrierOperation};

use crate::report::{function, report_constants, report_sites};
use crate::{Rule, Sink, Subject};
use tileiras_finding::RuleId;

pub const RULES: &[Rule] = &[MBARRIER_COUNT, BULK_COPY_SIZE, ASYNC_ALIGNMENT];

/// The arrivals that an mbarrier can count.
const MBARRIER_COUNTS: RangeInclusive<i64> = 1..=(1 << 20) - 1;

/// The bytes of an mbarrier, which is aligned to as many.
const MBARRIER_BYTES: u64 = 8;

/// The bytes in which a bulk copy moves memory. Both of its addresses are aligned to as many.
const BULK_BYTES: u64 = 16;

const MBARRIER_COUNT: Rule = Rule {
    id: RuleId::MbarrierCount,
    summary: "`mbarrier.init` counts 1 to 1048575 arrivals.",
    why: "An mbarrier has 20 bits for the count. ptxas rejects another constant. With another value at run time the \
          behaviour is undefined.",
    source: "PTX ISA 9.7.13.15, `mbarrier.init`; measured: ptxas 13.5.",
    fix: "Count the threads that arrive in one phase.",
    example: "llvm.func @k(%m: !llvm.ptr<3>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 1>} {\n  \
              %c = llvm.mlir.constant(0 : i32) : i32\n  \
              nvvm.mbarrier.init %m, %c : !llvm.ptr<3>, i32\n  llvm.return\n}",
    check: mbarrier_count,
};

fn mbarrier_count(subject: &Subject, sink: &mut Sink) {
    let count = |kind: &InstructionKind| match *kind {
        InstructionKind::Mbarrier { operation: MbarrierOperation::Init { count }, .. } => count,
        _ => None,
    };
    report_constants(subject, sink, count, |count| {
        let (least, most) = (MBARRIER_COUNTS.start(), MBARRIER_COUNTS.end());
        let is_wrong = !MBARRIER_COUNTS.contains(&count);
        is_wrong.then(|| format!("must count {least} to {most} arrivals, got {count}"))
    });
}

const BULK_COPY_SIZE: Rule = Rule {
    id: RuleId::BulkCopySize,
    summary: "A bulk copy has a multiple of 16 bytes.",
    why: "ptxas rejects another constant. With another value at run time the behaviour is undefined.",
    source: "PTX ISA 9.7.9.25, `cp.async.bulk`; measured: ptxas 13.5.",
    fix: "Pad the data to 16 bytes, or copy the rest with loads and stores.",
    example: "llvm.func @k(%to: !llvm.ptr<1>, %from: !llvm.ptr<3>) attributes {nvvm.kernel, \
              nvvm.reqntid = array<i32: 1>} {\n  \
              %size = llvm.mlir.constant(1000 : i32) : i32\n  \
              nvvm.cp.async.bulk.global.shared.cta %to, %from, %size : !llvm.ptr<1>, !llvm.ptr<3>\n  \
              nvvm.cp.async.bulk.commit.group\n  nvvm.cp.async.bulk.wait_group 0\n  llvm.return\n}",
    check: bulk_copy_size,
};

fn bulk_copy_size(subject: &Subject, sink: &mut Sink) {
    // Copies from or to the shared memory of their own CTA.
    let bytes = |kind: &InstructionKind| match *kind {
        InstructionKind::AsyncCopy(AsyncCopy { is_bulk: true, bytes, .. }) => bytes,
        _ => None,
    };
    report_constants(subject, sink, bytes, |bytes| {
        let is_wrong = bytes % BULK_BYTES.cast_signed() != 0;
        is_wrong.then(|| format!("must copy a multiple of {BULK_BYTES} bytes, got {bytes}"))
    });
}

const ASYNC_ALIGNMENT: Rule = Rule {
    id: RuleId::AsyncAlignment,
    summary: "An mbarrier is at a multiple of 8 bytes, and what a bulk copy reads or writes in shared memory at a \
              multiple of 16.",
    why: "The behaviour of another address is undefined, and ptxas does not see it.",
    source: "PTX ISA 9.7.13.15.1 and 9.7.9.25, `cp.async.bulk`.",
    fix: "Put it at another offset in the variable.",
    example: "llvm.mlir.global internal @m() {addr_space = 3 : i32, alignment = 8 : i64} : !llvm.array<4 x i32>\n\
              llvm.func @k() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 1>} {\n  \
              %m = llvm.mlir.addressof @m : !llvm.ptr<3>\n  %c = llvm.mlir.constant(1 : i32) : i32\n  \
              %at = llvm.getelementptr %m[1] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i32\n  \
              nvvm.mbarrier.init %at, %c : !llvm.ptr<3>, i32\n  llvm.return\n}",
    check: async_alignment,
};

fn async_alignment(subject: &Subject, sink: &mut Sink) {
    let (analysis, _) = function(subject);
    report_sites(subject, sink, |site| {
        let (addresses, needed) = match site.instruction.kind {
            InstructionKind::Mbarrier { address, .. } => ([address, None], MBARRIER_BYTES),
            InstructionKind::AsyncCopy(AsyncCopy { from, to, is_bulk: true, .. }) => ([from, to], BULK_BYTES),
            _ => return None,
        };
        let misaligned = |address| {
            let Address { base: Base::Symbol(variable), offset, .. } = Address::of(site.run, site.context, address)
            else {
                return None;
            };
            // A variable that is less aligned can be placed so that the address is right.
            let is_wrong = analysis.alignment(variable)? >= needed && offset.cast_unsigned() % needed != 0;
            is_wrong.then_some(offset)
        };
        let offset = addresses.into_iter().flatten().find_map(misaligned)?;
        Some(format!("needs an address aligned to {needed} bytes, got offset {offset} of an aligned variable"))
    });
}
