//! MLIR inside the test: a context with every dialect and pass, for tests that run thousands of passes.

#![allow(dead_code, reason = "each program of tests uses its part")]
#![allow(clippy::expect_used, reason = "a test may panic")]

use melior::Context;
use melior::ir::operation::{OperationLike as _, OperationPrintingFlags};
use melior::ir::{Module, OperationRef};
use std::sync::Once;
use tileiras_mlir::collect::DiagnosticCollector;
use tileiras_mlir::pipeline::{self, PipelineError};
use tileiras_mlir::session::parse_module;
use tileiras_mlir::translation::{Import as _, Source};
use tileiras_translate::import::ImportNVVM;

/// A context.
pub struct Session(Context);

impl Session {
    /// Makes a context with threading disabled.
    pub fn new() -> Self {
        // MLIR's registries are not thread-safe.
        static REGISTERED: Once = Once::new();
        REGISTERED.call_once(|| {
            tileiras_mlir::tool::register_upstream_passes();
            tileiras_passes::register();
        });
        let registry = (tileiras_tools::driver("test").dialects)();
        let context = Context::new_with_registry(&registry, false);
        context.load_all_available_dialects();
        Self(context)
    }

    /// Reads MLIR, text or bytecode. The error is the text of the diagnostics.
    pub fn read(&self, content: &[u8]) -> Result<Module<'_>, String> {
        let diagnostics = DiagnosticCollector::collect(&self.0, content, "input.mlir");
        parse_module(&self.0, content, "input.mlir").map_err(|_| diagnostics.text())
    }

    /// Reads MLIR that must be legal.
    #[track_caller]
    pub fn parse(&self, text: &str) -> Module<'_> {
        self.read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"))
    }

    /// Reads LLVM IR. The error is the text of the diagnostics.
    pub fn import(&self, text: &str) -> Result<Module<'_>, String> {
        let diagnostics = DiagnosticCollector::collect(&self.0, text.as_bytes(), "input.ll");
        let source = Source { content: text.as_bytes(), name: "input.ll" };
        ImportNVVM::import(&source, &self.0).map(|imported| imported.module).map_err(|_| diagnostics.text())
    }

    /// Runs passes. Both results have the text of the diagnostics.
    pub fn run(&self, module: &Module<'_>, passes: &str) -> Result<String, String> {
        let diagnostics = DiagnosticCollector::collect(&self.0, b"", "");
        match pipeline::run(module.as_operation(), &format!("any({passes})")) {
            Ok(()) => Ok(diagnostics.text()),
            Err(PipelineError::Pass(_)) => Err(diagnostics.text()),
            Err(PipelineError::Text(message)) => panic!("{passes}: {message}"),
        }
    }
}

/// An operation in generic form with locations, which is its complete text.
pub fn whole(op: OperationRef<'_, '_>) -> String {
    let flags = OperationPrintingFlags::new().enable_debug_info(true, false).print_generic_operation_form();
    op.to_string_with_flags(flags).expect("an operation can be printed")
}

/// An operation in generic form, without locations.
pub fn generic(op: OperationRef<'_, '_>) -> String {
    let flags = OperationPrintingFlags::new().print_generic_operation_form();
    op.to_string_with_flags(flags).expect("an operation can be printed")
}

/// An operation in generic form, in local scope: its values are numbered independently of the rest of the module.
pub fn generic_local_scope(op: OperationRef<'_, '_>) -> String {
    let flags = OperationPrintingFlags::new().use_local_scope().print_generic_operation_form();
    op.to_string_with_flags(flags).expect("an operation can be printed")
}

/// An operation in its usual form.
pub fn pretty(op: OperationRef<'_, '_>) -> String {
    op.to_string_with_flags(OperationPrintingFlags::new()).expect("an operation can be printed")
}

/// An operation as bytecode.
pub fn bytecode(op: OperationRef<'_, '_>) -> Vec<u8> {
    unsafe extern "C" fn append(part: mlir_sys::MlirStringRef, bytes: *mut std::ffi::c_void) {
        // SAFETY: the part is alive, and the data is the vector below.
        unsafe { (*bytes.cast::<Vec<u8>>()).extend_from_slice(tileiras_mlir::text::bytes(part)) }
    }
    let mut bytes = Vec::<u8>::new();
    // SAFETY: the operation is alive, and the callback gets the vector that it expects.
    unsafe { mlir_sys::mlirOperationWriteBytecode(op.to_raw(), Some(append), (&raw mut bytes).cast()) }
    bytes
}
