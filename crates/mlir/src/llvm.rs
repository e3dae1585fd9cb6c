//! LLVM IR modules: parsed, translated to and from MLIR, and printed.
//!
//! The parser keeps LLVM's auto-upgrade away from one named metadata, so that its nodes can be read as they were
//! written.

use crate::attribute::Array;
use crate::context::ContextHandle;
use crate::diagnostic::Diagnostic;
use crate::failure::Failure;
use crate::registry::Registry;
use crate::session::{STACK_OVERFLOW, on_parser_stack};
use crate::text::{bytes, lossy, raw, raw_bytes};
use melior::Context;
use melior::ir::{Attribute, AttributeLike as _, Location, Module, OperationRef};
use mlir_sys::{MlirAttribute, MlirStringRef, mlirContextGetOrLoadDialect};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::ffi::{c_uint, c_void};
use tileiras_mlir_sys_ext::{
    TileirasInstruction, TileirasLLVMCall, TileirasLLVMModule, TileirasLLVMParseError, TileirasLLVMParseErrorKind,
    tileirasIsBitcode, tileirasIsIntrinsic, tileirasLLVMAddNamedMetadata, tileirasLLVMAddParameterAttribute,
    tileirasLLVMDataLayout, tileirasLLVMDestroy, tileirasLLVMExternallyInitialized, tileirasLLVMFromMLIR,
    tileirasLLVMFunctionMetadata, tileirasLLVMIntrinsicCalls, tileirasLLVMMismatchedCalls, tileirasLLVMNamedMetadata,
    tileirasLLVMNamedMetadataNames, tileirasLLVMNumberInstructions, tileirasLLVMParse, tileirasLLVMPrepareForMLIR,
    tileirasLLVMPrint, tileirasLLVMSetFunctionAttribute, tileirasLLVMSetSourceFile, tileirasLLVMToMLIR,
    tileirasLLVMTriple, tileirasRegisterDeviceToLLVM, tileirasRegisterFromLLVM, tileirasRegisterToLLVM,
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

/// Adds those of device code only: of the dialects `builtin`, `gpu`, `llvm` and `nvvm`.
pub fn register_device_dialects(registry: Registry<'_>) {
    // SAFETY: the registry is alive.
    unsafe { tileirasRegisterDeviceToLLVM(registry.to_raw()) }
}

/// Whether the content is LLVM bitcode, with or without its wrapper.
#[must_use]
pub fn is_bitcode(content: &[u8]) -> bool {
    // SAFETY: the content is alive.
    unsafe { tileirasIsBitcode(raw_bytes(content)) }
}

/// Whether LLVM has an intrinsic of this name, such as `llvm.nvvm.barrier0`.
#[must_use]
pub fn is_intrinsic(name: &str) -> bool {
    // SAFETY: the name is alive.
    unsafe { tileirasIsIntrinsic(raw(name)) }
}

/// Why a module has no translation to LLVM IR.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum TranslationError {
    /// A diagnostic was emitted.
    Reported(Failure),
    /// MLIR failed without a diagnostic. This happens at an attribute that its dialect cannot translate.
    Silent,
}

/// LLVM IR to read. LLVM reads the byte after a text, too, so that it is a NUL.
#[derive(Debug)]
pub struct LLVMInput<'a> {
    /// With the NUL.
    bytes: Cow<'a, [u8]>,
    /// The number of bytes before it.
    length: usize,
    is_bitcode: bool,
}

impl<'a> LLVMInput<'a> {
    /// Text or bitcode. Borrowed text is copied.
    #[must_use]
    pub fn new(content: impl Into<Cow<'a, [u8]>>) -> Self {
        let mut bytes = content.into();
        let (length, is_bitcode) = (bytes.len(), is_bitcode(&bytes));
        if !is_bitcode {
            bytes.to_mut().push(0);
        }
        Self { bytes, length, is_bitcode }
    }

    fn content(&self) -> &[u8] {
        &self.bytes[..self.length]
    }

    /// The text; empty for bitcode.
    #[must_use]
    pub fn text(&self) -> &[u8] {
        if self.is_bitcode { b"" } else { self.content() }
    }
}

/// An LLVM module with its context. It was valid when it was read or translated.
pub struct LLVMModule<'c> {
    pub(crate) raw: *mut TileirasLLVMModule,
    pub(crate) context: ContextHandle<'c>,
}

impl<'c> LLVMModule<'c> {
    /// Parses LLVM IR.
    ///
    /// In bitcode, the named metadata `upgraded` is renamed to `renamed` before LLVM can upgrade it. In text, the
    /// caller must have renamed it.
    ///
    /// A module without a data layout is read with that of its triple, or of `triple` if it has none: LLVM folds
    /// constants and sets alignments while it reads. If `triple` is empty, such a module is read with LLVM's default.
    ///
    /// # Errors
    /// [`LLVMParseError`] if the content is not valid LLVM IR.
    pub fn parse(
        context: &'c Context,
        input: &LLVMInput<'_>,
        name: &str,
        triple: &str,
        (upgraded, renamed): (&str, &str),
    ) -> Result<Self, LLVMParseError> {
        unsafe extern "C" fn store(error: *const TileirasLLVMParseError, target: *mut c_void) {
            // SAFETY: the shim passes a valid error, and `target` is the option below. Copying does not panic
            // short of running out of memory.
            unsafe {
                let TileirasLLVMParseError { kind, line, column, message, function } = *error;
                let [message, function] = [message, function].map(|text| bytes(text).to_vec());
                let is_newer_literal = false;
                *target.cast::<Option<LLVMParseError>>() =
                    Some(LLVMParseError { kind, line, column, message, function, is_newer_literal });
            }
        }
        let mut error = None::<LLVMParseError>;
        let module = on_parser_stack(|| {
            let (content, name, triple) = (raw_bytes(input.content()), raw(name), raw(triple));
            let (upgraded, renamed) = (raw(upgraded), raw(renamed));
            let data = (&raw mut error).cast();
            // SAFETY: all arguments live during the call, a NUL is after a text, and `store` gets the option as data.
            unsafe { tileirasLLVMParse(content, name, triple, upgraded, renamed, context.to_raw(), store, data) }
        });
        match error {
            Some(error) => Err(error.with_text(input.text())),
            // The shim reports an error whenever it returns null.
            None if module.is_null() => Err(LLVMParseError::default()),
            None => Ok(Self { raw: module, context: context.into() }),
        }
    }

    /// The calls whose type differs from that of the function that they name, if they have an attribute that changes
    /// how a value is passed. MLIR's import drops the attributes of such a call.
    #[must_use]
    pub fn mismatched_calls(&self) -> Vec<MismatchedCall> {
        unsafe extern "C" fn add(call: *const TileirasLLVMCall, calls: *mut c_void) {
            // SAFETY: the shim passes a valid call, and `calls` is the vector below.
            // Copying does not panic short of running out of memory.
            unsafe {
                let TileirasLLVMCall { caller, callee, attribute, file, line, column } = *call;
                let [caller, callee, attribute, file] =
                    [caller, callee, attribute, file].map(|text| bytes(text).to_vec());
                let location = (!file.is_empty()).then_some((file, line, column));
                (*calls.cast::<Vec<MismatchedCall>>()).push(MismatchedCall { caller, callee, attribute, location });
            }
        }
        let mut calls = Vec::new();
        // SAFETY: the module is alive, and the callback gets the vector as data.
        unsafe { tileirasLLVMMismatchedCalls(self.raw, add, (&raw mut calls).cast()) }
        calls
    }

    /// Replaces the debug information: each instruction gets its number as its line in `file`, from 1. Returns where
    /// each instruction was, in the order of the module. `input` is what the module was read from.
    pub fn number_instructions(&mut self, input: &LLVMInput<'_>, file: &str) -> Vec<InstructionPlace> {
        unsafe extern "C" fn add(instruction: *const TileirasInstruction, places: *mut c_void) {
            // SAFETY: the shim passes a valid instruction, and `places` is the vector below.
            // Copying does not panic short of running out of memory.
            unsafe {
                let TileirasInstruction { function_line, line, column, file, source_line, source_column } =
                    *instruction;
                let file = bytes(file).to_vec();
                let source = (!file.is_empty()).then_some((file, source_line, source_column));
                (*places.cast::<Vec<InstructionPlace>>()).push(InstructionPlace {
                    function_line,
                    line,
                    column,
                    source,
                });
            }
        }
        let mut places = Vec::new();
        let data = (&raw mut places).cast();
        // SAFETY: all arguments live during the call, a NUL is after a text, and the callback gets the vector as data.
        unsafe { tileirasLLVMNumberInstructions(self.raw, raw_bytes(input.text()), raw(file), add, data) }
        places
    }

    /// The name of the intrinsic, and the line of the debug location, of each call of one of NVVM.
    #[must_use]
    pub fn intrinsic_calls(&self) -> Vec<(Vec<u8>, u32)> {
        unsafe extern "C" fn add(name: MlirStringRef, line: c_uint, calls: *mut c_void) {
            // SAFETY: the shim passes a valid name, and `calls` is the vector below.
            // Copying does not panic short of running out of memory.
            unsafe { (*calls.cast::<Vec<(Vec<u8>, u32)>>()).push((bytes(name).to_vec(), line)) }
        }
        let mut calls = Vec::new();
        // SAFETY: the module is alive, and the callback gets the vector as data.
        unsafe { tileirasLLVMIntrinsicCalls(self.raw, add, (&raw mut calls).cast()) }
        calls
    }

    /// The names of the global variables that are `externally_initialized`.
    #[must_use]
    pub fn externally_initialized(&self) -> HashSet<Vec<u8>> {
        unsafe extern "C" fn insert(name: MlirStringRef, names: *mut c_void) {
            // SAFETY: `names` is the set below. Copying does not panic short of running out of memory.
            unsafe { (*names.cast::<HashSet<Vec<u8>>>()).insert(bytes(name).to_vec()) };
        }
        let mut names = HashSet::new();
        // SAFETY: the module is alive, and the callback gets the set as data.
        unsafe { tileirasLLVMExternallyInitialized(self.raw, insert, (&raw mut names).cast()) }
        names
    }

    /// The triple that the module states; empty if it states none.
    #[must_use]
    pub fn triple(&self) -> Cow<'_, str> {
        // SAFETY: the module is alive, and the text lives as long.
        lossy(unsafe { bytes(tileirasLLVMTriple(self.raw)) })
    }

    /// The data layout that the module states; empty if it states none.
    #[must_use]
    pub fn data_layout(&self) -> Cow<'_, str> {
        // SAFETY: the module is alive, and the text lives as long.
        lossy(unsafe { bytes(tileirasLLVMDataLayout(self.raw)) })
    }

    /// Translates a module with upstream's translation to LLVM IR.
    ///
    /// Loads the NVVM dialect first. The bytecode reader does not load the dialects of attributes, and the translation
    /// drops the attributes of a dialect that is not loaded (measured).
    ///
    /// # Errors
    /// [`TranslationError`] if a part of the module has no translation.
    pub fn from_mlir(root: OperationRef<'c, '_>) -> Result<Self, TranslationError> {
        let context = ContextHandle::of(root);
        let mut reported = false;
        // SAFETY: the context is alive. The result is null if the dialect is not registered, and is not used.
        unsafe { mlirContextGetOrLoadDialect(context.to_raw(), raw("nvvm")) };
        // SAFETY: the operation is alive. The shim returns null or a module that the caller owns.
        let module = unsafe { tileirasLLVMFromMLIR(root.to_raw(), &raw mut reported) };
        match (module.is_null(), reported) {
            (false, _) => Ok(Self { raw: module, context }),
            (true, true) => Err(TranslationError::Reported(Failure)),
            (true, false) => Err(TranslationError::Silent),
        }
    }

    /// Adds a string attribute to parameters, by their 1-based indices, ascending and unique. Returns whether all of
    /// them exist. The time is linear in the number of parameters.
    pub fn add_parameter_attribute(&mut self, function: &[u8], indices: &[u32], attribute: &str) -> bool {
        debug_assert!(indices.is_sorted_by(|a, b| a < b), "ascending and unique");
        let (first, count) = (indices.as_ptr(), indices.len() as isize);
        // SAFETY: the module and all arguments are alive; the shim checks the indices.
        unsafe { tileirasLLVMAddParameterAttribute(self.raw, raw_bytes(function), first, count, raw(attribute)) }
    }

    /// Sets the name of the source file. A hash of it is in the names of symbols that LLVM's back end makes for global
    /// constructors, so that those of two files differ.
    pub fn set_source_file(&mut self, name: &str) {
        // SAFETY: the module and the text are alive, and the text is copied.
        unsafe { tileirasLLVMSetSourceFile(self.raw, raw(name)) }
    }

    /// Sets a string attribute of a function, or removes it. Returns whether the function exists.
    pub fn set_function_attribute(&mut self, function: &[u8], attribute: &str, value: Option<&str>) -> bool {
        let value = value.map(raw);
        let value = value.as_ref().map_or(std::ptr::null(), std::ptr::from_ref);
        // SAFETY: the module and all arguments are alive.
        unsafe { tileirasLLVMSetFunctionAttribute(self.raw, raw_bytes(function), raw(attribute), value) }
    }

    /// Appends a node to a named metadata. The inverse of [`LLVMModule::named_metadata`]. A symbol reference must name
    /// a global of the module.
    ///
    /// # Errors
    /// The first attribute of `node` that has no counterpart in metadata. Nothing is appended then.
    pub fn add_named_metadata(&mut self, name: &str, node: Array<'c>) -> Result<(), Attribute<'c>> {
        // SAFETY: module and node are alive, and the type guarantees the kind; null means none.
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
        // SAFETY: the module is alive, and `take` gets the vector as data.
        unsafe { tileirasLLVMPrint(self.raw, take, (&raw mut text).cast()) }
        text
    }

    /// The nodes of a named metadata as an array of arrays, with one attribute for each operand.
    ///
    /// Functions, aliases and global variables become symbol references, `null` becomes `unit`, a node of i32 constants
    /// becomes `array<i32: …>`, and an operand without a counterpart becomes a dictionary with its text.
    #[must_use]
    pub fn named_metadata(&self, name: &str) -> Option<Attribute<'c>> {
        // SAFETY: the module is alive; null means none.
        unsafe { Attribute::from_option_raw(tileirasLLVMNamedMetadata(self.raw, raw(name), self.context.to_raw())) }
    }

    /// The names of all named metadata, in order, as an array of strings.
    #[must_use]
    pub fn named_metadata_names(&self) -> Attribute<'c> {
        // SAFETY: the module and the context are alive.
        unsafe { Attribute::from_raw(tileirasLLVMNamedMetadataNames(self.raw, self.context.to_raw())) }
    }

    /// The metadata of a kind of each function that has it, by the name of the function, as
    /// [`LLVMModule::named_metadata`] has nodes.
    #[must_use]
    pub fn function_metadata(&self, kind: &str) -> HashMap<Vec<u8>, Attribute<'c>> {
        unsafe extern "C" fn visit(function: MlirStringRef, node: MlirAttribute, data: *mut c_void) {
            // SAFETY: the shim passes a valid name and attribute, and `data` is the map below. Inserting does not panic
            // short of running out of memory.
            unsafe {
                let node = Attribute::from_raw(node);
                (*data.cast::<HashMap<Vec<u8>, Attribute<'_>>>()).insert(bytes(function).to_vec(), node);
            }
        }
        let mut found = HashMap::new();
        let data = (&raw mut found).cast::<c_void>();
        // SAFETY: the module is alive, and `visit` gets the map as data.
        unsafe { tileirasLLVMFunctionMetadata(self.raw, raw(kind), self.context.to_raw(), visit, data) }
        found
    }

    /// Translates to the LLVM dialect, without the named metadata `dropped`. `name` is the file of the module's
    /// location, and of diagnostics that upstream reports without a location.
    ///
    /// # Errors
    /// [`Failure`] if MLIR cannot import the module.
    pub fn into_mlir(mut self, dropped: &str, name: &str) -> Result<Translated<'c>, Failure> {
        let (result_alignments, has_metadata) = self.prepare();
        let this = std::mem::ManuallyDrop::new(self);
        // SAFETY: the shim takes ownership of the module, which is not dropped here.
        let module = unsafe { tileirasLLVMToMLIR(this.raw, raw(dropped), raw(name), this.context.to_raw()) };
        // SAFETY: the returned module is owned by the caller.
        let module = unsafe { Module::from_option_raw(module) }.ok_or(Failure)?;
        Ok(Translated { module, result_alignments, has_metadata })
    }

    /// Removes the attributes that MLIR cannot import, and returns whether there is metadata.
    fn prepare(&mut self) -> (Vec<(Vec<u8>, u64)>, bool) {
        unsafe extern "C" fn visit(function: MlirStringRef, alignment: u64, data: *mut c_void) {
            // SAFETY: the shim passes a valid name, and `data` is the vector below. Pushing does not panic
            // short of running out of memory.
            unsafe { (*data.cast::<Vec<(Vec<u8>, u64)>>()).push((bytes(function).to_vec(), alignment)) }
        }
        let mut found = Vec::new();
        // SAFETY: the module is alive, and `visit` gets the vector as data.
        let has_metadata = unsafe { tileirasLLVMPrepareForMLIR(self.raw, visit, (&raw mut found).cast::<c_void>()) };
        (found, has_metadata)
    }
}

/// Where an instruction is. A line or column is 0 if it is unknown.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct InstructionPlace {
    /// The line of its function in the text.
    pub function_line: u32,
    /// The line in the text.
    pub line: u32,
    /// The column in the text.
    pub column: u32,
    /// File, line and column of its debug location.
    pub source: Option<(Vec<u8>, u32, u32)>,
}

/// A call whose type differs from that of the function that it names.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct MismatchedCall {
    /// The function with the call.
    pub caller: Vec<u8>,
    /// The function that is called.
    pub callee: Vec<u8>,
    /// An attribute of the call that changes how a value is passed, such as `byval`.
    pub attribute: Vec<u8>,
    /// File, line and column of the debug location.
    pub location: Option<(Vec<u8>, u32, u32)>,
}

/// Why LLVM IR cannot be parsed.
#[derive(Clone, Debug)]
pub struct LLVMParseError {
    kind: TileirasLLVMParseErrorKind,
    line: c_uint,
    column: c_uint,
    message: Vec<u8>,
    function: Vec<u8>,
    /// Whether a literal is at its location that only a newer LLVM reads.
    is_newer_literal: bool,
}

impl Default for LLVMParseError {
    fn default() -> Self {
        let kind = TileirasLLVMParseErrorKind::Crash;
        Self { kind, line: 0, column: 0, message: Vec::new(), function: Vec::new(), is_newer_literal: false }
    }
}

/// The message of LLVM's reader for a literal that it does not know.
const NO_VALUE: &str = "expected value token";

const NEWER_LLVM: &str = "LLVM 22 cannot read literals of newer LLVM, such as '-inf' and 'f0x3F800000'";

impl LLVMParseError {
    /// The same, which knows whether a literal of a newer LLVM is at its location in the text.
    fn with_text(mut self, text: &[u8]) -> Self {
        let line = (self.line as usize).checked_sub(1).and_then(|line| text.split(|byte| *byte == b'\n').nth(line));
        let found = line.and_then(|line| line.get((self.column as usize).checked_sub(1)?..)).unwrap_or_default();
        let unsigned = found.strip_prefix(b"-").or_else(|| found.strip_prefix(b"+")).unwrap_or(found);
        let is_newer = ["f0x", "inf", "nan", "qnan", "snan"].iter().any(|start| unsigned.starts_with(start.as_bytes()));
        self.is_newer_literal = self.message == NO_VALUE.as_bytes() && is_newer;
        self
    }

    /// The function that is not valid, if only that is known of its location.
    #[must_use]
    pub fn function(&self) -> Option<&[u8]> {
        Some(self.function.as_slice()).filter(|name| !name.is_empty())
    }

    /// Emits the error at its location in the file `name`, or at `position` if it has none. `reserved` is the reserved
    /// name of metadata.
    pub fn emit(self, context: &Context, name: &str, reserved: &str, position: (usize, usize)) -> Failure {
        use TileirasLLVMParseErrorKind as Kind;
        let crash = "invalid LLVM IR: LLVM's reader crashed on it";
        let message = lossy(&self.message);
        let text = match self.kind {
            Kind::Bitcode => format!("invalid LLVM bitcode: {message}"),
            Kind::ReservedName => format!("invalid LLVM bitcode: named metadata '!{reserved}' is reserved"),
            Kind::Text => format!("invalid LLVM IR: {message}"),
            Kind::Verifier => format!("broken LLVM module: {}", message.trim_end()),
            Kind::UnnamedFunction => "function without a name cannot be imported: an MLIR symbol has one".to_owned(),
            Kind::StackOverflow => format!("{crash}: {STACK_OVERFLOW}"),
            Kind::Crash if message.is_empty() => crash.to_owned(),
            Kind::Crash => format!("{crash}: {message}"),
        };
        let (line, column) = if self.line == 0 { position } else { (self.line as usize, self.column as usize) };
        let location = Location::new(context, name, line, column);
        let error = Diagnostic::error(location, text);
        if self.is_newer_literal { error.note(location, NEWER_LLVM).emit() } else { error.emit() }
    }
}

/// A module that was translated from LLVM IR.
pub struct Translated<'c> {
    /// The module.
    pub module: Module<'c>,
    /// The functions whose result had `alignstack`, with the alignment in bytes. MLIR cannot import this attribute.
    pub result_alignments: Vec<(Vec<u8>, u64)>,
    /// Whether instructions, functions or global variables had metadata. Attributes that are imported from metadata may
    /// be printed under an alias; no other attribute of an imported module is.
    pub has_metadata: bool,
}

impl Drop for LLVMModule<'_> {
    fn drop(&mut self) {
        // SAFETY: the module is owned here and is not used again.
        unsafe { tileirasLLVMDestroy(self.raw) }
    }
}
