//! The command line of `tileiras-cc`.

pub mod project;
pub mod rules;

use clap::{ArgAction, Parser, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;
use tileiras_contract::read::ConflictPolicy;
use tileiras_mlir::backend::DebugInfo;
use tileiras_target::{Chip, PtxVersion};

use self::project::ProjectOptions;
use self::rules::{RuleQuery, chip, rule_name};
use crate::input::Limit;
use crate::messages::fault::{self, Fault, Kind};
use crate::messages::printer::{ColorOption, MessageFormat};
use crate::worker::UserLimits;

/// Compile GPU kernels to an audited cubin without losing a launch fact.
#[derive(Clone, Debug, Parser)]
#[command(name = "tileiras-cc", max_term_width = 100, after_help = exit_codes())]
#[command(override_usage = "tileiras-cc [OPTIONS] <FILE>...")]
pub struct Cli {
    /// MLIR (.mlir, .mlirbc), LLVM IR (.ll, .bc) or PTX (.ptx); with --link also objects (.o, .fatbin); told apart by
    /// content; - is standard input
    #[arg(required_unless_present_any = RuleQuery::OPTIONS, value_name = "FILE")]
    pub inputs: Vec<PathBuf>,

    /// What to make
    #[arg(long, value_enum, default_value_t = Emit::Cubin)]
    pub emit: Emit,

    /// Where to write it: a file, a folder, or - for standard output [default: the input's name with the ending of what
    /// is made, in the current folder; standard output if the input is standard input]
    #[arg(short, long, value_name = "PATH")]
    pub output: Option<PathBuf>,

    /// Make relocatable objects, for --link
    #[arg(short = 'c', long, conflicts_with = "link")]
    pub device_c: bool,

    /// Link all inputs, to one cubin for each chip
    #[arg(long)]
    pub link: bool,

    /// The chip, such as sm_90a; the code for several chips is packed into a fat binary [default: those of
    /// tileiras.toml, or else the #nvvm.target of the gpu.module]
    #[arg(long, value_name = "CHIP,...", visible_alias = "arch", value_delimiter = ',', value_parser = chip(), hide_possible_values = true)]
    pub gpu_name: Vec<Chip>,

    /// The PTX version, such as 8.4 [default: the #nvvm.target of the gpu.module, or else the newest that LLVM writes]
    #[arg(long, value_name = "VERSION")]
    pub ptx_version: Option<PtxVersion>,

    /// The gpu.module to compile, where there are several
    #[arg(long, value_name = "NAME")]
    pub gpu_module: Option<String>,

    /// Optimisation, of LLVM and of ptxas
    #[arg(short = 'O', value_name = "LEVEL", default_value_t = 3, value_parser = clap::value_parser!(u8).range(0..=3))]
    pub level: u8,

    /// Debug information for a debugger, which needs -O0; without this option, cubins have line tables
    #[arg(short = 'g', long = "device-debug", conflicts_with = "strip_debug")]
    pub debug: bool,

    /// Leave out all debug information, line tables too
    #[arg(long)]
    pub strip_debug: bool,

    /// What to do if an input states a launch fact twice, with different values
    #[arg(long, value_name = "POLICY", default_value_t, value_parser = policy)]
    pub on_conflict: ConflictPolicy,

    /// Rules that are not checked
    #[arg(long, value_name = "RULE", value_delimiter = ',', value_parser = rule_name(), hide_possible_values = true)]
    pub disable: Vec<String>,

    /// Treat warnings of the rules as errors
    #[arg(long)]
    pub warnings_as_errors: bool,

    /// The project file.
    #[command(flatten)]
    pub project: ProjectOptions,

    /// Report the source of each launch fact that is derived from an nv_tileaa.kernel_spec
    #[arg(long)]
    pub emit_remarks: bool,

    /// MLIR passes to run after nv-tileaa-derive-launch, such as 'builtin.module(canonicalize)'; a fact that they lose
    /// is an error
    #[arg(long, value_name = "PIPELINE")]
    pub passes: Option<String>,

    /// The ptxas to run; nvlink and fatbinary are searched beside it first [default: $TILEIRAS_PTXAS, then that of
    /// the Python package, then CUDA_HOME, CUDA_PATH and /usr/local/cuda, then PATH]
    #[arg(long, value_name = "PATH")]
    pub ptxas_path: Option<PathBuf>,

    /// libdevice, which is linked if a function of it is called [default: $TILEIRAS_LIBDEVICE, then
    /// nvvm/libdevice/libdevice.10.bc in CUDA_HOME, CUDA_PATH, /usr/local/cuda and the toolkit of ptxas]
    #[arg(long, value_name = "PATH")]
    pub libdevice: Option<PathBuf>,

    /// LLVM IR (.bc, .ll) to link, with its kernels and their facts; may be given several times. The files that the
    /// #nvvm.target links come after it
    #[arg(long, value_name = "FILE")]
    pub link_bitcode: Vec<PathBuf>,

    /// An argument for ptxas; may be given several times
    #[arg(long, value_name = "ARGUMENT", allow_hyphen_values = true)]
    pub ptxas_option: Vec<String>,

    /// An argument for nvlink; may be given several times
    #[arg(long, value_name = "ARGUMENT", allow_hyphen_values = true, requires = "link")]
    pub nvlink_option: Vec<OsString>,

    /// The limits of the work on each input.
    #[command(flatten)]
    pub limits: UserLimits,

    /// Refuse an input of more MiB than that
    #[arg(long, value_name = "MIB", default_value_t)]
    pub max_input_size: Limit,

    /// Do not audit what ptxas and nvlink write; the steps before them are audited all the same
    #[arg(long)]
    pub no_audit: bool,

    /// Inputs compiled at the same time [default: one for each processor]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,

    /// The form of messages, on standard error
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub message_format: MessageFormat,

    /// The colours of messages.
    #[command(flatten)]
    pub color: ColorOption,

    /// Questions about the rules.
    #[command(flatten)]
    pub query: RuleQuery,

    /// Say what is done; twice: in detail
    #[arg(short, long, action = ArgAction::Count)]
    pub verbose: u8,
}

/// What is made of an input.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub enum Emit {
    /// MLIR with the legalised, verified contract
    Mlir,
    /// LLVM IR, its facts in the form that LLVM 22 reads
    Llvm,
    /// PTX
    Ptx,
    /// A cubin
    Cubin,
    /// A fat binary, which contains a cubin for each chip
    Fatbin,
}

impl Cli {
    /// The debug information in the PTX.
    #[must_use]
    pub const fn debug_info(&self) -> DebugInfo {
        match (self.debug, self.strip_debug) {
            (true, _) => DebugInfo::Full,
            (false, true) => DebugInfo::None,
            (false, false) => DebugInfo::LineTables,
        }
    }

    /// Whether `ptxas` makes relocatable objects.
    #[must_use]
    pub const fn makes_objects(&self) -> bool {
        self.device_c || self.link
    }

    /// Whether the output is a fat binary.
    #[must_use]
    pub fn makes_fatbin(&self) -> bool {
        self.emit == Emit::Fatbin || self.gpu_name.len() > 1
    }

    /// How the name of an output ends.
    #[must_use]
    pub fn extension(&self) -> &'static str {
        match self.emit {
            Emit::Mlir => "mlir",
            Emit::Llvm => "ll",
            Emit::Ptx => "ptx",
            Emit::Cubin | Emit::Fatbin if self.makes_fatbin() => "fatbin",
            Emit::Cubin | Emit::Fatbin if self.device_c => "o",
            Emit::Cubin | Emit::Fatbin => "cubin",
        }
    }

    /// Checks what clap cannot check.
    ///
    /// # Errors
    /// If options contradict each other.
    pub fn check(&self) -> Result<(), Fault> {
        let refuse = |text: String| Err(Kind::Usage.of_command(text));
        if self.debug && self.level > 0 {
            // ptxas: "Optimized debugging not supported".
            return refuse("-g needs -O0, as ptxas cannot debug optimized code".to_owned());
        }
        if !self.emit.is_assembled() {
            let name = self.emit.name();
            if self.makes_objects() {
                let option = if self.link { "--link" } else { "-c" };
                return refuse(format!("{option} makes a cubin or a fat binary, not --emit={name}"));
            }
            if self.gpu_name.len() > 1 {
                return refuse(format!("--emit={name} is for one chip, and --gpu-name has {}", self.gpu_name.len()));
            }
        }
        let code = |chip: &Chip| chip.canonical();
        let twice =
            |(number, chip): &(usize, &Chip)| self.gpu_name[..*number].iter().any(|other| code(other) == code(chip));
        match self.gpu_name.iter().enumerate().find(twice) {
            Some((_, chip)) => refuse(format!("--gpu-name names {} twice", names(*chip))),
            None => Ok(()),
        }
    }

    /// A warning for each option that has no effect. `inputs_are_objects` is whether all inputs of `--link` are.
    #[must_use]
    pub fn unused(&self, inputs_are_objects: bool) -> Vec<String> {
        let given = [
            (!self.ptxas_option.is_empty(), "--ptxas-option"),
            (self.no_audit, "--no-audit"),
            (self.debug, "-g"),
            (self.strip_debug, "--strip-debug"),
            (self.passes.is_some(), "--passes"),
            (self.gpu_module.is_some(), "--gpu-module"),
            (self.ptx_version.is_some(), "--ptx-version"),
            (!self.link_bitcode.is_empty(), "--link-bitcode"),
        ];
        // These are used with the output, or with objects as inputs.
        let used: &[&str] = match self.emit {
            Emit::Mlir | Emit::Llvm => &["--passes", "--gpu-module", "--ptx-version", "--link-bitcode"],
            Emit::Ptx => &["-g", "--strip-debug", "--passes", "--gpu-module", "--ptx-version", "--link-bitcode"],
            Emit::Cubin | Emit::Fatbin if inputs_are_objects => &["--no-audit", "-g"],
            Emit::Cubin | Emit::Fatbin => return Vec::new(),
        };
        let reason = match self.emit {
            Emit::Cubin | Emit::Fatbin => "as all inputs are objects".to_owned(),
            emit => format!("with --emit={}", emit.name()),
        };
        let unused = given.into_iter().filter(|(given, option)| *given && !used.contains(option));
        unused.map(|(_, option)| format!("{option} has no effect {reason}")).collect()
    }
}

/// The names of a chip: `sm_101a, which is sm_110a`, or the only one.
fn names(chip: Chip) -> String {
    let canonical = chip.canonical();
    if canonical == chip { chip.to_string() } else { format!("{chip}, which is {canonical},") }
}

impl Emit {
    /// Its name on the command line.
    #[must_use]
    pub fn name(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }

    /// Whether `ptxas` makes it.
    #[must_use]
    pub const fn is_assembled(self) -> bool {
        matches!(self, Self::Cubin | Self::Fatbin)
    }
}

fn exit_codes() -> String {
    let codes = fault::table(&Kind::ALL);
    format!(
        "{codes}\n 128+  and the number of the signal that ended it\nWith several inputs, the code is that of the first that \
         failed; the others are compiled all the same."
    )
}

/// Reads the value of `--on-conflict`.
pub(crate) fn policy(text: &str) -> Result<ConflictPolicy, String> {
    text.parse().map_err(|error| format!("{error}"))
}
