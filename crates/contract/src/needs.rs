//! What the body of a kernel needs of its contract.

/// A class of instructions that makes a kernel depend on its block, its registers or its cluster.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Need {
    /// Clusters: their registers, memory and barriers, and CTA pairs.
    Clusters,
    /// `wgmma`.
    Wgmma,
    /// `tcgen05`.
    Tcgen05,
    /// `tcgen05.alloc`, `.dealloc`, `.relinquish_alloc_permit`: a whole warp.
    WholeWarp,
    /// An instruction with `.cta_group::1`.
    SingleCta,
    /// An instruction with `.cta_group::2`.
    CtaPair,
    /// A named barrier that counts its threads.
    CountedBarrier,
    /// `setmaxnreg`, which moves registers between warp groups.
    RegisterMoves,
}

impl Need {
    /// Every need, in the order of the enum.
    pub const ALL: [Self; 8] = [
        Self::Clusters,
        Self::Wgmma,
        Self::Tcgen05,
        Self::WholeWarp,
        Self::SingleCta,
        Self::CtaPair,
        Self::CountedBarrier,
        Self::RegisterMoves,
    ];
}

/// The needs of a body and of the functions that it reaches, as a set.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Default)]
pub struct Needs(u8);

impl Needs {
    /// The set of these needs.
    pub const fn of(needs: &[Need]) -> Self {
        let (mut set, mut index) = (0, 0);
        while index < needs.len() {
            set |= 1 << needs[index] as u8;
            index += 1;
        }
        Self(set)
    }

    /// Whether a need is among them.
    pub const fn has(self, need: Need) -> bool {
        self.0 >> need as u8 & 1 != 0
    }

    /// The needs of either.
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl FromIterator<Need> for Needs {
    fn from_iter<T: IntoIterator<Item = Need>>(needs: T) -> Self {
        needs.into_iter().fold(Self::default(), |set, need| set.union(Self::of(&[need])))
    }
}
