//! Launch attributes in the properties of MLIR's generic form, `"llvm.func"() <{nvvm.maxnreg = 32 : i32}>`.
//!
//! MLIR's parser drops an unknown property without a word (measured: MLIR 22 on `llvm.func`, `func.func`, `gpu.func`). No
//! operation has a property whose name begins with `nvvm.`, so that such a name is always a lost fact. Accepts any bytes.
//! Leaves out on purpose: bytecode, which has no generic form.

use std::borrow::Cow;
use std::collections::HashMap;

use tileiras_contract::PREFIX;

/// What an open bracket begins.
#[derive(Clone, Copy, Eq, PartialEq)]
enum Bracket {
    /// The properties of an operation.
    Properties,
    Other,
}

/// The positions and names of the properties that the parser drops.
pub fn dropped(text: &[u8]) -> Vec<(usize, Cow<'_, str>)> {
    let (mut found, mut position) = (Vec::new(), 0);
    let mut open: Vec<Bracket> = Vec::new();
    // The last two bytes that are neither white space nor in a comment.
    let mut last = [0_u8; 2];
    // The dictionaries that are defined as an alias, `#p = {...}`, with the launch attributes in them.
    let mut aliases: HashMap<&[u8], Vec<(usize, Cow<'_, str>)>> = HashMap::new();
    let mut defined: Option<(&[u8], usize)> = None;
    let mut alias: Option<&[u8]> = None;
    while let Some(&byte) = text.get(position) {
        let start = position;
        position += 1;
        let mut name = None;
        match byte {
            _ if byte.is_ascii_whitespace() => continue,
            b'/' if text.get(position) == Some(&b'/') => {
                position += text[position..].iter().take_while(|byte| **byte != b'\n').count();
                continue;
            }
            b'"' => {
                position = after_string(text, position);
                name = text.get(start + 1..position.saturating_sub(1)).map(unescaped);
            }
            b'#' => {
                position += text[position..].iter().take_while(|byte| is_name(**byte)).count();
                alias = Some(&text[start..position]);
                // The properties `<#p>` are those of the dictionary.
                let is_properties = last[1] == b'<' && is_after_operands(last[0]);
                let of_alias = aliases.get(&text[start..position]).filter(|_| is_properties);
                found.extend(of_alias.into_iter().flatten().cloned());
            }
            b'{' | b'[' | b'(' => {
                let is_properties = byte == b'{' && last[1] == b'<' && is_after_operands(last[0]);
                if byte == b'{' && last[1] == b'=' && open.is_empty() {
                    defined = alias.map(|alias| (alias, found.len()));
                }
                let is_properties = is_properties || (defined.is_some() && open.is_empty());
                open.push(if is_properties { Bracket::Properties } else { Bracket::Other });
            }
            b'}' | b']' | b')' => {
                open.pop();
                if let Some((alias, count)) = defined.take_if(|_| open.is_empty()) {
                    aliases.insert(alias, found.split_off(count));
                }
            }
            _ if is_name(byte) => {
                position += text[position..].iter().take_while(|byte| is_name(**byte)).count();
                name = std::str::from_utf8(&text[start..position]).ok().map(Cow::Borrowed);
            }
            _ => {}
        }
        // A key comes after the brace or a comma.
        let is_key = open.last() == Some(&Bracket::Properties) && matches!(last[1], b'{' | b',');
        found.extend(name.filter(|name| is_key && name.starts_with(PREFIX)).map(|name| (start, name)));
        last = [last[1], if matches!(byte, b'"') || is_name(byte) { b'a' } else { byte }];
    }
    found.sort_unstable_by_key(|(position, _)| *position);
    found
}

/// Whether properties can begin after this byte: the end of the operands or of the successors of an operation.
const fn is_after_operands(byte: u8) -> bool {
    matches!(byte, b')' | b']')
}

/// The content of a string, with `\\xx` in place of a byte replaced by it.
fn unescaped(content: &[u8]) -> Cow<'_, str> {
    if !content.contains(&b'\\') {
        return String::from_utf8_lossy(content);
    }
    let (mut bytes, mut rest) = (Vec::new(), content);
    while let Some((&byte, after)) = rest.split_first() {
        let code = after.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        let code = code.and_then(|digits| u8::from_str_radix(digits, 16).ok()).filter(|_| byte == b'\\');
        bytes.push(code.unwrap_or(byte));
        rest = if code.is_some() { &after[2..] } else { after };
    }
    String::from_utf8_lossy(&bytes).into_owned().into()
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
        assert_eq!(found.iter().map(|(_, name)| &**name).collect::<Vec<_>>(), ["nvvm.maxnreg", "nvvm.minctasm"]);
        assert_eq!(found.iter().map(|(at, _)| line_and_column(text, *at)).collect::<Vec<_>>(), [(1, 33), (2, 3)]);
        for text in [
            "\"f\"() <{a = 1, // c\n nvvm.maxnreg = 32 : i32}>",
            "\"f\"() < { nvvm.maxnreg = 32 : i32}>",
            "\"f\"()[^bb1] <{nvvm.maxnreg}>",
            "\"f\"() <{\"nv\\76m.maxnreg\" = 32 : i32}>",
            "#p = {a = 1, nvvm.maxnreg = 32 : i32}\n\"f\"() <#p>",
        ] {
            assert_eq!(
                dropped(text.as_bytes()).iter().map(|(_, name)| &**name).collect::<Vec<_>>(),
                ["nvvm.maxnreg"],
                "{text}"
            );
        }
    }

    #[test]
    fn others_are_not() {
        for text in [
            "llvm.func @k() attributes {nvvm.kernel, a = {nvvm.maxnreg = 1 : i32}}",
            "\"f\"() <{a = {nvvm.maxnreg = 1 : i32}, b = [\"nvvm.maxnreg\", \"nvvm.x\"], c = \"nvvm.maxnreg\"}>",
            "// <{nvvm.maxnreg = 1}>\n\"<{nvvm.maxnreg\"",
            "\"\\\"<{nvvm.maxnreg",
            "foo = #foo.bar<{nvvm.maxnreg = 32 : i32}>",
            "#p = {nvvm.maxnreg = 32 : i32}\nllvm.func @k() attributes {a = #p}",
            "#p = #foo.bar<{nvvm.maxnreg = 32 : i32}>\n\"f\"() <#q>",
            "",
        ] {
            assert_eq!(dropped(text.as_bytes()), [], "{text}");
        }
    }
}
