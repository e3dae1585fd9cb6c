//! The names in `.target`.

use crate::error::ReadFault;

/// The first architecture with 64-bit floating point, which `map_f64_to_f32` would take away.
const WITH_F64: u32 = 13;

/// Checks a name against those in front of it, as `ptxas` does: an architecture comes first, and there is one texture
/// mode. Chips that are not known are legal: a newer `ptxas` may know them.
pub(super) fn check_target(name: &str, before: &[&str]) -> Result<(), ReadFault> {
    let found = || name.to_owned();
    if architecture(name).is_some() {
        return Ok(());
    }
    let number = before.iter().rev().find_map(|name| architecture(name));
    let Some(number) = number else { return Err(ReadFault::NoArchitecture { found: found() }) };
    let other = match name {
        "texmode_unified" => "texmode_independent",
        "texmode_independent" => "texmode_unified",
        "debug" => return Ok(()),
        "map_f64_to_f32" if number < WITH_F64 => return Ok(()),
        _ => return Err(ReadFault::TargetOption { found: found() }),
    };
    match before.contains(&other) {
        true => Err(ReadFault::TextureModes { found: found(), before: other }),
        false => Ok(()),
    }
}

/// The number of `sm_90a` or `compute_90`.
pub(crate) fn architecture(name: &str) -> Option<u32> {
    let number = name.strip_prefix("sm_").or_else(|| name.strip_prefix("compute_"))?;
    number.trim_end_matches(|letter: char| letter.is_ascii_lowercase()).parse().ok()
}
