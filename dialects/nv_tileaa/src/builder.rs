//! Builds the operation and the attribute of the dialect.
//!
//! Accepts values and sizes as given. Guarantees the thirteen operand segments of a launch with their sizes. Leaves out
//! on purpose: the checks of the verifiers of the dialect, which see the built IR.

use melior::Context;
use melior::ir::operation::OperationBuilder;
use melior::ir::{Attribute, Identifier, Location, Operation, Type, Value};
use std::fmt;
use tileiras_mlir::Failure;
use tileiras_mlir::attribute::{i32_array, symbol_path_to};
use tileiras_mlir::text::quoted;

use crate::kernel_spec::Atom;
use crate::launch::{LAUNCH, SEGMENTS};

/// Builds a `nv_tileaa.launch_func`.
///
/// All sizes are of one type: `index`, `i32` or `i64`.
#[derive(Clone)]
#[must_use]
pub struct LaunchBuilder<'c, 'a> {
    context: &'c Context,
    location: Location<'c>,
    kernel: Attribute<'c>,
    grid: [Value<'c, 'a>; 3],
    block: [Value<'c, 'a>; 3],
    cluster: Option<[Value<'c, 'a>; 3]>,
    dynamic_shared_memory: Option<Value<'c, 'a>>,
    arguments: Vec<Value<'c, 'a>>,
    dependencies: Vec<Value<'c, 'a>>,
    token: Option<Type<'c>>,
    async_object: Option<Value<'c, 'a>>,
}

impl<'c, 'a> LaunchBuilder<'c, 'a> {
    /// A launch of `@module::@kernel` with a grid in thread blocks and a block in threads.
    pub fn new(
        context: &'c Context,
        location: Location<'c>,
        [module, kernel]: [&str; 2],
        grid: [Value<'c, 'a>; 3],
        block: [Value<'c, 'a>; 3],
    ) -> Self {
        Self {
            context,
            location,
            kernel: symbol_path_to(context, module, kernel),
            grid,
            block,
            cluster: None,
            dynamic_shared_memory: None,
            arguments: Vec::new(),
            dependencies: Vec::new(),
            token: None,
            async_object: None,
        }
    }

    /// Sets the sizes of a cluster, in thread blocks.
    pub const fn cluster(mut self, sizes: [Value<'c, 'a>; 3]) -> Self {
        self.cluster = Some(sizes);
        self
    }

    /// Sets the dynamic shared memory: an `i32`, in bytes.
    pub const fn dynamic_shared_memory(mut self, bytes: Value<'c, 'a>) -> Self {
        self.dynamic_shared_memory = Some(bytes);
        self
    }

    /// Adds arguments of the kernel.
    pub fn arguments(mut self, arguments: &[Value<'c, 'a>]) -> Self {
        self.arguments.extend_from_slice(arguments);
        self
    }

    /// Adds tokens that the launch waits for.
    pub fn dependencies(mut self, tokens: &[Value<'c, 'a>]) -> Self {
        self.dependencies.extend_from_slice(tokens);
        self
    }

    /// Makes the launch asynchronous. Its result is a token of that type: `!gpu.async.token`.
    pub const fn token(mut self, r#type: Type<'c>) -> Self {
        self.token = Some(r#type);
        self
    }

    /// Sets the object, such as a stream, that the launch is queued on.
    pub const fn async_object(mut self, object: Value<'c, 'a>) -> Self {
        self.async_object = Some(object);
        self
    }

    /// Builds the operation.
    ///
    /// # Errors
    /// [`melior::Error::OperationBuild`] if MLIR cannot create it.
    pub fn build(self) -> Result<Operation<'c>, melior::Error> {
        let count = |number: usize| i32::try_from(number).unwrap_or(i32::MAX);
        let one = |value: Value<'c, 'a>| vec![value];
        let optional = |value: Option<Value<'c, 'a>>| value.into_iter().collect();
        let ([grid_x, grid_y, grid_z], [block_x, block_y, block_z]) = (self.grid.map(one), self.block.map(one));
        let [cluster_x, cluster_y, cluster_z] =
            self.cluster.map_or([None; 3], |cluster| cluster.map(Some)).map(optional);
        // In the order of `Segment`.
        let segments: [Vec<Value<'c, 'a>>; SEGMENTS] = [
            self.dependencies,
            grid_x,
            grid_y,
            grid_z,
            block_x,
            block_y,
            block_z,
            cluster_x,
            cluster_y,
            cluster_z,
            optional(self.dynamic_shared_memory),
            self.arguments,
            optional(self.async_object),
        ];
        let sizes: Vec<i32> = segments.iter().map(|segment| count(segment.len())).collect();
        let operands = segments.concat();
        let attributes = [("kernel", self.kernel), ("operandSegmentSizes", i32_array(self.context, &sizes))];
        let attributes = attributes.map(|(name, value)| (Identifier::new(self.context, name), value));
        OperationBuilder::new(LAUNCH, self.location)
            .add_operands(&operands)
            .add_results(self.token.as_slice())
            .add_attributes(&attributes)
            .build()
    }
}

/// Builds a `#nv_tileaa.kernel_spec`. What is not set is not stated, and what is set twice has the last value.
/// [`KernelSpecBuilder::build`] checks the parameters.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct KernelSpecBuilder {
    /// The parameters that are set, with their values as text.
    parameters: Vec<(&'static str, String)>,
}

impl KernelSpecBuilder {
    /// A spec that states nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the exact block, in threads.
    pub fn block(self, sizes: [u32; 3]) -> Self {
        self.set("block", format_args!("{sizes:?}"))
    }

    /// Sets the upper bound of the block, in threads. Excludes [`Self::block`].
    pub fn max_block(self, sizes: [u32; 3]) -> Self {
        self.set("max_block", format_args!("{sizes:?}"))
    }

    /// Sets the roles with their numbers of warps, which together are all warps of the block. Needs [`Self::block`].
    pub fn roles(self, roles: &[(&str, u32)]) -> Self {
        let roles: Vec<String> =
            roles.iter().map(|(name, warps)| format!("{} = {warps}", quoted(name.as_bytes()))).collect();
        self.set("roles", format_args!("{{{}}}", roles.join(", ")))
    }

    /// Sets the cluster, in CTAs.
    pub fn cluster(self, sizes: [u32; 3]) -> Self {
        self.set("cluster", format_args!("{sizes:?}"))
    }

    /// Sets the maximum number of CTAs of a cluster, 1 to 16. Not below the CTAs of [`Self::cluster`].
    pub fn max_cluster_rank(self, ctas: u32) -> Self {
        self.set("max_cluster_rank", format_args!("{ctas}"))
    }

    /// States that the grid counts clusters of one CTA (`.blocksareclusters`). Needs [`Self::cluster`] with `[1, 1,
    /// 1]`.
    pub fn single_cta_cluster(self) -> Self {
        self.set("single_cta_cluster", format_args!("true"))
    }

    /// Sets the number of CTAs that must fit on an SM at the same time, 1 to 32.
    pub fn min_ctas_per_sm(self, ctas: u32) -> Self {
        self.set("min_ctas_per_sm", format_args!("{ctas}"))
    }

    /// Sets the registers of a thread, of 32 bits each, as three parts whose sum is the cap: for the accumulator (0 to
    /// 255), for other live values (1 to 255), and in reserve (0 to 255).
    pub fn registers(self, accumulator: u32, working: u32, slack: u32) -> Self {
        self.set("accumulator_registers", format_args!("{accumulator}"))
            .set("working_registers", format_args!("{working}"))
            .set("slack_registers", format_args!("{slack}"))
    }

    /// Sets the maximum number of registers per thread, 24 to 255. Excludes [`Self::registers`].
    pub fn max_registers(self, registers: u32) -> Self {
        self.set("max_registers", format_args!("{registers}"))
    }

    /// Sets the matrix instructions that the lowering emits: `wgmma`, which a warpgroup executes, or `tcgen05`.
    pub fn atom(self, atom: Atom) -> Self {
        let name = match atom {
            Atom::Wgmma => "wgmma",
            Atom::Tcgen05 => "tcgen05",
        };
        self.set("atom", format_args!("{name}"))
    }

    /// Builds the attribute. The dialect must be loaded.
    ///
    /// # Errors
    /// [`Failure`] after diagnostics, if the parameters are not well-formed or contradict each other.
    pub fn build<'c>(&self, context: &'c Context) -> Result<Attribute<'c>, Failure> {
        let parameters: Vec<String> = self.parameters.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        let text = format!("#nv_tileaa.kernel_spec<{}>", parameters.join(", "));
        Attribute::parse(context, &text).ok_or(Failure)
    }

    fn set(mut self, name: &'static str, value: fmt::Arguments<'_>) -> Self {
        self.parameters.retain(|(known, _)| *known != name);
        self.parameters.push((name, value.to_string()));
        self
    }
}
