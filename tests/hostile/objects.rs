//! Changed cubins, objects, fat binaries, PTX and knobs files.

use crate::common::{CC, CONTRACT};
use crate::corpus::{self, CHIP, GOOD};
use crate::facts::{self, Found};
use crate::oracle::{Call, Case};
use std::path::Path;
use tileiras_fuzz::mutate;
use tileiras_test_support::process::End;

const KNOBS: &str = "ignored [knobs]\nSchedDepth=4\nWHEN sm >= 90\nscheddepth=0x10\nINJECTSTRING a b=c;;Flag\n";

pub fn run(case: &mut Case) {
    let good = case.rng.pick(&GOOD);
    case.file(good, corpus::good(good));
    match case.rng.below(8) {
        0 | 1 => object(case, good),
        2 => knobs(case),
        3 => text(case, good),
        4 => image(case, good, &["--gpu-name=sm_90a,sm_100a"][..], "bad.fatbin"),
        _ => image(case, good, &[], "bad.cubin"),
    }
}

/// A good file, changed.
fn changed(case: &mut Case, file: &[u8]) -> Vec<u8> {
    let other = corpus::alone(case.rng.pick(&GOOD), "cubin", &[]);
    corpus::corrupt(file, &other, &mut case.rng)
}

/// A cubin or a fat binary.
fn image(case: &mut Case, good: &str, more: &[&str], name: &str) {
    // hopper_gemm.mlir is for sm_90a only.
    let more = if good == "hopper_gemm.mlir" { &[] } else { more };
    let file = corpus::alone(good, if more.is_empty() { "cubin" } else { "fatbin" }, more);
    let bad = changed(case, &file);
    case.file(name, &bad);
    let before = case.snapshot();
    let shown = case.run(Call::new(CONTRACT, ["show", name]));
    case.run(Call::new(CONTRACT, ["show", "--json", name]));
    case.run(Call::new(CONTRACT, ["audit", good, name]));
    case.check_unchanged(&before, |_| false);
    if shown.end == End::Exit(0) && more.is_empty() {
        let ours = of_show(&String::from_utf8_lossy(&shown.out));
        match facts::of_cubin(&bad) {
            None => case.skip("cuobjdump does not read the cubin"),
            Some(theirs) => compare(case, &ours, &theirs),
        }
    }
}

/// The facts in the table of `tileiras-contract show`.
fn of_show(text: &str) -> Found {
    let cells = |line: &str| -> Vec<String> {
        line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).map(str::to_owned).collect()
    };
    let mut lines = text.lines().skip(1);
    let header = cells(lines.next().unwrap_or_default());
    let mut found = Found::new();
    for line in lines {
        let row = cells(line);
        let mut facts = facts::Numbers::new();
        for (column, value) in header.iter().zip(&row).skip(1).filter(|(_, value)| *value != "-") {
            let numbers: Vec<u64> = value.split(',').filter_map(|number| number.trim().parse().ok()).collect();
            match column.as_str() {
                "maxntid" => facts.insert("nvvm.maxntid", numbers),
                "reqntid" => facts.insert("nvvm.reqntid", numbers),
                "maxclusterrank" => facts.insert("nvvm.maxclusterrank", numbers),
                _ => None,
            };
        }
        found.insert(row.first().cloned().unwrap_or_default(), facts);
    }
    found
}

/// What both readers show of a kernel is the same.
fn compare(case: &mut Case, ours: &Found, theirs: &Found) {
    for (kernel, facts) in ours {
        let Some(other) = theirs.get(kernel) else { continue };
        for name in ["nvvm.maxntid", "nvvm.reqntid", "nvvm.maxclusterrank"] {
            if facts.get(name) != other.get(name) {
                let (ours, theirs) = (facts.get(name), other.get(name));
                let text = format!("{name} of '{kernel}' is {ours:?}, and {theirs:?} for cuobjdump");
                case.finding("shows other facts than cuobjdump", text);
            }
        }
    }
}

/// PTX.
fn text(case: &mut Case, good: &str) {
    let ptx = corpus::alone(good, "ptx", &[]);
    let bad = if case.rng.percent(70) {
        let other = corpus::alone(case.rng.pick(&GOOD), "ptx", &[]);
        mutate::text(&ptx, &[other], &mut case.rng)
    } else {
        changed(case, &ptx)
    };
    case.file("bad.ptx", &bad);
    case.file("k.cubin", corpus::alone(good, "cubin", &[]));
    let before = case.snapshot();
    for arguments in [&["show", "bad.ptx"][..], &["audit", good, "bad.ptx"], &["audit", "bad.ptx", "k.cubin"]] {
        case.run(Call::new(CONTRACT, arguments));
    }
    case.check_unchanged(&before, |_| false);
}

fn knobs(case: &mut Case) {
    let bad = if case.rng.percent(50) {
        mutate::text(KNOBS.as_bytes(), &[], &mut case.rng)
    } else {
        changed(case, KNOBS.as_bytes())
    };
    case.file("bad.knobs", &bad);
    let before = case.snapshot();
    case.run(Call::new(CONTRACT, ["knobs", "bad.knobs"]));
    case.run(Call::new(CONTRACT, ["knobs", "--json", "bad.knobs"]));
    case.check_unchanged(&before, |_| false);
}

/// An object, which is linked with a good input.
fn object(case: &mut Case, good: &str) {
    let other = if good == "saxpy.ll" { "params.ll" } else { "saxpy.ll" };
    let object = corpus::alone(other, "cubin", &["-c"]);
    let bad = changed(case, &object);
    case.file("bad.o", &bad);
    case.file("out", "old");
    let before = case.snapshot();
    let mut call = Call::new(CC, ["--link", good, "bad.o", CHIP, "-oout", "--time-limit=20"]);
    call.time_limit = 60;
    let ended = case.run(call);
    let is_good = ended.end == End::Exit(0);
    case.check_unchanged(&before, |path| is_good && path == Path::new("out"));
    if is_good {
        facts::check_linked(case, good, "cubin", &ended);
    }
}
