//! Lowers a graph to a function of the program: values, instructions, and the ends of blocks.
//!
//! Guarantees that the operations of a block are lowered after those of every block that all paths to it lead through,
//! so that what they compute is known; that the results of a call are values of the call; and that a function without
//! an operation that a rule asks for has no blocks.
//!
//! Leaves out on purpose: what one operation is (`instruction.rs`).

use melior::ir::operation::OperationLike as _;
use melior::ir::{OperationRef, ValueLike as _};
use smallvec::SmallVec;
use std::rc::Rc;
use tileiras_kernel::FunctionId;
use tileiras_kernel::program::{Function, InstructionKind, Target, Terminator};
use tileiras_kernel::value::{Comparison, Space, ValueKind, masked};
use tileiras_kernel::{BlockId, InstId, ValueId};
use tileiras_mlir::attribute::{View, symbol_path, view};
use tileiras_mlir::function;
use tileiras_mlir::operation;
use tileiras_mlir::value::is_void;
use tileiras_target::feature::Features;

use super::flow::Site;
use super::graph::{Condition, EdgeId, End, Source};
use super::instruction::Place;
use super::key::ValueKey;
use super::names::OperationKind;
use super::outside::is_harmless;
use super::reader::{FunctionReader, Origin, bits_of};
use super::state::{ProgramState, SymbolKey};
use super::{fold, needs};

/// Reads one function of a module.
pub(super) fn read<'c: 'a, 'a>(
    function: function::Function<'c, 'a>,
    module: Option<OperationRef<'c, 'a>>,
    program: &mut ProgramState<'_, 'c, 'a>,
) -> Function {
    let mut reader = FunctionReader::new(program, module);
    // What a function computes can decide who executes an instruction of its caller.
    let has_result = function.result_count() > 0;
    if !reader.read_graph(function.operation()) && !has_result {
        return Function::default();
    }
    reader.parameters(function);
    let base = reader.program.operations.len();
    let operations = reader.graph.sites.iter().map(|site| site.op);
    reader.program.operations.extend(operations);
    let order = reader.graph.order();
    let mut tails = vec![BlockId::new(0); reader.graph.len()];
    for block in order {
        let sites = reader.graph.node(block).map(|node| node.sites.clone()).unwrap_or_default();
        let mut tail = block;
        for index in sites {
            if let Some(&site) = reader.graph.sites.get(index) {
                tail = reader.site(site, tail, InstId::new(base + index));
            }
        }
        if let Some(entry) = tails.get_mut(block.index()) {
            *entry = tail;
        }
    }
    reader.end_blocks(&tails);
    let read = reader.builder.finish();
    let ends_threads = || read.blocks.iter().any(|block| block.end == Terminator::Exit);
    let matters = has_result || read.instructions().next().is_some() || ends_threads();
    if matters { read } else { Function::default() }
}

impl<'c: 'a, 'a> FunctionReader<'_, '_, 'c, 'a> {
    /// Makes the parameters of the function. The arguments after them, of a `gpu.func`, are buffers.
    fn parameters(&mut self, function: function::Function<'c, 'a>) {
        let op = function.operation();
        let Some(entry) = tileiras_mlir::block::region_blocks(op).into_iter().flatten().next() else { return };
        let count = function.argument_count();
        let workgroup = match operation::attribute(op, "workgroup_attributions").map(view) {
            Some(View::Integer { value, .. }) => usize::try_from(value).unwrap_or(0),
            _ => 0,
        };
        for index in 0..entry.argument_count() {
            let Some(argument) = entry.argument(index) else { continue };
            let bits = bits_of(argument.r#type());
            let value = if index < count {
                let parameter = self.builder.add_parameter(bits);
                let has = |name| function.argument_attribute(index, name).is_some();
                if has("llvm.byval") && (has("llvm.readonly") || has("nvvm.grid_constant")) {
                    self.mark(parameter, Origin::Constant);
                }
                parameter
            } else if index < count + workgroup {
                let address = self.address_of(SymbolKey::Argument(ValueKey::of(argument)), bits);
                self.mark(address, Origin::Shared);
                address
            } else {
                self.stack(argument.r#type())
            };
            self.values.insert(ValueKey::of(argument), value);
        }
    }

    /// Adds what an operation does to a block. Returns the block for what follows.
    fn site(&mut self, Site { op, kind }: Site<'c, 'a>, block: BlockId, id: InstId) -> BlockId {
        let push = |reader: &mut Self, kind| reader.builder.push(block, kind, Features::new(), id);
        match kind {
            None => self.use_accumulators(op, &Place { block, needs: Features::new(), id }),
            Some(OperationKind::Instruction(form)) => {
                let needs = needs::of_operation(op);
                return self.instruction(op, form, None, needs, block, id);
            }
            Some(OperationKind::Intrinsic) => return self.intrinsic_call(op, block, id),
            Some(OperationKind::Call) => {
                if self.program.intrinsic(op).is_some() {
                    return self.intrinsic_call(op, block, id);
                }
                self.call(op, block, id);
            }
            Some(OperationKind::IndirectCall) => push(self, InstructionKind::CallOutside),
            Some(OperationKind::Reference(attribute)) => {
                for &callee in self.callees(op, attribute).iter() {
                    push(self, InstructionKind::Reference { callee });
                }
            }
            Some(OperationKind::Load) => self.load_site(op, block, id),
            Some(OperationKind::Access(operand)) => self.access(op, operand, block, id),
            Some(OperationKind::Atomic) => self.atomic(op, block, id),
            Some(OperationKind::Text(attribute)) => return self.text(op, attribute, block, id),
            Some(_) => {}
        }
        block
    }

    fn intrinsic_call(&mut self, op: OperationRef<'c, 'a>, block: BlockId, id: InstId) -> BlockId {
        let Some(intrinsic) = self.program.intrinsic(op) else { return block };
        let Some(form) = intrinsic.form else { return block };
        let needs = needs::of_intrinsic(op, &intrinsic, self.program);
        self.instruction(op, form, Some(&*intrinsic), needs, block, id)
    }

    /// A load: of the own shared memory, or of that of another CTA.
    fn load_site(&mut self, op: OperationRef<'c, 'a>, block: BlockId, id: InstId) {
        let (Some(pointer), Some(result)) = (operation::operand(op, 0), operation::result(op, 0)) else { return };
        let value = self.value(result);
        let Some(ValueKind::Load { address, space }) = self.builder.get(value).map(|value| value.kind.clone()) else {
            return;
        };
        match self.remote_access(pointer, address) {
            Some(kind) => self.builder.push(block, kind, needs::of_remote_access(pointer), id),
            None if space == Space::Shared && self.program.follows_loads() => {
                self.builder.push(block, InstructionKind::Load { address, space, value }, Features::new(), id);
            }
            None => {}
        }
    }

    /// A write, or a read and a write.
    fn access(&mut self, op: OperationRef<'c, 'a>, operand: usize, block: BlockId, id: InstId) {
        let Some(pointer) = operation::operand(op, operand) else { return };
        let address = self.value(pointer);
        if let Some(kind) = self.remote_access(pointer, address) {
            self.builder.push(block, kind, needs::of_remote_access(pointer), id);
        } else if self.program.follows_stores()
            && needs::writes_shared(op, operand)
            && let Some(value) = operation::operand(op, 0)
        {
            let value = self.value(value);
            self.builder.push(block, InstructionKind::Store { address, value }, Features::new(), id);
        }
    }

    /// An atomic operation on memory: remote, or one that not every target supports.
    fn atomic(&mut self, op: OperationRef<'c, 'a>, block: BlockId, id: InstId) {
        let Some(pointer) = operation::operand(op, 0) else { return };
        let address = self.value(pointer);
        let (kind, needs) = (self.remote_access(pointer, address), needs::of_atomic(op));
        if kind.is_some() || !needs.is_empty() {
            self.builder.push(block, kind.unwrap_or(InstructionKind::Other), needs, id);
        }
    }

    /// The functions that the symbol in an attribute leads to.
    pub(super) fn callees(&mut self, op: OperationRef<'c, 'a>, attribute: &str) -> Rc<[FunctionId]> {
        let symbol = operation::inherent_attribute(op, attribute);
        match (symbol.map(view), self.module) {
            (Some(View::Symbol(symbol)), Some(module)) => self.program.callees.of(symbol, module, self.program.symbols),
            _ => Rc::default(),
        }
    }

    fn call(&mut self, op: OperationRef<'c, 'a>, block: BlockId, id: InstId) {
        let callees = self.callees(op, "callee");
        let kind = match *callees {
            [callee] if self.program.callees.has_body(callee) => {
                let arguments = op.operands().map(|operand| self.value(operand)).collect();
                let results = op.results().filter(|result| !is_void(result.r#type()));
                let results = results.map(|result| self.call_result(result.into())).collect();
                InstructionKind::Call { callee, arguments, results }
            }
            _ => {
                let name = match operation::inherent_attribute(op, "callee").map(view) {
                    Some(View::Symbol(symbol)) => symbol_path(symbol).last(),
                    _ => None,
                };
                if name.is_some_and(is_harmless) {
                    return;
                }
                InstructionKind::CallOutside
            }
        };
        self.builder.push(block, kind, Features::new(), id);
    }

    /// Ends every block. What a condition or an edge asks for can ask for more arguments of blocks.
    fn end_blocks(&mut self, tails: &[BlockId]) {
        let ends: Vec<Option<End<'c, 'a>>> = (0..tails.len())
            .map(|block| self.graph.node(BlockId::new(block)).and_then(|node| node.end.take()))
            .collect();
        let conditions: Vec<SmallVec<[ValueId; 1]>> = ends.iter().map(|end| self.tested(end.as_ref())).collect();
        let mut next = 0;
        while let Some(asked) = self.graph.asked(next) {
            next += 1;
            let bits = fold::bits(&self.builder, asked.parameter);
            for (edge, source) in self.graph.sources(asked.block, asked.index) {
                let argument = self.source(source, bits);
                let argument = fold::zero_extend(&mut self.builder, argument, bits);
                if let Some(edge) = self.graph.edge(edge) {
                    edge.arguments.push(argument);
                }
            }
        }
        for ((&tail, end), tested) in tails.iter().zip(ends).zip(conditions) {
            let Some(end) = end else { continue };
            let end = self.terminator(end, tested);
            self.builder.end(tail, end);
        }
    }

    /// The values that the end of a block names.
    fn tested(&mut self, end: Option<&End<'c, 'a>>) -> SmallVec<[ValueId; 1]> {
        match end {
            Some(End::Branch { condition, .. }) => {
                let value = match *condition {
                    Condition::Holds(value) => self.value(value),
                    Condition::IsZero(value) => {
                        let value = self.value(value);
                        let bits = fold::bits(&self.builder, value);
                        let zero = self.builder.constant(0, bits);
                        self.compare(Comparison::Eq, value, zero)
                    }
                    Condition::Below { header, upper, is_unsigned } => {
                        let bits = bits_of(upper.r#type());
                        let variable = self.graph.parameter(header, 0, bits, &mut self.builder);
                        let upper = self.value(upper);
                        self.compare(if is_unsigned { Comparison::Ult } else { Comparison::Slt }, variable, upper)
                    }
                };
                SmallVec::from_slice(&[value])
            }
            Some(End::Switch { value, .. }) => SmallVec::from_slice(&[self.value(*value)]),
            Some(End::Return(Some(op))) => op.operands().map(|operand| self.value(operand)).collect(),
            _ => SmallVec::new(),
        }
    }

    /// The value that an edge passes.
    fn source(&mut self, source: Source<'c, 'a>, bits: u8) -> ValueId {
        match source {
            Source::Value(value) => self.value(value),
            Source::Argument(block, index, bits) => self.graph.parameter(block, index, bits, &mut self.builder),
            Source::Next(header, step) => {
                let variable = self.graph.parameter(header, 0, bits, &mut self.builder);
                let step = self.value(step);
                let step = fold::zero_extend(&mut self.builder, step, bits);
                fold::add(&mut self.builder, variable, step)
            }
            Source::Unknown => self.builder.unknown(Default::default(), bits),
        }
    }

    fn terminator(&mut self, end: End<'c, 'a>, tested: SmallVec<[ValueId; 1]>) -> Terminator {
        let first = tested.first().copied();
        let mut target = |edge: EdgeId| match self.graph.edge(edge) {
            Some(edge) => Target { to: edge.to, arguments: edge.arguments.clone() },
            None => Target::new(BlockId::new(usize::MAX)),
        };
        match (end, first) {
            (End::Jump(edge), _) => Terminator::Jump(target(edge)),
            (End::Branch { holds, fails, .. }, Some(condition)) => {
                Terminator::Branch { condition, holds: target(holds), fails: target(fails) }
            }
            (End::Switch { cases, default, .. }, Some(value)) => {
                let cases = cases.into_iter().map(|(case, edge)| (case.cast_unsigned(), target(edge))).collect();
                let default = target(default);
                let bits = fold::bits(&self.builder, value);
                let masked_case = |(case, target): (u64, Target)| (masked(case, bits), target);
                let cases: Vec<_> = Vec::into_iter(cases).map(masked_case).collect();
                Terminator::Switch { value, cases, default }
            }
            (End::OneOf(edges), _) => Terminator::OneOf(edges.into_iter().map(target).collect()),
            (End::Return(_), _) => Terminator::Return(tested.into_iter().collect()),
            (End::Exit, _) => Terminator::Exit,
            (End::Trap | End::Branch { .. } | End::Switch { .. }, _) => Terminator::Trap,
        }
    }
}

/// Goes on with a block without parameters.
pub(super) fn jump(to: BlockId) -> Terminator {
    Terminator::Jump(Target::new(to))
}
