//! Which accesses are to the shared memory of another CTA.
//!
//! Accepts a function that is lowered: each access whose register can have an address of `mapa` is marked. Guarantees
//! that those are left whose address is one on each way to it. Linear in the values of an address, of each access.

use rustc_hash::FxHashMap;
use tileiras_kernel::ValueId;
use tileiras_kernel::program::{Block, ClusterUse, Function, Instruction};
use tileiras_kernel::value::{Operator, ValueKind};

/// Leaves those accesses to the memory of other CTAs whose addresses `mapa` has certainly computed. A register can have
/// such an address at one place, and another one elsewhere.
pub(super) fn keep_certain_peers(function: &mut Function) {
    let has_peers = |block: &Block| {
        let mut uses = block.instructions.iter().map(|instruction| &instruction.cluster_use);
        uses.any(|used| matches!(used, ClusterUse::PeerMemory { address: Some(_) }))
    };
    if !function.blocks.iter().any(has_peers) {
        return;
    }
    let mut incoming: FxHashMap<ValueId, Vec<ValueId>> = FxHashMap::default();
    for target in function.blocks.iter().flat_map(|block| block.end.targets()) {
        let parameters = function.block(target.to).map_or(&[][..], |block| &block.parameters);
        for (parameter, argument) in parameters.iter().zip(&target.arguments) {
            incoming.entry(*parameter).or_default().push(*argument);
        }
    }
    let addresses = |block: &Block| -> Vec<Option<ValueId>> {
        let address = |instruction: &Instruction| match instruction.cluster_use {
            ClusterUse::PeerMemory { address } => address,
            _ => None,
        };
        block.instructions.iter().map(address).collect()
    };
    let found: Vec<Vec<Option<ValueId>>> = function.blocks.iter().map(addresses).collect();
    for (number, addresses) in found.into_iter().enumerate() {
        for (index, address) in addresses.into_iter().enumerate() {
            let is_uncertain =
                address.is_some_and(|address| !is_of_peer(function, &incoming, address, &mut FxHashMap::default(), 0));
            let found = function.blocks.get_mut(number).and_then(|block| block.instructions.get_mut(index));
            if let Some(instruction) = found.filter(|_| is_uncertain) {
                instruction.cluster_use = ClusterUse::None;
            }
        }
    }
}

/// Whether each way to compute an address is by `mapa`. `known` has the answers so far.
fn is_of_peer(
    function: &Function,
    incoming: &FxHashMap<ValueId, Vec<ValueId>>,
    address: ValueId,
    known: &mut FxHashMap<ValueId, bool>,
    depth: usize,
) -> bool {
    if let Some(known) = known.get(&address) {
        return *known;
    }
    let Some(value) = function.value(address).filter(|_| depth < MAX_ADDRESS_DEPTH) else { return false };
    // Around a loop it is what it is before it.
    known.insert(address, true);
    let is_of_peer = |value: &ValueId| is_of_peer(function, incoming, *value, known, depth + 1);
    let answer = match &value.kind {
        ValueKind::Compute(Operator::Mapa, _) => true,
        ValueKind::Compute(Operator::Select, operands) => operands.iter().skip(1).all(is_of_peer),
        ValueKind::Compute(_, operands) => operands.iter().any(is_of_peer),
        ValueKind::Parameter => incoming.get(&address).is_some_and(|arguments| arguments.iter().all(is_of_peer)),
        _ => false,
    };
    known.insert(address, answer);
    answer
}

/// The most values that an address is followed through.
const MAX_ADDRESS_DEPTH: usize = 256;
