//! Additional command-line options of a tool.
//!
//! Accepts names that upstream does not use. The tool parses the options, rejects illegal values, and lists the options
//! in `--help`. A value can be read while the tool runs. Leaves out on purpose: options of passes ([`crate::option`]).

use crate::text::{bytes, lossy, raw};
use std::borrow::Cow;
use std::ptr::NonNull;
use std::sync::OnceLock;
use tileiras_mlir_sys_ext::{
    TileirasOptionKind, TileirasToolOption, tileirasToolOptionRegister, tileirasToolOptionValue,
};

/// An option of a tool.
pub struct ToolOption {
    kind: TileirasOptionKind,
    name: &'static str,
    value: &'static str,
    description: &'static str,
    handle: OnceLock<Handle>,
}

/// The option object of the shim.
struct Handle(NonNull<TileirasToolOption>);

// SAFETY: LLVM writes an option only while it parses the command line, before the tool starts threads.
unsafe impl Send for Handle {}
// SAFETY: as above.
unsafe impl Sync for Handle {}

impl ToolOption {
    /// `--name=<value>`. `value` is the placeholder in `--help`.
    #[must_use]
    pub const fn text(name: &'static str, value: &'static str, description: &'static str) -> Self {
        Self { kind: TileirasOptionKind::Text, name, value, description, handle: OnceLock::new() }
    }

    /// `--name`.
    #[must_use]
    pub const fn flag(name: &'static str, description: &'static str) -> Self {
        Self { kind: TileirasOptionKind::Flag, name, value: "", description, handle: OnceLock::new() }
    }

    /// The name without dashes.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Registers the option. Later calls have no effect. Must be called before the tool parses its command line.
    pub fn register(&'static self) {
        self.handle.get_or_init(|| {
            let [name, value, description] = [self.name, self.value, self.description].map(raw);
            // SAFETY: the strings live as long as the process. LLVM's allocation does not return null.
            Handle(unsafe { NonNull::new_unchecked(tileirasToolOptionRegister(self.kind, name, value, description)) })
        });
    }

    /// The value; `None` if the option is missing or its value is empty.
    #[must_use]
    pub fn get(&self) -> Option<Cow<'_, str>> {
        let handle = self.handle.get()?;
        // SAFETY: the option lives as long as the process and is no longer written.
        let text = unsafe { bytes(tileirasToolOptionValue(handle.0.as_ptr())) };
        (!text.is_empty()).then(|| lossy(text))
    }

    /// Whether a flag was given.
    #[must_use]
    pub fn is_given(&self) -> bool {
        self.get().is_some()
    }
}
