//! The program of a whole PTX file.
//!
//! Accepts a text whose headers have been read ([`crate::read`]). Guarantees a function for each definition, in the
//! order of the text, and for each instruction its position. A call of a function without a definition is a call of
//! unknown code. Never fails: what is wrong in a body does nothing.
//!
//! Leaves out on purpose: which functions code outside of the file calls; see [`FunctionSource`].

use std::collections::BTreeMap;
use std::collections::hash_map::Entry;

use rustc_hash::{FxHashMap, FxHashSet};
use tileiras_kernel::builder::FunctionBuilder;
use tileiras_kernel::program::{Function, Program, Variable as Definition};
use tileiras_kernel::{FunctionId, InstId, SymbolId, ValueId};

use super::{Callee, Host, Lowering, Plan};
use crate::header::{FunctionKind, Header, Ptx};
use crate::inline::{Placeholder, Symbol};
use crate::statement::{Code, Instruction, Variable};

/// A program with the positions of its parts.
#[derive(Clone, Debug, Default)]
pub struct PtxProgram {
    /// The functions that have a body.
    pub program: Program,
    /// Where each function of the program is, by its id.
    pub functions: Vec<FunctionSource>,
    /// The first byte of each instruction, by its id.
    pub positions: Vec<usize>,
}

/// Where a function is.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct FunctionSource {
    /// The index of its header in [`Ptx::functions`].
    pub header: usize,
    /// Whether it is a kernel.
    pub is_kernel: bool,
    /// Whether the initial value of a variable names it, so that code which is not known can call it.
    pub is_mentioned: bool,
}

impl PtxProgram {
    /// The position of an instruction.
    pub fn position(&self, id: InstId) -> Option<usize> {
        self.positions.get(id.index()).copied()
    }
}

/// Reads the bodies of the functions of a text.
pub fn read_program(text: &[u8], ptx: &Ptx<'_>) -> PtxProgram {
    let mut file = File::default();
    let mut mentioned: FxHashSet<&str> = FxHashSet::default();
    let mut outside = 0;
    let ends = ptx.functions.iter().map(|header| header.span.start).chain([text.len()]);
    let starts = ptx.functions.iter().map(|header| header.body.as_ref().map_or(header.span.end, |body| body.end));
    for (end, next) in ends.zip(starts.chain([text.len()])) {
        let code = Code::of_items(text, outside..end.max(outside));
        file.declare(text, &code.variables);
        mentioned.extend(code.mentioned.iter().map(|name| name.of(text)));
        outside = next;
    }
    let mut found = PtxProgram::default();
    let mut codes = Vec::new();
    for (index, header) in ptx.functions.iter().enumerate() {
        let Some(body) = header.body.clone() else { continue };
        let code = Code::of_function(text, header.span.start..header.clause.start, body);
        file.functions.entry(header.name).or_insert_with(|| Defined {
            id: FunctionId::new(codes.len()),
            parameters: parameters(&code).map(|(_, bits)| bits).collect(),
        });
        file.declare_name(header.name, None);
        let is_kernel = header.kind == FunctionKind::Entry;
        found.functions.push(FunctionSource {
            header: index,
            is_kernel,
            is_mentioned: mentioned.contains(header.name),
        });
        codes.push((header, code));
    }
    for (header, code) in &codes {
        let function = function(text, header, code, &mut file);
        found.program.functions.push(function);
    }
    found.program.variables = file.variables;
    found.program.split_by_tables();
    found.program.peel_loops();
    found.positions = file.positions;
    found
}

/// The registers of the parameters of a function, with their bits.
fn parameters(code: &Code) -> impl Iterator<Item = (crate::statement::Register, u8)> {
    let parameters = code.parameters.iter().skip(code.results);
    parameters.map(|&register| (register, code.register(register).and_then(|info| info.bits).unwrap_or(32)))
}

fn function<'t>(text: &'t [u8], header: &Header<'_>, code: &Code, file: &mut File<'t>) -> Function {
    let is_kernel = header.kind == FunctionKind::Entry;
    let plan = Plan::of(text, code, &|name| file.functions.contains_key(name));
    let mut builder = FunctionBuilder::new();
    let given: Vec<_> = parameters(code).map(|(register, bits)| (register, builder.add_parameter(bits))).collect();
    let has_effect = !is_kernel && (code.results > 0 || plan.can_exit());
    if !plan.has_actions() && !has_effect {
        return builder.finish();
    }
    // Local variables hide those of the file.
    let hidden: Vec<_> = code.variables.iter().map(|variable| variable.name.of(text)).collect();
    let hidden: Vec<_> = hidden.into_iter().map(|name| (name, file.symbols.remove(name))).collect();
    file.declare(text, &code.variables);
    let entry = builder.add_block();
    let mut lowering = Lowering::new((text, code, &plan), &mut builder, file, entry, 0, is_kernel);
    for (register, value) in given {
        lowering.set(register, value);
    }
    if let Some(end) = lowering.run() {
        lowering.return_from(end);
    }
    for (name, symbol) in hidden {
        match symbol {
            Some(symbol) => file.symbols.insert(name, symbol),
            None => file.symbols.remove(name),
        };
    }
    builder.finish()
}

struct Defined {
    id: FunctionId,
    parameters: Vec<u8>,
}

/// The names of a file.
#[derive(Default)]
struct File<'t> {
    symbols: FxHashMap<&'t str, Symbol>,
    /// The number of symbols so far.
    count: usize,
    variables: BTreeMap<SymbolId, Definition>,
    functions: FxHashMap<&'t str, Defined>,
    positions: Vec<usize>,
}

impl<'t> File<'t> {
    fn declare(&mut self, text: &'t [u8], variables: &[Variable]) {
        for variable in variables {
            // The sizes of others do not matter.
            let size = variable.size.filter(|_| variable.space.of(text).starts_with(".shared"));
            let definition = Definition { alignment: Some(variable.alignment), size };
            self.declare_name(variable.name.of(text), Some(definition));
        }
    }

    fn declare_name(&mut self, name: &'t str, definition: Option<Definition>) {
        let id = SymbolId::new(self.count);
        match self.symbols.entry(name) {
            Entry::Vacant(entry) => {
                entry.insert(Symbol { id, alignment: definition.and_then(|definition| definition.alignment) });
                self.variables.extend(definition.map(|definition| (id, definition)));
                self.count += 1;
            }
            // Variables of one name in several scopes are one variable, as large as the largest of them.
            Entry::Occupied(entry) => {
                if let (Some(known), Some(new)) = (self.variables.get_mut(&entry.get().id), definition) {
                    known.size = known.size.zip(new.size).map(|(one, two)| one.max(two));
                }
            }
        }
    }
}

impl Host for File<'_> {
    fn operand(&mut self, _: &mut FunctionBuilder, _: Placeholder) -> Option<ValueId> {
        None
    }

    fn symbol(&mut self, name: &str) -> Option<Symbol> {
        self.symbols.get(name).copied()
    }

    fn callee(&mut self, name: &str) -> Option<Callee> {
        let found = self.functions.get(name)?;
        Some(Callee { id: found.id, parameters: found.parameters.clone() })
    }

    fn id(&mut self, instruction: &Instruction) -> InstId {
        let position = instruction.start as usize;
        if self.positions.last() != Some(&position) {
            self.positions.push(position);
        }
        InstId::new(self.positions.len() - 1)
    }
}
