//! Where the variables of a kernel are: in the shared memory of a CTA, in the local memory of a thread, or elsewhere.
//!
//! A generic address is the address in the state space, so that the addresses of all spaces differ.

use std::collections::BTreeSet;
use std::ops::Range;

use rustc_hash::FxHashMap;

use super::address::{END, FIRST, OF_CTA, in_cta};
use crate::execution::Run;
use crate::id::SymbolId;
use crate::program::{Program, Variable};
use crate::value::{Space, ValueKind};

/// Where the local memory of a thread is: after all shared memory, and below the bits that tell the CTA.
const LOCAL: Range<u64> = 0x40_0000..0x80_0000;

/// From here on is what a launch does not follow: global memory, by its variables and by the arguments of the launch.
const GLOBAL: u64 = 1 << 32;

/// The address of the first global variable, above all arguments.
const FIRST_GLOBAL: u64 = 1 << 62;

/// The alignment of every variable: descriptors leave out the bits of an address below it.
const ALIGNMENT: u64 = 16;

/// The largest alignment that an instruction asks for.
const LARGE: u64 = 1024;

/// The distance of variables whose size is not known: an odd multiple of [`LARGE`], so that parts of different arrays
/// do not have the same address by chance.
const SLOT_SIZE: u64 = 19 * LARGE;

/// The number of slots for variables whose size is not known. Further ones share a slot.
const UNKNOWN_SLOTS: u64 = 13;

/// The addresses of variables.
#[derive(Clone, Debug, Default)]
pub(super) struct Layout {
    addresses: FxHashMap<SymbolId, u64>,
    /// Where the shared variables of a known size end.
    end: u64,
    /// Whether the size of every variable is known.
    pub is_exact: bool,
}

impl Layout {
    /// The variables that a kernel names. None if they need more shared memory than a CTA has.
    pub fn of(run: &Run<'_>) -> Option<Self> {
        let functions = run.contexts().filter_map(|(context, _)| run.function(context));
        let symbols = functions.flat_map(|function| &function.values).filter_map(|value| match value.kind {
            ValueKind::Symbol(symbol) => Some(symbol),
            _ => None,
        });
        Self::of_symbols(run.program(), &symbols.collect())
    }

    /// Shared variables of a known size follow each other. After them are the arrays whose size the launch states:
    /// they begin at one address.
    fn of_symbols(program: &Program, symbols: &BTreeSet<SymbolId>) -> Option<Self> {
        let stated = |id: &SymbolId| program.variables.get(id).copied().unwrap_or_default();
        let all: Vec<(SymbolId, Variable)> = symbols.iter().map(|id| (*id, stated(id))).collect();
        let shared = all.iter().filter(|(_, found)| found.space == Space::Shared);
        let is_exact = shared.clone().all(|(_, found)| found.size.is_some());
        let sized: Vec<(SymbolId, Variable, u64)> =
            shared.filter_map(|&(id, found)| Some((id, found, found.size?))).collect();
        let mut layout = Self { addresses: FxHashMap::default(), end: FIRST, is_exact };
        for &(id, variable, size) in sized.iter().filter(|(.., size)| *size != 0) {
            let at = layout.end.next_multiple_of(alignment(&variable));
            layout.addresses.insert(id, at);
            layout.end = at.checked_add(size).filter(|end| *end <= END)?;
        }
        layout.end = layout.end.next_multiple_of(LARGE);
        layout.addresses.extend(sized.iter().filter(|(.., size)| *size == 0).map(|(id, ..)| (*id, layout.end)));
        let mut end = LOCAL.start;
        for (id, variable) in all {
            let at = match variable.space {
                Space::Shared => continue,
                Space::Local => {
                    let at = end.next_multiple_of(alignment(&variable));
                    end = at.checked_add(variable.size.unwrap_or(0)).filter(|end| *end <= LOCAL.end)?;
                    at
                }
                _ => FIRST_GLOBAL + ((id.index() as u64) << 32),
            };
            layout.addresses.insert(id, at);
        }
        Some(layout)
    }

    /// Where the arrays begin whose size the launch states; none if another variable has no known size.
    pub fn dynamic(&self) -> Option<u64> {
        self.is_exact.then_some(self.end)
    }

    /// The address of a variable, for a thread of the CTA of this rank.
    pub fn address(&self, symbol: SymbolId, rank: u32) -> u64 {
        match self.addresses.get(&symbol) {
            Some(&address) if space_of(address) != Some(Space::Shared) => address,
            Some(&address) => in_cta(address, rank),
            None => in_cta(self.end + (symbol.index() as u64 % UNKNOWN_SLOTS + 1) * SLOT_SIZE, rank),
        }
    }
}

fn alignment(variable: &Variable) -> u64 {
    variable.alignment.unwrap_or(1).clamp(ALIGNMENT, LARGE)
}

/// The global or constant variable that an address is in, with the offset in it.
pub(super) fn variable_at(address: u64) -> Option<(SymbolId, u64)> {
    let distance = address.checked_sub(FIRST_GLOBAL)?;
    Some((SymbolId::new(usize::try_from(distance >> 32).ok()?), distance & u64::from(u32::MAX)))
}

/// The state space that a generic address is in: global, local or shared memory. None if it is in no variable.
pub(super) fn space_of(address: u64) -> Option<Space> {
    match address {
        _ if address >= GLOBAL => Some(Space::Global),
        _ if LOCAL.contains(&address) => Some(Space::Local),
        _ => (FIRST..END).contains(&(address & !OF_CTA)).then_some(Space::Shared),
    }
}

#[cfg(test)]
mod tests {
    use super::{LARGE, Layout, SLOT_SIZE};
    use crate::id::SymbolId;
    use crate::program::{Program, Variable};
    use crate::simulation::address::{END, FIRST};

    fn layout(sizes: &[(u64, Option<u64>)]) -> Option<Layout> {
        let variables =
            sizes.iter().map(|&(alignment, size)| Variable { alignment: Some(alignment), size, ..Variable::default() });
        let variables = variables.enumerate().map(|(index, variable)| (SymbolId::new(index), variable)).collect();
        let program = Program { variables, ..Program::default() };
        Layout::of_symbols(&program, &(0..sizes.len()).map(SymbolId::new).collect())
    }

    #[test]
    fn variables_do_not_overlap() {
        let sizes = [(8, Some(8)), (16, Some(0)), (128, Some(5000)), (1, None), (16, Some(0))];
        let found = layout(&sizes).map(|layout| [0, 1, 2, 3, 4].map(|index| layout.address(SymbolId::new(index), 0)));
        // The second and the last one are as large as the launch says.
        let end = (FIRST + 128 + 5000).next_multiple_of(LARGE);
        assert_eq!(found, Some([FIRST, end, FIRST + 128, end + 4 * SLOT_SIZE, end]));
    }

    #[test]
    fn larger_variables_than_there_is_memory_are_not_followed() {
        assert!(layout(&[(16, Some(END - FIRST))]).is_some());
        for size in [END, 1 << 32, u64::MAX] {
            assert!(layout(&[(1024, Some(16)), (1024, Some(size))]).is_none());
        }
    }
}
