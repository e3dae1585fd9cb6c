//! Handles: what one part of the model refers to another by.
//!
//! Each handle is an index of 32 bits. An index that does not fit becomes the largest one, which nothing has. A handle that
//! refers to nothing is no error: look-ups return `None`, or an empty default.

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
    /// A block of a function: the index in [`crate::Body::blocks`].
    BlockId;
    /// What an instruction stands for: the caller chooses the ids, and finds its own operation again by them. Instructions
    /// that come from one operation have the same id.
    InstId;
    /// A condition that a branch tests. Two conditions of a function with the same id have the same outcome in one thread.
    ConditionId;
    /// A value. Two values of a program with the same id are equal.
    ValueId;
}

/// The condition "the value is not zero".
impl From<ValueId> for ConditionId {
    fn from(value: ValueId) -> Self {
        Self(value.0)
    }
}
