//! What one stage states about a module.
//!
//! Accepts the facts of a function of MLIR or LLVM IR ([`FunctionSnapshot::of`]), and the [`FactSet`]s of PTX headers
//! and cubins. Guarantees that a fact that a stage cannot show is not treated as absent ([`Stage::shows`]), and that a
//! statement without a valid value is kept as text.
//!
//! Leaves out on purpose: comparing and checking ([`super`], [`crate::rules`]), and reading the file of a stage.

use std::fmt::{self, Display, Formatter};

use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};
use tileiras_target::Target;

use crate::fact::Fact;
use crate::fact_set::{FactSet, FactValue, JsonValue};
use crate::function_facts::FunctionFacts;
use crate::symbol::Symbol;
use crate::value::Value;

/// Where facts were read.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug, Serialize, Deserialize)]
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
    /// Whether this stage shows a fact that holds. Constant arguments change the code of a kernel, but not its header.
    /// The cubin has one register cap instead of the register facts, [`FunctionSnapshot::register_cap`], and one number
    /// for all kernels instead of the least memory of each, [`FunctionSnapshot::program_memory`] (measured).
    pub const fn shows(self, fact: Fact) -> bool {
        match self {
            Stage::Ir => true,
            Stage::Ptx => !matches!(fact, Fact::GridConstant),
            Stage::Cubin => {
                !matches!(fact, Fact::GridConstant | Fact::MaxNReg | Fact::MinCtaSm | Fact::MinPerCtaMemory)
            }
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
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
pub enum StatedValue {
    /// A valid value.
    Valid(FactValue),
    /// A canonical attribute whose value is not valid, as text.
    Malformed(String),
}

impl Display for StatedValue {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            StatedValue::Valid(value) => value.fmt(f),
            StatedValue::Malformed(text) => f.write_str(text),
        }
    }
}

/// What one stage states about a module. It can be sent to another process; [`SnapshotJson`] is its form for people.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
pub struct Snapshot {
    /// The stage.
    pub stage: Stage,
    /// The target, as far as the module states it: the chip of a cubin, `.target` and `.version` of PTX.
    pub target: Target,
    /// The functions, in the order of the file.
    pub functions: Vec<FunctionSnapshot>,
}

/// What one stage states about one function.
#[derive(Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct FunctionSnapshot {
    /// The symbol.
    pub symbol: Symbol,
    /// Whether the function has no body in this module, so that no later stage has it.
    pub declared: bool,
    /// The facts.
    pub facts: FactSet,
    /// The facts whose canonical attribute has a value that is not valid, with that value as text.
    pub malformed: Vec<(Fact, String)>,
    /// What legacy carriers state although the marker says that they were read: no pass reads it. A text for each.
    pub unread: Vec<(Fact, String)>,
    /// Whether `.explicitcluster` is stated. Unknown in the IR, in which a cluster shape implies it.
    pub explicit_cluster: Option<bool>,
    /// The maximum number of registers of one thread, as `ptxas` derived it; only in a cubin.
    pub register_cap: Option<u32>,
    /// `.local_maxnreg`, a register cap of one function that is no launch fact; only in PTX.
    pub local_maxnreg: Option<u32>,
    /// The largest `.minperctamemory` of the kernels of the program, in bytes; only in a cubin, which does not have
    /// those of each kernel.
    pub program_memory: Option<u32>,
    /// The codes of the attributes of the kernel that are not known; only in a cubin.
    pub unknown: Vec<u8>,
}

impl FunctionSnapshot {
    /// A function that states nothing.
    pub fn new(symbol: impl Into<Symbol>) -> Self {
        FunctionSnapshot { symbol: symbol.into(), ..FunctionSnapshot::default() }
    }

    /// What the canonical attributes of a function of IR state.
    pub fn of(symbol: impl Into<Symbol>, function: &FunctionFacts<'_>) -> Self {
        let malformed = function.attributes().filter(|&fact| !function.facts.states(fact) && fact != Fact::Kernel);
        let malformed = malformed.filter_map(|fact| Some((fact, text(function.canonical(fact)?))));
        let malformed = malformed.collect();
        FunctionSnapshot { facts: function.facts.clone(), malformed, ..FunctionSnapshot::new(symbol) }
    }

    /// What is stated about a fact; `None` if nothing is stated, or if the stage cannot show the fact.
    pub fn get(&self, fact: Fact) -> Option<StatedValue> {
        let malformed = || self.malformed.iter().find(|(other, _)| *other == fact);
        let malformed = || malformed().map(|(_, text)| StatedValue::Malformed(text.clone()));
        self.facts.get(fact).cloned().map(StatedValue::Valid).or_else(malformed)
    }

    /// Everything that is stated, in the order of [`Fact`].
    pub fn iter(&self) -> impl Iterator<Item = (Fact, StatedValue)> {
        Fact::ALL.into_iter().filter_map(|fact| Some((fact, self.get(fact)?)))
    }

    /// Whether the function is a kernel.
    pub const fn is_kernel(&self) -> bool {
        self.facts.is_kernel()
    }
}

/// A malformed value without its type, as valid values are printed.
fn text(value: &Value<'_>) -> String {
    match value {
        Value::Integer { value, .. } => value.to_string(),
        other => other.to_string(),
    }
}

/// A snapshot in JSON: `{"stage": "ptx", "chip": "sm_90a", "ptx": "8.4", "functions": [...]}`, without the unknown
/// parts of the target.
#[derive(Clone, Copy, Debug)]
pub struct SnapshotJson<'a>(pub &'a Snapshot);

impl Serialize for SnapshotJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let SnapshotJson(Snapshot { stage, target, functions }) = *self;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("stage", stage)?;
        if let Some(chip) = target.chip {
            map.serialize_entry("chip", chip.name())?;
        }
        if let Some(ptx) = target.ptx {
            map.serialize_entry("ptx", &ptx.to_string())?;
        }
        map.serialize_entry("functions", &functions.iter().map(FunctionJson).collect::<Vec<_>>())?;
        map.end()
    }
}

/// `{"name": "k", "facts": {"nvvm.kernel": true, "nvvm.reqntid": [128, 1, 1]}}`, and the fields that only a PTX header
/// or a cubin has.
struct FunctionJson<'a>(&'a FunctionSnapshot);

impl Serialize for FunctionJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let FunctionJson(function) = *self;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("name", &function.symbol.to_string())?;
        if function.declared {
            map.serialize_entry("declared", &true)?;
        }
        map.serialize_entry("facts", &Statements(function))?;
        if !function.unread.is_empty() {
            map.serialize_entry("unread", &Unread(function))?;
        }
        if let Some(explicit) = function.explicit_cluster {
            map.serialize_entry("explicit_cluster", &explicit)?;
        }
        if let Some(cap) = function.register_cap {
            map.serialize_entry("register_cap", &cap)?;
        }
        if let Some(cap) = function.local_maxnreg {
            map.serialize_entry("local_maxnreg", &cap)?;
        }
        if let Some(bytes) = function.program_memory {
            map.serialize_entry("program_memory", &bytes)?;
        }
        if !function.unknown.is_empty() {
            map.serialize_entry("unknown", &function.unknown)?;
        }
        map.end()
    }
}

/// The facts of a function by the names of their attributes, malformed ones among them.
struct Statements<'a>(&'a FunctionSnapshot);

impl Serialize for Statements<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (fact, value) in self.0.iter() {
            map.serialize_entry(fact.attribute(), &JsonStated(&value))?;
        }
        map.end()
    }
}

/// The statements that are not read, by the names of the attributes of their facts.
struct Unread<'a>(&'a FunctionSnapshot);

impl Serialize for Unread<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.unread.iter().map(|(fact, text)| (fact.attribute(), text)))
    }
}

/// A statement in JSON: the value, or the text of a malformed one.
pub(super) struct JsonStated<'a>(pub(super) &'a StatedValue);

impl Serialize for JsonStated<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            StatedValue::Valid(value) => JsonValue(value).serialize(serializer),
            StatedValue::Malformed(text) => text.serialize(serializer),
        }
    }
}
