//! What `make install` installs works from any folder, and needs only what docs/VERSIONS.md states.
//!
//! `make test-packages` builds the released program and the pages first. `make dist-test` does the same on a bare
//! system.

#![expect(clippy::expect_used, reason = "a test")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tileiras_test_support::folder::Folder;
use tileiras_test_support::process::run_command;
use tileiras_test_support::ptxas;
use tileiras_test_support::tree::{below, files, name, read, root};
use tileiras_tools::tools::{self, TOOLS};

/// The shared libraries that every system with glibc has.
const LIBRARIES: [&str; 4] = ["ld-linux-x86-64.so.2", "libc.so.6", "libgcc_s.so.1", "libm.so.6"];

/// An installation in a folder.
pub fn installed(prefix: &Path) {
    let mut command = Command::new("python3");
    command.arg("scripts/packages").arg("stage").arg(prefix).current_dir(root());
    run_command(command, b"").expect_good();
}

#[test]
fn an_installation_works_where_it_was_moved() {
    let folder = Folder::new();
    installed(&folder.join("a"));
    let prefix = folder.join("moved to b");
    fs::rename(folder.join("a"), &prefix).expect("a folder can be moved");
    let bin = prefix.join("bin");
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap_or_default());
    let mut job = Command::new("sh");
    job.arg(root().join("scripts/dist-job.sh")).arg(prefix.join("share/doc/tileiras"));
    job.env("PATH", path).env("TILEIRAS_PTXAS", ptxas::program());
    run_command(job, b"").expect_good();

    let links: BTreeSet<_> = below(&bin).into_iter().filter(|path| path.is_symlink()).collect();
    assert_eq!(links, TOOLS.iter().map(|tool| bin.join(tool.name)).collect());
    assert!(links.iter().all(|link| fs::read_link(link).expect("a link") == Path::new(tools::NAME)), "{links:?}");
    // ptxas and libdevice are under NVIDIA's licence.
    let of_nvidia = ["ptxas", "nvlink", "fatbinary", "libdevice"];
    for path in below(&prefix) {
        let name = path.file_name().expect("a file has a name").to_string_lossy();
        assert!(!of_nvidia.iter().any(|part| name.starts_with(part)), "{} is installed", path.display());
    }
    for tool in TOOLS.iter().map(|tool| tool.name).chain([tools::NAME]) {
        let mut man = Command::new("man");
        man.arg("-M").arg(prefix.join("share/man")).arg(tool);
        let page = run_command(man, b"").expect_good().text();
        assert!(page.contains(tool), "{page}");
    }
    for shell in ["bash-completion/completions/tileiras-cc", "zsh/site-functions/_tileiras-cc"] {
        assert!(prefix.join("share").join(shell).is_file(), "{shell}");
    }
}

#[test]
fn every_page_and_example_is_installed() {
    let folder = Folder::new();
    installed(folder.path());
    let documents = folder.join("share/doc/tileiras");
    for source in files("docs", &[""]).iter().chain(&files("examples", &[""])) {
        assert!(documents.join(name(source)).is_file(), "{} is not installed", source.display());
    }
    // A second installation replaces the first.
    let before = below(folder.path());
    installed(folder.path());
    assert_eq!(below(folder.path()), before);
}

/// The lines that a program of binutils prints about the released program.
fn printed(program: &str, option: &str) -> String {
    let mut command = Command::new(program);
    command.arg(option).arg(released());
    run_command(command, b"").expect_good().text()
}

fn released() -> PathBuf {
    root().join("target/release").join(tools::NAME)
}

#[test]
fn the_program_needs_the_stated_glibc_and_no_other_library() {
    let dynamic = printed("objdump", "--private-headers");
    let needed = dynamic.lines().filter_map(|line| line.trim().strip_prefix("NEEDED"));
    let needed: Vec<&str> = needed.map(str::trim).collect();
    assert!(!needed.is_empty() && needed.iter().all(|library| LIBRARIES.contains(library)), "{needed:?}");

    let symbols = printed("objdump", "--dynamic-syms");
    let versions = symbols.split("GLIBC_2.").skip(1).filter_map(|rest| {
        rest.split(|letter: char| !letter.is_ascii_digit()).next().and_then(|number| number.parse::<u32>().ok())
    });
    let newest = versions.max().expect("a program uses glibc");
    let page = read("docs/VERSIONS.md");
    assert!(page.contains(&format!("glibc 2.{newest} or newer")), "the program needs glibc 2.{newest}");
}
