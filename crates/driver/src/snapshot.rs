//! Snapshots of the launch facts of a module or of PTX, to compare with those of a later stage.

use melior::ir::OperationRef;
use melior::ir::operation::OperationLike as _;
use tileiras_contract::audit::{FunctionSnapshot, Snapshot, Stage};
use tileiras_contract::{FactValue, FunctionFacts, KnownSizeStatement, Symbol};
use tileiras_mlir::function::{Function, symbol_name};
use tileiras_nvvm::program_facts::Program;
use tileiras_ptx::{Header, Ptx};
use tileiras_target::Target;

/// The facts of all functions of a program that state any.
#[must_use]
pub fn of_program(program: Program<'_, '_, '_>) -> Snapshot {
    let enclosing = enclosing_symbols(program);
    let functions = program.scope.functions.iter().enumerate().map(|(number, function)| {
        let module = program.scope.module_of.get(number).copied().flatten();
        let enclosing = module.map_or(&[][..], |module| &enclosing[module]);
        let name = symbol_name(function.operation()).unwrap_or_default();
        let symbol = Symbol::nested(enclosing.iter().copied(), name);
        of_function(*function, symbol, program.facts.of_group(program.facts.group(number)))
    });
    let functions = functions.filter(|snapshot| snapshot.iter().next().is_some()).collect();
    Snapshot { stage: Stage::Ir, target: Target::default(), functions }
}

/// For each module, its symbol and those around it, outermost first, without that of the root.
fn enclosing_symbols<'c: 'a, 'a>(program: Program<'_, 'c, 'a>) -> Vec<Vec<&'a [u8]>> {
    let of_module = |module: &OperationRef<'c, 'a>| {
        let mut symbols = Vec::new();
        let mut at = Some(*module).filter(|module| *module != program.root);
        while let Some(op) = at {
            symbols.extend(symbol_name(op));
            at = op.parent_operation().filter(|parent| *parent != program.root);
        }
        symbols.reverse();
        symbols
    };
    program.scope.modules.iter().map(of_module).collect()
}

fn of_function(function: Function<'_, '_>, symbol: Symbol, found: &FunctionFacts<'_>) -> FunctionSnapshot {
    let mut snapshot = FunctionSnapshot::of(symbol, found);
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
