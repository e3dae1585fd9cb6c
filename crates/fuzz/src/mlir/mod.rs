//! What the targets that run MLIR share: a context for each input, and passes whose promises are checked as they run.

pub mod import;
pub mod modules;
pub mod options;
pub mod tuples;

use crate::{Outcome, Target};
use melior::Context;
use melior::dialect::DialectRegistry;
use melior::ir::operation::{OperationLike, OperationPrintingFlags};
use melior::ir::{Module, OperationRef};
use std::collections::HashSet;
use std::fmt::{self, Debug, Formatter};
use std::mem::ManuallyDrop;
use std::sync::Once;
use std::sync::atomic::{AtomicUsize, Ordering};
use tileiras_mlir::pipeline::{self, PipelineFault};
use tileiras_mlir::session::{DiagnosticText, Unread, parse_module};
use tileiras_mlir::{llvm, tool};
use tileiras_test_support::tree;

/// The name of every input.
const NAME: &str = "input";

thread_local! {
    /// All dialects of the tools. Never dropped: a context that was given up may refer to it.
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

/// Works in a context of its own, which is forgotten where a reader crashed in it.
fn in_context(work: impl FnOnce(&Context) -> Outcome) -> Outcome {
    let context = ManuallyDrop::new(REGISTRY.with(|registry| Context::new_with_registry(registry, false)));
    let outcome = work(&context);
    if outcome != Outcome::CaughtCrash {
        drop(ManuallyDrop::into_inner(context));
    }
    outcome
}

/// Reads MLIR and works on it.
fn with_module(text: &[u8], work: impl FnOnce(&Context, &Module<'_>)) -> Outcome {
    in_context(|context| {
        let said = ManuallyDrop::new(DiagnosticText::collect(context, text, NAME));
        let module = parse_module(context, text, NAME);
        if matches!(module, Err(Unread::Crashed(_))) {
            return Outcome::CaughtCrash;
        }
        let said = ManuallyDrop::into_inner(said);
        let Ok(module) = module else {
            assert!(said.text().contains("error: "), "refused without a word");
            return Outcome::Refused;
        };
        drop(said);
        work(context, &module);
        Outcome::Taken
    })
}

/// The operation with all that is in it, and all locations, as text that does not depend on whether it is valid.
fn snapshot(op: OperationRef<'_, '_>) -> String {
    let flags = OperationPrintingFlags::new().print_generic_operation_form().enable_debug_info(true, false);
    op.to_string_with_flags(flags).expect("MLIR prints text")
}

/// One run of a pipeline.
struct Run {
    /// Whether it succeeded.
    good: bool,
    /// The diagnostics.
    said: String,
    /// The operation before and after.
    before: String,
    after: String,
}

/// What was said, and the lines that are there before or after alone.
impl Debug for Run {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} {}", if self.good { "good" } else { "failed" }, self.said)?;
        for (sign, these, those) in [('-', &self.before, &self.after), ('+', &self.after, &self.before)] {
            let those: HashSet<&str> = those.lines().collect();
            these.lines().filter(|line| !those.contains(line)).try_for_each(|line| writeln!(f, "{sign} {line}"))?;
        }
        writeln!(f, "of\n{}", self.before)
    }
}

impl Run {
    /// Runs a pipeline of one pass. Checks what every pass promises: it does not panic, it has a reason to fail, and when it
    /// fails it has changed nothing.
    fn pass(context: &Context, op: OperationRef<'_, '_>, text: &str) -> Self {
        let run = Self::pipeline(context, op, text).unwrap_or_else(|message| panic!("{text}: {message}"));
        assert!(run.good || run.before == run.after, "{text} failed and changed the module: {run:#?}");
        run
    }

    /// Runs any pipeline, whose text may be wrong.
    fn pipeline(context: &Context, op: OperationRef<'_, '_>, text: &str) -> Result<Self, String> {
        let before = snapshot(op);
        let said = DiagnosticText::collect(context, b"", NAME);
        let result = pipeline::run(op, text);
        let (said, after) = (said.text(), snapshot(op));
        assert!(!said.contains("internal error"), "{text}: {said}");
        match result {
            Err(PipelineFault::Text(message)) => {
                assert!(!message.is_empty(), "'{text}' was refused without a word");
                assert_eq!(before, after, "'{text}'");
                Err(message)
            }
            Err(PipelineFault::Pass(_)) => {
                assert!(said.contains("error: "), "{text} failed without a word on {before}");
                Ok(Self { good: false, said, before, after })
            }
            Ok(()) => Ok(Self { good: true, said, before, after }),
        }
    }

    /// Whether nothing is different.
    fn changed_nothing(&self) -> bool {
        self.before == self.after
    }

    /// The ids of the rules that were reported, each with whether it was an error.
    fn rules(&self) -> impl Iterator<Item = (&str, bool)> {
        self.said.lines().filter_map(|line| {
            let id = line.strip_suffix(']')?.rsplit_once(" [")?.1;
            Some((id, line.contains(": error: ")))
        })
    }
}

/// Checks an input for a fuzzer, which goes on after a crash that was caught. Keeps the first hundred such inputs in
/// `fuzz/crashes/`, for somebody to look at.
pub fn keep_crash(target: &Target, input: &[u8]) {
    static KEPT: AtomicUsize = AtomicUsize::new(0);
    if (target.check)(input) == Outcome::CaughtCrash && KEPT.load(Ordering::Relaxed) < 100 {
        let number = KEPT.fetch_add(1, Ordering::Relaxed);
        let folder = tree::root().join("fuzz/crashes").join(target.name);
        // The next one may be kept where this one is not.
        let _ = std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(folder.join(number.to_string()), input));
    }
}
