//! Suggestions for misspelt attribute names: which [`Fact`] the user probably meant.
//!
//! Accepts any name, and ignores its case, dots, dashes and underscores. Guarantees that a suggestion is the known name with
//! the smallest edit distance, and that this distance is at most a third of the length of the misspelt name. If two known
//! names have the same distance, the suggestion is the one that comes first in [`KNOWN_NAMES`]. So `nvvm.max_ntid` gives
//! `nvvm.maxntid`, and `nvvm.minnctapersm` gives `nvvm.minctasm`; `nvvm.managed`, `nvvm.texture` and `nvvm.foo` give
//! nothing.
//!
//! Leaves out on purpose: the correction. A suggestion only appears in a message.

use std::sync::LazyLock;

use crate::fact::{ATTRIBUTE_SPELLINGS, FACTS, Fact, LEGACY_ONLY_KEYS, PREFIX};

/// Known names that are neither a spelling nor a PTX directive of a fact: names that other tools use for a fact, and, with
/// `None`, directives that PTX no longer has.
const OTHER_NAMES: &[(&str, Option<Fact>)] = &[
    ("explicitcluster", Some(Fact::ClusterDim)),
    ("maxregs", Some(Fact::MaxNReg)),
    ("maxrregcount", Some(Fact::MaxNReg)),
    ("maxnctapersm", None),
];

/// What the user probably meant by a misspelt name.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum NearMiss {
    /// This fact.
    Fact(Fact),
    /// A directive that PTX no longer has. No fact corresponds to it.
    Obsolete,
}

/// What the user probably meant by `name`; `None` if no known name is similar. `name` is the name of an `nvvm.` attribute
/// that [`attribute_spelling`](crate::fact::attribute_spelling) does not know.
pub fn near_miss(name: &str) -> Option<NearMiss> {
    let name = name.strip_prefix(PREFIX).unwrap_or(name);
    // These names are correct, although they mean no fact.
    if LEGACY_ONLY_KEYS.contains(&name) {
        return None;
    }
    let name = normalized(name);
    let (_, meaning) = nearest(&name, &*KNOWN_NAMES, |(known, _)| known)?;
    Some(meaning.map_or(NearMiss::Obsolete, NearMiss::Fact))
}

/// The candidate with the smallest edit distance to `name` (optimal string alignment), if this distance is at most a third
/// of the length of `name`. `spelling` gives the name of a candidate. The first one wins a tie.
pub fn nearest<'c, C>(
    name: &str,
    candidates: impl IntoIterator<Item = &'c C>,
    spelling: impl Fn(&C) -> &str,
) -> Option<&'c C> {
    let max_distance = name.len() / 3;
    candidates
        .into_iter()
        .filter(|candidate| spelling(candidate).len().abs_diff(name.len()) <= max_distance)
        .map(|candidate| (strsim::osa_distance(name, spelling(candidate)), candidate))
        .filter(|&(distance, _)| distance <= max_distance)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// Every known name, [`normalized`], with the fact that it means; `None` for an obsolete directive.
static KNOWN_NAMES: LazyLock<Vec<(String, Option<Fact>)>> = LazyLock::new(|| {
    let spellings = ATTRIBUTE_SPELLINGS.iter().map(|spelling| (spelling.name, Some(spelling.fact)));
    let directives = FACTS.iter().filter_map(|row| Some((row.directive?, Some(row.fact))));
    let others = OTHER_NAMES.iter().copied();
    let names = spellings.chain(directives).chain(others);
    names.map(|(name, meaning)| (normalized(name.strip_prefix(PREFIX).unwrap_or(name)), meaning)).collect()
});

/// `name` in lower case, without dots, dashes and underscores.
fn normalized(name: &str) -> String {
    let letters = name.chars().filter(|c| !matches!(c, '_' | '.' | '-'));
    letters.map(|c| c.to_ascii_lowercase()).collect()
}
