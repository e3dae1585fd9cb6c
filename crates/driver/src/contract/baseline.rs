//! A snapshot of the contracts of many kernels, and what has changed since it was written.
//!
//! A snapshot is JSON: [`Baseline`]. Guarantees that a snapshot of this version is read as it was written, that one of
//! another version is refused, and that each kernel of both sides is in the result once, with each difference.
//!
//! A kernel is found again by its file, its stage, its chip and its name. If it is not, and only one kernel is left on
//! each side with the same name of the file, without its folder, it is that one; and last if only one is left with any
//! file.

use std::collections::{BTreeMap, HashMap};
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tileiras_contract::Resources;

use super::table::{self, Cells};

/// The version of the format. It is raised when a member changes its meaning or is removed.
const VERSION: u32 = 1;

/// The contracts of many kernels.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Baseline {
    /// The version of the format.
    version: u32,
    /// The kernels, in the order of the files.
    contracts: Vec<Contract>,
}

/// The contract of one kernel.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Contract {
    /// The kernel.
    pub kernel: String,
    /// The file, as it was named.
    pub file: String,
    /// Where the facts were read: `ir`, `ptx` or `cubin`.
    pub stage: String,
    /// The chip, if it is known.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub chip: Option<String>,
    /// The facts by the names of their attributes.
    pub facts: Map<String, Value>,
    /// Whether `.explicitcluster` is stated, if it is known.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub explicit_cluster: Option<bool>,
    /// The register cap, of a cubin.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub register_cap: Option<u32>,
    /// `.local_maxnreg`, of PTX.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub local_maxnreg: Option<u32>,
    /// The largest `.minperctamemory` of the program, of a cubin.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub program_memory: Option<u32>,
    /// What the kernel uses, of a cubin.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub resources: Option<Resources>,
}

impl Baseline {
    /// A snapshot of these kernels.
    pub(super) fn new(contracts: Vec<Contract>) -> Self {
        Self { version: VERSION, contracts }
    }

    /// Whether a file is JSON and no MLIR, of which `{-#` begins the part after the operations.
    pub(super) fn is_json(content: &[u8]) -> bool {
        let content = content.trim_ascii_start();
        content.starts_with(b"{") && !content.starts_with(b"{-#")
    }

    /// Reads a snapshot.
    ///
    /// # Errors
    /// A message, if the file is another one, or of another version.
    pub(super) fn read(content: &[u8]) -> Result<Self, String> {
        #[derive(Deserialize)]
        struct Version {
            version: u32,
        }
        let malformed = |error: serde_json::Error| format!("is no snapshot of contracts: {error}");
        let Version { version } = serde_json::from_slice(content).map_err(malformed)?;
        if version != VERSION {
            return Err(format!("is a snapshot of version {version}, and only version {VERSION} can be read"));
        }
        serde_json::from_slice(content).map_err(malformed)
    }
}

/// The resources that may differ by a tolerance: all but the parameters, which are facts for whoever launches the
/// kernel.
fn tolerated() -> impl Iterator<Item = &'static str> {
    Resources::NAMES.into_iter().filter(|name| *name != "parameters")
}

/// How much more of each resource a kernel may use.
#[derive(Clone, Debug, Default)]
pub(super) struct Tolerance(BTreeMap<&'static str, u32>);

/// One part of a tolerance: `registers=2`.
#[derive(Clone, Debug)]
pub(super) struct ResourceTolerance {
    resource: &'static str,
    most: u32,
}

impl FromStr for ResourceTolerance {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let Some((name, number)) = text.split_once('=') else {
            return Err("must be a resource, '=' and a number, such as registers=2".to_owned());
        };
        let Some(resource) = tolerated().find(|known| *known == name) else {
            let known = tolerated().collect::<Vec<_>>().join(", ");
            return Err(format!("unknown resource '{name}'; the resources are {known}"));
        };
        let most = number.parse().map_err(|error| format!("'{number}' is not a number: {error}"))?;
        Ok(Self { resource, most })
    }
}

impl Tolerance {
    /// The tolerance of these parts, of which the last one for a resource counts.
    pub(super) fn new(parts: &[ResourceTolerance]) -> Self {
        Self(parts.iter().map(|part| (part.resource, part.most)).collect())
    }

    fn allows(&self, resource: &str, before: u32, after: u32) -> bool {
        after <= before.saturating_add(self.0.get(resource).copied().unwrap_or_default())
    }
}

/// What has changed about a kernel.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Change {
    kernel: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    chip: Option<String>,
    file: String,
    /// What happened.
    change: ChangeKind,
    /// The fact or the resource.
    #[serde(skip_serializing_if = "Option::is_none")]
    subject: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<Value>,
}

/// The kinds of changes.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
enum ChangeKind {
    /// A fact.
    FactChanged,
    /// A resource, by more than the tolerance.
    ResourceAbove,
    /// A resource of which less is used.
    ResourceBelow,
    /// A kernel of the snapshot is not there.
    KernelMissing,
    /// A kernel is not in the snapshot.
    KernelNew,
}

impl ChangeKind {
    /// Whether the check fails.
    const fn fails(self) -> bool {
        matches!(self, Self::FactChanged | Self::ResourceAbove | Self::KernelMissing)
    }
}

impl Display for ChangeKind {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::FactChanged => "changed",
            Self::ResourceAbove => "more",
            Self::ResourceBelow => "less",
            Self::KernelMissing => "MISSING",
            Self::KernelNew => "new",
        })
    }
}

/// The result of a check.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Changes {
    /// The number of kernels that are in both.
    compared: usize,
    changes: Vec<Change>,
}

impl Changes {
    /// Compares kernels with a snapshot.
    pub(super) fn between(before: &Baseline, after: &Baseline, tolerance: &Tolerance) -> Self {
        let (pairs, missing, new) = pair(&before.contracts, &after.contracts);
        let mut changes = Vec::new();
        for (before, after) in &pairs {
            differences(before, after, tolerance, &mut changes);
        }
        changes.extend(missing.into_iter().map(|contract| change(contract, ChangeKind::KernelMissing)));
        changes.extend(new.into_iter().map(|contract| change(contract, ChangeKind::KernelNew)));
        Self { compared: pairs.len(), changes }
    }

    /// What failed, as the end of a message: `2 facts changed, 1 kernel is missing`.
    pub(super) fn failure(&self) -> Option<String> {
        let count = |kind| self.changes.iter().filter(|change| change.change == kind).count();
        let part = |kind, one: &str, several: &str| match count(kind) {
            0 => None,
            1 => Some(format!("1 {one}")),
            count => Some(format!("{count} {several}")),
        };
        let parts = [
            part(ChangeKind::FactChanged, "fact changed", "facts changed"),
            part(ChangeKind::ResourceAbove, "resource grew", "resources grew"),
            part(ChangeKind::KernelMissing, "kernel is missing", "kernels are missing"),
        ];
        let text = parts.into_iter().flatten().collect::<Vec<_>>().join(", ");
        self.changes.iter().any(|change| change.change.fails()).then_some(text)
    }

    /// A table of the changes; empty if there are none.
    pub(super) fn text(&self) -> String {
        if self.changes.is_empty() {
            return String::new();
        }
        let header = ["kernel", "chip", "file", "change", "of", "before", "after"];
        let rows: Vec<Cells> = self.changes.iter().map(cells).collect();
        let title = match self.changes.len() {
            1 => "1 change".to_owned(),
            count => format!("{count} changes"),
        };
        table::of(&title, &header, &rows)
    }
}

fn cells(change: &Change) -> Cells {
    vec![
        Some(change.kernel.clone()),
        change.chip.clone(),
        Some(change.file.clone()),
        Some(change.change.to_string()),
        change.subject.clone(),
        change.before.as_ref().map(cell),
        change.after.as_ref().map(cell),
    ]
}

/// A value as `show` prints it.
fn cell(value: &Value) -> String {
    match value {
        Value::Bool(true) => "set".to_owned(),
        Value::Array(values) => values.iter().map(cell).collect::<Vec<_>>().join(", "),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn change(contract: &Contract, kind: ChangeKind) -> Change {
    Change {
        kernel: contract.kernel.clone(),
        chip: contract.chip.clone(),
        file: contract.file.clone(),
        change: kind,
        subject: None,
        before: None,
        after: None,
    }
}

type Pairs<'a> = (Vec<(&'a Contract, &'a Contract)>, Vec<&'a Contract>, Vec<&'a Contract>);

/// The kernels that are in both, in the order of the second side, those that are only in the first, and only in the
/// second.
fn pair<'a>(before: &'a [Contract], after: &'a [Contract]) -> Pairs<'a> {
    let mut partner: Vec<Option<usize>> = vec![None; after.len()];
    let mut is_taken = vec![false; before.len()];
    let kernel = |contract: &'a Contract| (&*contract.stage, contract.chip.as_deref(), &*contract.kernel);
    // One file has a kernel twice for one chip if it is given twice.
    let mut by_file: HashMap<_, Vec<usize>> = HashMap::new();
    for (number, contract) in before.iter().enumerate().rev() {
        by_file.entry((&*contract.file, kernel(contract))).or_default().push(number);
    }
    for (contract, partner) in after.iter().zip(&mut partner) {
        *partner = by_file.get_mut(&(&*contract.file, kernel(contract))).and_then(Vec::pop);
        if let Some(number) = *partner {
            is_taken[number] = true;
        }
    }
    for ignores_file in [false, true] {
        let key = |contract: &'a Contract| {
            // Also without the archive that it is in.
            let file = contract.file.rsplit(['/', '(']).next().filter(|_| !ignores_file);
            (file, kernel(contract))
        };
        let mut left: HashMap<_, (Vec<usize>, Vec<usize>)> = HashMap::new();
        for (number, contract) in before.iter().enumerate().filter(|(number, _)| !is_taken[*number]) {
            left.entry(key(contract)).or_default().0.push(number);
        }
        for (number, contract) in after.iter().enumerate().filter(|(number, _)| partner[*number].is_none()) {
            left.entry(key(contract)).or_default().1.push(number);
        }
        for sides in left.values() {
            if let ([first], [second]) = (sides.0.as_slice(), sides.1.as_slice()) {
                partner[*second] = Some(*first);
                is_taken[*first] = true;
            }
        }
    }
    let (mut pairs, mut new) = (Vec::new(), Vec::new());
    for (contract, partner) in after.iter().zip(&partner) {
        match partner {
            Some(number) => pairs.push((&before[*number], contract)),
            None => new.push(contract),
        }
    }
    let missing = before.iter().zip(&is_taken).filter(|(_, taken)| !**taken).map(|(contract, _)| contract);
    (pairs, missing.collect(), new)
}

fn differences(before: &Contract, after: &Contract, tolerance: &Tolerance, changes: &mut Vec<Change>) {
    let mut add = |kind, subject: &str, before: Option<Value>, found: Option<Value>| {
        changes.push(Change { subject: Some(subject.to_owned()), before, after: found, ..change(after, kind) });
    };
    let names = before.facts.keys().chain(after.facts.keys().filter(|name| !before.facts.contains_key(*name)));
    for name in names {
        let (stated, found) = (before.facts.get(name), after.facts.get(name));
        if stated != found {
            add(ChangeKind::FactChanged, name, stated.cloned(), found.cloned());
        }
    }
    let flag = |flag: Option<bool>| flag.map(Value::from);
    let number = |number: Option<u32>| number.map(Value::from);
    for (name, stated, found) in [
        ("explicit cluster", flag(before.explicit_cluster), flag(after.explicit_cluster)),
        ("register cap", number(before.register_cap), number(after.register_cap)),
        (".local_maxnreg", number(before.local_maxnreg), number(after.local_maxnreg)),
        ("minperctamemory of all kernels", number(before.program_memory), number(after.program_memory)),
    ] {
        if stated != found {
            add(ChangeKind::FactChanged, name, stated, found);
        }
    }
    let used = |contract: &Contract| contract.resources.iter().flat_map(Resources::iter).collect::<HashMap<_, _>>();
    let (used_before, used_after) = (used(before), used(after));
    for name in Resources::NAMES {
        let (stated, found) = (used_before.get(name).copied(), used_after.get(name).copied());
        let kind = match (stated, found) {
            (stated, found) if stated == found => continue,
            _ if !tolerated().any(|known| known == name) => ChangeKind::FactChanged,
            (Some(stated), Some(found)) if found < stated => ChangeKind::ResourceBelow,
            (Some(stated), Some(found)) if tolerance.allows(name, stated, found) => continue,
            // What is not known any more, or was not known, may be more.
            _ => ChangeKind::ResourceAbove,
        };
        add(kind, name, number(stated), number(found));
    }
}
