//! A snapshot of the environment of the process, as far as this crate uses it.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs::Metadata;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

/// The environment variables, and the default folders of CUDA toolkits.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Environment {
    variables: BTreeMap<OsString, OsString>,
    /// The toolkit folders to search after those that variables name, in order. NVIDIA's installer uses
    /// `/usr/local/cuda`.
    pub toolkits: Vec<PathBuf>,
    /// The device and the number of the file of this process, which is no `ptxas`, whatever it is called.
    own: Option<[u64; 2]>,
}

impl Environment {
    /// The present environment of this process.
    pub fn of_process() -> Self {
        let toolkits = vec![Path::new("/usr/local/cuda").to_owned()];
        let own = std::env::current_exe().ok().and_then(|program| Some(identity(&program.metadata().ok()?)));
        Environment { variables: std::env::vars_os().collect(), toolkits, own }
    }

    /// Whether a file is the program of this process.
    pub fn is_own(&self, file: &Metadata) -> bool {
        self.own.is_some_and(|own| own == identity(file))
    }

    /// The value of a variable, which may be empty; `None` if it is not set.
    pub fn get(&self, name: &str) -> Option<&OsStr> {
        self.variables.get(OsStr::new(name)).map(OsString::as_os_str)
    }

    /// The value of a variable; `None` if it is not set or empty.
    pub fn non_empty(&self, name: &str) -> Option<&OsStr> {
        self.get(name).filter(|value| !value.is_empty())
    }
}

/// What two paths of one file have in common.
fn identity(file: &Metadata) -> [u64; 2] {
    [file.dev(), file.ino()]
}

/// An environment with these variables and no toolkit folders.
impl<K: Into<OsString>, V: Into<OsString>> FromIterator<(K, V)> for Environment {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(variables: I) -> Self {
        let variables = variables.into_iter().map(|(name, value)| (name.into(), value.into())).collect();
        Environment { variables, toolkits: Vec::new(), own: None }
    }
}
