//! What the tools share: the dialects and passes that each of them knows.

use melior::dialect::DialectRegistry;
use tileiras_mlir::tool;

/// The banner and `--version` line of the tools.
pub const VERSION: &str =
    concat!("tileiras ", env!("CARGO_PKG_VERSION"), " (LLVM ", env!("TILEIRAS_LLVM_VERSION"), ")");

/// A registry with upstream's dialects and ours.
#[must_use]
pub fn dialects() -> DialectRegistry {
    let registry = DialectRegistry::new();
    tool::register_upstream_dialects((&registry).into());
    tileiras_nv_tileaa::register((&registry).into());
    registry
}
