//! Output files are written atomically.

#![expect(clippy::expect_used, reason = "a test")]

use std::fs;
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;

use tileiras_driver::output::{Destination, OutputError};
use tileiras_test_support::folder::Folder;
use tileiras_test_support::process::{End, run_command};

#[test]
fn an_output_is_complete_and_leaves_no_other_file() {
    let folder = Folder::new();
    let path = folder.join("out");
    let destination = Destination::open(&path).expect("opened");
    assert!(!path.exists());
    destination.commit(b"new").expect("written");
    assert_eq!(fs::read(&path).expect("read"), b"new");
    assert_eq!(folder.names(), ["out"]);
    let plain = folder.join("plain");
    fs::write(&plain, "").expect("written");
    let mode = |path: &Path| fs::metadata(path).expect("there").permissions().mode();
    assert_eq!(mode(&path), mode(&plain), "the permissions are those of any other file");
}

#[test]
fn an_output_that_is_not_committed_keeps_the_old_file() {
    let folder = Folder::new();
    let path = folder.join("out");
    fs::write(&path, "old").expect("written");
    drop(Destination::open(&path).expect("opened"));
    assert_eq!(fs::read(&path).expect("read"), b"old");
    drop(Destination::open(&folder.join("other")).expect("opened"));
    assert_eq!(folder.names(), ["out"]);
}

/// The variable with the output of the process that is to die while it writes.
const DYING: &str = "TILEIRAS_TEST_OUTPUT";

/// The limit of the size of a file ends a process that does not handle SIGXFSZ, at that size. This test starts itself
/// as that process.
#[test]
fn a_process_that_dies_while_it_writes_keeps_the_old_file() {
    if let Some(path) = std::env::var_os(DYING) {
        let destination = Destination::open(Path::new(&path)).expect("opened");
        panic!("not killed: {:?}", destination.commit(&[b'x'; 1 << 20]));
    }
    let folder = Folder::new();
    let path = folder.join("out");
    fs::write(&path, "old").expect("written");
    let name = "a_process_that_dies_while_it_writes_keeps_the_old_file";
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -f 16; exec \"$0\" --exact \"$1\""]).arg(std::env::current_exe().expect("known"));
    command.arg(name).env(DYING, &path);
    let ran = run_command(command, b"");
    assert_eq!(ran.end, End::Signal(25), "{ran}");
    assert_eq!(fs::read(&path).expect("read"), b"old");
    let temporary = folder.names().into_iter().find(|name| name.starts_with(".tileiras")).expect("a temporary file");
    let written = fs::metadata(folder.join(&temporary)).expect("there").len();
    assert!(0 < written && written < 1 << 20, "{written} bytes");
}

#[test]
fn a_link_is_followed() {
    let folder = Folder::new();
    let other = Folder::new();
    let (link, target) = (folder.join("link"), other.join("target"));
    fs::write(&target, "old").expect("written");
    symlink(&target, &link).expect("linked");
    Destination::open(&link).expect("opened").commit(b"new").expect("written");
    assert!(link.is_symlink());
    assert_eq!(fs::read(&target).expect("read"), b"new");
}

#[test]
fn a_link_to_a_file_that_does_not_exist_is_followed() {
    let folder = Folder::new();
    symlink("second", folder.join("first")).expect("linked");
    symlink("target", folder.join("second")).expect("linked");
    Destination::open(&folder.join("first")).expect("opened").commit(b"new").expect("written");
    assert_eq!(fs::read(folder.join("target")).expect("read"), b"new");
    assert_eq!(folder.names(), ["first", "second", "target"]);
    symlink("loop", folder.join("loop")).expect("linked");
    let error = Destination::open(&folder.join("loop")).expect_err("a cycle");
    assert!(error.to_string().ends_with("loop': too many levels of symbolic links"), "{error}");
}

#[test]
fn a_device_is_written_to_and_not_replaced() {
    Destination::open(Path::new("/dev/null")).expect("opened").commit(b"new").expect("written");
    assert!(fs::metadata("/dev/null").expect("there").file_type().is_char_device());
}

#[test]
fn a_full_disk_is_reported() {
    let error = Destination::open(Path::new("/dev/full")).expect("opened").commit(b"new").expect_err("full");
    assert_eq!(error.to_string(), "cannot write '/dev/full': no space left on device");
}

#[test]
fn a_folder_that_accepts_no_file_is_reported_before_the_work() {
    let folder = Folder::new();
    let missing = folder.join("missing/out");
    let error = Destination::open(&missing).expect_err("no folder");
    let text = format!("cannot create a file in '{}': no such file or directory", folder.join("missing").display());
    assert!(error.to_string().ends_with(&text), "{error}");
    let file = folder.join("file");
    fs::write(&file, "").expect("written");
    let error = Destination::open(&file.join("out")).expect_err("a file is no folder");
    assert!(error.to_string().ends_with("': not a directory"), "{error}");
    let error = Destination::open(folder.path()).expect_err("a folder is no file");
    assert!(matches!(error, OutputError::IsFolder { .. }), "{error}");
    // No user can create a file there.
    let error = Destination::open(Path::new("/proc/out")).expect_err("no file there");
    assert!(error.to_string().starts_with("cannot write '/proc/out': cannot create a file in '/proc': "), "{error}");
}
