//! What instructions do, for rules.
//!
//! Guarantees the same kind for each spelling of an instruction, of which there is at most one, and beside it what the
//! instruction accesses and whether it reaches other CTAs.
//!
//! Leaves out on purpose: what only some targets have (`tileiras-target`).

use smallvec::{SmallVec, smallvec};
use tileiras_kernel::AccumulatorId;
use tileiras_kernel::program::{
    AccumulatorUse, Arrival, AsyncCopy, BarrierOperation, BulkGroup, ClusterUse, Completion, CpAsync, Fence,
    InstructionKind, MbarrierOperation, Meets, Strength, Wgmma,
};

use super::matrix::{tcgen05, wgmma};
use super::mnemonic::Mnemonic;
use super::operands::{Position, address, at, last, multicast};
use crate::statement::{Instruction, Operand};

/// Something that an instruction does.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) enum Action {
    /// It is this instruction of the model, with operands at these positions.
    Is(InstructionKind<Position>),
    /// It does this with accumulators.
    Uses(SmallVec<[AccumulatorUse; 1]>),
    /// It uses the cluster like this.
    UsesCluster(ClusterUse<Position>),
    /// A store to shared or local memory, an atomic operation there, or `ldmatrix`. One of shared memory is one only if
    /// the code stores there or has asynchronous operations.
    Access,
    /// A strong operation on other memory, in the same way.
    Strong(Strength),
    /// `st.async` and `red.async`.
    AsyncStore {
        /// Where it writes.
        to: Option<Position>,
        /// The mbarrier on which the bytes complete.
        mbarrier: Option<Position>,
    },
    /// Takes the address of a function.
    Reference,
}

/// Where the address of an instruction comes from.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) enum Origin {
    /// `mapa`.
    Mapa,
    /// Something else.
    Local,
}

impl Action {
    /// An instruction of which only the form matters.
    pub const OTHER: Self = Self::Is(InstructionKind::Other);

    /// Names the accumulator of a `wgmma.mma_async`.
    pub fn set_accumulator(&mut self, of: AccumulatorId) {
        if let Self::Is(InstructionKind::Wgmma(Wgmma::Mma { accumulator, .. })) = self {
            *accumulator = Some(of);
        }
    }

    /// Whether it is an instruction whatever happens to the values that it defines.
    pub const fn is_certain(&self) -> bool {
        !matches!(self, Self::Access | Self::Strong(_))
    }

    /// The positions of the operands that it names.
    pub fn operands(&self) -> SmallVec<[Position; 4]> {
        match self {
            Self::Is(kind) => kind.operands(),
            Self::UsesCluster(ClusterUse::PeerMemory { address }) => address.iter().copied().collect(),
            Self::AsyncStore { to, mbarrier } => to.iter().chain(mbarrier).copied().collect(),
            Self::Uses(_) | Self::UsesCluster(_) | Self::Access | Self::Strong(_) | Self::Reference => SmallVec::new(),
        }
    }
}

/// What an instruction does. `has_needs`: its form needs something of the target.
pub(super) fn actions(
    instruction: &Instruction,
    mnemonic: &Mnemonic<'_>,
    origin: Origin,
    has_needs: bool,
) -> SmallVec<[Action; 1]> {
    let mut found = own_actions(instruction, mnemonic, origin);
    let mut names_cluster = false;
    for operand in &instruction.operands {
        names_cluster |= matches!(operand, Operand::Special(special) if special.is_of_cluster());
    }
    if names_cluster && found.is_empty() {
        found.push(Action::UsesCluster(ClusterUse::Cluster));
    }
    if has_needs && !found.iter().any(Action::is_certain) {
        found.push(Action::OTHER);
    }
    found
}

fn own_actions(instruction: &Instruction, mnemonic: &Mnemonic<'_>, origin: Origin) -> SmallVec<[Action; 1]> {
    // Before PTX 6.3, `wmma` is aligned without the qualifier.
    let aligned = mnemonic.has("aligned") || mnemonic.opcode == "wmma";
    match mnemonic.opcode {
        "bar" | "barrier" if mnemonic.begins(&["cluster"]) => match mnemonic.qualifiers.get(1) {
            Some(&"arrive") => {
                smallvec![Action::Is(InstructionKind::ClusterArrive { aligned, relaxed: mnemonic.has("relaxed") })]
            }
            Some(&"wait") => smallvec![Action::Is(InstructionKind::ClusterWait { aligned })],
            _ => smallvec![],
        },
        "bar" if mnemonic.begins(&["warp"]) => {
            let mask = at(instruction, 0);
            let meets = Meets::Barrier;
            smallvec![Action::Is(InstructionKind::WarpSync { mask, aligned: false, meets, elects: None })]
        }
        "bar" | "barrier" => barrier(instruction, mnemonic).into_iter().collect(),
        "elect" | "redux" | "match" | "vote" | "shfl" if mnemonic.has("sync") => {
            let meets = if mnemonic.opcode == "elect" { Meets::Election } else { Meets::Exchange };
            let mask = last(instruction);
            smallvec![Action::Is(InstructionKind::WarpSync { mask, aligned: false, meets, elects: None })]
        }
        "wgmma" => {
            wgmma(instruction, mnemonic).map(|kind| Action::Is(InstructionKind::Wgmma(kind))).into_iter().collect()
        }
        "setmaxnreg" => {
            let (increases, registers) = (mnemonic.has("inc"), at(instruction, 0));
            smallvec![Action::Is(InstructionKind::SetMaxnreg { increases, registers })]
        }
        "tcgen05" => tcgen05(instruction, mnemonic).map(Action::Is).into_iter().collect(),
        "mapa" => smallvec![Action::Is(InstructionKind::Mapa { rank: at(instruction, 2) })],
        "getctarank" => smallvec![Action::UsesCluster(ClusterUse::Cluster)],
        "clusterlaunchcontrol" => cluster_launch_control(instruction, mnemonic).into_iter().collect(),
        "mbarrier" => mbarrier(instruction, mnemonic, origin),
        "cp" => copy(instruction, mnemonic, origin),
        "multimem" if mnemonic.begins(&["cp"]) => bulk_copy(instruction, mnemonic, origin),
        "fence" | "membar" => {
            fence(mnemonic).into_iter().map(|kind| Action::Is(InstructionKind::Fence(kind))).collect()
        }
        "ld" | "ldu" | "st" | "atom" | "red" => access(instruction, mnemonic, origin),
        "tensormap" if mnemonic.begins(&["replace"]) && mnemonic.has("shared::cta") => smallvec![Action::Access],
        _ if aligned && mnemonic.has("sync") => {
            let meets = Meets::Exchange;
            let warp = Action::Is(InstructionKind::WarpSync { mask: None, aligned: true, meets, elects: None });
            match (mnemonic.opcode, mnemonic.first()) {
                ("ldmatrix" | "stmatrix", _) | ("wmma", "store") => smallvec![warp, Action::Access],
                _ => smallvec![warp],
            }
        }
        // A converted address is that of the same memory: `mapa` is what leads to another CTA.
        "cvta" | "isspacep" if mnemonic.is_of_cluster() => smallvec![Action::Is(InstructionKind::Other)],
        _ if mnemonic.is_of_cluster() => smallvec![Action::UsesCluster(ClusterUse::Cluster)],
        _ => smallvec![],
    }
}

/// `bar.sync id`, `barrier.cta.sync.aligned id, threads`, `bar.red.popc.u32 d, id, threads, p`.
fn barrier(instruction: &Instruction, mnemonic: &Mnemonic<'_>) -> Option<Action> {
    let kind = mnemonic.qualifiers.iter().find(|qualifier| **qualifier != "cta")?;
    let count = instruction.operands.len();
    let (operation, id, threads) = match *kind {
        "sync" => (BarrierOperation::Sync, at(instruction, 0), at(instruction, 1)),
        "arrive" => (BarrierOperation::Arrive, at(instruction, 0), at(instruction, 1)),
        "red" => (BarrierOperation::Sync, at(instruction, 1), if count > 3 { Some(2) } else { None }),
        _ => return None,
    };
    let aligned = mnemonic.opcode == "bar" || mnemonic.has("aligned");
    Some(Action::Is(InstructionKind::Barrier { operation, id, threads, aligned }))
}

fn cluster_launch_control(instruction: &Instruction, mnemonic: &Mnemonic<'_>) -> Option<Action> {
    match mnemonic.first() {
        "try_cancel" => Some(Action::Is(InstructionKind::TryCancel {
            response: address(instruction, 0),
            mbarrier: address(instruction, 1),
            multicast: mnemonic.has("multicast::cluster::all"),
            alignment: None,
        })),
        "query_cancel" if mnemonic.qualifiers.get(1).is_some_and(|name| name.starts_with("get_first_ctaid")) => {
            Some(Action::Is(InstructionKind::FirstCtaId { response: at(instruction, 1)? }))
        }
        _ => None,
    }
}

fn mbarrier(instruction: &Instruction, mnemonic: &Mnemonic<'_>, origin: Origin) -> SmallVec<[Action; 1]> {
    let position = address(instruction, 0);
    let next = position.and_then(|position| at(instruction, position.saturating_add(1)));
    let arrival = if mnemonic.first() == "arrive_drop" { Arrival::Drop } else { Arrival::Plain };
    let operation = match mnemonic.first() {
        "init" => Some(MbarrierOperation::Init { count: next }),
        "inval" => Some(MbarrierOperation::Invalidate),
        "expect_tx" => Some(MbarrierOperation::ExpectTx { bytes: next, arrives: None }),
        "arrive" | "arrive_drop" if mnemonic.has("expect_tx") => {
            Some(MbarrierOperation::ExpectTx { bytes: next, arrives: Some(arrival) })
        }
        "arrive" | "arrive_drop" => Some(MbarrierOperation::Arrive { count: next, arrival }),
        "test_wait" | "try_wait" => {
            let parity = next.filter(|_| mnemonic.has("parity"));
            Some(MbarrierOperation::Wait { parity, result: None, is_loop: false })
        }
        "complete_tx" => None,
        _ => return smallvec![],
    };
    let kind = match operation {
        Some(operation) => InstructionKind::Mbarrier { operation, address: position, relaxed: mnemonic.has("relaxed") },
        None => completes(Completion::Mbarrier(position), next),
    };
    remote_access(origin, position, mnemonic.is_of_cluster()).into_iter().chain([Action::Is(kind)]).collect()
}

/// An operation that completes as a copy does, and accesses nothing that is followed.
pub(super) const fn completes<V>(completion: Completion<V>, bytes: Option<V>) -> InstructionKind<V> {
    InstructionKind::AsyncCopy(AsyncCopy {
        to: None,
        from: None,
        bytes,
        reduces: false,
        completion,
        multicast: None,
        is_bulk: false,
    })
}

/// The number of groups that a wait leaves.
fn pending(instruction: &Instruction) -> u32 {
    let pending = instruction.operands.first().and_then(Operand::integer);
    pending.and_then(|pending| u32::try_from(pending).ok()).unwrap_or(0)
}

/// A step of the groups of bulk copies.
fn bulk_group(instruction: &Instruction, mnemonic: &Mnemonic<'_>) -> Option<BulkGroup> {
    match mnemonic.qualifiers.get(2).copied()? {
        "commit_group" => Some(BulkGroup::Commit),
        "wait_group" => Some(BulkGroup::Wait { pending: pending(instruction) }),
        _ => None,
    }
}

/// `cp.async`, `cp.async.bulk` and `cp.async.mbarrier.arrive`.
fn copy(instruction: &Instruction, mnemonic: &Mnemonic<'_>, origin: Origin) -> SmallVec<[Action; 1]> {
    if mnemonic.begins(&["async", "mbarrier", "arrive"]) {
        let address = address(instruction, 0);
        // Without `.noinc` it raises the number of arrivals that are pending, and arrives later: no arrival of its own.
        let kind = if mnemonic.has("noinc") {
            let operation = MbarrierOperation::Arrive { count: None, arrival: Arrival::AfterCpAsync };
            InstructionKind::Mbarrier { operation, address, relaxed: false }
        } else {
            completes(Completion::AfterCpAsync(address), None)
        };
        return smallvec![Action::Is(kind)];
    }
    if let Some(step) = bulk_group(instruction, mnemonic) {
        return smallvec![Action::Is(InstructionKind::BulkGroup(step))];
    }
    if mnemonic.has("bulk") {
        return bulk_copy(instruction, mnemonic, origin);
    }
    let step = match mnemonic.qualifiers.get(1).copied() {
        _ if mnemonic.first() != "async" => return smallvec![],
        Some("ca" | "cg") => {
            // A size of the source or a predicate can make it write zeros, which have no address. A policy comes last.
            let policies = usize::from(mnemonic.has("L2::cache_hint"));
            let copied = if instruction.operands.len() > 3 + policies { at(instruction, 3) } else { None };
            CpAsync::Copy {
                to: address(instruction, 0),
                bytes: at(instruction, 2),
                from: address(instruction, 1),
                copied,
            }
        }
        Some("commit_group") => CpAsync::Commit,
        Some("wait_group") => CpAsync::WaitGroup { pending: pending(instruction) },
        Some("wait_all") => CpAsync::WaitAll,
        _ => return smallvec![],
    };
    smallvec![Action::Is(InstructionKind::CpAsync(step))]
}

/// `cp.async.bulk` and `cp.reduce.async.bulk`, and those to a multimem address, in global memory. The usual copy from
/// global memory writes `.shared::cluster`, which is the shared memory of the CTA itself.
fn bulk_copy(instruction: &Instruction, mnemonic: &Mnemonic<'_>, origin: Origin) -> SmallVec<[Action; 1]> {
    // The destination and the source.
    let mut spaces = mnemonic.qualifiers.iter().skip_while(|part| !is_space(part));
    let from = if spaces.nth(1) == Some(&"shared::cta") { address(instruction, 1) } else { None };
    let multicast = multicast(instruction, mnemonic);
    let on_mbarrier = mnemonic.has("mbarrier::complete_tx::bytes");
    let mut found = SmallVec::new();
    if origin == Origin::Mapa {
        found.extend(remote_access(origin, address(instruction, 0), true));
    } else if multicast.is_some() {
        found.push(Action::UsesCluster(ClusterUse::Cluster));
    }
    if on_mbarrier || from.is_some() {
        // Of a tensor, the descriptor knows the number of bytes.
        let states_bytes = !mnemonic.has("tensor") && !mnemonic.has("ignore_oob");
        let completion = if on_mbarrier { Completion::Mbarrier(address(instruction, 2)) } else { Completion::Group };
        found.push(Action::Is(InstructionKind::AsyncCopy(AsyncCopy {
            to: if on_mbarrier { address(instruction, 0) } else { None },
            from,
            bytes: if states_bytes { at(instruction, 2) } else { None },
            reduces: mnemonic.first() == "reduce",
            completion,
            multicast,
            is_bulk: true,
        })));
    }
    found
}

/// Whether a qualifier is a state space.
fn is_space(part: &str) -> bool {
    matches!(part, "global" | "shared::cta" | "shared::cluster")
}

fn fence(mnemonic: &Mnemonic<'_>) -> Option<Fence> {
    if mnemonic.opcode == "membar" || !mnemonic.begins(&["proxy"]) {
        return Some(if mnemonic.first() == "mbarrier_init" { Fence::MbarrierInit } else { Fence::Generic });
    }
    match mnemonic.qualifiers.get(1).copied()? {
        "async" => Some(Fence::ProxyAsync),
        "async::generic" if mnemonic.has("release") => Some(Fence::ProxyRelease),
        "async::generic" => Some(Fence::ProxyAcquire),
        _ => None,
    }
}

/// An access that can be remote.
fn remote_access(origin: Origin, position: Option<Position>, of_cluster: bool) -> Option<Action> {
    match origin {
        Origin::Mapa => Some(Action::UsesCluster(ClusterUse::PeerMemory { address: position })),
        Origin::Local => of_cluster.then(|| Action::UsesCluster(ClusterUse::Cluster)),
    }
}

/// Whether an access is a strong operation.
pub(super) fn strength(mnemonic: &Mnemonic<'_>) -> Strength {
    let has_one = |names: &[&str]| names.iter().any(|name| mnemonic.has(name));
    match mnemonic.opcode {
        _ if has_one(&["volatile", "acquire", "release", "acq_rel"]) => Strength::Synchronizing,
        "atom" | "red" => Strength::Relaxed,
        _ if has_one(&["relaxed", "mmio"]) => Strength::Relaxed,
        _ => Strength::Weak,
    }
}

/// Loads, stores and atomic operations. Without a state space the address is generic, which can be remote.
fn access(instruction: &Instruction, mnemonic: &Mnemonic<'_>, origin: Origin) -> SmallVec<[Action; 1]> {
    let is_in = |space: &str| mnemonic.has_space(space);
    let position = address(instruction, 0);
    let mut found = SmallVec::new();
    if is_in("param") || is_in("local") || is_in("const") {
        return found;
    }
    let strength = strength(mnemonic);
    if strength != Strength::Weak && !is_in("shared") {
        found.push(Action::Strong(strength));
    }
    if is_in("global") {
        return found;
    }
    let of_cluster = mnemonic.is_of_cluster();
    if of_cluster || !is_in("shared") {
        found.extend(remote_access(origin, position, of_cluster));
    }
    if mnemonic.has("async") {
        if mnemonic.has("mbarrier::complete_tx::bytes") {
            found.push(Action::AsyncStore { to: address(instruction, 0), mbarrier: address(instruction, 1) });
        }
    } else if matches!(mnemonic.opcode, "st" | "atom" | "red") && (is_in("shared") || origin == Origin::Mapa) {
        found.push(Action::Access);
    }
    found
}
