//! Scopes of PTX code, and the registers and variables that they declare.
//!
//! Guarantees that a name means the innermost register or variable that is declared before it, as in PTX. A look-up
//! takes time in the depth of scopes, which is small, and in the number of declarations such as `%r<100>` of a scope.

use rustc_hash::FxHashMap;

use super::{Register, RegisterInfo, Scope, Storage};

/// What a name means.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) enum Named {
    Register(Register),
    /// A vector: its first register, and how many follow each other.
    Vector(Register, u32),
    /// An index of [`super::Code::variables`].
    Variable(u32),
}

/// The type of a register: its bits, and the elements of a vector.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct RegisterType {
    pub bits: Option<u8>,
    pub elements: Option<u32>,
}

/// The scopes around a position of the text.
pub(super) struct Scopes<'t> {
    open: Vec<OpenScope<'t>>,
    pub registers: Vec<RegisterInfo>,
    /// The scope around each scope.
    pub parents: Vec<Scope>,
}

#[derive(Default)]
struct OpenScope<'t> {
    id: Scope,
    names: FxHashMap<&'t [u8], Named>,
    /// `%r<100>`: the name without its number, how many there are, and their type.
    ranges: Vec<(&'t [u8], u64, RegisterType)>,
    /// Those of a range that the text names, by the index of the range and their number.
    numbered: FxHashMap<(usize, u64), Named>,
}

/// No text of a producer has scopes deeper than a few levels. Deeper ones count as one.
const DEEPEST: usize = 64;

impl<'t> Scopes<'t> {
    pub fn new() -> Self {
        Scopes { open: vec![OpenScope::default()], registers: Vec::new(), parents: vec![Scope(0)] }
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

    fn add(&mut self, bits: Option<u8>, storage: Storage) -> Register {
        let register = Register(u32::try_from(self.registers.len()).unwrap_or(u32::MAX));
        self.registers.push(RegisterInfo { bits, storage });
        register
    }

    /// Adds a register or a vector.
    fn add_of(&mut self, of_type: RegisterType, storage: Storage) -> Named {
        let first = self.add(of_type.bits, storage);
        match of_type.elements {
            None => Named::Register(first),
            Some(count) => {
                for _ in 1..count {
                    self.add(of_type.bits, storage);
                }
                Named::Vector(first, count)
            }
        }
    }

    /// Gives a name a meaning in the innermost scope.
    pub fn declare(&mut self, name: &'t [u8], named: Named) {
        if let Some(scope) = self.open.last_mut() {
            scope.names.insert(name, named);
        }
    }

    /// Declares a register or a vector. Returns the first register.
    pub fn declare_register(&mut self, name: &'t [u8], of_type: RegisterType, storage: Storage) -> Option<Register> {
        let named = self.add_of(of_type, storage);
        self.declare(name, named);
        match named {
            Named::Register(register) | Named::Vector(register, _) => Some(register),
            Named::Variable(_) => None,
        }
    }

    /// Declares registers whose names have a number.
    pub fn declare_range(&mut self, prefix: &'t [u8], count: u64, of_type: RegisterType) {
        if let Some(scope) = self.open.last_mut() {
            scope.ranges.push((prefix, count, of_type));
        }
    }

    /// What the name means, if it is declared.
    pub fn find(&mut self, name: &'t [u8]) -> Option<Named> {
        for depth in (0..self.open.len()).rev() {
            let scope = self.open.get(depth)?;
            if let Some(&named) = scope.names.get(name) {
                return Some(named);
            }
            // `r02` is `r2` (measured).
            let found = scope.ranges.iter().enumerate().rev().find_map(|(range, (prefix, count, of_type))| {
                let number = std::str::from_utf8(name.strip_prefix(*prefix)?).ok()?;
                let is_number = number.bytes().all(|byte| byte.is_ascii_digit());
                let number = number.parse::<u64>().ok().filter(|number| is_number && number < count)?;
                Some((range, number, *of_type))
            });
            if let Some((range, number, of_type)) = found {
                if let Some(&named) = scope.numbered.get(&(range, number)) {
                    return Some(named);
                }
                let named = self.add_of(of_type, Storage::Register);
                self.open.get_mut(depth)?.numbered.insert((range, number), named);
                return Some(named);
            }
        }
        None
    }

    /// The register with that name. One that is not declared becomes a register of the whole text.
    pub fn find_or_add(&mut self, name: &'t [u8]) -> Register {
        match self.find(name) {
            Some(Named::Register(register) | Named::Vector(register, _)) => return register,
            Some(Named::Variable(_)) | None => {}
        }
        let register = self.add(None, Storage::Register);
        if let Some(scope) = self.open.first_mut() {
            scope.names.insert(name, Named::Register(register));
        }
        register
    }
}
