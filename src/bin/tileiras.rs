//! All tools as one program, as it is installed.

use std::process::ExitCode;

/// The settings of jemalloc.
// SAFETY: jemalloc reads the variable `malloc_conf`, a pointer to a C string, when it starts.
#[cfg(feature = "standalone")]
#[used]
#[unsafe(export_name = "malloc_conf")]
static MALLOC_CONF: tileiras_tools::allocator::Settings = tileiras_tools::allocator::SETTINGS;

fn main() -> ExitCode {
    tileiras_tools::tools::any(std::env::args_os().collect())
}
