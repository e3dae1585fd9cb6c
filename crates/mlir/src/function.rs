//! Function-like operations: those with MLIR's `FunctionOpInterface`.

use crate::attribute::{self, Array, Dictionary};
use crate::context::ContextHandle;
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
    tileirasTypeIsPointerOrMemref,
};

/// The attribute that marks a kernel in the GPU dialect.
pub const GPU_KERNEL: &str = "gpu.kernel";

/// The inherent attribute with one dictionary for each argument.
const ARGUMENT_ATTRIBUTES: &str = "arg_attrs";

/// The inherent attribute with one dictionary for each result.
const RESULT_ATTRIBUTES: &str = "res_attrs";

/// The attribute that marks a kernel in the NVVM dialect.
pub const NVVM_KERNEL: &str = "nvvm.kernel";

/// A function-like operation.
#[derive(Clone, Copy)]
pub struct Function<'c, 'a>(OperationRef<'c, 'a>);

impl<'c, 'a> Function<'c, 'a> {
    /// The function that an operation is; `None` for an operation without the interface.
    #[must_use]
    pub fn new(op: OperationRef<'c, 'a>) -> Option<Self> {
        // SAFETY: the function accepts any operation.
        unsafe { tileirasIsFunction(op.to_raw()) }.then_some(Self(op))
    }

    /// The operation.
    #[must_use]
    pub const fn operation(self) -> OperationRef<'c, 'a> {
        self.0
    }

    /// The location of the operation.
    #[must_use]
    pub fn location(self) -> Location<'c> {
        self.0.location()
    }

    /// The name of the operation, such as `llvm.func`.
    #[must_use]
    pub fn kind(self) -> Cow<'c, str> {
        lossy(operation::name(self.0))
    }

    /// The number of arguments.
    #[must_use]
    pub fn argument_count(self) -> usize {
        // SAFETY: `Function` guarantees the interface.
        unsafe { tileirasFunctionArgumentCount(self.0.to_raw()) as usize }
    }

    /// The type of an argument.
    #[must_use]
    pub fn argument_type(self, index: usize) -> Type<'c> {
        assert!(index < self.argument_count(), "argument index out of range");
        // SAFETY: `Function` guarantees the interface, and the index was checked.
        unsafe { Type::from_raw(tileirasFunctionArgumentType(self.0.to_raw(), index as isize)) }
    }

    /// Whether an argument is a pointer: an LLVM pointer or a memref.
    #[must_use]
    pub fn argument_is_pointer(self, index: usize) -> bool {
        // SAFETY: the function accepts any type.
        unsafe { tileirasTypeIsPointerOrMemref(self.argument_type(index).to_raw()) }
    }

    /// An attribute of an argument.
    #[must_use]
    pub fn argument_attribute(self, index: usize, name: &str) -> Option<Attribute<'c>> {
        assert!(index < self.argument_count(), "argument index out of range");
        // SAFETY: `Function` guarantees the interface, and the index was checked; null means none.
        unsafe {
            Attribute::from_option_raw(tileirasFunctionArgumentAttribute(self.0.to_raw(), index as isize, raw(name)))
        }
    }

    /// The indices of the arguments with an attribute `name`, ascending.
    #[must_use]
    pub fn arguments_with(self, name: &str) -> Vec<usize> {
        let Some(arguments) = operation::inherent_attribute(self.0, ARGUMENT_ATTRIBUTES).and_then(Array::new) else {
            return Vec::new();
        };
        let has = |attributes| Dictionary::new(attributes).is_some_and(|attributes| attributes.has(name));
        arguments.iter().enumerate().filter_map(|(index, attributes)| has(attributes).then_some(index)).collect()
    }

    /// The attributes of each argument; empty if no argument has any.
    #[must_use]
    pub fn argument_attributes(self) -> Vec<Dictionary<'c>> {
        let arguments = operation::inherent_attribute(self.0, ARGUMENT_ATTRIBUTES).and_then(Array::new);
        arguments.map(|arguments| arguments.iter().filter_map(Dictionary::new).collect()).unwrap_or_default()
    }

    /// The attributes of each result; empty if no result has any.
    #[must_use]
    pub fn result_attributes(self) -> Vec<Dictionary<'c>> {
        let results = operation::inherent_attribute(self.0, RESULT_ATTRIBUTES).and_then(Array::new);
        results.map(|results| results.iter().filter_map(Dictionary::new).collect()).unwrap_or_default()
    }

    /// Sets the attributes of all arguments.
    pub fn set_argument_attributes(self, attributes: &[Dictionary<'c>]) {
        assert_eq!(attributes.len(), self.argument_count(), "each argument has attributes");
        let attributes: Vec<_> = attributes.iter().map(|attributes| attributes.attribute()).collect();
        let attributes = attribute::array(ContextHandle::of(self.0), &attributes);
        operation::set_inherent_attribute(self.0, ARGUMENT_ATTRIBUTES, attributes);
    }

    /// Sets the unit attribute `name` on the arguments for which `is_set` is true, and removes it from all others. A
    /// function without argument attributes is not changed.
    pub fn set_argument_flag(self, name: &str, is_set: impl Fn(usize) -> bool) {
        let Some(arguments) = operation::inherent_attribute(self.0, ARGUMENT_ATTRIBUTES).and_then(Array::new) else {
            return;
        };
        let context = ContextHandle::of(self.0);
        let changed = arguments.iter().enumerate().map(|(index, attributes)| {
            let value = is_set(index).then(|| attribute::unit(context));
            Dictionary::new(attributes).map_or(attributes, |attributes| attributes.with(name, value).attribute())
        });
        let changed = attribute::array(context, &changed.collect::<Vec<_>>());
        operation::set_inherent_attribute(self.0, ARGUMENT_ATTRIBUTES, changed);
    }

    /// Whether the function is variadic.
    #[must_use]
    pub fn is_var_arg(self) -> bool {
        // SAFETY: the function accepts any operation.
        unsafe { tileirasFunctionIsVarArg(self.0.to_raw()) }
    }

    /// The number of results; a `void` function of the LLVM dialect has none.
    #[must_use]
    pub fn result_count(self) -> usize {
        // SAFETY: `Function` guarantees the interface.
        unsafe { tileirasFunctionResultCount(self.0.to_raw()) as usize }
    }

    /// The type of a result.
    #[must_use]
    pub fn result_type(self, index: usize) -> Type<'c> {
        assert!(index < self.result_count(), "result index out of range");
        // SAFETY: `Function` guarantees the interface, and the index was checked.
        unsafe { Type::from_raw(tileirasFunctionResultType(self.0.to_raw(), index as isize)) }
    }

    /// Whether the function has a body.
    #[must_use]
    pub fn has_body(self) -> bool {
        // SAFETY: the operation is alive; null means none.
        unsafe {
            let region = mlirOperationGetFirstRegion(self.0.to_raw());
            !region.ptr.is_null() && !mlirRegionGetFirstBlock(region).ptr.is_null()
        }
    }

    /// Whether an attribute or the calling convention marks the function as a kernel. Of `gpu.kernel` only a unit does,
    /// as for upstream; of `nvvm.kernel` any value does (measured: MLIR 22).
    #[must_use]
    pub fn is_kernel(self) -> bool {
        let has_unit = operation::discardable_attribute(self.0, GPU_KERNEL).is_some_and(attribute::is_unit);
        let has = |name| operation::discardable_attribute(self.0, name).is_some();
        has_unit || has(NVVM_KERNEL) || self.has_kernel_convention()
    }

    /// Whether the calling convention is `ptx_kernelcc`.
    #[must_use]
    pub fn has_kernel_convention(self) -> bool {
        self.has_convention(mlir_sys::MlirLLVMCConv_MlirLLVMCConvPTX_Kernel)
    }

    /// The calling convention, as the LLVM dialect prints it, if it is one of a kernel of another target than NVPTX.
    #[must_use]
    pub fn foreign_kernel_convention(self) -> Option<&'static str> {
        let conventions = [
            (mlir_sys::MlirLLVMCConv_MlirLLVMCConvSPIR_KERNEL, "spir_kernelcc"),
            (mlir_sys::MlirLLVMCConv_MlirLLVMCConvAMDGPU_KERNEL, "amdgpu_kernelcc"),
        ];
        conventions.into_iter().find(|(convention, _)| self.has_convention(*convention)).map(|(_, name)| name)
    }

    /// Whether the calling convention is this one of the LLVM dialect, which has the numbers of LLVM.
    fn has_convention(self, convention: mlir_sys::MlirLLVMCConv) -> bool {
        let Some(found) = operation::inherent_attribute(self.0, "CConv") else { return false };
        // SAFETY: both attributes belong to the operation's context.
        unsafe {
            let context = mlirAttributeGetContext(found.to_raw());
            mlirAttributeEqual(found.to_raw(), mlirLLVMCConvAttrGet(context, convention))
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
    // SAFETY: the function accepts any operation and returns null for none.
    unsafe { Attribute::from_option_raw(tileirasSymbolName(op.to_raw())) }
}

/// The parts of a function that can carry launch attributes: everything but its name and body. Two functions with equal
/// keys carry the same launch attributes. Attributes of the module are not part of the key.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct LaunchAttributeKey(TileirasLaunchAttributeKey);

impl LaunchAttributeKey {
    /// The key of a function in its present state.
    #[must_use]
    pub fn of(function: Function<'_, '_>) -> Self {
        // SAFETY: `Function` guarantees the interface.
        Self(unsafe { tileirasLaunchAttributeKey(function.0.to_raw()) })
    }
}

impl<'c, 'a> Function<'c, 'a> {
    /// Copies the attributes in the key of `other`. Both must have had equal keys before `other` was changed, so that
    /// they are operations of one kind and one function type.
    pub fn copy_launch_attributes_from(self, other: Self) {
        // SAFETY: `Function` guarantees the interface, and equal keys the same kind and type.
        unsafe { tileirasCopyLaunchAttributes(self.0.to_raw(), other.0.to_raw()) }
    }
}
