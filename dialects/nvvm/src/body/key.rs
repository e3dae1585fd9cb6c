//! Addresses of MLIR objects, as keys of hash tables.
//!
//! MLIR makes attributes, types and names of operations unique in a context: equal keys are equal objects. Operations,
//! blocks and values have one address as long as they live.
//!
//! Leaves out on purpose: how long an object lives. A table must not outlive the objects whose keys it has.

use melior::ir::{Attribute, OperationRef, Type, TypeLike as _, Value};
use tileiras_mlir::block::Block;
use tileiras_mlir::{attribute, operation, value};

macro_rules! keys {
    ($($(#[$doc:meta])* $name:ident($object:ident: $of:ty) = $key:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
        pub(super) struct $name(usize);

        impl $name {
            pub fn of($object: $of) -> Self {
                Self($key)
            }
        }
    )*};
}

keys! {
    /// An operation.
    OpKey(op: OperationRef<'_, '_>) = operation::key(op);
    /// The name of an operation.
    OpNameKey(op: OperationRef<'_, '_>) = operation::name_key(op);
    /// An attribute.
    AttributeKey(attribute: Attribute<'_>) = attribute::key(attribute);
    /// A type.
    TypeKey(r#type: Type<'_>) = r#type.to_raw().ptr.addr();
    /// A value.
    ValueKey(value: Value<'_, '_>) = value::key(value);
    /// A block of a function.
    BlockKey(block: Block<'_, '_>) = block.key();
}
