//! Checks the invariants of docs/ARCHITECTURE.md that the source text shows.

#![expect(clippy::expect_used, reason = "a test")]

use std::collections::BTreeMap;
use std::path::Path;
use tileiras_test_support::folder::names;
use tileiras_test_support::tree::{code, files, name, passes, read, root};

/// The files of `folders` outside `allowed` whose code contains one of `words`.
fn offenders(folders: &[&str], words: &[&str], allowed: &[&str]) -> Vec<String> {
    folders
        .iter()
        .flat_map(|folder| files(folder, &[".rs"]))
        .filter(|path| !allowed.iter().any(|allowed| name(path).starts_with(allowed) || name(path).ends_with(allowed)))
        .filter(|path| words.iter().any(|word| code(path).contains(word)))
        .map(|path| name(&path))
        .collect()
}

/// The folders of the code that is installed.
const SHIPPED: [&str; 4] = ["crates", "dialects", "passes", "src"];

/// Each package with the packages of the project that it may use, and whether it may use MLIR. The test fails for a
/// package or a dependency that is not listed.
#[rustfmt::skip] // a table
const ALLOWED: &[(&str, &[&str], bool)] = &[
    // Plain Rust.
    ("crates/build-support", &[], false),
    ("crates/target", &[], false),
    ("crates/kernel", &["target"], false),
    ("crates/finding", &[], false),
    ("crates/contract", &["finding", "target"], false),
    ("crates/lint", &["contract", "finding", "kernel", "target"], false),
    ("crates/ptx", &["contract", "finding", "kernel", "lint", "target"], false),
    ("crates/cubin", &["contract", "target"], false),
    ("crates/container", &["cubin"], false),
    ("crates/report", &["contract", "finding", "target"], false),
    ("crates/process", &[], false),
    ("crates/ptxas", &["process", "target"], false),
    ("crates/knobs", &[], false),
    ("scripts/api", &[], false),
    ("scripts/gpu", &["contract", "cubin", "finding", "ptx", "ptxas", "target"], false),
    // MLIR in general: no launch facts.
    ("crates/mlir-sys-ext", &[], true),
    ("crates/mlir", &["mlir-sys-ext"], true),
    // The dialects, and the code that changes and translates them.
    ("dialects/nvvm", &["contract", "cubin", "kernel", "mlir", "ptx", "target"], true),
    ("dialects/nv_tileaa", &["mlir", "mlir-sys-ext", "target"], true),
    ("crates/translate", &["contract", "finding", "mlir", "nv-tileaa", "nvvm", "ptx", "target"], true),
    (
        "passes",
        &["contract", "finding", "kernel", "lint", "mlir", "nv-tileaa", "nvvm", "target", "translate"],
        true,
    ),
    // Used by tests. Its readers of LLVM IR and MLIR must be independent of those of the project.
    ("tests/support", &["kernel"], false),
    // The tools, the plugin and the C library.
    ("crates/plugin", &["mlir", "nv-tileaa", "passes"], true),
    ("crates/capi", &["mlir", "nv-tileaa", "passes"], true),
    ("crates/tileiras", &["contract", "mlir", "nv-tileaa", "nvvm", "passes", "target"], true),
    (
        "crates/driver",
        &[
            "container", "contract", "cubin", "finding", "knobs", "lint", "mlir", "nvvm", "passes", "process", "ptx", "ptxas",
            "report", "target", "translate",
        ],
        true,
    ),
    ("crates/lsp", &["contract", "driver", "finding", "mlir", "nvvm", "passes", "process", "target"], true),
    (
        "scripts/fuzz",
        &[
            "contract", "cubin", "finding", "kernel", "knobs", "lint", "mlir", "nv-tileaa", "passes", "ptx", "ptxas", "target",
            "test-support", "translate",
        ],
        true,
    ),
    ("", &["driver", "lsp", "mlir", "nv-tileaa", "passes", "process", "translate"], true),
];

/// The names of the packages in one section of a manifest.
fn dependencies(manifest: &str, section: &str) -> Vec<String> {
    let rest = manifest.split_once(&format!("\n[{section}]\n")).map_or("", |(_, rest)| rest);
    let lines = rest.lines().take_while(|line| !line.starts_with('[')).filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| Some(line.split_once(['.', ' '])?.0.to_owned())).collect()
}

#[test]
fn packages_use_only_allowed_packages() {
    for (folder, allowed, may_use_mlir) in ALLOWED {
        let manifest = read(Path::new(folder).join("Cargo.toml"));
        for name in dependencies(&manifest, "dependencies") {
            let is_mlir = ["melior", "mlir-sys"].contains(&name.as_str());
            assert!(!is_mlir || *may_use_mlir, "'{folder}' uses {name}, and may not use MLIR");
            if let Some(own) = name.strip_prefix("tileiras-") {
                assert!(allowed.contains(&own), "'{folder}' uses {name}, which is not among {allowed:?}");
            }
        }
    }
    let members: Vec<String> =
        ["crates", "dialects", "scripts", "tests"].iter().flat_map(|folder| members(folder)).collect();
    for member in members.iter().map(String::as_str).chain(["passes", ""]) {
        assert!(ALLOWED.iter().any(|(folder, ..)| *folder == member), "'{member}' is not in the table");
    }
    assert_eq!(members.len() + 2, ALLOWED.len());
}

/// The packages in a folder, without nested ones.
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
fn only_two_crates_run_programs() {
    let words = ["std::process::Command", "process::Command", "Command::new"];
    // Tests start the programs that they test or compare with.
    let allowed = [
        "crates/process/",
        "crates/ptxas/",
        "crates/build-support/",
        "build.rs",
        "crates/driver/tests/",
        "scripts/gpu/tests/",
        "crates/mlir/tests/",
        "crates/ptx/tests/",
    ];
    assert_eq!(offenders(&SHIPPED, &words, &allowed), [""; 0]);
}

#[test]
fn passes_and_libraries_print_nothing() {
    let words = ["println!", "print!(", "dbg!(", "io::stdout", "io::stderr"];
    // The driver writes the output of two tools. The plugin and the C library have no context for diagnostics.
    let allowed = [
        "build.rs",
        "crates/build-support/",
        "crates/capi/",
        "crates/driver/",
        "scripts/gpu/src/main.rs",
        // The protocol uses the standard streams.
        "crates/lsp/",
        "crates/plugin/",
        "crates/tileiras/examples/",
        "crates/mlir/src/tool.rs",
        "crates/mlir/tests/",
        // Figures of tests.
        "crates/kernel/tests/",
        "crates/ptx/tests/",
    ];
    assert_eq!(offenders(&["crates", "dialects", "passes"], &words, &allowed), [""; 0]);
}

/// The functions that change IR, of MLIR and of the project, or parts of their names.
const MUTATORS: [&str; 14] = [
    "operation::set",
    "operation::remove",
    "operation::replace",
    "operation::copy_discardable_attributes",
    "set_argument_flag",
    "copy_launch_attributes_from",
    "remove_legacy",
    "remove_facts",
    "mark_arguments",
    "LaunchBuilder",
    "OperationBuilder",
    ".set_attribute(",
    ".remove_attribute(",
    "pipeline::run",
];

#[test]
fn verifying_passes_never_mutate() {
    let files_of_pass: Vec<_> =
        files("passes/src", &[".rs"]).into_iter().filter(|path| name(path).contains("_verify")).collect();
    assert!(files_of_pass.iter().any(|path| name(path).contains("_verify/")), "{files_of_pass:?}");
    for path in files_of_pass {
        let found = ["set_", "remove", "replace(", "apply(", "unsafe"].iter().chain(&MUTATORS);
        let found: Vec<_> = found.filter(|word| code(&path).contains(**word)).collect();
        assert!(found.is_empty(), "{} contains {found:?}", name(&path));
    }
    // The code that reads IR for these passes. The rules and the execution model cannot use MLIR.
    let writes =
        ["dialects/nvvm/src/function.rs", "dialects/nv_tileaa/src/builder.rs", "dialects/nv_tileaa/src/ffi.rs"];
    let readers = ["dialects/nvvm/src", "dialects/nv_tileaa/src"];
    assert_eq!(offenders(&readers, &MUTATORS, &writes), [""; 0]);
}

#[test]
fn order_is_written_in_the_pipelines_only() {
    let folders = ["passes", "dialects", "src", "crates/capi", "crates/driver", "crates/plugin", "crates/translate"];
    // Pipelines, as text or as declarations.
    let names: Vec<String> = passes().iter().map(|(_, flag)| format!("\"{flag}")).collect();
    let pipelines = ["PipelineInfo", "\"builtin.module(", "\"gpu.module(", "\"any("];
    let words: Vec<&str> = pipelines.into_iter().chain(names.iter().map(String::as_str)).collect();
    assert_eq!(offenders(&folders, &words, &["passes/src/pipeline.rs"]), [""; 0]);
    // The driver runs the steps of a list in `pipeline.rs`: it neither lists steps nor names the step that it runs, and
    // runs no pipeline but that of a step.
    let mut runs = Vec::new();
    for path in files("crates/driver", &[".rs"]).iter().chain(&files("src", &[".rs"])) {
        let code: String = code(path).split_whitespace().collect();
        for word in ["[Step::", "run_step(Step::", "COMPILE[", "READ_FACTS["] {
            assert!(!code.contains(word), "{} contains '{word}'", name(path));
        }
        let after_names = code.split("Step::").skip(1).map(|rest| rest.trim_start_matches(char::is_alphanumeric));
        assert!(after_names.into_iter().all(|rest| !rest.starts_with(".pipeline(")), "{}", name(path));
        runs.extend(code.split("pipeline::run(").skip(1).map(|_| name(path)));
    }
    assert_eq!(runs, ["crates/driver/src/compile/mod.rs"], "the pipelines that the driver runs");
}

#[test]
fn no_panic_reaches_cpp() {
    // A callback either goes through the guard or has a comment that states why it cannot panic.
    for path in ["crates/capi/src", "crates/mlir/src", "dialects", "crates/plugin/src", "crates/translate/src"]
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
    let passes: Vec<String> = passes().into_iter().map(|(_, flag)| flag).collect();
    let tests = files("lit", &[".mlir"]);
    for pass in &passes {
        let module = root().join("passes/src").join(pass.replace('-', "_"));
        assert!(module.with_extension("rs").exists() || module.join("mod.rs").exists(), "pass '{pass}' has no file");
        for test in [format!("{pass}.mlir"), format!("{pass}-errors.mlir")] {
            assert!(tests.iter().any(|path| path.ends_with(&test)), "pass '{pass}' has no lit test {test}");
        }
    }
    for path in files("passes/src", &[".rs"]).iter().filter(|path| code(path).contains("impl Pass for")) {
        let module = if path.ends_with("mod.rs") { path.parent().expect("a file is in a folder") } else { path };
        let stem = module.file_stem().expect("a file").to_string_lossy().replace('_', "-");
        assert!(passes.contains(&stem), "{} has no row in Passes.td", name(path));
    }
}

/// The tests in a file that is no module of its program would never run.
#[test]
fn every_file_of_a_program_of_tests_is_a_module() {
    let mut count = 0;
    for main in files("", &["/main.rs"]).iter().filter(|path| name(path).contains("tests/")) {
        let text = read(main);
        let folder = main.parent().expect("a file is in a folder");
        for entry in names(folder).iter().filter(|entry| *entry != "main.rs") {
            let module = entry.strip_suffix(".rs").unwrap_or(entry);
            let is_code = entry.ends_with(".rs") || folder.join(entry).join("mod.rs").exists();
            assert!(!is_code || text.contains(&format!("mod {module};\n")), "{}: {entry} is no module", name(main));
            count += usize::from(is_code);
        }
    }
    assert!(count > 80, "only {count} files were found");
}

#[test]
fn no_file_has_more_than_five_hundred_lines() {
    let sources = ["crates", "dialects", "passes", "src", "tests"]
        .iter()
        .flat_map(|folder| files(folder, &[".rs", ".cpp", ".td"]));
    let long: Vec<String> = sources.filter(|path| read(path).lines().count() > 500).map(|path| name(&path)).collect();
    assert_eq!(long, [""; 0]);
}

/// The comments of the Rust files of these folders, each with its file and line.
fn comments(folders: &[&str]) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for path in folders.iter().flat_map(|folder| files(folder, &[".rs"])) {
        for (number, line) in read(&path).lines().enumerate().filter(|(_, line)| line.trim_start().starts_with("//")) {
            found.push((format!("{}:{}", name(&path), number + 1), line.to_owned()));
        }
    }
    assert!(found.len() > 5000, "only {} lines of comments were found", found.len());
    found
}

#[test]
fn no_comment_is_longer_than_a_line_of_code() {
    // A row of a table is one line, and the findings that PTX announces in strings are one line each.
    let is_long = |(place, line): &&(String, String)| {
        let is_row = line.trim_start().trim_start_matches(['/', '!']).trim_start().starts_with('|');
        line.chars().count() > 120 && !is_row && !place.starts_with("crates/ptx/tests/")
    };
    let comments = comments(&["crates", "dialects", "passes", "src", "tests"]);
    let long: Vec<_> = comments.iter().filter(is_long).map(|(place, _)| place).collect();
    assert_eq!(long, [""; 0]);
}

/// Words that only this project would use, each with the term of compiler books or of the PTX ISA.
const PRIVATE_WORDS: [(&str, &str); 8] = [
    ("behind", "after, or under a condition"),
    ("turn of a loop", "iteration"),
    ("turns of a loop", "iterations"),
    ("leads back", "back edge"),
    ("lead back", "back edge"),
    ("comes to a", "reaches a"),
    ("come to a", "reach a"),
    ("living threads", "threads that have not exited"),
];

/// Such words in what reads and executes bodies.
const PRIVATE_WORDS_OF_BODIES: [(&str, &str); 2] =
    [(" place ", "program point, address or position"), ("equally often", "the same number of times")];

#[test]
fn comments_use_the_words_of_the_field() {
    let is_of_bodies =
        |path: &str| ["kernel", "lint", "ptx"].iter().any(|name| path.starts_with(&format!("crates/{name}/src/")));
    let found = comments(&SHIPPED).into_iter().filter_map(|(place, line)| {
        let line = line.to_lowercase();
        let of_bodies = PRIVATE_WORDS_OF_BODIES.iter().filter(|_| is_of_bodies(&place));
        let (word, term) = PRIVATE_WORDS.iter().chain(of_bodies).find(|(word, _)| line.contains(word))?;
        Some(format!("{place}: '{word}' is {term}"))
    });
    assert_eq!(found.collect::<Vec<_>>(), [""; 0]);
}

/// Crates are from crates.io with checksums, packages of pip have hashes, and the lock file is in the repository.
#[test]
fn dependencies_are_pinned() {
    let locks = read("Cargo.lock") + &read("scripts/api/Cargo.lock");
    let packages: Vec<&str> =
        locks.split("[[package]]").skip(1).filter(|package| package.contains("source = ")).collect();
    assert!(packages.len() > 50, "the lock files have {} packages", packages.len());
    for package in packages {
        assert!(package.contains("source = \"registry+https://github.com/rust-lang/crates.io-index\""), "{package}");
        assert!(package.contains("checksum = \""), "{package}");
    }
    let mut lists = files("scripts/producers/requirements", &[".txt"]);
    lists.extend(["scripts/cuda-tools.txt", "scripts/python-tools.txt"].map(|list| root().join(list)));
    for list in lists {
        let pins = read(&list).replace("\\\n", "");
        let pins: Vec<&str> = pins.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()).collect();
        assert!(!pins.is_empty(), "{}", name(&list));
        for pin in pins {
            assert!(pin.contains("==") && pin.contains("--hash=sha256:"), "{}: {pin}", name(&list));
        }
    }
    for script in files("scripts", &[".sh"]) {
        for line in read(&script).lines().filter(|line| line.contains("pip install") && !line.contains("echo")) {
            let whole = read(&script);
            assert!(whole.contains("--require-hashes"), "{}: {line}", name(&script));
        }
    }
}

#[test]
fn a_crate_without_unsafe_code_forbids_it() {
    // The last is the root package: the settings of its allocator.
    let unsafe_crates = [
        "crates/capi",
        "crates/container",
        "scripts/gpu",
        "crates/mlir",
        "crates/mlir-sys-ext",
        "crates/plugin",
        "crates/process",
        "dialects/nv_tileaa",
        "",
    ];
    for (folder, ..) in ALLOWED.iter().filter(|(folder, ..)| !unsafe_crates.contains(folder)) {
        let root = ["src/lib.rs", "src/main.rs"].map(|file| Path::new(folder).join(file));
        let text = read(root.iter().find(|file| file.exists()).expect("a package has code"));
        assert!(text.contains("\n#![forbid(unsafe_code)]\n"), "'{folder}' does not forbid unsafe code");
    }
}

#[test]
fn no_name_of_a_type_is_twice_in_a_crate() {
    let mut twice = Vec::new();
    for (folder, ..) in ALLOWED.iter().filter(|(folder, ..)| Path::new(folder).starts_with("crates")) {
        let mut known = BTreeMap::new();
        for path in files(&format!("{folder}/src"), &[".rs"]) {
            for line in code(&path).lines() {
                let item = ["pub(super) ", "pub(crate) ", "pub "].iter().find_map(|word| line.strip_prefix(word));
                let item = item.unwrap_or(line);
                let Some(rest) =
                    ["struct ", "enum ", "trait ", "type "].iter().find_map(|word| item.strip_prefix(word))
                else {
                    continue;
                };
                let defined = rest.split(|letter: char| !letter.is_alphanumeric()).next().unwrap_or_default();
                if let Some(other) = known.insert(defined.to_owned(), name(&path)) {
                    twice.push(format!("{defined}: {other} and {}", name(&path)));
                }
            }
        }
    }
    assert_eq!(twice, [""; 0]);
}
