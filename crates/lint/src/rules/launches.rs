//! What goes wrong in launches with chosen arguments ([`tileiras_kernel::simulation`]).
//!
//! A launch shows consequences, wherever they are: a wait that never ends, memory that is written too early. So it is
//! asked only about kernels in which no other rule of group `isa` finds an error.

use tileiras_kernel::dump::reason;
use tileiras_kernel::simulation::{Counterexample, Fault, Grid, Memory, Shown};

use crate::Violation;
use crate::report::root;
use crate::{Rule, Sink, Subject};
use tileiras_finding::{Certainty, RuleId, RuleSet, Severity, counted};

pub const RULES: &[Rule] =
    &[DATA_RACE, SHARED_OUT_OF_BOUNDS, ASYNC_OVERWRITE, ASYNC_PROXY_FENCE, TCGEN05_ADDRESS_DIVERGENT, LAUNCH_UNKNOWN];

/// Removes what launches refute: they would show the fault, too. What is said of every execution of an instruction,
/// such as that too many threads come, is refuted by one launch that executes it and has no fault. What is said of some
/// path is refuted only by a launch that is like all others. That a wait never ends is a witness at most if there is a
/// launch in which all ends.
pub fn remove_refuted(subject: &Subject, before: usize, sink: &mut Sink) {
    let Some(root) = root(subject).filter(|_| subject.is_kernel()) else { return };
    let rule = RuleId::MbarrierNeverCompletes;
    let causes = Causes::of(sink.violations().iter().skip(before).filter(|found| found.rule != rule));
    // The finding of a launch says more than the one that it supersedes.
    let supersedes = |counterexample: &Counterexample| {
        rule_of(counterexample.fault) == rule && !causes.explain(counterexample.fault)
    };
    let is_found = || root.launched().counterexamples.iter().any(|(_, counterexample)| supersedes(counterexample));
    sink.retain_from(before, |found: &mut Violation| match (found.rule, found.instruction) {
        (RuleId::MbarrierNeverCompletes, Some(id)) => match root.launched().shown(id) {
            Shown::Nothing => true,
            Shown::InLaunch { threads, number } if !is_found() => {
                found.certainty = Certainty::Witness;
                found.message.push_str(&in_launch(threads, Some(number)));
                true
            }
            Shown::InLaunch { .. } | Shown::Refuted => false,
        },
        (RuleId::MbarrierInit, Some(id)) => !root.launched().is_right(id),
        // Too many arrivals for one phase can be those of several ones: a launch has to show it.
        (RuleId::MbarrierArrivalCount, Some(id)) => root.launched().goes_wrong(id),
        (RuleId::Tcgen05DeallocMismatch | RuleId::Tcgen05UseUnallocated, Some(id)) => !root.is_refuted(id),
        _ => true,
    });
}

/// Reports the faults of launches, each under the rule that it breaks. `before`: how many violations there were before
/// those of this body.
pub fn report_launches(subject: &Subject, enabled: &RuleSet, before: usize, sink: &mut Sink) {
    let Some(root) = root(subject).filter(|_| subject.is_kernel()) else { return };
    let causes = Causes::of(sink.violations().iter().skip(before));
    if matches!(causes, Causes::All) {
        return;
    }
    for (id, counterexample) in &root.launched().counterexamples {
        let rule = rule_of(counterexample.fault);
        if enabled.contains(rule) && !causes.explain(counterexample.fault) {
            sink.begin(rule);
            let certainty = if counterexample.is_certain { Certainty::Certain } else { Certainty::Witness };
            sink.report_at_with(*id, (certainty, counterexample.other), message(counterexample));
        }
    }
}

/// Which faults of launches can be consequences of what other rules have found.
enum Causes {
    None,
    /// A wrong number of bytes: waits end early, or never although all threads arrive. Arrivals that are missing are
    /// reported beside it.
    Bytes,
    /// An error.
    All,
}

impl Causes {
    fn of<'v>(found: impl Iterator<Item = &'v Violation>) -> Self {
        found.fold(Self::None, |causes, found| match (found.severity(), causes) {
            (Severity::Error, _) | (_, Self::All) => Self::All,
            _ if found.rule == RuleId::ClcTransactionBytes => Self::Bytes,
            (_, causes) => causes,
        })
    }

    fn explain(&self, fault: Fault) -> bool {
        match self {
            Self::None => false,
            Self::Bytes => !matches!(fault, Fault::Mbarrier { arrived, count } if arrived < count),
            Self::All => true,
        }
    }
}

const fn rule_of(fault: Fault) -> RuleId {
    match fault {
        Fault::Mbarrier { .. } | Fault::Repeats => RuleId::MbarrierNeverCompletes,
        Fault::Bytes { .. } | Fault::Surplus { .. } => RuleId::MbarrierTransactionBytes,
        Fault::Barrier { count: Some(_), .. } | Fault::ArrivesAgain | Fault::DifferentCounts { .. } => {
            RuleId::NamedBarrierCount
        }
        Fault::Barrier { count: None, .. } => RuleId::CtaBarrierDivergent,
        Fault::ClusterBarrier => RuleId::ClusterBarrierDivergent,
        Fault::NotInitialised
        | Fault::InitialisedByOther
        | Fault::InitialisedAgain
        | Fault::InvalidatedEarly
        | Fault::StoresToMbarrier => RuleId::MbarrierInit,
        Fault::PartOfWarp | Fault::PartOfMask | Fault::DifferentBarriers | Fault::NotInMask { .. } => {
            RuleId::WarpSyncIncomplete
        }
        Fault::Columns { .. } => RuleId::Tcgen05Columns,
        Fault::Registers { .. } => RuleId::SetMaxNRegCount,
        Fault::Released | Fault::NothingAllocated => RuleId::Tcgen05UseUnallocated,
        Fault::ReleasesPart { .. } | Fault::ReleasesOther => RuleId::Tcgen05DeallocMismatch,
        Fault::StillUsed => RuleId::Tcgen05DeallocUnsynced,
        Fault::TooMany { .. } | Fault::BeyondCount => RuleId::MbarrierArrivalCount,
        Fault::ReadsCopy => RuleId::AsyncCopyWait,
        Fault::ReadsResponse => RuleId::ClcResponseWait,
        Fault::NotAllocated { .. } => RuleId::Tcgen05UseUnallocated,
        Fault::DifferentAddresses => RuleId::Tcgen05AddressDivergent,
        Fault::NotFenced => RuleId::ClcProxyFence,
        Fault::ReadsProduct => RuleId::Tcgen05ResultWait,
        Fault::NotStarted => RuleId::ClusterPeerNotStarted,
        Fault::Exited | Fault::ArrivesAfterExit => RuleId::ClusterPeerExited,
        Fault::Race(_) => RuleId::DataRace,
        Fault::OutOfBounds { .. } => RuleId::SharedOutOfBounds,
        Fault::Overwrites => RuleId::AsyncOverwrite,
        Fault::NotVisible | Fault::ReadsEarly => RuleId::AsyncProxyFence,
    }
}

fn message(counterexample: &Counterexample) -> String {
    let Counterexample { fault, threads, number, requests, grid, is_late, is_certain, .. } = counterexample;
    let what = match fault {
        Fault::Mbarrier { arrived, count } if arrived < count => {
            format!("waits for {} at an mbarrier, and {arrived} come", counted(*count, "arrival"))
        }
        Fault::Mbarrier { .. } => "waits for bytes that never complete on an mbarrier".to_owned(),
        Fault::Repeats => "repeats a test of an mbarrier as long as it succeeds".to_owned(),
        Fault::Bytes { expected, copied } => {
            format!("waits for {} on an mbarrier, but {copied} are copied", counted(*expected, "byte"))
        }
        Fault::Surplus { expected, copied } => {
            format!("expects {} on an mbarrier in all, but {copied} are copied", counted(*expected, "byte"))
        }
        Fault::Barrier { arrived, count: Some(count) } => {
            format!("waits for {}, and {arrived} come", counted(*count, "thread"))
        }
        Fault::Barrier { count: None, .. } => "waits for all threads of the CTA, and some wait elsewhere".to_owned(),
        Fault::ArrivesAgain => {
            "arrives again at a barrier that can still wait for other warps: it counts this one twice".to_owned()
        }
        Fault::DifferentCounts { count, other } => {
            format!("counts {} at a barrier where others count {other}", counted(*count, "thread"))
        }
        Fault::ClusterBarrier => "waits for all threads of the cluster, and some wait elsewhere".to_owned(),
        Fault::NotInitialised => "uses an mbarrier that is not initialised".to_owned(),
        Fault::InitialisedByOther => {
            "uses an mbarrier that another thread initialises, without a barrier between".to_owned()
        }
        Fault::InitialisedAgain => "initialises an mbarrier again without 'mbarrier.inval' before".to_owned(),
        Fault::TooMany { found, count } => {
            format!("arrives {found} times together at an mbarrier whose phases count {}", counted(*count, "arrival"))
        }
        Fault::BeyondCount => {
            "arrives in a phase of an mbarrier that has all of its arrivals and waits only for bytes".to_owned()
        }
        Fault::ReleasesPart { columns, of } => format!("releases {columns} columns of an allocation of {of}"),
        Fault::ReleasesOther => "releases another address than 'tcgen05.alloc' has returned".to_owned(),
        Fault::ReadsCopy => "reads what an asynchronous copy can still write".to_owned(),
        Fault::ReadsResponse => "reads the response of 'try_cancel' without a wait on its mbarrier".to_owned(),
        Fault::NotFenced => "requests again without a proxy fence after the last response was read".to_owned(),
        Fault::InvalidatedEarly => "invalidates an mbarrier that other threads can still use".to_owned(),
        Fault::StoresToMbarrier => "stores to an mbarrier without 'mbarrier.inval' before".to_owned(),
        Fault::PartOfWarp => "is executed by a part of a warp, and the rest waits elsewhere".to_owned(),
        Fault::PartOfMask => "is executed by some lanes of its mask, and the others wait elsewhere".to_owned(),
        Fault::NotInMask { lane } => format!("is executed by lane {lane}, which its mask does not name"),
        Fault::DifferentBarriers => "names different barriers in the lanes of a warp".to_owned(),
        Fault::Columns { asked, held } => {
            format!(
                "waits for {asked} columns of tensor memory, {held} of 512 are allocated, and no thread releases any"
            )
        }
        Fault::Registers { asked, free } => {
            format!("waits for {asked} registers, {free} are free, and no warp releases any")
        }
        Fault::StillUsed => {
            "releases tensor memory that another warp can still use, without a barrier between".to_owned()
        }
        Fault::NothingAllocated => "uses tensor memory, and the kernel allocates none".to_owned(),
        Fault::Released => "uses tensor memory that has been released".to_owned(),
        Fault::NotAllocated { column, columns } => {
            format!("uses column {column} of an allocation of {columns} columns")
        }
        Fault::DifferentAddresses => "has different addresses in the lanes of a warp".to_owned(),
        Fault::ReadsProduct => "reads what an asynchronous tcgen05 instruction can still write".to_owned(),
        Fault::NotStarted => "uses the shared memory of another CTA before a cluster barrier".to_owned(),
        Fault::ArrivesAfterExit => {
            "arrives at an mbarrier of a CTA that may have exited: nothing there waits for it".to_owned()
        }
        Fault::Exited => "accesses the shared memory of a CTA that may have exited".to_owned(),
        Fault::Race(Memory::Shared) => {
            "accesses a word of shared memory that another thread accesses, and nothing orders them".to_owned()
        }
        Fault::Race(Memory::Tensor) => {
            "accesses a part of tensor memory that another warp accesses, and nothing orders them".to_owned()
        }
        Fault::NotVisible => "reads what threads have stored, without 'fence.proxy.async' after the stores".to_owned(),
        Fault::ReadsEarly => "reads what other threads can still write".to_owned(),
        Fault::OutOfBounds { end, size } => {
            let last = end.saturating_sub(1);
            format!("accesses byte {last} of a variable in shared memory, which has {size} bytes")
        }
        Fault::Overwrites => "writes what other instructions can still read or write".to_owned(),
    };
    let what = if *is_late { what + ", if waits for mbarriers end late" } else { what };
    let grid = match grid {
        _ if *is_certain => return format!("{what}, in every launch"),
        Some(Grid::One) => " whose grid is one CTA or cluster",
        Some(Grid::Several) => " whose grid has several CTAs or clusters",
        None => "",
    };
    let requests = requests.map(|requests| match requests {
        1 => " in which 1 request to cancel succeeds".to_owned(),
        requests => format!(" in which {requests} requests to cancel succeed"),
    });
    what + &in_launch(*threads, *number) + &requests.unwrap_or_default() + grid
}

/// The end of a message that is about one launch: the threads of its block, and the number of its integer arguments if
/// it is of any.
fn in_launch(threads: u32, number: Option<u64>) -> String {
    let threads = counted(threads, "thread");
    match number {
        Some(number) => format!(", in a launch of {threads} whose integer arguments are {number}"),
        None => format!(", in a launch of {threads}"),
    }
}

const DATA_RACE: Rule = Rule {
    id: RuleId::DataRace,
    summary: "Two threads access a word of shared or tensor memory in a stated order, if one of them writes it.",
    why: "Without an order, a thread reads the old word, the new one, or a part of each. Warps run at different \
          speeds: what happens to be right on one chip or in one launch is wrong in the next one.",
    source: "PTX ISA 8.7.1, on data races, and 9.7.16.6.",
    fix: "Put a barrier between the accesses, or let the second thread wait for an mbarrier at which the first one \
          arrives. Between reads and the next writes of a loop, a barrier is needed, too.",
    example: "llvm.mlir.global internal @a() {addr_space = 3 : i32, alignment = 4 : i64} : !llvm.array<64 x i32>\n\
              llvm.func @k(%to: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64>} {\n  \
              %a = llvm.mlir.addressof @a : !llvm.ptr<3>\n  %half = llvm.mlir.constant(32 : i32) : i32\n  \
              %t = nvvm.read.ptx.sreg.tid.x : i32\n  %other = llvm.xor %t, %half : i32\n  \
              %own = llvm.getelementptr %a[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32\n  \
              %peer = llvm.getelementptr %a[%other] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32\n  \
              llvm.store %t, %own : i32, !llvm.ptr<3>\n  %v = llvm.load %peer : !llvm.ptr<3> -> i32\n  \
              %g = llvm.getelementptr %to[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32\n  \
              llvm.store %v, %g : i32, !llvm.ptr<1>\n  llvm.return\n}",
    check: reported_by_launches,
};

const SHARED_OUT_OF_BOUNDS: Rule = Rule {
    id: RuleId::SharedOutOfBounds,
    summary: "An access to shared memory is inside the variable whose address it uses.",
    why: "What follows a variable is decided by the assembler: another variable, such as an mbarrier, dynamic shared \
          memory, or nothing. It is a warning, since PTX does not forbid to count on an order of variables.",
    source: "LLVM Language Reference, on pointer aliasing rules: an access through the address of a variable is to that \
             variable.",
    fix: "Make the variable larger, or the copy smaller. The number of stages in the declaration and in the code that \
          counts them have to agree.",
    example: "llvm.mlir.global internal @a() {addr_space = 3 : i32, alignment = 4 : i64} : !llvm.array<64 x i32>\n\
              llvm.func @k(%to: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128>} {\n  \
              %a = llvm.mlir.addressof @a : !llvm.ptr<3>\n  %t = nvvm.read.ptx.sreg.tid.x : i32\n  \
              %own = llvm.getelementptr %a[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32\n  \
              llvm.store %t, %own : i32, !llvm.ptr<3>\n  nvvm.barrier0\n  \
              %v = llvm.load %a : !llvm.ptr<3> -> i32\n  llvm.store %v, %to : i32, !llvm.ptr<1>\n  llvm.return\n}",
    check: reported_by_launches,
};

const ASYNC_OVERWRITE: Rule = Rule {
    id: RuleId::AsyncOverwrite,
    summary: "Memory is overwritten after all asynchronous accesses to it, and all reads of what it had, are complete.",
    why: "Copies and products are executed while threads go on. A copy overwrites what others still read, and a store \
          what a bulk copy still reads. A producer has to wait until its consumers have released the memory, and they \
          release it when their products and copies are complete.",
    source: "PTX ISA 9.7.13.15, 9.7.15 and 9.7.16.6.",
    fix: "Wait for an mbarrier at which the readers arrive: after `wgmma.wait_group`, by `tcgen05.commit`, or after \
          `tcgen05.wait::ld`. Before stores to the source of a bulk copy, wait for its group, then at a barrier.",
    example: "llvm.mlir.global internal @m() {addr_space = 3 : i32, alignment = 8 : i64} : i64\n\
              llvm.mlir.global internal @a() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<1024 x i8>\n\
              llvm.func @k(%from: !llvm.ptr<1>, %t: !llvm.ptr<6>, %d: i32, %e: i1) attributes {nvvm.kernel, \
              nvvm.reqntid = array<i32: 32>} {\n  \
              %m = llvm.mlir.addressof @m : !llvm.ptr<3>\n  %a = llvm.mlir.addressof @a : !llvm.ptr<3>\n  \
              %to = llvm.addrspacecast %a : !llvm.ptr<3> to !llvm.ptr<7>\n  \
              %zero = llvm.mlir.constant(0 : i32) : i32\n  %c = llvm.mlir.constant(1 : i32) : i32\n  \
              %size = llvm.mlir.constant(1024 : i32) : i32\n  %four = llvm.mlir.constant(4 : i32) : i32\n  \
              %address = llvm.ptrtoint %a : !llvm.ptr<3> to i32\n  %part = llvm.lshr %address, %four : i32\n  \
              %desc = llvm.zext %part : i32 to i64\n  \
              %one = nvvm.elect.sync -> i1\n  llvm.cond_br %one, ^bb1, ^bb2\n^bb1:\n  \
              nvvm.mbarrier.init %m, %c : !llvm.ptr<3>, i32\n  \
              nvvm.mbarrier.arrive.expect_tx %m, %size : !llvm.ptr<3>, i32\n  \
              nvvm.cp.async.bulk.shared.cluster.global %to, %from, %m, %size : !llvm.ptr<7>, !llvm.ptr<1>\n  \
              nvvm.mbarrier.try_wait.parity %m, %zero, %c : !llvm.ptr<3>, i32, i32\n  \
              nvvm.tcgen05.mma %t, %desc, %desc, %d, %e {kind = #nvvm.tcgen05_mma_kind<f16>, \
              ctaGroup = #nvvm.cta_group<cta_1>} : (!llvm.ptr<6>, i64, i64, i32, i1)\n  \
              nvvm.mbarrier.arrive.expect_tx %m, %size : !llvm.ptr<3>, i32\n  \
              nvvm.cp.async.bulk.shared.cluster.global %to, %from, %m, %size : !llvm.ptr<7>, !llvm.ptr<1>\n  \
              nvvm.mbarrier.try_wait.parity %m, %c, %c : !llvm.ptr<3>, i32, i32\n  \
              llvm.br ^bb2\n^bb2:\n  llvm.return\n}",
    check: reported_by_launches,
};

const ASYNC_PROXY_FENCE: Rule = Rule {
    id: RuleId::AsyncProxyFence,
    summary: "Stores of threads are before a fence of the async proxy, and before a barrier, when an asynchronous \
              operation reads what they store.",
    why: "Bulk copies and products read shared memory by the async proxy. It does not see what threads have stored \
          before a fence of the proxy, and the threads have to be past the fence when the copy or the product begins. \
          Otherwise it reads the previous contents.",
    source: "PTX ISA 9.7.9.25, 9.7.13.4 and 9.7.15.",
    fix: "Let every thread that stores execute `fence.proxy.async` after its stores, then a barrier, and then issue \
          the copy or the product.",
    example: "llvm.mlir.global internal @a() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<16 x i8>\n\
              llvm.func @k(%to: !llvm.ptr<1>, %n: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 1>} {\n  \
              %a = llvm.mlir.addressof @a : !llvm.ptr<3>\n  %size = llvm.mlir.constant(16 : i32) : i32\n  \
              llvm.store %n, %a : i32, !llvm.ptr<3>\n  \
              nvvm.cp.async.bulk.global.shared.cta %to, %a, %size : !llvm.ptr<1>, !llvm.ptr<3>\n  \
              nvvm.cp.async.bulk.commit.group\n  nvvm.cp.async.bulk.wait_group 0\n  llvm.return\n}",
    check: reported_by_launches,
};

const TCGEN05_ADDRESS_DIVERGENT: Rule = Rule {
    id: RuleId::Tcgen05AddressDivergent,
    summary: "All lanes of a warp name the same address in `tcgen05.ld` and `tcgen05.st`.",
    why: "The instruction itself gives each lane its row of tensor memory, from one address. With different addresses \
          the result is undefined.",
    source: "PTX ISA 9.7.16.8.",
    fix: "Add the first lane of the warp to the address, and not the lane of the thread.",
    example: "llvm.mlir.global internal @slot() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<4 x i32>\n\
              llvm.func @k(%to: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32>} {\n  \
              %slot = llvm.mlir.addressof @slot : !llvm.ptr<3>\n  %n = llvm.mlir.constant(32 : i32) : i32\n  \
              nvvm.tcgen05.alloc %slot, %n : !llvm.ptr<3>, i32\n  \
              %base = llvm.load %slot : !llvm.ptr<3> -> i32\n  %t = llvm.inttoptr %base : i32 to !llvm.ptr<6>\n  \
              %lane = nvvm.read.ptx.sreg.laneid : i32\n  %sum = llvm.add %base, %lane : i32\n  \
              %own = llvm.inttoptr %sum : i32 to !llvm.ptr<6>\n  \
              %v = nvvm.tcgen05.ld %own {shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>} : i32\n  \
              nvvm.tcgen05.wait <load>\n  nvvm.tcgen05.dealloc %t, %n : !llvm.ptr<6>, i32\n  \
              nvvm.cp.async.bulk.global.shared.cta %to, %slot, %n : !llvm.ptr<1>, !llvm.ptr<3>\n  \
              nvvm.cp.async.bulk.commit.group\n  nvvm.cp.async.bulk.wait_group 0\n  llvm.return\n}",
    check: reported_by_launches,
};

const LAUNCH_UNKNOWN: Rule = Rule {
    id: RuleId::LaunchUnknown,
    summary: "With the option `pedantic`: launches of a kernel whose threads share memory or wait for each other are \
              executed.",
    why: "Data races, early reads and waits that never end are found in launches with chosen arguments. Of a kernel \
          that cannot be executed, or not to its end, nothing is said.",
    source: "docs/EXECUTION.md.",
    fix: "State `nvvm.reqntid` and `nvvm.cluster_dim`. `tileiras-contract check --dump=launch` shows the launches of \
          PTX.",
    example: "// with chip=sm_90a ptx=8.8 pedantic\n\
              llvm.mlir.global internal @a() {addr_space = 3 : i32, alignment = 4 : i64} : i32\n\
              llvm.func @k(%n: i32) attributes {nvvm.kernel} {\n  %a = llvm.mlir.addressof @a : !llvm.ptr<3>\n  \
              llvm.store volatile %n, %a : i32, !llvm.ptr<3>\n  nvvm.barrier0\n  llvm.return\n}",
    check: launch_unknown,
};

fn launch_unknown(subject: &Subject, sink: &mut Sink) {
    let Some(root) = root(subject).filter(|_| subject.is_kernel()) else { return };
    if let Some(unknown) = root.launched().unknown {
        sink.report(format!("is not checked in launches: {}", reason(unknown)));
    }
}

/// [`report_launches`] reports it.
pub(super) fn reported_by_launches(_: &Subject, _: &mut Sink) {}
