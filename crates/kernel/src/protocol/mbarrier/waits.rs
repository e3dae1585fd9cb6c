//! Waits for a known phase of a known mbarrier.
//!
//! The parity of a wait says only whether it waits for an even or an odd phase. Which one it is follows from the waits
//! before it: a thread that is past phase 0 and waits for an odd phase, waits for phase 1 or a later one.
//!
//! Leaves out on purpose: mbarriers whose address is not a variable and a constant when the wait is executed for the
//! first time, and waits for an odd phase without a wait before, which end at once if no phase has completed.

use crate::execution::{ContextId, Run, Site};
use crate::id::{BlockId, InstId, ValueId};
use crate::limits;
use crate::paths::address::{Address, can_be_same};
use crate::paths::first_visit::FirstVisit;
use crate::paths::{Position, without_not};
use crate::program::{Arrival, InstructionKind, MbarrierOperation, Terminator};

/// A wait for a phase of a known mbarrier, when it is executed for the first time.
pub(crate) struct Wait {
    pub id: InstId,
    pub context: ContextId,
    pub block: BlockId,
    pub index: usize,
    pub address: Address,
    /// The first phase that it can wait for.
    pub phase: u64,
    /// The fewest arrivals at the mbarrier until that phase has completed, if that is known.
    pub count: Option<u64>,
}

impl Wait {
    pub const fn position(&self) -> Position {
        (self.context, self.block, self.index)
    }

    /// The waits of a cluster, as its first CTA executes them.
    pub fn all(ctas: &[Run<'_>]) -> Vec<Self> {
        let Some(run) = ctas.first() else { return Vec::new() };
        let mut sites: Vec<(Site<'_, '_>, TestedPhase)> = Vec::new();
        for site in run.sites() {
            let tested = TestedPhase::of(&site);
            sites.extend(tested.map(|tested| (site, tested)));
        }
        // A wait comes after those that dominate it.
        sites.sort_by_cached_key(|(site, _)| {
            (site.context, run.graph(site.context).map(|graph| graph.rank(site.block)), site.index)
        });
        let mut found: Vec<Self> = Vec::new();
        for (site, tested) in sites {
            if found.len() >= limits::WAITS {
                break;
            }
            let TestedPhase { address, parity } = tested;
            let mut before = found.iter().filter(|wait| wait.address == address && wait.is_before(&site));
            let last = before.next_back().map(|wait| wait.phase);
            let phase = match (parity, last) {
                // Before the first phase has completed, the state of an arrival is one of the first phase.
                (None, None) => 0,
                (None, Some(_)) => continue,
                (Some(parity), Some(last)) => last + ((last ^ parity) & 1),
                (Some(0), None) => 0,
                (Some(_), None) => continue,
            };
            let Init { count, is_only } = Init::of(ctas, address);
            if phase > 0 && !is_only {
                continue;
            }
            let count = count.map(|count| count.saturating_mul(phase + 1));
            let Site { context, block, index, instruction, .. } = site;
            found.push(Self { id: instruction.id, context, block, index, address, phase, count });
        }
        found
    }

    /// Whether each thread that reaches a site has executed this wait before.
    fn is_before(&self, site: &Site<'_, '_>) -> bool {
        let dominates = || site.run.graph(self.context).is_some_and(|graph| graph.dominates(self.block, site.block));
        self.context == site.context && dominates() && (self.block != site.block || self.index < site.index)
    }
}

/// What a wait tests.
struct TestedPhase {
    address: Address,
    /// The parity of the phase; none if the wait names the phase by the state of an arrival.
    parity: Option<u64>,
}

impl TestedPhase {
    fn of(site: &Site<'_, '_>) -> Option<Self> {
        let InstructionKind::Mbarrier { operation, address: Some(address), .. } = site.instruction.kind else {
            return None;
        };
        let parity = match operation {
            MbarrierOperation::Wait { parity, result, is_loop } if is_loop || is_repeated(site, result?) => parity,
            _ => return None,
        };
        let first = FirstVisit::before(site.run, site.context, site.block)?;
        let address = first.address(address)?;
        let parity = match parity {
            Some(parity) => Some(first.number(parity)? & 1),
            None => None,
        };
        Some(Self { address, parity })
    }
}

/// Whether the block of a test goes back to itself until the result of the test is true.
fn is_repeated(site: &Site<'_, '_>, result: ValueId) -> bool {
    let block = site.run.function(site.context).and_then(|function| function.block(site.block));
    let Some(Terminator::Branch { condition, holds, fails }) = block.map(|block| &block.end) else { return false };
    let (condition, is_plain) = without_not(site.run, site.context, *condition);
    let (again, on) = if is_plain { (fails, holds) } else { (holds, fails) };
    condition == result && again.to == site.block && on.to != site.block
}

/// How an mbarrier is initialised.
struct Init {
    /// The number of arrivals that it counts: the lowest one, if it is initialised several times.
    count: Option<u64>,
    /// Whether one instruction initialises it, and nothing changes the number later.
    is_only: bool,
}

impl Init {
    fn of(ctas: &[Run<'_>], of: Address) -> Self {
        let mut found = Self { count: None, is_only: true };
        for run in ctas {
            let mut sites = 0;
            for site in run.sites() {
                let InstructionKind::Mbarrier { operation, address, .. } = site.instruction.kind else { continue };
                let address = address.map(|address| Address::of(site.run, site.context, address));
                if !can_be_same(address, Some(of)) {
                    continue;
                }
                let count = match operation {
                    MbarrierOperation::Init { count } => count,
                    MbarrierOperation::Arrive { arrival: Arrival::Drop, .. }
                    | MbarrierOperation::ExpectTx { arrives: Some(Arrival::Drop), .. } => {
                        found.is_only = false;
                        continue;
                    }
                    _ => continue,
                };
                sites += 1;
                let Some(count) = count.and_then(|count| site.constant(count)) else {
                    return Self { count: None, is_only: false };
                };
                found.count = Some(found.count.map_or(count, |lowest: u64| lowest.min(count)));
            }
            found.is_only &= sites <= 1;
        }
        found
    }
}
