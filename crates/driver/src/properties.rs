//! Launch attributes in the properties of MLIR's generic form, `"llvm.func"() <{nvvm.maxnreg = 32 : i32}>`.
//!
//! MLIR's parser drops an unknown property without a word (measured: MLIR 22 on `llvm.func`, `func.func`, `gpu.func`). No
//! operation has a property whose name begins with `nvvm.`, so that such a name is always a lost fact. Accepts any bytes.
//! Leaves out on purpose: bytecode, which has no generic form.

use tileiras_contract::PREFIX;

/// The positions and names of the properties that the parser drops.
pub fn dropped(text: &[u8]) -> Vec<(usize, &str)> {
    let (mut found, mut position) = (Vec::new(), 0);
    // For each open brace, whether it begins properties.
    let mut open: Vec<bool> = Vec::new();
    while let Some(&byte) = text.get(position) {
        let start = position;
        position += 1;
        match byte {
            b'"' => position = after_string(text, position),
            b'/' if text.get(position) == Some(&b'/') => {
                position += text[position..].iter().take_while(|byte| **byte != b'\n').count();
            }
            b'{' | b'[' | b'(' => open.push(byte == b'{' && start > 0 && text[start - 1] == b'<'),
            b'}' | b']' | b')' => drop(open.pop()),
            _ if is_name(byte) => position += text[position..].iter().take_while(|byte| is_name(**byte)).count(),
            _ => continue,
        }
        let name = match byte {
            b'"' => text.get(start + 1..position - 1),
            _ if is_name(byte) => Some(&text[start..position]),
            _ => None,
        };
        // A key comes after the brace or a comma.
        let is_key = matches!(before(text, start), Some(b'{' | b','));
        if let Some(name) = name.and_then(|name| std::str::from_utf8(name).ok())
            && open.last() == Some(&true)
            && is_key
            && name.starts_with(PREFIX)
        {
            found.push((start, name));
        }
    }
    found
}

/// The end of the string whose content begins at `start`.
fn after_string(text: &[u8], start: usize) -> usize {
    let mut position = start;
    while let Some(&byte) = text.get(position) {
        position += if byte == b'\\' { 2 } else { 1 };
        if byte == b'"' {
            break;
        }
    }
    position.min(text.len())
}

/// The character before `position` that is no white space.
fn before(text: &[u8], position: usize) -> Option<u8> {
    text[..position].iter().rev().copied().find(|byte| !byte.is_ascii_whitespace())
}

const fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$')
}

/// The line and the column of a byte, from 1.
pub fn line_and_column(text: &[u8], position: usize) -> (usize, usize) {
    let begin = text[..position].iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    (1 + text[..begin].iter().filter(|byte| **byte == b'\n').count(), 1 + position - begin)
}

#[cfg(test)]
mod tests {
    use super::{dropped, line_and_column};

    #[test]
    fn properties_that_are_dropped_are_found() {
        let text = b"\"llvm.func\"() <{sym_name = \"k\", nvvm.maxnreg = 32 : i32,\n  \"nvvm.minctasm\" = 1}> ({}) {nvvm.kernel}";
        let found = dropped(text);
        assert_eq!(found.iter().map(|(_, name)| *name).collect::<Vec<_>>(), ["nvvm.maxnreg", "nvvm.minctasm"]);
        assert_eq!(found.iter().map(|(at, _)| line_and_column(text, *at)).collect::<Vec<_>>(), [(1, 33), (2, 3)]);
    }

    #[test]
    fn others_are_not() {
        for text in [
            "llvm.func @k() attributes {nvvm.kernel, a = {nvvm.maxnreg = 1 : i32}}",
            "\"f\"() <{a = {nvvm.maxnreg = 1 : i32}, b = [\"nvvm.maxnreg\", \"nvvm.x\"], c = \"nvvm.maxnreg\"}>",
            "// <{nvvm.maxnreg = 1}>\n\"<{nvvm.maxnreg\"",
            "\"\\\"<{nvvm.maxnreg",
            "",
        ] {
            assert_eq!(dropped(text.as_bytes()), [], "{text}");
        }
    }
}
