//! What is known of a value that comes from several edges.
//!
//! Accepts the threads that take each edge, and what is known of the value there. Guarantees that a number is right in
//! every thread that takes one of the edges, and that the uniformity counts the condition that chooses the edge.
//!
//! Leaves out on purpose: the order of the edges, and which of them are taken first.

use super::context::{Incoming, Solver};
use super::presence::Presence;
use crate::evaluate::{Known, Numbers};
use crate::loops::Variance;
use crate::program::Terminator;
use crate::threads::ThreadSet;
use crate::value::Uniformity;

impl Solver<'_> {
    /// What is known of a parameter of a block from its arguments.
    pub(super) fn join(&self, index: usize, incoming: &[Incoming]) -> Known {
        let mut edges: Vec<(&Presence, &Known)> = Vec::with_capacity(incoming.len());
        for Incoming { presence, arguments, .. } in incoming {
            match arguments.get(index) {
                Some(Known::Undefined) => {}
                Some(known) => edges.push((presence, known)),
                None => return Known::unknown(Uniformity::Thread),
            }
        }
        let Some(&(_, first)) = edges.first() else { return Known::Undefined };
        if edges.iter().all(|(_, known)| *known == first)
            && !matches!(first, Known::Numbers { known, .. } if !self.cta.all().is_subset(known))
        {
            return first.clone();
        }
        self.join_elected(&edges).unwrap_or_else(|| self.join_numbers(&edges))
    }

    /// What is known of a result from those of each return. If all of them return one value that no loop changes, it
    /// does not matter which of them a thread reaches.
    pub(super) fn join_results(&mut self, index: usize, returns: &[Incoming]) -> Known {
        let blocks = self.function.blocks.iter();
        let mut results = blocks.filter_map(|block| match &block.end {
            Terminator::Return(results) => Some(results.get(index).copied()),
            _ => None,
        });
        let first = results.next().flatten();
        let is_fixed = |value| self.graph.variance.get(value).is_some_and(Variance::is_none);
        match first.filter(|first| is_fixed(first.index()) && results.all(|other| other == Some(*first))) {
            Some(value) if !returns.is_empty() => self.known(value),
            _ => self.join(index, returns),
        }
    }

    /// Joins one elected value with numbers of other threads, or the same number of the threads that are not elected.
    fn join_elected(&self, edges: &[(&Presence, &Known)]) -> Option<Known> {
        let mut elected = edges.iter().filter(|(_, known)| matches!(known, Known::OneLane { .. }));
        let &(here, Known::OneLane { origin, among, chosen, rest }) = elected.next()? else { return None };
        if elected.next().is_some() {
            return None;
        }
        let others = edges.iter().filter(|(_, known)| !matches!(known, Known::OneLane { .. }));
        let (mut numbers, mut chosen) = (rest.clone(), chosen.clone());
        for (presence, known) in others {
            let shared = presence.threads.and(&here.threads);
            if shared.threads().any(|thread| known.number(thread) != Some(rest.get(thread))) {
                return None;
            }
            let only = presence.threads.without(&here.threads);
            if only.threads().any(|thread| known.number(thread).is_none()) {
                return None;
            }
            // A thread that is not here has its number, whether it is elected or not.
            let replaced = |old: &Numbers| {
                Numbers::each(self.cta, |thread| match known.number(thread) {
                    Some(number) if only.contains(thread) => number,
                    _ => old.get(thread),
                })
            };
            (numbers, chosen) = (replaced(&numbers), chosen.as_ref().filter(|_| shared.is_empty()).map(replaced));
        }
        Some(Known::OneLane { origin: *origin, among: *among, chosen, rest: numbers })
    }

    fn join_numbers(&self, edges: &[(&Presence, &Known)]) -> Known {
        let all = self.cta.all();
        let one = |thread: usize| {
            let mut found = None;
            for (_, known) in edges.iter().filter(|(presence, _)| presence.threads.contains(thread)) {
                let number = known.number(thread)?;
                if *found.get_or_insert(number) != number {
                    return None;
                }
            }
            found
        };
        let same = edges
            .iter()
            .map(|(presence, known)| known.constant_on(&presence.threads))
            .reduce(|one, other| one.filter(|_| one == other));
        if let Some(Some(number)) = same {
            return Known::same(number);
        }
        let here = edges.iter().fold(ThreadSet::EMPTY, |here, (presence, _)| here.or(&presence.threads)).and(&all);
        let numbers: Vec<Option<u64>> = (0..self.cta.threads() as usize).map(one).collect();
        let known = ThreadSet::filter(self.cta.threads(), |thread| numbers.get(thread).copied().flatten().is_some());
        let unknown = here.without(&known);
        let mut others = Uniformity::Grid;
        let mut seen = ThreadSet::EMPTY;
        for (presence, known) in edges {
            let part = presence.threads.and(&unknown);
            if part.is_empty() {
                continue;
            }
            others = others.max(known.uniformity_on(&part));
            if part == seen || seen.is_empty() {
                // The same threads on several paths: an unknown condition decides for them.
                others = others.max(presence.taken_together());
            } else if part.is_disjoint(&seen) && part.is_whole_warps_of(&here) {
                others = others.max(Uniformity::Warp).max(presence.taken_together());
            } else {
                others = Uniformity::Thread;
            }
            seen = seen.or(&part);
        }
        let numbers = Numbers::each(self.cta, |thread| numbers.get(thread).copied().flatten().unwrap_or_default());
        // Threads that do not get here have any value.
        let known = if unknown.is_empty() { ThreadSet::ALL } else { known };
        Known::partial(known, numbers, others, self.cta)
    }
}
