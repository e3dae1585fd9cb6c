//! Reads the headers of the functions of a PTX text.
//!
//! Accepts any bytes. Guarantees that every `.entry` and `.func` at the top level of a well-formed text is found, with
//! its launch directives and their values, in time linear in the text. Bodies and initialisers are skipped by their
//! braces. Other directives (`.pragma`, `.noreturn`, `.local_maxnreg`) are kept without change. Refuses, with line and
//! column, what `ptxas` refuses in a header, and numbers that `ptxas` wraps around. Unlike `ptxas`, it accepts a
//! declared kernel with launch directives, which [`crate::Module`] prints, and directives that are not known, which a
//! rule reports. Leaves out on purpose: bodies, items that are not functions, and whether the values are legal
//! (`tileiras-contract`).

mod declared;
mod params;
pub(crate) mod target;

use std::ops::Range;

use crate::directive::Directive;
use crate::error::{ReadError, ReadFault};
use crate::header::{FunctionKind, Header, Linkage, Ptx, StatedDirective};
use crate::name::check_name;
use crate::reader::declared::Declared;
use crate::reader::target::check_target;
use crate::token::{Lexer, Token, TokenKind, integer, without_nul};

/// Reads a PTX text.
///
/// # Errors
/// [`ReadError`] for the first thing that is not PTX.
pub fn read(text: &[u8]) -> Result<Ptx<'_>, ReadError> {
    let text = without_nul(text);
    let mut lexer = Lexer::new(text);
    let token = lexer.next()?;
    HeaderReader { lexer, token, length: text.len() }.file()
}

/// The value of `WARP_SZ` (measured).
const WARP_SIZE: u32 = 32;

/// The keywords that begin a variable (measured).
const VARIABLES: [&str; 13] = [
    ".align",
    ".attribute",
    ".const",
    ".global",
    ".local",
    ".param",
    ".pred",
    ".reg",
    ".samplerref",
    ".shared",
    ".surfref",
    ".tex",
    ".texref",
];

/// The other keywords that begin an item (measured). The declaration of a `.func` ends in front of an item even without
/// a `;`.
const ITEMS: [&str; 11] = [
    ".visible",
    ".extern",
    ".weak",
    ".common",
    ".entry",
    ".func",
    ".file",
    ".section",
    ".alias",
    ".pragma",
    ".nv_intermediate_source_section",
];

/// The keywords that only the header of a kernel contains, or begin one. Anywhere else a fact would be lost.
const OF_KERNELS: [&str; 12] = [
    ".entry",
    ".maxntid",
    ".reqntid",
    ".minnctapersm",
    ".maxnctapersm",
    ".maxnreg",
    ".local_maxnreg",
    ".minperctamemory",
    ".blocksareclusters",
    ".explicitcluster",
    ".reqnctapercluster",
    ".maxclusterrank",
];

/// The directives that only functions have. `ptxas` refuses them on kernels.
const OF_FUNCTIONS: [&str; 4] = [".noreturn", ".abi_preserve", ".abi_preserve_control", ".abi_preserve_after"];

/// PTX dropped it in 2.1.
const OBSOLETE: &str = ".maxnctapersm";

fn begins_item(word: &str) -> bool {
    VARIABLES.contains(&word) || ITEMS.contains(&word)
}

/// The keyword of these that is also a directive of a kernel.
const PRAGMA_OF_KERNEL: (FunctionKind, &str) = (FunctionKind::Entry, ".pragma");

struct HeaderReader<'a> {
    lexer: Lexer<'a>,
    /// The current token; `None` at the end of the text.
    token: Option<Token>,
    /// The length of the text in bytes.
    length: usize,
}

impl<'a> HeaderReader<'a> {
    fn file(mut self) -> Result<Ptx<'a>, ReadError> {
        let (version, version_span) = self.version()?;
        let mut ptx = Ptx {
            version,
            version_span,
            target: Vec::new(),
            target_position: self.position(),
            address_size: None,
            functions: Vec::new(),
        };
        if !self.at_keyword(".target") {
            return Err(self.fault(ReadFault::NoTarget { found: self.found() }));
        }
        loop {
            if self.take_keyword(".target")? {
                self.target(&mut ptx.target)?;
            } else if ptx.address_size.is_none() && self.take_keyword(".address_size")? {
                let position = self.position();
                ptx.address_size = Some(match self.number()? {
                    size @ (32 | 64) => size,
                    found => return Err(self.lexer.error(position, ReadFault::AddressSize { found })),
                });
            } else {
                break;
            }
        }
        self.items(&mut ptx)?;
        Ok(ptx)
    }

    /// The items after the start of a file.
    fn items(&mut self, ptx: &mut Ptx<'a>) -> Result<(), ReadError> {
        let (mut declared, mut has_section) = (Declared::default(), false);
        while let Some(token) = self.token {
            let word = self.lexer.text(token);
            let first = |word| token.kind == TokenKind::Keyword && word == self.lexer.text(token);
            if [".version", ".target", ".address_size"].into_iter().any(first) {
                return Err(self.fault(ReadFault::SecondStart { found: word.to_owned() }));
            }
            let is_common = self.take_keyword(".common")?;
            let linkage = Linkage::of_keyword(word).filter(|_| token.kind == TokenKind::Keyword);
            if linkage.is_some() {
                self.advance()?;
            }
            let has_linkage = is_common || linkage.is_some();
            match self.text_of(TokenKind::Keyword) {
                Some(word @ (".entry" | ".func")) if !is_common => {
                    let kind = if word == ".entry" { FunctionKind::Entry } else { FunctionKind::Func };
                    let header = self.function(kind, linkage.map(|linkage| (linkage, token.start)))?;
                    let position = header.span.start;
                    declared.add(&header).map_err(|fault| self.lexer.error(position, fault))?;
                    ptx.functions.push(header);
                }
                Some(word) if VARIABLES.contains(&word) => self.skip_to(b';')?,
                _ if has_linkage => return Err(self.unexpected("a function or a variable after its linkage")),
                Some(".alias" | ".pragma") => self.skip_to(b';')?,
                Some(".section" | ".nv_intermediate_source_section") => {
                    has_section = true;
                    self.skip_to(b'{')?;
                }
                Some(".file") => self.file_name()?,
                _ if self.at_mark(b'}') => return Err(self.fault(ReadFault::StrayBrace)),
                _ => {
                    self.check_outside_of_header()?;
                    return Err(self.unexpected("a function, a variable or another item of a module"));
                }
            }
        }
        if ptx.target.contains(&"debug") && !has_section {
            return Err(self.lexer.error(ptx.target_position, ReadFault::NoDebugInformation));
        }
        Ok(())
    }

    /// Skips an item that is no function, and its end: that mark, or with `{` its block.
    fn skip_to(&mut self, end: u8) -> Result<(), ReadError> {
        let expected = if end == b';' { "';' at the end of this item" } else { "'{' of this section" };
        let mut is_first = true;
        loop {
            let Some(token) = self.token else { return Err(self.unexpected(expected)) };
            match (token.kind, self.lexer.text(token)) {
                (TokenKind::Mark(b'{'), _) => {
                    self.block()?;
                    if end == b'{' {
                        return Ok(());
                    }
                    continue;
                }
                (TokenKind::Mark(b';'), _) if end == b';' => return self.advance(),
                (TokenKind::Mark(b';' | b'}'), _) => return Err(self.unexpected(expected)),
                (TokenKind::Keyword, word) if !is_first && ITEMS.contains(&word) => {
                    return Err(self.unexpected(expected));
                }
                _ => {}
            }
            is_first = false;
            self.skip()?;
        }
    }

    /// `.file 1 "k.cu", 1, 2`, which has no end of its own.
    fn file_name(&mut self) -> Result<(), ReadError> {
        self.advance()?;
        while let Some(TokenKind::Number | TokenKind::Text | TokenKind::Mark(b',')) = self.token.map(|token| token.kind)
        {
            self.advance()?;
        }
        Ok(())
    }

    /// `.version 9.0`: the numbers and their position.
    fn version(&mut self) -> Result<((u32, u32), Range<usize>), ReadError> {
        if !self.take_keyword(".version")? {
            return Err(self.fault(ReadFault::NoVersion { found: self.found() }));
        }
        let number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit()).then(|| part.parse().ok()).flatten();
        // `9.0.target` is a version and a keyword here, although `9.0.1` is one number elsewhere (measured).
        if let Some(token) = self.token.filter(|token| token.kind == TokenKind::Number)
            && let Some((second, _)) = self.lexer.text(token).match_indices('.').nth(1)
        {
            self.token = Some(self.lexer.shorten(token, second));
        }
        let version = self.text_of(TokenKind::Number).and_then(|text| text.split_once('.'));
        let version = version.and_then(|(major, minor)| Some((number(major)?, number(minor)?)));
        let version = version.ok_or_else(|| self.fault(ReadFault::BadVersion { found: self.found() }))?;
        let span = self.position()..self.token.map_or(self.length, |token| token.end);
        self.advance()?;
        Ok((version, span))
    }

    /// `sm_90, debug`, after `.target`.
    fn target(&mut self, names: &mut Vec<&'a str>) -> Result<(), ReadError> {
        loop {
            let name = self.text_of(TokenKind::Name).ok_or_else(|| self.unexpected("the name of a target"))?;
            check_target(name, names).map_err(|fault| self.fault(fault))?;
            names.push(name);
            self.advance()?;
            if !self.take_mark(b',')? {
                return Ok(());
            }
        }
    }

    /// A function. The current token is its `.entry` or `.func`.
    fn function(&mut self, kind: FunctionKind, linkage: Option<(Linkage, usize)>) -> Result<Header<'a>, ReadError> {
        let (linkage, start) = linkage.unwrap_or((Linkage::Local, self.position()));
        let mut results = 0;
        self.advance()?;
        if kind == FunctionKind::Func {
            if self.take_keyword(".attribute")? {
                self.list()?;
            }
            if self.at_mark(b'(') {
                results = self.list()?.0;
            }
        }
        let position = self.position();
        let name = self.text_of(TokenKind::Name).ok_or_else(|| self.unexpected("the name of a function"))?;
        check_name(name).map_err(|fault| self.lexer.error(position, fault.into()))?;
        let mut end = position + name.len();
        self.advance()?;
        let mut params = 0;
        if self.at_mark(b'(') {
            (params, end) = match kind {
                FunctionKind::Entry => self.params()?,
                FunctionKind::Func => self.list()?,
            };
        }
        let (mut directives, mut local_maxnregs) = (Vec::new(), Vec::new());
        let clause = end;
        let (end, body) = loop {
            let position = self.position();
            match self.token.map(|token| (token.kind, self.lexer.text(token))) {
                Some((TokenKind::Mark(b'{'), _)) => break (position, Some(self.block()?)),
                Some((TokenKind::Mark(b';'), _)) => {
                    self.advance()?;
                    break (position, None);
                }
                Some((TokenKind::Keyword, word)) if !begins_item(word) || (kind, word) == PRAGMA_OF_KERNEL => {
                    if kind == FunctionKind::Entry && OF_FUNCTIONS.contains(&word) {
                        return Err(self.fault(ReadFault::OfFunctions { found: word.to_owned() }));
                    }
                    if word == OBSOLETE {
                        return Err(self.unexpected("a directive of PTX 2.1 or later"));
                    }
                    let stated = self.directive(&mut local_maxnregs)?;
                    if stated.launch.is_some() && kind == FunctionKind::Func {
                        return Err(self.lexer.error(position, ReadFault::OfKernels { found: word.to_owned() }));
                    }
                    end = stated.span.end;
                    directives.push(stated);
                }
                Some((TokenKind::Keyword, _)) | None if kind == FunctionKind::Func => break (end, None),
                _ => return Err(self.unexpected("a directive, '{' or ';'")),
            }
        };
        let (span, clause) = (start..end, clause..end);
        Ok(Header { kind, linkage, name, results, params, directives, local_maxnregs, span, clause, body })
    }

    /// A list in parentheses: the number of items, and the end.
    fn list(&mut self) -> Result<(usize, usize), ReadError> {
        let start = self.position();
        if !self.take_mark(b'(')? {
            return Err(self.unexpected("'('"));
        }
        let (mut depth, mut commas, mut is_in_item) = (1, 0, false);
        while let Some(token) = self.token {
            match token.kind {
                TokenKind::Mark(b'(') => depth += 1,
                TokenKind::Mark(b')') => depth -= 1,
                TokenKind::Mark(b',') if depth == 1 => commas += 1,
                TokenKind::Mark(b'{' | b'}' | b';') => break,
                _ => {}
            }
            let ends_item = depth == 0 && commas > 0 || depth == 1 && token.kind == TokenKind::Mark(b',');
            if ends_item && !is_in_item {
                return Err(self.unexpected("an item of the list"));
            }
            self.skip()?;
            if depth == 0 {
                return Ok((if is_in_item { commas + 1 } else { 0 }, token.end));
            }
            is_in_item = !ends_item;
        }
        Err(self.lexer.error(start, ReadFault::UnclosedParenthesis))
    }

    /// The directive at the current token, with its values. Adds the value of a `.local_maxnreg` to `local_maxnregs`.
    fn directive(&mut self, local_maxnregs: &mut Vec<u32>) -> Result<StatedDirective<'a>, ReadError> {
        let is_named = |token: &Token| self.lexer.text(*token).as_bytes().get(1).is_some_and(u8::is_ascii_lowercase);
        let word = self.token.filter(is_named).ok_or_else(|| self.unexpected("a directive"))?;
        let name = self.lexer.text(word);
        self.advance()?;
        let mut end = word.end;
        let launch = match name {
            ".maxntid" => Some(Directive::MaxNTid(self.values(3, &mut end)?)),
            ".reqntid" => Some(Directive::ReqNTid(self.values(3, &mut end)?)),
            ".minnctapersm" => Some(Directive::MinNCtaPerSm(self.value(&mut end)?)),
            ".maxnreg" => Some(Directive::MaxNReg(self.value(&mut end)?)),
            ".minperctamemory" => Some(Directive::MinPerCtaMemory(self.value(&mut end)?)),
            ".local_maxnreg" => {
                local_maxnregs.push(self.value(&mut end)?);
                None
            }
            ".blocksareclusters" => Some(Directive::BlocksAreClusters),
            ".explicitcluster" => Some(Directive::ExplicitCluster),
            ".reqnctapercluster" => Some(Directive::ReqNCtaPerCluster(self.values(3, &mut end)?)),
            ".maxclusterrank" => Some(Directive::MaxClusterRank(self.value(&mut end)?)),
            _ => {
                end = self.other_values(name, end)?;
                None
            }
        };
        Ok(StatedDirective { name, launch, span: word.start..end, gap: word.gap })
    }

    /// At most `most` values, with commas between them.
    fn values(&mut self, most: usize, end: &mut usize) -> Result<Vec<u32>, ReadError> {
        let mut values = vec![self.value(end)?];
        while values.len() < most && self.take_mark(b',')? {
            values.push(self.value(end)?);
        }
        Ok(values)
    }

    /// The value of a launch directive.
    fn value(&mut self, end: &mut usize) -> Result<u32, ReadError> {
        *end = self.token.map_or(self.length, |token| token.end);
        if self.text_of(TokenKind::Name) == Some("WARP_SZ") {
            self.advance()?;
            return Ok(WARP_SIZE);
        }
        self.number()
    }

    fn number(&mut self) -> Result<u32, ReadError> {
        let text = self.text_of(TokenKind::Number).ok_or_else(|| self.unexpected("a number"))?;
        let value = integer(text).map_err(|fault| self.fault(fault))?;
        self.advance()?;
        Ok(value)
    }

    /// Skips the values of a directive that states no launch fact. Returns their end. A pragma has its own `;`.
    fn other_values(&mut self, name: &str, mut end: usize) -> Result<usize, ReadError> {
        while let Some(token) = self.token {
            match token.kind {
                TokenKind::Mark(b'(') => {
                    end = self.list()?.1;
                    continue;
                }
                TokenKind::Number | TokenKind::Text | TokenKind::Mark(b',') => end = token.end,
                TokenKind::Mark(b';') if name == ".pragma" => {
                    self.advance()?;
                    return Ok(token.end);
                }
                _ => break,
            }
            self.advance()?;
        }
        if name == ".pragma" { Err(self.unexpected("';' after the strings of '.pragma'")) } else { Ok(end) }
    }

    /// A block. The current token is its `{`.
    fn block(&mut self) -> Result<Range<usize>, ReadError> {
        let start = self.position();
        let mut depth = 0_usize;
        while let Some(token) = self.token {
            match token.kind {
                TokenKind::Mark(b'{') => depth += 1,
                TokenKind::Mark(b'}') => depth = depth.saturating_sub(1),
                _ => {}
            }
            self.skip()?;
            if depth == 0 {
                return Ok(start..token.end);
            }
        }
        Err(self.lexer.error(start, ReadFault::UnclosedBrace))
    }

    /// Goes to the next token. A keyword of the header of a kernel is an error: its fact would be lost.
    fn skip(&mut self) -> Result<(), ReadError> {
        self.check_outside_of_header()?;
        self.advance()
    }

    fn check_outside_of_header(&self) -> Result<(), ReadError> {
        let Some(token) = self.token.filter(|token| token.kind == TokenKind::Keyword) else { return Ok(()) };
        let word = self.lexer.bytes(token);
        match OF_KERNELS.iter().find(|name| name.as_bytes() == word) {
            Some(name) => Err(self.fault(ReadFault::OutsideHeader { found: (*name).to_owned() })),
            None => Ok(()),
        }
    }

    fn advance(&mut self) -> Result<(), ReadError> {
        self.token = self.lexer.next()?;
        Ok(())
    }

    /// The start of the current token, or the end of the text.
    fn position(&self) -> usize {
        self.token.map_or(self.length, |token| token.start)
    }

    /// The text of the current token, if it has that kind.
    fn text_of(&self, kind: TokenKind) -> Option<&'a str> {
        self.token.filter(|token| token.kind == kind).map(|token| self.lexer.text(token))
    }

    fn at_keyword(&self, keyword: &str) -> bool {
        self.text_of(TokenKind::Keyword) == Some(keyword)
    }

    fn at_mark(&self, mark: u8) -> bool {
        self.token.is_some_and(|token| token.kind == TokenKind::Mark(mark))
    }

    fn take_keyword(&mut self, keyword: &str) -> Result<bool, ReadError> {
        let found = self.at_keyword(keyword);
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    fn take_mark(&mut self, mark: u8) -> Result<bool, ReadError> {
        let found = self.at_mark(mark);
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    /// The current token, for a message.
    fn found(&self) -> String {
        self.token.map_or_else(|| "the end of the file".to_owned(), |token| format!("'{}'", self.lexer.text(token)))
    }

    fn unexpected(&self, expected: &'static str) -> ReadError {
        self.fault(ReadFault::Unexpected { expected, found: self.found() })
    }

    /// A fault of the current token.
    fn fault(&self, fault: ReadFault) -> ReadError {
        self.lexer.error(self.position(), fault)
    }
}
