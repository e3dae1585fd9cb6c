//! mbarriers: initialised by one thread, and made visible before other threads use them.
//!
//! Guarantees that a fault is one on every path of some thread. Leaves out on purpose: mbarriers whose address is not a
//! variable.

use super::address::{Address, Base};
use super::{Machine, Verdict, always, threads};
use crate::execution::{Run, Site};
use crate::id::InstId;
use crate::program::{BarrierOperation, InstructionKind, MbarrierOperation};
use crate::threads::ThreadSet;
use crate::value::Uniformity;

/// What is wrong with an mbarrier.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum MbarrierFault {
    /// Several threads initialise it.
    SeveralThreads,
    /// A thread uses it without a barrier after the initialisation by another thread.
    NotVisible,
}

/// Whether a thread has waited for other threads.
struct HasWaited;

impl Machine for HasWaited {
    type State = bool;

    fn start(&self) -> bool {
        false
    }

    fn step(&self, state: bool, site: &Site<'_, '_>) -> bool {
        state
            || matches!(
                site.instruction.kind,
                InstructionKind::Barrier { operation: BarrierOperation::Sync, .. }
                    | InstructionKind::ClusterWait { .. }
                    | InstructionKind::WarpSync { .. }
                    | InstructionKind::CallOutside
            )
    }
}

fn mbarrier(site: &Site<'_, '_>) -> Option<(MbarrierOperation, Address)> {
    match site.instruction.kind {
        InstructionKind::Mbarrier { operation, address: Some(address) } => {
            Some((operation, Address::of(site.run, site.context, address)))
        }
        _ => None,
    }
}

/// The faults of one CTA.
pub fn faults(run: &Run<'_>) -> Vec<(InstId, MbarrierFault)> {
    let mut found = Vec::new();
    // The threads that initialise each variable.
    let mut initialised: Vec<(Address, ThreadSet)> = Vec::new();
    for site in run.sites() {
        let Some((MbarrierOperation::Init, address)) = mbarrier(&site) else { continue };
        let InstructionKind::Mbarrier { address: Some(value), .. } = site.instruction.kind else { continue };
        // Each thread can initialise its own.
        let is_one = site.known(value).uniformity_on(&site.presence.threads) <= Uniformity::Cta;
        if is_one && site.presence.fewest() > 1 {
            found.push((site.instruction.id, MbarrierFault::SeveralThreads));
        }
        if matches!(address.base, Base::Symbol(_)) {
            initialised.push((address, site.presence.threads));
        }
    }
    if initialised.is_empty() {
        return found;
    }
    let by_others = |thread: usize, address: Address| {
        let mut same = initialised.iter().filter(|(known, _)| *known == address).peekable();
        same.peek().is_some() && same.all(|(_, threads)| !threads.contains(thread))
    };
    for thread in threads(run) {
        let judge = |site: &Site<'_, '_>, has_waited: bool| match mbarrier(site) {
            Some((MbarrierOperation::Init | MbarrierOperation::Invalidate, _)) | None => Verdict::Open,
            Some((_, address)) if by_others(thread, address) => {
                Verdict::wrong_if(!has_waited, MbarrierFault::NotVisible)
            }
            Some(_) => Verdict::Open,
        };
        found.extend(always(run, thread, &HasWaited, judge, |_| Verdict::Open));
    }
    found
}
