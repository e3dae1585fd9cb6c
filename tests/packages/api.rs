//! The lists of the public API in `docs/api` are up to date.
//!
//! `make api` rewrites them. With a release of Rust whose rustdoc `scripts/api` cannot read, nothing is compared.

#![expect(clippy::expect_used, reason = "a test")]
#![expect(clippy::print_stderr, reason = "a test says why it compares nothing")]

use std::path::Path;
use std::process::Command;
use tileiras_test_support::process::{End, run_command};
use tileiras_test_support::tree::root;

#[test]
fn the_lists_of_the_public_api_are_fresh() {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("it is in the target folder");
    let mut command = Command::new(std::env::var_os("CARGO").expect("cargo runs the tests"));
    command.current_dir(root()).env("CARGO_TARGET_DIR", target);
    command.args(["run", "--quiet", "--locked", "--manifest-path", "scripts/api/Cargo.toml", "--target-dir"]);
    command.arg(target.join("api")).args(["--", "--check"]);
    let run = run_command(command, b"");
    match run.err.lines().find(|line| line.contains("rustdoc writes format")) {
        Some(reason) => eprintln!("nothing is compared: {reason}"),
        None => assert!(run.end == End::Exit(0), "{run}"),
    }
}
