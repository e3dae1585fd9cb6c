//! "Did you mean": the legal name closest to one that is not.

use std::fmt::Display;

/// Below this share of unchanged characters two names are strangers.
const LEAST_SIMILAR: f64 = 0.6;

/// Longer texts are no misspelt name, and comparing them costs time.
const LONGEST: usize = 32;

/// The candidate whose name is closest to `found`, letter case aside; the last of equals, as the
/// tables go from old to new. `None` if none is close.
pub(crate) fn closest<T>(found: &str, candidates: impl IntoIterator<Item = (String, T)>) -> Option<T> {
    if found.len() > LONGEST {
        return None;
    }
    let found = found.trim().to_ascii_lowercase();
    candidates
        .into_iter()
        .map(|(name, candidate)| (similarity(&found, &name), candidate))
        .filter(|((share, _), _)| *share > LEAST_SIMILAR)
        .max_by(|(a, _), (b, _)| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)))
        .map(|(_, candidate)| candidate)
}

/// Edit distance first, as a share of the length; the common prefix decides between equals.
fn similarity(found: &str, name: &str) -> (f64, f64) {
    (strsim::normalized_damerau_levenshtein(found, name), strsim::jaro_winkler(found, name))
}

/// The words to put behind the text that is not legal, if there is a suggestion.
pub(crate) fn did_you_mean(suggestion: Option<impl Display>) -> String {
    suggestion.map(|name| format!(", did you mean '{name}'?")).unwrap_or_default()
}
