//! The allocator of the whole process, C++ included: jemalloc, set up for tools that live for seconds.
//!
//! A page that is touched for the first time costs microseconds, in a virtual machine more. So what one thread gave back
//! another one takes (LLVM IR is read on a thread of its own), nothing is returned to the system, and pages are huge where
//! the system has such. `MALLOC_CONF` in the environment overrides each of the three. docs/PERFORMANCE.md has the figures.

use std::ffi::{CStr, c_char};
use tikv_jemallocator as _;

/// A pointer that nobody writes through.
#[repr(transparent)]
struct Options(*const c_char);

// SAFETY: the text is constant.
unsafe impl Sync for Options {}

const TEXT: &CStr = c"narenas:1,dirty_decay_ms:-1,muzzy_decay_ms:-1,thp:always";

// SAFETY: the name and the type are what jemalloc looks for when it starts.
#[used]
#[unsafe(export_name = "malloc_conf")]
static OPTIONS: Options = Options(TEXT.as_ptr());
