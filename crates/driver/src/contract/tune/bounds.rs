//! The bounds of a row, and the PTX that states them.

use clap::{Args, value_parser};
use serde::{Deserialize, Serialize};
use tileiras_contract::resources::stated_threads;
use tileiras_contract::{Fact, FactSet};
use tileiras_ptx::{Directive, Header, Kernel, Ptx, rewrite};
use tileiras_target::occupancy::{CtaResources, warps};
use tileiras_target::{Chip, MAX_THREADS_PER_CTA, SmLimits};

use crate::input::Input;
use crate::messages::fault::{Fault, Kind};

/// The bounds to try, as options.
#[derive(Args, Clone, Debug)]
pub(super) struct TuneBounds {
    /// Threads of the blocks to try [default: the exact or the largest block that the kernel states]
    #[arg(long, value_name = "THREADS,...", value_delimiter = ',')]
    #[arg(value_parser = value_parser!(u32).range(1..=i64::from(MAX_THREADS_PER_CTA)))]
    block: Vec<u32>,
    /// Register caps to try, in registers a thread [default, without --minctasm: for each number of CTAs that an SM can
    /// hold, the largest cap with which it holds them]
    #[arg(long, value_name = "REGISTERS,...", value_delimiter = ',', value_parser = value_parser!(u32).range(1..))]
    maxnreg: Vec<u32>,
    /// Least numbers of CTAs per SM to try, each with each --maxnreg, if that is given [default: none]
    #[arg(long, value_name = "CTAS,...", value_delimiter = ',', value_parser = value_parser!(u32).range(1..))]
    minctasm: Vec<u32>,
    /// Bytes of dynamic shared memory of the launch
    #[arg(long, value_name = "BYTES", default_value_t = 0)]
    pub dynamic_shared: u32,
}

/// What a row states in place of the directives of the kernel.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub(super) struct Bounds {
    /// Threads of the block: the exact number if the kernel states one, or else the most.
    pub block: u32,
    /// Registers a thread, at most.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub maxnreg: Option<u32>,
    /// CTAs per SM, at least.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub minctasm: Option<u32>,
}

impl TuneBounds {
    /// The bounds of all rows. For each block, there is one row without a cap, one with what the kernel states, and
    /// those that are asked for.
    ///
    /// # Errors
    /// If the block is not known, or is not the exact one of the kernel.
    pub fn rows(&self, kernel: &str, facts: &FactSet, chip: Chip) -> Result<Vec<Bounds>, Fault> {
        let mut rows: Vec<Bounds> = Vec::new();
        for block in self.blocks(kernel, facts)? {
            let uncapped = Bounds { block, maxnreg: None, minctasm: None };
            let all = [uncapped, stated_with(block, facts)];
            for bounds in all.into_iter().chain(self.tried(uncapped, chip.limits())) {
                if !rows.contains(&bounds) {
                    rows.push(bounds);
                }
            }
        }
        Ok(rows)
    }

    fn blocks(&self, kernel: &str, facts: &FactSet) -> Result<Vec<u32>, Fault> {
        let refuse = |text: String| Err(Kind::Usage.fault(text));
        if let Some(exact) = facts.product(Fact::ReqNTid)
            && let Some(other) = self.block.iter().find(|block| u128::from(**block) != exact)
        {
            return refuse(format!("'{kernel}' states '.reqntid' of {exact} threads, and --block has {other}"));
        }
        match (self.block.as_slice(), stated_threads(facts)) {
            ([], Some(block)) => Ok(vec![block]),
            ([], None) if facts.block().is_some() => {
                refuse(format!("'{kernel}' states a block that cannot be launched"))
            }
            ([], None) => refuse(format!("'{kernel}' states no block; --block names one")),
            (blocks, _) => Ok(blocks.to_vec()),
        }
    }

    /// What the options name with a block, or by default each cap at which the number of CTAs changes.
    fn tried(&self, uncapped: Bounds, limits: &SmLimits) -> Vec<Bounds> {
        if self.maxnreg.is_empty() && self.minctasm.is_empty() {
            let caps = caps(limits, uncapped.block, self.dynamic_shared).into_iter();
            return caps.map(|cap| Bounds { maxnreg: Some(cap), ..uncapped }).collect();
        }
        let or_none = |values: &[u32]| match values {
            [] => vec![None],
            values => values.iter().copied().map(Some).collect(),
        };
        let floors = or_none(&self.minctasm);
        let with = |maxnreg| floors.iter().map(move |minctasm| Bounds { maxnreg, minctasm: *minctasm, ..uncapped });
        or_none(&self.maxnreg).into_iter().flat_map(with).collect()
    }
}

/// The cap and the floor that the kernel states, with a block.
fn stated_with(block: u32, facts: &FactSet) -> Bounds {
    Bounds { block, maxnreg: facts.positive(Fact::MaxNReg), minctasm: facts.positive(Fact::MinCtaSm) }
}

/// For each number of CTAs that an SM can hold, the largest register cap with which it holds them, in descending order.
fn caps(limits: &SmLimits, threads: u32, shared: u32) -> Vec<u32> {
    let most = limits.occupancy(CtaResources { threads, registers: 0, shared }).ctas;
    let caps = (1..=most).map(|ctas| limits.registers_per_thread(warps(threads), ctas));
    let mut caps: Vec<u32> = caps.filter(|cap| *cap >= limits.min_registers_per_thread).collect();
    caps.dedup();
    caps
}

impl Bounds {
    /// Whether they are those that the kernel states.
    pub fn are_stated(self, facts: &FactSet) -> bool {
        self.has_stated_block(facts) && self == stated_with(self.block, facts)
    }

    fn has_stated_block(self, facts: &FactSet) -> bool {
        facts.block().is_some_and(|(fact, _)| facts.product(fact) == Some(self.block.into()))
    }

    /// The PTX in which the kernel states these bounds and its other directives, and all else is as it was.
    ///
    /// # Errors
    /// If the headers cannot be written, which is a defect.
    pub fn text(self, input: &Input, ptx: &Ptx<'_>, kernel: &str) -> Result<Vec<u8>, Fault> {
        let header = |header: &Header<'_>| {
            let is_it = header.name == kernel;
            let directives = if is_it { self.directives(header) } else { header.launch().cloned().collect() };
            Kernel { name: header.name.to_owned(), directives }
        };
        let kernels: Vec<Kernel> = ptx.entries().map(header).collect();
        let rewritten = rewrite(&input.content, &kernels, None);
        Ok(rewritten.map_err(|error| Kind::Internal.fault(error.to_string()))?.text)
    }

    fn directives(self, header: &Header<'_>) -> Vec<Directive> {
        // A stated shape with that many threads stays as it is.
        let keeps_block = self.has_stated_block(&header.facts());
        let is_kept = |directive: &&Directive| match directive {
            Directive::MaxNTid(_) | Directive::ReqNTid(_) => keeps_block,
            Directive::MinNCtaPerSm(_) | Directive::MaxNReg(_) => false,
            _ => true,
        };
        let block = (!keeps_block).then(|| Directive::MaxNTid(vec![self.block]));
        let caps = [self.minctasm.map(Directive::MinNCtaPerSm), self.maxnreg.map(Directive::MaxNReg)];
        block.into_iter().chain(header.launch().filter(is_kept).cloned()).chain(caps.into_iter().flatten()).collect()
    }
}
