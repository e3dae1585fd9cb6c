//! MLIR text, and the program that is read from it.

mod flow;
mod instructions;
mod robust;
mod texts;
mod values;

use std::collections::BTreeSet;

use melior::Context;
use melior::dialect::DialectRegistry;
use melior::ir::OperationRef;
use melior::utility::register_all_dialects;
use tileiras_kernel::ValueId;
use tileiras_kernel::program::{Function, Program, Target, Terminator};
use tileiras_kernel::value::{Value, ValueKind};
use tileiras_mlir::session::parse_module;
use tileiras_mlir::symbol::Symbols;
use tileiras_mlir::{function, operation};

use super::Bodies;
use crate::scope::Scope;

/// Calls a function with the module of a text.
fn with_module<T>(text: &str, check: impl FnOnce(OperationRef<'_, '_>) -> T) -> T {
    let context = Context::new();
    let registry = DialectRegistry::new();
    register_all_dialects(&registry);
    context.append_dialect_registry(&registry);
    let module = parse_module(&context, text.as_bytes(), "test").unwrap_or_else(|error| panic!("{error:?}\n{text}"));
    check(module.as_operation())
}

/// Calls a function with a function that has those operations.
pub(super) fn with_function(operations: &str, check: impl FnOnce(OperationRef<'_, '_>)) {
    with_module(&format!("func.func @f() {{\n{operations}\nreturn\n}}"), |module| {
        let function = operation::children(module).into_iter().find(|op| function::Function::new(*op).is_some());
        check(function.unwrap_or(module));
    });
}

/// The operations of a function.
pub(super) fn operations<'c, 'a>(function: OperationRef<'c, 'a>) -> Vec<OperationRef<'c, 'a>> {
    operation::children(function)
}

/// Reads a module.
fn read(text: &str) -> Program {
    with_module(text, |module| {
        let scope = Scope::collect(module);
        Bodies::read(&scope, &mut Symbols::new()).program
    })
}

/// The functions of a module, printed; those that were not read are empty.
fn print(text: &str) -> String {
    read(text).functions.iter().map(print_function).collect::<Vec<_>>().join("\n")
}

/// The body of a kernel with those operations and arguments, printed.
fn kernel(arguments: &str, operations: &str) -> String {
    let text = format!(
        "module {{
        llvm.mlir.global internal @smem() {{addr_space = 3 : i32, alignment = 16 : i64}} : !llvm.array<64 x i64>
        llvm.func @f({arguments}) attributes {{nvvm.kernel}} {{
        {operations}
        llvm.return
        }}
        }}"
    );
    print(&text)
}

fn print_function(function: &Function) -> String {
    let mut lines = Vec::new();
    for (id, block) in function.enumerate() {
        let parameters: Vec<_> = block.parameters.iter().map(|parameter| expression(function, *parameter, 0)).collect();
        let parameters = if parameters.is_empty() { String::new() } else { format!("({})", parameters.join(" ")) };
        lines.push(format!("b{}{parameters}:", id.index()));
        for instruction in &block.instructions {
            let needs: String = instruction.needs.iter().map(|need| format!(" #{}", need.name())).collect();
            lines.push(format!("  {}{needs}", with_values(function, &format!("{:?}", instruction.kind))));
        }
        lines.push(format!("  {}", terminator(function, &block.end)));
    }
    lines.join("\n")
}

fn terminator(function: &Function, end: &Terminator) -> String {
    let target = |target: &Target| {
        let arguments: Vec<_> = target.arguments.iter().map(|value| expression(function, *value, 0)).collect();
        match arguments.as_slice() {
            [] => format!("b{}", target.to.index()),
            arguments => format!("b{}({})", target.to.index(), arguments.join(" ")),
        }
    };
    match end {
        Terminator::Jump(to) => format!("jump {}", target(to)),
        Terminator::Branch { condition, holds, fails } => {
            format!("if {} {} else {}", expression(function, *condition, 0), target(holds), target(fails))
        }
        Terminator::Switch { value, cases, default } => {
            let cases: Vec<_> = cases.iter().map(|(case, to)| format!("{case}: {}", target(to))).collect();
            let value = expression(function, *value, 0);
            format!("switch {value} {} else {}", cases.join(" "), target(default))
        }
        Terminator::OneOf(targets) => {
            format!("one of {}", targets.iter().map(target).collect::<Vec<_>>().join(" "))
        }
        Terminator::Return(results) => {
            let results: String = results.iter().map(|value| format!(" {}", expression(function, *value, 0))).collect();
            format!("return{results}")
        }
        Terminator::Exit => "exit".into(),
        Terminator::Trap => "trap".into(),
    }
}

/// A text with expressions in place of ids.
fn with_values(function: &Function, text: &str) -> String {
    let mut parts = text.split("ValueId(");
    let mut printed = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (id, rest) = part.split_once(')').unwrap_or((part, ""));
        let id = id.trim().parse().map_or(usize::MAX, |id| id);
        printed += &expression(function, ValueId::new(id), 0);
        printed += rest;
    }
    printed.replace("Some(", "(").replace("SymbolId(", "(").replace("FunctionId(", "(")
}

fn expression(function: &Function, id: ValueId, depth: usize) -> String {
    let Some(Value { kind, bits }) = function.value(id) else { return "none".into() };
    if depth > 12 {
        return "...".into();
    }
    let nested = |operands: &[ValueId]| -> String {
        operands.iter().map(|operand| format!(" {}", expression(function, *operand, depth + 1))).collect()
    };
    match kind {
        ValueKind::Constant(_) => format!("{}", function.constant(id).unwrap_or_default()),
        ValueKind::Register(register) => format!("%{register:?}"),
        ValueKind::Symbol(symbol) => format!("@{}", symbol.index()),
        ValueKind::Parameter => format!("p{}:{bits}", parameter_number(function, id)),
        ValueKind::Compute(operator, operands) => {
            let name = format!("{operator:?}");
            let name = if name.starts_with("Opaque") { "Opaque" } else { &name };
            format!("({name}:{bits}{})", nested(operands))
        }
        ValueKind::Elect => "elect".into(),
        ValueKind::Load { address, space } => {
            format!("{space:?}[{}]:{bits}", expression(function, *address, depth + 1))
        }
        ValueKind::CallResult => "result".into(),
        ValueKind::Unknown(uniformity) => format!("?{uniformity:?}"),
    }
}

/// The number of a parameter among all parameters that are left.
fn parameter_number(function: &Function, id: ValueId) -> usize {
    let of_blocks = function.blocks.iter().flat_map(|block| &block.parameters);
    let all: BTreeSet<_> = function.parameters.iter().chain(of_blocks).copied().collect();
    all.range(..id).count()
}
