//! The sizes of one launch, for the rules.
//!
//! Accepts the size operands of a launch. Guarantees a size if its operand is a constant, also through casts.
//!
//! Leaves out on purpose: which operand of an operation is which (`tileiras-nv-tileaa`).

use melior::ir::Value;
use tileiras_contract::launch::LaunchSite;

use crate::body::Constants;

/// The size operands of one launch, in x, y, z.
pub struct Sizes<'c, 'a> {
    /// The grid.
    pub grid: [Option<Value<'c, 'a>>; 3],
    /// The block.
    pub block: [Option<Value<'c, 'a>>; 3],
    /// The cluster; `None` in each dimension if the launch states no cluster.
    pub cluster: [Option<Value<'c, 'a>>; 3],
    /// Dynamic shared memory.
    pub shared: Option<Value<'c, 'a>>,
}

impl Sizes<'_, '_> {
    /// The sizes that are constants.
    pub fn read(&self, constants: &mut Constants) -> LaunchSite {
        let mut of = |value: Option<Value<'_, '_>>| constants.of(value?);
        LaunchSite {
            grid: self.grid.map(&mut of),
            block: self.block.map(&mut of),
            cluster: self.cluster.iter().any(Option::is_some).then(|| self.cluster.map(&mut of)),
            shared: self.shared.map_or(Some(0), |bytes| of(Some(bytes))),
        }
    }
}
