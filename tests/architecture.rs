//! The invariants of docs/ARCHITECTURE.md that can be read off the sources.

#![expect(clippy::expect_used, reason = "a test")]

use std::path::Path;
use tileiras_test_support::folder::names;
use tileiras_test_support::tree::{files, name, read, root};

/// The code of a Rust file: without comments and without its unit tests.
fn code(path: &Path) -> String {
    let text = read(path);
    let text = text.split("#[cfg(test)]").next().unwrap_or_default();
    text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

/// The files of `folders` outside `allowed` whose code holds one of `words`.
fn offenders(folders: &[&str], words: &[&str], allowed: &[&str]) -> Vec<String> {
    folders
        .iter()
        .flat_map(|folder| files(folder, &[".rs"]))
        .filter(|path| !allowed.iter().any(|allowed| name(path).starts_with(allowed) || name(path).ends_with(allowed)))
        .filter(|path| words.iter().any(|word| code(path).contains(word)))
        .map(|path| name(&path))
        .collect()
}

/// The sources that ship, tests aside.
const SHIPPED: [&str; 4] = ["crates", "dialects", "passes", "src"];

/// Each package with the packages of the project that it may use, and whether it may use MLIR. A package that is not listed
/// fails, and so does a dependency that is not.
#[rustfmt::skip] // a table
const ALLOWED: &[(&str, &[&str], bool)] = &[
    // Plain Rust.
    ("crates/build-support", &[], false),
    ("crates/target", &[], false),
    ("crates/kernel", &["target"], false),
    ("crates/contract", &["kernel", "target"], false),
    ("crates/ptx", &["contract", "kernel", "target"], false),
    ("crates/cubin", &["contract", "target"], false),
    ("crates/ptxas", &["target"], false),
    // MLIR in general: no launch facts.
    ("crates/mlir-sys-ext", &[], true),
    ("crates/mlir", &["mlir-sys-ext"], true),
    // The dialects, and what works on them.
    ("dialects/nvvm", &["contract", "kernel", "mlir", "ptx", "target"], true),
    ("dialects/nv_tileaa", &["mlir", "mlir-sys-ext", "target"], true),
    ("crates/translate", &["contract", "mlir", "nv-tileaa", "nvvm", "ptx", "target"], true),
    ("passes", &["contract", "kernel", "mlir", "nv-tileaa", "nvvm", "target", "translate"], true),
    // What tests use. Its readers of LLVM IR and MLIR must know nothing of the project's.
    ("tests/support", &["kernel"], false),
    // What is run.
    ("crates/plugin", &["mlir", "nv-tileaa", "passes"], true),
    ("crates/driver", &["contract", "cubin", "mlir", "nvvm", "passes", "ptx", "ptxas", "target", "translate"], true),
    (
        "crates/fuzz",
        &["contract", "cubin", "mlir", "nv-tileaa", "passes", "ptx", "ptxas", "target", "test-support", "translate"],
        true,
    ),
    ("", &["driver", "mlir", "nv-tileaa", "passes", "translate"], true),
];

/// The names of the packages in one section of a manifest.
fn dependencies(manifest: &str, section: &str) -> Vec<String> {
    let rest = manifest.split_once(&format!("\n[{section}]\n")).map_or("", |(_, rest)| rest);
    let lines = rest.lines().take_while(|line| !line.starts_with('[')).filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| Some(line.split_once(['.', ' '])?.0.to_owned())).collect()
}

#[test]
fn packages_use_only_what_they_may() {
    for (folder, allowed, knows_mlir) in ALLOWED {
        let manifest = read(Path::new(folder).join("Cargo.toml"));
        for name in dependencies(&manifest, "dependencies") {
            let is_mlir = ["melior", "mlir-sys"].contains(&name.as_str());
            assert!(!is_mlir || *knows_mlir, "'{folder}' uses {name}, and may not know MLIR");
            if let Some(own) = name.strip_prefix("tileiras-") {
                assert!(allowed.contains(&own), "'{folder}' uses {name}, which is not among {allowed:?}");
            }
        }
    }
    let members: Vec<String> = ["crates", "dialects", "tests"].iter().flat_map(|folder| members(folder)).collect();
    for member in members.iter().map(String::as_str).chain(["passes", ""]) {
        assert!(ALLOWED.iter().any(|(folder, ..)| *folder == member), "'{member}' has no row");
    }
    assert_eq!(members.len() + 2, ALLOWED.len());
}

/// The packages directly below a folder.
fn members(folder: &str) -> Vec<String> {
    let paths = names(&root().join(folder)).into_iter().map(|name| format!("{folder}/{name}"));
    paths.filter(|path| root().join(path).join("Cargo.toml").exists()).collect()
}

#[test]
fn only_the_shim_crate_declares_extern_imports() {
    let words = ["extern \"C\" {", "#[link("];
    assert_eq!(offenders(&SHIPPED, &words, &["crates/mlir-sys-ext/"]), [""; 0]);
}

#[test]
fn only_the_hand_off_starts_a_process() {
    let words = ["std::process::Command", "process::Command", "Command::new"];
    // What ships aside, tests start the programs that they test or compare with.
    let allowed = ["crates/ptxas/", "crates/build-support/", "build.rs", "crates/mlir/tests/", "crates/ptx/tests/"];
    assert_eq!(offenders(&SHIPPED, &words, &allowed), [""; 0]);
}

#[test]
fn passes_and_libraries_print_nothing() {
    let words = ["println!", "print!(", "dbg!(", "io::stdout", "io::stderr"];
    // The driver is what two of the tools do, output included; the plugin has no context to report to.
    let allowed = [
        "build.rs",
        "crates/build-support/",
        "crates/driver/",
        "crates/plugin/",
        "crates/mlir/src/tool.rs",
        "crates/mlir/tests/",
    ];
    assert_eq!(offenders(&["crates", "dialects", "passes"], &words, &allowed), [""; 0]);
}

#[test]
fn verifying_passes_never_mutate() {
    let words = ["set_", "remove", "replace(", "carry_out", "OperationBuilder"];
    for path in files("passes/src", &["_verify.rs"]) {
        for word in words {
            assert!(!code(&path).contains(word), "{} holds '{word}'", name(&path));
        }
    }
}

#[test]
fn order_is_written_in_the_pipelines_only() {
    let words = ["PipelineInfo", "builtin.module("];
    assert_eq!(offenders(&["passes", "dialects", "src"], &words, &["passes/src/pipeline.rs"]), [""; 0]);
}

#[test]
fn no_panic_crosses_the_boundary() {
    // A callback either goes through the guard or says why it cannot panic.
    for path in ["crates/mlir/src", "dialects", "crates/plugin/src", "crates/translate/src"]
        .iter()
        .flat_map(|folder| files(folder, &[".rs"]))
    {
        let text = read(&path);
        for callback in text.split("unsafe extern \"C\" fn").skip(1).filter(|rest| !rest.starts_with('(')) {
            let end =
                callback.find("\n}").unwrap_or(callback.len()).min(callback.find("\n    }\n").unwrap_or(usize::MAX));
            let body = &callback[..end];
            let safe = [
                "guard(",
                "guarded(",
                "catch_unwind(",
                "answer(",
                "short of running out of memory",
                "extend_from_slice",
            ];
            let pointer_type = !body.contains('{');
            assert!(pointer_type || safe.iter().any(|word| body.contains(word)), "{}: {body}", name(&path));
        }
    }
}

#[test]
fn every_pass_has_its_file_its_row_and_its_two_lit_tests() {
    let table = read("passes/Passes.td");
    let passes: Vec<&str> = table.split(": Pass<\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert!(passes.len() >= 3, "Passes.td lists {passes:?}");
    let tests = files("lit", &[".mlir"]);
    for pass in &passes {
        let file = root().join("passes/src").join(format!("{}.rs", pass.replace('-', "_")));
        assert!(file.exists(), "pass '{pass}' has no file {}", name(&file));
        for test in [format!("{pass}.mlir"), format!("{pass}-errors.mlir")] {
            assert!(tests.iter().any(|path| path.ends_with(&test)), "pass '{pass}' has no lit test {test}");
        }
    }
    for path in files("passes/src", &[".rs"]).iter().filter(|path| code(path).contains("impl Pass for")) {
        let stem = path.file_stem().expect("a file").to_string_lossy().replace('_', "-");
        assert!(passes.contains(&stem.as_str()), "{} has no row in Passes.td", name(path));
    }
}

#[test]
fn no_file_outgrows_five_hundred_lines() {
    let sources = ["crates", "dialects", "passes", "src", "tests"]
        .iter()
        .flat_map(|folder| files(folder, &[".rs", ".cpp", ".td"]));
    let long: Vec<String> = sources.filter(|path| read(path).lines().count() > 500).map(|path| name(&path)).collect();
    assert_eq!(long, [""; 0]);
}

/// Crates come from crates.io with their checksums, packages of pip with their hashes, and the lock file is in the tree.
#[test]
fn what_comes_from_elsewhere_is_pinned() {
    let lock = read("Cargo.lock");
    let packages: Vec<&str> =
        lock.split("[[package]]").skip(1).filter(|package| package.contains("source = ")).collect();
    assert!(packages.len() > 50, "the lock file has {} packages", packages.len());
    for package in packages {
        assert!(package.contains("source = \"registry+https://github.com/rust-lang/crates.io-index\""), "{package}");
        assert!(package.contains("checksum = \""), "{package}");
    }
    let pins = read("scripts/cuda-tools.txt");
    let pins: Vec<&str> = pins.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()).collect();
    assert!(!pins.is_empty());
    for pin in pins {
        assert!(pin.contains("==") && pin.contains("--hash=sha256:"), "{pin}");
    }
    for script in files("scripts", &[".sh"]) {
        for line in read(&script).lines().filter(|line| line.contains("pip install") && !line.contains("echo")) {
            let whole = read(&script);
            assert!(whole.contains("--require-hashes"), "{}: {line}", name(&script));
        }
    }
}
