//! Group `resources`: what ptxas made of a kernel is what its contract asks for.
//!
//! Accepts what ptxas reported about a kernel, or what its cubin says. Reports the spills of a kernel only if something
//! bounds its registers.
//!
//! Leaves out on purpose: reading the report (`tileiras-ptxas`), and functions that are no kernels, for whose registers
//! no fact is stated.

use tileiras_target::occupancy::{CapSource, CtaResources, block_threads, warps};
use tileiras_target::{MAX_REGISTERS_PER_THREAD, REGISTER_GRANULE, SmLimits, WARP_THREADS};

use super::body::has_unknown_registers;
use super::{Against, Rule, Sink, Subject};
use crate::fact::Fact;
use tileiras_finding::RuleId;

pub(super) const RULES: &[Rule] = &[REGISTER_SPILL, SETMAXNREG_DROPPED];

/// What ptxas reported about a kernel.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Assembled {
    /// Registers of 32 bits a thread.
    pub registers: u32,
    /// Bytes of static shared memory.
    pub static_shared: u32,
    /// Bytes of registers that are stored to memory, as there are not enough.
    pub spill_stores: u32,
    /// Bytes of them that are loaded again.
    pub spill_loads: u32,
    /// Instructions that store or load them, where the bytes are not known.
    pub spill_instructions: u32,
    /// `.local_maxnreg` of the kernel, which is no fact.
    pub local_maxnreg: Option<u32>,
    /// The register cap that a cubin has in place of `nvvm.maxnreg` and `nvvm.minctasm`; none if the facts have these.
    pub register_cap: Option<u32>,
    /// The option of ptxas that limits the registers, such as `--maxrregcount=32`.
    pub register_option: Option<String>,
    /// Whether options replace what kernels state.
    pub are_facts_overridden: bool,
    /// Why `setmaxnreg` is ignored, in the words of ptxas: `to allow debugging`.
    pub setmaxnreg_ignored: Option<String>,
}

const REGISTER_SPILL: Rule = Rule {
    id: RuleId::RegisterSpill,
    summary: "A kernel whose registers are bounded does not spill.",
    why: "ptxas stores registers that do not fit to local memory, and loads them again. `nvvm.maxnreg`, \
          `nvvm.minctasm`, a block or the option `--maxrregcount` bounds the registers of a thread. For a kernel with \
          a block that states no `nvvm.minctasm` and no `nvvm.maxnreg`, ptxas chooses how many CTAs are to fit on an \
          SM: a kernel that does not fit in all registers of the block can get as few as 32, and then spills far more.",
    source: "Measured: ptxas 12.4 to 13.5, `-v`; crates/target/src/occupancy.rs computes the cap and the CTAs per SM.",
    fix: "Change the fact that the message names; it says what would allow more registers. Or keep fewer values live. \
          `tileiras-contract tune` shows registers, spills and occupancy for other values.",
    example: "// with chip=sm_90\n\
              llvm.func @k(%p: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.maxnreg = 24 : i32} {\n  \
              %a = llvm.load volatile %p {alignment = 16 : i64} : !llvm.ptr<1> -> vector<64xi32>\n  \
              %b = llvm.mul %a, %a : vector<64xi32>\n  \
              llvm.store volatile %b, %p {alignment = 16 : i64} : vector<64xi32>, !llvm.ptr<1>\n  llvm.return\n}",
    check: register_spill,
};

fn register_spill(contract: &Subject, sink: &mut Sink) {
    let (Against::Assembled(found), Some(chip)) = (contract.against, contract.target.chip) else { return };
    if let (Some(spilled), Some(bound)) = (spilled(found), bound(contract, found, chip.limits())) {
        sink.report(format!("{spilled}: it uses {} {bound}", found.registers));
    }
}

/// How much is spilled; `None` if nothing is.
fn spilled(found: &Assembled) -> Option<String> {
    match (found.spill_stores, found.spill_loads, found.spill_instructions) {
        (0, 0, 0) => None,
        (0, 0, 1) => Some("spills registers to memory with 1 instruction".to_owned()),
        (0, 0, count) => Some(format!("spills registers to memory, and loads them again, with {count} instructions")),
        (stores, loads, _) => Some(format!("spills {stores} bytes of registers to memory, and loads {loads} again")),
    }
}

/// What bounds the registers, after their number: `of the 24 registers a thread that 'nvvm.maxnreg' allows`.
fn bound(contract: &Subject, found: &Assembled, limits: &SmLimits) -> Option<String> {
    let is_reached = |cap: u32| found.registers + REGISTER_GRANULE > cap;
    let has_most = is_reached(MAX_REGISTERS_PER_THREAD);
    let option = found.register_option.as_ref().map(|option| {
        let advice = if has_most { "; a thread cannot have more" } else { "" };
        format!("registers a thread, which '{option}' limits{advice}")
    });
    if found.are_facts_overridden {
        return option;
    }
    let cap = limits.register_cap(contract.facts.register_directives());
    if let Some(local) = found.local_maxnreg.filter(|local| *local < cap.registers && is_reached(*local)) {
        return Some(format!("of the {local} registers a thread that '.local_maxnreg' allows"));
    }
    let block = contract.facts.block();
    let threads = block.map(|(_, shape)| block_threads(shape)).filter(|threads| *threads > 0);
    let raised = |registers| {
        raised_cap(limits, CtaResources { threads: threads.unwrap_or(0), registers, shared: found.static_shared })
    };
    if let Some(stated) = found.register_cap.filter(|stated| *stated < cap.registers) {
        // Without a block, the option makes a cap.
        let is_of = |option: &str| option.rsplit('=').next() == Some(&stated.to_string());
        return match option.filter(|_| block.is_none() && found.register_option.as_deref().is_some_and(is_of)) {
            Some(option) => Some(option),
            None => {
                let advice = is_reached(stated).then(|| raised(stated)).flatten();
                let advice = advice.map(|advice| format!("; {advice}")).unwrap_or_default();
                Some(format!("of the {stated} registers a thread that its register cap allows{advice}"))
            }
        };
    }
    let fact = match (cap.source, block) {
        (CapSource::MaxNReg, _) => Fact::MaxNReg,
        (CapSource::MinNCtaPerSm, _) => Fact::MinCtaSm,
        (CapSource::Block, Some((fact, _))) => fact,
        (CapSource::Block, None) | (CapSource::Default | CapSource::LocalMaxNReg, _) => return option,
    };
    let advice = match (is_reached(cap.registers), cap.source) {
        (true, _) if has_most => Some("a thread cannot have more".to_owned()),
        (true, CapSource::MaxNReg) => raised(cap.registers),
        (true, source) => {
            let ctas = contract.facts.positive(Fact::MinCtaSm).filter(|_| source == CapSource::MinNCtaPerSm);
            threads.and_then(|threads| lowered_bound(limits, warps(threads), ctas.unwrap_or(1), cap.registers))
        }
        // ptxas aims at more CTAs per SM.
        (false, CapSource::Block) => Some(format!("'{}' of 1 lets ptxas use all of them", Fact::MinCtaSm)),
        // Another bound is the cause, such as an option of ptxas.
        (false, _) => None,
    };
    let advice = advice.map(|advice| format!("; {advice}")).unwrap_or_default();
    Some(format!("of the {} registers a thread that '{fact}' allows{advice}", cap.registers))
}

/// What a larger `nvvm.maxnreg` costs.
fn raised_cap(limits: &SmLimits, cta: CtaResources) -> Option<String> {
    if cta.threads == 0 {
        return None;
    }
    let ctas = limits.occupancy(cta).ctas;
    let warps = warps(cta.threads);
    let most = limits.registers_per_thread(warps, ctas);
    if ctas == 0 {
        return None;
    }
    if most > cta.registers {
        return Some(format!("{most} fit with the same {} per SM", count(ctas)));
    }
    match fewer_ctas(limits, warps, ctas, cta.registers) {
        Some((fewer, most)) => Some(format!("{most} fit with {} per SM instead of {ctas}", count(fewer))),
        None => smaller_block(limits, warps, cta.registers),
    }
}

fn count(ctas: u32) -> String {
    if ctas == 1 { "1 CTA".to_owned() } else { format!("{ctas} CTAs") }
}

/// The most CTAs, fewer than these, with which a thread has more registers than `cap`, and how many it has.
fn fewer_ctas(limits: &SmLimits, warps: u32, ctas: u32, cap: u32) -> Option<(u32, u32)> {
    let fewer = (1..ctas).rev().map(|ctas| (ctas, limits.registers_per_thread(warps, ctas)));
    fewer.into_iter().find(|(_, registers)| *registers > cap)
}

/// What fewer CTAs per SM, or else a smaller block, allow.
fn lowered_bound(limits: &SmLimits, warps: u32, ctas: u32, cap: u32) -> Option<String> {
    match fewer_ctas(limits, warps, ctas, cap) {
        Some((ctas, registers)) => Some(format!("{} per SM would allow {registers}", count(ctas))),
        None => smaller_block(limits, warps, cap),
    }
}

fn smaller_block(limits: &SmLimits, warps: u32, cap: u32) -> Option<String> {
    let mut smaller = (1..warps).rev().map(|warps| (warps, limits.registers_per_thread(warps, 1)));
    let (warps, registers) = smaller.find(|(_, registers)| *registers > cap)?;
    Some(format!("a block of {} threads would allow {registers}", warps * WARP_THREADS))
}

const SETMAXNREG_DROPPED: Rule = Rule {
    id: RuleId::SetMaxNRegDropped,
    summary: "ptxas applies the `setmaxnreg` instructions of a kernel.",
    why: "Otherwise every thread keeps the registers with which the kernel begins, and code that was written for more \
          spills, or leaves registers unused. ptxas ignores them with `-g` (C7505), in a relocatable object (C7504), \
          before a call of an unknown function, and if the code needs more registers.",
    source: "PTX ISA 9.7.19.5; measured: ptxas 13.5.",
    fix: "Compile the whole program at once and without `-g`, or remove the instructions. Rule setmaxnreg-ignored \
          reports a kernel whose number of registers is not known.",
    example: "// with chip=sm_90a -c\n\
              llvm.func @k() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>, \
              nvvm.maxnreg = 64 : i32} {\n  nvvm.setmaxregister decrease 40\n  llvm.return\n}",
    check: setmaxnreg_dropped,
};

fn setmaxnreg_dropped(contract: &Subject, sink: &mut Sink) {
    let Against::Assembled(found) = contract.against else { return };
    let Some(reason) = &found.setmaxnreg_ignored else { return };
    // Rule setmaxnreg-ignored reports it.
    if reason.contains("register count at entry") && has_unknown_registers(contract) {
        return;
    }
    let advice = match reason {
        reason if reason.contains("debugging") => "; leave out the option -g",
        reason if reason.contains("compilation units") => "; compile the whole program at once, without -c",
        _ => "",
    };
    sink.report(format!("has 'setmaxnreg' instructions that ptxas ignores: {reason}{advice}"));
}
