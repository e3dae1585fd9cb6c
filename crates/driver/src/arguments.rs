//! Facts about arguments, which name them by index, while a step changes functions.
//!
//! Guarantees that a function that states such a fact has the same arguments before and after the step, as far as their
//! number and types show. A conversion of the function to another dialect may change the types. Leaves out on purpose:
//! arguments of one type that a pass exchanges, which cannot be seen.

use std::collections::HashMap;

use melior::ir::{OperationRef, Type};
use tileiras_contract::{Fact, Symbol};
use tileiras_mlir::function::Function;
use tileiras_mlir::{Diagnostic, operation};
use tileiras_nvvm::scope::Scope;

use crate::exit::{Fault, Kind};
use crate::snapshot::scope_symbol;

/// The arguments of the functions that state facts about them.
pub struct ArgumentTypes<'c> {
    /// Of each symbol. Several functions in modules without names can have one.
    functions: HashMap<Symbol, Vec<Signature<'c>>>,
}

/// The arguments of one function.
struct Signature<'c> {
    /// The name of the operation.
    kind: Vec<u8>,
    types: Vec<Type<'c>>,
}

impl<'c> Signature<'c> {
    fn of(function: Function<'c, '_>) -> Self {
        Signature {
            kind: operation::name(function.operation()).to_vec(),
            types: (0..function.argument_count()).map(|index| function.argument_type(index)).collect(),
        }
    }

    /// What is different now, if the index of an argument may mean another one.
    fn difference(&self, now: &Self) -> Option<String> {
        let (old, new) = (self.types.len(), now.types.len());
        if old != new {
            return Some(format!("made {new} arguments of {old}"));
        }
        if self.kind != now.kind || self.types == now.types {
            return None;
        }
        let list = |types: &[Type<'_>]| types.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        Some(format!("made the arguments ({}) of ({})", list(&now.types), list(&self.types)))
    }
}

impl<'c> ArgumentTypes<'c> {
    /// Reads the functions anywhere in the device code.
    pub fn read(device: OperationRef<'c, '_>) -> Self {
        let mut functions: HashMap<Symbol, Vec<Signature<'c>>> = HashMap::new();
        for (symbol, function) in with_facts(device) {
            functions.entry(symbol).or_default().push(Signature::of(function));
        }
        // The first is taken first.
        functions.values_mut().for_each(|signatures| signatures.reverse());
        Self { functions }
    }

    /// Rejects a step that changed the arguments of a function that states facts about them. `step` is a noun.
    ///
    /// # Errors
    /// After a diagnostic for each.
    pub fn check(mut self, device: OperationRef<'c, '_>, step: &str, advice: &str) -> Result<(), Fault> {
        let mut result = Ok(());
        for (symbol, function) in with_facts(device) {
            let before = self.functions.get_mut(&symbol).and_then(Vec::pop);
            let difference = before.and_then(|before| before.difference(&Signature::of(function)));
            if let Some(difference) = difference {
                let fact = Fact::GridConstant;
                let text = format!("'{fact}' names arguments by index, and {step} {difference}; {advice}");
                let _ = Diagnostic::error(function.location(), text).emit();
                result = Err(Kind::Verification.already_reported());
            }
        }
        result
    }
}

/// The functions that state a fact about arguments.
fn with_facts<'c: 'a, 'a>(device: OperationRef<'c, 'a>) -> Vec<(Symbol, Function<'c, 'a>)> {
    let scope = Scope::collect(device);
    // Most programs have no such fact.
    if !scope.carries(Fact::GridConstant.attribute()) {
        return Vec::new();
    }
    let states = |function: &Function<'_, '_>| {
        operation::discardable_attribute(function.operation(), Fact::GridConstant.attribute()).is_some()
    };
    let functions = scope.functions.iter().enumerate().filter(|(_, function)| states(function));
    functions.map(|(number, function)| (scope_symbol(device, &scope, number), *function)).collect()
}
