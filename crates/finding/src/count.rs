use std::fmt::Display;

/// A number with what it counts, for a message: `1 thread`, `2 threads`. The plural of `word` must end in `s`.
#[must_use]
pub fn counted(number: impl Display + Into<u64> + Copy, word: &str) -> String {
    format!("{number} {word}{}", if number.into() == 1 { "" } else { "s" })
}
