//! The facts of one function at one state of the IR, and each statement with its carrier.
//!
//! Accepts any attribute of the function through [`FunctionFacts::add_attribute`], and the statements of other carriers
//! through [`FunctionFacts::add_statement`]. Guarantees that [`FunctionFacts::facts`] has the valid value of each
//! canonical attribute, and that a statement with any other value is kept as it was found, so that a rule can show it.
//!
//! Leaves out on purpose: the name and the location of the function, which the pass adds to a report; merging the
//! statements of several carriers ([`crate::read`]); checking them ([`crate::rules`]).

use std::borrow::Cow;
use std::fmt::{self, Display, Formatter};

use smallvec::SmallVec;
use tileiras_target::Target;

use crate::carrier::Carrier;
use crate::fact::{Fact, ForeignStatement, KnownSize, MARKER, PREFIX, Spelling, attribute_spelling};
use crate::fact_set::{Dims, FactSet, StatedFact};
use crate::read::{self, NearMiss};
use crate::value::Value;

/// The arguments of a function.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct Arguments {
    /// How many there are.
    pub count: u32,
    /// For each in order, whether it is a pointer; shorter than `count` if that is unknown for the rest.
    pub is_pointer: SmallVec<[bool; 16]>,
}

impl Arguments {
    /// Whether the argument of that 1-based index is a pointer, if known.
    pub fn is_pointer(&self, index: u32) -> Option<bool> {
        let position = usize::try_from(index).ok()?.checked_sub(1)?;
        self.is_pointer.get(position).copied()
    }
}

impl FromIterator<bool> for Arguments {
    fn from_iter<I: IntoIterator<Item = bool>>(is_pointer: I) -> Self {
        let is_pointer = SmallVec::from_iter(is_pointer);
        Arguments { count: u32::try_from(is_pointer.len()).unwrap_or(u32::MAX), is_pointer }
    }
}

/// One statement of a fact, as it was found.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Statement<'a> {
    /// The name in the carrier, and the fact that the name means.
    pub spelling: &'static Spelling,
    /// The value. For a carrier without one, such as the calling convention, a unit.
    pub value: Value<'a>,
    /// The carrier.
    pub carrier: Carrier,
}

impl Statement<'_> {
    /// Whether this is the canonical attribute of its fact.
    pub fn is_canonical(&self) -> bool {
        self.carrier == Carrier::Attribute && self.spelling.is_canonical()
    }

    /// Whether it is in a form that the passes after the transplant do not read. They do read the calling convention.
    pub fn is_legacy(&self) -> bool {
        !self.is_canonical() && !matches!(self.carrier, Carrier::CallingConvention | Carrier::GpuKernel)
    }
}

/// A name in a carrier that is almost the name of a fact.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Misspelling<'a> {
    /// The name as it was found.
    pub name: Cow<'a, str>,
    /// The carrier.
    pub carrier: Carrier,
    /// What the user probably meant.
    pub meant: NearMiss,
}

/// A known size of a function.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct KnownSizeStatement<'a> {
    /// The attribute.
    pub known: &'static KnownSize,
    /// Its value.
    pub value: Value<'a>,
    /// Whether a conversion of the function makes a fact of it, if it is a kernel.
    pub becomes_fact: bool,
}

impl KnownSizeStatement<'_> {
    /// The shape, if the value is one.
    pub fn dims(&self) -> Option<Dims> {
        read::dims(&self.value)
    }

    /// The fact that a conversion makes of one of [`FunctionFacts::convertible_sizes`], with its value.
    pub fn converted(&self) -> Option<(Fact, Dims)> {
        Some((self.known.converted, self.dims()?))
    }
}

/// A statement about launches that no tool reads where it stands.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum IgnoredStatement<'a> {
    /// One in the words of another language or target.
    Foreign {
        /// Its name.
        statement: &'static ForeignStatement,
        /// Its value; a unit for a calling convention.
        value: Value<'a>,
        /// Whether it is an entry of `passthrough`.
        is_passthrough: bool,
    },
    /// A launch fact, or almost the name of one, on a part of the function.
    OnPart {
        /// The name of the attribute.
        name: Cow<'a, str>,
        /// The kind of the part.
        part: FunctionPart,
        /// Its 1-based index among the parts of this kind.
        index: u32,
    },
    /// `gpu.kernel` with a value. Upstream makes a kernel of a unit only (measured: MLIR 22).
    GpuKernel(Value<'a>),
    /// `gpu.kernel` on a function that upstream does not lower to a kernel, such as a `func.func`.
    GpuKernelOnFunction,
}

/// A part of a function that can have attributes.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum FunctionPart {
    /// An argument.
    Argument,
    /// A result.
    Result,
    /// Memory of a work-group that a `gpu.func` declares.
    WorkgroupAttribution,
    /// Memory of a thread, likewise.
    PrivateAttribution,
}

impl Display for FunctionPart {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Argument => "argument",
            Self::Result => "result",
            Self::WorkgroupAttribution => "workgroup attribution",
            Self::PrivateAttribution => "private attribution",
        })
    }
}

/// The facts of one function at one state of the IR.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct FunctionFacts<'a> {
    /// The canonical attributes with valid values. They contain [`Fact::Kernel`] if any of these makes the function a
    /// kernel: the attribute, `gpu.kernel` or the calling convention.
    pub facts: FactSet,
    /// Every statement, in the order in which they are merged: canonical attributes, other attributes, arguments,
    /// calling convention, `passthrough`, tuples.
    pub statements: Vec<Statement<'a>>,
    /// The value of the marker `nvvm.annotations_transplanted`, if the function has it.
    pub marker: Option<Value<'a>>,
    /// The other `nvvm.` attributes.
    pub unknown: Vec<Cow<'a, str>>,
    /// The names that are almost those of facts, in the order in which they were found.
    pub misspellings: Vec<Misspelling<'a>>,
    /// The known sizes, in the order of [`KNOWN_SIZES`](crate::KNOWN_SIZES).
    pub known_sizes: Vec<KnownSizeStatement<'a>>,
    /// The shape of the grid of every launch, with the attribute that states it, one of
    /// [`KNOWN_GRID_SIZES`](crate::KNOWN_GRID_SIZES).
    pub known_grid: Option<(&'static str, Dims)>,
    /// The statements about launches that no tool reads where they stand.
    pub ignored: Vec<IgnoredStatement<'a>>,
    /// The arguments, if they are known.
    pub arguments: Option<Arguments>,
    /// How many results the function has.
    pub results: usize,
    /// Whether it takes a variable number of arguments.
    pub is_variadic: bool,
    /// Whether only its own PTX text can call it. False for a function of IR.
    pub is_local: bool,
    /// `.local_maxnreg` of a PTX text: a register cap of the function, which is no launch fact.
    pub local_maxnreg: Option<u32>,
    /// The target that a PTX text states, if the facts are its directives: ptxas reads them for any chip, and a launch
    /// can have what they leave open. Those of IR are printed for chips that have them.
    pub ptx: Option<Target>,
}

impl<'a> FunctionFacts<'a> {
    /// A function without a statement.
    pub fn new() -> Self {
        Self::default()
    }

    /// A kernel without a statement.
    pub fn of_kernel() -> Self {
        let mut function = Self::default();
        function.facts.insert(StatedFact::Kernel);
        function
    }

    /// Adds an attribute of the function. One that is not in the NVVM namespace states nothing.
    pub fn add_attribute(&mut self, name: impl Into<Cow<'a, str>>, value: Value<'a>) {
        let name = name.into();
        match attribute_spelling(&name) {
            Some(spelling) => self.add_statement(Statement { spelling, value, carrier: Carrier::Attribute }),
            None if name == MARKER => self.marker = Some(value),
            None => {
                self.add_unknown_name(name.clone(), Carrier::Attribute);
                if name.starts_with(PREFIX) {
                    self.unknown.push(name);
                }
            }
        }
    }

    /// Adds a name that is not known in that carrier. It is kept if it is almost the name of a fact.
    pub fn add_unknown_name(&mut self, name: impl Into<Cow<'a, str>>, carrier: Carrier) {
        let name = name.into();
        if let Some(meant) = read::near_miss(&name, carrier) {
            self.misspellings.push(Misspelling { name, carrier, meant });
        }
    }

    /// Adds an attribute of the part of that 1-based index. It is kept if it has the name of a fact, or almost.
    pub fn add_ignored_attribute(&mut self, name: impl Into<Cow<'a, str>>, part: FunctionPart, index: u32) {
        let name = name.into();
        if attribute_spelling(&name).is_some() || read::near_miss(&name, Carrier::Attribute).is_some() {
            self.ignored.push(IgnoredStatement::OnPart { name, part, index });
        }
    }

    /// Adds a statement after those of the same carrier.
    pub fn add_statement(&mut self, statement: Statement<'a>) {
        if statement.is_canonical()
            && let Some(value) = read::canonical(statement.spelling.fact, &statement.value)
            && let Ok(stated) = StatedFact::new(statement.spelling.fact, value)
        {
            self.facts.insert(stated);
        }
        let rank = |statement: &Statement<'_>| match statement.carrier {
            Carrier::Attribute if statement.is_canonical() => 0,
            Carrier::Attribute => 1,
            Carrier::Argument(_) => 2,
            Carrier::CallingConvention | Carrier::GpuKernel => 3,
            Carrier::Passthrough => 4,
            Carrier::Tuple(_) => 5,
        };
        let position = self.statements.iter().rposition(|other| rank(other) <= rank(&statement));
        self.statements.insert(position.map_or(0, |position| position + 1), statement);
    }

    /// Whether the facts are directives of a PTX text.
    pub const fn is_ptx(&self) -> bool {
        self.ptx.is_some()
    }

    /// Removes the canonical attribute of a fact.
    pub fn remove(&mut self, fact: Fact) {
        self.statements.retain(|statement| !statement.is_canonical() || statement.spelling.fact != fact);
        self.facts.remove(fact);
    }

    /// The value of the canonical attribute of a fact, as it was found.
    pub fn canonical(&self, fact: Fact) -> Option<&Value<'a>> {
        let found = |statement: &&Statement<'_>| statement.is_canonical() && statement.spelling.fact == fact;
        self.statements.iter().find(found).map(|statement| &statement.value)
    }

    /// Whether the function has the canonical attribute of a fact, with any value.
    pub fn has_attribute(&self, fact: Fact) -> bool {
        self.canonical(fact).is_some()
    }

    /// The facts whose canonical attribute the function has, with any value, in the order of [`Fact`].
    pub fn attributes(&self) -> impl Iterator<Item = Fact> {
        Fact::ALL.into_iter().filter(|&fact| self.has_attribute(fact))
    }

    /// The statements that `nvvm-transplant` moves to canonical attributes.
    pub fn legacy(&self) -> impl Iterator<Item = &Statement<'a>> {
        self.statements.iter().filter(|statement| statement.is_legacy())
    }

    /// Whether a legacy statement is about a fact, so that the transplant can add it.
    pub fn awaits(&self, fact: Fact) -> bool {
        self.legacy().any(|statement| statement.spelling.fact == fact)
    }

    /// Whether ptxas knows how many registers a thread has at the start. Otherwise it ignores `setmaxnreg`.
    pub fn has_known_registers(&self) -> bool {
        let has = |fact| self.has_attribute(fact) || self.awaits(fact);
        let has_block = has(Fact::ReqNTid) || has(Fact::MaxNTid);
        has(Fact::MaxNReg) || has_block && has(Fact::MinCtaSm)
    }

    /// Whether `nvvm-transplant` has read the legacy carriers.
    pub const fn is_marked(&self) -> bool {
        self.marker.is_some()
    }

    /// Whether the function is a kernel.
    pub const fn is_kernel(&self) -> bool {
        self.facts.is_kernel()
    }

    /// [`FactSet::dims`].
    pub const fn dims(&self, fact: Fact) -> Option<Dims> {
        self.facts.dims(fact)
    }

    /// [`FactSet::product`].
    pub fn product(&self, fact: Fact) -> Option<u128> {
        self.facts.product(fact)
    }

    /// [`FactSet::scalar`].
    pub const fn scalar(&self, fact: Fact) -> Option<u32> {
        self.facts.scalar(fact)
    }

    /// [`FactSet::positive`].
    pub fn positive(&self, fact: Fact) -> Option<u32> {
        self.facts.positive(fact)
    }

    /// The fact of the attribute that states the exact block, or else of the one that bounds it, with any value.
    pub fn block_fact(&self) -> Option<Fact> {
        [Fact::ReqNTid, Fact::MaxNTid].into_iter().find(|&fact| self.has_attribute(fact))
    }

    /// The threads of the block that is stated, or else of the one that a conversion will state.
    pub fn block_threads(&self) -> Option<u128> {
        let converted = || {
            let (_, sizes) = self.converted_sizes().find(|(fact, _)| *fact == Fact::MaxNTid)?;
            Some(sizes.into_iter().map(u128::from).product())
        };
        match self.block_fact() {
            Some(fact) => self.product(fact),
            None => converted(),
        }
    }

    /// The exact shape of every launch, with the attribute that states it: the fact `exact`, or else a known size.
    pub fn launch_shape(&self, exact: Fact) -> Option<(&'static str, Dims)> {
        let of_fact = self.dims(exact).map(|dims| (exact.attribute(), dims));
        of_fact.or_else(|| {
            let mut known = self.known_sizes.iter().filter(|size| size.known.exact == exact);
            known.find_map(|size| Some((size.known.attribute, size.dims()?)))
        })
    }

    /// Adds the known shape of the grid. The first one counts, and a value that is no shape is ignored.
    pub fn set_known_grid(&mut self, name: &'static str, value: &Value<'_>) {
        self.known_grid = self.known_grid.or_else(|| Some((name, read::dims(value)?)));
    }

    /// The known sizes that a conversion makes facts of: those of a kernel. On other functions they only bound the ids
    /// of threads and blocks (MLIR 22, `gpu.func`).
    pub fn convertible_sizes(&self) -> impl Iterator<Item = &KnownSizeStatement<'a>> {
        self.known_sizes.iter().filter(|size| size.becomes_fact && self.is_kernel())
    }

    /// The facts that a conversion makes of the known sizes.
    pub fn converted_sizes(&self) -> impl Iterator<Item = (Fact, Dims)> {
        self.convertible_sizes().filter_map(KnownSizeStatement::converted)
    }

    /// The known sizes of a kernel that reach no tool: no conversion makes a fact of them, and no fact states or bounds
    /// the shape.
    pub fn ignored_sizes(&self) -> impl Iterator<Item = &KnownSizeStatement<'a>> {
        let is_stated = |fact| self.has_attribute(fact) || self.awaits(fact);
        self.known_sizes.iter().filter(move |size| {
            // A cluster of one CTA is the default.
            let is_default = size.known.exact.is_cluster() && size.dims() == Some([1; 3]);
            let is_fact = size.becomes_fact || is_stated(size.known.exact) || is_stated(size.known.bound);
            self.is_kernel() && !is_default && !is_fact
        })
    }
}
