//! The constant sizes of one kernel launch. The rules of group `launch` check them.
//!
//! Accepts the operands of a launch operation that are sizes. Guarantees the size of each operand that is a constant or
//! a cast of a constant.
//!
//! Leaves out on purpose: finding these operands in the launch operation, which `tileiras-nv-tileaa` does.

use melior::ir::Value;
use tileiras_contract::Resources;
use tileiras_contract::launch::LaunchSite;

use crate::constants::Constants;

/// The operands of one launch operation that are sizes; `None` where it has no operand. Arrays are in the order x, y,
/// z.
pub struct SizeOperands<'c, 'a> {
    /// The grid, in CTAs or in clusters, as in [`LaunchSite::grid`].
    pub grid: [Option<Value<'c, 'a>>; 3],
    /// The block, in threads.
    pub block: [Option<Value<'c, 'a>>; 3],
    /// The cluster, in CTAs; all `None` if the launch operation has no cluster operands.
    pub cluster: [Option<Value<'c, 'a>>; 3],
    /// The dynamic shared memory of a CTA, in bytes.
    pub shared: Option<Value<'c, 'a>>,
}

impl SizeOperands<'_, '_> {
    /// The sizes whose operands are constants.
    pub fn evaluate(&self, constants: &mut Constants) -> LaunchSite {
        let mut size = |operand: Option<Value<'_, '_>>| constants.of(operand?);
        LaunchSite {
            grid: self.grid.map(&mut size),
            block: self.block.map(&mut size),
            cluster: self.cluster.iter().any(Option::is_some).then(|| self.cluster.map(&mut size)),
            // Without an operand, the launch has no dynamic shared memory.
            shared: self.shared.map_or(Some(0), |bytes| size(Some(bytes))),
            resources: Resources::default(),
        }
    }
}
