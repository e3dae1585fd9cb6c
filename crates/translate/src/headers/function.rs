//! The header of one function.

use std::cell::RefCell;

use melior::ir::{OperationRef, Type, TypeLike};
use rustc_hash::{FxHashMap, FxHashSet};
use tileiras_mlir::attribute::{View, symbol_path, view};
use tileiras_mlir::function::{Function, symbol_name};
use tileiras_mlir::layout::{TypeLayout, type_of_attribute};
use tileiras_mlir::symbol::{self, linkage};
use tileiras_mlir::{Coded, Diagnostic, Failure, operation};
use tileiras_nvvm::program_facts::{Program, ProgramFacts};
use tileiras_nvvm::scope::Scope;
use tileiras_ptx::{self as ptx, FunctionKind, Linkage, Param, Scalar, check_symbol};
use tileiras_target::{Chip, PtxVersion, Target};

use crate::headers::facts;
use crate::headers::param::{self, Argument, Callee};
use crate::headers::tuples::{self, ParameterTuples};

/// Makes the headers of the functions of a module.
pub struct HeaderBuilder<'s, 'c, 'a> {
    target: (Chip, PtxVersion),
    facts: &'s ProgramFacts<'c, 'a>,
    /// The names of functions whose address is taken.
    address_taken: FxHashSet<&'c [u8]>,
    /// The known layouts, by type.
    layouts: RefCell<FxHashMap<usize, Option<TypeLayout>>>,
}

impl<'s, 'c, 'a> HeaderBuilder<'s, 'c, 'a> {
    /// Collects what the headers of a device module need.
    ///
    /// # Errors
    /// After a diagnostic, when its tuples cannot be read or state launch facts.
    pub fn new(
        scope: &Scope<'c, 'a>,
        facts: &'s ProgramFacts<'c, 'a>,
        target: (Chip, PtxVersion),
    ) -> Result<Self, Failure> {
        tuples::check(scope, &facts.annotations)?;
        let address_taken =
            scope.modules.first().map(|device| functions_with_address_taken(*device)).unwrap_or_default();
        Ok(Self { target, facts, address_taken, layouts: RefCell::default() })
    }

    /// For the parameters of kernels only.
    fn of_kernels(facts: &'s ProgramFacts<'c, 'a>, target: (Chip, PtxVersion)) -> Self {
        Self { target, facts, address_taken: FxHashSet::default(), layouts: RefCell::default() }
    }

    /// The header of the function of that number in the scope. `None` for a declared intrinsic and for an
    /// `available_externally` definition: LLVM writes no header for them.
    ///
    /// # Errors
    /// After a diagnostic for all faults of the function.
    pub fn header(&self, number: usize, function: Function<'c, '_>) -> Result<Option<ptx::Function>, Failure> {
        let op = function.operation();
        let name = symbol_name(op).unwrap_or_default();
        let stated = linkage(op);
        if stated == symbol::Linkage::AvailableExternally || (name.starts_with(b"llvm.") && !function.has_body()) {
            return Ok(None);
        }
        let mut faults: Vec<Coded> = Vec::new();
        let kind = if function.is_kernel() { FunctionKind::Entry } else { FunctionKind::Func };
        let linkage = ptx_linkage(stated, function.has_body());
        // A kernel is launched by its name, which must not change.
        let is_renamed = linkage == Linkage::Local && kind == FunctionKind::Func;
        let name = if is_renamed { spelled(name) } else { name.to_vec() };
        faults.extend(check_symbol(&name).err().map(|fault| fault.to_string().into()));
        let (chip, version) = self.target;
        let stated = self.facts.of_function(number);
        let directives = facts::directives(function, &stated, Target::new(chip, version)).unwrap_or_else(|found| {
            faults.extend(found);
            Vec::new()
        });
        let local = linkage == Linkage::Local && !symbol_name(op).is_some_and(|name| self.address_taken.contains(name));
        let callee = Callee { kind, local, version };
        let known = stated.convertible_sizes().map(|known| known.known.attribute);
        faults.extend(known.map(|name| format!("'{name}' becomes a launch fact where it is lowered: {LOWER}").into()));
        let tuples = ParameterTuples::read(&self.facts.annotations, number);
        let params = self.params(function, callee, &tuples, &mut faults);
        if kind == FunctionKind::Entry {
            faults.extend(param::space_fault(&params, self.target).map(Coded::from));
        }
        let result = self.result(function, callee, &tuples, &mut faults);
        // The name is ASCII, or it has a fault.
        let name = String::from_utf8_lossy(&name).into_owned();
        let header = ptx::Function { kind, linkage, name, result, params, directives };
        if faults.is_empty() {
            faults.extend(header.check().err().map(|fault| fault.to_string().into()));
        }
        Diagnostic::on(op).errors(faults)?;
        Ok(Some(header))
    }

    fn params(
        &self,
        function: Function<'c, '_>,
        callee: Callee,
        tuples: &ParameterTuples,
        faults: &mut Vec<Coded>,
    ) -> Vec<Param> {
        let mut params = Vec::with_capacity(function.argument_count());
        for index in 0..function.argument_count() {
            let r#type = function.argument_type(index);
            let layout = self.layout(function, r#type).and_then(|layout| {
                let by_value = function.argument_attribute(index, "llvm.byval").and_then(type_of_attribute);
                let by_value = by_value.map(|by_value| self.layout(function, by_value)).transpose()?;
                let argument = Argument {
                    layout,
                    by_value,
                    align: bytes(function, index, "llvm.align"),
                    stack_align: tuples.alignment(Some(index)).or_else(|| bytes(function, index, "llvm.alignstack")),
                    handle: tuples.handle(index),
                };
                callee.param(argument).map_err(|fault| fault.to_string())
            });
            match layout {
                Ok(param) => params.push(param),
                Err(fault) => faults.push(format!("parameter {index} of type '{type}' {fault}").into()),
            }
        }
        // The rule `kernel-variadic` refuses a kernel with variable arguments.
        if function.is_var_arg() && callee.kind == FunctionKind::Func {
            // A pointer to the variable arguments.
            params.push(Param::Scalar(Scalar::B64));
        }
        params
    }

    fn result(
        &self,
        function: Function<'c, '_>,
        callee: Callee,
        tuples: &ParameterTuples,
        faults: &mut Vec<Coded>,
    ) -> Option<Param> {
        match function.result_count() {
            0 => return None,
            1 => {}
            _ => {
                faults.push(format!("has several results: {LOWER}").into());
                return None;
            }
        }
        let r#type = function.result_type(0);
        let result = self
            .layout(function, r#type)
            .and_then(|layout| callee.result(layout, tuples.alignment(None)).map_err(|fault| fault.to_string()));
        result.map_err(|fault| faults.push(format!("result of type '{type}' {fault}").into())).ok()
    }

    /// The layout of a type, which LLVM computes once.
    fn layout(&self, function: Function<'_, '_>, r#type: Type<'_>) -> Result<TypeLayout, String> {
        let key = r#type.to_raw().ptr.addr();
        let layout = *self.layouts.borrow_mut().entry(key).or_insert_with(|| TypeLayout::of(r#type));
        layout.ok_or_else(|| match operation::name(function.operation()) {
            b"llvm.func" => "has no size that is known".to_owned(),
            _ => format!("is not lowered: {LOWER}"),
        })
    }
}

/// Refuses parameters of defined kernels that LLVM cannot write or `ptxas` does not accept.
///
/// # Errors
/// After a diagnostic for all faults of each kernel.
pub fn check_kernels(program: Program<'_, '_, '_>, target: (Chip, PtxVersion)) -> Result<(), Failure> {
    let builder = HeaderBuilder::of_kernels(program.facts, target);
    let mut result = Ok(());
    for (number, function) in program.scope.functions.iter().enumerate() {
        if !function.is_kernel() || !function.has_body() {
            continue;
        }
        let callee = Callee { kind: FunctionKind::Entry, local: false, version: target.1 };
        let tuples = ParameterTuples::read(&program.facts.annotations, number);
        let mut faults: Vec<Coded> = Vec::new();
        let params = builder.params(*function, callee, &tuples, &mut faults);
        faults.extend(param::space_fault(&params, target).map(Coded::from));
        if let Err(failure) = Diagnostic::on(function.operation()).errors(faults) {
            result = Err(failure);
        }
    }
    result
}

const LOWER: &str = "run 'convert-gpu-to-nvvm' first";

/// An alignment that an attribute of an argument states.
fn bytes(function: Function<'_, '_>, index: usize, name: &str) -> Option<u32> {
    match view(function.argument_attribute(index, name)?) {
        View::Integer { value, .. } => u32::try_from(value).ok(),
        _ => None,
    }
}

/// The functions whose address is taken by an operation other than a call. `llvm.used` and `llvm.compiler.used` do not
/// count.
fn functions_with_address_taken<'c: 'a, 'a>(device: OperationRef<'c, 'a>) -> FxHashSet<&'c [u8]> {
    const KEPT: [&[u8]; 2] = [b"llvm.used", b"llvm.compiler.used"];
    let mut taken = FxHashSet::default();
    for op in operation::children(device) {
        if symbol_name(op).is_some_and(|name| KEPT.contains(&name)) {
            continue;
        }
        operation::walk(op, |op| {
            if operation::name(op) == b"llvm.mlir.addressof" {
                taken
                    .extend(operation::inherent_attribute(op, "global_name").and_then(|name| symbol_path(name).last()));
            }
        });
    }
    taken
}

/// The linkage that LLVM writes for a function. A `gpu.func` is lowered to a function with external linkage.
const fn ptx_linkage(linkage: symbol::Linkage, is_defined: bool) -> Linkage {
    match linkage {
        symbol::Linkage::External if is_defined => Linkage::Visible,
        symbol::Linkage::External | symbol::Linkage::AvailableExternally => Linkage::Extern,
        symbol::Linkage::Local => Linkage::Local,
        symbol::Linkage::Weak => Linkage::Weak,
    }
}

/// The name that LLVM gives to a function with local linkage: it replaces each character that PTX does not allow.
fn spelled(name: &[u8]) -> Vec<u8> {
    let mut spelled = Vec::with_capacity(name.len());
    for &byte in name {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$') {
            spelled.push(byte);
        } else {
            spelled.extend_from_slice(b"_$_");
        }
    }
    spelled
}
