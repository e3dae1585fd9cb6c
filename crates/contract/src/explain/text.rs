//! An [`Explanation`] as text for people.

use std::fmt::{self, Display, Formatter};

use tileiras_finding::counted;
use tileiras_target::PORTABLE_CLUSTER_CTAS;

use super::{BlockLimit, BlockLimits, ClusterLimits, Explanation, OccupancyAt, SharedLimits};
use crate::fact::Fact;
use crate::fact_set::Dims;

/// The blocks of whole warps for which the text has a row.
const SHOWN_BLOCKS: [u32; 8] = [32, 64, 128, 256, 384, 512, 768, 1024];

impl Display for Explanation {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "'{}' on {}", self.kernel, self.chip)?;
        writeln!(f, "legal launches")?;
        writeln!(f, "  block                  {}", self.block)?;
        writeln!(f, "  cluster                {}", self.cluster)?;
        writeln!(f, "  dynamic shared memory  {}", self.dynamic_shared)?;
        if let Some(bytes) = self.min_cta_memory {
            writeln!(f, "  least memory of a CTA  {}", counted(bytes, "byte"))?;
        }
        writeln!(f, "resources")?;
        match self.resources.registers {
            Some(registers) => {
                writeln!(f, "  registers              {registers} a thread, at most {}", self.register_cap)?
            }
            None => writeln!(f, "  registers              not known, at most {} a thread", self.register_cap)?,
        }
        let bytes =
            |number: Option<u32>| number.map_or_else(|| "not known".to_owned(), |number| counted(number, "byte"));
        writeln!(f, "  static shared memory   {}", bytes(self.resources.static_shared))?;
        writeln!(f, "  stack                  {}", bytes(self.resources.stack))?;
        if let Some(spills) = self.resources.spill_instructions.filter(|count| *count > 0) {
            writeln!(f, "  spills                 {}", counted(spills, "instruction"))?;
        }
        if let Some(barriers) = self.resources.barriers {
            writeln!(f, "  barriers               {barriers}")?;
        }
        if let Some(occupancy) = &self.occupancy {
            occupancy.write(self.registers_assumed.then_some(self.register_cap), f)?;
        } else if self.block.most_threads > 0 {
            writeln!(f, "occupancy: no block is stated; it depends on the block")?;
        }
        if self.blocks.is_empty() {
            return Ok(());
        }
        let least = if self.registers_assumed { ", and the least CTAs per SM" } else { "" };
        writeln!(f, "blocks that can be launched{least}")?;
        writeln!(f, "  threads  CTAs per SM  limited by")?;
        let last = self.blocks.last().map(|block| block.threads);
        let is_shown = |threads: u32| SHOWN_BLOCKS.contains(&threads) || Some(threads) == last;
        for block in self.blocks.iter().filter(|block| is_shown(block.threads)) {
            writeln!(f, "  {:<7}  {:<11}  {}", block.threads, block.ctas_per_sm, block.limit.name())?;
        }
        Ok(())
    }
}

fn shape([x, y, z]: Dims) -> String {
    format!("{x}, {y}, {z}")
}

impl Display for BlockLimits {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let [x, y, z] = self.most;
        match (self.exact, self.most_threads, self.because) {
            (Some(exact), 0, BlockLimit::Registers) => {
                write!(f, "none: an SM does not have the registers for {} ('{}')", shape(exact), Fact::ReqNTid)
            }
            (Some(exact), 0, _) => write!(f, "none: no device launches {} ('{}')", shape(exact), Fact::ReqNTid),
            (Some(exact), threads, _) => {
                write!(f, "exactly {}, which are {} ('{}')", shape(exact), counted(threads, "thread"), Fact::ReqNTid)
            }
            (None, threads, because) => {
                write!(f, "at most {}, {x} in x, {y} in y and {z} in z", counted(threads, "thread"))?;
                match because {
                    BlockLimit::MaxNTid | BlockLimit::ReqNTid => write!(f, " ('{}')", Fact::MaxNTid),
                    BlockLimit::Registers => write!(f, " (an SM does not have the registers for more)"),
                    BlockLimit::Chip => Ok(()),
                }
            }
        }
    }
}

impl Display for ClusterLimits {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if !self.supported {
            return write!(f, "none: the chip has no clusters");
        }
        match self.exact {
            Some(exact) if self.most_ctas == 0 => return write!(f, "none: no chip launches {}", shape(exact)),
            Some(exact) => {
                write!(f, "exactly {}, which are {}", shape(exact), counted(self.most_ctas, "CTA"))?;
                match self.grid_counts_clusters {
                    true => write!(f, "; the grid counts clusters")?,
                    false => write!(f, "; the grid is a multiple of it")?,
                }
            }
            None if self.launch_states_shape => {
                write!(f, "each launch states one, of at most {}", counted(self.most_ctas, "CTA"))?;
            }
            None => write!(f, "none, or one of at most {}", counted(self.most_ctas, "CTA"))?,
        }
        match self.opt_in {
            Some(opt_in) => {
                write!(f, "; more than {PORTABLE_CLUSTER_CTAS} need {opt_in}, and not every device has them")
            }
            None => Ok(()),
        }
    }
}

impl Display for SharedLimits {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "at most {}", counted(self.most_without_opt_in, "byte"))?;
        if let Some(opt_in) = self.opt_in {
            write!(f, "; {} with {opt_in}", self.most)?;
        }
        let note = if self.static_shared_assumed { "; less with static shared memory" } else { "" };
        f.write_str(note)
    }
}

impl OccupancyAt {
    fn write(&self, assumed: Option<u32>, f: &mut Formatter<'_>) -> fmt::Result {
        let threads = counted(self.threads, "thread");
        let dynamic = match self.dynamic_shared {
            0 => "no dynamic shared memory".to_owned(),
            bytes => format!("{bytes} bytes of dynamic shared memory"),
        };
        writeln!(f, "occupancy with blocks of {threads} and {dynamic}")?;
        let least = if assumed.is_some() { "at least " } else { "" };
        let limit = self.limit.name();
        if self.ctas_per_sm == 0 && assumed.is_some() {
            writeln!(f, "  CTAs per SM            at least 0: there may not be enough {limit} for one")?;
        } else if self.ctas_per_sm == 0 {
            writeln!(f, "  CTAs per SM            0: there are not enough {limit} for one")?;
        } else {
            writeln!(
                f,
                "  CTAs per SM            {least}{}, with {} of {} warps; limited by {limit}",
                self.ctas_per_sm, self.warps_per_sm, self.most_warps_per_sm
            )?;
        }
        if let Some(cap) = assumed {
            writeln!(f, "  assumed                {cap} registers a thread")?;
        }
        let by = &self.ctas_by_resource;
        let parts = [
            ("CTA slots", by.cta_slots),
            ("warps", by.warps),
            ("registers", by.registers),
            ("shared memory", by.shared_memory),
        ];
        let parts: Vec<String> =
            parts.into_iter().filter_map(|(name, ctas)| Some(format!("{name} {}", ctas?))).collect();
        writeln!(f, "  CTAs by resource       {}", parts.join(", "))?;
        if let Some(left) = &self.left {
            writeln!(
                f,
                "  left at {:<14} {} a thread, {} of shared memory a CTA",
                counted(self.ctas_per_sm, "CTA"),
                counted(left.registers, "register"),
                counted(left.shared, "byte")
            )?;
        }
        match &self.one_more {
            Some(more) => writeln!(
                f,
                "  for {:<18} at most {} a thread and {} of shared memory a CTA",
                counted(more.ctas_per_sm, "CTA"),
                counted(more.most_registers, "register"),
                counted(more.most_shared, "byte")
            ),
            None => writeln!(f, "  one more CTA           not possible, even with fewer registers"),
        }
    }
}
