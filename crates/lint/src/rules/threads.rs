//! What instructions require of the block and of the threads that execute them: whole warp groups, whole warps,
//! registers.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use tileiras_target::occupancy::{CapSource, RegisterDirectives};
use tileiras_target::{Feature, MAX_REGISTERS_PER_THREAD, REGISTER_GRANULE, WGMMA_WORKING_REGISTERS};

use crate::report::{kernel, report_constants, report_sites, root};
use crate::{Rule, Sink, Subject};
use tileiras_contract::Fact;
use tileiras_finding::RuleId;
use tileiras_kernel::evaluate::Known;
use tileiras_kernel::execution::{ContextId, Lanes, Presence, Root, Run, Shape, Site};
use tileiras_kernel::paths::remaining::Remaining;
use tileiras_kernel::program::{Meets, Tcgen05};
use tileiras_kernel::threads::ThreadSet;
use tileiras_kernel::{BlockId, InstId, InstructionKind, OneOrMore, ValueId};

pub const RULES: &[Rule] =
    &[WARPGROUP_REGISTERS, WARPGROUP_INCOMPLETE, WARP_SYNC_INCOMPLETE, SETMAXNREG_COUNT, THREAD_SET_UNKNOWN];

const WARPGROUP_REGISTERS: Rule = Rule {
    id: RuleId::WarpgroupRegisters,
    summary: "The registers of a thread under `nvvm.maxnreg`, the block and `nvvm.minctasm` are sufficient for the \
              accumulator of every `wgmma` that the kernel reaches, and 26 more.",
    why: "ptxas does not spill an accumulator. It reports `Insufficient registers (128) to compile instruction`. \
          Registers that `setmaxnreg` adds at run time do not count.",
    source: "PTX ISA 9.7.15, the fragment of D; measured: ptxas 13.5, f32, f16 and s32 accumulators of 2 to 128 \
             registers, in the kernel and in functions that it calls.",
    fix: "Raise `nvvm.maxnreg`, use a smaller block or a lower `nvvm.minctasm`, or a smaller n.",
    example: "// with chip=sm_90a ptx=8.4\n\
              llvm.func @k(%a: i64, %b: i64, %d: !llvm.struct<(f32, f32, f32, f32)>) attributes {nvvm.kernel, \
              nvvm.maxnreg = 24 : i32, nvvm.reqntid = array<i32: 128, 1, 1>} {\n  \
              %0 = nvvm.wgmma.mma_async %a, %b, %d, <m = 64, n = 8, k = 16>, D [<f32>, <zero>], \
              A [<f16>, <one>, <row>], B [<f16>, <one>, <col>] : !llvm.struct<(f32, f32, f32, f32)> -> \
              !llvm.struct<(f32, f32, f32, f32)>\n  llvm.return\n}",
    check: warpgroup_registers,
};

fn warpgroup_registers(subject: &Subject, sink: &mut Sink) {
    let Some((reach, kernel)) = kernel(subject) else { return };
    let Some((accumulator, wgmma)) = reach.accumulator(kernel) else { return };
    let needed = accumulator.saturating_add(WGMMA_WORKING_REGISTERS);
    let Some((most, fact)) = registers(subject) else { return };
    if subject.language().supports(Feature::WGMMA).is_ok() && most < needed {
        sink.report_with_cause(
            wgmma,
            format!("'{fact}' must leave a thread {needed} registers for a 'wgmma' with {accumulator}, got {most}"),
        );
    }
}

/// The register cap of a thread that follows from the contract, and the fact that determines it.
fn registers(subject: &Subject) -> Option<(u32, Fact)> {
    let block = subject.block_fact().and_then(|fact| Some((fact, subject.product(fact)?)));
    // Without a chip, the number of CTAs per SM is unknown.
    let floor = subject.positive(Fact::MinCtaSm).filter(|_| subject.target.chip.is_some());
    let cap = subject.target.limits_or_largest().register_cap(RegisterDirectives {
        threads: block.map(|(_, threads)| u32::try_from(threads).unwrap_or(u32::MAX)),
        minnctapersm: floor,
        maxnreg: subject.positive(Fact::MaxNReg),
        local_maxnreg: None,
    });
    let fact = match cap.source {
        CapSource::Default | CapSource::LocalMaxNReg => return None,
        CapSource::Block => block?.0,
        CapSource::MinNCtaPerSm => Fact::MinCtaSm,
        CapSource::MaxNReg => Fact::MaxNReg,
    };
    Some((cap.registers, fact))
}

const WARPGROUP_INCOMPLETE: Rule = Rule {
    id: RuleId::WarpgroupIncomplete,
    summary: "`wgmma` and `setmaxnreg` are executed by all threads of a warp group, four warps whose first number is a \
              multiple of 4.",
    why: "The instructions are `.sync.aligned` over the warp group. With a part of it the behaviour is undefined. Each \
          warp of a group may execute a `setmaxnreg` of its own, as those of CUTLASS' attention kernels for Blackwell \
          do: a number of registers is one of a warp.",
    source: "PTX ISA 9.7.15 and 9.7.19.5.",
    fix: "Branch by `%tid / 128`, so that whole warp groups take a side.",
    example: "llvm.func @k() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {\n  \
              %t = nvvm.read.ptx.sreg.tid.x : i32\n  %c = llvm.mlir.constant(64 : i32) : i32\n  \
              %p = llvm.icmp \"ult\" %t, %c : i32\n  llvm.cond_br %p, ^bb1, ^bb2\n^bb1:\n  \
              nvvm.wgmma.fence.aligned\n  llvm.br ^bb2\n^bb2:\n  llvm.return\n}",
    check: warpgroup_incomplete,
};

fn warpgroup_incomplete(subject: &Subject, sink: &mut Sink) {
    report_sites(subject, sink, |site| {
        let is_wgmma = matches!(site.instruction.kind, InstructionKind::Wgmma(_));
        if !is_wgmma && !matches!(site.instruction.kind, InstructionKind::SetMaxnreg { .. }) {
            return None;
        }
        let (all, here) = (site.run.cta.all(), &site.presence);
        let is_short = || is_wgmma && site.presence.exact().is_some_and(|here| has_short_group(&here, &all));
        let is_part = here.has_incomplete_warp(&all)
            || has_incomplete_group(here, &here.threads, &all) && has_incomplete_group(here, &with_own(site), &all)
            || is_short();
        is_part.then(|| format!("must be executed by a whole warp group, {}", threads_here(&site.presence)))
    });
}

/// Whether a warp group certainly comes of which not all warps of the block are among these.
fn has_incomplete_group(here: &Presence, these: &ThreadSet, all: &ThreadSet) -> bool {
    let is_incomplete = |(warp, _): (usize, u32)| {
        let first = warp / 4 * 4;
        (first..first + 4).any(|warp| all.lanes(warp) != 0 && these.lanes(warp) == 0)
    };
    here.certainly_has_warp(is_incomplete)
}

/// Whether a warp is here of whose group the block has less than 128 threads: the last one. A block without one whole
/// group is what rule warpgroup-threads reports.
fn has_short_group(here: &ThreadSet, all: &ThreadSet) -> bool {
    here.warps().any(|(warp, _)| warp >= 4 && all.lanes(warp / 4 * 4 + 3) != u32::MAX)
}

/// The threads that execute an instruction, and with `setmaxnreg` those that execute one of their own: one that is not
/// on every path through this one.
fn with_own(site: &Site<'_, '_>) -> ThreadSet {
    let here = site.presence.threads;
    match site.instruction.kind {
        InstructionKind::SetMaxnreg { .. } => {
            let moving = site.run.once(Moving::of);
            let others = moving.0.iter().filter(|(context, block, _)| !is_on_path(site, *context, *block));
            others.fold(here, |found, (.., threads)| found.or(threads))
        }
        _ => here,
    }
}

/// Whether each thread that executes an instruction executes a block before it or after it.
fn is_on_path(site: &Site<'_, '_>, context: ContextId, block: BlockId) -> bool {
    let graph = site.run.graph(context).filter(|_| context == site.context);
    graph.is_some_and(|graph| graph.dominates(block, site.block) || graph.post_dominates(block, site.block))
}

/// The blocks and the threads of each `setmaxnreg`, as far as its warps can be whole.
struct Moving(Vec<(ContextId, BlockId, ThreadSet)>);

impl Moving {
    fn of(run: &Run<'_>) -> Self {
        let all = run.cta.all();
        let moves = |site: &Site<'_, '_>| {
            matches!(site.instruction.kind, InstructionKind::SetMaxnreg { .. })
                && !site.presence.has_incomplete_warp(&all)
        };
        Self(run.sites().filter(moves).map(|site| (site.context, site.block, site.presence.threads)).collect())
    }
}

/// The threads of a presence, for a message.
pub fn threads_here(presence: &Presence) -> String {
    let (threads, warps) = (presence.threads.count(), presence.threads.warps().count());
    match presence.lanes {
        Lanes::One => "one lane of a warp gets here".to_owned(),
        Lanes::AllButOne => "all lanes but one get here".to_owned(),
        _ if threads == 1 => "one thread gets here".to_owned(),
        _ => format!("{threads} threads of {warps} warp{} get here", if warps == 1 { "" } else { "s" }),
    }
}

const WARP_SYNC_INCOMPLETE: Rule = Rule {
    id: RuleId::WarpSyncIncomplete,
    summary: "Instructions of a warp (`ldmatrix`, `mma.sync`, `tcgen05.ld`, other `.sync.aligned`, `shfl.sync` and \
              `vote.sync` with their mask) are executed by all its threads, or by those of the mask.",
    why: "The threads exchange registers, or wait for each other. With a part of them the result is undefined, or they \
          hang. ptxas does not check it.",
    source: "PTX ISA 9.7.9 and 9.7.14; table 46 of reference 004.",
    fix: "Execute the instruction outside of the branch, or with a mask of the threads that take it.",
    example: "llvm.func @k() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {\n  \
              %one = nvvm.elect.sync -> i1\n  llvm.cond_br %one, ^bb1, ^bb2\n^bb1:\n  \
              nvvm.tcgen05.wait <load>\n  llvm.br ^bb2\n^bb2:\n  llvm.return\n}",
    check: warp_sync_incomplete,
};

fn warp_sync_incomplete(subject: &Subject, sink: &mut Sink) {
    let Some(root) = root(subject) else { return };
    let is_stated = root.launches.block.is_some();
    let of_shape = |shape: &Shape<'_>| shape.ctas.iter().flat_map(|run| incomplete(run, is_stated)).collect();
    for (id, message) in root.found_in_all(of_shape) {
        sink.report_at(id, message);
    }
}

/// The instructions of a warp that a part of it executes, with the message. If the block is not stated, a mask that is
/// computed can name all lanes that a launch has, from the first one on.
fn incomplete(run: &Run<'_>, is_stated: bool) -> Vec<(InstId, String)> {
    let (remaining, all) = (Remaining::waiting(run), run.cta.all());
    let masked = Masked::of(run);
    let message = |site: &Site<'_, '_>| {
        let (mask, is_alone) = match site.instruction.kind {
            InstructionKind::WarpSync { mask: Some(mask), meets, .. } => match site.constant(mask) {
                Some(number) if !is_stated && number & 1 == 1 && !is_stated_by(site, mask) => return None,
                Some(mask) => return masked.fault(site, mask, meets, &remaining),
                None => return outside_own_mask(site, &site.known(mask)),
            },
            InstructionKind::WarpSync { mask: None, aligned, .. } => (ThreadSet::ALL, aligned),
            InstructionKind::Tcgen05 {
                operation: Tcgen05::Ld | Tcgen05::St | Tcgen05::WaitLd | Tcgen05::WaitSt,
                ..
            } => (ThreadSet::ALL, true),
            _ => return None,
        };
        let is_part =
            site.presence.has_incomplete_warp(&mask) && (is_alone || remaining.has(&site.presence.absent(&all), site));
        is_part.then(|| format!("must be executed by a whole warp, {}", threads_here(&site.presence)))
    };
    run.sites().filter_map(|site| Some((site.instruction.id, message(&site)?))).collect()
}

/// Whether an instruction states a value as a number.
fn is_stated_by(site: &Site<'_, '_>, value: ValueId) -> bool {
    site.run.function(site.context).is_some_and(|function| function.constant(value).is_some())
}

/// Tells of threads whose mask, computed by each of them, does not name the thread itself.
fn outside_own_mask(site: &Site<'_, '_>, mask: &Known) -> Option<String> {
    let is_named = |thread: usize| mask.number(thread).is_none_or(|mask| mask >> (thread % 32) & 1 == 1);
    let named = ThreadSet::filter(site.run.cta.threads(), is_named);
    let found = || format!("must be executed by threads of their own mask, {}", threads_here(&site.presence));
    site.presence.has_warp_outside(&named).then(found)
}

/// The instructions with a mask: the mask, if it is a constant, the threads that execute them, where these can meet
/// others, and whether they can be executed several times.
struct Masked(BTreeMap<(Option<u64>, ThreadSet, Meets, bool), OneOrMore<InstId>>);

impl Masked {
    fn of(run: &Run<'_>) -> Self {
        let mut all = BTreeMap::new();
        for site in run.sites() {
            let InstructionKind::WarpSync { mask: Some(mask), aligned: false, meets, .. } = site.instruction.kind
            else {
                continue;
            };
            let id = site.instruction.id;
            let found = all.entry((site.constant(mask), site.presence.threads, meets, site.can_repeat()));
            found.and_modify(|found: &mut OneOrMore<InstId>| found.add(id)).or_insert(OneOrMore::one(id));
        }
        Self(all)
    }

    fn fault(&self, site: &Site<'_, '_>, mask: u64, meets: Meets, remaining: &Remaining<'_, '_>) -> Option<String> {
        let (mask, here) = (mask & u64::from(u32::MAX), site.presence.threads);
        let named = ThreadSet::filter(site.run.cta.threads(), |thread| mask >> (thread % 32) & 1 == 1);
        if site.presence.has_warp_outside(&named) {
            let found = threads_here(&site.presence);
            return Some(format!("must be executed by threads of the mask {mask:#x} only, {found}"));
        }
        if !site.presence.has_incomplete_warp(&named) {
            return None;
        }
        // The threads of one warp meet, so that each warp is asked alone.
        let comes = ThreadSet::filter(ThreadSet::CAPACITY, |thread| here.lanes(thread / 32) != 0);
        let mut missing = site.presence.absent(&named).and(&comes);
        for ((other, threads, at, repeats), found) in &self.0 {
            if *at != meets || other.is_some_and(|other| other != mask) {
                continue;
            }
            // Barriers of one warp can be executed more often by some lanes than by others.
            let is_extra =
                meets == Meets::Barrier && found.has_other_than(site.instruction.id) && (*repeats || other.is_none());
            let elsewhere = |thread: usize| is_extra || here.lanes(thread / 32) & !threads.lanes(thread / 32) != 0;
            missing = missing.without(&ThreadSet::filter(ThreadSet::CAPACITY, |thread| {
                threads.contains(thread) && elsewhere(thread)
            }));
        }
        remaining
            .has(&missing, site)
            .then(|| format!("must be executed by all threads of the mask {mask:#x}, {}", threads_here(&site.presence)))
    }
}

/// The numbers of registers that `setmaxnreg` can state.
const SETMAXNREG: RangeInclusive<i64> = 24..=256;

const SETMAXNREG_COUNT: Rule = Rule {
    id: RuleId::SetMaxNRegCount,
    summary: "`setmaxnreg` states a number of registers from 24 to 256, a multiple of 8. With `.dec` it is not more \
              than a thread can have before.",
    why: "ptxas rejects another number. A thread has the registers that `nvvm.maxnreg`, or the block with \
          `nvvm.minctasm`, leave it, or those of a `setmaxnreg.inc` (C7406).",
    source: "PTX ISA 9.7.19.5; measured: ptxas 13.5.",
    fix: "Round the number to a multiple of 8, and release registers only where there are more.",
    example: "llvm.func @k() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>, nvvm.maxnreg = 168 : i32} {\n  \
              llvm.inline_asm has_side_effects \"setmaxnreg.inc.sync.aligned.u32 236;\", \"\" : () -> ()\n  \
              llvm.return\n}",
    check: setmaxnreg_count,
};

fn setmaxnreg_count(subject: &Subject, sink: &mut Sink) {
    let is_wrong = |count: i64| !SETMAXNREG.contains(&count) || count % i64::from(REGISTER_GRANULE) != 0;
    let registers = |kind: &InstructionKind| match *kind {
        InstructionKind::SetMaxnreg { registers, .. } => registers,
        _ => None,
    };
    report_constants(subject, sink, registers, |count| {
        let (least, most) = (SETMAXNREG.start(), SETMAXNREG.end());
        let message =
            || format!("must state a multiple of {REGISTER_GRANULE} from {least} to {most} registers, got {count}");
        is_wrong(count).then(message)
    });
    let Some(available) = most_registers(subject) else { return };
    report_sites(subject, sink, |site| {
        let InstructionKind::SetMaxnreg { increases: false, registers: Some(registers) } = site.instruction.kind else {
            return None;
        };
        let left = i64::try_from(site.constant(registers)?).ok().filter(|&left| !is_wrong(left))?;
        // 256 is legal, and a thread has at most 255 then.
        let is_more = left.min(MAX_REGISTERS_PER_THREAD.into()) > available.into();
        is_more.then(|| format!("must leave a thread at most the {available} registers that it has, got {left}"))
    });
}

/// The most registers that a thread of a kernel has at any time, if ptxas knows how many it has at the start.
fn most_registers(subject: &Subject) -> Option<u32> {
    let (reach, kernel) = kernel(subject)?;
    let decide = [Fact::MaxNReg, Fact::MinCtaSm, Fact::ReqNTid, Fact::MaxNTid];
    if !subject.has_known_registers() || decide.into_iter().any(|fact| subject.awaits(fact)) {
        return None;
    }
    let at_start = registers(subject)?.0;
    Some(at_start.max(reach.largest_increase(kernel).unwrap_or(0)))
}

const THREAD_SET_UNKNOWN: Rule = Rule {
    id: RuleId::ThreadSetUnknown,
    summary: "With the option `pedantic`: the threads that execute a barrier of the CTA, or an instruction of a warp, \
              of a warp group or of one thread, are known.",
    why: "What is not known is not checked: a condition that is computed from memory, or a block that is not stated.",
    source: "docs/EXECUTION.md.",
    fix: "State `nvvm.reqntid`, or branch by values that follow from the thread id.",
    example: "// with chip=sm_100a ptx=8.8 pedantic\n\
              llvm.func @k(%p: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {\n  \
              %t = nvvm.read.ptx.sreg.tid.x : i32\n  \
              %a = llvm.getelementptr %p[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i1\n  \
              %c = llvm.load %a : !llvm.ptr<1> -> i1\n  llvm.cond_br %c, ^bb1, ^bb2\n^bb1:\n  \
              nvvm.tcgen05.wait <load>\n  llvm.br ^bb2\n^bb2:\n  llvm.return\n}",
    check: thread_set_unknown,
};

fn thread_set_unknown(subject: &Subject, sink: &mut Sink) {
    let Some(root) = root(subject) else { return };
    let unknown = root.certain(|site| {
        let asks = match &site.instruction.kind {
            InstructionKind::Tcgen05 { operation, .. } => *operation != Tcgen05::Fence,
            InstructionKind::Wgmma(_)
            | InstructionKind::WarpSync { .. }
            | InstructionKind::SetMaxnreg { .. }
            | InstructionKind::TryCancel { .. }
            | InstructionKind::Barrier { .. } => true,
            _ => false,
        };
        (asks && site.presence.lanes == Lanes::Some).then_some(())
    });
    for (id, ()) in unknown {
        sink.report_at(id, "is executed by threads that are not known, and is not checked");
    }
    for id in depends_on_block(root) {
        sink.report_at(id, "is executed by too many threads in some blocks, and the block is not stated");
    }
}

/// The instructions of one thread, or of one warp, that more execute in some blocks, but not in all.
fn depends_on_block(root: &Root<'_>) -> BTreeSet<InstId> {
    let by_several = |site: &Site<'_, '_>| match &site.instruction.kind {
        InstructionKind::TryCancel { .. }
        | InstructionKind::Tcgen05 {
            operation: Tcgen05::Mma | Tcgen05::Cp | Tcgen05::Shift | Tcgen05::Commit, ..
        } => site.presence.fewest() > 1,
        InstructionKind::Tcgen05 { operation: Tcgen05::Alloc | Tcgen05::Dealloc | Tcgen05::Relinquish, .. } => {
            site.presence.fewest_warps() > 1
        }
        _ => false,
    };
    let sites = root.shapes.iter().flat_map(|shape| &shape.ctas).flat_map(Run::sites);
    let mut found: BTreeSet<InstId> = sites.filter(by_several).map(|site| site.instruction.id).collect();
    for (id, ()) in root.certain(|site| by_several(site).then_some(())) {
        found.remove(&id);
    }
    found
}
