//! What instructions do, for rules.
//!
//! Guarantees the same kind for each spelling of an instruction. An instruction can have several: an operation on a
//! remote mbarrier is a remote access and an operation on an mbarrier.
//!
//! Leaves out on purpose: what only some targets have (`tileiras-target`).

use smallvec::{SmallVec, smallvec};
use tileiras_kernel::program::{
    BarrierOperation, BulkGroup, CpAsync, CtaGroup, Fence, InstructionKind, MbarrierOperation, Meets, Part, Strength,
    Tcgen05, Wgmma,
};
use tileiras_kernel::value::Space;
use tileiras_kernel::{AccumulatorId, ValueId};

use super::matrix::{read_matrices, tcgen05, wgmma};
use super::mnemonic::Mnemonic;
use crate::statement::{Instruction, Operand};

/// Something that an instruction does.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Action {
    pub make: Make,
    /// The operands that it names, by their positions.
    pub operands: [Option<u8>; 3],
}

/// What an action makes of the values of its operands.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) enum Make {
    /// A kind without operands.
    Plain(InstructionKind),
    Mapa,
    Remote,
    /// The mask of CTAs, and where a copy writes. Whether it is a copy of pairs.
    Multicast(bool),
    /// The id and the number of threads.
    Barrier(BarrierOperation, bool),
    /// The mask.
    WarpSync {
        aligned: bool,
        meets: Meets,
    },
    /// The address and the number of columns.
    Tcgen05(Tcgen05, Option<CtaGroup>, Option<Part>),
    /// The response and the mbarrier.
    TryCancel(bool),
    /// The response.
    FirstCtaId,
    /// The address, and the number of bytes or of arrivals. Whether it is `.relaxed`.
    Mbarrier(MbarrierOperation, bool),
    /// The mbarrier, the number of bytes, and where the copy writes.
    AsyncCopy,
    /// Where `cp.async` writes, the number of bytes, and where it reads.
    CpAsync,
    /// Where a copy reads shared memory, and the number of bytes.
    CopySource,
    /// The descriptors of matrices in shared memory.
    ReadMatrices,
    /// The number of registers. Whether it is `.inc`.
    SetMaxnreg(bool),
    /// A load from shared memory. It is one only if its value matters, or if the code has asynchronous operations.
    Load(Space),
    /// A store to the own shared memory, an atomic operation there, or `ldmatrix`. It is one only if the code stores there or has
    /// asynchronous operations.
    Access,
    /// A strong operation on other memory, in the same way.
    Strong(Strength),
    /// The mbarrier on which the bytes complete that `st.async` and `red.async` store.
    AsyncStore,
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
    pub const fn new(make: Make, [first, second]: [Option<u8>; 2]) -> Self {
        Action { make, operands: [first, second, None] }
    }

    fn plain(kind: InstructionKind) -> Self {
        Action::new(Make::Plain(kind), [None; 2])
    }

    /// What a statement does with an accumulator.
    pub fn accumulator(wgmma: Wgmma) -> Self {
        Action::plain(InstructionKind::Wgmma(wgmma))
    }

    /// Names the accumulator of a `wgmma.mma_async`.
    pub fn set_accumulator(&mut self, of: AccumulatorId) {
        if let Make::Plain(InstructionKind::Wgmma(Wgmma::Mma { accumulator, .. })) = &mut self.make {
            *accumulator = Some(of);
        }
    }

    /// `mov` of the address of a function.
    pub fn reference() -> Self {
        Action::new(Make::Reference, [None; 2])
    }

    /// Whether it is an instruction whatever happens to the values that it defines.
    pub fn is_certain(&self) -> bool {
        !matches!(self.make, Make::Load(_) | Make::Access | Make::Strong(_))
    }

    /// An access to the own shared memory.
    pub fn access() -> Self {
        Action::new(Make::Access, [None; 2])
    }

    /// Whether it is a load from shared memory.
    pub fn is_load(&self) -> bool {
        matches!(self.make, Make::Load(_))
    }

    /// Whether it is an access to the own shared memory whose operands matter.
    pub fn is_access(&self) -> bool {
        self.make == Make::Access
    }

    /// The kind of an instruction; none for a load or a store.
    pub fn kind(
        &self,
        [first, second, third]: [Option<ValueId>; 3],
        alignment: Option<u64>,
    ) -> Option<InstructionKind> {
        Some(match self.make.clone() {
            Make::Plain(kind) => kind,
            Make::Mapa => InstructionKind::Mapa { rank: first },
            Make::Remote => InstructionKind::RemoteAccess { address: first },
            Make::Multicast(of_pairs) => InstructionKind::Multicast { ctas: first, to: second, of_pairs },
            Make::Barrier(operation, aligned) => {
                InstructionKind::Barrier { operation, id: first, threads: second, aligned }
            }
            Make::WarpSync { aligned, meets } => InstructionKind::WarpSync { mask: first, aligned, meets },
            Make::Tcgen05(operation, group, part) => {
                InstructionKind::Tcgen05 { operation, group, address: first, columns: second, part }
            }
            Make::TryCancel(multicast) => {
                InstructionKind::TryCancel { response: first, barrier: second, multicast, alignment }
            }
            Make::FirstCtaId => InstructionKind::FirstCtaId { response: first? },
            Make::Mbarrier(operation, relaxed) => {
                let operation = match operation {
                    MbarrierOperation::ExpectTx { arrives, .. } => {
                        MbarrierOperation::ExpectTx { bytes: second, arrives }
                    }
                    MbarrierOperation::Init { .. } => MbarrierOperation::Init { count: second },
                    MbarrierOperation::Arrive { .. } => MbarrierOperation::Arrive { count: second },
                    MbarrierOperation::Wait { is_loop, .. } => {
                        MbarrierOperation::Wait { parity: second, result: third, is_loop }
                    }
                    operation => operation,
                };
                InstructionKind::Mbarrier { operation, address: first, relaxed }
            }
            Make::AsyncCopy => InstructionKind::AsyncCopy { barrier: first, bytes: second, to: third },
            Make::CpAsync => InstructionKind::CpAsync(CpAsync::Copy { to: first, bytes: second, from: third }),
            Make::CopySource => InstructionKind::CopySource { from: first?, bytes: second },
            Make::ReadMatrices => {
                InstructionKind::ReadMatrices { descriptors: first.into_iter().chain(second).collect() }
            }
            Make::SetMaxnreg(increases) => InstructionKind::SetMaxnreg { increases, registers: first },
            Make::Load(_) | Make::Access | Make::Strong(_) | Make::AsyncStore | Make::Reference => return None,
        })
    }
}

/// The position of the address with that number, from 0 on.
pub(super) fn address(instruction: &Instruction, number: usize) -> Option<u8> {
    let is_address = |operand: &Operand| matches!(operand, Operand::Address { .. });
    let mut found = instruction.operands.iter().enumerate().filter(|(_, operand)| is_address(operand));
    found.nth(number).and_then(|(index, _)| u8::try_from(index).ok())
}

/// The position of the last operand.
fn last(instruction: &Instruction) -> Option<u8> {
    instruction.operands.len().checked_sub(1).and_then(|index| u8::try_from(index).ok())
}

/// The position, if there is such an operand.
pub(super) fn at(instruction: &Instruction, index: u8) -> Option<u8> {
    (usize::from(index) < instruction.operands.len()).then_some(index)
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
        found.push(Action::plain(InstructionKind::Cluster));
    }
    if has_needs && !found.iter().any(Action::is_certain) {
        found.push(Action::plain(InstructionKind::Other));
    }
    found
}

fn own_actions(instruction: &Instruction, mnemonic: &Mnemonic<'_>, origin: Origin) -> SmallVec<[Action; 1]> {
    // Before PTX 6.3, `wmma` is aligned without the qualifier.
    let aligned = mnemonic.has("aligned") || mnemonic.opcode == "wmma";
    match mnemonic.opcode {
        "bar" | "barrier" if mnemonic.begins(&["cluster"]) => match mnemonic.qualifiers.get(1) {
            Some(&"arrive") => {
                smallvec![Action::plain(InstructionKind::ClusterArrive { aligned, relaxed: mnemonic.has("relaxed") })]
            }
            Some(&"wait") => smallvec![Action::plain(InstructionKind::ClusterWait { aligned })],
            _ => smallvec![],
        },
        "bar" if mnemonic.begins(&["warp"]) => {
            smallvec![Action::new(Make::WarpSync { aligned: false, meets: Meets::Barrier }, [at(instruction, 0), None])]
        }
        "bar" | "barrier" => barrier(instruction, mnemonic).into_iter().collect(),
        "elect" | "redux" | "match" | "vote" | "shfl" if mnemonic.has("sync") => {
            let meets = if mnemonic.opcode == "elect" { Meets::Election } else { Meets::Exchange };
            smallvec![Action::new(Make::WarpSync { aligned: false, meets }, [last(instruction), None])]
        }
        "wgmma" => {
            let operation = wgmma(instruction, mnemonic).map(|kind| Action::plain(InstructionKind::Wgmma(kind)));
            read_matrices(instruction, mnemonic).into_iter().chain(operation).collect()
        }
        "setmaxnreg" => smallvec![Action::new(Make::SetMaxnreg(mnemonic.has("inc")), [at(instruction, 0), None])],
        "tcgen05" => {
            let several = multicast(instruction, mnemonic, None).into_iter();
            let reads = read_matrices(instruction, mnemonic);
            several.chain(reads).chain(tcgen05(instruction, mnemonic)).collect()
        }
        "mapa" => smallvec![Action::new(Make::Mapa, [at(instruction, 2), None])],
        "getctarank" => smallvec![Action::plain(InstructionKind::Cluster)],
        "clusterlaunchcontrol" => cluster_launch_control(instruction, mnemonic).into_iter().collect(),
        "mbarrier" => mbarrier(instruction, mnemonic, origin),
        "cp" => copy(instruction, mnemonic, origin),
        "fence" | "membar" => {
            fence(mnemonic).into_iter().map(|kind| Action::plain(InstructionKind::Fence(kind))).collect()
        }
        "ld" | "ldu" | "st" | "atom" | "red" => access(instruction, mnemonic, origin),
        _ if aligned && mnemonic.has("sync") => {
            let warp = Action::new(Make::WarpSync { aligned: true, meets: Meets::Exchange }, [None; 2]);
            match (mnemonic.opcode, mnemonic.first()) {
                ("ldmatrix" | "stmatrix", _) | ("wmma", "store") => smallvec![warp, Action::access()],
                _ => smallvec![warp],
            }
        }
        // A converted address is that of the same memory: `mapa` is what leads to another CTA.
        "cvta" | "isspacep" if mnemonic.is_of_cluster() => smallvec![Action::plain(InstructionKind::Other)],
        _ if mnemonic.is_of_cluster() => smallvec![Action::plain(InstructionKind::Cluster)],
        _ => smallvec![],
    }
}

/// `bar.sync id`, `barrier.cta.sync.aligned id, threads`, `bar.red.popc.u32 d, id, threads, p`.
fn barrier(instruction: &Instruction, mnemonic: &Mnemonic<'_>) -> Option<Action> {
    let kind = mnemonic.qualifiers.iter().find(|qualifier| **qualifier != "cta")?;
    let count = instruction.operands.len();
    let (operation, operands) = match *kind {
        "sync" => (BarrierOperation::Sync, [at(instruction, 0), at(instruction, 1)]),
        "arrive" => (BarrierOperation::Arrive, [at(instruction, 0), at(instruction, 1)]),
        "red" => (BarrierOperation::Sync, [at(instruction, 1), if count > 3 { Some(2) } else { None }]),
        _ => return None,
    };
    let aligned = mnemonic.opcode == "bar" || mnemonic.has("aligned");
    Some(Action::new(Make::Barrier(operation, aligned), operands))
}

/// The mask of CTAs is the last operand, but for the cache policy.
fn multicast(instruction: &Instruction, mnemonic: &Mnemonic<'_>, to: Option<u8>) -> Option<Action> {
    let behind = if mnemonic.has("L2::cache_hint") { 2 } else { 1 };
    let ctas = instruction.operands.len().checked_sub(behind).and_then(|index| u8::try_from(index).ok());
    let of_pairs = to.is_some() && mnemonic.has("cta_group::2");
    mnemonic.has("multicast::cluster").then(|| Action::new(Make::Multicast(of_pairs), [ctas, to]))
}

fn cluster_launch_control(instruction: &Instruction, mnemonic: &Mnemonic<'_>) -> Option<Action> {
    match mnemonic.first() {
        "try_cancel" => {
            let make = Make::TryCancel(mnemonic.has("multicast::cluster::all"));
            Some(Action::new(make, [address(instruction, 0), address(instruction, 1)]))
        }
        "query_cancel" if mnemonic.qualifiers.get(1).is_some_and(|name| name.starts_with("get_first_ctaid")) => {
            Some(Action::new(Make::FirstCtaId, [at(instruction, 1), None]))
        }
        _ => None,
    }
}

fn mbarrier(instruction: &Instruction, mnemonic: &Mnemonic<'_>, origin: Origin) -> SmallVec<[Action; 1]> {
    let position = address(instruction, 0);
    let behind = position.and_then(|position| at(instruction, position.saturating_add(1)));
    let operation = match mnemonic.first() {
        "init" => MbarrierOperation::Init { count: None },
        "inval" => MbarrierOperation::Invalidate,
        "expect_tx" => MbarrierOperation::ExpectTx { bytes: None, arrives: false },
        "arrive" | "arrive_drop" if mnemonic.has("expect_tx") => {
            MbarrierOperation::ExpectTx { bytes: None, arrives: true }
        }
        "arrive" | "arrive_drop" => MbarrierOperation::Arrive { count: None },
        "test_wait" | "try_wait" => MbarrierOperation::Wait { parity: None, result: None, is_loop: false },
        "complete_tx" => {
            let mut found = SmallVec::new();
            found.extend(remote_access(origin, position, mnemonic.is_of_cluster()));
            found.push(Action::new(Make::AsyncCopy, [position, behind]));
            return found;
        }
        _ => return smallvec![],
    };
    let second = match operation {
        MbarrierOperation::Wait { .. } if !mnemonic.has("parity") => None,
        MbarrierOperation::Invalidate => None,
        _ => behind,
    };
    let mut found = SmallVec::new();
    found.extend(remote_access(origin, position, mnemonic.is_of_cluster()));
    let relaxed = mnemonic.has("relaxed");
    found.push(Action::new(Make::Mbarrier(operation, relaxed), [position, second]));
    if mnemonic.first() == "arrive_drop" {
        found.push(Action::new(Make::Mbarrier(MbarrierOperation::Drop, relaxed), [position, None]));
    }
    found
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

/// `cp.async`, `cp.async.bulk` and `cp.async.mbarrier.arrive`. The usual copy from global memory writes `.shared::cluster`, which
/// is the shared memory of the CTA itself.
fn copy(instruction: &Instruction, mnemonic: &Mnemonic<'_>, origin: Origin) -> SmallVec<[Action; 1]> {
    let mut found = SmallVec::new();
    if mnemonic.begins(&["async", "mbarrier", "arrive"]) {
        // Without `.noinc` it raises the number of arrivals that are pending, and arrives later: no arrival of its own.
        let arrive = Make::Mbarrier(MbarrierOperation::Arrive { count: None }, false);
        let make = if mnemonic.has("noinc") { arrive } else { Make::AsyncCopy };
        found.push(Action::plain(InstructionKind::CpAsync(CpAsync::Arrive)));
        found.push(Action::new(make, [address(instruction, 0), None]));
    } else if let Some(step) = bulk_group(instruction, mnemonic) {
        found.push(Action::plain(InstructionKind::BulkGroup(step)));
    } else if mnemonic.has("bulk") {
        // The destination and the source.
        let mut spaces = mnemonic.qualifiers.iter().skip_while(|part| !is_space(part));
        let reads_shared = spaces.nth(1) == Some(&"shared::cta");
        if reads_shared {
            let bytes = if mnemonic.has("tensor") { None } else { at(instruction, 2) };
            found.push(Action::new(Make::CopySource, [address(instruction, 1), bytes]));
        }
        if origin == Origin::Mapa {
            found.push(Action::new(Make::Remote, [address(instruction, 0), None]));
        } else if mnemonic.has("multicast::cluster") {
            found.push(Action::plain(InstructionKind::Cluster));
            found.extend(multicast(instruction, mnemonic, address(instruction, 0)));
        }
        if mnemonic.has("mbarrier::complete_tx::bytes") {
            // Of a tensor, the descriptor knows the number of bytes.
            let states_bytes = !mnemonic.has("tensor") && !mnemonic.has("ignore_oob");
            let bytes = if states_bytes { at(instruction, 2) } else { None };
            let to = address(instruction, 0).filter(|_| !mnemonic.has("multicast::cluster"));
            found.push(Action { make: Make::AsyncCopy, operands: [address(instruction, 2), bytes, to] });
        } else if reads_shared {
            found.push(Action::new(Make::AsyncCopy, [None; 2]));
        }
    } else if mnemonic.first() == "async" {
        let step = match mnemonic.qualifiers.get(1).copied() {
            Some("ca" | "cg") => {
                found.push(Action {
                    make: Make::CpAsync,
                    operands: [address(instruction, 0), at(instruction, 2), address(instruction, 1)],
                });
                return found;
            }
            Some("commit_group") => CpAsync::Commit,
            Some("wait_group") => CpAsync::WaitGroup { pending: pending(instruction) },
            Some("wait_all") => CpAsync::WaitAll,
            _ => return found,
        };
        found.push(Action::plain(InstructionKind::CpAsync(step)));
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
fn remote_access(origin: Origin, position: Option<u8>, of_cluster: bool) -> Option<Action> {
    match origin {
        Origin::Mapa => Some(Action::new(Make::Remote, [position, None])),
        Origin::Local => of_cluster.then(|| Action::plain(InstructionKind::Cluster)),
    }
}

/// Whether an access is a strong operation.
pub(super) fn strength(mnemonic: &Mnemonic<'_>) -> Strength {
    let has_one = |names: &[&str]| names.iter().any(|name| mnemonic.has(name));
    match mnemonic.opcode {
        _ if has_one(&["volatile", "acquire", "release", "acq_rel"]) => Strength::Ordered,
        "atom" | "red" => Strength::Relaxed,
        _ if has_one(&["relaxed", "mmio"]) => Strength::Relaxed,
        _ => Strength::Weak,
    }
}

/// Loads, stores and atomic operations. Without a state space the address is generic, which can be remote.
fn access(instruction: &Instruction, mnemonic: &Mnemonic<'_>, origin: Origin) -> SmallVec<[Action; 1]> {
    let is_in = |space: &str| mnemonic.qualifiers.iter().any(|part| part.split("::").next() == Some(space));
    let position = address(instruction, 0);
    let mut found = SmallVec::new();
    if is_in("param") || is_in("local") || is_in("const") {
        return found;
    }
    let strength = strength(mnemonic);
    if strength != Strength::Weak && !is_in("shared") {
        found.push(Action::new(Make::Strong(strength), [None; 2]));
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
            found.push(Action::new(Make::AsyncStore, [address(instruction, 1), None]));
        }
    } else if mnemonic.opcode == "ld" && is_in("shared") {
        let space = if of_cluster { Space::SharedCluster } else { Space::Shared };
        found.push(Action::new(Make::Load(space), [position, None]));
    } else if matches!(mnemonic.opcode, "st" | "atom" | "red") && (is_in("shared") || origin == Origin::Mapa) {
        found.push(Action::new(Make::Access, [position, None]));
    }
    found
}
