//! Libraries: LLVM IR that is linked into the device code.
//!
//! A library is a file of `--link-bitcode` or of the list `link` of an `#nvvm.target`. Guarantees that its kernels
//! stay, with their launch facts; that no two strong definitions of one symbol are merged, and no two kernels unless
//! both are weak; and that a function has the facts that a declaration of it states. A weak definition of the input
//! wins over that of a library, as with clang's `-mlink-builtin-bitcode`. Everything else in a library becomes
//! internal, and is linked only if it is used. Leaves out on purpose: libdevice ([`crate::compile::libdevice`]), and
//! reading the facts of a library ([`crate::compile`]).

use std::collections::{HashMap, HashSet};
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

use melior::Context;
use melior::ir::Location;
use tileiras_contract::audit::{Audit, FunctionSnapshot, Snapshot, Stage};
use tileiras_contract::{Fact, StatedFact, Symbol};
use tileiras_mlir::Diagnostic;
use tileiras_mlir::layout::DataLayout;
use tileiras_mlir::link::{LLVMSymbol, LinkMode};
use tileiras_mlir::llvm::LLVMModule;
use tileiras_mlir::symbol::Linkage;
use tileiras_ptx::Kernel;
use tileiras_target::Target;
use tileiras_translate::import;
use tracing::info;

use crate::cli::{Cli, Emit};
use crate::compile::audit;
use crate::input::{Format, Input, Limit};
use crate::messages::fault::{Fault, Kind};
use crate::path::is_standard_stream;
use crate::worker::enter;

/// The files of `--link-bitcode`.
///
/// # Errors
/// If one cannot be read, or if nothing is linked with `--emit`.
pub fn read_named(options: &Cli) -> Result<Vec<Input>, Fault> {
    let Cli { link_bitcode, emit, max_input_size, .. } = options;
    if let (Emit::Mlir, Some(file)) = (emit, link_bitcode.first()) {
        let text = format!("--link-bitcode={}: nothing is linked into MLIR; use --emit=llvm", file.display());
        return Err(Kind::Usage.of_command(text));
    }
    read_files(link_bitcode, *max_input_size)
}

/// Reads the files of `--link-bitcode`, each once.
///
/// # Errors
/// If one cannot be read.
pub fn read_files(files: &[PathBuf], limit: Limit) -> Result<Vec<Input>, Fault> {
    if files.iter().any(|file| is_standard_stream(file)) {
        return Err(Kind::Usage.of_command("--link-bitcode=-: standard input cannot be linked"));
    }
    let mut known = HashSet::new();
    let files = files.iter().filter(|file| known.insert(identity(file)));
    files.map(|file| read(file, limit).map_err(|fault| Fault { of_command: true, ..fault })).collect()
}

/// The files that an `#nvvm.target` names, without those that are in `known`.
///
/// # Errors
/// If one cannot be read.
pub fn read_linked<'i>(
    names: &[&[u8]],
    known: impl IntoIterator<Item = &'i Input>,
    limit: Limit,
) -> Result<Vec<Input>, Fault> {
    let mut known: HashSet<PathBuf> = known.into_iter().map(|file| identity(&file.path)).collect();
    let files = names.iter().map(|name| Path::new(OsStr::from_bytes(name)));
    if files.clone().any(is_standard_stream) {
        return Err(Kind::Input.fault("#nvvm.target: link = \"-\": standard input cannot be linked"));
    }
    files.filter(|file| known.insert(identity(file))).map(|file| read(file, limit).map_err(Fault::in_words)).collect()
}

/// A path that is equal for two paths of one file.
fn identity(file: &Path) -> PathBuf {
    file.canonicalize().unwrap_or_else(|_| file.to_owned())
}

fn read(file: &Path, limit: Limit) -> Result<Input, Fault> {
    let input = Input::read(file, limit)?;
    match input.format {
        Format::Llvm => Ok(input),
        format => Err(Kind::Input.fault(format!("{}: must be LLVM IR to be linked, and is {format}", input.name))),
    }
}

/// Code that was translated to LLVM IR, with its facts.
pub struct Code<'c> {
    /// The name of its file.
    pub name: String,
    /// The code.
    pub module: LLVMModule<'c>,
    /// Its facts.
    pub facts: Snapshot,
    /// The launch directives of its kernels; none if no PTX is made.
    pub kernels: Vec<Kernel>,
    /// Where it declares kernels that it does not define.
    pub declared: HashMap<Vec<u8>, Location<'c>>,
}

/// Links libraries into `input`. The result has the facts of all.
///
/// # Errors
/// If a symbol is defined twice, a fact would be lost, or LLVM's linker fails.
pub fn link<'c>(
    input: Code<'c>,
    libraries: Vec<Code<'c>>,
    (context, options): (&Context, &Cli),
) -> Result<Code<'c>, Fault> {
    let mut files = vec![input];
    files.extend(libraries);
    // With `--link`, another object can define them.
    if !options.link {
        warn_of_undefined(&files, context);
    }
    if files.len() == 1
        && let Some(only) = files.pop()
    {
        return Ok(only);
    }
    check_pointers(&files)?;
    let tables: Vec<Vec<LLVMSymbol>> = files.iter().map(|file| file.module.symbols("")).collect();
    let definitions = definitions(&files, &tables)?;
    let (facts, kernels) = facts_of_all(&mut files, &definitions)?;
    let (name, module) = link_modules(files)?;
    check_linked(Code { name, module, facts, kernels, declared: HashMap::new() })
}

/// Warns of the kernels that a file declares with launch facts, and that no file defines: the facts have no effect.
fn warn_of_undefined(files: &[Code<'_>], context: &Context) {
    let declared = |file: &Code<'_>| file.facts.functions.iter().any(|stated| undefined_kernel(stated).is_some());
    if !files.iter().any(declared) {
        return;
    }
    let symbols = files.iter().flat_map(|file| file.module.symbols(""));
    let defined: HashSet<Vec<u8>> = symbols.filter(|symbol| symbol.is_defined).map(|symbol| symbol.name).collect();
    for file in files {
        let undefined = file.facts.functions.iter().filter(|stated| !defined.contains(stated.symbol.name()));
        for stated in undefined {
            let Some(text) = undefined_kernel(stated) else { continue };
            let location = file.declared.get(stated.symbol.name()).copied();
            let _ =
                Diagnostic::warning(location.unwrap_or_else(|| Location::new(context, &file.name, 0, 0)), text).emit();
        }
    }
}

/// The text of a warning about a kernel that is declared with launch facts, if it is defined nowhere. That it is a
/// kernel is no loss: the code can refer to a kernel of another file.
pub fn undefined_kernel(stated: &FunctionSnapshot) -> Option<String> {
    let facts = stated.facts.iter().filter(|(fact, _)| *fact != Fact::Kernel).map(|(fact, _)| format!("'{fact}'"));
    let facts: Vec<String> = facts.collect();
    let (symbol, facts) = (&stated.symbol, facts.join(", "));
    (stated.declared && stated.is_kernel() && !facts.is_empty()).then(|| {
        format!("kernel '{symbol}' is declared with {facts}, which has no effect: nothing that is linked defines it")
    })
}

/// Rejects a library in which pointers to shared memory have another size.
fn check_pointers(files: &[Code<'_>]) -> Result<(), Fault> {
    let bits = |file: &Code<'_>| match DataLayout::read(&file.module.data_layout()) {
        Some(layout) if layout.has_short_pointers() => 32,
        _ => 64,
    };
    let expected = bits(&files[0]);
    match files.iter().find(|file| bits(file) != expected) {
        None => Ok(()),
        Some(library) => Err(Kind::Input.fault(format!(
            "{}: pointers to shared memory have {} bits, and {expected} bits in '{}'",
            library.name,
            bits(library),
            files[0].name
        ))),
    }
}

/// A definition: the number of its file, and its symbol.
type Definition<'s> = (usize, &'s LLVMSymbol);

/// The definition of each symbol, by its name. Of several, it is the first.
fn definitions<'s>(
    files: &[Code<'_>],
    tables: &'s [Vec<LLVMSymbol>],
) -> Result<HashMap<Vec<u8>, Definition<'s>>, Fault> {
    let mut found: HashMap<Vec<u8>, Definition<'s>> = HashMap::new();
    for (number, table) in tables.iter().enumerate() {
        // LLVM's linker renames a local symbol if another file has its name. A kernel must not be renamed.
        let is_visible = |symbol: &&LLVMSymbol| symbol.linkage != Linkage::Local || symbol.is_kernel;
        for symbol in table.iter().filter(|symbol| symbol.is_defined).filter(is_visible) {
            // LLVM concatenates these.
            if symbol.name.starts_with(b"llvm.") {
                continue;
            }
            let name = Symbol::new(symbol.name.as_slice());
            let Some(&(first, other)) = found.get(&symbol.name) else {
                found.insert(symbol.name.clone(), (number, symbol));
                continue;
            };
            let (one, two) = (&files[first], &files[number]);
            let are_weak = [symbol, other].map(|symbol| symbol.linkage == Linkage::Weak);
            let is_kernel = symbol.is_kernel || other.is_kernel;
            if are_weak == [false, false] || is_kernel && are_weak != [true, true] {
                let text = format!("'{name}' is defined in '{}' and in '{}'", one.name, two.name);
                return Err(Kind::Input.fault(text));
            }
            if is_kernel {
                let [before, after] = [one, two].map(|file| facts_of(file, &name));
                let rows = differences(&before, &after, true);
                if !rows.is_empty() {
                    return Err(differ(&name, &one.name, "is defined with other launch facts in", &two.name, &rows));
                }
            }
        }
    }
    Ok(found)
}

/// What a file states about a function.
fn facts_of(file: &Code<'_>, symbol: &Symbol) -> FunctionSnapshot {
    let stated = file.facts.functions.iter().find(|function| function.symbol.name() == symbol.name());
    stated.cloned().unwrap_or_else(|| FunctionSnapshot::new(symbol.clone()))
}

/// The facts of all files, and the directives of all kernels. Those of a definition that is not linked are left out.
fn facts_of_all(
    files: &mut [Code<'_>],
    definitions: &HashMap<Vec<u8>, Definition<'_>>,
) -> Result<(Snapshot, Vec<Kernel>), Fault> {
    let is_linked = |name: &[u8], number: usize| definitions.get(name).is_none_or(|(file, _)| *file == number);
    for (number, file) in files.iter().enumerate() {
        for stated in file.facts.functions.iter().filter(|stated| !is_linked(stated.symbol.name(), number)) {
            let Some((definer, _)) = definitions.get(stated.symbol.name()) else { continue };
            let definer = &files[*definer];
            let rows = differences(stated, &facts_of(definer, &stated.symbol), false);
            // Launch facts have no effect on a second definition that is no kernel.
            if (stated.declared || stated.is_kernel()) && !rows.is_empty() {
                let text = "is declared with launch facts that it does not have in";
                return Err(differ(&stated.symbol, &file.name, text, &definer.name, &rows));
            }
        }
    }
    let mut facts = Snapshot { functions: Vec::new(), ..files[0].facts.clone() };
    let mut kernels = Vec::new();
    for (number, file) in files.iter_mut().enumerate() {
        let stated = std::mem::take(&mut file.facts.functions);
        facts.functions.extend(stated.into_iter().filter(|stated| is_linked(stated.symbol.name(), number)));
        let own = std::mem::take(&mut file.kernels);
        kernels.extend(own.into_iter().filter(|kernel| is_linked(kernel.name.as_bytes(), number)));
    }
    Ok((facts, kernels))
}

/// The facts of `stated` that `found` lacks, one on a line. With `both`, also those that `stated` lacks.
fn differences(stated: &FunctionSnapshot, found: &FunctionSnapshot, both: bool) -> String {
    // An audit ignores other facts of functions that are declared or are no kernels.
    let kernel = |function: &FunctionSnapshot| {
        let mut function = FunctionSnapshot { declared: false, ..function.clone() };
        function.facts.insert(StatedFact::Kernel);
        Snapshot { stage: Stage::Ir, target: Target::default(), functions: vec![function] }
    };
    let mut text = String::new();
    if stated.is_kernel() && !found.is_kernel() {
        let _ = write!(text, "\n  '{}': expected set, found nothing", Fact::Kernel);
    }
    let audit = Audit::compare(&kernel(stated), &kernel(found));
    for (_, row) in audit.lost().chain(audit.invented().filter(|_| both)) {
        // Writing to a string cannot fail.
        let _ = write!(text, "\n  '{}': {}", row.subject, row.verdict);
    }
    text
}

fn differ(name: &Symbol, one: &str, text: &str, two: &str, rows: &str) -> Fault {
    Kind::Verification.fault(format!("'{name}' of '{one}' {text} '{two}'{rows}"))
}

/// Links the libraries, which may use each other, and then what is needed of them.
fn link_modules<'c>(files: Vec<Code<'c>>) -> Result<(String, LLVMModule<'c>), Fault> {
    let fail = |name: &str, errors: Vec<String>| Kind::Backend.fault(format!("{name}: {}", errors.join("\n")));
    let mut files = files.into_iter();
    let (Some(input), Some(library)) = (files.next(), files.next()) else {
        return Err(Kind::Internal.fault("there is nothing to link"));
    };
    let (mut all, mut names) = (library.module, library.name);
    info!(step = "link", library = names, "running");
    enter("link", Kind::Backend);
    for mut other in files {
        info!(step = "link", library = other.name, "running");
        all = import::link(all, &mut other.module, &other.name, LinkMode::All)
            .map_err(|errors| fail(&other.name, errors))?;
        let _ = write!(names, ", {}", other.name);
    }
    let module =
        import::link(input.module, &mut all, &names, LinkMode::Needed).map_err(|errors| fail(&names, errors))?;
    Ok((input.name, module))
}

/// Checks that every kernel was linked under its name, with its facts.
fn check_linked(mut code: Code<'_>) -> Result<Code<'_>, Fault> {
    let symbols: HashMap<Vec<u8>, bool> =
        code.module.symbols("").into_iter().map(|symbol| (symbol.name, symbol.is_kernel)).collect();
    for kernel in code.facts.functions.iter().filter(|function| function.is_kernel() && !function.declared) {
        if symbols.get(kernel.symbol.name()) != Some(&true) {
            return Err(Kind::Audit.fault(format!("the step 'link' lost the kernel '{}'", kernel.symbol)));
        }
    }
    // A function that is not used was not linked.
    code.facts.functions.retain(|function| symbols.contains_key(function.symbol.name()));
    audit::check_llvm(&code.facts, &code.module, "link")?;
    Ok(code)
}
