//! Good inputs with what is made of them, files to change, and changes of bytes.

use crate::common::{CC, OPT};
use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, id};
use std::sync::{Mutex, OnceLock};
use tileiras_test_support::rng::Rng;
use tileiras_test_support::tree::{example, find};
use tileiras_test_support::{generator, llvm, ptxas};

/// Inputs that compile for [`CHIP`].
pub const GOOD: [&str; 5] = ["saxpy.ll", "gemm_cluster.ll", "params.ll", "shared.ll", "hopper_gemm.mlir"];
pub const CHIP: &str = "--gpu-name=sm_90a";
/// The formats of outputs, with the endings of their names.
pub const FORMATS: [(&str, &str); 4] = [("mlir", "mlir"), ("llvm", "ll"), ("ptx", "ptx"), ("cubin", "cubin")];
/// Larger files are no seeds, so that a run is short.
const LARGEST: usize = 48 << 10;

/// The folder for the folders of this process's runs.
pub fn scratch() -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("hostile-{}", id()))
}

/// Removes that folder, if no run with a finding is in it.
pub fn remove_scratch() {
    let _ = fs::remove_dir(scratch());
}

/// The content of a good input.
pub fn good(name: &str) -> Vec<u8> {
    fs::read(example(name)).expect("an example can be read")
}

/// What `tileiras-cc` makes of a good input that is compiled by itself. Also takes the arguments `-c` and such.
pub fn alone(name: &str, format: &str, more: &[&str]) -> Vec<u8> {
    static KNOWN: Mutex<Option<HashMap<String, Vec<u8>>>> = Mutex::new(None);
    let key = format!("{name} {format} {more:?}");
    if let Some(known) = KNOWN.lock().expect("no thread panics here").as_ref().and_then(|known| known.get(&key)) {
        return known.clone();
    }
    let mut command = Command::new(CC);
    let chip = if more.iter().any(|option| option.starts_with("--gpu-name")) { &[][..] } else { &[CHIP] };
    command.arg(example(name)).args(chip).args([&format!("--emit={format}"), "-o", "-"]).args(more);
    let output = command.env("TILEIRAS_PTXAS", ptxas::program()).output().expect("it starts");
    assert!(output.status.success(), "{key}: {}", String::from_utf8_lossy(&output.stderr));
    let mut known = KNOWN.lock().expect("no thread panics here");
    known.get_or_insert_default().insert(key, output.stdout.clone());
    output.stdout
}

/// Modules as texts, with the endings of their names.
fn modules() -> &'static [(Vec<u8>, &'static str)] {
    static MODULES: OnceLock<Vec<(Vec<u8>, &'static str)>> = OnceLock::new();
    MODULES.get_or_init(|| {
        let mut found = Vec::new();
        for ending in ["ll", "mlir"] {
            for folder in ["examples", "lit", "scripts/fuzz/findings"] {
                let paths = find(folder, &[&format!(".{ending}")]);
                let contents = paths.iter().map(|path| fs::read(path).expect("a file of the project can be read"));
                found.extend(contents.filter(|content| content.len() <= LARGEST).map(|content| (content, ending)));
            }
        }
        found
    })
}

/// A module: its content, the ending of its name, and whether it is text.
pub fn module(rng: &mut Rng) -> (Vec<u8>, &'static str, bool) {
    // Many of the tests' inputs are errors by themselves.
    let (text, ending) = match rng.below(10) {
        0 | 1 => (generator::module(rng.next(), 1 + rng.below(4), false).text.into_bytes(), "ll"),
        2..=5 => {
            let name = rng.pick(&GOOD);
            (good(name), if name.ends_with(".ll") { "ll" } else { "mlir" })
        }
        _ => modules()[rng.below(modules().len())].clone(),
    };
    if rng.percent(50) {
        return (text, ending, true);
    }
    let (made, ending) = if ending == "ll" {
        (llvm::stock("llvm-as", &["-o", "-"], &text), "bc")
    } else {
        let arguments = ["--emit-bytecode", "--allow-unregistered-dialect", "--split-input-file=", "-o", "-"];
        (tileiras_test_support::process::run(OPT, &arguments, &text), "mlirbc")
    };
    match made.good() {
        Ok(run) => (run.out, ending, false),
        Err(_) => (text, if ending == "bc" { "ll" } else { "mlir" }, true),
    }
}

/// The texts to take tokens from.
pub fn donors() -> &'static [Vec<u8>] {
    static DONORS: OnceLock<Vec<Vec<u8>>> = OnceLock::new();
    DONORS.get_or_init(|| modules().iter().map(|(text, _)| text.clone()).collect())
}

/// Bytes with one to eight changes: bits, numbers, parts that are replaced, repeated, removed, or taken from another
/// file.
pub fn corrupt(bytes: &[u8], other: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let more = if rng.percent(50) { 0 } else { rng.below(8) };
    for _ in 0..=more {
        if bytes.is_empty() {
            break;
        }
        let at = rng.below(bytes.len());
        let most = 1 << rng.below(9);
        let length = 1 + rng.below(most);
        let end = (at + length).min(bytes.len());
        match rng.below(10) {
            0..=2 => bytes[at] ^= 1 << rng.below(8),
            3 => bytes[at] = rng.next() as u8,
            4 => {
                let size = rng.pick(&[2, 4, 8]).min(bytes.len() - at);
                let number =
                    rng.pick(&[0, 1, 0x7f, 0x80, 0xff, 0xffff, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, u64::MAX]);
                bytes[at..at + size].copy_from_slice(&number.to_le_bytes()[..size]);
            }
            5 => bytes[at..end].fill_with(|| rng.next() as u8),
            6 => {
                let part = bytes[at..end].to_vec();
                bytes.splice(at..at, part);
            }
            7 => drop(bytes.drain(at..end)),
            8 if !other.is_empty() => {
                let from = rng.below(other.len());
                bytes.splice(at..end, other[from..(from + length).min(other.len())].iter().copied());
            }
            _ => {
                if rng.percent(30) {
                    bytes.truncate(at);
                }
            }
        }
    }
    bytes
}
