//! The values of one function: each value of MLIR that something asks for, as a value of the program.
//!
//! Accepts any value of the function. Guarantees that a value is read once, after its operands, without recursion; that
//! equal computations are one value; and that a value whose operands lead back to itself is unknown.
//!
//! Leaves out on purpose: what one operation computes (`compute.rs`, `address.rs`, `warp.rs`), and the arguments of
//! blocks, which are resolved when the function has been read (`graph.rs`).

use melior::ir::operation::OperationLike as _;
use melior::ir::{OperationRef, Type, Value, ValueLike as _};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use tileiras_kernel::ValueId;
use tileiras_kernel::builder::FunctionBuilder;
use tileiras_kernel::value::Uniformity;
use tileiras_mlir::block::{has_regions, parent};
use tileiras_mlir::operation;
use tileiras_mlir::value::{block_argument, definition, float_width, pointer_space};

use super::computation::Computation;
use super::compute::Extracted;
use super::constants::width;
use super::graph::Graph;
use super::key::{BlockKey, OpKey, ValueKey};
use super::state::ProgramState;

/// What is known of the memory that an address points to, besides its type.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Origin {
    /// The shared memory of the own CTA.
    Shared,
    /// The shared memory of a CTA of the cluster: the result of `mapa`.
    Remote,
    /// The stack.
    Stack,
    /// Memory that does not change.
    Constant,
}

/// The values that a value is computed from.
pub(super) type Inputs<T> = SmallVec<[T; 4]>;

/// One function that is being read.
pub(super) struct FunctionReader<'f, 's, 'c, 'a> {
    pub program: &'f mut ProgramState<'s, 'c, 'a>,
    pub module: Option<OperationRef<'c, 'a>>,
    pub builder: FunctionBuilder,
    pub graph: Graph<'c, 'a>,
    pub values: FxHashMap<ValueKey, ValueId>,
    /// The members of structs that inline assembly returns.
    pub members: FxHashMap<(ValueKey, usize), ValueId>,
    pub origins: FxHashMap<ValueId, Origin>,
    /// Whether an address can be one of another CTA.
    pub has_mapa: bool,
    /// The number of registers that texts have taken.
    pub variables: u32,
}

impl<'f, 's, 'c, 'a> FunctionReader<'f, 's, 'c, 'a> {
    pub fn new(program: &'f mut ProgramState<'s, 'c, 'a>, module: Option<OperationRef<'c, 'a>>) -> Self {
        Self {
            program,
            module,
            builder: FunctionBuilder::new(),
            graph: Graph::default(),
            values: FxHashMap::default(),
            members: FxHashMap::default(),
            origins: FxHashMap::default(),
            has_mapa: false,
            variables: 0,
        }
    }

    /// A value of MLIR as a value of the program.
    pub fn value(&mut self, value: Value<'c, 'a>) -> ValueId {
        if let Some(&id) = self.values.get(&ValueKey::of(value)) {
            return id;
        }
        let mut pending = vec![value];
        let mut open = FxHashSet::default();
        while let Some(&value) = pending.last() {
            let key = ValueKey::of(value);
            if self.values.contains_key(&key) {
                pending.pop();
                continue;
            }
            let inputs = self.inputs(value);
            if open.insert(key) {
                let before = pending.len();
                for input in &inputs {
                    let key = ValueKey::of(*input);
                    if self.values.contains_key(&key) {
                        continue;
                    }
                    if open.contains(&key) {
                        let unknown = self.unknown(input.r#type());
                        self.values.insert(key, unknown);
                    } else {
                        pending.push(*input);
                    }
                }
                if pending.len() > before {
                    continue;
                }
            }
            pending.pop();
            let known: Inputs<ValueId> = inputs
                .iter()
                .map(|input| match self.values.get(&ValueKey::of(*input)) {
                    Some(&id) => id,
                    None => self.unknown(input.r#type()),
                })
                .collect();
            let id = self.define(value, &known);
            self.values.entry(key).or_insert(id);
        }
        match self.values.get(&ValueKey::of(value)) {
            Some(&id) => id,
            None => self.unknown(value.r#type()),
        }
    }

    /// The value of an operand, if there is one.
    pub fn operand(&mut self, op: OperationRef<'c, 'a>, index: usize) -> Option<ValueId> {
        operation::operand(op, index).map(|operand| self.value(operand))
    }

    /// A new value of which nothing is known.
    pub fn unknown(&mut self, r#type: Type<'c>) -> ValueId {
        self.builder.unknown(Uniformity::Thread, bits_of(r#type))
    }

    /// What a value is computed from.
    fn inputs(&mut self, value: Value<'c, 'a>) -> Inputs<Value<'c, 'a>> {
        let Some((op, result)) = definition(value) else { return Inputs::new() };
        if self.graph.after.contains_key(&OpKey::of(op)) {
            return Inputs::new();
        }
        match self.program.names.of(op).computation {
            Computation::Extract => match self.extracted(op) {
                Some(Extracted::Member(source) | Extracted::Of(source, _)) => Inputs::from_iter([source]),
                None => Inputs::new(),
            },
            Computation::ZeroExtend | Computation::SignExtend => match self.cast(op) {
                Some((source, _)) => Inputs::from_iter([source]),
                None => op.operands().collect(),
            },
            Computation::Other if !is_pure(op) => Inputs::new(),
            Computation::Call => match self.program.intrinsic(op).map(|intrinsic| intrinsic.computation) {
                None | Some(Computation::Unknown(_) | Computation::Register(_)) => Inputs::new(),
                Some(_) => op.operands().collect(),
            },
            Computation::Load => operation::operand(op, 0).into_iter().collect(),
            Computation::GpuShuffle if result > 0 => Inputs::new(),
            Computation::Unknown(_)
            | Computation::Constant
            | Computation::Zero
            | Computation::Register(_)
            | Computation::LaneMask(_)
            | Computation::Dimension(_)
            | Computation::GlobalId
            | Computation::Elect
            | Computation::Reduce { .. }
            | Computation::Barrier
            | Computation::Address(_)
            | Computation::OwnVariable
            | Computation::CommonVariable
            | Computation::Stack => Inputs::new(),
            _ => op.operands().collect(),
        }
    }

    /// Reads a value whose inputs were read.
    fn define(&mut self, value: Value<'c, 'a>, inputs: &[ValueId]) -> ValueId {
        let bits = bits_of(value.r#type());
        let Some((op, result)) = definition(value) else {
            let Some((block, index)) = block_argument(value) else { return self.unknown(value.r#type()) };
            return match self.graph.of_block.get(&BlockKey::of(block)) {
                Some(&block) => self.graph.parameter(block, index, bits, &mut self.builder),
                None => self.unknown(value.r#type()),
            };
        };
        match self.graph.after.get(&OpKey::of(op)) {
            Some(&block) => self.graph.parameter(block, result, bits, &mut self.builder),
            None => {
                let block = parent(op).and_then(|block| self.graph.of_block.get(&BlockKey::of(block)).copied());
                if let Some(block) = block {
                    self.builder.enter(block);
                }
                self.compute(op, result, value.r#type(), inputs)
            }
        }
    }
}

/// Whether the results of an operation that is not known depend on its operands only.
pub(super) fn is_pure(op: OperationRef<'_, '_>) -> bool {
    !has_regions(op) && operation::is_memory_effect_free(op)
}

/// The number of bits of a value of that type. Addresses in shared and tensor memory have 32.
pub(super) fn bits_of(r#type: Type<'_>) -> u8 {
    if let Some(width) = width(r#type) {
        return width;
    }
    match pointer_space(r#type) {
        Some(3 | 6 | 7) => 32,
        Some(_) => 64,
        None => float_width(r#type).and_then(|width| u8::try_from(width).ok()).map_or(64, |width| width.clamp(1, 64)),
    }
}
