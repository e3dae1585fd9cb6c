//! The C API: `libTileirasC`, with the headers `include/tileiras-c/`.
//!
//! Accepts the handles of MLIR's C API, of a tool that uses the LLVM release for which the library was built.
//! Guarantees that no panic leaves a function: it is printed, and the function returns a null handle or failure. Leaves
//! out on purpose: what MLIR's own C API has, such as pipelines as text and running passes.
//!
//! Registration changes MLIR's global registry of passes, which is not safe for threads. The functions here do not run
//! at the same time as each other, but nothing else may use the registry at that time.

#![allow(non_snake_case, reason = "the names are those of MLIR's C API")]

mod dialect;
mod passes;

use tileiras_mlir::guard::guard;

/// Runs `work`. After a panic, prints its message and returns `failed`. No diagnostic can be emitted without a context.
#[expect(clippy::print_stderr, reason = "there is no context for a diagnostic")]
fn guarded<T>(failed: T, work: impl FnOnce() -> T) -> T {
    guard(work).unwrap_or_else(|panic| {
        eprintln!("tileiras: {panic}");
        failed
    })
}

#[cfg(test)]
mod tests {
    use super::guarded;

    #[test]
    fn a_panic_does_not_leave_the_library() {
        assert_eq!(guarded(1, || panic!("planted")), 1);
        assert_eq!(guarded(1, || 2), 2);
    }
}
