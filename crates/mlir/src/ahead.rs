//! Going through many operations or attributes while memory brings the next ones.
//!
//! What the parser made is larger than the caches, and each look at an operation that nobody looked at lately waits for
//! memory. Which ones come next is known, so that they can be asked for in time.

use crate::function::Function;
use mlir_sys::MlirAttribute;

/// How many items ahead: enough work for memory to answer in, and few enough that the answers are not pushed out again.
const DISTANCE: usize = 12;

/// The size of a line of the cache in bytes, or a divisor of it.
const LINE: usize = 64;

/// What lies in memory that can be asked for.
pub trait Fetch {
    /// Where it begins, and how many bytes a look at it touches.
    fn extent(&self) -> (usize, usize);
}

/// The operation itself, and behind it what is inherent in a function, as far as its [`crate::function::Face`] is in there.
impl Fetch for Function<'_, '_> {
    fn extent(&self) -> (usize, usize) {
        (self.operation().to_raw().ptr.addr(), 320)
    }
}

/// The storage; the elements of an array stand before it.
impl Fetch for MlirAttribute {
    fn extent(&self) -> (usize, usize) {
        (self.ptr.addr().wrapping_sub(LINE), 2 * LINE)
    }
}

impl<T: Fetch, U> Fetch for (T, U) {
    fn extent(&self) -> (usize, usize) {
        self.0.extent()
    }
}

/// The items of a list, each asked for before its turn.
pub fn ahead<T: Fetch>(items: &[T]) -> impl Iterator<Item = &T> {
    items.iter().enumerate().map(|(number, item)| {
        if let Some(later) = items.get(number + DISTANCE) {
            fetch(later.extent());
        }
        item
    })
}

/// Asks for memory. Nothing waits for it, and any address may be given.
fn fetch((begin, bytes): (usize, usize)) {
    #[cfg(target_arch = "x86_64")]
    for address in (begin..begin.wrapping_add(bytes)).step_by(LINE) {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: an address that nothing stands at is passed over.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::without_provenance(address)) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (begin, bytes);
}
