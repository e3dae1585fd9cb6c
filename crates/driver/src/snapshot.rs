//! Snapshots of the launch facts of a module or of PTX, to compare with those of a later stage.

use melior::ir::OperationRef;
use tileiras_contract::audit::{FunctionSnapshot, Snapshot, Stage};
use tileiras_contract::{Dims, Fact, FactValue};
use tileiras_mlir::attribute::{View, view};
use tileiras_mlir::function::{Function, symbol_name};
use tileiras_mlir::operation;
use tileiras_mlir::text::lossy;
use tileiras_nvvm::program_facts::{Program, ProgramFacts};
use tileiras_ptx::{Header, Ptx};
use tileiras_target::Target;

/// The attributes of the GPU dialect for a fixed block or cluster size. Upstream's conversion makes launch facts of
/// them.
pub(crate) const KNOWN_SIZES: [(&str, Fact); 2] =
    [("known_block_size", Fact::MaxNTid), ("known_cluster_size", Fact::ClusterDim)];

/// The facts of all functions of a program that state any.
#[must_use]
pub fn of_program(program: Program<'_, '_, '_>) -> Snapshot {
    let functions = program.scope.functions.iter().enumerate();
    let functions = functions.map(|(number, function)| of_function(*function, number, program.facts));
    let functions = functions.filter(|snapshot| snapshot.iter().next().is_some()).collect();
    Snapshot { stage: Stage::Ir, target: Target::default(), functions }
}

fn of_function(function: Function<'_, '_>, number: usize, facts: &ProgramFacts<'_, '_>) -> FunctionSnapshot {
    let op = function.operation();
    let found = facts.of_group(facts.group(number));
    let name = symbol_name(op).map(|name| lossy(name).into_owned()).unwrap_or_default();
    let mut snapshot = FunctionSnapshot::of(name, found);
    for (attribute, fact) in KNOWN_SIZES {
        if let Some(sizes) = known_size(op, attribute).filter(|_| !found.states(fact)) {
            snapshot.facts.insert(fact, FactValue::Dims(sizes));
        }
    }
    snapshot.declared = !function.has_body();
    snapshot
}

/// The value of one of [`KNOWN_SIZES`] of a `gpu.func`.
pub(crate) fn known_size(op: OperationRef<'_, '_>, attribute: &str) -> Option<Dims> {
    match view(operation::inherent_attribute(op, attribute)?) {
        View::I32Array(sizes) => {
            let sizes = sizes.iter().map(|size| u32::try_from(size).ok()).collect::<Option<Vec<_>>>()?;
            sizes.try_into().ok()
        }
        _ => None,
    }
}

/// The facts of all kernels that a PTX text defines.
#[must_use]
pub fn of_ptx(ptx: &Ptx<'_>) -> Snapshot {
    let target = Target { chip: ptx.chip(), ptx: ptx.ptx_version() };
    Snapshot { stage: Stage::Ptx, target, functions: ptx.entries().map(of_header).collect() }
}

fn of_header(header: &Header<'_>) -> FunctionSnapshot {
    FunctionSnapshot {
        facts: header.facts(),
        explicit_cluster: Some(header.has_explicit_cluster()),
        ..FunctionSnapshot::new(header.name)
    }
}
