//! PTX as an input: it is checked, and assembled as it is.

use crate::driver::bench::Bench;

/// A good kernel.
const KERNEL: &str = ".version 8.4
.target sm_90a
.address_size 64
.visible .entry k(.param .u32 n)
.reqntid 96
{
\tbar.sync 1, 96;
\tret;
}
";

#[test]
fn good_ptx_is_assembled() {
    let bench = Bench::new();
    bench.file("k.ptx", KERNEL);
    assert_eq!(bench.contract(["check", "k.ptx"]).expect_good().text(), "");
    bench.cc(["k.ptx"]).expect_good();
    bench.contract(["audit", "k.ptx", "k.cubin"]).expect_good();
    assert_eq!(bench.cc(["k.ptx", "--emit=ptx", "-o", "-"]).expect_good().out, KERNEL.as_bytes());
}

#[test]
fn a_fault_is_found_at_its_statement() {
    let bench = Bench::new();
    bench.file("k.ptx", KERNEL);
    bench.file("bad.ptx", KERNEL.replace("1, 96", "1, 128"));
    let found = "bad.ptx:7:2: error: 'bar.sync' counts 128 threads, and at most 96 arrive at the barrier \
                 [named-barrier-count]\n        bar.sync 1, 128;\n        ^\nbad.ptx:4:1: note: the kernel is here\n";
    bench.contract(["check", "bad.ptx", "k.ptx"]).code(3).stderr_contains(&[found]);
    bench.cc(["bad.ptx"]).code(3).stderr_contains(&[found]);
    assert_eq!(bench.listing(), ["bad.ptx", "k.ptx"]);
    bench.contract(["check", "--disable=named-barrier-count", "bad.ptx"]).expect_good();
}

#[test]
fn the_chip_of_the_options_counts() {
    let bench = Bench::new();
    bench.file("k.ptx", KERNEL.replace("1, 96;", "1, 96;\n\tbarrier.cluster.arrive;\n\tbarrier.cluster.wait;"));
    bench.contract(["check", "k.ptx"]).expect_good();
    bench
        .contract(["check", "--gpu-name=sm_80", "k.ptx"])
        .code(3)
        .stderr_contains(&["sm_80 does not run code for '.target sm_90a'"]);
    bench.cc(["k.ptx", "--ptx-version=8.0"]).code(2).stderr_contains(&["is PTX 8.4, not 8.0"]);
    bench.cc(["k.ptx", "--emit=llvm"]).code(2).stderr_contains(&["needs MLIR or LLVM IR, and this is PTX"]);
    bench.file("bad.ptx", "not ptx");
    bench.contract(["check", "bad.ptx", "k.ptx"]).code(1).stderr_contains(&["bad.ptx:1:1: error: ptx must begin with"]);
}
