//! The needs of operations, intrinsics and inline assembly, by their names.
//!
//! Accepts any operation. Guarantees that a name is looked up in the table once. A row stands for its name and for
//! every longer name that goes on with a dot; the longest row decides. The names are those of operations of the NVVM
//! dialect without `nvvm.`, of intrinsics without `llvm.nvvm.`, and of PTX instructions, which are alike; operations of
//! the dialects gpu and nvgpu have their full names.
//!
//! Leaves out on purpose: operands, except for those that decide a need: the `.cta_group`, the number of threads of a
//! barrier, and pointers to the shared memory of a cluster.

use melior::ir::operation::OperationLike as _;
use melior::ir::{Attribute, OperationRef, ValueLike as _};
use rustc_hash::FxHashMap;
use tileiras_contract::{Need, Needs};
use tileiras_mlir::attribute::{self, View, print, symbol_path, view};
use tileiras_mlir::operation;
use tileiras_mlir::text::lossy;
use tileiras_mlir::value::pointer_space;
use tileiras_ptx::inline;

use crate::constants::Constants;

/// The address space of the shared memory of a cluster.
const SHARED_CLUSTER: u32 = 7;

/// What an operation is.
#[derive(Clone, Copy)]
pub(super) enum Role<'c> {
    /// Nothing of interest.
    Other,
    /// An instruction, or several, with these needs.
    Instruction(Needs),
    /// Calls a symbol, or takes its address.
    Call(Attribute<'c>),
    /// Launches a kernel.
    Launch,
}

impl Role<'_> {
    fn instruction(needs: Needs) -> Self {
        if needs == NONE { Self::Other } else { Self::Instruction(needs) }
    }
}

/// What the operations of one name are.
#[derive(Clone, Copy)]
enum BodyOpKind {
    Other,
    Launch,
    /// Calls the symbol in the attribute `callee`, or the intrinsic in the attribute `intrin`.
    Call,
    /// Takes the address of the symbol in that attribute.
    Reference(&'static str),
    /// Has PTX text in that attribute.
    Text(&'static str),
    /// Accesses memory through one of its operands.
    Memory,
    /// `nvvm.barrier`, which counts its threads if that segment of operands is not empty.
    Barrier,
    /// An instruction with these needs.
    Instruction(Needs),
    /// The same, with a `.cta_group` that an attribute states.
    GroupInstruction(Needs),
}

/// The names, intrinsics and texts that were looked up, by their keys.
#[derive(Default)]
pub(super) struct Names {
    kinds: FxHashMap<usize, BodyOpKind>,
    texts: FxHashMap<usize, Needs>,
    /// None if the name is not that of an intrinsic.
    intrinsics: FxHashMap<usize, Option<Intrinsic>>,
    constants: Constants,
}

/// What calls of one intrinsic need.
#[derive(Clone, Copy, Default)]
struct Intrinsic {
    needs: Needs,
    /// Whether the operand before the last one is the `.cta_group`.
    has_group_operand: bool,
}

impl Names {
    /// What an operation is.
    pub fn of<'c>(&mut self, op: OperationRef<'c, '_>) -> Role<'c> {
        let name = || str::from_utf8(operation::name(op)).unwrap_or_default();
        match *self.kinds.entry(operation::name_key(op)).or_insert_with(|| kind(name())) {
            BodyOpKind::Other => Role::Other,
            BodyOpKind::Launch => Role::Launch,
            BodyOpKind::Reference(attribute) => {
                operation::inherent_attribute(op, attribute).map_or(Role::Other, Role::Call)
            }
            BodyOpKind::Call => self.call(op),
            BodyOpKind::Text(attribute) => Role::instruction(self.text(op, attribute).unwrap_or_default()),
            BodyOpKind::Memory => Role::instruction(if accesses_cluster(op) { CLUSTERS } else { NONE }),
            BodyOpKind::Barrier => Role::instruction(if counts_threads(op) { COUNTED } else { NONE }),
            BodyOpKind::GroupInstruction(needs) => {
                let stated = ["group", "ctaGroup"].into_iter().find_map(|name| operation::inherent_attribute(op, name));
                // The default is one CTA, and the weight-stationary form has no other.
                let is_pair = stated.is_some_and(|stated| print(stated).contains("cta_2"));
                Role::instruction(needs.union(if is_pair { PAIR } else { SINGLE }))
            }
            BodyOpKind::Instruction(needs) => Role::instruction(needs),
        }
    }

    fn call<'c>(&mut self, op: OperationRef<'c, '_>) -> Role<'c> {
        let name = ["intrin", "callee"].into_iter().find_map(|name| operation::inherent_attribute(op, name));
        let Some(name) = name else { return Role::Other };
        let intrinsic = *self.intrinsics.entry(attribute::key(name)).or_insert_with(|| of_intrinsic(name));
        let Some(Intrinsic { needs, has_group_operand }) = intrinsic else { return Role::Call(name) };
        let group = op.operand_count().checked_sub(2).filter(|_| has_group_operand);
        let group = group.and_then(|index| self.constants.of(operation::operand(op, index)?));
        Role::instruction(needs.union(match group {
            Some(1) => SINGLE,
            Some(2) => PAIR,
            _ => NONE,
        }))
    }

    /// The needs of the instructions in a text.
    fn text(&mut self, op: OperationRef<'_, '_>, name: &str) -> Option<Needs> {
        let attribute = operation::inherent_attribute(op, name)?;
        let View::Text(text) = view(attribute) else { return None };
        Some(*self.texts.entry(attribute::key(attribute)).or_insert_with(|| of_text(&lossy(text))))
    }
}

/// Whether an operation accesses the shared memory of a cluster: one of its operands is a pointer to it.
fn accesses_cluster(op: OperationRef<'_, '_>) -> bool {
    let operands = (0..op.operand_count()).filter_map(|index| operation::operand(op, index));
    operands.into_iter().any(|operand| pointer_space(operand.r#type()) == Some(SHARED_CLUSTER))
}

/// Whether `nvvm.barrier` has a number of threads, its second segment of operands.
fn counts_threads(op: OperationRef<'_, '_>) -> bool {
    let segments = operation::inherent_attribute(op, "operandSegmentSizes");
    matches!(segments.map(view), Some(View::I32Array(sizes)) if sizes.iter().nth(1).is_some_and(|size| size > 0))
}

fn kind(name: &str) -> BodyOpKind {
    match name {
        "gpu.launch_func" | "nv_tileaa.launch_func" | "gpu.launch" => BodyOpKind::Launch,
        "func.call" | "llvm.call" | "llvm.invoke" | "llvm.call_intrinsic" => BodyOpKind::Call,
        "func.constant" => BodyOpKind::Reference("value"),
        "llvm.mlir.addressof" => BodyOpKind::Reference("global_name"),
        "llvm.inline_asm" => BodyOpKind::Text("asm_string"),
        "nvvm.inline_ptx" => BodyOpKind::Text("ptxCode"),
        "llvm.load" | "llvm.store" | "llvm.atomicrmw" | "llvm.cmpxchg" => BodyOpKind::Memory,
        "nvvm.barrier" => BodyOpKind::Barrier,
        _ if name.starts_with("nvvm.mbarrier.") => BodyOpKind::Memory,
        _ => {
            let known = name.strip_prefix("nvvm.").or_else(|| {
                let is_known = name.starts_with("gpu.") || name.starts_with("nvgpu.");
                is_known.then_some(name)
            });
            match known.map(of_name) {
                Some((needs, true)) => BodyOpKind::GroupInstruction(needs),
                Some((needs, false)) if needs != NONE => BodyOpKind::Instruction(needs),
                _ => BodyOpKind::Other,
            }
        }
    }
}

/// The needs of an intrinsic; none if the attribute names something else. Names of earlier versions of LLVM are read,
/// too.
fn of_intrinsic(attribute: Attribute<'_>) -> Option<Intrinsic> {
    let full = match view(attribute) {
        View::Text(name) => name,
        View::Symbol(symbol) => symbol_path(symbol).last()?,
        _ => return None,
    };
    let full = lossy(full);
    let other = full.strip_prefix("llvm.")?;
    let Some(name) = other.strip_prefix("nvvm.") else { return Some(Intrinsic::default()) };
    let has_count = match name {
        "barrier" | "barrier.sync.cnt" => true,
        _ => name.starts_with("barrier.cta.") && name.ends_with(".count"),
    };
    let group = name.split('.').find_map(|part| match part {
        "cg1" | "ws" => Some(SINGLE),
        "cg2" => Some(PAIR),
        _ => None,
    });
    let (needs, has_group) = of_name(name);
    let needs = needs.union(if has_count { COUNTED } else { NONE });
    let group = group.filter(|_| has_group);
    Some(Intrinsic { needs: needs.union(group.unwrap_or(NONE)), has_group_operand: has_group && group.is_none() })
}

/// The needs of a text of inline assembly.
fn of_text(text: &str) -> Needs {
    inline::instructions(text).into_iter().map(of_instruction).fold(NONE, Needs::union)
}

fn of_instruction(instruction: inline::Instruction<'_>) -> Needs {
    let inline::Instruction { mnemonic, operands } = instruction;
    let opcode = mnemonic.split('.').next().unwrap_or_default();
    let has = |modifier: &str| mnemonic.split('.').any(|part| part == modifier);
    // In the others, `.shared::cluster` is the state space of an operand that can be in the CTA's own memory.
    let is_remote = !matches!(opcode, "cp" | "clusterlaunchcontrol" | "tcgen05") && has("shared::cluster");
    // Tensor copies have a `.cta_group`, too, which says whose mbarriers they complete on.
    let has_group = |group| opcode == "tcgen05" && has(group);
    let with_thread_count = match opcode {
        "bar" | "barrier" if has("red") => 4,
        "bar" | "barrier" if has("sync") || has("arrive") => 2,
        _ => usize::MAX,
    };
    let is_counted = !has("warp") && !has("cluster") && operands.split(',').count() >= with_thread_count;
    let needs = [
        (has_group("cta_group::1"), SINGLE),
        (has_group("cta_group::2"), PAIR),
        (is_remote || has("cluster") || reads_cluster(operands), CLUSTERS),
        (is_counted, COUNTED),
    ];
    let needs = needs.into_iter().filter(|(holds, _)| *holds).map(|(_, needs)| needs);
    needs.fold(of_name(mnemonic).0, Needs::union)
}

/// Whether operands have a special register about the cluster, as `%cluster_ctaid.x`.
fn reads_cluster(operands: &str) -> bool {
    const REGISTERS: [&str; 7] = [
        "%clusterid",
        "%nclusterid",
        "%cluster_ctaid",
        "%cluster_nctaid",
        "%cluster_ctarank",
        "%cluster_nctarank",
        "%is_explicit_cluster",
    ];
    let mut names = operands.split(|letter: char| !letter.is_ascii_alphanumeric() && !"_$%".contains(letter));
    names.any(|name| REGISTERS.contains(&name))
}

/// The needs of the longest row that a name begins with, and whether the instruction has a `.cta_group`.
fn of_name(name: &str) -> (Needs, bool) {
    let rows = NAMES.iter().filter(|row| begins(row.name, name));
    rows.max_by_key(|row| row.name.len()).map(|row| (row.needs, row.has_group)).unwrap_or_default()
}

/// Whether a name is that of a row, or goes on with a dot.
fn begins(row: &str, name: &str) -> bool {
    name.strip_prefix(row).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

const NONE: Needs = Needs::of(&[]);
const CLUSTERS: Needs = Needs::of(&[Need::Clusters]);
const COUNTED: Needs = Needs::of(&[Need::CountedBarrier]);
const MOVES: Needs = Needs::of(&[Need::RegisterMoves]);
const WGMMA: Needs = Needs::of(&[Need::Wgmma]);
const TCGEN05: Needs = Needs::of(&[Need::Tcgen05]);
const WHOLE_WARP: Needs = Needs::of(&[Need::Tcgen05, Need::WholeWarp]);
const SINGLE: Needs = Needs::of(&[Need::SingleCta]);
const PAIR: Needs = Needs::of(&[Need::CtaPair, Need::Clusters]);

/// The instructions of one name.
struct Row {
    name: &'static str,
    needs: Needs,
    /// Whether the instruction has a `.cta_group`.
    has_group: bool,
}

const fn row(name: &'static str, needs: Needs) -> Row {
    Row { name, needs, has_group: false }
}

impl Row {
    const fn with_group(self) -> Self {
        Row { has_group: true, ..self }
    }
}

#[rustfmt::skip] // a table
const NAMES: &[Row] = &[
    row("bar.arrive", COUNTED), row("barrier.arrive", COUNTED),
    row("barrier.cluster", CLUSTERS), row("cluster.arrive", CLUSTERS), row("cluster.wait", CLUSTERS),
    row("fence.sc.cluster", CLUSTERS), row("fence.mbarrier.init", CLUSTERS), row("fence.mbarrier_init", CLUSTERS),
    row("getctarank", CLUSTERS), row("is_explicit_cluster", CLUSTERS), row("mapa", CLUSTERS),
    row("gpu.cluster_block_id", CLUSTERS), row("gpu.cluster_dim", CLUSTERS), row("gpu.cluster_dim_blocks", CLUSTERS),
    row("gpu.cluster_id", CLUSTERS),
    row("read.ptx.sreg.cluster", CLUSTERS), row("read.ptx.sreg.clusterid", CLUSTERS),
    row("read.ptx.sreg.nclusterid", CLUSTERS),
    row("setmaxnreg", MOVES), row("setmaxregister", MOVES),
    row("tcgen05", TCGEN05).with_group(), row("tcgen05.mma_smem_desc", NONE),
    row("tcgen05.alloc", WHOLE_WARP).with_group(),
    row("tcgen05.dealloc", WHOLE_WARP).with_group(),
    row("tcgen05.relinquish_alloc_permit", WHOLE_WARP).with_group(),
    row("tcgen05.relinq.alloc.permit", WHOLE_WARP).with_group(),
    row("tcgen05.fence", TCGEN05), row("tcgen05.ld", TCGEN05), row("tcgen05.st", TCGEN05), row("tcgen05.wait", TCGEN05),
    row("wgmma", WGMMA), row("nvgpu.warpgroup.mma", WGMMA),
    row("nvgpu.warpgroup.mma.init.accumulator", NONE), row("nvgpu.warpgroup.mma.store", NONE),
];
