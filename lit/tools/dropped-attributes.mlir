// What MLIR's parser keeps is not changed, whatever it looks like.

// RUN: tileiras-opt %s --allow-unregistered-dialect --mlir-print-op-generic --mlir-print-local-scope > %t.ours
// RUN: mlir-opt %s --allow-unregistered-dialect --mlir-print-op-generic --mlir-print-local-scope > %t.stock
// RUN: diff %t.ours %t.stock
// RUN: tileiras-opt %t.ours --allow-unregistered-dialect --mlir-print-op-generic --mlir-print-local-scope | diff - %t.ours

#size = array<i32: 512, 1, 1>
#string = "a{b" #strings = [#string, ["nvvm.maxnreg", "32"]]
gpu.module @m {
  gpu.func @k() kernel attributes {known_block_size = #size, "gpu.x" = [512, 1, 1], "passthrough" = "known_block_size = [1]"} {
    gpu.return
  }
}
llvm.func @f(%a: i32 {llvm.noundef, llvm.passthrough = 1}) -> (i32 {llvm.noundef})
llvm.func internal @g() attributes {passthrough = #strings, other = {passthrough = "x"}, memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>} {
  "not.known"() <{passthrough = "x"}> {passthrough = "x"} : () -> ()
  llvm.return {passthrough = "x"}
}
"llvm.func"() <{sym_name = "p", function_type = !llvm.func<void ()>}> ({}) {passthrough = ["x"], nvvm.maxnreg = 32 : i32} : () -> ()
"llvm.func"() <{sym_name = "q", function_type = !llvm.func<void ()>, passthrough = ["x"]}> ({}) {passthrough = ["x"]} : () -> ()
// Properties that are no attributes, with their default value.
func.func @h(%a: i32) -> i32 {
  %b = "arith.addi"(%a, %a) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
  %c = "llvm.add"(%b, %a) <{overflowFlags = 0 : i32}> : (i32, i32) -> i32
  return {passthrough = "x"} %c : i32
}
