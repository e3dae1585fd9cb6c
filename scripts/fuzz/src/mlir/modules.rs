//! Runs every pass on modules of MLIR.

use super::{INPUT_NAME, PassRun, snapshot, with_module};
use crate::{Outcome, contents, mutate};
use melior::Context;
use melior::ir::{Module, OperationRef};
use tileiras_contract::MARKER;
use tileiras_finding::{Group, Rule};
use tileiras_lint::RULES;
use tileiras_mlir::collect::DiagnosticCollector;
use tileiras_ptx::Bodies;
use tileiras_target::Target;
use tileiras_test_support::rng::Rng;

/// The target.
pub const TARGET: crate::FuzzTarget = crate::FuzzTarget { name: "modules", check, seeds, generate, cases: 300 };

/// Passes that are idempotent.
const IDEMPOTENT: [&str; 10] = [
    "nvvm-transplant",
    "nvvm-transplant{on-conflict=last}",
    "nvvm-transplant{on-conflict=keep}",
    "nv-tileaa-derive-launch{chip=sm_90a emit-remarks=true}",
    "nvvm-legalize",
    "nvvm-export",
    "nvvm-infer-bounds{emit-remarks=true}",
    "convert-gpu-to-nv-tileaa",
    "convert-nv-tileaa-to-gpu",
    "gpu-launch-guards",
];

/// Targets as pass options: without clusters, with clusters, with all features, and none.
const TARGETS: [&str; 4] = ["{chip=sm_80 ptx=7.8}", "{chip=sm_90a ptx=8.4}", "{chip=sm_100a ptx=9.0}", ""];

/// The rule that finds legacy forms.
const LEGACY: &str = "legacy-fact-remains";

/// Checks each pass on a copy of the module: what every pass guarantees; that a second run changes nothing; that
/// `nvvm-verify` changes nothing and reports the same twice, reports no legacy fact after `nvvm-transplant` and no
/// error of the assembler rules after `nvvm-legalize`; and that the PTX headers of the module are PTX.
pub fn check(text: &[u8]) -> Outcome {
    with_module(text, |context, module| {
        let marked = String::from_utf8_lossy(text).contains(MARKER);
        for pass in IDEMPOTENT {
            is_idempotent(context, module, pass);
        }
        for target in TARGETS {
            verifies(context, module.as_operation(), target);
            legalizes(context, module, target);
        }
        // The pass ignores functions that have the marker.
        if !marked {
            is_idempotent(context, module, "nvvm-transplant{form=upstream}");
            leaves_no_legacy_fact(context, module);
        }
        PassRun::pass(context, copy(module).as_operation(), "any(nvvm-export{legacy=true})");
        headers(context, module);
        let whole = PassRun::pipeline(context, copy(module).as_operation(), "any(nvvm-launch)");
        assert!(whole.is_ok(), "{whole:?}");
    })
}

/// A copy of a module.
pub(super) fn copy<'c>(module: &Module<'c>) -> Module<'c> {
    Module::from_operation((*module.as_operation()).clone()).expect("the copy of a module is a module")
}

fn rule(id: &str) -> Option<&'static Rule> {
    RULES.iter().find(|rule| rule.id.name() == id)
}

fn is_idempotent(context: &Context, module: &Module<'_>, pass: &str) {
    let copy = copy(module);
    let text = format!("any({pass})");
    if PassRun::pass(context, copy.as_operation(), &text).succeeded {
        let again = PassRun::pass(context, copy.as_operation(), &text);
        assert!(again.succeeded && again.changed_nothing(), "{pass} is not idempotent: {again:#?}");
    }
}

fn verifies(context: &Context, op: OperationRef<'_, '_>, target: &str) -> PassRun {
    let text = format!("any(nvvm-verify{target})");
    let run = PassRun::pass(context, op, &text);
    assert!(run.changed_nothing(), "{text} changed the module: {run:#?}");
    assert_eq!(PassRun::pass(context, op, &text).diagnostics, run.diagnostics, "{text}");
    for (id, _) in run.rules() {
        assert!(rule(id).is_some(), "{text} reports '{id}', which is not a rule: {}", run.diagnostics);
    }
    run
}

fn legalizes(context: &Context, module: &Module<'_>, target: &str) {
    let copy = copy(module);
    if PassRun::pass(context, copy.as_operation(), &format!("any(nvvm-legalize{target})")).succeeded {
        // The pass reads canonical facts only, as this form of the verifier.
        let canonical = if target.is_empty() { "{form=canonical}" } else { &target.replace('{', "{form=canonical ") };
        let verified = verifies(context, copy.as_operation(), canonical);
        if verified.rules().any(|(id, _)| id == LEGACY) {
            return;
        }
        let mut rules = verified.rules().filter_map(|(id, error)| Some((rule(id)?, error)));
        let left = rules.find(|(rule, error)| *error && rule.id.group() == Group::Assembler);
        assert!(left.is_none(), "after nvvm-legalize{target}: {verified:#?}");
    }
}

fn leaves_no_legacy_fact(context: &Context, module: &Module<'_>) {
    let copy = copy(module);
    if PassRun::pass(context, copy.as_operation(), "any(nvvm-transplant)").succeeded {
        let verified = verifies(context, copy.as_operation(), "");
        assert!(verified.rules().all(|(id, _)| id != LEGACY), "{verified:#?}");
    }
}

/// Printed headers can be read, and printing them does not change the module.
fn headers(context: &Context, module: &Module<'_>) {
    let before = snapshot(module.as_operation());
    let diagnostics = DiagnosticCollector::collect(context, b"", INPUT_NAME);
    let target = Target::parse(Some("sm_90a"), Some("9.0")).expect("a known target");
    match tileiras_translate::headers::translate::headers(module.as_operation(), None, target, Bodies::Stub) {
        Ok(text) => assert!(tileiras_ptx::read(text.as_bytes()).is_ok(), "{before}\nbecame\n{text}"),
        Err(_) => assert!(diagnostics.text().contains("error: "), "refused without an error: {before}"),
    }
    assert!(!diagnostics.text().contains("internal error"), "{}", diagnostics.text());
    assert_eq!(snapshot(module.as_operation()), before);
}

/// The modules of the examples and of the tests of the tools, one by one.
fn seeds() -> Vec<Vec<u8>> {
    let files = ["examples", "lit/passes", "lit/dialects", "lit/pipeline", "lit/emit", "lit/export"];
    let files = files.iter().flat_map(|folder| contents(folder, &[".mlir"]));
    let texts = files.map(|file| String::from_utf8_lossy(&file).into_owned()).collect::<Vec<_>>();
    let modules = texts.iter().flat_map(|text| text.split("// -----"));
    // Without the expectations of the tests.
    let lines = modules.map(|module| module.lines().filter(|line| !line.trim_start().starts_with("//")));
    let modules = lines.map(|lines| lines.map(|line| format!("{line}\n")).collect::<String>());
    modules.map(|module| module.trim_start().as_bytes().to_vec()).filter(|module| !module.is_empty()).collect()
}

fn generate(rng: &mut Rng, seeds: &[Vec<u8>]) -> Vec<u8> {
    mutate::text(&seeds[rng.below(seeds.len())], seeds, rng)
}
