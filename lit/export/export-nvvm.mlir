// --export-nvvm: every launch fact as an attribute of LLVM IR, including those that upstream's translation drops, and
// tuples as metadata nodes.

// RUN: tileiras-translate --export-nvvm %s | FileCheck %s
// RUN: tileiras-translate --export-nvvm %s | opt -S -o /dev/null
// RUN: tileiras-translate --export-nvvm %s | tileiras-translate --import-nvvm | tileiras-opt --nvvm-transplant | FileCheck %s --check-prefix=BACK
// RUN: tileiras-opt --emit-bytecode %s | tileiras-translate --export-nvvm | FileCheck %s

// BACK: nvvm.annotations = {{\[}}[@k, "local_maxnreg", 32 : i32, "com.example", [3 : i32, "x"]], [@image, "texture", 1 : i32], [@k, "align", 65544 : i32], [@alias, "com.example", 1 : i32], [@k, "wide", -1 : i128, "flag", true, "f", {llvm = "float 1.000000e+00"}]]
module attributes {nvvm.annotations = [
    [@k, "local_maxnreg", 32 : i32, "com.example", [3 : i32, "x"]],
    [@image, "texture", 1 : i32],
    [@alias, "align", 65544 : i32],
    [@alias, "com.example", 1 : i32],
    [@k, "wide", -1 : i128, "flag", true, "f", {llvm = "float 1.000000e+00"}]]} {
  llvm.mlir.global external @image() {addr_space = 1 : i32} : i64
  llvm.mlir.alias external @alias : !llvm.func<void (ptr, ptr)> {
    %0 = llvm.mlir.addressof @k : !llvm.ptr
    llvm.return %0 : !llvm.ptr
  }
  // CHECK: define ptx_kernel void @k(ptr "nvvm.grid_constant" %0, ptr byval(i64) "nvvm.grid_constant" %1) #[[K:[0-9]+]]
  // BACK: llvm.func ptx_kernelcc @k({{.*}}) attributes {nvvm.annotations_transplanted, nvvm.grid_constant = array<i32: 1, 2>, nvvm.kernel, nvvm.maxclusterrank = 8 : i32, nvvm.maxntid = array<i32: 128, 1, 1>}
  llvm.func @k(%a: !llvm.ptr, %b: !llvm.ptr {llvm.byval = i64}) attributes {nvvm.annotations_transplanted, nvvm.kernel,
      nvvm.maxclusterrank = 8 : i32, nvvm.maxntid = array<i32: 128, 1, 1>, nvvm.grid_constant = array<i32: 1, 2>} { llvm.return }

  // On functions that are not kernels, and on declarations.
  // CHECK: define void @device(i32 "nvvm.grid_constant" %0) #[[DEVICE:[0-9]+]]
  // BACK: llvm.func @device(%{{.*}}: i32) attributes {nvvm.annotations_transplanted, nvvm.grid_constant = array<i32: 1>, nvvm.maxclusterrank = 4294967295 : i64}
  llvm.func @device(%a: i32) attributes {nvvm.maxclusterrank = 4294967295 : i64, nvvm.grid_constant = array<i32: 1>} { llvm.return }
  // CHECK: declare ptx_kernel void @declared(ptr "nvvm.grid_constant") #[[DECLARED:[0-9]+]]
  llvm.func @declared(!llvm.ptr) attributes {nvvm.kernel, nvvm.grid_constant = array<i32: 1>, nvvm.blocksareclusters,
      nvvm.reqntid = array<i32: 64, 2, 1>, nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.minctasm = 2 : i32, nvvm.maxnreg = 64 : i32}

  // CHECK-DAG: attributes #[[K]] = { "nvvm.maxclusterrank"="8" "nvvm.maxntid"="128,1,1" }
  // CHECK-DAG: attributes #[[DEVICE]] = { "nvvm.maxclusterrank"="4294967295" }
  // CHECK-DAG: attributes #[[DECLARED]] = { "nvvm.blocksareclusters" "nvvm.cluster_dim"="2,1,1" "nvvm.maxnreg"="64" "nvvm.minctasm"="2" "nvvm.reqntid"="64,2,1" }
  // CHECK: !nvvm.annotations = !{![[#A:]], {{.*}}}
  // CHECK: ![[#A]] = !{ptr @k, !"local_maxnreg", i32 32, !"com.example", ![[#A+1]]}
  // CHECK: ![[#A+1]] = !{i32 3, !"x"}
  // CHECK: ![[#A+2]] = !{ptr addrspace(1) @image, !"texture", i32 1}
  // LLVM's readers abort on an alias with a key of a function.
  // CHECK: ![[#A+3]] = !{ptr @k, !"align", i32 65544}
  // CHECK: ![[#A+4]] = !{ptr @alias, !"com.example", i32 1}
  // CHECK: ![[#A+5]] = !{ptr @k, !"wide", i128 -1, !"flag", i1 true, !"f", float 1.000000e+00}
}
