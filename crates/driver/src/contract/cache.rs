//! The launch that an entry of Triton's cache states, and what contradicts it.
//!
//! An entry is a folder with the stages of one kernel, `k.ptx` and `k.cubin`, and `k.json`, by which Triton launches it:
//! `num_warps`, `num_ctas` or `cluster_dims`, `shared` and `maxnreg` (measured: 3.2 to 3.9). TorchInductor keeps the
//! same entries. Leaves out on purpose: grids and arguments, which no entry states.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tileiras_contract::audit::FunctionSnapshot;
use tileiras_contract::{Fact, FactSet};
use tileiras_mlir::report::Severity;
use tileiras_target::{Chip, WARP_THREADS};

use super::facts::ModuleFacts;
use crate::exit::whole_file;
use crate::input::{Format, Input};
use crate::messages::Message;
use crate::ptx_input;

/// The launch of an entry.
#[derive(Clone, Debug, Deserialize, Eq, Hash, PartialEq, Serialize)]
pub(super) struct CacheEntry {
    /// The name of the file of JSON.
    pub file: String,
    kernel: String,
    /// The number of the architecture, such as 90.
    arch: Option<u32>,
    warps: u32,
    /// CTAs of a cluster.
    ctas: u32,
    /// Bytes of dynamic shared memory.
    shared: u32,
    registers: Option<u32>,
}

impl CacheEntry {
    /// Reads a file of JSON; `None` if it is something else than an entry for a GPU of NVIDIA.
    pub(super) fn read(file: &str, content: &[u8]) -> Option<Self> {
        let json: Value = serde_json::from_slice(content).ok()?;
        let number = |key: &str| u32::try_from(json.get(key)?.as_u64()?).ok();
        let target = json.get("target");
        let backend = target.and_then(|target| target.get("backend")).and_then(Value::as_str);
        let arch = target.and_then(|target| target.get("arch")).and_then(Value::as_u64);
        let cluster = json.get("cluster_dims").and_then(Value::as_array);
        let cluster = cluster.map(|sizes| sizes.iter().filter_map(Value::as_u64).product::<u64>());
        let entry = Self {
            file: file.to_owned(),
            kernel: json.get("name")?.as_str()?.to_owned(),
            arch: arch.and_then(|arch| u32::try_from(arch).ok()),
            warps: number("num_warps")?,
            ctas: cluster.and_then(|ctas| u32::try_from(ctas).ok()).or_else(|| number("num_ctas")).unwrap_or(1),
            shared: number("shared")?,
            registers: number("maxnreg"),
        };
        // Older entries have no name of a backend.
        backend.is_none_or(|backend| backend == "cuda").then_some(entry)
    }

    /// What it states, without the name of its file: two entries can state the same.
    pub(super) fn launch(&self) -> String {
        format!("{:?}", Self { file: String::new(), ..self.clone() })
    }

    /// What contradicts the entry in a stage of its kernel. Must be called in a worker.
    pub(super) fn contradictions(&self, input: &Input, module: &ModuleFacts) -> Vec<Message> {
        let stage = if input.format == Format::Ptx { "its PTX" } else { "its cubin" };
        let mut found = Contradictions { entry: self, stage, messages: Vec::new() };
        let kernel = module.facts.functions.iter().find(|function| function.symbol == *self.kernel);
        let Some(kernel) = kernel else {
            found.differs(&format!("the kernel '{}'", self.kernel), "has none of that name");
            return found.messages;
        };
        let chip = module.facts.target.chip;
        found.check_chip(chip);
        found.check_block(&kernel.facts);
        found.check_cluster(&kernel.facts);
        if input.format == Format::Ptx {
            found.check_registers(kernel);
            found.check_shared(input, chip);
        }
        found.messages
    }
}

/// What contradicts an entry.
struct Contradictions<'a> {
    entry: &'a CacheEntry,
    /// The stage, in words.
    stage: &'static str,
    messages: Vec<Message>,
}

impl Contradictions<'_> {
    fn add(&mut self, severity: Severity, text: String) {
        let place = Some(whole_file(self.entry.file.as_ref()));
        self.messages.push(Message::Tool { severity, place, text });
    }

    /// Adds an error: the entry states one thing, and the stage another one.
    fn differs(&mut self, stated: &str, found: &str) {
        self.add(Severity::Error, format!("states {stated}, and {} {found}", self.stage));
    }

    fn check_chip(&mut self, chip: Option<Chip>) {
        if let Some((arch, chip)) = self.entry.arch.zip(chip)
            && arch != u32::from(chip.number())
        {
            self.differs(&format!("'arch' {arch}"), &format!("is for {chip}"));
        }
    }

    /// Triton compiles for one block, whether it states the exact one or a bound.
    fn check_block(&mut self, facts: &FactSet) {
        let warps = self.entry.warps;
        let threads = u128::from(warps) * u128::from(WARP_THREADS);
        if let Some((fact, _)) = facts.block()
            && let Some(stated) = facts.product(fact).filter(|stated| *stated != threads)
        {
            let text = format!("'num_warps' {warps}, which is a block of {threads} threads");
            self.differs(&text, &format!("has a block of {stated} ('{fact}')"));
        }
    }

    fn check_cluster(&mut self, facts: &FactSet) {
        let stated = facts.product(Fact::ClusterDim).unwrap_or(1).max(1);
        if stated != u128::from(self.entry.ctas) {
            let text = format!("clusters of {} CTAs", self.entry.ctas);
            match facts.states(Fact::ClusterDim) {
                true => self.differs(&text, &format!("has clusters of {stated} ('{}')", Fact::ClusterDim)),
                false => self.differs(&text, "has none"),
            }
        }
    }

    /// A kernel whose warps have different tasks has a cap that the entry does not state.
    fn check_registers(&mut self, kernel: &FunctionSnapshot) {
        let Some(registers) = self.entry.registers else { return };
        let text = format!("'maxnreg' {registers}");
        match kernel.facts.positive(Fact::MaxNReg) {
            Some(stated) if stated == registers => {}
            Some(stated) => self.differs(&text, &format!("has {stated} ('{}')", Fact::MaxNReg)),
            None => self.differs(&text, "has no cap"),
        }
    }

    fn check_shared(&mut self, input: &Input, chip: Option<Chip>) {
        let shared = self.entry.shared;
        let most = chip.map(|chip| chip.limits().shared_per_cta);
        if let Some(most) = most.filter(|most| shared > *most) {
            let text = format!("states 'shared' {shared}, and a CTA has at most {most} bytes of dynamic shared memory");
            return self.add(Severity::Error, text);
        }
        let Ok(ptx) = ptx_input::read_text(&input.name, &input.content) else { return };
        let used = tileiras_ptx::dynamic_shared(&input.content, &ptx);
        let used = used.into_iter().find(|(kernel, _)| *kernel == self.entry.kernel).map(|(_, bytes)| bytes);
        if let Some(used) = used.filter(|used| *used > u64::from(shared)) {
            let text = format!(
                "states 'shared' {shared}, and {} accesses {used} bytes of dynamic shared memory in a launch",
                self.stage
            );
            self.add(Severity::Warning, text);
        } else if shared > 0 && memchr::memmem::find(&input.content, b".extern .shared").is_none() {
            let text = format!("states 'shared' {shared}, and {} has no dynamic shared memory", self.stage);
            self.add(Severity::Warning, text);
        }
    }
}
