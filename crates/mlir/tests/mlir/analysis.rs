//! An analysis is computed once for each state of the IR: within a pipeline, and in pipelines that share
//! [`SavedAnalyses`].

#![expect(clippy::expect_used, reason = "a test")]

use melior::Context;
use melior::ir::{Location, Module, OperationRef};
use std::sync::atomic::{AtomicUsize, Ordering};
use tileiras_mlir::analysis::{Analyses, Analysis, SavedAnalyses};
use tileiras_mlir::option::{OptionInfo, OptionKind, OptionValues};
use tileiras_mlir::pass::{self, Change, Pass, PassInfo, PassRun};
use tileiras_mlir::pipeline::run_passes;
use tileiras_mlir::{Diagnostic, Failure};

static COMPUTED: AtomicUsize = AtomicUsize::new(0);

/// Counts how often it is computed.
struct Counted;

impl Analysis for Counted {
    type Of<'c, 'a>
        = Self
    where
        'c: 'a;

    const SURVIVES_ATTRIBUTE_CHANGES: bool = false;

    fn compute<'r, 'c: 'a + 'r, 'a: 'r>(_: Analyses<'r>, _: OperationRef<'c, 'a>) -> Self {
        COMPUTED.fetch_add(1, Ordering::Relaxed);
        Self
    }

    fn shorten<'r, 'c: 'a + 'r, 'a: 'r>(result: &'r Self) -> &'r Self {
        result
    }
}

/// Uses the analysis, and reports the change that the option names.
struct Use {
    result: String,
}

impl Pass for Use {
    const INFO: &'static PassInfo = &PassInfo {
        argument: "use-analysis",
        name: "UseAnalysis",
        summary: "Use an analysis",
        anchor: None,
        options: &[OptionInfo { name: "result", description: "The result", kind: OptionKind::Text("nothing") }],
        statistics: &[],
    };

    fn new(options: &OptionValues<'_>) -> Result<Self, String> {
        Ok(Self { result: options.text(0).into_owned() })
    }

    fn run<'c>(&self, op: OperationRef<'c, '_>, run: PassRun<'_>) -> Result<Change, Failure> {
        let _: &Counted = run.analyses.get::<Counted>(op);
        match self.result.as_str() {
            "nothing" => Ok(Change::Nothing),
            "attributes" => Ok(Change::Attributes),
            "something" => Ok(Change::Something),
            _ => Err(Diagnostic::on(op).error("the planted failure").emit()),
        }
    }
}

#[test]
fn an_analysis_is_computed_once_for_each_state_of_the_ir() {
    pass::register::<Use>();
    let context = Context::new();
    let (module, other) = (Module::new(Location::unknown(&context)), Module::new(Location::unknown(&context)));
    let mut analyses = SavedAnalyses::new(module.as_operation());
    let computed_by = |passes: &str, analyses: &mut SavedAnalyses<'_, '_>| {
        let before = COMPUTED.load(Ordering::Relaxed);
        let result = run_passes(analyses, passes);
        (COMPUTED.load(Ordering::Relaxed) - before, result.is_ok())
    };
    let [keep, attributes, change, fail] =
        ["nothing", "attributes", "something", "failure"].map(|result| format!("use-analysis{{result={result}}}"));

    assert_eq!(computed_by(&format!("{keep},{keep}"), &mut analyses), (1, true));
    assert_eq!(computed_by(&keep, &mut analyses), (0, true));
    // The pass that changes something uses the analysis of the state before.
    assert_eq!(computed_by(&change, &mut analyses), (0, true));
    assert_eq!(computed_by(&format!("{attributes},{keep}"), &mut analyses), (2, true));
    assert_eq!(computed_by(&fail, &mut analyses), (0, false));
    assert_eq!(computed_by(&keep, &mut analyses), (1, true));
    analyses.clear();
    assert_eq!(computed_by(&keep, &mut analyses), (1, true));
    // The same operation keeps them, another does not.
    analyses.set_root(module.as_operation());
    assert_eq!(computed_by(&keep, &mut analyses), (0, true));
    analyses.set_root(other.as_operation());
    assert_eq!(computed_by(&keep, &mut analyses), (1, true));
    // Code outside of passes uses the same analyses.
    let before = COMPUTED.load(Ordering::Relaxed);
    let _: &Counted = analyses.analyses().get::<Counted>(analyses.root());
    assert_eq!(COMPUTED.load(Ordering::Relaxed), before);
    // A pipeline that cannot be parsed runs nothing and keeps them.
    run_passes(&mut analyses, "no-such-pass").expect_err("it is unknown");
    assert_eq!(computed_by(&keep, &mut analyses), (0, true));
}
