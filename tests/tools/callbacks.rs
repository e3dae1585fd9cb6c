//! Lists every function that C++ can call, with the test that makes it panic, or the reason why it cannot panic. A
//! function that is not listed fails the test.

use std::collections::BTreeSet;
use std::path::PathBuf;
use tileiras_test_support::tree::{files, name, read};

/// Why no panic leaves a callback.
enum Known {
    /// The test in this file plants a panic. The file contains this text.
    Planted(&'static str, &'static str),
    /// It only copies its arguments into a collection of its caller. A comment in it states why it cannot panic.
    Copies,
    /// It returns a constant.
    Constant,
    /// It makes a system call, and aborts if that fails.
    SystemCall,
}

use Known::{Constant, Copies, Planted, SystemCall};

const BOUNDARY: &str = "crates/mlir/tests/boundary.rs";
const HOOKS: &str = "dialects/nv_tileaa/src/ffi.rs";
const DIALECT: &str = "crates/capi/src/dialect.rs";
const LIBRARY: &str = "crates/capi/src/lib.rs";
const PASSES: &str = "crates/capi/src/passes.rs";
const PLUGIN: &str = "crates/plugin/src/lib.rs";
const COLLECT: &str = "crates/mlir/src/collect.rs";
const PARALLEL: &str = "crates/mlir/src/parallel.rs";

#[rustfmt::skip]
const CALLBACKS: &[(&str, &str, Known)] = &[
    // Passes.
    ("crates/mlir/src/analysis.rs", "destroy", Planted(BOUNDARY, "--panic-in-forget")),
    ("crates/mlir/src/pass.rs", "dialects", Planted(BOUNDARY, "--panic-in-dialects")),
    ("crates/mlir/src/pass.rs", "new", Planted(BOUNDARY, "--panic-in-new")),
    ("crates/mlir/src/pass.rs", "run", Planted(BOUNDARY, "--panic-in-run")),
    ("crates/mlir/src/pass.rs", "destroy", Planted(BOUNDARY, "--panic-in-drop")),
    ("crates/mlir/src/pipeline.rs", "text", Planted(BOUNDARY, "--panic-in-pipeline")),
    // Translations.
    ("crates/mlir/src/translation.rs", "dialects", Planted(BOUNDARY, "--panic-in-import-dialects")),
    ("crates/mlir/src/translation.rs", "import", Planted(BOUNDARY, "--panic-in-import")),
    ("crates/mlir/src/translation.rs", "export_dialects", Planted(BOUNDARY, "--panic-in-export-dialects")),
    ("crates/mlir/src/translation.rs", "export", Planted(BOUNDARY, "--panic-in-export")),
    // The step before the parser.
    ("crates/mlir/src/prepare.rs", "prepare", Planted(BOUNDARY, "--panic-in-prepare")),
    ("crates/mlir/src/inherent.rs", "store", Copies),
    // The dialect.
    (HOOKS, "verify_launch", Planted(HOOKS, "a_panic_in_a_verifier_is_an_error")),
    (HOOKS, "verify_kernel", Planted(HOOKS, "a_panic_in_a_verifier_is_an_error")),
    (HOOKS, "verify_attribute", Planted(HOOKS, "a_panic_in_a_verifier_is_an_error")),
    (HOOKS, "verify_kernel_spec", Planted(HOOKS, "a_panic_in_the_verifier_of_kernel_specs_is_a_fault")),
    // The plugin.
    (PLUGIN, "register_passes", Planted(PLUGIN, "a_panic_does_not_leave_the_plugin")),
    (PLUGIN, "register_dialects", Planted(PLUGIN, "a_panic_does_not_leave_the_plugin")),
    (PLUGIN, "mlirGetPassPluginInfo", Constant),
    (PLUGIN, "mlirGetDialectPluginInfo", Constant),
    // The C API. All functions run in `guarded`, some by way of `created` and `registering`.
    (DIALECT, "mlirGetDialectHandle__nv_tileaa__", Constant),
    (DIALECT, "namespace", Constant),
    (DIALECT, "insert", Planted(LIBRARY, "a_panic_does_not_leave_the_library")),
    (DIALECT, "load", Planted(LIBRARY, "a_panic_does_not_leave_the_library")),
    (DIALECT, "tileirasRegisterAllDialects", Planted(LIBRARY, "a_panic_does_not_leave_the_library")),
    (PASSES, "$create", Planted(LIBRARY, "a_panic_does_not_leave_the_library")),
    (PASSES, "$register", Planted(LIBRARY, "a_panic_does_not_leave_the_library")),
    (PASSES, "tileirasRegisterPasses", Planted(LIBRARY, "a_panic_does_not_leave_the_library")),
    (PASSES, "tileirasRegisterNVVMLaunchPipeline", Planted(LIBRARY, "a_panic_does_not_leave_the_library")),
    (PASSES, "tileirasBuildNVVMLaunchPipeline", Planted(LIBRARY, "a_panic_does_not_leave_the_library")),
    (PASSES, "ignore", Constant),
    // Visitors.
    ("crates/mlir/src/operation.rs", "enter", Planted(BOUNDARY, "--panic-in-walk")),
    ("crates/mlir/src/text.rs", "append", Planted(BOUNDARY, "--panic-in-print")),
    (PARALLEL, "call", Planted(PARALLEL, "every_item_is_seen_once_and_in_order_and_a_panic_goes_on")),
    (COLLECT, "add", Planted(COLLECT, "a_panic_in_the_handler_is_an_error")),
    ("crates/mlir/src/llvm.rs", "add", Copies),
    ("crates/mlir/src/llvm.rs", "insert", Copies),
    ("crates/mlir/src/llvm.rs", "take", Copies),
    ("crates/mlir/src/llvm.rs", "visit", Copies),
    ("crates/mlir/src/llvm.rs", "store", Copies),
    ("crates/mlir/src/backend.rs", "take", Copies),
    ("crates/mlir/src/backend.rs", "visit", Copies),
    ("crates/mlir/src/statement.rs", "add_statement", Copies),
    ("crates/mlir/src/symbol.rs", "add", Copies),
    ("crates/mlir/src/link.rs", "push", Copies),
    ("crates/mlir/src/link.rs", "push_attribute", Copies),
    ("crates/mlir/src/link.rs", "push_symbol", Copies),
    ("crates/mlir/src/session.rs", "store", Copies),
    // Replaces a function of glibc.
    ("src/bin/tileiras.rs", "arc4random", SystemCall),
];

/// The Rust sources, except integration tests.
fn sources() -> impl Iterator<Item = PathBuf> {
    let found = ["crates", "dialects", "passes", "src"].into_iter().flat_map(|folder| files(folder, &[".rs"]));
    found.filter(|path| !name(path).contains("/tests/"))
}

/// The names after `extern "C" fn`, without function types. In a macro, a name is a variable such as `$create`.
fn callbacks(text: &str) -> impl Iterator<Item = &str> {
    text.split("extern \"C\" fn").skip(1).filter_map(|rest| {
        let rest = rest.strip_prefix(' ')?;
        let end = rest.find(|letter: char| !letter.is_ascii_alphanumeric() && !"_$".contains(letter))?;
        Some(&rest[..end])
    })
}

#[test]
fn every_callback_is_listed_and_no_other() {
    let mut found = BTreeSet::new();
    for path in sources() {
        found.extend(callbacks(&read(&path)).map(|callback| (name(&path), callback.to_owned())));
    }
    let listed: BTreeSet<_> =
        CALLBACKS.iter().map(|(file, name, _)| ((*file).to_owned(), (*name).to_owned())).collect();
    assert_eq!(listed, found);
}

fn may_not_panic(file: &str, name: &str, body: &str) {
    for word in ["unwrap()", "expect(", "panic!", "assert"] {
        assert!(!body.contains(word), "{file}: {name} may panic: {word}");
    }
}

#[test]
fn the_list_is_correct() {
    for (file, name, known) in CALLBACKS {
        let text = read(file);
        let bodies: Vec<&str> = text
            .split("extern \"C\" fn ")
            .skip(1)
            .filter(|rest| rest.starts_with(name) && !rest[name.len()..].starts_with('_'))
            .map(|rest| {
                &rest[..rest.find("\n}").unwrap_or(rest.len()).min(rest.find("\n    }\n").unwrap_or(rest.len()))]
            })
            .collect();
        assert!(!bodies.is_empty(), "{file}: {name}");
        match known {
            Planted(test, words) => assert!(read(test).contains(words), "{test} does not plant '{words}'"),
            Copies => {
                for body in bodies {
                    let stated = ["short of running out of memory", "guard(", "extend_from_slice"];
                    assert!(stated.iter().any(|words| body.contains(words)), "{file}: {name}: {body}");
                    may_not_panic(file, name, body);
                }
            }
            SystemCall => bodies.iter().for_each(|body| may_not_panic(file, name, body)),
            Constant => assert!(bodies.iter().all(|body| !body.contains("unsafe")), "{file}: {name}"),
        }
    }
}

/// Diagnostic handlers of melior are callbacks, too, and are not listed. They may be in tests and examples only.
#[test]
fn no_diagnostic_handler_is_in_rust() {
    for path in sources().filter(|path| !name(path).contains("/examples/")) {
        let text = read(&path);
        let shipped = text.split("#[cfg(test)]").next().unwrap_or_default();
        assert!(!shipped.contains("attach_diagnostic_handler"), "{}", path.display());
    }
}
