//! The translation `--nvvm-to-ptx-header`.

use std::collections::hash_map::Entry;

use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;
use rustc_hash::FxHashMap;
use tileiras_mlir::registry::Registry;
use tileiras_mlir::tool::register_upstream_dialects;
use tileiras_mlir::tool_option::ToolOption;
use tileiras_mlir::translation::Export;
use tileiras_mlir::{Diagnostic, Failure, operation};
use tileiras_nvvm::annotation_index::AnnotationIndex;
use tileiras_nvvm::device;
use tileiras_nvvm::program_facts::ProgramFacts;
use tileiras_nvvm::scope::Scope;
use tileiras_nvvm::target::from_options;
use tileiras_ptx::{Bodies, Module};
use tileiras_target::Target;

use crate::headers::function::HeaderBuilder;

static GPU_NAME: ToolOption = ToolOption::text(
    "gpu-name",
    "chip",
    "--nvvm-to-ptx-header: the chip, such as sm_90a [default: of the #nvvm.target]",
);
static PTX_VERSION: ToolOption = ToolOption::text(
    "ptx-version",
    "version",
    "--nvvm-to-ptx-header: the PTX version, such as 8.4 [default: of the #nvvm.target, or the newest that LLVM writes]",
);
static GPU_MODULE: ToolOption = ToolOption::text(
    "gpu-module",
    "name",
    "--nvvm-to-ptx-header: the gpu.module to translate, where there are several",
);
static STUB_BODIES: ToolOption =
    ToolOption::flag("stub-bodies", "--nvvm-to-ptx-header: give every function a body that returns, for ptxas");

/// `--nvvm-to-ptx-header`.
pub struct NVVMToPTXHeader;

impl Export for NVVMToPTXHeader {
    const ARGUMENT: &'static str = "nvvm-to-ptx-header";
    const SUMMARY: &'static str = "Translate MLIR to the launch headers of its functions, as PTX";

    fn dialects(registry: Registry<'_>) {
        register_upstream_dialects(registry);
        tileiras_nv_tileaa::register(registry);
    }

    fn options() -> &'static [&'static ToolOption] {
        static OPTIONS: [&ToolOption; 4] = [&GPU_NAME, &PTX_VERSION, &GPU_MODULE, &STUB_BODIES];
        &OPTIONS
    }

    fn export(root: OperationRef<'_, '_>) -> Result<Vec<u8>, Failure> {
        let refuse = |text: String| Diagnostic::error(root.location(), text).emit();
        let [chip, ptx] = [&GPU_NAME, &PTX_VERSION].map(|option| option.get().unwrap_or_default());
        let given = from_options(&chip, &ptx).map_err(refuse)?;
        let bodies = if STUB_BODIES.is_given() { Bodies::Stub } else { Bodies::None };
        headers(root, GPU_MODULE.get().as_deref(), given, bodies).map(String::into_bytes)
    }
}

/// The headers of the `gpu.module` with that name, else of the only one, else of `root`. The target is `given`, else
/// that of the module.
///
/// # Errors
/// After a diagnostic for each fault.
pub fn headers(
    root: OperationRef<'_, '_>,
    name: Option<&str>,
    given: Target,
    bodies: Bodies,
) -> Result<String, Failure> {
    let refuse = |op: OperationRef<'_, '_>, fault: &dyn ToString| Diagnostic::on(op).error(fault.to_string()).emit();
    let device = device::find(root, name).map_err(|fault| refuse(root, &fault))?;
    let target = device::target(device, given).map_err(|fault| refuse(device, &fault))?;
    let scope = Scope::collect(device);
    let facts = ProgramFacts::with_annotations(&scope, AnnotationIndex::read_with_enclosing(&scope));
    let builder = HeaderBuilder::new(&scope, &facts, target)?;
    let mut module = Module { version: target.1, target: target.0, functions: Vec::new() };
    let mut named = FxHashMap::default();
    let mut result = Ok(());
    for (number, (function, module_of)) in scope.functions.iter().zip(&scope.module_of).enumerate() {
        let op = function.operation();
        if module_of.is_some_and(|module| module != 0) {
            result = Err(refuse(op, &"is in a module inside the one that is translated: translate that by itself"));
            continue;
        }
        let lowering = match operation::name(op) {
            b"llvm.func" | b"gpu.func" => None,
            _ if operation::name(device) == b"gpu.module" => Some("convert-gpu-to-nvvm"),
            _ => Some("convert-func-to-llvm"),
        };
        if let Some(pass) = lowering {
            result = Err(refuse(op, &format!("is not lowered: run '{pass}' first")));
            continue;
        }
        match builder.header(number, *function) {
            Ok(None) => {}
            Ok(Some(header)) => match named.entry(header.name.clone()) {
                Entry::Vacant(free) => {
                    free.insert(op);
                    module.functions.push(header);
                }
                Entry::Occupied(other) => {
                    let text = format!("is '{}' in ptx, and so is another function", header.name);
                    let diagnostic = Diagnostic::on(op).error(text);
                    result = Err(diagnostic.note(other.get().location(), "the other function").emit());
                }
            },
            Err(failure) => result = Err(failure),
        }
    }
    result?;
    module.print(bodies).map_err(|fault| refuse(device, &fault))
}
