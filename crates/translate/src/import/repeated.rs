//! String attributes that a function of LLVM IR text states several times with different values.
//!
//! LLVM's parser keeps one value of each name in silence (measured: LLVM 22.1.8): attribute groups replace the
//! attributes of the function, a later group an earlier one, and in one list the last value stays. Bitcode has one
//! value only. Accepts any bytes. Guarantees that every launch fact that the parser replaces by another one is found,
//! in text that LLVM accepts. Leaves out on purpose: attributes of parameters, results and calls.

use memchr::memmem;
use rustc_hash::{FxHashMap, FxHashSet};
use tileiras_contract::read::read_claim;
use tileiras_contract::{Carrier, Statement, Value, attribute_spelling};
use tileiras_mlir::text::lossy;

use super::lexer::{continues_name, skipped, unescape};

/// A string attribute.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct StringAttribute {
    /// The name.
    pub name: String,
    /// The value; empty if it has none.
    pub value: String,
}

/// The attributes of a function, and the numbers of its groups.
#[derive(Default)]
struct Header {
    attributes: Vec<StringAttribute>,
    groups: Vec<u64>,
}

/// The launch attributes that LLVM's parser replaces, by the name of the function.
pub fn replaced(text: &[u8]) -> FxHashMap<Vec<u8>, Vec<StringAttribute>> {
    let mut found = FxHashMap::default();
    // Every name can be written with escapes.
    if memmem::find(text, b"\"nvvm.").is_none() && memchr::memchr(b'\\', text).is_none() {
        return found;
    }
    let mut reader = HeaderReader { text, position: 0, groups: FxHashMap::default(), headers: Vec::new() };
    reader.read();
    for (name, header) in reader.headers {
        let groups = header.groups.iter().filter_map(|number| reader.groups.get(number)).flatten();
        let all: Vec<&StringAttribute> = header.attributes.iter().chain(groups).collect();
        let kept: FxHashMap<&str, &StringAttribute> =
            all.iter().map(|attribute| (attribute.name.as_str(), *attribute)).collect();
        let (mut lost, mut known) = (Vec::new(), FxHashSet::default());
        for attribute in all {
            let is_replaced = kept.get(attribute.name.as_str()).is_some_and(|kept| differ(kept, attribute));
            if is_replaced && known.insert((&attribute.name, &attribute.value)) {
                lost.push(attribute.clone());
            }
        }
        if !lost.is_empty() {
            found.entry(name).or_insert(lost);
        }
    }
    found
}

/// Whether two attributes of one name state different things.
fn differ(one: &StringAttribute, other: &StringAttribute) -> bool {
    let claim = |attribute: &StringAttribute| {
        let spelling = attribute_spelling(&attribute.name)?;
        let value = Value::Text(attribute.value.as_str().into());
        read_claim(&Statement { spelling, value, carrier: Carrier::Passthrough }).ok()
    };
    one.value != other.value && claim(one).is_none_or(|one| Some(one) != claim(other))
}

/// Reads the headers of functions, and the groups.
struct HeaderReader<'t> {
    text: &'t [u8],
    position: usize,
    groups: FxHashMap<u64, Vec<StringAttribute>>,
    headers: Vec<(Vec<u8>, Header)>,
}

/// A token.
enum HeaderToken<'t> {
    /// The content of a string.
    Text(&'t [u8]),
    /// A word, or a name or number with the character before it.
    Word(&'t [u8]),
    /// Any other character.
    Character(u8),
}

impl<'t> HeaderReader<'t> {
    fn next(&mut self) -> Option<HeaderToken<'t>> {
        loop {
            let start = self.position;
            let byte = *self.text.get(start)?;
            if let Some(end) = skipped(self.text, start) {
                self.position = end;
                if byte == b'"' {
                    return Some(HeaderToken::Text(&self.text[start + 1..(end - 1).max(start + 1)]));
                }
                continue;
            }
            self.position += 1;
            let is_name = matches!(byte, b'@' | b'%' | b'#' | b'$' | b'!' | b'^');
            if is_name || continues_name(byte) {
                let rest = &self.text[self.position..];
                self.position += rest.iter().take_while(|byte| continues_name(**byte)).count();
                return Some(HeaderToken::Word(&self.text[start..self.position]));
            }
            if !byte.is_ascii_whitespace() {
                return Some(HeaderToken::Character(byte));
            }
        }
    }

    fn read(&mut self) {
        while let Some(token) = self.next() {
            let HeaderToken::Word(word) = token else { continue };
            // A word with a colon is a label.
            if self.text.get(self.position) == Some(&b':') {
                continue;
            }
            match word {
                b"define" | b"declare" => self.header(),
                b"attributes" => self.group(),
                _ => {}
            }
        }
    }

    /// `attributes #0 = { ... }`.
    fn group(&mut self) {
        let Some(HeaderToken::Word([b'#', number @ ..])) = self.next() else { return };
        let (Some(number), Some(HeaderToken::Character(b'='))) = (parse(number), self.next()) else { return };
        let Some(HeaderToken::Character(b'{')) = self.next() else { return };
        let mut attributes = Vec::new();
        while let Some(token) = self.next() {
            match token {
                HeaderToken::Text(name) => attributes.extend(self.attribute(name)),
                HeaderToken::Character(b'}') => break,
                _ => {}
            }
        }
        self.groups.entry(number).or_default().extend(attributes);
    }

    /// The header after `define` or `declare`: up to the body, or the next entity.
    fn header(&mut self) {
        let (mut name, mut depth, mut has_parameters) = (None, 0_usize, false);
        let mut header = Header::default();
        loop {
            let start = self.position;
            let Some(token) = self.next() else { break };
            match token {
                HeaderToken::Character(b'(') => depth += 1,
                HeaderToken::Character(b')') => {
                    depth = depth.saturating_sub(1);
                    has_parameters |= name.is_some() && depth == 0;
                }
                _ if depth > 0 => {}
                HeaderToken::Word([b'@', rest @ ..]) if name.is_none() => {
                    let Some(next) = (if rest.is_empty() { self.next() } else { None }) else {
                        name = Some(unescape(rest).into_owned());
                        continue;
                    };
                    let HeaderToken::Text(quoted) = next else { return };
                    name = Some(unescape(quoted).into_owned());
                }
                HeaderToken::Text(key) if has_parameters => header.attributes.extend(self.attribute(key)),
                HeaderToken::Word([b'#', number @ ..]) if has_parameters => header.groups.extend(parse(number)),
                HeaderToken::Character(b'{') if has_parameters => break,
                HeaderToken::Word(b"define" | b"declare" | b"attributes") if has_parameters => {
                    self.position = start;
                    break;
                }
                _ => {}
            }
        }
        self.headers.extend(name.map(|name| (name, header)));
    }

    /// The attribute of that name, with the value after it; `None` if it is no launch attribute.
    fn attribute(&mut self, name: &[u8]) -> Option<StringAttribute> {
        let after_name = self.position;
        let value = match self.next() {
            Some(HeaderToken::Character(b'=')) => match self.next() {
                Some(HeaderToken::Text(value)) => lossy(&unescape(value)).into_owned(),
                _ => String::new(),
            },
            _ => {
                self.position = after_name;
                String::new()
            }
        };
        let name = lossy(&unescape(name)).into_owned();
        attribute_spelling(&name).map(|_| StringAttribute { name, value })
    }
}

fn parse(digits: &[u8]) -> Option<u64> {
    std::str::from_utf8(digits).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::replaced;
    use proptest::prelude::*;

    fn found(text: &str) -> Vec<String> {
        let mut found: Vec<_> = replaced(text.as_bytes())
            .into_iter()
            .flat_map(|(function, lost)| {
                let function = String::from_utf8_lossy(&function).into_owned();
                lost.into_iter().map(move |lost| format!("{function}: {}={}", lost.name, lost.value))
            })
            .collect();
        found.sort_unstable();
        found
    }

    #[test]
    fn values_that_llvm_replaces_are_found() {
        let groups =
            "attributes #0 = { \"nvvm.maxnreg\"=\"32\" }\nattributes #1 = { nounwind \"nvvm.maxnreg\"=\"64\" }";
        let function =
            |attributes: &str| format!("define ptx_kernel void @k(i32 %n) {attributes} {{ ret void }}\n{groups}");
        assert_eq!(found(&function("#0 #1")), ["k: nvvm.maxnreg=32"]);
        assert_eq!(found(&function("#1 #0")), ["k: nvvm.maxnreg=64"]);
        assert_eq!(found(&function("#0 \"nvvm.maxnreg\"=\"128\" !dbg !4")), ["k: nvvm.maxnreg=128"]);
        assert_eq!(found(&function("\"nvvm.maxnreg\"=\"1\" \"nvvm.maxnreg\"=\"2\"")), ["k: nvvm.maxnreg=1"]);
        assert_eq!(found(&function("#0 #0 \"nvvm.maxnreg\"=\"32\"")), [""; 0]);
        assert_eq!(
            found(
                "declare void @\"a \\22b\"() #3\nattributes #3 = { \"nvvm.m\\61xnreg\"=\"1\" \"nvvm.maxnreg\"=\"2\" }"
            ),
            ["a \"b: nvvm.maxnreg=1"]
        );
        // One group in two parts.
        let parts = "define void @k() #0 { ret void }\nattributes #0 = { \"nvvm.minctasm\"=\"1\" }\nattributes #0 = { \"nvvm.minctasm\"=\"2\" }";
        assert_eq!(found(parts), ["k: nvvm.minctasm=1"]);
    }

    #[test]
    fn others_are_not() {
        for text in [
            // Equal facts.
            "declare void @k() \"nvvm.maxntid\"=\"32,1\" \"nvvm.maxntid\"=\"32, 1\"",
            // No launch facts.
            "declare void @k() \"a\"=\"1\" \"a\"=\"2\" ; \"nvvm.",
            // Of a result, a parameter and a call.
            "declare \"nvvm.maxnreg\"=\"1\" ptr @k(ptr \"nvvm.maxnreg\"=\"2\") \"nvvm.maxnreg\"=\"3\"",
            "define void @k() \"nvvm.maxnreg\"=\"1\" {\n call void @f() \"nvvm.maxnreg\"=\"2\" ret void }\ndeclare void @f()",
            // Two functions.
            "declare void @a() \"nvvm.maxnreg\"=\"1\"\ndeclare void @b() \"nvvm.maxnreg\"=\"2\"",
        ] {
            assert_eq!(found(text), [""; 0], "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_to_their_end(text in "(define|declare|attributes|#0|@f|\"nvvm.maxnreg\"|=|[(){}\"\\\\ ]){0,40}") {
            let _ = replaced(text.as_bytes());
        }
    }
}
