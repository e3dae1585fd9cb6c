//! Scopes of PTX code, and the registers that they declare.
//!
//! Guarantees that a name means the innermost register that is declared before it, as in PTX. A name with `%` that
//! nothing declares is a register of the whole text. A look-up takes time in the depth of scopes, which is small, and
//! in the number of declarations such as `%r<100>` of a scope.

use rustc_hash::FxHashMap;

use super::{Register, RegisterInfo, Scope, Storage};
use crate::inline::Placeholder;

/// The scopes around a position of the text.
pub(super) struct Scopes<'t> {
    open: Vec<OpenScope<'t>>,
    placeholders: FxHashMap<Placeholder, Register>,
    pub registers: Vec<RegisterInfo>,
    /// The scope around each scope.
    pub parents: Vec<Scope>,
}

#[derive(Default)]
struct OpenScope<'t> {
    id: Scope,
    names: FxHashMap<&'t [u8], Register>,
    /// `%r<100>`: the name without its number, how many there are, and their bits.
    ranges: Vec<(&'t [u8], u64, Option<u8>)>,
}

/// No text of a producer has scopes deeper than a few levels. Deeper ones count as one.
const DEEPEST: usize = 64;

impl<'t> Scopes<'t> {
    pub fn new() -> Self {
        Scopes {
            open: vec![OpenScope::default()],
            placeholders: FxHashMap::default(),
            registers: Vec::new(),
            parents: vec![Scope(0)],
        }
    }

    /// The innermost scope.
    pub fn current(&self) -> Scope {
        self.open.last().map_or(Scope(0), |scope| scope.id)
    }

    /// Opens a scope. Returns whether there is one to close.
    pub fn open(&mut self) -> bool {
        if self.open.len() >= DEEPEST {
            return false;
        }
        let id = Scope(u32::try_from(self.parents.len()).unwrap_or(u32::MAX));
        self.parents.push(self.current());
        self.open.push(OpenScope { id, ..OpenScope::default() });
        true
    }

    /// Closes the innermost scope.
    pub fn close(&mut self) {
        if self.open.len() > 1 {
            self.open.pop();
        }
    }

    fn add(&mut self, bits: Option<u8>, placeholder: Option<Placeholder>, storage: Storage) -> Register {
        let register = Register(u32::try_from(self.registers.len()).unwrap_or(u32::MAX));
        self.registers.push(RegisterInfo { bits, placeholder, storage });
        register
    }

    /// Declares a register.
    pub fn declare(&mut self, name: &'t [u8], bits: Option<u8>, storage: Storage) -> Register {
        let register = self.add(bits, None, storage);
        if let Some(scope) = self.open.last_mut() {
            scope.names.insert(name, register);
        }
        register
    }

    /// Declares registers whose names have a number.
    pub fn declare_range(&mut self, prefix: &'t [u8], count: u64, bits: Option<u8>) {
        if let Some(scope) = self.open.last_mut() {
            scope.ranges.push((prefix, count, bits));
        }
    }

    /// The register of a placeholder.
    pub fn placeholder(&mut self, placeholder: Placeholder) -> Register {
        if let Some(&register) = self.placeholders.get(&placeholder) {
            return register;
        }
        let register = self.add(None, Some(placeholder), Storage::Register);
        self.placeholders.insert(placeholder, register);
        register
    }

    /// The register with that name, if one is declared.
    pub fn find(&mut self, name: &'t [u8]) -> Option<Register> {
        let digits = name.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
        let (prefix, digits) = name.split_at(name.len() - digits);
        let number = std::str::from_utf8(digits).ok().and_then(|digits| digits.parse::<u64>().ok());
        for index in (0..self.open.len()).rev() {
            let scope = self.open.get(index)?;
            if let Some(&register) = scope.names.get(name) {
                return Some(register);
            }
            let range = number.and_then(|number| {
                scope.ranges.iter().rev().find(|(known, count, _)| *known == prefix && number < *count)
            });
            if let Some(&(_, _, bits)) = range {
                let register = self.add(bits, None, Storage::Register);
                self.open.get_mut(index)?.names.insert(name, register);
                return Some(register);
            }
        }
        None
    }

    /// The register with that name. One that is not declared becomes a register of the whole text.
    pub fn find_or_add(&mut self, name: &'t [u8]) -> Register {
        if let Some(register) = self.find(name) {
            return register;
        }
        let register = self.add(None, None, Storage::Register);
        if let Some(scope) = self.open.first_mut() {
            scope.names.insert(name, register);
        }
        register
    }
}
