//! The pipelines: the only place where the order of passes is written.

/// Makes all pipelines known to MLIR.
pub fn register() {}
