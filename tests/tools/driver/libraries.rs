//! Libraries: the exit code of each error, and that the output of several inputs is the same for any number of threads.

use crate::driver::bench::Bench;

const KERNEL: &str = r#"define ptx_kernel void @k() "nvvm.maxntid"="64" { ret void }"#;

#[test]
fn each_error_of_a_library_has_the_exit_code_of_its_kind() {
    let bench = Bench::new();
    bench.file("k.ll", KERNEL);
    bench.file("twice.ll", KERNEL);
    bench.file("host.ll", "target triple = \"x86_64-unknown-linux-gnu\"\ndefine void @f() { ret void }");
    bench.file("text.ptx", ".version 8.4\n.target sm_90\n.address_size 64\n");
    bench.file("declared.ll", r#"declare ptx_kernel void @k() "nvvm.maxntid"="32""#);
    bench.file("rule.ll", r#"define ptx_kernel void @r() "nvvm.maxntid"="64" "nvvm.reqntid"="128" { ret void }"#);
    for (library, code) in [
        ("nowhere.bc", 1),
        ("text.ptx", 1),
        ("host.ll", 1),
        ("twice.ll", 1),
        ("-", 2),
        ("declared.ll", 3),
        ("rule.ll", 3),
    ] {
        let ran = bench.cc(["k.ll", "--gpu-name=sm_90", "--emit=ptx", "-onew.ptx", "--link-bitcode", library]);
        let ran = ran.code(code);
        assert!(ran.err.contains(library), "{library}: {}", ran.err);
        assert!(!bench.path("new.ptx").exists(), "{library}");
    }
    bench.cc(["k.ll", "--emit=mlir", "-o-", "--link-bitcode=k.ll"]).code(2);
}

#[test]
fn inputs_are_linked_with_the_same_library_in_parallel() {
    let bench = Bench::new();
    bench.file("library.ll", r#"define ptx_kernel void @l() "nvvm.reqntid"="32" { ret void }"#);
    let names: Vec<String> = (0..8).map(|number| format!("k{number}.ll")).collect();
    for name in &names {
        bench.file(name, KERNEL);
    }
    let outputs = |jobs: &str, folder: &str| {
        let arguments = ["--gpu-name=sm_90", "--emit=ptx", "--link-bitcode=library.ll", jobs, "-o", folder];
        bench.cc(names.iter().map(String::as_str).chain(arguments)).code(0);
        names.iter().map(|name| std::fs::read(bench.path(folder).join(name).with_extension("ptx")).ok()).collect()
    };
    let (one, eight): (Vec<_>, Vec<_>) = (outputs("-j1", "one/"), outputs("-j8", "eight/"));
    assert!(one.iter().all(|ptx| ptx.as_ref().is_some_and(|ptx| String::from_utf8_lossy(ptx).contains(".reqntid 32"))));
    assert_eq!(one, eight);
}
