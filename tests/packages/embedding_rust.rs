//! Builds the project of docs/EMBEDDING.md that depends on the crate `tileiras`, outside the repository and without the
//! variables of the repository, and compares its output with that of `tileiras-opt`.
//!
//! Its dependencies are kept in `target/embedding-rust`. The first build takes about two minutes.

#![expect(clippy::expect_used, reason = "a test")]

use crate::common;
use std::env;
use std::process::Command;
use tileiras_test_support::folder::Folder;
use tileiras_test_support::process::{Run, run_command};
use tileiras_test_support::tree::{example, read, root};

/// The blocks of one language of the section about Rust.
fn blocks(language: &str) -> Vec<String> {
    let page = read("docs/EMBEDDING.md");
    let (_, section) = page.split_once("\n## Rust\n").expect("the page has a section about Rust");
    let section = section.split("\n## ").next().expect("text can be split");
    let fence = format!("```{language}\n");
    let blocks = section.split(&fence).skip(1).map(|rest| rest.split("```").next().expect("text can be split"));
    blocks.map(str::to_owned).collect()
}

/// The project of the page, without its `.cargo/config.toml`.
fn project() -> Folder {
    let folder = Folder::new();
    let manifest = &blocks("toml")[0];
    assert!(manifest.contains("/path/to/tileiras/"), "{manifest}");
    folder.file("Cargo.toml", manifest.replace("/path/to/tileiras", &root().display().to_string()));
    folder.file_of_mode("src/main.rs", &blocks("rust")[0], 0o644);
    // The versions that are downloaded.
    folder.file("Cargo.lock", read("Cargo.lock"));
    folder
}

/// A run of cargo in a project, with few variables, none of which is about LLVM.
fn cargo(project: &Folder, arguments: &[&str]) -> Command {
    let mut command = Command::new(env::var_os("CARGO").expect("cargo runs the tests"));
    command.args(arguments).arg("--offline").current_dir(project.path()).env_clear();
    for name in ["PATH", "HOME", "CARGO_HOME", "RUSTUP_HOME", "RUSTUP_TOOLCHAIN"] {
        command.envs(env::var_os(name).map(|value| (name, value)));
    }
    command.env("CARGO_TARGET_DIR", root().join("target/embedding-rust"));
    command.env("CARGO_INCREMENTAL", "0").env("CARGO_PROFILE_DEV_DEBUG", "0");
    command
}

#[test]
fn a_project_outside_prints_what_tileiras_opt_prints() {
    let project = project();
    project.file_of_mode(".cargo/config.toml", &blocks("toml")[1], 0o644);
    run_command(cargo(&project, &["build"]), b"").expect_good();
    let program = root().join("target/embedding-rust/debug/launch");
    let launch = |arguments: &[&str]| {
        let mut command = Command::new(&program);
        command.args(arguments).env_clear();
        run_command(command, b"")
    };
    let path = |name: &str| example(name).display().to_string();
    let cluster = "llvm.func @k() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128>, \
                   nvvm.cluster_dim = array<i32: 2>} { llvm.return }";
    for (input, chip, remarks) in [
        (path("hopper_gemm.mlir"), "sm_90a", 0),
        (path("host_launch.mlir"), "sm_100", 0),
        (path("hopper_gemm_spec.mlir"), "", 0),
        // A chip without clusters.
        (project.file("cluster.mlir", cluster).display().to_string(), "sm_80", 1),
    ] {
        let found = launch(&[&input, chip]).expect_good();
        let wanted = common::opt(&[&format!("--nvvm-launch=chip={chip}"), &input], b"").expect_good();
        assert_eq!(found.text(), wanted.text(), "{input}");
        // melior parses a text without the name of its file.
        assert_eq!(found.err, common::remarks(&wanted).replace(&input, "-"), "{input}");
        assert_eq!(found.err.matches(" [cluster-suppressed]\n").count(), remarks, "{found}");
    }
    let unknown = launch(&[&example("hopper_gemm.mlir").display().to_string(), "sm_9O"]).code(1);
    assert!(unknown.err.contains("unknown chip 'sm_9O', did you mean 'sm_90'?"), "{unknown}");
}

/// Builds a project that depends on the package that finds LLVM, with an `llvm-config` of another release on `PATH`.
fn build_with_another_llvm(variables: &[(&str, &str)]) -> Run {
    let project = project();
    let manifest = read(project.join("Cargo.toml")).replace("/crates/tileiras\"", "/crates/build-support\"");
    project.file("Cargo.toml", manifest.replace("tileiras = ", "tileiras-build-support = "));
    project.file_of_mode("bin/llvm-config", "#!/bin/sh\necho 14.0.6\n", 0o755);
    let mut command = cargo(&project, &["build"]);
    let path = env::var("PATH").expect("a search path");
    command.env("PATH", format!("{}:{path}", project.join("bin").display())).envs(variables.iter().copied());
    run_command(command, b"")
}

#[test]
fn the_build_says_how_to_find_llvm() {
    let run = build_with_another_llvm(&[]).code(101);
    let settings = blocks("toml")[1].lines().map(|line| format!("  {line}\n")).collect::<String>();
    run.stderr_contains(&[
        "run another program: llvm-config is of LLVM 14.0.6.\n  Put this into .cargo/config.toml, in the folder of your \
         Cargo.toml or of your workspace:\n",
        &settings,
    ]);
}

#[test]
fn the_build_says_what_to_install() {
    let run = build_with_another_llvm(&[("MLIR_SYS_220_PREFIX", "/nonexistent")]).code(101);
    run.stderr_contains(&[
        "LLVM 22 was not found: /nonexistent/bin/llvm-config cannot be run.\n",
        "apt install llvm-22-dev libmlir-22-dev mlir-22-tools",
    ]);
}
