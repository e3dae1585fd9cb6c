//! LLVM IR: read without LLVM's upgrade of one named metadata, and made of MLIR.

use crate::attribute::Array;
use crate::context::ContextHandle;
use crate::diagnostic::Failure;
use crate::registry::Registry;
use crate::session::on_reading_stack;
use crate::text::{bytes, raw, raw_bytes};
use melior::Context;
use melior::ir::{Attribute, AttributeLike as _, Module, OperationRef};
use mlir_sys::{MlirStringRef, mlirContextGetOrLoadDialect};
use std::ffi::c_void;
use tileiras_mlir_sys_ext::{
    TileirasLLVMModule, tileirasIsBitcode, tileirasLLVMAddNamedMetadata, tileirasLLVMAddParameterAttribute,
    tileirasLLVMDestroy, tileirasLLVMFromMLIR, tileirasLLVMNamedMetadata, tileirasLLVMParameterAttributes,
    tileirasLLVMParse, tileirasLLVMPrepare, tileirasLLVMPrint, tileirasLLVMToMLIR, tileirasRegisterFromLLVM,
    tileirasRegisterToLLVM,
};

/// Adds the dialects and interfaces that the translation from LLVM IR needs.
pub fn register_dialects(registry: Registry<'_>) {
    // SAFETY: the registry is alive.
    unsafe { tileirasRegisterFromLLVM(registry.to_raw()) }
}

/// Adds the dialects and interfaces that the translation to LLVM IR needs.
pub fn register_export_dialects(registry: Registry<'_>) {
    // SAFETY: the registry is alive.
    unsafe { tileirasRegisterToLLVM(registry.to_raw()) }
}

/// Whether the content is LLVM bitcode, with or without its wrapper.
#[must_use]
pub fn is_bitcode(content: &[u8]) -> bool {
    // SAFETY: the content is alive.
    unsafe { tileirasIsBitcode(raw_bytes(content)) }
}

/// Why a module has no translation to LLVM IR.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Untranslated {
    /// A diagnostic says why.
    Reported(Failure),
    /// MLIR gave up without a word, as it does at an attribute that its dialect cannot translate.
    Silent,
}

/// A verified LLVM module.
pub struct LLVMModule<'c> {
    pub(crate) raw: *mut TileirasLLVMModule,
    context: ContextHandle<'c>,
}

impl<'c> LLVMModule<'c> {
    /// Reads LLVM IR. Text must end in NUL, which is not part of it. Of bitcode, the named metadata `shown` is renamed
    /// to `hidden` before LLVM can upgrade it; in text the caller has renamed it.
    ///
    /// # Errors
    /// After a diagnostic: the content is not valid LLVM IR.
    pub fn parse(
        context: &'c Context,
        content: &[u8],
        name: &str,
        (shown, hidden): (&str, &str),
    ) -> Result<Self, Failure> {
        let (shown, hidden) = (raw(shown), raw(hidden));
        // SAFETY: all arguments live during the call.
        let read = || unsafe { tileirasLLVMParse(raw_bytes(content), raw(name), shown, hidden, context.to_raw()) };
        let module = on_reading_stack(read);
        if module.is_null() { Err(Failure) } else { Ok(Self { raw: module, context: context.into() }) }
    }

    /// Translates a module, as upstream does. The NVVM dialect is loaded for it: the reader of bytecode does not load a
    /// dialect for the names of attributes, and upstream drops the attributes of one that is not loaded (measured).
    ///
    /// # Errors
    /// When a part of it has no translation.
    pub fn from_mlir(root: OperationRef<'c, '_>) -> Result<Self, Untranslated> {
        let context = ContextHandle::of(root);
        let mut reported = false;
        // SAFETY: the context is alive; that it does not know the dialect is fine.
        unsafe { mlirContextGetOrLoadDialect(context.to_raw(), raw("nvvm")) };
        // SAFETY: the operation is alive, and the shim returns null or a module that is owned by the caller.
        let module = unsafe { tileirasLLVMFromMLIR(root.to_raw(), &raw mut reported) };
        match (module.is_null(), reported) {
            (false, _) => Ok(Self { raw: module, context }),
            (true, true) => Err(Untranslated::Reported(Failure)),
            (true, false) => Err(Untranslated::Silent),
        }
    }

    /// Adds a string attribute to a parameter, by its 1-based index; says whether there is one.
    pub fn add_parameter_attribute(&mut self, function: &[u8], index: u32, attribute: &str) -> bool {
        let Ok(index) = i32::try_from(index) else { return false };
        // SAFETY: the module and all arguments are alive; the shim checks the index.
        unsafe { tileirasLLVMAddParameterAttribute(self.raw, raw_bytes(function), index, raw(attribute)) }
    }

    /// Appends a node to a named metadata: the other way of [`LLVMModule::named_metadata`]. A symbol must be one of the
    /// module.
    ///
    /// # Errors
    /// The first attribute of `node` that has no counterpart; nothing is appended.
    pub fn add_named_metadata(&mut self, name: &str, node: Array<'c>) -> Result<(), Attribute<'c>> {
        // SAFETY: module and node are alive, and the type guarantees the kind; null stands for none.
        let unknown = unsafe {
            let unknown = tileirasLLVMAddNamedMetadata(self.raw, raw(name), node.attribute().to_raw());
            Attribute::from_option_raw(unknown)
        };
        unknown.map_or(Ok(()), Err)
    }

    /// The module as text.
    #[must_use]
    pub fn print(&mut self) -> Vec<u8> {
        unsafe extern "C" fn take(text: MlirStringRef, target: *mut c_void) {
            // SAFETY: the shim passes a valid text, and `target` is the vector below.
            unsafe { (*target.cast::<Vec<u8>>()).extend_from_slice(bytes(text)) }
        }
        let mut text = Vec::<u8>::new();
        // SAFETY: the module is alive, and `take` gets the vector it expects.
        unsafe { tileirasLLVMPrint(self.raw, take, (&raw mut text).cast()) }
        text
    }

    /// The nodes of a named metadata: an array of arrays, one attribute for each operand. Functions, aliases and global
    /// variables are symbol references, `null` is `unit`, nodes of i32 are `array<i32: …>`, and what has no counterpart
    /// is a dictionary with its text.
    #[must_use]
    pub fn named_metadata(&self, name: &str) -> Option<Attribute<'c>> {
        // SAFETY: the module is alive; null stands for none.
        unsafe { Attribute::from_option_raw(tileirasLLVMNamedMetadata(self.raw, raw(name), self.context.to_raw())) }
    }

    /// Each function that has parameters with the string attribute `attribute`, with their 1-based indices, ascending.
    #[must_use]
    pub fn parameters_with(&self, attribute: &str) -> Vec<(Vec<u8>, Vec<u32>)> {
        unsafe extern "C" fn visit(function: MlirStringRef, indices: *const i32, count: isize, data: *mut c_void) {
            // SAFETY: the shim passes a valid name and range, and `data` is the vector below. Pushing does not panic
            // short of running out of memory.
            unsafe {
                let indices =
                    std::slice::from_raw_parts(indices, count as usize).iter().map(|index| index.unsigned_abs());
                (*data.cast::<Vec<(Vec<u8>, Vec<u32>)>>()).push((bytes(function).to_vec(), indices.collect()));
            }
        }
        let mut found = Vec::new();
        // SAFETY: the module is alive, and `visit` gets the vector it expects.
        unsafe {
            tileirasLLVMParameterAttributes(self.raw, raw(attribute), visit, (&raw mut found).cast::<c_void>());
        }
        found
    }

    /// Translates to the LLVM dialect, without the named metadata `dropped`. What has no place of its own stands in the
    /// file of that name.
    ///
    /// # Errors
    /// After a diagnostic: MLIR cannot import the module.
    pub fn into_mlir(mut self, dropped: &str, name: &str) -> Result<Translated<'c>, Failure> {
        let (result_alignments, has_metadata) = self.prepare();
        let this = std::mem::ManuallyDrop::new(self);
        // SAFETY: the shim consumes the module, which is not dropped here.
        let module = unsafe { tileirasLLVMToMLIR(this.raw, raw(dropped), raw(name), this.context.to_raw()) };
        // SAFETY: the returned module is owned by the caller.
        let module = unsafe { Module::from_option_raw(module) }.ok_or(Failure)?;
        Ok(Translated { module, result_alignments, has_metadata })
    }

    /// Removes what MLIR cannot import, and looks for metadata.
    fn prepare(&mut self) -> (Vec<(Vec<u8>, u64)>, bool) {
        unsafe extern "C" fn visit(function: MlirStringRef, alignment: u64, data: *mut c_void) {
            // SAFETY: the shim passes a valid name, and `data` is the vector below. Pushing does not panic
            // short of running out of memory.
            unsafe { (*data.cast::<Vec<(Vec<u8>, u64)>>()).push((bytes(function).to_vec(), alignment)) }
        }
        let mut found = Vec::new();
        // SAFETY: the module is alive, and `visit` gets the vector it expects.
        let has_metadata = unsafe { tileirasLLVMPrepare(self.raw, visit, (&raw mut found).cast::<c_void>()) };
        (found, has_metadata)
    }
}

/// LLVM IR as MLIR.
pub struct Translated<'c> {
    /// The module.
    pub module: Module<'c>,
    /// Each function whose result had `alignstack`, which MLIR cannot import, with the alignment in bytes.
    pub result_alignments: Vec<(Vec<u8>, u64)>,
    /// Whether anything but the module had metadata: instructions, functions or global variables. Whatever of it MLIR has a
    /// counterpart for prints under an alias; nothing else of LLVM IR does.
    pub has_metadata: bool,
}

impl Drop for LLVMModule<'_> {
    fn drop(&mut self) {
        // SAFETY: the module is owned here and not used again.
        unsafe { tileirasLLVMDestroy(self.raw) }
    }
}
