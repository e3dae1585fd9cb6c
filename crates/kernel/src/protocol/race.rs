//! An asynchronous operation of one thread and its use by another one, without an order between them: a product that reads what
//! a copy writes, a load of what a product writes.
//!
//! The thread that uses the result has to know that the operation is complete: it waits for its mbarrier, or where a thread
//! arrives that has waited. If it does not, and the other thread does not know of the use either, both can come at the same time.
//!
//! Guarantees that a race is one at the first execution of both. Leaves out on purpose: operations and uses in the same thread
//! ([`super::operand`], [`super::product`]), and those of which one is executed only if the other one is not.

use std::collections::BTreeMap;

use super::address::Address;
use super::knowledge::{Knowledge, Origin, Signals, Told};
use super::{Assumption, implied, position, without_not};
use crate::execution::{Run, Site};
use crate::loops::Variance;
use crate::program::Terminator;
use crate::value::Uniformity;

/// The most pairs that are looked at.
const MAX_PAIRS: usize = 256;

/// Finds races in one CTA.
pub(super) struct Races<'r, 'p> {
    run: &'r Run<'p>,
    signals: Signals,
    /// Where threads arrive that know of the end of an operation, by the mbarriers on which it completes.
    ends: BTreeMap<Vec<Option<Address>>, Option<Told>>,
    pairs: usize,
}

impl<'r, 'p> Races<'r, 'p> {
    pub fn new(run: &'r Run<'p>) -> Self {
        Self { run, signals: Signals::of(run), ends: BTreeMap::new(), pairs: 0 }
    }

    /// Whether an instruction can be executed before and while an operation of another thread completes on one of these
    /// mbarriers.
    pub fn has(&mut self, operation: &Site<'_, '_>, on: &[Option<Address>], user: &Site<'_, '_>) -> bool {
        self.pairs += 1;
        let are_apart = operation.presence.threads.is_disjoint(&user.presence.threads);
        if !are_apart || self.pairs > MAX_PAIRS || exclude(operation, user) {
            return false;
        }
        let Self { run, signals, ends, .. } = self;
        let is_end = |site: &Site<'_, '_>| on.iter().any(|mbarrier| signals.waits_for(site, *mbarrier));
        let origin = Origin { id: None, is: &is_end };
        let told = ends.entry(on.to_vec()).or_insert_with(|| Some(Knowledge::of(run, signals, origin, None)?.told()));
        let Some(end) = told.clone().and_then(|told| Knowledge::of(run, signals, origin, Some(told))) else {
            return false;
        };
        if !end.is_missing_at(user, &implied::outcomes(run, &settled(user))) {
            return false;
        }
        let is_user = |site: &Site<'_, '_>| position(site) == position(user);
        let used = Knowledge::of(run, signals, Origin { id: Some(user.instruction.id), is: &is_user }, None);
        used.is_some_and(|used| used.is_missing_at(operation, &implied::outcomes(run, &settled(operation))))
    }
}

/// Whether one instruction is executed only where the other one is not.
fn exclude(one: &Site<'_, '_>, other: &Site<'_, '_>) -> bool {
    if one.context != other.context {
        return false;
    }
    let outcomes = implied::outcomes(one.run, &conditions(one)).remove(&one.context).unwrap_or_default();
    let (Some(function), Some(graph)) = (one.run.function(one.context), one.run.graph(one.context)) else {
        return true;
    };
    let mut block = other.block;
    while let Some(from) = graph.dominator(block) {
        let to = std::mem::replace(&mut block, from);
        if let (Some(outcome), Some(Terminator::Branch { holds, fails, .. })) =
            (outcomes.get(&from), function.block(from).map(|block| &block.end))
            && holds.to != fails.to
            && (if *outcome { fails } else { holds }).to == to
        {
            return true;
        }
    }
    false
}

/// The outcomes of the conditions on the way to an instruction that are the same in all threads of the CTA.
fn conditions(site: &Site<'_, '_>) -> Vec<Assumption> {
    let (Some(function), Some(graph)) = (site.run.function(site.context), site.run.graph(site.context)) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let mut block = site.block;
    while let Some(from) = graph.dominator(block) {
        let to = std::mem::replace(&mut block, from);
        if let Some(Terminator::Branch { condition, holds, fails }) = function.block(from).map(|block| &block.end)
            && site.run.known(site.context, *condition).uniformity_on(&site.run.cta.all()) <= Uniformity::Cta
            && holds.to != fails.to
            && (holds.to == to || fails.to == to)
        {
            let (condition, is_plain) = without_not(site.run, site.context, *condition);
            found.push(Assumption { context: site.context, condition, holds: (holds.to == to) == is_plain });
        }
    }
    found
}

/// Those of them that have the same outcome in each turn of a loop.
fn settled(site: &Site<'_, '_>) -> Vec<Assumption> {
    let variance = site.run.graph(site.context).map_or(&[][..], |graph| &graph.variance);
    let is_settled = |found: &Assumption| variance.get(found.condition.index()).is_some_and(Variance::is_none);
    conditions(site).into_iter().filter(is_settled).collect()
}
