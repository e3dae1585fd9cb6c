//! The sets of `shim/StorageUniquer.cpp`, which declares these functions.
//!
//! No function of C++'s throws, and none of these panics short of running out of memory; would one, there is no other
//! storage to go on with, and `extern "C"` ends the process.

use std::ffi::c_void;
use std::ptr::NonNull;
use tileiras_uniquer::Set;

/// Whether the storage of the second argument is what the first one, the caller's data, looks for.
type IsIt = unsafe extern "C" fn(*const c_void, *const c_void) -> bool;

/// A new storage, never null, made of the caller's data.
type Make = unsafe extern "C" fn(*const c_void) -> *mut c_void;

/// An empty set, for [`tileirasSetDestroy`].
#[unsafe(no_mangle)]
extern "C" fn tileirasSetCreate() -> *mut Set {
    Box::into_raw(Box::default())
}

/// Ends a set. The storages stay.
///
/// # Safety
/// The set is one of [`tileirasSetCreate`]'s that nobody uses any more.
#[unsafe(no_mangle)]
unsafe extern "C" fn tileirasSetDestroy(set: *mut Set) {
    // SAFETY: as said.
    drop(unsafe { Box::from_raw(set) });
}

/// The storage that is looked for, or else a new one. `alone` says that no other thread has the set.
///
/// # Safety
/// The set is alive, and the functions take the data. They do not come back to it.
#[unsafe(no_mangle)]
unsafe extern "C" fn tileirasSetGet(
    set: *mut Set,
    alone: bool,
    hash: u32,
    is_it: IsIt,
    make: Make,
    data: *const c_void,
) -> *mut c_void {
    // SAFETY: as said; what is in a set is a storage, and a new one is not null.
    let is_it = |storage: NonNull<c_void>| unsafe { is_it(data, storage.as_ptr()) };
    // SAFETY: the same.
    let make = || unsafe { NonNull::new_unchecked(make(data)) };
    // SAFETY: as said; alone means that there is no other reference.
    let storage = unsafe {
        if alone { (*set).find_or_insert_alone(hash, is_it, make) } else { (*set).find_or_insert(hash, is_it, make) }
    };
    storage.as_ptr()
}

/// Shows every storage of a set.
///
/// # Safety
/// The set is alive, and the function takes the data.
#[unsafe(no_mangle)]
unsafe extern "C" fn tileirasSetVisit(
    set: *const Set,
    visit: unsafe extern "C" fn(*const c_void, *mut c_void),
    data: *const c_void,
) {
    // SAFETY: as said.
    unsafe { (*set).items().for_each(|storage| visit(data, storage.as_ptr())) }
}
