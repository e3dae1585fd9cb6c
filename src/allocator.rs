//! jemalloc as the allocator of the whole process, including C++.
//!
//! Each binary has its own settings ([`malloc_conf!`](crate::malloc_conf)), as a compiler runs for seconds and a server for
//! hours. `MALLOC_CONF` in the environment overrides them. docs/PERFORMANCE.md has measurements.

use std::ffi::{CStr, c_char};
use tikv_jemallocator as _;

/// The settings of jemalloc, as a constant C string.
#[repr(transparent)]
pub struct Settings(*const c_char);

// SAFETY: the text is constant.
unsafe impl Sync for Settings {}

impl Settings {
    /// The settings in `text`.
    #[must_use]
    pub const fn new(text: &'static CStr) -> Self {
        Self(text.as_ptr())
    }
}
