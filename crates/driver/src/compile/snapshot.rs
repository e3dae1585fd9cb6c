//! Snapshots of the launch facts of MLIR, LLVM IR or PTX, to compare with those of a later stage.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use melior::ir::OperationRef;
use melior::ir::operation::OperationLike as _;
use tileiras_contract::audit::{FunctionSnapshot, Snapshot, Stage};
use tileiras_contract::read::{ConflictPolicy, MergeFinding, merge};
use tileiras_contract::{
    Carrier, Fact, FactValue, FunctionFacts, PREFIX, StatedFact, Statement, Symbol, Value, attribute_spelling,
};
use tileiras_mlir::function::{Function, symbol_name};
use tileiras_mlir::llvm::LLVMModule;
use tileiras_mlir::operation;
use tileiras_mlir::symbol::{Linkage, linkage};
use tileiras_mlir::text::lossy;
use tileiras_nvvm::program_facts::Program;
use tileiras_nvvm::scope::Scope;
use tileiras_ptx::{Header, Ptx};
use tileiras_target::Target;

/// The facts of all functions of a program that state any.
#[must_use]
pub fn of_program(program: Program<'_, '_, '_>) -> Snapshot {
    let mut symbols = FunctionSymbols::new(program.root, program.scope);
    let functions = program.scope.functions.iter().enumerate().map(|(number, function)| {
        let symbol = symbols.get(number);
        let found = program.facts.of_group(program.facts.group(number));
        let mut snapshot = of_function(*function, symbol, found);
        if found.is_marked() && found.legacy().next().is_some() {
            snapshot.unread = unread(&program.facts.of_function(number));
        }
        snapshot
    });
    let states_any = |snapshot: &FunctionSnapshot| snapshot.iter().next().is_some() || !snapshot.unread.is_empty();
    let functions = functions.filter(states_any).collect();
    Snapshot { stage: Stage::Ir, target: Target::default(), functions }
}

/// What the legacy carriers of a marked function state.
#[must_use]
pub fn unread(function: &FunctionFacts<'_>) -> Vec<(Fact, String)> {
    let legacy = function.legacy().filter(|_| function.is_marked());
    let text = |statement: &Statement<'_>| match &statement.value {
        Value::Unit => format!("'{}' {}", statement.spelling.name, statement.carrier),
        value => format!("'{}' = {value} {}", statement.spelling.name, statement.carrier),
    };
    legacy.map(|statement| (statement.spelling.fact, text(statement))).collect()
}

/// The symbols of the functions of a scope, relative to a root. The symbol of a module is made once, and shared by what
/// is in it, so that a deep nest of modules takes no more memory than its text.
pub struct FunctionSymbols<'s, 'c, 'a> {
    scope: &'s Scope<'c, 'a>,
    /// By the key of an operation: its symbol, or the innermost one around it.
    modules: HashMap<usize, Option<Arc<Symbol>>>,
}

impl<'s, 'c: 'a, 'a> FunctionSymbols<'s, 'c, 'a> {
    /// The symbols of the functions of `scope`, which is in `root` or is it.
    #[must_use]
    pub fn new(root: OperationRef<'c, 'a>, scope: &'s Scope<'c, 'a>) -> Self {
        Self { scope, modules: HashMap::from([(operation::key(root), None)]) }
    }

    /// The symbol of the function of that number.
    pub fn get(&mut self, number: usize) -> Symbol {
        let module = self.scope.module_of.get(number).copied().flatten();
        let enclosing = module.and_then(|module| self.of_module(self.scope.modules[module]));
        let name = self.scope.functions.get(number).and_then(|function| symbol_name(function.operation()));
        Symbol::nested(enclosing, name.unwrap_or_default())
    }

    fn of_module(&mut self, module: OperationRef<'c, 'a>) -> Option<Arc<Symbol>> {
        let mut unknown = Vec::new();
        let mut at = Some(module);
        let mut symbol = None;
        while let Some(op) = at {
            if let Some(known) = self.modules.get(&operation::key(op)) {
                symbol.clone_from(known);
                break;
            }
            unknown.push(op);
            at = op.parent_operation();
        }
        for op in unknown.into_iter().rev() {
            if let Some(name) = symbol_name(op) {
                symbol = Some(Arc::new(Symbol::nested(symbol, name)));
            }
            self.modules.insert(operation::key(op), symbol.clone());
        }
        symbol
    }
}

/// Whether the back end writes code for a function: it has a body, and no other module is known to have the same.
#[must_use]
pub fn is_defined(function: Function<'_, '_>) -> bool {
    function.has_body() && linkage(function.operation()) != Linkage::AvailableExternally
}

fn of_function(function: Function<'_, '_>, symbol: Symbol, found: &FunctionFacts<'_>) -> FunctionSnapshot {
    let mut snapshot = FunctionSnapshot::of(symbol, found);
    // Upstream's conversion makes facts of these.
    for (fact, sizes) in found.converted_sizes() {
        if !found.has_attribute(fact) {
            // Each of these facts is a shape.
            snapshot.facts.extend(StatedFact::new(fact, FactValue::Dims(sizes)));
        }
    }
    snapshot.declared = !is_defined(function);
    snapshot
}

/// The facts before a step that adds some, with the added ones in place of those that known sizes stand for: the sizes
/// are still stated, and the conversion compares the two.
#[must_use]
pub fn beside_known_sizes(mut before: Snapshot, after: Program<'_, '_, '_>) -> Snapshot {
    let mut symbols = FunctionSymbols::new(after.root, after.scope);
    let mut added = HashMap::new();
    for number in 0..after.scope.functions.len() {
        let found = after.facts.of_group(after.facts.group(number));
        for (fact, _) in found.converted_sizes() {
            added.extend(found.dims(fact).map(|sizes| ((symbols.get(number), fact), sizes)));
        }
    }
    for function in before.functions.iter_mut().filter(|_| !added.is_empty()) {
        for fact in Fact::ALL {
            let sizes = added.get(&(function.symbol.clone(), fact)).filter(|_| function.facts.states(fact));
            function.facts.extend(sizes.and_then(|sizes| StatedFact::new(fact, FactValue::Dims(*sizes)).ok()));
        }
    }
    before
}

/// The facts of all functions of an LLVM module that state any: in string attributes of functions and parameters, and
/// by the calling convention.
#[must_use]
pub fn of_llvm(module: &LLVMModule<'_>) -> Snapshot {
    let mut stated: Vec<(FunctionSnapshot, Vec<Statement<'static>>)> = Vec::new();
    let mut numbers: HashMap<Vec<u8>, usize> = HashMap::new();
    let mut number = |stated: &mut Vec<_>, name: Vec<u8>| {
        *numbers.entry(name).or_insert_with_key(|name| {
            stated.push((FunctionSnapshot::new(name.as_slice()), Vec::new()));
            stated.len() - 1
        })
    };
    for attribute in module.function_attributes(PREFIX) {
        let spelling = std::str::from_utf8(&attribute.attribute).ok().and_then(attribute_spelling);
        if let Some(spelling) = spelling {
            let value = Value::Text(lossy(&attribute.value).into_owned().into());
            let number = number(&mut stated, attribute.function);
            stated[number].1.push(Statement { spelling, value, carrier: Carrier::Passthrough });
        }
    }
    if let Some(spelling) = attribute_spelling(Fact::GridConstant.attribute()) {
        for (name, indices) in module.parameters_with(Fact::GridConstant.attribute()) {
            let constant = |index| Statement { spelling, value: Value::Unit, carrier: Carrier::Argument(index) };
            let number = number(&mut stated, name);
            stated[number].1.extend(indices.into_iter().map(constant));
        }
    }
    let mut is_kernel = HashSet::new();
    for symbol in module.symbols("").into_iter().filter(|symbol| symbol.is_kernel) {
        is_kernel.insert(number(&mut stated, symbol.name));
    }
    let functions = stated.into_iter().enumerate().map(|(number, (mut function, statements))| {
        let merged = merge(&statements, ConflictPolicy::Error);
        function.facts = merged.facts;
        if is_kernel.contains(&number) {
            function.facts.insert(StatedFact::Kernel);
        }
        function.malformed = (merged.findings.iter())
            .filter_map(|finding| match finding {
                MergeFinding::Fault(index, _) => Some(&statements[*index]),
                MergeFinding::Denied(_) | MergeFinding::Conflict(_) => None,
            })
            .map(|statement| (statement.spelling.fact, statement.value.to_string()))
            .collect();
        function
    });
    let functions = functions.filter(|function| function.iter().next().is_some()).collect();
    Snapshot { stage: Stage::Ir, target: Target::default(), functions }
}

/// What a kernel states, as the rules take it.
#[must_use]
pub fn contract_of(kernel: &FunctionSnapshot) -> FunctionFacts<'static> {
    let mut contract = FunctionFacts::of_kernel();
    for (fact, value) in kernel.facts.iter() {
        contract.add_attribute(fact.attribute(), value.to_attribute());
    }
    contract
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
        local_maxnreg: header.local_maxnreg(),
        ..FunctionSnapshot::new(header.name)
    }
}
