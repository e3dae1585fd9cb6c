//! What one launch asks of its kernel, as the rules see it.
//!
//! Accepts the size operands of a launch, of whatever operation. Guarantees a size where its operand is a constant, also
//! through casts. Leaves out on purpose: which operand is which (`tileiras-nv-tileaa`).

use melior::ir::Value;
use tileiras_contract::launch::LaunchSite;

use crate::body::Constants;

/// The size operands of one launch: x, y, z.
pub struct Sizes<'c, 'a> {
    /// The grid.
    pub grid: [Option<Value<'c, 'a>>; 3],
    /// The block.
    pub block: [Option<Value<'c, 'a>>; 3],
    /// The cluster; `None` on each axis where the launch states none.
    pub cluster: [Option<Value<'c, 'a>>; 3],
    /// Dynamic shared memory.
    pub shared: Option<Value<'c, 'a>>,
}

impl Sizes<'_, '_> {
    /// The sizes as far as they are constants.
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
