//! Where the variables of a program are in the shared memory of a CTA.

use rustc_hash::FxHashMap;

use crate::id::SymbolId;
use crate::program::Program;

/// The first address of a variable.
pub(super) const FIRST: u64 = 0x400;

/// The alignment of every variable: descriptors leave out the bits of an address below it.
const ALIGNMENT: u64 = 16;

/// The alignment behind the variables of a known size: the largest that an instruction asks for.
const LARGE: u64 = 1024;

/// The distance of variables whose size is not known: an odd multiple of [`LARGE`], so that parts of different arrays do not have
/// the same address by chance.
const DISTANCE: u64 = 19 * LARGE;

/// The most variables whose size is not known: the addresses of others repeat, as there is not more shared memory.
const UNKNOWN: u64 = 13;

/// The addresses of variables.
#[derive(Clone, Debug, Default)]
pub(super) struct Layout {
    known: FxHashMap<SymbolId, u64>,
    /// Where the variables of a known size end.
    end: u64,
}

impl Layout {
    /// Variables of a known size follow each other. Behind them are the arrays whose size the launch states: they begin at one
    /// address.
    pub fn of(program: &Program) -> Self {
        let mut layout = Self { known: FxHashMap::default(), end: FIRST };
        let sized = program.variables.iter().filter_map(|(id, variable)| Some((*id, *variable, variable.size?)));
        for (id, variable, size) in sized.clone().filter(|(.., size)| *size != 0) {
            let alignment = variable.alignment.unwrap_or(1).clamp(ALIGNMENT, LARGE);
            let at = layout.end.next_multiple_of(alignment);
            layout.known.insert(id, at);
            layout.end = at.saturating_add(size);
        }
        layout.end = layout.end.next_multiple_of(LARGE);
        layout.known.extend(sized.filter(|(.., size)| *size == 0).map(|(id, ..)| (id, layout.end)));
        layout
    }

    /// The address of a variable.
    pub fn address(&self, symbol: SymbolId) -> u64 {
        let unknown = || self.end + (symbol.index() as u64 % UNKNOWN + 1) * DISTANCE;
        self.known.get(&symbol).copied().unwrap_or_else(unknown)
    }
}

#[cfg(test)]
mod tests {
    use super::{DISTANCE, FIRST, LARGE, Layout};
    use crate::id::SymbolId;
    use crate::program::{Program, Variable};

    #[test]
    fn variables_do_not_overlap() {
        let variable = |alignment, size| Variable { alignment: Some(alignment), size };
        let variables = [
            variable(8, Some(8)),
            variable(16, Some(0)),
            variable(128, Some(5000)),
            variable(1, None),
            variable(16, Some(0)),
        ];
        let variables = variables.into_iter().enumerate().map(|(index, variable)| (SymbolId::new(index), variable));
        let layout = Layout::of(&Program { variables: variables.collect(), ..Program::default() });
        let addresses = [0, 1, 2, 3, 4].map(|index| layout.address(SymbolId::new(index)));
        // The second and the last one are as large as the launch says.
        let end = (FIRST + 128 + 5000).next_multiple_of(LARGE);
        assert_eq!(addresses, [FIRST, end, FIRST + 128, end + 4 * DISTANCE, end]);
    }
}
