//! Numbers for values: equal numbers are equal values.
//!
//! Accepts any value. A value that depends on nothing but constants, the identity of the thread and other such values is
//! told by what it is made of, so that what a program computes twice has one number; any other value by where it is
//! defined. Guarantees one number in all functions of a program for what is the same in all, and says of each what it is
//! to a rule: a constant, a lane id, whether this lane was elected. Leaves out on purpose: arithmetic on constants.

use melior::ir::operation::OperationLike as _;
use melior::ir::{Attribute, OperationRef, Type, TypeLike as _, Value, ValueLike as _};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tileiras_kernel::ValueId;
use tileiras_mlir::attribute::{self, View, view};
use tileiras_mlir::text::lossy;
use tileiras_mlir::value::{definition, integer_width};
use tileiras_mlir::{operation, value};

use super::ptx;
use super::table::{self, Names, Pure};

/// How far back a value is followed.
const DEPTH: u32 = 24;

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
    Not(ValueId),
    And(ValueId, ValueId),
    Or(ValueId, ValueId),
}

/// One number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Number {
    pub known: KnownValue,
    /// A value that it depends on and that its definition alone tells: its block, where there is one such value.
    pub made_in: Option<usize>,
    /// There is more than one such block.
    pub made_in_many: bool,
}

/// What a value is made of.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
enum Made {
    /// By its definition alone.
    There(usize),
    /// By an operation of that name on these operands, with these attributes, of that type.
    By {
        name: usize,
        of: SmallVec<[ValueId; 3]>,
        with: SmallVec<[usize; 2]>,
        r#type: usize,
    },
    Equal(ValueId, ValueId),
    EqualTo(ValueId, i64),
    Not(ValueId),
    And(ValueId, ValueId),
    Or(ValueId, ValueId),
}

/// The numbers of a program.
#[derive(Default)]
pub(super) struct Numbers {
    of_value: FxHashMap<usize, ValueId>,
    of_made: FxHashMap<Made, ValueId>,
    numbers: Vec<Number>,
}

impl Numbers {
    pub fn get(&self, number: ValueId) -> Number {
        self.numbers[number.index()]
    }

    /// A number that nothing else has.
    pub fn fresh(&mut self) -> ValueId {
        self.numbers.push(Number { known: KnownValue::Unknown, made_in: None, made_in_many: false });
        ValueId::new(self.numbers.len() - 1)
    }

    /// The constant that a value is.
    pub fn constant(&mut self, value: Value<'_, '_>, names: &mut Names) -> Option<i64> {
        let number = self.of(value, names);
        match self.get(number).known {
            KnownValue::Constant(value) => Some(value),
            _ => None,
        }
    }

    /// The number of a value.
    pub fn of<'c, 'a>(&mut self, value: Value<'c, 'a>, names: &mut Names) -> ValueId {
        self.at_depth(value, names, DEPTH)
    }

    /// The number of "`left` is equal to the constant `right`".
    pub fn equals(&mut self, left: ValueId, right: i64) -> ValueId {
        let known = match (self.get(left).known, right) {
            (KnownValue::LaneId, _) => KnownValue::OneLane,
            (KnownValue::ThreadIdX, _) => KnownValue::OneThreadInX,
            (KnownValue::Unknown | KnownValue::Constant(_), _) => KnownValue::Unknown,
            (_, 0) => return self.not(left),
            (known @ (KnownValue::OneLane | KnownValue::OneThreadInX), _) => known,
            _ => return left,
        };
        self.derived(Made::EqualTo(left, right), known, &[left])
    }

    fn at_depth<'c, 'a>(&mut self, value: Value<'c, 'a>, names: &mut Names, depth: u32) -> ValueId {
        let key = value::key(value);
        if let Some(&number) = self.of_value.get(&key) {
            return number;
        }
        let made = definition(value)
            .filter(|_| depth > 0)
            .and_then(|(op, result)| self.pure(op, result, value, names, depth - 1));
        let number = made.unwrap_or_else(|| self.there(value, KnownValue::Unknown));
        self.of_value.insert(key, number);
        number
    }

    /// A value that its definition alone tells.
    fn there(&mut self, value: Value<'_, '_>, known: KnownValue) -> ValueId {
        let made_in = value::block(value).map(|block| block.key());
        self.add(Made::There(value::key(value)), Number { known, made_in, made_in_many: false })
    }

    fn add(&mut self, made: Made, number: Number) -> ValueId {
        *self.of_made.entry(made).or_insert_with(|| {
            self.numbers.push(number);
            ValueId::new(self.numbers.len() - 1)
        })
    }

    /// A value that these make.
    fn derived(&mut self, made: Made, known: KnownValue, of: &[ValueId]) -> ValueId {
        let mut number = Number { known, made_in: None, made_in_many: false };
        for part in of {
            let part = self.get(*part);
            number.made_in_many |= part.made_in_many
                || (number.made_in.is_some() && part.made_in.is_some_and(|block| number.made_in != Some(block)));
            number.made_in = number.made_in.or(part.made_in);
        }
        self.add(made, number)
    }

    fn pure<'c, 'a>(
        &mut self,
        op: OperationRef<'c, 'a>,
        result: usize,
        value: Value<'c, 'a>,
        names: &mut Names,
        depth: u32,
    ) -> Option<ValueId> {
        let pure = names.of(op).value?;
        if pure == Pure::Member {
            return Some(self.member(op, result, value, names, depth));
        }
        if result > 0 {
            return None;
        }
        let of: SmallVec<[ValueId; 3]> = op.operands().map(|operand| self.at_depth(operand, names, depth)).collect();
        let constant = |numbers: &Self, at: usize| match of.get(at).map(|number| numbers.get(*number).known) {
            Some(KnownValue::Constant(value)) => Some(value),
            _ => None,
        };
        let boolean = integer_width(value.r#type()) == Some(1);
        let known = match pure {
            Pure::Constant => return Some(self.literal(op, value.r#type())),
            Pure::Compare => return Some(self.compare(op, &of, value)),
            Pure::And if boolean && of.len() == 2 => return Some(self.both(of[0], of[1])),
            Pure::Or if boolean && of.len() == 2 => return Some(self.either(of[0], of[1])),
            Pure::Xor if boolean && of.len() == 2 => match (constant(self, 0), constant(self, 1)) {
                (_, Some(truth)) => return Some(if truth == 0 { of[0] } else { self.not(of[0]) }),
                (Some(truth), _) => return Some(if truth == 0 { of[1] } else { self.not(of[1]) }),
                _ => KnownValue::Unknown,
            },
            Pure::Select if boolean && of.len() == 3 => match (constant(self, 1), constant(self, 2)) {
                (_, Some(0)) => return Some(self.both(of[0], of[1])),
                (Some(1 | -1), _) => return Some(self.either(of[0], of[2])),
                _ => KnownValue::Unknown,
            },
            Pure::Lane => KnownValue::LaneId,
            Pure::ThreadX => KnownValue::ThreadIdX,
            Pure::ThreadId => match attribute(op, "dimension") {
                Some(dimension) if attribute::print(dimension) == "#gpu<dim x>" => KnownValue::ThreadIdX,
                _ => KnownValue::Unknown,
            },
            Pure::Elect => KnownValue::OneLane,
            Pure::QueryCancel if boolean => KnownValue::Canceled,
            Pure::Cast if of.len() == 1 => self.cast(of[0], op, value.r#type()),
            // The thread id in x is the lane id as far as warps lie along x.
            Pure::And if constant(self, 1) == Some(31) || constant(self, 0) == Some(31) => self.lane_of(&of),
            Pure::Remainder if constant(self, 1) == Some(32) => self.lane_of(&of),
            _ => KnownValue::Unknown,
        };
        let attributes: &[&str] = match pure {
            Pure::Other(attributes) => attributes,
            Pure::ThreadId => &["dimension"],
            Pure::QueryCancel => &["query_type"],
            _ => &[],
        };
        let with = attributes.iter().filter_map(|name| attribute(op, name)).map(attribute::key).collect();
        let made = Made::By { name: operation::name_key(op), of: of.clone(), with, r#type: type_key(value.r#type()) };
        Some(self.derived(made, known, &of))
    }

    fn lane_of(&self, of: &[ValueId]) -> KnownValue {
        if of.iter().any(|part| matches!(self.get(*part).known, KnownValue::ThreadIdX | KnownValue::LaneId)) {
            KnownValue::LaneId
        } else {
            KnownValue::Unknown
        }
    }

    /// An integer constant: one number for one attribute.
    fn literal(&mut self, op: OperationRef<'_, '_>, r#type: Type<'_>) -> ValueId {
        let Some(value) = attribute(op, "value") else {
            return self.derived(
                Made::By {
                    name: operation::name_key(op),
                    of: SmallVec::new(),
                    with: SmallVec::new(),
                    r#type: type_key(r#type),
                },
                KnownValue::Unknown,
                &[],
            );
        };
        let known = match view(value) {
            View::Integer { value, .. } => i64::try_from(value).map_or(KnownValue::Unknown, KnownValue::Constant),
            _ => KnownValue::Unknown,
        };
        let with = SmallVec::from_slice(&[attribute::key(value)]);
        self.derived(Made::By { name: 0, of: SmallVec::new(), with, r#type: type_key(r#type) }, known, &[])
    }

    /// What a cast makes of a value. Bits that are cut off must not matter.
    fn cast(&self, of: ValueId, op: OperationRef<'_, '_>, to: Type<'_>) -> KnownValue {
        let from = operation::operand(op, 0).and_then(|operand| integer_width(operand.r#type()));
        let (Some(from), Some(to)) = (from, integer_width(to)) else { return KnownValue::Unknown };
        match self.get(of).known {
            KnownValue::Constant(value) if to >= from => {
                let unsigned = matches!(
                    operation::name(op),
                    b"arith.extui" | b"llvm.zext" | b"arith.index_castui" | b"index.castu"
                );
                KnownValue::Constant(if unsigned && to > from && from < 64 { value & ((1 << from) - 1) } else { value })
            }
            KnownValue::Constant(value) => KnownValue::Constant(value << (64 - to) >> (64 - to)),
            // At most 1024 threads in x, 32 lanes.
            known @ KnownValue::ThreadIdX if to > 10 => known,
            known @ KnownValue::LaneId if to > 5 => known,
            known @ (KnownValue::OneLane | KnownValue::OneThreadInX) => known,
            _ => KnownValue::Unknown,
        }
    }

    fn compare<'c>(&mut self, op: OperationRef<'c, '_>, of: &[ValueId], value: Value<'c, '_>) -> ValueId {
        // Both dialects count predicates alike: eq, ne, slt, sle, sgt, sge, ult, ule, ugt, uge.
        let predicate = match attribute(op, "predicate").map(view) {
            Some(View::Integer { value, .. }) => value,
            _ => -1,
        };
        let [left, right] = of else { return self.there(value, KnownValue::Unknown) };
        let constant = match self.get(*right).known {
            KnownValue::Constant(value) => Some(value),
            _ => None,
        };
        match (predicate, constant) {
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
                let with = attribute(op, "predicate").map(attribute::key).into_iter().collect();
                let made = Made::By { name: operation::name_key(op), of: of.into(), with, r#type: 0 };
                self.derived(made, KnownValue::Unknown, of)
            }
        }
    }

    fn equal(&mut self, left: ValueId, right: ValueId) -> ValueId {
        match (self.get(left).known, self.get(right).known) {
            (_, KnownValue::Constant(value)) => self.equals(left, value),
            (KnownValue::Constant(value), _) => self.equals(right, value),
            _ => self.derived(Made::Equal(left.min(right), left.max(right)), KnownValue::Unknown, &[left, right]),
        }
    }

    fn not(&mut self, of: ValueId) -> ValueId {
        match self.get(of).known {
            KnownValue::Not(inner) => inner,
            _ => self.derived(Made::Not(of), KnownValue::Not(of), &[of]),
        }
    }

    fn both(&mut self, left: ValueId, right: ValueId) -> ValueId {
        self.derived(Made::And(left.min(right), left.max(right)), KnownValue::And(left, right), &[left, right])
    }

    fn either(&mut self, left: ValueId, right: ValueId) -> ValueId {
        self.derived(Made::Or(left.min(right), left.max(right)), KnownValue::Or(left, right), &[left, right])
    }

    /// A member of what assembly or an intrinsic returns.
    fn member<'c, 'a>(
        &mut self,
        op: OperationRef<'c, 'a>,
        result: usize,
        value: Value<'c, 'a>,
        names: &mut Names,
        depth: u32,
    ) -> ValueId {
        match operation::name(op) {
            b"llvm.extractvalue" => {
                let Some(source) = operation::operand(op, 0) else { return self.there(value, KnownValue::Unknown) };
                let of = self.at_depth(source, names, depth);
                let known = match self.get(of).known {
                    // The election is the second member, the lane the first; of assembly, who knows.
                    KnownValue::OneLane
                        if integer_width(value.r#type()).is_some_and(|width| width == 1 || !is_intrinsic(source)) =>
                    {
                        KnownValue::OneLane
                    }
                    _ => KnownValue::Unknown,
                };
                let with = attribute(op, "position").map(attribute::key).into_iter().collect();
                self.derived(
                    Made::By { name: operation::name_key(op), of: SmallVec::from_slice(&[of]), with, r#type: 0 },
                    known,
                    &[of],
                )
            }
            b"llvm.inline_asm" => self.there(value, elected(op, "asm_string")),
            b"nvvm.inline_ptx" => self.there(value, elected(op, "ptxCode")),
            _ => {
                let name = intrinsic_name(op);
                let pure = name.as_deref().and_then(table::intrinsic_value).filter(|_| result == 0);
                let known = match pure {
                    Some(Pure::Elect) => KnownValue::OneLane,
                    Some(Pure::QueryCancel) => KnownValue::Canceled,
                    Some(Pure::Lane) => KnownValue::LaneId,
                    Some(Pure::ThreadX) => KnownValue::ThreadIdX,
                    _ => return self.there(value, KnownValue::Unknown),
                };
                let of: SmallVec<[ValueId; 3]> =
                    op.operands().map(|operand| self.at_depth(operand, names, depth)).collect();
                let with =
                    ["intrin", "callee"].iter().filter_map(|name| attribute(op, name)).map(attribute::key).collect();
                self.derived(Made::By { name: operation::name_key(op), of: of.clone(), with, r#type: 0 }, known, &of)
            }
        }
    }
}

fn is_intrinsic(value: Value<'_, '_>) -> bool {
    definition(value).is_some_and(|(op, _)| matches!(operation::name(op), b"llvm.call_intrinsic" | b"llvm.call"))
}

/// The name of the intrinsic that an operation calls, behind `llvm.nvvm.`.
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
        Some(View::Text(text)) if ptx::elects(&lossy(text)) => KnownValue::OneLane,
        _ => KnownValue::Unknown,
    }
}

fn attribute<'c>(op: OperationRef<'c, '_>, name: &str) -> Option<Attribute<'c>> {
    operation::inherent(op, name)
}

fn type_key(r#type: Type<'_>) -> usize {
    r#type.to_raw().ptr.addr()
}
