//! What the driver does around LLVM's back end: checks before it, and the launch directives of the PTX after it.

use std::collections::HashSet;

use melior::ir::OperationRef;
use tileiras_contract::audit::{CONSTRUCTOR_KERNELS, FunctionSnapshot, Snapshot};
use tileiras_contract::{Fact, PREFIX};
use tileiras_mlir::attribute::symbol_path;
use tileiras_mlir::function::{Function, symbol_name};
use tileiras_mlir::llvm::LLVMModule;
use tileiras_mlir::symbol::{Linkage, linkage};
use tileiras_mlir::text::lossy;
use tileiras_mlir::{Diagnostic, operation};
use tileiras_nvvm::annotation_index::aliasee;
use tileiras_nvvm::function::has_attribute;
use tileiras_nvvm::program_facts::Program;
use tileiras_ptx::{Kernel, RewriteError, check_symbol, directives, directives_of, rewrite};
use tileiras_target::Target;
use tracing::{debug, info};

use crate::compile::snapshot::{self, is_defined};
use crate::messages::fault::{Fault, Kind};

/// Rejects symbols that are not legal in PTX, or only such kernels. LLVM renames those with local linkage, of which a
/// kernel has to keep its name, and fails for the others.
///
/// # Errors
/// After a diagnostic for each.
pub fn check_names(device: OperationRef<'_, '_>, only_kernels: bool) -> Result<(), Fault> {
    let mut result = Ok(());
    for op in operation::children(device) {
        let is_kernel = Function::new(op).is_some_and(Function::is_kernel);
        if only_kernels && !is_kernel {
            continue;
        }
        let Some(name) = symbol_name(op).filter(|name| !name.starts_with(b"llvm.")) else { continue };
        if let Err(fault) = check_symbol(name)
            && (is_kernel || linkage(op) != Linkage::Local)
        {
            let _ = Diagnostic::on(op).error(fault).emit();
            result = Err(Kind::Verification.already_reported());
        }
    }
    result
}

/// Rejects aliases of kernels, at which LLVM's back end fails without a location.
///
/// # Errors
/// After a diagnostic for each.
pub fn check_aliases(program: Program<'_, '_, '_>) -> Result<(), Fault> {
    let functions = program.scope.functions.iter();
    let kernels: HashSet<&[u8]> = functions
        .filter(|function| function.is_kernel())
        .filter_map(|function| symbol_name(function.operation()))
        .collect();
    let mut result = Ok(());
    for op in operation::children(program.root) {
        // The optimiser can remove an alias with local linkage.
        if operation::name(op) != b"llvm.mlir.alias" || linkage(op) == Linkage::Local {
            continue;
        }
        let kernel = aliasee(op).and_then(|symbol| symbol_path(symbol).last()).filter(|name| kernels.contains(name));
        if let Some(kernel) = kernel {
            let text = format!("is an alias of the kernel '{}', and ptx has no aliases of kernels", lossy(kernel));
            let _ = Diagnostic::on(op).error(text).emit();
            result = Err(Kind::Verification.already_reported());
        }
    }
    result
}

/// The key, and after `nvvm.` the attribute, of which libNVVM prints `.local_maxnreg`.
const LOCAL_MAXNREG: &str = "local_maxnreg";

/// Warns of register caps of one function, which stay in their legacy form: LLVM's back end prints no directive for
/// them.
pub fn warn_local_maxnreg(program: Program<'_, '_, '_>) {
    let attribute = format!("{PREFIX}{LOCAL_MAXNREG}");
    for (number, function) in program.scope.functions.iter().enumerate().filter(|(_, function)| is_defined(**function))
    {
        let op = function.operation();
        let annotations = &program.facts.annotations;
        let of_tuple = annotations.about(number).iter().filter_map(|id| {
            let has_key = annotations.tuple(*id)?.pairs().any(|(key, ..)| key == LOCAL_MAXNREG.as_bytes());
            has_key.then(|| format!("'{LOCAL_MAXNREG}' in {}", annotations.describe(*id)))
        });
        let of_function = has_attribute(*function, &attribute).then(|| format!("'{attribute}'"));
        for stated in of_tuple.chain(of_function) {
            let text = format!("{stated} is lost: LLVM's back end does not print '.{LOCAL_MAXNREG}', libNVVM does");
            let _ = Diagnostic::on(op).warning(text).emit();
        }
    }
}

/// The launch directives of each kernel that has a body.
///
/// # Errors
/// After a diagnostic, if no directive can state a fact.
pub fn headers(program: Program<'_, '_, '_>, target: Target) -> Result<Vec<Kernel>, Fault> {
    let mut found = Vec::new();
    for (number, function) in program.scope.functions.iter().enumerate() {
        let facts = program.facts.of_group(program.facts.group(number));
        if !facts.is_kernel() || !is_defined(*function) {
            continue;
        }
        let op = function.operation();
        let directives = directives_of(facts, target).map_err(|fault| {
            let _ = Diagnostic::on(op).error(fault).emit();
            Kind::Verification.already_reported()
        })?;
        let name = String::from_utf8(symbol_name(op).unwrap_or_default().to_vec()).map_err(|error| {
            let fault = check_symbol(error.as_bytes()).map_or_else(|fault| fault.to_string(), |()| error.to_string());
            let _ = Diagnostic::on(op).error(fault).emit();
            Kind::Verification.already_reported()
        })?;
        found.push(Kernel { name, directives });
    }
    Ok(found)
}

/// Changes launch attributes that LLVM's passes misread (measured: LLVM 22.1.8). The directives in the PTX come from
/// the facts.
/// - In code of OpenMP, a pass reads `nvvm.maxntid` as one number, and fails for a list. One size is written without
///   the sizes 1 after it, as clang does it; several sizes are left out.
/// - For a cluster without a shape, `nvvm.cluster_dim` is 0, of which LLVM concludes that the cluster has no CTA: it
///   removes code that is executed.
pub fn hide_misread_attributes(module: &mut LLVMModule<'_>, facts: &Snapshot) {
    let is_openmp = module.symbols("").iter().any(|symbol| symbol.name.starts_with(b"__kmpc_"));
    for function in &facts.functions {
        let mut set = |fact: Fact, value: Option<&str>| {
            module.set_function_attribute(function.symbol.name(), fact.attribute(), value);
        };
        match function.facts.dims(Fact::MaxNTid) {
            Some([threads, 1, 1]) if is_openmp => set(Fact::MaxNTid, Some(&threads.to_string())),
            Some(_) if is_openmp => set(Fact::MaxNTid, None),
            _ => {}
        }
        if function.facts.states(Fact::ExplicitCluster) && !function.facts.states(Fact::ClusterDim) {
            set(Fact::ClusterDim, None);
        }
    }
}

/// A PTX text with launch directives that state the facts of its kernels.
pub struct PtxText {
    /// The text.
    pub text: Vec<u8>,
    /// The facts of the kernels that LLVM's back end made.
    pub constructor_kernels: Vec<FunctionSnapshot>,
}

/// Replaces the launch directives and the version of a PTX text. The kernels that run global constructors and
/// destructors keep the facts that LLVM's back end states.
///
/// # Errors
/// If the text has other kernels than `headers`, or is not PTX.
pub fn with_headers(text: &[u8], headers: &[Kernel], target: Target) -> Result<PtxText, Fault> {
    let mut constructor_kernels = Vec::new();
    let rewritten = rewrite(text, headers, target.ptx).or_else(|error| match &error {
        RewriteError::Unknown { names } if names.iter().all(|name| CONSTRUCTOR_KERNELS.contains(&name.as_str())) => {
            let found = snapshot::of_ptx(&tileiras_ptx::read(text)?).functions;
            let is_made = |kernel: &FunctionSnapshot| names.iter().any(|name| kernel.symbol == name.as_str());
            constructor_kernels = found.into_iter().filter(is_made).collect();
            let made = constructor_kernels.iter().map(|kernel| Kernel {
                name: String::from_utf8_lossy(kernel.symbol.name()).into_owned(),
                directives: directives(&kernel.facts, target),
            });
            rewrite(text, &headers.iter().cloned().chain(made).collect::<Vec<_>>(), target.ptx)
        }
        _ => Err(error),
    });
    let rewritten =
        rewritten.map_err(|error| Kind::Audit.fault(format!("between LLVM's back end and PTX: {error}")))?;
    for kernel in &rewritten.kernels {
        for difference in &kernel.differences {
            debug!(kernel = kernel.name, %difference, "header");
        }
    }
    info!(kernels = rewritten.kernels.len(), "launch headers written");
    if let (Some((major, minor)), Some(version)) = (rewritten.version, target.ptx) {
        debug!("version {major}.{minor} made {version}");
    }
    Ok(PtxText { text: rewritten.text, constructor_kernels })
}

/// The option of `ptxas` for the debug information in a PTX text of LLVM's back end. Without it, `ptxas` ignores line
/// tables, and fails if `.target` has the option `debug` (measured: ptxas 13.5).
#[must_use]
pub fn debug_option(text: &[u8]) -> Option<&'static str> {
    text.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii).find_map(|line| {
        if line.starts_with(b".target") && line.ends_with(b", debug") {
            return Some("-g");
        }
        line.starts_with(b".loc\t").then_some("-lineinfo")
    })
}
