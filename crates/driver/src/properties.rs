//! Launch attributes in the properties of MLIR's generic form, `"llvm.func"() <{nvvm.maxnreg = 32 : i32}>`.
//!
//! MLIR's parser drops an unknown property without a word (measured: MLIR 22 on `llvm.func`, `func.func`, `gpu.func`). No
//! operation has a property whose name begins with `nvvm.`, so that such a name is always a lost fact. Accepts any bytes.
//! Leaves out on purpose: bytecode, which has no generic form.

use std::borrow::Cow;
use std::collections::HashMap;

use tileiras_contract::PREFIX;
use tileiras_translate::import::lexer::unescape;

/// What an open bracket begins.
#[derive(Clone, Copy, Eq, PartialEq)]
enum Bracket {
    /// The properties of an operation.
    Properties,
    Other,
}

/// The position of a name in a text, and the name.
type Name<'t> = (usize, Cow<'t, [u8]>);

/// The positions and names of the properties that the parser drops.
pub fn dropped(text: &[u8]) -> Vec<Name<'_>> {
    let (mut found, mut position) = (Vec::new(), 0);
    let mut open: Vec<Bracket> = Vec::new();
    // The last two bytes that are neither white space nor in a comment.
    let mut last = [0_u8; 2];
    // The dictionaries that are defined as an alias, `#p = {...}`, with the launch attributes in them.
    let mut aliases: HashMap<&[u8], Vec<Name<'_>>> = HashMap::new();
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
                name = text.get(start + 1..position.saturating_sub(1)).map(unescape);
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
                name = Some(Cow::Borrowed(&text[start..position]));
            }
            _ => {}
        }
        // A key comes after the brace or a comma.
        let is_key = open.last() == Some(&Bracket::Properties) && matches!(last[1], b'{' | b',');
        found.extend(name.filter(|name| is_key && name.starts_with(PREFIX.as_bytes())).map(|name| (start, name)));
        last = [last[1], if matches!(byte, b'"') || is_name(byte) { b'a' } else { byte }];
    }
    found.sort_unstable_by_key(|(position, _)| *position);
    found
}

/// Whether properties can begin after this byte: the end of the operands or of the successors of an operation.
const fn is_after_operands(byte: u8) -> bool {
    matches!(byte, b')' | b']')
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

#[cfg(test)]
mod tests {
    use super::dropped;
    use tileiras_mlir::text::lossy;
    use tileiras_translate::import::positions::{LineCounter, Position};

    #[test]
    fn properties_that_are_dropped_are_found() {
        let text = b"\"llvm.func\"() <{sym_name = \"k\", nvvm.maxnreg = 32 : i32,\n  \"nvvm.minctasm\" = 1}> ({}) {nvvm.kernel}";
        let found = dropped(text);
        assert_eq!(found.iter().map(|(_, name)| lossy(name)).collect::<Vec<_>>(), ["nvvm.maxnreg", "nvvm.minctasm"]);
        let mut lines = LineCounter::of(text);
        let positions = [(1, 33), (2, 3)].map(|(line, column)| Position { line, column });
        assert_eq!(found.iter().map(|(at, _)| lines.find(*at)).collect::<Vec<_>>(), positions);
        for text in [
            "\"f\"() <{a = 1, // c\n nvvm.maxnreg = 32 : i32}>",
            "\"f\"() < { nvvm.maxnreg = 32 : i32}>",
            "\"f\"()[^bb1] <{nvvm.maxnreg}>",
            "\"f\"() <{\"nv\\76m.maxnreg\" = 32 : i32}>",
            "#p = {a = 1, nvvm.maxnreg = 32 : i32}\n\"f\"() <#p>",
        ] {
            assert_eq!(
                dropped(text.as_bytes()).iter().map(|(_, name)| lossy(name)).collect::<Vec<_>>(),
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
