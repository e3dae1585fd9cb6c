//! What is registered is gone after `give_up`. One test alone: nothing can be registered in the process afterwards.

#![allow(clippy::expect_used, reason = "a test may panic")]

use std::fs;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::process::Command;
use tempfile::{NamedTempFile, TempDir};
use tileiras_ptxas::temporary::{give_up, hold};

#[test]
fn nothing_that_is_registered_stays() {
    let (_folder_hold, folder) = hold(TempDir::new).expect("a folder can be made");
    fs::write(folder.path().join("k.ptx"), "text").expect("a file can be written");
    let (_file_hold, file) = hold(NamedTempFile::new).expect("a file can be made");
    let (_child_hold, mut child) =
        hold(|| Command::new("sleep").arg("600").process_group(0).spawn()).expect("it starts");
    // What is no longer registered is somebody else's.
    let (released, kept) = hold(TempDir::new).expect("a folder can be made");
    drop(released);

    give_up();
    assert!(!folder.path().exists() && !file.path().exists());
    assert_eq!(child.wait().expect("it ends").signal(), Some(9));
    assert!(kept.path().exists());

    // Whoever comes later waits; nothing is made.
    let parent = kept.path().to_owned();
    std::thread::spawn(move || hold(|| TempDir::new_in(parent)).map(drop));
    std::thread::sleep(std::time::Duration::from_millis(100));
    assert_eq!(fs::read_dir(kept.path()).expect("it can be read").count(), 0);
    // Their ends would wait, too.
    std::mem::forget((_folder_hold, _file_hold, _child_hold));
}
