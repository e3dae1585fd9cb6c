//! Finds `ptxas`, and the programs of the toolkit that belong to it.
//!
//! Accepts a path from the command line and an [`Environment`]. Searches these, in this order, and takes the first that
//! exists: the path from the command line, the variable `TILEIRAS_PTXAS`, the `ptxas` that is installed with the Python
//! package (`TILEIRAS_PYTHON_PTXAS`), `bin/ptxas` in the toolkits of `CUDA_HOME`, `CUDA_PATH` and the installer, and
//! the folders of `PATH`. Empty variables and empty entries of `PATH` are ignored.
//!
//! [`Ptxas::companion`] searches `nvlink` and `fatbinary` in the folder of `ptxas` (links are followed), in the
//! toolkits and in `PATH`.
//!
//! Guarantees an absolute path to a file with execute permission that is not the program of this process, which can be
//! installed as `ptxas`. Refuses a path from the command line or from
//! `TILEIRAS_PTXAS` that is not executable: it does not search further, as the user asked for that file.
//!
//! Leaves out on purpose: whether the file is a `ptxas`, and its release. Both are known only after a run.

use std::fmt::{self, Display, Formatter, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use crate::environment::Environment;

/// The variable with the path of `ptxas`.
pub const VARIABLE: &str = "TILEIRAS_PTXAS";

/// The variable with the `ptxas` that is installed with the Python package. The package sets it for the tools that it
/// starts.
pub const PYTHON_VARIABLE: &str = "TILEIRAS_PYTHON_PTXAS";

/// The variables with the folder of a CUDA toolkit, in search order.
pub const TOOLKIT_VARIABLES: [&str; 2] = ["CUDA_HOME", "CUDA_PATH"];

/// An executable `ptxas`.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Ptxas {
    /// The absolute path.
    pub program: PathBuf,
    /// Where the path comes from.
    pub origin: Origin,
}

/// Where the path of a `ptxas` comes from.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Origin {
    /// The command line.
    Flag,
    /// The environment variable of this name.
    Variable(&'static str),
    /// The Python package.
    PythonPackage,
    /// A default folder of CUDA toolkits.
    Toolkit,
    /// `PATH`.
    Path,
}

impl Display for Origin {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Origin::Flag => "the command line",
            Origin::Variable(name) => name,
            Origin::PythonPackage => "the Python package",
            Origin::Toolkit => "the toolkit folder",
            Origin::Path => "PATH",
        })
    }
}

/// Why a file cannot be executed.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum Unusable {
    /// Its metadata cannot be read, usually because it does not exist.
    #[error("{0}")]
    Absent(String),
    /// It is a folder or a device.
    #[error("is not a file")]
    NotAFile,
    /// It has no execute permission.
    #[error("is not executable")]
    NotExecutable,
    /// It is the program of this process, which stands in for `ptxas`.
    #[error("is this program")]
    Itself,
}

/// Why a program was not found.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum NotFound {
    /// The `ptxas` that the user named cannot be executed.
    #[error("cannot use the ptxas that {origin} names, '{}': {reason}", path.display())]
    Named {
        /// Where the path comes from.
        origin: Origin,
        /// The path as the user wrote it.
        path: PathBuf,
        /// Why it cannot be executed.
        reason: Unusable,
    },
    /// No searched path has an executable file.
    #[error("cannot find ptxas; looked at{}", looked_at(candidates))]
    Nowhere {
        /// The searched paths, in order.
        candidates: Vec<(Origin, PathBuf, Unusable)>,
    },
    /// A program that belongs to `ptxas` was not found.
    #[error("cannot find {name}; it is not in '{}', in a toolkit or in PATH", folder.display())]
    Companion {
        /// The program.
        name: &'static str,
        /// The folder of `ptxas`.
        folder: PathBuf,
    },
}

/// Lists the searched paths. Of the folders of `PATH`, lists only those that have an entry `ptxas`.
fn looked_at(candidates: &[(Origin, PathBuf, Unusable)]) -> String {
    let mut text = format!(" the command line and {VARIABLE} (not given)");
    let (path, others): (Vec<_>, Vec<_>) = candidates.iter().partition(|(origin, ..)| *origin == Origin::Path);
    for (origin, path, reason) in others {
        // Writing to a string cannot fail, here and below.
        let _ = write!(text, ", '{}' from {origin} ({reason})", path.display());
    }
    let _ = match path.len() {
        0 => write!(text, ", and PATH, which has no folder"),
        1 => write!(text, ", and the 1 folder of PATH"),
        count => write!(text, ", and the {count} folders of PATH"),
    };
    for (_, path, reason) in path {
        if !matches!(reason, Unusable::Absent(_)) {
            let _ = write!(text, ", where '{}' {reason}", path.display());
        }
    }
    text
}

impl Ptxas {
    /// Finds `ptxas`. `flag` is the path from the command line.
    ///
    /// # Errors
    /// [`NotFound`] if the path that the user named cannot be executed, or if none is found.
    pub fn find(flag: Option<&Path>, environment: &Environment) -> Result<Ptxas, NotFound> {
        let variable = environment.non_empty(VARIABLE).map(|path| (Origin::Variable(VARIABLE), Path::new(path)));
        if let Some((origin, path)) = flag.map(|path| (Origin::Flag, path)).or(variable) {
            let named = |reason| NotFound::Named { origin, path: path.to_owned(), reason };
            return usable(path, environment).map(|program| Ptxas { program, origin }).map_err(named);
        }
        let package = environment.non_empty(PYTHON_VARIABLE).map(|path| (Origin::PythonPackage, PathBuf::from(path)));
        let mut searched = Vec::new();
        for (origin, path) in package.into_iter().chain(candidates("ptxas", environment)) {
            match usable(&path, environment) {
                Ok(program) => {
                    tracing::debug!(program = %program.display(), %origin, "found ptxas");
                    return Ok(Ptxas { program, origin });
                }
                Err(reason) => searched.push((origin, path, reason)),
            }
        }
        Err(NotFound::Nowhere { candidates: searched })
    }

    /// Finds another program of the toolkit, such as `nvlink`.
    ///
    /// # Errors
    /// [`NotFound::Companion`].
    pub fn companion(&self, name: &'static str, environment: &Environment) -> Result<PathBuf, NotFound> {
        // A link to `ptxas`, as in a folder of `PATH`, is followed to its toolkit.
        let program = self.program.canonicalize().unwrap_or_else(|_| self.program.clone());
        let folder = program.parent().unwrap_or(Path::new("/")).to_owned();
        let beside = usable(&folder.join(name), environment).ok();
        let elsewhere = || candidates(name, environment).find_map(|(_, path)| usable(&path, environment).ok());
        beside.or_else(elsewhere).ok_or(NotFound::Companion { name, folder })
    }
}

/// The paths to search for a program of a CUDA toolkit, in order.
fn candidates<'a>(name: &'a str, environment: &'a Environment) -> impl Iterator<Item = (Origin, PathBuf)> + use<'a> {
    let toolkits = toolkits(environment).map(move |(origin, folder)| (origin, folder.join("bin").join(name)));
    let path = environment.non_empty("PATH").into_iter().flat_map(std::env::split_paths);
    let path = path.filter(|folder| !folder.as_os_str().is_empty());
    toolkits.chain(path.map(move |folder| (Origin::Path, folder.join(name))))
}

/// The folders of CUDA toolkits, in search order.
pub fn toolkits(environment: &Environment) -> impl Iterator<Item = (Origin, PathBuf)> {
    let named = TOOLKIT_VARIABLES
        .into_iter()
        .filter_map(|name| Some((Origin::Variable(name), PathBuf::from(environment.non_empty(name)?))));
    let installed = environment.toolkits.iter().map(|folder| (Origin::Toolkit, folder.clone()));
    named.chain(installed)
}

/// The absolute path of an executable file.
fn usable(path: &Path, environment: &Environment) -> Result<PathBuf, Unusable> {
    let absent = |error: std::io::Error| Unusable::Absent(reason(&error));
    let metadata = path.metadata().map_err(absent)?;
    if !metadata.is_file() {
        return Err(Unusable::NotAFile);
    }
    if metadata.permissions().mode() & 0o111 == 0 {
        return Err(Unusable::NotExecutable);
    }
    if environment.is_own(&metadata) {
        return Err(Unusable::Itself);
    }
    std::path::absolute(path).map_err(absent)
}

/// The message of an I/O error in the style of LLVM's diagnostics: starting in lower case, without the error number.
pub fn reason(error: &std::io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or(&text);
    let mut letters = text.chars();
    letters.next().map(|first| first.to_lowercase().chain(letters).collect()).unwrap_or_default()
}
