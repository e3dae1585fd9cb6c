//! What the instructions of tcgen05 do.
//!
//! Leaves out on purpose: the kinds of `.mma` and the shapes of `.cp`.

use crate::id::ValueId;

/// How many CTAs execute an instruction together.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum CtaGroup {
    /// `.cta_group::1`.
    One,
    /// `.cta_group::2`.
    Two,
}

/// The operations of tcgen05, each with the threads that have to issue it (PTX ISA 9.7.16.5, table 46).
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Tcgen05 {
    /// `.alloc`: a warp.
    Alloc,
    /// `.dealloc`: a warp.
    Dealloc,
    /// `.relinquish_alloc_permit`: a warp.
    Relinquish,
    /// `.mma`: a thread.
    Mma,
    /// `.cp`: a thread.
    Cp,
    /// `.shift`: a thread.
    Shift,
    /// `.commit`: a thread.
    Commit,
    /// `.ld`: a warp, which reaches the 32 lanes from `%warpid % 4 * 32` on.
    Ld,
    /// `.st`: as `.ld`.
    St,
    /// `.wait::ld`: a warp.
    WaitLd,
    /// `.wait::st`: a warp.
    WaitSt,
    /// `.fence::*`: a thread.
    Fence,
}

/// What decides which part of D `tcgen05.mma` writes. That of `.mma.ws` is left out.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct ProductSize<V = ValueId> {
    /// The instruction descriptor.
    pub descriptor: V,
    /// `disable-output-lane`, if there is one: 0 if all lanes are written.
    pub disabled_lanes: Option<V>,
}

impl<V> ProductSize<V> {
    /// The same with other values; none if the descriptor has none.
    pub(super) fn map<W>(self, mut of: impl FnMut(V) -> Option<W>) -> Option<ProductSize<W>> {
        let disabled_lanes = match self.disabled_lanes {
            Some(lanes) => Some(of(lanes)?),
            None => None,
        };
        Some(ProductSize { descriptor: of(self.descriptor)?, disabled_lanes })
    }
}
