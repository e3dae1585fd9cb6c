//! The launch contract of a function, as generated inputs state it.
//!
//! Accepts any facts, contradictions included. Does not use the project's types, so that the facts of an input are
//! known without the project's code.

/// A block or cluster shape.
pub type Dims = [u32; 3];

/// What a function states about its launch.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Contract {
    /// It is a kernel.
    pub kernel: bool,
    /// The block bound.
    pub maxntid: Option<Dims>,
    /// The exact block.
    pub reqntid: Option<Dims>,
    /// The cluster, in CTAs.
    pub cluster_dim: Option<Dims>,
    /// CTAs that must fit on an SM.
    pub minctasm: Option<u32>,
    /// The maximum number of registers of a thread.
    pub maxnreg: Option<u32>,
    /// The maximum number of CTAs of a cluster.
    pub maxclusterrank: Option<u32>,
    /// The grid counts clusters.
    pub blocks_are_clusters: bool,
    /// Constant arguments, 1-based.
    pub grid_constant: Vec<usize>,
}

impl Contract {
    /// The shapes, by the names of their attributes without `nvvm.`.
    #[must_use]
    pub const fn shapes(&self) -> [(&'static str, Option<Dims>); 3] {
        [("maxntid", self.maxntid), ("reqntid", self.reqntid), ("cluster_dim", self.cluster_dim)]
    }

    /// The other numbers, by the names of their attributes without `nvvm.`, which are also keys of legacy tuples.
    #[must_use]
    pub const fn scalars(&self) -> [(&'static str, Option<u32>); 3] {
        [("minctasm", self.minctasm), ("maxnreg", self.maxnreg), ("maxclusterrank", self.maxclusterrank)]
    }

    /// The axes of each shape that is stated: keys of legacy tuples with their sizes.
    pub fn axes(&self) -> impl Iterator<Item = [(String, u32); 3]> {
        self.shapes().into_iter().filter_map(|(name, dims)| {
            let separator = if name == "cluster_dim" { "_" } else { "" };
            let [x, y, z] = dims?;
            Some([("x", x), ("y", y), ("z", z)].map(|(axis, size)| (format!("{name}{separator}{axis}"), size)))
        })
    }

    /// The facts as attributes of MLIR in canonical form.
    #[must_use]
    pub fn canonical(&self) -> Vec<String> {
        let mut attributes: Vec<String> = self.kernel.then(|| "nvvm.kernel".to_owned()).into_iter().collect();
        for (name, dims) in self.shapes() {
            attributes.extend(dims.map(|[x, y, z]| format!("nvvm.{name} = array<i32: {x}, {y}, {z}>")));
        }
        for (name, number) in self.scalars() {
            let bits = |number: u32| if i32::try_from(number).is_ok() { 32 } else { 64 };
            attributes.extend(number.map(|number| format!("nvvm.{name} = {number} : i{}", bits(number))));
        }
        attributes.extend(self.blocks_are_clusters.then(|| "nvvm.blocksareclusters".to_owned()));
        if !self.grid_constant.is_empty() {
            let indices: Vec<String> = self.grid_constant.iter().map(usize::to_string).collect();
            attributes.push(format!("nvvm.grid_constant = array<i32: {}>", indices.join(", ")));
        }
        attributes
    }
}
