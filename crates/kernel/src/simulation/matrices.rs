//! Matrices in shared memory, which products and `tcgen05.cp` read by descriptors of 64 bits (PTX ISA 9.7.16.4.1).

use smallvec::SmallVec;

use super::address::in_cta;
use super::clock::Operation;
use super::launch::Launch;
use crate::id::ValueId;

/// The bytes of a row of a core matrix.
const ROW: u64 = 16;

/// The rows of a core matrix, which follow each other without a swizzle.
const CORE_ROWS: u64 = 8;

/// What `tcgen05.cp` copies.
#[derive(Copy, Clone, Debug)]
pub(super) struct CopiedMatrix {
    /// The rows, and the columns of tensor memory that they go to, if they are known.
    pub shape: Option<(u64, u64)>,
}

impl CopiedMatrix {
    /// How many rows of core matrices follow each other from the start address on, and are read: all of them, if the
    /// core matrices do, in one of the two orders. Otherwise those of the first core matrix.
    fn rows(self, descriptor: u64) -> u64 {
        let (rows, columns) = self.shape.unwrap_or((CORE_ROWS, 0));
        let beside = columns * 4 / ROW;
        let (leading, stride) = (descriptor >> 16 & 0x3fff, descriptor >> 32 & 0x3fff);
        // No base offset, relative addresses, and no swizzle.
        let is_plain = descriptor >> 49 == 0;
        let follow_each_other = match beside {
            1 => stride == CORE_ROWS,
            _ => (leading, stride) == (CORE_ROWS, beside * CORE_ROWS) || (leading, stride) == (rows, CORE_ROWS),
        };
        match () {
            () if descriptor >> 61 != 0 => 1,
            () if is_plain && rows > CORE_ROWS && follow_each_other => rows * beside,
            () => rows.min(CORE_ROWS),
        }
    }
}

impl Launch<'_, '_> {
    /// A product, or a copy, reads matrices in shared memory, of each of these CTAs. Of those of a product, only the
    /// first row is known to be read.
    pub(super) fn read_matrices(
        &mut self,
        warp: usize,
        group: usize,
        product: Operation,
        (descriptors, copied): (&[ValueId], Option<CopiedMatrix>),
        ranks: &[u32],
    ) -> Option<()> {
        let values = self.values(warp, group)?;
        let descriptors: SmallVec<[u64; 2]> =
            descriptors.iter().filter_map(|&descriptor| values.number(descriptor)).collect();
        let rows = descriptors.iter().flat_map(|&descriptor| {
            let begin = (descriptor & 0x3fff) << 4;
            (0..copied.map_or(1, |copied| copied.rows(descriptor))).map(move |row| begin + ROW * row)
        });
        let rows = rows.flat_map(|row| ranks.iter().map(move |&rank| in_cta(row, rank)));
        self.read_asynchronously(warp, product, rows)
    }
}
