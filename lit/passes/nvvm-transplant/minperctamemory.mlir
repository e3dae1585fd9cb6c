// The least shared memory of a CTA is moved from the string that libNVVM reads, and exported as that again.

// RUN: tileiras-opt --nvvm-transplant --nvvm-verify=form=canonical %s | FileCheck %s
// RUN: tileiras-opt --nvvm-transplant=form=upstream --nvvm-verify=warnings-as-errors %s | FileCheck %s --check-prefix=UPSTREAM
// RUN: tileiras-opt --nvvm-transplant --nvvm-export --nvvm-export %s | FileCheck %s --check-prefix=UPSTREAM
// RUN: tileiras-opt --nvvm-transplant --nvvm-export --nvvm-transplant %s | FileCheck %s
// RUN: tileiras-opt --nvvm-transplant --nvvm-export=legacy %s | FileCheck %s --check-prefix=LEGACY
// RUN: tileiras-opt --nvvm-transplant --nvvm-export=legacy --nvvm-transplant %s | FileCheck %s
// RUN: tileiras-opt --nvvm-transplant=form=upstream %s | mlir-translate --mlir-to-llvmir | FileCheck %s --check-prefix=LLVM
// RUN: tileiras-opt --nvvm-transplant %s | tileiras-translate --export-nvvm | FileCheck %s --check-prefix=LLVM
// RUN: tileiras-opt --nvvm-transplant %s | tileiras-translate --nvvm-to-ptx-header --gpu-name=sm_90 --ptx-version=9.4 | FileCheck %s --check-prefix=PTX

// CHECK: llvm.func @k() attributes {nvvm.annotations_transplanted, nvvm.kernel, nvvm.minperctamemory = 1024 : i32}
// UPSTREAM: llvm.func @k() attributes {nvvm.kernel, passthrough = {{\[}}["nvvm.minperctamemory", "1024"]]}
// LEGACY: module attributes {nvvm.annotations = {{\[}}[@k, "kernel", 1 : i32]]}
// LEGACY: llvm.func @k() attributes {passthrough = {{\[}}["nvvm.minperctamemory", "1024"]]}
// LLVM: define ptx_kernel void @k() #[[#A:]]
// LLVM: attributes #[[#A]] = { "nvvm.minperctamemory"="1024" }
// PTX: .minperctamemory 1024
llvm.func @k() attributes {nvvm.kernel, passthrough = [["nvvm.minperctamemory", "1024"]]} { llvm.return }
