//! `tileiras-gpu`: compares the launch rules, the resources and the occupancy with the CUDA driver, on a GPU.
//!
//! Exit code 0: all answers agree, or there is no GPU. 1: some differ. 2: a file, `ptxas` or the driver cannot be used.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use tileiras_contract::{FactSet, StatedFact};
use tileiras_cubin::{Arch, Cubin};
use tileiras_gpu::questions::{LoadedKernel, launches, of_device};
use tileiras_gpu::{DeviceAttribute, Driver, Gpu, Row, Table, driver, kernels};
use tileiras_ptxas::{Environment, Invocation, Ptxas, ToolError, reason};
use tileiras_target::Chip;

/// Compares the launch rules, the resources and the occupancy with the CUDA driver, on the first GPU.
///
/// Generates kernels with every combination of launch facts and launches each in legal and illegal ways. Asks the
/// driver about the kernels of the given cubins, too, without launching them.
#[derive(Debug, Parser)]
struct Arguments {
    /// Cubins whose kernels the driver is asked about
    #[arg(value_name = "CUBIN")]
    cubins: Vec<PathBuf>,
    /// The file for the table, or `-` for standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
    /// Print the chip of the GPU, such as `sm_90`, and nothing else
    #[arg(long)]
    print_chip: bool,
    /// The library of the CUDA driver
    #[arg(long, value_name = "LIBRARY", default_value = driver::LIBRARY)]
    driver: OsString,
    /// The ptxas that assembles the generated kernels
    #[arg(long, value_name = "FILE")]
    ptxas: Option<PathBuf>,
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(code) => code,
        Err(message) => {
            report(&format!("error: {message}"));
            ExitCode::from(2)
        }
    }
}

/// Writes one line to standard error. An error of writing is ignored: there is no other place to report it.
fn report(line: &str) {
    let _ = writeln!(io::stderr(), "tileiras-gpu: {line}");
}

/// A cubin that a user names.
struct File {
    name: String,
    bytes: Vec<u8>,
    cubin: Cubin,
}

impl File {
    fn read(path: &Path) -> Result<Self, String> {
        let failed = |error: String| format!("cannot read '{}': {error}", path.display());
        let bytes = fs::read(path).map_err(|error| failed(reason(&error)))?;
        let cubin = Cubin::read(&bytes).map_err(|error| failed(error.to_string()))?;
        if cubin.relocatable {
            return Err(failed("the file is a relocatable object, which nvlink must link first".to_owned()));
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Self { name, bytes, cubin })
    }
}

fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let files: Vec<File> = arguments.cubins.iter().map(|path| File::read(path)).collect::<Result<_, _>>()?;
    let gpu = match Driver::open(&arguments.driver) {
        Ok(gpu) => gpu,
        Err(error) if error.is_absence() => {
            report(&format!("{error}; nothing was measured"));
            return Ok(ExitCode::SUCCESS);
        }
        Err(error) => return Err(error.to_string()),
    };
    let chip = chip_of(&gpu)?;
    if arguments.print_chip {
        write_to(Path::new("-"), &format!("{chip}\n"))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut table = Table { chip: chip.to_string(), device: gpu.to_string(), rows: of_device(&gpu, chip) };
    table.rows.extend(of_generated(&gpu, chip, arguments.ptxas.as_deref())?);
    files.iter().for_each(|file| table.rows.extend(of_file(&gpu, chip, file)));
    write_to(&arguments.output, &table.to_string())?;
    table.differences().for_each(|row| {
        let Row { subject, question, expected, measured, .. } = row;
        report(&format!("differs: {subject}: {question}: expected {expected}, measured {measured}"));
    });
    let different = table.differences().count();
    report(&format!("{}: {different} of {} answers differ", table.device, table.rows.len()));
    Ok(if different == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn chip_of(gpu: &Driver) -> Result<Chip, String> {
    let attribute = |attribute| gpu.device_attribute(attribute).map_err(|error| error.to_string());
    let major = attribute(DeviceAttribute::ComputeCapabilityMajor)?;
    let minor = attribute(DeviceAttribute::ComputeCapabilityMinor)?;
    Chip::parse(&format!("sm_{major}{minor}")).map_err(|error| format!("{}: {error}", gpu.device_name()))
}

fn write_to(path: &Path, text: &str) -> Result<(), String> {
    let written = if path == Path::new("-") {
        let mut out = io::stdout().lock();
        out.write_all(text.as_bytes()).and_then(|()| out.flush())
    } else {
        fs::write(path, text)
    };
    written.map_err(|error| format!("cannot write '{}': {}", path.display(), reason(&error)))
}

/// The questions about the kernels that are made for this, and their launches.
fn of_generated(gpu: &Driver, chip: Chip, ptxas: Option<&Path>) -> Result<Vec<Row>, String> {
    let generated = kernels::all(chip);
    let environment = Environment::of_process();
    let ptxas = Ptxas::find(ptxas, &environment).map_err(|error| error.to_string())?;
    let invocation = Invocation::new(&ptxas, chip, &environment).arguments(["-w"]);
    let assembled = invocation.assemble("generated", kernels::module(&generated, chip).as_bytes());
    let bytes = assembled.map_err(|error| with_output(&error))?.file;
    let cubin = Cubin::read(&bytes).map_err(|error| format!("the cubin of the generated kernels: {error}"))?;
    let mut rows = Vec::new();
    for kernel in &generated {
        let Some(found) = cubin.kernel(&kernel.name) else {
            return Err(format!("the cubin of the generated kernels has no kernel '{}'", kernel.name));
        };
        let loaded = LoadedKernel {
            subject: &kernel.name,
            cubin: &bytes,
            code_chip: cubin.arch.number,
            kernel: found,
            facts: &kernel.facts,
            resources: cubin.resources(found),
            chip,
        };
        rows.extend(without_launch(gpu, &loaded));
        rows.extend(launches(&kernel.facts, chip).iter().map(|launch| loaded.launch(gpu, launch)));
    }
    Ok(rows)
}

/// An error of ptxas with what ptxas printed.
fn with_output(error: &ToolError) -> String {
    match error {
        ToolError::Failed(failure) => format!("{error}\n{}", String::from_utf8_lossy(&failure.stderr).trim_end()),
        _ => error.to_string(),
    }
}

/// The questions about the kernels of a file, which are not launched: what they do with their parameters is not known.
fn of_file(gpu: &Driver, chip: Chip, file: &File) -> Vec<Row> {
    let File { name, bytes, cubin } = file;
    let runs = runs(chip, cubin.arch);
    let measured = gpu.load(bytes);
    let mut rows = vec![Row {
        subject: name.clone(),
        question: format!("load {}", cubin.arch),
        expected: if runs { "CUDA_SUCCESS" } else { "not-for-this-chip" }.to_owned(),
        same: runs == measured.is_ok(),
        measured: measured.as_ref().map_or_else(ToString::to_string, |()| "CUDA_SUCCESS".to_owned()),
    }];
    if measured.is_err() {
        return rows;
    }
    for kernel in &cubin.kernels {
        let subject = format!("{name}:{}", kernel.name);
        let facts = facts_of(kernel);
        let resources = cubin.resources(kernel);
        let loaded = LoadedKernel {
            subject: &subject,
            cubin: bytes,
            code_chip: cubin.arch.number,
            kernel,
            facts: &facts,
            resources,
            chip,
        };
        rows.extend(without_launch(gpu, &loaded));
    }
    rows
}

/// Whether a GPU runs the code of a cubin: that of its own chip, or without suffix `a` of an older one of its
/// generation.
fn runs(gpu: Chip, code: Arch) -> bool {
    let is_older = gpu.number() / 10 == code.number / 10 && gpu.number() > code.number;
    gpu.number() == code.number || is_older && !code.specific
}

fn facts_of(kernel: &tileiras_cubin::Kernel) -> FactSet {
    let mut facts = kernel.facts.clone();
    facts.insert(StatedFact::Kernel);
    if kernel.explicit_cluster {
        facts.insert(StatedFact::ExplicitCluster);
    }
    facts
}

fn without_launch(gpu: &Driver, loaded: &LoadedKernel<'_>) -> Vec<Row> {
    [loaded.attributes(gpu), loaded.occupancy(gpu), loaded.clusters(gpu)].concat()
}
