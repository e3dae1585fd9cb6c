//! What the body of a kernel asks of its contract.

/// The classes of instructions, in the body of a kernel or in functions that it reaches, which make a kernel depend on the
/// exact number of its threads (reference 003), or on a cluster.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Default)]
pub struct Needs {
    /// `wgmma`.
    pub wgmma: bool,
    /// `tcgen05`.
    pub tcgen05: bool,
    /// A named barrier that counts its threads.
    pub counted_barrier: bool,
    /// `setmaxnreg`, which moves registers between warp groups.
    pub register_moves: bool,
    /// An instruction with `.cta_group::2`.
    pub cta_pair: bool,
}
