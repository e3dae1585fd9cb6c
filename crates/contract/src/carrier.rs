//! Where in the IR a statement is.

use std::fmt::{self, Display, Formatter};

use crate::fact::ANNOTATIONS;

/// A tuple of `nvvm.annotations`: which list of the program it is in, and its position in the list.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct TupleId {
    /// The list, in the order of the modules that have one.
    pub list: u32,
    /// The position in the list.
    pub number: u32,
}

/// The part of the IR that contains a statement.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Carrier {
    /// A tuple of `nvvm.annotations` of a module.
    Tuple(TupleId),
    /// An entry of the function's `passthrough`.
    Passthrough,
    /// An attribute of the function.
    Attribute,
    /// An attribute of the argument of that 1-based index.
    Argument(u32),
    /// The calling convention `ptx_kernelcc`.
    CallingConvention,
    /// The attribute `gpu.kernel` of an `llvm.func`, which launches require.
    GpuKernel,
}

impl Display for Carrier {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Carrier::Tuple(id) => write!(f, "in tuple {} of '{ANNOTATIONS}'", id.number),
            Carrier::Passthrough => f.write_str("in 'passthrough'"),
            Carrier::Attribute => f.write_str("as an attribute"),
            Carrier::Argument(index) => write!(f, "on argument {index}"),
            Carrier::CallingConvention => f.write_str("as the calling convention 'ptx_kernelcc'"),
            Carrier::GpuKernel => f.write_str("as the attribute 'gpu.kernel'"),
        }
    }
}
