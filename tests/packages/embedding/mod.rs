//! Checks the C library and its CMake package: stages them as `make libraries` does, and builds the
//! examples of docs/EMBEDDING.md with them.

#![expect(clippy::expect_used, reason = "a test")]

use crate::common;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tileiras_test_support::folder::Folder;
use tileiras_test_support::llvm;
use tileiras_test_support::process::{Run, run, run_command};
use tileiras_test_support::tree::{example, files, passes, read, root};

const HEADERS: [&str; 2] = ["crates/capi/include/tileiras-c/Dialects.h", "crates/capi/include/tileiras-c/Passes.h"];

/// The folder of the released libraries.
fn built() -> PathBuf {
    let folder = common::tools().with_file_name("release");
    let library = folder.join("libTileirasC.so");
    assert!(library.is_file(), "{} is missing: run `make libraries` first", library.display());
    folder
}

fn run_cmake(arguments: &[&OsStr]) -> Run {
    let mut command = Command::new("cmake");
    command.args(arguments).env("MLIR_SYS_220_PREFIX", llvm::prefix()).env_remove("CXX").env_remove("CC");
    run_command(command, b"")
}

/// The package, in a folder other than the one that it was made in.
fn package(folder: &Folder) -> PathBuf {
    let [from, to] =
        [("FROM", built()), ("TO", folder.join("made"))].map(|(name, path)| format!("-D{name}={}", path.display()));
    let script = root().join("scripts/libraries.cmake");
    run_cmake(&[from.as_ref(), to.as_ref(), "-P".as_ref(), script.as_ref()]).expect_good();
    let moved = folder.join("moved");
    fs::rename(folder.join("made"), &moved).expect("the package can be moved");
    moved
}

/// Configures the project in `source` with a compiler of C++ such as `clang++`.
fn configure(package: &Path, source: &Path, build: &Path, compiler: &Path, settings: &[&str]) -> Run {
    let prefix = format!("-DCMAKE_PREFIX_PATH={}", package.display());
    let compiler = format!("-DCMAKE_CXX_COMPILER={}", compiler.display());
    let paths = [OsStr::new("-S"), source.as_os_str(), OsStr::new("-B"), build.as_os_str()];
    let settings = ["-GNinja", &prefix, &compiler].into_iter().chain(settings.iter().copied()).map(OsStr::new);
    run_cmake(&paths.into_iter().chain(settings).collect::<Vec<_>>())
}

fn clang() -> PathBuf {
    llvm::tool("clang++")
}

/// The names of the functions that a header declares.
fn declared() -> BTreeSet<String> {
    let mut found = BTreeSet::from(["mlirGetDialectHandle__nv_tileaa__".to_owned()]);
    assert!(read(HEADERS[0]).contains("\nMLIR_DECLARE_CAPI_DIALECT_REGISTRATION(NVTileAA, nv_tileaa);\n"));
    for header in HEADERS {
        let text = read(header);
        let names = text.split("\nMLIR_CAPI_EXPORTED ").skip(1).map(|rest| rest.split_once('(').expect("a function").0);
        found.extend(names.map(|name| name.split_once(' ').expect("a type and a name").1.to_owned()));
    }
    found
}

#[test]
fn the_header_has_two_functions_for_each_pass() {
    let (header, passes) = (read(HEADERS[1]), passes());
    for (name, argument) in &passes {
        let wanted = format!(
            "/* {argument} */\n\
             MLIR_CAPI_EXPORTED MlirPass tileirasCreate{name}Pass(void);\n\
             MLIR_CAPI_EXPORTED void tileirasRegister{name}Pass(void);\n"
        );
        assert!(header.contains(&wanted), "Passes.h lacks\n{wanted}");
    }
    let functions = declared().iter().filter(|name| name.ends_with("Pass")).count();
    assert_eq!(functions, 2 * passes.len(), "Passes.h has functions for other passes");
}

/// The names of the symbols that a library defines for its users.
fn exported(library: &Path, flags: &[&str]) -> BTreeSet<String> {
    let mut command = Command::new(llvm::tool("llvm-nm"));
    command.args(["--defined-only", "--format=just-symbols"]).args(flags).arg(library);
    let text = run_command(command, b"").expect_good().text();
    text.lines().filter(|line| !line.is_empty() && !line.ends_with(':')).map(str::to_owned).collect()
}

#[test]
fn the_libraries_export_what_the_headers_declare() {
    let folder = Folder::new();
    let libraries = package(&folder).join("lib");
    assert_eq!(exported(&libraries.join("libTileirasC.so"), &["--dynamic"]), declared());
    assert_eq!(exported(&libraries.join("libTileirasC.a"), &["--extern-only"]), declared());
    let plugin = ["mlirGetDialectPluginInfo", "mlirGetPassPluginInfo"].map(str::to_owned);
    assert_eq!(exported(&libraries.join("libtileiras_plugin.so"), &["--dynamic"]), BTreeSet::from(plugin));
    // They are stripped, use the MLIR of their program, and name their version.
    for name in ["libTileirasC.so", "libtileiras_plugin.so"] {
        assert_eq!(exported(&libraries.join(name), &[]), BTreeSet::new(), "{name} has a symbol table");
        let path = libraries.join(name).display().to_string();
        let shown = run(llvm::tool("llvm-readelf"), &["--dynamic-table", &path], b"");
        let shown = shown.expect_good().text();
        assert!(shown.contains("[libMLIR.so.22.") && shown.contains("[libLLVM.so.22."), "{name}: {shown}");
        assert!(name != "libTileirasC.so" || shown.contains("soname: [libTileirasC.so.0.1]"), "{shown}");
    }
}

/// Builds the example with one of the libraries, and compares its programs with `tileiras-opt`.
fn example_prints_what_tileiras_opt_prints(settings: &[&str]) {
    let folder = Folder::new();
    let (package, build) = (package(&folder), folder.join("build"));
    let configured = configure(&package, &example("embedding-cpp"), &build, &clang(), settings).expect_good();
    assert!(!configured.err.contains("Warning"), "{}", configured.err);
    run_cmake(&["--build".as_ref(), build.as_ref()]).expect_good();

    let mut inputs: Vec<String> = files("examples", &[".mlir"]).iter().map(|path| path.display().to_string()).collect();
    let bad = "llvm.func @k() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 1024, 2>}";
    inputs.push(folder.file("bad.mlir", bad).display().to_string());
    let runs = inputs.iter().map(|input| (input.as_str(), "sm_90a"));
    // A chip without clusters.
    let host = example("host_launch.mlir").display().to_string();
    for (input, chip) in runs.chain([(host.as_str(), "sm_80")]) {
        let pass = format!("--nvvm-launch=chip={chip}");
        same(&run(build.join("launch-opt"), &[&pass, input], b""), &common::opt(&[&pass, input], b""));
        let passes = format!(
            "--pass-pipeline=builtin.module(nvvm-transplant,nvvm-legalize{{chip={chip}}},\
             nvvm-verify{{form=canonical chip={chip}}},convert-gpu-to-nv-tileaa)"
        );
        let compiled = run(build.join("compile"), &[input, chip], b"");
        same(&compiled, &common::opt(&[&passes, input], b""));
        assert_eq!(compiled.err.matches(" [cluster-suppressed]\n").count(), if chip == "sm_80" { 2 } else { 0 });
    }
    let unknown = run(build.join("compile"), &[&inputs[0], "sm_9O"], b"").code(1);
    assert!(unknown.err.starts_with("nvvm-legalize: unknown chip 'sm_9O', did you mean 'sm_90'?"), "{unknown}");
}

/// A module for a program that has few dialects.
const SMALL: &str = r#"module attributes {gpu.container_module} {
  gpu.module @m [#nvvm.target<chip = "sm_90">] {
    gpu.func @k(%a: f32) kernel attributes {nvvm.maxntidx = 128 : i32} { gpu.return }
  }
  func.func @f(%i: index, %a: f32) {
    gpu.launch_func @m::@k blocks in (%i, %i, %i) threads in (%i, %i, %i) args(%a : f32)
    return
  }
}
"#;

/// Fails unless two programs ended in the same way with the same output, byte for byte.
fn same(found: &Run, wanted: &Run) {
    assert!(found.end == wanted.end && found.out == wanted.out && found.err == wanted.err, "{found}\n{wanted}");
}

#[test]
fn a_program_with_the_shared_library_prints_what_tileiras_opt_prints() {
    example_prints_what_tileiras_opt_prints(&[]);
}

#[test]
fn a_program_with_the_static_library_prints_what_tileiras_opt_prints() {
    example_prints_what_tileiras_opt_prints(&["-DLIBRARY=Tileiras::TileirasCStatic", "-DMLIR_LINK_MLIR_DYLIB=ON"]);
}

/// A program that has MLIR in it, with the archives that the package names and no others.
#[test]
fn a_program_with_the_static_libraries_of_mlir_has_the_dialect_and_the_passes() {
    let folder = Folder::new();
    let package = package(&folder);
    folder.file(
        "CMakeLists.txt",
        r#"cmake_minimum_required(VERSION 3.20)
project(p LANGUAGES C CXX)
find_package(Tileiras REQUIRED CONFIG)
set(CMAKE_CXX_STANDARD 17)
list(APPEND CMAKE_MODULE_PATH "${LLVM_CMAKE_DIR}")
include(HandleLLVMOptions)
add_executable(p p.cpp)
target_link_libraries(p PRIVATE Tileiras::TileirasCStatic)
"#,
    );
    folder.file(
        "p.cpp",
        r#"#include "mlir/CAPI/IR.h"
#include "mlir/IR/MLIRContext.h"
#include "tileiras-c/Dialects.h"
#include "tileiras-c/Passes.h"

int main() {
  mlir::DialectRegistry registry;
  tileirasRegisterAllDialects(wrap(&registry));
  tileirasRegisterNVVMVerifyPass();
  mlir::MLIRContext context(registry);
  return context.getOrLoadDialect("nv_tileaa") ? 0 : 1;
}
"#,
    );
    let build = folder.join("build");
    configure(&package, folder.path(), &build, &clang(), &[]).expect_good();
    run_cmake(&["--build".as_ref(), build.as_os_str()]).expect_good();
    run(build.join("p"), &[""; 0], b"").expect_good();
}

/// Configures a project with g++.
fn configured_with_gcc(project: &str) -> Run {
    let folder = Folder::new();
    let package = package(&folder);
    folder.file("CMakeLists.txt", format!("cmake_minimum_required(VERSION 3.20)\nproject(p)\n{project}\n"));
    configure(&package, folder.path(), &folder.join("build"), Path::new("g++"), &[])
}

#[test]
fn another_compiler_than_that_of_mlir_is_warned_about() {
    let configured = configured_with_gcc("find_package(Tileiras 0.1 REQUIRED)").expect_good();
    let words = configured.err.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("MLIR was built with Clang, and this project is compiled with GNU."), "{words}");
}

#[test]
fn another_minor_version_is_not_found() {
    let run = configured_with_gcc("find_package(Tileiras 0.2 REQUIRED)").code(1);
    assert!(run.err.contains("compatible with requested version \"0.2\""), "{run}");
}

/// Links MLIR statically: the library refers only to the parts of MLIR that it uses.
#[test]
fn a_program_in_c_with_static_mlir_prints_what_tileiras_opt_prints() {
    let package = built().with_file_name("libraries").join("prefix");
    assert!(package.is_dir(), "{} is missing: run `make libraries` first", package.display());
    let folder = Folder::new();
    configure(&package, &example("embedding-c"), folder.path(), &clang(), &[]).expect_good();
    run_cmake(&["--build".as_ref(), folder.path().as_os_str()]).expect_good();
    let program = folder.join("launch");
    let bad = SMALL.replace("maxntidx = 128", "reqntidx = 2048");
    let cluster = SMALL.replace("nvvm.maxntidx", "nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.maxntidx");
    for (input, options, code) in [
        (SMALL, "", 0),
        (SMALL, "chip=sm_90a", 0),
        (SMALL, "chip=sm_9O", 1),
        (&bad, "", 1),
        (&cluster, "chip=sm_80", 0),
    ] {
        let found = run(&program, &[options], input).code(code);
        let pipeline = format!("--pass-pipeline=builtin.module(nvvm-launch{{{options}}})");
        let wanted = common::opt(&["-", &pipeline], input).code(code);
        assert_eq!(found.out, wanted.out, "{options}");
        if code == 0 {
            assert_eq!(found.err, common::remarks(&wanted), "{options}");
        }
        assert_eq!(found.err.contains(" [cluster-suppressed]\n"), options == "chip=sm_80", "{found}");
        assert_eq!(found.err.is_empty(), code == 0 && options != "chip=sm_80", "{found}");
    }
}

/// `tileiras-opt` loads plugins of others, and a stock `mlir-opt` loads them beside that of this project.
#[test]
fn plugins_of_others_load() {
    let folder = Folder::new();
    let build = folder.join("build");
    configure(&llvm::prefix(), &root().join("tests/packages/embedding/plugin"), &build, &clang(), &[]).expect_good();
    run_cmake(&["--build".as_ref(), build.as_ref()]).expect_good();
    let load = |library: &Path| ["pass", "dialect"].map(|kind| format!("--load-{kind}-plugin={}", library.display()));
    let [others, ours] = [build.join("libmark.so"), built().join("libtileiras_plugin.so")].map(|path| load(&path));
    let arguments = |plugins: &[String]| {
        let pipeline = "--pass-pipeline=builtin.module(mark,nvvm-launch)".to_owned();
        plugins.iter().cloned().chain([pipeline, "-".to_owned()]).collect::<Vec<_>>()
    };
    let input = "module attributes {mark.input} { llvm.func @k() attributes {nvvm.kernel, nvvm.maxntidx = 128 : i32} }";
    let mut cases = vec![(llvm::tool("mlir-opt"), [ours.clone(), others.clone()].concat())];
    // With LLVM and MLIR inside, a tool loads no plugin.
    if !cfg!(feature = "standalone") {
        cases.push((PathBuf::from(common::OPT), others.to_vec()));
        cases.push((PathBuf::from(common::OPT), [ours, others].concat()));
    }
    for (program, plugins) in cases {
        let arguments = arguments(&plugins);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let text = run(&program, &arguments, input).expect_good().text();
        assert!(text.starts_with("module attributes {mark.done, mark.input} {\n"), "{text}");
        assert!(text.contains("nvvm.maxntid = array<i32: 128, 1, 1>"), "{text}");
    }
}
