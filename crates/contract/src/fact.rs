//! The launch facts and all their names.
//!
//! Accepts a name as a carrier spells it: a key of `nvvm.annotations` ([`legacy_key`]), or the name of a function
//! attribute or `passthrough` entry ([`attribute_spelling`]). Guarantees that a name means one fact and at most one
//! axis of it, and that only [`FACTS`] defines the canonical name and the shape of a fact. Rejects any other case or
//! spelling: `MaxNTidX` is an unknown key, as in LLVM 22 (measured).
//!
//! Leaves out on purpose: similar names ([`crate::read::near_miss`]), and the keys without a canonical attribute, which
//! are listed ([`LEGACY_ONLY_KEYS`]) and never mean a fact.

use std::fmt;

use serde::{Deserialize, Serialize};
use tileiras_target::Axis;

/// The prefix of every name in the namespace of the NVVM dialect.
pub const PREFIX: &str = "nvvm.";

/// The module attribute, and the named metadata, that holds the legacy tuples.
pub const ANNOTATIONS: &str = "nvvm.annotations";

/// The unit attribute of a function whose legacy tuples have been moved (reference 003).
pub const MARKER: &str = "nvvm.annotations_transplanted";

/// For messages: how a fact is read that was added after the marker.
pub const READ_AGAIN: &str =
    "remove 'nvvm.annotations_transplanted' and run nvvm-transplant again, which then reads it";

/// The keys of legacy tuples that have no canonical attribute: they remain in their tuples.
pub const LEGACY_ONLY_KEYS: &[&str] =
    &["local_maxnreg", "texture", "surface", "sampler", "managed", "rdoimage", "wroimage", "rdwrimage", "align"];

/// One piece of static launch metadata of one kernel.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug, Serialize, Deserialize)]
pub enum Fact {
    /// The function is an entry point.
    Kernel,
    /// Upper bound of the block shape, in threads.
    MaxNTid,
    /// Exact block shape, in threads.
    ReqNTid,
    /// Cluster shape, in CTAs.
    ClusterDim,
    /// Every launch states a cluster, of a shape that the kernel does not fix. A cluster shape implies it.
    ExplicitCluster,
    /// Minimum number of CTAs that fit on one SM at the same time.
    MinCtaSm,
    /// Maximum number of registers of one thread.
    MaxNReg,
    /// Least number of bytes of shared memory of one CTA.
    MinPerCtaMemory,
    /// Maximum number of CTAs of one cluster.
    MaxClusterRank,
    /// The grid counts clusters, not CTAs.
    BlocksAreClusters,
    /// The arguments that are constant over the whole grid, 1-based.
    GridConstant,
}

/// The type of the value of a fact: the form of its canonical attribute.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum FactType {
    /// A unit attribute.
    Unit,
    /// `array<i32: x, y, z>`.
    Dims,
    /// `N : i32`.
    Scalar,
    /// `array<i32: ...>`, 1-based, ascending, unique.
    Indices,
}

/// One row of [`FACTS`].
#[derive(Copy, Clone, Debug)]
pub struct FactRow {
    /// The fact.
    pub fact: Fact,
    /// Its canonical attribute.
    pub attribute: &'static str,
    /// The type of that attribute.
    pub value_type: FactType,
    /// Whether it is about clusters, and so needs sm_90.
    pub cluster: bool,
    /// The PTX directive that states it.
    pub directive: Option<&'static str>,
}

/// The constant properties of each fact, in the order of [`Fact`] (reference 003).
pub static FACTS: [FactRow; Fact::COUNT] = {
    use {Fact::*, FactType::*};
    [
        row(Kernel, "nvvm.kernel", Unit, false, Some(".entry")),
        row(MaxNTid, "nvvm.maxntid", Dims, false, Some(".maxntid")),
        row(ReqNTid, "nvvm.reqntid", Dims, false, Some(".reqntid")),
        row(ClusterDim, "nvvm.cluster_dim", Dims, true, Some(".reqnctapercluster")),
        row(ExplicitCluster, "nvvm.explicit_cluster", Unit, true, Some(".explicitcluster")),
        row(MinCtaSm, "nvvm.minctasm", Scalar, false, Some(".minnctapersm")),
        row(MaxNReg, "nvvm.maxnreg", Scalar, false, Some(".maxnreg")),
        row(MinPerCtaMemory, "nvvm.minperctamemory", Scalar, false, Some(".minperctamemory")),
        row(MaxClusterRank, "nvvm.maxclusterrank", Scalar, true, Some(".maxclusterrank")),
        row(BlocksAreClusters, "nvvm.blocksareclusters", Unit, true, Some(".blocksareclusters")),
        row(GridConstant, "nvvm.grid_constant", Indices, false, None),
    ]
};

const fn row(
    fact: Fact,
    attribute: &'static str,
    value_type: FactType,
    cluster: bool,
    directive: Option<&'static str>,
) -> FactRow {
    FactRow { fact, attribute, value_type, cluster, directive }
}

impl Fact {
    /// Every fact, in the order of the enum and of [`FACTS`].
    pub const ALL: [Fact; Fact::COUNT] = {
        let mut all = [Fact::Kernel; Fact::COUNT];
        let mut index = 0;
        while index < all.len() {
            all[index] = FACTS[index].fact;
            assert!(all[index] as usize == index, "the table has the order of the enum");
            index += 1;
        }
        all
    };

    /// The number of facts.
    pub const COUNT: usize = 11;

    /// The position of the fact in [`Fact::ALL`] and [`FACTS`].
    pub const fn index(self) -> usize {
        self as usize
    }

    const fn row(self) -> &'static FactRow {
        &FACTS[self.index()]
    }

    /// The canonical attribute, such as `nvvm.maxntid`.
    pub const fn attribute(self) -> &'static str {
        self.row().attribute
    }

    /// The type of the canonical attribute.
    pub const fn value_type(self) -> FactType {
        self.row().value_type
    }

    /// Whether the fact is about clusters, and so needs sm_90.
    pub const fn is_cluster(self) -> bool {
        self.row().cluster
    }

    /// The PTX directive that states the fact, with its dot; none for the constant arguments.
    pub const fn directive(self) -> Option<&'static str> {
        self.row().directive
    }
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.attribute())
    }
}

/// An attribute of upstream's GPU dialect that states the exact shape of every launch. It is a statement, not a fact:
/// no directive states it, unless a conversion makes a fact of it.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct KnownSize {
    /// The attribute.
    pub attribute: &'static str,
    /// The fact that states an exact shape.
    pub exact: Fact,
    /// The fact that bounds it.
    pub bound: Fact,
    /// The fact that upstream's conversion of a `gpu.func` makes of it (measured: MLIR 22).
    pub converted: Fact,
}

/// The attributes with a known size. Those of a `gpu.func` come first. Upstream's conversion makes launch facts of
/// them, and leaves the others as discardable attributes (measured: MLIR 22).
pub static KNOWN_SIZES: [KnownSize; 4] = {
    const fn block(attribute: &'static str) -> KnownSize {
        KnownSize { attribute, exact: Fact::ReqNTid, bound: Fact::MaxNTid, converted: Fact::MaxNTid }
    }
    const fn cluster(attribute: &'static str) -> KnownSize {
        let (exact, bound) = (Fact::ClusterDim, Fact::MaxClusterRank);
        KnownSize { attribute, exact, bound, converted: exact }
    }
    [
        block("known_block_size"),
        cluster("known_cluster_size"),
        block("gpu.known_block_size"),
        cluster("gpu.known_cluster_size"),
    ]
};

/// The attributes with the known shape of the grid. That of a `gpu.func` comes first. They state no launch fact: no
/// directive of PTX does.
pub const KNOWN_GRID_SIZES: [&str; 2] = ["known_grid_size", "gpu.known_grid_size"];

/// A statement about launches in the words of another language or another target. LLVM's NVPTX back end does not read
/// it (measured: LLVM 22), so that it is no fact.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct ForeignStatement {
    /// The attribute, the entry of `passthrough`, the metadata of a function, or the calling convention of MLIR.
    pub name: &'static str,
    /// The fact that says it to the back end, if there is one.
    pub fact: Option<Fact>,
}

/// OpenCL's sizes of a work-group, OpenMP's limits, which clang states as facts as well, and the kernels and sizes of
/// other targets: of MLIR's dialects for SPIR-V and AMD, and of LLVM's back end for AMD.
pub static FOREIGN_STATEMENTS: [ForeignStatement; 16] = {
    const fn row(name: &'static str, fact: Option<Fact>) -> ForeignStatement {
        ForeignStatement { name, fact }
    }
    [
        row("reqd_work_group_size", Some(Fact::ReqNTid)),
        row("max_work_group_size", Some(Fact::MaxNTid)),
        row("work_group_size_hint", None),
        row("omp_target_thread_limit", Some(Fact::MaxNTid)),
        row("omp_target_num_teams", Some(Fact::MaxClusterRank)),
        row("spir_kernelcc", Some(Fact::Kernel)),
        row("amdgpu_kernelcc", Some(Fact::Kernel)),
        row("spirv.entry_point_abi", Some(Fact::ReqNTid)),
        row("rocdl.kernel", Some(Fact::Kernel)),
        row("rocdl.reqd_work_group_size", Some(Fact::ReqNTid)),
        row("rocdl.flat_work_group_size", Some(Fact::MaxNTid)),
        row("rocdl.max_flat_work_group_size", Some(Fact::MaxNTid)),
        row("rocdl.waves_per_eu", None),
        row("amdgpu-flat-work-group-size", Some(Fact::MaxNTid)),
        row("amdgpu-waves-per-eu", None),
        row("amdgpu-max-num-workgroups", None),
    ]
};

/// The foreign statement of that name.
pub fn foreign_statement(name: &str) -> Option<&'static ForeignStatement> {
    FOREIGN_STATEMENTS.iter().find(|statement| statement.name == name)
}

/// One name that means a fact, or one axis of it.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Spelling {
    /// The name in the carrier.
    pub name: &'static str,
    /// The fact it states.
    pub fact: Fact,
    /// The axis it states, if it states only one.
    pub axis: Option<Axis>,
}

impl Spelling {
    /// Whether this is the canonical name of its fact.
    pub fn is_canonical(&self) -> bool {
        self.name == self.fact.attribute()
    }
}

const fn whole(name: &'static str, fact: Fact) -> Spelling {
    Spelling { name, fact, axis: None }
}

const fn axis(name: &'static str, fact: Fact, axis: Axis) -> Spelling {
    Spelling { name, fact, axis: Some(axis) }
}

/// The keys of legacy tuples that have a canonical attribute. The explicit cluster has no key: LLVM writes a cluster
/// shape of zeros. Nor has `nvvm.minperctamemory`, of which libNVVM reads the attribute only (measured: 13.5). LLVM 22
/// upgrades all of them except `blocksareclusters`, which it leaves in its tuple (measured).
pub static LEGACY_KEYS: &[Spelling] = &[
    whole("kernel", Fact::Kernel),
    axis("maxntidx", Fact::MaxNTid, Axis::X),
    axis("maxntidy", Fact::MaxNTid, Axis::Y),
    axis("maxntidz", Fact::MaxNTid, Axis::Z),
    axis("reqntidx", Fact::ReqNTid, Axis::X),
    axis("reqntidy", Fact::ReqNTid, Axis::Y),
    axis("reqntidz", Fact::ReqNTid, Axis::Z),
    axis("cluster_dim_x", Fact::ClusterDim, Axis::X),
    axis("cluster_dim_y", Fact::ClusterDim, Axis::Y),
    axis("cluster_dim_z", Fact::ClusterDim, Axis::Z),
    whole("minctasm", Fact::MinCtaSm),
    whole("maxnreg", Fact::MaxNReg),
    whole("maxclusterrank", Fact::MaxClusterRank),
    whole("cluster_max_blocks", Fact::MaxClusterRank),
    whole("blocksareclusters", Fact::BlocksAreClusters),
    whole("grid_constant", Fact::GridConstant),
];

/// The names of function attributes and `passthrough` entries that state a fact: the canonical
/// ones, one name per axis, and upstream MLIR's name of the cluster cap.
pub static ATTRIBUTE_SPELLINGS: &[Spelling] = &[
    whole("nvvm.kernel", Fact::Kernel),
    whole("nvvm.maxntid", Fact::MaxNTid),
    axis("nvvm.maxntidx", Fact::MaxNTid, Axis::X),
    axis("nvvm.maxntidy", Fact::MaxNTid, Axis::Y),
    axis("nvvm.maxntidz", Fact::MaxNTid, Axis::Z),
    whole("nvvm.reqntid", Fact::ReqNTid),
    axis("nvvm.reqntidx", Fact::ReqNTid, Axis::X),
    axis("nvvm.reqntidy", Fact::ReqNTid, Axis::Y),
    axis("nvvm.reqntidz", Fact::ReqNTid, Axis::Z),
    whole("nvvm.cluster_dim", Fact::ClusterDim),
    axis("nvvm.cluster_dim_x", Fact::ClusterDim, Axis::X),
    axis("nvvm.cluster_dim_y", Fact::ClusterDim, Axis::Y),
    axis("nvvm.cluster_dim_z", Fact::ClusterDim, Axis::Z),
    whole("nvvm.explicit_cluster", Fact::ExplicitCluster),
    whole("nvvm.minctasm", Fact::MinCtaSm),
    whole("nvvm.maxnreg", Fact::MaxNReg),
    whole("nvvm.minperctamemory", Fact::MinPerCtaMemory),
    whole("nvvm.maxclusterrank", Fact::MaxClusterRank),
    whole("nvvm.cluster_max_blocks", Fact::MaxClusterRank),
    whole("nvvm.blocksareclusters", Fact::BlocksAreClusters),
    whole("nvvm.grid_constant", Fact::GridConstant),
];

/// The spelling of a legacy key, if it has a canonical attribute.
pub fn legacy_key(key: &str) -> Option<&'static Spelling> {
    LEGACY_KEYS.iter().find(|spelling| spelling.name == key)
}

/// The spelling of a function attribute or `passthrough` entry, if it states a fact.
pub fn attribute_spelling(name: &str) -> Option<&'static Spelling> {
    ATTRIBUTE_SPELLINGS.iter().find(|spelling| spelling.name == name)
}
