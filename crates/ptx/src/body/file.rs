//! What the code of a file can name: variables and functions.

use std::collections::BTreeMap;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use tileiras_kernel::program::{Function, Initial, Variable as Definition};
use tileiras_kernel::value::{Space, ValueKind};
use tileiras_kernel::{FunctionId, InstId, SymbolId, ValueId};

use super::shared::SharedMemory;
use super::slot::Part;
use crate::statement::{Instruction, Variable};

/// A variable that code names.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) struct Symbol {
    /// Its id.
    pub id: SymbolId,
    /// Its alignment in bytes, if it is known.
    pub alignment: Option<u64>,
}

/// A function that a call names.
pub(super) struct Callee {
    pub id: FunctionId,
    /// The parts of each of its parameters.
    pub parameters: Vec<Vec<Part<()>>>,
    /// The parts of each of its results.
    pub results: Vec<Vec<Part<()>>>,
}

/// The names of a file.
#[derive(Default)]
pub(super) struct File<'t> {
    pub symbols: FxHashMap<&'t str, Symbol>,
    /// The number of symbols so far.
    pub count: usize,
    pub variables: BTreeMap<SymbolId, Definition>,
    pub functions: FxHashMap<&'t str, Rc<Callee>>,
    pub positions: Vec<usize>,
    /// The arrays of shared memory whose size the launch states.
    pub dynamic: Option<Symbol>,
    /// What matters of shared memory.
    pub memory: SharedMemory,
    /// The variables of the function that is lowered.
    pub locals: Vec<Symbol>,
    /// What the variables are that have a value from the beginning on and do not change.
    pub constants: BTreeMap<SymbolId, Initial>,
}

impl<'t> File<'t> {
    /// The symbol of a variable; of one that is declared again, the known one. The arrays of shared memory whose size
    /// the launch states are one variable: they begin at one address (PTX ISA, 5.1.8).
    pub fn declare(&mut self, text: &'t [u8], variable: &Variable, known: Option<Symbol>) -> Symbol {
        let space = match variable.space.of(text) {
            space if space.starts_with(".shared") => Space::Shared,
            space if space.starts_with(".local") => Space::Local,
            space if space.starts_with(".const") => Space::Constant,
            _ => Space::Global,
        };
        let is_shared = space == Space::Shared;
        let is_dynamic = is_shared && variable.size == Some(0);
        let known = if is_dynamic { self.dynamic.or(known) } else { known };
        let id = known.map_or_else(|| self.add(), |symbol| symbol.id);
        let definition = self.variables.entry(id).or_default();
        definition.alignment = definition.alignment.max(Some(variable.alignment));
        definition.size = definition.size.max(variable.size);
        definition.space = space;
        let symbol = Symbol { id, alignment: definition.alignment };
        if is_dynamic {
            self.dynamic = Some(symbol);
        }
        if space == Space::Constant {
            self.constants.extend(variable.initial.clone().map(|initial| (id, initial)));
        }
        symbol
    }

    /// States what variables are that no code writes.
    pub fn add_constants(&mut self, variables: FxHashMap<&str, Initial>) {
        let known = variables.into_iter().filter_map(|(name, initial)| Some((self.symbols.get(name)?.id, initial)));
        self.constants.extend(known);
    }

    /// Whether a variable with that name has a value from the beginning on and does not change.
    pub fn is_constant(&self, name: &str) -> bool {
        self.symbol(name).is_some_and(|symbol| self.constants.contains_key(&symbol.id))
    }

    /// The variable with that name.
    pub fn symbol(&self, name: &str) -> Option<Symbol> {
        self.symbols.get(name).copied()
    }

    /// A variable that the function declares, by its index.
    pub fn local(&self, index: u32) -> Option<Symbol> {
        self.locals.get(index as usize).copied()
    }

    /// The function with that name.
    pub fn callee(&self, name: &str) -> Option<Rc<Callee>> {
        self.functions.get(name).cloned()
    }

    /// The id of an instruction. All calls for one instruction are before those for the next one.
    pub fn id(&mut self, instruction: &Instruction) -> InstId {
        let position = instruction.start as usize;
        if self.positions.last() != Some(&position) {
            self.positions.push(position);
        }
        InstId::new(self.positions.len() - 1)
    }

    pub fn add(&mut self) -> SymbolId {
        self.count += 1;
        SymbolId::new(self.count - 1)
    }

    pub fn declare_function(&mut self, name: &'t str) {
        if !self.symbols.contains_key(name) {
            let id = self.add();
            self.symbols.insert(name, Symbol { id, alignment: None });
        }
    }

    /// Gives loads of variables that do not change what they load. At an index that is not constant, it is a load of
    /// constant memory, whatever state space it names.
    pub fn load_constants(&self, function: &mut Function) {
        if self.constants.is_empty() {
            return;
        }
        let mut replaced = FxHashSet::default();
        for index in 0..function.values.len() {
            let Some(value) = function.values.get(index) else { continue };
            let ValueKind::Load { address, .. } = value.kind else { continue };
            let Some((variable, offset)) = function.variable_of(address) else { continue };
            let Some(table) = self.constants.get(&variable) else { continue };
            let found = offset.and_then(|offset| table.value(offset, value.bits));
            let Some(value) = function.values.get_mut(index) else { continue };
            match found {
                Some(constant) => {
                    value.kind = ValueKind::Constant(constant);
                    replaced.insert(ValueId::new(index));
                }
                None => value.kind = ValueKind::Load { address, space: Space::Constant },
            }
        }
        for block in &mut function.blocks {
            block.computes.retain(|value| !replaced.contains(value));
            for instruction in &mut block.instructions {
                instruction.accesses.retain(|access| !replaced.contains(&access.value));
            }
        }
    }
}
