//! What a module, a PTX text or a cubin states, kept to be compared with what a later stage states.

use melior::ir::OperationRef;
use tileiras_contract::audit::{FactValue, Facts, ModuleFacts, Stage};
use tileiras_contract::{Fact, Value};
use tileiras_mlir::attribute::{View, view};
use tileiras_mlir::function::{Function, symbol_name};
use tileiras_mlir::operation;
use tileiras_mlir::text::lossy;
use tileiras_nvvm::carrier;
use tileiras_nvvm::scope::Scope;
use tileiras_ptx::{Header, Ptx};
use tileiras_target::Target;

/// What the GPU dialect calls the block and the cluster that a kernel is always launched with. Upstream's conversion states
/// them as launch facts.
pub(crate) const KNOWN: [(&str, Fact); 2] =
    [("known_block_size", Fact::MaxNTid), ("known_cluster_size", Fact::ClusterDim)];

/// The facts of every function at and below an operation that states one.
#[must_use]
pub fn of_module(root: OperationRef<'_, '_>) -> ModuleFacts {
    let functions = Scope::collect(root).functions.into_iter().map(of_function);
    let functions = functions.filter(|facts| facts.iter().next().is_some()).collect();
    ModuleFacts { stage: Stage::Ir, target: Target::default(), functions }
}

fn of_function(function: Function<'_, '_>) -> Facts {
    let op = function.operation();
    let mut contract = carrier::contract(function);
    for (attribute, fact) in KNOWN {
        if let Some(sizes) = known(op, attribute).filter(|_| !contract.states(fact)) {
            contract.values[fact.index()] = Some(Value::I32Array(sizes.to_vec().into()));
        }
    }
    let name = symbol_name(op).map(|name| lossy(name).into_owned()).unwrap_or_default();
    let mut facts = Facts::of_contract(name, &contract);
    facts.declared = !function.has_body();
    facts
}

/// Sizes that a `gpu.func` states in its own words.
pub(crate) fn known(op: OperationRef<'_, '_>, attribute: &str) -> Option<[i32; 3]> {
    match view(operation::inherent(op, attribute)?) {
        View::I32Array(sizes) => sizes.iter().collect::<Vec<_>>().try_into().ok(),
        _ => None,
    }
}

/// The facts of every kernel that a PTX text defines.
#[must_use]
pub fn of_ptx(ptx: &Ptx<'_>) -> ModuleFacts {
    let target = Target { chip: ptx.chip(), ptx: ptx.ptx_version() };
    ModuleFacts { stage: Stage::Ptx, target, functions: ptx.entries().map(of_header).collect() }
}

fn of_header(header: &Header<'_>) -> Facts {
    let stated = header.facts();
    let mut facts = Facts::new(header.name);
    let shape = |sizes: [u32; 3]| FactValue::Shape(sizes.map(i64::from));
    let number = |number: u32| FactValue::Number(number.into());
    let values = [
        (Fact::Kernel, Some(FactValue::Unit)),
        (Fact::MaxNTid, stated.maxntid.map(shape)),
        (Fact::ReqNTid, stated.reqntid.map(shape)),
        (Fact::ClusterDim, stated.reqnctapercluster.map(shape)),
        (Fact::MinCtaSm, stated.minnctapersm.map(number)),
        (Fact::MaxNReg, stated.maxnreg.map(number)),
        (Fact::MaxClusterRank, stated.maxclusterrank.map(number)),
        (Fact::BlocksAreClusters, stated.blocksareclusters.then_some(FactValue::Unit)),
    ];
    for (fact, value) in values {
        if let Some(value) = value {
            facts.state(fact, value);
        }
    }
    facts.explicit_cluster = Some(stated.explicitcluster);
    facts
}
