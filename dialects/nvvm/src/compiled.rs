//! The kernels of compiled device code: what the objects of a `gpu.binary` state.
//!
//! Accepts any `gpu.binary`. Guarantees the facts of each kernel in PTX, cubins and fat binaries for NVVM targets, for
//! each chip. An object that cannot be read has no kernels. Leaves out on purpose: LLVM bitcode (format `offload`),
//! which a later tool compiles; objects for other targets; and the bodies of the kernels.

use melior::ir::OperationRef;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use tileiras_contract::{Fact, FactSet, FunctionFacts, Resources, StatedFact};
use tileiras_cubin::{Cubin, FATBIN_MAGIC, Fatbin, ImageKind};
use tileiras_mlir::attribute::{Array, print};
use tileiras_mlir::object::{GPUObject, ObjectFormat, gpu_object};
use tileiras_mlir::operation;
use tileiras_mlir::target::nvvm_target;
use tileiras_mlir::text::lossy;
use tileiras_target::{Chip, Target};

/// The most bytes that the images of one fat binary may have together, decompressed.
const FATBIN_BUDGET: u64 = 1 << 28;

/// The kernels of one piece of device code.
pub struct CompiledCode {
    /// The chip, for messages: as the code names it, such as `sm_90a`.
    pub arch: String,
    /// The target that it is compiled for.
    pub target: Target,
    kernels: FxHashMap<String, CompiledKernel>,
}

/// A kernel of compiled device code.
pub struct CompiledKernel {
    /// What it states, as the attributes that state the same in IR.
    pub facts: FunctionFacts<'static>,
    /// What it uses, as far as it is known.
    pub resources: Resources,
}

impl CompiledKernel {
    fn new(facts: &FactSet, resources: Resources) -> Self {
        let mut found = FunctionFacts::of_kernel();
        for (fact, value) in facts.iter() {
            found.add_attribute(fact.attribute(), value.to_attribute());
        }
        Self { facts: found, resources }
    }
}

impl CompiledCode {
    /// The code of each object of a `gpu.binary` that a program can have, in order; `None` for code that cannot be
    /// read.
    fn of_binary(binary: OperationRef<'_, '_>) -> Vec<Option<Self>> {
        let objects = operation::inherent_attribute(binary, "objects").and_then(Array::new);
        let handler = operation::inherent_attribute(binary, "offloadingHandler").map(print);
        let objects = objects.into_iter().flat_map(|list| list.iter()).filter_map(gpu_object).enumerate();
        let selected = objects.filter(|(number, object)| is_selected(handler.as_deref(), *number, object));
        selected.flat_map(|(_, object)| code_of_object(&object)).collect()
    }

    /// The kernel of that name.
    fn kernel(&self, name: &[u8]) -> Option<&CompiledKernel> {
        self.kernels.get(std::str::from_utf8(name).ok()?)
    }
}

/// The compiled code of the binaries that launches name. Each binary is read once.
#[derive(Default)]
pub struct CompiledBinaries(FxHashMap<usize, Vec<Option<CompiledCode>>>);

impl CompiledBinaries {
    /// The kernels of that name in the objects of a `gpu.binary`, each with the code that it is in.
    pub fn kernels(
        &mut self,
        binary: OperationRef<'_, '_>,
        name: &[u8],
    ) -> impl Iterator<Item = (&CompiledCode, &CompiledKernel)> {
        self.codes(binary).iter().flatten().filter_map(move |code| Some((code, code.kernel(name)?)))
    }

    /// The names of the kernels in all objects of a `gpu.binary`, sorted, if `missing` is not one of them; `None` also
    /// if they are not all known, since code cannot be read or shows no kernels.
    pub fn names_without(&mut self, binary: OperationRef<'_, '_>, missing: &[u8]) -> Option<BTreeSet<&str>> {
        if self.kernels(binary, missing).next().is_some() {
            return None;
        }
        let mut names = BTreeSet::new();
        for code in self.codes(binary) {
            let kernels = &code.as_ref()?.kernels;
            if kernels.is_empty() {
                return None;
            }
            names.extend(kernels.keys().map(String::as_str));
        }
        Some(names).filter(|names| !names.is_empty())
    }

    /// The names of the kernels in all objects of a `gpu.binary` that can be read, sorted.
    pub fn names(&mut self, binary: OperationRef<'_, '_>) -> BTreeSet<&str> {
        self.codes(binary).iter().flatten().flat_map(|code| code.kernels.keys().map(String::as_str)).collect()
    }

    fn codes(&mut self, binary: OperationRef<'_, '_>) -> &[Option<CompiledCode>] {
        self.0.entry(operation::key(binary)).or_insert_with(|| CompiledCode::of_binary(binary))
    }
}

/// Whether an object is in the program that is made with a handler. `#gpu.select_object` names one object by its number
/// or its target. With another handler, or none, a later step can choose.
fn is_selected(handler: Option<&str>, number: usize, object: &GPUObject<'_>) -> bool {
    let Some(selected) = handler.and_then(|text| text.strip_prefix("#gpu.select_object<")?.strip_suffix('>')) else {
        return true;
    };
    let index = selected.split(" : ").next().and_then(|index| index.parse::<usize>().ok());
    index.map_or_else(|| selected == print(object.target), |index| index == number)
}

/// The code in an object, of each image of a fat binary; `None` for code that cannot be read.
fn code_of_object(object: &GPUObject<'_>) -> Vec<Option<CompiledCode>> {
    let Some(target) = nvvm_target(object.target) else { return vec![None] };
    // The target of the attribute, if the code does not name it.
    let stated = lossy(target.chip);
    match object.format {
        ObjectFormat::Offload => vec![None],
        ObjectFormat::Assembly => vec![of_ptx(object.content, &stated)],
        ObjectFormat::Binary | ObjectFormat::Fatbin if object.content.starts_with(&FATBIN_MAGIC) => {
            of_fatbin(object.content)
        }
        ObjectFormat::Binary | ObjectFormat::Fatbin => vec![of_cubin(object.content)],
    }
}

fn of_ptx(text: &[u8], stated: &str) -> Option<CompiledCode> {
    // A text of PTX ends at a zero byte.
    let text = text.split(|byte| *byte == 0).next().unwrap_or_default();
    let ptx = tileiras_ptx::read(text).ok()?;
    let chip = ptx.chip().or_else(|| Chip::parse(stated).ok());
    let kernels = ptx
        .entries()
        .map(|header| (header.name.to_owned(), CompiledKernel::new(&header.facts(), Resources::default())));
    Some(CompiledCode {
        arch: chip.map_or_else(|| stated.to_owned(), |chip| chip.to_string()),
        target: Target { chip, ptx: ptx.ptx_version() },
        kernels: kernels.collect(),
    })
}

fn of_cubin(bytes: &[u8]) -> Option<CompiledCode> {
    let cubin = Cubin::read(bytes).ok()?;
    let kernels = cubin.kernels.iter().map(|kernel| {
        let mut facts = kernel.facts.clone();
        // The shape of the cluster implies it.
        if kernel.explicit_cluster && !facts.states(Fact::ClusterDim) {
            facts.insert(StatedFact::ExplicitCluster);
        }
        (kernel.name.clone(), CompiledKernel::new(&facts, cubin.resources(kernel)))
    });
    Some(CompiledCode {
        arch: cubin.arch.to_string(),
        target: Target { chip: cubin.chip(), ptx: None },
        kernels: kernels.collect(),
    })
}

fn of_fatbin(bytes: &[u8]) -> Vec<Option<CompiledCode>> {
    let Ok(fatbin) = Fatbin::read(bytes) else { return vec![None] };
    let mut budget = FATBIN_BUDGET;
    let images = fatbin.images.iter().map(|image| {
        let content = image.content(&mut budget).ok()?;
        match image.kind {
            ImageKind::Ptx => of_ptx(&content, &image.arch),
            // The name of the image has the suffix `f`.
            ImageKind::Cubin => of_cubin(&content).map(|code| CompiledCode { arch: image.arch.clone(), ..code }),
            ImageKind::Other(_) => None,
        }
    });
    images.collect()
}
