//! The size and alignment of types on NVPTX.
//!
//! Accepts any type. The layout is computed by LLVM with the data layout of 64-bit NVPTX. A data layout that the module
//! states is not used, as the back end sets its own. Leaves out on purpose: how a value of the type is passed.

use crate::text::{collect, raw as raw_text};
use melior::ir::{Attribute, AttributeLike as _, Type, TypeLike as _};
use mlir_sys::{MlirType, mlirAttributeIsAType, mlirLLVMArrayTypeGetElementType, mlirTypeAttrGetValue};
use tileiras_mlir_sys_ext::{
    TileirasDataLayout, TileirasTypeKind, TileirasTypeLayout, tileirasNVPTXDataLayout, tileirasNVPTXLayout,
    tileirasNVPTXMember, tileirasReadDataLayout,
};

/// The triple of 64-bit CUDA.
pub const CUDA_TRIPLE: &str = "nvptx64-nvidia-cuda";

/// The data layout of [`CUDA_TRIPLE`], as text. With `short_pointers`, pointers to shared, constant and local memory
/// have 32 bits, as LLVM's option `nvptx-short-ptr` makes them.
#[must_use]
pub fn cuda_data_layout(short_pointers: bool) -> String {
    // SAFETY: the function passes one text to the sink.
    collect(|sink, data| unsafe { tileirasNVPTXDataLayout(short_pointers, sink, data) })
}

/// The part of a data layout that code depends on: it decides the result of `sizeof`, and which accesses are aligned.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct DataLayout {
    /// Whether it is big-endian.
    pub big_endian: bool,
    /// The size of a pointer in the address space 0, in bits.
    pub pointer_bits: u64,
    /// The size of a pointer to shared memory, in bits.
    pub shared_pointer_bits: u64,
    /// The ABI alignments of [`DataLayout::TYPES`], in bits.
    pub alignments: [u64; 6],
}

impl DataLayout {
    /// The types whose alignments are compared.
    pub const TYPES: [&str; 6] = ["i8", "i16", "i32", "i64", "float", "double"];

    /// Whether pointers to shared memory have 32 bits.
    #[must_use]
    pub const fn has_short_pointers(&self) -> bool {
        self.shared_pointer_bits == 32
    }

    /// Reads LLVM's text of a data layout; `None` if it is not valid.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let mut raw = TileirasDataLayout::default();
        // SAFETY: the text is alive, and the function writes the layout if it returns true.
        let valid = unsafe { tileirasReadDataLayout(raw_text(text), &raw mut raw) };
        let TileirasDataLayout { big_endian, pointer_bits, shared_pointer_bits, alignments } = raw;
        valid.then_some(Self { big_endian, pointer_bits, shared_pointer_bits, alignments })
    }
}

/// The class of an LLVM type.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Hash)]
pub enum TypeClass {
    /// `iN`.
    Integer,
    /// `half`, `bfloat`, `float`, `double`, `fp128`.
    Float,
    /// A pointer.
    Pointer {
        /// The number of the address space.
        space: u32,
    },
    /// A struct, an array or a vector.
    Aggregate,
    /// Any other type that has a size.
    Other,
}

/// The layout of a type in memory.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Hash)]
pub struct TypeLayout {
    /// The class of the type.
    pub class: TypeClass,
    /// The number of bits of a value.
    pub bits: u64,
    /// The allocation size in bytes, with padding up to the alignment.
    pub size: u64,
    /// The ABI alignment in bytes, a power of two.
    pub align: u64,
}

impl TypeLayout {
    /// The layout of a type of the LLVM dialect. `None` for another type, or for one without a fixed size.
    ///
    /// Each call translates the type to LLVM. Callers should cache the result.
    #[must_use]
    pub fn of(r#type: Type<'_>) -> Option<Self> {
        let mut raw =
            TileirasTypeLayout { kind: TileirasTypeKind::Other, address_space: 0, bits: 0, size: 0, align: 0 };
        // SAFETY: the function accepts any type, and writes the layout if it returns true.
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

/// The type of a member of an array, a vector or a struct of the LLVM dialect, and its offset in bytes. An index past
/// the end of an array is accepted. `None` if there is no such member, or if a size is not known.
///
/// Each call translates the type to LLVM. Callers should cache the result.
#[must_use]
pub fn member(aggregate: Type<'_>, index: usize) -> Option<(Type<'_>, u64)> {
    let mut member = MlirType { ptr: std::ptr::null_mut() };
    let mut offset = 0;
    let index = isize::try_from(index).ok()?;
    // SAFETY: the function accepts any type, and writes the member and its offset if it returns true.
    unsafe {
        tileirasNVPTXMember(aggregate.to_raw(), index, &raw mut member, &raw mut offset)
            .then(|| (Type::from_raw(member), offset))
    }
}

/// The type in a type attribute; `None` for another attribute.
#[must_use]
pub fn type_of_attribute(attribute: Attribute<'_>) -> Option<Type<'_>> {
    let raw = attribute.to_raw();
    // SAFETY: the kind is checked first.
    unsafe { mlirAttributeIsAType(raw).then(|| Type::from_raw(mlirTypeAttrGetValue(raw))) }
}

/// The element type of an array type of the LLVM dialect; `None` for another type.
///
/// Compares the printed form, as the C API has no test for array types.
#[must_use]
pub fn array_element(r#type: Type<'_>) -> Option<Type<'_>> {
    // SAFETY: a type with this printed form is an array.
    r#type
        .to_string()
        .starts_with("!llvm.array<")
        .then(|| unsafe { Type::from_raw(mlirLLVMArrayTypeGetElementType(r#type.to_raw())) })
}
