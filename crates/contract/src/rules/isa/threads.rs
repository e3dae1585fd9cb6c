//! What instructions require of the block: whole warp groups, registers for the accumulator, barriers that exist.

use tileiras_target::occupancy::{CapSource, RegisterDirectives};
use tileiras_target::{Feature, NAMED_BARRIERS, WARP_GROUP_THREADS, WARP_THREADS, WGMMA_WORKING_REGISTERS};

use super::{Group, Rule, RuleId, Severity, Sink, Subject, function, kernel};
use crate::fact::Fact;
use crate::rules::limits::saturate;
use tileiras_kernel::{InstructionClass, InstructionKind};

pub(in crate::rules) const RULES: &[Rule] = &[WARPGROUP_THREADS, WARPGROUP_REGISTERS, NAMED_BARRIER_RANGE];

const WARPGROUP_THREADS: Rule = Rule {
    id: RuleId::WarpgroupThreads,
    group: Group::Isa,
    severity: Severity::Error,
    summary: "A kernel that reaches `wgmma`, or `tcgen05.ld`, `.st` or `.wait`, states `nvvm.reqntid` with a multiple \
              of 128 in x.",
    why: "Four whole warps issue the instruction together. With only a bound of the block, a launch of 96 threads \
          succeeds, and an incomplete warp group races or hangs.",
    source: "Reference 002; PTX ISA 9.7.15; reference 004, PTX ISA 9.7.16.5.",
    fix: "State the block that the kernel is written for as `nvvm.reqntid`.",
    example: "llvm.func @k() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 128, 1, 1>} {\n  \
              nvvm.wgmma.fence.aligned\n  llvm.return\n}",
    check: warpgroup_threads,
};

fn warpgroup_threads(contract: &Subject, sink: &mut Sink) {
    let Some((reach, kernel)) = kernel(contract) else { return };
    let wgmma = reach.first(kernel, InstructionClass::Wgmma).map(|id| (id, "wgmma"));
    let tensor = || reach.first(kernel, InstructionClass::TensorAccess).map(|id| (id, "tcgen05.ld, .st or .wait"));
    let Some((instruction, name)) = wgmma.or_else(tensor) else { return };
    let (exact, bound, group) = (Fact::ReqNTid, Fact::MaxNTid, WARP_GROUP_THREADS);
    if let Some([x, ..]) = contract.dims(exact) {
        if x > 0 && !x.is_multiple_of(group) {
            let message = format!("'{exact}' must be a multiple of {group} in x for '{name}', got {x}");
            sink.report_with_cause(instruction, message);
        }
    } else if !contract.states(exact) && !contract.awaits(exact) {
        let found = if contract.states(bound) { format!("'{bound}' alone, a bound") } else { "none".to_owned() };
        let message = format!("'{exact}' must be stated, a multiple of {group} in x, for '{name}', got {found}");
        sink.report_with_cause(instruction, message);
    }
}

const WARPGROUP_REGISTERS: Rule = Rule {
    id: RuleId::WarpgroupRegisters,
    group: Group::Isa,
    severity: Severity::Error,
    summary: "The registers of a thread under `nvvm.maxnreg`, the block and `nvvm.minctasm` are sufficient for the \
              accumulator of every `wgmma` that the kernel reaches, and 26 more.",
    why: "ptxas does not spill an accumulator. It reports `Insufficient registers (128) to compile instruction`. \
          Registers that `setmaxnreg` adds at run time do not count.",
    source: "PTX ISA 9.7.15, the fragment of D; measured: ptxas 13.5, f32, f16 and s32 accumulators of 2 to 128 \
             registers, in the kernel and in functions that it calls.",
    fix: "Raise `nvvm.maxnreg`, use a smaller block or a lower `nvvm.minctasm`, or a smaller n.",
    example: "llvm.func @k(%a: i64, %b: i64, %d: !llvm.struct<(f32, f32, f32, f32)>) attributes {nvvm.kernel, \
              nvvm.maxnreg = 24 : i32, nvvm.reqntid = array<i32: 128, 1, 1>} {\n  \
              %0 = nvvm.wgmma.mma_async %a, %b, %d, <m = 64, n = 8, k = 16>, D [<f32>, <zero>], \
              A [<f16>, <one>, <row>], B [<f16>, <one>, <col>] : !llvm.struct<(f32, f32, f32, f32)> -> \
              !llvm.struct<(f32, f32, f32, f32)>\n  llvm.return\n}",
    check: warpgroup_registers,
};

fn warpgroup_registers(contract: &Subject, sink: &mut Sink) {
    let Some((reach, kernel)) = kernel(contract) else { return };
    let Some((accumulator, wgmma)) = reach.accumulator(kernel) else { return };
    let needed = accumulator.saturating_add(WGMMA_WORKING_REGISTERS);
    let Some((most, fact)) = registers(contract) else { return };
    if contract.target.supports(Feature::Wgmma).is_ok() && most < needed {
        sink.report_with_cause(
            wgmma,
            format!("'{fact}' must leave a thread {needed} registers for a 'wgmma' with {accumulator}, got {most}"),
        );
    }
}

/// The register cap of a thread that follows from the contract, and the fact that determines it.
fn registers(contract: &Subject) -> Option<(u32, Fact)> {
    let block = contract.block().and_then(|fact| Some((fact, contract.product(fact)?)));
    // Without a chip, the number of CTAs per SM is unknown.
    let floor = contract.positive(Fact::MinCtaSm).filter(|_| contract.target.chip.is_some());
    let cap = contract.target.limits_or_largest().register_cap(RegisterDirectives {
        threads: block.map(|(_, threads)| saturate(threads)),
        minnctapersm: floor,
        maxnreg: contract.positive(Fact::MaxNReg),
    });
    let fact = match cap.source {
        CapSource::Default => return None,
        CapSource::Block => block?.0,
        CapSource::MinNCtaPerSm => Fact::MinCtaSm,
        CapSource::MaxNReg => Fact::MaxNReg,
    };
    Some((cap.registers, fact))
}

const NAMED_BARRIER_RANGE: Rule = Rule {
    id: RuleId::NamedBarrierRange,
    group: Group::Isa,
    severity: Severity::Error,
    summary: "A named barrier has an id of 0 to 15, and a number of threads in whole warps.",
    why: "A CTA has 16 barriers, and they count warps. ptxas rejects a larger constant. With a larger value at run \
          time the behaviour is undefined.",
    source: "Reference 002; PTX ISA 9.7.13.1; measured: ptxas 13.5.",
    fix: "Share a barrier, and round the number of threads to a multiple of 32.",
    example: "llvm.func @k() attributes {nvvm.kernel} {\n  %id = llvm.mlir.constant(16 : i32) : i32\n  \
              nvvm.barrier id = %id\n  llvm.return\n}",
    check: named_barrier_range,
};

fn named_barrier_range(contract: &Subject, sink: &mut Sink) {
    let Some((reach, function)) = function(contract) else { return };
    for instruction in reach.body(function).instructions() {
        let InstructionKind::NamedBarrier { id, threads } = instruction.kind else { continue };
        let last = NAMED_BARRIERS - 1;
        if let Some(id) = id.filter(|id| !(0..=i64::from(last)).contains(id)) {
            sink.report_at(instruction.id, format!("barrier id must be 0 to {last}, got {id}"));
        }
        let warp = i64::from(WARP_THREADS);
        if let Some(threads) = threads.filter(|threads| *threads < 0 || threads % warp != 0) {
            sink.report_at(instruction.id, format!("barrier must have a multiple of {warp} threads, got {threads}"));
        }
    }
}
