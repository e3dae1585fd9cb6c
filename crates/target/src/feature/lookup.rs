//! Look-ups: which features a statement of PTX needs.
//!
//! Accepts any text. Guarantees that an unknown name needs nothing. Leaves out on purpose whether a target has the
//! features (`super::check`).

use super::pattern::split;
use super::table::table;
use super::{Feature, Features};

/// The features that a statement of PTX needs: those of `mnemonic`, such as `mbarrier.try_wait.shared::cta.b64`, and
/// those of the registers in `operands`, such as `%r1, %cluster_ctarank`.
pub fn of_ptx(mnemonic: &str, operands: &str) -> Features {
    let table = table();
    let (opcode, qualifiers) = split(mnemonic);
    let own = table.opcodes.get(opcode).into_iter().flatten();
    let shared = qualifiers.iter().filter_map(|qualifier| table.qualifiers.get(qualifier)).flatten();
    let mut found = Features::new();
    for (pattern, feature) in own.chain(shared) {
        if pattern.fits(&qualifiers, operands) {
            add(&mut found, *feature);
        }
    }
    let mut rest = operands;
    while let Some((_, after)) = rest.split_once('%') {
        let end = after.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').unwrap_or(after.len());
        let (name, next) = after.split_at_checked(end).unwrap_or((after, ""));
        if let Some(&feature) = table.registers.get(name) {
            add(&mut found, feature);
        }
        rest = next;
    }
    found.sort_unstable();
    found
}

/// Adds a feature, if it is not there yet.
fn add(found: &mut Features, feature: Feature) {
    if !found.contains(&feature) {
        found.push(feature);
    }
}
