//! The feature table: `features.tsv`, read once.
//!
//! Accepts lines of three fields: a kind, a pattern, and what it needs. For a directive, a register or an instruction
//! these are requirements, for an intrinsic or an operation they are the patterns of instructions. `.cluster/<sm_60:4.0`
//! is the pattern `.cluster`, or as an alternative a chip before sm_60: LLVM writes something else for it.
//!
//! Guarantees that a line which cannot be read is left out, and that there is none (a test). Leaves out on purpose the
//! measurement (`scripts/features`).

use std::iter;
use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::pattern::{NamePattern, Pattern};
use super::{Feature, FeatureFamily, FeatureInfo, Features, Need};

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

/// Patterns by their opcode, each with what it stands for.
type Index<P, T> = FxHashMap<&'static str, Vec<(P, T)>>;

/// The table.
#[derive(Debug, Default)]
pub(super) struct Table {
    rows: Vec<FeatureInfo>,
    /// By opcode.
    pub(super) opcodes: Index<Pattern, Feature>,
    /// The patterns for any opcode, by their first qualifier.
    pub(super) qualifiers: Index<Pattern, Feature>,
    /// Special registers, without `%`.
    pub(super) registers: FxHashMap<&'static str, Feature>,
    /// Intrinsics, by the part of the name after `llvm.nvvm.` up to the next dot.
    pub(super) intrinsics: Index<NamePattern, Features>,
    /// Operations, by name.
    pub(super) operations: Index<NamePattern, Features>,
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
        let lines: Vec<_> = lines(text).collect();
        let rows = || lines.iter().filter(|line| !matches!(line.0, "intrinsic" | "operation"));
        let mut table = Self::default();
        let named = NAMED.iter().filter_map(|name| rows().find(|(_, pattern, _)| pattern == name));
        let others = rows().filter(|(_, pattern, _)| !NAMED.contains(pattern));
        let mut by_name = FxHashMap::default();
        for &(kind, pattern, needs) in named.chain(others) {
            by_name.extend(table.add(kind, pattern, needs).map(|feature| (pattern, feature)));
        }
        for &(kind, pattern, names) in &lines {
            let mut features = Features::new();
            for name in names.split('|') {
                if !by_name.contains_key(name)
                    && let Some(feature) = table.add_alternative(name, &by_name)
                {
                    by_name.insert(name, feature);
                }
                features.extend(by_name.get(name).copied());
            }
            let index = match kind {
                "intrinsic" => &mut table.intrinsics,
                "operation" => &mut table.operations,
                _ => continue,
            };
            let (name, pattern) = NamePattern::parse(pattern);
            index.entry(name).or_default().push((pattern, features));
        }
        table
    }

    /// Adds the row of a feature, and returns its handle.
    fn add(&mut self, kind: &str, pattern: &'static str, needs: &str) -> Option<Feature> {
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
        Some(feature)
    }

    /// Adds the row `name/need`: as the row of that name, or the alternative.
    fn add_alternative(&mut self, text: &str, by_name: &FxHashMap<&str, Feature>) -> Option<Feature> {
        let (name, need) = text.split_once('/')?;
        let base = self.rows.get(usize::from(by_name.get(name)?.0))?;
        let needs = iter::once(Need::parse(need)?).chain(base.needs.iter().copied()).collect();
        let feature = Feature(u16::try_from(self.rows.len()).ok()?);
        self.rows.push(FeatureInfo { feature, needs, ..*base });
        Some(feature)
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
    use std::collections::BTreeSet;

    use super::{NAMED, TEXT, lines, rows, table};

    #[test]
    fn every_line_is_read() {
        let written = TEXT.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).count();
        let of = |wanted: bool| {
            lines(TEXT).filter(|line| matches!(line.0, "intrinsic" | "operation") == wanted).collect::<Vec<_>>()
        };
        assert_eq!(written, of(true).len() + of(false).len());
        let alternatives: BTreeSet<_> =
            of(true).iter().flat_map(|line| line.2.split('|')).filter(|name| name.contains('/')).collect();
        assert_eq!(rows().len(), of(false).len() + alternatives.len());
        let names: Vec<_> = rows().iter().map(|row| row.name).collect();
        assert_eq!(names.get(..NAMED.len()), Some(&NAMED[..]));
        for (kind, pattern, features) in of(true) {
            let index = if kind == "intrinsic" { &table().intrinsics } else { &table().operations };
            assert!(!index.is_empty());
            for name in features.split('|') {
                let name = name.split('/').next().unwrap_or_default();
                assert!(names.contains(&name), "{pattern} needs {name}, which has no row");
            }
        }
    }
}
