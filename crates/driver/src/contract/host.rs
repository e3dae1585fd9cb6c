//! `tileiras-contract host`: the launch contracts of kernels for the code that launches them, as a C header or JSON.
//!
//! Guarantees that the conditions and their texts are those of the rules of group `launch`
//! ([`tileiras_contract::launch::condition`]), and the limits those of `explain`. Leaves out on purpose: the devices of
//! the host, which can have less than the chip allows, and launches themselves.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde::Serialize;
use serde::ser::{SerializeMap as _, Serializer};
use tileiras_contract::audit::FunctionSnapshot;
use tileiras_contract::explain::{BlockLimits, ClusterLimits, SharedLimits};
use tileiras_contract::launch::condition::{Condition, Quantity, Relation, Sizes, conditions};
use tileiras_contract::{Explanation, Fact, FunctionFacts, LaunchSizes, Resources, StatedFact, Symbol};
use tileiras_target::{Chip, Target};

use super::explain::chip_of;
use super::{Command, check_files, header};
use crate::exit::{Fault, Kind};
use crate::input::{Format, Input};
use crate::object::images_for;
use crate::rules::chip;

/// The command line of `host`.
#[derive(Args, Clone, Debug)]
pub(super) struct HostOptions {
    /// .mlir, .mlirbc, .ll, .bc, .ptx, .cubin or .fatbin; told apart by content; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// What to write [default: c, or json with --json]
    #[arg(long, value_enum, hide_default_value = true)]
    format: Option<HostFormat>,
    /// Where to write it; - is standard output
    #[arg(short, long, value_name = "PATH", default_value = "-")]
    output: PathBuf,
    /// The chip [default: the chip of each file]; of a fat binary, only the images for this chip are read
    #[arg(long, value_name = "CHIP", visible_alias = "arch", value_parser = chip(), hide_possible_values = true)]
    gpu_name: Option<Chip>,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
enum HostFormat {
    /// A header for C99 and C++17
    C,
    /// JSON
    Json,
}

/// One kernel on one chip.
pub(super) struct HostKernel {
    pub symbol: Symbol,
    /// A name that is legal in C, and that no other kernel has.
    pub identifier: String,
    pub chip: Chip,
    pub explanation: Explanation,
    pub min_ctas_per_sm: Option<u32>,
    pub conditions: Vec<Condition>,
}

impl Command<'_> {
    /// Writes the launch contracts of the kernels of all files, or nothing if one cannot be read.
    pub(super) fn host(&self, options: &HostOptions) -> Result<(), Fault> {
        let HostOptions { files, format, output, .. } = options;
        check_files(files, output)?;
        let format = match (format, self.json) {
            (Some(HostFormat::C), true) => return Err(Kind::Usage.fault("--format=c cannot be used with --json")),
            (Some(format), _) => *format,
            (None, true) => HostFormat::Json,
            (None, false) => HostFormat::C,
        };
        let mut kernels = Vec::new();
        let mut file_of = BTreeMap::new();
        for file in files {
            let named = |fault: Fault| fault.in_file(file);
            for kernel in self.host_kernels(file, options).map_err(named)? {
                let key = (kernel.symbol.clone(), kernel.chip.to_string());
                if let Some(other) = file_of.insert(key, file) {
                    let text = format!("kernel '{}' for {} is also in {}", kernel.symbol, kernel.chip, other.display());
                    return Err(named(Kind::Input.fault(text)));
                }
                kernels.push(kernel);
            }
        }
        name_kernels(&mut kernels);
        let text = match format {
            HostFormat::C => {
                let file = if crate::output_location::is_standard_stream(output) { &files[0] } else { output };
                header::text(&guard_name(file), &kernels)
            }
            HostFormat::Json => {
                let text = serde_json::to_string_pretty(&Contracts { kernels: &kernels });
                text.map_err(|error| Kind::Internal.fault(error.to_string()))? + "\n"
            }
        };
        self.write_to(output, text.as_bytes())
    }

    /// The kernels of a file, of each image of a fat binary.
    fn host_kernels(&self, path: &Path, options: &HostOptions) -> Result<Vec<HostKernel>, Fault> {
        let gpu_name = options.gpu_name;
        let input = Input::read(path, self.limit)?;
        let mut modules = self.modules(&input, Some(Target { chip: gpu_name, ptx: None }))?;
        if let (Some(chip), Format::Fatbin) = (gpu_name, input.format) {
            modules = images_for(modules, chip, |module| module.facts.target.chip)?;
        }
        // A fat binary can have PTX and a cubin of one kernel for one chip. The cubin shows more.
        modules.sort_by_key(|module| module.resources.is_none());
        let (mut kernels, mut known) = (Vec::new(), BTreeSet::new());
        for module in &modules {
            let chip = chip_of(module, input.format, gpu_name)?;
            for (kernel, resources) in module.kernels() {
                let is_new = known.insert((chip.to_string(), kernel.symbol.clone()));
                if is_new || input.format != Format::Fatbin {
                    kernels.push(host_kernel(kernel, resources.unwrap_or_default(), chip));
                }
            }
        }
        if kernels.is_empty() { Err(Kind::Input.fault("has no kernels")) } else { Ok(kernels) }
    }
}

fn host_kernel(kernel: &FunctionSnapshot, resources: Resources, chip: Chip) -> HostKernel {
    let FunctionSnapshot { symbol, register_cap, .. } = kernel;
    let mut facts = kernel.facts.clone();
    // A shape implies it. PTX and cubins have it beside the facts.
    if kernel.explicit_cluster == Some(true) && !facts.states(Fact::ClusterDim) {
        facts.insert(StatedFact::ExplicitCluster);
    }
    let explanation =
        Explanation::new(symbol.to_string(), &facts, resources, *register_cap, chip, LaunchSizes::default());
    let mut contract = FunctionFacts::new();
    contract.facts = facts;
    HostKernel {
        symbol: symbol.clone(),
        identifier: String::new(),
        chip,
        min_ctas_per_sm: contract.facts.positive(Fact::MinCtaSm),
        conditions: conditions(&contract, Target { chip: Some(chip), ptx: None }, resources, |_| true),
        explanation,
    }
}

/// Gives each kernel an identifier: its name, and its chip if it is there for several chips.
fn name_kernels(kernels: &mut [HostKernel]) {
    let mut chips: BTreeMap<Symbol, BTreeSet<String>> = BTreeMap::new();
    for kernel in &*kernels {
        chips.entry(kernel.symbol.clone()).or_default().insert(kernel.chip.to_string());
    }
    // A name that is legal as it is stays so, wherever it is.
    let mut order: Vec<&mut HostKernel> = kernels.iter_mut().collect();
    order.sort_by_key(|kernel| identifier(kernel.symbol.name()).as_bytes() != kernel.symbol.name());
    // The names that are taken, and for each wanted name the number to try next.
    let (mut taken, mut next) = (BTreeSet::new(), BTreeMap::new());
    for kernel in order {
        let mut wanted = identifier(kernel.symbol.name());
        if chips.get(&kernel.symbol).is_some_and(|chips| chips.len() > 1) {
            wanted = format!("{wanted}_{}", kernel.chip);
        }
        let number: &mut u32 = next.entry(wanted.clone()).or_insert(1);
        kernel.identifier = wanted.clone();
        while !taken.insert(kernel.identifier.clone()) {
            *number += 1;
            kernel.identifier = format!("{wanted}_{number}");
        }
    }
}

/// A name that is legal in C and begins with a letter.
fn identifier(name: &[u8]) -> String {
    let legal = |byte: &u8| if byte.is_ascii_alphanumeric() { char::from(*byte) } else { '_' };
    let text: String = name.iter().map(legal).collect();
    if text.starts_with(|first: char| first.is_ascii_alphabetic()) { text } else { format!("k{text}") }
}

/// The include guard for a file.
fn guard_name(file: &Path) -> String {
    let stem = file.file_stem().unwrap_or_default().as_encoded_bytes();
    format!("TILEIRAS_LAUNCH_{}_H", identifier(stem).to_ascii_uppercase())
}

#[derive(Serialize)]
struct Contracts<'a> {
    kernels: &'a [HostKernel],
}

#[derive(Serialize)]
struct KernelJson<'a> {
    name: String,
    identifier: &'a str,
    chip: String,
    block: &'a BlockLimits,
    cluster: &'a ClusterLimits,
    dynamic_shared: &'a SharedLimits,
    resources: &'a Resources,
    register_cap: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    min_ctas_per_sm: Option<u32>,
    conditions: Vec<ConditionJson<'a>>,
}

struct ConditionJson<'a>(&'a Condition);

impl Serialize for HostKernel {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Explanation { block, cluster, dynamic_shared, resources, register_cap, .. } = &self.explanation;
        let json = KernelJson {
            name: Symbol::new(self.symbol.name()).to_string(),
            identifier: &self.identifier,
            chip: self.chip.to_string(),
            block,
            cluster,
            dynamic_shared,
            resources,
            register_cap: *register_cap,
            min_ctas_per_sm: self.min_ctas_per_sm,
            conditions: self.conditions.iter().map(ConditionJson).collect(),
        };
        json.serialize(serializer)
    }
}

impl Serialize for ConditionJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Condition { rule, quantity, relation, .. } = self.0;
        let sizes = |sizes: &Sizes| match sizes {
            Sizes::Grid => "grid",
            Sizes::Block => "block",
            Sizes::Cluster => "cluster",
        };
        let quantity = match quantity {
            Quantity::Size(of, axis) => format!("{}.{axis}", sizes(of)),
            Quantity::Product(of) => sizes(of).to_owned(),
            Quantity::DynamicShared => "dynamic_shared".to_owned(),
        };
        let (relation, value) = match relation {
            Relation::Positive => ("positive", None),
            Relation::NotNegative => ("not_negative", None),
            Relation::Equal(size) => ("equal", Some(u128::from(*size))),
            Relation::AtMost(most) => ("at_most", Some(*most)),
            Relation::MultipleOf(ctas) => ("multiple_of", Some(u128::from(*ctas))),
            Relation::MultipleOfCluster => ("multiple_of_cluster", None),
            Relation::Stated => ("stated", None),
        };
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("rule", rule.name())?;
        map.serialize_entry("quantity", &quantity)?;
        map.serialize_entry("relation", relation)?;
        if let Some(value) = value {
            map.serialize_entry("value", &value)?;
        }
        map.serialize_entry("text", &self.0.text(None))?;
        map.end()
    }
}
