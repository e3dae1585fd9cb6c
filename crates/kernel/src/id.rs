//! Handles of functions, blocks, instructions and values.
//!
//! Accepts any index. A handle has 32 bits; an index that does not fit becomes the largest one, which nothing has.
//! Guarantees that a handle of one kind cannot be passed for another. A handle that refers to nothing is no error: a
//! look-up returns `None` or an empty default.
//!
//! Leaves out on purpose: which program or function a handle belongs to.

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
        pub struct $name(u32);

        impl $name {
            /// The handle with that index.
            pub const fn new(index: usize) -> Self {
                Self(if index < u32::MAX as usize { index as u32 } else { u32::MAX })
            }

            /// The index.
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

ids! {
    /// A function: the index in [`crate::Program::functions`].
    FunctionId;
    /// A block of a function: the index in [`crate::program::Function::blocks`].
    BlockId;
    /// The operation of the front end that an instruction was read from. The front end chooses the ids. Instructions
    /// that were read from one operation have the same id.
    InstId;
    /// A value: the index in [`crate::program::Function::values`].
    ValueId;
    /// An accumulator of `wgmma.mma_async` in a function, or what holds a copy of it. Different ones have no register
    /// in common.
    AccumulatorId;
    /// A variable of the program, such as one in shared memory. The front end chooses the ids.
    SymbolId;
}

/// One thing or several, as far as it takes to tell whether another than a given one is among them.
#[derive(Copy, Clone, Debug)]
pub struct OneOrMore<T> {
    first: T,
    are_several: bool,
}

impl<T: Copy + Eq> OneOrMore<T> {
    /// One thing.
    pub const fn one(thing: T) -> Self {
        Self { first: thing, are_several: false }
    }

    /// Adds a thing, which can be among them.
    pub fn add(&mut self, thing: T) {
        self.are_several |= self.first != thing;
    }

    /// Whether another thing is among them.
    pub fn has_other_than(self, thing: T) -> bool {
        self.are_several || self.first != thing
    }
}
