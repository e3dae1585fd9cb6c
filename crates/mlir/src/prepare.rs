//! A step that sees MLIR text before MLIR's parser does.
//!
//! Guarantees that a panic in the step becomes an error at the start of the text.

use crate::context::ContextHandle;
use crate::guard::guard;
use crate::registry::Registry;
use crate::text::{bytes, raw, raw_bytes};
use melior::Context;
use mlir_sys::{MlirContext, MlirDialectRegistry, MlirStringRef, mlirContextAppendDialectRegistry};
use std::borrow::Cow;
use std::cell::OnceCell;
use std::ffi::c_void;
use tileiras_mlir_sys_ext::{TileirasFaultSink, TileirasTextSink};

/// An error in a text.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct TextFault {
    /// Its byte in the text.
    pub position: usize,
    /// The message.
    pub message: String,
}

/// A step before the parser.
pub trait Prepare: 'static {
    /// Returns the text that MLIR reads. Bytecode is passed to it, too.
    ///
    /// # Errors
    /// The errors of the text, in its order.
    fn prepare<'t>(text: &'t [u8], contexts: &Contexts<'_>) -> Result<Cow<'t, [u8]>, Vec<TextFault>>;
}

/// A context that is made when it is needed, if there is none yet.
pub struct Contexts<'a> {
    given: Option<ContextHandle<'a>>,
    registry: Option<Registry<'a>>,
    own: OnceCell<Context>,
}

impl<'a> Contexts<'a> {
    /// The context that there is.
    #[must_use]
    pub fn of(context: &'a Context) -> Self {
        Self { given: Some(context.into()), registry: None, own: OnceCell::new() }
    }

    /// The context.
    #[must_use]
    pub fn get(&self) -> &Context {
        if let Some(given) = &self.given {
            return given;
        }
        self.own.get_or_init(|| {
            let context = Context::new_with_threading(false);
            if let Some(registry) = self.registry {
                // SAFETY: context and registry are alive.
                unsafe { mlirContextAppendDialectRegistry(context.to_raw(), registry.to_raw()) }
            }
            context
        })
    }
}

/// The callback of the shim for a step.
pub(crate) unsafe extern "C" fn prepare<P: Prepare>(
    input: MlirStringRef,
    context: MlirContext,
    registry: MlirDialectRegistry,
    text: TileirasTextSink,
    fault: TileirasFaultSink,
    sink: *mut c_void,
) {
    // SAFETY: the shim keeps input, context and registry alive during this call. One of the last two is null.
    let (content, contexts) = unsafe {
        let given = (!context.ptr.is_null()).then(|| ContextHandle::from_raw(context));
        let registry = (!registry.ptr.is_null()).then(|| Registry::from_raw(registry));
        (bytes(input), Contexts { given, registry, own: OnceCell::new() })
    };
    let prepared = guard(|| P::prepare(content, &contexts))
        .unwrap_or_else(|panic| Err(vec![TextFault { position: 0, message: panic.to_string() }]));
    match prepared {
        Ok(Cow::Borrowed(_)) => {}
        // SAFETY: `text` and `sink` belong together, and the shim copies the text.
        Ok(Cow::Owned(other)) => unsafe { text(raw_bytes(&other), sink) },
        Err(faults) => {
            for TextFault { position, message } in faults {
                // SAFETY: `fault` and `sink` belong together. The position is in the input.
                unsafe { fault(position.min(content.len()), raw(&message), sink) }
            }
        }
    }
}
