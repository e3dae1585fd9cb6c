//! No panic crosses into C++. The test panics in each kind of callback, and expects a diagnostic and exit code 1.
//!
//! The callbacks run inside upstream's main functions, which can be called once in a process. The test therefore starts
//! itself again as the tool, once for each case.

#![expect(clippy::print_stdout, clippy::expect_used, reason = "a test")]

use melior::Context;
use melior::dialect::DialectRegistry;
use melior::ir::operation::OperationLike as _;
use melior::ir::{Location, OperationRef};
use std::borrow::Cow;
use std::process::{Command, ExitCode};
use tileiras_mlir::analysis::{Analyses, Analysis};
use tileiras_mlir::option::OptionValues;
use tileiras_mlir::pass::{self, Change, Pass, PassInfo, PassRun};
use tileiras_mlir::pipeline::{self, PipelineInfo};
use tileiras_mlir::prepare::{Contexts, Prepare, TextFault};
use tileiras_mlir::registry::Registry;
use tileiras_mlir::translation::{self, Export, Import, Imported, Source};
use tileiras_mlir::{Diagnostic, Failure, operation, text, tool};
use tileiras_test_support::folder::Folder;
use tileiras_test_support::process::{End, run_command};

/// The environment variable that makes this program run as a tool.
const ROLE: &str = "TILEIRAS_TEST_ROLE";

/// For each kind of callback: the tool, its argument, and a text that standard error must contain.
const CASES: [(&str, &str, &str); 14] = [
    ("opt", "--panic-in-run", "input.mlir:1:1: error: pass 'panic-in-run': internal error: planted in run ("),
    ("opt", "--panic-in-new", "error: panic-in-new: internal error: planted in new ("),
    ("opt", "--panic-in-pipeline", "panic-in-pipeline: internal error: planted in pipeline ("),
    ("opt", "--panic-in-dialects", "error: pass 'panic-in-dialects': internal error: planted in run ("),
    ("opt", "--panic-in-drop", "error: pass 'panic-in-drop': internal error: planted in run ("),
    ("opt", "--panic-in-walk", "input.mlir:1:1: error: pass 'panic-in-walk': internal error: planted in walk ("),
    ("opt", "--panic-in-print", "input.mlir:1:1: error: pass 'panic-in-print': internal error: planted in print ("),
    ("opt", "--panic-in-forget", "input.mlir:1:1: error: the analysis was made"),
    ("prepare", "--split-input-file", "input.mlir:1:1: error: internal error: planted in prepare ("),
    ("translate", "--panic-in-prepare", "input.mlir:1:1: error: internal error: planted in prepare ("),
    ("translate", "--panic-in-import", "error: internal error: planted in import ("),
    ("translate", "--panic-in-export", "input.mlir:1:1: error: internal error: planted in export ("),
    ("translate", "--panic-in-import-dialects", "error: the import was reached"),
    ("translate", "--panic-in-export-dialects", "input.mlir:1:1: error: the export was reached"),
];

struct InRun;
struct InNew;
struct InDialects;

macro_rules! info {
    ($argument:literal) => {
        &PassInfo { argument: $argument, name: $argument, summary: "", anchor: None, options: &[], statistics: &[] }
    };
}

impl Pass for InRun {
    const INFO: &'static PassInfo = info!("panic-in-run");
    fn new(_: &OptionValues<'_>) -> Result<Self, String> {
        Ok(Self)
    }
    fn run<'c>(&self, _: OperationRef<'c, '_>, _: PassRun<'_>) -> Result<Change, Failure> {
        panic!("planted in run")
    }
}

impl Pass for InNew {
    const INFO: &'static PassInfo = info!("panic-in-new");
    fn new(_: &OptionValues<'_>) -> Result<Self, String> {
        panic!("planted in new")
    }
    fn run<'c>(&self, _: OperationRef<'c, '_>, _: PassRun<'_>) -> Result<Change, Failure> {
        Ok(Change::Nothing)
    }
}

impl Pass for InDialects {
    const INFO: &'static PassInfo = info!("panic-in-dialects");
    fn new(_: &OptionValues<'_>) -> Result<Self, String> {
        Ok(Self)
    }
    fn dialects(_: Registry<'_>) {
        panic!("planted in dialects")
    }
    fn run<'c>(&self, _: OperationRef<'c, '_>, _: PassRun<'_>) -> Result<Change, Failure> {
        panic!("planted in run")
    }
}

/// Panics each time an instance is dropped.
struct InDrop;

impl Drop for InDrop {
    fn drop(&mut self) {
        panic!("planted in drop")
    }
}

impl Pass for InDrop {
    const INFO: &'static PassInfo = info!("panic-in-drop");
    fn new(_: &OptionValues<'_>) -> Result<Self, String> {
        Ok(Self)
    }
    fn run<'c>(&self, _: OperationRef<'c, '_>, _: PassRun<'_>) -> Result<Change, Failure> {
        panic!("planted in run")
    }
}

/// Panics when its analysis is dropped.
struct InForget;

struct Analysed;

impl Drop for Analysed {
    fn drop(&mut self) {
        panic!("planted in forget")
    }
}

impl Analysis for Analysed {
    type Of<'c, 'a>
        = Self
    where
        'c: 'a;

    const SURVIVES_ATTRIBUTE_CHANGES: bool = false;

    fn compute<'r, 'c: 'a + 'r, 'a: 'r>(_: Analyses<'r>, _: OperationRef<'c, 'a>) -> Self {
        Self
    }

    fn shorten<'r, 'c: 'a + 'r, 'a: 'r>(result: &'r Self) -> &'r Self {
        result
    }
}

impl Pass for InForget {
    const INFO: &'static PassInfo = info!("panic-in-forget");
    fn new(_: &OptionValues<'_>) -> Result<Self, String> {
        Ok(Self)
    }
    fn run<'c>(&self, op: OperationRef<'c, '_>, run: PassRun<'_>) -> Result<Change, Failure> {
        let _: &Analysed = run.analyses.get::<Analysed>(op);
        Err(Diagnostic::error(op.location(), "the analysis was made").emit())
    }
}

struct InWalk;

impl Pass for InWalk {
    const INFO: &'static PassInfo = info!("panic-in-walk");
    fn new(_: &OptionValues<'_>) -> Result<Self, String> {
        Ok(Self)
    }
    fn run<'c>(&self, op: OperationRef<'c, '_>, _: PassRun<'_>) -> Result<Change, Failure> {
        operation::walk(op, |_| panic!("planted in walk"));
        Ok(Change::Nothing)
    }
}

/// Panics after MLIR's printer has called the text callback.
struct InPrint;

impl Pass for InPrint {
    const INFO: &'static PassInfo = info!("panic-in-print");
    fn new(_: &OptionValues<'_>) -> Result<Self, String> {
        Ok(Self)
    }
    fn run<'c>(&self, op: OperationRef<'c, '_>, _: PassRun<'_>) -> Result<Change, Failure> {
        let text = text::collect(|callback, data| {
            // SAFETY: the operation is alive, and the callback gets its data.
            unsafe { mlir_sys::mlirOperationPrint(op.to_raw(), callback, data) }
            panic!("planted in print")
        });
        panic!("not reached: {text}")
    }
}

static IN_PIPELINE: PipelineInfo =
    PipelineInfo { argument: "panic-in-pipeline", summary: "", options: &[], text: |_| panic!("planted in pipeline") };

struct InImport;

impl Import for InImport {
    const ARGUMENT: &'static str = "panic-in-import";
    const SUMMARY: &'static str = "";
    fn dialects(_: Registry<'_>) {}
    fn import<'c>(_: &Source<'_>, _: &'c Context) -> Result<Imported<'c>, Failure> {
        panic!("planted in import")
    }
}

struct InExport;

impl Export for InExport {
    const ARGUMENT: &'static str = "panic-in-export";
    const SUMMARY: &'static str = "";
    fn dialects(_: Registry<'_>) {}
    fn export(_: OperationRef<'_, '_>) -> Result<Vec<u8>, Failure> {
        panic!("planted in export")
    }
}

struct InImportDialects;

impl Import for InImportDialects {
    const ARGUMENT: &'static str = "panic-in-import-dialects";
    const SUMMARY: &'static str = "";
    fn dialects(_: Registry<'_>) {
        panic!("planted in dialects")
    }
    fn import<'c>(source: &Source<'_>, context: &'c Context) -> Result<Imported<'c>, Failure> {
        Err(Diagnostic::error(Location::new(context, source.name, 1, 1), "the import was reached").emit())
    }
}

struct InPrepare;

impl Prepare for InPrepare {
    fn prepare<'t>(_: &'t [u8], _: &Contexts<'_>) -> Result<Cow<'t, [u8]>, Vec<TextFault>> {
        panic!("planted in prepare")
    }
}

/// Changes nothing.
struct Unprepared;

impl Prepare for Unprepared {
    fn prepare<'t>(text: &'t [u8], _: &Contexts<'_>) -> Result<Cow<'t, [u8]>, Vec<TextFault>> {
        Ok(Cow::Borrowed(text))
    }
}

struct AfterPrepare;

impl Export for AfterPrepare {
    const ARGUMENT: &'static str = "panic-in-prepare";
    const SUMMARY: &'static str = "";
    fn dialects(_: Registry<'_>) {}
    fn export(root: OperationRef<'_, '_>) -> Result<Vec<u8>, Failure> {
        Err(Diagnostic::error(root.location(), "the export was reached").emit())
    }
}

struct InExportDialects;

impl Export for InExportDialects {
    const ARGUMENT: &'static str = "panic-in-export-dialects";
    const SUMMARY: &'static str = "";
    fn dialects(_: Registry<'_>) {
        panic!("planted in dialects")
    }
    fn export(root: OperationRef<'_, '_>) -> Result<Vec<u8>, Failure> {
        Err(Diagnostic::error(root.location(), "the export was reached").emit())
    }
}

fn main() -> ExitCode {
    match std::env::var(ROLE).as_deref() {
        Ok("prepare") => {
            tool::opt::<InPrepare>("test", "test", (&DialectRegistry::new()).into(), std::env::args_os().collect())
        }
        Ok("opt") => {
            pass::register::<InRun>();
            pass::register::<InNew>();
            pass::register::<InDialects>();
            pass::register::<InDrop>();
            pass::register::<InForget>();
            pass::register::<InWalk>();
            pass::register::<InPrint>();
            pipeline::register(&IN_PIPELINE);
            tool::opt::<Unprepared>("test", "test", (&DialectRegistry::new()).into(), std::env::args_os().collect())
        }
        Ok(_) => {
            translation::register::<InImport>();
            translation::register::<InImportDialects>();
            translation::register_export::<InExport, Unprepared>();
            translation::register_export::<InExportDialects, Unprepared>();
            translation::register_export::<AfterPrepare, InPrepare>();
            tool::translate("test", "test", std::env::args_os().collect())
        }
        Err(_) => check(),
    }
}

fn check() -> ExitCode {
    let folder = Folder::new();
    folder.file("input.mlir", "module {}\n");
    let mut failed = 0;
    for (role, flag, wanted) in CASES {
        let mut command = Command::new(std::env::current_exe().expect("this program has a path"));
        command.env(ROLE, role).current_dir(folder.path()).args([flag, "input.mlir"]);
        let run = run_command(command, b"");
        let good = run.end == End::Exit(1) && run.err.contains(wanted) && !run.err.contains("panicked at");
        println!("test {flag} ... {}", if good { "ok" } else { "FAILED" });
        if !good {
            failed += 1;
            println!("wanted exit code 1 and: {wanted}\ngot: {run}");
        }
    }
    println!("{} passed, {failed} failed", CASES.len() - failed);
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
