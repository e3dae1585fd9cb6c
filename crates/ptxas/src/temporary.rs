//! What must not outlive the process: files and folders for the time being, and running children.
//!
//! Accepts what makes one of them, and registers it in the same step. Guarantees that [`give_up`] finds each that was made
//! and not yet gone, that none is made after it, and that a child is ended before what it writes to is removed. Leaves out
//! on purpose: removal in the usual course, which is the owner's; and SIGKILL, after which nothing is removed.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Child;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustix::process::{Pid, Signal, kill_process_group};
use tempfile::{NamedTempFile, TempDir};

static HELD: Mutex<Held> = Mutex::new(Held { next: 0, items: Vec::new() });

#[derive(Debug)]
struct Held {
    /// No two registrations have the same number.
    next: u64,
    items: Vec<(u64, Item)>,
}

/// Something that must not stay.
#[derive(Debug)]
pub enum Item {
    /// A file, or a folder with what is in it.
    Path(PathBuf),
    /// A child that leads a process group.
    Group(Pid),
}

/// What has a form in which it is registered.
pub trait Temporary {
    /// That form; none if there is nothing to do about it.
    fn item(&self) -> Option<Item>;
}

impl Temporary for TempDir {
    fn item(&self) -> Option<Item> {
        Some(Item::Path(self.path().to_owned()))
    }
}

impl Temporary for NamedTempFile {
    fn item(&self) -> Option<Item> {
        Some(Item::Path(self.path().to_owned()))
    }
}

impl Temporary for Child {
    fn item(&self) -> Option<Item> {
        Pid::from_raw(i32::try_from(self.id()).ok()?).map(Item::Group)
    }
}

/// Ends a registration when it is dropped: what was registered is gone by then, or about to be.
#[derive(Debug)]
pub struct Hold(u64);

/// Makes something and registers it; the registration comes first, so that it is dropped last. Waits for ever once [`give_up`] was called.
///
/// # Errors
/// What `make` says.
pub fn hold<T: Temporary>(make: impl FnOnce() -> io::Result<T>) -> io::Result<(Hold, T)> {
    let mut held = held();
    let made = make()?;
    let number = held.next;
    held.next += 1;
    held.items.extend(made.item().map(|item| (number, item)));
    Ok((Hold(number), made))
}

/// Removes everything that is registered, for a process that ends at once. Nothing can be registered afterwards: whoever
/// wants to, waits.
pub fn give_up() {
    let held = held();
    for (_, item) in &held.items {
        if let Item::Group(group) = item {
            // It fails if nothing is left to kill.
            let _ = kill_process_group(*group, Signal::KILL);
        }
    }
    for (_, item) in &held.items {
        if let Item::Path(path) = item {
            remove(path);
        }
    }
    // Never released, so that other threads make nothing anew until the process is gone.
    std::mem::forget(held);
}

fn remove(path: &Path) {
    // What is gone already is as it should be. A child that is being killed may still add a file: again, then.
    for _ in 0..3 {
        if fs::remove_file(path).is_ok() || fs::remove_dir_all(path).is_ok() {
            return;
        }
    }
}

fn held() -> MutexGuard<'static, Held> {
    HELD.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Drop for Hold {
    fn drop(&mut self) {
        held().items.retain(|(number, _)| *number != self.0);
    }
}
