//! The attribute `#gpu.object`: compiled device code in a `gpu.binary`.

use crate::text::bytes;
use melior::ir::{Attribute, AttributeLike};
use mlir_sys::{
    mlirAttributeIsAGPUObjectAttr, mlirGPUObjectAttrGetFormat, mlirGPUObjectAttrGetObject, mlirGPUObjectAttrGetTarget,
};

/// What the bytes of an object are: `gpu::CompilationTarget`.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum ObjectFormat {
    /// LLVM bitcode.
    Offload,
    /// Assembly, such as PTX.
    Assembly,
    /// A binary, such as a cubin.
    Binary,
    /// A fat binary.
    Fatbin,
}

/// The parameters of a `#gpu.object`.
#[derive(Clone, Copy, Debug)]
pub struct GPUObject<'c> {
    /// The target, such as a `#nvvm.target`.
    pub target: Attribute<'c>,
    /// The format.
    pub format: ObjectFormat,
    /// The bytes.
    pub content: &'c [u8],
}

/// The parameters of a `#gpu.object`; `None` for another attribute.
#[must_use]
pub fn gpu_object(attribute: Attribute<'_>) -> Option<GPUObject<'_>> {
    // SAFETY: the first function accepts any attribute, the others a `#gpu.object`. Target and bytes live as long as
    // the context.
    unsafe {
        let raw = attribute.to_raw();
        if !mlirAttributeIsAGPUObjectAttr(raw) {
            return None;
        }
        let format = match mlirGPUObjectAttrGetFormat(raw) {
            1 => ObjectFormat::Offload,
            2 => ObjectFormat::Assembly,
            3 => ObjectFormat::Binary,
            4 => ObjectFormat::Fatbin,
            _ => return None,
        };
        let target = Attribute::from_raw(mlirGPUObjectAttrGetTarget(raw));
        Some(GPUObject { target, format, content: bytes(mlirGPUObjectAttrGetObject(raw)) })
    }
}
