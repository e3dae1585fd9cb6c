//! tcgen05: the threads that issue an instruction, and CTA pairs (table 46 of reference 004).

use tileiras_target::WARP_THREADS;

use crate::report::{kernel, report_sites, root};
use crate::rules::threads::threads_here;
use crate::{Rule, Sink, Subject};
use tileiras_finding::RuleId;
use tileiras_kernel::execution::{Presence, Root, Run, Shape, Site};
use tileiras_kernel::paths::late::begins_together;
use tileiras_kernel::program::{CtaGroup, Tcgen05};
use tileiras_kernel::threads::ThreadSet;
use tileiras_kernel::value::Uniformity;
use tileiras_kernel::{InstId, InstructionClass, InstructionKind, ValueId};

pub const RULES: &[Rule] = &[TCGEN05_WARP_ISSUE, TCGEN05_SINGLE_THREAD_ISSUE, TCGEN05_PAIR_ISSUE];

const TCGEN05_WARP_ISSUE: Rule = Rule {
    id: RuleId::Tcgen05WarpIssue,
    summary: "`tcgen05.alloc`, `.dealloc` and `.relinquish_alloc_permit` are issued by one whole warp; with \
              `.cta_group::2` by one in each CTA of the pair.",
    why: "The instructions are `.sync.aligned`: every lane of the warp has to execute them. Several warps allocate \
          several times, and each overwrites the address of the others. ptxas does not check it.",
    source: "Reference 004, PTX ISA 9.7.16.5, table 46; measured: ptxas 13.5.",
    fix: "Guard the instruction by the number of the warp, so that all lanes of one warp execute it.",
    example: "llvm.func @k() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32>} {\n  \
              %one = nvvm.elect.sync -> i1\n  llvm.cond_br %one, ^bb1, ^bb2\n^bb1:\n  nvvm.tcgen05.relinquish_alloc_permit\n  llvm.br ^bb2\n\
              ^bb2:\n  llvm.return\n}",
    check: warp_issue,
};

fn warp_issue(subject: &Subject, sink: &mut Sink) {
    if let Some((reach, kernel)) = kernel(subject)
        && let Some(issue) = reach.first(kernel, InstructionClass::WarpIssue)
        && let Some(fact) = subject.block_fact()
        && let Some(threads) = subject.product(fact).filter(|&threads| threads < WARP_THREADS.into())
    {
        let message = format!("'{fact}' must have the {WARP_THREADS} threads of a warp for 'tcgen05.alloc', ");
        sink.report_with_cause(issue, format!("{message}'.dealloc' and '.relinquish_alloc_permit', got {threads}"));
        return;
    }
    let Some(root) = root(subject) else { return };
    report_sites(subject, sink, |site| {
        let InstructionKind::Tcgen05 { operation, address, .. } = site.instruction.kind else { return None };
        let is_relinquish = operation == Tcgen05::Relinquish;
        if !is_relinquish && !matches!(operation, Tcgen05::Alloc | Tcgen05::Dealloc) {
            return None;
        }
        if site.presence.has_incomplete_warp(&ThreadSet::ALL) {
            return Some(format!("must be issued by a whole warp, {}", threads_here(&site.presence)));
        }
        // Each warp can have an allocation of its own.
        let is_same =
            address.is_some_and(|address| site.known(address).uniformity_on(&site.presence.threads) <= Uniformity::Cta);
        let warps = site.presence.fewest_warps();
        // One warp can come after the other.
        let is_at_once = || are_at_once(root, site);
        (is_same && warps > 1 && is_at_once()).then(|| format!("must be issued by one warp, {warps} warps get here"))
    });
    for (id, ()) in root.found_in_all(without_peer) {
        sink.report_at(id, "must be issued in both CTAs of the pair, the peer does not get here");
    }
}

/// The fewest threads that execute an instruction on the same object. An operand that is no value is one object.
fn fewest_on_one(site: &Site<'_, '_>, address: Option<ValueId>) -> u32 {
    let uniformity = address.map(|address| site.known(address).uniformity_on(&site.presence.threads));
    match uniformity.unwrap_or(Uniformity::Cta) {
        Uniformity::Grid | Uniformity::Cluster | Uniformity::Cta => site.presence.fewest(),
        Uniformity::Warp => Presence { all_warps: false, ..site.presence }.fewest(),
        Uniformity::Thread => 1,
    }
}

/// Whether every CTA of the cluster, of those that a presence is given for, certainly gets there if one does.
fn is_certain(presence: &Presence) -> bool {
    !presence.is_none() && presence.is_chosen_by_launch()
}

fn group_2(site: &Site<'_, '_>) -> Option<Tcgen05> {
    match site.instruction.kind {
        InstructionKind::Tcgen05 { operation, group: Some(CtaGroup::Two), .. } => Some(operation),
        _ => None,
    }
}

/// The allocations and deallocations of a pair in a CTA whose peer has none of the kind.
fn without_peer(shape: &Shape<'_>) -> Vec<(InstId, ())> {
    let mut found = Vec::new();
    for operation in [Tcgen05::Alloc, Tcgen05::Dealloc] {
        for (rank, run) in shape.ctas.iter().enumerate() {
            let Some(peer) = shape.ctas.get(rank ^ 1) else { continue };
            let is_lonely = !peer
                .sites()
                .any(|site| group_2(&site) == Some(operation) || site.instruction.kind == InstructionKind::CallUnknown);
            let sites = run.sites().filter(|site| is_lonely && group_2(site) == Some(operation));
            found.extend(sites.map(|site| (site.instruction.id, ())));
        }
    }
    found
}

const TCGEN05_SINGLE_THREAD_ISSUE: Rule = Rule {
    id: RuleId::Tcgen05SingleThreadIssue,
    summary: "`tcgen05.mma`, `.cp`, `.shift` and `.commit` are issued by a single thread of the CTA.",
    why: "Each thread that reaches the instruction starts the operation again.",
    source: "Reference 004, PTX ISA 9.7.16.5, table 46.",
    fix: "Execute it only in the thread that `elect.sync` selects in one warp.",
    example: "llvm.func @k(%t: !llvm.ptr<6>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {\n  \
              nvvm.tcgen05.shift %t : !llvm.ptr<6>\n  llvm.return\n}",
    check: single_thread_issue,
};

const fn is_issued_by_thread(operation: Tcgen05) -> bool {
    matches!(operation, Tcgen05::Mma | Tcgen05::Cp | Tcgen05::Shift | Tcgen05::Commit)
}

fn single_thread_issue(subject: &Subject, sink: &mut Sink) {
    let Some(root) = root(subject) else { return };
    report_sites(subject, sink, |site| {
        let InstructionKind::Tcgen05 { operation, address, .. } = site.instruction.kind else { return None };
        // Each thread can have an accumulator or an mbarrier of its own.
        let fewest = fewest_on_one(site, address);
        // Warps that each issue products commit those of their own, also on one mbarrier.
        let commits_own = || operation == Tcgen05::Commit && site.run.once(Issuers::of).has_one_of_each_warp(site);
        // Launches have the conflicts of products and copies. One thread can come after the other, and one of each warp
        // often does.
        let are_ordered = || {
            let is_right = || root.launched().is_right(site.instruction.id);
            let can_be = || if has_one_of_each_warp(site) { !are_at_once(root, site) } else { is_right() };
            matches!(operation, Tcgen05::Mma | Tcgen05::Cp) && can_be()
        };
        (is_issued_by_thread(operation) && fewest > 1 && !commits_own() && !are_ordered())
            .then(|| format!("must be issued by a single thread, {fewest} threads get here"))
    });
}

/// Whether nothing makes one of the warps that execute an instruction later than the others, or a launch shows that it
/// goes wrong.
fn are_at_once(root: &Root<'_>, site: &Site<'_, '_>) -> bool {
    let (launched, id) = (root.launched(), site.instruction.id);
    launched.goes_wrong(id) || !launched.is_right(id) && begins_together(site)
}

/// Whether one thread at most of each warp reaches an instruction.
fn has_one_of_each_warp(site: &Site<'_, '_>) -> bool {
    Presence { all_warps: false, ..site.presence }.fewest() <= 1
}

/// The threads that issue operations which a commit is about, each on an object of its own.
struct Issuers(ThreadSet);

impl Issuers {
    fn of(run: &Run<'_>) -> Self {
        let issues = |site: &Site<'_, '_>| match site.instruction.kind {
            InstructionKind::Tcgen05 { operation, address, .. } => {
                let is_operation = is_issued_by_thread(operation) && operation != Tcgen05::Commit;
                is_operation && fewest_on_one(site, address) <= 1
            }
            _ => false,
        };
        Self(run.sites().filter(issues).fold(ThreadSet::EMPTY, |found, site| found.or(&site.presence.threads)))
    }

    /// Whether one thread at most of each warp reaches an instruction, and each of these warps issues operations.
    fn has_one_of_each_warp(&self, site: &Site<'_, '_>) -> bool {
        has_one_of_each_warp(site) && site.presence.threads.warps().all(|(warp, _)| self.0.lanes(warp) != 0)
    }
}

const TCGEN05_PAIR_ISSUE: Rule = Rule {
    id: RuleId::Tcgen05PairIssue,
    summary: "`tcgen05.mma`, `.cp`, `.shift` and `.commit` with `.cta_group::2` are issued by one CTA of the pair.",
    why: "One thread of the pair starts the operation for both CTAs. If both issue it, it is done twice.",
    source: "Reference 004, PTX ISA 9.7.16.5, table 46.",
    fix: "Issue it only where the last bit of `%cluster_ctarank` is 0.",
    example: "llvm.func @k(%t: !llvm.ptr<6>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>, \
              nvvm.cluster_dim = array<i32: 2, 1, 1>} {\n  \
              %one = nvvm.elect.sync -> i1\n  llvm.cond_br %one, ^bb1, ^bb2\n^bb1:\n  \
              nvvm.tcgen05.shift %t {group = #nvvm.cta_group<cta_2>} : !llvm.ptr<6>\n  llvm.br ^bb2\n\
              ^bb2:\n  llvm.return\n}",
    check: pair_issue,
};

fn pair_issue(subject: &Subject, sink: &mut Sink) {
    let Some(root) = root(subject) else { return };
    for (id, ()) in root.found_in_all(issued_by_both) {
        sink.report_at(id, "must be issued by one CTA of the pair, both get here");
    }
}

/// The instructions that both CTAs of a pair certainly issue.
fn issued_by_both(shape: &Shape<'_>) -> Vec<(InstId, ())> {
    let issues = |site: &Site<'_, '_>| group_2(site).is_some_and(is_issued_by_thread) && is_certain(&site.presence);
    let Some(first) = shape.ctas.first() else { return Vec::new() };
    if first.cta.cluster_ctas().is_none_or(|ctas| ctas < 2) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (rank, run) in shape.ctas.iter().enumerate() {
        // If there is only one CTA, the code is the same in all of them.
        let peer = if shape.ctas.len() == 1 { Some(run) } else { shape.ctas.get(rank ^ 1) };
        let Some(peer) = peer else { continue };
        let of_peer: Vec<InstId> = peer.sites().filter(issues).map(|site| site.instruction.id).collect();
        let both = run.sites().filter(|site| issues(site) && of_peer.contains(&site.instruction.id));
        found.extend(both.map(|site| (site.instruction.id, ())));
    }
    found
}
