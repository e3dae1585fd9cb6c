//! Helpers for the tests of this crate: the real `ptxas`, a script that replaces it, a temporary folder, and PTX modules.

#![expect(dead_code, reason = "no test uses all of it")]

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;
use tileiras_cubin::Cubin;
use tileiras_ptxas::{Environment, Invocation, Ptxas};
use tileiras_target::Chip;

/// The `ptxas` that the project pins.
pub fn real() -> Ptxas {
    Ptxas::find(None, &pinned()).unwrap_or_else(|error| panic!("{error}; run 'make install'"))
}

/// An environment with the pinned `ptxas` only.
pub fn pinned() -> Environment {
    let path =
        std::env::var_os("TILEIRAS_PTXAS").expect("TILEIRAS_PTXAS is set by .cargo/config.toml; run 'make install'");
    Environment::from_iter([("TILEIRAS_PTXAS", path)])
}

/// The program of that name in the folder of the pinned `ptxas`.
pub fn beside(name: &str) -> PathBuf {
    let path = real().program.with_file_name(name);
    assert!(path.exists(), "{} is missing; run 'make install'", path.display());
    path
}

/// A script that replaces `ptxas`. Its argument `--do` selects its behaviour.
pub fn stand_in() -> Ptxas {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/stand-ins/ptxas.sh");
    Ptxas::find(Some(&path), &Environment::from_iter([("", ""); 0])).expect("the stand-in is executable")
}

pub fn chip(name: &str) -> Chip {
    Chip::parse(name).expect("a known chip")
}

/// A folder for temporary files that must be empty when it is dropped.
pub struct Scratch(TempDir);

impl Scratch {
    pub fn new() -> Self {
        Scratch(TempDir::new().expect("a folder"))
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// An environment with this folder for temporary files, and these variables.
    pub fn environment(&self, variables: &[(&str, &str)]) -> Environment {
        let variables = variables.iter().map(|(name, value)| (OsString::from(name), OsString::from(value)));
        variables.chain([("TMPDIR".into(), self.path().into())]).collect()
    }

    pub fn run(&self, ptxas: &Ptxas, chip_name: &str) -> Invocation {
        Invocation::new(ptxas, chip(chip_name), &self.environment(&[]))
    }

    /// The names of the remaining files.
    pub fn left(&self) -> Vec<OsString> {
        fs::read_dir(self.path()).expect("the folder").map(|entry| entry.expect("an entry").file_name()).collect()
    }
}

/// Fails if a temporary file is left, unless the test has failed already.
impl Drop for Scratch {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            assert_eq!(self.left(), [""; 0], "temporary files are left");
        }
    }
}

/// A module of one kernel for each header, named `k0`, `k1`, ...
pub fn module(chip_name: &str, version: &str, headers: &[String]) -> String {
    let mut text = format!(".version {version}\n.target {chip_name}\n.address_size 64\n");
    for (place, header) in headers.iter().enumerate() {
        text += &format!(".visible .entry k{place}(.param .u64 p, .param .u32 q)\n{header}\n{{ ret; }}\n");
    }
    text
}

/// Runs the real `ptxas` on a module that it accepts.
pub fn assemble(chip_name: &str, ptx: &str, arguments: &[&str]) -> Vec<u8> {
    let scratch = Scratch::new();
    let invocation = scratch.run(&real(), chip_name).arguments(arguments.iter().copied());
    match invocation.assemble("test", ptx.as_bytes()) {
        Ok(assembled) => assembled.cubin,
        Err(error) => panic!("{error}: {error:?}"),
    }
}

pub fn read(cubin: &[u8]) -> Cubin {
    Cubin::read(cubin).unwrap_or_else(|error| panic!("{error}"))
}

/// The output of `cuobjdump -elf` for a cubin.
pub fn cuobjdump(cubin: &[u8]) -> String {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("x.cubin");
    fs::write(&path, cubin).expect("written");
    let output = Command::new(beside("cuobjdump")).arg("-elf").arg(&path).output().expect("cuobjdump runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}
