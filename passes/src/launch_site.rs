//! The sizes of a launch operation, for the passes that compare launches with facts.

use melior::ir::Value;
use tileiras_contract::launch::LaunchSite;
use tileiras_nv_tileaa::launch::Segment;
use tileiras_nvvm::constants::Constants;
use tileiras_nvvm::launch_site::SizeOperands;

/// The sizes of a launch that are constants. `size` finds the operand of a segment.
pub(crate) fn launch_site<'c, 'a>(
    size: impl Fn(Segment) -> Option<Value<'c, 'a>>,
    constants: &mut Constants,
) -> LaunchSite {
    size_operands(size).evaluate(constants)
}

/// The operands of a launch that are sizes. `size` finds the operand of a segment.
pub(crate) fn size_operands<'c, 'a>(size: impl Fn(Segment) -> Option<Value<'c, 'a>>) -> SizeOperands<'c, 'a> {
    use Segment::{BlockX, BlockY, BlockZ, ClusterX, ClusterY, ClusterZ, DynamicSharedMemory, GridX, GridY, GridZ};
    SizeOperands {
        grid: [GridX, GridY, GridZ].map(&size),
        block: [BlockX, BlockY, BlockZ].map(&size),
        cluster: [ClusterX, ClusterY, ClusterZ].map(&size),
        shared: size(DynamicSharedMemory),
    }
}
