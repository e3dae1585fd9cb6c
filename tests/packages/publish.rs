//! Checks that the crates without MLIR can be published: their metadata, and that each builds from its package.

#![expect(clippy::expect_used, reason = "a test")]

use serde_json::Value;
use std::collections::BTreeSet;
use std::env;
use std::process::Command;
use tileiras_test_support::folder::Folder;
use tileiras_test_support::process::run_command;
use tileiras_test_support::tree::{read, root};

/// The packages that can be published. All others have `publish = false`.
const PUBLISHED: [&str; 7] = [
    "tileiras-contract",
    "tileiras-cubin",
    "tileiras-finding",
    "tileiras-kernel",
    "tileiras-lint",
    "tileiras-ptx",
    "tileiras-target",
];

fn cargo() -> Command {
    let mut command = Command::new(env::var_os("CARGO").expect("cargo runs the tests"));
    command.current_dir(root());
    command
}

/// The packages of the workspace, as `cargo metadata` describes them.
fn packages() -> Vec<Value> {
    let mut command = cargo();
    command.args(["metadata", "--offline", "--no-deps", "--format-version=1"]);
    let text = run_command(command, b"").expect_good().text();
    let metadata: Value = serde_json::from_str(&text).expect("the metadata is JSON");
    metadata["packages"].as_array().expect("a list").clone()
}

#[test]
fn the_packages_state_what_a_registry_needs() {
    let packages = packages();
    let published: Vec<&Value> = packages.iter().filter(|package| package["publish"].is_null()).collect();
    let names: BTreeSet<&str> = published.iter().filter_map(|package| package["name"].as_str()).collect();
    assert_eq!(names, BTreeSet::from(PUBLISHED));
    for package in published {
        let name = package["name"].as_str().expect("a name");
        for field in ["description", "license", "readme", "rust_version"] {
            assert!(package[field].as_str().is_some_and(|text| !text.is_empty()), "'{name}' has no {field}");
        }
        for field in ["keywords", "categories"] {
            let count = package[field].as_array().map_or(0, Vec::len);
            assert!((1..=5).contains(&count), "'{name}' has {count} {field}");
        }
        let folder = format!("crates/{}", name.trim_start_matches("tileiras-"));
        assert!(read(format!("{folder}/README.md")).starts_with(&format!("# {name}\n")), "{folder}/README.md");
        assert_eq!(read(format!("{folder}/LICENSE")), read("LICENSE"), "{folder}/LICENSE");
        // Tests may depend on packages that are not published: cargo leaves them out.
        let dependencies = package["dependencies"].as_array().expect("a list");
        for dependency in dependencies.iter().filter(|dependency| dependency["kind"] != "dev") {
            let uses = dependency["name"].as_str().expect("a name");
            assert!(dependency["req"] != "*", "'{name}' uses any version of '{uses}'");
            assert!(!uses.starts_with("tileiras-") || PUBLISHED.contains(&uses), "'{name}' uses '{uses}'");
        }
    }
}

/// Each package is built from its archive, with the archives of the others as its dependencies.
#[test]
fn each_package_builds_from_its_archive() {
    // A new folder each time: Cargo takes a package with a name and a version from a path to be the one of the time
    // before.
    let target = Folder::new();
    let mut command = cargo();
    command.args(["package", "--offline", "--allow-dirty", "--quiet"]);
    command.args(PUBLISHED.map(|name| format!("--package={name}")));
    command.env("CARGO_TARGET_DIR", target.path());
    command.env("CARGO_INCREMENTAL", "0").env("CARGO_PROFILE_DEV_DEBUG", "0");
    run_command(command, b"").expect_good();
    for name in PUBLISHED {
        let archive = target.join(format!("package/{name}-{}.crate", env!("CARGO_PKG_VERSION")));
        let mut tar = Command::new("tar");
        tar.arg("-tzf").arg(&archive);
        let files = run_command(tar, b"").expect_good().text();
        let files: BTreeSet<&str> = files.lines().filter_map(|line| Some(line.split_once('/')?.1)).collect();
        for file in ["Cargo.toml", "LICENSE", "README.md", "src/lib.rs"] {
            assert!(files.contains(file), "{} has no {file}", archive.display());
        }
        assert!(files.iter().all(|file| !file.starts_with("tests/")), "{} has tests", archive.display());
    }
}
