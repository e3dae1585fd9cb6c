//! The kernels of compiled device code: what the objects of a `gpu.binary` state.
//!
//! Accepts any `gpu.binary`. Guarantees the facts of each kernel in PTX, cubins and fat binaries for NVVM targets, for
//! each chip. An object that cannot be read has no kernels. Leaves out on purpose: LLVM bitcode (format `offload`), which
//! a later tool compiles; objects for other targets; and the bodies of the kernels.

use melior::ir::OperationRef;
use rustc_hash::FxHashMap;
use tileiras_contract::{Fact, FactSet, FactValue, FunctionFacts};
use tileiras_cubin::{Cubin, FATBIN_MAGIC, Fatbin, ImageKind};
use tileiras_mlir::attribute::Array;
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
    /// Its static shared memory in bytes; 0 if it is not known.
    pub static_shared: u32,
}

impl CompiledKernel {
    fn new(facts: &FactSet, static_shared: u64) -> Self {
        let mut found = FunctionFacts::of_kernel();
        for (fact, value) in facts.iter() {
            found.attribute(fact.attribute(), value.to_attribute());
        }
        Self { facts: found, static_shared: u32::try_from(static_shared).unwrap_or(u32::MAX) }
    }
}

impl CompiledCode {
    /// The code of each object of a `gpu.binary`, in order.
    #[must_use]
    pub fn of_binary(binary: OperationRef<'_, '_>) -> Vec<Self> {
        let objects = operation::inherent_attribute(binary, "objects").and_then(Array::new);
        objects.into_iter().flat_map(|list| list.iter()).filter_map(gpu_object).flat_map(|object| of(&object)).collect()
    }

    /// The kernel of that name.
    #[must_use]
    pub fn kernel(&self, name: &[u8]) -> Option<&CompiledKernel> {
        self.kernels.get(std::str::from_utf8(name).ok()?)
    }
}

fn of(object: &GPUObject<'_>) -> Vec<CompiledCode> {
    let Some(target) = nvvm_target(object.target) else { return Vec::new() };
    // The target of the attribute, if the code does not name it.
    let stated = lossy(target.chip);
    match object.format {
        ObjectFormat::Offload => Vec::new(),
        ObjectFormat::Assembly => of_ptx(object.content, &stated).into_iter().collect(),
        ObjectFormat::Binary | ObjectFormat::Fatbin if object.content.starts_with(&FATBIN_MAGIC) => {
            of_fatbin(object.content)
        }
        ObjectFormat::Binary | ObjectFormat::Fatbin => of_cubin(object.content).into_iter().collect(),
    }
}

fn of_ptx(text: &[u8], stated: &str) -> Option<CompiledCode> {
    // A text of PTX ends at a zero byte.
    let text = text.split(|byte| *byte == 0).next().unwrap_or_default();
    let ptx = tileiras_ptx::read(text).ok()?;
    let chip = ptx.chip().or_else(|| Chip::parse(stated).ok());
    let kernels = ptx.entries().map(|header| (header.name.to_owned(), CompiledKernel::new(&header.facts(), 0)));
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
            facts.insert(Fact::ExplicitCluster, FactValue::Unit);
        }
        (kernel.name.clone(), CompiledKernel::new(&facts, cubin.static_shared(kernel)))
    });
    Some(CompiledCode {
        arch: cubin.arch.to_string(),
        target: Target { chip: cubin.chip(), ptx: None },
        kernels: kernels.collect(),
    })
}

fn of_fatbin(bytes: &[u8]) -> Vec<CompiledCode> {
    let Ok(fatbin) = Fatbin::read(bytes) else { return Vec::new() };
    let mut budget = FATBIN_BUDGET;
    let images = fatbin.images.iter().filter_map(|image| {
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
