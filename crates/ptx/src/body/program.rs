//! The program of a whole PTX file.
//!
//! Accepts a text whose headers have been read ([`crate::read`]). Guarantees a function for each definition, in the
//! order of the text, and for each instruction its position. A call of a function without a definition is a call of
//! unknown code. Never fails: what is wrong in a body does nothing.
//!
//! Leaves out on purpose: which functions code outside of the file calls; see [`FunctionSource`].

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use tileiras_kernel::builder::FunctionBuilder;
use tileiras_kernel::program::{Function, Initial, Program};
use tileiras_kernel::{FunctionId, InstId};

use super::escape::quiet_functions;
use super::file::{Callee, File};
use super::lowering::Lowering;
use super::peers::keep_certain_peers;
use super::plan::Plan;
use super::shared::SharedMemory;
use super::slot::Slots;
use super::written::remove_written;
use crate::header::{Header, Linkage, Ptx};
use crate::statement::{Code, Elements, Register};

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
    /// Whether only code of the text can call it: it has no `.visible` or `.weak`, and no alias and no initial value of
    /// a variable names it.
    pub is_local: bool,
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
    let mut elements = Elements::default();
    let mut mentioned: FxHashSet<&str> = FxHashSet::default();
    let mut tables: FxHashMap<&str, Initial> = FxHashMap::default();
    let mut outside = 0;
    let ends = ptx.functions.iter().map(|header| header.span.start).chain([text.len()]);
    let starts = ptx.functions.iter().map(|header| header.body.as_ref().map_or(header.span.end, |body| body.end));
    for (end, next) in ends.zip(starts.chain([text.len()])) {
        let code = Code::of_items(text, outside..end.max(outside));
        for variable in &code.variables {
            let name = variable.name.of(text);
            let symbol = file.declare(text, variable, file.symbols.get(name).copied());
            file.symbols.insert(name, symbol);
            elements.extend(variable.element.map(|bytes| (name, bytes)));
            if variable.space.of(text) == ".global" {
                tables.extend(variable.initial.clone().map(|initial| (name, initial)));
            }
        }
        mentioned.extend(code.mentioned.iter().map(|name| name.of(text)));
        outside = next;
    }
    let mut found = PtxProgram::default();
    let mut codes = Vec::new();
    for (index, header) in ptx.functions.iter().enumerate() {
        let Some(body) = header.body.clone() else { continue };
        let code = Code::of_function(text, header.span.start..header.clause.start, body, &elements);
        file.declare_function(header.name);
        found.functions.push(FunctionSource {
            header: index,
            is_kernel: header.is_kernel(),
            is_local: header.linkage == Linkage::Local && !mentioned.contains(header.name),
        });
        codes.push((header, code));
    }
    file.memory = SharedMemory::of(text, codes.iter().map(|(_, code)| code));
    let has_locals = |code: &Code| code.variables.iter().any(|found| found.space.of(text).starts_with(".local"));
    let quiet = if codes.iter().any(|(_, code)| has_locals(code)) {
        let codes: Vec<_> = codes.iter().map(|(header, code)| (header.name, code)).collect();
        quiet_functions(text, &codes)
    } else {
        FxHashSet::default()
    };
    let is_quiet = |name: &str| quiet.contains(name);
    let slots: Vec<Slots> =
        codes.iter().map(|(header, code)| Slots::of(text, code, header.is_kernel(), &is_quiet)).collect();
    for (index, ((header, code), slots)) in codes.iter().zip(&slots).enumerate() {
        let parts = |variable: &Register| slots.parts(code, *variable).iter().map(|part| part.map(())).collect();
        let (results, parameters) = code.parameters.split_at(code.results.min(code.parameters.len()));
        file.functions.entry(header.name).or_insert_with(|| {
            let [results, parameters] = [results, parameters].map(|all| all.iter().map(parts).collect());
            Rc::new(Callee { id: FunctionId::new(index), parameters, results })
        });
    }
    tables.retain(|name, _| !mentioned.contains(name));
    remove_written(text, codes.iter().map(|(_, code)| code).zip(&slots), &mut tables);
    file.add_constants(tables);
    for ((header, code), slots) in codes.iter().zip(slots) {
        let function = function(text, header, (code, slots), &mut file);
        found.program.functions.push(function);
    }
    (found.program.variables, found.program.constants) = (file.variables, file.constants);
    found.program.skip_empty_latches();
    found.program.split_by_tables();
    found.program.peel_loops();
    found.positions = file.positions;
    found
}

fn function<'t>(text: &'t [u8], header: &Header<'_>, (code, slots): (&Code, Slots), file: &mut File<'t>) -> Function {
    let is_kernel = header.is_kernel();
    let plan = Plan::of(text, (code, slots), is_kernel, file);
    let mut builder = FunctionBuilder::new();
    let given = code.parameters.iter().skip(code.results).flat_map(|variable| plan.slots().parts(code, *variable));
    let given: Vec<_> = given.map(|part| (part.is, builder.add_parameter(part.bits))).collect();
    let has_effect = !is_kernel && (code.results > 0 || plan.can_exit());
    if !plan.has_actions() && !has_effect {
        return builder.finish();
    }
    file.locals = code.variables.iter().map(|variable| file.declare(text, variable, None)).collect();
    let entry = builder.add_block();
    let mut lowering = Lowering::new((text, code, &plan), &mut builder, file, entry, is_kernel);
    for (register, value) in given {
        lowering.set(register, value);
    }
    lowering.run();
    let mut function = builder.finish();
    file.load_constants(&mut function);
    keep_certain_peers(&mut function);
    function
}
