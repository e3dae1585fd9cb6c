//! Linking of LLVM modules.

use crate::backend::{BackendOutput, visit};
use crate::llvm::LLVMModule;
use crate::symbol::Linkage;
use crate::text::{bytes, raw, raw_bytes};
use mlir_sys::MlirStringRef;
use std::ffi::c_void;
use tileiras_mlir_sys_ext::{
    TileirasBackendResult, TileirasLLVMSymbol, TileirasLinkMode, tileirasLLVMFunctionAttributes, tileirasLLVMLink,
    tileirasLLVMLinkNeeded, tileirasLLVMSymbols, tileirasLLVMUndefinedFunctions,
};

/// A function, variable, alias or ifunc of an LLVM module.
#[derive(Clone, Debug)]
pub struct LLVMSymbol {
    /// The name.
    pub name: Vec<u8>,
    /// Whether it is defined. False if the definition is `available_externally`.
    pub is_defined: bool,
    /// The linkage. `available_externally` is [`Linkage::External`] here.
    pub linkage: Linkage,
    /// Whether it is a function with the calling convention of a kernel.
    pub is_kernel: bool,
    /// Whether it is a function with the calling convention of a kernel of another target.
    pub is_foreign_kernel: bool,
    /// Whether it has a string attribute with the prefix, on the function, its result or a parameter.
    pub has_prefix: bool,
}

/// A string attribute of a function of an LLVM module.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct FunctionAttribute {
    /// The name of the function.
    pub function: Vec<u8>,
    /// The name of the attribute.
    pub attribute: Vec<u8>,
    /// Its value; empty if it has none.
    pub value: Vec<u8>,
}

/// The definitions of a library to link. One that the module has already is not linked.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum LinkMode {
    /// All, as they are.
    All,
    /// Kernels, variables that are `externally_initialized`, and those that the module declares and uses, and all that
    /// these use. They become internal, except kernels and these variables.
    Needed,
}

unsafe extern "C" fn push(name: MlirStringRef, names: *mut c_void) {
    // SAFETY: `names` is a vector of names. Copying does not panic short of running out of memory.
    unsafe { (*names.cast::<Vec<Vec<u8>>>()).push(bytes(name).to_vec()) }
}

unsafe extern "C" fn push_attribute(
    function: MlirStringRef,
    attribute: MlirStringRef,
    value: MlirStringRef,
    attributes: *mut c_void,
) {
    // SAFETY: the shim passes valid strings, and `attributes` is a vector of attributes. Copying does not panic
    // short of running out of memory.
    unsafe {
        let [function, attribute, value] = [function, attribute, value].map(|text| bytes(text).to_vec());
        (*attributes.cast::<Vec<FunctionAttribute>>()).push(FunctionAttribute { function, attribute, value });
    }
}

unsafe extern "C" fn push_symbol(symbol: *const TileirasLLVMSymbol, symbols: *mut c_void) {
    // SAFETY: the shim passes a valid symbol, and `symbols` is a vector of symbols. Copying does not panic
    // short of running out of memory.
    unsafe {
        let TileirasLLVMSymbol { name, is_defined, is_local, is_weak, is_kernel, is_foreign_kernel, has_prefix } =
            *symbol;
        let linkage = match (is_local, is_weak) {
            (true, _) => Linkage::Local,
            (false, true) => Linkage::Weak,
            (false, false) => Linkage::External,
        };
        let name = bytes(name).to_vec();
        let symbol = LLVMSymbol { name, is_defined, linkage, is_kernel, is_foreign_kernel, has_prefix };
        (*symbols.cast::<Vec<LLVMSymbol>>()).push(symbol);
    }
}

impl LLVMModule<'_> {
    /// The names of the functions that are used and not defined, except intrinsics.
    #[must_use]
    pub fn undefined_functions(&self) -> Vec<Vec<u8>> {
        let mut names = Vec::new();
        // SAFETY: the module is alive, and the callback gets the vector as data.
        unsafe { tileirasLLVMUndefinedFunctions(self.raw, push, (&raw mut names).cast()) }
        names
    }

    /// All symbols. `prefix` is the prefix of [`LLVMSymbol::has_prefix`].
    #[must_use]
    pub fn symbols(&self, prefix: &str) -> Vec<LLVMSymbol> {
        let mut symbols = Vec::<LLVMSymbol>::new();
        // SAFETY: the module is alive, and the callback gets the vector as data.
        unsafe { tileirasLLVMSymbols(self.raw, raw(prefix), push_symbol, (&raw mut symbols).cast()) }
        symbols
    }

    /// The string attributes of all functions whose name has the prefix, function by function.
    #[must_use]
    pub fn function_attributes(&self, prefix: &str) -> Vec<FunctionAttribute> {
        let mut attributes = Vec::<FunctionAttribute>::new();
        // SAFETY: the module is alive, and the callback gets the vector as data.
        unsafe {
            tileirasLLVMFunctionAttributes(self.raw, raw(prefix), push_attribute, (&raw mut attributes).cast());
        }
        attributes
    }

    /// Links a library. Its triple and its data layout are not compared with those of the module. `name` is for
    /// messages.
    ///
    /// The named metadata `upgraded` has the name `renamed` while the library is linked, so that LLVM does not upgrade
    /// it. The library keeps the name `renamed`.
    ///
    /// # Errors
    /// The messages of LLVM.
    pub fn link(
        self,
        library: &mut LLVMModule<'_>,
        name: &str,
        mode: LinkMode,
        (upgraded, renamed): (&str, &str),
    ) -> Result<Self, Vec<String>> {
        let mode = match mode {
            LinkMode::All => TileirasLinkMode::All,
            LinkMode::Needed => TileirasLinkMode::Needed,
        };
        let mut output = BackendOutput::default();
        let data = (&raw mut output).cast::<c_void>();
        let (name, upgraded, renamed) = (raw(name), raw(upgraded), raw(renamed));
        // SAFETY: both modules are alive, all arguments live during the call, and the callback gets `output` as data.
        let result = unsafe { tileirasLLVMLink(self.raw, library.raw, name, mode, upgraded, renamed, visit, data) };
        self.linked(result, output)
    }

    /// Links a library from bitcode with [`LinkMode::Needed`]. `name` is for messages.
    ///
    /// # Errors
    /// The messages of LLVM.
    pub fn link_needed(self, bitcode: &[u8], name: &str) -> Result<Self, Vec<String>> {
        let mut output = BackendOutput::default();
        let data = (&raw mut output).cast::<c_void>();
        // SAFETY: the module is alive, all arguments live during the call, and the callback gets `output` as data.
        let result = unsafe { tileirasLLVMLinkNeeded(self.raw, raw_bytes(bitcode), raw(name), visit, data) };
        self.linked(result, output)
    }

    fn linked(self, result: TileirasBackendResult, output: BackendOutput) -> Result<Self, Vec<String>> {
        if result == TileirasBackendResult::Done { Ok(self) } else { Err(self.errors_of(result, output).errors) }
    }
}
