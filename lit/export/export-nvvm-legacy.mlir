// --export-nvvm-legacy: every launch fact as a node of !nvvm.annotations, for libNVVM and LLVM up to 19. LLVM's upgrade
// converts the nodes to the modern form, except for blocksareclusters.

// RUN: tileiras-translate --export-nvvm-legacy %s 2>/dev/null | FileCheck %s
// RUN: tileiras-translate --export-nvvm-legacy %s 2>/dev/null | opt -S | FileCheck %s --check-prefix=UPGRADED
// RUN: tileiras-translate --export-nvvm-legacy %s 2>/dev/null | tileiras-translate --import-nvvm | tileiras-opt --nvvm-transplant | FileCheck %s --check-prefix=BACK

// BACK: nvvm.annotations = {{\[}}[@k, "local_maxnreg", 32 : i32]]
module attributes {nvvm.annotations = [[@k, "local_maxnreg", 32 : i32], [@alias, "kernel", true, "maxntidy", 4 : i8]]} {
  // LLVM's readers abort on a node that names an alias, or lose the fact.
  llvm.mlir.alias external @alias : !llvm.func<void ()> {
    %0 = llvm.mlir.addressof @raw : !llvm.ptr
    llvm.return %0 : !llvm.ptr
  }

  // CHECK: define void @k(ptr %0, ptr byval(i64) %1) {
  // UPGRADED: define ptx_kernel void @k(ptr "nvvm.grid_constant" %0, ptr byval(i64) "nvvm.grid_constant" %1) #[[K:[0-9]+]]
  // BACK: llvm.func @k({{.*}}) attributes {nvvm.annotations_transplanted, nvvm.blocksareclusters, nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.grid_constant = array<i32: 1, 2>, nvvm.kernel, nvvm.maxclusterrank = 8 : i32, nvvm.reqntid = array<i32: 64, 2, 1>}
  llvm.func @k(%a: !llvm.ptr, %b: !llvm.ptr {llvm.byval = i64}) attributes {nvvm.kernel, nvvm.maxclusterrank = 8 : i32,
      nvvm.reqntid = array<i32: 64, 2, 1>, nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.blocksareclusters, nvvm.grid_constant = array<i32: 1, 2>} { llvm.return }

  // Tuples that are not transplanted yet already have the legacy form.
  // BACK: llvm.func @raw() attributes {nvvm.annotations_transplanted, nvvm.kernel, nvvm.maxntid = array<i32: 1, 4, 1>}
  llvm.func @raw() { llvm.return }

  // A name that needs quotes.
  // CHECK: define void @"a b::c<int>"()
  // UPGRADED: define ptx_kernel void @"a b::c<int>"()
  llvm.func @"a b::c<int>"() attributes {nvvm.kernel} { llvm.return }

  // CHECK: !nvvm.annotations = !{![[#A:]], {{.*}}}
  // CHECK: ![[#A]] = !{ptr @k, !"local_maxnreg", i32 32}
  // CHECK: ![[#A+1]] = !{ptr @raw, !"kernel", i1 true, !"maxntidy", i8 4}
  // CHECK: ![[#A+2]] = !{ptr @k, !"kernel", i32 1, !"reqntidx", i32 64, !"reqntidy", i32 2, !"reqntidz", i32 1, !"cluster_dim_x", i32 2, !"cluster_dim_y", i32 1, !"cluster_dim_z", i32 1, !"maxclusterrank", i32 8, !"cluster_max_blocks", i32 8, !"blocksareclusters", i32 1, !"grid_constant", ![[#A+3]]}
  // CHECK: ![[#A+3]] = !{i32 1, i32 2}
  // CHECK: ![[#A+4]] = !{ptr @"a b::c<int>", !"kernel", i32 1}

  // UPGRADED: attributes #[[K]] = { "nvvm.cluster_dim"="2,1,1" "nvvm.maxclusterrank"="8" "nvvm.reqntid"="64,2,1" }
  // UPGRADED: !{ptr @k, !"local_maxnreg", i32 32}
  // UPGRADED: !{ptr @k, !"blocksareclusters", i32 1}
}
