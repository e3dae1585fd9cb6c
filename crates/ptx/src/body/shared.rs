//! What of shared memory, and of generic addresses, matters in a whole text.

use crate::statement::Code;

/// The most instructions of a text in which the addresses of generic accesses are followed.
const MAX_FOLLOWED: usize = 1 << 17;

/// What of shared memory matters in a text.
#[derive(Copy, Clone, Default)]
pub(super) struct SharedMemory {
    /// Whether what threads load and store there matters: the code stores there, or has copies or products that access
    /// it. A generic address can be one of shared memory in code that converts such an address.
    pub is_followed: bool,
    /// Whether an address of it, or of local memory, is converted to a generic one.
    pub has_generic_address: bool,
    /// Whether something of 64 bits is stored in memory that is neither shared nor local: it can be a generic address.
    pub keeps_addresses: bool,
    /// Whether the addresses of generic accesses, and of local memory that others know, are followed. In a large text
    /// they are not: each call would have values of its own.
    pub follows_addresses: bool,
}

impl SharedMemory {
    /// What matters in all functions of a text.
    pub fn of<'c>(text: &[u8], codes: impl Iterator<Item = &'c Code>) -> Self {
        /// Instructions that access shared memory otherwise, most of them asynchronously.
        const OTHERS: [&str; 9] = [
            "cp.async.",
            "cp.reduce.async.bulk",
            "multimem.cp.",
            "wgmma.mma_async",
            "tcgen05.",
            "clusterlaunchcontrol.try_cancel",
            "tensormap.replace.",
            "st.async.",
            "red.async.",
        ];
        const STORES: [&str; 5] = ["st.", "atom.", "red.", "stmatrix.", "wmma.store."];
        const OTHER: [&str; 4] = [".param", ".local", ".global", ".const"];
        let (mut found, mut has_generic_store) = (Self::default(), false);
        let mut count = 0;
        for (_, instruction) in codes.flat_map(Code::instructions) {
            count += 1;
            let name = instruction.mnemonic.of(text);
            let stores = STORES.iter().any(|store| name.starts_with(store));
            let is_shared = name.contains(".shared");
            has_generic_store |= stores && !is_shared && !OTHER.iter().any(|space| name.contains(space));
            found.is_followed |= stores && is_shared || OTHERS.iter().any(|prefix| name.starts_with(prefix));
            let is_wide = ["b64", "u64", "s64"].iter().any(|of_type| name.ends_with(of_type));
            let is_elsewhere = !is_shared && !name.contains(".param") && !name.contains(".local");
            found.keeps_addresses |= stores && is_wide && is_elsewhere;
            found.has_generic_address |= name.starts_with("cvta.shared") || name.starts_with("cvta.local");
        }
        found.is_followed |= has_generic_store && found.has_generic_address;
        found.follows_addresses = count <= MAX_FOLLOWED;
        found
    }
}
