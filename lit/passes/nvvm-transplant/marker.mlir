// The marker is set on each function that the pass changed and on no other; a marked function is not scanned again.

// RUN: tileiras-opt --nvvm-transplant --verify-diagnostics %s | FileCheck %s

// CHECK: module attributes {nvvm.annotations = {{\[\[}}@marked, "maxnreg", 64 : i32], [@marked, "maxntidx", "never read"]]} {
module attributes {nvvm.annotations = [
  [@marked, "maxnreg", 64 : i32], [@changed, "kernel", 1 : i32], [@marked, "maxntidx", "never read"]
]} {
  // CHECK: llvm.func @changed() attributes {nvvm.annotations_transplanted, nvvm.kernel}
  llvm.func @changed()

  // Already canonical: nothing to change, no marker.
  // CHECK: llvm.func @canonical() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 128, 1, 1>}
  llvm.func @canonical() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 128, 1, 1>}

  // CHECK: llvm.func @plain() {
  llvm.func @plain() { llvm.return }

  // Legacy carriers of a marked function are not read, so there is no conflict. nvvm-verify reports them.
  // CHECK: llvm.func @marked() attributes {nvvm.annotations_transplanted, nvvm.maxnreg = 32 : i32, nvvm.maxntidx = 128 : i32, passthrough = {{\[\[}}"nvvm.maxnreg", "16"]]}
  llvm.func @marked() attributes {nvvm.annotations_transplanted, nvvm.maxnreg = 32 : i32, nvvm.maxntidx = 128 : i32,
                                  passthrough = [["nvvm.maxnreg", "16"]]}
}
