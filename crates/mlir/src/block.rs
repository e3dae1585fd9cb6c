//! Blocks, regions and successors, as handles that can be copied.

use melior::ir::OperationRef;
use mlir_sys::*;
use std::marker::PhantomData;

/// A block.
#[derive(Clone, Copy)]
pub struct Block<'c, 'a> {
    raw: MlirBlock,
    life: PhantomData<OperationRef<'c, 'a>>,
}

impl<'c, 'a> Block<'c, 'a> {
    /// `None` for a null block.
    ///
    /// # Safety
    /// A block that is not null must be alive for `'a`.
    pub(crate) unsafe fn from_raw(raw: MlirBlock) -> Option<Self> {
        (!raw.ptr.is_null()).then_some(Self { raw, life: PhantomData })
    }

    /// The address of the block, as a key.
    #[must_use]
    pub fn key(self) -> usize {
        self.raw.ptr.addr()
    }

    /// The first operation.
    #[must_use]
    pub fn first(self) -> Option<OperationRef<'c, 'a>> {
        // SAFETY: the block is alive, and so are its operations; null means none.
        unsafe { OperationRef::from_option_raw(mlirBlockGetFirstOperation(self.raw)) }
    }
}

/// The next operation in the same block.
#[must_use]
pub fn following<'c, 'a>(op: OperationRef<'c, 'a>) -> Option<OperationRef<'c, 'a>> {
    // SAFETY: operations of one block live equally long; null means none.
    unsafe { OperationRef::from_option_raw(mlirOperationGetNextInBlock(op.to_raw())) }
}

/// Whether an operation has regions. They may be empty.
#[must_use]
pub fn has_regions(op: OperationRef<'_, '_>) -> bool {
    // SAFETY: the function accepts any operation.
    unsafe { mlirOperationGetNumRegions(op.to_raw()) > 0 }
}

/// The blocks of each region of an operation, in order.
#[must_use]
pub fn regions<'c, 'a>(op: OperationRef<'c, 'a>) -> Vec<Vec<Block<'c, 'a>>> {
    let mut found = Vec::new();
    // SAFETY: the operation is alive, and so are its regions and blocks. Null ends each list.
    unsafe {
        let mut region = mlirOperationGetFirstRegion(op.to_raw());
        while !region.ptr.is_null() {
            let mut blocks = Vec::new();
            let mut next = Block::from_raw(mlirRegionGetFirstBlock(region));
            while let Some(block) = next {
                blocks.push(block);
                next = Block::from_raw(mlirBlockGetNextInRegion(block.raw));
            }
            found.push(blocks);
            region = mlirRegionGetNextInOperation(region);
        }
    }
    found
}

/// The successors of a terminator, in order.
pub fn successors<'c, 'a>(op: OperationRef<'c, 'a>) -> impl Iterator<Item = Block<'c, 'a>> {
    // SAFETY: the range bounds the index.
    let count = unsafe { mlirOperationGetNumSuccessors(op.to_raw()) };
    // SAFETY: as above.
    (0..count).filter_map(move |index| unsafe { Block::from_raw(mlirOperationGetSuccessor(op.to_raw(), index)) })
}
