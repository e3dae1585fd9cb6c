// With `legacy`, all facts of a function are one tuple with the keys of LLVM up to 19 and libNVVM.

// RUN: tileiras-opt --nvvm-export=legacy %s 2>%t.err | FileCheck %s
// RUN: FileCheck %s --check-prefix=WARNING < %t.err
// RUN: tileiras-opt --nvvm-export=legacy %s 2>/dev/null -o %t.once
// RUN: tileiras-opt --nvvm-export=legacy %t.once | diff %t.once -
// RUN: tileiras-opt --nvvm-export=legacy --nvvm-transplant %s 2>/dev/null | FileCheck %s --check-prefix=BACK

// Existing tuples come first. A tuple that carries nothing is removed, with a remark.
// CHECK: nvvm.annotations = {{\[}}[@image, "texture", 1 : i32], [@all, "local_maxnreg", 32 : i32],
// CHECK-SAME: [@all, "kernel", 1 : i32, "maxntidx", 128 : i32, "maxntidy", 2 : i32, "maxntidz", 1 : i32, "minctasm", 2 : i32, "maxnreg", 64 : i32, "grid_constant", array<i32: 1, 2>],
// CHECK-SAME: [@cluster, "kernel", 1 : i32, "reqntidx", 64 : i32, "reqntidy", 1 : i32, "reqntidz", 1 : i32, "cluster_dim_x", 2 : i32, "cluster_dim_y", 1 : i32, "cluster_dim_z", 1 : i32, "blocksareclusters", 1 : i32],
// The cluster cap is written under both names, because each consumer reads only one.
// CHECK-SAME: [@cap, "maxclusterrank", 8 : i32, "cluster_max_blocks", 8 : i32],
// CHECK-SAME: [@upstream, "kernel", 1 : i32, "maxclusterrank", 4 : i32, "cluster_max_blocks", 4 : i32, "grid_constant", array<i32: 2>],
// CHECK-SAME: [@convention, "kernel", 1 : i32]]
module attributes {nvvm.annotations = [[@image, "texture", 1 : i32], [], [@all, "local_maxnreg", 32 : i32]]} {
  llvm.mlir.global external @image() : i64

  // CHECK: llvm.func @all(%{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr {llvm.byval = i32}) {
  // BACK: llvm.func @all({{.*}}) attributes {nvvm.annotations_transplanted, nvvm.grid_constant = array<i32: 1, 2>, nvvm.kernel, nvvm.maxnreg = 64 : i32, nvvm.maxntid = array<i32: 128, 2, 1>, nvvm.minctasm = 2 : i32}
  llvm.func @all(%a: !llvm.ptr, %b: !llvm.ptr {llvm.byval = i32}) attributes {nvvm.annotations_transplanted, nvvm.kernel,
      nvvm.maxntid = array<i32: 128, 2>, nvvm.minctasm = 2 : i32, nvvm.maxnreg = 64 : i32, nvvm.grid_constant = array<i32: 1, 2>} { llvm.return }

  // LLVM up to 22 has no upgrade for this key.
  // WARNING: legacy.mlir:[[#@LINE+3]]:3: warning: 'llvm.func' op 'nvvm.blocksareclusters' is written as a tuple that LLVM does not read, only 'nvvm-transplant' does
  // CHECK: llvm.func @cluster() {
  // BACK: llvm.func @cluster() attributes {nvvm.annotations_transplanted, nvvm.blocksareclusters, nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>}
  llvm.func @cluster() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>, nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.blocksareclusters} { llvm.return }

  // CHECK: llvm.func @cap() {
  llvm.func @cap() attributes {nvvm.maxclusterrank = 8 : i32} { llvm.return }

  // Facts in upstream's form are exported like canonical ones.
  // CHECK: llvm.func @upstream(%{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr {llvm.byval = i32}) {
  // BACK: llvm.func @upstream({{.*}}) attributes {nvvm.annotations_transplanted, nvvm.grid_constant = array<i32: 2>, nvvm.kernel, nvvm.maxclusterrank = 4 : i32}
  llvm.func @upstream(%a: !llvm.ptr, %b: !llvm.ptr {llvm.byval = i32, nvvm.grid_constant}) attributes {nvvm.kernel, nvvm.cluster_max_blocks = 4 : i32} { llvm.return }

  // The calling convention stays.
  // CHECK: llvm.func ptx_kernelcc @convention() {
  llvm.func ptx_kernelcc @convention() { llvm.return }

  // CHECK: llvm.func @none() {
  llvm.func @none() attributes {nvvm.annotations_transplanted} { llvm.return }
}

// WARNING: remark: 'builtin.module' op 'nvvm.annotations' tuple 1 carries nothing and is dropped
