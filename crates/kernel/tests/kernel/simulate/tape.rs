//! Choices of the generator, read from a list of numbers that proptest shrinks: 0 is always the simplest choice.

/// The choices that are left.
#[derive(Debug)]
pub struct Tape<'t> {
    numbers: std::slice::Iter<'t, u16>,
}

impl<'t> Tape<'t> {
    pub fn new(numbers: &'t [u16]) -> Self {
        Self { numbers: numbers.iter() }
    }

    /// A number below `count`; 0 at the end of the list.
    pub fn below(&mut self, count: usize) -> usize {
        self.numbers.next().map_or(0, |&number| usize::from(number) % count.max(1))
    }

    /// Whether something happens that happens in `percent` of all cases.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) >= 100 - percent
    }

    pub fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    pub fn is_empty(&self) -> bool {
        self.numbers.len() == 0
    }
}

/// A number that looks random, from others.
pub fn hash(parts: &[u64]) -> u64 {
    parts.iter().fold(0x9e37_79b9_7f4a_7c15, |state: u64, &part| {
        let mut mixed = (state ^ part).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed ^= mixed >> 29;
        mixed = mixed.wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 32)
    })
}
