//! Shared by the targets that run MLIR: a context for each input, and runs of passes that check what every pass
//! guarantees.

pub mod import;
pub mod modules;
pub mod options;
pub mod tuples;

use crate::{FuzzTarget, Outcome};
use melior::Context;
use melior::dialect::DialectRegistry;
use melior::ir::operation::{OperationLike, OperationPrintingFlags};
use melior::ir::{Module, OperationRef};
use std::collections::HashSet;
use std::fmt::{self, Debug, Formatter};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::mem::ManuallyDrop;
use std::sync::Once;
use std::sync::atomic::{AtomicUsize, Ordering};
use tileiras_mlir::collect::DiagnosticCollector;
use tileiras_mlir::pipeline::{self, PipelineError};
use tileiras_mlir::prepare::Contexts;
use tileiras_mlir::session::{ParseError, parse_module};
use tileiras_mlir::{llvm, tool};
use tileiras_test_support::tree;
use tileiras_translate::mlir_text::prepare;

/// The name of every input.
const INPUT_NAME: &str = "input";

thread_local! {
    /// All dialects of the tools. Never dropped, because a leaked context can refer to it.
    static REGISTRY: ManuallyDrop<DialectRegistry> = ManuallyDrop::new(registry());
}

fn registry() -> DialectRegistry {
    static PASSES: Once = Once::new();
    PASSES.call_once(tileiras_passes::register);
    let registry = DialectRegistry::new();
    tool::register_upstream_dialects((&registry).into());
    tileiras_nv_tileaa::register((&registry).into());
    llvm::register_dialects((&registry).into());
    llvm::register_export_dialects((&registry).into());
    registry
}

/// Calls `work` with a new context, which is leaked if a reader crashed in it.
fn in_context(work: impl FnOnce(&Context) -> Outcome) -> Outcome {
    let context = ManuallyDrop::new(REGISTRY.with(|registry| Context::new_with_registry(registry, false)));
    let outcome = work(&context);
    if outcome != Outcome::CaughtCrash {
        drop(ManuallyDrop::into_inner(context));
    }
    outcome
}

/// Reads MLIR and calls `work` with the module.
fn with_module(text: &[u8], work: impl FnOnce(&Context, &Module<'_>)) -> Outcome {
    in_context(|context| {
        let text = match prepare(text, &Contexts::of(context)) {
            Ok(text) => text,
            Err(faults) => {
                assert!(!faults.is_empty(), "refused without an error");
                assert!(faults.iter().all(|fault| fault.position < text.len()), "an error is outside of the text");
                return Outcome::Refused;
            }
        };
        let diagnostics = ManuallyDrop::new(DiagnosticCollector::collect(context, &text, INPUT_NAME));
        let module = parse_module(context, &text, INPUT_NAME);
        if matches!(module, Err(ParseError::Crashed(_))) {
            return Outcome::CaughtCrash;
        }
        let diagnostics = ManuallyDrop::into_inner(diagnostics);
        let Ok(module) = module else {
            assert!(diagnostics.text().contains("error: "), "refused without an error");
            return Outcome::Refused;
        };
        drop(diagnostics);
        if has_chip_without_number(module.as_operation()) {
            return Outcome::Refused;
        }
        work(context, &module);
        Outcome::Accepted
    })
}

/// Whether a target has a chip in whose name no number is after `sm_`. MLIR 22.1.8 verifies it with a number that nothing
/// has written, so that it is refused at some times and accepted at others.
fn has_chip_without_number(op: OperationRef<'_, '_>) -> bool {
    let text = snapshot(op);
    let mut chips =
        text.split("#nvvm.target<").skip(1).filter_map(|rest| rest.split('>').next()?.split("chip = \"").nth(1));
    chips.any(|chip| !chip.get(3..).is_some_and(|number| number.starts_with(|first: char| first.is_ascii_digit())))
}

/// The operation with its nested operations and all locations, in the generic form, which can be printed for invalid IR
/// too.
fn snapshot(op: OperationRef<'_, '_>) -> String {
    let flags = OperationPrintingFlags::new().print_generic_operation_form().enable_debug_info(true, false);
    op.to_string_with_flags(flags).expect("MLIR prints text")
}

/// One run of a pipeline.
struct PassRun {
    /// Whether it succeeded.
    succeeded: bool,
    /// The diagnostics.
    diagnostics: String,
    /// The operation before and after.
    before: String,
    after: String,
}

/// The diagnostics, and the lines that differ.
impl Debug for PassRun {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} {}", if self.succeeded { "succeeded" } else { "failed" }, self.diagnostics)?;
        for (sign, these, those) in [('-', &self.before, &self.after), ('+', &self.after, &self.before)] {
            let those: HashSet<&str> = those.lines().collect();
            these.lines().filter(|line| !those.contains(line)).try_for_each(|line| writeln!(f, "{sign} {line}"))?;
        }
        writeln!(f, "of\n{}", self.before)
    }
}

impl PassRun {
    /// Runs a pipeline of one pass. Checks what every pass guarantees: it does not panic, it fails with an error, and a
    /// failed run has changed nothing.
    fn pass(context: &Context, op: OperationRef<'_, '_>, text: &str) -> Self {
        let run = Self::pipeline(context, op, text).unwrap_or_else(|message| panic!("{text}: {message}"));
        assert!(run.succeeded || run.before == run.after, "{text} failed and changed the module: {run:#?}");
        run
    }

    /// Runs any pipeline, whose text may be malformed.
    fn pipeline(context: &Context, op: OperationRef<'_, '_>, text: &str) -> Result<Self, String> {
        let before = snapshot(op);
        let diagnostics = DiagnosticCollector::collect(context, b"", INPUT_NAME);
        let result = pipeline::run(op, text);
        let (diagnostics, after) = (diagnostics.text(), snapshot(op));
        assert!(!diagnostics.contains("internal error"), "{text}: {diagnostics}");
        match result {
            Err(PipelineError::Text(message)) => {
                assert!(!message.is_empty(), "'{text}' was refused without an error");
                assert_eq!(before, after, "'{text}'");
                Err(message)
            }
            Err(PipelineError::Pass(_)) => {
                assert!(diagnostics.contains("error: "), "{text} failed without an error on {before}");
                Ok(Self { succeeded: false, diagnostics, before, after })
            }
            Ok(()) => Ok(Self { succeeded: true, diagnostics, before, after }),
        }
    }

    /// Whether the operation did not change.
    fn changed_nothing(&self) -> bool {
        self.before == self.after
    }

    /// The ids of the rules that were reported, and for each whether it was an error.
    fn rules(&self) -> impl Iterator<Item = (&str, bool)> {
        self.diagnostics.lines().filter_map(|line| {
            let id = line.strip_suffix(']')?.rsplit_once(" [")?.1;
            Some((id, line.contains(": error: ")))
        })
    }
}

/// Checks an input for a fuzzer, which continues after a crash that was caught. Stores such inputs in
/// `scripts/fuzz/targets/crashes/` for inspection, the first hundred of each process, under names that follow from
/// their contents.
pub fn keep_crash(target: &FuzzTarget, input: &[u8]) {
    static KEPT: AtomicUsize = AtomicUsize::new(0);
    if (target.check)(input) == Outcome::CaughtCrash && KEPT.fetch_add(1, Ordering::Relaxed) < 100 {
        let mut hasher = DefaultHasher::new();
        input.hash(&mut hasher);
        let folder = tree::root().join("scripts/fuzz/targets/crashes").join(target.name);
        let file = folder.join(format!("{:016x}", hasher.finish()));
        // If an input cannot be stored, a later one may be.
        let _ = std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(file, input));
    }
}
