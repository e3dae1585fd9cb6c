//! What a kernel uses of an SM, as far as it is known, and how many of its CTAs an SM then holds.
//!
//! Accepts the numbers of a cubin, or those of a header, of which a number of registers is only the cap. Guarantees the
//! arithmetic of [`tileiras_target::occupancy`]. Leaves out on purpose: reading a cubin (`tileiras-cubin`), and which
//! launches are legal ([`crate::explain`]).

use serde::{Deserialize, Serialize, Serializer};
use tileiras_target::occupancy::{CtaResources, Occupancy, Resource};
use tileiras_target::{MAX_CTA_SHAPE, MAX_THREADS_PER_CTA, SmLimits, WARP_THREADS};

use crate::fact::Fact;
use crate::fact_set::FactSet;

/// What a kernel uses. A number that is not known is left out.
#[derive(Clone, Copy, Eq, PartialEq, Debug, Default, Deserialize)]
pub struct Resources {
    /// Registers of 32 bits a thread.
    #[serde(default)]
    pub registers: Option<u32>,
    /// Bytes of static shared memory, without what the system reserves.
    #[serde(default)]
    pub static_shared: Option<u32>,
    /// Bytes of stack a thread, with that of called functions.
    #[serde(default)]
    pub stack: Option<u32>,
    /// Bytes of local memory a thread outside of the stack.
    #[serde(default)]
    pub local: Option<u32>,
    /// Named barriers, from 0 to the last that is used.
    #[serde(default)]
    pub barriers: Option<u32>,
    /// Instructions that spill a register to local memory, or load a spilled one.
    #[serde(default)]
    pub spill_instructions: Option<u32>,
    /// Bytes of parameters.
    #[serde(default)]
    pub parameters: Option<u32>,
}

impl Resources {
    /// The names and the numbers that are known, in the order of the fields.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, u32)> {
        Self::NAMES.into_iter().zip(self.numbers()).filter_map(|(name, number)| Some((name, number?)))
    }

    /// The numbers, in the order of the fields.
    const fn numbers(&self) -> [Option<u32>; 7] {
        [
            self.registers,
            self.static_shared,
            self.stack,
            self.local,
            self.barriers,
            self.spill_instructions,
            self.parameters,
        ]
    }

    /// The names that [`Resources::iter`] can return.
    pub const NAMES: [&str; 7] =
        ["registers", "static_shared", "stack", "local", "barriers", "spill_instructions", "parameters"];

    /// One CTA with so many threads and bytes of dynamic shared memory. Resources that are not known count as none.
    pub(crate) fn of_cta(&self, threads: u32, dynamic_shared: u32) -> CtaResources {
        CtaResources {
            threads,
            registers: self.registers.unwrap_or_default(),
            shared: self.static_shared.unwrap_or_default().saturating_add(dynamic_shared),
        }
    }

    /// The threads of the largest block for which an SM has the registers, in whole warps.
    pub(crate) fn most_threads(&self, limits: &SmLimits) -> u32 {
        let fits = |threads: &u32| {
            let by_resource = limits.ctas_by_resource(self.of_cta(*threads, 0));
            by_resource.iter().all(|(ctas, resource)| *resource != Resource::Registers || *ctas > 0)
        };
        let sizes = (1..=MAX_THREADS_PER_CTA / WARP_THREADS).rev().map(|warps| warps * WARP_THREADS);
        sizes.into_iter().find(fits).unwrap_or(0)
    }

    /// The occupancy of such CTAs.
    pub fn occupancy(&self, limits: &SmLimits, threads: u32, dynamic_shared: u32) -> Occupancy {
        limits.occupancy(self.of_cta(threads, dynamic_shared))
    }
}

/// A text has the numbers that are known, by their names. A binary form, which has no names, has all of them.
impl Serialize for Resources {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_map(self.iter())
        } else {
            self.numbers().serialize(serializer)
        }
    }
}

/// The threads of the only block that a contract allows, or of the largest one that a device launches; `None` if the
/// contract states no block, or one that no device launches.
pub fn stated_threads(facts: &FactSet) -> Option<u32> {
    let (fact, shape) = facts.block()?;
    let most = MAX_THREADS_PER_CTA;
    if fact == Fact::ReqNTid && shape.iter().zip(MAX_CTA_SHAPE).any(|(size, most)| *size > most) {
        return None;
    }
    let threads = facts.product(fact)?;
    match u32::try_from(threads).ok().filter(|threads| *threads <= most) {
        None if fact == Fact::MaxNTid => Some(most),
        threads => threads,
    }
}

/// Whether a contract allows a block of so many threads: the exact number, or at most the bound.
pub fn allows_threads(facts: &FactSet, threads: u32) -> bool {
    let threads = u128::from(threads);
    match facts.block() {
        Some((Fact::ReqNTid, _)) => facts.product(Fact::ReqNTid) == Some(threads),
        Some((fact, _)) => facts.product(fact).is_none_or(|most| threads <= most),
        None => true,
    }
}
