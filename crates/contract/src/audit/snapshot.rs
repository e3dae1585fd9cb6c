//! The launch facts of a module as one stage states them: the common form of the IR, of PTX and of a cubin.
//!
//! Accepts a [`LaunchContract`] of any textual stage ([`Facts::of_contract`]), or single statements ([`Facts::state`]). Guarantees that what cannot stand in a stage is never taken for absent
//! ([`Stage::shows`]), that a shape always has three axes, a missing one being 1, and that a statement in a shape that is not
//! its own is kept as the text it prints as.
//!
//! Leaves out on purpose: any judgement ([`crate::audit`], and the rules of `tileiras-contract`), and reading a stage's file.

use std::fmt::{self, Display, Formatter};

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use tileiras_target::Target;

use crate::contract::{LaunchContract, Role};
use crate::fact::{Fact, Shape};

/// Where facts were read.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// MLIR or LLVM IR, which state every fact.
    Ir,
    /// The header of a kernel in PTX.
    Ptx,
    /// The attributes of a kernel in a cubin.
    Cubin,
}

impl Stage {
    /// Whether a fact that holds can be seen at this stage. Constant arguments change the code of a kernel and leave no
    /// mark in its header; the register facts are folded into one cap in the cubin, [`Facts::register_cap`] (measured).
    pub const fn shows(self, fact: Fact) -> bool {
        match self {
            Stage::Ir => true,
            Stage::Ptx => !matches!(fact, Fact::GridConstant),
            Stage::Cubin => !matches!(fact, Fact::GridConstant | Fact::MaxNReg | Fact::MinCtaSm),
        }
    }
}

impl Display for Stage {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stage::Ir => "IR",
            Stage::Ptx => "PTX",
            Stage::Cubin => "cubin",
        })
    }
}

/// What a stage states about one fact.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum FactValue {
    /// A unit fact: it holds.
    Unit,
    /// A block shape in threads, or a cluster shape in CTAs.
    Shape([i64; 3]),
    /// A number, of the fact's own unit.
    Number(i64),
    /// Argument indices, 1-based, as they are written.
    Arguments(Vec<i64>),
    /// A statement in a shape that is not the fact's own, as it prints.
    Malformed(String),
}

/// `128, 2, 1`, `64`, `set`.
impl Display for FactValue {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            FactValue::Unit => f.write_str("set"),
            FactValue::Shape(sizes) => separated(f, sizes),
            FactValue::Number(number) => write!(f, "{number}"),
            FactValue::Arguments(indices) if indices.is_empty() => f.write_str("no argument"),
            FactValue::Arguments(indices) => separated(f, indices),
            FactValue::Malformed(text) => f.write_str(text),
        }
    }
}

/// `true`, `[128, 2, 1]`, `64`, and the text of a malformed statement.
impl Serialize for FactValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            FactValue::Unit => true.serialize(serializer),
            FactValue::Shape(sizes) => sizes.serialize(serializer),
            FactValue::Number(number) => number.serialize(serializer),
            FactValue::Arguments(indices) => indices.serialize(serializer),
            FactValue::Malformed(text) => text.serialize(serializer),
        }
    }
}

fn separated(f: &mut Formatter<'_>, numbers: &[i64]) -> fmt::Result {
    for (place, number) in numbers.iter().enumerate() {
        write!(f, "{}{number}", if place == 0 { "" } else { ", " })?;
    }
    Ok(())
}

/// What one stage states about a module.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct ModuleFacts {
    /// Where this was read.
    pub stage: Stage,
    /// What the module is for, as far as it says so: the chip of a cubin, `.target` and `.version` of PTX.
    pub target: Target,
    /// The functions, in the order of the file.
    pub functions: Vec<Facts>,
}

/// What one stage states about one function.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct Facts {
    /// The symbol.
    pub name: String,
    /// Whether the function has no body here, so that nothing of it arrives anywhere.
    pub declared: bool,
    /// The statements, by [`Fact::index`].
    values: [Option<FactValue>; Fact::COUNT],
    /// Whether an explicit cluster is asked for: `.explicitcluster`, which goes with the cluster shape. Not known in the IR,
    /// where it is implied.
    pub explicit_cluster: Option<bool>,
    /// The most registers of one thread, as the assembler worked it out; only in a cubin.
    pub register_cap: Option<u32>,
}

impl Facts {
    /// Nothing stated yet.
    pub fn new(name: impl Into<String>) -> Self {
        Facts { name: name.into(), ..Facts::default() }
    }

    /// What a contract states, whichever stage it was read from.
    pub fn of_contract(name: impl Into<String>, contract: &LaunchContract<'_>) -> Self {
        let mut facts = Facts::new(name);
        for fact in contract.facts() {
            let value = match fact.shape() {
                Shape::Unit => contract.unit(fact).then_some(FactValue::Unit),
                Shape::Dims => contract.dims(fact).map(|sizes| FactValue::Shape(sizes.map(i64::from))),
                Shape::Scalar => contract.scalar(fact).map(FactValue::Number),
                Shape::Indices => {
                    let indices = contract.indices();
                    indices.map(|indices| FactValue::Arguments(indices.iter().copied().map(i64::from).collect()))
                }
            };
            let raw = || contract.value(fact).map(|value| FactValue::Malformed(value.to_string()));
            facts.values[fact.index()] = value.or_else(raw);
        }
        // The role decides: a calling convention or `gpu.kernel` makes a kernel as well as the attribute does.
        facts.values[Fact::Kernel.index()] = (contract.role == Role::Kernel).then_some(FactValue::Unit);
        facts
    }

    /// States a fact, in place of what was stated before.
    pub fn state(&mut self, fact: Fact, value: FactValue) {
        self.values[fact.index()] = Some(value);
    }

    /// What is stated; none if nothing is, or if [`Stage::shows`] says that nothing can be.
    pub const fn get(&self, fact: Fact) -> Option<&FactValue> {
        self.values[fact.index()].as_ref()
    }

    /// Everything that is stated, in the order of [`Fact`].
    pub fn iter(&self) -> impl Iterator<Item = (Fact, &FactValue)> {
        Fact::ALL.into_iter().filter_map(|fact| Some((fact, self.get(fact)?)))
    }

    /// Whether the function is a kernel.
    pub const fn is_kernel(&self) -> bool {
        self.get(Fact::Kernel).is_some()
    }

    /// The shape that is stated, if it is one.
    pub const fn shape(&self, fact: Fact) -> Option<[i64; 3]> {
        match self.get(fact) {
            Some(FactValue::Shape(sizes)) => Some(*sizes),
            _ => None,
        }
    }

    /// The threads of a block shape or the CTAs of a cluster shape, if one is stated.
    pub fn product(&self, fact: Fact) -> Option<i128> {
        let sizes = self.shape(fact)?.map(i128::from);
        sizes.into_iter().try_fold(1, i128::checked_mul)
    }

    /// The number that is stated, if it is one.
    pub const fn number(&self, fact: Fact) -> Option<i64> {
        match self.get(fact) {
            Some(FactValue::Number(number)) => Some(*number),
            _ => None,
        }
    }
}

/// `{"stage": "ptx", "chip": "sm_90a", "ptx": "8.4", "functions": [...]}`, without what is not known of the target.
impl Serialize for ModuleFacts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("stage", &self.stage)?;
        if let Some(chip) = self.target.chip {
            map.serialize_entry("chip", chip.name())?;
        }
        if let Some(ptx) = self.target.ptx {
            map.serialize_entry("ptx", &ptx.to_string())?;
        }
        map.serialize_entry("functions", &self.functions)?;
        map.end()
    }
}

/// `{"name": "k", "facts": {"nvvm.kernel": true, "nvvm.reqntid": [128, 1, 1]}}`, and what only a PTX header or a cubin tells.
impl Serialize for Facts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("name", &self.name)?;
        if self.declared {
            map.serialize_entry("declared", &true)?;
        }
        map.serialize_entry("facts", &Statements(self))?;
        if let Some(explicit) = self.explicit_cluster {
            map.serialize_entry("explicit_cluster", &explicit)?;
        }
        if let Some(cap) = self.register_cap {
            map.serialize_entry("register_cap", &cap)?;
        }
        map.end()
    }
}

/// The statements alone, by the name of the canonical attribute.
struct Statements<'a>(&'a Facts);

impl Serialize for Statements<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (fact, value) in self.0.iter() {
            map.serialize_entry(fact.attribute(), value)?;
        }
        map.end()
    }
}
