//! Options on the command line of a tool, beside upstream's.
//!
//! Accepts names that upstream does not have. Guarantees that the tool reads them, refuses what it cannot read, and lists
//! them in `--help`; a value is there while the tool runs. Leaves out on purpose: options of passes ([`crate::option`]).

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

/// What LLVM has of an option.
struct Handle(NonNull<TileirasToolOption>);

// SAFETY: LLVM writes an option while it reads the command line, before any thread of the tool asks, and never again.
unsafe impl Send for Handle {}
// SAFETY: as above.
unsafe impl Sync for Handle {}

impl ToolOption {
    /// `--name=<value>`; `value` says in `--help` what it is.
    #[must_use]
    pub const fn text(name: &'static str, value: &'static str, description: &'static str) -> Self {
        Self { kind: TileirasOptionKind::Text, name, value, description, handle: OnceLock::new() }
    }

    /// `--name`.
    #[must_use]
    pub const fn flag(name: &'static str, description: &'static str) -> Self {
        Self { kind: TileirasOptionKind::Flag, name, value: "", description, handle: OnceLock::new() }
    }

    /// The name, without dashes.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Makes the option known, once; before the tool reads its command line.
    pub fn register(&'static self) {
        self.handle.get_or_init(|| {
            let [name, value, description] = [self.name, self.value, self.description].map(raw);
            // SAFETY: the strings live as long as the process. LLVM's allocation does not return null.
            Handle(unsafe { NonNull::new_unchecked(tileirasToolOptionRegister(self.kind, name, value, description)) })
        });
    }

    /// The text that was given; none where the option, or its text, is missing.
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
