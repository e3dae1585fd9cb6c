//! All tools as one program, as it is installed.

use std::process::ExitCode;

/// The settings of jemalloc.
// SAFETY: jemalloc reads the variable `malloc_conf`, a pointer to a C string, when it starts.
#[cfg(feature = "standalone")]
#[used]
#[unsafe(export_name = "malloc_conf")]
static MALLOC_CONF: tileiras_tools::allocator::Settings = tileiras_tools::allocator::SETTINGS;

/// The function with which LLVM makes the names of temporary files. It is the only one for which the program would need
/// glibc 2.36; with this one, 2.34 is enough.
// SAFETY: it takes and returns what the function of glibc does.
#[cfg(feature = "standalone")]
#[unsafe(no_mangle)]
extern "C" fn arc4random() -> u32 {
    let mut number = [0; 4];
    // A few bytes are read completely or not at all. The system call fails only on Linux before 3.17.
    if rustix::rand::getrandom(&mut number, rustix::rand::GetRandomFlags::empty()) != Ok(number.len()) {
        std::process::abort();
    }
    u32::from_ne_bytes(number)
}

fn main() -> ExitCode {
    tileiras_tools::tools::any(std::env::args_os().collect())
}
