//! Addresses, and what is loaded from them.
//!
//! Accepts addresses of the LLVM dialect, memrefs and groups of mbarriers. Guarantees that a cast of a pointer is the
//! pointer itself; that a constant index is an offset in bytes, and any other index a product; and that the result of
//! `mapa`, and what is computed from it with offsets, is known as such.
//!
//! Leaves out on purpose: the layout of memrefs. An element is an operation on the memref and the indices.

use melior::ir::{Attribute, OperationRef, Type, Value, ValueLike as _};
use tileiras_kernel::ValueId;
use tileiras_kernel::program::Variable;
use tileiras_kernel::value::{Operator, Space, Uniformity, ValueKind};
use tileiras_mlir::attribute::{View, view};
use tileiras_mlir::layout::type_of_attribute;
use tileiras_mlir::operation;
use tileiras_mlir::value::{is_struct, memory_space, pointer_space};

use super::constants::width;
use super::key::{AttributeKey, OpKey, OpNameKey};
use super::reader::{FunctionReader, Origin, bits_of};
use super::state::{OpaqueKey, SymbolKey};
use super::{alignment, fold};

/// Address spaces of pointers on NVPTX.
const SHARED: u32 = 3;
const CONSTANT: u32 = 4;
const LOCAL: u32 = 5;
const SHARED_CLUSTER: u32 = 7;
const PARAMETER: u32 = 101;

/// The value in `rawConstantIndices` of an index that is an operand.
const DYNAMIC: i32 = i32::MIN;

/// The size of an mbarrier in bytes.
const MBARRIER_SIZE: u64 = 8;

impl<'c, 'a> FunctionReader<'_, '_, 'c, 'a> {
    /// A pointer as another pointer or an integer, or the reverse.
    pub(super) fn pointer_cast(&mut self, op: OperationRef<'c, 'a>, input: ValueId, r#type: Type<'c>) -> ValueId {
        let from = operation::operand(op, 0).map(|operand| operand.r#type());
        if let Some(bits) = width(r#type) {
            return fold::zero_extend(&mut self.builder, input, bits);
        }
        if pointer_space(r#type).is_none() {
            return self.opaque(op, 0, r#type, &[], &[input]);
        }
        let Some(space) = from.and_then(pointer_space) else {
            return fold::without_zero_extension(&self.builder, input);
        };
        let origin = match space {
            SHARED => Some(Origin::Shared),
            SHARED_CLUSTER => Some(Origin::Remote),
            LOCAL => Some(Origin::Stack),
            CONSTANT | PARAMETER => Some(Origin::Constant),
            _ => None,
        };
        if let Some(origin) = origin {
            self.origins.entry(input).or_insert(origin);
        }
        input
    }

    /// The address of a symbol.
    pub(super) fn symbol(&mut self, op: OperationRef<'c, 'a>, name: &str, r#type: Type<'c>) -> ValueId {
        let Some(name) = operation::inherent_attribute(op, name) else { return self.unknown(r#type) };
        let definition = self.module.and_then(|module| self.program.symbols.resolve(module, name));
        let key = match definition {
            Some(definition) => SymbolKey::Definition(OpKey::of(definition)),
            None => SymbolKey::Name(AttributeKey::of(name)),
        };
        // Rules ask for the alignment of responses, mbarriers and copies, and launches for the addresses in shared memory.
        let is_shared = pointer_space(r#type) == Some(SHARED);
        if let Some(definition) = definition.filter(|_| is_shared || self.program.has_requests) {
            let variable = self.program.variable(key);
            self.program.defined.entry(variable).or_insert_with(|| Variable {
                alignment: alignment::of_global(definition),
                size: if is_shared { alignment::size_of_global(definition) } else { None },
            });
        }
        let address = self.address_of(key, bits_of(r#type));
        let is_constant =
            definition.is_some_and(|definition| operation::inherent_attribute(definition, "constant").is_some());
        match pointer_space(r#type) {
            Some(SHARED) => self.mark(address, Origin::Shared),
            Some(CONSTANT) => self.mark(address, Origin::Constant),
            _ if self.memref_space(r#type) == Some(Space::Shared) => self.mark(address, Origin::Shared),
            _ if is_constant => self.mark(address, Origin::Constant),
            _ => {}
        }
        address
    }

    /// The address of a variable.
    pub(super) fn address_of(&mut self, key: SymbolKey, bits: u8) -> ValueId {
        let variable = self.program.variable(key);
        self.builder.value(ValueKind::Symbol(variable), bits)
    }

    /// States where an address points to.
    pub(super) fn mark(&mut self, address: ValueId, origin: Origin) {
        self.origins.entry(address).or_insert(origin);
    }

    /// A variable in shared memory that an operation stands for.
    pub(super) fn variable(&mut self, op: OperationRef<'c, 'a>, r#type: Type<'c>) -> ValueId {
        let key = match operation::name(op) {
            b"nvgpu.mbarrier.create" => SymbolKey::Definition(OpKey::of(op)),
            _ => SymbolKey::Common(OpNameKey::of(op)),
        };
        let address = self.address_of(key, bits_of(r#type));
        self.mark(address, Origin::Shared);
        address
    }

    pub(super) fn stack(&mut self, r#type: Type<'c>) -> ValueId {
        let address = self.unknown_in(Uniformity::Thread, r#type);
        self.mark(address, Origin::Stack);
        address
    }

    pub(super) fn mapa(&mut self, address: ValueId, rank: ValueId) -> ValueId {
        let bits = fold::bits(&self.builder, address);
        let remote = self.builder.compute(Operator::Mapa, bits, [address, rank]);
        self.mark(remote, Origin::Remote);
        remote
    }

    /// `llvm.getelementptr`. The inputs are the base and the indices that are not constants.
    pub(super) fn element_pointer(
        &mut self,
        op: OperationRef<'c, 'a>,
        r#type: Type<'c>,
        inputs: &[ValueId],
    ) -> ValueId {
        let address = self.checked_element_pointer(op, r#type, inputs);
        address.unwrap_or_else(|| self.opaque(op, 0, r#type, &["elem_type", "rawConstantIndices"], inputs))
    }

    fn checked_element_pointer(
        &mut self,
        op: OperationRef<'c, 'a>,
        r#type: Type<'c>,
        inputs: &[ValueId],
    ) -> Option<ValueId> {
        pointer_space(r#type)?;
        let (&base, mut indices) = inputs.split_first()?;
        let View::I32Array(constants) = view(operation::inherent_attribute(op, "rawConstantIndices")?) else {
            return None;
        };
        let mut element = type_of_attribute(operation::inherent_attribute(op, "elem_type")?)?;
        let bits = fold::bits(&self.builder, base);
        let mut address = base;
        for (position, index) in constants.iter().enumerate() {
            let (index, value) = match index {
                DYNAMIC => {
                    let (&value, rest) = indices.split_first()?;
                    indices = rest;
                    let constant = self.builder.get(value)?.signed_constant();
                    (constant, Some(value))
                }
                index => (Some(i64::from(index)), None),
            };
            let stride = if position == 0 {
                self.program.size(element)?
            } else if is_struct(element) {
                let (member, offset) = self.program.member(element, usize::try_from(index?).ok()?)?;
                element = member;
                address = fold::offset(&mut self.builder, address, i64::try_from(offset).ok()?);
                continue;
            } else {
                // The second element begins where the first one ends.
                let (member, size) = self.program.member(element, 1)?;
                element = member;
                size
            };
            address = self.step(address, bits, index, value, stride)?;
        }
        if let Some(&origin) = self.origins.get(&base) {
            self.mark(address, origin);
        }
        Some(address)
    }

    /// An address plus an index times a stride.
    fn step(
        &mut self,
        address: ValueId,
        bits: u8,
        index: Option<i64>,
        value: Option<ValueId>,
        stride: u64,
    ) -> Option<ValueId> {
        if let Some(index) = index {
            let offset = index.wrapping_mul(i64::try_from(stride).ok()?);
            return Some(fold::offset(&mut self.builder, address, offset));
        }
        let index = fold::sign_extend(&mut self.builder, value?, bits);
        let term = fold::scale(&mut self.builder, index, stride);
        Some(fold::add(&mut self.builder, address, term))
    }

    /// The address of an mbarrier of a group.
    pub(super) fn group_element(&mut self, group: ValueId, index: ValueId) -> ValueId {
        let bits = fold::bits(&self.builder, group);
        let index = fold::sign_extend(&mut self.builder, index, bits);
        let term = fold::scale(&mut self.builder, index, MBARRIER_SIZE);
        fold::add(&mut self.builder, group, term)
    }

    /// What `llvm.load` reads.
    pub(super) fn load(&mut self, op: OperationRef<'c, 'a>, address: ValueId, bits: u8) -> ValueId {
        let space = operation::operand(op, 0).map_or(Space::Other, |pointer| self.space(pointer, address));
        self.builder.value(ValueKind::Load { address, space }, bits)
    }

    /// What `memref.load` reads. The inputs are the memref and the indices.
    pub(super) fn memref_load(&mut self, op: OperationRef<'c, 'a>, inputs: &[ValueId], bits: u8) -> ValueId {
        let number = self.program.opaque(OpaqueKey::Element);
        let address = self.builder.compute(Operator::Opaque(number), 64, inputs.iter().copied());
        let space = operation::operand(op, 0).and_then(|memref| self.memref_space(memref.r#type()));
        self.builder.value(ValueKind::Load { address, space: space.unwrap_or(Space::Other) }, bits)
    }

    /// The state space that a pointer points to. `address` is the value of the pointer.
    pub(super) fn space(&self, pointer: Value<'c, 'a>, address: ValueId) -> Space {
        match (pointer_space(pointer.r#type()), self.origins.get(&address)) {
            (Some(SHARED), _) | (Some(SHARED_CLUSTER), Some(Origin::Shared)) => Space::Shared,
            (Some(SHARED_CLUSTER), _) => Space::SharedCluster,
            (Some(CONSTANT | PARAMETER), _) => Space::Constant,
            (Some(LOCAL), _) => Space::Local,
            (_, Some(Origin::Shared)) => Space::Shared,
            (_, Some(Origin::Remote)) => Space::SharedCluster,
            (_, Some(Origin::Constant)) => Space::Constant,
            (_, Some(Origin::Stack)) => Space::Local,
            _ => Space::Other,
        }
    }

    /// The state space of a memref, if it is not the default one.
    pub(super) fn memref_space(&mut self, r#type: Type<'c>) -> Option<Space> {
        let space: Attribute<'c> = memory_space(r#type)?;
        match view(space) {
            View::Integer { value: 3, .. } => Some(Space::Shared),
            View::Integer { value: 5, .. } => Some(Space::Local),
            View::Integer { value: 4, .. } => Some(Space::Constant),
            _ => match &*self.program.word(space) {
                "workgroup" => Some(Space::Shared),
                "private" => Some(Space::Local),
                "constant" => Some(Space::Constant),
                _ => None,
            },
        }
    }
}
