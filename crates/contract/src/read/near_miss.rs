//! Suggestions for misspelt names: which name of a [`Fact`] the user probably meant.
//!
//! Accepts any name that its carrier does not know, and ignores its case, dots, dashes and underscores. Guarantees that a
//! suggestion is a name that the carrier knows, and that the misspelt name is similar enough to be one. How similar depends
//! on who else writes names there:
//!
//! | name | at most that many edits |
//! |---|---|
//! | an attribute or `passthrough` entry that begins with `nvvm.` | a third of its length |
//! | a key of a tuple | a fifth of its length |
//! | another attribute or `passthrough` entry, without a dialect | none |
//!
//! If two known names have the same distance, the suggestion is the one that comes first. So `nvvm.max_ntid` gives
//! `nvvm.maxntid`, and the key `minnctapersm` gives `minctasm`; `nvvm.managed`, `nvvm.texture` and `nvvm.foo` give
//! nothing. A name that another tool reads ([`LEGACY_ONLY_KEYS`], [`OTHER_KNOWN_NAMES`]) is no misspelling.
//!
//! Leaves out on purpose: the correction. A suggestion only appears in a message.

use std::sync::LazyLock;

use tileiras_finding::{nearest, nearest_within};

use crate::fact::{
    ATTRIBUTE_SPELLINGS, FACTS, Fact, LEGACY_KEYS, LEGACY_ONLY_KEYS, MARKER, OTHER_KNOWN_NAMES, PREFIX,
    attribute_spelling, legacy_key,
};
use crate::function_facts::Carrier;

/// Known names that are neither a spelling nor a PTX directive of a fact: names that other tools use for a fact, and, with
/// `None`, directives that PTX no longer has.
const OTHER_NAMES: &[(&str, Option<Fact>)] =
    &[("maxregs", Some(Fact::MaxNReg)), ("maxrregcount", Some(Fact::MaxNReg)), ("maxnctapersm", None)];

/// What the user probably meant by a misspelt name.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum NearMiss {
    /// This name of a fact.
    Name(&'static str),
    /// A directive that PTX no longer has. No fact corresponds to it.
    Obsolete,
}

/// What the user probably meant by `name` in that carrier; `None` if no known name is similar, and if the carrier or
/// another tool knows `name`.
pub fn near_miss(name: &str, carrier: Carrier) -> Option<NearMiss> {
    let is_key = matches!(carrier, Carrier::Tuple(_));
    let is_fact = if is_key { legacy_key(name).is_some() } else { attribute_spelling(name).is_some() };
    let plain = name.strip_prefix(PREFIX).unwrap_or(name);
    if is_fact || name == MARKER || LEGACY_ONLY_KEYS.contains(&plain) || OTHER_KNOWN_NAMES.contains(&plain) {
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
        nearest(plain, &*KNOWN_ATTRIBUTES, |(known, _)| known)?
    } else if name.contains('.') {
        return None;
    } else {
        // Other tools have attributes of their own that mark a kernel, such as `kernel` of clang for OpenMP.
        let marks_kernel = |suggestion: Option<_>| suggestion == Some(Fact::Kernel.attribute());
        KNOWN_ATTRIBUTES.iter().find(|(known, suggestion)| known == plain && !marks_kernel(*suggestion))?
    };
    Some(suggestion.map_or(NearMiss::Obsolete, NearMiss::Name))
}

/// A known name, [`normalized`], and the name to suggest for it; `None` for an obsolete directive.
type KnownName = (String, Option<&'static str>);

/// The names that a misspelt key of a tuple can mean.
static KNOWN_KEYS: LazyLock<Vec<KnownName>> = LazyLock::new(|| {
    // The explicit cluster has no key.
    let first_key =
        |fact: Fact| LEGACY_KEYS.iter().find(|key| key.fact == fact).map_or(fact.attribute(), |key| key.name);
    let keys = LEGACY_KEYS.iter().map(|key| (normalized(key.name), Some(key.name)));
    keys.chain(names_of_facts(first_key)).collect()
});

/// The names that a misspelt attribute or `passthrough` entry can mean.
static KNOWN_ATTRIBUTES: LazyLock<Vec<KnownName>> = LazyLock::new(|| names_of_facts(Fact::attribute).collect());

/// The names of attributes, the directives and the other names, each with the name to suggest for its fact.
fn names_of_facts(name_of: impl Fn(Fact) -> &'static str) -> impl Iterator<Item = KnownName> {
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
