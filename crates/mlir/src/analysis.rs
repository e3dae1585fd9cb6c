//! Analyses, as in MLIR: computed on demand, and kept until a pass changes the operation.
//!
//! In a pass, [`Analyses`] are those that MLIR keeps for the operation. MLIR destroys them at the end of its pass
//! manager. [`SavedAnalyses`] keep them between pass managers, for a tool that runs several pipelines on one operation.

use crate::guard::guard;
use melior::ir::OperationRef;
use mlir_sys::MlirOperation;
use std::any::{Any, TypeId};
use std::cell::UnsafeCell;
use std::ffi::c_void;
use std::marker::PhantomData;
use tileiras_mlir_sys_ext::TileirasAnalyses;

/// An analysis of an operation and of all that is nested in it.
pub trait Analysis: 'static {
    /// The result for an operation that lives for `'a` in a context that lives for `'c`. Covariant in both.
    type Of<'c, 'a>: 'a
    where
        'c: 'a;

    /// Whether the result is still valid after a pass that returned
    /// [`Change::Attributes`](crate::pass::Change::Attributes).
    const SURVIVES_ATTRIBUTE_CHANGES: bool;

    /// Computes the analysis. It may use other analyses of the same operation.
    fn compute<'r, 'c: 'a + 'r, 'a: 'r>(analyses: Analyses<'r>, root: OperationRef<'c, 'a>) -> Self::Of<'c, 'a>;

    /// Returns its argument. This compiles only if [`Analysis::Of`] is covariant: then a result that is kept cannot be
    /// given references to anything that lives shorter.
    fn shorten<'r, 'c: 'a + 'r, 'a: 'r>(result: &'r Self::Of<'static, 'static>) -> &'r Self::Of<'c, 'a>;
}

/// An analysis that was computed.
struct Computed {
    id: TypeId,
    survives_attribute_changes: bool,
    /// Boxed, so that its address does not change when others are added.
    analysis: Box<dyn Any>,
}

/// The analyses of one operation, one of each type.
type ComputedAnalyses = Vec<Computed>;

/// The analyses of one operation at one state of the IR.
#[derive(Clone, Copy)]
pub struct Analyses<'r> {
    op: MlirOperation,
    holder: *mut TileirasAnalyses,
    lifetime: PhantomData<&'r TileirasAnalyses>,
}

impl<'r> Analyses<'r> {
    /// The analyses of `op` that `holder` has.
    ///
    /// # Safety
    /// For `'r`, the holder must stay at its address and must be used only through the result, and the operation must
    /// stay alive and unchanged. The data of the holder must be null or come from this module, for this operation.
    pub(crate) const unsafe fn from_raw(op: MlirOperation, holder: *mut TileirasAnalyses) -> Self {
        Self { op, holder, lifetime: PhantomData }
    }

    /// The analysis of the operation. It is computed now if it has not been computed before.
    ///
    /// # Panics
    /// If `op` is another operation.
    #[must_use]
    pub fn get<'c, 'a, A: Analysis>(self, op: OperationRef<'c, 'a>) -> &'r A::Of<'c, 'a>
    where
        'c: 'a + 'r,
        'a: 'r,
    {
        assert_eq!(op.to_raw().ptr, self.op.ptr, "the analyses are of another operation");
        // SAFETY: the holder is emptied after `'r`, before the operation or its context ends, so that a result may have
        // the lifetime `'static` in it. `A::compute` is the same function for all lifetimes and cannot use this one.
        // Each caller gets the result with its own lifetimes. No reference to the holder is kept while `A::compute`
        // runs, which may add others.
        unsafe {
            let id = TypeId::of::<A>();
            if !self.kept().iter().any(|computed| computed.id == id) {
                let analysis: A::Of<'static, 'static> = A::compute(self, OperationRef::from_raw(self.op));
                let survives_attribute_changes = A::SURVIVES_ATTRIBUTE_CHANGES;
                self.kept().push(Computed { id, survives_attribute_changes, analysis: Box::new(analysis) });
            }
            let known = self.kept().iter().find(|computed| computed.id == id);
            let Some(known) = known.and_then(|computed| computed.analysis.downcast_ref::<A::Of<'static, 'static>>())
            else {
                unreachable!("it was just computed")
            };
            A::shorten(known)
        }
    }

    /// Drops the analyses that do not survive a change of attributes.
    ///
    /// # Safety
    /// Nothing may refer to an analysis.
    pub(crate) unsafe fn invalidate_after_attribute_changes(self) {
        // SAFETY: as stated.
        unsafe { self.kept() }.retain(|computed| computed.survives_attribute_changes);
    }

    /// The analyses that are kept.
    ///
    /// # Safety
    /// There must be no other reference to them.
    unsafe fn kept(self) -> &'r mut ComputedAnalyses {
        // SAFETY: the holder is alive for `'r`, and its data is a box of analyses or null.
        unsafe {
            let holder = &mut *self.holder;
            if holder.data.is_null() {
                holder.data = Box::into_raw(Box::<ComputedAnalyses>::default()).cast();
                holder.destroy = Some(destroy);
            }
            &mut *holder.data.cast::<ComputedAnalyses>()
        }
    }
}

unsafe extern "C" fn destroy(analyses: *mut c_void) {
    // SAFETY: `Analyses::kept` created it, and it is destroyed once.
    let analyses = unsafe { Box::from_raw(analyses.cast::<ComputedAnalyses>()) };
    let _ = guard(|| drop(analyses));
}

/// The analyses of an operation, owned by the caller. They are invalid after the IR changes, unless
/// [`pipeline::run_passes`](crate::pipeline::run_passes) changes it: call [`SavedAnalyses::clear`].
pub struct SavedAnalyses<'c, 'a> {
    root: OperationRef<'c, 'a>,
    /// Boxed, so that its address does not change.
    holder: Box<UnsafeCell<TileirasAnalyses>>,
}

impl<'c, 'a> SavedAnalyses<'c, 'a> {
    /// No analyses of an operation yet.
    #[must_use]
    pub fn new(root: OperationRef<'c, 'a>) -> Self {
        Self { root, holder: Box::default() }
    }

    /// The operation.
    #[must_use]
    pub const fn root(&self) -> OperationRef<'c, 'a> {
        self.root
    }

    /// Changes the operation. The analyses of another operation are dropped.
    pub fn set_root(&mut self, root: OperationRef<'c, 'a>) {
        if self.root != root {
            *self = Self::new(root);
        }
    }

    /// The analyses, as a pass has them.
    #[must_use]
    pub fn analyses(&self) -> Analyses<'_> {
        // SAFETY: only this uses the holder while `self` is borrowed.
        unsafe { Analyses::from_raw(self.root.to_raw(), self.holder.get()) }
    }

    /// Drops all analyses.
    pub fn clear(&mut self) {
        let holder = std::mem::take(self.holder.get_mut());
        if let Some(destroy) = holder.destroy
            && !holder.data.is_null()
        {
            // SAFETY: it is destroyed once, and nothing refers to an analysis.
            unsafe { destroy(holder.data) }
        }
    }

    /// The place of the data, for the shim.
    pub(crate) fn as_mut_ptr(&mut self) -> *mut TileirasAnalyses {
        self.holder.get()
    }
}

impl Drop for SavedAnalyses<'_, '_> {
    fn drop(&mut self) {
        self.clear();
    }
}
