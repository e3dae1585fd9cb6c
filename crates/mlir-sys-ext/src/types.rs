//! The types of `shim/Shim.h`, with its names and layouts.

use mlir_sys::{MlirContext, MlirDialectRegistry, MlirLocation, MlirOperation, MlirStringRef};
use std::ffi::{c_int, c_uint, c_void};

/// The severity of a diagnostic.
#[repr(C)]
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum TileirasSeverity {
    /// An error.
    Error,
    /// A warning.
    Warning,
    /// A remark.
    Remark,
}

/// A message with its location.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TileirasMessage {
    /// The location.
    pub location: MlirLocation,
    /// The text.
    pub text: MlirStringRef,
}

/// How code ended that ran in `tileirasRunSafely` of the shim, which catches crashes.
#[repr(C)]
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum TileirasCompletion {
    /// It returned.
    Completed,
    /// LLVM reported a fatal error, or the code crashed.
    Crashed,
    /// The stack overflowed.
    StackOverflow,
}

/// Whether work of LLVM or MLIR was abandoned in this process.
#[repr(C)]
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum TileirasProcessState {
    /// None was.
    Sound,
    /// LLVM reported a fatal error. Memory is lost.
    AfterFatalError,
    /// The code crashed. A lock can be held, and memory can be damaged.
    Crashed,
}

/// The kind of an attribute. Rust reads the content of all kinds but [`Self::Other`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum TileirasAttributeKind {
    /// Any other kind.
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

/// The parts of a function-like operation that can state launch attributes: all but its symbol name and its body. Each
/// pointer is the address of an object of MLIR, which has only one object for equal contents.
#[repr(C)]
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct TileirasLaunchAttributeKey {
    /// The operation name.
    pub name: *const c_void,
    /// The dictionary of the discardable attributes.
    pub attributes: *const c_void,
    /// The function type.
    pub r#type: *const c_void,
    /// The argument attributes; null for none.
    pub arguments: *const c_void,
    /// The inherent `passthrough` of an LLVM function; null for none.
    pub passthrough: *const c_void,
    /// The result attributes; null for none.
    pub results: *const c_void,
    /// The inherent `reqd_work_group_size` of an LLVM function; null for none.
    pub required: *const c_void,
    /// The inherent `work_group_size_hint` of an LLVM function; null for none.
    pub hint: *const c_void,
    /// The calling convention of an LLVM function; 0 for any other.
    pub convention: u64,
}

/// The class of an LLVM type.
#[repr(C)]
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum TileirasTypeKind {
    /// An integer.
    Integer,
    /// A floating-point type, except `x86_fp80` and `ppc_fp128`.
    Float,
    /// A pointer.
    Pointer,
    /// A struct, an array or a vector.
    Aggregate,
    /// Any other type that has a size.
    Other,
}

/// The layout of a type on NVPTX.
#[repr(C)]
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct TileirasTypeLayout {
    /// The class.
    pub kind: TileirasTypeKind,
    /// The address space of a pointer, else 0.
    pub address_space: u32,
    /// The size in bits; the width of an integer or a floating-point type.
    pub bits: u64,
    /// The allocation size in bytes.
    pub size: u64,
    /// The ABI alignment in bytes.
    pub align: u64,
}

/// The type of an option.
#[repr(C)]
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum TileirasOptionKind {
    /// `true` or `false`.
    Flag,
    /// One string.
    Text,
    /// Strings separated by commas.
    List,
    /// One of a list of names.
    Choice,
}

/// One legal value of a choice option.
#[repr(C)]
pub struct TileirasChoice {
    /// The name on the command line.
    pub name: MlirStringRef,
    /// The text in `--help`.
    pub description: MlirStringRef,
}

/// A declared option.
#[repr(C)]
pub struct TileirasOption {
    /// The type.
    pub kind: TileirasOptionKind,
    /// The name on the command line.
    pub name: MlirStringRef,
    /// The text in `--help`.
    pub description: MlirStringRef,
    /// Text or choice: the default. Flag: `true` or `false`. List: unused.
    pub default_value: MlirStringRef,
    /// The legal values of a choice.
    pub choices: *const TileirasChoice,
    /// The number of choices.
    pub choice_count: isize,
}

/// The values of one option: any number for a list, else one.
#[repr(C)]
pub struct TileirasOptionValue {
    /// The values.
    pub values: *const MlirStringRef,
    /// The number of values.
    pub count: isize,
}

/// Receives a text. It is valid during the call only, so that the function copies it to `sink_data`.
pub type TileirasTextSink = unsafe extern "C" fn(text: MlirStringRef, sink_data: *mut c_void);

/// The result of a run of a pass.
#[repr(C)]
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum TileirasRunResult {
    /// The pass has failed, and has emitted a diagnostic.
    Failed,
    /// The IR may have changed.
    Changed,
    /// MLIR preserves all analyses, and does not verify the IR again.
    Unchanged,
}

/// The analyses that Rust has computed for an operation. MLIR keeps them as one analysis of its own, and destroys them
/// when a pass changes the operation.
#[repr(C)]
pub struct TileirasAnalyses {
    /// The data; null if there is none.
    pub data: *mut c_void,
    /// Destroys the data.
    pub destroy: Option<unsafe extern "C" fn(*mut c_void)>,
}

impl Default for TileirasAnalyses {
    fn default() -> Self {
        Self { data: std::ptr::null_mut(), destroy: None }
    }
}

/// A pass as a table of callbacks.
#[repr(C)]
pub struct TileirasPass {
    /// The command-line argument.
    pub argument: MlirStringRef,
    /// The name in timing and statistics reports.
    pub name: MlirStringRef,
    /// The text in `--help`.
    pub description: MlirStringRef,
    /// The name of the operation that the pass runs on; empty for any operation.
    pub anchor: MlirStringRef,
    /// Adds the dependent dialects.
    pub dialects: Option<unsafe extern "C" fn(MlirDialectRegistry)>,
    /// The declared options.
    pub options: *const TileirasOption,
    /// The number of options.
    pub option_count: isize,
    /// Passed to `create`.
    pub data: *const c_void,
    /// Creates an instance from option values, in the order of `options`. If a value is not valid, passes a
    /// message to the sink and returns null.
    pub create:
        unsafe extern "C" fn(*const c_void, *const TileirasOptionValue, TileirasTextSink, *mut c_void) -> *mut c_void,
    /// Destroys an instance.
    pub destroy: unsafe extern "C" fn(*mut c_void),
    /// Runs an instance.
    pub run: unsafe extern "C" fn(*mut c_void, MlirOperation, *mut TileirasAnalyses) -> TileirasRunResult,
}

/// A pipeline as a callback that returns its text.
#[repr(C)]
pub struct TileirasPipeline {
    /// The command-line argument.
    pub argument: MlirStringRef,
    /// The text in `--help`.
    pub description: MlirStringRef,
    /// The declared options.
    pub options: *const TileirasOption,
    /// The number of options.
    pub option_count: isize,
    /// Passed to `text`.
    pub data: *const c_void,
    /// Passes one text to the sink: the textual pipeline for the option values, or an error message if a value is not
    /// valid. Returns true for the pipeline, false for the message.
    pub text: unsafe extern "C" fn(*const c_void, *const TileirasOptionValue, TileirasTextSink, *mut c_void) -> bool,
}

/// A command-line option of a tool.
#[repr(C)]
pub struct TileirasToolOption {
    _opaque: [u8; 0],
}

/// The result of an import.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct TileirasImported {
    /// The operation, owned by the caller; null after a diagnostic.
    pub op: MlirOperation,
    /// Whether MLIR may print an attribute or type in it as an alias, such as `#map`.
    pub has_aliases: bool,
}

/// Translates a buffer to an operation. A NUL byte follows the buffer.
pub type TileirasImport = unsafe extern "C" fn(MlirStringRef, MlirStringRef, MlirContext) -> TileirasImported;

/// Translates an operation and passes the result to the sink; false after a diagnostic.
pub type TileirasExport = unsafe extern "C" fn(MlirOperation, TileirasTextSink, *mut c_void) -> bool;

/// Adds dialects to a registry.
pub type TileirasDialects = unsafe extern "C" fn(MlirDialectRegistry);

/// A diagnostic handler that passes diagnostics on.
#[repr(C)]
pub struct TileirasDiagnosticHandler {
    _opaque: [u8; 0],
}

/// A diagnostic or one of its notes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TileirasDiagnosticPart {
    /// The severity; 3 for a note.
    pub severity: c_uint,
    /// Whether it belongs to the diagnostic before it.
    pub is_note: bool,
    /// Whether the line is shown. It is not if the part before is at the same location.
    pub shows_line: bool,
    /// The number of notes of the same diagnostic that follow.
    pub following: u64,
    /// The file of the location; empty if there is none.
    pub file: MlirStringRef,
    /// The line of the location, from 1.
    pub line: u64,
    /// The column of the location, from 1.
    pub column: u64,
    /// The line of the end of the location; 0 if there is none.
    pub end_line: u64,
    /// The column after the end of the location; 0 if there is none.
    pub end_column: u64,
    /// The words.
    pub text: MlirStringRef,
}

/// Receives a part of a diagnostic. Returns whether the notes that follow are wanted.
pub type TileirasDiagnosticVisitor = unsafe extern "C" fn(*const TileirasDiagnosticPart, *mut c_void) -> bool;

/// A diagnostic handler that discards warnings.
#[repr(C)]
pub struct TileirasWarningFilter {
    _opaque: [u8; 0],
}

/// Receives the message of LLVM's fatal error after a crash. It may be empty.
pub type TileirasCrashVisitor = unsafe extern "C" fn(TileirasCompletion, MlirStringRef, *mut c_void);

/// The result of the back end.
#[repr(C)]
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum TileirasBackendResult {
    /// The sink has the PTX.
    Done,
    /// The back end failed.
    Failed,
    /// The back end crashed. The last diagnostic is the message of LLVM's fatal error, or empty if there was none.
    Crashed,
    /// The stack overflowed.
    StackOverflow,
}

/// A symbol of an LLVM module.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TileirasLLVMSymbol {
    /// The name.
    pub name: MlirStringRef,
    /// Whether it is defined. False for `available_externally`.
    pub is_defined: bool,
    /// Whether its linkage is local.
    pub is_local: bool,
    /// Whether several modules can define it.
    pub is_weak: bool,
    /// Whether it is a kernel.
    pub is_kernel: bool,
    /// Whether it has the calling convention of a kernel of another target.
    pub is_foreign_kernel: bool,
    /// Whether it has a string attribute with the prefix.
    pub has_prefix: bool,
}

/// Receives a symbol.
pub type TileirasLLVMSymbolVisitor = unsafe extern "C" fn(*const TileirasLLVMSymbol, *mut c_void);

/// The definitions of a library to link.
#[repr(C)]
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum TileirasLinkMode {
    /// All, as they are.
    All,
    /// Kernels, variables that the host sets, and those that are used.
    Needed,
}

/// The part of a data layout that code depends on.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct TileirasDataLayout {
    /// Whether it is big-endian.
    pub big_endian: bool,
    /// The size of a pointer in the address space 0.
    pub pointer_bits: u64,
    /// The size of a pointer to shared memory.
    pub shared_pointer_bits: u64,
    /// The ABI alignments in bits of i8, i16, i32, i64, float and double.
    pub alignments: [u64; 6],
}

/// The debug information in the PTX.
#[repr(C)]
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum TileirasDebugInfo {
    /// None.
    None,
    /// The directives `.file` and `.loc`.
    LineTables,
    /// The same, with the calls that were inlined, in comments.
    Calls,
    /// All that the module has.
    Full,
}

/// The options of the back end.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TileirasBackendTarget {
    /// The processor, such as `sm_90a`.
    pub chip: MlirStringRef,
    /// The target features, such as `+ptx84`.
    pub features: MlirStringRef,
    /// The optimisation level, 0 to 3.
    pub level: c_int,
    /// Whether pointers to shared, constant and local memory have 32 bits.
    pub short_pointers: bool,
    /// The debug information.
    pub debug_info: TileirasDebugInfo,
}

/// Receives a diagnostic of the back end.
pub type TileirasBackendVisitor = unsafe extern "C" fn(TileirasSeverity, MlirStringRef, *mut c_void);
