//! Orders that a thread has to keep: wgmma, and the initialisation of mbarriers.

use tileiras_kernel::protocol::mbarrier::{self, MbarrierFault};
use tileiras_kernel::protocol::wgmma::{self, WgmmaFault};

use super::{Group, Rule, RuleId, Severity, Sink, Subject, report_found};

pub(in crate::rules) const RULES: &[Rule] = &[MBARRIER_INIT, WGMMA_ORDER];

const MBARRIER_INIT: Rule = Rule {
    id: RuleId::MbarrierInit,
    group: Group::Isa,
    severity: Severity::Error,
    summary: "An mbarrier is initialised by one thread, and other threads use it after a barrier.",
    why: "A second initialisation, and a use before the first one, has undefined behaviour.",
    source: "PTX ISA 9.7.13.15, `mbarrier.init`.",
    fix: "Initialise in one thread, then `fence.mbarrier_init` or `fence`, then a barrier of the CTA or of the cluster.",
    example: "llvm.func @k(%m: !llvm.ptr<3>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {\n  \
              %c = llvm.mlir.constant(1 : i32) : i32\n  \
              nvvm.mbarrier.init %m, %c : !llvm.ptr<3>, i32\n  llvm.return\n}",
    check: mbarrier_init,
};

fn mbarrier_init(contract: &Subject, sink: &mut Sink) {
    report_found(contract, sink, mbarrier::faults, |fault| {
        Some(match fault {
            MbarrierFault::SeveralThreads => "must be initialised by a single thread, several get here".to_owned(),
            MbarrierFault::NotVisible => {
                "uses an mbarrier that another thread initialises, without a barrier between".to_owned()
            }
        })
    });
}

const WGMMA_ORDER: Rule = Rule {
    id: RuleId::WgmmaOrder,
    group: Group::Isa,
    severity: Severity::Error,
    summary: "`wgmma.fence` is before the first `wgmma.mma_async`; `wgmma.commit_group` and `wgmma.wait_group` are after \
              it, before the accumulator is read and before the kernel ends.",
    why: "The multiplication reads and writes registers asynchronously. Without the fence and the wait their values are \
          undefined.",
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

fn wgmma_order(contract: &Subject, sink: &mut Sink) {
    report_found(contract, sink, wgmma::faults, |fault| {
        Some(match fault {
            WgmmaFault::NoFence => "must have 'wgmma.fence' before it".to_owned(),
            WgmmaFault::NotCommitted => "is not followed by 'wgmma.commit_group'".to_owned(),
            WgmmaFault::NotAwaited => "is not awaited by 'wgmma.wait_group' before the kernel ends".to_owned(),
            WgmmaFault::ReadBeforeWait => "reads an accumulator before 'wgmma.wait_group'".to_owned(),
        })
    });
}
