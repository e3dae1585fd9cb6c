//! What a name that means nothing was probably meant to be.
//!
//! Accepts any name. Guarantees a suggestion only when the name, without case and underscores, is a
//! known one or at most a third of its letters away from one; the nearest wins, the earlier in its
//! table on a tie. So `nvvm.max_ntid` and `nvvm.minnctapersm` are near misses, and `nvvm.managed`,
//! `nvvm.texture` and `nvvm.foo` are not.
//!
//! Leaves out on purpose: replacing the name. A guess is for a message, never for the IR.

use std::sync::LazyLock;

use crate::fact::{ATTRIBUTE_SPELLINGS, FACTS, Fact, LEGACY_ONLY_KEYS, PREFIX};

/// Names that other tools use for a fact, and names of PTX that look like one and are none.
const FOREIGN: &[(&str, Option<Fact>)] = &[
    ("explicitcluster", Some(Fact::ClusterDim)),
    ("maxregs", Some(Fact::MaxNReg)),
    ("maxrregcount", Some(Fact::MaxNReg)),
    ("maxnctapersm", None),
];

/// What a near miss stands for.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum NearMiss {
    /// Most likely this fact.
    Of(Fact),
    /// A directive that PTX no longer has; no fact answers to it.
    Obsolete,
}

/// What `name`, an `nvvm.` attribute that is no spelling of a fact, is a near miss of.
pub fn near_miss(name: &str) -> Option<NearMiss> {
    let name = name.strip_prefix(PREFIX).unwrap_or(name);
    if LEGACY_ONLY_KEYS.contains(&name) {
        return None;
    }
    let name = bare(name);
    let (_, meaning) = nearest(&name, &*KNOWN, |(known, _)| known)?;
    Some(meaning.map_or(NearMiss::Obsolete, NearMiss::Of))
}

/// The candidate that `name` is nearest to, if it is near enough to be a slip.
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

/// Every name to guess from, bare, with its meaning.
static KNOWN: LazyLock<Vec<(String, Option<Fact>)>> = LazyLock::new(|| {
    let spellings = ATTRIBUTE_SPELLINGS.iter().map(|spelling| (spelling.name, Some(spelling.fact)));
    let directives = FACTS.iter().filter_map(|row| Some((row.directive?, Some(row.fact))));
    let foreign = FOREIGN.iter().copied();
    let names = spellings.chain(directives).chain(foreign);
    names.map(|(name, meaning)| (bare(name.strip_prefix(PREFIX).unwrap_or(name)), meaning)).collect()
});

/// Without case, dots, dashes and underscores.
fn bare(name: &str) -> String {
    let letters = name.chars().filter(|c| !matches!(c, '_' | '.' | '-'));
    letters.map(|c| c.to_ascii_lowercase()).collect()
}
