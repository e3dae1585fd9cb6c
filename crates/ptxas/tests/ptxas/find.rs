//! Where `ptxas` is searched for, and the errors if it is not found.

#![expect(clippy::expect_used, reason = "a test")]

use std::path::{Path, PathBuf};

use tileiras_ptxas::{Environment, NotFound, Origin, Ptxas};
use tileiras_test_support::folder::Folder;

/// A folder with files that may be a `ptxas`.
struct Machine(Folder);

impl Machine {
    fn new(files: &[(&str, u32)]) -> Self {
        let folder = Folder::new();
        for (name, mode) in files {
            folder.file_of_mode(name, "", *mode);
        }
        Machine(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// An environment; each value is a list of names in the folder, joined as `PATH` is.
    fn environment(&self, variables: &[(&str, &[&str])]) -> Environment {
        let value = |names: &[&str]| std::env::join_paths(names.iter().map(|name| self.path(name))).expect("joined");
        variables.iter().map(|(name, names)| (*name, value(names))).collect()
    }
}

const EVERYWHERE: [(&str, u32); 7] = [
    ("flag", 0o755),
    ("named", 0o755),
    ("package/ptxas", 0o755),
    ("home/bin/ptxas", 0o755),
    ("cuda/bin/ptxas", 0o755),
    ("installed/bin/ptxas", 0o755),
    ("path/ptxas", 0o755),
];

#[test]
fn the_first_location_with_a_ptxas_is_used() {
    let machine = Machine::new(&EVERYWHERE);
    let variables: [(&str, &[&str]); 5] = [
        ("TILEIRAS_PTXAS", &["named"]),
        ("TILEIRAS_PYTHON_PTXAS", &["package/ptxas"]),
        ("CUDA_HOME", &["home"]),
        ("CUDA_PATH", &["cuda"]),
        ("PATH", &["no", "path"]),
    ];
    let origins = [
        ("named", Origin::Variable("TILEIRAS_PTXAS")),
        ("package/ptxas", Origin::PythonPackage),
        ("home/bin/ptxas", Origin::Variable("CUDA_HOME")),
        ("cuda/bin/ptxas", Origin::Variable("CUDA_PATH")),
    ];
    let all = machine.environment(&variables);
    let flag = Ptxas::find(Some(&machine.path("flag")), &all).expect("found");
    assert_eq!((flag.program, flag.origin), (machine.path("flag"), Origin::Flag));
    for (first, (name, origin)) in origins.into_iter().enumerate() {
        let found = Ptxas::find(None, &machine.environment(&variables[first..])).expect("found");
        assert_eq!((found.program, found.origin), (machine.path(name), origin));
    }
    let mut environment = machine.environment(&variables[4..]);
    let found = Ptxas::find(None, &environment).expect("found");
    assert_eq!((found.program, found.origin), (machine.path("path/ptxas"), Origin::Path));
    environment.toolkits = vec![machine.path("installed")];
    let found = Ptxas::find(None, &environment).expect("found");
    assert_eq!((found.program, found.origin), (machine.path("installed/bin/ptxas"), Origin::Toolkit));
}

#[test]
fn a_named_ptxas_that_cannot_be_used_is_an_error() {
    let machine = Machine::new(&[("path/ptxas", 0o755), ("plain", 0o644)]);
    let cases = [("missing", "no such file or directory"), ("plain", "is not executable"), ("path", "is not a file")];
    for (name, reason) in cases {
        let path = machine.path(name);
        let environment = machine.environment(&[("PATH", &["path"])]);
        let error = Ptxas::find(Some(&path), &environment).expect_err("refused");
        let text = format!("cannot use the ptxas that the command line names, '{}': {reason}", path.display());
        assert_eq!(error.to_string(), text);
        let environment = machine.environment(&[("PATH", &["path"]), ("TILEIRAS_PTXAS", &[name])]);
        let error = Ptxas::find(None, &environment).expect_err("refused");
        assert_eq!(error.to_string(), text.replace("the command line", "TILEIRAS_PTXAS"));
    }
}

#[test]
fn the_error_lists_all_locations_in_order_and_path_in_one_clause() {
    let machine = Machine::new(&[("home/bin/ptxas", 0o644), ("folder/ptxas/x", 0o644)]);
    let variables: [(&str, &[&str]); 3] =
        [("PATH", &["none", "folder"]), ("CUDA_HOME", &["home"]), ("TILEIRAS_PYTHON_PTXAS", &["package"])];
    let mut environment = machine.environment(&variables);
    environment.toolkits = vec![machine.path("installed")];
    let error = Ptxas::find(None, &environment).expect_err("there is none");
    let text = error.to_string().replace(&machine.0.path().display().to_string(), "");
    assert_eq!(
        text,
        "cannot find ptxas; looked at the command line and TILEIRAS_PTXAS (not given), \
         '/package' from the Python package (no such file or directory), \
         '/home/bin/ptxas' from CUDA_HOME (is not executable), \
         '/installed/bin/ptxas' from the toolkit folder (no such file or directory), \
         and the 2 folders of PATH, where '/folder/ptxas' is not a file"
    );
    let NotFound::Nowhere { candidates } = error else { panic!("{error}") };
    assert_eq!(candidates.len(), 5);
    let error = Ptxas::find(None, &Environment::from_iter([("PATH", "")])).expect_err("there is none");
    let text =
        "cannot find ptxas; looked at the command line and TILEIRAS_PTXAS (not given), and PATH, which has no folder";
    assert_eq!(error.to_string(), text);
}

#[test]
fn empty_variables_are_ignored() {
    let machine = Machine::new(&[("path/ptxas", 0o755)]);
    let path = format!("::{}", machine.path("path").display());
    let variables = [("TILEIRAS_PTXAS", ""), ("CUDA_HOME", ""), ("CUDA_PATH", ""), ("PATH", path.as_str())];
    let found = Ptxas::find(None, &Environment::from_iter(variables)).expect("found");
    assert_eq!(found.program, machine.path("path/ptxas"));
}

#[test]
fn a_name_without_a_folder_is_a_file_in_the_current_folder() {
    let environment = Environment::from_iter([("PATH", "/bin")]);
    let error = Ptxas::find(Some(Path::new("sh")), &environment).expect_err("there is no file 'sh' here");
    assert!(matches!(error, NotFound::Named { .. }), "{error}");
    let script = Path::new("tests/stand-ins/ptxas.sh");
    let found = Ptxas::find(Some(script), &environment).expect("found");
    assert!(found.program.is_absolute() && found.program.ends_with(script));
}
