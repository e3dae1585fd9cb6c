//! The attribute `#nv_tileaa.kernel_spec`: what the lowering of a kernel relies on at its launch.
//!
//! Accepts the parameters as the parser read them. Guarantees that an attribute that exists is well-formed: every number
//! within its range, shapes complete, warps by role that are all warps of the block, parameters that need or exclude each
//! other together or apart. Refuses the rest, every fault of it, and the attribute on what is no kernel.
//!
//! Leaves out on purpose: which launch facts follow (`nv-tileaa-derive-launch`), and what the body or the chip has to say
//! about them.

use melior::ir::{Attribute, AttributeLike, OperationRef};
use mlir_sys::{
    mlirDictionaryAttrGetElement, mlirDictionaryAttrGetNumElements, mlirIdentifierStr, mlirIntegerAttrGetValueInt,
    mlirOperationGetParentOperation,
};
use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::ops::RangeInclusive;
use tileiras_mlir::function::Function;
use tileiras_mlir::operation;
use tileiras_mlir::text::{bytes, lossy};
use tileiras_mlir_sys_ext::{TileirasKernelSpec, TileirasNumber, TileirasSizes, tileirasNvTileaaKernelSpec};
use tileiras_target::{
    Chip, MAX_CLUSTER_CTAS, MAX_CTA_SHAPE, MAX_REGISTERS_PER_THREAD, MAX_THREADS_PER_CTA, MIN_REGISTERS_PER_THREAD,
    WARP_THREADS,
};

/// The name of the attribute on a kernel.
pub const KERNEL_SPEC: &str = "nv_tileaa.kernel_spec";

/// The module attribute whose tuples can make a function a kernel, and the mark of a function that they were read for.
const LEGACY: (&str, &str) = ("nvvm.annotations", "nvvm.annotations_transplanted");

/// Instructions that a warp group executes as one.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Atom {
    /// `wgmma.mma_async`.
    Wgmma,
    /// The accesses of tcgen05 to tensor memory.
    Tcgen05,
}

/// The parameters of one attribute. What is left out is `None`.
#[derive(Clone, Copy)]
pub struct KernelSpec<'c> {
    raw: TileirasKernelSpec,
    // Sizes and roles live as long as the context.
    context: PhantomData<Attribute<'c>>,
}

impl<'c> KernelSpec<'c> {
    /// The spec of a function.
    #[must_use]
    pub fn of(function: Function<'c, '_>) -> Option<Self> {
        Self::new(operation::discardable(function.operation(), KERNEL_SPEC)?)
    }

    /// Sees an attribute as a spec.
    #[must_use]
    pub fn new(attribute: Attribute<'c>) -> Option<Self> {
        let mut raw = MaybeUninit::uninit();
        // SAFETY: any attribute may be asked, and one that is a spec is written out whole.
        unsafe {
            tileirasNvTileaaKernelSpec(attribute.to_raw(), raw.as_mut_ptr()).then(|| Self::from_raw(raw.assume_init()))
        }
    }

    /// # Safety
    /// What the parameters point to must be alive for `'c`.
    pub(crate) const unsafe fn from_raw(raw: TileirasKernelSpec) -> Self {
        Self { raw, context: PhantomData }
    }

    /// The block that every launch has, in threads; missing axes are 1.
    #[must_use]
    pub fn block(&self) -> Option<[u32; 3]> {
        shape(self.sizes(self.raw.block))
    }

    /// The largest block, in threads; missing axes are 1.
    #[must_use]
    pub fn max_block(&self) -> Option<[u32; 3]> {
        shape(self.sizes(self.raw.max_block))
    }

    /// The cluster, in CTAs.
    #[must_use]
    pub fn cluster(&self) -> Option<[u32; 3]> {
        shape(self.sizes(self.raw.cluster))
    }

    /// The most CTAs of a cluster.
    #[must_use]
    pub fn max_cluster_rank(&self) -> Option<u32> {
        legal(self.raw.max_cluster_rank)
    }

    /// Whether the grid counts clusters of one CTA.
    #[must_use]
    pub const fn single_cta_cluster(&self) -> bool {
        self.raw.single_cta_cluster
    }

    /// CTAs that are to fit on an SM at the same time.
    #[must_use]
    pub fn min_ctas_per_sm(&self) -> Option<u32> {
        legal(self.raw.min_ctas_per_sm)
    }

    /// Registers of 32 bits a thread: accumulator, working set, slack.
    #[must_use]
    pub fn registers(&self) -> Option<[u32; 3]> {
        let TileirasKernelSpec { accumulator_registers, working_registers, slack_registers, .. } = self.raw;
        Some([legal(accumulator_registers)?, legal(working_registers)?, legal(slack_registers)?])
    }

    /// The most registers of 32 bits a thread.
    #[must_use]
    pub fn max_registers(&self) -> Option<u32> {
        legal(self.raw.max_registers)
    }

    /// What the lowering emits.
    #[must_use]
    pub fn atom(&self) -> Option<Atom> {
        match legal(self.raw.atom)? {
            0 => Some(Atom::Wgmma),
            _ => Some(Atom::Tcgen05),
        }
    }

    /// The names of the roles with their warps, by name.
    #[must_use]
    pub fn roles(&self) -> Option<Vec<(&'c [u8], i64)>> {
        let raw = self.raw.roles;
        if raw.ptr.is_null() {
            return None;
        }
        // SAFETY: the parser makes a dictionary of integers.
        let count = unsafe { mlirDictionaryAttrGetNumElements(raw) };
        let role = |index| {
            // SAFETY: as above, the range gives the bounds, and names live as long as the context.
            unsafe {
                let named = mlirDictionaryAttrGetElement(raw, index);
                (bytes(mlirIdentifierStr(named.name)), mlirIntegerAttrGetValueInt(named.attribute))
            }
        };
        Some((0..count).map(role).collect())
    }

    fn sizes(&self, sizes: TileirasSizes) -> &'c [i64] {
        match usize::try_from(sizes.count) {
            Ok(count @ 1..) => {
                // SAFETY: sizes live as long as what they were read from.
                unsafe { std::slice::from_raw_parts(sizes.values, count) }
            }
            _ => &[],
        }
    }

    /// Everything that is wrong with the parameters, in the order of the table in `ods/Attrs.td`.
    pub(crate) fn faults(&self) -> Vec<String> {
        let mut faults = Faults(Vec::new());
        let (block, bound) = (self.sizes(self.raw.block), self.sizes(self.raw.max_block));
        let threads = faults.block("block", block);
        faults.block("max_block", bound);
        if !block.is_empty() && !bound.is_empty() {
            faults.say("'block' and 'max_block' exclude each other");
        }
        if let Some(roles) = self.roles() {
            faults.roles(&roles, !block.is_empty(), threads);
        }
        let cluster = faults.cluster(self.sizes(self.raw.cluster));
        let ctas = faults.number("max_cluster_rank", self.raw.max_cluster_rank, 1..=MAX_CLUSTER_CTAS);
        if let (Some(found), Some(most)) = (cluster, ctas)
            && found > most
        {
            faults.say(format!("'cluster' must have at most the {most} CTAs of 'max_cluster_rank', got {found}"));
        }
        if self.raw.single_cta_cluster && self.sizes(self.raw.cluster) != [1; 3] {
            faults.say("'single_cta_cluster' needs 'cluster = [1, 1, 1]'");
        }
        faults.number("min_ctas_per_sm", self.raw.min_ctas_per_sm, 1..=most_ctas_per_sm());
        self.check_registers(&mut faults);
        faults.0
    }

    fn check_registers(&self, faults: &mut Faults) {
        let raw = &self.raw;
        let parts = [
            ("accumulator_registers", raw.accumulator_registers, 0),
            ("working_registers", raw.working_registers, 1),
            ("slack_registers", raw.slack_registers, 0),
        ];
        for (name, number, least) in parts {
            faults.number(name, number, least..=MAX_REGISTERS_PER_THREAD);
        }
        faults.number("max_registers", raw.max_registers, MIN_REGISTERS_PER_THREAD..=MAX_REGISTERS_PER_THREAD);
        let missing: Vec<String> =
            parts.iter().filter(|(_, number, _)| !number.given).map(|(name, ..)| format!("'{name}'")).collect();
        if missing.len() == parts.len() {
            return;
        }
        if raw.max_registers.given {
            faults.say("'max_registers' is the cap itself and excludes the three figures that make one up");
        } else if !missing.is_empty() {
            faults.say(format!("the three register figures make up one cap, {} missing", missing.join(" and ")));
        }
    }
}

/// What is wrong so far.
struct Faults(Vec<String>);

impl Faults {
    fn say(&mut self, text: impl AsRef<str>) {
        self.0.push(format!("kernel_spec {}", text.as_ref()));
    }

    /// The number, if it is legal.
    fn number(&mut self, name: &str, number: TileirasNumber, range: RangeInclusive<u32>) -> Option<i64> {
        let legal = i64::from(*range.start())..=i64::from(*range.end());
        let value = number.given.then_some(number.value)?;
        if !legal.contains(&value) {
            self.say(format!("'{name}' must be {} to {}, got {value}", legal.start(), legal.end()));
            return None;
        }
        Some(value)
    }

    /// The threads of a block, if it is legal.
    fn block(&mut self, name: &str, sizes: &[i64]) -> Option<i64> {
        if sizes.len() > 3 {
            self.say(format!("'{name}' must have 1 to 3 sizes, got {}", sizes.len()));
            return None;
        }
        let before = self.0.len();
        for ((axis, size), most) in ["x", "y", "z"].into_iter().zip(sizes).zip(MAX_CTA_SHAPE) {
            if !(1..=i64::from(most)).contains(size) {
                self.say(format!("'{name}' must have 1 to {most} threads in {axis}, got {size}"));
            }
        }
        if sizes.is_empty() || self.0.len() > before {
            return None;
        }
        let threads: i64 = sizes.iter().product();
        if threads > MAX_THREADS_PER_CTA.into() {
            self.say(format!("'{name}' must have at most {MAX_THREADS_PER_CTA} threads, got {threads}"));
            return None;
        }
        Some(threads)
    }

    /// The CTAs of a cluster, if it is legal.
    fn cluster(&mut self, sizes: &[i64]) -> Option<i64> {
        if !matches!(sizes.len(), 0 | 3) {
            self.say(format!("'cluster' must have 3 sizes, got {}", sizes.len()));
            return None;
        }
        let before = self.0.len();
        for (axis, size) in ["x", "y", "z"].into_iter().zip(sizes).filter(|(_, size)| **size < 1) {
            self.say(format!("'cluster' must be positive in {axis}, got {size}"));
        }
        if sizes.is_empty() || self.0.len() > before {
            return None;
        }
        let ctas = sizes.iter().fold(1_i64, |ctas, size| ctas.saturating_mul(*size));
        if ctas > MAX_CLUSTER_CTAS.into() {
            self.say(format!("'cluster' must have at most {MAX_CLUSTER_CTAS} CTAs, got {ctas}"));
            return None;
        }
        Some(ctas)
    }

    fn roles(&mut self, roles: &[(&[u8], i64)], has_block: bool, threads: Option<i64>) {
        let before = self.0.len();
        for (name, warps) in roles.iter().filter(|(_, warps)| *warps < 1) {
            self.say(format!("'roles' must give '{}' at least one warp, got {warps}", lossy(name)));
        }
        if !has_block {
            self.say("'roles' needs 'block', since warps with names of their own are an exact number of warps");
        }
        let Some(threads) = threads.filter(|_| self.0.len() == before) else { return };
        let (warp, warps) = (i64::from(WARP_THREADS), roles.iter().fold(0_i64, |sum, (_, n)| sum.saturating_add(*n)));
        if threads % warp != 0 {
            self.say(format!("'roles' needs a block of whole warps, got {threads} threads"));
        } else if warps != threads / warp {
            self.say(format!("'roles' must name all {} warps of the block, got {warps}", threads / warp));
        }
    }
}

/// CTAs that the largest SM holds.
fn most_ctas_per_sm() -> u32 {
    Chip::all().map(|chip| chip.limits().ctas_per_sm).max().unwrap_or(u32::MAX)
}

/// Sizes that were verified.
fn shape(sizes: &[i64]) -> Option<[u32; 3]> {
    let mut shape = [1; 3];
    for (axis, size) in shape.iter_mut().zip(sizes) {
        *axis = u32::try_from(*size).ok()?;
    }
    (!sizes.is_empty()).then_some(shape)
}

/// A number that was verified.
fn legal(number: TileirasNumber) -> Option<u32> {
    u32::try_from(number.value).ok().filter(|_| number.given)
}

/// What is wrong with a discardable attribute of the dialect, if anything is.
pub(crate) fn misplaced<'c>(op: OperationRef<'c, '_>, name: &[u8], attribute: Attribute<'c>) -> Option<String> {
    if name != KERNEL_SPEC.as_bytes() {
        return Some(format!("'{}' is not known, only '{KERNEL_SPEC}' is", lossy(name)));
    }
    if KernelSpec::new(attribute).is_none() {
        let found = tileiras_mlir::attribute::print(attribute);
        return Some(format!("'{KERNEL_SPEC}' must be a #{KERNEL_SPEC}, got {found}"));
    }
    match Function::new(op) {
        None => Some(format!("'{KERNEL_SPEC}' must be on a kernel, got an operation that is no function")),
        Some(function) if function.is_kernel() || awaits_transplant(op) => None,
        Some(_) => Some(format!("'{KERNEL_SPEC}' must be on a kernel, got a function that is none")),
    }
}

/// Whether a legacy tuple can still say that a function is a kernel. Which ones do, `nvvm-transplant` finds out.
fn awaits_transplant(op: OperationRef<'_, '_>) -> bool {
    if operation::discardable(op, LEGACY.1).is_some() {
        return false;
    }
    // SAFETY: the operation is alive, and so is what it stands in; null stands for none.
    let module = unsafe { OperationRef::from_option_raw(mlirOperationGetParentOperation(op.to_raw())) };
    module.is_some_and(|module| operation::attribute(module, LEGACY.0).is_some())
}
