//! Rules for `clusterlaunchcontrol` (CLC), the PTX instructions that cancel the launch of a cluster that has not
//! started.
//!
//! `try_cancel` is a request. It writes a response of 16 bytes, aligned to 16 bytes, to shared memory, and completes
//! these bytes on an mbarrier. The request has failed if `query_cancel.is_canceled` of the response is false. After a
//! failed request, a CTA must not execute another `try_cancel`.

use std::collections::{BTreeMap, BTreeSet};

use tileiras_kernel::execution::{Root, Run, Shape, Site};
use tileiras_kernel::paths::address::{Address, Base, can_be_same};
use tileiras_kernel::program::{ClusterUse, MbarrierOperation};
use tileiras_kernel::protocol::clc::{CancelFault, faults};
use tileiras_kernel::protocol::cluster::NeedsPeer;
use tileiras_kernel::value::Uniformity;
use tileiras_kernel::{InstId, InstructionClass, InstructionKind, ValueId};

use crate::report::{first_executed, function, kernel, report_found, report_sites, root};
use crate::rules::cluster::needing_exited_peer;
use crate::{Rule, Sink, Subject};
use tileiras_finding::RuleId;

pub const RULES: &[Rule] = &[
    CLC_ISSUE,
    CLC_AFTER_FAILURE,
    CLC_TRANSACTION_BYTES,
    CLC_RESPONSE_ALIGNMENT,
    CLC_RESPONSE_WAIT,
    CLC_CANCELED_UNCHECKED,
    CLC_PROXY_FENCE,
    CLC_MULTICAST_EXIT,
];

/// The size and the alignment of a response, in bytes. Reference 001 in `docs/REFERENCES.md`.
const RESPONSE_BYTES: u32 = 16;

const CLC_ISSUE: Rule = Rule {
    id: RuleId::ClcIssue,
    summary: "A request to cancel is issued by one thread; with `.multicast::cluster::all`, by one thread of the \
              cluster.",
    why: "Each thread cancels a cluster of its own, and the responses overwrite each other: their work is lost.",
    source: "Reference 001, PTX ISA 9.7.13.17.",
    fix: "Request in one thread, such as the one that `elect.sync` selects in one warp.",
    example: "llvm.func @k(%response: !llvm.ptr<3>, %mbar: !llvm.ptr<3>) attributes {nvvm.kernel, \
              nvvm.reqntid = array<i32: 128, 1, 1>} {\n  \
              %bytes = llvm.mlir.constant(16 : i32) : i32\n  \
              nvvm.mbarrier.expect_tx %mbar, %bytes : !llvm.ptr<3>, i32\n  \
              nvvm.clusterlaunchcontrol.try.cancel %response, %mbar\n  llvm.return\n}",
    check: issue,
};

fn issue(subject: &Subject, sink: &mut Sink) {
    report_sites(subject, sink, |site| {
        let InstructionKind::TryCancel { response, .. } = site.instruction.kind else { return None };
        // Each thread can have a response of its own: several overwrite one that has the same address in the CTA.
        let is_same = response
            .is_none_or(|response| site.known(response).uniformity_on(&site.presence.threads) <= Uniformity::Cta);
        let fewest = site.presence.fewest();
        (is_same && fewest > 1).then(|| format!("must be issued by a single thread, {fewest} threads get here"))
    });
    let Some(root) = root(subject) else { return };
    for (id, ctas) in root.found_in_all(multicast_by_several) {
        sink.report_at(id, format!("must be issued by one thread of the cluster, {ctas} CTAs get here"));
    }
}

/// The multicast requests that several CTAs of a cluster certainly issue, and how many.
fn multicast_by_several(shape: &Shape<'_>) -> Vec<(InstId, u32)> {
    let Some(ctas) = shape.ctas.first().and_then(|run| run.cta.cluster_ctas()) else { return Vec::new() };
    // A single run stands for all CTAs.
    let count = if shape.ctas.len() == 1 { ctas } else { 1 };
    // A response is written at the same offset in all CTAs. Requests at different offsets do not overwrite each other.
    let has_same_response = |site: &Site<'_, '_>| match site.instruction.kind {
        InstructionKind::TryCancel { multicast: true, response, .. } => response
            .is_none_or(|response| site.known(response).uniformity_on(&site.presence.threads) <= Uniformity::Cluster),
        _ => false,
    };
    let mut issued: BTreeMap<InstId, u32> = BTreeMap::new();
    for run in &shape.ctas {
        let is_certain = |site: &Site<'_, '_>| has_same_response(site) && site.presence.is_chosen_by_launch();
        // A CTA can reach one instruction on several paths.
        let of_cta: BTreeSet<InstId> = run.sites().filter(is_certain).map(|site| site.instruction.id).collect();
        of_cta.into_iter().for_each(|id| *issued.entry(id).or_default() += count);
    }
    issued.into_iter().filter(|&(_, found)| found > 1).collect()
}

const CLC_AFTER_FAILURE: Rule = Rule {
    id: RuleId::ClcAfterFailure,
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

fn after_failure(subject: &Subject, sink: &mut Sink) {
    report_found(subject, sink, faults, |fault| {
        (fault == CancelFault::AfterFailure)
            .then(|| "must not request another cancellation where one has failed".to_owned())
    });
}

const CLC_TRANSACTION_BYTES: Rule = Rule {
    id: RuleId::ClcTransactionBytes,
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

fn transaction_bytes(subject: &Subject, sink: &mut Sink) {
    if let Some(root) = root(subject) {
        for (id, bytes) in root.found_in_all(|shape| shape.ctas.iter().flat_map(wrong_expected_bytes).collect()) {
            sink.report_at(id, format!("should expect the {RESPONSE_BYTES} bytes of 'try_cancel', got {bytes}"));
        }
    }
    // Without any 'expect_tx' it does not matter whether the mbarrier of the request is known.
    if let Some((reach, kernel)) = kernel(subject)
        && !reach.reaches(kernel, InstructionClass::ExpectTx)
        && !root(subject).is_some_and(calls_unknown_code)
        && let Some(request) = first_executed(subject, InstructionClass::TryCancel)
    {
        let message = format!("no 'expect_tx' is reached for the {RESPONSE_BYTES} bytes of 'try_cancel'");
        sink.report_with_cause(request, message);
    }
}

fn calls_unknown_code(root: &Root<'_>) -> bool {
    let mut sites = root.shapes.iter().flat_map(|shape| &shape.ctas).flat_map(Run::sites);
    sites.any(|site| site.instruction.kind == InstructionKind::CallUnknown)
}

/// An instruction on an mbarrier.
struct Use<'r, 'p> {
    mbarrier: Option<Address>,
    site: Site<'r, 'p>,
    /// The bytes that it expects, if that is known; none of a request.
    bytes: Option<u64>,
}

impl Use<'_, '_> {
    const fn id(&self) -> InstId {
        self.site.instruction.id
    }

    /// Whether both are on the same mbarrier, and executed as often: in one iteration of the same loops.
    fn is_beside(&self, other: &Self) -> bool {
        let innermost =
            |of: &Self| of.site.run.graph(of.site.context).and_then(|graph| graph.loops.innermost(of.site.block));
        let is_same = self.mbarrier.zip(other.mbarrier).and_then(|(one, other)| one.is_same(other));
        is_same == Some(true) && self.site.context == other.site.context && innermost(self) == innermost(other)
    }

    fn can_be_on_mbarrier_of(&self, other: &Self) -> bool {
        can_be_same(self.mbarrier, other.mbarrier)
    }
}

/// What a CTA does on mbarriers of requests.
struct Uses<'r, 'p> {
    requests: Vec<Use<'r, 'p>>,
    /// The `expect_tx`.
    expected: Vec<Use<'r, 'p>>,
    /// Whether they can expect bytes of something else than a request.
    may_be_for_copies: bool,
}

impl<'r, 'p> Uses<'r, 'p> {
    fn of(run: &'r Run<'p>) -> Self {
        let mut uses = Uses { requests: Vec::new(), expected: Vec::new(), may_be_for_copies: false };
        for site in run.sites() {
            let on = |mbarrier: Option<ValueId>, bytes| {
                let mbarrier = mbarrier.map(|value| Address::of(run, site.context, value));
                Use { mbarrier, site, bytes }
            };
            uses.may_be_for_copies |= matches!(site.instruction.cluster_use, ClusterUse::PeerMemory { .. });
            match site.instruction.kind {
                InstructionKind::TryCancel { mbarrier, .. } => uses.requests.push(on(mbarrier, None)),
                InstructionKind::Mbarrier { operation: MbarrierOperation::ExpectTx { bytes, .. }, address, .. } => {
                    uses.expected.push(on(address, bytes.and_then(|bytes| site.constant(bytes))))
                }
                InstructionKind::AsyncCopy(_) | InstructionKind::CallUnknown => uses.may_be_for_copies = true,
                _ => {}
            }
        }
        uses
    }

    /// The request that is executed as often as an `expect_tx`, on the same mbarrier. The iterations of a loop can have
    /// sites of their own.
    fn request_of(&self, expect: &Use<'_, '_>) -> Option<&Use<'r, 'p>> {
        let request = self.requests.iter().find(|other| other.is_beside(expect))?;
        let count = |all: &[Use<'_, '_>], id| all.iter().filter(|one| one.id() == id && one.is_beside(expect)).count();
        (count(&self.expected, expect.id()) == count(&self.requests, request.id())).then_some(request)
    }

    /// The bytes that an `expect_tx` expects, if its request completes others. With a second one on the mbarrier, or in
    /// other iterations than a request, the sum is not known. It can expect more for copies and other requests that
    /// complete on the same mbarrier.
    fn wrong_bytes(&self, expect: &Use<'_, '_>) -> Option<u64> {
        let (bytes, request) = (expect.bytes?, self.request_of(expect)?);
        let mut others = self.expected.iter().filter(|other| other.can_be_on_mbarrier_of(expect));
        if others.any(|other| other.id() != expect.id() || self.request_of(other).is_none()) {
            return None;
        }
        let mut requests = self.requests.iter().filter(|other| other.can_be_on_mbarrier_of(expect));
        let is_only_request = requests.all(|other| other.id() == request.id());
        let (expecting, requesting) = (expect.site.presence, request.site.presence);
        // If the same threads execute both, each expects what it completes.
        let (fewest, most, most_requests) = match expecting == requesting {
            true => (1, 1, 1),
            false => (expecting.fewest(), expecting.most(), requesting.most()),
        };
        let size = u64::from(RESPONSE_BYTES);
        let (least, greatest) = (bytes.saturating_mul(fewest.into()), bytes.saturating_mul(most.into()));
        if greatest < size {
            return Some(greatest);
        }
        let is_too_much = least > size * u64::from(most_requests) && is_only_request && !self.may_be_for_copies;
        is_too_much.then_some(least)
    }
}

/// The `expect_tx` that expect other bytes than the requests on their mbarrier complete, and how many.
fn wrong_expected_bytes(run: &Run<'_>) -> Vec<(InstId, u64)> {
    let uses = Uses::of(run);
    uses.expected.iter().filter_map(|expect| Some((expect.id(), uses.wrong_bytes(expect)?))).collect()
}

const CLC_RESPONSE_ALIGNMENT: Rule = Rule {
    id: RuleId::ClcResponseAlignment,
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

fn response_alignment(subject: &Subject, sink: &mut Sink) {
    let (analysis, function) = function(subject);
    for instruction in analysis.function(function).instructions() {
        if let InstructionKind::TryCancel { alignment: Some(alignment), .. } = instruction.kind
            && alignment < u64::from(RESPONSE_BYTES)
        {
            sink.report_at(instruction.id, misaligned(alignment));
        }
    }
    // The address can come from a loop or a caller.
    report_sites(subject, sink, |site| {
        let InstructionKind::TryCancel { response, alignment: None, .. } = site.instruction.kind else { return None };
        let Address { base: Base::Symbol(variable), offset, .. } = Address::of(site.run, site.context, response?)
        else {
            return None;
        };
        let of_offset = if offset == 0 { u64::MAX } else { 1 << offset.trailing_zeros() };
        let alignment = analysis.alignment(variable)?.min(of_offset);
        (alignment < u64::from(RESPONSE_BYTES)).then(|| misaligned(alignment))
    });
}

fn misaligned(alignment: u64) -> String {
    format!("response should be aligned to {RESPONSE_BYTES} bytes, got {alignment}")
}

const CLC_RESPONSE_WAIT: Rule = Rule {
    id: RuleId::ClcResponseWait,
    summary: "A wait on the mbarrier of a request is before its response is read, and before the next request.",
    why: "The response is written asynchronously. Before the phase of the mbarrier completes it is not there.",
    source: "Reference 001, PTX ISA 9.7.13.17.",
    fix: "Loop on `mbarrier.try_wait` with the mbarrier of the request before the load.",
    example: "llvm.mlir.global internal @response() {addr_space = 3 : i32, alignment = 16 : i64} : i128\n\
              llvm.mlir.global internal @mbar() {addr_space = 3 : i32, alignment = 8 : i64} : i64\n\
              llvm.func @k(%out: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 1>} {\n  \
              %bytes = llvm.mlir.constant(16 : i32) : i32\n  \
              %response = llvm.mlir.addressof @response : !llvm.ptr<3>\n  \
              %mbar = llvm.mlir.addressof @mbar : !llvm.ptr<3>\n  \
              %one = llvm.mlir.constant(1 : i32) : i32\n  \
              nvvm.mbarrier.init %mbar, %one : !llvm.ptr<3>, i32\n  \
              nvvm.mbarrier.arrive.expect_tx %mbar, %bytes : !llvm.ptr<3>, i32\n  \
              nvvm.clusterlaunchcontrol.try.cancel %response, %mbar\n  \
              %0 = llvm.load %response : !llvm.ptr<3> -> i128\n  \
              %1 = nvvm.clusterlaunchcontrol.query.cancel query = get_first_cta_id_x, %0 : i32\n  \
              %zero = llvm.mlir.constant(0 : i32) : i32\n  \
              nvvm.mbarrier.try_wait.parity %mbar, %zero, %zero : !llvm.ptr<3>, i32, i32\n  \
              llvm.store %1, %out : i32, !llvm.ptr<1>\n  llvm.return\n}",
    check: response_wait,
};

fn response_wait(subject: &Subject, sink: &mut Sink) {
    report_found(subject, sink, faults, |fault| match fault {
        CancelFault::ReadBeforeWait => {
            Some("reads the response of 'try_cancel' without a wait on its mbarrier".to_owned())
        }
        CancelFault::Pending => Some("requests again without a wait for the last response".to_owned()),
        _ => None,
    });
}

const CLC_CANCELED_UNCHECKED: Rule = Rule {
    id: RuleId::ClcCanceledUnchecked,
    summary: "A kernel that reads `query_cancel.get_first_ctaid` tests `is_canceled` on every path before it, or after \
              it.",
    why: "If the request has failed, there is no first CTA, and the result is undefined. Code may read it in any case, \
          and use it only where the request has succeeded, as CUTLASS does.",
    source: "Reference 001, PTX ISA 9.7.13.18.",
    fix: "Branch on `is_canceled` first.",
    example: "llvm.func @k(%p: !llvm.ptr<3>, %out: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 1>} {\n  \
              %0 = llvm.load %p : !llvm.ptr<3> -> i128\n  \
              %1 = nvvm.clusterlaunchcontrol.query.cancel query = get_first_cta_id_x, %0 : i32\n  \
              llvm.store %1, %out : i32, !llvm.ptr<1>\n  llvm.return\n}",
    check: canceled_unchecked,
};

fn canceled_unchecked(subject: &Subject, sink: &mut Sink) {
    // The caller of another function can have checked.
    if !subject.is_kernel() {
        return;
    }
    report_found(subject, sink, faults, |fault| {
        (fault == CancelFault::Unchecked)
            .then(|| "reads the first CTA of a response where 'is_canceled' is not known to be true".to_owned())
    });
}

const CLC_PROXY_FENCE: Rule = Rule {
    id: RuleId::ClcProxyFence,
    summary: "Between the read of a response and the next request into the same location are a release fence of the \
              proxy, a barrier, and an acquire fence; one fence is enough if only the requesting thread reads.",
    why: "The next response is written by the async proxy. Without the fences and the barrier it can overtake the \
          read.",
    source: "Reference 001, PTX ISA 9.7.13.17, the example.",
    fix: "Write `fence.proxy.async::generic.release.sync_restrict::shared::cta.cluster`, a barrier among the readers, \
          of the cluster with `.multicast`, and \
          `fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster`.",
    example: "llvm.mlir.global internal @response() {addr_space = 3 : i32, alignment = 16 : i64} : i128\n\
              llvm.mlir.global internal @mbar() {addr_space = 3 : i32, alignment = 8 : i64} : i64\n\
              llvm.func @k() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 1>} {\n  \
              %c = llvm.mlir.constant(0 : i32) : i32\n  %bytes = llvm.mlir.constant(16 : i32) : i32\n  \
              %response = llvm.mlir.addressof @response : !llvm.ptr<3>\n  \
              %mbar = llvm.mlir.addressof @mbar : !llvm.ptr<3>\n  llvm.br ^bb1\n^bb1:\n  \
              nvvm.mbarrier.expect_tx %mbar, %bytes : !llvm.ptr<3>, i32\n  \
              nvvm.clusterlaunchcontrol.try.cancel %response, %mbar\n  \
              nvvm.mbarrier.try_wait.parity %mbar, %c, %c : !llvm.ptr<3>, i32, i32\n  \
              %0 = llvm.load %response : !llvm.ptr<3> -> i128\n  \
              %1 = nvvm.clusterlaunchcontrol.query.cancel query = is_canceled, %0 : i1\n  \
              llvm.cond_br %1, ^bb2, ^bb3\n^bb2:\n  \
              nvvm.mbarrier.expect_tx %mbar, %bytes : !llvm.ptr<3>, i32\n  \
              nvvm.clusterlaunchcontrol.try.cancel %response, %mbar\n  llvm.br ^bb3\n^bb3:\n  llvm.return\n}",
    check: proxy_fence,
};

fn proxy_fence(subject: &Subject, sink: &mut Sink) {
    report_found(subject, sink, faults, |fault| {
        let missing = match fault {
            CancelFault::NoFence => "a proxy fence",
            CancelFault::NoRelease => "a release fence of the proxy before the barrier",
            CancelFault::NoAcquire => "an acquire fence of the proxy after the barrier",
            CancelFault::NoBarrier => "a barrier",
            _ => return None,
        };
        Some(format!("overwrites a response that was read; between the two there must be {missing}"))
    });
}

const CLC_MULTICAST_EXIT: Rule = Rule {
    id: RuleId::ClcMulticastExit,
    summary: "No CTA of the cluster exits before the response of a multicast request has arrived.",
    why: "The response is written to the shared memory of every CTA. If one has exited the behaviour is undefined.",
    source: "Reference 001, PTX ISA 9.7.13.17.",
    fix: "Wait for the response in every CTA.",
    example: "llvm.func @k(%response: !llvm.ptr<3>, %mbar: !llvm.ptr<3>) attributes {nvvm.kernel, \
              nvvm.reqntid = array<i32: 1>, nvvm.cluster_dim = array<i32: 2, 1, 1>} {\n  \
              %bytes = llvm.mlir.constant(16 : i32) : i32\n  %c = llvm.mlir.constant(0 : i32) : i32\n  \
              nvvm.cluster.arrive\n  nvvm.cluster.wait\n  \
              %rank = nvvm.read.ptx.sreg.cluster.ctarank : i32\n  \
              %leads = llvm.icmp \"eq\" %rank, %c : i32\n  llvm.cond_br %leads, ^bb1, ^bb2\n^bb1:\n  \
              nvvm.mbarrier.expect_tx %mbar, %bytes : !llvm.ptr<3>, i32\n  \
              nvvm.clusterlaunchcontrol.try.cancel multicast, %response, %mbar\n  llvm.br ^bb2\n^bb2:\n  \
              llvm.return\n}",
    check: multicast_exit,
};

fn multicast_exit(subject: &Subject, sink: &mut Sink) {
    for (id, _) in needing_exited_peer(subject).into_iter().filter(|(_, needs)| *needs == NeedsPeer::Multicast) {
        sink.report_at(id, "sends the response to all CTAs of the cluster, of which one may have exited");
    }
}
