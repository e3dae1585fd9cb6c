//! Passes written in Rust and registered with MLIR by name, so that options, `--help`, statistics, crash reproducers
//! and plugins work as for any other pass.
//!
//! A pass is a type that implements [`Pass`]. It runs on each operation that its anchor allows, reports errors as
//! diagnostics, and fails by returning [`Failure`]. A panic in it becomes an error at the operation.

use crate::analysis::Analyses;
#[cfg(doc)]
use crate::analysis::Analysis;
use crate::diagnostic::{Diagnostic, limited};
use crate::failure::Failure;
use crate::guard::guard;
use crate::operation;
use crate::option::{InvalidOptions, OptionInfo, OptionTable, OptionValues, TypedOptions};
use crate::registry::Registry;
use crate::text::{collect, raw};
use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;
use mlir_sys::{MlirDialectRegistry, MlirOperation, MlirPass};
use std::any::TypeId;
use std::ffi::c_void;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tileiras_mlir_sys_ext::{
    TileirasAnalyses, TileirasOptionValue, TileirasPass, TileirasRunResult, TileirasTextSink, tileirasCreatePass,
    tileirasCreatePassWithOptions, tileirasRegisterPass,
};

/// The constant description of a pass.
#[derive(Debug)]
pub struct PassInfo {
    /// The command-line argument, such as `nvvm-verify`.
    pub argument: &'static str,
    /// The name in timing and statistics reports, such as `NVVMVerify`.
    pub name: &'static str,
    /// One line for `--help`.
    pub summary: &'static str,
    /// The name of the anchor operation; `None` for any operation.
    pub anchor: Option<&'static str>,
    /// The declared options.
    pub options: &'static [OptionInfo],
    /// The declared statistics.
    pub statistics: &'static [StatisticInfo],
}

/// A declared statistic.
#[derive(Debug)]
pub struct StatisticInfo {
    /// The name in the report, such as `facts-moved`.
    pub name: &'static str,
    /// What is counted.
    pub description: &'static str,
}

/// A pass. Register it with [`register`].
///
/// ```
/// use melior::Context;
/// use melior::ir::{Location, Module, OperationRef};
/// use tileiras_mlir::option::{OptionInfo, OptionKind, OptionValues};
/// use tileiras_mlir::pass::{self, Change, Pass, PassInfo, PassRun, StatisticInfo};
/// use tileiras_mlir::{ContextHandle, Diagnostic, Failure, attribute, operation, pipeline};
///
/// /// Sets a unit attribute on the operation.
/// struct Mark {
///     name: String,
/// }
///
/// impl Pass for Mark {
///     const INFO: &'static PassInfo = &PassInfo {
///         argument: "mark",
///         name: "Mark",
///         summary: "Set a unit attribute",
///         anchor: Some("builtin.module"),
///         options: &[OptionInfo { name: "name", description: "The attribute", kind: OptionKind::Text("marked") }],
///         statistics: &[StatisticInfo { name: "marks-set", description: "Number of attributes that were set" }],
///     };
///
///     fn new(options: &OptionValues<'_>) -> Result<Self, String> {
///         Ok(Self { name: options.text(0).into_owned() })
///     }
///
///     fn run<'c>(&self, op: OperationRef<'c, '_>, run: PassRun<'_>) -> Result<Change, Failure> {
///         if operation::attribute(op, &self.name).is_some() {
///             return Err(Diagnostic::on(op).error(format_args!("already has '{}'", self.name)).emit());
///         }
///         operation::set_discardable_attribute(op, &self.name, attribute::unit(ContextHandle::of(op)));
///         run.statistics.add(0, 1);
///         Ok(Change::Something)
///     }
/// }
///
/// pass::register::<Mark>();
/// let context = Context::new();
/// let module = Module::new(Location::unknown(&context));
/// let pipeline = "builtin.module(mark{name=test.mark})";
///
/// assert_eq!(pipeline::run(module.as_operation(), pipeline), Ok(()));
/// assert!(operation::attribute(module.as_operation(), "test.mark").is_some());
/// assert!(pass::statistics_report().contains("(S) 1 marks-set - Number of attributes that were set"));
/// // The second run fails with a diagnostic.
/// assert!(pipeline::run(module.as_operation(), pipeline).is_err());
/// ```
pub trait Pass: Sized + 'static {
    /// The constant description.
    const INFO: &'static PassInfo;

    /// Creates an instance from option values.
    ///
    /// # Errors
    /// A message if a value is not legal.
    fn new(options: &OptionValues<'_>) -> Result<Self, String>;

    /// Adds the dependent dialects: those of the operations that the pass creates.
    fn dialects(_registry: Registry<'_>) {}

    /// Runs on one operation.
    ///
    /// # Errors
    /// [`Failure`] after an error diagnostic.
    fn run<'c>(&self, op: OperationRef<'c, '_>, run: PassRun<'_>) -> Result<Change, Failure>;
}

/// What a successful run has changed. MLIR's verifier runs again, and analyses are discarded, only after
/// [`Change::Something`].
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Change {
    /// The IR is unchanged.
    Nothing,
    /// The IR may have changed.
    Something,
    /// Only attributes have changed, and the pass has verified the operations that have them
    /// ([`crate::operation::verify_non_recursively`]). MLIR does not verify again and keeps its analyses. An
    /// [`Analysis`] is kept if it [survives](Analysis::SURVIVES_ATTRIBUTE_CHANGES).
    Attributes,
}

impl Change {
    /// [`Change::Something`] if `changed`, else [`Change::Nothing`].
    #[must_use]
    pub const fn when(changed: bool) -> Self {
        if changed { Self::Something } else { Self::Nothing }
    }
}

/// One run of a pass on one operation.
#[derive(Clone, Copy)]
pub struct PassRun<'r> {
    /// The statistics of the pass.
    pub statistics: Statistics<'r>,
    /// The analyses of the operation that the pass runs on.
    pub analyses: Analyses<'r>,
}

/// The statistics of a pass, summed over all its runs in this process.
#[derive(Clone, Copy)]
pub struct Statistics<'a>(&'a [AtomicU64]);

impl Statistics<'_> {
    /// Adds to the statistic at `index` of [`PassInfo::statistics`].
    pub fn add(self, index: usize, amount: usize) {
        self.0[index].fetch_add(amount as u64, Ordering::Relaxed);
    }
}

/// A pass that was registered or created. It lives as long as the process, like MLIR's registry.
struct Known {
    info: &'static PassInfo,
    counters: Vec<AtomicU64>,
}

struct Instance<P> {
    pass: P,
    known: &'static Known,
}

/// The description of a pass for the shim.
struct PassTable(TileirasPass);

// SAFETY: a table does not change, and what it points to does not either, or is atomic.
unsafe impl Sync for PassTable {}

/// All known passes, each with its type.
static KNOWN: Mutex<Vec<(TypeId, &'static Known, &'static PassTable)>> = Mutex::new(Vec::new());

fn known() -> MutexGuard<'static, Vec<(TypeId, &'static Known, &'static PassTable)>> {
    KNOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The one table of a pass.
fn table<P: Pass>() -> &'static TileirasPass {
    let mut all = known();
    if let Some((.., table)) = all.iter().find(|(id, ..)| *id == TypeId::of::<P>()) {
        return &table.0;
    }
    let info = P::INFO;
    let options: &'static OptionTable = Box::leak(Box::new(OptionTable::new(info.options)));
    let counters = info.statistics.iter().map(|_| AtomicU64::new(0)).collect();
    let known: &'static Known = Box::leak(Box::new(Known { info, counters }));
    let table: &'static PassTable = Box::leak(Box::new(PassTable(TileirasPass {
        argument: raw(info.argument),
        name: raw(info.name),
        description: raw(info.summary),
        anchor: raw(info.anchor.unwrap_or_default()),
        dialects: Some(dialects::<P>),
        options: options.as_ptr(),
        option_count: options.len(),
        data: (&raw const *known).cast(),
        create: new::<P>,
        destroy: destroy::<P>,
        run: run::<P>,
    })));
    all.push((TypeId::of::<P>(), known, table));
    &table.0
}

/// Registers a pass with MLIR under its argument, unless MLIR knows the argument.
pub fn register<P: Pass>() {
    // SAFETY: the table and all it points to live as long as the process.
    unsafe { tileirasRegisterPass(table::<P>()) }
}

/// Creates a pass with the default values of its options, for the C API of MLIR. The pass need not be registered. The
/// caller owns it until a pass manager does.
#[must_use]
pub fn create<P: Pass>() -> MlirPass {
    // SAFETY: as in `register`.
    unsafe { tileirasCreatePass(table::<P>()) }
}

/// Creates a pass with the default values of its options, for a pass manager of melior.
#[must_use]
pub fn create_default<P: Pass>() -> melior::pass::Pass {
    // SAFETY: the pass is new.
    unsafe { melior::pass::Pass::from_raw(create::<P>()) }
}

/// Creates a pass with options, for a pass manager of melior.
///
/// # Errors
/// [`InvalidOptions`] if [`Pass::new`] refuses them.
pub fn create_with_options<P: Pass>(options: &impl TypedOptions) -> Result<melior::pass::Pass, InvalidOptions> {
    let text = options.to_text()?;
    let mut created = MlirPass { ptr: std::ptr::null_mut() };
    let message = collect(|callback, data| {
        // SAFETY: as in `register`. MLIR copies the options.
        created = unsafe { tileirasCreatePassWithOptions(table::<P>(), raw(&text), callback, data) };
    });
    if created.ptr.is_null() {
        return Err(InvalidOptions::from_parser(&message));
    }
    // SAFETY: the pass is new.
    Ok(unsafe { melior::pass::Pass::from_raw(created) })
}

/// The statistics of all known passes, in the layout of MLIR's report. A pass whose counters are all 0 is omitted.
///
/// This replaces MLIR's own report, which has no entries if MLIR was built without statistics, as Debian's is.
#[must_use]
pub fn statistics_report() -> String {
    use std::fmt::Write as _;
    let mut report = String::new();
    for (_, known, _) in known().iter() {
        let values: Vec<u64> = known.counters.iter().map(|counter| counter.load(Ordering::Relaxed)).collect();
        if values.iter().all(|value| *value == 0) {
            continue;
        }
        let _ = writeln!(report, "{}", known.info.name);
        for (info, value) in known.info.statistics.iter().zip(values) {
            let _ = writeln!(report, "  (S) {value} {} - {}", info.name, info.description);
        }
    }
    report
}

unsafe extern "C" fn dialects<P: Pass>(registry: MlirDialectRegistry) {
    // SAFETY: the registry is alive during this call.
    let registry = unsafe { Registry::from_raw(registry) };
    // After a panic the pass fails later, with a diagnostic. None can be emitted here, as there is no context.
    let _ = guard(|| P::dialects(registry));
}

unsafe extern "C" fn new<P: Pass>(
    data: *const c_void,
    values: *const TileirasOptionValue,
    error: TileirasTextSink,
    sink: *mut c_void,
) -> *mut c_void {
    // SAFETY: `data` is the `Known` of the table.
    let known: &'static Known = unsafe { &*data.cast() };
    // SAFETY: the shim passes one value for each declared option, alive during this call.
    let values = unsafe { OptionValues::new(known.info.options, values) };
    let message = match guard(|| P::new(&values)) {
        Ok(Ok(pass)) => return Box::into_raw(Box::new(Instance { pass, known })).cast(),
        Ok(Err(message)) => format!("{}: {message}", known.info.argument),
        Err(panic) => format!("{}: {panic}", known.info.argument),
    };
    // SAFETY: the sink copies the text.
    unsafe { error(raw(&message), sink) }
    std::ptr::null_mut()
}

unsafe extern "C" fn destroy<P: Pass>(instance: *mut c_void) {
    // SAFETY: `new` created it, and the shim calls this once.
    let instance = unsafe { Box::from_raw(instance.cast::<Instance<P>>()) };
    let _ = guard(|| drop(instance));
}

unsafe extern "C" fn run<P: Pass>(
    instance: *mut c_void,
    raw: MlirOperation,
    analyses: *mut TileirasAnalyses,
) -> TileirasRunResult {
    // SAFETY: `new` created the instance, and the operation is alive during the run.
    let (instance, op) = unsafe { (&*instance.cast::<Instance<P>>(), OperationRef::from_raw(raw)) };
    // SAFETY: MLIR keeps the analyses of the operation at this address during the run.
    let analyses = unsafe { Analyses::from_raw(raw, analyses) };
    let run = PassRun { statistics: Statistics(&instance.known.counters), analyses };
    match limited(operation::known_location(op), || guard(|| instance.pass.run(op, run))) {
        Ok(Ok(Change::Something)) => TileirasRunResult::Changed,
        Ok(Ok(Change::Nothing)) => TileirasRunResult::Unchanged,
        Ok(Ok(Change::Attributes)) => {
            // SAFETY: the pass has returned, so that nothing refers to an analysis.
            unsafe { analyses.invalidate_after_attribute_changes() }
            TileirasRunResult::Unchanged
        }
        Ok(Err(Failure)) => TileirasRunResult::Failed,
        Err(panic) => {
            let argument = instance.known.info.argument;
            let _: Failure = Diagnostic::error(op.location(), format!("pass '{argument}': {panic}")).emit();
            TileirasRunResult::Failed
        }
    }
}
