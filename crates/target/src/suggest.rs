//! Suggestions for misspelt names.

use std::fmt::Display;

/// The similarity that a suggestion must exceed, from 0 to 1.
const LEAST_SIMILAR: f64 = 0.6;

/// The maximum length of a text that is compared. A longer text is not a misspelt name.
const LONGEST: usize = 32;

/// The candidate whose name is most similar to `found`, ignoring case. Of equally similar ones the last, which is the
/// newest, as the tables are ascending. `None` if none is similar enough.
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

/// The normalized edit distance, and as a tie-breaker a measure that prefers a common prefix.
fn similarity(found: &str, name: &str) -> (f64, f64) {
    (strsim::normalized_damerau_levenshtein(found, name), strsim::jaro_winkler(found, name))
}

/// The suggestion as a part of an error message; empty if there is none.
pub(crate) fn did_you_mean(suggestion: Option<impl Display>) -> String {
    suggestion.map(|name| format!(", did you mean '{name}'?")).unwrap_or_default()
}
