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
//! Every type in a signature of this crate is one of it, of melior or of the standard library. [`AttributeValue`] is
//! the value of an attribute without MLIR; MLIR's `Value`, of an operand or a result, is `melior::ir::Value`.
//!
//! Accepts and returns melior's types, of the version that this crate depends on: [`melior`] is exported again. Errors
//! in IR are diagnostics of the context. Guarantees that registration is safe from several threads, if only this
//! function registers passes. Leaves out on purpose: LLVM IR, PTX and cubins, which the command-line tools read and
//! write.

#![forbid(unsafe_code)]

pub mod facts;
pub mod passes;

use melior::dialect::DialectRegistry;
use std::sync::Once;

pub use melior;
pub use tileiras_contract::{
    Carrier, Dims, Fact, FactSet, FactType, FactValue, Indices, StatedFact, TupleId, Value as AttributeValue,
    WrongValue,
};
pub use tileiras_mlir::Failure;
pub use tileiras_mlir::option::{InvalidOptions, UnknownChoice};
/// A spec is the attribute [`KERNEL_SPEC`] of a kernel. The pass `nv-tileaa-derive-launch` makes launch facts of it:
///
/// ```
/// use melior::Context;
/// use melior::dialect::DialectRegistry;
/// use melior::ir::Module;
/// use melior::ir::block::BlockLike;
/// use melior::ir::operation::OperationMutLike;
/// use melior::pass::PassManager;
/// use tileiras::passes::{self, NVTileAADeriveLaunchOptions};
/// use tileiras::{Atom, Fact, KERNEL_SPEC, KernelSpecBuilder, facts};
///
/// let registry = DialectRegistry::new();
/// melior::utility::register_all_dialects(&registry);
/// tileiras::register(&registry);
/// let context = Context::new();
/// context.append_dialect_registry(&registry);
/// context.load_all_available_dialects();
/// let text = "llvm.func @gemm() attributes {nvvm.kernel} { llvm.return }";
/// let mut module = Module::parse(&context, text).ok_or("the text is not valid MLIR")?;
///
/// let spec = KernelSpecBuilder::new().block([128, 1, 1]).registers(128, 32, 8).atom(Atom::Wgmma);
/// let mut kernel = module.body().first_operation_mut().ok_or("the module is empty")?;
/// kernel.set_attribute(KERNEL_SPEC, spec.build(&context)?);
///
/// let manager = PassManager::new(&context);
/// let options = NVTileAADeriveLaunchOptions { chip: "sm_90a".into(), ..Default::default() };
/// manager.add_pass(passes::create_nv_tileaa_derive_launch(&options)?);
/// manager.run(&mut module)?;
///
/// let derived = facts::read(module.body().first_operation().ok_or("the module is empty")?)?;
/// assert_eq!(derived.dims(Fact::ReqNTid), Some([128, 1, 1]));
/// assert_eq!(derived.scalar(Fact::MaxNReg), Some(168));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub use tileiras_nv_tileaa::builder::KernelSpecBuilder;
/// The sizes and the arguments are values of the host's code:
///
/// ```
/// use melior::Context;
/// use melior::dialect::DialectRegistry;
/// use melior::ir::block::BlockLike;
/// use melior::ir::operation::OperationLike;
/// use melior::ir::{Location, Module, RegionLike};
/// use tileiras::LaunchBuilder;
///
/// let registry = DialectRegistry::new();
/// melior::utility::register_all_dialects(&registry);
/// tileiras::register(&registry);
/// let context = Context::new();
/// context.append_dialect_registry(&registry);
/// context.load_all_available_dialects();
/// let text = r#"
///     module attributes {gpu.container_module} {
///       func.func @host(%one: index, %threads: index, %data: !llvm.ptr) { return }
///       gpu.module @kernels {
///         llvm.func @scale(%data: !llvm.ptr) attributes {nvvm.kernel} { llvm.return }
///       }
///     }"#;
/// let module = Module::parse(&context, text).ok_or("the text is not valid MLIR")?;
/// let host = module.body().first_operation().ok_or("the module is empty")?;
/// let body = host.region(0)?.first_block().ok_or("the function has no body")?;
/// let (one, threads) = (body.argument(0)?.into(), body.argument(1)?.into());
///
/// let location = Location::unknown(&context);
/// let launch =
///     LaunchBuilder::new(&context, location, ["kernels", "scale"], [one, one, one], [threads, one, one]);
/// let launch = launch.arguments(&[body.argument(2)?.into()]).build()?;
/// body.insert_operation_before(body.terminator().ok_or("the body has no terminator")?, launch);
/// assert!(module.as_operation().verify());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub use tileiras_nv_tileaa::builder::LaunchBuilder;
pub use tileiras_nv_tileaa::kernel_spec::{Atom, KERNEL_SPEC};
pub use tileiras_target::occupancy::RegisterDirectives;

/// Adds the dialect `nv_tileaa` to a registry, and registers the passes for pipelines as text.
pub fn register(registry: &DialectRegistry) {
    tileiras_nv_tileaa::register(registry.into());
    register_passes();
}

/// Registers the passes and the pipeline `nvvm-launch` for pipelines as text, such as `builtin.module(nvvm-verify)`.
/// Later calls do nothing.
pub fn register_passes() {
    static REGISTERED: Once = Once::new();
    REGISTERED.call_once(tileiras_passes::register);
}
