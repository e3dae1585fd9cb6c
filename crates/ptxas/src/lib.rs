//! The hand-off to `ptxas`: finding it, running it, reading back what it made.
