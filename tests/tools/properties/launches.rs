//! Any launches and kernel specs, as MLIR.

use proptest::collection::vec;
use proptest::option::weighted;
use proptest::prelude::*;
use std::fmt::Write as _;
use tileiras_test_support::launches::{self, SIZES};

/// A launch.
#[derive(Clone, Debug)]
pub struct Launch {
    size: &'static str,
    dependencies: usize,
    cluster: bool,
    shared_memory: bool,
    object: bool,
    token: bool,
    arguments: usize,
    note: Option<u8>,
}

/// A kernel spec that is legal.
#[derive(Clone, Debug)]
pub struct Spec {
    block: Option<u32>,
    cluster: Option<u32>,
    max_registers: Option<u32>,
    /// The parts of a register cap: accumulator, working, slack.
    parts: Option<[u32; 3]>,
}

/// A module of launches.
#[derive(Clone, Debug)]
pub struct Host {
    launches: Vec<Launch>,
    specs: Vec<Spec>,
}

const ARGUMENTS: [(&str, &str); 3] = [("%a0", "i32"), ("%a1", "!llvm.ptr"), ("%a2", "memref<?xf32>")];

fn launch() -> impl Strategy<Value = Launch> {
    let flags = (any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>());
    let size = prop::sample::select(&SIZES[..]);
    (size, 0..3usize, flags, 0..=ARGUMENTS.len(), weighted(0.5, any::<u8>())).prop_map(
        |(size, dependencies, (cluster, shared_memory, object, token), arguments, note)| Launch {
            size,
            dependencies,
            cluster,
            shared_memory,
            object,
            // A launch with dependencies returns a token.
            token: token || dependencies > 0,
            arguments,
            note,
        },
    )
}

fn spec() -> impl Strategy<Value = Spec> {
    let number = |values: &'static [u32]| weighted(0.6, prop::sample::select(values));
    let parts = weighted(0.5, (8..64u32, 8..64u32, 0..8u32).prop_map(|(a, b, c)| [a, b, c]));
    (number(&[32, 128, 1024]), number(&[1, 2, 8, 16]), number(&[24, 64, 255]), parts).prop_map(
        |(block, cluster, max_registers, parts)| {
            // Either the register cap or its parts.
            let max_registers = max_registers.filter(|_| parts.is_none());
            Spec { block, cluster, max_registers, parts }
        },
    )
}

/// Any module of launches and kernel specs.
pub fn host() -> impl Strategy<Value = Host> {
    (vec(launch(), 0..6), vec(spec(), 1..4)).prop_map(|(launches, specs)| Host { launches, specs })
}

impl Launch {
    fn text(&self, number: usize) -> String {
        let sizes = |from: usize| format!("(%{0}_{from}, %{0}_{1}, %{0}_{2})", self.size, from + 1, from + 2);
        let mut text = String::new();
        if self.token {
            let _ = write!(text, "%r{number} = ");
        }
        text.push_str("gpu.launch_func");
        if self.token {
            text.push_str(" async");
        }
        if self.dependencies > 0 {
            let _ = write!(text, " [{}]", ["%t0", "%t1"][..self.dependencies].join(", "));
        }
        if self.object {
            text.push_str(" <%stream : !llvm.ptr>");
        }
        let _ = write!(text, " @kernels::@k{}", self.arguments);
        if self.cluster {
            let _ = write!(text, " clusters in {}", sizes(0));
        }
        let _ = write!(text, " blocks in {} threads in {}", sizes(3), sizes(6));
        if self.size != "index" {
            let _ = write!(text, " : {}", self.size);
        }
        if self.shared_memory {
            text.push_str(" dynamic_shared_memory_size %bytes");
        }
        if self.arguments > 0 {
            let list: Vec<String> =
                ARGUMENTS[..self.arguments].iter().map(|(name, of)| format!("{name} : {of}")).collect();
            let _ = write!(text, " args({})", list.join(", "));
        }
        if let Some(note) = self.note {
            let _ = write!(text, " {{com.example.note = {note} : i8}}");
        }
        text
    }
}

impl Spec {
    fn text(&self) -> String {
        let mut parts = Vec::new();
        parts.extend(self.block.map(|threads| format!("block = [{threads}]")));
        parts.extend(self.cluster.map(|ctas| format!("cluster = [{ctas}, 1, 1]")));
        parts.extend(self.max_registers.map(|registers| format!("max_registers = {registers}")));
        for (name, registers) in ["accumulator", "working", "slack"].into_iter().zip(self.parts.into_iter().flatten()) {
            parts.push(format!("{name}_registers = {registers}"));
        }
        format!("#nv_tileaa.kernel_spec<{}>", parts.join(", "))
    }
}

impl Host {
    /// The module, its launches in the GPU dialect.
    pub fn text(&self) -> String {
        let spec = |number: usize| {
            let spec = &self.specs[number % self.specs.len()];
            format!(" attributes {{nv_tileaa.kernel_spec = {}}}", spec.text())
        };
        launches::module(&ARGUMENTS, spec, self.launches.iter().enumerate().map(|(number, launch)| launch.text(number)))
    }
}
