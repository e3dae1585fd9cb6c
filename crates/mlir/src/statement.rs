//! Attributes and metadata of the parts of an LLVM module that are not on a function itself.

use crate::llvm::LLVMModule;
use crate::text::{bytes, raw};
use melior::ir::Attribute;
use std::ffi::c_void;
use tileiras_mlir_sys_ext::{
    TileirasLLVMHolder, TileirasLLVMStatement, tileirasLLVMCallAttributes, tileirasLLVMMetadataKinds,
    tileirasLLVMMetadataOfKind, tileirasLLVMOtherAttributes,
};

impl<'c> LLVMModule<'c> {
    /// The functions that have parameters with the string attribute `attribute`. Each comes with the 1-based indices of
    /// these parameters, ascending.
    #[must_use]
    pub fn parameters_with(&self, attribute: &str) -> Vec<(Vec<u8>, Vec<u32>)> {
        let mut found: Vec<(Vec<u8>, Vec<u32>)> = Vec::new();
        for Statement { holder, symbol, name, .. } in self.other_attributes(attribute) {
            let Holder::Parameter(index) = holder else { continue };
            if name != attribute.as_bytes() {
                continue;
            }
            match found.last_mut() {
                Some((last, indices)) if *last == symbol => indices.push(index),
                _ => found.push((symbol, vec![index])),
            }
        }
        found
    }

    /// The string attributes of parameters, results and global variables whose name has the prefix.
    #[must_use]
    pub fn other_attributes(&self, prefix: &str) -> Vec<Statement> {
        let mut found = Vec::<Statement>::new();
        // SAFETY: the module is alive, and the callback gets the vector as data.
        unsafe {
            tileirasLLVMOtherAttributes(self.raw, raw(prefix), add_statement, (&raw mut found).cast::<c_void>());
        }
        found
    }

    /// The string attributes of calls whose name has the prefix. Takes time in the number of instructions.
    #[must_use]
    pub fn call_attributes(&self, prefix: &str) -> Vec<Statement> {
        let mut found = Vec::<Statement>::new();
        // SAFETY: the module is alive, and the callback gets the vector as data.
        unsafe {
            tileirasLLVMCallAttributes(self.raw, raw(prefix), add_statement, (&raw mut found).cast::<c_void>());
        }
        found
    }

    /// The functions, instructions and global variables with metadata of a kind. `kind` is one of
    /// [`LLVMModule::metadata_kinds`].
    #[must_use]
    pub fn metadata_of_kind(&self, kind: &str) -> Vec<Statement> {
        let mut found = Vec::<Statement>::new();
        // SAFETY: the module is alive, and the callback gets the vector as data.
        unsafe {
            tileirasLLVMMetadataOfKind(self.raw, raw(kind), add_statement, (&raw mut found).cast::<c_void>());
        }
        found
    }

    /// The kinds of metadata that the module's context knows, as an array of strings.
    #[must_use]
    pub fn metadata_kinds(&self) -> Attribute<'c> {
        // SAFETY: the module and the context are alive.
        unsafe { Attribute::from_raw(tileirasLLVMMetadataKinds(self.raw, self.context.to_raw())) }
    }
}

/// Adds an attribute or metadata to the vector `found`.
unsafe extern "C" fn add_statement(statement: *const TileirasLLVMStatement, found: *mut c_void) {
    // SAFETY: the shim passes a valid statement, and `found` is a vector of statements.
    // Pushing does not panic short of running out of memory.
    unsafe {
        let TileirasLLVMStatement { holder, symbol, index, name, file, line, column } = *statement;
        let holder = match holder {
            TileirasLLVMHolder::Function => Holder::Function,
            TileirasLLVMHolder::Result => Holder::Result,
            TileirasLLVMHolder::Parameter => Holder::Parameter(index),
            TileirasLLVMHolder::Variable => Holder::Variable,
            TileirasLLVMHolder::Instruction => Holder::Instruction,
        };
        let [symbol, name, file] = [symbol, name, file].map(|text| bytes(text).to_vec());
        let location = (!file.is_empty()).then_some((file, line, column));
        (*found.cast::<Vec<Statement>>()).push(Statement { holder, symbol, name, location });
    }
}

/// What has an attribute or metadata.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Holder {
    /// A function.
    Function,
    /// The result of a function.
    Result,
    /// The parameter of a function with this 1-based index.
    Parameter(u32),
    /// A global variable.
    Variable,
    /// An instruction.
    Instruction,
}

/// An attribute or metadata of a part of an LLVM module.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Statement {
    /// What has it.
    pub holder: Holder,
    /// The name of the variable or the function.
    pub symbol: Vec<u8>,
    /// The name of the attribute, or the kind of the metadata.
    pub name: Vec<u8>,
    /// File, line and column of the debug location of an instruction.
    pub location: Option<(Vec<u8>, u32, u32)>,
}
