//! Determines where each output is written.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::io::IsTerminal as _;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Component, Path, PathBuf};

use crate::cli::Cli;
use crate::input::{Input, check_standard_input};
use crate::messages::fault::{Fault, Kind};
use crate::output::resolve;
use crate::path::is_standard_stream;
use tileiras_ptxas::reason;

/// Where an output is written.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum OutputLocation {
    /// Standard output.
    StandardOutput,
    /// A file.
    File(PathBuf),
}

/// The location of each output, in the order of the inputs; with `--link`, of the only one.
///
/// # Errors
/// If two outputs, or an output and any input or library, are the same file, if the links of an output form a cycle, or
/// if a single file is given for several outputs.
pub fn output_locations(options: &Cli) -> Result<Vec<OutputLocation>, Fault> {
    check_standard_input(&options.inputs)?;
    // With --link there is one output, which is named after the first input.
    let named = if options.link { &options.inputs[..options.inputs.len().min(1)] } else { &options.inputs };
    let several = named.len() > 1;
    // Every input and library, as an output may replace one that is read later.
    let read = options.inputs.iter().map(|input| ("input", input));
    let read = read.chain(options.link_bitcode.iter().chain(&options.libdevice).map(|library| ("library", library)));
    let read: HashMap<PathBuf, _> =
        read.filter_map(|(kind, file)| Some((source(file).canonicalize().ok()?, (kind, file)))).collect();
    if let Some(folder) = options.output.as_deref().filter(|output| is_folder(output) && !output.is_dir())
        && folder.components().any(|part| part == Component::ParentDir)
    {
        let text = format!("--output={}: a folder that is created cannot have '..' in its path", folder.display());
        return Err(Kind::Usage.fault(text));
    }
    let mut locations = Vec::new();
    let mut taken: HashMap<PathBuf, &Path> = HashMap::new();
    for input in named {
        let location = match options.output.as_deref() {
            Some(output) if several && !is_folder(output) => {
                let name = output.display();
                let text = format!("--output={name}: is not a folder, which several inputs need; '{name}/' makes one");
                return Err(Kind::Usage.fault(text));
            }
            Some(output) if is_standard_stream(output) => OutputLocation::StandardOutput,
            Some(output) if is_folder(output) => OutputLocation::File(output.join(file_name(input, options))),
            Some(output) => OutputLocation::File(output.to_owned()),
            None if is_standard_stream(input) => OutputLocation::StandardOutput,
            None => OutputLocation::File(file_name(input, options)),
        };
        if let OutputLocation::File(path) = &location {
            let file = resolve(path)
                .map_err(|error| Kind::Usage.fault(format!("cannot write '{}': {}", path.display(), reason(&error))))?;
            if let Some((kind, replaced)) = read.get(&file) {
                let text =
                    format!("the output would replace the {kind} '{}'; name another --output", replaced.display());
                return Err(Kind::Usage.fault(text));
            }
            if let Some(other) = taken.insert(file, input) {
                let (one, two) = (other.display(), input.display());
                let text = format!("'{one}' and '{two}' would both be written to '{}'", path.display());
                return Err(Kind::Usage.fault(text));
            }
        }
        locations.push(location);
    }
    if options.emit.is_assembled()
        && locations.contains(&OutputLocation::StandardOutput)
        && std::io::stdout().is_terminal()
    {
        return Err(Kind::Usage.fault("a binary file is not written to a terminal; give --output"));
    }
    Ok(locations)
}

/// Checks that no output replaces one of these files, each with what it is. `files` is called if there is something to
/// replace.
///
/// # Errors
/// If one does.
pub fn check_files<F: IntoIterator<Item = (&'static str, PathBuf)>>(
    locations: &[OutputLocation],
    files: impl FnOnce() -> F,
) -> Result<(), Fault> {
    let replaced = locations.iter().filter_map(|location| match location {
        OutputLocation::File(path) => Some((path.canonicalize().ok()?, path)),
        OutputLocation::StandardOutput => None,
    });
    let replaced: HashMap<PathBuf, &PathBuf> = replaced.collect();
    if replaced.is_empty() {
        return Ok(());
    }
    for (what, file) in files() {
        if let Some(output) = file.canonicalize().ok().and_then(|file| replaced.get(&file)) {
            let text = format!("the output '{}' would replace {what} '{}'", output.display(), file.display());
            return Err(Kind::Usage.fault(text));
        }
    }
    Ok(())
}

/// The files that `#nvvm.target`s in the texts of several inputs link, so that no output of one input replaces a file
/// that another one links. Bytecode and passes can name more, which are checked when their input is compiled.
pub fn linked_in_texts(options: &Cli) -> Vec<PathBuf> {
    let inputs: &[PathBuf] = if options.inputs.len() > 1 { &options.inputs } else { &[] };
    let files = inputs.iter().filter(|input| input.is_file());
    let texts = files.filter_map(|input| Input::read(input, options.max_input_size).ok());
    texts.flat_map(|text| linked_in(&text.content)).collect()
}

/// The strings of each list `link = ["a", "b"]`.
fn linked_in(text: &[u8]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for at in memchr::memmem::find_iter(text, b"link") {
        let rest = text[at + 4..].trim_ascii_start();
        let list = rest.strip_prefix(b"=").and_then(|rest| rest.trim_ascii_start().strip_prefix(b"["));
        let list = list.and_then(|list| list.split(|byte| *byte == b']').next()).unwrap_or_default();
        // Every other part is the content of a string.
        let names = list.split(|byte| *byte == b'"').skip(1).step_by(2);
        found.extend(names.map(|name| PathBuf::from(OsStr::from_bytes(name))));
    }
    found
}

/// Creates the folder of the outputs if its name ends in `/`.
///
/// # Errors
/// If it cannot be created.
pub fn create_folder(options: &Cli) -> Result<(), Fault> {
    let Some(folder) = options.output.as_deref().filter(|output| is_folder(output)) else { return Ok(()) };
    std::fs::create_dir_all(folder)
        .map_err(|error| Kind::Output.fault(format!("--output={}: {}", folder.display(), reason(&error))))
}

/// The file of an input: that of standard input, if it is one.
fn source(input: &Path) -> &Path {
    if is_standard_stream(input) { Path::new("/dev/stdin") } else { input }
}

/// Whether a path is a folder, or is one to create: its name ends in `/`.
fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.as_os_str().as_encoded_bytes().ends_with(b"/")
}

/// The name of the input, with the extension of the output.
fn file_name(input: &Path, options: &Cli) -> PathBuf {
    let stem = if is_standard_stream(input) { Path::new("stdin") } else { input };
    Path::new(stem.file_name().unwrap_or_default()).with_extension(options.extension())
}

#[cfg(test)]
mod tests {
    use super::{OutputLocation, linked_in, output_locations};
    use crate::cli::Cli;
    use clap::Parser as _;
    use std::path::Path;

    fn locations(arguments: &[&str]) -> Result<Vec<OutputLocation>, String> {
        let options = Cli::try_parse_from([&["tileiras-cc"], arguments].concat()).map_err(|error| error.to_string())?;
        output_locations(&options).map_err(|fault| fault.to_string())
    }

    #[test]
    fn outputs_are_named_after_their_inputs() {
        let file = |name: &str| OutputLocation::File(Path::new(name).to_owned());
        assert_eq!(locations(&["a/k.ll", "m.b.mlir"]), Ok(vec![file("k.cubin"), file("m.b.cubin")]));
        assert_eq!(locations(&["a/k.ll", "--emit=ptx"]), Ok(vec![file("k.ptx")]));
        assert_eq!(locations(&["-", "--emit=ptx"]), Ok(vec![OutputLocation::StandardOutput]));
        assert_eq!(locations(&["k.ll", "-o", "-", "--emit=llvm"]), Ok(vec![OutputLocation::StandardOutput]));
        assert_eq!(locations(&["k.ll", "-o", "out.bin"]), Ok(vec![file("out.bin")]));
        assert_eq!(locations(&["k.ll", "l.ll", "-o", "new/"]), Ok(vec![file("new/k.cubin"), file("new/l.cubin")]));
    }

    #[test]
    fn linked_files_are_found_in_texts() {
        let text = b"gpu.module @m [#nvvm.target<chip = \"sm_90\", link = [\"a.bc\", \"b c.bc\"]>, #nvvm.target<link=[ ]>] link";
        assert_eq!(linked_in(text), [Path::new("a.bc"), Path::new("b c.bc")]);
    }

    #[test]
    fn outputs_that_would_overwrite_a_file_are_rejected() {
        assert!(locations(&["a/k.ll", "b/k.ll"]).is_err_and(|text| text.contains("both be written to 'k.cubin'")));
        assert!(locations(&["a.ll", "-o", "none/../"]).is_err_and(|text| text.contains("'..'")));
        assert!(locations(&["-", "-"]).is_err_and(|text| text.contains("read once")));
        assert!(
            locations(&["a.ll", "b.ll", "-o", "no-such-folder"]).is_err_and(|text| text.contains("is not a folder"))
        );
    }
}
