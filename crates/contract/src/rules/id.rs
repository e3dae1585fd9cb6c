//! The identifiers of the rules.
//!
//! Users write an identifier as text: in the option `disable=`, and in brackets at the end of each message. The program
//! uses [`RuleId`] everywhere else.

use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

use thiserror::Error;

use crate::read::nearest;

macro_rules! rule_ids {
    ($($variant:ident: $name:literal,)*) => {
        /// The identifier of a rule, in the order of [`RULES`](super::RULES).
        #[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
        pub enum RuleId {
            $(
                #[doc = concat!("`", $name, "`")]
                $variant,
            )*
        }

        impl RuleId {
            /// Every identifier, in the order of the enum.
            pub const ALL: &[RuleId] = &[$(RuleId::$variant),*];

            /// The identifier as text, such as `dim-shape`.
            pub const fn name(self) -> &'static str {
                match self {
                    $(RuleId::$variant => $name,)*
                }
            }
        }
    };
}

rule_ids! {
    DimShape: "dim-shape",
    ClusterDimArity: "cluster-dim-arity",
    ScalarShape: "scalar-shape",
    UnitShape: "unit-shape",
    KernelResult: "kernel-result",
    KernelVariadic: "kernel-variadic",
    GridConstantShape: "grid-constant-shape",
    BlocksAreClustersRequires: "blocksareclusters-requires",
    ClusterOnKernelOnly: "cluster-on-kernel-only",
    LaunchFactOnFunction: "launch-fact-on-function",
    UnknownLaunchAttribute: "unknown-launch-attribute",
    LegacyFactRemains: "legacy-fact-remains",
    KnownSizeConflict: "known-size-conflict",
    KnownSizeIgnored: "known-size-ignored",
    AllowUnknown: "allow-unknown",
    AllowUnused: "allow-unused",
    PositiveValue: "positive-value",
    CtaThreadCap: "cta-thread-cap",
    MaxNTidCap: "maxntid-cap",
    ClusterPortableCap: "cluster-portable-cap",
    ClusterHardwareCap: "cluster-hardware-cap",
    ClusterExceedsRank: "cluster-exceeds-rank",
    MaxNRegRange: "maxnreg-range",
    RegisterFile: "register-file",
    MinCtaSmNeedsBlock: "minctasm-needs-block",
    MinCtaSmRange: "minctasm-range",
    MaxNTidReqNTidConflict: "maxntid-reqntid-conflict",
    ClusterDimRankConflict: "cluster-dim-rank-conflict",
    NTidOverflow: "ntid-overflow",
    ClusterPtxVersion: "cluster-ptx-version",
    BlocksAreClustersPtxVersion: "blocksareclusters-ptx-version",
    ChipPtxVersion: "chip-ptx-version",
    DirectiveTarget: "directive-target",
    TargetChip: "target-chip",
    RepeatedDirective: "repeated-directive",
    LocalMaxNRegRange: "local-maxnreg-range",
    LocalMaxNRegIgnored: "local-maxnreg-ignored",
    ClusterSuppressed: "cluster-suppressed",
    LaunchZero: "launch-zero",
    LaunchBlockMismatch: "launch-block-mismatch",
    LaunchBlockExceeds: "launch-block-exceeds",
    LaunchBlockCap: "launch-block-cap",
    LaunchGridCap: "launch-grid-cap",
    LaunchClusterMismatch: "launch-cluster-mismatch",
    LaunchClusterExceeds: "launch-cluster-exceeds",
    LaunchClusterMissing: "launch-cluster-missing",
    LaunchGridNotMultiple: "launch-grid-not-multiple",
    LaunchSharedMemory: "launch-shared-memory",
    LaunchKernelMissing: "launch-kernel-missing",
    ClusterInstructionTarget: "cluster-instruction-target",
    Tcgen05Target: "tcgen05-target",
    ClcTarget: "clc-target",
    ClcMulticastTarget: "clc-multicast-target",
    InstructionTarget: "instruction-target",
    WarpgroupThreads: "warpgroup-threads",
    WarpgroupRegisters: "warpgroup-registers",
    WarpgroupIncomplete: "warpgroup-incomplete",
    WarpSyncIncomplete: "warp-sync-incomplete",
    SetMaxNRegCount: "setmaxnreg-count",
    SetMaxNRegIgnored: "setmaxnreg-ignored",
    ThreadSetUnknown: "thread-set-unknown",
    NamedBarrierRange: "named-barrier-range",
    NamedBarrierCount: "named-barrier-count",
    CtaBarrierDivergent: "cta-barrier-divergent",
    ClusterBarrierDivergent: "cluster-barrier-divergent",
    ClusterBarrierUnpaired: "cluster-barrier-unpaired",
    ClusterPeerExited: "cluster-peer-exited",
    ClusterPeerNotStarted: "cluster-peer-not-started",
    MapaRankRange: "mapa-rank-range",
    MbarrierInit: "mbarrier-init",
    MbarrierNeverCompletes: "mbarrier-never-completes",
    MbarrierArrivalCount: "mbarrier-arrival-count",
    MbarrierTransactionBytes: "mbarrier-transaction-bytes",
    AsyncCopyWait: "async-copy-wait",
    WgmmaOrder: "wgmma-order",
    MbarrierCount: "mbarrier-count",
    BulkCopySize: "bulk-copy-size",
    AsyncAlignment: "async-alignment",
    AsyncOverwrite: "async-overwrite",
    AsyncProxyFence: "async-proxy-fence",
    Tcgen05AddressDivergent: "tcgen05-address-divergent",
    Tcgen05CtaGroupMix: "tcgen05-cta-group-mix",
    Tcgen05CtaPair: "tcgen05-cta-pair",
    Tcgen05CtaPairUnknown: "tcgen05-cta-pair-unknown",
    Tcgen05WarpIssue: "tcgen05-warp-issue",
    Tcgen05SingleThreadIssue: "tcgen05-single-thread-issue",
    Tcgen05PairIssue: "tcgen05-pair-issue",
    Tcgen05Columns: "tcgen05-columns",
    Tcgen05AllocDealloc: "tcgen05-alloc-dealloc",
    Tcgen05DeallocMismatch: "tcgen05-dealloc-mismatch",
    Tcgen05UseUnallocated: "tcgen05-use-unallocated",
    Tcgen05AllocAfterRelinquish: "tcgen05-alloc-after-relinquish",
    Tcgen05DeallocUnsynced: "tcgen05-dealloc-unsynced",
    Tcgen05LoadWait: "tcgen05-load-wait",
    Tcgen05StoreWait: "tcgen05-store-wait",
    Tcgen05ResultWait: "tcgen05-result-wait",
    Tcgen05PairDeallocSync: "tcgen05-pair-dealloc-sync",
    Tcgen05PairDeallocUnsynced: "tcgen05-pair-dealloc-unsynced",
    ClcIssue: "clc-issue",
    ClcAfterFailure: "clc-after-failure",
    ClcTransactionBytes: "clc-transaction-bytes",
    ClcResponseAlignment: "clc-response-alignment",
    ClcResponseWait: "clc-response-wait",
    ClcCanceledUnchecked: "clc-canceled-unchecked",
    ClcProxyFence: "clc-proxy-fence",
    ClcMulticastExit: "clc-multicast-exit",
    RegisterSpill: "register-spill",
    SetMaxNRegDropped: "setmaxnreg-dropped",
}

impl RuleId {
    /// The position in [`RuleId::ALL`] and in [`RULES`](super::RULES).
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl Display for RuleId {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for RuleId {
    type Err = UnknownRule;

    fn from_str(name: &str) -> Result<Self, UnknownRule> {
        let found = RuleId::ALL.iter().find(|id| id.name() == name);
        found.copied().ok_or_else(|| UnknownRule {
            found: name.to_owned(),
            suggestion: nearest(name, RuleId::ALL, |id| id.name()).copied(),
        })
    }
}

/// The error for a text that is not the identifier of a rule.
#[derive(Clone, Eq, PartialEq, Debug, Error)]
pub struct UnknownRule {
    /// The text.
    pub found: String,
    /// The most similar identifier, if one is similar enough.
    pub suggestion: Option<RuleId>,
}

impl Display for UnknownRule {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "unknown rule '{}'", self.found)?;
        if let Some(suggestion) = self.suggestion {
            write!(f, ", did you mean '{suggestion}'?")?;
        }
        let names: Vec<_> = RuleId::ALL.iter().map(|id| id.name()).collect();
        write!(f, "; the rules are {}", names.join(", "))
    }
}
