//! Launch facts, in one form for all sources: three axes, missing ones 1.

use crate::contract::Contract;
use crate::ll;
use crate::mlir::{Attribute, Dictionary, Operation};
use std::collections::{BTreeMap, BTreeSet};

/// A block or cluster shape.
pub type Dims = [u64; 3];

/// The launch facts of a function. A cluster shape with 0 in x states an explicit cluster, whatever its other sizes
/// are.
#[derive(Clone, Debug, Default, Eq)]
pub struct Facts {
    /// It is a kernel.
    pub kernel: bool,
    /// The string attribute `nvvm.kernel` of LLVM IR makes it one. Not compared.
    pub kernel_string: bool,
    /// Shapes, by the name of their attribute.
    pub dims: BTreeMap<&'static str, Dims>,
    /// How many axes of a shape an attribute states; all three if there is no entry.
    pub stated_axes: BTreeMap<&'static str, usize>,
    /// Numbers, by the name of their attribute.
    pub scalars: BTreeMap<&'static str, u64>,
    /// The grid counts clusters.
    pub blocks_are_clusters: bool,
    /// Constant arguments, 1-based.
    pub grid_constant: BTreeSet<u64>,
}

/// Facts by function name.
pub type FactsOf = BTreeMap<String, Facts>;

/// The meaning of a key of a legacy tuple.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Key {
    /// `kernel`
    Kernel,
    /// One axis of a shape.
    Axis(&'static str, usize),
    /// A number.
    Scalar(&'static str),
    /// `blocksareclusters`
    BlocksAreClusters,
    /// `grid_constant`
    GridConstant,
}

const CLUSTER: &str = "nvvm.cluster_dim";
const EXPLICIT_CLUSTER: &str = "nvvm.explicit_cluster";
const KERNEL: &str = "nvvm.kernel";
const DIMS: [&str; 3] = ["nvvm.maxntid", "nvvm.reqntid", "nvvm.cluster_dim"];
const SCALARS: [&str; 3] = ["nvvm.minctasm", "nvvm.maxnreg", "nvvm.maxclusterrank"];
const FLAG: &str = "nvvm.blocksareclusters";
const GRID_CONSTANT: &str = "nvvm.grid_constant";
/// Attributes of other carriers, which the transplant has to resolve.
const OTHER_NAMES: [&str; 1] = ["nvvm.cluster_max_blocks"];

/// The meaning of a key that has a canonical mirror.
pub fn key(name: &str) -> Option<Key> {
    let axis = |name: &str| ["x", "y", "z"].iter().position(|axis| *axis == name);
    let prefixes = ["maxntid", "reqntid", "cluster_dim_"];
    for (prefix, attribute) in prefixes.iter().zip(DIMS) {
        if let Some(axis) = name.strip_prefix(prefix).and_then(axis) {
            return Some(Key::Axis(attribute, axis));
        }
    }
    Some(match name {
        "kernel" => Key::Kernel,
        "minctasm" => Key::Scalar("nvvm.minctasm"),
        "maxnreg" => Key::Scalar("nvvm.maxnreg"),
        "maxclusterrank" | "cluster_max_blocks" => Key::Scalar("nvvm.maxclusterrank"),
        "blocksareclusters" => Key::BlocksAreClusters,
        "grid_constant" => Key::GridConstant,
        _ => return None,
    })
}

impl Key {
    /// The attribute of the fact that it is about.
    pub const fn attribute(self) -> &'static str {
        match self {
            Self::Kernel => "nvvm.kernel",
            Self::Axis(name, _) | Self::Scalar(name) => name,
            Self::BlocksAreClusters => FLAG,
            Self::GridConstant => GRID_CONSTANT,
        }
    }
}

/// The symbol of a tuple, if it has one.
pub fn symbol(tuple: &[Attribute]) -> Option<&str> {
    match tuple.first() {
        Some(Attribute::Symbol(name)) => Some(name),
        _ => None,
    }
}

/// The pairs of a tuple.
pub fn pairs(tuple: &[Attribute]) -> impl Iterator<Item = (&str, &Attribute)> {
    tuple.get(1..).unwrap_or_default().chunks_exact(2).map(|pair| (pair[0].text().expect("a key is a text"), &pair[1]))
}

fn number(value: &Attribute) -> u64 {
    match value {
        Attribute::Integer { value, .. } => u64::try_from(*value).expect("well-formed tuples have no negative numbers"),
        other => panic!("an integer is expected, got {other:?}"),
    }
}

/// The numbers of a `grid_constant` node.
pub fn indices(value: &Attribute) -> BTreeSet<u64> {
    match value {
        Attribute::I32s(values) => values.iter().filter_map(|value| u64::try_from(*value).ok()).collect(),
        Attribute::List(elements) => elements.iter().map(number).collect(),
        other => panic!("a list of integers is expected, got {other:?}"),
    }
}

impl PartialEq for Facts {
    fn eq(&self, other: &Self) -> bool {
        let Self { kernel, kernel_string: _, dims, stated_axes: _, scalars, blocks_are_clusters, grid_constant } =
            other;
        let shapes = |dims: &BTreeMap<&'static str, Dims>| -> Vec<(&str, Dims)> {
            let is_explicit = |name: &str, dims: &Dims| name == CLUSTER && dims[0] == 0;
            dims.iter().map(|(name, dims)| (*name, if is_explicit(name, dims) { [0; 3] } else { *dims })).collect()
        };
        (self.kernel, &self.scalars, self.blocks_are_clusters, &self.grid_constant)
            == (*kernel, scalars, *blocks_are_clusters, grid_constant)
            && shapes(&self.dims) == shapes(dims)
    }
}

impl Facts {
    /// The number of different facts.
    pub const KINDS: usize = 9;

    /// The names of the facts that hold.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        let flags = [
            ("nvvm.kernel", self.kernel),
            (FLAG, self.blocks_are_clusters),
            (GRID_CONSTANT, !self.grid_constant.is_empty()),
        ];
        let flags = flags.into_iter().filter_map(|(name, holds)| holds.then_some(name));
        flags.chain(self.dims.keys().copied()).chain(self.scalars.keys().copied())
    }

    /// The numbers of all shapes and scalars that are stated. An axis that an attribute leaves out is not.
    pub fn numbers(&self) -> impl Iterator<Item = (Key, u64)> {
        let stated = |name| self.stated_axes.get(name).copied().unwrap_or(3);
        let axes = self.dims.iter();
        let axes = axes.flat_map(move |(name, dims)| (0..stated(name)).map(|axis| (Key::Axis(name, axis), dims[axis])));
        axes.chain(self.scalars.iter().map(|(name, value)| (Key::Scalar(name), *value)))
    }

    /// What a contract states.
    #[must_use]
    pub fn of_contract(contract: &Contract) -> Self {
        let shapes = DIMS.into_iter().zip(contract.shapes());
        let scalars = SCALARS.into_iter().zip(contract.scalars());
        Self {
            kernel: contract.kernel,
            kernel_string: false,
            stated_axes: BTreeMap::new(),
            dims: shapes.filter_map(|(name, (_, dims))| Some((name, dims?.map(u64::from)))).collect(),
            scalars: scalars.filter_map(|(name, (_, value))| Some((name, value?.into()))).collect(),
            blocks_are_clusters: contract.blocks_are_clusters,
            grid_constant: contract.grid_constant.iter().map(|index| *index as u64).collect(),
        }
    }

    /// The facts in the attributes of an LLVM function.
    pub fn of_llvm(function: &ll::Function) -> Self {
        let kernel_string = function.attributes.contains_key(KERNEL);
        let mut facts = Self { kernel: function.ptx_kernel || kernel_string, kernel_string, ..Self::default() };
        for name in DIMS {
            if let Some(text) = function.attributes.get(name) {
                facts.dims.insert(name, dims(text));
                facts.stated_axes.insert(name, sizes(text).count().min(3));
            }
        }
        for name in SCALARS {
            facts.scalars.extend(function.attributes.get(name).map(|text| (name, decimal(text))));
        }
        facts.blocks_are_clusters = function.attributes.contains_key(FLAG);
        let constant = |names: &&Vec<String>| names.iter().any(|name| name == GRID_CONSTANT);
        let constants = (1..).zip(&function.parameters).filter(|(_, names)| constant(names));
        facts.grid_constant = constants.map(|(index, _)| index).collect();
        facts
    }

    /// The facts in the canonical attributes of an MLIR function. An error if an attribute is not canonical.
    pub fn of_mlir(function: &Operation) -> Result<Self, String> {
        let at = &function.attributes;
        let kernel = if function.name == "gpu.func" { "gpu.kernel" } else { "nvvm.kernel" };
        let mut facts = Self { kernel: unit(at, kernel)?, blocks_are_clusters: unit(at, FLAG)?, ..Self::default() };
        for (name, value) in at {
            match value {
                Attribute::I32s(values) if DIMS.contains(&&**name) || name == GRID_CONSTANT => {
                    let values: Vec<u64> = values.iter().filter_map(|value| u64::try_from(*value).ok()).collect();
                    match DIMS.into_iter().find(|known| known == name) {
                        Some(known) => {
                            let dims = Dims::try_from(values).map_err(|_| not_canonical(name, value))?;
                            facts.dims.insert(known, dims);
                        }
                        None if values.is_sorted_by(|a, b| a < b) => facts.grid_constant.extend(values),
                        None => return Err(not_canonical(name, value)),
                    }
                }
                Attribute::Integer { value: number, bits: 32 | 64 } if SCALARS.contains(&&**name) => {
                    let known = SCALARS.into_iter().find(|known| known == name);
                    let number = u64::try_from(*number).map_err(|_| not_canonical(name, value))?;
                    facts.scalars.extend(known.map(|known| (known, number)));
                }
                _ if DIMS.contains(&&**name) || SCALARS.contains(&&**name) || name == GRID_CONSTANT => {
                    return Err(not_canonical(name, value));
                }
                _ if is_carrier(name) => return Err(not_canonical(name, value)),
                _ => {}
            }
        }
        if unit(at, EXPLICIT_CLUSTER)? {
            facts.dims.entry(CLUSTER).or_insert([0; 3]);
        }
        no_carriers(function)?;
        Ok(facts)
    }

    /// Adds a pair of a legacy tuple. A later number replaces an earlier one; a flag that is set stays set.
    pub fn add(&mut self, key: Key, value: &Attribute) {
        match key {
            Key::Kernel => self.kernel |= number(value) != 0,
            Key::BlocksAreClusters => self.blocks_are_clusters |= number(value) != 0,
            Key::Axis(name, axis) => self.dims.entry(name).or_insert([1; 3])[axis] = number(value),
            Key::Scalar(name) => drop(self.scalars.insert(name, number(value))),
            Key::GridConstant => self.grid_constant.extend(indices(value)),
        }
    }

    /// Whether these facts contain the value of a pair.
    pub fn contains(&self, key: Key, value: &Attribute) -> bool {
        match key {
            Key::Kernel => self.kernel == (number(value) != 0),
            Key::BlocksAreClusters => self.blocks_are_clusters == (number(value) != 0),
            Key::Axis(name, axis) => self.dims.get(name).is_some_and(|dims| {
                // The missing sizes of an explicit cluster are 1 in the input.
                let is_missing = name == CLUSTER && *dims == [0; 3] && axis > 0 && number(value) == 1;
                dims[axis] == number(value) || is_missing
            }),
            Key::Scalar(name) => self.scalars.get(name) == Some(&number(value)),
            Key::GridConstant => self.grid_constant.is_superset(&indices(value)),
        }
    }
}

fn decimal(text: &str) -> u64 {
    text.trim().parse().unwrap_or_else(|_| panic!("a decimal number is expected, got '{text}'"))
}

fn dims(text: &str) -> Dims {
    let mut dims = [1; 3];
    for (axis, value) in dims.iter_mut().zip(sizes(text)) {
        *axis = decimal(value);
    }
    dims
}

fn sizes(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').filter(|value| !value.trim().is_empty())
}

fn unit(attributes: &Dictionary, name: &str) -> Result<bool, String> {
    match attributes.get(name) {
        None => Ok(false),
        Some(Attribute::Unit) => Ok(true),
        Some(other) => Err(not_canonical(name, other)),
    }
}

fn not_canonical(name: &str, value: &Attribute) -> String {
    format!("{name} = {value:?} is not canonical")
}

/// Whether a name states a launch fact but is not the canonical one.
fn is_carrier(name: &str) -> bool {
    OTHER_NAMES.contains(&name)
        || name.strip_prefix("nvvm.").is_some_and(|key_name| matches!(key(key_name), Some(Key::Axis(..))))
}

/// No fact is left in `passthrough` or on an argument.
fn no_carriers(function: &Operation) -> Result<(), String> {
    let list = |name: &str| function.properties.get(name).and_then(Attribute::list).unwrap_or_default();
    for entry in list("passthrough") {
        let name = entry.list().and_then(<[_]>::first).unwrap_or(entry).text().unwrap_or_default();
        let others = [KERNEL, EXPLICIT_CLUSTER, FLAG, GRID_CONSTANT];
        let canonical = DIMS.contains(&name) || SCALARS.contains(&name) || others.contains(&name);
        if canonical || is_carrier(name) {
            return Err(format!("'{name}' is left in passthrough"));
        }
    }
    for argument in list("arg_attrs") {
        if matches!(argument, Attribute::Dictionary(names) if names.contains_key(GRID_CONSTANT)) {
            return Err(format!("'{GRID_CONSTANT}' is left on an argument"));
        }
    }
    Ok(())
}
