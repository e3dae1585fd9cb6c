//! tcgen05: allocations of tensor memory, from `tcgen05.alloc` to `tcgen05.dealloc`.

use tileiras_kernel::InstructionKind;
use tileiras_kernel::program::Tcgen05;
use tileiras_kernel::protocol::tensor::pair::{PairFault, unsynchronised};
use tileiras_kernel::protocol::tensor::product::not_awaited;
use tileiras_kernel::protocol::tensor::{TensorFault, faults};

use crate::report::{report_found, report_sites, root};
use crate::rules::launches::reported_by_launches;
use crate::{Rule, Sink, Subject};
use tileiras_finding::RuleId;

pub const RULES: &[Rule] = &[
    TCGEN05_COLUMNS,
    TCGEN05_ALLOC_DEALLOC,
    TCGEN05_DEALLOC_MISMATCH,
    TCGEN05_USE_UNALLOCATED,
    TCGEN05_ALLOC_AFTER_RELINQUISH,
    TCGEN05_DEALLOC_UNSYNCED,
    TCGEN05_LOAD_WAIT,
    TCGEN05_STORE_WAIT,
    TCGEN05_RESULT_WAIT,
    TCGEN05_PAIR_DEALLOC_SYNC,
    TCGEN05_PAIR_DEALLOC_UNSYNCED,
];

const TCGEN05_COLUMNS: Rule = Rule {
    id: RuleId::Tcgen05Columns,
    summary: "The number of columns of `tcgen05.alloc` and `.dealloc` is a power of two from 32 to 512.",
    why: "Tensor memory is allocated in such parts. ptxas rejects every other constant.",
    source: "PTX ISA 9.7.16.7; measured: ptxas 13.5.",
    fix: "Round up to the next power of two.",
    example: "llvm.func @k(%p: !llvm.ptr<3>, %t: !llvm.ptr<6>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32>} {\n  \
              %n = llvm.mlir.constant(96 : i32) : i32\n  \
              nvvm.tcgen05.alloc %p, %n : !llvm.ptr<3>, i32\n  nvvm.tcgen05.dealloc %t, %n : !llvm.ptr<6>, i32\n  \
              llvm.return\n}",
    check: columns,
};

fn columns(subject: &Subject, sink: &mut Sink) {
    report_sites(subject, sink, |site| {
        let InstructionKind::Tcgen05 { operation: Tcgen05::Alloc | Tcgen05::Dealloc, columns: Some(columns), .. } =
            site.instruction.kind
        else {
            return None;
        };
        let columns = site.constant(columns)?;
        let is_legal = columns.is_power_of_two() && (32..=512).contains(&columns);
        (!is_legal).then(|| format!("must have a power of two of columns from 32 to 512, got {columns}"))
    });
}

const TCGEN05_ALLOC_DEALLOC: Rule = Rule {
    id: RuleId::Tcgen05AllocDealloc,
    summary: "`tcgen05.dealloc` releases what `tcgen05.alloc` allocates, on every path to the end of the kernel.",
    why: "Tensor memory is not released at the end of a CTA, and the next CTA waits for it.",
    source: "PTX ISA 9.7.16.7, tensor memory allocation.",
    fix: "Release it before each return, also before early returns.",
    example: "llvm.func @k(%p: !llvm.ptr<3>, %n: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32>} {\n  \
              nvvm.tcgen05.alloc %p, %n : !llvm.ptr<3>, i32\n  llvm.return\n}",
    check: alloc_dealloc,
};

fn alloc_dealloc(subject: &Subject, sink: &mut Sink) {
    if !subject.is_kernel() {
        return;
    }
    report_found(subject, sink, faults, |fault| {
        (fault == TensorFault::NotReleased)
            .then(|| "allocates tensor memory that some path to the end of the kernel does not release".to_owned())
    });
}

const TCGEN05_DEALLOC_MISMATCH: Rule = Rule {
    id: RuleId::Tcgen05DeallocMismatch,
    summary: "`tcgen05.dealloc` has the address and the number of columns of the allocation.",
    why: "A part of an allocation cannot be released, and the columns of another one must not be.",
    source: "PTX ISA 9.7.16.7.",
    fix: "Pass the address that `tcgen05.alloc` has written, and the same number of columns.",
    example: "llvm.mlir.global internal @slot() {addr_space = 3 : i32} : i32\n\
              llvm.func @k(%t: !llvm.ptr<6>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32>} {\n  \
              %p = llvm.mlir.addressof @slot : !llvm.ptr<3>\n  \
              %n = llvm.mlir.constant(64 : i32) : i32\n  %m = llvm.mlir.constant(32 : i32) : i32\n  \
              nvvm.tcgen05.alloc %p, %n : !llvm.ptr<3>, i32\n  nvvm.tcgen05.dealloc %t, %m : !llvm.ptr<6>, i32\n  \
              llvm.return\n}",
    check: dealloc_mismatch,
};

fn dealloc_mismatch(subject: &Subject, sink: &mut Sink) {
    report_found(subject, sink, faults, |fault| match fault {
        TensorFault::OtherColumns(own, allocated) => {
            Some(format!("releases {own} columns of an allocation of {allocated}"))
        }
        TensorFault::OtherAddress => Some("releases another address than 'tcgen05.alloc' has returned".to_owned()),
        _ => None,
    });
}

const TCGEN05_USE_UNALLOCATED: Rule = Rule {
    id: RuleId::Tcgen05UseUnallocated,
    summary: "Tensor memory is accessed and released while it is allocated.",
    why: "Columns that the CTA has not allocated belong to other CTAs, or to none.",
    source: "PTX ISA 9.7.16.7.",
    fix: "Allocate before the first access, and release after the last one.",
    example: "llvm.func @k(%t: !llvm.ptr<6>, %n: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32>} {\n  \
              nvvm.tcgen05.dealloc %t, %n : !llvm.ptr<6>, i32\n  llvm.return\n}",
    check: use_unallocated,
};

fn use_unallocated(subject: &Subject, sink: &mut Sink) {
    if !subject.is_kernel() {
        return;
    }
    report_found(subject, sink, faults, |fault| match fault {
        TensorFault::NothingAllocated => Some("releases tensor memory, and the kernel allocates none".to_owned()),
        TensorFault::UseAfterRelease => Some("uses tensor memory after 'tcgen05.dealloc'".to_owned()),
        TensorFault::NotVisible => {
            Some("reads the address of tensor memory that another warp allocates, without a barrier between".to_owned())
        }
        _ => None,
    });
}

const TCGEN05_ALLOC_AFTER_RELINQUISH: Rule = Rule {
    id: RuleId::Tcgen05AllocAfterRelinquish,
    summary: "No `tcgen05.alloc` follows `tcgen05.relinquish_alloc_permit`.",
    why: "The CTA has given up the right to allocate.",
    source: "PTX ISA 9.7.16.7.",
    fix: "Relinquish after the last allocation.",
    example: "llvm.func @k(%p: !llvm.ptr<3>, %t: !llvm.ptr<6>, %n: i32) attributes {nvvm.kernel, \
              nvvm.reqntid = array<i32: 32>} {\n  nvvm.tcgen05.relinquish_alloc_permit\n  \
              nvvm.tcgen05.alloc %p, %n : !llvm.ptr<3>, i32\n  \
              nvvm.tcgen05.dealloc %t, %n : !llvm.ptr<6>, i32\n  llvm.return\n}",
    check: alloc_after_relinquish,
};

fn alloc_after_relinquish(subject: &Subject, sink: &mut Sink) {
    report_found(subject, sink, faults, |fault| {
        (fault == TensorFault::AllocAfterRelinquish)
            .then(|| "allocates after 'tcgen05.relinquish_alloc_permit'".to_owned())
    });
}

const TCGEN05_DEALLOC_UNSYNCED: Rule = Rule {
    id: RuleId::Tcgen05DeallocUnsynced,
    summary: "A barrier is between the last `tcgen05.ld` or `.st` of other warps and `tcgen05.dealloc`.",
    why: "The columns can belong to another CTA while a warp still reads or writes them.",
    source: "PTX ISA 9.7.16.7.",
    fix: "Put a barrier of the CTA, or a wait for an mbarrier of these warps, before the release.",
    example: "llvm.mlir.global internal @slot() {addr_space = 3 : i32, alignment = 4 : i64} : i32\n\
              llvm.func @k() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64>} {\n  \
              %slot = llvm.mlir.addressof @slot : !llvm.ptr<3>\n  %n = llvm.mlir.constant(32 : i32) : i32\n  \
              %i = nvvm.read.ptx.sreg.tid.x : i32\n  %first = llvm.icmp \"ult\" %i, %n : i32\n  \
              llvm.cond_br %first, ^bb1, ^bb2\n^bb1:\n  \
              nvvm.tcgen05.alloc %slot, %n : !llvm.ptr<3>, i32\n  llvm.br ^bb2\n^bb2:\n  nvvm.barrier0\n  \
              %t = llvm.load %slot : !llvm.ptr<3> -> !llvm.ptr<6>\n  \
              %v = nvvm.tcgen05.ld %t {shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>} : i32\n  \
              nvvm.tcgen05.wait <load>\n  llvm.cond_br %first, ^bb3, ^bb4\n^bb3:\n  \
              nvvm.tcgen05.dealloc %t, %n : !llvm.ptr<6>, i32\n  llvm.br ^bb4\n^bb4:\n  llvm.return\n}",
    check: reported_by_launches,
};

const TCGEN05_LOAD_WAIT: Rule = Rule {
    id: RuleId::Tcgen05LoadWait,
    summary: "`tcgen05.wait::ld` is between `tcgen05.ld` and what overwrites the tensor memory that it reads.",
    why: "The load is asynchronous. An instruction that reads its registers waits for it, but nothing else does: \
          tensor memory can be overwritten before the load reads it. A barrier does not help. It is a warning: code \
          that reads all registers before is tolerated. A release without the wait is not reported: CUTLASS' epilogues \
          have none.",
    source: "PTX ISA 9.7.16.6.4, the last two patterns, and 9.7.16.8.",
    fix: "Wait after the last load, before the next `tcgen05.mma`, `.cp` or `.shift`.",
    example: "llvm.func @k(%t: !llvm.ptr<6>, %d: i64) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32>} {\n  \
              %v = nvvm.tcgen05.ld %t {shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>} : i32\n  \
              %one = nvvm.elect.sync -> i1\n  llvm.cond_br %one, ^bb1, ^bb2\n^bb1:\n  \
              nvvm.tcgen05.cp %t, %d {shape = #nvvm.tcgen05_cp_shape<shape_128x256b>}\n  \
              llvm.br ^bb2\n^bb2:\n  llvm.return\n}",
    check: load_wait,
};

fn load_wait(subject: &Subject, sink: &mut Sink) {
    if !subject.is_kernel() {
        return;
    }
    report_found(subject, sink, faults, |fault| match fault {
        TensorFault::OverwrittenBeforeLoadWait => {
            Some("overwrites what 'tcgen05.ld' reads, without 'tcgen05.wait::ld' between".to_owned())
        }
        _ => None,
    });
}

const TCGEN05_STORE_WAIT: Rule = Rule {
    id: RuleId::Tcgen05StoreWait,
    summary: "`tcgen05.wait::st` is between `tcgen05.st` and the next use or release of tensor memory.",
    why: "The store is asynchronous. Before the wait tensor memory has the old values. A barrier does not help.",
    source: "PTX ISA 9.7.16.6.4, the second and the fourth pattern, and 9.7.16.8.",
    fix: "Wait after the last store.",
    example: "llvm.func @k(%t: !llvm.ptr<6>, %v: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32>} {\n  \
              nvvm.tcgen05.st %t, %v {shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>} : i32\n  \
              %w = nvvm.tcgen05.ld %t {shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>} : i32\n  \
              nvvm.tcgen05.wait <load>\n  llvm.return\n}",
    check: store_wait,
};

fn store_wait(subject: &Subject, sink: &mut Sink) {
    report_found(subject, sink, faults, |fault| {
        (fault == TensorFault::StoreNotAwaited)
            .then(|| "uses tensor memory after 'tcgen05.st' without 'tcgen05.wait::st' between".to_owned())
    });
}

const TCGEN05_RESULT_WAIT: Rule = Rule {
    id: RuleId::Tcgen05ResultWait,
    summary: "A thread waits for the mbarrier of `tcgen05.commit` before the accumulator is read.",
    why: "`tcgen05.mma` is asynchronous. Only the mbarrier tells that it is done.",
    source: "PTX ISA 9.7.16.6.",
    fix: "Commit to an mbarrier after the last `tcgen05.mma`, and loop on `mbarrier.try_wait` before `tcgen05.ld`.",
    example: "llvm.func @k(%t: !llvm.ptr<6>, %a: i64, %d: i32, %e: i1) attributes {nvvm.kernel, \
              nvvm.reqntid = array<i32: 32>} {\n  %one = nvvm.elect.sync -> i1\n  \
              llvm.cond_br %one, ^bb1, ^bb2\n^bb1:\n  \
              nvvm.tcgen05.mma %t, %a, %a, %d, %e {kind = #nvvm.tcgen05_mma_kind<f16>, \
              ctaGroup = #nvvm.cta_group<cta_1>} : (!llvm.ptr<6>, i64, i64, i32, i1)\n  llvm.br ^bb2\n^bb2:\n  \
              %v = nvvm.tcgen05.ld %t {shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>} : i32\n  \
              nvvm.tcgen05.wait <load>\n  llvm.return\n}",
    check: result_wait,
};

fn result_wait(subject: &Subject, sink: &mut Sink) {
    let Some(root) = root(subject).filter(|_| subject.is_kernel()) else { return };
    let all = |loads: Vec<_>| loads.into_iter().map(|load| (load, ())).collect();
    for (id, ()) in root.found_in_all(|shape| all(not_awaited(&shape.ctas))) {
        sink.report_at(id, "reads tensor memory before a thread waits until 'tcgen05.mma' is done");
    }
}

const TCGEN05_PAIR_DEALLOC_SYNC: Rule = Rule {
    id: RuleId::Tcgen05PairDeallocSync,
    summary: "A cluster barrier at a `tcgen05.dealloc.cta_group::2` is before it, not after it.",
    why: "The release may wait for the release of the peer. A peer whose barrier comes first waits for this CTA to \
          arrive. The kernel can hang.",
    source: "Reference 004, PTX ISA 9.7.16.5, tables 47 and 48.",
    fix: "Move `barrier.cluster.arrive` and `.wait` before the release. A warp may exit directly after the release.",
    example: "llvm.func @k(%t: !llvm.ptr<6>, %n: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32>, \
              nvvm.cluster_dim = array<i32: 2, 1, 1>} {\n  \
              nvvm.tcgen05.dealloc %t, %n {group = #nvvm.cta_group<cta_2>} : !llvm.ptr<6>, i32\n  \
              nvvm.cluster.arrive\n  nvvm.cluster.wait\n  llvm.return\n}",
    check: pair_dealloc_sync,
};

fn pair_dealloc_sync(subject: &Subject, sink: &mut Sink) {
    let message = "releases tensor memory of a CTA pair before the cluster barrier, where the peer may wait for it";
    pair_deallocs(subject, PairFault::BarrierAfter, message, sink);
}

const TCGEN05_PAIR_DEALLOC_UNSYNCED: Rule = Rule {
    id: RuleId::Tcgen05PairDeallocUnsynced,
    summary: "The CTAs of a pair synchronise between the last access to tensor memory and \
              `tcgen05.dealloc.cta_group::2`.",
    why: "The peer may still use the tensor memory that is released. A cluster barrier before the access does not \
          help.",
    source: "Reference 004, PTX ISA 9.7.16.5, tables 47 and 48.",
    fix: "Put `barrier.cluster.arrive` and `.wait`, or a wait for an mbarrier of the peer, before the release.",
    example: "llvm.func @k(%t: !llvm.ptr<6>, %n: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32>, \
              nvvm.cluster_dim = array<i32: 2, 1, 1>} {\n  \
              nvvm.tcgen05.dealloc %t, %n {group = #nvvm.cta_group<cta_2>} : !llvm.ptr<6>, i32\n  \
              llvm.return\n}",
    check: pair_dealloc_unsynced,
};

fn pair_dealloc_unsynced(subject: &Subject, sink: &mut Sink) {
    let message =
        "releases tensor memory of a CTA pair, and the CTAs have not synchronised since the last access to it";
    pair_deallocs(subject, PairFault::NoBarrier, message, sink);
}

fn pair_deallocs(subject: &Subject, kind: PairFault, message: &str, sink: &mut Sink) {
    if !subject.is_kernel() {
        return;
    }
    report_found(subject, sink, unsynchronised, |fault| (fault == kind).then(|| message.to_owned()));
}
