//! Which known name a misspelt one probably means.

/// The candidate with the smallest edit distance to `name` (optimal string alignment), if this distance is at most a
/// third of the length of `name`. `spelling` gives the name of a candidate. The first one wins a tie.
pub fn nearest<'c, C>(
    name: &str,
    candidates: impl IntoIterator<Item = &'c C>,
    spelling: impl Fn(&C) -> &str,
) -> Option<&'c C> {
    nearest_within(name, name.len() / 3, candidates, spelling)
}

/// The candidate with the smallest edit distance to `name`, if this distance is at most `max_distance`.
pub fn nearest_within<'c, C>(
    name: &str,
    max_distance: usize,
    candidates: impl IntoIterator<Item = &'c C>,
    spelling: impl Fn(&C) -> &str,
) -> Option<&'c C> {
    candidates
        .into_iter()
        .filter(|candidate| spelling(candidate).len().abs_diff(name.len()) <= max_distance)
        .map(|candidate| (strsim::osa_distance(name, spelling(candidate)), candidate))
        .filter(|&(distance, _)| distance <= max_distance)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}
