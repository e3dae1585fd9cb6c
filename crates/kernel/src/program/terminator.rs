//! How blocks end.

use smallvec::SmallVec;

use crate::id::{BlockId, ValueId};

/// An edge to a block.
#[derive(Clone, Debug, Eq, PartialEq, Hash)]
pub struct Target {
    /// The block.
    pub to: BlockId,
    /// The values of its parameters.
    pub arguments: SmallVec<[ValueId; 2]>,
}

impl Target {
    /// An edge to a block without parameters.
    pub fn new(to: BlockId) -> Self {
        Self { to, arguments: SmallVec::new() }
    }
}

/// How a block ends.
#[derive(Clone, Debug, Eq, PartialEq, Hash)]
pub enum Terminator {
    /// Goes on with one block.
    Jump(Target),
    /// Goes on with `holds` in the threads in which the condition is not 0, and with `fails` in the others.
    Branch {
        /// The condition.
        condition: ValueId,
        /// The edge if it is not 0.
        holds: Target,
        /// The edge if it is 0.
        fails: Target,
    },
    /// Goes on with the case that the value is equal to.
    Switch {
        /// The value.
        value: ValueId,
        /// The constants, each with its edge.
        cases: Vec<(u64, Target)>,
        /// The edge if no constant is equal.
        default: Target,
    },
    /// Goes on with any of these blocks; nothing is known of the condition but its uniformity.
    OneOf(Vec<Target>),
    /// Returns from the function with these results.
    Return(SmallVec<[ValueId; 2]>),
    /// Ends the thread.
    Exit,
    /// Never ends normally: a trap, or code that is not reached.
    Trap,
}

impl Terminator {
    /// Every edge, in order.
    pub fn targets(&self) -> impl Iterator<Item = &Target> {
        let (some, cases, all) = match self {
            Self::Jump(target) => ([Some(target), None], &[][..], &[][..]),
            Self::Branch { holds, fails, .. } => ([Some(holds), Some(fails)], &[][..], &[][..]),
            Self::Switch { cases, default, .. } => ([Some(default), None], cases.as_slice(), &[][..]),
            Self::OneOf(targets) => ([None, None], &[][..], targets.as_slice()),
            Self::Return(_) | Self::Exit | Self::Trap => ([None, None], &[][..], &[][..]),
        };
        some.into_iter().flatten().chain(cases.iter().map(|(_, target)| target)).chain(all)
    }

    /// Every edge, in the order of [`Self::targets`].
    pub(crate) fn targets_mut(&mut self) -> impl Iterator<Item = &mut Target> {
        let (some, cases, all) = match self {
            Self::Jump(target) => ([Some(target), None], &mut [][..], &mut [][..]),
            Self::Branch { holds, fails, .. } => ([Some(holds), Some(fails)], &mut [][..], &mut [][..]),
            Self::Switch { cases, default, .. } => ([Some(default), None], cases.as_mut_slice(), &mut [][..]),
            Self::OneOf(targets) => ([None, None], &mut [][..], targets.as_mut_slice()),
            Self::Return(_) | Self::Exit | Self::Trap => ([None, None], &mut [][..], &mut [][..]),
        };
        some.into_iter().flatten().chain(cases.iter_mut().map(|(_, target)| target)).chain(all)
    }

    /// The edge of that number in [`Self::targets`].
    pub(crate) fn target(&self, number: usize) -> Option<&Target> {
        match (self, number) {
            (Self::Jump(target), 0)
            | (Self::Branch { holds: target, .. }, 0)
            | (Self::Branch { fails: target, .. }, 1)
            | (Self::Switch { default: target, .. }, 0) => Some(target),
            (Self::Switch { cases, .. }, number) => cases.get(number.checked_sub(1)?).map(|(_, target)| target),
            (Self::OneOf(targets), number) => targets.get(number),
            _ => None,
        }
    }

    /// The same, to be changed.
    pub(crate) fn target_mut(&mut self, number: usize) -> Option<&mut Target> {
        match (self, number) {
            (Self::Jump(target), 0)
            | (Self::Branch { holds: target, .. }, 0)
            | (Self::Branch { fails: target, .. }, 1)
            | (Self::Switch { default: target, .. }, 0) => Some(target),
            (Self::Switch { cases, .. }, number) => cases.get_mut(number.checked_sub(1)?).map(|(_, target)| target),
            (Self::OneOf(targets), number) => targets.get_mut(number),
            _ => None,
        }
    }

    /// Every value that it names other than on an edge, to be replaced.
    pub(crate) fn values_mut(&mut self) -> impl Iterator<Item = &mut ValueId> {
        match self {
            Self::Branch { condition: value, .. } | Self::Switch { value, .. } => {
                std::slice::from_mut(value).iter_mut()
            }
            Self::Return(results) => results.iter_mut(),
            _ => [].iter_mut(),
        }
    }
}
