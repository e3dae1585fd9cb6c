//! The shapes that a launch of a kernel can have.
//!
//! Guarantees one shape where the block is stated exactly. Otherwise there are some examples, small and large ones, in
//! the bound: what holds for all of them is taken as certain. A kernel that never reads `%tid.y` or `%tid.z` is written
//! for blocks of one axis, and has such examples only.
//!
//! Leaves out on purpose: launches that the program itself makes; the front end states them as exact.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::functions::Functions;
use super::presence::Presence;
use super::run::Run;
use crate::id::{FunctionId, ValueId};
use crate::limits;
use crate::program::{Function, InstructionKind, Tcgen05, Wgmma};
use crate::threads::Cta;
use crate::value::{SpecialRegister, Value, ValueKind};
use tileiras_target::Axis;

/// How threads enter a function from outside of the program.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub enum Entry {
    /// By calls from other modules, if no kernel of this one calls the function.
    #[default]
    Calls,
    /// They do not: only calls of the program reach the function.
    Local,
    /// By launches: the function is a kernel.
    Kernel(Launches),
}

/// What is known of the launches of a kernel.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct Launches {
    /// The exact block.
    pub block: Option<[u32; 3]>,
    /// The largest block, which bounds the product of its sizes. One of several axes is the block that the kernel is
    /// written for: a matrix of 64 x 2 threads is no row of 128.
    pub bound: Option<[u32; 3]>,
    /// The shape of the cluster.
    pub cluster: Option<[u32; 3]>,
    /// The registers of a thread when the kernel begins, if they are stated.
    pub registers: Option<u32>,
    /// The CTAs that fit on an SM together, if that is stated: `.minnctapersm`.
    pub ctas: Option<u32>,
}

impl Entry {
    /// A kernel with an exact block.
    pub const fn kernel(block: [u32; 3]) -> Self {
        Self::Kernel(Launches { block: Some(block), bound: None, cluster: None, registers: None, ctas: None })
    }
}

/// One shape of the block and the cluster.
#[derive(Debug)]
pub struct Shape<'p> {
    /// The CTAs of the cluster, by rank. If the code is the same in all of them, or if the cluster is not known, only
    /// the first one.
    pub ctas: Vec<Run<'p>>,
}

/// Blocks of one axis, if the block is not known.
const ONE_AXIS: [u32; 6] = [1, 32, 96, 128, 256, 1024];

/// Sizes in x and in a second axis, if the kernel reads a thread id of that axis. In the last two, each warp group has
/// a role of its own.
const TWO_AXES: [[u32; 2]; 6] = [[32, 4], [32, 32], [1, 32], [16, 16], [128, 2], [128, 3]];

/// Blocks of three axes, if the kernel reads thread ids of all of them.
const THREE_AXES: [[u32; 3]; 2] = [[8, 8, 8], [32, 2, 2]];

/// Executes a root for each of its shapes. `launches` are those of a kernel.
pub(super) fn execute<'p>(
    all: &Rc<Functions<'p>>,
    root: FunctionId,
    launches: Option<Launches>,
    reached: &BTreeSet<FunctionId>,
) -> Vec<Shape<'p>> {
    let entry = if launches.is_some() { Presence::all } else { Presence::unknown };
    let launches = launches.unwrap_or_default();
    let functions: Vec<&Function> = reached.iter().filter_map(|&id| all.program.function(id)).collect();
    let cluster = launches.cluster.filter(|cluster| (1..=limits::SHAPE_CTAS).contains(&product(*cluster)));
    let ctas = match cluster {
        Some(cluster) if functions.iter().any(|function| depends_on_rank(function)) => product(cluster),
        _ => 1,
    };
    let shape = |block: [u32; 3]| {
        let run = |rank| {
            let cta = Cta { block, cluster, rank };
            Run::new(all, root, cta, entry(&cta))
        };
        Shape { ctas: (0..ctas).map(run).collect() }
    };
    blocks(&launches, &functions).into_iter().map(shape).collect()
}

impl Entry {
    /// The launches of a kernel.
    pub(super) const fn launches(&self) -> Option<Launches> {
        match self {
            Self::Kernel(launches) => Some(*launches),
            Self::Calls | Self::Local => None,
        }
    }
}

impl Launches {
    /// The bound of the block, if it has several axes.
    pub(crate) fn bound_of_axes(&self) -> Option<[u32; 3]> {
        self.bound.filter(|[_, y, z]| *y > 1 || *z > 1).filter(|bound| is_launchable(*bound))
    }
}

/// The blocks that are possible, or examples of them.
fn blocks(launches: &Launches, functions: &[&Function]) -> Vec<[u32; 3]> {
    if let Some(block) = launches.block.filter(|block| is_launchable(*block)) {
        return vec![block];
    }
    let most = launches.bound.map_or(1024, product).clamp(1, 1024);
    let granule = granule(functions);
    let mut blocks: Vec<[u32; 3]> = ONE_AXIS.map(|threads| [threads, 1, 1]).to_vec();
    let reads_axis =
        |axis| functions.iter().any(|function| reads(function, |register| register == SpecialRegister::Tid(axis)));
    let (reads_y, reads_z) = (reads_axis(Axis::Y), reads_axis(Axis::Z));
    blocks.extend(TWO_AXES.map(|[x, y]| [x, y, 1]).into_iter().filter(|_| reads_y));
    blocks.extend(TWO_AXES.map(|[x, z]| [x, 1, z]).into_iter().filter(|_| reads_z));
    blocks.extend(THREE_AXES.into_iter().filter(|_| reads_y && reads_z));
    blocks.push([most, 1, 1]);
    // A mask of some lanes is right where the last warp has no others.
    let lanes: BTreeSet<u32> = functions.iter().flat_map(|function| lanes_of_masks(function)).collect();
    blocks.extend(lanes.iter().flat_map(|lanes| FULL_WARPS.map(|warps| [32 * warps + lanes, 1, 1])));
    blocks.extend(launches.bound_of_axes());
    blocks.sort_unstable();
    blocks.dedup();
    let fits = |block: &[u32; 3]| product(*block) <= most;
    let mut fitting: Vec<[u32; 3]> =
        blocks.iter().copied().filter(|block| fits(block) && product(*block).is_multiple_of(granule)).collect();
    if fitting.is_empty() {
        fitting = vec![[most, 1, 1]];
    }
    fitting
}

/// The numbers of full warps in front of one with some lanes.
const FULL_WARPS: [u32; 4] = [0, 1, 3, 7];

/// How many lanes the warps have that the masks of a function name with all their lanes, if these are not 32.
fn lanes_of_masks(function: &Function) -> impl Iterator<Item = u32> {
    function.instructions().filter_map(|found| lanes_of_mask(function, &found.kind))
}

/// The lanes of a warp that a mask names with all its lanes, such as 16 for `0xffff`; none if these are 32.
fn lanes_of_mask(function: &Function, kind: &InstructionKind) -> Option<u32> {
    let InstructionKind::WarpSync { mask: Some(mask), .. } = kind else { return None };
    let mask = function.value(*mask)?.constant().and_then(|mask| u32::try_from(mask).ok())?;
    let lanes = mask.trailing_ones();
    ((1..32).contains(&lanes) && mask.checked_shr(lanes) == Some(0)).then_some(lanes)
}

/// A divisor of the number of threads that the instructions ask for, whoever executes them.
fn granule(functions: &[&Function]) -> u32 {
    let of_kind = |function: &Function, kind: &InstructionKind| match kind {
        InstructionKind::Wgmma(Wgmma::Mma { .. }) | InstructionKind::SetMaxnreg { .. } => 128,
        // Another mask can be right in a warp that is not full.
        InstructionKind::WarpSync { mask: Some(mask), .. } if !is_full(function, *mask) => 1,
        InstructionKind::WarpSync { .. }
        | InstructionKind::Tcgen05 {
            operation:
                Tcgen05::Alloc
                | Tcgen05::Dealloc
                | Tcgen05::Relinquish
                | Tcgen05::Ld
                | Tcgen05::St
                | Tcgen05::WaitLd
                | Tcgen05::WaitSt,
            ..
        } => 32,
        _ => 1,
    };
    let all = functions.iter().flat_map(|function| function.instructions().map(|found| of_kind(function, &found.kind)));
    all.max().unwrap_or(1)
}

/// Whether a mask names all lanes of a warp.
fn is_full(function: &Function, mask: ValueId) -> bool {
    function.value(mask).and_then(Value::constant) == Some(u32::MAX.into())
}

fn product(shape: [u32; 3]) -> u32 {
    shape.iter().fold(1, |product: u32, size| product.saturating_mul(*size))
}

fn is_launchable(block: [u32; 3]) -> bool {
    (1..=1024).contains(&product(block))
}

/// Whether the function reads a register that differs between the CTAs of a cluster.
fn depends_on_rank(function: &Function) -> bool {
    reads(function, SpecialRegister::is_of_cta)
}

fn reads(function: &Function, is_asked: impl Fn(SpecialRegister) -> bool) -> bool {
    function.values.iter().any(|value| matches!(value.kind, ValueKind::Register(register) if is_asked(register)))
}
