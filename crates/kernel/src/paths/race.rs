//! An asynchronous operation of one thread and its use by another one, without an order between them: a product that
//! reads what a copy writes, or a load of what a product writes.
//!
//! The thread that uses the result has to know that the operation is complete: it waits for its mbarrier, or where a
//! thread arrives that has waited. If it does not, and the other thread does not know of the use either, both can come
//! at the same time.
//!
//! Guarantees that a race is one at the first execution of both. Leaves out on purpose: operations and uses in the same
//! thread ([`crate::protocol::copy`]), and those of which one is executed only if the other one is not.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use crate::execution::{Run, Site};
use crate::limits;
use crate::loops::Variance;
use crate::paths::address::Address;
use crate::paths::implied;
use crate::paths::knowledge::{Knowledge, Origin, Signals, Told};
use crate::paths::{Assumption, Passed, Position, conditions_of, position};
use crate::value::Uniformity;

/// Finds races in one CTA.
pub(crate) struct Races<'r, 'p> {
    run: &'r Run<'p>,
    signals: OnceCell<Signals>,
    /// Where threads arrive that know of the end of an operation, by the mbarriers on which it completes.
    ends: BTreeMap<Vec<Address>, Option<Told>>,
    /// For these mbarriers and an instruction, whether it can be executed without knowledge of the end.
    early: BTreeMap<(Vec<Address>, Position), bool>,
    pairs: usize,
}

impl<'r, 'p> Races<'r, 'p> {
    pub fn new(run: &'r Run<'p>) -> Self {
        Self { run, signals: OnceCell::new(), ends: BTreeMap::new(), early: BTreeMap::new(), pairs: 0 }
    }

    /// Whether an instruction can be executed before and while an operation of another thread completes on these
    /// mbarriers.
    pub fn has(&mut self, operation: &Site<'_, '_>, on: &[Address], user: &Site<'_, '_>) -> bool {
        self.pairs += 1;
        let are_apart = operation.presence.threads.is_disjoint(&user.presence.threads);
        if !are_apart || self.pairs > limits::RACE_PAIRS || exclude(operation, user) || !self.is_early(on, user) {
            return false;
        }
        let run = self.run;
        let signals = self.signals.get_or_init(|| Signals::of(run));
        let is_user = |site: &Site<'_, '_>| position(site) == position(user);
        let used = Knowledge::of(run, signals, Origin { id: Some(user.instruction.id), is: &is_user }, None);
        used.is_some_and(|used| used.is_missing_at(operation, &implied::outcomes(run, &settled(operation))))
    }

    /// Whether an instruction can be executed by threads that do not know that an operation has completed on these
    /// mbarriers.
    fn is_early(&mut self, on: &[Address], user: &Site<'_, '_>) -> bool {
        let key = (on.to_vec(), position(user));
        if let Some(known) = self.early.get(&key) {
            return *known;
        }
        let Self { run, signals, ends, .. } = self;
        let signals = signals.get_or_init(|| Signals::of(run));
        let is_end = |site: &Site<'_, '_>| on.iter().any(|on| signals.waits_for(site, *on));
        let origin = Origin { id: None, is: &is_end };
        let told = ends.entry(on.to_vec()).or_insert_with(|| Some(Knowledge::of(run, signals, origin, None)?.told()));
        let end = told.clone().and_then(|told| Knowledge::of(run, signals, origin, Some(told)));
        let is_early = end.is_some_and(|end| end.is_missing_at(user, &implied::outcomes(run, &settled(user))));
        self.early.insert(key, is_early);
        is_early
    }
}

/// Whether one instruction is executed only where the other one is not.
fn exclude(one: &Site<'_, '_>, other: &Site<'_, '_>) -> bool {
    if one.context != other.context {
        return false;
    }
    let outcomes = implied::outcomes(one.run, &conditions(one)).remove(&one.context).unwrap_or_default();
    let mut on_way = conditions_of(other.run, other.context, other.block);
    on_way.any(|passed| outcomes.get(&passed.block).is_some_and(|holds| *holds != passed.holds))
}

/// The outcomes of the conditions that lead to an instruction that are the same in all threads of the CTA.
fn conditions(site: &Site<'_, '_>) -> Vec<Assumption> {
    let (run, context) = (site.run, site.context);
    let is_same =
        |passed: &Passed| run.known(context, passed.condition).uniformity_on(&run.cta.all()) <= Uniformity::Cta;
    let on_way = conditions_of(run, context, site.block).filter(is_same);
    on_way.map(|passed| passed.assumption(run, context)).collect()
}

/// Those of them that have the same outcome in each iteration of a loop.
fn settled(site: &Site<'_, '_>) -> Vec<Assumption> {
    let variance = site.run.graph(site.context).map_or(&[][..], |graph| &graph.variance);
    let is_settled = |found: &Assumption| variance.get(found.condition.index()).is_some_and(Variance::is_none);
    conditions(site).into_iter().filter(is_settled).collect()
}
