//! A kernel that upstream's pipeline cannot compile to a cubin: `known_block_size` together with `nvvm.reqntid`.

use crate::driver::bench::{Bench, ptxas, run};
use tileiras_test_support::llvm::stock;

const INPUT: &str = r#"module attributes {gpu.container_module} {
  gpu.module @device {
    gpu.func @k(%out: !llvm.ptr) kernel
        attributes {known_block_size = array<i32: 128, 1, 1>, nvvm.reqntid = array<i32: 128, 1, 1>} {
      gpu.return
    }
  }
}
"#;

/// The PTX in the `gpu.binary` that upstream prints.
fn assembly(text: &str) -> String {
    let escaped = text.split_once("assembly = \"").expect("a binary of format isa").1;
    let mut letters = escaped.chars();
    let mut plain = String::new();
    loop {
        match letters.next().expect("a text ends") {
            '"' => return plain,
            '\\' => {
                let hex: String = letters.by_ref().take(2).collect();
                plain.push(char::from(u8::from_str_radix(&hex, 16).expect("two digits")));
            }
            letter => plain.push(letter),
        }
    }
}

#[test]
fn known_block_size_with_reqntid_compiles_to_a_cubin() {
    let bench = Bench::new();
    let attach = "--nvvm-attach-target=chip=sm_90 features=+ptx84";
    let arguments = [attach, "--convert-gpu-to-nvvm", "--gpu-module-to-binary=format=isa"];
    let ptx = assembly(&stock("mlir-opt", &arguments, INPUT.as_bytes()).expect_good().text());
    assert!(ptx.contains(".reqntid 128, 1, 1") && ptx.contains(".maxntid 128, 1, 1"), "{ptx}");
    bench.file("upstream.ptx", ptx);
    let mut command = bench.command(ptxas());
    command.args(["-arch", "sm_90", "upstream.ptx", "-o", "upstream.cubin"]);
    run(command, b"")
        .code(255)
        .stderr_contains(&["Conflicting directives: .maxntid and .reqntid cannot both be specified"]);

    let input = bench.file("k.mlir", INPUT);
    bench
        .cc(["k.mlir", "--gpu-name=sm_90"])
        .code(0)
        .stderr_contains(&["remark", "removed 'nvvm.maxntid': 'nvvm.reqntid' implies it"]);
    let shown = bench.contract(["show", "k.cubin"]).code(0).text();
    assert!(shown.contains("k         set     128, 1, 1") && !shown.contains("maxntid"), "{shown}");
    let rows = bench.contract(["audit".into(), input.into_os_string(), "k.cubin".into()]).code(0).text();
    assert!(rows.ends_with("2 carried, 1 implied\n"), "{rows}");

    // Equal values are one fact; different values are a conflict.
    bench.file("k.mlir", INPUT.replace("nvvm.reqntid", "nvvm.maxntid"));
    bench.cc(["k.mlir", "--gpu-name=sm_90"]).code(0).stderr_is_empty();
    bench.file("k.mlir", INPUT.replace("nvvm.reqntid = array<i32: 128", "nvvm.maxntid = array<i32: 64"));
    let parts = ["k.mlir:3:5: error: 'gpu.func' op 'known_block_size' is [128, 1, 1] and 'nvvm.maxntid' is [64, 1, 1]"];
    bench.cc(["k.mlir", "--gpu-name=sm_90"]).code(3).stderr_contains(&parts);
    bench.file("k.mlir", INPUT.replace("nvvm.reqntid = array<i32: 128", "nvvm.reqntid = array<i32: 256"));
    bench
        .cc(["k.mlir", "--gpu-name=sm_90"])
        .code(3)
        .stderr_contains(&["'nvvm.reqntid' asks for 256 threads, 'nvvm.maxntid' allows 128"]);
}
