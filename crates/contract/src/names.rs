//! The names that the header of a kernel, a function of IR and a cubin can have.
//!
//! [`KNOWN_NAMES`] has every name that ptxas, libNVVM and LLVM know where facts are stated: those of facts, and the
//! others with the reason why they are none. `make facts` asks these programs again. Any other name is reported: it may
//! be a fact that this release does not know.
//!
//! Leaves out on purpose: similar names ([`crate::read::near_miss`]).

use std::sync::LazyLock;

/// What a name is the name of.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum NameKind {
    /// A directive in the header of a function in PTX.
    Directive,
    /// An attribute of a function in the namespace of the NVVM dialect: of MLIR, of `passthrough`, of LLVM IR.
    Attribute,
    /// A key of a legacy tuple.
    Key,
    /// Named metadata of LLVM IR, or an attribute of a module.
    List,
    /// A list that no known tool reads any more. It is reported where it is met.
    ObsoleteList,
    /// An attribute of a kernel in a cubin.
    Cubin,
}

/// A name that is known.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct KnownName {
    /// What it is the name of.
    pub kind: NameKind,
    /// The name. That of a cubin attribute begins with its code.
    pub name: &'static str,
    /// `fact`, a blank and the attribute of the fact, or else why it states none.
    pub reason: &'static str,
}

/// The rows of `names.tsv`.
pub static KNOWN_NAMES: LazyLock<Vec<KnownName>> = LazyLock::new(|| {
    let row = |line: &'static str| {
        let mut fields = line.split('\t');
        let kind = match fields.next()? {
            "directive" => NameKind::Directive,
            "attribute" => NameKind::Attribute,
            "key" => NameKind::Key,
            "list" => NameKind::List,
            "obsolete-list" => NameKind::ObsoleteList,
            "cubin" => NameKind::Cubin,
            _ => return None,
        };
        Some(KnownName { kind, name: fields.next()?, reason: fields.next()? })
    };
    include_str!("../names.tsv").lines().filter_map(row).collect()
});

impl KnownName {
    /// Whether it is the name of a fact.
    pub fn is_fact(&self) -> bool {
        self.reason.starts_with("fact ")
    }
}

/// Whether a name is one of [`KNOWN_NAMES`], that of a fact or another.
pub(crate) fn is_known_name(kind: NameKind, name: &str) -> bool {
    KNOWN_NAMES.iter().any(|known| known.kind == kind && known.name == name)
}

/// Whether the attribute of that code in a cubin is one of [`KNOWN_NAMES`].
pub fn is_known_code(code: u8) -> bool {
    static CODES: LazyLock<[bool; 256]> = LazyLock::new(|| {
        let mut codes = [false; 256];
        for known in KNOWN_NAMES.iter().filter(|known| known.kind == NameKind::Cubin) {
            let digits = known.name.split(' ').next().and_then(|code| code.strip_prefix("0x"));
            if let Some(code) = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
                codes[usize::from(code)] = true;
            }
        }
        codes
    });
    CODES[usize::from(code)]
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{KNOWN_NAMES, NameKind, is_known_code, is_known_name};
    use crate::fact::{ATTRIBUTE_SPELLINGS, FACTS, Fact, LEGACY_KEYS, LEGACY_ONLY_KEYS};

    #[test]
    fn every_row_is_read_once() {
        let rows = include_str!("../names.tsv").lines().filter(|line| !line.starts_with('#')).count();
        assert_eq!(KNOWN_NAMES.len(), rows);
        let mut seen = HashSet::new();
        for known in KNOWN_NAMES.iter() {
            assert!(seen.insert((known.kind, known.name)), "{known:?}");
            assert!(!known.reason.is_empty(), "{known:?}");
        }
        assert!(LEGACY_ONLY_KEYS.iter().all(|key| is_known_name(NameKind::Key, key)));
    }

    #[test]
    fn the_rows_of_facts_are_the_names_of_facts() {
        let of_facts = |kind| {
            let rows = KNOWN_NAMES.iter().filter(move |known| known.kind == kind);
            let rows = rows.filter_map(|known| Some((known.name, known.reason.strip_prefix("fact ")?)));
            rows.collect::<HashSet<_>>()
        };
        let directives = FACTS.iter().filter(|row| row.fact != Fact::Kernel);
        let directives = directives.filter_map(|row| Some((row.directive?, row.attribute)));
        assert_eq!(of_facts(NameKind::Directive), directives.collect());
        let spellings = |table: &'static [crate::fact::Spelling]| {
            table.iter().map(|spelling| (spelling.name, spelling.fact.attribute())).collect::<HashSet<_>>()
        };
        assert_eq!(of_facts(NameKind::Attribute), spellings(ATTRIBUTE_SPELLINGS));
        assert_eq!(of_facts(NameKind::Key), spellings(LEGACY_KEYS));
    }

    #[test]
    fn codes_are_found() {
        assert!(is_known_code(0x1b) && is_known_code(0x5f) && is_known_code(0x05));
        assert!(!is_known_code(0xee) && !is_known_code(0x63));
    }
}
