//! The dialect `nv_tileaa` and the passes for the launch contracts of GPU kernels, for programs that use MLIR through
//! [melior](https://docs.rs/melior).
//!
//! | item | what it does |
//! |---|---|
//! | [`register`] | makes the dialect and the passes known to MLIR |
//! | [`passes`] | creates each pass, and the pipeline `nvvm-launch`, with typed options |
//! | [`LaunchBuilder`], [`KernelSpecBuilder`] | build the operation and the attribute of the dialect |
//! | [`facts`] | reads and writes the launch facts of functions as a [`FactSet`] |
//!
//! ```
//! use melior::dialect::DialectRegistry;
//! use melior::ir::Module;
//! use melior::pass::PassManager;
//! use melior::{Context, utility};
//! use tileiras::passes::{self, NVVMLaunchOptions};
//! use tileiras::{Fact, facts};
//!
//! let registry = DialectRegistry::new();
//! utility::register_all_dialects(&registry);
//! tileiras::register(&registry);
//! let context = Context::new();
//! context.append_dialect_registry(&registry);
//! context.load_all_available_dialects();
//!
//! let text = r#"
//!     module attributes {nvvm.annotations = [[@k, "kernel", 1 : i32], [@k, "maxntidx", 128 : i32]]} {
//!       llvm.func @k() { llvm.return }
//!     }"#;
//! let mut module = Module::parse(&context, text).ok_or("the text is not valid MLIR")?;
//!
//! let manager = PassManager::new(&context);
//! let options = NVVMLaunchOptions { chip: "sm_90a".into(), ..NVVMLaunchOptions::default() };
//! passes::add_nvvm_launch(manager.as_operation_pass_manager(), &options)?;
//! manager.run(&mut module)?;
//!
//! let kernels = facts::read_all(module.as_operation());
//! let facts = kernels[0].facts.clone()?;
//! assert_eq!(facts.dims(Fact::MaxNTid), Some([128, 1, 1]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Accepts and returns melior's types, of the version that this crate depends on: [`melior`] is exported again. Errors in IR
//! are diagnostics of the context. Guarantees that registration is safe from several threads, if only this function
//! registers passes. Leaves out on purpose: LLVM IR, PTX and cubins, which the command-line tools read and write.

#![forbid(unsafe_code)]

pub mod facts;
pub mod passes;

use melior::dialect::DialectRegistry;
use std::sync::Once;

pub use melior;
pub use tileiras_contract::{Dims, Fact, FactSet, FactValue, Indices};
pub use tileiras_mlir::Failure;
pub use tileiras_mlir::option::{InvalidOptions, UnknownChoice};
pub use tileiras_nv_tileaa::builder::{KernelSpecBuilder, LaunchBuilder};
pub use tileiras_nv_tileaa::kernel_spec::Atom;

/// Adds the dialect `nv_tileaa` to a registry, and registers the passes for pipelines as text.
pub fn register(registry: &DialectRegistry) {
    tileiras_nv_tileaa::register(registry.into());
    register_passes();
}

/// Registers the passes and the pipeline `nvvm-launch` for pipelines as text, such as `builtin.module(nvvm-verify)`. Later
/// calls do nothing.
pub fn register_passes() {
    static REGISTERED: Once = Once::new();
    REGISTERED.call_once(tileiras_passes::register);
}
