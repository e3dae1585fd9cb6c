//! What the functions of a program share while they are read: names, symbols, and numbers for what is equal.
//!
//! Guarantees that a text is printed and a name is looked up once.
//!
//! Leaves out on purpose: anything that belongs to one function (`reader.rs`).

use melior::ir::{Attribute, OperationRef, Type};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::collections::BTreeMap;
use std::rc::Rc;
use tileiras_kernel::SymbolId;
use tileiras_kernel::program::{CtaGroup, Variable};
use tileiras_mlir::attribute::{View, print, symbol_path, view};
use tileiras_mlir::symbol::Symbols;
use tileiras_mlir::text::lossy;
use tileiras_mlir::{layout, operation};

use super::callees::Callees;
use super::computation::{self, Computation};
use super::constants::Constants;
use super::form::{self, Form};
use super::key::{AttributeKey, OpKey, OpNameKey, TypeKey, ValueKey};
use super::names::OperationNames;
use super::text::Texts;

/// What tells operations without a state apart. Equal keys are equal operations.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub(super) enum OpaqueKey {
    /// All operations of that name, with those attributes and that type; the result of that number.
    Name(OpNameKey, SmallVec<[AttributeKey; 1]>, TypeKey, usize),
    /// One operation; the result of that number.
    Operation(OpKey, usize),
    /// An intrinsic.
    Intrinsic(AttributeKey),
    /// The member of a struct at that position.
    Member(AttributeKey),
    /// The address of an element of a memref.
    Element,
}

/// What tells variables apart.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(super) enum SymbolKey {
    /// The operation that defines it.
    Definition(OpKey),
    /// A symbol that is not defined in the program.
    Name(AttributeKey),
    /// One variable for all operations of that name.
    Common(OpNameKey),
    /// An argument of a function that stands for a variable.
    Argument(ValueKey),
}

/// An intrinsic, by its name.
#[derive(Clone, Debug)]
pub(super) struct Intrinsic {
    /// The name without `llvm.nvvm.`, or the full name of any other one.
    pub name: String,
    /// What instruction it is, if it is one.
    pub form: Option<Form>,
    /// What it returns.
    pub computation: Computation,
    /// The group of CTAs in its name.
    pub group: Option<CtaGroup>,
    /// Whether the thread does not go on.
    pub is_trap: bool,
}

/// The state that the functions of a program share.
pub(super) struct ProgramState<'s, 'c, 'a> {
    pub names: OperationNames,
    pub symbols: &'s mut Symbols<'c, 'a>,
    pub callees: Callees<'s, 'c, 'a>,
    pub constants: Constants,
    pub texts: Texts,
    /// Whether the program requests to cancel launches, or allocates tensor memory: then loads from shared memory matter.
    pub has_requests: bool,
    /// Whether it has copies or products that access shared memory: then stores and loads matter.
    pub has_asynchronous: bool,
    /// Whether it stores constants to shared memory.
    pub has_tables: bool,
    /// The operation of each instruction id.
    pub operations: Vec<OperationRef<'c, 'a>>,
    pub launches: Vec<OperationRef<'c, 'a>>,
    intrinsics: FxHashMap<AttributeKey, Option<Rc<Intrinsic>>>,
    words: FxHashMap<AttributeKey, Rc<str>>,
    opaque: FxHashMap<OpaqueKey, u32>,
    variables: FxHashMap<SymbolKey, SymbolId>,
    /// What the definitions of variables state.
    pub defined: BTreeMap<SymbolId, Variable>,
    members: FxHashMap<(TypeKey, usize), Option<(Type<'c>, u64)>>,
    sizes: FxHashMap<TypeKey, Option<u64>>,
}

impl<'s, 'c, 'a> ProgramState<'s, 'c, 'a> {
    pub fn new(callees: Callees<'s, 'c, 'a>, symbols: &'s mut Symbols<'c, 'a>) -> Self {
        Self {
            names: OperationNames::default(),
            symbols,
            callees,
            constants: Constants::default(),
            texts: Texts::default(),
            has_requests: false,
            has_asynchronous: false,
            has_tables: false,
            operations: Vec::new(),
            launches: Vec::new(),
            intrinsics: FxHashMap::default(),
            words: FxHashMap::default(),
            opaque: FxHashMap::default(),
            variables: FxHashMap::default(),
            defined: BTreeMap::new(),
            members: FxHashMap::default(),
            sizes: FxHashMap::default(),
        }
    }

    /// Whether loads from shared memory matter.
    pub const fn follows_loads(&self) -> bool {
        self.has_requests || self.follows_stores()
    }

    /// Whether stores to shared memory matter.
    pub const fn follows_stores(&self) -> bool {
        self.has_tables || self.has_asynchronous
    }

    /// The intrinsic that an operation calls; none if it calls something else.
    pub fn intrinsic(&mut self, op: OperationRef<'c, 'a>) -> Option<Rc<Intrinsic>> {
        let name = intrinsic_attribute(op)?;
        self.intrinsics.entry(AttributeKey::of(name)).or_insert_with(|| read_intrinsic(name).map(Rc::new)).clone()
    }

    /// The number of an operation without a state.
    pub fn opaque(&mut self, key: OpaqueKey) -> u32 {
        let next = u32::try_from(self.opaque.len()).unwrap_or(u32::MAX);
        *self.opaque.entry(key).or_insert(next)
    }

    /// The id of a variable.
    pub fn variable(&mut self, key: SymbolKey) -> SymbolId {
        let next = SymbolId::new(self.variables.len());
        *self.variables.entry(key).or_insert(next)
    }

    /// The last word in the text of an attribute: `cta_2` of `#nvvm.cta_group<cta_2>`.
    pub fn word(&mut self, attribute: Attribute<'c>) -> Rc<str> {
        self.words
            .entry(AttributeKey::of(attribute))
            .or_insert_with(|| {
                let text = print(attribute);
                let last = text.trim_end_matches('>').rsplit(['<', ' ', '#']).next().unwrap_or_default();
                last.into()
            })
            .clone()
    }

    /// The last word of an attribute of an operation.
    pub fn word_of(&mut self, op: OperationRef<'c, 'a>, name: &str) -> Option<Rc<str>> {
        let attribute = operation::inherent_attribute(op, name)?;
        Some(self.word(attribute))
    }

    /// The type of a member of an aggregate, and its offset in bytes.
    pub fn member(&mut self, aggregate: Type<'c>, index: usize) -> Option<(Type<'c>, u64)> {
        *self.members.entry((TypeKey::of(aggregate), index)).or_insert_with(|| layout::member(aggregate, index))
    }

    /// The size of a type in bytes, with padding.
    pub fn size(&mut self, r#type: Type<'c>) -> Option<u64> {
        let size = || layout::TypeLayout::of(r#type).map(|layout| layout.size);
        *self.sizes.entry(TypeKey::of(r#type)).or_insert_with(size)
    }
}

/// The attribute with the name of the intrinsic, or of the function, that an operation calls.
pub(super) fn intrinsic_attribute<'c>(op: OperationRef<'c, '_>) -> Option<Attribute<'c>> {
    operation::inherent_attribute(op, "intrin").or_else(|| operation::inherent_attribute(op, "callee"))
}

/// The intrinsic that an attribute names: a text, or the symbol of a function.
pub(super) fn read_intrinsic(attribute: Attribute<'_>) -> Option<Intrinsic> {
    let full = match view(attribute) {
        View::Text(name) => name,
        View::Symbol(symbol) => symbol_path(symbol).last()?,
        _ => return None,
    };
    let full = lossy(full);
    let other = full.strip_prefix("llvm.")?;
    let Some(name) = other.strip_prefix("nvvm.") else {
        let first = other.split('.').next().unwrap_or_default();
        let computation = match computation::of_operation(&format!("llvm.intr.{first}")) {
            Computation::Other => Computation::Unknown(Default::default()),
            known => known,
        };
        let is_trap = matches!(first, "trap" | "ubsantrap");
        return Some(Intrinsic { name: full.into_owned(), form: None, computation, group: None, is_trap });
    };
    let group = name.split('.').find_map(|part| match part {
        // The weight-stationary form is for one CTA only.
        "cg1" | "ws" => Some(CtaGroup::One),
        "cg2" => Some(CtaGroup::Two),
        _ => None,
    });
    Some(Intrinsic {
        form: form::of_intrinsic(name),
        computation: computation::of_intrinsic(name),
        group,
        is_trap: false,
        name: name.to_owned(),
    })
}
