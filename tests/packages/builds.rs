//! Builds the projects of docs/BUILDS.md as the page prints them, with the installed tools: CMake, Bazel and Cargo.
//!
//! In each, a faulty kernel fails the build with the message of the tool, a changed kernel is compiled again, an
//! unchanged one is not, and a missing tool is reported.

#![expect(clippy::expect_used, reason = "a test")]

use crate::installation::installed;
use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::SystemTime;
use tileiras_test_support::folder::Folder;
use tileiras_test_support::process::{End, Run, run_command};
use tileiras_test_support::ptxas;
use tileiras_test_support::tree::read;

const KERNEL: &str = "kernels/saxpy.ll";

/// What the tools print about a faulty kernel, after the folder.
const FAULT: &str = "kernels/saxpy.ll:7:1: error: 'llvm.func' op 'nvvm.reqntid' must ask for at most 1024 threads in \
                     x, got 2048 [cta-thread-cap]\n";

fn good() -> String {
    read("examples/saxpy.ll")
}

/// The kernel with a block that no chip can launch.
fn faulty() -> String {
    let text = good().replace("!\"maxntidx\", i32 256", "!\"reqntidx\", i32 2048");
    assert_ne!(text, good());
    text
}

/// The blocks of one language of a section of the page.
fn blocks(section: &str, language: &str) -> Vec<String> {
    let page = read("docs/BUILDS.md");
    let (_, section) = page.split_once(&format!("\n## {section}\n")).expect("the page has the section");
    let section = section.split("\n## ").next().expect("text can be split");
    let fence = format!("```{language}\n");
    let blocks = section.split(&fence).skip(1).map(|rest| rest.split("```").next().expect("text can be split"));
    blocks.map(str::to_owned).collect()
}

/// What a program printed.
fn printed(run: &Run) -> String {
    run.text() + &run.err
}

/// A project, and an installation of the tools for it.
struct Project(Folder);

impl Project {
    /// A project with these files, a good kernel and a snapshot of its contract.
    fn new(files: &[(&str, &str)]) -> Self {
        let project = Self(Folder::new());
        installed(&project.prefix());
        for (name, text) in files {
            project.write(name, text);
        }
        project.write(KERNEL, &good());
        project.run("tileiras-contract", &["snapshot", KERNEL, "-o", "contracts.json"]).expect_good();
        project
    }

    fn prefix(&self) -> PathBuf {
        self.0.join("prefix")
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join("project").join(name)
    }

    fn write(&self, name: &str, text: &str) {
        self.0.file_of_mode(format!("project/{name}"), text, 0o644);
    }

    /// When a file of the project was written.
    fn time(&self, name: &str) -> SystemTime {
        let path = self.path(name);
        let data = fs::metadata(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        data.modified().expect("a file has a time")
    }

    /// Runs a program in the project with few variables, and without the tools.
    fn run_without_tools(&self, program: &str, arguments: &[&str]) -> Run {
        let path = env::var_os("PATH").expect("a search path");
        let others = env::split_paths(&path).filter(|folder| !folder.join("tileiras-cc").exists());
        self.run_with(program, arguments, others.collect())
    }

    /// The same with the tools.
    fn run(&self, program: &str, arguments: &[&str]) -> Run {
        let path = env::var_os("PATH").expect("a search path");
        let folders = std::iter::once(self.prefix().join("bin")).chain(env::split_paths(&path));
        self.run_with(program, arguments, folders.collect())
    }

    fn run_with(&self, program: &str, arguments: &[&str], folders: Vec<PathBuf>) -> Run {
        // `env` finds the program on the new path.
        let mut command = Command::new("env");
        command.arg(program).args(arguments).current_dir(self.path("")).env_clear();
        for name in ["HOME", "CARGO_HOME", "RUSTUP_HOME", "RUSTUP_TOOLCHAIN"] {
            command.envs(env::var_os(name).map(|value| (name, value)));
        }
        command.env("PATH", env::join_paths(folders).expect("folders of a path"));
        command.env("TILEIRAS_PTXAS", ptxas::program());
        run_command(command, b"")
    }
}

/// Asserts that a program fails with the message about the faulty kernel.
#[track_caller]
fn fails(run: &Run) {
    assert!(run.end != End::Exit(0) && printed(run).contains(FAULT), "{run}\n{}", run.text());
}

#[test]
fn the_project_of_cmake_is_built_and_tested() {
    let project = Project::new(&[("CMakeLists.txt", &blocks("CMake", "cmake")[0])]);
    let (cubin, build) = ("build/saxpy.cubin", ["--build", "build"]);
    let test = ["--test-dir", "build", "--output-on-failure"];
    project.run("cmake", &["-G", "Ninja", "-S", ".", "-B", "build"]).expect_good();
    project.run("cmake", &build).expect_good();
    project.run("ctest", &test).expect_good();
    project.run("cmake", &["--install", "build", "--prefix", "installed"]).expect_good();
    assert_eq!(fs::read(project.path("installed/share/example/saxpy.cubin")).ok(), fs::read(project.path(cubin)).ok());

    let first = project.time(cubin);
    project.run("cmake", &build).expect_good();
    assert_eq!(project.time(cubin), first, "an unchanged kernel was compiled");
    project.write(KERNEL, &good().replace("i32 256", "i32 128"));
    project.run("cmake", &build).expect_good();
    assert!(project.time(cubin) > first, "a changed kernel was not compiled");
    // The rules allow it, and the snapshot does not.
    let tested = project.run("ctest", &test);
    assert!(tested.text().contains("50% tests passed") && tested.text().contains("contracts (Failed)"), "{tested:?}");

    project.write(KERNEL, &faulty());
    fails(&project.run("cmake", &build));
    fails(&project.run("ctest", &test));

    // The project file of the folder is one of the sources, until it is removed.
    project.write(KERNEL, &good());
    project.write("tileiras.toml", "");
    project.run("cmake", &["build"]).expect_good();
    project.run("cmake", &build).expect_good();
    let before = project.time(cubin);
    project.write("tileiras.toml", "[rules]\n");
    project.run("cmake", &build).expect_good();
    assert!(project.time(cubin) > before, "a changed project file changes nothing");
    fs::remove_file(project.path("tileiras.toml")).expect("a file can be removed");
    project.run("cmake", &build).expect_good();
}

#[test]
fn cmake_reports_what_is_missing_or_unknown() {
    let project = Project::new(&[]);
    let configure = |text: &str| {
        project.write("CMakeLists.txt", text);
        fs::remove_dir_all(project.path("build")).ok();
        let run = project.run("cmake", &["-S", ".", "-B", "build"]);
        run.err.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let start = "cmake_minimum_required(VERSION 3.20)\nproject(example LANGUAGES NONE)\nfind_package(TileirasTools ";
    assert_eq!(configure(&format!("{start} 0.1 EXACT REQUIRED)")), "");
    for (line, wanted) in [
        ("tileiras_add_kernels(k CHIPS sm_90)", "tileiras_add_kernels: SOURCES is missing"),
        ("tileiras_add_kernels(k SOURCES a.ll CHIPS)", "tileiras_add_kernels: unknown, or without a value: CHIPS"),
        ("tileiras_add_kernels(k a.ll SOURCES b.ll)", "tileiras_add_kernels: unknown, or without a value: a.ll"),
        ("tileiras_add_test(FILES a.ll)", "tileiras_add_test: NAME is missing"),
        ("tileiras_add_test(NAME t FILES a SNAPSHOT b CHIPS sm_90)", "CHIPS has no effect with SNAPSHOT"),
    ] {
        let found = configure(&format!("{start} 0.1 REQUIRED)\n{line}\n"));
        assert!(found.contains(wanted), "{line}: {found}");
    }
    let found = configure(&format!("{start} 0.2 REQUIRED)"));
    assert!(found.contains("compatible with requested version \"0.2\""), "{found}");
    fs::remove_file(project.prefix().join("bin/tileiras-contract")).expect("a link can be removed");
    let found = configure(&format!("{start} REQUIRED)"));
    assert!(found.contains("bin/tileiras-contract is missing. Install the tools of tileiras again."), "{found}");
}

#[test]
fn the_cmake_package_has_the_version_of_the_tools() {
    let (version, file) = (env!("CARGO_PKG_VERSION"), read("builds/cmake/TileirasToolsConfigVersion.cmake"));
    assert!(file.contains(&format!("set(PACKAGE_VERSION \"{version}\")\n")), "{file}");
    let (release, minor) = (version.rsplit_once('.').expect("three numbers").0, version.split('.').nth(1));
    let minor = minor.expect("three numbers");
    assert!(file.contains(&format!("STREQUAL \"{release}\")\n")), "{file}");
    assert!(file.contains(&format!("set(PACKAGE_FIND_VERSION_MINOR {minor})\n")), "{file}");
}

/// A project of Bazel, whose server ends with it.
struct Bazel(Project);

impl Bazel {
    fn new() -> Self {
        let blocks = blocks("Bazel", "python");
        let [_, workspace, build] = &blocks[..] else { panic!("the page has {} files for Bazel", blocks.len()) };
        let project = Self(Project::new(&[("WORKSPACE", workspace), ("BUILD.bazel", build)]));
        let rules = read(project.0.prefix().join("share/tileiras/tileiras.bzl"));
        project.0.write("tileiras.bzl", &rules);
        // For tests, Bazel 4 downloads programs for coverage, which are not used.
        project.0.0.file_of_mode("coverage/WORKSPACE", "", 0o644);
        let tool = "filegroup(name = \"coverage_report_generator\", visibility = [\"//visibility:public\"])\n";
        project.0.0.file_of_mode("coverage/BUILD", tool, 0o644);
        project
    }

    fn words(&self, command: &[&str]) -> Vec<String> {
        let [state, coverage] = ["state", "coverage"].map(|name| self.0.0.join(name).display().to_string());
        let mut words = vec!["--nohome_rc".to_owned(), format!("--output_user_root={state}")];
        words.extend(command.iter().map(|&word| word.to_owned()));
        if command.len() > 1 {
            words.push(format!("--override_repository=remote_coverage_tools={coverage}"));
        }
        words
    }

    fn run(&self, command: &[&str]) -> Run {
        let words = self.words(command);
        self.0.run("bazel", &words.iter().map(String::as_str).collect::<Vec<_>>())
    }

    fn run_without_tools(&self, command: &[&str]) -> Run {
        let words = self.words(command);
        self.0.run_without_tools("bazel", &words.iter().map(String::as_str).collect::<Vec<_>>())
    }
}

impl Drop for Bazel {
    fn drop(&mut self) {
        self.run(&["shutdown"]);
    }
}

#[test]
fn the_project_of_bazel_is_built_and_tested() {
    let bazel = Bazel::new();
    let (project, cubin) = (&bazel.0, "bazel-bin/saxpy.cubin");
    let (build, test) = (["build", "//..."], ["test", "--test_output=errors", "//..."]);
    bazel.run(&build).expect_good();
    bazel.run(&test).expect_good();

    let first = project.time(cubin);
    bazel.run(&build).expect_good();
    assert_eq!(project.time(cubin), first, "an unchanged kernel was compiled");
    project.write(KERNEL, &good().replace("i32 256", "i32 128"));
    bazel.run(&build).expect_good();
    assert!(project.time(cubin) > first, "a changed kernel was not compiled");
    // The rules allow it, and the snapshot does not.
    let tested = printed(&bazel.run(&test).code(3));
    assert!(tested.contains("1 test passes and 1 fails locally"), "{tested}");

    project.write(KERNEL, &faulty());
    fails(&bazel.run(&build));
    fails(&bazel.run(&["test", "--test_output=errors", "//:rules_test"]));

    // For two chips, with a project file and with libdevice.
    let kernel = good().replace("fmul contract float %14, %1", "call float @__nv_sinf(float %14)");
    project.write(KERNEL, &(kernel + "declare float @__nv_sinf(float)\n"));
    project.write("rules.toml", "[rules]\nmaxntid-cap = \"error\"\n");
    let chips = "chips = [\"sm_80\", \"sm_90a\"],\n    config = \"rules.toml\"";
    project.write("BUILD.bazel", &read(project.path("BUILD.bazel")).replace("chips = [\"sm_90a\"]", chips));
    bazel.run(&build).expect_good();
    bazel.run(&["test", "--test_output=errors", "//:rules_test"]).expect_good();
    let shown = project.run("tileiras-contract", &["show", "bazel-bin/saxpy.fatbin"]).expect_good().text();
    assert!(shown.contains("cubin, sm_80,") && shown.contains("cubin, sm_90a,"), "{shown}");

    let wanted = "tileiras-cc is not on PATH: install tileiras, or add its folder bin to PATH";
    bazel.run_without_tools(&build).code(1).stderr_contains(&[wanted]);
}

#[test]
fn the_project_of_cargo_is_built() {
    let blocks = blocks("Cargo", "rust");
    let manifest = "[package]\nname = \"example\"\nversion = \"0.1.0\"\nedition = \"2024\"\n";
    let project = Project::new(&[("Cargo.toml", manifest), ("build.rs", &blocks[0]), ("src/main.rs", &blocks[1])]);
    let cargo = env::var("CARGO").expect("cargo runs the tests");
    let build = |project: &Project| project.run(&cargo, &["build", "--offline"]);
    let ran = project.run(&cargo, &["run", "--offline"]).expect_good().text();
    assert!(ran.trim_end().strip_suffix(" bytes").is_some_and(|size| size.parse::<usize>().is_ok()), "{ran}");

    assert!(!build(&project).expect_good().err.contains("Compiling"), "an unchanged kernel was compiled");
    // A warning of the rules is shown.
    project.write(KERNEL, &good().replace("i32 256", "i32 2048"));
    let warned = build(&project).expect_good().err;
    assert!(warned.contains("Compiling") && warned.contains("warning: example@0.1.0: kernels/saxpy.ll:7:1: warning: "));
    assert!(warned.contains(" [maxntid-cap]\n"), "{warned}");

    project.write(KERNEL, &faulty());
    fails(&build(&project));

    let missing = project.run_without_tools(&cargo, &["build", "--offline", "--target-dir=other"]).code(101);
    missing.stderr_contains(&["tileiras-cc cannot be run: ", ". Install tileiras, or add its folder bin to PATH.\n"]);
}
