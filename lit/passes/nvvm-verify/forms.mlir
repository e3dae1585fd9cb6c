// form=any, the default: the forms that upstream MLIR 22 and Triton write are no faults. Strict checks see each of them.

// RUN: tileiras-opt --nvvm-verify='chip=sm_90a ptx=8.4 warnings-as-errors' %s
// RUN: tileiras-opt --nvvm-verify='form=any warnings-as-errors' %s
// RUN: not tileiras-opt --nvvm-verify=form=canonical %s -o /dev/null 2>&1 | FileCheck %s

// What the transplant writes for upstream passes as well.
// RUN: tileiras-opt --nvvm-transplant=form=upstream %s | tileiras-opt --nvvm-verify='chip=sm_90a ptx=8.4 warnings-as-errors' -o /dev/null

// CHECK: error: 'llvm.func' op 'nvvm.kernel' must be a unit attribute, got true [unit-shape]
llvm.func @unsigned() attributes {nvvm.kernel = 1 : ui1, nvvm.reqntid = array<i32: 128>}
// CHECK: error: 'llvm.func' op 'nvvm.kernel' must be a unit attribute, got true [unit-shape]
llvm.func @boolean() attributes {nvvm.kernel = true, nvvm.maxntid = array<i32: 128, 2>}
// CHECK: error: 'llvm.func' op 'nvvm.kernel' must be a unit attribute, got 7 : i64 [unit-shape]
llvm.func @integer() attributes {nvvm.kernel = 7}
// CHECK: error: 'llvm.func' op 'nvvm.cluster_dim' must have exactly 3 values, got 1 [cluster-dim-arity]
llvm.func @one() attributes {nvvm.cluster_dim = array<i32: 2>, nvvm.kernel}
// The shape is known, so the companions of blocksareclusters are, too.
// CHECK: error: 'llvm.func' op 'nvvm.cluster_dim' must have exactly 3 values, got 2 [cluster-dim-arity]
llvm.func @two() attributes {nvvm.cluster_dim = array<i32: 2, 2>, nvvm.kernel, nvvm.reqntid = array<i32: 128>}
// CHECK: warning: 'llvm.func' op legacy key 'nvvm.cluster_max_blocks' remains as an attribute, its canonical form is the attribute 'nvvm.maxclusterrank' [legacy-fact-remains]
llvm.func @cap() attributes {nvvm.cluster_max_blocks = 8 : i32, nvvm.kernel}
// CHECK: warning: 'llvm.func' op legacy key 'nvvm.grid_constant' remains on argument 2, its canonical form is the attribute 'nvvm.grid_constant' [legacy-fact-remains]
llvm.func @constant(!llvm.ptr, !llvm.ptr {llvm.byval = i64, nvvm.grid_constant}) attributes {nvvm.kernel}
// CHECK: warning: 'gpu.func' op legacy key 'nvvm.cluster_max_blocks' remains as an attribute, its canonical form is the attribute 'nvvm.maxclusterrank' [legacy-fact-remains]
gpu.module @m {
  gpu.func @cap() kernel attributes {nvvm.cluster_max_blocks = 4 : i32, nvvm.maxntid = array<i32: 64>} { gpu.return }
}
