//! Functions as keys: equal functions are checked once.
//!
//! Guarantees that two keys are equal only if both functions do the same and call nothing: their values, blocks and
//! instructions are equal, and their instructions have the same ids but for a distance.
//!
//! Leaves out on purpose: whether threads enter the function from outside, and how.

use std::hash::{Hash, Hasher};

use crate::id::InstId;
use crate::program::{Block, Function, Instruction, InstructionKind};

/// The body of a function that calls nothing.
#[derive(Copy, Clone, Debug)]
pub struct BodyKey<'p> {
    function: &'p Function,
    /// The first instruction.
    first: InstId,
}

impl<'p> BodyKey<'p> {
    /// The key of a function. None if it calls others, or has no instructions.
    pub fn of(function: &'p Function) -> Option<Self> {
        let first = function.instructions().next()?.id;
        let calls = |found: &Instruction| {
            matches!(found.kind, InstructionKind::Call { .. } | InstructionKind::Reference { .. })
        };
        (!function.instructions().any(calls)).then_some(Self { function, first })
    }

    /// What has to be equal in two blocks, but for the instructions.
    fn of_block(block: &Block) -> impl Eq + Hash {
        (&block.parameters, &block.computes, block.writes_memory, &block.end, block.instructions.len())
    }

    /// What has to be equal in two instructions.
    fn instructions(&self) -> impl Iterator<Item = impl Eq + Hash> {
        let distance = |id: InstId| id.index().wrapping_sub(self.first.index());
        self.function.instructions().map(move |found| (&found.kind, &found.needs, distance(found.id)))
    }
}

impl PartialEq for BodyKey<'_> {
    fn eq(&self, other: &Self) -> bool {
        let (one, two) = (self.function, other.function);
        one.parameters == two.parameters
            && one.values == two.values
            && one.blocks.iter().map(Self::of_block).eq(two.blocks.iter().map(Self::of_block))
            && self.instructions().eq(other.instructions())
    }
}

impl Eq for BodyKey<'_> {}

impl Hash for BodyKey<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.function.values.hash(state);
        self.instructions().for_each(|found| found.hash(state));
    }
}

#[cfg(test)]
mod tests {
    use super::BodyKey;
    use crate::builder::FunctionBuilder;
    use crate::id::{FunctionId, InstId};
    use crate::program::{Function, InstructionKind, Meets, Terminator};

    /// A function with two synchronisations of warps and a call, if there is one.
    fn function(mask: u64, ids: [usize; 2], callee: Option<usize>, end: Terminator) -> Function {
        let mut builder = FunctionBuilder::new();
        let block = builder.add_block();
        let mask = builder.constant(mask, 32);
        for id in ids {
            let kind = InstructionKind::WarpSync { mask: Some(mask), aligned: false, meets: Meets::Exchange };
            builder.push(block, kind, Default::default(), InstId::new(id));
        }
        if let Some(callee) = callee {
            let kind = InstructionKind::Reference { callee: FunctionId::new(callee) };
            builder.push(block, kind, Default::default(), InstId::new(9));
        }
        builder.end(block, end);
        builder.finish()
    }

    #[test]
    fn equal_bodies_differ_in_the_first_id_only() {
        let first = function(7, [3, 4], None, Terminator::Exit);
        let key = BodyKey::of(&first);
        assert!(key.is_some());
        assert_eq!(key, BodyKey::of(&function(7, [5, 6], None, Terminator::Exit)));
        // Instructions of one operation have one id.
        assert_ne!(key, BodyKey::of(&function(7, [5, 5], None, Terminator::Exit)));
        assert_ne!(key, BodyKey::of(&function(8, [3, 4], None, Terminator::Exit)));
        assert_ne!(key, BodyKey::of(&function(7, [3, 4], None, Terminator::Trap)));
    }

    #[test]
    fn a_function_that_names_others_has_no_key() {
        assert_eq!(BodyKey::of(&function(7, [3, 4], Some(0), Terminator::Exit)), None);
        assert_eq!(BodyKey::of(&Function::default()), None);
    }
}
