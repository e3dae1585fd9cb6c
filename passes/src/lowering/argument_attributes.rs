//! Attributes of arguments that upstream's conversion drops.
//!
//! `convert-gpu-to-nvvm` copies a fixed list of attributes to the new arguments, and drops the others without a word,
//! also `llvm.byval`, which decides how an argument is passed (measured: MLIR 22.1.8). This module adds them again.
//! Leaves out on purpose: arguments that become several, which need none of them.

use std::collections::HashMap;

use melior::ir::r#type::MemRefType;
use melior::ir::{OperationRef, ShapedTypeLike as _, Type, TypeLike as _};
use tileiras_mlir::attribute::{Dictionary, parse_in_context_of};
use tileiras_mlir::function::{Function, symbol_name};
use tileiras_mlir::operation;

/// The prefix of the attributes that LLVM knows.
const PREFIX: &[u8] = b"llvm.";

/// The attributes of the arguments of each kernel, by its symbol.
pub struct ArgumentAttributes<'c>(HashMap<Vec<u8>, Arguments<'c>>);

/// The arguments of one function.
struct Arguments<'c> {
    /// How many there are after the conversion.
    count: usize,
    /// Attributes with the index of their argument after the conversion.
    attributes: Vec<(usize, Dictionary<'c>)>,
}

impl<'c> ArgumentAttributes<'c> {
    /// Reads the functions of the GPU dialect.
    pub fn read(device: OperationRef<'c, '_>) -> Self {
        let functions = operation::children(device).into_iter().filter(|op| operation::name(*op) == b"gpu.func");
        let read = functions.filter_map(|op| {
            let arguments = Arguments::read(Function::new(op)?);
            Some((symbol_name(op)?.to_vec(), arguments)).filter(|(_, arguments)| !arguments.attributes.is_empty())
        });
        Self(read.collect())
    }

    /// Adds the attributes that are missing after the conversion.
    pub fn restore(&self, device: OperationRef<'c, '_>) {
        if self.0.is_empty() {
            return;
        }
        for op in operation::children(device) {
            let arguments = symbol_name(op).and_then(|name| self.0.get(name));
            if let (Some(arguments), Some(function)) = (arguments, Function::new(op)) {
                arguments.restore(function);
            }
        }
    }
}

impl<'c> Arguments<'c> {
    fn read(function: Function<'c, '_>) -> Self {
        let mut arguments = Self { count: 0, attributes: Vec::new() };
        let attributes = function.argument_attributes();
        for index in 0..function.argument_count() {
            let parts = parts(function.argument_type(index));
            let of_llvm = |attributes: &&Dictionary<'c>| attributes.iter().any(|(name, _)| name.starts_with(PREFIX));
            if let Some(attributes) = attributes.get(index).filter(|_| parts == 1).filter(of_llvm) {
                arguments.attributes.push((arguments.count, *attributes));
            }
            arguments.count += parts;
        }
        arguments
    }

    fn restore(&self, function: Function<'c, '_>) {
        // Another conversion of the arguments than that of upstream.
        if function.argument_count() != self.count {
            return;
        }
        let mut attributes = function.argument_attributes();
        if attributes.is_empty() {
            let none = parse_in_context_of(function.operation(), "{}").and_then(Dictionary::new);
            attributes.extend(none.into_iter().cycle().take(self.count));
        }
        for (index, old) in &self.attributes {
            let Some(new) = attributes.get_mut(*index) else { return };
            for (name, value) in old.iter().filter(|(name, _)| name.starts_with(PREFIX)) {
                if let Ok(name) = str::from_utf8(name)
                    && !new.has(name)
                {
                    *new = new.with(name, Some(value));
                }
            }
        }
        function.set_argument_attributes(&attributes);
    }
}

/// The number of arguments that upstream's conversion makes of an argument. A memref becomes two pointers, the offset,
/// and the size and the stride of each dimension; an unranked one becomes its rank and a pointer.
fn parts(argument: Type<'_>) -> usize {
    if let Ok(memref) = MemRefType::try_from(argument) {
        return 3 + 2 * memref.rank();
    }
    if argument.is_unranked_mem_ref() { 2 } else { 1 }
}
