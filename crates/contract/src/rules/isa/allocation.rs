//! tcgen05: allocations of tensor memory, from `tcgen05.alloc` to `tcgen05.dealloc`.

use tileiras_kernel::InstructionKind;
use tileiras_kernel::program::Tcgen05;
use tileiras_kernel::protocol::tensor::{PairFault, TensorFault, faults, unsynchronised};

use super::{Group, Rule, RuleId, Severity, Sink, Subject, report_found, report_sites};

pub(in crate::rules) const RULES: &[Rule] = &[
    TCGEN05_COLUMNS,
    TCGEN05_ALLOC_DEALLOC,
    TCGEN05_DEALLOC_MISMATCH,
    TCGEN05_USE_UNALLOCATED,
    TCGEN05_PAIR_DEALLOC_SYNC,
    TCGEN05_PAIR_DEALLOC_UNSYNCED,
];

const TCGEN05_COLUMNS: Rule = Rule {
    id: RuleId::Tcgen05Columns,
    group: Group::Isa,
    severity: Severity::Error,
    summary: "The number of columns of `tcgen05.alloc` and `.dealloc` is a power of two from 32 to 512.",
    why: "Tensor memory is allocated in such parts. ptxas rejects a constant that is not a multiple of 32.",
    source: "PTX ISA 9.7.16.7; measured: ptxas 13.5.",
    fix: "Round up to the next power of two.",
    example: "llvm.func @k(%p: !llvm.ptr<3>, %t: !llvm.ptr<6>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32>} {\n  \
              %n = llvm.mlir.constant(96 : i32) : i32\n  \
              nvvm.tcgen05.alloc %p, %n : !llvm.ptr<3>, i32\n  nvvm.tcgen05.dealloc %t, %n : !llvm.ptr<6>, i32\n  \
              llvm.return\n}",
    check: columns,
};

fn columns(contract: &Subject, sink: &mut Sink) {
    report_sites(contract, sink, |site| {
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
    group: Group::Isa,
    severity: Severity::Warning,
    summary: "`tcgen05.dealloc` releases what `tcgen05.alloc` allocates, on every path to the end of the kernel.",
    why: "Tensor memory is not released at the end of a CTA, and the next CTA waits for it.",
    source: "PTX ISA 9.7.16.7, tensor memory allocation.",
    fix: "Release it before each return, also before early returns.",
    example: "llvm.func @k(%p: !llvm.ptr<3>, %n: i32) attributes {nvvm.kernel} {\n  \
              nvvm.tcgen05.alloc %p, %n : !llvm.ptr<3>, i32\n  llvm.return\n}",
    check: alloc_dealloc,
};

fn alloc_dealloc(contract: &Subject, sink: &mut Sink) {
    if !contract.is_kernel() {
        return;
    }
    report_found(contract, sink, faults, |fault| {
        (fault == TensorFault::NotReleased)
            .then(|| "allocates tensor memory that some path to the end of the kernel does not release".to_owned())
    });
}

const TCGEN05_DEALLOC_MISMATCH: Rule = Rule {
    id: RuleId::Tcgen05DeallocMismatch,
    group: Group::Isa,
    severity: Severity::Error,
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

fn dealloc_mismatch(contract: &Subject, sink: &mut Sink) {
    report_found(contract, sink, faults, |fault| match fault {
        TensorFault::OtherColumns(own, allocated) => {
            Some(format!("releases {own} columns of an allocation of {allocated}"))
        }
        TensorFault::OtherAddress => Some("releases another address than 'tcgen05.alloc' has returned".to_owned()),
        _ => None,
    });
}

const TCGEN05_USE_UNALLOCATED: Rule = Rule {
    id: RuleId::Tcgen05UseUnallocated,
    group: Group::Isa,
    severity: Severity::Error,
    summary: "Tensor memory is accessed and released while it is allocated.",
    why: "Other columns belong to other CTAs, or to nobody.",
    source: "PTX ISA 9.7.16.7.",
    fix: "Allocate before the first access, and release after the last one.",
    example: "llvm.func @k(%t: !llvm.ptr<6>, %n: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32>} {\n  \
              nvvm.tcgen05.dealloc %t, %n : !llvm.ptr<6>, i32\n  llvm.return\n}",
    check: use_unallocated,
};

fn use_unallocated(contract: &Subject, sink: &mut Sink) {
    if !contract.is_kernel() {
        return;
    }
    report_found(contract, sink, faults, |fault| match fault {
        TensorFault::NothingAllocated => Some("releases tensor memory, and the kernel allocates none".to_owned()),
        TensorFault::UseAfterRelease => Some("uses tensor memory after 'tcgen05.dealloc'".to_owned()),
        _ => None,
    });
}

const TCGEN05_PAIR_DEALLOC_SYNC: Rule = Rule {
    id: RuleId::Tcgen05PairDeallocSync,
    group: Group::Isa,
    severity: Severity::Error,
    summary: "A cluster barrier at a `tcgen05.dealloc.cta_group::2` is before it, not after it.",
    why: "The release may wait for the release of the peer. A peer whose barrier comes first waits for this CTA to \
          arrive. The kernel can hang.",
    source: "Reference 004, PTX ISA 9.7.16.5, tables 47 and 48.",
    fix: "Move `barrier.cluster.arrive` and `.wait` before the release. A warp may exit directly after the release.",
    example: "llvm.func @k(%t: !llvm.ptr<6>, %n: i32) attributes {nvvm.kernel, nvvm.cluster_dim = \
              array<i32: 2, 1, 1>} {\n  \
              nvvm.tcgen05.dealloc %t, %n {group = #nvvm.cta_group<cta_2>} : !llvm.ptr<6>, i32\n  \
              nvvm.cluster.arrive\n  nvvm.cluster.wait\n  llvm.return\n}",
    check: pair_dealloc_sync,
};

fn pair_dealloc_sync(contract: &Subject, sink: &mut Sink) {
    let message = "releases tensor memory of a CTA pair before the cluster barrier, where the peer may wait for it";
    pair_deallocs(contract, PairFault::BarrierAfter, message, sink);
}

const TCGEN05_PAIR_DEALLOC_UNSYNCED: Rule = Rule {
    id: RuleId::Tcgen05PairDeallocUnsynced,
    group: Group::Isa,
    severity: Severity::Warning,
    summary: "The CTAs of a pair synchronise between the last access to tensor memory and \
              `tcgen05.dealloc.cta_group::2`.",
    why: "The peer may still use the tensor memory that is released. A cluster barrier before the access does not help.",
    source: "Reference 004, PTX ISA 9.7.16.5, tables 47 and 48.",
    fix: "Put `barrier.cluster.arrive` and `.wait`, or a wait for an mbarrier of the peer, before the release.",
    example: "llvm.func @k(%t: !llvm.ptr<6>, %n: i32) attributes {nvvm.kernel, nvvm.cluster_dim = \
              array<i32: 2, 1, 1>} {\n  \
              nvvm.tcgen05.dealloc %t, %n {group = #nvvm.cta_group<cta_2>} : !llvm.ptr<6>, i32\n  \
              llvm.return\n}",
    check: pair_dealloc_unsynced,
};

fn pair_dealloc_unsynced(contract: &Subject, sink: &mut Sink) {
    let message =
        "releases tensor memory of a CTA pair, and the CTAs have not synchronised since the last access to it";
    pair_deallocs(contract, PairFault::NoBarrier, message, sink);
}

fn pair_deallocs(contract: &Subject, kind: PairFault, message: &str, sink: &mut Sink) {
    if !contract.is_kernel() {
        return;
    }
    report_found(contract, sink, unsynchronised, |fault| (fault == kind).then(|| message.to_owned()));
}
