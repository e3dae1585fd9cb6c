//! `cleanup_for_exit` removes what is registered. There is one test, since nothing can be registered in the process
//! afterwards.

#![allow(clippy::expect_used, reason = "a test may panic")]

use std::fs;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::process::Command;
use tempfile::{NamedTempFile, TempDir};
use tileiras_process::cleanup::{cleanup_for_exit, register};

#[test]
fn registered_files_and_processes_are_removed() {
    let (folder_registration, folder) = register(TempDir::new).expect("a folder can be made");
    fs::write(folder.path().join("k.ptx"), "text").expect("a file can be written");
    let (file_registration, file) = register(NamedTempFile::new).expect("a file can be made");
    let (child_registration, mut child) =
        register(|| Command::new("sleep").arg("600").process_group(0).spawn()).expect("it starts");
    // A folder whose registration was dropped is not removed.
    let (released, kept) = register(TempDir::new).expect("a folder can be made");
    drop(released);

    cleanup_for_exit();
    assert!(!folder.path().exists() && !file.path().exists());
    assert_eq!(child.wait().expect("it ends").signal(), Some(9));
    assert!(kept.path().exists());

    // A later registration blocks and creates nothing.
    let parent = kept.path().to_owned();
    std::thread::spawn(move || register(|| TempDir::new_in(parent)).map(drop));
    std::thread::sleep(std::time::Duration::from_millis(100));
    assert_eq!(fs::read_dir(kept.path()).expect("it can be read").count(), 0);
    // Dropping a registration would block, too.
    std::mem::forget((folder_registration, file_registration, child_registration));
}
