//! Facts about parameters in tuples of `nvvm.annotations` that have no canonical form.
//!
//! LLVM's back end reads two kinds of them: alignments (`align`) and handles of images (`rdoimage`, `wroimage`,
//! `rdwrimage`, `sampler`). Refuses a tuple that states a launch fact or that cannot be read.

use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, OperationRef};
use tileiras_contract::ANNOTATIONS;
use tileiras_mlir::Failure;
use tileiras_mlir::attribute::{View, view};
use tileiras_nvvm::annotation_index::{AnnotationIndex, Subject, Tuple, about_annotations};
use tileiras_nvvm::scope::Scope;
use tileiras_ptx::Handle;

/// What tuples state about the parameters of one function.
#[derive(Clone, Debug, Default)]
pub struct ParameterTuples {
    alignments: Vec<(usize, u32)>,
    handles: Vec<(usize, Handle)>,
}

impl ParameterTuples {
    /// Reads the tuples about the function of that number in the scope.
    #[must_use]
    pub fn read(annotations: &AnnotationIndex<'_, '_>, function: usize) -> Self {
        let mut found = Self::default();
        let tuples = annotations.about(function).iter().filter_map(|id| annotations.tuple(*id));
        tuples.flat_map(Tuple::pairs).for_each(|(key, _, value)| found.add(key, value));
        found
    }

    /// The alignment in bytes of the parameter of that index from 0 on, or of the result.
    #[must_use]
    pub fn alignment(&self, parameter: Option<usize>) -> Option<u32> {
        let position = parameter.map_or(0, |index| index + 1);
        self.alignments.iter().rev().find(|(found, _)| *found == position).map(|(_, bytes)| *bytes)
    }

    /// The kind of handle that the parameter of that index from 0 on is. LLVM checks the kinds in this order.
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

/// Refuses tuples of a device module, and of the modules around it, that cannot be read or that state launch facts of
/// its functions.
///
/// # Errors
/// After a diagnostic for each list with faults.
pub fn check(scope: &Scope<'_, '_>, annotations: &AnnotationIndex<'_, '_>) -> Result<(), Failure> {
    let Some(device) = scope.modules.first() else { return Ok(()) };
    let mut result = Ok(());
    for list in annotations.lists() {
        let mut faults: Vec<String> = list.fault.iter().map(|fault| format!("'{ANNOTATIONS}' {fault}")).collect();
        for (number, tuple) in list.tuples.iter().enumerate() {
            let fault = match &tuple.read {
                Ok(tuple) => stated_launch_key(tuple, list.module, *device)
                    .map(|key| format!("has the launch key '{key}': run 'nvvm-transplant' first")),
                Err(fault) => Some(fault.to_string()),
            };
            faults.extend(fault.map(|fault| format!("'{ANNOTATIONS}' tuple {number} {fault}")));
        }
        result = result.and(about_annotations(list.module).errors(faults));
    }
    result
}

/// The first launch key of a tuple that is in the device module or about a function in it.
fn stated_launch_key<'c, 'a>(
    tuple: &Tuple<'c, 'a>,
    module: OperationRef<'c, 'a>,
    device: OperationRef<'c, 'a>,
) -> Option<&'static str> {
    let is_inside = match tuple.subject {
        Subject::Function(function) => function.operation().parent_operation() == Some(device),
        _ => false,
    };
    tuple.facts().next().filter(|_| module == device || is_inside).map(|(spelling, _)| spelling.name)
}
