//! Facts about arguments, which name them by index, while a step changes functions.
//!
//! Guarantees that a function that states such a fact has the same arguments before and after the step, as far as their
//! number and types show, and that as many arguments are passed by value. A conversion of the function to another
//! dialect may change the types. Leaves out on purpose: arguments of one type that a pass exchanges, which cannot be
//! seen.

use std::collections::HashMap;

use melior::ir::{OperationRef, Type};
use tileiras_contract::{Fact, Symbol};
use tileiras_mlir::function::Function;
use tileiras_mlir::{Diagnostic, operation};
use tileiras_nvvm::program_facts::Program;
use tileiras_nvvm::scope::Scope;

use crate::compile::snapshot::FunctionSymbols;
use crate::messages::fault::{Fault, Kind};

/// The attribute of an argument that is passed by value.
const BY_VALUE: &str = "llvm.byval";

/// The arguments of the functions that state facts about them, or have some that are passed by value.
pub struct ArgumentTypes<'c> {
    /// Of each symbol. Several functions in modules without names can have one.
    functions: HashMap<Symbol, Vec<Signature<'c>>>,
}

/// The arguments of one function.
struct Signature<'c> {
    /// The name of the operation.
    kind: Vec<u8>,
    types: Vec<Type<'c>>,
    /// How many arguments are passed by value.
    by_value: usize,
    /// Whether it states facts about its arguments.
    states_facts: bool,
}

impl<'c> Signature<'c> {
    fn of(function: Function<'c, '_>) -> Self {
        Signature {
            kind: operation::name(function.operation()).to_vec(),
            types: (0..function.argument_count()).map(|index| function.argument_type(index)).collect(),
            by_value: function.arguments_with(BY_VALUE).len(),
            states_facts: states_facts(function),
        }
    }

    /// Why the arguments may be others now; `step` is a noun.
    fn fault(&self, now: &Self, step: &str, advice: &str) -> Option<String> {
        if now.by_value < self.by_value {
            return Some(format!("{step} dropped '{BY_VALUE}' of an argument, which decides how it is passed"));
        }
        let difference = self.difference(now).filter(|_| now.states_facts)?;
        Some(format!("'{}' names arguments by index, and {step} {difference}; {advice}", Fact::GridConstant))
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
    pub fn read(Program { root, scope, .. }: Program<'_, 'c, '_>) -> Self {
        let mut functions: HashMap<Symbol, Vec<Signature<'c>>> = HashMap::new();
        let is_followed =
            |function: &Function<'c, '_>| states_facts(*function) || !function.arguments_with(BY_VALUE).is_empty();
        // Most programs have none.
        if !scope.functions.iter().any(is_followed) {
            return Self { functions };
        }
        for (symbol, function) in with_symbols(root, scope) {
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
        if self.functions.is_empty() {
            return result;
        }
        for (symbol, function) in with_symbols(device, &Scope::collect(device)) {
            let before = self.functions.get_mut(&symbol).and_then(Vec::pop);
            let fault = before.and_then(|before| before.fault(&Signature::of(function), step, advice));
            if let Some(text) = fault {
                let _ = Diagnostic::error(function.location(), text).emit();
                result = Err(Kind::Verification.already_reported());
            }
        }
        result
    }
}

fn states_facts(function: Function<'_, '_>) -> bool {
    operation::discardable_attribute(function.operation(), Fact::GridConstant.attribute()).is_some()
}

fn with_symbols<'c: 'a, 'a>(
    device: OperationRef<'c, 'a>,
    scope: &Scope<'c, 'a>,
) -> impl Iterator<Item = (Symbol, Function<'c, 'a>)> {
    let mut symbols = FunctionSymbols::new(device, scope);
    let functions = scope.functions.iter().enumerate();
    functions.map(move |(number, function)| (symbols.get(number), *function))
}
