//! Links relocatable objects with `nvlink`, and audits the launch facts of the linked cubin.

pub mod pack;

use std::collections::{HashMap, HashSet};
use std::ffi::OsString;
use std::path::Path;

use tileiras_contract::Fact;
use tileiras_contract::audit::{Audit, FunctionSnapshot, Snapshot, Stage};
use tileiras_cubin::{Cubin, undefined};
use tileiras_mlir::report::{Message, ReportedDiagnostic, Severity};
use tileiras_ptxas::{InputFile, Runner, ToolError, link};
use tileiras_target::{Chip, Target};

use crate::assemble::{ToolResult, log_of};
use crate::cli::Cli;
use crate::compile::audit;
use crate::compile::library::undefined_kernel;
use crate::input::object::{Object, is_same_chip, may_be_for};
use crate::messages::fault::{Fault, Kind};

/// The objects of all inputs for each chip: `--gpu-name`, or else the one chip that all of them have. Objects for
/// sm_100 and for sm_100f are linked for sm_100f, as an ELF file does not state the suffix.
///
/// # Errors
/// If no chip is named, and the inputs are for several.
pub fn by_chip<'a>(inputs: &'a [Vec<Object>], named: &[Chip]) -> Result<Vec<(Chip, Vec<&'a Object>)>, Fault> {
    let objects = || inputs.iter().flatten();
    if !named.is_empty() {
        let of = |chip: Chip| objects().filter(|object| is_same_chip(object.chip, chip)).collect();
        return Ok(named.iter().map(|chip| (*chip, of(*chip))).collect());
    }
    let mut chips: Vec<Chip> = Vec::new();
    for object in objects() {
        if let Some(chip) = chips.iter_mut().find(|chip| may_be_for(**chip, object.chip)) {
            *chip = object.chip;
        } else if !chips.iter().any(|chip| may_be_for(object.chip, *chip)) {
            chips.push(object.chip);
        }
    }
    match chips.as_slice() {
        [] | [_] => Ok(chips.iter().map(|chip| (*chip, objects().collect())).collect()),
        chips => {
            let chips: Vec<_> = chips.iter().map(ToString::to_string).collect();
            let text = format!("the inputs are for {}; name the chips to link for with --gpu-name", chips.join(", "));
            Err(Kind::Usage.of_command(text))
        }
    }
}

/// Links objects for a chip. The messages of `nvlink` name the inputs.
pub fn link_objects(nvlink: &Runner, chip: Chip, objects: &[&Object], options: &Cli) -> ToolResult {
    if let Err(fault) = check_names(objects) {
        return ToolResult { log: Vec::new(), notes: Vec::new(), diagnostics: Vec::new(), file: Err(fault) };
    }
    let file = |(number, object): (usize, &&'_ Object)| (file_name(number), object.bytes.clone());
    let files: Vec<_> = objects.iter().enumerate().map(file).collect();
    let files: Vec<_> = files.iter().map(|(name, content)| InputFile { name: name.clone(), content }).collect();
    let debug = options.debug.then(|| OsString::from("-g"));
    let arguments: Vec<OsString> = debug.into_iter().chain(options.nvlink_option.iter().cloned()).collect();
    let chip = chip.ptxas_arch().unwrap_or(chip);
    match link::link(nvlink, chip, &files, &arguments) {
        Ok(linked) => {
            let log = with_input_names(&log_of(linked.stdout, &linked.stderr), &linked.argv, objects);
            let audited = if options.no_audit { Ok(()) } else { check(objects, &linked.file) };
            let diagnostics = undefined_kernels(objects);
            ToolResult { log, notes: Vec::new(), diagnostics, file: audited.map(|()| linked.file) }
        }
        Err(ToolError::Failed(failure)) => {
            let message = match undefined_symbols(&failure.stderr, objects) {
                Some(undefined) => format!("{failure}; {undefined}"),
                None => failure.to_string(),
            };
            let log = with_input_names(&log_of(failure.stdout, &failure.stderr), &failure.argv, objects);
            ToolResult { log, notes: Vec::new(), diagnostics: Vec::new(), file: Err(Kind::Ptxas.fault(message)) }
        }
        Err(error) => ToolResult::of_error(error),
    }
}

/// Refuses two kernels of one name if one is internal. `nvlink` links them, but adds up the shared memory and the
/// constants of both in the sections of the first one, and the second one has none (measured: 13.5).
fn check_names(objects: &[&Object]) -> Result<(), Fault> {
    let mut known = HashMap::new();
    for object in objects {
        // What cannot be read is reported by the audit.
        for kernel in Cubin::read(&object.bytes).map_or_else(|_| Vec::new(), |cubin| cubin.kernels) {
            let other = known.insert(kernel.name.clone(), (kernel.internal, &object.name));
            let (internal, input, also) = match (other, kernel.internal) {
                (Some((true, other)), true) => (other, &object.name, "of"),
                (Some((true, other)), false) => (other, &object.name, "a kernel of"),
                (Some((false, other)), true) => (&object.name, other, "a kernel of"),
                _ => continue,
            };
            let name = kernel.name;
            let text =
                format!("'{name}' is an internal kernel of '{internal}' and {also} '{input}'; rename one of them");
            return Err(Kind::Input.fault(text));
        }
    }
    Ok(())
}

/// The name of the file of an object for `nvlink`.
fn file_name(number: usize) -> String {
    format!("object-{number}.o")
}

/// The output of `nvlink` with the names of the inputs in place of those of temporary files.
fn with_input_names(log: &[u8], argv: &[OsString], objects: &[&Object]) -> Vec<u8> {
    let mut log = String::from_utf8_lossy(log).into_owned();
    for argument in argv {
        let name = Path::new(argument).file_name();
        let number = (0..objects.len()).find(|number| name.is_some_and(|name| name == file_name(*number).as_str()));
        if let (Some(number), Some(path)) = (number, argument.to_str()) {
            log = log.replace(path, &objects[number].name);
        }
    }
    log.into_bytes()
}

/// The symbols that `nvlink` did not find, with their users.
fn undefined_symbols(log: &[u8], objects: &[&Object]) -> Option<String> {
    let log = String::from_utf8_lossy(log);
    let mut rows = Vec::new();
    for object in objects {
        let symbols = undefined(&object.bytes).unwrap_or_default();
        let missing =
            symbols.iter().filter(|symbol| log.contains(&format!("Undefined reference to '{}'", symbol.name)));
        rows.extend(missing.map(|symbol| format!("{symbol} of {}, is not defined", object.name)));
    }
    (!rows.is_empty()).then(|| rows.join("; "))
}

/// A warning about each kernel that an object declares with launch facts, and that no object defines.
fn undefined_kernels(objects: &[&Object]) -> Vec<ReportedDiagnostic> {
    let all = || objects.iter().flat_map(|object| object.facts.functions.iter().map(move |stated| (object, stated)));
    let defined: HashSet<&[u8]> =
        all().filter(|(_, stated)| !stated.declared).map(|(_, stated)| stated.symbol.name()).collect();
    let undefined = all().filter(|(_, stated)| !defined.contains(stated.symbol.name()));
    let warnings = undefined.filter_map(|(object, stated)| {
        let text = format!("{}: {}", object.name, undefined_kernel(stated)?);
        Some(ReportedDiagnostic::new(Message::without_place(Severity::Warning, text)))
    });
    warnings.collect()
}

/// Checks that a kernel has the facts that a declaration of it states.
fn check_declarations(
    object: &Object,
    linked: &Snapshot,
    by_name: &HashMap<&[u8], &FunctionSnapshot>,
) -> Result<(), Fault> {
    for stated in object.facts.functions.iter().filter(|function| function.declared && function.is_kernel()) {
        let Some(found) = by_name.get(stated.symbol.name()) else { continue };
        let only = |function: &FunctionSnapshot| vec![FunctionSnapshot { declared: false, ..function.clone() }];
        let before = Snapshot { functions: only(stated), ..object.facts };
        let audit = Audit::compare(&before, &Snapshot { functions: only(found), ..*linked });
        let lost: Vec<String> =
            audit.lost().map(|(_, row)| format!("\n  '{}': {}", row.subject, row.verdict)).collect();
        if !lost.is_empty() {
            let text =
                format!("'{}' is declared with launch facts that the linked kernel does not have", stated.symbol);
            return Err(Kind::Verification.fault(format!("{}: {text}{}", object.name, lost.concat())));
        }
    }
    Ok(())
}

/// The least memory of a CTA that the linked cubin has: the largest of all kernels (measured: nvlink 13.5).
fn memory(objects: &[&Object]) -> Option<u32> {
    let kernels = objects.iter().flat_map(|object| &object.facts.functions);
    let kernels = kernels.filter(|kernel| kernel.is_kernel() && !kernel.declared);
    kernels.filter_map(|kernel| kernel.program_memory.or(kernel.facts.positive(Fact::MinPerCtaMemory))).max()
}

/// Checks that the linked cubin has the facts of each object, and no other kernel.
fn check(objects: &[&Object], linked: &[u8]) -> Result<(), Fault> {
    let linked =
        Cubin::read(linked).map_err(|error| Kind::Audit.fault(format!("the cubin cannot be read: {error}")))?;
    let linked = Snapshot::from(&linked);
    let by_name: HashMap<&[u8], &FunctionSnapshot> =
        linked.functions.iter().map(|function| (function.symbol.name(), function)).collect();
    let memory = memory(objects);
    let mut known = HashSet::new();
    for object in objects {
        check_declarations(object, &linked, &by_name)?;
        let defined = object.facts.functions.iter().filter(|function| !function.declared);
        let defined = defined.map(|function| FunctionSnapshot { program_memory: memory, ..function.clone() });
        let before = Snapshot { functions: defined.collect(), ..object.facts };
        let there = before.functions.iter().filter_map(|function| by_name.get(function.symbol.name()).copied());
        let after = Snapshot { functions: there.cloned().collect(), ..linked };
        audit::check_equal(&before, &after, "nvlink")?;
        known.extend(before.functions.iter().map(|function| function.symbol.name().to_vec()));
    }
    let others = linked.functions.iter().filter(|function| !known.contains(function.symbol.name()));
    let others = Snapshot { functions: others.cloned().collect(), ..linked };
    audit::check_equal(
        &Snapshot { stage: Stage::Ir, target: Target::default(), functions: Vec::new() },
        &others,
        "nvlink",
    )
}
