//! The symbols that a relocatable cubin uses and does not define.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Display, Formatter};

use object::LittleEndian;
use object::elf;
use object::read::elf::{FileHeader as _, Rela as _, SectionHeader as _, Sym as _};

use super::CubinError;
use super::elf::{LE, NameBudget, header, lossy, malformed};

/// The number of users whose names are kept.
const NAMED_USERS: usize = 4;

/// A symbol that is used and not defined.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Undefined {
    /// The symbol.
    pub name: String,
    /// The first functions and variables that use it, in the order of the file.
    pub users: Vec<String>,
    /// The number of other users.
    pub more: usize,
}

/// `'helper', used by 'k', 'l' and 3 more`.
impl Display for Undefined {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let users: Vec<String> = self.users.iter().map(|user| format!("'{user}'")).collect();
        write!(f, "'{}', used by {}", self.name, users.join(", "))?;
        if self.more > 0 { write!(f, " and {} more", self.more) } else { Ok(()) }
    }
}

/// The undefined symbols that functions or variables of a relocatable cubin use, in the order of the symbol table. A weak
/// symbol, as those that `ptxas` adds for its own tables, needs no definition.
///
/// # Errors
/// [`CubinError`] for everything that is not a complete cubin.
pub fn undefined(bytes: &[u8]) -> Result<Vec<Undefined>, CubinError> {
    let header = header(bytes)?;
    let sections = header.sections(LE, bytes).map_err(malformed("section table"))?;
    let symbols = sections.symbols(LE, bytes, elf::SHT_SYMTAB).map_err(malformed("symbol table"))?;
    // The sections with relocations, by symbol. Names are read afterwards, once for each symbol.
    let mut users: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for (index, section) in sections.enumerate() {
        let Some((relocations, _)) = section.rela(LE, bytes).map_err(malformed("relocations"))? else { continue };
        for relocation in relocations {
            let Some(symbol) = elf::Rela64::<LittleEndian>::symbol(relocation, LE, false) else { continue };
            users.entry(symbol.0).or_default().insert(index.0);
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
            // `.rela.text.k` has the relocations of the function `k`, `.rela.nv.global` those of variables.
            let user = user.strip_prefix(b".rela").unwrap_or(user);
            undefined.users.push(lossy(user.strip_prefix(b".text.").unwrap_or(user)));
            undefined.more -= 1;
        }
        found.push(undefined);
    }
    Ok(found)
}
