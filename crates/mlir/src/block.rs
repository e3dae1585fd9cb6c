//! Blocks of operations, and the ways between them: handles that can be copied and kept.

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
    /// # Safety
    /// The block, if it is none that is null, must be alive for `'a`.
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
        // SAFETY: the block is alive, and so are its operations; null stands for none.
        unsafe { OperationRef::from_option_raw(mlirBlockGetFirstOperation(self.raw)) }
    }
}

/// The operation after this one in its block.
#[must_use]
pub fn following<'c, 'a>(op: OperationRef<'c, 'a>) -> Option<OperationRef<'c, 'a>> {
    // SAFETY: operations of one block live equally long; null stands for none.
    unsafe { OperationRef::from_option_raw(mlirOperationGetNextInBlock(op.to_raw())) }
}

/// Whether an operation has regions, with or without blocks in them.
#[must_use]
pub fn has_regions(op: OperationRef<'_, '_>) -> bool {
    // SAFETY: any operation may be asked.
    unsafe { mlirOperationGetNumRegions(op.to_raw()) > 0 }
}

/// The blocks of each region of an operation, in order.
#[must_use]
pub fn regions<'c, 'a>(op: OperationRef<'c, 'a>) -> Vec<Vec<Block<'c, 'a>>> {
    let mut found = Vec::new();
    // SAFETY: each handle is asked for its successor while alive; null ends each list.
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

/// The blocks that a terminator leads to, in the order of the operation.
pub fn successors<'c, 'a>(op: OperationRef<'c, 'a>) -> impl Iterator<Item = Block<'c, 'a>> {
    // SAFETY: the range gives the bounds.
    let count = unsafe { mlirOperationGetNumSuccessors(op.to_raw()) };
    // SAFETY: as above.
    (0..count).filter_map(move |index| unsafe { Block::from_raw(mlirOperationGetSuccessor(op.to_raw(), index)) })
}
