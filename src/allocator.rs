//! The allocator of the whole process, C++ included: jemalloc.
//!
//! A tool runs for seconds and ends; a server runs for hours. Each states its own settings with [`malloc_conf!`](crate::malloc_conf).
//! `MALLOC_CONF` in the environment overrides them. docs/PERFORMANCE.md has the figures.

use std::ffi::{CStr, c_char};
use tikv_jemallocator as _;

/// Settings of jemalloc, a constant C string.
#[repr(transparent)]
pub struct Settings(*const c_char);

// SAFETY: nobody writes through the pointer.
unsafe impl Sync for Settings {}

impl Settings {
    /// The settings that `text` states.
    #[must_use]
    pub const fn new(text: &'static CStr) -> Self {
        Self(text.as_ptr())
    }
}
