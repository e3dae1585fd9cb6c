//! Look-ups: which features an instruction, an intrinsic or an operation needs.
//!
//! Accepts any text. Guarantees that an unknown name needs nothing. Leaves out on purpose whether a target has the
//! features (`super::check`).

use super::pattern::{Pattern, split};
use super::table::table;
use super::{Feature, Features};

/// The features that a statement of PTX needs: that of `mnemonic`, such as `mbarrier.try_wait.shared::cta.b64`, and
/// those of the registers in `operands`, such as `%r1, %cluster_ctarank`.
pub fn of_ptx(mnemonic: &str, operands: &str) -> Features {
    let table = table();
    let (opcode, qualifiers) = split(mnemonic);
    let mut found = Features::new();
    for &(ref pattern, feature) in table.opcodes.get(opcode).into_iter().flatten() {
        if pattern.fits(&qualifiers) && fits_operands(pattern, operands) {
            found.push(feature);
        }
    }
    for qualifier in &qualifiers {
        for &(ref pattern, feature) in table.qualifiers.get(qualifier).into_iter().flatten() {
            if pattern.fits(&qualifiers) && fits_operands(pattern, operands) {
                found.push(feature);
            }
        }
    }
    let mut rest = operands;
    while let Some((_, after)) = rest.split_once('%') {
        let end = after.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').unwrap_or(after.len());
        let (name, next) = after.split_at_checked(end).unwrap_or((after, ""));
        add(&mut found, table.registers.get(name).copied());
        rest = next;
    }
    found
}

/// The features that a call of an intrinsic needs, by its full name, such as `llvm.nvvm.fence.proxy.acquire`.
///
/// `immediate` returns the argument of that index, if it is a constant.
pub fn of_intrinsic(name: &str, immediate: &mut dyn FnMut(usize) -> Option<i64>) -> Features {
    let Some(name) = name.strip_prefix("llvm.nvvm.") else { return Features::new() };
    let (opcode, parts) = split(name);
    let mut found = Features::new();
    for (pattern, features) in table().intrinsics.get(opcode).into_iter().flatten() {
        let fits = pattern.fits(&parts)
            && pattern.values.iter().all(|(index, wanted)| {
                let value = index.parse().ok().and_then(&mut *immediate);
                value.is_some() && value == wanted.parse().ok()
            });
        if fits {
            add(&mut found, features.iter().copied());
        }
    }
    found
}

/// The features that an operation needs, by its name, such as `nvvm.mbarrier.try_wait` or `llvm.fence`.
///
/// `attribute` returns the text of an attribute. It may be as MLIR prints it: of `#nvvm.mem_scope<cluster>`, `"cluster"`
/// and `1 : i32`, the words `cluster` and `1` count. The name `$1` asks for the type of operand 1, and an attribute
/// that is a unit is `unit`.
pub fn of_operation(name: &str, attribute: &mut dyn FnMut(&str) -> Option<String>) -> Features {
    let mut found = Features::new();
    for (pattern, features) in table().operations.get(name).into_iter().flatten() {
        let mut fits = |&(key, wanted): &(&str, &str)| attribute(key).as_deref().map(word) == Some(wanted);
        if pattern.values.iter().all(&mut fits) {
            add(&mut found, features.iter().copied());
        }
    }
    found
}

/// The word of an attribute that counts: the inner part of `#nvvm.mem_scope<cluster>`, and a text without its quotes
/// and its type.
fn word(text: &str) -> &str {
    let inner = text.rsplit_once('<').map_or(text, |(_, inner)| inner.split('>').next().unwrap_or(inner));
    inner.split(" : ").next().unwrap_or(inner).trim().trim_matches('"')
}

/// Whether the operands are as a pattern asks: `_` is a sink as the destination, `#2` two operands.
fn fits_operands(pattern: &Pattern, operands: &str) -> bool {
    pattern.values.iter().all(|(key, _)| match key.strip_prefix('#').map(str::parse::<usize>) {
        Some(Ok(wanted)) => count(operands) == wanted,
        Some(Err(_)) => false,
        None => operands.trim_start().strip_prefix(key).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric)),
    })
}

/// The number of operands: the commas outside brackets, and one.
fn count(operands: &str) -> usize {
    let mut depth = 0_usize;
    let mut commas = 0;
    for letter in operands.bytes() {
        match letter {
            b'{' | b'[' | b'(' => depth += 1,
            b'}' | b']' | b')' => depth = depth.saturating_sub(1),
            b',' if depth == 0 => commas += 1,
            _ => {}
        }
    }
    if operands.trim().is_empty() { 0 } else { commas + 1 }
}

/// Adds features that are not there yet.
fn add(found: &mut Features, more: impl IntoIterator<Item = Feature>) {
    for feature in more {
        if !found.contains(&feature) {
            found.push(feature);
        }
    }
}
