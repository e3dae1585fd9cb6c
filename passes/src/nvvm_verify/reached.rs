//! Whether an operation can be executed at all.
//!
//! Accepts operations of host code, in any region. Guarantees that an operation is called unreachable only if no path
//! of its region leads to it: constant conditions of `cf.cond_br`, `llvm.cond_br` and `scf.if` are decided. Leaves out
//! on purpose: conditions that a pass like `sccp` would compute, and whether a function is called.

use melior::ir::OperationRef;
use melior::ir::operation::OperationLike as _;
use rustc_hash::{FxHashMap, FxHashSet};
use tileiras_mlir::block::{self, Block, region_blocks, successors};
use tileiras_mlir::operation;
use tileiras_nvvm::constants::Constants;

/// The blocks that are reached, by the operation that contains them. Each operation is looked at once.
pub(super) struct Reached {
    /// The operation that the pass runs on. Another thread may be changing operations around it.
    root: usize,
    blocks: FxHashMap<usize, FxHashSet<usize>>,
}

impl Reached {
    /// For operations in `root`.
    pub fn new(root: OperationRef<'_, '_>) -> Self {
        Self { root: operation::key(root), blocks: FxHashMap::default() }
    }

    /// Whether the blocks around an operation are reached from the entries of their regions.
    pub fn contains(&mut self, op: OperationRef<'_, '_>, constants: &mut Constants) -> bool {
        let mut inner = op;
        while operation::key(inner) != self.root
            && let (Some(block), Some(outer)) = (block::parent(inner), inner.parent_operation())
        {
            let blocks = self.blocks.entry(operation::key(outer)).or_insert_with(|| blocks_of(outer, constants));
            if !blocks.contains(&block.key()) {
                return false;
            }
            inner = outer;
        }
        true
    }
}

/// The blocks of an operation that are reached from the entries of its regions.
fn blocks_of(op: OperationRef<'_, '_>, constants: &mut Constants) -> FxHashSet<usize> {
    let regions = region_blocks(op);
    let condition = condition(op, b"scf.if", constants);
    let is_taken = |number: usize| condition.is_none_or(|holds| holds == (number == 0));
    let entries = regions.iter().enumerate().filter(|(number, _)| is_taken(*number));
    let mut pending: Vec<Block<'_, '_>> = entries.filter_map(|(_, blocks)| blocks.first().copied()).collect();
    let mut found = FxHashSet::default();
    while let Some(block) = pending.pop() {
        if !found.insert(block.key()) {
            continue;
        }
        let Some(last) = std::iter::successors(block.first_operation(), |op| block::next_operation(*op)).last() else {
            continue;
        };
        let names: [&[u8]; 2] = [b"cf.cond_br", b"llvm.cond_br"];
        let holds = names.into_iter().find_map(|name| self::condition(last, name, constants));
        let taken = successors(last).enumerate();
        pending.extend(taken.filter(|(number, _)| holds.is_none_or(|holds| holds == (*number == 0))).map(|(_, to)| to));
    }
    found
}

/// The condition of an operation of that name, its first operand, if it is a constant.
fn condition(op: OperationRef<'_, '_>, name: &[u8], constants: &mut Constants) -> Option<bool> {
    let value = (operation::name(op) == name).then(|| operation::operand(op, 0)).flatten()?;
    constants.of(value).map(|number| number != 0)
}
