//! Value numbering: equal values have the same id.
//!
//! Accepts any value. A value that depends on nothing but constants, the identity of the thread and other such values
//! is identified by its expression, so that a value that is computed twice has one id. Any other value is identified by
//! its definition. Guarantees that the same expression has the same id in all functions of a program. For each value,
//! states what is known: a constant, a lane id, whether this lane was elected.
//!
//! Leaves out on purpose: arithmetic on constants.

use melior::ir::operation::OperationLike as _;
use melior::ir::{Attribute, OperationRef, Type, Value, ValueLike as _};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tileiras_kernel::ValueId;
use tileiras_mlir::attribute::{self, View, view};
use tileiras_mlir::text::lossy;
use tileiras_mlir::value::{definition, integer_width};
use tileiras_mlir::{operation, value};
use tileiras_ptx::inline;

use super::key::{AttributeKey, BlockKey, OpNameKey, TypeKey, ValueKey};
use super::table::{self, OperationNames, PureOp};

/// The longest chain of operands that an expression has. Values beyond that are opaque.
const MAX_DEPTH: u32 = 24;

/// What is known of a value.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum KnownValue {
    /// Nothing.
    Unknown,
    /// A constant.
    Constant(i64),
    /// `%laneid`.
    LaneId,
    /// `%tid.x`.
    ThreadIdX,
    /// Not zero in at most one lane of each warp.
    OneLane,
    /// Not zero in at most one thread in x.
    OneThreadInX,
    /// True where the request to cancel has succeeded.
    Canceled,
    /// The negation of a Boolean.
    Not(ValueId),
    /// The conjunction of two Booleans.
    And(ValueId, ValueId),
    /// The disjunction of two Booleans.
    Or(ValueId, ValueId),
}

/// What is stored for one id.
#[derive(Clone, Copy, Debug)]
pub(super) struct ValueInfo {
    pub known: KnownValue,
    /// The block of an opaque value that this value depends on, if there is one.
    pub block: Option<BlockKey>,
    /// Whether the opaque values that this value depends on are in several blocks.
    pub has_several_blocks: bool,
}

/// How a value is computed. Values with equal expressions are equal.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
enum Expression {
    /// A value of which only the definition is known.
    Opaque(ValueKey),
    /// The result of an operation.
    Operation {
        /// None for constants: equal attributes are equal values, also on different operations.
        name: Option<OpNameKey>,
        operands: SmallVec<[ValueId; 3]>,
        attributes: SmallVec<[AttributeKey; 2]>,
        /// None where the other fields determine the type.
        r#type: Option<TypeKey>,
    },
    Equal(ValueId, ValueId),
    EqualToConstant(ValueId, i64),
    Not(ValueId),
    And(ValueId, ValueId),
    Or(ValueId, ValueId),
}

/// The ids of the values of a program.
#[derive(Default)]
pub(super) struct ValueNumbering {
    of_value: FxHashMap<ValueKey, ValueId>,
    of_expression: FxHashMap<Expression, ValueId>,
    values: Vec<ValueInfo>,
}

impl ValueNumbering {
    pub fn get(&self, id: ValueId) -> ValueInfo {
        self.values[id.index()]
    }

    /// An id that no other value has.
    pub fn fresh(&mut self) -> ValueId {
        self.push(ValueInfo { known: KnownValue::Unknown, block: None, has_several_blocks: false })
    }

    /// The constant that a value is.
    pub fn constant(&mut self, value: Value<'_, '_>, names: &mut OperationNames) -> Option<i64> {
        let id = self.of(value, names);
        self.known_constant(id)
    }

    /// The id of a value.
    pub fn of<'c, 'a>(&mut self, value: Value<'c, 'a>, names: &mut OperationNames) -> ValueId {
        self.at_depth(value, names, MAX_DEPTH)
    }

    /// The id of "`left` is equal to the constant `right`".
    pub fn equals(&mut self, left: ValueId, right: i64) -> ValueId {
        let known = match (self.get(left).known, right) {
            (KnownValue::LaneId, _) => KnownValue::OneLane,
            (KnownValue::ThreadIdX, _) => KnownValue::OneThreadInX,
            (KnownValue::Unknown | KnownValue::Constant(_), _) => KnownValue::Unknown,
            (_, 0) => return self.not(left),
            (known @ (KnownValue::OneLane | KnownValue::OneThreadInX), _) => known,
            _ => return left,
        };
        self.derived(Expression::EqualToConstant(left, right), known, &[left])
    }

    fn push(&mut self, info: ValueInfo) -> ValueId {
        self.values.push(info);
        ValueId::new(self.values.len() - 1)
    }

    fn known_constant(&self, id: ValueId) -> Option<i64> {
        match self.get(id).known {
            KnownValue::Constant(value) => Some(value),
            _ => None,
        }
    }

    fn at_depth<'c, 'a>(&mut self, value: Value<'c, 'a>, names: &mut OperationNames, depth: u32) -> ValueId {
        let key = ValueKey::of(value);
        if let Some(&id) = self.of_value.get(&key) {
            return id;
        }
        let pure = definition(value)
            .filter(|_| depth > 0)
            .and_then(|(op, result)| self.pure(op, result, value, names, depth - 1));
        let id = pure.unwrap_or_else(|| self.opaque(value, KnownValue::Unknown));
        self.of_value.insert(key, id);
        id
    }

    /// A value that is identified by its definition.
    fn opaque(&mut self, value: Value<'_, '_>, known: KnownValue) -> ValueId {
        let block = value::block(value).map(BlockKey::of);
        let info = ValueInfo { known, block, has_several_blocks: false };
        self.insert(Expression::Opaque(ValueKey::of(value)), info)
    }

    fn insert(&mut self, expression: Expression, info: ValueInfo) -> ValueId {
        if let Some(&id) = self.of_expression.get(&expression) {
            return id;
        }
        let id = self.push(info);
        self.of_expression.insert(expression, id);
        id
    }

    /// A value that is computed from others.
    fn derived(&mut self, expression: Expression, known: KnownValue, operands: &[ValueId]) -> ValueId {
        let mut info = ValueInfo { known, block: None, has_several_blocks: false };
        for operand in operands {
            let operand = self.get(*operand);
            info.has_several_blocks |= operand.has_several_blocks
                || (info.block.is_some() && operand.block.is_some_and(|block| info.block != Some(block)));
            info.block = info.block.or(operand.block);
        }
        self.insert(expression, info)
    }

    /// A result of an operation that computes the same from the same operands; none for any other operation.
    fn pure<'c, 'a>(
        &mut self,
        op: OperationRef<'c, 'a>,
        result: usize,
        value: Value<'c, 'a>,
        names: &mut OperationNames,
        depth: u32,
    ) -> Option<ValueId> {
        let pure = names.of(op).pure?;
        if pure == PureOp::Member {
            return Some(self.member(op, result, value, names, depth));
        }
        if result > 0 {
            return None;
        }
        let operands: SmallVec<[ValueId; 3]> =
            op.operands().map(|operand| self.at_depth(operand, names, depth)).collect();
        let constant = |numbering: &Self, index: usize| numbering.known_constant(*operands.get(index)?);
        let boolean = integer_width(value.r#type()) == Some(1);
        let known = match pure {
            PureOp::Constant => return Some(self.literal(op, value.r#type())),
            PureOp::Compare => return Some(self.compare(op, &operands, value)),
            PureOp::And if boolean && operands.len() == 2 => return Some(self.and(operands[0], operands[1])),
            PureOp::Or if boolean && operands.len() == 2 => return Some(self.or(operands[0], operands[1])),
            PureOp::Xor if boolean && operands.len() == 2 => match (constant(self, 0), constant(self, 1)) {
                (_, Some(truth)) => return Some(if truth == 0 { operands[0] } else { self.not(operands[0]) }),
                (Some(truth), _) => return Some(if truth == 0 { operands[1] } else { self.not(operands[1]) }),
                _ => KnownValue::Unknown,
            },
            PureOp::Select if boolean && operands.len() == 3 => match (constant(self, 1), constant(self, 2)) {
                (_, Some(0)) => return Some(self.and(operands[0], operands[1])),
                (Some(1 | -1), _) => return Some(self.or(operands[0], operands[2])),
                _ => KnownValue::Unknown,
            },
            PureOp::LaneId => KnownValue::LaneId,
            PureOp::ThreadIdX => KnownValue::ThreadIdX,
            PureOp::ThreadId => match attribute(op, "dimension") {
                Some(dimension) if attribute::print(dimension) == "#gpu<dim x>" => KnownValue::ThreadIdX,
                _ => KnownValue::Unknown,
            },
            PureOp::Elect => KnownValue::OneLane,
            PureOp::QueryCancel if boolean => KnownValue::Canceled,
            PureOp::Cast if operands.len() == 1 => self.cast(operands[0], op, value.r#type()),
            // The thread id in x modulo 32 is the lane id if warps lie along x.
            PureOp::And if constant(self, 1) == Some(31) || constant(self, 0) == Some(31) => self.lane_of(&operands),
            PureOp::Remainder if constant(self, 1) == Some(32) => self.lane_of(&operands),
            _ => KnownValue::Unknown,
        };
        let names: &[&str] = match pure {
            PureOp::Other(names) => names,
            PureOp::ThreadId => &["dimension"],
            PureOp::QueryCancel => &["query_type"],
            _ => &[],
        };
        let expression = Expression::Operation {
            name: Some(OpNameKey::of(op)),
            operands: operands.clone(),
            attributes: attribute_keys(op, names),
            r#type: Some(TypeKey::of(value.r#type())),
        };
        Some(self.derived(expression, known, &operands))
    }

    fn lane_of(&self, operands: &[ValueId]) -> KnownValue {
        let of = |id: &ValueId| self.get(*id).known;
        let is_lane = operands.iter().map(of).any(|known| matches!(known, KnownValue::ThreadIdX | KnownValue::LaneId));
        if is_lane { KnownValue::LaneId } else { KnownValue::Unknown }
    }

    /// An integer constant. Equal attributes of the same type have the same id, also on different operations.
    fn literal(&mut self, op: OperationRef<'_, '_>, r#type: Type<'_>) -> ValueId {
        let operands = SmallVec::new();
        let r#type = Some(TypeKey::of(r#type));
        let Some(value) = attribute(op, "value") else {
            let name = Some(OpNameKey::of(op));
            let expression = Expression::Operation { name, operands, attributes: SmallVec::new(), r#type };
            return self.derived(expression, KnownValue::Unknown, &[]);
        };
        let known = match view(value) {
            View::Integer { value, .. } => i64::try_from(value).map_or(KnownValue::Unknown, KnownValue::Constant),
            _ => KnownValue::Unknown,
        };
        let attributes = SmallVec::from_slice(&[AttributeKey::of(value)]);
        self.derived(Expression::Operation { name: None, operands, attributes, r#type }, known, &[])
    }

    /// What is known of a value after a cast.
    fn cast(&self, operand: ValueId, op: OperationRef<'_, '_>, to: Type<'_>) -> KnownValue {
        let from = operation::operand(op, 0).and_then(|operand| integer_width(operand.r#type()));
        let (Some(from), Some(to)) = (from, integer_width(to)) else { return KnownValue::Unknown };
        let is_unsigned =
            || matches!(operation::name(op), b"arith.extui" | b"llvm.zext" | b"arith.index_castui" | b"index.castu");
        match self.get(operand).known {
            KnownValue::Constant(value) if to == from => KnownValue::Constant(value),
            KnownValue::Constant(value) if to < from => KnownValue::Constant(sign_extend(value, to)),
            KnownValue::Constant(value) if is_unsigned() => KnownValue::Constant(zero_extend(value, from)),
            KnownValue::Constant(value) => KnownValue::Constant(sign_extend(value, from)),
            // At most 1024 threads in x, 32 lanes.
            known @ KnownValue::ThreadIdX if to > 10 => known,
            known @ KnownValue::LaneId if to > 5 => known,
            known @ (KnownValue::OneLane | KnownValue::OneThreadInX) => known,
            _ => KnownValue::Unknown,
        }
    }

    fn compare<'c>(&mut self, op: OperationRef<'c, '_>, operands: &[ValueId], value: Value<'c, '_>) -> ValueId {
        // Both dialects have the same numbers for predicates: eq, ne, slt, sle, sgt, sge, ult, ule, ugt, uge.
        let predicate = match attribute(op, "predicate").map(view) {
            Some(View::Integer { value, .. }) => value,
            _ => -1,
        };
        let [left, right] = operands else { return self.opaque(value, KnownValue::Unknown) };
        match (predicate, self.known_constant(*right)) {
            (0, _) => self.equal(*left, *right),
            (1, _) => {
                let equal = self.equal(*left, *right);
                self.not(equal)
            }
            // Below 1, and not above 0: equal to 0.
            (6, Some(1)) | (7, Some(0)) => self.equals(*left, 0),
            (8, Some(0)) | (9, Some(1)) => {
                let equal = self.equals(*left, 0);
                self.not(equal)
            }
            _ => {
                let expression = Expression::Operation {
                    name: Some(OpNameKey::of(op)),
                    operands: operands.into(),
                    attributes: attribute_keys(op, &["predicate"]),
                    r#type: None,
                };
                self.derived(expression, KnownValue::Unknown, operands)
            }
        }
    }

    fn equal(&mut self, left: ValueId, right: ValueId) -> ValueId {
        match (self.known_constant(left), self.known_constant(right)) {
            (_, Some(value)) => self.equals(left, value),
            (Some(value), _) => self.equals(right, value),
            _ => {
                let expression = Expression::Equal(left.min(right), left.max(right));
                self.derived(expression, KnownValue::Unknown, &[left, right])
            }
        }
    }

    fn not(&mut self, operand: ValueId) -> ValueId {
        match self.get(operand).known {
            KnownValue::Not(inner) => inner,
            _ => self.derived(Expression::Not(operand), KnownValue::Not(operand), &[operand]),
        }
    }

    fn and(&mut self, left: ValueId, right: ValueId) -> ValueId {
        let expression = Expression::And(left.min(right), left.max(right));
        self.derived(expression, KnownValue::And(left, right), &[left, right])
    }

    fn or(&mut self, left: ValueId, right: ValueId) -> ValueId {
        let expression = Expression::Or(left.min(right), left.max(right));
        self.derived(expression, KnownValue::Or(left, right), &[left, right])
    }

    /// A result, or a member of a result, of inline assembly or an intrinsic.
    fn member<'c, 'a>(
        &mut self,
        op: OperationRef<'c, 'a>,
        result: usize,
        value: Value<'c, 'a>,
        names: &mut OperationNames,
        depth: u32,
    ) -> ValueId {
        match operation::name(op) {
            b"llvm.extractvalue" => {
                let Some(source) = operation::operand(op, 0) else { return self.opaque(value, KnownValue::Unknown) };
                let operand = self.at_depth(source, names, depth);
                let known = match self.get(operand).known {
                    // Of an intrinsic, the second member is the election and the first is the lane. Of inline assembly,
                    // any member can be the election.
                    KnownValue::OneLane
                        if integer_width(value.r#type()).is_some_and(|width| width == 1 || !is_intrinsic(source)) =>
                    {
                        KnownValue::OneLane
                    }
                    _ => KnownValue::Unknown,
                };
                let expression = Expression::Operation {
                    name: Some(OpNameKey::of(op)),
                    operands: SmallVec::from_slice(&[operand]),
                    attributes: attribute_keys(op, &["position"]),
                    r#type: None,
                };
                self.derived(expression, known, &[operand])
            }
            b"llvm.inline_asm" => self.opaque(value, elected(op, "asm_string")),
            b"nvvm.inline_ptx" => self.opaque(value, elected(op, "ptxCode")),
            _ => {
                let name = intrinsic_name(op);
                let pure = name.as_deref().and_then(table::intrinsic_value).filter(|_| result == 0);
                let known = match pure {
                    Some(PureOp::Elect) => KnownValue::OneLane,
                    Some(PureOp::QueryCancel) => KnownValue::Canceled,
                    Some(PureOp::LaneId) => KnownValue::LaneId,
                    Some(PureOp::ThreadIdX) => KnownValue::ThreadIdX,
                    _ => return self.opaque(value, KnownValue::Unknown),
                };
                let operands: SmallVec<[ValueId; 3]> =
                    op.operands().map(|operand| self.at_depth(operand, names, depth)).collect();
                let expression = Expression::Operation {
                    name: Some(OpNameKey::of(op)),
                    operands: operands.clone(),
                    attributes: attribute_keys(op, &["intrin", "callee"]),
                    r#type: None,
                };
                self.derived(expression, known, &operands)
            }
        }
    }
}

/// The low `width` bits of a value, sign-extended. The only value of `i0` is 0.
const fn sign_extend(value: i64, width: u32) -> i64 {
    match width {
        0 => 0,
        1..64 => value << (64 - width) >> (64 - width),
        _ => value,
    }
}

/// The low `width` bits of a value, zero-extended.
const fn zero_extend(value: i64, width: u32) -> i64 {
    if width < 64 { value & ((1_u64 << width) - 1).cast_signed() } else { value }
}

fn is_intrinsic(value: Value<'_, '_>) -> bool {
    definition(value).is_some_and(|(op, _)| matches!(operation::name(op), b"llvm.call_intrinsic" | b"llvm.call"))
}

/// The name of the intrinsic that an operation calls, without `llvm.nvvm.`.
pub(super) fn intrinsic_name<'c>(op: OperationRef<'c, '_>) -> Option<std::borrow::Cow<'c, str>> {
    let name = match view(attribute(op, "intrin").or_else(|| attribute(op, "callee"))?) {
        View::Text(name) => name,
        View::Symbol(symbol) => attribute::symbol_path(symbol).last()?,
        _ => return None,
    };
    name.strip_prefix(b"llvm.nvvm.").map(lossy)
}

fn elected(op: OperationRef<'_, '_>, name: &str) -> KnownValue {
    match attribute(op, name).map(view) {
        Some(View::Text(text)) if inline::elects_lane(&lossy(text)) => KnownValue::OneLane,
        _ => KnownValue::Unknown,
    }
}

fn attribute<'c>(op: OperationRef<'c, '_>, name: &str) -> Option<Attribute<'c>> {
    operation::inherent_attribute(op, name)
}

/// The keys of the attributes of those names that an operation has.
fn attribute_keys(op: OperationRef<'_, '_>, names: &[&str]) -> SmallVec<[AttributeKey; 2]> {
    names.iter().filter_map(|name| attribute(op, name)).map(AttributeKey::of).collect()
}
