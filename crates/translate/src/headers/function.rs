//! The header of one function.

use std::cell::RefCell;

use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Type, TypeLike};
use rustc_hash::{FxHashMap, FxHashSet};
use tileiras_mlir::attribute::{View, print, symbol_path, view};
use tileiras_mlir::function::{Function, symbol_name};
use tileiras_mlir::layout::{TypeLayout, type_of_attribute};
use tileiras_mlir::{Diagnostic, Failure, operation};
use tileiras_ptx::{self as ptx, FunctionKind, Linkage, Param, Scalar, check_symbol};
use tileiras_target::{Chip, PtxVersion, Target};

use crate::headers::facts;
use crate::headers::param::{Argument, Callee};
use crate::headers::tuples::{Remarks, Tuples};

/// Sizes of a `gpu.func` that become launch facts when it is lowered.
const KNOWN_SIZES: [&str; 2] = ["known_block_size", "known_cluster_size"];

/// What the functions of a module are written by.
pub struct Functions<'c> {
    target: (Chip, PtxVersion),
    tuples: Tuples,
    /// The names of functions whose address is taken.
    taken: FxHashSet<&'c [u8]>,
    /// The layouts that were asked for, by type.
    layouts: RefCell<FxHashMap<usize, Option<TypeLayout>>>,
}

impl<'c> Functions<'c> {
    /// Looks at what all functions of `device` have in common.
    ///
    /// # Errors
    /// After a diagnostic, when its tuples cannot be read or state launch facts.
    pub fn new<'a>(device: OperationRef<'c, 'a>, target: (Chip, PtxVersion)) -> Result<Self, Failure>
    where
        'c: 'a,
    {
        let (tuples, taken) = (Tuples::read(device)?, taken(device));
        Ok(Self { target, tuples, taken, layouts: RefCell::default() })
    }

    /// The header of a function; none where LLVM writes none: of an intrinsic that is declared, and of a definition for
    /// the optimiser alone.
    ///
    /// # Errors
    /// After a diagnostic for all faults of the function.
    pub fn header(&self, function: Function<'c, '_>) -> Result<Option<ptx::Function>, Failure> {
        let op = function.operation();
        let name = symbol_name(op).unwrap_or_default();
        let stated = Stated::of(function);
        if stated == Stated::AvailableExternally || (name.starts_with(b"llvm.") && !function.has_body()) {
            return Ok(None);
        }
        let mut faults = Vec::new();
        let kind = if function.is_kernel() { FunctionKind::Entry } else { FunctionKind::Func };
        let linkage = stated.linkage(function.has_body());
        let name = if linkage == Linkage::Local { spelled(name) } else { name.to_vec() };
        faults.extend(check_symbol(&name).err().map(|fault| fault.to_string()));
        let (chip, version) = self.target;
        let directives = facts::of(function, Target::new(chip, version)).unwrap_or_else(|found| {
            faults.extend(found);
            Vec::new()
        });
        let local = linkage == Linkage::Local && !symbol_name(op).is_some_and(|name| self.taken.contains(name));
        let callee = Callee { kind, local, version };
        if operation::name(op) == b"gpu.func" {
            let known = KNOWN_SIZES.into_iter().filter(|name| operation::attribute(op, name).is_some());
            faults.extend(known.map(|name| format!("'{name}' becomes a launch fact where it is lowered: {LOWER}")));
        }
        let remarks = self.tuples.of(function);
        let params = self.params(function, callee, &remarks, &mut faults);
        let result = self.result(function, callee, &remarks, &mut faults);
        // Its bytes are those of PTX, or it has a fault.
        let name = String::from_utf8_lossy(&name).into_owned();
        let header = ptx::Function { kind, linkage, name, result, params, directives };
        if faults.is_empty() {
            faults.extend(header.check().err().map(|fault| fault.to_string()));
        }
        let mut texts = faults.into_iter().map(|fault| format!("'{}' op {fault}", function.kind()));
        match texts.next() {
            None => Ok(Some(header)),
            Some(first) => Err(Diagnostic::error(op.location(), first).and(texts).emit()),
        }
    }

    fn params(
        &self,
        function: Function<'c, '_>,
        callee: Callee,
        remarks: &Remarks,
        faults: &mut Vec<String>,
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
                    stack_align: remarks.alignment(Some(index)).or_else(|| bytes(function, index, "llvm.alignstack")),
                    handle: remarks.handle(index),
                };
                callee.param(argument).map_err(|fault| fault.to_string())
            });
            match layout {
                Ok(param) => params.push(param),
                Err(fault) => faults.push(format!("parameter {index} of type '{type}' {fault}")),
            }
        }
        if function.is_var_arg() {
            match callee.kind {
                // A pointer to the others.
                FunctionKind::Func => params.push(Param::Scalar(Scalar::B64)),
                FunctionKind::Entry => {
                    faults.push("is a kernel, which cannot take a variable number of arguments".into())
                }
            }
        }
        params
    }

    fn result(
        &self,
        function: Function<'c, '_>,
        callee: Callee,
        remarks: &Remarks,
        faults: &mut Vec<String>,
    ) -> Option<Param> {
        match function.result_count() {
            0 => return None,
            1 => {}
            _ => {
                faults.push(format!("has several results: {LOWER}"));
                return None;
            }
        }
        let r#type = function.result_type(0);
        let result = self
            .layout(function, r#type)
            .and_then(|layout| callee.result(layout, remarks.alignment(None)).map_err(|fault| fault.to_string()));
        result.map_err(|fault| faults.push(format!("result of type '{type}' {fault}"))).ok()
    }

    /// The layout of a type, asked of LLVM once.
    fn layout(&self, function: Function<'_, '_>, r#type: Type<'_>) -> Result<TypeLayout, String> {
        let key = r#type.to_raw().ptr.addr();
        let layout = *self.layouts.borrow_mut().entry(key).or_insert_with(|| TypeLayout::of(r#type));
        layout.ok_or_else(|| match operation::name(function.operation()) {
            b"llvm.func" => "has no size that is known".to_owned(),
            _ => format!("is not lowered: {LOWER}"),
        })
    }
}

const LOWER: &str = "run 'convert-gpu-to-nvvm' first";

/// An alignment that an attribute of an argument states.
fn bytes(function: Function<'_, '_>, index: usize, name: &str) -> Option<u32> {
    match view(function.argument_attribute(index, name)?) {
        View::Integer { value, .. } => u32::try_from(value).ok(),
        _ => None,
    }
}

/// The functions whose address something other than a call takes; LLVM's lists of what it must keep do not count.
fn taken<'c: 'a, 'a>(device: OperationRef<'c, 'a>) -> FxHashSet<&'c [u8]> {
    const KEPT: [&[u8]; 2] = [b"llvm.used", b"llvm.compiler.used"];
    let mut taken = FxHashSet::default();
    for op in operation::children(device) {
        if symbol_name(op).is_some_and(|name| KEPT.contains(&name)) {
            continue;
        }
        operation::walk(op, |op| {
            if operation::name(op) == b"llvm.mlir.addressof" {
                taken.extend(operation::inherent(op, "global_name").and_then(|name| symbol_path(name).last()));
            }
        });
    }
    taken
}

/// The linkage that a function states, as far as PTX tells it apart.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Stated {
    External,
    AvailableExternally,
    Local,
    Weak,
}

impl Stated {
    /// A `gpu.func` is lowered to a function with external linkage.
    fn of(function: Function<'_, '_>) -> Self {
        let linkage = operation::inherent(function.operation(), "linkage").map(print).unwrap_or_default();
        let word = linkage.split_once('<').and_then(|(_, word)| word.strip_suffix('>')).unwrap_or_default();
        match word {
            "" | "external" => Self::External,
            "available_externally" => Self::AvailableExternally,
            "internal" | "private" => Self::Local,
            _ => Self::Weak,
        }
    }

    const fn linkage(self, defined: bool) -> Linkage {
        match self {
            Self::External if defined => Linkage::Visible,
            Self::External | Self::AvailableExternally => Linkage::Extern,
            Self::Local => Linkage::Local,
            Self::Weak => Linkage::Weak,
        }
    }
}

/// The name that LLVM gives to a function that nobody outside sees.
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
