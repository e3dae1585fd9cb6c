//! Function-like operations, through MLIR's FunctionOpInterface.

use crate::operation;
use crate::text::{bytes, lossy, raw};
use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, AttributeLike, Location, OperationRef, Type, TypeLike};
use mlir_sys::{
    mlirAttributeEqual, mlirAttributeGetContext, mlirLLVMCConvAttrGet, mlirOperationGetFirstRegion,
    mlirRegionGetFirstBlock, mlirStringAttrGetValue,
};
use std::borrow::Cow;
use tileiras_mlir_sys_ext::{
    TileirasLaunchAttributeKey, tileirasCopyLaunchAttributes, tileirasFunctionArgumentAttribute,
    tileirasFunctionArgumentCount, tileirasFunctionArgumentType, tileirasFunctionIsVarArg, tileirasFunctionResultCount,
    tileirasFunctionResultType, tileirasIsFunction, tileirasLaunchAttributeKey, tileirasSymbolName,
    tileirasTypeIsPointer,
};

/// The mark of a kernel in the GPU dialect.
pub const GPU_KERNEL: &str = "gpu.kernel";

/// The mark of a kernel in the NVVM dialect.
pub const NVVM_KERNEL: &str = "nvvm.kernel";

/// A function-like operation.
#[derive(Clone, Copy)]
pub struct Function<'c, 'a>(OperationRef<'c, 'a>);

impl<'c, 'a> Function<'c, 'a> {
    /// Sees an operation as a function.
    #[must_use]
    pub fn new(op: OperationRef<'c, 'a>) -> Option<Self> {
        // SAFETY: any operation may be asked.
        unsafe { tileirasIsFunction(op.to_raw()) }.then_some(Self(op))
    }

    /// The operation.
    #[must_use]
    pub const fn operation(self) -> OperationRef<'c, 'a> {
        self.0
    }

    /// Where it stands.
    #[must_use]
    pub fn location(self) -> Location<'c> {
        self.0.location()
    }

    /// The operation's name as text, such as `llvm.func`.
    #[must_use]
    pub fn kind(self) -> Cow<'c, str> {
        lossy(operation::name(self.0))
    }

    /// The number of arguments.
    #[must_use]
    pub fn argument_count(self) -> usize {
        // SAFETY: the type guarantees the interface.
        unsafe { tileirasFunctionArgumentCount(self.0.to_raw()) as usize }
    }

    /// The type of an argument.
    #[must_use]
    pub fn argument_type(self, index: usize) -> Type<'c> {
        assert!(index < self.argument_count(), "argument index out of range");
        // SAFETY: interface and bounds hold.
        unsafe { Type::from_raw(tileirasFunctionArgumentType(self.0.to_raw(), index as isize)) }
    }

    /// Whether an argument is an address (LLVM pointer or memref).
    #[must_use]
    pub fn argument_is_pointer(self, index: usize) -> bool {
        // SAFETY: any type may be asked.
        unsafe { tileirasTypeIsPointer(self.argument_type(index).to_raw()) }
    }

    /// An attribute of an argument.
    #[must_use]
    pub fn argument_attribute(self, index: usize, name: &str) -> Option<Attribute<'c>> {
        assert!(index < self.argument_count(), "argument index out of range");
        // SAFETY: interface and bounds hold; null stands for none.
        unsafe {
            Attribute::from_option_raw(tileirasFunctionArgumentAttribute(self.0.to_raw(), index as isize, raw(name)))
        }
    }

    /// Whether it takes more arguments than it names.
    #[must_use]
    pub fn is_var_arg(self) -> bool {
        // SAFETY: any operation may be asked.
        unsafe { tileirasFunctionIsVarArg(self.0.to_raw()) }
    }

    /// The number of results; a `void` function of the LLVM dialect has none.
    #[must_use]
    pub fn result_count(self) -> usize {
        // SAFETY: the type guarantees the interface.
        unsafe { tileirasFunctionResultCount(self.0.to_raw()) as usize }
    }

    /// The type of a result.
    #[must_use]
    pub fn result_type(self, index: usize) -> Type<'c> {
        assert!(index < self.result_count(), "result index out of range");
        // SAFETY: interface and bounds hold.
        unsafe { Type::from_raw(tileirasFunctionResultType(self.0.to_raw(), index as isize)) }
    }

    /// Whether it has a body.
    #[must_use]
    pub fn has_body(self) -> bool {
        // SAFETY: the operation is alive; null stands for none.
        unsafe {
            let region = mlirOperationGetFirstRegion(self.0.to_raw());
            !region.ptr.is_null() && !mlirRegionGetFirstBlock(region).ptr.is_null()
        }
    }

    /// Whether anything on the function itself says that it is a kernel: an attribute or the calling convention.
    #[must_use]
    pub fn is_kernel(self) -> bool {
        let has = |name| operation::discardable(self.0, name).is_some();
        has(GPU_KERNEL) || has(NVVM_KERNEL) || self.has_kernel_convention()
    }

    /// Whether the calling convention is `ptx_kernelcc`.
    #[must_use]
    pub fn has_kernel_convention(self) -> bool {
        /// `cconv::CConv::PTX_Kernel` of the LLVM dialect, LLVM's `CallingConv::PTX_Kernel`.
        const PTX_KERNEL: mlir_sys::MlirLLVMCConv = mlir_sys::MlirLLVMCConv_MlirLLVMCConvPTX_Kernel;
        let Some(convention) = operation::inherent(self.0, "CConv") else {
            return false;
        };
        // SAFETY: both attributes belong to the operation's context.
        unsafe {
            mlirAttributeEqual(
                convention.to_raw(),
                mlirLLVMCConvAttrGet(mlirAttributeGetContext(convention.to_raw()), PTX_KERNEL),
            )
        }
    }
}

/// The name of a symbol operation.
#[must_use]
pub fn symbol_name<'c>(op: OperationRef<'c, '_>) -> Option<&'c [u8]> {
    // SAFETY: the name is a string attribute, whose text lives as long as the context.
    symbol_name_attribute(op).map(|name| unsafe { bytes(mlirStringAttrGetValue(name.to_raw())) })
}

/// The name of a symbol operation, as a string attribute.
#[must_use]
pub fn symbol_name_attribute<'c>(op: OperationRef<'c, '_>) -> Option<Attribute<'c>> {
    // SAFETY: any operation may be asked; null stands for none.
    unsafe { Attribute::from_option_raw(tileirasSymbolName(op.to_raw())) }
}

/// All of a function that launch facts can stand in, without its name: functions of equal faces state the same. The
/// tuples of a module are not part of it.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct LaunchAttributeKey(TileirasLaunchAttributeKey);

impl LaunchAttributeKey {
    /// The face of a function, as it is now.
    #[must_use]
    pub fn of(function: Function<'_, '_>) -> Self {
        // SAFETY: the type guarantees the interface.
        Self(unsafe { tileirasLaunchAttributeKey(function.0.to_raw()) })
    }
}

impl<'c, 'a> Function<'c, 'a> {
    /// Takes over all attributes of `other` that make its face. Both had equal faces before `other` was changed, so that
    /// this is the same change.
    pub fn copy_launch_attributes_from(self, other: Self) {
        // SAFETY: the type guarantees the interface, and equal faces the same kind and type.
        unsafe { tileirasCopyLaunchAttributes(self.0.to_raw(), other.0.to_raw()) }
    }
}
