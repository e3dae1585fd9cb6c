//! Allocations of tensor memory.

use crate::expect::blackwell;

#[test]
fn columns_are_a_power_of_two() {
    for columns in [0, 16, 48, 96, 384, 1024] {
        blackwell(
            ".reqntid 32",
            &format!(
                "mov.u32 n, {columns};
                 tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [slot], n; \
                 //! tcgen05-columns: must have a power of two of columns from 32 to 512, got {columns}
                 ld.shared.b32 tmem, [slot];
                 tcgen05.dealloc.cta_group::1.sync.aligned.b32 tmem, {columns}; \
                 //! tcgen05-columns: must have a power of two of columns from 32 to 512, got {columns}"
            ),
        );
    }
}
