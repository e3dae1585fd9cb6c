//! The tools, and what they share: the dialect registry, the version, and the settings of the allocator.

use melior::dialect::DialectRegistry;
use tileiras_mlir::allocator::Allocator;
use tileiras_mlir::tool;

#[cfg(feature = "standalone")]
pub mod allocator;
pub mod tools;

#[global_allocator]
static ALLOCATOR: Allocator = Allocator;

/// The version line of the tools.
pub const VERSION: &str =
    concat!("tileiras ", env!("CARGO_PKG_VERSION"), " (LLVM ", env!("TILEIRAS_LLVM_VERSION"), ")");

/// A registry with upstream's dialects and the dialect `nv_tileaa`.
#[must_use]
pub fn dialects() -> DialectRegistry {
    let registry = DialectRegistry::new();
    tool::register_upstream_dialects((&registry).into());
    tileiras_nv_tileaa::register((&registry).into());
    registry
}

/// The description of a tool that `tileiras-driver` implements.
#[must_use]
pub const fn driver(name: &'static str) -> tileiras_driver::Tool {
    tileiras_driver::Tool { name, version: VERSION, dialects: driver_dialects }
}

/// The description of the language server.
#[must_use]
pub const fn language_server(name: &'static str) -> tileiras_lsp::Tool {
    tileiras_lsp::Tool { name, version: env!("CARGO_PKG_VERSION"), dialects: driver_dialects }
}

/// [`dialects`], with the interfaces for the translations to and from LLVM IR.
fn driver_dialects() -> DialectRegistry {
    let registry = dialects();
    tileiras_mlir::llvm::register_dialects((&registry).into());
    tileiras_mlir::llvm::register_export_dialects((&registry).into());
    registry
}
