//! What legacy tuples still say about functions, for the rule about what remains.

use rustc_hash::FxHashMap;
use tileiras_contract::{ANNOTATIONS, Carrier, Claim, Fact, Form, LaunchContract, LegacyTrace, Role, read_claim};
use tileiras_mlir::function::Function;
use tileiras_mlir::operation;
use tileiras_mlir::symbol::Symbols;
use tileiras_nvvm::annotations::{Annotations, Subject, Tuple};
use tileiras_nvvm::scope::Scope;
use tileiras_nvvm::value;

use super::report::Report;

/// What legacy tuples still say, by the key of the function.
#[derive(Default)]
pub(super) struct Legacy {
    functions: FxHashMap<usize, Remains>,
}

#[derive(Default)]
struct Remains {
    traces: Vec<LegacyTrace<'static>>,
    /// The function will be a kernel once it is transplanted.
    says_kernel: bool,
}

impl Legacy {
    pub fn collect<'c, 'a>(scope: &Scope<'c, 'a>, symbols: &mut Symbols<'c, 'a>, report: &mut Report<'_>) -> Self {
        let mut legacy = Self::default();
        for module in &scope.modules {
            let annotations = match Annotations::of(*module) {
                Ok(None) => continue,
                Ok(Some(annotations)) => annotations,
                Err(fault) => {
                    report.unreadable(*module, vec![format!("'{ANNOTATIONS}' {fault}")]);
                    continue;
                }
            };
            let mut unreadable = Vec::new();
            for (number, (_, read)) in annotations.read(symbols).enumerate() {
                match read {
                    Ok(tuple) => legacy.add(number, &tuple),
                    Err(fault) => unreadable.push(format!("'{ANNOTATIONS}' tuple {number} {fault}")),
                }
            }
            report.unreadable(*module, unreadable);
        }
        legacy
    }

    fn add(&mut self, number: usize, tuple: &Tuple<'_, '_>) {
        let Subject::Function(function) = tuple.subject else { return };
        for (spelling, attribute) in tuple.facts() {
            let remains = self.functions.entry(operation::key(function.operation())).or_default();
            remains.traces.push(LegacyTrace { key: spelling.name.into(), carrier: Carrier::Tuple(number) });
            if spelling.fact == Fact::Kernel {
                let claim = read_claim(spelling, &value::read(attribute), Form::Legacy);
                remains.says_kernel |= claim == Ok(Claim::Unit(true));
            }
        }
    }

    /// Whether something remains for a function.
    pub fn knows(&self, function: Function<'_, '_>) -> bool {
        !self.functions.is_empty() && self.functions.contains_key(&operation::key(function.operation()))
    }

    /// Adds what remains for a function to what it states itself.
    pub fn complete(&self, function: Function<'_, '_>, contract: &mut LaunchContract<'_>) {
        let Some(found) = self.functions.get(&operation::key(function.operation())) else { return };
        contract.legacy.extend(found.traces.iter().cloned());
        if found.says_kernel {
            contract.role = Role::Kernel;
        }
    }
}
