// --nvvm-to-ptx-header prints names, linkage, parameters and directives as LLVM does, in the same order.

// RUN: tileiras-translate --nvvm-to-ptx-header --gpu-name=sm_90a --ptx-version=9.0 %s | FileCheck %s --match-full-lines
// RUN: tileiras-translate --nvvm-to-ptx-header --gpu-name=sm_90a --ptx-version=9.0 --stub-bodies %s | FileCheck %s --check-prefix=STUB --match-full-lines
// RUN: tileiras-translate --nvvm-to-ptx-header --gpu-name=sm_89 %s 2>%t | FileCheck %s --check-prefixes=OLD
// RUN: FileCheck %s --check-prefix=WARN < %t

// CHECK: .version 9.0
// CHECK-NEXT: .target sm_90a
// CHECK-NEXT: .address_size 64
// CHECK-EMPTY:
module attributes {nvvm.annotations = [
    [@handles, "rdoimage", 0 : i32, "wroimage", 1 : i32, "rdwrimage", 2 : i32, "sampler", 3 : i32, "texture", 4 : i32],
    [@aligned, "align", 32 : i32, "align", 65552 : i32],
    [@image, "texture", 1 : i32]]} {
  llvm.mlir.global external @image() {addr_space = 1 : i32} : i64

  // All facts together. Combinations that 'nvvm-verify' reports are printed: both thread directives, shape and rank.
  // CHECK-NEXT: .visible .entry everything
  // CHECK-NEXT: (
  // CHECK-NEXT: .param .u64 .ptr .align 1 everything_param_0
  // CHECK-NEXT: )
  // CHECK-NEXT: .maxntid 256
  // CHECK-NEXT: .reqntid 16, 16, 1
  // CHECK-NEXT: .minnctapersm 2
  // CHECK-NEXT: .maxnreg 96
  // CHECK-NEXT: .blocksareclusters
  // CHECK-NEXT: .explicitcluster
  // CHECK-NEXT: .reqnctapercluster 2, 1, 1
  // CHECK-NEXT: .maxclusterrank 8
  // CHECK-NEXT: ;
  // OLD: .version 9.0
  // OLD: .target sm_89
  // OLD: .visible .entry everything
  // OLD: .maxntid 256
  // OLD-NEXT: .reqntid 16, 16, 1
  // OLD-NEXT: .minnctapersm 2
  // OLD-NEXT: .maxnreg 96
  // OLD-NEXT: ;
  // WARN: [[# @LINE + 3]]:3: warning: 'llvm.func' op 'nvvm.cluster_dim'{{.*}} [cluster-suppressed]
  // WARN: [[# @LINE + 2]]:3: warning: 'llvm.func' op 'nvvm.maxclusterrank'{{.*}} [cluster-suppressed]
  // WARN: [[# @LINE + 1]]:3: warning: 'llvm.func' op 'nvvm.blocksareclusters'{{.*}} [cluster-suppressed]
  llvm.func @everything(%a: !llvm.ptr) attributes {nvvm.annotations_transplanted, nvvm.kernel, nvvm.maxclusterrank = 8 : i32,
      nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.blocksareclusters, nvvm.maxnreg = 96 : i32, nvvm.minctasm = 2 : i32,
      nvvm.reqntid = array<i32: 16, 16, 1>, nvvm.maxntid = array<i32: 256>, nvvm.grid_constant = array<i32: 1>} { llvm.return }

  // With --stub-bodies a definition has a body. A declaration never has one.
  // CHECK: .visible .entry convention
  // CHECK-NEXT: ()
  // STUB: .visible .entry convention()
  // STUB-NEXT: {
  // STUB-NEXT: ret;
  // STUB-NEXT: }
  llvm.func ptx_kernelcc @convention() { llvm.return }

  // CHECK: .extern .func (.param .b32 func_retval0) far
  // CHECK-NEXT: (
  // CHECK-NEXT: .param .b32 far_param_0,
  // CHECK-NEXT: .param .b64 far_param_1
  // CHECK-NEXT: )
  // CHECK-NEXT: ;
  // STUB: .extern .func (.param .b32 func_retval0) far
  // STUB: ;
  llvm.func @far(i8, ...) -> i16

  // Launch directives of a kernel are printed only at its definition.
  // CHECK: .extern .entry elsewhere
  // CHECK-NEXT: ()
  // CHECK-NEXT: ;
  // WARN: [[# @LINE + 1]]:3: warning: 'llvm.func' op is only declared: '.maxnreg 64' is printed where the kernel is defined
  llvm.func @elsewhere() attributes {nvvm.kernel, nvvm.maxnreg = 64 : i32}

  // Launch facts on a function that is not a kernel are not printed.
  // CHECK: .weak .func device
  // CHECK-NEXT: ()
  // CHECK-NEXT: ;
  // WARN: [[# @LINE + 1]]:3: warning: 'llvm.func' op {{.*}}'nvvm.maxntid'{{.*}} [launch-fact-on-function]
  llvm.func weak_odr @device() attributes {nvvm.maxntid = array<i32: 32, 1, 1>} { llvm.return }

  // LLVM prints neither intrinsics nor available_externally functions.
  // CHECK-NOT: llvm.
  // CHECK-NOT: other_file
  llvm.func @llvm.nvvm.barrier0()
  llvm.func available_externally @other_file() { llvm.return }

  // Names of internal functions are changed to legal PTX names. LLVM increases the alignment of their parameters, if
  // the address of the function is not taken.
  // CHECK: .func (.param .align 16 .b8 func_retval0[3]) in_$_side
  // CHECK-NEXT: (
  // CHECK-NEXT: .param .align 16 .b8 in_$_side_param_0[3]
  // CHECK-NEXT: )
  llvm.func internal @in.side(%a: !llvm.array<3 x i8>) -> !llvm.array<3 x i8> { llvm.return %a : !llvm.array<3 x i8> }
  // CHECK: .func (.param .align 1 .b8 func_retval0[3]) taken
  // CHECK-NEXT: (
  // CHECK-NEXT: .param .align 1 .b8 taken_param_0[3]
  // CHECK-NEXT: )
  llvm.func private @taken(%a: !llvm.array<3 x i8>) -> !llvm.array<3 x i8> { llvm.return %a : !llvm.array<3 x i8> }
  // CHECK: .visible .func (.param .b64 func_retval0) takes
  // CHECK-NEXT: ()
  llvm.func @takes() -> !llvm.ptr {
    %0 = llvm.mlir.addressof @taken : !llvm.ptr
    llvm.return %0 : !llvm.ptr
  }

  // Properties of parameters from legacy tuples.
  // CHECK: .visible .entry handles
  // CHECK-NEXT: (
  // CHECK-NEXT: .param .u64 .ptr .texref handles_param_0,
  // CHECK-NEXT: .param .u64 .ptr .surfref handles_param_1,
  // CHECK-NEXT: .param .u64 .ptr .surfref handles_param_2,
  // CHECK-NEXT: .param .u64 .ptr .samplerref handles_param_3,
  // CHECK-NEXT: .param .u64 handles_param_4
  // CHECK-NEXT: )
  llvm.func @handles(i64, i64, i64, i64, i64) attributes {nvvm.kernel} { ^bb0(%a: i64, %b: i64, %c: i64, %d: i64, %e: i64): llvm.return }
  // CHECK: .visible .func (.param .align 32 .b8 func_retval0[3]) aligned
  // CHECK-NEXT: (
  // CHECK-NEXT: .param .align 16 .b8 aligned_param_0[3],
  // CHECK-NEXT: .param .align 8 .b8 aligned_param_1[3]
  // CHECK-NEXT: )
  llvm.func @aligned(%a: !llvm.array<3 x i8>, %b: !llvm.array<3 x i8> {llvm.alignstack = 8 : i64}) -> !llvm.array<3 x i8> { llvm.return %a : !llvm.array<3 x i8> }

  // Pointers and structs.
  // CHECK: .visible .entry spaces
  // CHECK-NEXT: (
  // CHECK-NEXT: .param .u64 .ptr .global .align 16 spaces_param_0,
  // CHECK-NEXT: .param .u64 .ptr .shared .align 1 spaces_param_1,
  // CHECK-NEXT: .param .u64 .ptr .const .align 1 spaces_param_2,
  // CHECK-NEXT: .param .u64 .ptr .local .align 1 spaces_param_3,
  // CHECK-NEXT: .param .u32 .ptr .align 1 spaces_param_4,
  // CHECK-NEXT: .param .align 8 .b8 spaces_param_5[16],
  // CHECK-NEXT: .param .align 64 .b8 spaces_param_6[5]
  // CHECK-NEXT: )
  llvm.func @spaces(%a: !llvm.ptr<1> {llvm.align = 16 : i64}, %b: !llvm.ptr<3>, %c: !llvm.ptr<4>, %d: !llvm.ptr<5>, %e: !llvm.ptr<6>,
                    %f: !llvm.ptr {llvm.byval = !llvm.struct<(i32, f64)>}, %g: !llvm.ptr {llvm.byval = !llvm.struct<packed (i8, f32)>, llvm.align = 64 : i64})
      attributes {nvvm.kernel} { llvm.return }
}
