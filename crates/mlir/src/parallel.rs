//! Reads IR on the threads of the context.

use crate::function::Function;
use melior::Context;
use melior::ir::{Attribute, OperationRef};
use mlir_sys::mlirOperationGetContext;
use std::any::Any;
use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tileiras_mlir_sys_ext::{tileirasHasThreads, tileirasParallelFor};

/// The number of items of one task. With fewer items, starting a thread costs more than it saves.
const TASK: usize = 2048;

/// A type that several threads may read at the same time, as long as no thread changes the IR.
///
/// # Safety
/// Everything that is reachable through a shared reference must be immutable or protected by a lock.
pub unsafe trait Shared {}

// SAFETY: MLIR allows concurrent reads of an operation; its uniquers take a lock.
unsafe impl Shared for Function<'_, '_> {}

/// A handle of the IR that was found on one thread and is used on another.
#[derive(Clone, Copy, Debug)]
pub struct Sent<H>(pub H);

// SAFETY: a handle is a pointer to what belongs to the IR or the context, which is the same on each thread. As for
// `Shared`, no thread changes the IR at the same time.
unsafe impl Send for Sent<OperationRef<'_, '_>> {}

// SAFETY: as above; attributes never change.
unsafe impl Send for Sent<Attribute<'_>> {}

/// A list that can be shared between threads.
struct List<'a, T>(&'a [T]);

// SAFETY: `Shared` requires it.
unsafe impl<T: Shared> Sync for List<'_, T> {}

/// Splits `items` into chunks, calls `read` on each, and returns the results in order.
///
/// The chunks run in parallel if there is more than one and multithreading is enabled in the context of `op`. A panic
/// in `read` is resumed after all chunks are done.
pub fn map<T: Shared, R: Send>(op: OperationRef<'_, '_>, items: &[T], read: impl Fn(&[T]) -> R + Sync) -> Vec<R> {
    let list = List(items);
    let found: Vec<Mutex<Option<R>>> = items.chunks(TASK).map(|_| Mutex::default()).collect();
    let task = |part: usize| {
        let list = &list;
        let begin = part * TASK;
        let result = read(&list.0[begin..list.0.len().min(begin + TASK)]);
        *lock(&found[part]) = Some(result);
    };
    run(op, found.len(), &task);
    found.iter().filter_map(|slot| lock(slot).take()).collect()
}

/// Runs `work` with multithreading disabled in the context. The uniquers of MLIR then take no lock, which is faster
/// where one thread creates many attributes.
pub fn with_threading_disabled<T>(context: &Context, work: impl FnOnce() -> T) -> T {
    /// Enables multithreading again, also after a panic.
    struct Restore<'c>(&'c Context);
    impl Drop for Restore<'_> {
        fn drop(&mut self) {
            self.0.enable_multi_threading(true);
        }
    }
    // SAFETY: the context is alive.
    let threads = unsafe { tileirasHasThreads(context.to_raw()) };
    let _restore = threads.then(|| {
        context.enable_multi_threading(false);
        Restore(context)
    });
    work()
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Calls `task` with each number less than `parts`. A panic is resumed after all calls are done.
fn run<F: Fn(usize) + Sync>(op: OperationRef<'_, '_>, parts: usize, task: &F) {
    struct Run<'t, F> {
        task: &'t F,
        panic: Mutex<Option<Box<dyn Any + Send>>>,
    }
    unsafe extern "C" fn call<F: Fn(usize) + Sync>(part: isize, run: *const c_void) {
        // SAFETY: `run` is the `Run` below, which outlives all calls.
        let run = unsafe { &*run.cast::<Run<'_, F>>() };
        // The panic is resumed by the caller, so `guard`, which turns it into a message, is not used.
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| (run.task)(part.unsigned_abs()))) {
            *lock(&run.panic) = Some(panic);
        }
    }
    let run = Run { task, panic: Mutex::new(None) };
    // SAFETY: the operation is alive, and `call` gets the `Run` as data on each thread.
    unsafe {
        let context = mlirOperationGetContext(op.to_raw());
        tileirasParallelFor(context, parts as isize, call::<F>, (&raw const run).cast());
    }
    if let Some(panic) = lock(&run.panic).take() {
        resume_unwind(panic);
    }
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "a test may panic")]
mod tests {
    use super::{TASK, map};
    use crate::function::Function;
    use crate::operation;
    use melior::Context;
    use melior::dialect::DialectRegistry;
    use melior::ir::Module;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    #[test]
    fn every_item_is_seen_once_and_in_order_and_a_panic_goes_on() {
        let registry = DialectRegistry::new();
        crate::tool::register_upstream_dialects((&registry).into());
        for threads in [true, false] {
            let context = Context::new();
            context.append_dialect_registry(&registry);
            context.enable_multi_threading(threads);
            context.load_all_available_dialects();
            let text: String = (0..2 * TASK + 1).map(|number| format!("func.func private @f{number}()\n")).collect();
            let module = Module::parse(&context, &text).expect("a module");
            let root = module.as_operation();
            let functions: Vec<_> = operation::child_operations(root).filter_map(Function::new).collect();
            let keys = |functions: &[Function<'_, '_>]| {
                functions.iter().map(|function| operation::key(function.operation())).collect::<Vec<_>>()
            };
            assert_eq!(map(root, &functions, keys).concat(), keys(&functions));
            assert_eq!(map(root, &functions[..0], keys).len(), 0);
            let last = operation::key(functions[2 * TASK].operation());
            let fail = |functions: &[Function<'_, '_>]| assert!(!keys(functions).contains(&last), "the last");
            assert!(catch_unwind(AssertUnwindSafe(|| map(root, &functions, fail))).is_err());
        }
    }
}
