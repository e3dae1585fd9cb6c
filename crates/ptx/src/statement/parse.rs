//! The statements of a text: labels, scopes, declarations and instructions.

use std::ops::Range;

use super::scan::{Kind, Scanner, Token};
use super::scope::Scopes;
use super::{Code, Guard, Instruction, Label, Operand, Register, Span, Statement, Storage, Table, Variable};

/// Reads the statements of one text.
pub(super) struct Parser<'t> {
    scanner: Scanner<'t>,
    /// The current token.
    pub(super) token: Token,
    pub(super) scopes: Scopes<'t>,
    pub(super) is_template: bool,
    /// The end of the last token.
    end: usize,
    code: Code,
    /// `{` that opened no scope, because there are too many.
    ignored: u32,
}

impl<'t> Parser<'t> {
    pub fn new(text: &'t [u8], range: Range<usize>, is_template: bool) -> Self {
        let mut scanner = Scanner::new(text, range, is_template);
        let token = scanner.next();
        let (scopes, code) = (Scopes::new(), Code::default());
        Parser { scanner, token, scopes, is_template, end: token.start, code, ignored: 0 }
    }

    /// Declares the results and the parameters of a function.
    pub fn with_head(mut self, head: Range<usize>) -> Self {
        let body = self.scanner.clone();
        self.scanner = Scanner::new(self.scanner.text(), head, self.is_template);
        let body_token = self.token;
        self.advance();
        let mut has_name = false;
        while self.token.kind != Kind::End {
            match self.token.kind {
                Kind::Word if self.word().starts_with(".attribute") => {
                    self.advance();
                    self.skip_group();
                }
                Kind::Mark(b'(') => {
                    self.advance();
                    while !matches!(self.token.kind, Kind::End | Kind::Mark(b')')) {
                        let declared = self.declare_item(&mut None);
                        self.code.parameters.extend(declared);
                        if !self.take(b',') {
                            break;
                        }
                    }
                    if !has_name {
                        self.code.results = self.code.parameters.len();
                    }
                }
                Kind::Word => {
                    has_name |= !self.word().starts_with('.');
                    self.advance();
                }
                _ => self.advance(),
            }
        }
        self.scanner = body;
        self.token = body_token;
        self
    }

    pub fn read(mut self) -> Code {
        loop {
            match self.token.kind {
                Kind::End => break,
                Kind::Mark(b'{') => {
                    if !self.scopes.open() {
                        self.ignored += 1;
                    }
                    self.advance();
                }
                Kind::Mark(b'}') => {
                    if self.ignored > 0 {
                        self.ignored -= 1;
                    } else {
                        self.scopes.close();
                    }
                    self.advance();
                }
                Kind::Mark(b'@') => self.guarded(),
                Kind::Word if self.word().starts_with('.') => self.directive(None),
                Kind::Word => self.label_or_instruction(),
                Kind::Number | Kind::Text | Kind::Mark(_) => self.advance(),
            }
        }
        self.code.registers = self.scopes.registers;
        self.code.parents = self.scopes.parents;
        self.code
    }

    pub(super) fn advance(&mut self) {
        self.end = self.token.end;
        self.token = self.scanner.next();
    }

    pub(super) fn word(&self) -> &'t str {
        self.text_of(self.token)
    }

    pub(super) fn text_of(&self, token: Token) -> &'t str {
        let part = self.scanner.text().get(token.start..token.end).unwrap_or_default();
        std::str::from_utf8(part).unwrap_or_default()
    }

    pub(super) fn take(&mut self, mark: u8) -> bool {
        let found = self.token.kind == Kind::Mark(mark);
        if found {
            self.advance();
        }
        found
    }

    /// Skips to the next mark of these that is in no bracket, or to the end of the statement.
    pub(super) fn skip_to(&mut self, marks: &[u8]) {
        let mut depth = 0_u32;
        loop {
            match self.token.kind {
                Kind::End | Kind::Mark(b';') => return,
                Kind::Mark(mark) if depth == 0 && marks.contains(&mark) => return,
                Kind::Mark(b'(' | b'[' | b'{') => depth += 1,
                Kind::Mark(b')' | b']' | b'}') if depth == 0 => return,
                Kind::Mark(b')' | b']' | b'}') => depth -= 1,
                _ => {}
            }
            self.advance();
        }
    }

    /// The number in the brackets that begin here. 0 for `[]`; none if it is not a number.
    fn array_length(&self) -> Option<u64> {
        let rest = self.scanner.text().get(self.token.end..)?;
        let length = rest.split(|byte| *byte == b']').next()?.trim_ascii();
        if length.is_empty() { Some(0) } else { super::operand::integer(std::str::from_utf8(length).ok()?) }
    }

    /// Skips a group in brackets, if one begins here.
    fn skip_group(&mut self) {
        if matches!(self.token.kind, Kind::Mark(b'(' | b'[' | b'{')) {
            self.advance();
            self.skip_to(&[]);
            if self.token.kind != Kind::End {
                self.advance();
            }
        }
    }

    fn label_or_instruction(&mut self) {
        let name = self.token;
        self.advance();
        if self.take(b':') {
            match self.word() {
                ".branchtargets" | ".callprototype" | ".calltargets" => self.directive(Some(name)),
                _ => self.label(name),
            }
        } else {
            self.instruction(name.start, None, name);
        }
    }

    fn label(&mut self, name: Token) {
        let label = Label(u32::try_from(self.code.labels.len()).unwrap_or(u32::MAX));
        self.code.labels.push((Span::new(name.start..name.end), self.scopes.current()));
        self.code.statements.push(Statement::Label(label));
    }

    fn guarded(&mut self) {
        let start = self.token.start;
        self.advance();
        let holds = !self.take(b'!');
        if self.token.kind != Kind::Word {
            return;
        }
        let register = match self.operand_word() {
            Operand::Register(register) => register,
            Operand::Name(name) => {
                let text = self.scanner.text().get(name.start as usize..name.end as usize).unwrap_or_default();
                self.scopes.find_or_add(text)
            }
            _ => self.scopes.find_or_add(b""),
        };
        if self.token.kind == Kind::Word {
            let name = self.token;
            self.advance();
            self.instruction(start, Some(Guard { register, holds }), name);
        }
    }

    /// An instruction. The token after the mnemonic is the current one.
    fn instruction(&mut self, start: usize, guard: Option<Guard>, mnemonic: Token) {
        let mut end = mnemonic.end;
        while self.token.kind == Kind::Word && self.word().starts_with('.') {
            end = self.token.end;
            self.advance();
        }
        let mnemonic = Span::new(mnemonic.start..end);
        let first = self.token.start;
        let operands = self.operands();
        let rest = Span::new(first..self.end.max(first));
        // A text that goes on without `;` is one statement, as for `ptxas`.
        self.skip_to(&[]);
        self.take(b';');
        let start = u32::try_from(start).unwrap_or(u32::MAX);
        let scope = self.scopes.current();
        let instruction = Instruction { start, guard, mnemonic, rest, operands: operands.into(), scope };
        self.code.statements.push(Statement::Instruction(instruction));
    }

    /// A directive, which a label can name.
    fn directive(&mut self, label: Option<Token>) {
        match self.word() {
            ".loc" | ".file" => {
                // These end with their line.
                self.scanner.go_back(self.token);
                self.scanner.skip_line();
                self.advance();
            }
            ".version" | ".address_size" => {
                self.advance();
                self.advance();
            }
            ".target" => {
                self.advance();
                while self.token.kind == Kind::Word && !self.word().starts_with('.') {
                    self.advance();
                    if !self.take(b',') {
                        break;
                    }
                }
            }
            ".section" => {
                self.skip_to(b"{");
                self.skip_group();
            }
            ".branchtargets" => {
                self.advance();
                let mut targets = Vec::new();
                while self.token.kind == Kind::Word {
                    targets.push(Span::new(self.token.start..self.token.end));
                    self.advance();
                    if !self.take(b',') {
                        break;
                    }
                }
                if let Some(name) = label {
                    self.code.tables.push(Table { name: Span::new(name.start..name.end), targets });
                }
                self.skip_to(&[]);
                self.take(b';');
            }
            ".callprototype" | ".calltargets" | ".pragma" | ".alias" => {
                self.skip_to(&[]);
                self.take(b';');
            }
            _ => {
                let mut head = None;
                loop {
                    self.declare_item(&mut head);
                    if self.token.kind == Kind::Mark(b'=') {
                        self.initial_value();
                    }
                    if !self.take(b',') {
                        break;
                    }
                }
                self.skip_to(&[]);
                self.take(b';');
            }
        }
    }

    /// The value of a variable: the names in it are kept.
    fn initial_value(&mut self) {
        let mut depth = 0_u32;
        loop {
            match self.token.kind {
                Kind::End | Kind::Mark(b';') => return,
                Kind::Mark(b',') if depth == 0 => return,
                Kind::Mark(b'(' | b'[' | b'{') => depth += 1,
                Kind::Mark(b')' | b']' | b'}') => depth = depth.saturating_sub(1),
                Kind::Word => self.code.mentioned.push(Span::new(self.token.start..self.token.end)),
                _ => {}
            }
            self.advance();
        }
    }

    /// Declares one name, up to the `,` or the end after it. `head` has the state space and the type of earlier names
    /// of the same declaration.
    fn declare_item(&mut self, head: &mut Option<Head>) -> Option<Register> {
        let mut of_item = head.unwrap_or_default();
        while self.token.kind == Kind::Word && self.word().starts_with('.') {
            match self.word() {
                ".align" => {
                    self.advance();
                    if self.token.kind != Kind::Number {
                        continue;
                    }
                    of_item.alignment = super::operand::integer(self.word());
                }
                ".reg" | ".param" | ".shared" | ".shared::cta" | ".local" | ".global" | ".const"
                    if of_item.space.is_none() =>
                {
                    of_item.space = Some(self.token);
                }
                ".v2" => of_item.elements = Some(2),
                ".v4" => of_item.elements = Some(4),
                word => {
                    if let Some((bits, bytes)) = type_size(word) {
                        (of_item.bits, of_item.bytes) = (Some(bits), Some(bytes));
                        of_item.alignment = of_item.alignment.or(Some(bytes));
                    }
                }
            }
            self.advance();
        }
        *head = Some(of_item);
        if self.token.kind != Kind::Word {
            return None;
        }
        let name = self.token;
        self.advance();
        let text = self.scanner.text().get(name.start..name.end).unwrap_or_default();
        let space = of_item.space?;
        match self.text_of(space) {
            ".reg" if self.take(b'<') => {
                if self.token.kind == Kind::Number {
                    let count = super::operand::integer(self.word()).unwrap_or(0);
                    self.scopes.declare_range(text, count, of_item.bits);
                    self.advance();
                }
                self.take(b'>');
                None
            }
            ".reg" => Some(self.scopes.declare(text, of_item.bits, Storage::Register)),
            ".param" => {
                let is_array = self.token.kind == Kind::Mark(b'[');
                while self.token.kind == Kind::Mark(b'[') {
                    self.skip_group();
                }
                let storage = if is_array { Storage::Aggregate } else { Storage::Parameter };
                let bits = if is_array { Some(64) } else { of_item.bits };
                Some(self.scopes.declare(text, bits, storage))
            }
            _ => {
                let mut size = of_item.bytes.and_then(|bytes| bytes.checked_mul(of_item.elements.unwrap_or(1)));
                while self.token.kind == Kind::Mark(b'[') {
                    size = size.and_then(|size| size.checked_mul(self.array_length()?));
                    self.skip_group();
                }
                self.code.variables.push(Variable {
                    name: Span::new(name.start..name.end),
                    space: Span::new(space.start..space.end),
                    alignment: of_item.alignment.filter(|bytes| bytes.is_power_of_two()).unwrap_or(1),
                    size,
                });
                None
            }
        }
    }
}

/// What is in front of the names of a declaration.
#[derive(Copy, Clone, Default)]
struct Head {
    space: Option<Token>,
    bits: Option<u8>,
    bytes: Option<u64>,
    /// Those of a vector.
    elements: Option<u64>,
    alignment: Option<u64>,
}

/// The bits, at most 64, and the bytes of a type with its dot.
fn type_size(word: &str) -> Option<(u8, u64)> {
    let bits: u64 = match word {
        ".pred" => return Some((1, 1)),
        _ => word.strip_prefix(".bf").or(word.get(2..).filter(|_| word.starts_with(['.'])))?,
    }
    .split('x')
    .map(|number| number.parse::<u64>().ok())
    .try_fold(1_u64, |product, number| product.checked_mul(number?))?;
    let is_type = word.starts_with(".bf") || matches!(word.as_bytes().get(1), Some(b'b' | b'u' | b's' | b'f'));
    let is_size = (8..=128).contains(&bits) && bits.is_power_of_two();
    (is_type && is_size).then(|| (u8::try_from(bits.min(64)).unwrap_or(64), bits / 8))
}
