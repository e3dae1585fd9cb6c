// nvvm-launch derives facts after nvvm-transplant, which marks kernels, and before nvvm-verify, which checks the facts.

// RUN: tileiras-opt %s --nvvm-launch='chip=sm_90a emit-remarks' 2> %t.err | FileCheck %s --implicit-check-not=kernel_spec
// RUN: FileCheck %s --check-prefix=REMARK < %t.err
// RUN: tileiras-opt %s --nvvm-launch=chip=sm_80 2>&1 | FileCheck %s --check-prefix=OLD
// RUN: tileiras-opt %s --nvvm-launch=emit-remarks --dump-pass-pipeline -o /dev/null 2>&1 | FileCheck %s --check-prefix=DUMP
// DUMP: nvvm-transplant{{.*}},{{.*}}
// DUMP-NEXT: nv-tileaa-derive-launch{chip= emit-remarks=true},
// DUMP-NEXT: nvvm-legalize{chip= ptx=},
// DUMP-NEXT: nvvm-verify

// REMARK: remark: 'llvm.func' op derived 'nvvm.maxntid' = 128, 1, 1
// REMARK: remark: 'llvm.func' op derived 'nvvm.cluster_dim' = 2, 1, 1
// OLD: remark: 'llvm.func' op did not derive 'nvvm.cluster_dim': sm_80 has no clusters [cluster-suppressed]
// CHECK: llvm.func @k() attributes {nvvm.annotations_transplanted, nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.kernel, nvvm.maxntid = array<i32: 128, 1, 1>}
module attributes {nvvm.annotations = [[@k, "kernel", 1 : i32]]} {
  llvm.func @k() attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<max_block = [128], cluster = [2, 1, 1]>} {
    llvm.return
  }
}
