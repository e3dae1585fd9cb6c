//! Compares what the analysis says with what a simulated CTA does.
//!
//! | claim | holds for |
//! |---|---|
//! | the threads, one lane, numbers and uniformity of values | every visit |
//! | all lanes, all but one | the first visit of a warp, on each way of calls |
//! | all warps, fewest threads, an incomplete warp | all visits of a CTA together, on each way of calls |
//! | a barrier that not all threads pass, or not with the same count | every execution that gets there |

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use tileiras_kernel::evaluate::Known;
use tileiras_kernel::execution::{ContextId, Lanes, Presence, Run, Site};
use tileiras_kernel::program::InstructionKind;
use tileiras_kernel::protocol::barrier::{MiscountKind, divergent, miscounted_in_phases};
use tileiras_kernel::value::Uniformity;
use tileiras_kernel::{BlockId, InstId, ValueId};

use crate::simulate::machine::{Observer, Visit};

/// A point of a program on one way of calls: the context, the block, the instruction, the calls.
type Point = (ContextId, BlockId, Option<usize>, u64);

/// What one CTA does at a point: for each warp the lanes that came, in all visits together and in the first one.
#[derive(Default)]
struct Seen {
    lanes: BTreeMap<usize, (u32, u32)>,
}

#[derive(Default)]
struct State {
    seen: BTreeMap<Point, Seen>,
    /// The number of a value that is the same in the CTA, at a place.
    shared: BTreeMap<(u64, ValueId), u64>,
    /// For each thread, the barriers that it passes: the instruction, the id, the number of threads.
    passes: BTreeMap<usize, Vec<(InstId, u64, u64)>>,
    faults: BTreeSet<String>,
}

/// How exact the analysis is.
#[derive(Debug, Default)]
pub struct Precision {
    pub points: usize,
    pub exact: usize,
    pub executions: usize,
    /// The faults of barriers that executions got to.
    pub clashes: usize,
    pub undefined: usize,
}

pub struct Checker<'c, 'p> {
    run: &'c Run<'p>,
    state: RefCell<State>,
}

impl<'c, 'p> Checker<'c, 'p> {
    pub fn new(run: &'c Run<'p>) -> Self {
        Self { run, state: RefCell::default() }
    }

    fn presence(&self, context: ContextId, block: BlockId, index: Option<usize>) -> Presence {
        match index {
            Some(index) => self.run.presence_before(context, block, index),
            None => self.run.presence_at_end(context, block),
        }
    }

    fn fault(&self, text: String) {
        self.state.borrow_mut().faults.insert(text);
    }

    /// What holds for a CTA whose warps have all come to their end.
    pub fn finish(&self, is_complete: bool, is_known: bool, precision: &mut Precision) -> Vec<String> {
        let all = self.run.cta.all();
        let state = self.state.borrow();
        let mut faults: Vec<String> = state.faults.iter().cloned().collect();
        for (&(context, block, index, _), seen) in &state.seen {
            let presence = self.presence(context, block, index);
            precision.points += 1;
            precision.exact += usize::from(presence.lanes != Lanes::Some);
            let mut fault = |what: &str| {
                let came: Vec<String> =
                    seen.lanes.iter().map(|(warp, (first, any))| format!("{warp}: {first:08x} {any:08x}")).collect();
                faults.push(format!("{what} at {context:?} {block:?} {index:?}: {presence:?}, but {came:?}"));
            };
            if is_complete {
                if presence.all_warps && presence.threads.warps().any(|(warp, _)| !seen.lanes.contains_key(&warp)) {
                    fault("not all warps");
                }
                let threads: u32 = seen.lanes.values().map(|(_, any)| any.count_ones()).sum();
                if threads < presence.fewest() {
                    fault("too few threads");
                }
                if (seen.lanes.len() as u32) < presence.fewest_warps() {
                    fault("too few warps");
                }
                let is_whole = |(warp, (first, _)): (&usize, &(u32, u32))| *first == all.lanes(*warp);
                if presence.has_incomplete_warp(&all) && seen.lanes.iter().all(is_whole) {
                    fault("no incomplete warp");
                }
                if let Some(exact) = presence.exact()
                    && exact.warps().any(|(warp, lanes)| seen.lanes.get(&warp).map(|seen| seen.0) != Some(lanes))
                {
                    fault("not exact");
                }
            }
            if is_known && is_complete {
                let is_exact = presence.exact().is_some_and(|exact| {
                    presence.condition.is_none()
                        && exact.warps().all(|(warp, lanes)| seen.lanes.get(&warp).is_some_and(|seen| seen.1 == lanes))
                        && seen.lanes.keys().all(|&warp| exact.lanes(warp) != 0)
                });
                if !is_exact {
                    fault("all is known, but the presence is not exact");
                }
            }
        }
        if is_complete {
            faults.extend(self.certain_but_absent(&state));
            faults.extend(self.wrong_barriers(&state, precision));
        }
        faults
    }

    /// Faults of barriers that an execution got to, although all threads passed the same barriers.
    fn wrong_barriers(&self, state: &State, precision: &mut Precision) -> Vec<String> {
        let all: BTreeSet<(InstId, u64, u64)> = state.passes.values().flatten().copied().collect();
        let mut passed = (0..self.run.cta.threads() as usize).map(|thread| state.passes.get(&thread));
        let first = passed.next().flatten();
        let is_equal = passed.all(|other| other == first);
        let mut faults = Vec::new();
        for &(id, (fault, _)) in divergent(self.run).iter().filter(|(id, _)| all.iter().any(|(other, ..)| other == id))
        {
            precision.clashes += 1;
            if is_equal {
                faults.push(format!("{fault:?} at {id:?}, but all threads pass {first:?}"));
            }
        }
        for (id, miscount) in
            miscounted_in_phases(self.run).iter().filter(|(_, found)| found.kind == MiscountKind::Mixed)
        {
            let Some((_, name, count)) = all.iter().find(|(other, ..)| other == id) else { continue };
            precision.clashes += 1;
            if !all.iter().any(|(_, other, number)| other == name && number != count) {
                faults.push(format!("{miscount:?} at {id:?}, but the threads pass {all:?}"));
            }
        }
        faults
    }

    /// Points to which threads come without an unknown condition, but no thread came.
    fn certain_but_absent(&self, state: &State) -> Vec<String> {
        let mut faults = Vec::new();
        for site in self.run.sites() {
            let presence = self.presence(site.context, site.block, Some(site.index));
            let came = state.seen.iter().filter(|((context, block, index, _), _)| {
                (*context, *block, *index) == (site.context, site.block, Some(site.index))
            });
            let lanes = |warp: usize| {
                came.clone().filter_map(|(_, seen)| seen.lanes.get(&warp)).fold(0, |all, seen| all | seen.1)
            };
            if presence.condition.is_none()
                && presence.lanes == Lanes::All
                && presence.threads.warps().any(|(warp, threads)| lanes(warp) != threads)
            {
                faults.push(format!("no condition, but not everybody came to {:?}: {presence:?}", site.instruction));
            }
        }
        faults
    }

    fn check_lanes(&self, visit: &Visit<'_>, context: ContextId) {
        let presence = self.presence(context, visit.block, visit.index);
        let expected = presence.threads.lanes(visit.warp);
        let mut state = self.state.borrow_mut();
        let point = (context, visit.block, visit.index, visit.calls);
        let seen = state.seen.entry(point).or_default().lanes.entry(visit.warp);
        let is_first = matches!(seen, std::collections::btree_map::Entry::Vacant(_));
        let (_, any) = seen.or_insert((visit.lanes, 0));
        *any |= visit.lanes;
        let count = visit.lanes.count_ones();
        let is_right = visit.lanes & !expected == 0
            && match presence.lanes {
                Lanes::All => !is_first || visit.lanes == expected,
                Lanes::One => count == 1,
                Lanes::AllButOne => !is_first || count + 1 == expected.count_ones(),
                Lanes::Some => true,
            };
        if !is_right {
            let lanes = format!("{:08x}, first: {is_first}", visit.lanes);
            let at = format!("{context:?} {:?} {:?} warp {}", visit.block, visit.index, visit.warp);
            state.faults.insert(format!("lanes {lanes} at {at}: {:?} {expected:08x}", presence.lanes));
        }
    }

    fn check_value(&self, visit: &Visit<'_>, site: &Site<'_, '_>, value: ValueId) {
        let known = site.known(value);
        let numbers: Vec<(usize, u64)> = visit.threads().map(|thread| (thread, visit.value(value, thread))).collect();
        let fault = |what: &str| {
            let at = format!("{:?} {:?} {:?} warp {}", site.context, site.block, site.index, visit.warp);
            self.fault(format!("{what} of {value:?} at {at}: {known:?}, but {numbers:?}"));
        };
        if numbers.iter().any(|&(thread, number)| known.number(thread).is_some_and(|known| known != number)) {
            fault("number");
        }
        if let Some(constant) = site.constant(value)
            && numbers.iter().any(|(_, number)| *number != constant)
        {
            fault("constant");
        }
        if let Known::OneLane { chosen, rest, .. } = &known {
            let others: Vec<&(usize, u64)> =
                numbers.iter().filter(|(thread, number)| rest.get(*thread) != *number).collect();
            let is_chosen =
                |(thread, number): &(usize, u64)| chosen.as_ref().is_none_or(|chosen| chosen.get(*thread) == *number);
            if others.len() > 1 || !others.into_iter().all(is_chosen) {
                fault("elected value");
            }
        }
        let uniformity = known.uniformity_on(&site.presence.threads);
        if uniformity <= Uniformity::Warp && numbers.iter().any(|(_, number)| *number != numbers[0].1) {
            fault(&format!("uniformity {uniformity:?}"));
        }
        if uniformity <= Uniformity::Cta
            && *self.state.borrow_mut().shared.entry((visit.place, value)).or_insert(numbers[0].1) != numbers[0].1
        {
            fault(&format!("uniformity {uniformity:?} in the CTA"));
        }
    }
}

impl Observer for Checker<'_, '_> {
    fn visit(&self, visit: &Visit<'_>) {
        let Some(context) = visit.context else { return };
        self.check_lanes(visit, context);
        let instructions = self.run.function(context).and_then(|function| function.block(visit.block));
        let found = visit.index.and_then(|index| instructions?.instructions.get(index).map(|found| (index, found)));
        if let Some((index, instruction)) = found {
            if let InstructionKind::Barrier { id: Some(id), threads, .. } = instruction.kind {
                let all = u64::from(self.run.cta.threads().next_multiple_of(32));
                let mut state = self.state.borrow_mut();
                for thread in visit.threads() {
                    let count = threads.map_or(all, |threads| visit.value(threads, thread));
                    let pass = (instruction.id, visit.value(id, thread), count);
                    state.passes.entry(thread).or_default().push(pass);
                }
            }
            let presence = self.presence(context, visit.block, Some(index));
            let site = Site { run: self.run, context, block: visit.block, index, instruction, presence };
            for value in instruction.kind.operands() {
                let is_result =
                    matches!(&instruction.kind, InstructionKind::Call { results, .. } if results.contains(&value));
                if !is_result {
                    self.check_value(visit, &site, value);
                }
            }
        }
    }

    fn edge(&self, context: Option<ContextId>, from: BlockId, index: usize, warp: usize, lanes: u32) {
        let Some(context) = context else { return };
        let presence = self.run.edge(context, from, index);
        if lanes & !presence.threads.lanes(warp) != 0 {
            self.fault(format!(
                "lanes {lanes:08x} of warp {warp} take edge {index} of {context:?} {from:?}: {presence:?}"
            ));
        }
    }
}
