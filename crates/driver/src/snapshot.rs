//! Snapshots of the launch facts of a module or of PTX, to compare with those of a later stage.

use tileiras_contract::audit::{FunctionSnapshot, Snapshot, Stage};
use tileiras_contract::{FactValue, KnownSizeStatement};
use tileiras_mlir::function::{Function, symbol_name};
use tileiras_mlir::text::lossy;
use tileiras_nvvm::program_facts::{Program, ProgramFacts};
use tileiras_ptx::{Header, Ptx};
use tileiras_target::Target;

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
    // Upstream's conversion makes facts of these.
    for (fact, sizes) in found.known_sizes.iter().filter_map(KnownSizeStatement::converted) {
        if !found.states(fact) {
            snapshot.facts.insert(fact, FactValue::Dims(sizes));
        }
    }
    snapshot.declared = !function.has_body();
    snapshot
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
