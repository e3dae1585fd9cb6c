//! A handle of an MLIR context that can be copied.
//!
//! Replaces melior's `ContextRef::to_ref`, which is unsafe and returns a reference to the `ContextRef` itself:
//! `unsafe { op.context().to_ref() }` dangles at the end of the statement.

use melior::Context;
use melior::ir::OperationRef;
use mlir_sys::{MlirContext, mlirOperationGetContext};
use std::marker::PhantomData;
use std::ops::Deref;

/// A context that lives for `'c`. Dereferences to melior's [`Context`].
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct ContextHandle<'c> {
    raw: MlirContext,
    context: PhantomData<&'c Context>,
}

impl<'c> ContextHandle<'c> {
    /// The context of an operation.
    #[must_use]
    pub fn of(op: OperationRef<'c, '_>) -> Self {
        // SAFETY: the operation is alive, and its context outlives it.
        Self { raw: unsafe { mlirOperationGetContext(op.to_raw()) }, context: PhantomData }
    }

    /// # Safety
    /// The context must be alive for `'c`.
    pub(crate) const unsafe fn from_raw(raw: MlirContext) -> Self {
        Self { raw, context: PhantomData }
    }

    /// The handle of the C API.
    #[must_use]
    pub const fn to_raw(self) -> MlirContext {
        self.raw
    }
}

impl<'c> From<&'c Context> for ContextHandle<'c> {
    fn from(context: &'c Context) -> Self {
        Self { raw: context.to_raw(), context: PhantomData }
    }
}

impl Deref for ContextHandle<'_> {
    type Target = Context;

    fn deref(&self) -> &Context {
        // SAFETY: `Context` is a struct of one `MlirContext`, as this one is, and the context is alive.
        unsafe { &*std::ptr::from_ref(self).cast::<Context>() }
    }
}

#[cfg(test)]
mod tests {
    use super::ContextHandle;
    use melior::Context;
    use melior::ir::{Location, Module};

    #[test]
    fn a_handle_is_the_context_of_its_operation() {
        let context = Context::new();
        let module = Module::new(Location::unknown(&context));
        let handle = ContextHandle::of(module.as_operation());
        assert_eq!(size_of::<Context>(), size_of::<ContextHandle<'_>>());
        assert!(*handle == context);
        assert_eq!(handle.to_raw().ptr, context.to_raw().ptr);
    }
}
