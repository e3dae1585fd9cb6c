//! The symbols that a relocatable cubin uses and does not define.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Display, Formatter};

use object::elf;
use object::read::elf::{FileHeader as _, Rel as _, Rela as _, SectionHeader as _, Sym as _};

use super::CubinError;
use super::elf::{LE, NameBudget, header, lossy, malformed};

/// The number of users whose names are kept.
const NAMED_USERS: usize = 4;

/// A symbol that is used and not defined.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Undefined {
    /// The symbol.
    pub name: String,
    /// The first ones that use it, in the order of the file.
    pub users: Vec<User>,
    /// The number of other users.
    pub more: usize,
}

/// A part of a cubin that uses a symbol.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum User {
    /// The function of that name.
    Function(String),
    /// Variables. Relocations do not name them: a section has all variables of a state space.
    Variables,
    /// Another section, such as one of debug information.
    Section(String),
}

impl User {
    /// The user whose code or data is in a section.
    fn of(section: &[u8]) -> Self {
        match section.strip_prefix(b".text.") {
            Some(function) => Self::Function(lossy(function)),
            None if section.starts_with(b".nv.global") || section.starts_with(b".nv.constant") => Self::Variables,
            None => Self::Section(lossy(section)),
        }
    }
}

impl Display for User {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Function(name) => write!(f, "'{name}'"),
            Self::Variables => f.write_str("a global variable"),
            Self::Section(name) => write!(f, "the section '{name}'"),
        }
    }
}

/// `'helper', used by 'k', 'l' and 3 more`.
impl Display for Undefined {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let users: Vec<String> = self.users.iter().map(ToString::to_string).collect();
        write!(f, "'{}', used by {}", self.name, users.join(", "))?;
        if self.more > 0 { write!(f, " and {} more", self.more) } else { Ok(()) }
    }
}

/// The undefined symbols that functions or variables of a relocatable cubin use, in the order of the symbol table. A
/// weak symbol, as those that `ptxas` adds for its own tables, needs no definition.
///
/// # Errors
/// [`CubinError`] for everything that is not a complete cubin.
pub fn undefined(bytes: &[u8]) -> Result<Vec<Undefined>, CubinError> {
    let header = header(bytes)?;
    let sections = header.sections(LE, bytes).map_err(malformed("section table"))?;
    let symbols = sections.symbols(LE, bytes, elf::SHT_SYMTAB).map_err(malformed("symbol table"))?;
    // The sections to which relocations apply, by symbol. Names are read afterwards, once for each symbol.
    let mut users: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for section in sections.iter() {
        // Before sm_90, `ptxas` writes both kinds for one function (measured: 13.5).
        let rela = section.rela(LE, bytes).map_err(malformed("relocations"))?.map_or(&[][..], |(rela, _)| rela);
        let rel = section.rel(LE, bytes).map_err(malformed("relocations"))?.map_or(&[][..], |(rel, _)| rel);
        let with_addend = rela.iter().map(|relocation| relocation.symbol(LE, false));
        for symbol in with_addend.chain(rel.iter().map(|relocation| relocation.symbol(LE))).flatten() {
            users.entry(symbol.0).or_default().insert(section.sh_info(LE) as usize);
        }
    }
    let mut budget = NameBudget::new(bytes);
    let mut found = Vec::new();
    for (index, users) in users {
        let symbol = symbols.symbol(object::SymbolIndex(index)).map_err(malformed("symbol"))?;
        if !symbol.is_undefined(LE) || symbol.st_bind() != elf::STB_GLOBAL {
            continue;
        }
        let name = symbols.symbol_name(LE, symbol).map_err(malformed("symbol name"))?;
        budget.spend(name)?;
        let mut undefined = Undefined { name: lossy(name), users: Vec::new(), more: users.len() };
        for user in users.into_iter().take(NAMED_USERS) {
            let section = sections.section(object::SectionIndex(user)).map_err(malformed("section"))?;
            let user = sections.section_name(LE, section).map_err(malformed("section name"))?;
            budget.spend(user)?;
            let user = User::of(user);
            if !undefined.users.contains(&user) {
                undefined.users.push(user);
            }
            undefined.more -= 1;
        }
        found.push(undefined);
    }
    Ok(found)
}
