//! libdevice: NVIDIA's library of mathematical functions, as LLVM bitcode.
//!
//! Guarantees that it is linked only if the device code calls a function of it, and then only the functions that are
//! used, as internal functions. Searches these, in this order: `--libdevice`, the variable `TILEIRAS_LIBDEVICE`, the
//! toolkits of `CUDA_HOME`, `CUDA_PATH` and the installer, and the toolkit of `ptxas`. Leaves out on purpose:
//! `__nvvm_reflect`, which LLVM's back end replaces.

use std::path::PathBuf;

use tileiras_mlir::llvm::LLVMModule;
use tileiras_mlir::text::lossy;
use tileiras_ptxas::{Environment, Ptxas, reason, toolkits};
use tracing::info;

use crate::cli::Cli;
use crate::messages::fault::{Fault, Kind};
use crate::worker::enter;

/// The variable with the path of libdevice.
const VARIABLE: &str = "TILEIRAS_LIBDEVICE";

/// The path in a CUDA toolkit.
const IN_TOOLKIT: &str = "nvvm/libdevice/libdevice.10.bc";

/// Where libdevice can be. The search starts when a function of it is called.
pub struct Libdevice {
    /// The path that the user named.
    named: Option<PathBuf>,
    environment: Environment,
    /// The path of `ptxas` from the command line.
    ptxas: Option<PathBuf>,
}

impl Libdevice {
    /// Where libdevice can be for these options.
    #[must_use]
    pub fn new(options: &Cli, environment: Environment) -> Self {
        let variable = environment.non_empty(VARIABLE).map(PathBuf::from);
        Self { named: options.libdevice.clone().or(variable), ptxas: options.ptxas_path.clone(), environment }
    }

    /// The paths to search, in order.
    pub fn candidates(&self) -> Vec<PathBuf> {
        if let Some(named) = &self.named {
            return vec![named.clone()];
        }
        let of_ptxas = || {
            let program = Ptxas::find(self.ptxas.as_deref(), &self.environment).ok()?.program.canonicalize().ok()?;
            Some(program.parent()?.parent()?.to_owned())
        };
        let toolkits = toolkits(&self.environment).map(|(_, folder)| folder).chain(of_ptxas());
        toolkits.map(|toolkit| toolkit.join(IN_TOOLKIT)).collect()
    }

    /// Links the functions of libdevice that the module calls. If libdevice is not found, PTX and objects can be linked
    /// later, so that this is only a warning there.
    ///
    /// # Errors
    /// If libdevice is needed and cannot be read or linked.
    pub fn link<'c>(
        &self,
        module: LLVMModule<'c>,
        options: &Cli,
        warnings: &mut Vec<String>,
    ) -> Result<LLVMModule<'c>, Fault> {
        let called = module.undefined_functions().into_iter().find(|name| name.starts_with(b"__nv_"));
        let Some(called) = called else { return Ok(module) };
        let called = lossy(&called).into_owned();
        let mut searched = Vec::new();
        for path in self.candidates() {
            match std::fs::read(&path) {
                Ok(bitcode) => {
                    let name = path.display().to_string();
                    info!(step = "link", library = name, "running");
                    enter("link", Kind::Backend);
                    return module
                        .link_needed(&bitcode, &name)
                        .map_err(|errors| Kind::Backend.fault(format!("{name}: {}", errors.join("\n"))));
                }
                Err(error) => searched.push(format!("'{}' ({})", path.display(), reason(&error))),
            }
        }
        let searched = searched.join(", ");
        let text = match self.named {
            Some(_) => format!("'{called}' is a function of libdevice, which cannot be read: {searched}"),
            None => format!(
                "'{called}' is a function of libdevice, which was not found; looked at {searched}; name it with --libdevice"
            ),
        };
        if options.emit.is_assembled() && !options.makes_objects() {
            return Err(Kind::Backend.fault(text));
        }
        warnings.push(text);
        Ok(module)
    }
}
