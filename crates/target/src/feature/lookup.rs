//! Look-ups: which features an instruction, an intrinsic or an operation needs.
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
            add(&mut found, Some(*feature));
        }
    }
    let mut rest = operands;
    while let Some((_, after)) = rest.split_once('%') {
        let end = after.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').unwrap_or(after.len());
        let (name, next) = after.split_at_checked(end).unwrap_or((after, ""));
        add(&mut found, table.registers.get(name).copied());
        rest = next;
    }
    found.sort_unstable();
    found
}

/// The features that a call of an intrinsic needs, by its full name, such as `llvm.nvvm.fence.proxy.acquire`.
///
/// `immediate` returns the argument of that index, if it is a constant.
pub fn of_intrinsic(name: &str, immediate: &mut dyn FnMut(usize) -> Option<i64>) -> Features {
    let Some(name) = name.strip_prefix("llvm.nvvm.") else { return Features::new() };
    let (opcode, rest) = name.split_once('.').unwrap_or((name, ""));
    let mut found = Features::new();
    for (pattern, features) in table().intrinsics.get(opcode).into_iter().flatten() {
        let mut given = |&(index, wanted): &(&str, &str)| {
            let value: Option<i64> = index.parse().ok().and_then(&mut *immediate);
            value.is_some() && value == wanted.parse().ok()
        };
        if pattern.fits(rest) && pattern.lacks(rest) && pattern.facts.iter().all(&mut given) {
            add(&mut found, features.iter().copied());
        }
    }
    found.sort_unstable();
    found
}

/// Whether a call of an intrinsic needs features, at least with certain arguments.
pub fn knows_intrinsic(name: &str) -> bool {
    let Some(name) = name.strip_prefix("llvm.nvvm.") else { return false };
    let (opcode, rest) = name.split_once('.').unwrap_or((name, ""));
    let mut rows = table().intrinsics.get(opcode).into_iter().flatten();
    rows.any(|(pattern, _)| pattern.fits(rest) && pattern.lacks(rest))
}

/// Whether an operation needs features, at least with certain attributes or operands.
pub fn knows_operation(name: &str) -> bool {
    table().operations.contains_key(name)
}

/// The features that an operation needs, by its name, such as `nvvm.mbarrier.try_wait` or `llvm.fence`.
///
/// `attribute` returns the text of an attribute. It may be as MLIR prints it: of `#nvvm.mem_scope<cluster>`, `"cluster"`
/// and `1 : i32`, the words `cluster` and `1` count. An attribute without a value is `unit`. The name `$1` asks for the
/// type of operand 1, such as `!llvm.ptr<3>`.
pub fn of_operation(name: &str, attribute: &mut dyn FnMut(&str) -> Option<String>) -> Features {
    let mut found = Features::new();
    for (pattern, features) in table().operations.get(name).into_iter().flatten() {
        let mut given = |&(key, wanted): &(&str, &str)| attribute(key).is_some_and(|text| is_word(&text, wanted));
        if pattern.facts.iter().all(&mut given) && !pattern.absent.iter().any(|key| attribute(key).is_some()) {
            add(&mut found, features.iter().copied());
        }
    }
    found.sort_unstable();
    found
}

/// Whether the part of an attribute that counts is `wanted`: the inner part of `#nvvm.mem_scope<cluster>` and
/// `#nvvm<shfl_kind bfly>`, the numbers of `array<i32: 1, 2>`, and a text without its quotes and its type.
fn is_word(text: &str, wanted: &str) -> bool {
    let inner = text.rsplit_once('<').map_or(text, |(_, inner)| inner.split('>').next().unwrap_or(inner));
    let word = inner.split(" : ").next().unwrap_or(inner).trim().trim_matches('"');
    let word = word.split_once(": ").map_or(word, |(_, values)| values);
    if word.contains(',') {
        return word.chars().filter(|letter| *letter != ' ').eq(wanted.chars());
    }
    word.rsplit(' ').next() == Some(wanted)
}

/// Adds features that are not there yet.
fn add(found: &mut Features, more: impl IntoIterator<Item = Feature>) {
    for feature in more {
        if !found.contains(&feature) {
            found.push(feature);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::is_word;

    #[test]
    fn the_word_of_an_attribute() {
        for (text, word) in [
            ("#nvvm.mem_scope<cluster>", "cluster"),
            ("#nvvm<shfl_kind bfly>", "bfly"),
            ("array<i32: 1, 1, 0>", "1,1,0"),
            ("#nvvm.shape<m = 16, n = 8, k = 32>", "m=16,n=8,k=32"),
            ("\"cluster\"", "cluster"),
            ("8 : i64", "8"),
            ("!llvm.ptr<7>", "7"),
            ("!llvm.ptr", "!llvm.ptr"),
            ("vector<2xf16>", "2xf16"),
            ("true", "true"),
            ("unit", "unit"),
        ] {
            assert!(is_word(text, word), "{text}");
            assert!(!is_word(text, "other"), "{text}");
        }
    }
}
