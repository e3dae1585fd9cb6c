//! What the tools share: the dialects and passes that each of them knows.

use melior::dialect::DialectRegistry;
use tileiras_mlir::tool;

#[cfg(feature = "standalone")]
pub mod allocator;

/// States the settings of jemalloc for a binary of this package. Without the feature `standalone` there is no jemalloc, and
/// it states nothing.
#[macro_export]
macro_rules! malloc_conf {
    ($text:literal) => {
        // SAFETY: jemalloc reads a pointer to a C string of this name when it starts.
        #[cfg(feature = "standalone")]
        #[used]
        #[unsafe(export_name = "malloc_conf")]
        static MALLOC_CONF: $crate::allocator::Settings = $crate::allocator::Settings::new($text);
    };
}

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

/// What the tools that `tileiras-driver` runs lend to it.
#[must_use]
pub const fn driver(name: &'static str) -> tileiras_driver::Tool {
    tileiras_driver::Tool { name, version: VERSION, dialects: driver_dialects }
}

/// [`dialects`], and what the translations to and from LLVM IR need.
fn driver_dialects() -> DialectRegistry {
    let registry = dialects();
    tileiras_mlir::llvm::register_dialects((&registry).into());
    tileiras_mlir::llvm::register_export_dialects((&registry).into());
    registry
}
