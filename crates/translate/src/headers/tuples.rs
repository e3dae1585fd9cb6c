//! What the tuples of `nvvm.annotations` that stay legacy say about parameters.
//!
//! LLVM's back end reads two kinds of them: alignments (`align`) and handles of images (`rdoimage`, `wroimage`,
//! `rdwrimage`, `sampler`). Refuses a tuple that states a launch fact or that nothing can be read from.

use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, OperationRef};
use rustc_hash::FxHashMap;
use tileiras_contract::ANNOTATIONS;
use tileiras_mlir::attribute::{View, view};
use tileiras_mlir::function::Function;
use tileiras_mlir::symbol::Symbols;
use tileiras_mlir::{Diagnostic, Failure, operation};
use tileiras_nvvm::annotations::{Annotations, Subject, Tuple, kind};
use tileiras_ptx::Handle;

/// What tuples say about the parameters of one function.
#[derive(Clone, Debug, Default)]
pub struct Remarks {
    alignments: Vec<(usize, u32)>,
    handles: Vec<(usize, Handle)>,
}

impl Remarks {
    /// The alignment in bytes of the parameter of that index from 0 on, or of the result.
    #[must_use]
    pub fn alignment(&self, parameter: Option<usize>) -> Option<u32> {
        let place = parameter.map_or(0, |index| index + 1);
        self.alignments.iter().rev().find(|(at, _)| *at == place).map(|(_, bytes)| *bytes)
    }

    /// What the parameter of that index from 0 on is a handle of. LLVM asks in this order.
    #[must_use]
    pub fn handle(&self, index: usize) -> Option<Handle> {
        let is = |handle: &Handle| self.handles.contains(&(index, *handle));
        [Handle::Sampler, Handle::Texture, Handle::Surface].into_iter().find(is)
    }

    fn add(&mut self, key: &[u8], value: Attribute<'_>) {
        let View::Integer { value, .. } = view(value) else { return };
        let Ok(value) = u32::try_from(value) else { return };
        let mut add = |handle| self.handles.push((value as usize, handle));
        match key {
            // The index in the upper half, 0 for the result; bytes in the lower.
            b"align" => self.alignments.push(((value >> 16) as usize, value & 0xffff)),
            b"rdoimage" => add(Handle::Texture),
            b"wroimage" | b"rdwrimage" => add(Handle::Surface),
            b"sampler" => add(Handle::Sampler),
            _ => {}
        }
    }
}

/// The tuples about the functions of one module.
#[derive(Default)]
pub struct Tuples {
    remarks: FxHashMap<usize, Remarks>,
}

impl Tuples {
    /// Reads the tuples of `device` and of the modules around it.
    ///
    /// # Errors
    /// After a diagnostic for each list with faults.
    pub fn read<'c: 'a, 'a>(device: OperationRef<'c, 'a>) -> Result<Self, Failure> {
        let mut tuples = Self::default();
        let mut symbols = Symbols::new();
        let mut result = Ok(());
        let mut next = Some(device);
        while let Some(module) = next {
            let mut faults = Vec::new();
            match Annotations::of(module) {
                Ok(None) => {}
                Ok(Some(annotations)) => {
                    for (number, (_, read)) in annotations.read(&mut symbols).enumerate() {
                        let fault = match read {
                            Ok(tuple) => tuples.add(&tuple, module, device),
                            Err(fault) => Some(fault.to_string()),
                        };
                        faults.extend(fault.map(|fault| format!("tuple {number} {fault}")));
                    }
                }
                Err(fault) => faults.push(fault.to_string()),
            }
            if let Err(failure) = refuse(module, faults) {
                result = Err(failure);
            }
            next = module.parent_operation();
        }
        result.map(|()| tuples)
    }

    /// Takes over what a tuple says, if it is about `device`; what is wrong with it.
    fn add(
        &mut self,
        tuple: &Tuple<'_, '_>,
        module: OperationRef<'_, '_>,
        device: OperationRef<'_, '_>,
    ) -> Option<String> {
        let function = match tuple.subject {
            Subject::Function(function) => Some(function.operation()),
            _ => None,
        };
        let inside = function.and_then(|op| op.parent_operation()).is_some_and(|parent| parent == device);
        if module != device && !inside {
            return None;
        }
        if let Some((spelling, _)) = tuple.facts().next() {
            return Some(format!("has the launch key '{}': run 'nvvm-transplant' first", spelling.name));
        }
        if let Some(op) = function {
            let remarks = self.remarks.entry(operation::key(op)).or_default();
            tuple.pairs().for_each(|(key, _, value)| remarks.add(key, value));
        }
        None
    }

    /// What they say about a function.
    #[must_use]
    pub fn of(&self, function: Function<'_, '_>) -> Remarks {
        self.remarks.get(&operation::key(function.operation())).cloned().unwrap_or_default()
    }
}

/// One error for all faults of a list.
fn refuse(module: OperationRef<'_, '_>, faults: Vec<String>) -> Result<(), Failure> {
    let mut texts = faults.into_iter().map(|fault| format!("{} op '{ANNOTATIONS}' {fault}", kind(module)));
    match texts.next() {
        None => Ok(()),
        Some(first) => Err(Diagnostic::error(module.location(), first).and(texts).emit()),
    }
}
