//! A small reader of LLVM IR text: functions with their launch attributes, and the tuples of `!nvvm.annotations`.
//!
//! Tuples are returned as the MLIR attributes that mirror them one for one: `null` is `unit`, a node of `i32` is
//! `array<i32: ...>`, any other node a list. Accepts the text of LLVM 22 and of the generator. Bodies, types and other
//! metadata are ignored.

use crate::mlir::Attribute;
use std::collections::BTreeMap;

/// The contents of a module.
pub struct Module {
    /// The functions, in order.
    pub functions: Vec<Function>,
    /// The tuples of `!nvvm.annotations`, in order, all lists of that name joined, as the attributes that mirror them.
    pub annotations: Vec<Vec<Attribute>>,
}

/// The header of a function.
pub struct Function {
    /// Its name, without escapes.
    pub name: String,
    /// Whether it has the calling convention of kernels.
    pub ptx_kernel: bool,
    /// The string attributes of each parameter.
    pub parameters: Vec<Vec<String>>,
    /// Its string attributes.
    pub attributes: BTreeMap<String, String>,
    groups: Vec<u32>,
}

/// Reads a module.
pub fn parse(text: &str) -> Module {
    let mut reader = Reader { tokens: tokens(text.as_bytes()), position: 0, ..Reader::default() };
    reader.module();
    let groups = reader.groups;
    for function in &mut reader.functions {
        for group in &function.groups {
            function.attributes.extend(groups.get(group).cloned().unwrap_or_default());
        }
    }
    let nodes = reader.nodes;
    let annotations = reader.annotations.iter().map(|number| resolve(&nodes, *number, 0)).collect();
    Module { functions: reader.functions, annotations }
}

#[derive(Clone, Debug, Eq, PartialEq)]
enum Token {
    /// A keyword, type, number or label.
    Word(String),
    /// `@name`
    Global(String),
    /// `%name`
    Local,
    /// `"text"`
    Text(String),
    /// `!name`
    Named(String),
    /// `!1`
    Node(u32),
    /// `!"text"`
    MetadataText(String),
    /// `#1`
    Group(u32),
    Mark(u8),
}

const fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'$' | b'.' | b'_')
}

fn tokens(text: &[u8]) -> Vec<Token> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let (byte, next) = (text[at], text.get(at + 1).copied().unwrap_or(b' '));
        let start = at;
        at += 1;
        let token = match (byte, next) {
            (b';', _) => {
                at += until(&text[at..], |byte| byte == b'\n');
                continue;
            }
            (b' ' | b'\t' | b'\r' | b'\n', _) => continue,
            (b'"', _) => Token::Text(quoted(text, &mut at)),
            (b'@' | b'%' | b'!', b'"') => {
                at += 1;
                let text = quoted(text, &mut at);
                match byte {
                    b'@' => Token::Global(text),
                    b'%' => Token::Local,
                    _ => Token::MetadataText(text),
                }
            }
            (b'@' | b'%' | b'!' | b'#', _) if is_word(next) || (byte == b'!' && next == b'\\') => {
                at += until(&text[at..], |byte| !is_word(byte) && byte != b'\\');
                let name = unescape(&text[start + 1..at]);
                match (byte, name.parse()) {
                    (b'@', _) => Token::Global(name),
                    (b'!', Ok(number)) => Token::Node(number),
                    (b'!', Err(_)) => Token::Named(name),
                    (b'#', Ok(number)) => Token::Group(number),
                    _ => Token::Local,
                }
            }
            _ if is_word(byte) => {
                at += until(&text[at..], |byte| !is_word(byte));
                Token::Word(String::from_utf8_lossy(&text[start..at]).into_owned())
            }
            _ => Token::Mark(byte),
        };
        found.push(token);
    }
    found
}

fn until(text: &[u8], stop: impl Fn(u8) -> bool) -> usize {
    text.iter().position(|byte| stop(*byte)).unwrap_or(text.len())
}

/// The text up to the closing quote; `at` is after the opening one, and is moved after the closing one.
fn quoted(text: &[u8], at: &mut usize) -> String {
    let length = until(&text[*at..], |byte| byte == b'"');
    let inner = &text[*at..*at + length];
    *at += length + 1;
    unescape(inner)
}

/// `\5C` and `\\` are a backslash.
fn unescape(text: &[u8]) -> String {
    let mut plain = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let hex = text.get(at + 1..at + 3).and_then(|hex| std::str::from_utf8(hex).ok());
        match (text[at], text.get(at + 1), hex.map(|hex| u8::from_str_radix(hex, 16))) {
            (b'\\', Some(b'\\'), _) => {
                plain.push(b'\\');
                at += 2;
            }
            (b'\\', _, Some(Ok(byte))) => {
                plain.push(byte);
                at += 3;
            }
            (byte, ..) => {
                plain.push(byte);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&plain).into_owned()
}

#[derive(Default)]
struct Reader {
    tokens: Vec<Token>,
    position: usize,
    functions: Vec<Function>,
    groups: BTreeMap<u32, BTreeMap<String, String>>,
    nodes: BTreeMap<u32, Vec<Raw>>,
    annotations: Vec<u32>,
}

/// An element before its references are followed.
#[derive(Clone)]
enum Raw {
    Plain(Attribute),
    Reference(u32),
    Node(Vec<Raw>),
}

fn resolve(nodes: &BTreeMap<u32, Vec<Raw>>, number: u32, depth: usize) -> Vec<Attribute> {
    resolve_all(nodes, nodes.get(&number).map_or(&[][..], Vec::as_slice), depth)
}

fn resolve_all(nodes: &BTreeMap<u32, Vec<Raw>>, elements: &[Raw], depth: usize) -> Vec<Attribute> {
    let resolve_one = |element: &Raw| match element {
        Raw::Plain(attribute) => attribute.clone(),
        // Nodes can be cyclic.
        Raw::Reference(number) if depth > 4 || !nodes.contains_key(number) => Attribute::Other(format!("!{number}")),
        Raw::Reference(number) => node(resolve(nodes, *number, depth + 1)),
        Raw::Node(elements) => node(resolve_all(nodes, elements, depth + 1)),
    };
    elements.iter().map(resolve_one).collect()
}

fn node(elements: Vec<Attribute>) -> Attribute {
    let i32 = |element: &Attribute| match element {
        Attribute::Integer { bits: 32, value } => i32::try_from(*value).ok(),
        _ => None,
    };
    elements.iter().map(i32).collect::<Option<_>>().map_or(Attribute::List(elements), Attribute::I32s)
}

impl Reader {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.position)
    }

    fn take(&mut self) -> Option<Token> {
        let token = self.tokens.get(self.position).cloned();
        self.position += 1;
        token
    }

    fn takes(&mut self, token: &Token) -> bool {
        let is = self.peek() == Some(token);
        self.position += usize::from(is);
        is
    }

    fn takes_mark(&mut self, mark: u8) -> bool {
        self.takes(&Token::Mark(mark))
    }

    fn takes_word(&mut self, word: &str) -> bool {
        let is = matches!(self.peek(), Some(Token::Word(found)) if found == word);
        self.position += usize::from(is);
        is
    }

    fn module(&mut self) {
        while let Some(token) = self.take() {
            match token {
                Token::Word(word) if word == "define" => self.function(true),
                Token::Word(word) if word == "declare" => self.function(false),
                Token::Word(word) if word == "attributes" => self.group(),
                Token::Named(name) if name == "nvvm.annotations" && self.takes_mark(b'=') => self.list(),
                Token::Node(number) if self.takes_mark(b'=') => self.node(number),
                _ => {}
            }
        }
    }

    fn function(&mut self, has_body: bool) {
        let mut ptx_kernel = false;
        let name = loop {
            match self.take() {
                Some(Token::Global(name)) => break name,
                Some(Token::Word(word)) if word == "ptx_kernel" => ptx_kernel = true,
                Some(_) => {}
                None => return,
            }
        };
        assert!(self.takes_mark(b'('), "@{name} has parameters");
        let parameters = self.parameters();
        let (attributes, groups) = self.attributes();
        if has_body {
            self.body();
        }
        self.functions.push(Function { name, ptx_kernel, parameters, attributes, groups });
    }

    /// The parameters, up to and with the closing parenthesis.
    fn parameters(&mut self) -> Vec<Vec<String>> {
        let mut parameters = Vec::new();
        if self.takes_mark(b')') {
            return parameters;
        }
        parameters.push(Vec::new());
        let mut depth = 0;
        while let Some(token) = self.take() {
            match token {
                Token::Mark(b'(' | b'[' | b'{' | b'<') => depth += 1,
                Token::Mark(b')') if depth == 0 => break,
                Token::Mark(b')' | b']' | b'}' | b'>') => depth -= 1,
                Token::Mark(b',') if depth == 0 => parameters.push(Vec::new()),
                Token::Text(name) => parameters.last_mut().expect("one was pushed").push(name),
                _ => {}
            }
        }
        parameters
    }

    /// The text between the parameters and the body, or the next definition.
    fn attributes(&mut self) -> (BTreeMap<String, String>, Vec<u32>) {
        const NEXT: [&str; 6] = ["define", "declare", "attributes", "target", "module", "source_filename"];
        let (mut attributes, mut groups) = (BTreeMap::new(), Vec::new());
        while let Some(token) = self.peek().cloned() {
            match token {
                Token::Text(name) => {
                    self.position += 1;
                    attributes.insert(name, self.attribute_value());
                    continue;
                }
                Token::Group(number) => groups.push(number),
                Token::Word(word) if !NEXT.contains(&&*word) => {}
                _ => break,
            }
            self.position += 1;
        }
        (attributes, groups)
    }

    fn attribute_value(&mut self) -> String {
        if !self.takes_mark(b'=') {
            return String::new();
        }
        match self.take() {
            Some(Token::Text(value)) => value,
            other => panic!("an attribute has a text as value, got {other:?}"),
        }
    }

    fn body(&mut self) {
        while self.peek().is_some_and(|token| *token != Token::Mark(b'{')) {
            self.position += 1;
        }
        let mut depth = 0;
        while let Some(token) = self.take() {
            match token {
                Token::Mark(b'{') => depth += 1,
                Token::Mark(b'}') => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return;
            }
        }
    }

    /// `attributes #1 = { ... }`, after its first word.
    fn group(&mut self) {
        let Some(Token::Group(number)) = self.take() else { return };
        assert!(self.takes_mark(b'=') && self.takes_mark(b'{'), "attributes #{number} is a group");
        let mut group = BTreeMap::new();
        while let Some(token) = self.take().filter(|token| *token != Token::Mark(b'}')) {
            if let Token::Text(name) = token {
                group.insert(name, self.attribute_value());
            }
        }
        self.groups.insert(number, group);
    }

    /// `!{!0, !1}`
    fn list(&mut self) {
        assert!(self.takes_mark(b'!') && self.takes_mark(b'{'), "!nvvm.annotations is a list");
        while let Some(token) = self.take().filter(|token| *token != Token::Mark(b'}')) {
            match token {
                Token::Node(number) => self.annotations.push(number),
                Token::Mark(b',') => {}
                other => panic!("!nvvm.annotations holds nodes, got {other:?}"),
            }
        }
    }

    /// `[distinct] !{...}`; other nodes are ignored.
    fn node(&mut self, number: u32) {
        self.takes_word("distinct");
        if self.takes_mark(b'!') && self.takes_mark(b'{') {
            let elements = self.elements();
            self.nodes.insert(number, elements);
        }
    }

    fn elements(&mut self) -> Vec<Raw> {
        let mut elements = Vec::new();
        while !self.takes_mark(b'}') {
            elements.push(self.element());
            self.takes_mark(b',');
        }
        elements
    }

    fn element(&mut self) -> Raw {
        let start = self.position;
        match self.take().expect("a node ends") {
            Token::MetadataText(text) => return Raw::Plain(Attribute::Text(text)),
            Token::Node(number) => return Raw::Reference(number),
            Token::Mark(b'!') if self.takes_mark(b'{') => return Raw::Node(self.elements()),
            Token::Word(word) if word == "null" => return Raw::Plain(Attribute::Unit),
            _ => {}
        }
        let mut depth = 0;
        while let Some(token) = self.peek() {
            match token {
                Token::Mark(b'}' | b',') if depth == 0 => break,
                Token::Mark(b'(' | b'{' | b'[' | b'<') => depth += 1,
                Token::Mark(b')' | b'}' | b']' | b'>') => depth -= 1,
                _ => {}
            }
            self.position += 1;
        }
        Raw::Plain(constant(&self.tokens[start..self.position]))
    }
}

/// A constant with its type: an integer, an address, or something else.
fn constant(tokens: &[Token]) -> Attribute {
    if let [Token::Word(r#type), Token::Word(value)] = tokens
        && let Some(Ok(bits)) = r#type.strip_prefix('i').map(str::parse)
    {
        let value = match &**value {
            "true" => Some(1),
            "false" => Some(0),
            number => number.parse().ok(),
        };
        if let Some(value) = value {
            return Attribute::Integer { bits, value };
        }
    }
    let symbol = tokens.iter().find_map(|token| if let Token::Global(name) = token { Some(name) } else { None });
    let casts = ["ptr", "addrspace", "addrspacecast", "bitcast", "to"];
    let plain = tokens.iter().all(|token| match token {
        Token::Word(word) => casts.contains(&&**word) || word.parse::<u32>().is_ok(),
        Token::Global(_) | Token::Mark(b'(' | b')') => true,
        _ => false,
    });
    match symbol {
        Some(name) if plain => Attribute::Symbol(name.clone()),
        _ => Attribute::Other(format!("{tokens:?}")),
    }
}
