//! A snapshot of what the hand-off takes from the environment of the process.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// The variables, and the folders that are tried without any.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Environment {
    variables: BTreeMap<OsString, OsString>,
    /// The toolkits to try when no variable names one, in order. `/usr/local/cuda`, where NVIDIA's installer puts it.
    pub toolkits: Vec<PathBuf>,
}

impl Environment {
    /// The environment of this process, now.
    pub fn of_process() -> Self {
        let toolkits = vec![Path::new("/usr/local/cuda").to_owned()];
        Environment { variables: std::env::vars_os().collect(), toolkits }
    }

    /// A variable, if it is set; its value may be empty.
    pub fn get(&self, name: &str) -> Option<&OsStr> {
        self.variables.get(OsStr::new(name)).map(OsString::as_os_str)
    }

    /// A variable that names something: set, and not empty.
    pub(crate) fn named(&self, name: &str) -> Option<&OsStr> {
        self.get(name).filter(|value| !value.is_empty())
    }
}

/// These variables alone, and no toolkit.
impl<K: Into<OsString>, V: Into<OsString>> FromIterator<(K, V)> for Environment {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(variables: I) -> Self {
        let variables = variables.into_iter().map(|(name, value)| (name.into(), value.into())).collect();
        Environment { variables, toolkits: Vec::new() }
    }
}
