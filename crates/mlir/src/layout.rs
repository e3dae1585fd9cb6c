//! How LLVM's NVPTX back end lays types out.
//!
//! Accepts any type. Guarantees LLVM's own answer, for pointers of 64 bits: the back end sets its data layout, so that what
//! a module states about it does not matter. Leaves out on purpose: how a value of the type is passed.

use melior::ir::{Attribute, AttributeLike as _, Type, TypeLike as _};
use mlir_sys::{mlirAttributeIsAType, mlirLLVMArrayTypeGetElementType, mlirTypeAttrGetValue};
use tileiras_mlir_sys_ext::{TileirasTypeKind, TileirasTypeLayout, tileirasNVPTXLayout};

/// What a type is to LLVM.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Hash)]
pub enum TypeClass {
    /// `iN`.
    Integer,
    /// `half`, `bfloat`, `float`, `double`, `fp128`.
    Float,
    /// A pointer into that address space.
    Pointer {
        /// Its number.
        space: u32,
    },
    /// A struct, an array or a vector.
    Aggregate,
    /// Anything else that has a size.
    Other,
}

/// A type in memory.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Hash)]
pub struct TypeLayout {
    /// What it is.
    pub class: TypeClass,
    /// The bits of a value.
    pub bits: u64,
    /// The bytes that a value takes, with those that fill up to its alignment.
    pub size: u64,
    /// Its alignment in bytes, a power of two.
    pub align: u64,
}

impl TypeLayout {
    /// The layout of a type of the LLVM dialect; none of another type, or of one without a fixed size. Each call makes
    /// the type anew for LLVM: ask once for each type.
    #[must_use]
    pub fn of(r#type: Type<'_>) -> Option<Self> {
        let mut raw =
            TileirasTypeLayout { kind: TileirasTypeKind::Other, address_space: 0, bits: 0, size: 0, align: 0 };
        // SAFETY: any type may be asked, and the layout is written by the call.
        if !unsafe { tileirasNVPTXLayout(r#type.to_raw(), &raw mut raw) } {
            return None;
        }
        let class = match raw.kind {
            TileirasTypeKind::Integer => TypeClass::Integer,
            TileirasTypeKind::Float => TypeClass::Float,
            TileirasTypeKind::Pointer => TypeClass::Pointer { space: raw.address_space },
            TileirasTypeKind::Aggregate => TypeClass::Aggregate,
            TileirasTypeKind::Other => TypeClass::Other,
        };
        Some(Self { class, bits: raw.bits, size: raw.size, align: raw.align })
    }
}

/// The type that an attribute holds.
#[must_use]
pub fn type_of_attribute(attribute: Attribute<'_>) -> Option<Type<'_>> {
    let raw = attribute.to_raw();
    // SAFETY: the kind is asked first.
    unsafe { mlirAttributeIsAType(raw).then(|| Type::from_raw(mlirTypeAttrGetValue(raw))) }
}

/// The type of the elements of an array of the LLVM dialect. Asks the printer: the C API cannot tell arrays apart.
#[must_use]
pub fn array_element(r#type: Type<'_>) -> Option<Type<'_>> {
    // SAFETY: what prints so is an array.
    r#type
        .to_string()
        .starts_with("!llvm.array<")
        .then(|| unsafe { Type::from_raw(mlirLLVMArrayTypeGetElementType(r#type.to_raw())) })
}
