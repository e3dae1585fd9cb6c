//! The launch facts of every function of a program, read once for each state of the IR.
//!
//! Most kernels of a program have the same attributes, and tuples with the same keys and values: such functions are one
//! *group*, and their facts are read once. Guarantees that all functions of a group state the same facts with the same
//! carriers; only the positions of their tuples differ ([`ProgramFacts::of_function`]).

use melior::ir::OperationRef;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::borrow::Cow;
use tileiras_contract::{Carrier, FunctionFacts};
use tileiras_mlir::analysis::{Analyses, Analysis, SavedAnalyses};
use tileiras_mlir::function::LaunchAttributeKey;

use crate::annotation_index::AnnotationIndex;
use crate::function;
use crate::scope::Scope;

/// The launch facts of a program.
#[derive(Default)]
pub struct ProgramFacts<'c, 'a> {
    /// The tuples of all modules.
    pub annotations: AnnotationIndex<'c, 'a>,
    groups: Vec<Group<'c>>,
    /// For each function, by its number in the scope.
    group_of: Vec<GroupId>,
}

/// Functions that state the same facts with the same carriers.
struct Group<'c> {
    facts: FunctionFacts<'c>,
    /// The function whose tuples are the carriers in `facts`.
    first: usize,
}

/// A group of functions.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct GroupId(u32);

impl GroupId {
    /// The position of the group among all groups.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl Analysis for ProgramFacts<'static, 'static> {
    type Of<'c, 'a>
        = ProgramFacts<'c, 'a>
    where
        'c: 'a;

    const SURVIVES_ATTRIBUTE_CHANGES: bool = false;

    fn compute<'r, 'c: 'a + 'r, 'a: 'r>(analyses: Analyses<'r>, root: OperationRef<'c, 'a>) -> ProgramFacts<'c, 'a> {
        ProgramFacts::read(analyses.get::<Scope<'_, '_>>(root))
    }

    fn shorten<'r, 'c: 'a + 'r, 'a: 'r>(facts: &'r ProgramFacts<'static, 'static>) -> &'r ProgramFacts<'c, 'a> {
        facts
    }
}

impl<'c, 'a> ProgramFacts<'c, 'a> {
    /// Reads the facts of all functions of a scope.
    #[must_use]
    pub fn read(scope: &Scope<'c, 'a>) -> Self {
        Self::with_annotations(scope, AnnotationIndex::read(scope))
    }

    /// Reads the facts of all functions of a scope, with tuples that were read before.
    #[must_use]
    pub fn with_annotations(scope: &Scope<'c, 'a>, annotations: AnnotationIndex<'c, 'a>) -> Self {
        let (mut groups, mut group_of) = (Vec::new(), Vec::with_capacity(scope.functions.len()));
        let mut known = FxHashMap::default();
        for (number, function) in scope.functions.iter().enumerate() {
            let about = annotations.about(number);
            let contents: SmallVec<[usize; 4]> =
                about.iter().filter_map(|id| annotations.tuple(*id)).map(|tuple| tuple.content).collect();
            let key = (LaunchAttributeKey::of(*function), function::gpu_keys(*function), contents);
            let id = *known.entry(key).or_insert_with(|| {
                let mut facts = function::read(*function);
                annotations.add_statements(&mut facts, about);
                groups.push(Group { facts, first: number });
                GroupId(groups.len() as u32 - 1)
            });
            group_of.push(id);
        }
        Self { annotations, groups, group_of }
    }

    /// The number of groups.
    #[must_use]
    pub const fn group_count(&self) -> usize {
        self.groups.len()
    }

    /// The group of the function of that number in the scope.
    #[must_use]
    pub fn group(&self, function: usize) -> GroupId {
        self.group_of[function]
    }

    /// The group of each function, in the order of the scope.
    pub fn function_groups(&self) -> impl Iterator<Item = GroupId> {
        self.group_of.iter().copied()
    }

    /// The facts of a group. The carriers are the tuples of its first function.
    #[must_use]
    pub fn of_group(&self, group: GroupId) -> &FunctionFacts<'c> {
        &self.groups[group.index()].facts
    }

    /// The facts of all groups.
    pub fn groups(&self) -> impl Iterator<Item = &FunctionFacts<'c>> {
        self.groups.iter().map(|group| &group.facts)
    }

    /// The facts of the function of that number in the scope, each statement with its own tuple: for messages.
    #[must_use]
    pub fn of_function(&self, function: usize) -> Cow<'_, FunctionFacts<'c>> {
        let Group { facts, first } = &self.groups[self.group(function).index()];
        let (theirs, own) = (self.annotations.about(*first), self.annotations.about(function));
        if *first == function || own.is_empty() {
            return Cow::Borrowed(facts);
        }
        let mut facts = facts.clone();
        let statements = facts.statements.iter_mut().map(|statement| &mut statement.carrier);
        let misspellings = facts.misspellings.iter_mut().map(|misspelling| &mut misspelling.carrier);
        for carrier in statements.chain(misspellings) {
            if let Carrier::Tuple(id) = carrier
                && let Ok(position) = theirs.binary_search(id)
            {
                *carrier = Carrier::Tuple(own[position]);
            }
        }
        Cow::Owned(facts)
    }
}

/// A program at one state of the IR. Both parts are analyses: they are computed once for each state.
#[derive(Clone, Copy)]
pub struct Program<'r, 'c, 'a> {
    /// The operation that was read.
    pub root: OperationRef<'c, 'a>,
    /// Its modules and functions.
    pub scope: &'r Scope<'c, 'a>,
    /// Their launch facts.
    pub facts: &'r ProgramFacts<'c, 'a>,
}

impl<'r, 'c: 'a + 'r, 'a: 'r> Program<'r, 'c, 'a> {
    /// The program of the operation that a pass runs on.
    #[must_use]
    pub fn of(analyses: Analyses<'r>, root: OperationRef<'c, 'a>) -> Self {
        Self { root, scope: analyses.get::<Scope<'_, '_>>(root), facts: analyses.get::<ProgramFacts<'_, '_>>(root) }
    }

    /// The program of an operation, for code outside of passes.
    #[must_use]
    pub fn saved(analyses: &'r SavedAnalyses<'c, 'a>) -> Self {
        Self::of(analyses.analyses(), analyses.root())
    }
}
