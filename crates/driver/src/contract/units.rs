//! The facts of the inputs of `tileiras-contract`: what is not read, and which definitions in several inputs are the
//! same function.

use std::collections::HashMap;

use tileiras_contract::audit::{FunctionSnapshot, Snapshot};
use tileiras_contract::{MARKER, READ_AGAIN};
use tileiras_mlir::Diagnostic;
use tileiras_nvvm::program_facts::Program;

use crate::compile::{device, snapshot};

/// Warns of what is not read: compiled code, kernels that are not functions yet, and facts in legacy carriers of
/// functions with the marker, which no pass reads, and no stage has.
pub fn warn_unread(program: Program<'_, '_, '_>) {
    for (op, text) in device::other_code(program.root, "is not read") {
        let _ = Diagnostic::on(op).warning(text).emit();
    }
    for (number, function) in program.scope.functions.iter().enumerate() {
        if !program.facts.of_group(program.facts.group(number)).is_marked() {
            continue;
        }
        for (fact, text) in snapshot::unread(&program.facts.of_function(number)) {
            let text = format!(
                "'{fact}' is not read: {text} is a legacy form, and '{MARKER}' says that all were read; {READ_AGAIN}"
            );
            let _ = Diagnostic::on(function.operation()).warning(text).emit();
        }
    }
}

/// The functions of all inputs. Several can define the same weak kernel, of which the linker keeps one: definitions
/// with equal facts are counted once, unless the output has several.
pub fn functions_of_all(units: Vec<Snapshot>, after: &Snapshot) -> Vec<FunctionSnapshot> {
    let mut copies: HashMap<Vec<u8>, usize> = HashMap::new();
    for result in &after.functions {
        *copies.entry(result.symbol.name().to_vec()).or_default() += 1;
    }
    let mut kept: HashMap<Vec<u8>, Vec<FunctionSnapshot>> = HashMap::new();
    let mut functions = Vec::new();
    for unit in units {
        let of_unit = functions.len();
        for function in unit.functions {
            let name = function.symbol.name();
            let earlier = kept.get(name).map_or(&[][..], Vec::as_slice);
            let copies = copies.get(name).copied().unwrap_or(1);
            if function.declared || earlier.len() < copies || !earlier.contains(&function) {
                functions.push(function);
            }
        }
        for function in functions[of_unit..].iter().filter(|function| !function.declared) {
            kept.entry(function.symbol.name().to_vec()).or_default().push(function.clone());
        }
    }
    functions
}
