//! Where each output goes.

use std::collections::HashMap;
use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};

use crate::cli::{Cli, Emit};
use crate::exit::{Fault, Kind};

/// The name of standard input and output.
const STANDARD: &str = "-";

/// Where an output goes.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Place {
    /// To standard output.
    Standard,
    /// To this file.
    File(PathBuf),
}

/// The place of each output, in the order of the inputs.
///
/// # Errors
/// When two inputs, or an input and an output, would be the same file, or a single place is given for several outputs.
pub fn places(options: &Cli) -> Result<Vec<Place>, Fault> {
    let standard = options.inputs.iter().filter(|input| is_standard(input)).count();
    if standard > 1 {
        return Err(Kind::Usage.fault("standard input can be read once, but is given several times"));
    }
    let several = options.inputs.len() > 1;
    let mut places = Vec::new();
    let mut taken: HashMap<PathBuf, &Path> = HashMap::new();
    for input in &options.inputs {
        let place = match options.output.as_deref() {
            Some(output) if several && !output.is_dir() => {
                return Err(Kind::Usage
                    .fault(format!("--output={}: several inputs need a folder, which this is not", output.display())));
            }
            Some(output) if is_standard(output) => Place::Standard,
            Some(output) if output.is_dir() => Place::File(output.join(file_name(input, options.emit))),
            Some(output) if output.as_os_str().as_encoded_bytes().ends_with(b"/") => {
                return Err(Kind::Usage.fault(format!("--output={}: there is no such folder", output.display())));
            }
            Some(output) => Place::File(output.to_owned()),
            None if is_standard(input) => Place::Standard,
            None => Place::File(file_name(input, options.emit)),
        };
        if let Place::File(path) = &place {
            if path.exists() && is_same(path, input) {
                let text = format!("the output would replace the input '{}'; give --output", input.display());
                return Err(Kind::Usage.fault(text));
            }
            // Two names of one file, where it is there already, are one place.
            let file = path.canonicalize().unwrap_or_else(|_| path.clone());
            if let Some(other) = taken.insert(file, input) {
                let (one, two) = (other.display(), input.display());
                let text = format!("'{one}' and '{two}' would both be written to '{}'", path.display());
                return Err(Kind::Usage.fault(text));
            }
        }
        places.push(place);
    }
    if options.emit == Emit::Cubin && places.contains(&Place::Standard) && std::io::stdout().is_terminal() {
        return Err(Kind::Usage.fault("a cubin is not written to a terminal; give --output"));
    }
    Ok(places)
}

/// Whether standard input or output is meant.
pub fn is_standard(path: &Path) -> bool {
    path.as_os_str() == STANDARD
}

/// The input's name with the ending of what is made of it.
fn file_name(input: &Path, emit: Emit) -> PathBuf {
    let stem = if is_standard(input) { Path::new("stdin") } else { input };
    Path::new(stem.file_name().unwrap_or_default()).with_extension(emit.extension())
}

fn is_same(output: &Path, input: &Path) -> bool {
    match (output.canonicalize(), input.canonicalize()) {
        (Ok(output), Ok(input)) => output == input,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{Place, places};
    use crate::cli::Cli;
    use clap::Parser as _;
    use std::path::Path;

    fn placed(arguments: &[&str]) -> Result<Vec<Place>, String> {
        let options = Cli::try_parse_from([&["tileiras-cc"], arguments].concat()).map_err(|error| error.to_string())?;
        places(&options).map_err(|fault| fault.to_string())
    }

    #[test]
    fn names_follow_the_inputs() {
        let file = |name: &str| Place::File(Path::new(name).to_owned());
        assert_eq!(placed(&["a/k.ll", "m.b.mlir"]), Ok(vec![file("k.cubin"), file("m.b.cubin")]));
        assert_eq!(placed(&["a/k.ll", "--emit=ptx"]), Ok(vec![file("k.ptx")]));
        assert_eq!(placed(&["-", "--emit=ptx"]), Ok(vec![Place::Standard]));
        assert_eq!(placed(&["k.ll", "-o", "-", "--emit=llvm"]), Ok(vec![Place::Standard]));
        assert_eq!(placed(&["k.ll", "-o", "out.bin"]), Ok(vec![file("out.bin")]));
    }

    #[test]
    fn what_would_be_lost_is_refused() {
        assert!(placed(&["a/k.ll", "b/k.ll"]).is_err_and(|text| text.contains("both be written to 'k.cubin'")));
        assert!(placed(&["-", "-"]).is_err_and(|text| text.contains("read once")));
        assert!(placed(&["a.ll", "b.ll", "-o", "no-such-folder"]).is_err_and(|text| text.contains("need a folder")));
        assert!(placed(&["a.ll", "-o", "no-such/"]).is_err_and(|text| text.contains("no such folder")));
    }
}
