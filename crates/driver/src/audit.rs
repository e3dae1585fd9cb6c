//! Checks that no step loses or invents a launch fact.

use std::collections::HashMap;
use std::fmt::Write as _;

use tileiras_contract::audit::{Audit, FunctionSnapshot, Row, Snapshot, Stage};
use tileiras_contract::{Fact, FactValue, Indices, Symbol};
use tileiras_mlir::llvm::LLVMModule;
use tileiras_target::Target;
use tracing::debug;

use crate::exit::{Fault, Kind};

/// Checks that the facts after a step are the facts before it.
///
/// # Errors
/// A fault that names the step, each kernel and each fact, when something was lost or invented.
pub fn check_equal(before: &Snapshot, after: &Snapshot, step: &str) -> Result<(), Fault> {
    let audit = Audit::compare(before, after);
    fault_of(step, audit.lost().chain(audit.invented()))
}

/// Checks that a step that adds facts loses none.
///
/// # Errors
/// A fault that names the step, each kernel and each fact, when something was lost.
pub fn check_none_lost(before: &Snapshot, after: &Snapshot, step: &str) -> Result<(), Fault> {
    fault_of(step, Audit::compare(before, after).lost())
}

fn fault_of<'a>(step: &str, rows: impl Iterator<Item = (&'a Symbol, &'a Row)>) -> Result<(), Fault> {
    let mut message = String::new();
    for (kernel, row) in rows {
        // Writing to a string cannot fail.
        let _ = write!(message, "\n  {} '{}' of '{kernel}': {}", row.verdict.word(), row.subject, row.verdict);
    }
    debug!(step, faithful = message.is_empty(), "audited");
    if message.is_empty() {
        return Ok(());
    }
    Err(Kind::Audit.fault(format!("the step '{step}' broke the launch contract{message}")))
}

/// Checks that an exported LLVM module has the `grid_constant` arguments that were stated before the export.
///
/// # Errors
/// As [`check_equal`].
pub fn check_grid_constants(before: &Snapshot, module: &LLVMModule<'_>, step: &str) -> Result<(), Fault> {
    let mut found: HashMap<Vec<u8>, Indices> = module
        .parameters_with(Fact::GridConstant.attribute())
        .into_iter()
        .map(|(name, indices)| (name, indices.into_iter().collect()))
        .collect();
    let with = |name: &[u8], indices: Indices| {
        // The audit ignores facts of functions that are not kernels.
        let kernel = (Fact::Kernel, FactValue::Unit);
        let constant = Some((Fact::GridConstant, FactValue::Indices(indices)));
        let facts =
            [kernel].into_iter().chain(constant.filter(|(_, value)| *value != FactValue::indices([]))).collect();
        FunctionSnapshot { facts, ..FunctionSnapshot::new(name) }
    };
    let (mut stated, mut exported) = (Vec::new(), Vec::new());
    for facts in &before.functions {
        stated.push(with(facts.symbol.name(), facts.facts.indices().into()));
        exported.push(with(facts.symbol.name(), found.remove(facts.symbol.name()).unwrap_or_default()));
    }
    let mut extra: Vec<_> = found.into_iter().collect();
    extra.sort_unstable();
    exported.extend(extra.into_iter().map(|(name, indices)| with(&name, indices)));
    let module = |functions| Snapshot { stage: Stage::Ir, target: Target::default(), functions };
    check_equal(&module(stated), &module(exported), step)
}

#[cfg(test)]
mod tests {
    #![expect(clippy::expect_used, reason = "a test")]

    use super::check_grid_constants;
    use crate::exit::Kind;
    use melior::Context;
    use tileiras_contract::audit::{FunctionSnapshot, Snapshot, Stage};
    use tileiras_contract::{Fact, FactValue};
    use tileiras_mlir::llvm::LLVMModule;
    use tileiras_target::Target;

    const MODULE: &str = "%s = type { i32 }
        define ptx_kernel void @k(ptr byval(%s) \"nvvm.grid_constant\" %a, i32 %n, ptr \"nvvm.grid_constant\" %b) { ret void }
        define ptx_kernel void @none(i32 %n) { ret void }\0";

    fn stated(functions: &[(&str, &[u32])]) -> Snapshot {
        let facts = |(name, indices): &(&str, &[u32])| {
            let mut function = FunctionSnapshot::new(*name);
            function.facts.insert(Fact::GridConstant, FactValue::indices(indices.iter().copied()));
            function
        };
        let functions = functions.iter().map(facts).collect();
        Snapshot { stage: Stage::Ir, target: Target::default(), functions }
    }

    #[test]
    fn constant_arguments_are_read_back_from_llvm_ir() {
        let context = Context::new();
        // The parser takes the text without the final NUL.
        let text = &MODULE.as_bytes()[..MODULE.len() - 1];
        let module = LLVMModule::parse(&context, text, "k.ll", "", ("a", "b")).expect("it is valid");
        assert_eq!(check_grid_constants(&stated(&[("k", &[3, 1]), ("none", &[])]), &module, "export"), Ok(()));
        let fault = |functions: &[(&str, &[u32])]| {
            check_grid_constants(&stated(functions), &module, "export").expect_err("refused")
        };
        for (functions, row) in [
            (
                [("k", [1, 2, 3].as_slice())].as_slice(),
                "LOST 'nvvm.grid_constant' of 'k': expected 1, 2, 3, found 1, 3",
            ),
            (&[("k", &[1])], "LOST 'nvvm.grid_constant' of 'k': expected 1, found 1, 3"),
            (&[("k", &[1, 3]), ("none", &[1])], "LOST 'nvvm.grid_constant' of 'none': expected 1, found nothing"),
            (&[("k", &[])], "INVENTED 'nvvm.grid_constant' of 'k': found 1, 3, expected nothing"),
        ] {
            let fault = fault(functions);
            assert_eq!(fault.kind, Kind::Audit);
            assert_eq!(fault.message, format!("the step 'export' broke the launch contract\n  {row}"));
        }
        // A function of which no facts were stated.
        assert!(fault(&[]).message.contains("INVENTED 'nvvm.grid_constant' of 'k': found 1, 3, expected nothing"));
    }
}
