//! Which functions depend on clusters, by themselves or through what they call.
//!
//! Accepts the NVVM and GPU dialects, calls of LLVM's intrinsics, and assembly text. Guarantees a set that is closed
//! under calls: a function is in it if one that it may call, or whose address it takes, is. Linear in the size of the
//! program. Leaves out on purpose: which chips have which instruction.

use melior::ir::{Attribute, OperationRef};
use rustc_hash::FxHashMap;
use tileiras_mlir::attribute::{View, symbol_path, view};
use tileiras_mlir::operation;
use tileiras_mlir::symbol::Symbols;

use crate::scope::Scope;

/// Beginnings of the names of operations and intrinsics that need a cluster, or mean nothing without one.
const NAMES: [&str; 10] = [
    "nvvm.mapa",
    "nvvm.cluster.",
    "nvvm.clusterlaunchcontrol.",
    "nvvm.read.ptx.sreg.cluster",
    "nvvm.barrier.cluster.",
    "nvvm.is_explicit_cluster",
    "nvvm.read.ptx.sreg.nclusterid",
    "nvvm.read.ptx.sreg.is.explicit.cluster",
    "gpu.cluster_",
    "nvvm.getctarank",
];

/// Parts of PTX text that say the same.
const WORDS: [&str; 6] = ["mapa", "getctarank", "barrier.cluster", "%cluster", "::cluster", "clusterlaunchcontrol"];

/// For each function of `scope`, in order, whether it depends on clusters.
#[must_use]
pub fn dependants(scope: &Scope<'_, '_>) -> Vec<bool> {
    let number_of: FxHashMap<usize, usize> = scope
        .functions
        .iter()
        .enumerate()
        .map(|(number, function)| (operation::key(function.operation()), number))
        .collect();
    let mut symbols = Symbols::new();
    let mut callers: Vec<Vec<usize>> = vec![Vec::new(); scope.functions.len()];
    let mut found = vec![false; scope.functions.len()];
    let mut pending = Vec::new();
    for (number, function) in scope.functions.iter().enumerate() {
        let module = scope.module_of[number].map(|module| scope.modules[module]);
        operation::walk(function.operation(), |op| {
            if !found[number] && needs_cluster(op) {
                found[number] = true;
                pending.push(number);
            }
            let Some((module, symbol)) = module.zip(named_function(op)) else { return };
            if let Some(callee) = symbols.resolve(module, symbol)
                && let Some(&callee) = number_of.get(&operation::key(callee))
            {
                callers[callee].push(number);
            }
        });
    }
    while let Some(number) = pending.pop() {
        for &caller in &callers[number] {
            if !found[caller] {
                found[caller] = true;
                pending.push(caller);
            }
        }
    }
    found
}

/// The function that an operation calls or takes the address of.
fn named_function<'c>(op: OperationRef<'c, '_>) -> Option<Attribute<'c>> {
    let attribute = match operation::name(op) {
        b"llvm.call" | b"llvm.invoke" | b"func.call" => "callee",
        b"llvm.mlir.addressof" => "global_name",
        b"func.constant" => "value",
        _ => return None,
    };
    match view(operation::inherent(op, attribute)?) {
        View::Symbol(symbol) => Some(symbol),
        _ => None,
    }
}

fn needs_cluster(op: OperationRef<'_, '_>) -> bool {
    let text = |attribute: &str| match operation::inherent(op, attribute).map(view) {
        Some(View::Text(text)) => text,
        _ => b"".as_slice(),
    };
    match operation::name(op) {
        b"llvm.inline_asm" => says_cluster(text("asm_string")),
        b"nvvm.inline_ptx" => says_cluster(text("ptxCode")),
        b"llvm.call_intrinsic" => is_cluster_name(text("intrin").strip_prefix(b"llvm.").unwrap_or_default()),
        b"llvm.call" => named_function(op)
            .and_then(|symbol| symbol_path(symbol).last())
            .is_some_and(|name| is_cluster_name(name.strip_prefix(b"llvm.").unwrap_or_default())),
        name => is_cluster_name(name),
    }
}

fn is_cluster_name(name: &[u8]) -> bool {
    NAMES.iter().any(|known| name.starts_with(known.as_bytes()))
}

fn says_cluster(text: &[u8]) -> bool {
    WORDS.iter().any(|word| text.windows(word.len()).any(|part| part == word.as_bytes()))
}
