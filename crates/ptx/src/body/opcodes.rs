//! Compares what the lists of opcodes and of names have with the statements that ptxas was asked about
//! (`scripts/features/forms*.txt`, and the sample of them in `crates/target/tests/measured`).

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeSet;

use tileiras_kernel::program::{AsyncCopy, CpAsync, InstructionKind, Wgmma};
use tileiras_test_support::tree::{files, read};

use super::escape::WITHOUT_WRITES;
use super::instruction::{Action, Origin, actions};
use super::mnemonic::Mnemonic;
use super::operands::space;
use super::registers::PURE;
use super::shared::SharedMemory;
use crate::statement::{Code, Elements};

/// The other opcodes: they can write memory, load from it, or go elsewhere; or their results are not followed.
#[rustfmt::skip] // a table
const OTHERS: [&str; 53] = [
    "alloca", "applypriority", "atom", "call", "clmad", "clusterlaunchcontrol", "cp", "createpolicy", "discard",
    "griddepcontrol", "istypep", "ld", "ldmatrix", "ldu", "mbarrier", "mma", "movmatrix", "multimem", "prefetch",
    "prefetchu", "red", "st", "stackrestore", "stacksave", "stmatrix", "suld", "suq", "sust", "tcgen05",
    "tensormap", "tex", "tld4", "txq", "vabsdiff", "vabsdiff2", "vabsdiff4", "vadd", "vadd2", "vadd4", "vavrg2",
    "vavrg4", "vmax", "vmax2", "vmax4", "vmin", "vmin2", "vmin4", "vset4", "vsub", "vsub2", "vsub4", "wgmma",
    "wmma",
];

/// The opcodes with which a template begins: of `<add|sub.cc><|.sat>.u32 %r1`, `add` and `sub`.
fn opcodes(template: &str) -> Vec<&str> {
    let alternatives: Vec<&str> = match template.strip_prefix('<').and_then(|rest| rest.split_once('>')) {
        Some((alternatives, _)) => alternatives.split('|').collect(),
        None => vec![template],
    };
    alternatives.into_iter().filter_map(|text| text.split(['.', ' ', '<', ';']).next()).collect()
}

#[test]
fn each_opcode_is_in_one_list() {
    let lists = [&PURE[..], &WITHOUT_WRITES[..], &OTHERS[..]];
    let mut known = BTreeSet::new();
    for opcode in lists.into_iter().flatten() {
        assert!(known.insert(*opcode), "'{opcode}' is in two lists");
    }
    let mut missing = BTreeSet::new();
    for file in files("scripts/features", &[".txt"]) {
        if !file.file_name().unwrap().to_string_lossy().starts_with("forms") {
            continue;
        }
        let text = read(&file);
        let templates = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        let found = templates.flat_map(opcodes).filter(|opcode| !known.contains(opcode));
        missing.extend(found.map(str::to_owned));
    }
    assert!(missing.is_empty(), "in none of PURE (values.rs), WITHOUT_WRITES (escape.rs), OTHERS (here): {missing:?}");
}

/// Whether an instruction stores to shared memory, or accesses it later. Loads alone are of no interest, and generic
/// addresses are looked up by others.
fn matters_in_shared_memory(mnemonic: &Mnemonic<'_>, action: &Action) -> bool {
    match action {
        Action::AsyncStore { .. } => true,
        Action::Access => mnemonic.opcode != "ldmatrix" && space(mnemonic).is_some(),
        Action::Is(kind) => match kind {
            InstructionKind::AsyncCopy(AsyncCopy { to, from, .. }) => to.is_some() || from.is_some(),
            InstructionKind::CpAsync(step) => matches!(step, CpAsync::Copy { .. }),
            InstructionKind::Wgmma(step) => matches!(step, Wgmma::Mma { .. }),
            InstructionKind::Tcgen05 { descriptors, .. } => !descriptors.is_empty(),
            InstructionKind::TryCancel { .. } => true,
            _ => false,
        },
        _ => false,
    }
}

#[test]
fn shared_memory_is_followed_where_an_instruction_accesses_it() {
    let statements = read("crates/target/tests/measured/statements.txt");
    let mut count = 0;
    for statement in statements.lines() {
        let text = format!(".entry k() {{ {statement} }}");
        let (head, body) = text.split_at(".entry k() ".len());
        let body = head.len()..head.len() + body.len();
        let code = Code::of_function(text.as_bytes(), 0..head.len(), body, &Elements::default());
        let instruction = code.instructions().last().unwrap().1;
        let mnemonic = Mnemonic::of(instruction.mnemonic.of(text.as_bytes()));
        let found = actions(instruction, &mnemonic, Origin::Local, false);
        if found.iter().any(|action| matters_in_shared_memory(&mnemonic, action)) {
            let memory = SharedMemory::of(text.as_bytes(), [&code].into_iter());
            assert!(
                memory.is_followed,
                "'{}' is in neither list of shared.rs",
                instruction.mnemonic.of(text.as_bytes())
            );
            count += 1;
        }
    }
    assert!(count > 100, "{count}");
}
