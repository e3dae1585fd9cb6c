//! Reads and builds attributes.
//!
//! [`view`] returns the kind and the content of an attribute in one call. It does not allocate.

use crate::context::ContextHandle;
use crate::text::{bytes, collect, raw, raw_bytes};
use melior::ir::{Attribute, AttributeLike, OperationRef};
use mlir_sys::*;
use std::ffi::c_void;
use std::marker::PhantomData;
use tileiras_mlir_sys_ext::{
    TileirasAttributeKind, tileirasArrayElements, tileirasAttributeKind, tileirasFlatSymbolName,
};

/// An attribute by its kind, with its content.
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
    /// Any other attribute, including an integer of more than 64 bits ([`integer_value`]).
    Other(Attribute<'c>),
}

/// The kind and the content of an attribute.
#[must_use]
pub fn view<'c>(attribute: Attribute<'c>) -> View<'c> {
    let raw = attribute.to_raw();
    // SAFETY: the function accepts any attribute for its kind.
    match unsafe { tileirasAttributeKind(raw) } {
        // SAFETY: the attribute is a string, and its text lives as long as the context.
        TileirasAttributeKind::String => View::Text(unsafe { bytes(mlirStringAttrGetValue(raw)) }),
        TileirasAttributeKind::Integer => integer_view(attribute),
        TileirasAttributeKind::Unit => View::Unit,
        TileirasAttributeKind::I32Array => View::I32Array(I32Array(attribute)),
        TileirasAttributeKind::Array => Array::new(attribute).map_or(View::Other(attribute), View::Array),
        TileirasAttributeKind::Symbol => View::Symbol(attribute),
        TileirasAttributeKind::Other => View::Other(attribute),
    }
}

fn integer_view(attribute: Attribute<'_>) -> View<'_> {
    let raw = attribute.to_raw();
    // SAFETY: the caller checked that this is an integer attribute. The value accessors need at most 64 bits.
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
    /// The values.
    pub fn iter(&self) -> impl Iterator<Item = i32> + '_ {
        let raw = self.0.to_raw();
        // SAFETY: the type guarantees the kind, and the range bounds the index.
        let count = unsafe { mlirDenseArrayGetNumElements(raw) };
        // SAFETY: as above.
        (0..count).map(move |index| unsafe { mlirDenseI32ArrayGetElement(raw, index) })
    }
}

/// A `[…]`.
#[derive(Clone, Copy, Debug)]
pub struct Array<'c> {
    attribute: Attribute<'c>,
    elements: &'c [MlirAttribute],
}

impl<'c> Array<'c> {
    /// The array that an attribute is; `None` for an attribute of another kind.
    #[must_use]
    pub fn new(attribute: Attribute<'c>) -> Option<Self> {
        let (mut elements, mut count) = (std::ptr::null(), 0);
        // SAFETY: the function accepts any attribute, and the elements live as long as the context. The pointer of an
        // empty list may be null.
        unsafe {
            tileirasArrayElements(attribute.to_raw(), &raw mut elements, &raw mut count).then(|| Self {
                attribute,
                elements: if count == 0 { &[] } else { std::slice::from_raw_parts(elements, count as usize) },
            })
        }
    }

    /// The attribute itself.
    #[must_use]
    pub const fn attribute(self) -> Attribute<'c> {
        self.attribute
    }

    /// The number of elements.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.elements.len()
    }

    /// Whether there is no element.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.elements.is_empty()
    }

    /// One element. `index` must be less than [`Array::len`].
    #[must_use]
    pub fn get(&self, index: usize) -> Attribute<'c> {
        // SAFETY: the element is an attribute of this context.
        unsafe { Attribute::from_raw(self.elements[index]) }
    }

    /// The elements.
    pub fn iter(&self) -> impl Iterator<Item = Attribute<'c>> + use<'c> {
        // SAFETY: as above.
        self.elements.iter().map(|element| unsafe { Attribute::from_raw(*element) })
    }

    /// The addresses of the elements. Two elements are equal if their addresses are equal, as MLIR uniques attributes.
    pub fn keys(&self) -> impl Iterator<Item = usize> + use<'c> {
        self.elements.iter().map(|element| element.ptr.addr())
    }
}

/// A `{…}`. Two dictionaries of one context with equal entries are equal.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct Dictionary<'c> {
    address: *const c_void,
    context: PhantomData<Attribute<'c>>,
}

impl<'c> Dictionary<'c> {
    /// The dictionary that an attribute is; `None` for an attribute of another kind.
    #[must_use]
    pub fn new(attribute: Attribute<'c>) -> Option<Self> {
        let raw = attribute.to_raw();
        // SAFETY: the function accepts any attribute, and the kind is checked before the conversion.
        unsafe { mlirAttributeIsADictionary(raw).then(|| Self::from_raw(raw)) }
    }

    /// # Safety
    /// `raw` must be a dictionary attribute of a context that lives for `'c`.
    pub(crate) const unsafe fn from_raw(raw: MlirAttribute) -> Self {
        Self { address: raw.ptr, context: PhantomData }
    }

    const fn to_raw(self) -> MlirAttribute {
        MlirAttribute { ptr: self.address }
    }

    /// The attribute itself.
    #[must_use]
    pub fn attribute(self) -> Attribute<'c> {
        // SAFETY: `from_raw` requires a dictionary of a context that lives for `'c`.
        unsafe { Attribute::from_raw(self.to_raw()) }
    }

    /// Whether there is an entry of that name.
    #[must_use]
    pub fn has(self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// The entry of that name.
    #[must_use]
    pub fn get(self, name: &str) -> Option<Attribute<'c>> {
        // SAFETY: `from_raw` requires a dictionary. Null means none.
        unsafe { Attribute::from_option_raw(mlirDictionaryAttrGetElementByName(self.to_raw(), raw(name))) }
    }

    /// The entries, sorted by name.
    pub fn iter(self) -> impl Iterator<Item = (&'c [u8], Attribute<'c>)> {
        // SAFETY: `from_raw` requires a dictionary.
        let count = unsafe { mlirDictionaryAttrGetNumElements(self.to_raw()) };
        (0..count).map(move |index| {
            // SAFETY: the range bounds the index, and names and attributes live as long as the context.
            unsafe {
                let named = mlirDictionaryAttrGetElement(self.to_raw(), index);
                (bytes(mlirIdentifierStr(named.name)), Attribute::from_raw(named.attribute))
            }
        })
    }

    /// A copy in which the entry `name` is `value`, or is missing for `None`.
    #[must_use]
    pub fn with(self, name: &str, value: Option<Attribute<'c>>) -> Self {
        // SAFETY: `from_raw` requires a dictionary, the range bounds the index, all attributes are of one context, and
        // MLIR copies the entries.
        unsafe {
            let context = mlirAttributeGetContext(self.to_raw());
            let entries = 0..mlirDictionaryAttrGetNumElements(self.to_raw());
            let mut entries: Vec<MlirNamedAttribute> = entries
                .map(|index| mlirDictionaryAttrGetElement(self.to_raw(), index))
                .filter(|named| bytes(mlirIdentifierStr(named.name)) != name.as_bytes())
                .collect();
            entries.extend(
                value.map(|value| mlirNamedAttributeGet(mlirIdentifierGet(context, raw(name)), value.to_raw())),
            );
            Self::from_raw(mlirDictionaryAttrGet(context, entries.len() as isize, entries.as_ptr()))
        }
    }
}

/// The value and the width in bits of an integer attribute; `None` for another attribute, and for a value that does not
/// fit.
///
/// Unlike [`view`], also accepts integers of more than 64 bits. The C API cannot return these, so their text is parsed.
#[must_use]
pub fn integer_value(attribute: Attribute<'_>) -> Option<(i128, u32)> {
    if let View::Integer { value, width } = view(attribute) {
        return Some((value, width));
    }
    // SAFETY: the function accepts any attribute.
    if !unsafe { mlirAttributeIsAInteger(attribute.to_raw()) } {
        return None;
    }
    let text = print(attribute);
    let (value, r#type) = text.split_once(" : ")?;
    let width = r#type.trim_start_matches(['s', 'u']).strip_prefix('i')?;
    Some((value.parse().ok()?, width.parse().ok()?))
}

/// The values of `array<i64: …>`; `None` for another attribute.
#[must_use]
pub fn i64_array_values(attribute: Attribute<'_>) -> Option<Vec<i64>> {
    let raw = attribute.to_raw();
    // SAFETY: the kind is checked first, and the range bounds the index.
    unsafe {
        mlirAttributeIsADenseI64Array(raw).then(|| {
            (0..mlirDenseArrayGetNumElements(raw)).map(|index| mlirDenseI64ArrayGetElement(raw, index)).collect()
        })
    }
}

/// `unit`.
#[must_use]
pub fn unit<'c>(context: impl Into<ContextHandle<'c>>) -> Attribute<'c> {
    // SAFETY: the context is alive.
    unsafe { Attribute::from_raw(mlirUnitAttrGet(context.into().to_raw())) }
}

/// Whether an attribute is `unit`.
#[must_use]
pub fn is_unit(attribute: Attribute<'_>) -> bool {
    matches!(view(attribute), View::Unit)
}

/// `"text"`.
#[must_use]
pub fn string<'c>(context: impl Into<ContextHandle<'c>>, text: &str) -> Attribute<'c> {
    // SAFETY: MLIR copies the text.
    unsafe { Attribute::from_raw(mlirStringAttrGet(context.into().to_raw(), raw(text))) }
}

/// `@name`.
#[must_use]
pub fn symbol<'c>(context: impl Into<ContextHandle<'c>>, name: &[u8]) -> Attribute<'c> {
    // SAFETY: MLIR copies the name.
    unsafe { Attribute::from_raw(mlirFlatSymbolRefAttrGet(context.into().to_raw(), raw_bytes(name))) }
}

/// `@module::@name`.
#[must_use]
pub fn symbol_path_to<'c>(context: impl Into<ContextHandle<'c>>, module: &str, name: &str) -> Attribute<'c> {
    let context = context.into();
    let nested = symbol(context, name.as_bytes()).to_raw();
    // SAFETY: MLIR copies the name and the reference.
    unsafe { Attribute::from_raw(mlirSymbolRefAttrGet(context.to_raw(), raw(module), 1, &raw const nested)) }
}

/// `value : iN`.
#[must_use]
pub fn integer<'c>(context: impl Into<ContextHandle<'c>>, value: i64, width: u32) -> Attribute<'c> {
    // SAFETY: the type belongs to the same context.
    unsafe { Attribute::from_raw(mlirIntegerAttrGet(mlirIntegerTypeGet(context.into().to_raw(), width), value)) }
}

/// `array<i32: …>`.
#[must_use]
pub fn i32_array<'c>(context: impl Into<ContextHandle<'c>>, values: &[i32]) -> Attribute<'c> {
    // SAFETY: MLIR copies the values.
    unsafe {
        Attribute::from_raw(mlirDenseI32ArrayGet(context.into().to_raw(), values.len() as isize, values.as_ptr()))
    }
}

/// `[…]`.
#[must_use]
pub fn array<'c>(context: impl Into<ContextHandle<'c>>, elements: &[Attribute<'c>]) -> Attribute<'c> {
    let raws: Vec<MlirAttribute> = elements.iter().map(AttributeLike::to_raw).collect();
    // SAFETY: MLIR copies the elements.
    unsafe { Attribute::from_raw(mlirArrayAttrGet(context.into().to_raw(), raws.len() as isize, raws.as_ptr())) }
}

/// The names in a symbol reference, outermost first; none for another attribute.
pub fn symbol_path<'c>(symbol: Attribute<'c>) -> impl Iterator<Item = &'c [u8]> {
    let raw = symbol.to_raw();
    // SAFETY: the kind is checked first.
    let nested = unsafe { mlirAttributeIsASymbolRef(raw).then(|| mlirSymbolRefAttrGetNumNestedReferences(raw)) };
    nested.into_iter().flat_map(move |nested| {
        // SAFETY: the kind was checked, and the range bounds the index, and the names live as long as the context.
        let root = unsafe { bytes(mlirSymbolRefAttrGetRootReference(raw)) };
        let nested = (0..nested).map(move |index| {
            // SAFETY: as above.
            unsafe { bytes(mlirFlatSymbolRefAttrGetValue(mlirSymbolRefAttrGetNestedReference(raw, index))) }
        });
        std::iter::once(root).chain(nested)
    })
}

/// The name in a flat symbol reference, as a string attribute; `None` for another attribute.
#[must_use]
pub fn flat_symbol_name<'c>(symbol: Attribute<'c>) -> Option<Attribute<'c>> {
    // SAFETY: the function accepts any attribute and returns null for none.
    unsafe { Attribute::from_option_raw(tileirasFlatSymbolName(symbol.to_raw())) }
}

/// The address of an attribute, as a key. Two attributes of one context are equal if their keys are equal.
#[must_use]
pub fn key(attribute: Attribute<'_>) -> usize {
    attribute.to_raw().ptr.addr()
}

/// Parses an attribute in the context of an operation. `None` after a diagnostic.
#[must_use]
pub fn parse_in_context_of<'c>(op: OperationRef<'c, '_>, text: &str) -> Option<Attribute<'c>> {
    // SAFETY: the operation is alive; null means none.
    unsafe { Attribute::from_option_raw(mlirAttributeParseGet(mlirOperationGetContext(op.to_raw()), raw(text))) }
}

/// The values of `dense<...>` with integer elements of 8, 16, 32 or 64 bits; `None` for another attribute.
#[must_use]
pub fn dense_integers(attribute: Attribute<'_>) -> Option<Vec<i64>> {
    let raw = attribute.to_raw();
    // SAFETY: the kind and the width are checked first, and the range bounds the index.
    unsafe {
        if !mlirAttributeIsADenseIntElements(raw) {
            return None;
        }
        let element = mlirShapedTypeGetElementType(mlirAttributeGetType(raw));
        let count = mlirElementsAttrGetNumElements(raw) as isize;
        match mlirTypeIsAInteger(element).then(|| mlirIntegerTypeGetWidth(element))? {
            8 => Some((0..count).map(|at| mlirDenseElementsAttrGetInt8Value(raw, at).into()).collect()),
            16 => Some((0..count).map(|at| mlirDenseElementsAttrGetInt16Value(raw, at).into()).collect()),
            32 => Some((0..count).map(|at| mlirDenseElementsAttrGetInt32Value(raw, at).into()).collect()),
            64 => Some((0..count).map(|at| mlirDenseElementsAttrGetInt64Value(raw, at)).collect()),
            _ => None,
        }
    }
}

/// The number of lists, entries and elements up to which an attribute is printed.
const MOST_PARTS: usize = 1 << 22;

/// Whether the text of an attribute is so long that nobody reads it. Lists of aliases double it with each alias.
#[must_use]
pub fn is_endless(attribute: Attribute<'_>) -> bool {
    let (mut open, mut count) = (vec![attribute], 0);
    while let Some(attribute) = open.pop() {
        count += 1;
        if count > MOST_PARTS {
            return true;
        }
        if let Some(array) = Array::new(attribute) {
            open.extend(array.iter());
        } else if let Some(dictionary) = Dictionary::new(attribute) {
            open.extend(dictionary.iter().map(|(_, value)| value));
        }
    }
    false
}

/// The text that MLIR prints for an attribute, or what it is if that [is endless](is_endless).
#[must_use]
pub fn print(attribute: Attribute<'_>) -> String {
    if is_endless(attribute) {
        return format!("an attribute of more than {MOST_PARTS} parts");
    }
    // SAFETY: callback and data are those that `collect` passed.
    collect(|callback, data| unsafe { mlirAttributePrint(attribute.to_raw(), callback, data) })
}
