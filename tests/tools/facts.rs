//! `make facts` on a sample of words: every name that ptxas, libNVVM, LLVM, MLIR and cuobjdump know where launch facts
//! are stated is a fact or a named exception, and one that is not in the table is found.

use std::process::Command;

use tileiras_test_support::process::{End, Run, run_command};
use tileiras_test_support::ptxas;
use tileiras_test_support::tree::root;

/// Runs the script without these rows of the table.
fn facts(without: &[&str]) -> Run {
    let mut command = Command::new("python3");
    command.arg(root().join("scripts/facts")).arg("--sample").env("TILEIRAS_PTXAS", ptxas::program());
    command.args(without.iter().map(|name| format!("--without={name}")));
    run_command(command, b"")
}

#[test]
fn every_name_is_a_fact_or_a_named_exception() {
    let run = facts(&[]);
    assert_eq!(run.end, End::Exit(0), "{run}");
    let out = String::from_utf8_lossy(&run.out);
    for program in ["ptxas: ", "libNVVM: ", "LLVM: ", "MLIR: ", "cuobjdump, ptxas: "] {
        let mut lines = out.lines().filter(|line| line.starts_with(program));
        assert!(lines.clone().next().is_some() && lines.all(|line| line.ends_with(" 0 unknown")), "{run}");
    }
}

/// Of each program, a name that the table does not have.
#[test]
fn a_planted_name_is_found() {
    let planted = [".language", ".maxntid", "nvvm.hidden", "local_maxnreg", "nvvm.minctasm", "0x5f"];
    let run = facts(&planted);
    assert_eq!(run.end, End::Exit(1), "{run}");
    let out = String::from_utf8_lossy(&run.out);
    for name in planted {
        assert!(out.contains(&format!("  unknown: '{name}' is neither a fact nor a named exception\n")), "{run}");
    }
}
