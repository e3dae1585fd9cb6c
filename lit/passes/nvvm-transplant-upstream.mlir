// With form=upstream, the pass writes the form that upstream's translation supports, which then drops no fact.

// RUN: tileiras-opt --nvvm-transplant=form=upstream %s | FileCheck %s
// RUN: tileiras-opt --nvvm-transplant=form=upstream %s -o %t.once
// RUN: tileiras-opt --nvvm-transplant --nvvm-export %s | diff %t.once -
// RUN: tileiras-opt --nvvm-transplant=form=upstream %t.once | diff %t.once -
// RUN: mlir-translate --mlir-to-llvmir %t.once | FileCheck %s --check-prefix=LLVM
// RUN: tileiras-opt --nvvm-transplant=form=canonical %s | FileCheck %s --check-prefix=CANONICAL
// RUN: tileiras-opt --nvvm-transplant %s | FileCheck %s --check-prefix=CANONICAL
// RUN: not tileiras-opt --nvvm-transplant=form=legacy %s 2>&1 | FileCheck %s --check-prefix=FORM
// RUN: not tileiras-opt --nvvm-launch=form=upstream %s 2>&1 | FileCheck %s --check-prefix=LAUNCH

// FORM: Cannot find option named 'legacy'!
// nvvm-launch does not have the option, because its later passes read the canonical form.
// LAUNCH: no such option form

// CHECK: module {
// CANONICAL: module {
module attributes {nvvm.annotations = [
    [@k, "kernel", 1 : i32, "maxclusterrank", 8 : i32, "grid_constant", array<i32: 1>],
    [@k, "maxntidx", 128 : i32]]} {
  // CHECK: llvm.func @k(%{{.*}}: !llvm.ptr {llvm.byval = i64, nvvm.grid_constant}, %{{.*}}: i32) attributes {nvvm.cluster_max_blocks = 8 : i32, nvvm.kernel, nvvm.maxntid = array<i32: 128, 1, 1>}
  // CANONICAL: llvm.func @k(%{{.*}}: !llvm.ptr {llvm.byval = i64}, %{{.*}}: i32) attributes {nvvm.annotations_transplanted, nvvm.grid_constant = array<i32: 1>, nvvm.kernel, nvvm.maxclusterrank = 8 : i32, nvvm.maxntid = array<i32: 128, 1, 1>}
  // LLVM: define ptx_kernel void @k(ptr byval(i64) "nvvm.grid_constant" %0, i32 %1) #[[K:[0-9]+]]
  // LLVM: attributes #[[K]] = { "nvvm.maxclusterrank"="8" "nvvm.maxntid"="128,1,1" }
  llvm.func @k(%a: !llvm.ptr {llvm.byval = i64}, %b: i32) { llvm.return }

  // Functions that are already canonical or already transplanted.
  // CHECK: llvm.func @canonical() attributes {nvvm.cluster_max_blocks = 4 : i32, nvvm.kernel}
  llvm.func @canonical() attributes {nvvm.kernel, nvvm.maxclusterrank = 4 : i32} { llvm.return }
  // CHECK: llvm.func @marked() attributes {nvvm.cluster_max_blocks = 2 : i32, nvvm.kernel}
  llvm.func @marked() attributes {nvvm.annotations_transplanted, nvvm.kernel, nvvm.maxclusterrank = 2 : i32} { llvm.return }
}
