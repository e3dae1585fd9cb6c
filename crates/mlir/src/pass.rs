//! Passes written in Rust that MLIR knows by name: options, help text, statistics, reproducers, plugins.
//!
//! A pass is a type with constant [`PassInfo`] and a `run`. It accepts any operation that its anchor allows, reports by
//! diagnostics, and fails by returning [`Failure`]. A panic in it becomes an error at the operation.

use crate::diagnostic::{Diagnostic, Failure};
use crate::guard::guard;
use crate::option::{Declared, OptionInfo, OptionValues};
use crate::registry::Registry;
use crate::text::raw;
use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;
use mlir_sys::{MlirDialectRegistry, MlirOperation};
use std::any::{Any, TypeId};
use std::ffi::c_void;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use tileiras_mlir_sys_ext::{
    TileirasAnalyses, TileirasOptionValue, TileirasPass, TileirasRun, TileirasTextSink, tileirasRegisterPass,
};

/// What is constant about a pass.
#[derive(Debug)]
pub struct PassInfo {
    /// The flag, such as `nvvm-verify`.
    pub argument: &'static str,
    /// The name in timing reports, such as `NVVMVerify`.
    pub name: &'static str,
    /// One line for the help text.
    pub summary: &'static str,
    /// The anchor operation; `None` for any.
    pub anchor: Option<&'static str>,
    /// The declared options.
    pub options: &'static [OptionInfo],
    /// The declared statistics.
    pub statistics: &'static [StatisticInfo],
}

/// A declared statistic.
#[derive(Debug)]
pub struct StatisticInfo {
    /// As printed, such as `facts-moved`.
    pub name: &'static str,
    /// What it counts.
    pub description: &'static str,
}

/// A pass.
pub trait Pass: Sized + 'static {
    /// What is constant about it.
    const INFO: &'static PassInfo;

    /// Makes an instance from option values.
    ///
    /// # Errors
    /// A message when a value is not legal.
    fn new(options: &OptionValues<'_>) -> Result<Self, String>;

    /// Adds the dialects that it makes operations of.
    fn dialects(_registry: Registry<'_>) {}

    /// Runs on one operation.
    ///
    /// # Errors
    /// After an error diagnostic was emitted.
    fn run<'c>(&self, op: OperationRef<'c, '_>, run: Run<'_>) -> Result<Change, Failure>;
}

/// What a run that succeeded has done. MLIR verifies an operation anew only after a pass that changed it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Change {
    /// The operation is as it was.
    Nothing,
    /// Something may be different.
    Something,
    /// Only attributes are different, and the pass has verified the operations that have them
    /// ([`crate::operation::verify_alone`]): MLIR does not verify again, and keeps its analyses. Ours are kept if they
    /// survive ([`Analysis::SURVIVES_ATTRIBUTE_CHANGES`]).
    Attributes,
}

impl Change {
    /// [`Change::Something`] if that holds.
    #[must_use]
    pub const fn when(changed: bool) -> Self {
        if changed { Self::Something } else { Self::Nothing }
    }
}

/// One run of a pass on one operation.
#[derive(Clone, Copy)]
pub struct Run<'r> {
    /// What the pass counts.
    pub statistics: Statistics<'r>,
    op: MlirOperation,
    analyses: *mut TileirasAnalyses,
}

/// An analysis in MLIR's sense: passes share it until one changes the operation.
///
/// # Safety
/// `Of<'static, 'static>` must be the type itself.
pub unsafe trait Analysis: Sized + 'static {
    /// The same, of an operation that lives in `'a` and a context that lives in `'c`.
    type Of<'c, 'a>
    where
        'c: 'a;

    /// Whether it is still right after a pass that returned [`Change::Attributes`].
    const SURVIVES_ATTRIBUTE_CHANGES: bool;

    /// Analyses an operation. It may ask for other analyses of the same run.
    fn of(run: Run<'_>, root: OperationRef<'static, 'static>) -> Self;
}

/// An analysis that was made.
struct Made {
    id: TypeId,
    survives_attribute_changes: bool,
    /// In a box, so that it does not move when others are added.
    analysis: Box<dyn Any>,
}

/// Analyses of one operation, each once.
type Analyses = Vec<Made>;

impl<'r> Run<'r> {
    /// What is known about the operation that this run is on: found out now, if no pass before has.
    #[must_use]
    pub fn analysis<'c, 'a, A: Analysis>(self, op: OperationRef<'c, 'a>) -> &'r A::Of<'c, 'a>
    where
        'c: 'a + 'r,
        'a: 'r,
    {
        assert_eq!(op.to_raw().ptr, self.op.ptr, "an analysis is of the operation that the pass runs on");
        // SAFETY: MLIR keeps the holder during the run. It is emptied after the last use of this run, before the operation
        // or its context ends. What is kept is of this operation, so that it can be given the lifetimes that the caller has
        // for that. No reference to the holder is kept while `A::of` runs, which may add others.
        unsafe {
            let id = TypeId::of::<A>();
            if !self.kept().iter().any(|made| made.id == id) {
                let analysis: Box<dyn Any> = Box::new(A::of(self, OperationRef::from_raw(self.op)));
                let survives_attribute_changes = A::SURVIVES_ATTRIBUTE_CHANGES;
                self.kept().push(Made { id, survives_attribute_changes, analysis });
            }
            let known = self.kept().iter().find(|made| made.id == id);
            let Some(known) = known.and_then(|made| made.analysis.downcast_ref::<A>()) else {
                unreachable!("it was just made")
            };
            &*std::ptr::from_ref(known).cast()
        }
    }

    /// The analyses that were made.
    ///
    /// # Safety
    /// There must be no other reference to them.
    unsafe fn kept(&self) -> &'r mut Analyses {
        // SAFETY: MLIR keeps the holder during the run, and its data is a box of analyses or null.
        unsafe {
            let holder = &mut *self.analyses;
            if holder.data.is_null() {
                holder.data = Box::into_raw(Box::<Analyses>::default()).cast();
                holder.destroy = Some(forget);
            }
            &mut *holder.data.cast::<Analyses>()
        }
    }
}

unsafe extern "C" fn forget(analyses: *mut c_void) {
    // SAFETY: `Run::analysis` made it, and the shim hands it back once.
    let analyses = unsafe { Box::from_raw(analyses.cast::<Analyses>()) };
    let _ = guard(|| drop(analyses));
}

/// The counters of a pass, over all its runs in this process.
#[derive(Clone, Copy)]
pub struct Statistics<'a>(&'a [AtomicU64]);

impl Statistics<'_> {
    /// Adds to the statistic at `index` of [`PassInfo::statistics`].
    pub fn add(self, index: usize, amount: usize) {
        self.0[index].fetch_add(amount as u64, Ordering::Relaxed);
    }
}

/// A registered pass. Lives as long as the process, as MLIR's registry does.
struct Registered {
    info: &'static PassInfo,
    counters: Vec<AtomicU64>,
}

struct Instance<P> {
    pass: P,
    registered: &'static Registered,
}

static REGISTERED: Mutex<Vec<&'static Registered>> = Mutex::new(Vec::new());

/// Makes a pass known to MLIR under its argument.
pub fn register<P: Pass>() {
    let info = P::INFO;
    let options: &'static Declared = Box::leak(Box::new(Declared::new(info.options)));
    let counters = info.statistics.iter().map(|_| AtomicU64::new(0)).collect();
    let registered: &'static Registered = Box::leak(Box::new(Registered { info, counters }));
    let table: &'static TileirasPass = Box::leak(Box::new(TileirasPass {
        argument: raw(info.argument),
        name: raw(info.name),
        description: raw(info.summary),
        anchor: raw(info.anchor.unwrap_or_default()),
        dialects: Some(dialects::<P>),
        options: options.as_ptr(),
        option_count: options.len(),
        data: (&raw const *registered).cast(),
        create: create::<P>,
        destroy: destroy::<P>,
        run: run::<P>,
    }));
    // SAFETY: the table and all it points to live as long as the process.
    unsafe { tileirasRegisterPass(table) }
    REGISTERED.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(registered);
}

/// The statistics of every registered pass that counted something, in the layout of MLIR's own report. They stand in for
/// its lines where MLIR is built without statistics and prints the heading alone, as Debian's is.
#[must_use]
pub fn statistics_report() -> String {
    use std::fmt::Write as _;
    let mut report = String::new();
    for registered in REGISTERED.lock().unwrap_or_else(std::sync::PoisonError::into_inner).iter() {
        let values: Vec<u64> = registered.counters.iter().map(|counter| counter.load(Ordering::Relaxed)).collect();
        if values.iter().all(|value| *value == 0) {
            continue;
        }
        let _ = writeln!(report, "{}", registered.info.name);
        for (info, value) in registered.info.statistics.iter().zip(values) {
            let _ = writeln!(report, "  (S) {value} {} - {}", info.name, info.description);
        }
    }
    report
}

unsafe extern "C" fn dialects<P: Pass>(registry: MlirDialectRegistry) {
    // SAFETY: the registry is alive during this call.
    let registry = unsafe { Registry::from_raw(registry) };
    // Without its dialects the pass fails later with a diagnostic; there is no place for one here.
    let _ = guard(|| P::dialects(registry));
}

unsafe extern "C" fn create<P: Pass>(
    data: *const c_void,
    values: *const TileirasOptionValue,
    error: TileirasTextSink,
    sink: *mut c_void,
) -> *mut c_void {
    // SAFETY: `data` is what `register` handed over.
    let registered: &'static Registered = unsafe { &*data.cast() };
    // SAFETY: the shim passes one value for each declared option, alive during this call.
    let values = unsafe { OptionValues::new(registered.info.options, values) };
    let message = match guard(|| P::new(&values)) {
        Ok(Ok(pass)) => return Box::into_raw(Box::new(Instance { pass, registered })).cast(),
        Ok(Err(message)) => format!("{}: {message}", registered.info.argument),
        Err(panic) => format!("{}: {panic}", registered.info.argument),
    };
    // SAFETY: the sink copies the text.
    unsafe { error(raw(&message), sink) }
    std::ptr::null_mut()
}

unsafe extern "C" fn destroy<P: Pass>(instance: *mut c_void) {
    // SAFETY: `create` made it, and the shim hands it back once.
    let instance = unsafe { Box::from_raw(instance.cast::<Instance<P>>()) };
    let _ = guard(|| drop(instance));
}

unsafe extern "C" fn run<P: Pass>(
    instance: *mut c_void,
    raw: MlirOperation,
    analyses: *mut TileirasAnalyses,
) -> TileirasRun {
    // SAFETY: `create` made the instance; the operation is alive during the run.
    let (instance, op) = unsafe { (&*instance.cast::<Instance<P>>(), OperationRef::from_raw(raw)) };
    let run = Run { statistics: Statistics(&instance.registered.counters), op: raw, analyses };
    match guard(|| instance.pass.run(op, run)) {
        Ok(Ok(Change::Something)) => TileirasRun::Changed,
        Ok(Ok(Change::Nothing)) => TileirasRun::Unchanged,
        Ok(Ok(Change::Attributes)) => {
            // SAFETY: the pass has returned, so that nothing refers to an analysis.
            unsafe { run.kept() }.retain(|made| made.survives_attribute_changes);
            TileirasRun::Unchanged
        }
        Ok(Err(Failure)) => TileirasRun::Failed,
        Err(panic) => {
            let argument = instance.registered.info.argument;
            let _: Failure = Diagnostic::error(op.location(), format!("pass '{argument}': {panic}")).emit();
            TileirasRun::Failed
        }
    }
}
