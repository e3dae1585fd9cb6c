//! What an input is compiled to.

use tileiras_contract::audit::Snapshot;
use tileiras_mlir::report::ReportedDiagnostic;
use tileiras_target::Chip;

use crate::compile::places::KernelPlaces;
use crate::messages::fault::Fault;

/// The result of compiling one input.
pub struct Outcome {
    /// The diagnostics of MLIR: errors, warnings and remarks.
    pub diagnostics: Vec<ReportedDiagnostic>,
    /// Warnings that are no diagnostics of MLIR: of LLVM and of the driver.
    pub warnings: Vec<String>,
    /// The product, or why there is none.
    pub result: Result<Product, Fault>,
}

/// What an input was compiled to.
pub enum Product {
    /// The requested text.
    Text(Vec<u8>),
    /// PTX for `ptxas`.
    Ptx(PtxModule),
}

/// A PTX module to assemble.
pub struct PtxModule {
    /// The text.
    pub ptx: Vec<u8>,
    /// The chip to assemble for.
    pub chip: Chip,
    /// The option of `ptxas` for the debug information in the text.
    pub debug_option: Option<&'static str>,
    /// The facts that the cubin must state.
    pub facts: Snapshot,
    /// The name of the input, for messages.
    pub name: String,
    /// Whether the text is that of the input.
    pub is_input: bool,
    /// Where its kernels are.
    pub places: KernelPlaces,
}
