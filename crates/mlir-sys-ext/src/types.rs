//! The types of `shim/Shim.h`, with its names and layouts.

use mlir_sys::{MlirAttribute, MlirContext, MlirDialectRegistry, MlirLocation, MlirOperation, MlirStringRef};
use std::ffi::c_void;

/// How grave a diagnostic is.
#[repr(C)]
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum TileirasSeverity {
    /// The run fails.
    Error,
    /// The run goes on.
    Warning,
    /// For information.
    Remark,
}

/// Text at a place.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TileirasMessage {
    /// The place.
    pub location: MlirLocation,
    /// The text, without final period.
    pub text: MlirStringRef,
}

/// What an option holds.
#[repr(C)]
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum TileirasOptionKind {
    /// `true` or `false`.
    Flag,
    /// One string.
    Text,
    /// Strings separated by commas.
    List,
    /// One of a few names.
    Choice,
}

/// One legal value of a choice option.
#[repr(C)]
pub struct TileirasChoice {
    /// As written on the command line.
    pub name: MlirStringRef,
    /// For the help text.
    pub description: MlirStringRef,
}

/// A declared option.
#[repr(C)]
pub struct TileirasOption {
    /// What it holds.
    pub kind: TileirasOptionKind,
    /// As written on the command line.
    pub name: MlirStringRef,
    /// For the help text.
    pub description: MlirStringRef,
    /// Text or choice: the default; flag: `true` or `false`; list: unused.
    pub default_value: MlirStringRef,
    /// The legal values of a choice.
    pub choices: *const TileirasChoice,
    /// Their number.
    pub choice_count: isize,
}

/// The values of one option: one string, or for a list any number.
#[repr(C)]
pub struct TileirasOptionValue {
    /// The first value.
    pub values: *const MlirStringRef,
    /// Their number.
    pub count: isize,
}

/// Receives text from a callback.
pub type TileirasTextSink = unsafe extern "C" fn(text: MlirStringRef, sink: *mut c_void);

/// The kinds of attributes that are looked into.
#[repr(C)]
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum TileirasAttributeKind {
    /// Any other.
    Other,
    /// `unit`.
    Unit,
    /// An integer of any type, a Boolean or an index.
    Integer,
    /// A string.
    String,
    /// `array<i32: …>`.
    I32Array,
    /// `[…]`.
    Array,
    /// A symbol reference, nested or flat.
    Symbol,
}

/// All of a function that launch facts stand in, by addresses.
#[repr(C)]
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct TileirasLaunchAttributeKey {
    /// The name of the operation.
    pub name: *const c_void,
    /// The discardable attributes.
    pub attributes: *const c_void,
    /// The type of the function.
    pub r#type: *const c_void,
    /// The attributes of the arguments; null for none.
    pub arguments: *const c_void,
    /// An inherent `passthrough`; null for none.
    pub passthrough: *const c_void,
    /// The calling convention of an LLVM function.
    pub convention: u64,
}

/// What LLVM makes of a type.
#[repr(C)]
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum TileirasTypeKind {
    /// An integer.
    Integer,
    /// A floating-point type, any but those of x86 and PowerPC.
    Float,
    /// A pointer.
    Pointer,
    /// A struct, an array or a vector.
    Aggregate,
    /// Anything else that has a size.
    Other,
}

/// How NVPTX lays a type out.
#[repr(C)]
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct TileirasTypeLayout {
    /// What it is.
    pub kind: TileirasTypeKind,
    /// What a pointer points into.
    pub address_space: u32,
    /// The bits of a value.
    pub bits: u64,
    /// The bytes that a value takes in memory.
    pub size: u64,
    /// How it is aligned there, in bytes.
    pub align: u64,
}

/// An option of a tool's command line.
#[repr(C)]
pub struct TileirasToolOption {
    _opaque: [u8; 0],
}

/// How a run of a pass ended.
#[repr(C)]
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum TileirasRun {
    /// A diagnostic was emitted.
    Failed,
    /// The operation has changed.
    Changed,
    /// Nothing is to be verified anew.
    Unchanged,
}

/// What callbacks keep about an operation until something in it changes: an analysis in MLIR's sense.
#[repr(C)]
pub struct TileirasAnalyses {
    /// Null as long as nothing is kept.
    pub data: *mut c_void,
    /// Ends it.
    pub destroy: Option<unsafe extern "C" fn(*mut c_void)>,
}

/// A pass as a table of callbacks.
#[repr(C)]
pub struct TileirasPass {
    /// The flag.
    pub argument: MlirStringRef,
    /// The name in timing reports.
    pub name: MlirStringRef,
    /// For the help text.
    pub description: MlirStringRef,
    /// The anchor operation; empty for any.
    pub anchor: MlirStringRef,
    /// Adds the dialects that the pass makes operations of.
    pub dialects: Option<unsafe extern "C" fn(MlirDialectRegistry)>,
    /// The declared options.
    pub options: *const TileirasOption,
    /// Their number.
    pub option_count: isize,
    /// Handed to `create`.
    pub data: *const c_void,
    /// Makes an instance from option values, in the order of `options`; null after the sink was told why.
    pub create:
        unsafe extern "C" fn(*const c_void, *const TileirasOptionValue, TileirasTextSink, *mut c_void) -> *mut c_void,
    /// Ends an instance.
    pub destroy: unsafe extern "C" fn(*mut c_void),
    /// Runs an instance.
    pub run: unsafe extern "C" fn(*mut c_void, MlirOperation, *mut TileirasAnalyses) -> TileirasRun,
}

/// A pipeline as a callback that writes its text.
#[repr(C)]
pub struct TileirasPipeline {
    /// The flag.
    pub argument: MlirStringRef,
    /// For the help text.
    pub description: MlirStringRef,
    /// The declared options.
    pub options: *const TileirasOption,
    /// Their number.
    pub option_count: isize,
    /// Handed to `text`.
    pub data: *const c_void,
    /// Hands the textual pipeline that the option values ask for to the sink; false after the sink was told why not.
    pub text: unsafe extern "C" fn(*const c_void, *const TileirasOptionValue, TileirasTextSink, *mut c_void) -> bool,
}

/// What an import made.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct TileirasImported {
    /// Null after a diagnostic.
    pub op: MlirOperation,
    /// Whether attributes or types of it may print under an alias.
    pub has_aliases: bool,
}
/// Makes an operation from a buffer (NUL follows its last byte).
pub type TileirasImport = unsafe extern "C" fn(MlirStringRef, MlirStringRef, MlirContext) -> TileirasImported;
/// Hands the translation of an operation to the sink; false after a diagnostic.
pub type TileirasExport = unsafe extern "C" fn(MlirOperation, TileirasTextSink, *mut c_void) -> bool;
/// Adds dialects to a registry.
pub type TileirasDialects = unsafe extern "C" fn(MlirDialectRegistry);
/// Receives a function's name and 1-based parameter indices.
pub type TileirasParameterVisitor = unsafe extern "C" fn(MlirStringRef, *const i32, isize, *mut c_void);

/// Receives a function's name and the alignment of its result in bytes.
pub type TileirasAlignmentVisitor = unsafe extern "C" fn(MlirStringRef, u64, *mut c_void);

/// An LLVM module with its context.
#[repr(C)]
pub struct TileirasLLVMModule {
    _opaque: [u8; 0],
}

/// The diagnostics of a context, collected as text.
#[repr(C)]
pub struct TileirasDiagnosticText {
    _opaque: [u8; 0],
}

/// Warnings that are not said.
#[repr(C)]
pub struct TileirasSilence {
    _opaque: [u8; 0],
}

/// How the back end ended.
#[repr(C)]
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum TileirasBackendResult {
    /// The text is in the sink.
    Done,
    /// An error was visited.
    Failed,
    /// An error was visited, and the module must not be touched again, nor destroyed.
    Crashed,
}

/// Receives what the back end says.
pub type TileirasBackendVisitor = unsafe extern "C" fn(TileirasSeverity, MlirStringRef, *mut c_void);

/// Sizes of a shape; none where it is left out.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TileirasSizes {
    /// The first size.
    pub values: *const i64,
    /// Their number.
    pub count: isize,
}

/// A number that may be left out.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TileirasNumber {
    /// The number.
    pub value: i64,
    /// Whether it is there.
    pub given: bool,
}

/// The parameters of a `#nv_tileaa.kernel_spec`, as they stand.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TileirasKernelSpec {
    /// The exact block.
    pub block: TileirasSizes,
    /// The bound of the block.
    pub max_block: TileirasSizes,
    /// The cluster.
    pub cluster: TileirasSizes,
    /// A dictionary of `i64`, or null.
    pub roles: MlirAttribute,
    /// The most CTAs of a cluster.
    pub max_cluster_rank: TileirasNumber,
    /// CTAs that are to fit on an SM.
    pub min_ctas_per_sm: TileirasNumber,
    /// Registers of the accumulator.
    pub accumulator_registers: TileirasNumber,
    /// Registers of everything else that is alive.
    pub working_registers: TileirasNumber,
    /// Registers to spare.
    pub slack_registers: TileirasNumber,
    /// The most registers of a thread.
    pub max_registers: TileirasNumber,
    /// The place of the atom in its enum.
    pub atom: TileirasNumber,
    /// Whether the grid counts clusters of one CTA.
    pub single_cta_cluster: bool,
}

/// What the C++ of dialect `nv_tileaa` asks Rust.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TileirasNvTileaaHooks {
    /// Verifies one `nv_tileaa.launch_func` by itself; false after a diagnostic.
    pub verify_launch: unsafe extern "C" fn(MlirOperation) -> bool,
    /// Verifies it against its `gpu.module` (or `gpu.binary`) and kernel, either null when there is none.
    pub verify_kernel: unsafe extern "C" fn(MlirOperation, MlirOperation, MlirOperation) -> bool,
    /// Verifies the parameters of a `#nv_tileaa.kernel_spec`; false after the sink was told of every fault.
    pub verify_kernel_spec: unsafe extern "C" fn(*const TileirasKernelSpec, TileirasTextSink, *mut c_void) -> bool,
    /// Verifies a discardable attribute of the dialect on an operation; false after a diagnostic.
    pub verify_attribute: unsafe extern "C" fn(MlirOperation, MlirStringRef, MlirAttribute) -> bool,
}
