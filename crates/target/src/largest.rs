//! The largest limits of all chips.

use crate::chip::CHIPS;
use crate::limits::{MIN_REGISTERS_PER_THREAD, SmLimits};

impl SmLimits {
    /// For each limit, the largest of all chips: what does not fit here fits on no chip. Reserved amounts and granules
    /// are the smallest of all chips. `min_registers_per_thread` is [`MIN_REGISTERS_PER_THREAD`].
    pub const LARGEST: Self = largest();
}

const fn largest() -> SmLimits {
    let mut all = CHIPS[0].limits;
    all.min_registers_per_thread = MIN_REGISTERS_PER_THREAD;
    let mut at = 1;
    while at < CHIPS.len() {
        let one = &CHIPS[at].limits;
        all.threads_per_sm = max(all.threads_per_sm, one.threads_per_sm);
        all.ctas_per_sm = max(all.ctas_per_sm, one.ctas_per_sm);
        all.registers_per_sm = max(all.registers_per_sm, one.registers_per_sm);
        all.registers_per_cta = max(all.registers_per_cta, one.registers_per_cta);
        all.shared_per_sm = max(all.shared_per_sm, one.shared_per_sm);
        all.shared_per_cta = max(all.shared_per_cta, one.shared_per_cta);
        all.reserved_shared_per_cta = min(all.reserved_shared_per_cta, one.reserved_shared_per_cta);
        all.shared_granule = min(all.shared_granule, one.shared_granule);
        at += 1;
    }
    all
}

const fn max(a: u32, b: u32) -> u32 {
    if a > b { a } else { b }
}

const fn min(a: u32, b: u32) -> u32 {
    if a < b { a } else { b }
}
