//! `tileiras.allow`: the rules whose violations in a function or a module are not reported.
//!
//! It is a list of strings on any function or module, `tileiras.allow = ["a", "b"]`, or an attribute of a function in
//! LLVM IR, `"tileiras.allow"="a,b"`, which is an entry of `passthrough` in MLIR. No other program reads it.

use melior::ir::{Attribute, OperationRef};
use std::borrow::Cow;
use tileiras_mlir::attribute::{Array, View, view};
use tileiras_mlir::operation;
use tileiras_mlir::text::lossy;

/// The name of the attribute.
pub const ALLOW: &str = "tileiras.allow";

/// The names in the attribute of an operation. `None` for a value of another form.
#[must_use]
pub fn allowed<'c>(op: OperationRef<'c, '_>) -> Vec<Option<Cow<'c, str>>> {
    let mut names = Vec::new();
    if let Some(list) = operation::discardable_attribute(op, ALLOW) {
        match Array::new(list) {
            Some(list) => names.extend(list.iter().map(text)),
            None => names.push(None),
        }
    }
    let passthrough = operation::inherent_attribute(op, "passthrough").and_then(Array::new);
    for entry in passthrough.iter().flat_map(Array::iter).filter_map(Array::new).filter(|entry| entry.len() == 2) {
        if text(entry.get(0)).as_deref() == Some(ALLOW) {
            let list = text(entry.get(1));
            let list = list.as_deref().unwrap_or_default();
            names.extend(list.split(',').map(|name| Some(Cow::Owned(name.trim().to_owned()))));
        }
    }
    names
}

fn text(attribute: Attribute<'_>) -> Option<Cow<'_, str>> {
    match view(attribute) {
        View::Text(name) => Some(lossy(name)),
        _ => None,
    }
}
