//! Long and strange input.

use std::fmt::Write as _;

use super::{kernel, print, read};

#[test]
fn a_long_chain_needs_no_deep_stack() {
    let mut text = String::from("%v0 = nvvm.read.ptx.sreg.tid.x : i32\n");
    for index in 0..100_000 {
        _ = writeln!(text, "%v{} = llvm.xor %v{index}, %c : i32", index + 1);
    }
    text += "%p = llvm.icmp \"eq\" %v100000, %c : i32\nllvm.cond_br %p, ^x, ^y\n^x:\nnvvm.barrier0\nllvm.br ^y\n^y:";
    let program = read(&format!("llvm.func @f(%c: i32) {{ {text}\nllvm.return }}"));
    assert_eq!(program.functions[0].values.len(), 100_004);
}

#[test]
fn many_blocks_need_no_deep_stack() {
    let mut text = String::from("llvm.br ^b0(%c : i1)\n");
    for index in 0..20_000 {
        _ = writeln!(
            text,
            "^b{index}(%a{index}: i1):\nllvm.cond_br %a{index}, ^b{0}(%c : i1), ^b{0}(%a{index} : i1)",
            index + 1
        );
    }
    text += "^b20000(%p: i1):\nllvm.cond_br %p, ^x, ^y\n^x:\nnvvm.barrier0\nllvm.br ^y\n^y:";
    let program = read(&format!("llvm.func @f(%c: i1) {{ {text}\nllvm.return }}"));
    assert_eq!(program.functions[0].blocks.len(), 20_004);
}

#[test]
fn code_that_is_not_reached_can_use_itself() {
    let printed = kernel(
        "%c: i1",
        "nvvm.barrier0
        llvm.return
        ^x:
        %a = llvm.xor %a, %c : i1
        llvm.cond_br %a, ^x, ^y
        ^y:
        nvvm.barrier0",
    );
    assert_eq!(printed.matches("Barrier {").count(), 2);
}

#[test]
fn operations_with_the_wrong_operands_are_something() {
    let printed = print(
        "\"func.func\"() ({
        ^bb0(%a: i32):
          \"nvvm.cluster.arrive\"() : () -> ()
          \"llvm.call_intrinsic\"() <{intrin = \"llvm.nvvm.mapa\", op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 0, 0>}> : () -> ()
          \"llvm.call_intrinsic\"() <{intrin = \"llvm.nvvm.mbarrier.init\", op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 0, 0>}> : () -> ()
          \"llvm.call_intrinsic\"() <{intrin = \"llvm.nvvm.tcgen05.mma.shared\", op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 0, 0>}> : () -> ()
          \"llvm.call_intrinsic\"() <{intrin = \"llvm.nvvm.cp.async.bulk.tensor.g2s.tile.1d\", op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 0, 0>}> : () -> ()
          \"llvm.call_intrinsic\"() <{intrin = \"llvm.nvvm.clusterlaunchcontrol.query_cancel.get_first_ctaid.x\", op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 0, 0>}> : () -> ()
          \"func.return\"() : () -> ()
        }) {sym_name = \"f\", function_type = (i32) -> ()} : () -> ()",
    );
    assert!(printed.contains("Mapa { rank: None }"), "{printed}");
    assert!(printed.contains("address: None"), "{printed}");
}
