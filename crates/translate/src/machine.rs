//! The target triple and the data layout of device code: those of 64-bit CUDA.
//!
//! Accepts device code without a triple and a data layout, and with those of 64-bit CUDA in any spelling. Refuses any
//! other: sizes and alignments were computed for another target, so that the compiled code would be wrong.

use melior::ir::OperationRef;
use tileiras_mlir::attribute::{View, print, string, view};
use tileiras_mlir::layout::{CUDA_TRIPLE, DataLayout, cuda_data_layout};
use tileiras_mlir::text::lossy;
use tileiras_mlir::{ContextHandle, Diagnostic, Failure, operation};

/// The attribute of the LLVM dialect for the triple of a module.
const TRIPLE: &str = "llvm.target_triple";

/// The attribute of the LLVM dialect for the data layout of a module.
const DATA_LAYOUT: &str = "llvm.data_layout";

/// The attribute of MLIR for the sizes and alignments of types.
const SPECIFICATION: &str = "dlti.dl_spec";

/// What a module states of the machine that it is for.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum MachineStatement {
    /// The target triple.
    Triple,
    /// The data layout.
    DataLayout,
}

/// Why device code with a triple and a data layout is not for CUDA, and which of the two says so; `None` if it is.
/// `triple` and `layout` are empty if the module has none.
#[must_use]
pub fn fault(triple: &str, layout: &str) -> Option<(MachineStatement, String)> {
    if !is_cuda(triple) {
        let text = format!(
            "has the target triple '{triple}'; only code for 64-bit CUDA can be compiled, which has '{CUDA_TRIPLE}'"
        );
        return Some((MachineStatement::Triple, text));
    }
    let difference = difference(layout).filter(|_| !layout.is_empty())?;
    let text = format!("has a data layout that is not that of CUDA: {difference}");
    Some((MachineStatement::DataLayout, text))
}

/// Rejects device code for another target.
///
/// # Errors
/// After a diagnostic.
pub fn check(device: OperationRef<'_, '_>) -> Result<(), Failure> {
    let [triple, layout] = [TRIPLE, DATA_LAYOUT].map(|name| text(device, name).unwrap_or_default());
    fault(&triple, &layout).map_or(Ok(()), |(_, fault)| Err(Diagnostic::on(device).error(fault).emit()))
}

/// Gives device code the triple and the data layout of CUDA if it has none. The translation to LLVM IR sets alignments
/// by the data layout: without one, an `i64` would be aligned to 4 bytes.
pub fn complete(device: OperationRef<'_, '_>) {
    let context = ContextHandle::of(device);
    let short_pointers = shared_pointer_bits(device).is_some_and(|bits| bits == "32");
    for (name, value) in [(TRIPLE, CUDA_TRIPLE), (DATA_LAYOUT, &cuda_data_layout(short_pointers))] {
        if text(device, name).is_none_or(|text| text.is_empty()) {
            operation::set_discardable_attribute(device, name, string(context, value));
        }
    }
}

/// The size of pointers to shared memory. The importer of MLIR keeps it in the data layout of MLIR only, as the first
/// number of `!llvm.ptr<3> = dense<[32, 64, 64, 32]>`, or of `dense<32>` if all numbers are equal.
fn shared_pointer_bits(device: OperationRef<'_, '_>) -> Option<String> {
    let specification = print(operation::discardable_attribute(device, SPECIFICATION)?);
    let (_, numbers) = specification.split_once("!llvm.ptr<3> = dense<")?;
    let numbers = numbers.trim_start_matches('[');
    Some(numbers.chars().take_while(char::is_ascii_digit).collect())
}

fn text(device: OperationRef<'_, '_>, name: &str) -> Option<String> {
    match view(operation::discardable_attribute(device, name)?) {
        View::Text(text) => Some(lossy(text).into_owned()),
        _ => None,
    }
}

/// Whether a triple is one of 64-bit CUDA. The vendor can be any. The operating system can be unknown, and that of
/// libdevice is `gpulibs`.
fn is_cuda(triple: &str) -> bool {
    let mut parts = triple.split('-');
    let (architecture, system) = (parts.next().unwrap_or_default(), parts.nth(1).unwrap_or_default());
    let is_known = ["", "unknown", "gpulibs"].contains(&system) || system.starts_with("cuda");
    triple.is_empty() || architecture == "nvptx64" && is_known
}

/// What differs between a data layout and that of CUDA.
fn difference(layout: &str) -> Option<String> {
    let (layout, cuda) = (DataLayout::read(layout)?, DataLayout::read(&cuda_data_layout(false))?);
    if layout.big_endian != cuda.big_endian {
        return Some("it is big-endian".to_owned());
    }
    if layout.pointer_bits != cuda.pointer_bits {
        return Some(format!("pointers have {} bits, not {}", layout.pointer_bits, cuda.pointer_bits));
    }
    let alignments = layout.alignments.iter().zip(cuda.alignments).zip(DataLayout::TYPES);
    alignments
        .filter(|((found, expected), _)| **found != *expected)
        .map(|((found, expected), name)| format!("{name} is aligned to {found} bits, not {expected}"))
        .next()
}

#[cfg(test)]
mod tests {
    use super::{difference, is_cuda};
    use tileiras_mlir::layout::cuda_data_layout;

    #[test]
    fn triples_of_cuda_are_accepted() {
        let with_system = ["nvptx64-nvidia-cuda", "nvptx64-unknown-cuda", "nvptx64-nvidia-gpulibs"];
        for triple in ["", "nvptx64", "nvptx64-unknown-unknown"].into_iter().chain(with_system) {
            assert!(is_cuda(triple), "{triple}");
        }
        for triple in ["nvptx", "nvptx-nvidia-cuda", "nvptx64-unknown-nvcl", "x86_64-unknown-linux-gnu", "amdgcn--"] {
            assert!(!is_cuda(triple), "{triple}");
        }
    }

    #[test]
    fn layouts_that_producers_write_are_those_of_cuda() {
        for layout in [
            cuda_data_layout(false).as_str(),
            cuda_data_layout(true).as_str(),
            "e-i64:64-i128:128-v16:16-v32:32-n16:32:64",
            "e-i64:64-v16:16-v32:32-n16:32:64",
            "e-p3:32:32-i64:64-i128:128-v16:16-v32:32-n16:32:64",
            "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-f32:32:32-f64:64:64-v16:16:16-n16:32:64",
        ] {
            assert_eq!(difference(layout), None, "{layout}");
        }
        for (layout, expected) in [
            ("E-i64:64", "it is big-endian"),
            ("e-p:32:32-i64:64", "pointers have 32 bits, not 64"),
            ("e-i32:32", "i64 is aligned to 32 bits, not 64"),
            ("e-i64:64-f64:32", "double is aligned to 32 bits, not 64"),
        ] {
            assert_eq!(difference(layout).as_deref(), Some(expected), "{layout}");
        }
    }
}
