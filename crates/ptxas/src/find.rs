//! Which `ptxas` is meant.
//!
//! Accepts a path from the command line and an [`Environment`]. Looks at the flag, `TILEIRAS_PTXAS`, `bin/ptxas` of the
//! toolkits (`CUDA_HOME`, `CUDA_PATH`, the installer's folder), and `PATH`, in this order; the first that is there is meant.
//! Guarantees an absolute path to a file that may be executed. Refuses a `ptxas` that is named, by the flag or its variable,
//! and cannot be executed: another one in its place would be a surprise. An empty variable names nothing, nor does an empty
//! entry of `PATH`.
//!
//! Leaves out on purpose: whether the file is a `ptxas`, and of which release, which running it tells.

use std::fmt::{self, Display, Formatter, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use crate::environment::Environment;

/// The variable that names a `ptxas`.
pub const VARIABLE: &str = "TILEIRAS_PTXAS";

/// The variables that name a toolkit, in order.
pub const TOOLKIT_VARIABLES: [&str; 2] = ["CUDA_HOME", "CUDA_PATH"];

/// A `ptxas` that can be started.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Ptxas {
    /// The file, absolute.
    pub program: PathBuf,
    /// What led to it.
    pub origin: Origin,
}

/// What led to a `ptxas`.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Origin {
    /// The command line.
    Flag,
    /// A variable of that name.
    Variable(&'static str),
    /// A folder where toolkits are installed.
    Toolkit,
    /// `PATH`.
    Path,
}

impl Display for Origin {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Origin::Flag => "the command line",
            Origin::Variable(name) => name,
            Origin::Toolkit => "the toolkit folder",
            Origin::Path => "PATH",
        })
    }
}

/// Why a file cannot be started.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum Unusable {
    /// It cannot be looked at, mostly because it is not there.
    #[error("{0}")]
    Absent(String),
    /// It is a folder or a device.
    #[error("is not a file")]
    NotAFile,
    /// Nobody may execute it.
    #[error("is not executable")]
    NotExecutable,
}

/// No `ptxas`.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum NotFound {
    /// The one that is named cannot be started.
    #[error("cannot use the ptxas that {origin} names, '{}': {reason}", path.display())]
    Named {
        /// What names it.
        origin: Origin,
        /// The path as it is named.
        path: PathBuf,
        /// Why.
        reason: Unusable,
    },
    /// There is none in any of the usual places.
    #[error("cannot find ptxas; looked at{}", looked_at(places))]
    Nowhere {
        /// Where it could have been, in the order of looking.
        places: Vec<(Origin, PathBuf, Unusable)>,
    },
}

/// Each place by itself, but for `PATH`, of whose folders only those are named that hold something of that name.
fn looked_at(places: &[(Origin, PathBuf, Unusable)]) -> String {
    let mut text = format!(" the command line and {VARIABLE} (not given)");
    let (path, others): (Vec<_>, Vec<_>) = places.iter().partition(|(origin, ..)| *origin == Origin::Path);
    for (origin, path, reason) in others {
        // Writing to a string does not fail, here and below.
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
    /// The `ptxas` that is meant. `flag` is what the command line names.
    ///
    /// # Errors
    /// [`NotFound`] if the one that is named cannot be started, or if there is none anywhere.
    pub fn find(flag: Option<&Path>, environment: &Environment) -> Result<Ptxas, NotFound> {
        let variable = environment.named(VARIABLE).map(|path| (Origin::Variable(VARIABLE), Path::new(path)));
        if let Some((origin, path)) = flag.map(|path| (Origin::Flag, path)).or(variable) {
            let named = |reason| NotFound::Named { origin, path: path.to_owned(), reason };
            return usable(path).map(|program| Ptxas { program, origin }).map_err(named);
        }
        let mut places = Vec::new();
        for (origin, path) in candidates(environment) {
            match usable(&path) {
                Ok(program) => {
                    tracing::debug!(program = %program.display(), %origin, "found ptxas");
                    return Ok(Ptxas { program, origin });
                }
                Err(reason) => places.push((origin, path, reason)),
            }
        }
        Err(NotFound::Nowhere { places })
    }
}

/// The usual places, in order.
fn candidates(environment: &Environment) -> impl Iterator<Item = (Origin, PathBuf)> {
    let named = TOOLKIT_VARIABLES
        .into_iter()
        .filter_map(|name| Some((Origin::Variable(name), PathBuf::from(environment.named(name)?))));
    let installed = environment.toolkits.iter().map(|folder| (Origin::Toolkit, folder.clone()));
    let toolkits = named.chain(installed).map(|(origin, folder)| (origin, folder.join("bin").join("ptxas")));
    let path = environment.named("PATH").into_iter().flat_map(std::env::split_paths);
    let path = path.filter(|folder| !folder.as_os_str().is_empty());
    toolkits.chain(path.map(|folder| (Origin::Path, folder.join("ptxas"))))
}

/// The path made absolute, if it names a file that may be executed.
fn usable(path: &Path) -> Result<PathBuf, Unusable> {
    let absent = |error: std::io::Error| Unusable::Absent(reason(&error));
    let metadata = path.metadata().map_err(absent)?;
    if !metadata.is_file() {
        return Err(Unusable::NotAFile);
    }
    if metadata.permissions().mode() & 0o111 == 0 {
        return Err(Unusable::NotExecutable);
    }
    std::path::absolute(path).map_err(absent)
}

/// What the system says, in lower case and without its number.
pub fn reason(error: &std::io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or(&text);
    let mut letters = text.chars();
    letters.next().map(|first| first.to_lowercase().chain(letters).collect()).unwrap_or_default()
}
