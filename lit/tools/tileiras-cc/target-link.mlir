// The files that an #nvvm.target links. Their names are paths, as for gpu-module-to-binary.

// RUN: split-file %s %t && cd %t
// RUN: llvm-as library.ll -o library.bc
// RUN: tileiras-cc one.mlir -o one.cubin 2>&1 | count 0
// RUN: tileiras-contract show one.cubin | FileCheck %s
// RUN: tileiras-contract audit one.mlir one.cubin | FileCheck %s --check-prefix=AUDIT
// Another chip of the command line does not change what is linked. The same file is linked once.
// RUN: tileiras-cc one.mlir --gpu-name=sm_100 --link-bitcode=library.bc -o one.cubin
// RUN: tileiras-contract show one.cubin | FileCheck %s

// Nothing is linked into MLIR, which keeps the list.
// RUN: tileiras-cc one.mlir --emit=mlir -o - | FileCheck %s --check-prefix=MLIR

// Of several targets, the one with the chip.
// RUN: tileiras-cc two.mlir --gpu-name=sm_100 -o two.cubin
// RUN: tileiras-contract show two.cubin | FileCheck %s
// RUN: tileiras-cc two.mlir --gpu-name=sm_90 --emit=ptx -o - | FileCheck %s --check-prefix=OTHER

// A chip has two names.
// RUN: sed s/sm_100/sm_101a/ two.mlir > renamed.mlir
// RUN: tileiras-cc renamed.mlir --gpu-name=sm_110a -o two.cubin
// RUN: tileiras-contract show two.cubin | FileCheck %s

// The passes of the user set the target.
// RUN: tileiras-cc none.mlir --passes='builtin.module(nvvm-attach-target{chip=sm_90 l=library.bc})' -o none.cubin
// RUN: tileiras-contract show none.cubin | FileCheck %s

// A linked file is not replaced, also if the output is a symbolic link to it.
// RUN: ln -sf library.bc output.bc
// RUN: not tileiras-cc one.mlir --emit=llvm -o output.bc 2>&1 | FileCheck %s --check-prefix=REPLACE
// RUN: llvm-dis library.bc -o - | FileCheck %s --check-prefix=KEPT
// REPLACE: error: one.mlir: the output 'output.bc' would replace the linked file 'library.bc'
// Nothing is written before the names in all inputs are known.
// RUN: mkdir -p in && cp library.ll in/library.ll && cp library.bc library.ll
// RUN: sed s/library.bc/library.ll/ one.mlir > linking.mlir
// RUN: not tileiras-cc in/library.ll linking.mlir --gpu-name=sm_90 --emit=llvm -o ./ 2>&1 | FileCheck %s --check-prefix=BATCH
// BATCH: error: the output './library.ll' would replace the linked file 'library.ll'
// RUN: cmp library.bc library.ll
// KEPT: @lk

// CHECK-DAG: k set - 64, 1, 1
// CHECK-DAG: lk set 128, 1, 1 -
// AUDIT: 4 carried
// MLIR: link = ["library.bc"]
// OTHER-NOT: lk
// OTHER: .extern .func scale

//--- one.mlir
gpu.module @m [#nvvm.target<chip = "sm_90", link = ["library.bc"]>] {
  llvm.func @scale()
  llvm.func @k() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64>} {
    llvm.call @scale() : () -> ()
    llvm.return
  }
}
//--- two.mlir
gpu.module @m [#nvvm.target<chip = "sm_90">, #nvvm.target<chip = "sm_100", link = ["library.bc"]>] {
  llvm.func @scale()
  llvm.func @k() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64>} {
    llvm.call @scale() : () -> ()
    llvm.return
  }
}
//--- none.mlir
gpu.module @m {
  llvm.func @scale()
  llvm.func @k() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64>} {
    llvm.call @scale() : () -> ()
    llvm.return
  }
}
//--- library.ll
define void @scale() { ret void }
define ptx_kernel void @lk() "nvvm.maxntid"="128" { ret void }
