//! What instructions do.

use smallvec::SmallVec;

use super::barrier::{BarrierOperation, Fence, Meets};
use super::copy::{AsyncCopy, BulkGroup, CpAsync, Multicast};
use super::mbarrier::MbarrierOperation;
use super::tcgen05::{CtaGroup, ProductSize, Tcgen05};
use super::wgmma::Wgmma;
use crate::id::{FunctionId, ValueId};
use crate::value::Space;

/// How strong a memory operation is (PTX ISA 8.4).
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Strength {
    /// Neither of the others.
    Weak,
    /// `.relaxed`, and atomic operations without another qualifier: it orders other accesses only with a fence.
    Relaxed,
    /// `.acquire`, `.release`, `.acq_rel`. So is `.volatile`, although it has the semantics of `.relaxed` with the
    /// scope of the system in the PTX ISA: old code synchronises by it.
    Synchronizing,
}

/// One element that a thread loads or stores, of at most 64 bits. A front end lists what can be stored in shared or
/// local memory, and the loads whose value matters.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct MemoryAccess {
    /// Load or store.
    pub direction: Direction,
    /// The address.
    pub address: ValueId,
    /// The state space.
    pub space: Space,
    /// The value that a load defines, or that a store writes.
    pub value: ValueId,
    /// How strong it is.
    pub strength: Strength,
}

/// Load or store.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Direction {
    /// A load.
    Load,
    /// A store.
    Store,
}

/// How an instruction uses the cluster, whatever its kind is.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Hash)]
pub enum ClusterUse<V = ValueId> {
    /// Not at all, or as its kind says.
    #[default]
    None,
    /// It reads a special register of the cluster, or needs clusters in another way.
    Cluster,
    /// It accesses the shared memory of another CTA.
    PeerMemory {
        /// The address; none if it is not a value.
        address: Option<V>,
    },
}

/// What an instruction does. `V` is how it names its operands: by values, or, in a front end that has not computed
/// these yet, by their positions.
#[derive(Clone, Debug, Eq, PartialEq, Hash)]
pub enum InstructionKind<V = ValueId> {
    /// Nothing that a rule asks for, except for the features that it needs.
    Other,
    /// Calls a function of the program.
    Call {
        /// The function.
        callee: FunctionId,
        /// The values of its parameters; empty if they are unknown.
        arguments: Vec<V>,
        /// The [`crate::value::ValueKind::CallResult`]s that it defines; can be fewer than the function returns.
        results: Vec<V>,
    },
    /// Takes the address of a function of the program. Code that is not known can call it.
    Reference {
        /// The function.
        callee: FunctionId,
    },
    /// Calls code that is not in the program, or that is unknown. It can execute any instruction.
    CallUnknown,
    /// `mapa`.
    Mapa {
        /// The rank of the CTA.
        rank: Option<V>,
    },
    /// `barrier.cluster.arrive`.
    ClusterArrive {
        /// With `.aligned`.
        aligned: bool,
        /// With `.relaxed`: it orders no memory accesses.
        relaxed: bool,
    },
    /// `barrier.cluster.wait`.
    ClusterWait {
        /// With `.aligned`.
        aligned: bool,
    },
    /// `barrier`, `bar`: a barrier of the CTA.
    Barrier {
        /// What it does.
        operation: BarrierOperation,
        /// The id; none if it is not a value.
        id: Option<V>,
        /// The number of threads that take part; none if all threads of the CTA do.
        threads: Option<V>,
        /// `bar`, or `barrier` with `.aligned`.
        aligned: bool,
    },
    /// An instruction that every thread of the warp has to execute together, or every thread of a mask:
    /// `ldmatrix`, `mma.sync`, other `.sync.aligned`, `shfl.sync`, `vote.sync`, `bar.warp.sync`.
    WarpSync {
        /// The mask; none for all threads of the warp.
        mask: Option<V>,
        /// With `.aligned`: all threads of the warp, although some have exited.
        aligned: bool,
        /// The instructions at which its threads can meet others.
        meets: Meets,
        /// The predicate that an election defines, a [`ValueKind::Elect`](crate::value::ValueKind::Elect).
        elects: Option<V>,
    },
    /// An operation of wgmma.
    Wgmma(Wgmma<V>),
    /// `setmaxnreg`.
    SetMaxnreg {
        /// `.inc`, and not `.dec`.
        increases: bool,
        /// The number of registers.
        registers: Option<V>,
    },
    /// An instruction of tcgen05.
    Tcgen05 {
        /// The operation.
        operation: Tcgen05,
        /// The `.cta_group`, if it has one.
        group: Option<CtaGroup>,
        /// `.alloc`: where the address is written. Others: the address in tensor memory. `.commit`: the mbarrier.
        address: Option<V>,
        /// `.alloc`, `.dealloc`: the number of columns.
        columns: Option<V>,
        /// What decides how many columns `.mma` writes, if it is known.
        size: Option<ProductSize<V>>,
        /// How many columns `.ld`, `.st` and `.cp` access from the address on, if it is known (PTX ISA 9.7.16.8 and
        /// 9.7.16.9).
        accessed: Option<u32>,
        /// How many rows `.cp` reads, if it does not convert them.
        rows: Option<u32>,
        /// The descriptors of 64 bits of the matrices in shared memory that `.mma` and `.cp` read.
        descriptors: SmallVec<[V; 2]>,
        /// The addresses in tensor memory of what `.mma` only reads there: A, scale factors, and sparsity metadata.
        sources: SmallVec<[V; 2]>,
        /// The CTAs that `.commit` is for, if these are several: each with the mbarrier at the same address.
        multicast: Option<Multicast<V>>,
    },
    /// `clusterlaunchcontrol.try_cancel`.
    TryCancel {
        /// The address of the response; none if it is not a value.
        response: Option<V>,
        /// The address of the mbarrier on which the response completes; none if it is not a value.
        mbarrier: Option<V>,
        /// With `.multicast::cluster::all`.
        multicast: bool,
        /// The alignment of the response in bytes, if it is known.
        alignment: Option<u64>,
    },
    /// `clusterlaunchcontrol.query_cancel.get_first_ctaid` of a response.
    FirstCtaId {
        /// The response, a value of 128 bits.
        response: V,
    },
    /// An operation on an mbarrier.
    Mbarrier {
        /// The operation.
        operation: MbarrierOperation<V>,
        /// The address; none if it is not a value.
        address: Option<V>,
        /// With `.relaxed`: it orders no memory accesses.
        relaxed: bool,
    },
    /// A copy, or a store, that completes later.
    AsyncCopy(AsyncCopy<V>),
    /// A step of the groups in which bulk copies complete that have no mbarrier.
    BulkGroup(BulkGroup),
    /// A step of the asynchronous copies that are not in bulk.
    CpAsync(CpAsync<V>),
    /// A fence.
    Fence(Fence),
    /// A strong operation on memory that is not followed. Threads can order their accesses by it.
    Strong(Strength),
}

impl InstructionKind {
    /// Whether it waits until all threads of the CTA have come.
    pub(crate) const fn is_barrier_of_all(&self) -> bool {
        matches!(self, Self::Barrier { operation: BarrierOperation::Sync, threads: None, .. })
    }

    /// The values that the instruction defines.
    pub(crate) fn defines(&self) -> &[ValueId] {
        match self {
            Self::Call { results, .. } => results,
            Self::Mbarrier { operation: MbarrierOperation::Wait { result, .. }, .. } => result.as_slice(),
            _ => &[],
        }
    }

    /// The descriptors of the matrices in shared memory that it reads.
    pub(crate) fn descriptors(&self) -> &[ValueId] {
        match self {
            Self::Wgmma(Wgmma::Mma { descriptors, .. }) | Self::Tcgen05 { descriptors, .. } => descriptors,
            _ => &[],
        }
    }

    /// Whether it can access the memory of another CTA of the cluster, or signal to it.
    pub(crate) const fn reaches_other_ctas(&self) -> bool {
        matches!(
            self,
            Self::Mapa { .. }
                | Self::AsyncCopy(AsyncCopy { multicast: Some(_), .. })
                | Self::TryCancel { multicast: true, .. }
                | Self::Tcgen05 { group: Some(CtaGroup::Two), .. }
                | Self::Tcgen05 { multicast: Some(_), .. }
        )
    }

    /// Whether it is for clusters of several CTAs.
    pub(crate) const fn needs_cluster(&self) -> bool {
        self.reaches_other_ctas() || matches!(self, Self::ClusterArrive { .. } | Self::ClusterWait { .. })
    }

    /// Replaces every value that the instruction names.
    pub(super) fn replace(&mut self, mut by: impl FnMut(ValueId) -> ValueId) {
        let kind = std::mem::replace(self, Self::Other);
        if let Some(kind) = kind.map(&mut |value| Some(by(value))) {
            *self = kind;
        }
    }
}

impl<V: Clone> InstructionKind<V> {
    /// Every operand that the instruction names.
    pub fn operands(&self) -> SmallVec<[V; 4]> {
        let mut found = SmallVec::new();
        self.clone().map(&mut |operand| {
            found.push(operand);
            Some(())
        });
        found
    }
}

impl<V> InstructionKind<V> {
    /// The same with other operands. An optional operand for which there is none is left out; `None` if there is none
    /// for a required one.
    pub fn map<W>(self, of: &mut impl FnMut(V) -> Option<W>) -> Option<InstructionKind<W>> {
        Some(match self {
            Self::Other => InstructionKind::Other,
            Self::Call { callee, arguments, results } => InstructionKind::Call {
                callee,
                arguments: arguments.into_iter().map(&mut *of).collect::<Option<_>>()?,
                results: results.into_iter().map(of).collect::<Option<_>>()?,
            },
            Self::Reference { callee } => InstructionKind::Reference { callee },
            Self::CallUnknown => InstructionKind::CallUnknown,
            Self::Mapa { rank } => InstructionKind::Mapa { rank: rank.and_then(of) },
            Self::ClusterArrive { aligned, relaxed } => InstructionKind::ClusterArrive { aligned, relaxed },
            Self::ClusterWait { aligned } => InstructionKind::ClusterWait { aligned },
            Self::Barrier { operation, id, threads, aligned } => {
                let (id, threads) = (id.and_then(&mut *of), threads.and_then(of));
                InstructionKind::Barrier { operation, id, threads, aligned }
            }
            Self::WarpSync { mask, aligned, meets, elects } => {
                let (mask, elects) = (mask.and_then(&mut *of), elects.and_then(of));
                InstructionKind::WarpSync { mask, aligned, meets, elects }
            }
            Self::Wgmma(wgmma) => InstructionKind::Wgmma(wgmma.map(of)),
            Self::SetMaxnreg { increases, registers } => {
                InstructionKind::SetMaxnreg { increases, registers: registers.and_then(of) }
            }
            Self::Tcgen05 {
                operation,
                group,
                address,
                columns,
                size,
                accessed,
                rows,
                descriptors,
                sources,
                multicast,
            } => InstructionKind::Tcgen05 {
                operation,
                group,
                address: address.and_then(&mut *of),
                columns: columns.and_then(&mut *of),
                size: size.and_then(|size| size.map(&mut *of)),
                accessed,
                rows,
                descriptors: descriptors.into_iter().filter_map(&mut *of).collect(),
                sources: sources.into_iter().filter_map(&mut *of).collect(),
                multicast: multicast.map(|multicast| multicast.map(of)),
            },
            Self::TryCancel { response, mbarrier, multicast, alignment } => {
                let (response, mbarrier) = (response.and_then(&mut *of), mbarrier.and_then(of));
                InstructionKind::TryCancel { response, mbarrier, multicast, alignment }
            }
            Self::FirstCtaId { response } => InstructionKind::FirstCtaId { response: of(response)? },
            Self::Mbarrier { operation, address, relaxed } => {
                let address = address.and_then(&mut *of);
                InstructionKind::Mbarrier { operation: operation.map(of), address, relaxed }
            }
            Self::AsyncCopy(copy) => InstructionKind::AsyncCopy(copy.map(of)),
            Self::BulkGroup(step) => InstructionKind::BulkGroup(step),
            Self::CpAsync(step) => InstructionKind::CpAsync(step.map(of)),
            Self::Fence(fence) => InstructionKind::Fence(fence),
            Self::Strong(strength) => InstructionKind::Strong(strength),
        })
    }
}
