//! Suggestions for misspelt names: which name of a [`Fact`] the user probably meant.
//!
//! Accepts any name that its carrier does not know, and ignores its case, dots, dashes and underscores. Guarantees that
//! a suggestion is a name that the carrier knows, and that the misspelt name is similar enough to be one. How similar
//! depends on who else writes names there. A name in the namespace `nvvm.` of which nothing is known is reported, too.
//!
//! | name | at most that many edits |
//! |---|---|
//! | an attribute or `passthrough` entry that begins with `nvvm.` | a third of its length |
//! | a key of a tuple | a fifth of its length |
//! | another attribute or `passthrough` entry, without a dialect | none |
//! | a directive of PTX | a third of its length |
//!
//! If two known names have the same distance, the suggestion is the one that comes first. So `nvvm.max_ntid` gives
//! `nvvm.maxntid`, and the key `minnctapersm` gives `minctasm`; `nvvm.managed` and `nvvm.texture` give nothing. A name
//! that another tool reads ([`KNOWN_NAMES`](crate::names::KNOWN_NAMES)) is no misspelling.
//!
//! Leaves out on purpose: the correction. A suggestion only appears in a message.

use std::sync::LazyLock;

use tileiras_finding::{nearest, nearest_within};

use crate::carrier::Carrier;
use crate::fact::{
    ANNOTATIONS, ATTRIBUTE_SPELLINGS, FACTS, Fact, LEGACY_KEYS, MARKER, PREFIX, attribute_spelling, legacy_key,
};
use crate::names::{KNOWN_NAMES, KnownName, NameKind, is_known_name};

/// Known names that are neither a spelling nor a PTX directive of a fact: names that other tools use for a fact, and,
/// with `None`, directives that PTX no longer has.
const OTHER_NAMES: &[(&str, Option<Fact>)] =
    &[("maxregs", Some(Fact::MaxNReg)), ("maxrregcount", Some(Fact::MaxNReg)), ("maxnctapersm", None)];

/// What the user probably meant by a misspelt name.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum NearMiss {
    /// This name of a fact.
    Name(&'static str),
    /// A directive that PTX no longer has, to which no fact corresponds, or a list that no known tool reads any more.
    Obsolete,
    /// Nothing that is known, although the name is in a namespace of which every name is known.
    Unknown,
}

/// What the user probably meant by `name` in that carrier; `None` if no known name is similar, and if the carrier or
/// another tool knows `name`.
pub fn near_miss(name: &str, carrier: Carrier) -> Option<NearMiss> {
    let is_key = matches!(carrier, Carrier::Tuple(_));
    let is_fact = if is_key { legacy_key(name).is_some() } else { attribute_spelling(name).is_some() };
    let plain = name.strip_prefix(PREFIX).unwrap_or(name);
    if is_fact || name == MARKER || is_known_otherwise(plain) {
        return None;
    }
    let normalized = normalized(name);
    let (plain, has_prefix) = match normalized.strip_prefix("nvvm") {
        Some(plain) => (plain, true),
        None => (normalized.as_str(), false),
    };
    let (_, suggestion) = if is_key {
        nearest_within(plain, plain.len() / 5, &*KNOWN_KEYS, |(known, _)| known)?
    } else if has_prefix {
        match nearest(plain, &*KNOWN_ATTRIBUTES, |(known, _)| known) {
            Some(found) => found,
            None => return name.starts_with(PREFIX).then_some(NearMiss::Unknown),
        }
    } else if name.contains('.') {
        return None;
    } else {
        // Other tools have attributes of their own that mark a kernel, such as `kernel` of clang for OpenMP.
        let marks_kernel = |suggestion: Option<_>| suggestion == Some(Fact::Kernel.attribute());
        KNOWN_ATTRIBUTES.iter().find(|(known, suggestion)| known == plain && !marks_kernel(*suggestion))?
    };
    Some(suggestion.map_or(NearMiss::Obsolete, NearMiss::Name))
}

/// Whether another tool reads a key, or an attribute with that name after `nvvm.`, as something else than a fact. A
/// name that differs from that of a fact in dots, dashes and underscores only is not: no tool does.
fn is_known_otherwise(plain: &str) -> bool {
    let is_other = |known: &KnownName| match known.kind {
        NameKind::Key => known.name == plain,
        NameKind::Attribute => known.name.strip_prefix(PREFIX) == Some(plain),
        NameKind::Directive | NameKind::List | NameKind::ObsoleteList | NameKind::Cubin => false,
    };
    let plain = normalized(plain);
    KNOWN_NAMES.iter().any(|known| !known.is_fact() && is_other(known))
        && !KNOWN_ATTRIBUTES.iter().any(|(known, _)| *known == plain)
}

/// What the user probably meant by a directive of PTX, with its dot; `None` if ptxas knows it.
pub fn near_directive(name: &str) -> Option<NearMiss> {
    if is_known_name(NameKind::Directive, name) {
        return None;
    }
    let found = nearest(&normalized(name), &*KNOWN_DIRECTIVES, |(known, _)| known);
    Some(found.and_then(|(_, directive)| *directive).map_or(NearMiss::Unknown, NearMiss::Name))
}

/// What the user probably meant by named metadata of LLVM IR, or by an attribute of a module; `None` if the name is
/// known, or if it is not in NVIDIA's namespace.
pub fn near_list(name: &str) -> Option<NearMiss> {
    if is_known_name(NameKind::ObsoleteList, name) {
        return Some(NearMiss::Obsolete);
    }
    let plain = normalized(name);
    if is_known_name(NameKind::List, name) || !plain.starts_with("nvvm") {
        return None;
    }
    let known = [normalized(ANNOTATIONS)];
    let is_near = nearest_within(&plain, ANNOTATIONS.len() / 3, &known, |known| known).is_some();
    let unknown = name.starts_with(PREFIX).then_some(NearMiss::Unknown);
    is_near.then_some(NearMiss::Name(ANNOTATIONS)).or(unknown)
}

/// A name that a misspelt one can mean, [`normalized`], and the name to suggest; `None` for an obsolete directive.
type Candidate = (String, Option<&'static str>);

/// The names that a misspelt key of a tuple can mean.
static KNOWN_KEYS: LazyLock<Vec<Candidate>> = LazyLock::new(|| {
    // The explicit cluster has no key.
    let first_key =
        |fact: Fact| LEGACY_KEYS.iter().find(|key| key.fact == fact).map_or(fact.attribute(), |key| key.name);
    let keys = LEGACY_KEYS.iter().map(|key| (normalized(key.name), Some(key.name)));
    keys.chain(names_of_facts(first_key)).collect()
});

/// The names that a misspelt attribute or `passthrough` entry can mean.
static KNOWN_ATTRIBUTES: LazyLock<Vec<Candidate>> = LazyLock::new(|| names_of_facts(Fact::attribute).collect());

/// The names that a misspelt directive can mean, with the directive to suggest.
static KNOWN_DIRECTIVES: LazyLock<Vec<Candidate>> = LazyLock::new(|| {
    let directive = |fact: Fact| fact.directive().filter(|_| fact != Fact::Kernel);
    let spellings = ATTRIBUTE_SPELLINGS.iter().filter_map(|spelling| Some((spelling.name, directive(spelling.fact)?)));
    let directives = FACTS.iter().filter_map(|row| directive(row.fact)).map(|name| (name, name));
    let plain = |name: &str| normalized(name.strip_prefix(PREFIX).unwrap_or(name));
    directives.chain(spellings).map(|(name, directive)| (plain(name), Some(directive))).collect()
});

/// The names of attributes, the directives and the other names, each with the name to suggest for its fact.
fn names_of_facts(name_of: impl Fn(Fact) -> &'static str) -> impl Iterator<Item = Candidate> {
    let spellings = ATTRIBUTE_SPELLINGS.iter().map(|spelling| (spelling.name, Some(spelling.fact)));
    let directives = FACTS.iter().filter_map(|row| Some((row.directive?, Some(row.fact))));
    let others = OTHER_NAMES.iter().copied();
    spellings
        .chain(directives)
        .chain(others)
        .map(move |(name, fact)| (normalized(name.strip_prefix(PREFIX).unwrap_or(name)), fact.map(&name_of)))
}

/// `name` in lower case, without dots, dashes and underscores.
fn normalized(name: &str) -> String {
    let letters = name.chars().filter(|c| !matches!(c, '_' | '.' | '-'));
    letters.map(|c| c.to_ascii_lowercase()).collect()
}
