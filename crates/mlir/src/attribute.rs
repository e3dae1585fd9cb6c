//! Attributes seen by their kind, and made.
//!
//! [`view`] answers once what an attribute holds, without allocating for the common kinds.

use crate::text::{bytes, collect, raw, raw_bytes};
use melior::Context;
use melior::ir::{Attribute, AttributeLike, OperationRef};
use mlir_sys::*;

/// What an attribute holds.
#[derive(Clone, Copy, Debug)]
pub enum View<'c> {
    /// `unit`.
    Unit,
    /// An integer of up to 64 bits, an index, or a Boolean (`width` 1). Signless and signed types are sign-extended,
    /// except that a Boolean is 0 or 1.
    Integer {
        /// The value.
        value: i128,
        /// The width of its type in bits; 64 for `index`.
        width: u32,
    },
    /// `"…"`.
    Text(&'c [u8]),
    /// `array<i32: …>`.
    I32Array(I32Array<'c>),
    /// `[…]`.
    Array(Array<'c>),
    /// `@name` or `@module::@name`.
    Symbol(Attribute<'c>),
    /// Anything else, wide integers included.
    Other(Attribute<'c>),
}

/// Looks at an attribute.
#[must_use]
pub fn view<'c>(attribute: Attribute<'c>) -> View<'c> {
    let raw = attribute.to_raw();
    // SAFETY: each accessor is called only after the matching `IsA`.
    unsafe {
        if mlirAttributeIsAInteger(raw) {
            return integer_view(attribute);
        }
        if mlirAttributeIsAString(raw) {
            return View::Text(bytes(mlirStringAttrGetValue(raw)));
        }
        if mlirAttributeIsADenseI32Array(raw) {
            return View::I32Array(I32Array(attribute));
        }
        if mlirAttributeIsAArray(raw) {
            return View::Array(Array(attribute));
        }
        if mlirAttributeIsASymbolRef(raw) {
            return View::Symbol(attribute);
        }
        if mlirAttributeIsAUnit(raw) {
            return View::Unit;
        }
    }
    View::Other(attribute)
}

fn integer_view(attribute: Attribute<'_>) -> View<'_> {
    let raw = attribute.to_raw();
    // SAFETY: the caller saw that this is an integer attribute; the value accessors are for at most 64 bits.
    unsafe {
        let r#type = mlirAttributeGetType(raw);
        if mlirTypeIsAIndex(r#type) {
            return View::Integer { value: mlirIntegerAttrGetValueInt(raw).into(), width: 64 };
        }
        let width = mlirIntegerTypeGetWidth(r#type);
        if width > 64 || width == 0 {
            return View::Other(attribute);
        }
        let value = if mlirIntegerTypeIsUnsigned(r#type) {
            mlirIntegerAttrGetValueUInt(raw).into()
        } else if mlirIntegerTypeIsSigned(r#type) {
            mlirIntegerAttrGetValueSInt(raw).into()
        } else {
            mlirIntegerAttrGetValueInt(raw).into()
        };
        View::Integer { value: if width == 1 { i128::from(value != 0) } else { value }, width }
    }
}

/// An `array<i32: …>`.
#[derive(Clone, Copy, Debug)]
pub struct I32Array<'c>(Attribute<'c>);

impl I32Array<'_> {
    /// Its values.
    pub fn iter(&self) -> impl Iterator<Item = i32> + '_ {
        let raw = self.0.to_raw();
        // SAFETY: the type guarantees the kind, the range the bounds.
        let count = unsafe { mlirDenseArrayGetNumElements(raw) };
        // SAFETY: as above.
        (0..count).map(move |index| unsafe { mlirDenseI32ArrayGetElement(raw, index) })
    }
}

/// A `[…]`.
#[derive(Clone, Copy, Debug)]
pub struct Array<'c>(Attribute<'c>);

impl<'c> Array<'c> {
    /// Sees an attribute as an array.
    #[must_use]
    pub fn new(attribute: Attribute<'c>) -> Option<Self> {
        // SAFETY: any attribute may be asked.
        unsafe { mlirAttributeIsAArray(attribute.to_raw()) }.then_some(Self(attribute))
    }

    /// The attribute itself.
    #[must_use]
    pub const fn attribute(self) -> Attribute<'c> {
        self.0
    }

    /// The number of elements.
    #[must_use]
    pub fn len(&self) -> usize {
        // SAFETY: the type guarantees the kind.
        unsafe { mlirArrayAttrGetNumElements(self.0.to_raw()) as usize }
    }

    /// Whether there is no element.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// One element; `index` must be below [`Array::len`].
    #[must_use]
    pub fn get(&self, index: usize) -> Attribute<'c> {
        assert!(index < self.len(), "array index out of range");
        // SAFETY: kind and bounds hold.
        unsafe { Attribute::from_raw(mlirArrayAttrGetElement(self.0.to_raw(), index as isize)) }
    }

    /// Its elements.
    pub fn iter(&self) -> impl Iterator<Item = Attribute<'c>> + use<'c> {
        let raw = self.0.to_raw();
        // SAFETY: kind and bounds hold.
        (0..self.len()).map(move |index| unsafe { Attribute::from_raw(mlirArrayAttrGetElement(raw, index as isize)) })
    }
}

/// `unit`.
#[must_use]
pub fn unit(context: &Context) -> Attribute<'_> {
    Attribute::unit(context)
}

/// `"text"`.
#[must_use]
pub fn string<'c>(context: &'c Context, text: &str) -> Attribute<'c> {
    // SAFETY: MLIR copies the text.
    unsafe { Attribute::from_raw(mlirStringAttrGet(context.to_raw(), raw(text))) }
}

/// `@name`.
#[must_use]
pub fn symbol<'c>(context: &'c Context, name: &[u8]) -> Attribute<'c> {
    // SAFETY: MLIR copies the name.
    unsafe { Attribute::from_raw(mlirFlatSymbolRefAttrGet(context.to_raw(), raw_bytes(name))) }
}

/// `value : iN`.
#[must_use]
pub fn integer(context: &Context, value: i64, width: u32) -> Attribute<'_> {
    // SAFETY: the type belongs to the same context.
    unsafe { Attribute::from_raw(mlirIntegerAttrGet(mlirIntegerTypeGet(context.to_raw(), width), value)) }
}

/// `array<i32: …>`.
#[must_use]
pub fn i32_array<'c>(context: &'c Context, values: &[i32]) -> Attribute<'c> {
    // SAFETY: MLIR copies the values.
    unsafe { Attribute::from_raw(mlirDenseI32ArrayGet(context.to_raw(), values.len() as isize, values.as_ptr())) }
}

/// `[…]`.
#[must_use]
pub fn array<'c>(context: &'c Context, elements: &[Attribute<'c>]) -> Attribute<'c> {
    let raws: Vec<MlirAttribute> = elements.iter().map(AttributeLike::to_raw).collect();
    // SAFETY: MLIR copies the elements.
    unsafe { Attribute::from_raw(mlirArrayAttrGet(context.to_raw(), raws.len() as isize, raws.as_ptr())) }
}

/// The names along a symbol reference, outermost first.
pub fn symbol_path<'c>(symbol: Attribute<'c>) -> impl Iterator<Item = &'c [u8]> {
    let raw = symbol.to_raw();
    // SAFETY: any attribute may be asked; the accessors follow only for symbol references.
    let nested = unsafe { mlirAttributeIsASymbolRef(raw).then(|| mlirSymbolRefAttrGetNumNestedReferences(raw)) };
    nested.into_iter().flat_map(move |nested| {
        // SAFETY: kind and bounds hold, and the names live as long as the context.
        let root = unsafe { bytes(mlirSymbolRefAttrGetRootReference(raw)) };
        let below = (0..nested).map(move |index| {
            // SAFETY: as above.
            unsafe { bytes(mlirFlatSymbolRefAttrGetValue(mlirSymbolRefAttrGetNestedReference(raw, index))) }
        });
        std::iter::once(root).chain(below)
    })
}

/// The address of an attribute, as a key: attributes of one context are equal if the keys are.
#[must_use]
pub fn key(attribute: Attribute<'_>) -> usize {
    attribute.to_raw().ptr.addr()
}

/// The attribute that MLIR text says, if it is one, in the context of an operation.
#[must_use]
pub fn parse_beside<'c>(op: OperationRef<'c, '_>, text: &str) -> Option<Attribute<'c>> {
    // SAFETY: the operation is alive; null stands for none.
    unsafe { Attribute::from_option_raw(mlirAttributeParseGet(mlirOperationGetContext(op.to_raw()), raw(text))) }
}

/// The values of `dense<...>` with elements of 32 or 64 bits; none of anything else.
#[must_use]
pub fn dense_integers(attribute: Attribute<'_>) -> Option<Vec<i64>> {
    let raw = attribute.to_raw();
    // SAFETY: the kind and the width are asked first, and the range gives the bounds.
    unsafe {
        if !mlirAttributeIsADenseIntElements(raw) {
            return None;
        }
        let element = mlirShapedTypeGetElementType(mlirAttributeGetType(raw));
        let count = mlirElementsAttrGetNumElements(raw) as isize;
        match mlirTypeIsAInteger(element).then(|| mlirIntegerTypeGetWidth(element))? {
            32 => Some((0..count).map(|at| mlirDenseElementsAttrGetInt32Value(raw, at).into()).collect()),
            64 => Some((0..count).map(|at| mlirDenseElementsAttrGetInt64Value(raw, at)).collect()),
            _ => None,
        }
    }
}

/// An attribute as MLIR prints it.
#[must_use]
pub fn print(attribute: Attribute<'_>) -> String {
    // SAFETY: the callback pair is the one `collect` made.
    collect(|callback, data| unsafe { mlirAttributePrint(attribute.to_raw(), callback, data) })
}
