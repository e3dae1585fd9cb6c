//! jemalloc as the allocator of the whole process, including C++.
//!
//! jemalloc reads its settings before `main`. `MALLOC_CONF` in the environment overrides them. docs/PERFORMANCE.md has
//! measurements.

use std::ffi::{CStr, OsString, c_char};

/// The settings of a compiler: freed pages are kept, in one arena for all threads, as the process is short-lived.
pub const SETTINGS: Settings = Settings::new(c"narenas:1,dirty_decay_ms:-1,muzzy_decay_ms:-1,thp:always");

/// The settings of a server: freed pages are returned to the system, also while it is idle.
const SERVER: &str = "narenas:default,dirty_decay_ms:10000,muzzy_decay_ms:0,thp:default,background_thread:true";

/// The variable with settings.
const VARIABLE: &str = "MALLOC_CONF";

/// The settings of jemalloc, as a constant C string.
#[repr(transparent)]
pub struct Settings(*const c_char);

// SAFETY: the text is constant.
unsafe impl Sync for Settings {}

impl Settings {
    const fn new(text: &'static CStr) -> Self {
        Self(text.as_ptr())
    }
}

/// Starts the program again with the settings of a server, unless the environment has settings.
pub fn use_settings_of_server(name: &str, command_line: &[OsString]) {
    if std::env::var_os(VARIABLE).is_none() {
        // If it fails, the server uses more memory.
        let _ = tileiras_process::restart(name, command_line.get(1..).unwrap_or_default(), (VARIABLE, SERVER));
    }
}
