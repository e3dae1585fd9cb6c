//! A small reader of MLIR in generic form (`--mlir-print-op-generic`): operations with regions and attributes.

use std::collections::BTreeMap;

/// Attributes by name.
pub type Dictionary = BTreeMap<String, Attribute>;

/// An operation.
#[derive(Debug, Default)]
pub struct Operation {
    /// Its name, such as `llvm.func`.
    pub name: String,
    /// Its operands, as printed.
    pub operands: String,
    /// Its inherent attributes.
    pub properties: Dictionary,
    /// Its discardable attributes.
    pub attributes: Dictionary,
    /// The operations in its regions.
    pub children: Vec<Operation>,
    /// Its type and what follows, such as its location.
    pub rest: String,
}

/// An attribute.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Attribute {
    /// `unit`, or a name alone.
    Unit,
    /// `1 : i32`, `true`.
    Integer {
        /// As printed: negative is negative.
        value: i128,
        /// The width of its type; `index` is 0.
        bits: u32,
    },
    /// `"text"`
    Text(String),
    /// `@a::@b`, the names joined by `::`.
    Symbol(String),
    /// `[...]`
    List(Vec<Attribute>),
    /// `{...}`
    Dictionary(Dictionary),
    /// `array<i32: ...>`
    I32s(Vec<i32>),
    /// Anything else, as printed.
    Other(String),
}

impl Attribute {
    /// The text of a string.
    pub fn text(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    /// The elements of a list.
    pub fn list(&self) -> Option<&[Self]> {
        if let Self::List(elements) = self { Some(elements) } else { None }
    }
}

impl Operation {
    /// The name of the symbol that it defines; some operations have it among the discardable attributes.
    pub fn symbol(&self) -> Option<&str> {
        self.properties.get("sym_name").or_else(|| self.attributes.get("sym_name"))?.text()
    }

    /// This operation and all below, in the order of the text.
    pub fn walk<'a>(&'a self, visit: &mut impl FnMut(&'a Self)) {
        visit(self);
        for child in &self.children {
            child.walk(visit);
        }
    }

    /// All operations of that name, here and below.
    pub fn all(&self, name: &str) -> Vec<&Self> {
        let mut found = Vec::new();
        self.walk(&mut |operation| found.extend((operation.name == name).then_some(operation)));
        found
    }
}

/// Reads a module in generic form.
pub fn parse(text: &str) -> Operation {
    let mut open = vec![Operation::default()];
    for line in text.lines().map(str::trim) {
        if let Some(tail) = line.strip_prefix("})") {
            let mut operation = open.pop().expect("what is closed was open");
            Cursor::new(tail).tail(&mut operation);
            open.last_mut().expect("the file is open").children.push(operation);
        } else if let Some(header) = header(line) {
            let mut cursor = Cursor::new(header);
            let mut operation = cursor.head();
            if cursor.rest().trim() == "({" {
                open.push(operation);
            } else {
                cursor.tail(&mut operation);
                open.last_mut().expect("the file is open").children.push(operation);
            }
        }
    }
    let mut file = open.pop().expect("the file is open");
    assert!(open.is_empty(), "every region is closed");
    assert_eq!(file.children.len(), 1, "a file holds one module");
    file.children.remove(0)
}

/// The part of a line that starts with the name of an operation, if there is one.
fn header(line: &str) -> Option<&str> {
    if line.starts_with('"') {
        return Some(line);
    }
    let at = line.find(" = \"")?;
    line.starts_with('%').then(|| &line[at + 3..])
}

/// Reads one attribute.
pub fn attribute(text: &str) -> Attribute {
    Cursor::new(text).attribute()
}

/// The first symbol in a text.
pub fn first_symbol(text: &str) -> String {
    let at = text.find('@').unwrap_or(text.len());
    Cursor::new(&text[at..]).symbol()
}

struct Cursor<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Cursor<'t> {
    const fn new(text: &'t str) -> Self {
        Self { text, at: 0 }
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn blanks(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    fn takes(&mut self, text: &str) -> bool {
        self.blanks();
        let is = self.rest().starts_with(text);
        self.at += if is { text.len() } else { 0 };
        is
    }

    fn head(&mut self) -> Operation {
        let name = self.string();
        self.blanks();
        let operands = self.balanced().to_owned();
        if self.takes("[") {
            self.at -= 1;
            self.balanced();
        }
        let mut operation = Operation { name, operands, ..Operation::default() };
        if self.takes("<{") {
            operation.properties = self.dictionary();
            assert!(self.takes(">"), "properties end: {}", self.rest());
        }
        operation
    }

    fn tail(&mut self, operation: &mut Operation) {
        if self.takes("{") {
            operation.attributes = self.dictionary();
        }
        self.blanks();
        operation.rest = self.rest().to_owned();
    }

    /// A dictionary, after its opening brace.
    fn dictionary(&mut self) -> Dictionary {
        let mut found = Dictionary::new();
        while !self.takes("}") {
            let name = if self.rest().starts_with('"') { self.string() } else { self.word().to_owned() };
            let value = if self.takes("=") { self.attribute() } else { Attribute::Unit };
            found.insert(name, value);
            self.takes(",");
        }
        found
    }

    fn word(&mut self) -> &'t str {
        let is_word = |c: char| c.is_ascii_alphanumeric() || "_$.-+".contains(c);
        let length = self.rest().find(|c| !is_word(c)).unwrap_or(self.rest().len());
        assert!(length > 0, "a word is expected: {}", self.rest());
        self.at += length;
        &self.text[self.at - length..self.at]
    }

    fn attribute(&mut self) -> Attribute {
        self.blanks();
        let start = self.at;
        match self.rest().as_bytes().first() {
            Some(b'"') => {
                let text = self.string();
                if self.takes(":") { self.other(start) } else { Attribute::Text(text) }
            }
            Some(b'@') => Attribute::Symbol(self.symbol()),
            Some(b'[') => {
                self.at += 1;
                let mut elements = Vec::new();
                while !self.takes("]") {
                    elements.push(self.attribute());
                    self.takes(",");
                }
                Attribute::List(elements)
            }
            Some(b'{') => {
                self.at += 1;
                Attribute::Dictionary(self.dictionary())
            }
            _ => self.other(start),
        }
    }

    fn symbol(&mut self) -> String {
        let mut path = Vec::new();
        while self.takes("@") {
            path.push(if self.rest().starts_with('"') { self.string() } else { self.word().to_owned() });
            if !self.takes("::") {
                break;
            }
        }
        path.join("::")
    }

    /// An attribute of another kind: the text up to the next comma or bracket outside of it.
    fn other(&mut self, start: usize) -> Attribute {
        while let Some(byte) = self.rest().bytes().next() {
            match byte {
                b',' | b')' | b']' | b'}' | b'>' => break,
                b'"' => drop(self.string()),
                b'(' | b'[' | b'{' | b'<' => drop(self.balanced()),
                b'-' if self.rest().starts_with("->") => self.at += 2,
                _ => self.at += self.rest().chars().next().map_or(1, char::len_utf8),
            }
        }
        plain(self.text[start..self.at].trim())
    }

    /// From an opening bracket to the closing one.
    fn balanced(&mut self) -> &'t str {
        let start = self.at;
        let mut depth = 0;
        while let Some(byte) = self.rest().bytes().next() {
            match byte {
                b'"' => {
                    self.string();
                    continue;
                }
                b'-' if self.rest().starts_with("->") => self.at += 1,
                b'(' | b'[' | b'{' | b'<' => depth += 1,
                b')' | b']' | b'}' | b'>' => depth -= 1,
                _ => {}
            }
            self.at += self.rest().chars().next().map_or(1, char::len_utf8);
            if depth == 0 {
                break;
            }
        }
        &self.text[start..self.at]
    }

    /// A string, without quotes and escapes.
    fn string(&mut self) -> String {
        assert!(self.takes("\""), "a string is expected: {}", self.rest());
        let mut plain = Vec::new();
        let bytes = self.text.as_bytes();
        loop {
            let byte = *bytes.get(self.at).expect("a string ends");
            self.at += 1;
            match byte {
                b'"' => return String::from_utf8_lossy(&plain).into_owned(),
                b'\\' => plain.push(self.escaped()),
                byte => plain.push(byte),
            }
        }
    }

    fn escaped(&mut self) -> u8 {
        let hex = self.rest().get(..2).and_then(|hex| u8::from_str_radix(hex, 16).ok());
        self.at += if hex.is_some() { 2 } else { 1 };
        hex.unwrap_or_else(|| match self.text.as_bytes()[self.at - 1] {
            b'n' => b'\n',
            b't' => b'\t',
            byte => byte,
        })
    }
}

/// `unit`, `true`, `1 : i32`, `array<i32: 1>` or something else.
fn plain(text: &str) -> Attribute {
    let integer = |value: &str, bits| value.parse().ok().map(|value| Attribute::Integer { value, bits });
    let i32s = |list: &str| list.split(',').map(|value| value.trim().parse().ok()).collect::<Option<_>>();
    let found = match text {
        "unit" => Some(Attribute::Unit),
        "true" => Some(Attribute::Integer { value: 1, bits: 1 }),
        "false" => Some(Attribute::Integer { value: 0, bits: 1 }),
        "array<i32>" => Some(Attribute::I32s(Vec::new())),
        _ => match (text.strip_prefix("array<i32: "), text.split_once(" : ")) {
            (Some(list), _) => list.strip_suffix('>').and_then(i32s).map(Attribute::I32s),
            (_, Some((value, "index"))) => integer(value, 0),
            (_, Some((value, r#type))) => {
                let bits = r#type.strip_prefix('i').and_then(|bits| bits.parse().ok());
                bits.and_then(|bits| integer(value, bits))
            }
            _ => integer(text, 64),
        },
    };
    found.unwrap_or_else(|| Attribute::Other(text.to_owned()))
}
