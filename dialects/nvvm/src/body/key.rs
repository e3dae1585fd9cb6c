//! Addresses of MLIR objects, as keys of hash tables.
//!
//! A context has only one object for equal attributes, types or names of operations, so that these are equal if their
//! keys are equal. Operations, blocks and values have one address as long as they live.
//!
//! Leaves out on purpose: how long an object lives. A table must not outlive the objects that its keys belong to, since
//! another object may get the address of a destroyed one.

use melior::ir::{Attribute, OperationRef, Type, TypeLike as _, Value};
use tileiras_mlir::block::Block;
use tileiras_mlir::{attribute, operation, value};

/// Defines key types. Each has a function `of`, which makes the key of an object.
macro_rules! keys {
    ($($(#[$doc:meta])* $name:ident($object:ident: $object_type:ty) = $address:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
        pub(super) struct $name(usize);

        impl $name {
            pub fn of($object: $object_type) -> Self {
                Self($address)
            }
        }
    )*};
}

keys! {
    /// The key of an operation.
    OpKey(op: OperationRef<'_, '_>) = operation::key(op);
    /// The key of the name of an operation, made from the operation.
    OpNameKey(op: OperationRef<'_, '_>) = operation::name_key(op);
    /// The key of an attribute.
    AttributeKey(attribute: Attribute<'_>) = attribute::key(attribute);
    /// The key of a type.
    TypeKey(r#type: Type<'_>) = r#type.to_raw().ptr.addr();
    /// The key of a value.
    ValueKey(value: Value<'_, '_>) = value::key(value);
    /// The key of a block of a function.
    BlockKey(block: Block<'_, '_>) = block.key();
}
