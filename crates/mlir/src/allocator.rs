//! The allocator of a tool: that of the system, which ends a process without memory as C++ code does.
//!
//! Rust aborts a process that gets no memory, which looks like a crash. With [`Allocator`] as the global allocator, the
//! process ends with the message and the exit status of [`crate::recovery`].

use std::alloc::{GlobalAlloc, Layout, System};

use tileiras_mlir_sys_ext::tileirasEndOutOfMemory;

/// The allocator.
#[derive(Clone, Copy, Debug)]
pub struct Allocator;

/// Ends the process if it got no memory, unless [`crate::recovery`] was not asked to.
fn checked(memory: *mut u8) -> *mut u8 {
    if memory.is_null() {
        // SAFETY: the function ends the process or does nothing.
        unsafe { tileirasEndOutOfMemory() };
    }
    memory
}

// SAFETY: the functions pass on what they are called with, and return what the system's allocator returns.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as promised by the caller.
        checked(unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as promised by the caller.
        checked(unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        // SAFETY: as promised by the caller.
        checked(unsafe { System.realloc(memory, layout, new_size) })
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: as promised by the caller.
        unsafe { System.dealloc(memory, layout) }
    }
}
