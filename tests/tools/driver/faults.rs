//! Planted faults. A step that loses, alters or invents a fact ends the run with exit code 6; the error names the step,
//! and there is no output.

use crate::driver::bench::{Bench, Ran};
use std::fs;

/// `a`: maxntid 256, minctasm 2. `b`: reqntid 128, cluster_dim 2. `c`: maxclusterrank 4. `d`: nothing.
const KERNELS: &str = r#"
define void @a() { ret void }
define void @b() { ret void }
define void @c() { ret void }
define void @d() { ret void }
!nvvm.annotations = !{!0, !1, !2, !3}
!0 = !{ptr @a, !"kernel", i32 1, !"maxntidx", i32 256, !"minctasm", i32 2}
!1 = !{ptr @b, !"kernel", i32 1, !"reqntidx", i32 128, !"cluster_dim_x", i32 2}
!2 = !{ptr @c, !"kernel", i32 1, !"maxclusterrank", i32 4}
!3 = !{ptr @d, !"kernel", i32 1}
"#;

/// Compiles the kernels with these further arguments. There is an old output.
fn compiled(bench: &Bench, arguments: &[&str]) -> Ran {
    bench.file("k.ll", KERNELS);
    bench.file("k.cubin", "old");
    bench.cc([&["k.ll", "--gpu-name=sm_90a"], arguments].concat())
}

/// The run failed at that step, printed these rows, and did not change the old output.
#[track_caller]
fn refused(bench: &Bench, ran: Ran, step: &str, rows: &[&str]) {
    let first = format!("tileiras-cc: error: k.ll: the step '{step}' broke the launch contract\n");
    let rows: Vec<String> = rows.iter().map(|row| format!("  {row}\n")).collect();
    let ran = ran.code(6);
    assert_eq!(ran.err.split_once(&first).map(|(_, rest)| rest), Some(rows.concat().as_str()), "{}", ran.err);
    assert_eq!(fs::read(bench.path("k.cubin")).expect("it is there"), b"old");
}

#[test]
fn a_pass_of_the_user_that_loses_facts_is_detected() {
    let rows = [
        "LOST 'nvvm.cluster_dim' of 'b': expected 2, 1, 1, found nothing",
        "LOST 'nvvm.maxclusterrank' of 'c': expected 4, found nothing",
    ];
    let bench = Bench::new();
    let legalize = "--passes=builtin.module(nvvm-legalize{chip=sm_80})";
    refused(&bench, compiled(&bench, &[legalize]), "passes", &rows);
    for emit in ["mlir", "llvm", "ptx"] {
        refused(&bench, compiled(&bench, &[legalize, &format!("--emit={emit}"), "-onew"]), "passes", &rows);
        assert_eq!(bench.listing(), ["k.cubin", "k.ll"]);
    }
    // For a chip without clusters they are not lost.
    bench.cc(["k.ll", "--gpu-name=sm_80", legalize]).code(0);
    assert_ne!(fs::read(bench.path("k.cubin")).expect("it is there"), b"old");
}

#[test]
fn a_pass_of_the_user_may_drop_implied_facts() {
    let bench = Bench::new();
    let attributes = "nvvm.kernel, nvvm.maxntid = array<i32: 256, 1, 1>, nvvm.reqntid = array<i32: 64, 1, 1>";
    let text = format!("llvm.func @k() attributes {{{attributes}}} {{ llvm.return }}");
    bench.file("k.mlir", &text);
    bench.cc(["k.mlir", "--gpu-name=sm_90", "--passes=builtin.module(nvvm-legalize)"]).code(0);
    let rows = bench.contract(["audit", "k.mlir", "k.cubin"]).code(0).text();
    assert!(rows.contains("  nvvm.maxntid            implied     256, 1, 1: nvvm.reqntid implies it\n"), "{rows}");
    let json = bench.contract(["audit", "--json", "k.mlir", "k.cubin"]).code(0).text();
    let words: String = json.split_whitespace().collect();
    let row = r#"{"subject":"nvvm.maxntid","verdict":"implied","value":[256,1,1],"by":"nvvm.reqntid"}"#;
    assert!(words.contains(row), "{json}");
}

#[test]
fn a_ptxas_that_reads_another_header_is_detected() {
    let gone = "LOST 'nvvm.maxntid' of 'a': expected 256, 1, 1, found nothing";
    let cap = "LOST 'nvvm.minctasm' of 'a': expected a register cap of 128, found a register cap of 255";
    let plants: [(&str, &[&str]); 9] = [
        // Without a block shape, ptxas ignores the floor, too.
        ("/^\\.maxntid/d", &[gone, cap]),
        ("/^\\.minnctapersm/d", &[cap]),
        ("s/^\\.reqntid 128/.reqntid 64/", &["LOST 'nvvm.reqntid' of 'b': expected 128, 1, 1, found 64, 1, 1"]),
        (
            "s/^\\.reqntid 128/.maxntid 128/",
            &[
                "LOST 'nvvm.reqntid' of 'b': expected 128, 1, 1, found nothing",
                "INVENTED 'nvvm.maxntid' of 'b': found 128, 1, 1, expected nothing",
            ],
        ),
        ("/^\\.explicitcluster/d", &["LOST '.explicitcluster' of 'b': expected set, found nothing"]),
        ("/^\\.reqnctapercluster/d", &["LOST 'nvvm.cluster_dim' of 'b': expected 2, 1, 1, found nothing"]),
        ("s/^\\.maxclusterrank 4/.maxclusterrank 8/", &["LOST 'nvvm.maxclusterrank' of 'c': expected 4, found 8"]),
        (
            "s/\\.entry d(/.entry e(/",
            &[
                "LOST 'nvvm.kernel' of 'd': expected set, found nothing",
                "INVENTED 'nvvm.kernel' of 'e': found set, expected nothing",
            ],
        ),
        (
            "/\\.entry d(/,/^{/s/^{/.maxntid 32\\n.maxnreg 40 {/",
            &[
                "INVENTED 'nvvm.maxntid' of 'd': found 32, 1, 1, expected nothing",
                "INVENTED 'register cap' of 'd': found a register cap of 40, expected nothing",
            ],
        ),
    ];
    let bench = Bench::new();
    for (edit, rows) in plants {
        let changed = "cmp -s \"$input\" \"$input.old\" && exit 99";
        let body =
            format!("cp \"$input\" \"$input.old\"\nsed -i '{edit}' \"$input\"\n{changed}\nexec \"$PTXAS\" \"$@\"");
        let path = format!("--ptxas-path={}", bench.stand_in(&body).display());
        refused(&bench, compiled(&bench, &[&path]), "ptxas", rows);
        // `--no-audit` prints nothing.
        compiled(&bench, &[&path, "--no-audit"]).code(0);
        assert_ne!(fs::read(bench.path("k.cubin")).expect("it is there"), b"old");
        bench.contract(["audit", "k.ll", "k.cubin"]).code(6).stderr_contains(&["tileiras-contract: error: k.cubin: "]);
    }
}

#[test]
fn an_option_of_ptxas_that_changes_the_contract_is_detected() {
    let bench = Bench::new();
    let ran = compiled(&bench, &["--ptxas-option=-maxrregcount", "--ptxas-option=32"]);
    let row = |kernel| format!("INVENTED 'register cap' of '{kernel}': found a register cap of 32, expected nothing");
    // ptxas ignores the option for a kernel whose header states threads or registers.
    refused(&bench, ran, "ptxas", &[&row("c"), &row("d")]);
    let ran = compiled(&bench, &["--ptxas-option=-maxntid=64", "--ptxas-option=-override-directive-values"]);
    ran.code(6)
        .stderr_contains(&["the step 'ptxas'", "INVENTED 'nvvm.maxntid' of 'b': found 64, 1, 1, expected nothing"]);
}

#[test]
fn a_kernel_that_the_contract_does_not_know_is_detected() {
    let bench = Bench::new();
    bench.file("k.ll", "module asm \".visible .entry planted() { ret; }\"\ndefine ptx_kernel void @k() { ret void }");
    let ran = bench.cc(["k.ll", "--gpu-name=sm_90"]).code(6);
    ran.stderr_contains(&[
        "k.ll: between LLVM's back end and PTX: ptx has kernels that the contract does not know: 'planted'",
    ]);
    assert_eq!(bench.listing(), ["k.ll"]);
}

#[test]
fn facts_of_a_kernel_spec_are_not_invented() {
    let bench = Bench::new();
    let spec = "block = [128], cluster = [2, 1, 1], max_registers = 64";
    let attributes = format!("nvvm.kernel, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<{spec}>");
    bench.file("k.mlir", format!("llvm.func @k() attributes {{{attributes}}} {{ llvm.return }}"));
    bench.cc(["k.mlir", "--gpu-name=sm_90a"]).code(0).stderr_is_empty();
    let rows = bench.contract(["audit", "k.mlir", "k.cubin"]).code(0).stderr_is_empty().text();
    assert!(rows.ends_with("3 carried, 1 folded\n"), "{rows}");
}

#[test]
fn a_declared_kernel_is_not_lost() {
    let bench = Bench::new();
    let text =
        "define ptx_kernel void @k() { ret void }\ndeclare ptx_kernel void @elsewhere() \"nvvm.maxntid\"=\"64\"\n";
    bench.file("k.ll", text);
    let warning = "k.ll:2:1: warning: kernel 'elsewhere' is declared with 'nvvm.maxntid', which has no effect: nothing that is \
                   linked defines it\n";
    bench.cc(["k.ll", "--gpu-name=sm_90"]).code(0).stderr_contains(&[warning]);
    let rows = bench.contract(["audit", "k.ll", "k.cubin"]).code(0).text();
    assert!(
        rows.contains("  nvvm.maxntid            ignored     64, 1, 1: the kernel is not defined here\n"),
        "{rows}"
    );
    bench
        .contract(["show", "k.ll", "--json"])
        .code(0)
        .text()
        .contains("\"declared\": true")
        .then_some(())
        .expect("the kernel is declared");
}

#[test]
fn an_audit_of_unrelated_files_fails() {
    let bench = Bench::new();
    compiled(&bench, &[]).code(0).stderr_is_empty();
    bench.file("other.ll", KERNELS.replace("i32 256", "i32 128").replace("@d", "@z"));
    let ran = bench.contract(["audit", "other.ll", "k.cubin"]).code(6);
    let rows = ran.text();
    for row in [
        "  nvvm.maxntid            LOST        expected 128, 1, 1, found 256, 1, 1\n",
        "'z'\n  nvvm.kernel             LOST",
    ] {
        assert!(rows.contains(row), "{rows}");
    }
    ran.stderr_contains(&["tileiras-contract: error: k.cubin: the contract is broken: 3 lost, 1 invented"]);
    // PTX can be both input and output of an audit.
    compiled(&bench, &["--emit=ptx"]).code(0).stderr_is_empty();
    for pair in [["k.ll", "k.ptx"], ["k.ptx", "k.ptx"]] {
        bench.contract(["audit", pair[0], pair[1]]).code(0).stderr_is_empty();
    }
    bench.cc(["k.ll", "--gpu-name=sm_90a"]).code(0).stderr_is_empty();
    bench.contract(["audit", "k.ptx", "k.cubin"]).code(0).stderr_is_empty();
    bench.contract(["audit", "other.ll", "k.ptx"]).code(6);
}
