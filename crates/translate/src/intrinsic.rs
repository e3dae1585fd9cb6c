//! The names of intrinsics in device code.
//!
//! Accepts the intrinsics of LLVM, and functions with other names. LLVM's readers upgrade most old intrinsics. Refuses
//! a name that LLVM does not have, with the modern name if there is one: LLVM would emit a call of a function of that
//! name, which PTX cannot spell.

use melior::ir::OperationRef;
use std::borrow::Cow;
use tileiras_mlir::attribute::{View, symbol_path, view};
use tileiras_mlir::llvm::is_intrinsic;
use tileiras_mlir::operation;
use tileiras_mlir::text::lossy;

/// What is wrong with the name of the intrinsic that an operation calls.
#[must_use]
pub fn fault(op: OperationRef<'_, '_>) -> Option<String> {
    let name = called(op)?;
    if !name.starts_with("llvm.") || is_intrinsic(&name) {
        return None;
    }
    // The prefix of a diagnostic about `llvm.call_intrinsic` has the name.
    let subject =
        if operation::name(op) == b"llvm.call_intrinsic" { String::new() } else { format!("calls '{name}', which ") };
    let advice = modern_name(&name).map(|name| format!("; use {name}")).unwrap_or_default();
    Some(format!("{subject}is not an intrinsic of LLVM{advice}"))
}

/// The name of the function or the intrinsic that an operation calls.
pub(crate) fn called<'c>(op: OperationRef<'c, '_>) -> Option<Cow<'c, str>> {
    let attribute = match operation::name(op) {
        b"llvm.call_intrinsic" => "intrin",
        b"llvm.call" => "callee",
        _ => return None,
    };
    match view(operation::inherent_attribute(op, attribute)?) {
        View::Text(name) => Some(lossy(name)),
        View::Symbol(symbol) => symbol_path(symbol).last().map(lossy),
        _ => None,
    }
}

/// The intrinsic of LLVM that replaces one of NVVM IR or of an old LLVM, in quotes.
fn modern_name(name: &str) -> Option<String> {
    let quoted = |name: String| is_intrinsic(&name).then(|| format!("'{name}'"));
    if let Some(register) = name.strip_prefix("llvm.ptx.read.") {
        return quoted(format!("llvm.nvvm.read.ptx.sreg.{register}"));
    }
    match name {
        "llvm.cuda.syncthreads" => Some("'llvm.nvvm.barrier.cta.sync.aligned.all' with barrier 0".to_owned()),
        "llvm.ptx.bar.sync" => Some("'llvm.nvvm.barrier.cta.sync.aligned.all'".to_owned()),
        "llvm.nvvm.shfl.sync.i32" => {
            Some("'llvm.nvvm.shfl.sync.idx.i32p', or 'up', 'down' or 'bfly', by the mode".to_owned())
        }
        "llvm.nvvm.vote.sync" => Some("'llvm.nvvm.vote.all.sync', or 'any', 'uni' or 'ballot', by the mode".to_owned()),
        "llvm.nvvm.match.all.sync.i32" | "llvm.nvvm.match.all.sync.i64" => quoted(format!("{name}p")),
        _ => None,
    }
}
