//! The launch that an entry of Triton's cache states, and what contradicts it.
//!
//! An entry is a folder with the stages of one kernel, `k.ptx` and `k.cubin`, and `k.json`, by which Triton launches
//! it: `num_warps`, `num_ctas` or `cluster_dims`, `shared` and `maxnreg` (measured: 3.3 and 3.9). TorchInductor keeps
//! the same entries. Leaves out on purpose: grids and arguments, which no entry states.
//!
//! python/src/tileiras/triton.py judges the launch of a kernel that a process compiles in the same way. A test gives
//! both the same launches (python/tests/test_triton.py).

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tileiras_contract::audit::FunctionSnapshot;
use tileiras_contract::{Fact, FactSet};
use tileiras_mlir::report::Severity;
use tileiras_target::{Chip, WARP_THREADS};

use super::facts::ModuleFacts;
use crate::compile::ptx_input;
use crate::input::{Format, Input};
use crate::messages::Message;
use crate::messages::fault::{Fault, Kind};
use crate::path::whole_file;

/// The most bytes of the JSON of an entry.
const LARGEST_ENTRY: u64 = 1 << 20;

/// The endings of the stages that are compared with an entry.
const STAGES: [&str; 2] = ["ptx", "cubin"];

/// The endings of the stages that no command reads.
const OTHER_STAGES: [&str; 5] = ["source", "ttir", "ttgir", "glir", "llir"];

/// What the name of the file that lists those of an entry begins with: `__grp__k.json`.
const LIST: &str = "__grp__";

/// The first release of Triton whose PTX states the cluster. Before, only the launch does.
const FIRST_WITH_CLUSTER: (u64, u64) = (3, 9);

/// An entry.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct CacheEntry {
    /// The name of the file of JSON.
    file: String,
    /// What it states. That of two entries can be equal.
    pub launch: Launch,
}

/// The launch of an entry.
#[derive(Clone, Debug, Deserialize, Eq, Hash, PartialEq, Serialize)]
pub(super) struct Launch {
    kernel: String,
    /// The number of the architecture, such as 90.
    arch: Option<u64>,
    warps: u64,
    /// CTAs of a cluster.
    ctas: u64,
    /// Whether a kernel with a cluster states it.
    states_cluster: bool,
    /// Bytes of dynamic shared memory.
    shared: u64,
    registers: Option<u64>,
    /// The members that have no number of that kind.
    invalid: Vec<String>,
}

impl CacheEntry {
    /// Reads a file of JSON; `None` if it is something else than an entry for a GPU of NVIDIA.
    ///
    /// # Errors
    /// A message, if it is no JSON.
    pub(super) fn read(file: &str, content: &[u8]) -> Result<Option<Self>, String> {
        if content.len() as u64 > LARGEST_ENTRY {
            return Ok(None);
        }
        serde_json::from_slice(content).map(|json| Self::of(file, &json)).map_err(|error| error.to_string())
    }

    fn of(file: &str, json: &Value) -> Option<Self> {
        let target = json.get("target");
        let backend = target.and_then(|target| target.get("backend")).and_then(Value::as_str);
        // Older entries have no name of a backend.
        let is_entry = ["num_warps", "shared"].iter().all(|key| json.get(key).is_some());
        if !is_entry || backend.is_some_and(|backend| backend != "cuda") {
            return None;
        }
        let mut invalid = Vec::new();
        let mut number = |key: &str, value: Option<&Value>, is_optional: bool| {
            let value = value.filter(|value| !is_optional || !value.is_null())?;
            let number = value.as_u64();
            if number.is_none() {
                invalid.push(format!("'{key}' {value}"));
            }
            number
        };
        let warps = number("num_warps", json.get("num_warps"), false).unwrap_or_default();
        let shared = number("shared", json.get("shared"), false).unwrap_or_default();
        let registers = number("maxnreg", json.get("maxnreg"), true);
        let arch = number("arch", target.and_then(|target| target.get("arch")).filter(|arch| arch.is_number()), true);
        let ctas = number("num_ctas", json.get("num_ctas"), true);
        let sizes = json.get("cluster_dims").and_then(Value::as_array);
        let cluster = sizes.map(|sizes| {
            let product = |product: u64, size: &Value| product.checked_mul(size.as_u64()?);
            sizes.iter().try_fold(1, product)
        });
        if let (Some(None), Some(sizes)) = (cluster, json.get("cluster_dims")) {
            invalid.push(format!("'cluster_dims' {sizes}"));
        }
        let version = json.get("triton_version").and_then(Value::as_str).unwrap_or_default();
        let mut version = version.split('.').map_while(|part| part.parse().ok());
        let launch = Launch {
            // A line end in it would make two lines of a message.
            kernel: json.get("name")?.as_str()?.replace('\n', "\\x0A"),
            arch,
            warps,
            ctas: cluster.flatten().or(ctas).unwrap_or(1),
            states_cluster: version.next().zip(version.next()).is_some_and(|found| found >= FIRST_WITH_CLUSTER),
            shared,
            registers,
            invalid,
        };
        Some(Self { file: file.to_owned(), launch })
    }

    /// What contradicts the entry in a stage of its kernel. Must be called in a worker.
    pub(super) fn contradictions(&self, input: &Input, module: &ModuleFacts) -> Vec<Message> {
        let stage = if input.format == Format::Ptx { "its PTX" } else { "its cubin" };
        let Self { file, launch } = self;
        let mut found = Contradictions { file, launch, stage, messages: Vec::new() };
        if !launch.invalid.is_empty() {
            found.add(Severity::Error, format!("states {}, which is no valid number", launch.invalid.join(", ")));
            return found.messages;
        }
        let kernel = module.facts.functions.iter().find(|function| function.symbol == *launch.kernel);
        let Some(kernel) = kernel else {
            found.differs(&format!("the kernel '{}'", launch.kernel), "has none of that name");
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

/// The arguments of a command, without the JSON of each entry of which a stage is one of them, and without the stages
/// of that entry that no command reads. A pattern of the shell names all of them.
///
/// # Errors
/// If an argument is the JSON of an entry, and no stage of the entry is one.
pub(super) fn without_entries(files: &[PathBuf]) -> Result<Vec<PathBuf>, Fault> {
    let is_one = |file: &Path, of: &[&str]| of.iter().any(|stage| file.extension() == Some(OsStr::new(stage)));
    let stages: HashSet<PathBuf> =
        files.iter().filter(|file| is_one(file, &STAGES)).map(|file| file.with_extension("")).collect();
    let (mut json, mut entries) = (HashSet::new(), HashSet::new());
    for file in files {
        let Some(entry) = entry_of_json(file) else { continue };
        if !stages.contains(&entry) {
            let text = "belongs to an entry of Triton's cache, and has no code";
            let text = format!("{text}; pass the folder, or the .ptx or .cubin beside it");
            return Err(Kind::Usage.fault(text).in_file(file));
        }
        json.insert(file);
        entries.insert(entry);
    }
    let is_other = |file: &Path| is_one(file, &OTHER_STAGES) && entries.contains(&file.with_extension(""));
    Ok(files.iter().filter(|file| !json.contains(file) && !is_other(file)).cloned().collect())
}

/// The bytes of a file that can be an entry; none of one that is too large, or can be read only once.
pub(super) fn entry_content(file: &Path) -> Option<Vec<u8>> {
    file.metadata().ok().filter(|data| data.is_file() && data.len() <= LARGEST_ENTRY)?;
    fs::read(file).ok()
}

/// If a file is the JSON of an entry, or the list of the files of one: the path that its stages have before the ending.
fn entry_of_json(file: &Path) -> Option<PathBuf> {
    let name = file.file_name()?.to_str()?.strip_suffix(".json")?;
    let content = entry_content(file)?;
    match name.strip_prefix(LIST) {
        Some(entry) => {
            let json: Value = serde_json::from_slice(&content).ok()?;
            json.get("child_paths").map(|_| file.with_file_name(entry))
        }
        None => CacheEntry::read(name, &content).ok()?.map(|_| file.with_extension("")),
    }
}

/// What contradicts an entry.
struct Contradictions<'a> {
    file: &'a str,
    launch: &'a Launch,
    /// The stage, in words.
    stage: &'static str,
    messages: Vec<Message>,
}

impl Contradictions<'_> {
    fn add(&mut self, severity: Severity, text: String) {
        let place = Some(whole_file(self.file.as_ref()));
        self.messages.push(Message::Tool { severity, place, text });
    }

    /// Adds an error: the entry states one thing, and the stage another one.
    fn differs(&mut self, stated: &str, found: &str) {
        self.add(Severity::Error, format!("states {stated}, and {} {found}", self.stage));
    }

    fn check_chip(&mut self, chip: Option<Chip>) {
        if let Some((arch, chip)) = self.launch.arch.zip(chip)
            && arch != u64::from(chip.number())
        {
            self.differs(&format!("'arch' {arch}"), &format!("is for {chip}"));
        }
    }

    /// Triton compiles for one block, whether it states the exact one or a bound.
    fn check_block(&mut self, facts: &FactSet) {
        let warps = self.launch.warps;
        let threads = u128::from(warps) * u128::from(WARP_THREADS);
        if let Some((fact, _)) = facts.block()
            && let Some(stated) = facts.product(fact).filter(|stated| *stated != threads)
        {
            let text = format!("'num_warps' {warps}, which is a block of {threads} threads");
            self.differs(&text, &format!("has a block of {stated} ('{fact}')"));
        }
    }

    fn check_cluster(&mut self, facts: &FactSet) {
        let ctas = self.launch.ctas;
        let text = format!("clusters of {ctas} CTAs");
        let (exact, bound) = (Fact::ClusterDim, Fact::MaxClusterRank);
        match (facts.product(exact), facts.positive(bound)) {
            (Some(stated), _) if stated != u128::from(ctas) => {
                self.differs(&text, &format!("has clusters of {stated} ('{exact}')"));
            }
            (_, Some(most)) if u64::from(most) < ctas => {
                self.differs(&text, &format!("has clusters of at most {most} ('{bound}')"));
            }
            (None, None) if ctas > 1 && self.launch.states_cluster => self.differs(&text, "has none"),
            _ => {}
        }
    }

    /// A warp-specialized kernel has a cap that the entry does not state.
    fn check_registers(&mut self, kernel: &FunctionSnapshot) {
        let Some(registers) = self.launch.registers else { return };
        let text = format!("'maxnreg' {registers}");
        match kernel.facts.positive(Fact::MaxNReg) {
            Some(stated) if u64::from(stated) == registers => {}
            Some(stated) => self.differs(&text, &format!("has {stated} ('{}')", Fact::MaxNReg)),
            None => self.differs(&text, "has no cap"),
        }
    }

    fn check_shared(&mut self, input: &Input, chip: Option<Chip>) {
        let shared = self.launch.shared;
        let most = chip.map(|chip| u64::from(chip.limits().shared_per_cta));
        if let Some(most) = most.filter(|most| shared > *most) {
            let text = format!("states 'shared' {shared}, and a CTA has at most {most} bytes of dynamic shared memory");
            return self.add(Severity::Error, text);
        }
        let Ok(ptx) = ptx_input::read_text(&input.name, &input.content) else { return };
        let used = tileiras_ptx::dynamic_shared(&input.content, &ptx);
        let used = used.into_iter().find(|(kernel, _)| *kernel == self.launch.kernel).map(|(_, bytes)| bytes);
        if let Some(used) = used.filter(|used| *used > shared) {
            let text = format!(
                "states 'shared' {shared}, and {} accesses {used} bytes of dynamic shared memory in a launch",
                self.stage
            );
            return self.add(Severity::Warning, text);
        }
        let text = match (shared, uses_dynamic_shared(&input.content)) {
            (0, true) => "states 'shared' 0, and its PTX uses dynamic shared memory".to_owned(),
            (1.., false) => format!("states 'shared' {shared}, and its PTX uses no dynamic shared memory"),
            _ => return,
        };
        self.add(Severity::Warning, text);
    }
}

/// Whether PTX names an array of shared memory whose size the launch states, beside its declaration.
fn uses_dynamic_shared(ptx: &[u8]) -> bool {
    let is_used = |at: usize| {
        let rest = ptx.get(at + EXTERN.len()..).unwrap_or_default().trim_ascii_start();
        let declaration = rest.strip_prefix(b".shared").and_then(|rest| rest.split(|byte| *byte == b'[').next());
        let name = declaration.and_then(|found| found.rsplit(u8::is_ascii_whitespace).next());
        name.filter(|name| !name.is_empty()).is_some_and(|name| memchr::memmem::find_iter(ptx, name).nth(1).is_some())
    };
    memchr::memmem::find_iter(ptx, EXTERN).any(is_used)
}

const EXTERN: &[u8] = b".extern";
