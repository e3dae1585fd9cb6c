//! The feature table: `features.tsv`, read once.
//!
//! Accepts lines of three fields: a kind (directive, register or instruction), a pattern, and what it needs.
//!
//! Guarantees that a line which cannot be read is left out, and that there is none (a test). Leaves out on purpose the
//! measurement (`scripts/features`).

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::pattern::Pattern;
use super::{Feature, FeatureFamily, FeatureInfo, Need};

const TEXT: &str = include_str!("../../features.tsv");

/// The features that have a constant. They are the first rows, in this order.
pub(super) const NAMED: [&str; 12] = [
    ".reqnctapercluster",
    ".blocksareclusters",
    ".local_maxnreg",
    ".minperctamemory",
    "wgmma",
    "setmaxnreg",
    "tcgen05",
    "mapa",
    "clusterlaunchcontrol",
    "clusterlaunchcontrol.try_cancel.multicast::cluster::all",
    "elect",
    "griddepcontrol",
];

/// Patterns by their opcode or their first qualifier.
type Index = FxHashMap<&'static str, Vec<(Pattern, Feature)>>;

/// The table.
#[derive(Debug, Default)]
pub(super) struct Table {
    rows: Vec<FeatureInfo>,
    /// By opcode.
    pub(super) opcodes: Index,
    /// The patterns for any opcode, by their first qualifier.
    pub(super) qualifiers: Index,
    /// Special registers, without `%`.
    pub(super) registers: FxHashMap<&'static str, Feature>,
}

/// The table.
pub(super) fn table() -> &'static Table {
    static TABLE: LazyLock<Table> = LazyLock::new(|| Table::parse(TEXT));
    &TABLE
}

/// The rows, by the index in a [`Feature`].
pub(super) fn rows() -> &'static [FeatureInfo] {
    &table().rows
}

impl Table {
    fn parse(text: &'static str) -> Self {
        let mut table = Self::default();
        let named = NAMED.iter().filter_map(|name| lines(text).find(|(_, pattern, _)| pattern == name));
        let others = lines(text).filter(|(_, pattern, _)| !NAMED.contains(pattern));
        for (kind, pattern, needs) in named.chain(others) {
            table.add(kind, pattern, needs);
        }
        table
    }

    /// Adds the row of a feature, if it can be read.
    fn add(&mut self, kind: &str, pattern: &'static str, needs: &str) -> Option<()> {
        let needs = needs.split(' ').map(Need::parse).collect::<Option<Vec<_>>>()?;
        let feature = Feature(u16::try_from(self.rows.len()).ok()?);
        match kind {
            "register" => {
                self.registers.insert(pattern.trim_start_matches('%'), feature);
            }
            "instruction" => {
                let (opcode, rest) = Pattern::parse(pattern)?;
                match rest.first() {
                    Some(first) if opcode.is_empty() => self.qualifiers.entry(first).or_default().push((rest, feature)),
                    _ => self.opcodes.entry(opcode).or_default().push((rest, feature)),
                }
            }
            _ => {}
        }
        self.rows.push(FeatureInfo { feature, name: pattern, family: family(pattern), needs });
        Some(())
    }
}

/// The three fields of each line that is not a comment.
fn lines(text: &'static str) -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    text.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
        let (kind, rest) = line.split_once('\t')?;
        let (pattern, needs) = rest.split_once('\t')?;
        Some((kind, pattern, needs))
    })
}

/// The rule that reports the feature with that name.
fn family(name: &str) -> FeatureFamily {
    let opcode = name.split(['.', ' ', '!']).next().unwrap_or_default();
    match opcode {
        "tcgen05" => FeatureFamily::Tcgen05,
        "clusterlaunchcontrol" if name.contains("multicast") => FeatureFamily::ClcMulticast,
        "clusterlaunchcontrol" => FeatureFamily::Clc,
        "mapa" | "getctarank" => FeatureFamily::Clusters,
        "barrier" if name.contains(".cluster") => FeatureFamily::Clusters,
        register if register.starts_with('%') && register.contains("cluster") => FeatureFamily::Clusters,
        _ if name.ends_with(".cluster") || name.ends_with("::cluster") => FeatureFamily::Clusters,
        _ => FeatureFamily::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::{NAMED, TEXT, rows};

    #[test]
    fn every_line_is_read() {
        let written = TEXT.lines().filter(|line| !line.starts_with('#')).count();
        assert_eq!(rows().len(), written);
        let names: Vec<_> = rows().iter().map(|row| row.name).collect();
        assert_eq!(names.get(..NAMED.len()), Some(&NAMED[..]));
    }
}
