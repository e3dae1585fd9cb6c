//! The fact that a misspelt name probably means.
//!
//! Accepts any name. Case, dots, dashes and underscores are ignored. Guarantees a suggestion only if the edit distance
//! to a known name is at most a third of the length of the name; of several, the nearest, and of equally near ones the
//! first in its table. So `nvvm.max_ntid` and `nvvm.minnctapersm` are near misses, and `nvvm.managed`, `nvvm.texture`
//! and `nvvm.foo` are not.
//!
//! Leaves out on purpose: replacing the name. A suggestion is used in a message only.

use std::sync::LazyLock;

use crate::fact::{ATTRIBUTE_SPELLINGS, FACTS, Fact, LEGACY_ONLY_KEYS, PREFIX};

/// Names that other tools use for a fact, and PTX directives that no longer exist.
const FOREIGN: &[(&str, Option<Fact>)] = &[
    ("explicitcluster", Some(Fact::ClusterDim)),
    ("maxregs", Some(Fact::MaxNReg)),
    ("maxrregcount", Some(Fact::MaxNReg)),
    ("maxnctapersm", None),
];

/// What a misspelt name probably means.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum NearMiss {
    /// Probably this fact.
    Of(Fact),
    /// A directive that PTX no longer has. No fact corresponds to it.
    Obsolete,
}

/// What `name` probably means: an `nvvm.` attribute that is not a spelling of a fact.
pub fn near_miss(name: &str) -> Option<NearMiss> {
    let name = name.strip_prefix(PREFIX).unwrap_or(name);
    if LEGACY_ONLY_KEYS.contains(&name) {
        return None;
    }
    let name = bare(name);
    let (_, meaning) = nearest(&name, &*KNOWN, |(known, _)| known)?;
    Some(meaning.map_or(NearMiss::Obsolete, NearMiss::Of))
}

/// The candidate that is most similar to `name`, if its edit distance is at most a third of the length of `name`.
pub fn nearest<'c, C>(
    name: &str,
    candidates: impl IntoIterator<Item = &'c C>,
    spelling: impl Fn(&C) -> &str,
) -> Option<&'c C> {
    let limit = name.len() / 3;
    candidates
        .into_iter()
        .filter(|candidate| spelling(candidate).len().abs_diff(name.len()) <= limit)
        .map(|candidate| (strsim::osa_distance(name, spelling(candidate)), candidate))
        .filter(|&(distance, _)| distance <= limit)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// Every known name in the form of [`bare`], with its meaning.
static KNOWN: LazyLock<Vec<(String, Option<Fact>)>> = LazyLock::new(|| {
    let spellings = ATTRIBUTE_SPELLINGS.iter().map(|spelling| (spelling.name, Some(spelling.fact)));
    let directives = FACTS.iter().filter_map(|row| Some((row.directive?, Some(row.fact))));
    let foreign = FOREIGN.iter().copied();
    let names = spellings.chain(directives).chain(foreign);
    names.map(|(name, meaning)| (bare(name.strip_prefix(PREFIX).unwrap_or(name)), meaning)).collect()
});

/// The name in lower case, without dots, dashes and underscores.
fn bare(name: &str) -> String {
    let letters = name.chars().filter(|c| !matches!(c, '_' | '.' | '-'));
    letters.map(|c| c.to_ascii_lowercase()).collect()
}
