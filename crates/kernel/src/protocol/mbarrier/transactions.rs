//! The bytes of the copies that complete on an mbarrier: as many as threads expect.
//!
//! A phase completes when no arrival and no byte is missing. Where a thread expects bytes and issues the copies, it
//! does both the same number of times, in one block or under one condition. If it expects more than the copies have,
//! and nothing makes up for it, no wait for this phase ends. If it expects fewer, the phase is complete before the data
//! is there.
//!
//! Guarantees that a fault is certain: all that can expect bytes or complete them on the mbarrier is known, with its
//! number of bytes, and differs in one direction. Leaves out on purpose: copies of tensors, whose descriptor knows the
//! number of bytes; copies in a loop of their own; mbarriers that other CTAs can use; and responses of
//! `clusterlaunchcontrol`, which have a rule of their own.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::execution::{Run, Site};
use crate::id::{InstId, ValueId};
use crate::paths::address::{Address, Base, can_be_same};
use crate::paths::control_class::ControlClass;
use crate::program::{AsyncCopy, Completion, InstructionKind, MbarrierOperation};
use crate::protocol::mbarrier::stuck::is_alone;
use crate::threads::ThreadSet;

/// An instruction that expects or completes another number of bytes than belongs to it.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Imbalance {
    /// The bytes that are expected.
    pub expected: u64,
    /// The bytes that copies complete.
    pub completed: u64,
}

impl Imbalance {
    fn direction(self) -> Ordering {
        self.expected.cmp(&self.completed)
    }
}

/// What an instruction does to the bytes of a phase.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
enum ByteRole {
    Expects,
    Completes,
}

/// An instruction that expects or completes bytes.
struct ByteUse<'r, 'p> {
    site: Site<'r, 'p>,
    side: ByteRole,
    /// The mbarrier.
    address: Address,
    /// The number; none if it is not known.
    bytes: Option<u64>,
}

/// The instructions that are executed the same number of times, by the same threads, on one mbarrier.
#[derive(Clone, Eq, PartialEq, Hash)]
struct Together {
    address: Address,
    threads: ThreadSet,
    count: ControlClass,
}

/// The instructions of one CTA whose bytes do not match.
pub fn unbalanced(run: &Run<'_>) -> Rc<Vec<(InstId, Imbalance)>> {
    run.once(find_unbalanced)
}

fn find_unbalanced(run: &Run<'_>) -> Vec<(InstId, Imbalance)> {
    let (mut uses, mut waits, mut arrivals) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
    for site in run.sites() {
        let address_of = |address: Option<ValueId>| address.map(|address| Address::of(run, site.context, address));
        let (side, address, bytes) = match site.instruction.kind {
            InstructionKind::Mbarrier { operation, address, .. } => match operation {
                MbarrierOperation::ExpectTx { bytes, .. } => (ByteRole::Expects, address_of(address), bytes),
                MbarrierOperation::Arrive { .. } => {
                    arrivals.insert(address_of(address));
                    continue;
                }
                MbarrierOperation::Wait { .. } => {
                    waits.insert(address_of(address));
                    continue;
                }
                _ => continue,
            },
            InstructionKind::AsyncCopy(AsyncCopy { completion: Completion::Group, .. }) => continue,
            InstructionKind::AsyncCopy(AsyncCopy { completion, bytes, .. }) => {
                (ByteRole::Completes, address_of(completion.mbarrier()), bytes)
            }
            InstructionKind::TryCancel { mbarrier, .. } => (ByteRole::Completes, address_of(mbarrier), None),
            InstructionKind::CallUnknown => return Vec::new(),
            _ => continue,
        };
        // One without a known address can change the bytes of each mbarrier.
        let Some(address) = address else { return Vec::new() };
        uses.push(ByteUse { site, side, address, bytes: bytes.and_then(|bytes| site.constant(bytes)) });
    }
    if uses.is_empty() || !is_alone(std::slice::from_ref(run)) {
        return Vec::new();
    }
    let (groups, of_use) = groups(&uses);
    let mut directions: BTreeMap<Address, Option<Ordering>> = BTreeMap::new();
    let mut found = Vec::new();
    for (one, group) in uses.iter().zip(of_use) {
        let address = one.address;
        let direction = *directions.entry(address).or_insert_with(|| {
            // Without an arrival, or without a wait, that is what is missing.
            let is_waited_for = waits.iter().any(|wait| can_be_same(*wait, Some(address)));
            direction(&uses, &groups, address).filter(|_| is_waited_for)
        });
        let Some((_, bytes)) = groups.get(group).filter(|(_, bytes)| direction == Some(bytes.direction())) else {
            continue;
        };
        let arrives =
            one.side == ByteRole::Expects || arrivals.iter().any(|arrival| can_be_same(*arrival, Some(address)));
        // The number that is expected is the one to correct, if there is one.
        let is_reported = one.side == ByteRole::Expects || bytes.expected == 0;
        if arrives && is_reported && bytes.direction() != Ordering::Equal {
            found.push((one.site.instruction.id, *bytes));
        }
    }
    found
}

/// Whether equal expressions of an address are equal numbers: what is loaded can be another one each time.
const fn is_settled(address: Address) -> bool {
    !matches!(address.base, Base::Loaded(..))
}

/// The bytes of the instructions that are executed together, each group with its mbarrier, and for each instruction the
/// index of its group.
fn groups(uses: &[ByteUse<'_, '_>]) -> (Vec<(Address, Imbalance)>, Vec<usize>) {
    let (mut groups, mut indices): (Vec<(Address, Imbalance)>, FxHashMap<Together, usize>) = Default::default();
    let mut memo = FxHashMap::default();
    let of_use = uses.iter().map(|one| {
        let (address, threads) = (one.address, one.site.presence.threads);
        let count = ControlClass::of(&one.site, &mut memo).filter(|_| is_settled(address));
        let index = match count {
            Some(count) => *indices.entry(Together { address, threads, count }).or_insert(groups.len()),
            None => groups.len(),
        };
        if index == groups.len() {
            groups.push((address, Imbalance { expected: 0, completed: 0 }));
        }
        if let Some((_, group)) = groups.get_mut(index) {
            let sum = match one.side {
                ByteRole::Expects => &mut group.expected,
                ByteRole::Completes => &mut group.completed,
            };
            *sum = sum.saturating_add(one.bytes.unwrap_or_default());
        }
        index
    });
    let of_use = of_use.collect();
    (groups, of_use)
}

/// Whether more or fewer bytes are expected than complete on an mbarrier. None if some number is not known, or if one
/// group can make up for another one.
fn direction(uses: &[ByteUse<'_, '_>], groups: &[(Address, Imbalance)], address: Address) -> Option<Ordering> {
    if uses.iter().any(|one| one.bytes.is_none() && one.address.can_be(address)) {
        return None;
    }
    let groups = groups.iter().filter(|(other, _)| other.can_be(address));
    let mut directions = groups.map(|(_, bytes)| bytes.direction()).filter(|direction| *direction != Ordering::Equal);
    let first = directions.next()?;
    directions.all(|direction| direction == first).then_some(first)
}
