//! A registry of temporary files and child processes, to be cleaned up when the process ends early.
//!
//! Accepts a function that creates a temporary file, a temporary folder or a child process, and registers the result in
//! the same step. Guarantees that [`cleanup_for_exit`] kills each registered child and then removes each registered
//! file, and that nothing is created afterwards. There is one registry for both kinds, as a child must be dead before
//! its files are removed.
//!
//! Leaves out on purpose: the removal in normal operation, which is done by the owner, and SIGKILL, which no process
//! can handle.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Child;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, WaitOptions, kill_process, kill_process_group, waitpid};
use tempfile::{NamedTempFile, TempDir};

/// How long a worker may take to clean up.
const WORKER_GRACE: Duration = Duration::from_secs(2);

/// The pause between two signals to a worker.
const PAUSE: Duration = Duration::from_millis(5);

static REGISTRY: Mutex<Registry> = Mutex::new(Registry { next: 0, entries: Vec::new() });

#[derive(Debug)]
struct Registry {
    /// The number of the next registration. Numbers are not reused.
    next: u64,
    entries: Vec<(u64, Resource)>,
}

/// A registered resource.
#[derive(Debug)]
pub enum Resource {
    /// A file, or a folder with its content.
    Path(PathBuf),
    /// A process group, by the process ID of its leader.
    Group(Pid),
    /// A process that gets the signals of this one: a worker, or a program in its place.
    Process(Pid),
}

/// A type that can be registered.
pub trait Temporary {
    /// The resource to clean up; `None` if there is none.
    fn resource(&self) -> Option<Resource>;
}

impl Temporary for TempDir {
    fn resource(&self) -> Option<Resource> {
        Some(Resource::Path(self.path().to_owned()))
    }
}

impl Temporary for NamedTempFile {
    fn resource(&self) -> Option<Resource> {
        Some(Resource::Path(self.path().to_owned()))
    }
}

/// The child must be the leader of a process group.
impl Temporary for Child {
    fn resource(&self) -> Option<Resource> {
        Pid::from_raw(i32::try_from(self.id()).ok()?).map(Resource::Group)
    }
}

/// Removes a resource from the registry on drop. Drop it when the resource has been removed, or is about to be.
#[derive(Debug)]
pub struct Registration(u64);

/// Creates a resource and registers it. Blocks for ever after [`cleanup_for_exit`].
///
/// The registration is the first field of the result, so that a pattern `(registration, resource)` drops it last.
///
/// # Errors
/// The error of `create`.
pub fn register<T: Temporary>(create: impl FnOnce() -> io::Result<T>) -> io::Result<(Registration, T)> {
    let mut registry = lock();
    let created = create()?;
    let number = registry.next;
    registry.next += 1;
    registry.entries.extend(created.resource().map(|resource| (number, resource)));
    Ok((Registration(number), created))
}

/// Kills all registered process groups and removes all registered files. Call it right before the process exits:
/// threads that call [`register`] afterwards block.
pub fn cleanup_for_exit() {
    let registry = lock();
    end_workers(&registry);
    for (_, resource) in &registry.entries {
        if let Resource::Group(group) = resource {
            // Fails if the group has no process left.
            let _ = kill_process_group(*group, Signal::KILL);
        }
    }
    for (_, resource) in &registry.entries {
        if let Resource::Path(path) = resource {
            remove(path);
        }
    }
    // The lock is never released, so that no other thread creates a resource.
    std::mem::forget(registry);
}

/// Ends all registered workers: with SIGTERM, so that they clean up, and after [`WORKER_GRACE`] with SIGKILL.
fn end_workers(registry: &Registry) {
    let mut workers: Vec<Pid> = Vec::new();
    for (_, resource) in &registry.entries {
        if let Resource::Process(worker) = resource {
            workers.push(*worker);
        }
    }
    let began = Instant::now();
    while !workers.is_empty() {
        let signal = if began.elapsed() < WORKER_GRACE { Signal::TERM } else { Signal::KILL };
        // The signal is sent again and again: a worker that has cleaned up is ended by it.
        workers.retain(|worker| {
            if signal == Signal::KILL {
                // With the programs that it has started.
                let _ = kill_process_group(*worker, signal);
            }
            kill_process(*worker, signal).is_ok() && matches!(waitpid(Some(*worker), WaitOptions::NOHANG), Ok(None))
        });
        if signal == Signal::KILL {
            return;
        }
        sleep(PAUSE);
    }
}

/// Passes a signal, by its number, on to all registered processes. Workers remove their temporary files.
pub fn pass_on(signal: i32) {
    let Some(signal) = Signal::from_named_raw(signal) else { return };
    for (_, resource) in &lock().entries {
        if let Resource::Process(worker) = resource {
            // Fails if it has ended.
            let _ = kill_process(*worker, signal);
        }
    }
}

/// Removes everything from the registry, for a worker: its parent cleans up.
pub(crate) fn forget_all() {
    lock().entries.clear();
}

fn remove(path: &Path) {
    // A killed child may still create a file in the folder, so removal is tried several times. Errors are ignored: the
    // path may be removed already.
    for _ in 0..3 {
        if fs::remove_file(path).is_ok() || fs::remove_dir_all(path).is_ok() {
            return;
        }
    }
}

fn lock() -> MutexGuard<'static, Registry> {
    REGISTRY.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Drop for Registration {
    fn drop(&mut self) {
        lock().entries.retain(|(number, _)| *number != self.0);
    }
}
