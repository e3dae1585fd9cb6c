//! Whole modules of MLIR through every pass.

use super::{NAME, Run, snapshot, with_module};
use crate::{Outcome, contents, mutate};
use melior::Context;
use melior::ir::{Module, OperationRef};
use tileiras_contract::{Group, MARKER, RULES, Rule};
use tileiras_mlir::session::DiagnosticText;
use tileiras_ptx::Bodies;
use tileiras_target::Target;
use tileiras_test_support::rng::Rng;

/// The target.
pub const TARGET: crate::Target = crate::Target { name: "modules", check, seeds, generate, cases: 300 };

/// Passes that change nothing when they run again on what they made.
const SETTLING: [&str; 7] = [
    "nvvm-transplant",
    "nvvm-transplant{on-conflict=last}",
    "nvvm-transplant{on-conflict=keep}",
    "nv-tileaa-derive-launch{chip=sm_90a emit-remarks=true}",
    "nvvm-legalize",
    "nvvm-export",
    "convert-gpu-to-nv-tileaa",
];

/// Targets, as options name them: with no clusters, with all there is, and none.
const TARGETS: [&str; 4] = ["{chip=sm_80 ptx=7.8}", "{chip=sm_90a ptx=8.4}", "{chip=sm_100a ptx=9.0}", ""];

/// The rule that finds legacy forms.
const LEGACY: &str = "legacy-fact-remains";

/// Checks of each pass, on a copy of its own, what passes promise, and: that a second run changes nothing, that
/// `nvvm-verify` changes nothing and says the same twice, that it finds no legacy fact behind `nvvm-transplant` and no
/// error of the assembler behind `nvvm-legalize`, if there was none; and that the PTX headers of the module are PTX.
pub fn check(text: &[u8]) -> Outcome {
    with_module(text, |context, module| {
        let marked = String::from_utf8_lossy(text).contains(MARKER);
        for pass in SETTLING {
            settles(context, module, pass);
        }
        for target in TARGETS {
            verifies(context, module.as_operation(), target);
            legalizes(context, module, target);
        }
        // A function that came with the marker is not looked at.
        if !marked {
            settles(context, module, "nvvm-transplant{form=upstream}");
            leaves_no_legacy_fact(context, module);
        }
        Run::pass(context, copy(module).as_operation(), "any(nvvm-export{legacy=true})");
        headers(context, module);
        let whole = Run::pipeline(context, copy(module).as_operation(), "any(nvvm-launch)");
        assert!(whole.is_ok(), "{whole:?}");
    })
}

/// A module to change.
pub(super) fn copy<'c>(module: &Module<'c>) -> Module<'c> {
    Module::from_operation((*module.as_operation()).clone()).expect("the copy of a module is a module")
}

fn rule(id: &str) -> Option<&'static Rule> {
    RULES.iter().find(|rule| rule.id.name() == id)
}

fn settles(context: &Context, module: &Module<'_>, pass: &str) {
    let copy = copy(module);
    let text = format!("any({pass})");
    if Run::pass(context, copy.as_operation(), &text).good {
        let again = Run::pass(context, copy.as_operation(), &text);
        assert!(again.good && again.changed_nothing(), "{pass} does not settle: {again:#?}");
    }
}

fn verifies(context: &Context, op: OperationRef<'_, '_>, target: &str) -> Run {
    let text = format!("any(nvvm-verify{target})");
    let run = Run::pass(context, op, &text);
    assert!(run.changed_nothing(), "{text} changed the module: {run:#?}");
    assert_eq!(Run::pass(context, op, &text).said, run.said, "{text}");
    for (id, _) in run.rules() {
        assert!(rule(id).is_some(), "{text} reports '{id}', which is no rule: {}", run.said);
    }
    run
}

fn legalizes(context: &Context, module: &Module<'_>, target: &str) {
    let copy = copy(module);
    if Run::pass(context, copy.as_operation(), &format!("any(nvvm-legalize{target})")).good {
        let verified = verifies(context, copy.as_operation(), target);
        // The pass does not read legacy forms.
        if verified.rules().any(|(id, _)| id == LEGACY) {
            return;
        }
        let mut rules = verified.rules().filter_map(|(id, error)| Some((rule(id)?, error)));
        let left = rules.find(|(rule, error)| *error && rule.group == Group::Assembler);
        assert!(left.is_none(), "behind nvvm-legalize{target}: {verified:#?}");
    }
}

fn leaves_no_legacy_fact(context: &Context, module: &Module<'_>) {
    let copy = copy(module);
    if Run::pass(context, copy.as_operation(), "any(nvvm-transplant)").good {
        let verified = verifies(context, copy.as_operation(), "");
        assert!(verified.rules().all(|(id, _)| id != LEGACY), "{verified:#?}");
    }
}

/// Headers that are printed are read, and nothing is changed for them.
fn headers(context: &Context, module: &Module<'_>) {
    let before = snapshot(module.as_operation());
    let said = DiagnosticText::collect(context, b"", NAME);
    let target = Target::parse(Some("sm_90a"), Some("9.0")).expect("a known target");
    match tileiras_translate::headers::translate::headers(module.as_operation(), None, target, Bodies::Stub) {
        Ok(text) => assert!(tileiras_ptx::read(text.as_bytes()).is_ok(), "{before}\nbecame\n{text}"),
        Err(_) => assert!(said.text().contains("error: "), "refused without a word: {before}"),
    }
    assert!(!said.text().contains("internal error"), "{}", said.text());
    assert_eq!(snapshot(module.as_operation()), before);
}

/// The modules of the examples and of the tests of the tools, one by one.
fn seeds() -> Vec<Vec<u8>> {
    let files = ["examples", "lit/passes", "lit/dialects", "lit/pipeline", "lit/emit", "lit/export"];
    let files = files.iter().flat_map(|folder| contents(folder, &[".mlir"]));
    let texts = files.map(|file| String::from_utf8_lossy(&file).into_owned()).collect::<Vec<_>>();
    let modules = texts.iter().flat_map(|text| text.split("// -----"));
    // What the tests expect is of no use here.
    let lines = modules.map(|module| module.lines().filter(|line| !line.trim_start().starts_with("//")));
    let modules = lines.map(|lines| lines.map(|line| format!("{line}\n")).collect::<String>());
    modules.map(|module| module.trim_start().as_bytes().to_vec()).filter(|module| !module.is_empty()).collect()
}

fn generate(rng: &mut Rng, seeds: &[Vec<u8>]) -> Vec<u8> {
    mutate::text(&seeds[rng.below(seeds.len())], seeds, rng)
}
