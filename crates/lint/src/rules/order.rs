//! Orders that a thread has to keep: wgmma, mbarriers, and the copies that complete on them.

use tileiras_kernel::InstructionClass;
use tileiras_kernel::protocol::copy::{NotCopied, not_copied};
use tileiras_kernel::protocol::mbarrier::stuck::{self, Stuck};
use tileiras_kernel::protocol::mbarrier::transactions::{Imbalance, unbalanced};
use tileiras_kernel::protocol::mbarrier::{self, MbarrierFault};
use tileiras_kernel::protocol::wgmma::{self, WgmmaFault};

use crate::report::{first_executed, kernel, report_found, root};
use crate::{Rule, Sink, Subject};
use tileiras_finding::{RuleId, counted};

pub const RULES: &[Rule] = &[
    MBARRIER_INIT,
    MBARRIER_NEVER_COMPLETES,
    MBARRIER_ARRIVAL_COUNT,
    MBARRIER_TRANSACTION_BYTES,
    ASYNC_COPY_WAIT,
    WGMMA_ORDER,
];

const MBARRIER_INIT: Rule = Rule {
    id: RuleId::MbarrierInit,
    summary: "An mbarrier is initialised by one thread, and other threads use it after a barrier.",
    why: "A second initialisation, and a use before the first one, has undefined behaviour.",
    source: "PTX ISA 9.7.13.15, `mbarrier.init`.",
    fix: "Initialise in one thread, then `fence.mbarrier_init` or `fence`, then a barrier of the CTA or of the \
          cluster.",
    example: "llvm.func @k(%m: !llvm.ptr<3>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {\n  \
              %c = llvm.mlir.constant(1 : i32) : i32\n  \
              nvvm.mbarrier.init %m, %c : !llvm.ptr<3>, i32\n  llvm.return\n}",
    check: mbarrier_init,
};

fn mbarrier_init(subject: &Subject, sink: &mut Sink) {
    report_found(subject, sink, mbarrier::faults, |fault| {
        Some(match fault {
            MbarrierFault::SeveralThreads => "must be executed by a single thread, several get here".to_owned(),
            MbarrierFault::NotVisible => {
                "uses an mbarrier that another thread initialises, without a barrier between".to_owned()
            }
            _ => return None,
        })
    });
    report_one_sided(subject, sink, MbarrierFault::NotInitialised, "uses an mbarrier that no thread initialises");
}

/// Reports the mbarriers with this fault: that are never initialised, never waited for, or at which nothing arrives.
fn report_one_sided(subject: &Subject, sink: &mut Sink, fault: MbarrierFault, message: &str) {
    let Some(root) = root(subject).filter(|_| subject.is_kernel()) else { return };
    let found = root.found_in_all(|shape| mbarrier::one_sided(&shape.ctas));
    for (id, _) in found.into_iter().filter(|(_, found)| *found == fault) {
        sink.report_at(id, message);
    }
}

const MBARRIER_NEVER_COMPLETES: Rule = Rule {
    id: RuleId::MbarrierNeverCompletes,
    summary: "Enough arrivals come to an mbarrier to complete the phase that a thread waits for.",
    why: "The phase completes after the number of arrivals that `mbarrier.init` states. With fewer the wait does not \
          end.",
    source: "PTX ISA 9.7.13.15.",
    fix: "Arrive at the mbarrier: `mbarrier.arrive`, with `.expect_tx` for copies, or `tcgen05.commit`; or initialise \
          it with the number of arrivals.",
    example: "llvm.mlir.global internal @m() {addr_space = 3 : i32, alignment = 8 : i64} : i64\n\
              llvm.func @k() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 1>} {\n  \
              %m = llvm.mlir.addressof @m : !llvm.ptr<3>\n  %c = llvm.mlir.constant(1 : i32) : i32\n  \
              %zero = llvm.mlir.constant(0 : i32) : i32\n  \
              nvvm.mbarrier.init %m, %c : !llvm.ptr<3>, i32\n  \
              nvvm.mbarrier.try_wait.parity %m, %zero, %c : !llvm.ptr<3>, i32, i32\n  llvm.return\n}",
    check: mbarrier_never_completes,
};

fn mbarrier_never_completes(subject: &Subject, sink: &mut Sink) {
    let message = "waits for an mbarrier, and nothing in the kernel arrives at it";
    report_one_sided(subject, sink, MbarrierFault::NothingArrives, message);
    let Some(root) = root(subject).filter(|_| subject.is_kernel()) else { return };
    // A wait for which nothing arrives at all is reported already.
    let reported: Vec<_> = root.found_in_all(|shape| mbarrier::one_sided(&shape.ctas));
    let found = root.merged_in_all(|shape| stuck::stuck(&shape.ctas), |known, other| *known = (*known).max(other));
    for (id, stuck) in found.into_iter().filter(|(id, _)| !reported.iter().any(|(other, _)| other == id)) {
        let message = match stuck {
            Stuck::NothingArrives => {
                "waits for the first phase of an mbarrier, and nothing arrives at it before".to_owned()
            }
            Stuck::TooFew { found, count } => {
                format!("waits for {count} arrivals at an mbarrier, and at most {found} come before")
            }
        };
        sink.report_at(id, message);
    }
}

const MBARRIER_ARRIVAL_COUNT: Rule = Rule {
    id: RuleId::MbarrierArrivalCount,
    summary: "One instruction arrives at an mbarrier at most as often as `mbarrier.init` counts, and no thread arrives \
              in a phase that has all of its arrivals and misses bytes.",
    why: "The phase completes after that number of arrivals. A further arrival counts for another phase, or has \
          undefined behaviour.",
    source: "PTX ISA 9.7.13.15.",
    fix: "Arrive in one thread, or initialise with the number of arrivals of all threads.",
    example: "llvm.mlir.global internal @m() {addr_space = 3 : i32, alignment = 8 : i64} : i64\n\
              llvm.func @k() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32>} {\n  \
              %m = llvm.mlir.addressof @m : !llvm.ptr<3>\n  %c = llvm.mlir.constant(1 : i32) : i32\n  \
              %one = nvvm.elect.sync -> i1\n  llvm.cond_br %one, ^bb1, ^bb2\n^bb1:\n  \
              nvvm.mbarrier.init %m, %c : !llvm.ptr<3>, i32\n  llvm.br ^bb2\n^bb2:\n  nvvm.barrier0\n  \
              %s = nvvm.mbarrier.arrive %m : !llvm.ptr<3> -> i64\n  llvm.return\n}",
    check: mbarrier_arrival_count,
};

fn mbarrier_arrival_count(subject: &Subject, sink: &mut Sink) {
    report_found(subject, sink, mbarrier::overrun, |fault| match fault {
        MbarrierFault::TooMany(found, count) => {
            Some(format!("arrives {found} times at an mbarrier that counts {count}"))
        }
        _ => None,
    });
}

const MBARRIER_TRANSACTION_BYTES: Rule = Rule {
    id: RuleId::MbarrierTransactionBytes,
    summary: "The bytes that a thread expects on an mbarrier are those of the bulk copies that complete on it.",
    why: "A phase completes when no byte is missing. If more are expected, no wait ends. If fewer are, the wait ends \
          before the data is there, and the rest counts in the next phase.",
    source: "PTX ISA 9.7.13.15.",
    fix: "Expect the sum of the bytes of the copies.",
    example: "llvm.mlir.global internal @m() {addr_space = 3 : i32, alignment = 8 : i64} : i64\n\
              llvm.func @k(%to: !llvm.ptr<7>, %from: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 1>} {\n  \
              %m = llvm.mlir.addressof @m : !llvm.ptr<3>\n  %zero = llvm.mlir.constant(0 : i32) : i32\n  \
              %c = llvm.mlir.constant(1 : i32) : i32\n  %size = llvm.mlir.constant(1024 : i32) : i32\n  \
              %bytes = llvm.mlir.constant(2048 : i32) : i32\n  \
              nvvm.mbarrier.init %m, %c : !llvm.ptr<3>, i32\n  \
              nvvm.mbarrier.arrive.expect_tx %m, %bytes : !llvm.ptr<3>, i32\n  \
              nvvm.cp.async.bulk.shared.cluster.global %to, %from, %m, %size : !llvm.ptr<7>, !llvm.ptr<1>\n  \
              nvvm.mbarrier.try_wait.parity %m, %zero, %c : !llvm.ptr<3>, i32, i32\n  llvm.return\n}",
    check: mbarrier_transaction_bytes,
};

fn mbarrier_transaction_bytes(subject: &Subject, sink: &mut Sink) {
    if kernel(subject).is_none() {
        return;
    }
    report_found(subject, sink, unbalanced, |Imbalance { expected, completed }| {
        Some(match (expected, completed) {
            (_, 0) => format!("expects {} on an mbarrier, and no copy completes on it", counted(expected, "byte")),
            (0, _) => format!("completes {} on an mbarrier, and none are expected", counted(completed, "byte")),
            _ => {
                format!("expects {expected} bytes on an mbarrier, and the copies that complete on it have {completed}")
            }
        })
    });
}

const ASYNC_COPY_WAIT: Rule = Rule {
    id: RuleId::AsyncCopyWait,
    summary: "A thread waits for the mbarrier on which an asynchronous copy or a request completes, and does so before \
              a product or a load reads what the copy writes. `cp.async` that is not in bulk is waited for by its \
              groups, by a wait for all copies, or by an mbarrier, before its data is read.",
    why: "If no instruction waits, the data can be read before it has arrived, and the CTA can end before that. \
          `cp.async.wait_group` waits only for copies of the own thread, and only for those that \
          `cp.async.commit_group` has put into a group: others need a barrier after it.",
    source: "PTX ISA 9.7.9.25 and 9.7.13.15.",
    fix: "Loop on `mbarrier.try_wait` with this mbarrier before the data is read; for `cp.async`, \
          `cp.async.commit_group`, `cp.async.wait_group` and a barrier.",
    example: "llvm.mlir.global internal @m() {addr_space = 3 : i32, alignment = 8 : i64} : i64\n\
              llvm.func @k(%response: !llvm.ptr<3>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 1>} {\n  \
              %m = llvm.mlir.addressof @m : !llvm.ptr<3>\n  %c = llvm.mlir.constant(1 : i32) : i32\n  \
              %bytes = llvm.mlir.constant(16 : i32) : i32\n  \
              nvvm.mbarrier.init %m, %c : !llvm.ptr<3>, i32\n  \
              nvvm.mbarrier.expect_tx %m, %bytes : !llvm.ptr<3>, i32\n  \
              nvvm.clusterlaunchcontrol.try.cancel %response, %m\n  llvm.return\n}",
    check: async_copy_wait,
};

fn async_copy_wait(subject: &Subject, sink: &mut Sink) {
    let message = "completes on an mbarrier that no thread waits for";
    report_one_sided(subject, sink, MbarrierFault::NoThreadWaits, message);
    let Some((reach, kernel)) = kernel(subject) else { return };
    report_found(subject, sink, not_copied, |NotCopied| {
        Some("reads a matrix before a thread waits for the mbarrier of the copy that writes it".to_owned())
    });
    let has = |class| reach.reaches(kernel, class);
    if has(InstructionClass::CpAsyncWaitAll) || has(InstructionClass::CallUnknown) {
        return;
    }
    let message = match (has(InstructionClass::CpAsyncCommit), has(InstructionClass::CpAsyncWaitGroup)) {
        (true, true) => return,
        (false, true) => "is in no group that 'cp.async.wait_group' waits for: no 'cp.async.commit_group'",
        (_, false) => "copies asynchronously, and nothing in the kernel waits for it",
    };
    if let Some(copy) = first_executed(subject, InstructionClass::CpAsyncCopy) {
        sink.report_at(copy, message);
    }
}

const WGMMA_ORDER: Rule = Rule {
    id: RuleId::WgmmaOrder,
    summary: "`wgmma.fence` is before the first `wgmma.mma_async`; `wgmma.commit_group` and `wgmma.wait_group` are \
              after it, before the accumulator is read and before the kernel ends.",
    why: "The multiplication reads and writes registers asynchronously. Without the fence and the wait their values \
          are undefined.",
    source: "PTX ISA 9.7.15.",
    fix: "Write fence, mma_async, commit_group, wait_group in this order.",
    example: "llvm.func @k(%a: i64, %b: i64, %d: !llvm.struct<(f32, f32, f32, f32)>) attributes {nvvm.kernel, \
              nvvm.reqntid = array<i32: 128, 1, 1>} {\n  \
              %0 = nvvm.wgmma.mma_async %a, %b, %d, <m = 64, n = 8, k = 16>, D [<f32>, <zero>], \
              A [<f16>, <one>, <row>], B [<f16>, <one>, <col>] : !llvm.struct<(f32, f32, f32, f32)> -> \
              !llvm.struct<(f32, f32, f32, f32)>\n  nvvm.wgmma.commit.group.sync.aligned\n  \
              nvvm.wgmma.wait.group.sync.aligned 0\n  llvm.return\n}",
    check: wgmma_order,
};

fn wgmma_order(subject: &Subject, sink: &mut Sink) {
    report_found(subject, sink, wgmma::faults, |fault| {
        Some(match fault {
            WgmmaFault::ReadBeforeWait => "reads an accumulator before 'wgmma.wait_group'".to_owned(),
            // The caller of another function can have the others.
            _ if !subject.is_kernel() => return None,
            WgmmaFault::NoFence => "must have 'wgmma.fence' before it".to_owned(),
            WgmmaFault::WrittenSinceFence => {
                "must have 'wgmma.fence' between it and what writes registers of its accumulator".to_owned()
            }
            WgmmaFault::NotCommitted => "is not followed by 'wgmma.commit_group'".to_owned(),
            WgmmaFault::NotAwaited => "is not awaited by 'wgmma.wait_group' before the kernel ends".to_owned(),
        })
    });
}
