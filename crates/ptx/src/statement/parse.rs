//! The statements of a text: labels, scopes, declarations and instructions.

use std::ops::Range;

use tileiras_kernel::program::Initial;

use super::operand::Operands;
use super::parser::Parser;
use super::scan::{ScanKind, ScanToken, Scanner};
use super::scope::{Named, RegisterType};
use super::{Code, Guard, Instruction, Label, Operand, Register, Span, Statement, Storage, Table, Variable};
use crate::token::integer_of_64_bits;

impl Parser<'_> {
    /// Declares the results and the parameters of a function.
    pub fn with_head(mut self, head: Range<usize>) -> Self {
        let body = self.scanner.clone();
        self.scanner = Scanner::new(self.scanner.text(), head);
        let body_token = self.token;
        self.advance();
        let mut has_name = false;
        while self.token.kind != ScanKind::End {
            match self.token.kind {
                ScanKind::Word if self.word().starts_with(".attribute") => {
                    self.advance();
                    self.skip_group();
                }
                ScanKind::Mark(b'(') => {
                    self.advance();
                    while !matches!(self.token.kind, ScanKind::End | ScanKind::Mark(b')')) {
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
                ScanKind::Word => {
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
                ScanKind::End => break,
                ScanKind::Mark(b'{') => {
                    if !self.scopes.open() {
                        self.ignored += 1;
                    }
                    self.advance();
                }
                ScanKind::Mark(b'}') => {
                    if self.ignored > 0 {
                        self.ignored -= 1;
                    } else {
                        self.scopes.close();
                    }
                    self.advance();
                }
                ScanKind::Mark(b'@') => self.guarded(),
                ScanKind::Word if self.word().starts_with('.') => self.directive(None),
                ScanKind::Word => self.label_or_instruction(),
                ScanKind::Number | ScanKind::Text | ScanKind::Mark(_) => self.advance(),
            }
        }
        self.code.registers = self.scopes.registers;
        self.code.parents = self.scopes.parents;
        self.code
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

    fn label(&mut self, name: ScanToken) {
        let label = Label(u32::try_from(self.code.labels.len()).unwrap_or(u32::MAX));
        self.code.labels.push((Span::new(name.start..name.end), self.scopes.current()));
        self.code.statements.push(Statement::Label(label));
    }

    fn guarded(&mut self) {
        let start = self.token.start;
        self.advance();
        let holds = !self.take(b'!');
        if self.token.kind != ScanKind::Word {
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
        if self.token.kind == ScanKind::Word {
            let name = self.token;
            self.advance();
            self.instruction(start, Some(Guard { register, holds }), name);
        }
    }

    /// An instruction. The token after the mnemonic is the current one.
    fn instruction(&mut self, start: usize, guard: Option<Guard>, mnemonic: ScanToken) {
        let mut end = mnemonic.end;
        while self.token.kind == ScanKind::Word && self.word().starts_with('.') {
            end = self.token.end;
            self.advance();
        }
        let mnemonic = Span::new(mnemonic.start..end);
        let first = self.token.start;
        let kind = match mnemonic.of(self.scanner.text()).split('.').next() {
            Some("call") => Operands::Call,
            Some("bra") => Operands::Branch(0),
            Some("brx") => Operands::Branch(1),
            _ => Operands::Values,
        };
        let operands = self.operands(kind);
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
    fn directive(&mut self, label: Option<ScanToken>) {
        match self.word() {
            // Neither has a `;`. What follows on the line is code (measured).
            ".loc" => {
                self.advance();
                self.skip_numbers();
                while self.take(b',') {
                    // `function_name $L__info_string0 + 8`, `inlined_at 1 2 3`
                    self.advance();
                    if self.token.kind == ScanKind::Word && !self.word().starts_with('.') {
                        self.advance();
                        self.take(b'+');
                    }
                    self.skip_numbers();
                }
            }
            ".file" => {
                self.advance();
                self.skip_numbers();
                if self.token.kind == ScanKind::Text {
                    self.advance();
                }
                while self.take(b',') {
                    self.skip_numbers();
                }
            }
            ".version" | ".address_size" => {
                self.advance();
                self.advance();
            }
            ".target" => {
                self.advance();
                while self.token.kind == ScanKind::Word && !self.word().starts_with('.') {
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
                let targets = self.names();
                if let Some(name) = label {
                    let (name, scope) = (Span::new(name.start..name.end), self.scopes.current());
                    self.code.tables.push(Table { name, scope, targets });
                }
                self.skip_to(&[]);
                self.take(b';');
            }
            ".alias" => {
                self.advance();
                let names = self.names();
                self.code.mentioned.extend(names);
                self.skip_to(&[]);
                self.take(b';');
            }
            ".callprototype" | ".calltargets" | ".pragma" => {
                self.skip_to(&[]);
                self.take(b';');
            }
            _ => {
                let mut head = None;
                loop {
                    self.declare_item(&mut head);
                    if !self.take(b',') {
                        break;
                    }
                }
                self.skip_to(&[]);
                self.take(b';');
            }
        }
    }

    /// Names with a `,` between them.
    fn names(&mut self) -> Vec<Span> {
        let mut names = Vec::new();
        while self.token.kind == ScanKind::Word {
            names.push(Span::new(self.token.start..self.token.end));
            self.advance();
            if !self.take(b',') {
                break;
            }
        }
        names
    }

    fn skip_numbers(&mut self) {
        while self.token.kind == ScanKind::Number {
            self.advance();
        }
    }

    /// Declares one name, up to the `,` or the end after it. `head` has the state space and the type of earlier names
    /// of the same declaration.
    fn declare_item(&mut self, head: &mut Option<Head>) -> Option<Register> {
        let mut of_item = head.unwrap_or_default();
        while self.token.kind == ScanKind::Word && self.word().starts_with('.') {
            match self.word() {
                ".align" => {
                    self.advance();
                    if self.token.kind != ScanKind::Number {
                        continue;
                    }
                    of_item.alignment = integer_of_64_bits(self.word()).ok();
                }
                ".reg" | ".param" | ".shared" | ".shared::cta" | ".local" | ".global" | ".const"
                    if of_item.space.is_none() =>
                {
                    of_item.space = Some(self.token);
                }
                ".visible" | ".weak" | ".common" => of_item.is_visible = true,
                ".extern" => of_item.is_external = true,
                ".v2" => of_item.elements = Some(2),
                ".v4" => of_item.elements = Some(4),
                ".v8" => of_item.elements = Some(8),
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
        if self.token.kind != ScanKind::Word {
            return None;
        }
        let name = self.token;
        self.advance();
        let text = self.scanner.text().get(name.start..name.end).unwrap_or_default();
        let space = of_item.space?;
        let of_type = RegisterType { bits: of_item.bits, elements: of_item.elements };
        match self.text_of(space) {
            ".reg" if self.take(b'<') => {
                if self.token.kind == ScanKind::Number {
                    let count = integer_of_64_bits(self.word()).unwrap_or(0);
                    self.scopes.declare_range(text, count, of_type);
                    self.advance();
                }
                self.take(b'>');
                None
            }
            ".reg" => self.scopes.declare_register(text, of_type, Storage::Register),
            ".param" => {
                let is_single = self.token.kind != ScanKind::Mark(b'[') && of_item.elements.is_none();
                while self.token.kind == ScanKind::Mark(b'[') {
                    self.skip_group();
                }
                let storage = if is_single { Storage::Parameter } else { Storage::Aggregate };
                let bits = if is_single { of_item.bits } else { Some(64) };
                self.scopes.declare_register(text, RegisterType { bits, elements: None }, storage)
            }
            _ => {
                self.variable(name, space, &of_item);
                None
            }
        }
    }

    /// Declares a variable. The token after its name is the current one.
    fn variable(&mut self, name: ScanToken, space: ScanToken, of_item: &Head) {
        let mut lengths = Vec::new();
        while self.token.kind == ScanKind::Mark(b'[') {
            lengths.push(self.array_length());
            self.skip_group();
        }
        let element = of_item.bytes.filter(|_| !lengths.is_empty());
        lengths.extend(of_item.elements.map(|count| Some(count.into())));
        let size = lengths.iter().try_fold(of_item.bytes, |size, length| Some(size?.checked_mul((*length)?)));
        let index = u32::try_from(self.code.variables.len()).unwrap_or(u32::MAX);
        let text = self.scanner.text().get(name.start..name.end).unwrap_or_default();
        self.scopes.declare(text, Named::Variable(index));
        let initial = self.take(b'=').then(|| self.initial_value(&lengths));
        let initial = initial.filter(|_| matches!(self.text_of(space), ".const" | ".global") && !of_item.is_visible);
        self.code.variables.push(Variable {
            name: Span::new(name.start..name.end),
            space: Span::new(space.start..space.end),
            alignment: of_item.alignment.filter(|bytes| bytes.is_power_of_two()).unwrap_or(1),
            // One that is defined elsewhere can be larger.
            size: size.flatten().filter(|size| *size == 0 || !of_item.is_external),
            element,
            initial: initial.zip(of_item.bytes).map(|(stated, bytes)| {
                // An array without a size has as many elements as are stated.
                let stated_size = stated.last().map_or(0, |(last, _)| last.saturating_add(1).saturating_mul(bytes));
                Initial { bytes, size: size.flatten().filter(|size| *size != 0).unwrap_or(stated_size), stated }
            }),
        });
    }
}

/// What is in front of the names of a declaration.
#[derive(Copy, Clone, Default)]
struct Head {
    space: Option<ScanToken>,
    bits: Option<u8>,
    bytes: Option<u64>,
    /// Those of a vector.
    elements: Option<u32>,
    alignment: Option<u64>,
    /// Whether the host can find the variable by its name, and write it before a launch.
    is_visible: bool,
    /// Whether it is defined elsewhere.
    is_external: bool,
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
