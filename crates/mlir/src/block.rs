//! Blocks: the [`Block`] handle, the operations of a block, and the blocks of regions and terminators.

use melior::ir::{OperationRef, Value};
use mlir_sys::*;
use std::marker::PhantomData;

/// A reference to a block, valid as long as a reference `'a` to the operation that contains it.
#[derive(Clone, Copy)]
pub struct Block<'c, 'a> {
    raw: MlirBlock,
    lifetime: PhantomData<OperationRef<'c, 'a>>,
}

impl<'c, 'a> Block<'c, 'a> {
    /// `None` for a null block.
    ///
    /// # Safety
    /// A block that is not null must be alive for `'a`.
    pub(crate) unsafe fn from_raw(raw: MlirBlock) -> Option<Self> {
        (!raw.ptr.is_null()).then_some(Self { raw, lifetime: PhantomData })
    }

    /// The address of the block, as a key of hash tables. No other block has it as long as this one lives.
    #[must_use]
    pub fn key(self) -> usize {
        self.raw.ptr.addr()
    }

    /// The number of arguments of the block.
    #[must_use]
    pub fn argument_count(self) -> usize {
        // SAFETY: the block is alive.
        unsafe { mlirBlockGetNumArguments(self.raw) as usize }
    }

    /// The argument at `index`; `None` if the block has no more than `index` arguments.
    #[must_use]
    pub fn argument(self, index: usize) -> Option<Value<'c, 'a>> {
        // SAFETY: the index is checked first, and arguments live as long as their block.
        (index < self.argument_count())
            .then(|| unsafe { Value::from_raw(mlirBlockGetArgument(self.raw, index as isize)) })
    }

    /// The first operation of the block; `None` if the block is empty.
    #[must_use]
    pub fn first_operation(self) -> Option<OperationRef<'c, 'a>> {
        // SAFETY: the block is alive, and so are its operations. An empty block gives null, which becomes `None`.
        unsafe { OperationRef::from_option_raw(mlirBlockGetFirstOperation(self.raw)) }
    }
}

/// The block that an operation is in; `None` for an operation at the top.
#[must_use]
pub fn parent<'c, 'a>(op: OperationRef<'c, 'a>) -> Option<Block<'c, 'a>> {
    // SAFETY: a block lives as long as its operations. Without one the result is null, which becomes `None`.
    unsafe { Block::from_raw(mlirOperationGetBlock(op.to_raw())) }
}

/// The operation after `op` in the same block; `None` if `op` is the last one.
#[must_use]
pub fn next_operation<'c, 'a>(op: OperationRef<'c, 'a>) -> Option<OperationRef<'c, 'a>> {
    // SAFETY: operations of one block live equally long. After the last one the result is null, which becomes `None`.
    unsafe { OperationRef::from_option_raw(mlirOperationGetNextInBlock(op.to_raw())) }
}

/// Whether an operation has at least one region, empty or not.
#[must_use]
pub fn has_regions(op: OperationRef<'_, '_>) -> bool {
    // SAFETY: the function accepts any operation.
    unsafe { mlirOperationGetNumRegions(op.to_raw()) > 0 }
}

/// The blocks of the regions of an operation: one list for each region, in order.
#[must_use]
pub fn region_blocks<'c, 'a>(op: OperationRef<'c, 'a>) -> Vec<Vec<Block<'c, 'a>>> {
    let mut regions = Vec::new();
    // SAFETY: the operation is alive, and so are its regions and blocks. Each list ends with null.
    unsafe {
        let mut region = mlirOperationGetFirstRegion(op.to_raw());
        while !region.ptr.is_null() {
            let mut blocks = Vec::new();
            let mut next = Block::from_raw(mlirRegionGetFirstBlock(region));
            while let Some(block) = next {
                blocks.push(block);
                next = Block::from_raw(mlirBlockGetNextInRegion(block.raw));
            }
            regions.push(blocks);
            region = mlirRegionGetNextInOperation(region);
        }
    }
    regions
}

/// The successors of an operation, in order. Only a terminator has any.
pub fn successors<'c, 'a>(op: OperationRef<'c, 'a>) -> impl Iterator<Item = Block<'c, 'a>> {
    // SAFETY: the operation is alive.
    let count = unsafe { mlirOperationGetNumSuccessors(op.to_raw()) };
    // SAFETY: the index is less than the count, and the blocks live as long as the operation.
    (0..count).filter_map(move |index| unsafe { Block::from_raw(mlirOperationGetSuccessor(op.to_raw(), index)) })
}
