//! Statements about launches that no tool reads where they stand.

use tileiras_finding::RuleId;

use super::{Rule, Sink, Subject, fix};
use crate::fact::{Fact, ForeignStatement};
use crate::fact_set::FactValue;
use crate::function_facts::IgnoredStatement;
use crate::read;
use crate::value::Value;

pub(super) const STATEMENT_IGNORED: Rule = Rule {
    id: RuleId::StatementIgnored,
    summary: "What a kernel states about its launches in the words of OpenCL, OpenMP, SPIR-V or AMD is also stated as \
              a fact; no argument or result has a launch fact; a kernel is not marked as one of another target only, \
              and `gpu.kernel` is a unit on a `gpu.func` or an `llvm.func`.",
    why: "LLVM's NVPTX back end reads none of `reqd_work_group_size`, `max_work_group_size`, `work_group_size_hint`, \
          `omp_target_thread_limit` and `omp_target_num_teams`, and nothing that is for SPIR-V (`spirv.`) or AMD \
          (`rocdl.`, `amdgpu-`): the kernel has no block bound. clang states facts beside those of OpenMP, and none \
          beside those of OpenCL. It writes a `.func` for `spir_kernel` and `amdgpu_kernel`. Upstream makes a kernel \
          only of a unit `gpu.kernel`, of no other value and of no `func.func`, and reads only `nvvm.grid_constant` on \
          arguments.",
    source: "Measured: LLVM, MLIR and clang 22.1.8.",
    fix: "State the fact that the message names on the function, or remove the statement.",
    example: "llvm.func @k() attributes {nvvm.kernel, reqd_work_group_size = array<i32: 64, 2, 1>}",
    check: statement_ignored,
};

fn statement_ignored(contract: &Subject, sink: &mut Sink) {
    let is_kernel = contract.is_kernel() || contract.ignored.iter().any(marks_kernel);
    for statement in &contract.ignored {
        match statement {
            IgnoredStatement::Foreign { statement, value, is_passthrough } => {
                // A function that a kernel calls can have the statements of the kernel.
                if is_kernel {
                    report_foreign(contract, statement, value, *is_passthrough, sink);
                }
            }
            IgnoredStatement::OnPart { name, part, index } => {
                sink.report(format!("'{name}' on {part} {index} is ignored: launch facts are on the function"));
            }
            IgnoredStatement::GpuKernel(value) => {
                sink.report(format!("'gpu.kernel' = {value} is ignored: only a unit makes a kernel"));
            }
            IgnoredStatement::GpuKernelOnFunction => {
                sink.report("'gpu.kernel' is ignored: only a 'gpu.func' or an 'llvm.func' is lowered to a kernel");
            }
        }
    }
}

/// Whether a statement makes the function a kernel of another target.
fn marks_kernel(statement: &IgnoredStatement<'_>) -> bool {
    matches!(statement, IgnoredStatement::Foreign { statement, .. } if statement.fact == Some(Fact::Kernel))
}

/// Reports a statement in the words of another language or target, unless a fact states the same.
fn report_foreign(
    contract: &Subject,
    statement: &ForeignStatement,
    value: &Value<'_>,
    is_passthrough: bool,
    sink: &mut Sink,
) {
    let name = statement.name;
    let carrier = if is_passthrough { " in 'passthrough'" } else { "" };
    let mut fix = None;
    let advice = match statement.fact {
        Some(Fact::Kernel) => {
            if contract.is_kernel() || contract.awaits(Fact::Kernel) {
                return;
            }
            format!("state '{}'", Fact::Kernel)
        }
        Some(fact @ Fact::ReqNTid) => {
            let wanted = read::dims(value);
            fix = wanted.filter(|_| !contract.has_attribute(fact)).map(|dims| fix::add(fact, &FactValue::Dims(dims)));
            match contract.dims(fact) {
                Some(stated) if Some(stated) == wanted => return,
                // The sizes in an attribute of a dialect are not read: they can be the same.
                Some(_) if matches!(value, Value::Other(_)) => return,
                Some([x, y, z]) => format!("'{fact}' is {x}, {y}, {z}"),
                None if contract.awaits(fact) => return,
                None => format!("state '{fact}'"),
            }
        }
        Some(Fact::MaxNTid) => {
            let (exact, bound) = (Fact::ReqNTid, Fact::MaxNTid);
            let most = threads(value);
            let stated = contract.block_fact().and_then(|fact| Some((fact, contract.product(fact)?)));
            match stated {
                Some((_, threads)) if most.is_some_and(|most| threads <= most) => return,
                Some((fact, threads)) => format!("'{fact}' allows {threads} threads"),
                None if contract.awaits(exact) || contract.awaits(bound) => return,
                None => format!("state '{bound}'"),
            }
        }
        Some(fact) => {
            // A chip without clusters has no fact that clang states beside it.
            if contract.has_attribute(fact) || contract.awaits(fact) || contract.target.lacks_clusters() {
                return;
            }
            "no directive states the CTAs of a grid".to_owned()
        }
        None => "no directive states it".to_owned(),
    };
    sink.report_with_fix(fix, format!("'{name}'{carrier} is ignored: {advice}"));
}

/// The most threads of a block that a value states, as a number, as a text with the least and the most (AMD), or as
/// sizes.
fn threads(value: &Value<'_>) -> Option<u128> {
    match value {
        Value::Text(text) => text.rsplit(',').next()?.trim().parse().ok(),
        Value::Integer { value, .. } => u128::try_from(*value).ok(),
        sizes => Some(read::dims(sizes)?.into_iter().map(u128::from).product()),
    }
}
