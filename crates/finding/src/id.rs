//! The identifiers of the rules, each with its group and its severity.
//!
//! Users write an identifier as text: in the option `disable=`, and in brackets at the end of each message. The program
//! uses [`RuleId`] everywhere else.

use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

use thiserror::Error;

use crate::name::nearest;
use crate::severity::{Group, Severity};

macro_rules! rule_ids {
    ($($group:ident { $($variant:ident: $severity:ident $name:literal,)* })*) => {
        /// The identifier of a rule. The order is that of the groups.
        #[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
        pub enum RuleId {
            $($(
                #[doc = concat!("`", $name, "`")]
                $variant,
            )*)*
        }

        impl RuleId {
            /// Every identifier, in the order of the enum.
            pub const ALL: &[RuleId] = &[$($(RuleId::$variant),*),*];

            /// The identifier as text, such as `dim-shape`.
            pub const fn name(self) -> &'static str {
                match self {
                    $($(RuleId::$variant => $name,)*)*
                }
            }

            /// The group of the rule.
            pub const fn group(self) -> Group {
                match self {
                    $($(RuleId::$variant => Group::$group,)*)*
                }
            }

            /// What a violation means, if the user does not say otherwise.
            pub const fn severity(self) -> Severity {
                match self {
                    $($(RuleId::$variant => Severity::$severity,)*)*
                }
            }
        }
    };
}

rule_ids! {
    Shape {
        DimShape: Error "dim-shape",
        ClusterDimArity: Error "cluster-dim-arity",
        ScalarShape: Error "scalar-shape",
        UnitShape: Error "unit-shape",
        KernelResult: Error "kernel-result",
        KernelVariadic: Error "kernel-variadic",
        GridConstantShape: Error "grid-constant-shape",
        BlocksAreClustersRequires: Error "blocksareclusters-requires",
        ClusterOnKernelOnly: Warning "cluster-on-kernel-only",
        LaunchFactOnFunction: Warning "launch-fact-on-function",
        UnknownLaunchAttribute: Warning "unknown-launch-attribute",
        LegacyFactRemains: Warning "legacy-fact-remains",
        KnownSizeConflict: Error "known-size-conflict",
        KnownSizeIgnored: Warning "known-size-ignored",
        StatementIgnored: Warning "statement-ignored",
        AllowUnknown: Error "allow-unknown",
        AllowUnused: Warning "allow-unused",
    }
    Limits {
        PositiveValue: Error "positive-value",
        CtaThreadCap: Error "cta-thread-cap",
        MaxNTidCap: Warning "maxntid-cap",
        ClusterPortableCap: Warning "cluster-portable-cap",
        ClusterHardwareCap: Error "cluster-hardware-cap",
        ClusterExceedsRank: Error "cluster-exceeds-rank",
        MaxNRegRange: Warning "maxnreg-range",
        MaxNRegUnlimited: Remark "maxnreg-unlimited",
        RegisterFile: Warning "register-file",
        MinCtaSmNeedsBlock: Warning "minctasm-needs-block",
        MinCtaSmRange: Warning "minctasm-range",
    }
    Assembler {
        MaxNTidReqNTidConflict: Error "maxntid-reqntid-conflict",
        ClusterDimRankConflict: Error "cluster-dim-rank-conflict",
        NTidOverflow: Error "ntid-overflow",
        ClusterPtxVersion: Error "cluster-ptx-version",
        BlocksAreClustersPtxVersion: Error "blocksareclusters-ptx-version",
        ChipPtxVersion: Error "chip-ptx-version",
        DirectiveTarget: Error "directive-target",
        TargetChip: Error "target-chip",
        RepeatedDirective: Warning "repeated-directive",
        LocalMaxNRegRange: Error "local-maxnreg-range",
        LocalMaxNRegIgnored: Warning "local-maxnreg-ignored",
        ClusterSuppressed: Warning "cluster-suppressed",
    }
    Launch {
        LaunchZero: Error "launch-zero",
        LaunchBlockMismatch: Error "launch-block-mismatch",
        LaunchBlockExceeds: Error "launch-block-exceeds",
        LaunchBlockCap: Error "launch-block-cap",
        LaunchGridCap: Error "launch-grid-cap",
        LaunchGridMismatch: Error "launch-grid-mismatch",
        LaunchClusterMismatch: Error "launch-cluster-mismatch",
        LaunchClusterExceeds: Error "launch-cluster-exceeds",
        LaunchClusterMissing: Error "launch-cluster-missing",
        LaunchGridNotMultiple: Error "launch-grid-not-multiple",
        LaunchSharedMemory: Error "launch-shared-memory",
        LaunchKernelMissing: Error "launch-kernel-missing",
    }
    Resources {
        RegisterSpill: Warning "register-spill",
        SetMaxNRegDropped: Warning "setmaxnreg-dropped",
    }
    Body {
        WarpgroupThreads: Error "warpgroup-threads",
        SetMaxNRegIgnored: Warning "setmaxnreg-ignored",
        Tcgen05CtaGroupMix: Error "tcgen05-cta-group-mix",
        Tcgen05CtaPair: Error "tcgen05-cta-pair",
        Tcgen05CtaPairUnknown: Warning "tcgen05-cta-pair-unknown",
    }
    Isa {
        ClusterInstructionTarget: Error "cluster-instruction-target",
        Tcgen05Target: Error "tcgen05-target",
        ClcTarget: Error "clc-target",
        ClcMulticastTarget: Error "clc-multicast-target",
        InstructionTarget: Error "instruction-target",
        WarpgroupRegisters: Error "warpgroup-registers",
        WarpgroupIncomplete: Error "warpgroup-incomplete",
        WarpSyncIncomplete: Error "warp-sync-incomplete",
        SetMaxNRegCount: Error "setmaxnreg-count",
        ThreadSetUnknown: Remark "thread-set-unknown",
        NamedBarrierRange: Error "named-barrier-range",
        NamedBarrierCount: Error "named-barrier-count",
        CtaBarrierDivergent: Error "cta-barrier-divergent",
        ClusterBarrierDivergent: Error "cluster-barrier-divergent",
        ClusterBarrierUnpaired: Error "cluster-barrier-unpaired",
        ClusterPeerExited: Error "cluster-peer-exited",
        ClusterPeerNotStarted: Error "cluster-peer-not-started",
        MapaRankRange: Error "mapa-rank-range",
        MbarrierInit: Error "mbarrier-init",
        MbarrierNeverCompletes: Error "mbarrier-never-completes",
        MbarrierArrivalCount: Error "mbarrier-arrival-count",
        MbarrierTransactionBytes: Error "mbarrier-transaction-bytes",
        AsyncCopyWait: Error "async-copy-wait",
        WgmmaOrder: Error "wgmma-order",
        MbarrierCount: Error "mbarrier-count",
        BulkCopySize: Error "bulk-copy-size",
        AsyncAlignment: Error "async-alignment",
        DataRace: Error "data-race",
        SharedOutOfBounds: Warning "shared-out-of-bounds",
        AsyncOverwrite: Error "async-overwrite",
        AsyncProxyFence: Error "async-proxy-fence",
        Tcgen05AddressDivergent: Error "tcgen05-address-divergent",
        LaunchUnknown: Remark "launch-unknown",
        Tcgen05WarpIssue: Error "tcgen05-warp-issue",
        Tcgen05SingleThreadIssue: Error "tcgen05-single-thread-issue",
        Tcgen05PairIssue: Error "tcgen05-pair-issue",
        Tcgen05Columns: Error "tcgen05-columns",
        Tcgen05AllocDealloc: Warning "tcgen05-alloc-dealloc",
        Tcgen05DeallocMismatch: Error "tcgen05-dealloc-mismatch",
        Tcgen05UseUnallocated: Error "tcgen05-use-unallocated",
        Tcgen05AllocAfterRelinquish: Error "tcgen05-alloc-after-relinquish",
        Tcgen05DeallocUnsynced: Error "tcgen05-dealloc-unsynced",
        Tcgen05LoadWait: Warning "tcgen05-load-wait",
        Tcgen05StoreWait: Error "tcgen05-store-wait",
        Tcgen05ResultWait: Error "tcgen05-result-wait",
        Tcgen05PairDeallocSync: Error "tcgen05-pair-dealloc-sync",
        Tcgen05PairDeallocUnsynced: Warning "tcgen05-pair-dealloc-unsynced",
        ClcIssue: Error "clc-issue",
        ClcAfterFailure: Error "clc-after-failure",
        ClcTransactionBytes: Warning "clc-transaction-bytes",
        ClcResponseAlignment: Warning "clc-response-alignment",
        ClcResponseWait: Error "clc-response-wait",
        ClcCanceledUnchecked: Error "clc-canceled-unchecked",
        ClcProxyFence: Error "clc-proxy-fence",
        ClcMulticastExit: Error "clc-multicast-exit",
    }
}

impl RuleId {
    /// The position in [`RuleId::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Whether a violation is decided by how a body is executed. The other rules ask for the contract, the
    /// target, and the instructions that a function has.
    pub const fn needs_execution(self) -> bool {
        matches!(self.group(), Group::Isa)
            && !matches!(
                self,
                RuleId::ClusterInstructionTarget
                    | RuleId::Tcgen05Target
                    | RuleId::ClcTarget
                    | RuleId::ClcMulticastTarget
                    | RuleId::InstructionTarget
                    | RuleId::WarpgroupRegisters
            )
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
            return write!(f, ", did you mean '{suggestion}'?");
        }
        let names: Vec<_> = RuleId::ALL.iter().map(|id| id.name()).collect();
        write!(f, "; the rules are {}", names.join(", "))
    }
}
