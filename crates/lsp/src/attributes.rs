//! The attributes of an operation in the text, and the edits that apply a fix to them.
//!
//! Accepts the text of one operation that MLIR has parsed, in its own form, `llvm.func @k() attributes {...} {...}`, or
//! in the generic one. Guarantees that an edit changes nothing but the attribute that the fix names. Refuses a fix of
//! an attribute that is not in the text: it was stated in another carrier, or through an alias.

use std::ops::Range;

use tileiras_finding::Fix;

/// An attribute of a dictionary: offsets in the text.
#[derive(Clone, Debug)]
struct Entry {
    /// Of the name, with its quotes if it has any.
    key: Range<usize>,
    /// Of the name, the equals sign and the value.
    whole: Range<usize>,
}

/// A dictionary of attributes.
#[derive(Debug)]
struct Dictionary {
    /// From its keyword, or from the space before it, to its closing brace.
    whole: Range<usize>,
    entries: Vec<Entry>,
}

/// A change of a text.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Edit {
    /// The attribute that it is about; `None` if there is none yet.
    pub attribute: Option<Range<usize>>,
    /// What is replaced.
    pub range: Range<usize>,
    /// By what.
    pub text: String,
}

impl Edit {
    fn replace(attribute: Range<usize>, text: impl Into<String>) -> Self {
        Self { attribute: Some(attribute.clone()), range: attribute, text: text.into() }
    }
}

/// The edit that applies a fix to an operation.
#[must_use]
pub fn edit(operation: &str, fix: &Fix) -> Option<Edit> {
    let dictionaries = dictionaries(operation);
    let find = |name: &str| {
        let entries =
            dictionaries.iter().flat_map(|dictionary| (0..dictionary.entries.len()).map(move |at| (dictionary, at)));
        entries.into_iter().find(|(dictionary, at)| unquoted(&operation[dictionary.entries[*at].key.clone()]) == name)
    };
    match fix {
        Fix::Rename { to, .. } if find(to).is_some() => None,
        Fix::Rename { from, to } => {
            let found = find(from).map(|(dictionary, at)| dictionary.entries[at].key.clone());
            let entry = || find("passthrough").map(|(dictionary, at)| dictionary.entries[at].whole.clone());
            let found = found.or_else(|| string_within(operation, entry()?, from))?;
            let is_quoted = operation[found.clone()].starts_with('"');
            Some(Edit::replace(found, if is_quoted { format!("\"{to}\"") } else { (*to).to_owned() }))
        }
        Fix::Remove(name) => find(name).map(|(dictionary, at)| {
            let attribute = Some(dictionary.entries[at].whole.clone());
            Edit { attribute, range: removal(dictionary, at), text: String::new() }
        }),
        Fix::Set(name, _) => {
            let (dictionary, at) = find(name)?;
            Some(Edit::replace(dictionary.entries[at].whole.clone(), fix.written()?))
        }
        Fix::Add(name, _) if find(name).is_some() => None,
        Fix::Add(..) => {
            let end = dictionaries.iter().find_map(|dictionary| dictionary.entries.last())?.whole.end;
            Some(Edit { attribute: None, range: end..end, text: format!(", {}", fix.written()?) })
        }
    }
}

/// What has to go with an entry: a comma, or the whole dictionary.
fn removal(dictionary: &Dictionary, at: usize) -> Range<usize> {
    let entries = &dictionary.entries;
    match (at, entries.get(at + 1)) {
        (_, Some(next)) => entries[at].whole.start..next.whole.start,
        (0, None) => dictionary.whole.clone(),
        (_, None) => entries[at - 1].whole.end..entries[at].whole.end,
    }
}

/// The string of that content in a range.
fn string_within(text: &str, range: Range<usize>, content: &str) -> Option<Range<usize>> {
    let (start, quoted) = (range.start, format!("\"{content}\""));
    text[range].find(&quoted).map(|at| start + at..start + at + quoted.len())
}

fn unquoted(name: &str) -> &str {
    name.strip_prefix('"').and_then(|name| name.strip_suffix('"')).unwrap_or(name)
}

/// What an open bracket begins.
#[derive(Clone, Copy, Eq, PartialEq)]
enum Bracket {
    /// A dictionary of the operation, by its number.
    Attributes(usize),
    Angle,
    Other,
}

/// The dictionaries of the attributes of an operation: its discardable ones, and in the generic form the properties.
fn dictionaries(text: &str) -> Vec<Dictionary> {
    let bytes = text.as_bytes();
    let is_generic = text.starts_with('"');
    let mut found: Vec<Dictionary> = Vec::new();
    let mut open: Vec<Bracket> = Vec::new();
    // The token before this one, and the end of it.
    let (mut last, mut last_end) = ("", 0);
    let mut position = 0;
    while let Some(&byte) = bytes.get(position) {
        let start = position;
        position = token_end(bytes, start);
        let token = &text[start..position];
        if byte.is_ascii_whitespace() || token.starts_with("//") {
            continue;
        }
        match byte {
            b'{' => {
                let is_attributes = if is_generic { matches!(last, ")" | "<") } else { last == "attributes" };
                match open.is_empty() {
                    true if is_attributes => {
                        let whole = if is_generic { last_end } else { last_end - last.len() };
                        let whole = whole - trailing_space(&text[..whole]);
                        found.push(Dictionary { whole: whole..whole, entries: Vec::new() });
                        open.push(Bracket::Attributes(found.len() - 1));
                    }
                    // The body.
                    true if !is_generic => return found,
                    _ => open.push(Bracket::Other),
                }
            }
            b'[' | b'(' => open.push(Bracket::Other),
            b'<' if token == "<" && !open.is_empty() => open.push(Bracket::Angle),
            b'>' if token == ">" => {
                open.pop_if(|bracket| *bracket == Bracket::Angle);
            }
            b'}' | b']' | b')' => {
                while open.pop_if(|bracket| *bracket == Bracket::Angle).is_some() {}
                if let Some(Bracket::Attributes(number)) = open.pop() {
                    found[number].whole.end = position;
                }
            }
            _ => {
                if let Some(Bracket::Attributes(number)) = open.last() {
                    let entries = &mut found[*number].entries;
                    if matches!(last, "{" | ",") {
                        entries.push(Entry { key: start..position, whole: start..position });
                    }
                }
            }
        }
        // A value can have brackets. It ends with the last token before the comma or the brace.
        if (open.len() > 1 || !matches!(token, "," | "{"))
            && let Some(Bracket::Attributes(number)) = open.first()
            && let Some(entry) = found[*number].entries.last_mut()
        {
            entry.whole.end = position;
        }
        (last, last_end) = (token, position);
    }
    found
}

/// The number of bytes of white space at the end.
fn trailing_space(text: &str) -> usize {
    text.len() - text.trim_end().len()
}

/// The end of the token that begins at `start`: a name, a string, a comment, an arrow, a comparison, or one character.
fn token_end(text: &[u8], start: usize) -> usize {
    let rest = &text[start..];
    let while_ = |is: fn(u8) -> bool| start + rest.iter().take_while(|byte| is(**byte)).count();
    match rest {
        [b'/', b'/', ..] => while_(|byte| byte != b'\n'),
        [b'"', ..] => {
            let mut at = start + 1;
            while let Some(&byte) = text.get(at) {
                at += if byte == b'\\' { 2 } else { 1 };
                if byte == b'"' {
                    break;
                }
            }
            at.min(text.len())
        }
        [b'-', b'>', ..] | [b'<' | b'>', b'=', ..] => start + 2,
        [byte, ..] if is_name(*byte) => while_(is_name),
        _ => start + 1,
    }
}

/// Whether a byte can be in a bare name. All bytes that are not ASCII count, so that no character is split.
pub const fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$' | 0x80..)
}

#[cfg(test)]
mod tests {
    use super::edit;
    use tileiras_finding::Fix;

    fn fixed(text: &str, fix: &Fix) -> Option<String> {
        let edit = edit(text, fix)?;
        let mut text = text.to_owned();
        text.replace_range(edit.range, &edit.text);
        Some(text)
    }

    fn check(before: &str, fix: &Fix, after: &str) {
        assert_eq!(fixed(before, fix).as_deref(), Some(after), "{before}");
    }

    #[test]
    fn names_are_replaced() {
        let fix = Fix::Rename { from: "nvvm.minnctapersm".to_owned(), to: "nvvm.minctasm" };
        check(
            "llvm.func @k(%a: i32 {nvvm.minnctapersm = 1}) attributes {a = {nvvm.minnctapersm}, nvvm.minnctapersm = 2 : i32} {",
            &fix,
            "llvm.func @k(%a: i32 {nvvm.minnctapersm = 1}) attributes {a = {nvvm.minnctapersm}, nvvm.minctasm = 2 : i32} {",
        );
        check(
            "\"llvm.func\"() <{sym_name = \"k\"}> ({\n}) {\"nvvm.minnctapersm\" = 2} : () -> ()",
            &fix,
            "\"llvm.func\"() <{sym_name = \"k\"}> ({\n}) {\"nvvm.minctasm\" = 2} : () -> ()",
        );
        check(
            "llvm.func @k() attributes {passthrough = [[\"nvvm.minnctapersm\", \"2\"]]}",
            &fix,
            "llvm.func @k() attributes {passthrough = [[\"nvvm.minctasm\", \"2\"]]}",
        );
        for text in [
            "llvm.func @k() attributes {nvvm.minctasm = 1 : i32, nvvm.minnctapersm = 2 : i32}",
            "llvm.func @k() { llvm.func @l() attributes {nvvm.minnctapersm = 2 : i32} }",
            "llvm.func @\"{nvvm.minnctapersm\"() // attributes {nvvm.minnctapersm}",
        ] {
            assert_eq!(fixed(text, &fix), None, "{text}");
        }
    }

    #[test]
    fn attributes_are_removed() {
        let fix = Fix::Remove("nvvm.maxntid");
        let header = |text: &str| format!("gpu.func @k() kernel\n  attributes {{{text}}} {{\n  gpu.return }}");
        check(&header("nvvm.maxntid = array<i32: 8, 1, 1>, a"), &fix, &header("a"));
        check(&header("a = [1, 2],\n    nvvm.maxntid = array<i32: 8>"), &fix, &header("a = [1, 2]"));
        check(&header("a, nvvm.maxntid = dense<[1]> : tensor<1xi32>, b"), &fix, &header("a, b"));
        check(&header("nvvm.maxntid = array<i32: 8>"), &fix, "gpu.func @k() kernel {\n  gpu.return }");
        check("\"f\"() ({}) {nvvm.maxntid} : () -> ()", &fix, "\"f\"() ({}) : () -> ()");
        assert_eq!(fixed("gpu.func @k() {nvvm.maxntid}", &fix), None);
    }

    #[test]
    fn values_are_replaced_and_added() {
        let dims = Some("array<i32: 8, 1, 1>".to_owned());
        let text = "llvm.func @k() attributes {nvvm.reqntid = array<i32: 8, 0>, nvvm.kernel}";
        let set = "llvm.func @k() attributes {nvvm.reqntid = array<i32: 8, 1, 1>, nvvm.kernel}";
        check(text, &Fix::Set("nvvm.reqntid", dims.clone()), set);
        check("f attributes {nvvm.kernel = 1 : i32}", &Fix::Set("nvvm.kernel", None), "f attributes {nvvm.kernel}");
        check(
            "f attributes {a = {b}}",
            &Fix::Add("c", dims.clone()),
            "f attributes {a = {b}, c = array<i32: 8, 1, 1>}",
        );
        assert_eq!(fixed("f attributes {a}", &Fix::Set("nvvm.reqntid", dims.clone())), None);
        assert_eq!(fixed("f attributes {c}", &Fix::Add("c", dims)), None);
    }
}
