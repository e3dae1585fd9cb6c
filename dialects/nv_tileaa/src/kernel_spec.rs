//! The attribute `#nv_tileaa.kernel_spec`: properties of a kernel that its lowering requires of each launch.
//!
//! Accepts the parameters as parsed. Guarantees that an existing attribute is well-formed: each number is in its range,
//! shapes have the right number of sizes, the roles are all warps of the block, and parameters that require or exclude
//! each other are consistent. Refuses everything else with all errors, and the attribute on an operation that is not a
//! kernel.
//!
//! Leaves out on purpose: the launch facts that follow from it (`nv-tileaa-derive-launch`), and requirements of the
//! body or the chip.

use melior::ir::operation::OperationLike as _;
use melior::ir::{Attribute, OperationRef};
use std::ops::RangeInclusive;
use tileiras_mlir::attribute::{Dictionary, integer_value};
use tileiras_mlir::function::Function;
use tileiras_mlir::operation;
use tileiras_mlir::text::lossy;
use tileiras_target::{
    Chip, MAX_CLUSTER_CTAS, MAX_CTA_SHAPE, MAX_REGISTERS_PER_THREAD, MAX_THREADS_PER_CTA, MIN_REGISTERS_PER_THREAD,
    WARP_THREADS,
};

/// The name of the attribute on a kernel.
pub const KERNEL_SPEC: &str = "nv_tileaa.kernel_spec";

/// The error about the attribute on a function that is not a kernel.
pub const NOT_ON_KERNEL: &str = "'nv_tileaa.kernel_spec' must be on a kernel, got a function that is not a kernel";

/// The module attribute with tuples that can mark a function as a kernel.
const ANNOTATIONS: &str = "nvvm.annotations";

/// The function attribute that says that `nvvm-transplant` has read the tuples.
const TRANSPLANTED: &str = "nvvm.annotations_transplanted";

/// Instructions that are executed by a whole warp group, or by whole warps.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Atom {
    /// `wgmma.mma_async`.
    Wgmma,
    /// `tcgen05`: whole warps.
    Tcgen05,
}

/// The parameters of one attribute. A missing shape is empty, and any other missing parameter is `None`.
#[derive(Clone, Copy)]
pub struct KernelSpec<'c> {
    pub(crate) block: &'c [i64],
    pub(crate) max_block: &'c [i64],
    pub(crate) cluster: &'c [i64],
    pub(crate) roles: Option<Dictionary<'c>>,
    pub(crate) max_cluster_rank: Option<i64>,
    pub(crate) min_ctas_per_sm: Option<i64>,
    pub(crate) accumulator_registers: Option<i64>,
    pub(crate) working_registers: Option<i64>,
    pub(crate) slack_registers: Option<i64>,
    pub(crate) max_registers: Option<i64>,
    pub(crate) atom: Option<i64>,
    pub(crate) single_cta_cluster: bool,
}

impl<'c> KernelSpec<'c> {
    /// The spec of a function.
    #[must_use]
    pub fn of(function: Function<'c, '_>) -> Option<Self> {
        Self::new(operation::discardable_attribute(function.operation(), KERNEL_SPEC)?)
    }

    /// The block of every launch, in threads. Missing sizes are 1.
    #[must_use]
    pub fn block(&self) -> Option<[u32; 3]> {
        shape(self.block)
    }

    /// The upper bound of the block, in threads. Missing sizes are 1.
    #[must_use]
    pub fn max_block(&self) -> Option<[u32; 3]> {
        shape(self.max_block)
    }

    /// The cluster, in CTAs.
    #[must_use]
    pub fn cluster(&self) -> Option<[u32; 3]> {
        shape(self.cluster)
    }

    /// The maximum number of CTAs of a cluster.
    #[must_use]
    pub fn max_cluster_rank(&self) -> Option<u32> {
        number(self.max_cluster_rank)
    }

    /// Whether the grid counts clusters of one CTA.
    #[must_use]
    pub const fn single_cta_cluster(&self) -> bool {
        self.single_cta_cluster
    }

    /// The number of CTAs that must fit on an SM at the same time.
    #[must_use]
    pub fn min_ctas_per_sm(&self) -> Option<u32> {
        number(self.min_ctas_per_sm)
    }

    /// Registers of 32 bits per thread: for the accumulator, for other live values, and spare.
    #[must_use]
    pub fn registers(&self) -> Option<[u32; 3]> {
        Some([number(self.accumulator_registers)?, number(self.working_registers)?, number(self.slack_registers)?])
    }

    /// The maximum number of 32-bit registers per thread.
    #[must_use]
    pub fn max_registers(&self) -> Option<u32> {
        number(self.max_registers)
    }

    /// The instructions that the lowering emits.
    #[must_use]
    pub fn atom(&self) -> Option<Atom> {
        match number(self.atom)? {
            0 => Some(Atom::Wgmma),
            _ => Some(Atom::Tcgen05),
        }
    }

    /// The roles with their numbers of warps, sorted by name.
    #[must_use]
    pub fn roles(&self) -> Option<Vec<(&'c [u8], i64)>> {
        let warps = |attribute| i64::try_from(integer_value(attribute)?.0).ok();
        Some(self.roles?.iter().filter_map(|(name, attribute)| Some((name, warps(attribute)?))).collect())
    }

    /// All errors in the parameters, in the order of the table in `ods/Attrs.td`.
    pub(crate) fn errors(&self) -> Vec<String> {
        let mut errors = SpecErrors(Vec::new());
        let threads = errors.check_block("block", self.block);
        errors.check_block("max_block", self.max_block);
        if !self.block.is_empty() && !self.max_block.is_empty() {
            errors.push("'block' and 'max_block' exclude each other");
        }
        if let Some(roles) = self.roles() {
            errors.check_roles(&roles, !self.block.is_empty(), threads);
        }
        let cluster = errors.check_cluster(self.cluster);
        let ctas = errors.check_number("max_cluster_rank", self.max_cluster_rank, 1..=MAX_CLUSTER_CTAS);
        if let (Some(found), Some(most)) = (cluster, ctas)
            && found > most
        {
            errors.push(format!("'cluster' must have at most the {most} CTAs of 'max_cluster_rank', got {found}"));
        }
        if self.single_cta_cluster && self.cluster != [1; 3] {
            errors.push("'single_cta_cluster' needs 'cluster = [1, 1, 1]'");
        }
        errors.check_number("min_ctas_per_sm", self.min_ctas_per_sm, 1..=most_ctas_per_sm());
        self.check_registers(&mut errors);
        errors.0
    }

    fn check_registers(&self, errors: &mut SpecErrors) {
        let parts = [
            ("accumulator_registers", self.accumulator_registers, 0),
            ("working_registers", self.working_registers, 1),
            ("slack_registers", self.slack_registers, 0),
        ];
        for (name, number, least) in parts {
            errors.check_number(name, number, least..=MAX_REGISTERS_PER_THREAD);
        }
        let legal = MIN_REGISTERS_PER_THREAD..=MAX_REGISTERS_PER_THREAD;
        errors.check_number("max_registers", self.max_registers, legal);
        let missing: Vec<String> =
            parts.iter().filter(|(_, number, _)| number.is_none()).map(|(name, ..)| format!("'{name}'")).collect();
        if missing.len() == parts.len() {
            return;
        }
        if self.max_registers.is_some() {
            errors.push("'max_registers' and the parts of a sum of registers exclude each other");
        } else if !missing.is_empty() {
            errors.push(format!("needs all three parts of the sum of registers, {} missing", missing.join(" and ")));
        }
    }
}

/// The errors found so far.
struct SpecErrors(Vec<String>);

impl SpecErrors {
    fn push(&mut self, text: impl AsRef<str>) {
        self.0.push(format!("kernel_spec {}", text.as_ref()));
    }

    /// Checks a number, and returns it if it is legal.
    fn check_number(&mut self, name: &str, number: Option<i64>, range: RangeInclusive<u32>) -> Option<i64> {
        let legal = i64::from(*range.start())..=i64::from(*range.end());
        let value = number?;
        if !legal.contains(&value) {
            self.push(format!("'{name}' must be {} to {}, got {value}", legal.start(), legal.end()));
            return None;
        }
        Some(value)
    }

    /// Checks a block, and returns its number of threads if it is legal.
    fn check_block(&mut self, name: &str, sizes: &[i64]) -> Option<i64> {
        if sizes.len() > 3 {
            self.push(format!("'{name}' must have 1 to 3 sizes, got {}", sizes.len()));
            return None;
        }
        let before = self.0.len();
        for ((axis, size), most) in ["x", "y", "z"].into_iter().zip(sizes).zip(MAX_CTA_SHAPE) {
            if !(1..=i64::from(most)).contains(size) {
                self.push(format!("'{name}' must have 1 to {most} threads in {axis}, got {size}"));
            }
        }
        if sizes.is_empty() || self.0.len() > before {
            return None;
        }
        let threads: i64 = sizes.iter().product();
        if threads > MAX_THREADS_PER_CTA.into() {
            self.push(format!("'{name}' must have at most {MAX_THREADS_PER_CTA} threads, got {threads}"));
            return None;
        }
        Some(threads)
    }

    /// Checks a cluster, and returns its number of CTAs if it is legal.
    fn check_cluster(&mut self, sizes: &[i64]) -> Option<i64> {
        if !matches!(sizes.len(), 0 | 3) {
            self.push(format!("'cluster' must have 3 sizes, got {}", sizes.len()));
            return None;
        }
        let before = self.0.len();
        for (axis, size) in ["x", "y", "z"].into_iter().zip(sizes).filter(|(_, size)| **size < 1) {
            self.push(format!("'cluster' must be positive in {axis}, got {size}"));
        }
        if sizes.is_empty() || self.0.len() > before {
            return None;
        }
        let ctas = sizes.iter().fold(1_i64, |ctas, size| ctas.saturating_mul(*size));
        if ctas > MAX_CLUSTER_CTAS.into() {
            self.push(format!("'cluster' must have at most {MAX_CLUSTER_CTAS} CTAs, got {ctas}"));
            return None;
        }
        Some(ctas)
    }

    /// Checks the roles. `threads` is the number of threads of a legal block.
    fn check_roles(&mut self, roles: &[(&[u8], i64)], has_block: bool, threads: Option<i64>) {
        let before = self.0.len();
        for (name, warps) in roles.iter().filter(|(_, warps)| *warps < 1) {
            self.push(format!("'roles' must give '{}' at least one warp, got {warps}", lossy(name)));
        }
        if !has_block {
            self.push("'roles' needs 'block', as the roles are all warps of the block");
        }
        let Some(threads) = threads.filter(|_| self.0.len() == before) else { return };
        let (warp, warps) = (i64::from(WARP_THREADS), roles.iter().fold(0_i64, |sum, (_, n)| sum.saturating_add(*n)));
        if threads % warp != 0 {
            self.push(format!("'roles' needs a block of whole warps, got {threads} threads"));
        } else if warps != threads / warp {
            self.push(format!("'roles' must name all {} warps of the block, got {warps}", threads / warp));
        }
    }
}

/// The number of CTAs that fit on the largest SM.
fn most_ctas_per_sm() -> u32 {
    Chip::all().map(|chip| chip.limits().ctas_per_sm).max().unwrap_or(u32::MAX)
}

/// A verified shape. Missing sizes are 1.
fn shape(sizes: &[i64]) -> Option<[u32; 3]> {
    let mut shape = [1; 3];
    for (axis, size) in shape.iter_mut().zip(sizes) {
        *axis = u32::try_from(*size).ok()?;
    }
    (!sizes.is_empty()).then_some(shape)
}

/// A verified number.
fn number(number: Option<i64>) -> Option<u32> {
    u32::try_from(number?).ok()
}

/// Verifies a discardable attribute of the dialect on an operation: only the kernel spec is legal, and only on a
/// kernel.
///
/// # Errors
/// The error message.
pub(crate) fn verify_placement<'c>(
    op: OperationRef<'c, '_>,
    name: &[u8],
    attribute: Attribute<'c>,
) -> Result<(), String> {
    if name != KERNEL_SPEC.as_bytes() {
        return Err(format!("'{}' is not known, only '{KERNEL_SPEC}' is", lossy(name)));
    }
    if KernelSpec::new(attribute).is_none() {
        let found = tileiras_mlir::attribute::print(attribute);
        return Err(format!("'{KERNEL_SPEC}' must be a #{KERNEL_SPEC}, got {found}"));
    }
    match Function::new(op) {
        None => Err(format!("'{KERNEL_SPEC}' must be on a kernel, got an operation that is no function")),
        Some(function) if function.is_kernel() || awaits_transplant(op) => Ok(()),
        Some(_) => Err(NOT_ON_KERNEL.to_owned()),
    }
}

/// Whether a legacy tuple may still mark the function as a kernel. `nvvm-transplant` reads the tuples.
fn awaits_transplant(op: OperationRef<'_, '_>) -> bool {
    let is_transplanted = operation::discardable_attribute(op, TRANSPLANTED).is_some();
    !is_transplanted && op.parent_operation().is_some_and(|module| operation::attribute(module, ANNOTATIONS).is_some())
}
