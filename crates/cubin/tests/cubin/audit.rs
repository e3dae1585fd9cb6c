//! The audit: each verdict on its own, then whole contracts through the real `ptxas`.

#![expect(clippy::expect_used, reason = "a test")]

use crate::common::{assemble, chip, module, read};
use serde_json::json;
use tileiras_contract::audit::{
    Audit, FunctionSnapshot, NoEffectReason, Row, RowSubject, Snapshot, Stage, Stated, StatedValue, Verdict,
};
use tileiras_contract::{Fact, FactValue, StatedFact};
use tileiras_target::{Chip, PtxVersion, Target};
use tileiras_test_support::ptxas::try_run;

/// The facts of a function, from the text of a header. For a function that is not a kernel it begins with `func`.
fn function(name: &str, header: &str) -> FunctionSnapshot {
    let mut function = FunctionSnapshot::new(name);
    if !header.starts_with("func") {
        function.facts.insert(StatedFact::Kernel);
    }
    for directive in header.trim_start_matches("func").split('.').skip(1) {
        let (word, values) = directive.trim().split_once(' ').unwrap_or((directive.trim(), ""));
        let values: Vec<u32> = values.split(',').filter_map(|value| value.trim().parse().ok()).collect();
        let dims = || {
            let mut dims = [1; 3];
            dims.iter_mut().zip(&values).for_each(|(size, value)| *size = *value);
            dims
        };
        let stated = match word {
            "maxntid" => StatedFact::MaxNTid(dims()),
            "reqntid" => StatedFact::ReqNTid(dims()),
            "reqnctapercluster" => StatedFact::ClusterDim(dims()),
            "minnctapersm" => StatedFact::MinCtaSm(values[0]),
            "maxnreg" => StatedFact::MaxNReg(values[0]),
            "minperctamemory" => StatedFact::MinPerCtaMemory(values[0]),
            "maxclusterrank" => StatedFact::MaxClusterRank(values[0]),
            "blocksareclusters" => StatedFact::BlocksAreClusters,
            "grid_constant" => StatedFact::grid_constant(values),
            "explicitcluster" => {
                function.explicit_cluster = Some(true);
                if function.facts.states(Fact::ClusterDim) {
                    continue;
                }
                StatedFact::ExplicitCluster
            }
            "cap" => {
                function.register_cap = Some(values[0]);
                continue;
            }
            "local_maxnreg" => {
                function.local_maxnreg = Some(values[0]);
                continue;
            }
            "memory" => {
                function.program_memory = Some(values[0]);
                continue;
            }
            "unknown" => {
                function.unknown = vec![values[0] as u8];
                continue;
            }
            other => panic!("{other}"),
        };
        function.facts.insert(stated);
    }
    function
}

fn stated(stage: Stage, chip: Option<Chip>, headers: &[(&str, &str)]) -> Snapshot {
    let functions = headers.iter().map(|(name, header)| function(name, header)).collect();
    Snapshot { stage, target: Target { chip, ptx: None }, functions }
}

/// The rows of one kernel between two stages, as they are printed, without the padding.
fn rows(from: Stage, before: &str, to: Stage, after: &str, chip_name: &str) -> Vec<String> {
    let chip = (!chip_name.is_empty()).then(|| chip(chip_name));
    let audit = Audit::compare(&stated(from, chip, &[("k", before)]), &stated(to, chip, &[("k", after)]));
    let row = |row: &dyn ToString| row.to_string().split_whitespace().collect::<Vec<_>>().join(" ");
    audit.rows().map(|(_, found)| row(found)).collect()
}

const IR: Stage = Stage::Ir;
const PTX: Stage = Stage::Ptx;
const CUBIN: Stage = Stage::Cubin;

#[test]
fn equal_facts_are_carried_and_others_are_lost() {
    let found = rows(IR, ".maxntid 128, 2 .maxclusterrank 8", PTX, ".maxntid 128, 2 .maxclusterrank 4", "sm_90");
    let expected =
        ["nvvm.kernel carried set", "nvvm.maxntid carried 128, 2, 1", "nvvm.maxclusterrank LOST expected 8, found 4"];
    assert_eq!(found, expected);
    let found = rows(IR, ".reqntid 128", CUBIN, ".maxntid 128 .cap 255", "sm_90");
    assert_eq!(found[1], "nvvm.maxntid INVENTED found 128, 1, 1, expected nothing");
    assert_eq!(found[2], "nvvm.reqntid LOST expected 128, 1, 1, found nothing");
    assert_eq!(found.len(), 3);
}

#[test]
fn register_facts_are_folded_into_the_cap() {
    let found = |before: &str, cap: u32| rows(IR, before, CUBIN, &format!(".cap {cap}"), "sm_90").split_off(1);
    assert_eq!(found(".maxnreg 64", 64), ["nvvm.maxnreg folded 64, into a register cap of 64"]);
    assert_eq!(found(".maxnreg 16", 24), ["nvvm.maxnreg folded 16, into a register cap of 24"]);
    let lost = "nvvm.maxnreg LOST expected a register cap of 64, found a register cap of 255";
    assert_eq!(found(".maxnreg 64", 255), [lost]);
    assert_eq!(found(".maxnreg 300", 255), ["nvvm.maxnreg ignored 300: a thread does not have so many registers"]);
    assert_eq!(found(".minnctapersm 2", 255), ["nvvm.minctasm ignored 2: there is no block shape"]);
    assert_eq!(found("", 32), ["register cap INVENTED found a register cap of 32, expected nothing"]);
    assert_eq!(found("", 255), [""; 0]);
    let both = rows(IR, ".reqntid 256 .maxnreg 168 .minnctapersm 2", CUBIN, ".reqntid 256 .cap 128", "sm_90");
    assert_eq!(both[2], "nvvm.minctasm folded 2, into a register cap of 128");
    // The cubin would be the same without these.
    assert_eq!(both[3], "nvvm.maxnreg hidden 168: the register cap is the same without it");
    let unbound = "nvvm.maxnreg hidden 255: the register cap is the same without it";
    assert_eq!(found(".maxnreg 255", 255), [unbound]);
    let floor = rows(IR, ".reqntid 128 .minnctapersm 1", CUBIN, ".reqntid 128 .cap 255", "sm_90");
    assert_eq!(floor[2], "nvvm.minctasm hidden 1: the register cap is the same without it");
    let equal = rows(IR, ".reqntid 256 .maxnreg 128 .minnctapersm 2", CUBIN, ".reqntid 256 .cap 128", "sm_90");
    assert_eq!(equal[2], "nvvm.minctasm hidden 2: the register cap is the same without it");
    assert_eq!(equal[3], "nvvm.maxnreg hidden 128: the register cap is the same without it");
    let lost = rows(IR, ".reqntid 256 .maxnreg 128 .minnctapersm 2", CUBIN, ".reqntid 256 .cap 255", "sm_90");
    assert_eq!(lost[2], "nvvm.minctasm LOST expected a register cap of 128, found a register cap of 255");
    let none = rows(IR, ".maxnreg 64", CUBIN, "", "sm_90");
    assert_eq!(none[1], "nvvm.maxnreg LOST expected a register cap of 64, found nothing");
    let unknown = rows(IR, ".maxnreg 64", CUBIN, ".cap 64", "");
    assert_eq!(unknown[1], "nvvm.maxnreg hidden 64: it is folded by the limits of a chip that is not known");
    // PTX states both facts unchanged.
    assert_eq!(rows(IR, ".maxnreg 64", PTX, "", "sm_90")[1], "nvvm.maxnreg LOST expected 64, found nothing");
}

#[test]
fn cluster_facts_are_suppressed_below_sm_90_only() {
    let header = ".reqntid 128 .reqnctapercluster 2 .maxclusterrank 8 .blocksareclusters";
    let found = rows(IR, header, CUBIN, ".reqntid 128 .cap 255", "sm_80");
    let expected = [
        "nvvm.kernel carried set",
        "nvvm.reqntid carried 128, 1, 1",
        "nvvm.cluster_dim suppressed 2, 1, 1: the chip has no clusters",
        "nvvm.maxclusterrank suppressed 8: the chip has no clusters",
        "nvvm.blocksareclusters suppressed set: the chip has no clusters",
    ];
    assert_eq!(found, expected);
    let found = rows(IR, header, CUBIN, ".reqntid 128 .cap 255", "sm_90");
    assert!(found[2..].iter().all(|row| row.contains("LOST")), "{found:?}");
    // A fact that is present is compared by its value.
    let found = rows(IR, header, PTX, ".reqntid 128 .maxclusterrank 4", "sm_80");
    assert_eq!(found[3], "nvvm.maxclusterrank LOST expected 8, found 4");
}

#[test]
fn an_absent_fact_that_follows_from_another_is_implied() {
    let found = rows(IR, ".maxntid 256 .reqntid 64, 4", CUBIN, ".reqntid 64, 4 .cap 255", "sm_90");
    let rest = ["nvvm.kernel carried set", "nvvm.reqntid carried 64, 4, 1"];
    assert_eq!(found, [rest[0], "nvvm.maxntid implied 256, 1, 1: nvvm.reqntid implies it", rest[1]]);
    // The other fact must imply it, and must be present and unchanged.
    let lost = "nvvm.maxntid LOST expected 256, 1, 1, found nothing";
    for (before, after) in [
        (".maxntid 256 .reqntid 257", ".reqntid 257 .cap 255"),
        (".maxntid 256 .reqntid 64", ".reqntid 32 .cap 255"),
        (".maxntid 256 .reqntid 64", ".cap 255"),
    ] {
        assert_eq!(rows(IR, before, CUBIN, after, "sm_90")[1], lost, "{before}");
    }
    let found = |before: &str, after: &str| rows(IR, before, PTX, after, "sm_90").split_off(2);
    let cluster = ".reqnctapercluster 2, 2";
    assert_eq!(
        found(".reqnctapercluster 2, 2 .maxclusterrank 4", cluster),
        ["nvvm.maxclusterrank implied 4: nvvm.cluster_dim implies it"]
    );
    assert_eq!(
        found(".reqnctapercluster 2, 2 .maxclusterrank 3", cluster),
        ["nvvm.maxclusterrank LOST expected 3, found nothing"]
    );
    let flag = |before: &str| found(&format!("{before} .blocksareclusters"), before);
    assert_eq!(flag(".reqnctapercluster 1"), ["nvvm.blocksareclusters implied set: nvvm.cluster_dim implies it"]);
    assert_eq!(flag(cluster), ["nvvm.blocksareclusters LOST expected set, found nothing"]);
    // If the PTX version has the directive, its absence is an error.
    let with = |ptx: &str, header: &str| {
        let target = Target { ptx: PtxVersion::parse(ptx).ok(), ..Target::default() };
        Snapshot { target, ..stated(PTX, Some(chip("sm_90")), &[("k", header)]) }
    };
    for (ptx, is_lost) in [("8.4", false), ("9.0", true)] {
        let before = with(ptx, ".reqnctapercluster 1 .blocksareclusters");
        let audit = Audit::compare(&before, &with(ptx, ".reqnctapercluster 1"));
        assert_eq!(audit.lost().count() == 1, is_lost, "{ptx}: {audit}");
    }
}

#[test]
fn facts_of_a_declared_kernel_may_be_absent() {
    let mut before = stated(IR, None, &[("k", ".maxntid 64 .maxnreg 32")]);
    let nothing = stated(CUBIN, Some(chip("sm_90")), &[]);
    assert_eq!(Audit::compare(&before, &nothing).lost().count(), 3);
    before.functions[0].declared = true;
    let audit = Audit::compare(&before, &nothing);
    assert!(audit.is_faithful(), "{audit}");
    let is = |row: &Row| matches!(row.verdict, Verdict::Ignored { reason: NoEffectReason::NotDefined, .. });
    assert_eq!(audit.rows().filter(|(_, row)| is(row)).count(), 3, "{audit}");
    // A fact that is present is compared.
    let there = stated(CUBIN, Some(chip("sm_90")), &[("k", ".maxntid 32 .cap 32")]);
    assert_eq!(Audit::compare(&before, &there).lost().count(), 1);
}

#[test]
fn an_explicit_cluster_follows_from_a_cluster_shape() {
    let invented = "nvvm.explicit_cluster INVENTED found set, expected nothing";
    let found = rows(IR, ".reqnctapercluster 2", CUBIN, ".reqnctapercluster 2 .explicitcluster .cap 255", "sm_90");
    assert!(found.iter().all(|row| row.contains("carried")), "{found:?}");
    assert_eq!(rows(IR, "", CUBIN, ".explicitcluster .cap 255", "sm_90")[1..], [invented]);
    // A header without `.explicitcluster`, which LLVM and this project always print.
    let compare = |before: &str, after: &str| {
        let mut after = stated(CUBIN, Some(chip("sm_90")), &[("k", after)]);
        after.functions[0].explicit_cluster = Some(false);
        Audit::compare(&stated(IR, None, &[("k", before)]), &after)
    };
    let audit = compare(".reqnctapercluster 2", ".reqnctapercluster 2 .cap 255");
    let lost: Vec<String> = audit.lost().map(|(_, row)| row.subject.to_string()).collect();
    assert_eq!(lost, [".explicitcluster"]);
    assert_eq!(compare(".reqnctapercluster 2", ".cap 255").lost().count(), 1, "only the shape");
    let flag = ".reqntid 1 .reqnctapercluster 2 .blocksareclusters";
    assert!(compare(flag, &format!("{flag} .cap 255")).is_faithful());
    assert_eq!(
        rows(PTX, ".explicitcluster", CUBIN, ".explicitcluster .cap 255", "sm_90"),
        ["nvvm.kernel carried set", "nvvm.explicit_cluster carried set"]
    );
}

#[test]
fn constant_arguments_are_hidden_in_stages_that_cannot_state_them() {
    let found = rows(IR, ".grid_constant 1, 3", PTX, "", "sm_90");
    assert_eq!(found[1], "nvvm.grid_constant hidden 1, 3: this stage does not show it");
    let found = rows(IR, ".grid_constant 1, 3", CUBIN, ".cap 255", "sm_90");
    assert_eq!(found[1], "nvvm.grid_constant hidden 1, 3: this stage does not show it");
    // Two stages that state them are compared as sets.
    let found = rows(IR, ".grid_constant 3, 1, 3", IR, ".grid_constant 1, 3", "");
    assert_eq!(found[1], "nvvm.grid_constant carried 1, 3");
    assert_eq!(rows(IR, ".grid_constant 1, 3", IR, "", "")[1], "nvvm.grid_constant LOST expected 1, 3, found nothing");
    let found = rows(PTX, "", IR, ".grid_constant 1", "");
    assert_eq!(found[1], "nvvm.grid_constant hidden 1: the earlier stage does not show it");
}

#[test]
fn missing_kernels_are_lost_and_new_ones_are_invented() {
    let before = stated(IR, None, &[("a", ".maxntid 1 .grid_constant 1"), ("f", "func .maxnreg 8"), ("b", "")]);
    let after = stated(CUBIN, Some(chip("sm_90")), &[("c", ".reqntid 2 .cap 255"), ("b", ".cap 255")]);
    let audit = Audit::compare(&before, &after);
    let text = audit.to_string();
    let words: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().take(2).collect()).collect();
    let expected: [&[&str]; 11] = [
        &["IR", "to"],
        &["'a'"],
        &["nvvm.kernel", "LOST"],
        &["nvvm.maxntid", "LOST"],
        &["nvvm.grid_constant", "LOST"],
        &["'f'"],
        &["nvvm.maxnreg", "ignored"],
        &["'b'"],
        &["nvvm.kernel", "carried"],
        &["'c'"],
        &["nvvm.kernel", "INVENTED"],
    ];
    assert_eq!(words[..11], expected, "{text}");
    assert_eq!((audit.lost().count(), audit.invented().count()), (3, 2), "{text}");
    assert!(!audit.is_faithful());
    assert!(audit.invented().all(|(kernel, _)| *kernel == "c"), "{text}");
}

#[test]
fn two_cubins_compare_by_their_caps() {
    assert_eq!(rows(CUBIN, ".cap 64", CUBIN, ".cap 64", "sm_90"), ["nvvm.kernel carried set"]);
    let found = rows(CUBIN, ".cap 64", CUBIN, ".cap 32", "sm_90");
    assert_eq!(found[1], "register cap LOST expected a register cap of 64, found a register cap of 32");
}

#[test]
fn an_audit_serializes() {
    let before = stated(
        IR,
        Some(chip("sm_90")),
        &[("k", ".maxntid 64 .reqntid 64 .maxnreg 64 .grid_constant 1 .maxclusterrank 8")],
    );
    let after = stated(CUBIN, Some(chip("sm_90")), &[("k", ".reqntid 64 .cap 255")]);
    let cap = |cap: u32| json!({"register_cap": cap});
    let expected = json!({"from": "ir", "to": "cubin", "kernels": [{"name": "k", "rows": [
        {"subject": "nvvm.kernel", "verdict": "carried", "value": true},
        {"subject": "nvvm.maxntid", "verdict": "implied", "value": [64, 1, 1], "by": "nvvm.reqntid"},
        {"subject": "nvvm.reqntid", "verdict": "carried", "value": [64, 1, 1]},
        {"subject": "nvvm.maxnreg", "verdict": "lost", "expected": cap(64), "found": cap(255)},
        {"subject": "nvvm.maxclusterrank", "verdict": "lost", "expected": {"value": 8}, "found": null},
        {"subject": "nvvm.grid_constant", "verdict": "hidden", "value": [1], "reason": "not-visible"},
    ]}]});
    assert_eq!(serde_json::to_value(Audit::compare(&before, &after)).expect("JSON"), expected);
}

/// Contracts that `ptxas` accepts, compiled by the real one: nothing is lost, and no lost fact is reported as carried.
#[test]
fn cubins_of_ptxas_are_faithful() {
    let headers = [
        "",
        ".maxntid 128",
        ".reqntid 16, 8, 2 .maxnreg 40",
        ".maxntid 256 .minnctapersm 2 .maxnreg 168",
        ".maxnreg 16",
        ".minnctapersm 2",
        ".reqnctapercluster 2, 1, 1 .explicitcluster",
        ".maxclusterrank 8 .maxntid 64",
        ".reqntid 128 .reqnctapercluster 4 .blocksareclusters",
    ];
    for chip_name in ["sm_80", "sm_90a", "sm_100a", "sm_120"] {
        let clusters = chip(chip_name).has_clusters();
        let printed = headers.map(|header| {
            let kept = |directive: &&str| clusters || !directive.contains("cluster");
            let directives = header.split('.').skip(1).filter(kept);
            directives.map(|directive| format!(".{directive}")).collect()
        });
        let cubin = Snapshot::from(&read(&assemble(chip_name, &module(chip_name, "9.0", &printed), &[])));
        let names: Vec<String> = (0..headers.len()).map(|index| format!("k{index}")).collect();
        let pairs: Vec<(&str, &str)> = names.iter().map(String::as_str).zip(headers).collect();
        let mut contracts = stated(IR, Some(chip(chip_name)), &pairs);
        for function in &mut contracts.functions {
            function.explicit_cluster = None;
        }
        let audit = Audit::compare(&contracts, &cubin);
        assert!(audit.is_faithful(), "{chip_name}: {audit}");
        let suppressed = audit.rows().filter(|(_, row)| matches!(row.verdict, Verdict::Suppressed { .. })).count();
        assert_eq!(suppressed, if clusters { 0 } else { 4 }, "{chip_name}: {audit}");
        // Each contract is compared with the kernel of the next one: at least one fact differs.
        for (index, function) in contracts.functions.iter_mut().enumerate() {
            function.symbol = names[(index + 1) % names.len()].as_str().into();
        }
        for kernel in Audit::compare(&contracts, &cubin).kernels {
            let wrong = kernel.rows.iter().any(|row| row.verdict.is_lost() || row.verdict.is_invented());
            // Below sm_90 the contracts with clusters differ from the empty one at most in a block shape.
            assert!(
                wrong || !clusters && ["k5", "k6", "k7"].iter().any(|name| kernel.symbol == *name),
                "{chip_name}: {kernel}"
            );
        }
    }
}

/// Compares the reasons with the warnings of the real `ptxas`.
#[test]
fn ignored_facts_are_those_that_ptxas_warns_of() {
    let cases = [
        (".maxnreg 256", Fact::MaxNReg, NoEffectReason::RegistersPerThread, "Too many maxnreg specified for entry k0"),
        (".minnctapersm 2", Fact::MinCtaSm, NoEffectReason::NoBlock, ".minnctapersm is ignored when neither"),
        (
            ".maxntid 128 .minnctapersm 33",
            Fact::MinCtaSm,
            NoEffectReason::CtasPerSm,
            "Value of minnctapersm for entry k0",
        ),
        (
            ".maxntid 1024 .minnctapersm 3",
            Fact::MinCtaSm,
            NoEffectReason::ThreadsPerSm,
            "Value of threads per SM for entry",
        ),
        (
            ".maxntid 100 .minnctapersm 17",
            Fact::MinCtaSm,
            NoEffectReason::ThreadsPerSm,
            "Value of threads per SM for entry",
        ),
    ];
    for (header, fact, reason, warning) in cases {
        let ptx = module("sm_90", "8.0", &[header.to_owned()]);
        let (run, cubin) = try_run("sm_90", ptx.as_bytes(), &[]);
        assert!(run.err.contains(warning), "{header}: {run}");
        let before = stated(IR, None, &[("k0", header)]);
        let audit = Audit::compare(&before, &Snapshot::from(&read(&cubin.expect("it succeeds"))));
        let row = audit.rows().find(|(_, row)| row.subject == RowSubject::Fact(fact)).expect("a row").1;
        assert!(matches!(row.verdict, Verdict::Ignored { reason: found, .. } if found == reason), "{header}: {row}");
    }
}

#[test]
fn an_option_that_overrides_the_header_is_detected() {
    let ptx = module("sm_90", "8.0", &[".reqntid 128".to_owned(), String::new()]);
    let arguments = ["-maxntid", "64", "-override-directive-values"];
    let cubin = Snapshot::from(&read(&assemble("sm_90", &ptx, &arguments)));
    let audit = Audit::compare(&stated(IR, None, &[("k0", ".reqntid 128"), ("k1", "")]), &cubin);
    let shape = Stated::Value(StatedValue::Valid(FactValue::Dims([64, 1, 1])));
    for (name, row) in audit.invented() {
        assert_eq!(
            (row.subject, &row.verdict),
            (RowSubject::Fact(Fact::MaxNTid), &Verdict::Invented { found: shape.clone() }),
            "{name}"
        );
    }
    assert_eq!(audit.invented().count(), 2, "{audit}");
    let capped = Snapshot::from(&read(&assemble("sm_90", &ptx, &["-maxrregcount", "32"])));
    let audit = Audit::compare(&stated(IR, None, &[("k0", ".reqntid 128"), ("k1", "")]), &capped);
    // ptxas ignores that option for a kernel whose header states a register cap or a block.
    let subjects: Vec<_> = audit.invented().map(|(name, row)| (name.to_string(), row.subject)).collect();
    assert_eq!(subjects, [("k1".to_owned(), RowSubject::RegisterCap)], "{audit}");
}

#[test]
fn the_least_memory_of_a_cubin_is_that_of_all_kernels() {
    let found = |before: &str, after: &str| rows(IR, before, CUBIN, after, "sm_90")[1..].to_vec();
    assert_eq!(found(".minperctamemory 1024", ".memory 1024"), ["nvvm.minperctamemory carried 1024"]);
    let lost = "nvvm.minperctamemory LOST expected 1024 for all kernels, found nothing";
    assert_eq!(found(".minperctamemory 1024", ""), [lost]);
    let changed = "nvvm.minperctamemory LOST expected 1024 for all kernels, found 2048 for all kernels";
    assert_eq!(found(".minperctamemory 1024", ".memory 2048"), [changed]);
    let invented = "nvvm.minperctamemory INVENTED found 1024 for all kernels, expected nothing";
    assert_eq!(found("", ".memory 1024"), [invented]);
    let cubins = |before: &str, after: &str| rows(CUBIN, before, CUBIN, after, "sm_90")[1..].to_vec();
    assert_eq!(cubins(".memory 1024", ".memory 1024"), [""; 0]);
    assert_eq!(cubins(".memory 1024", ".memory 2048"), [changed]);
    // Of two kernels, the cubin has the larger number.
    let kernels = [("a", ".minperctamemory 4096"), ("b", ".minperctamemory 1024"), ("c", "")];
    let after = [("a", ".memory 4096"), ("b", ".memory 4096"), ("c", ".memory 4096")];
    let audit = Audit::compare(&stated(PTX, None, &kernels), &stated(CUBIN, None, &after));
    let of_memory = |(_, row): &(_, &Row)| row.subject == RowSubject::Fact(Fact::MinPerCtaMemory);
    let verdicts: Vec<_> = audit.rows().filter(of_memory).map(|(_, row)| row.verdict.to_string()).collect();
    assert_eq!(verdicts, ["4096", "1024: all kernels have 4096"]);
    assert!(audit.is_faithful());
}

#[test]
fn a_cap_of_one_function_is_in_the_cap_of_the_block_only() {
    let found = |before: &str, after: &str| rows(PTX, before, CUBIN, after, "sm_90");
    let folded = ".local_maxnreg folded 32, into a register cap of 32";
    assert_eq!(found(".maxntid 512 .local_maxnreg 32", ".maxntid 512 .cap 32").last().expect("a row"), folded);
    let invented = "register cap INVENTED found a register cap of 32, expected nothing";
    assert!(found(".maxntid 512", ".maxntid 512 .cap 32").contains(&invented.to_owned()));
    let hidden = ".local_maxnreg hidden 32: the register cap is the same without it";
    assert_eq!(found(".local_maxnreg 32", ".cap 255").last().expect("a row"), hidden);
    let ptx = |before: &str, after: &str| rows(PTX, before, PTX, after, "sm_90")[1..].to_vec();
    assert_eq!(ptx(".local_maxnreg 32", ".local_maxnreg 32"), [".local_maxnreg carried 32"]);
    assert_eq!(ptx(".local_maxnreg 32", ""), [".local_maxnreg LOST expected 32, found nothing"]);
    let shown = ".local_maxnreg hidden 32: the earlier stage does not show it";
    assert_eq!(rows(IR, "", PTX, ".local_maxnreg 32", "sm_90")[1..], [shown]);
}

#[test]
fn an_unknown_attribute_of_a_cubin_is_a_row() {
    let found = rows(IR, "", CUBIN, ".unknown 238", "sm_90");
    assert_eq!(found[1..], ["attribute 0xee unknown it may be a launch fact of a later release"]);
}

/// The code of MAXREG_COUNT is replaced by one that no ptxas writes.
#[test]
fn a_planted_attribute_is_found_in_a_cubin() {
    let mut bytes = assemble("sm_90", &module("sm_90", "9.5", &[".maxntid 128".to_owned()]), &[]);
    assert_eq!(read(&bytes).kernels[0].unknown, [0_u8; 0]);
    let place = bytes.windows(4).position(|bytes| bytes == [3, 0x1b, 0xff, 0]).expect("the attribute");
    bytes[place + 1] = 0xee;
    assert_eq!(read(&bytes).kernels[0].unknown, [0xee]);
}

#[test]
fn the_least_memory_reaches_the_cubin() {
    let headers: Vec<String> = ["", ".minperctamemory 16", ".minperctamemory 4294967295"].map(str::to_owned).to_vec();
    let cubin = read(&assemble("sm_90", &module("sm_90", "9.5", &headers), &[]));
    assert_eq!(cubin.min_cta_memory, Some(u32::MAX));
    let none = read(&assemble("sm_90", &module("sm_90", "9.5", &[".minperctamemory 0".to_owned()]), &[]));
    assert_eq!(none.min_cta_memory, None);
}
