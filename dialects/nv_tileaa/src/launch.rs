//! Launch operations: `gpu.launch_func` and `nv_tileaa.launch_func`.
//!
//! Both have the same thirteen operand segments and a symbol reference `kernel`. The verifier of the dialect and the
//! conversion from `gpu` therefore share one type and one set of checks.

use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, Location, OperationRef, Type, TypeLike, Value, ValueLike};
use std::ops::Range;
use tileiras_mlir::attribute::{View, print, symbol_path, view};
use tileiras_mlir::function::Function;
use tileiras_mlir::operation;
use tileiras_mlir::symbol::{Symbols, has_symbols};
use tileiras_mlir::text::lossy;
use tileiras_mlir::value;
use tileiras_mlir::{Diagnostic, Failure};

/// The launch operation of the GPU dialect.
pub const GPU_LAUNCH: &str = "gpu.launch_func";

/// The launch operation of this dialect.
pub const LAUNCH: &str = "nv_tileaa.launch_func";

/// Both operations that launch a kernel by its symbol.
pub const LAUNCHES: [&str; 2] = [GPU_LAUNCH, LAUNCH];

/// The attribute of older IR with the module of `kernel`.
pub const KERNEL_MODULE: &str = "kernelModule";

/// The attribute of older IR with the function of `kernel`.
pub const KERNEL_FUNCTION: &str = "kernelFunc";

/// The attributes that state parts of `kernel`.
const PARTS: [&str; 2] = [KERNEL_MODULE, KERNEL_FUNCTION];

/// Whether an attribute of a launch states a part of `kernel`.
#[must_use]
pub fn is_part(attribute: &[u8]) -> bool {
    PARTS.iter().any(|part| part.as_bytes() == attribute)
}

/// The symbols of a part: those of a symbol reference, or in still older IR one name. `None` for another attribute.
#[must_use]
pub fn symbols_of_part(part: Attribute<'_>) -> Option<Vec<&[u8]>> {
    match view(part) {
        View::Text(name) => Some(vec![name]),
        View::Symbol(symbol) => Some(symbol_path(symbol).collect()),
        _ => None,
    }
}

/// Whether the symbols of the part with that name agree with those of `kernel`. The symbol of the function can be
/// relative to its module or to the launch.
#[must_use]
pub fn part_agrees(name: &[u8], symbols: &[&[u8]], kernel: &[&[u8]]) -> bool {
    let (modules, function) = kernel.split_at(kernel.len().saturating_sub(1));
    if name == KERNEL_MODULE.as_bytes() { symbols == modules } else { symbols == function || symbols == kernel }
}

/// Whether an operation launches a kernel by its symbol.
#[must_use]
pub fn is_launch(op: OperationRef<'_, '_>) -> bool {
    LAUNCHES.iter().any(|name| operation::name(op) == name.as_bytes())
}

/// The operand segments, in the order of `operandSegmentSizes` (measured: LLVM 22.1.8, `gpu.launch_func`).
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Segment {
    /// Tokens of asynchronous dependencies; any number.
    AsyncDependencies,
    /// Thread blocks along x.
    GridX,
    /// Thread blocks along y.
    GridY,
    /// Thread blocks along z.
    GridZ,
    /// Threads along x.
    BlockX,
    /// Threads along y.
    BlockY,
    /// Threads along z.
    BlockZ,
    /// Thread blocks of a cluster along x; optional.
    ClusterX,
    /// Thread blocks of a cluster along y; optional.
    ClusterY,
    /// Thread blocks of a cluster along z; optional.
    ClusterZ,
    /// Bytes of dynamic shared memory; optional.
    DynamicSharedMemory,
    /// Arguments of the kernel; any number.
    KernelOperands,
    /// An object such as a stream; optional.
    AsyncObject,
}

/// The number of segments.
pub const SEGMENTS: usize = 13;

const NAMES: [&str; SEGMENTS] = [
    "asyncDependencies",
    "gridSizeX",
    "gridSizeY",
    "gridSizeZ",
    "blockSizeX",
    "blockSizeY",
    "blockSizeZ",
    "clusterSizeX",
    "clusterSizeY",
    "clusterSizeZ",
    "dynamicSharedMemorySize",
    "kernelOperands",
    "asyncObject",
];

const CLUSTER: [Segment; 3] = [Segment::ClusterX, Segment::ClusterY, Segment::ClusterZ];

/// The launch operation of the GPU dialect that contains the body of its kernel.
pub const INLINE_LAUNCH: &str = "gpu.launch";

/// The operands of a `gpu.launch` that are sizes. Its segments are those of `gpu.launch_func` up to the dynamic shared
/// memory. `None` for another operation.
#[must_use]
pub fn inline_launch_size<'c, 'a>(op: OperationRef<'c, 'a>) -> Option<impl Fn(Segment) -> Option<Value<'c, 'a>>> {
    let sizes = match operation::inherent_attribute(op, "operandSegmentSizes").map(view) {
        Some(View::I32Array(array)) if operation::name(op) == INLINE_LAUNCH.as_bytes() => {
            array.iter().collect::<Vec<_>>()
        }
        _ => return None,
    };
    Some(move |segment: Segment| {
        let size = *sizes.get(segment as usize)?;
        let start: i32 = sizes[..segment as usize].iter().sum();
        // Upstream accepts two operands for one size. Only the first is used.
        (size > 0).then(|| operation::operand(op, usize::try_from(start).ok()?)).flatten()
    })
}

/// A launch operation.
#[derive(Clone, Copy)]
pub struct Launch<'c, 'a> {
    op: OperationRef<'c, 'a>,
    kernel: Attribute<'c>,
    sizes: [i32; SEGMENTS],
}

impl<'c, 'a> Launch<'c, 'a> {
    /// The launch that an operation is.
    ///
    /// # Errors
    /// A message if its segments are not legal: not thirteen segments, not one operand for each size, a cluster with
    /// one or two sizes, sizes of different types, or another kernel in `kernelModule` and `kernelFunc`.
    pub fn new(op: OperationRef<'c, 'a>) -> Result<Self, String> {
        let kernel = operation::inherent_attribute(op, "kernel").ok_or("requires attribute 'kernel'")?;
        let Some(View::I32Array(array)) = operation::inherent_attribute(op, "operandSegmentSizes").map(view) else {
            return Err("requires attribute 'operandSegmentSizes'".to_owned());
        };
        let given: Vec<i32> = array.iter().collect();
        let sizes = <[i32; SEGMENTS]>::try_from(given)
            .map_err(|given| format!("'operandSegmentSizes' must have {SEGMENTS} values, got {}", given.len()))?;
        let launch = Self { op, kernel, sizes };
        launch.check_segments()?;
        launch.check_types()?;
        launch.check_parts()?;
        Ok(launch)
    }

    /// Checks that `kernelModule` and `kernelFunc` are the parts of `kernel`.
    fn check_parts(&self) -> Result<(), String> {
        let kernel: Vec<&[u8]> = symbol_path(self.kernel).collect();
        for name in PARTS {
            let Some(part) = operation::discardable_attribute(self.op, name) else { continue };
            let symbols = symbols_of_part(part).unwrap_or_default();
            if !part_agrees(name.as_bytes(), &symbols, &kernel) {
                return Err(format!("'{name}' must agree with kernel '{}', got {}", print(self.kernel), print(part)));
            }
        }
        Ok(())
    }

    /// Checks that all sizes have the same type. The assembly format has one type for all of them.
    fn check_types(&self) -> Result<(), String> {
        let sizes = self.range(Segment::GridX).start..self.range(Segment::ClusterZ).end;
        let mut types = sizes.filter_map(|index| self.op.operand(index).ok()).map(|operand| operand.r#type());
        let Some(first) = types.next() else { return Ok(()) };
        match types.find(|other| *other != first) {
            Some(other) => Err(format!("must have all sizes of one type, got '{first}' and '{other}'")),
            None => Ok(()),
        }
    }

    fn check_segments(&self) -> Result<(), String> {
        use Segment::{AsyncDependencies, AsyncObject, BlockZ, DynamicSharedMemory, GridX, KernelOperands};
        for (index, (size, name)) in self.sizes.into_iter().zip(NAMES).enumerate() {
            let (legal, wanted) = if index == AsyncDependencies as usize || index == KernelOperands as usize {
                (0..=i32::MAX, "any number of operands")
            } else if (GridX as usize..=BlockZ as usize).contains(&index) {
                (1..=1, "one operand")
            } else {
                (0..=1, "at most one operand")
            };
            if !legal.contains(&size) {
                return Err(format!("segment '{name}' must have {wanted}, got {size}"));
            }
        }
        debug_assert!(self.sizes[DynamicSharedMemory as usize] <= 1 && self.sizes[AsyncObject as usize] <= 1);
        let given = CLUSTER.iter().filter(|segment| !self.range(**segment).is_empty()).count();
        if given != 0 && given != CLUSTER.len() {
            return Err(format!("must have all three cluster sizes or none, got {given}"));
        }
        let total: usize = self.sizes.iter().map(|size| *size as usize).sum();
        if total != self.op.operand_count() {
            return Err(format!(
                "'operandSegmentSizes' must add up to the {} operands, got {total}",
                self.op.operand_count()
            ));
        }
        Ok(())
    }

    /// The operation.
    #[must_use]
    pub const fn operation(&self) -> OperationRef<'c, 'a> {
        self.op
    }

    /// The symbol reference to the kernel.
    #[must_use]
    pub const fn kernel(&self) -> Attribute<'c> {
        self.kernel
    }

    /// The name of the kernel in its module.
    #[must_use]
    pub fn kernel_name(&self) -> &'c [u8] {
        symbol_path(self.kernel).last().unwrap_or_default()
    }

    /// The number of operands of each segment.
    #[must_use]
    pub const fn sizes(&self) -> &[i32; SEGMENTS] {
        &self.sizes
    }

    /// The operand indices of a segment.
    #[must_use]
    pub fn range(&self, segment: Segment) -> Range<usize> {
        let start: i32 = self.sizes[..segment as usize].iter().sum();
        start as usize..(start + self.sizes[segment as usize]) as usize
    }

    /// The operands of a segment.
    pub fn operands(&self, segment: Segment) -> impl Iterator<Item = Value<'c, 'a>> + '_ {
        self.range(segment).filter_map(|index| self.op.operand(index).ok())
    }

    /// Whether operand or result types of the launch are not types of LLVM for certain, so that a lowering to the LLVM
    /// dialect replaces the launch: sizes or arguments of type `index`, `memref` arguments, and tokens.
    #[must_use]
    pub fn needs_lowering(&self) -> bool {
        let is_replaced = |value: Value<'_, '_>| {
            let r#type = value.r#type();
            r#type.is_index() || r#type.is_mem_ref() || r#type.is_unranked_mem_ref()
        };
        // Dependencies and results are tokens.
        !self.range(Segment::AsyncDependencies).is_empty()
            || self.op.result_count() > 0
            || self.op.operands().any(is_replaced)
    }

    /// Looks up the module of the kernel and the kernel. The first name is searched in the enclosing symbol tables,
    /// from the innermost to the outermost. The search ends at `top`, if given: another thread may be changing
    /// operations outside of it.
    pub fn find_kernel(
        &self,
        top: Option<OperationRef<'c, 'a>>,
        symbols: &mut Symbols<'c, 'a>,
    ) -> (Option<OperationRef<'c, 'a>>, Option<OperationRef<'c, 'a>>) {
        let mut path = symbol_path(self.kernel);
        let Some(first) = path.next() else { return (None, None) };
        let top = top.map(operation::key);
        let mut scope = Some(self.op).filter(|op| Some(operation::key(*op)) != top);
        while let Some(candidate) = scope.and_then(|op| op.parent_operation()) {
            if has_symbols(candidate)
                && let Some(container) = symbols.lookup(candidate, first)
            {
                let kernel = path.try_fold(container, |scope, name| symbols.lookup(scope, name));
                return (Some(container), kernel);
            }
            scope = Some(candidate).filter(|op| Some(operation::key(*op)) != top);
        }
        (None, None)
    }

    /// Checks the launch against the kernel. `container` is the module of the kernel.
    ///
    /// # Errors
    /// [`KernelError`] if the kernel does not exist, is not a kernel, or has other arguments.
    pub fn check_kernel(
        &self,
        container: Option<OperationRef<'c, '_>>,
        kernel: Option<OperationRef<'c, '_>>,
    ) -> Result<(), KernelError<'c>> {
        let symbol = print(self.kernel);
        let Some(container) = container else {
            return Err(KernelError::undefined(format!("kernel container of '{symbol}' is undefined")));
        };
        match operation::name(container) {
            // The module is serialized and has no signatures.
            b"gpu.binary" => return Ok(()),
            b"gpu.module" | b"builtin.module" => {}
            other => {
                let text = format!("kernel container of '{symbol}' must be a module, got '{}'", lossy(other));
                return Err(KernelError::at(text, container.location()));
            }
        }
        let Some(kernel) = kernel else {
            return Err(KernelError::undefined(format!("kernel function '{symbol}' is undefined")));
        };
        let Some(function) = Function::new(kernel) else {
            let text =
                format!("kernel function '{symbol}' must be a function, got '{}'", lossy(operation::name(kernel)));
            return Err(KernelError::at(text, kernel.location()));
        };
        if !function.is_kernel() {
            let text = format!("function '{symbol}' must be a kernel: it has neither 'gpu.kernel' nor 'nvvm.kernel'");
            return Err(KernelError::at(text, function.location()));
        }
        self.check_arguments(function).map_err(|text| KernelError::at(text, function.location()))
    }

    fn check_arguments(&self, function: Function<'c, '_>) -> Result<(), String> {
        let given: Vec<Type<'c>> = self.operands(Segment::KernelOperands).map(|operand| operand.r#type()).collect();
        // If the kernel is lowered and the launch is not, types such as memref and index cannot be compared.
        if operation::name(function.operation()) == b"llvm.func" && given.iter().any(|r#type| !is_llvm_type(*r#type)) {
            return Ok(());
        }
        let wanted = function.argument_count();
        if given.len() != wanted {
            let kernel = print(self.kernel);
            return Err(format!(
                "must have an operand in 'args' for each of the {wanted} arguments of '{kernel}', got {}",
                given.len()
            ));
        }
        for (index, given) in given.into_iter().enumerate() {
            let wanted = function.argument_type(index);
            if given != wanted {
                return Err(format!("kernel operand {index} must be of type '{wanted}', got '{given}'"));
            }
        }
        Ok(())
    }
}

/// Whether the lowering to the LLVM dialect leaves a type as it is.
fn is_llvm_type(r#type: Type<'_>) -> bool {
    r#type.is_integer() || value::is_float(r#type) || value::pointer_space(r#type).is_some() || value::is_struct(r#type)
}

/// Why a launch does not fit its kernel.
pub struct KernelError<'c> {
    text: String,
    /// The location of the kernel or its module, for a note.
    kernel: Option<Location<'c>>,
}

impl<'c> KernelError<'c> {
    /// Emits the diagnostic that `error` builds from the text, with a note at the kernel.
    pub fn report(self, error: impl FnOnce(&str) -> Diagnostic<'c>) -> Failure {
        let diagnostic = error(&self.text);
        match self.kernel {
            Some(location) => diagnostic.note(location, "the kernel is here").emit(),
            None => diagnostic.emit(),
        }
    }

    const fn undefined(text: String) -> Self {
        Self { text, kernel: None }
    }

    const fn at(text: String, kernel: Location<'c>) -> Self {
        Self { text, kernel: Some(kernel) }
    }
}
