//! Checks that no step loses or invents a launch fact.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use tileiras_contract::audit::{Audit, FunctionSnapshot, Row, Snapshot};
use tileiras_contract::{StatedFact, Symbol};
use tileiras_mlir::llvm::LLVMModule;
use tracing::debug;

use crate::compile::snapshot;
use crate::messages::fault::{Fault, Kind};

/// Checks that the facts after a step are the facts before it.
///
/// # Errors
/// A fault that names the step, each kernel and each fact, when something was lost or invented.
pub fn check_equal(before: &Snapshot, after: &Snapshot, step: &str) -> Result<(), Fault> {
    // Most steps change no fact, so that no rows are needed.
    if before.stage == after.stage && before.functions == after.functions {
        return Ok(());
    }
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
        let _ = write!(message, "\n  {} '{}' of '{kernel}': {}", row.verdict.name(), row.subject, row.verdict);
    }
    debug!(step, faithful = message.is_empty(), "audited");
    if message.is_empty() {
        return Ok(());
    }
    Err(Kind::Audit.fault(format!("the step '{step}' broke the launch contract{message}")))
}

/// Checks that an LLVM module states the facts that were stated before it was made.
///
/// # Errors
/// As [`check_equal`].
pub fn check_llvm(before: &Snapshot, module: &LLVMModule<'_>, step: &str) -> Result<(), Fault> {
    let mut after = snapshot::of_llvm(module);
    if before.functions.iter().all(FunctionSnapshot::is_kernel) {
        return check_equal(before, &after, step);
    }
    // An audit ignores a lost fact of a function that is no kernel. Here, nothing may be lost.
    let is_kernel: HashMap<Vec<u8>, bool> =
        after.functions.iter().map(|function| (function.symbol.name().to_vec(), function.is_kernel())).collect();
    let mut before = before.clone();
    let mut others = HashSet::new();
    for function in before.functions.iter_mut().filter(|function| !function.is_kernel()) {
        if is_kernel.get(function.symbol.name()) != Some(&true) {
            function.facts.insert(StatedFact::Kernel);
            others.insert(function.symbol.name().to_vec());
        }
    }
    for function in after.functions.iter_mut() {
        if others.remove(function.symbol.name()) {
            function.facts.insert(StatedFact::Kernel);
        }
    }
    // They have no other fact left.
    after.functions.extend(others.into_iter().map(|name| {
        let mut function = FunctionSnapshot::new(name.as_slice());
        function.facts.insert(StatedFact::Kernel);
        function
    }));
    check_equal(&before, &after, step)
}

#[cfg(test)]
mod tests {
    #![expect(clippy::expect_used, reason = "a test")]

    use super::check_llvm;
    use crate::messages::fault::Kind;
    use melior::Context;
    use tileiras_contract::audit::{FunctionSnapshot, Snapshot, Stage};
    use tileiras_contract::{Fact, StatedFact};
    use tileiras_mlir::llvm::{LLVMInput, LLVMModule};
    use tileiras_target::Target;

    const MODULE: &[u8] = b"%s = type { i32 }
        define ptx_kernel void @k(ptr byval(%s) \"nvvm.grid_constant\" %a, i32 %n, ptr \"nvvm.grid_constant\" %b) #0 {
          ret void
        }
        define ptx_kernel void @none(i32 %n) { ret void }
        declare void @f() #1
        attributes #0 = { \"nvvm.maxntid\"=\"128,2\" \"nvvm.cluster_dim\"=\"0\" }
        attributes #1 = { \"nvvm.maxnreg\"=\"64\" \"nvvm.minctasm\"=\"02\" }";

    /// What a function states, apart from a malformed value.
    fn stated(name: &str, facts: &[StatedFact]) -> FunctionSnapshot {
        let mut function = FunctionSnapshot::new(name);
        function.facts.extend(facts.iter().cloned());
        function
    }

    /// What the module states.
    fn module() -> Snapshot {
        let k = [
            StatedFact::Kernel,
            StatedFact::MaxNTid([128, 2, 1]),
            StatedFact::ExplicitCluster,
            StatedFact::grid_constant([1, 3]),
        ];
        let mut f = stated("f", &[StatedFact::MaxNReg(64)]);
        f.malformed.push((Fact::MinCtaSm, "\"02\"".to_owned()));
        let functions = vec![stated("none", &[StatedFact::Kernel]), stated("k", &k), f];
        Snapshot { stage: Stage::Ir, target: Target::default(), functions }
    }

    #[test]
    fn every_fact_is_read_back_from_llvm_ir() {
        let context = Context::new();
        let llvm = LLVMModule::parse(&context, &LLVMInput::new(MODULE), "k.ll", "", ("a", "b")).expect("it is valid");
        assert_eq!(check_llvm(&module(), &llvm, "export"), Ok(()));
        let fault = |change: &dyn Fn(&mut Vec<FunctionSnapshot>)| {
            let mut before = module();
            change(&mut before.functions);
            let fault = check_llvm(&before, &llvm, "export").expect_err("refused");
            assert_eq!(fault.kind, Kind::Audit);
            let rows =
                fault.to_string().strip_prefix("the step 'export' broke the launch contract\n  ").map(str::to_owned);
            rows.expect("rows")
        };
        let insert =
            |number: usize, stated: StatedFact| fault(&move |functions| functions[number].facts.insert(stated.clone()));
        let remove = |number: usize, fact| fault(&move |functions| functions[number].facts.remove(fact));
        assert_eq!(
            insert(1, StatedFact::grid_constant([1, 2, 3])),
            "LOST 'nvvm.grid_constant' of 'k': expected 1, 2, 3, found 1, 3"
        );
        assert_eq!(
            insert(0, StatedFact::grid_constant([1])),
            "LOST 'nvvm.grid_constant' of 'none': expected 1, found nothing"
        );
        assert_eq!(remove(1, Fact::GridConstant), "INVENTED 'nvvm.grid_constant' of 'k': found 1, 3, expected nothing");
        assert_eq!(
            insert(1, StatedFact::MaxNTid([128, 1, 1])),
            "LOST 'nvvm.maxntid' of 'k': expected 128, 1, 1, found 128, 2, 1"
        );
        assert_eq!(remove(0, Fact::Kernel), "INVENTED 'nvvm.kernel' of 'none': found set, expected nothing");
        // Of a function that is no kernel, too.
        assert_eq!(
            insert(2, StatedFact::MaxClusterRank(4)),
            "LOST 'nvvm.maxclusterrank' of 'f': expected 4, found nothing"
        );
        assert_eq!(
            fault(&|functions| functions[2].malformed.clear()),
            "INVENTED 'nvvm.minctasm' of 'f': found \"02\", expected nothing"
        );
        // A function that is missing on one side.
        let lost = "LOST 'nvvm.maxnreg' of 'g': expected 64, found nothing";
        let g = || stated("g", &[StatedFact::MaxNReg(64)]);
        assert_eq!(fault(&|functions| functions.push(g())), lost);
        let removed = fault(&|functions| functions.truncate(1));
        assert_eq!(removed.lines().count(), 6, "{removed}");
    }
}
