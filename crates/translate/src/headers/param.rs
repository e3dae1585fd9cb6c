//! How LLVM 22 passes values in PTX (measured: llc 22.1.8).
//!
//! Accepts the layout of a type and the attributes of the argument. Guarantees LLVM's type, size and alignment. Refuses
//! what LLVM writes and `ptxas` does not accept, and types on which LLVM aborts: integers of odd widths as parameters
//! of kernels, floating-point types of other machines, types without a size.

use tileiras_mlir::layout::{TypeClass, TypeLayout};
use tileiras_ptx::{FunctionKind, Handle, Param, Scalar, Space};
use tileiras_target::{Chip, PtxVersion};

/// The largest alignment that a parameter has because of its type.
const MAX_ALIGN: u64 = 128;

/// The smallest alignment of parameters in memory of local functions. LLVM raises it to use wider moves.
const LOCAL_ALIGN: u64 = 16;

/// The function that a value is passed to.
#[derive(Clone, Copy, Debug)]
pub struct Callee {
    /// Kernel or function.
    pub kind: FunctionKind,
    /// Whether it is called only in this module and only directly.
    pub local: bool,
    /// The version of PTX.
    pub version: PtxVersion,
}

/// The value that is passed.
#[derive(Clone, Copy, Debug)]
pub struct Argument {
    /// The type.
    pub layout: TypeLayout,
    /// The type that `llvm.byval` names.
    pub by_value: Option<TypeLayout>,
    /// `llvm.align`, in bytes.
    pub align: Option<u32>,
    /// `llvm.alignstack`, or the legacy `align`, in bytes.
    pub stack_align: Option<u32>,
    /// The handle that it is in legacy tuples.
    pub handle: Option<Handle>,
}

/// Why a value cannot be passed. The caller adds the type to the message.
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
pub enum ParamFault {
    /// An integer that PTX has no parameter type for.
    #[error("cannot be a parameter of a kernel, integers have 1, 8, 16, 32, 64, or 128 and more bits there")]
    OddInteger,
    /// A wide integer, which needs a newer PTX version.
    #[error("is '.b128' in ptx, which needs ptx 8.3 or later, got {found}")]
    Wide {
        /// The version.
        found: PtxVersion,
    },
    /// A type of another machine.
    #[error("has no counterpart in ptx")]
    Foreign,
    /// A type without a size, such as an empty struct.
    #[error("is empty, and a value in ptx has at least 1 byte")]
    Empty,
    /// An argument that is passed by value and whose value has no size.
    #[error("is passed by value with an empty type, and a value in ptx has at least 1 byte")]
    EmptyValue,
    /// More bytes than a `.param` can have.
    #[error("takes {bytes} bytes, the most are 4294967295")]
    TooLarge {
        /// The size.
        bytes: u64,
    },
}

impl Callee {
    /// A parameter.
    ///
    /// # Errors
    /// If PTX has no such parameter.
    pub fn param(self, argument: Argument) -> Result<Param, ParamFault> {
        let Argument { layout, align, stack_align, .. } = argument;
        let align = align.unwrap_or(1);
        if let Some(handle) = argument.handle.filter(|_| self.kind == FunctionKind::Entry) {
            return Ok(Param::Handle(handle));
        }
        if let Some(value) = argument.by_value {
            let natural = self.align(value).max(align);
            // LLVM ignores the stack alignment of functions that are not kernels.
            let stated = stack_align.filter(|_| self.kind == FunctionKind::Entry);
            return match bytes(value, stated.unwrap_or(natural)) {
                Err(ParamFault::Empty) => Err(ParamFault::EmptyValue),
                found => found,
            };
        }
        if is_in_memory(layout) {
            return bytes(layout, stack_align.unwrap_or_else(|| self.align(layout)));
        }
        match (self.kind, layout.class) {
            (FunctionKind::Entry, TypeClass::Pointer { space }) => {
                Ok(Param::Pointer { space: Self::space(space), align })
            }
            (FunctionKind::Entry, _) => of_kernel(layout).map(Param::Scalar),
            (FunctionKind::Func, _) => self.of_function(layout).map(Param::Scalar),
        }
    }

    /// A result. `align` replaces the alignment of the type, for results in memory.
    ///
    /// # Errors
    /// As [`Callee::param`].
    pub fn result(self, layout: TypeLayout, align: Option<u32>) -> Result<Param, ParamFault> {
        if is_in_memory(layout) {
            return bytes(layout, align.unwrap_or_else(|| self.align(layout)));
        }
        // LLVM returns 64 bits for pointers of every address space.
        let bits = if matches!(layout.class, TypeClass::Pointer { .. }) { 64 } else { layout.bits };
        self.of_function(TypeLayout { bits, ..layout }).map(Param::Scalar)
    }

    /// The alignment that a type has in memory.
    fn align(self, layout: TypeLayout) -> u32 {
        let least = if self.local { LOCAL_ALIGN } else { 1 };
        // At most 128, so that it fits.
        layout.align.min(MAX_ALIGN).max(least) as u32
    }

    const fn space(number: u32) -> Space {
        match number {
            1 => Space::Global,
            3 => Space::Shared,
            4 => Space::Const,
            5 => Space::Local,
            6 => Space::Tensor,
            _ => Space::Generic,
        }
    }

    fn of_function(self, layout: TypeLayout) -> Result<Scalar, ParamFault> {
        match (layout.class, layout.bits) {
            (TypeClass::Aggregate | TypeClass::Other, _) => Err(ParamFault::Foreign),
            (_, ..=32) => Ok(Scalar::B32),
            (_, ..=64) => Ok(Scalar::B64),
            _ if (self.version.major(), self.version.minor()) < (8, 3) => Err(ParamFault::Wide { found: self.version }),
            _ => Ok(Scalar::B128),
        }
    }
}

/// Whether LLVM passes the type in memory.
const fn is_in_memory(layout: TypeLayout) -> bool {
    match layout.class {
        TypeClass::Aggregate => true,
        TypeClass::Integer => layout.bits >= 128,
        TypeClass::Float => matches!(layout.bits, 16 | 128),
        // `ppc_fp128`.
        TypeClass::Other => layout.bits == 128,
        TypeClass::Pointer { .. } => false,
    }
}

fn bytes(layout: TypeLayout, align: u32) -> Result<Param, ParamFault> {
    let size = u32::try_from(layout.size).map_err(|_| ParamFault::TooLarge { bytes: layout.size })?;
    if size == 0 {
        return Err(ParamFault::Empty);
    }
    Ok(Param::Bytes { align, size })
}

/// Why the parameters of a kernel take too much space; `None` if they do not. The limit and the layout are those of
/// `ptxas` (measured: ptxas 13.5).
#[must_use]
pub fn space_fault(params: &[Param], (chip, version): (Chip, PtxVersion)) -> Option<String> {
    const LARGE: u64 = 32_764;
    const SMALL: u64 = 4_352;
    let has_large = (version.major(), version.minor()) >= (8, 1) && chip.number() >= 70;
    let most = if has_large { LARGE } else { SMALL };
    let bytes = params.iter().fold(0, |end: u64, param| {
        let (size, align) = match *param {
            Param::Scalar(scalar) => (size_of(scalar), size_of(scalar)),
            // LLVM can be told to give these 32 bits.
            Param::Pointer { space: Space::Shared | Space::Const | Space::Local, .. } => (4, 4),
            Param::Pointer { .. } | Param::Handle(_) => (8, 8),
            Param::Bytes { align, size } => (size, align),
        };
        end.next_multiple_of(u64::from(align.max(1))) + u64::from(size)
    });
    let advice = if has_large || chip.number() < 70 { "" } else { "; ptx 8.1 allows 32764" };
    (bytes > most).then(|| format!("takes {bytes} bytes of parameters, the most are {most}{advice}"))
}

/// The size of a scalar in bytes.
const fn size_of(scalar: Scalar) -> u32 {
    match scalar {
        Scalar::U8 => 1,
        Scalar::U16 => 2,
        Scalar::U32 | Scalar::F32 | Scalar::B32 => 4,
        Scalar::U64 | Scalar::F64 | Scalar::B64 => 8,
        Scalar::B128 => 16,
    }
}

const fn of_kernel(layout: TypeLayout) -> Result<Scalar, ParamFault> {
    Ok(match (layout.class, layout.bits) {
        (TypeClass::Integer, 1 | 8) => Scalar::U8,
        (TypeClass::Integer, 16) => Scalar::U16,
        (TypeClass::Integer, 32) => Scalar::U32,
        (TypeClass::Integer, 64) => Scalar::U64,
        (TypeClass::Integer, _) => return Err(ParamFault::OddInteger),
        (TypeClass::Float, 32) => Scalar::F32,
        (TypeClass::Float, 64) => Scalar::F64,
        _ => return Err(ParamFault::Foreign),
    })
}
