// Each fact is written in the form that upstream's translation supports. The transplant restores the canonical form.

// RUN: tileiras-opt --nvvm-export %s | FileCheck %s
// RUN: tileiras-opt --nvvm-export %s | mlir-translate --mlir-to-llvmir | FileCheck %s --check-prefix=LLVM
// RUN: tileiras-opt --nvvm-export %s -o %t.once
// RUN: tileiras-opt --nvvm-export %t.once | diff %t.once -
// RUN: tileiras-opt --nvvm-export --nvvm-transplant %s | FileCheck %s --check-prefix=BACK

// CHECK: llvm.func @cluster_cap() attributes {nvvm.cluster_max_blocks = 8 : i32, nvvm.kernel}
// LLVM: define ptx_kernel void @cluster_cap() #[[RANK:[0-9]+]]
// BACK: llvm.func @cluster_cap() attributes {nvvm.annotations_transplanted, nvvm.kernel, nvvm.maxclusterrank = 8 : i32}
llvm.func @cluster_cap() attributes {nvvm.annotations_transplanted, nvvm.kernel, nvvm.maxclusterrank = 8 : i32} { llvm.return }

// A number that does not fit in i32.
// CHECK: llvm.func @wide() attributes {nvvm.cluster_max_blocks = 4294967295 : i64, nvvm.kernel}
llvm.func @wide() attributes {nvvm.kernel, nvvm.maxclusterrank = 4294967295 : i64} { llvm.return }

// The same number under both names.
// CHECK: llvm.func @both() attributes {nvvm.cluster_max_blocks = 4 : i32, nvvm.kernel}
llvm.func @both() attributes {nvvm.kernel, nvvm.maxclusterrank = 4 : i32, nvvm.cluster_max_blocks = 4 : i32} { llvm.return }

// CHECK: llvm.func @constants(%{{.*}}: !llvm.ptr {llvm.align = 8 : i64, llvm.byval = i64, nvvm.grid_constant}, %{{.*}}: i32, %{{.*}}: !llvm.ptr {llvm.byval = i64}, %{{.*}}: !llvm.ptr {llvm.byval = i32, nvvm.grid_constant}) attributes {nvvm.kernel}
// LLVM: define ptx_kernel void @constants(ptr byval(i64) align 8 "nvvm.grid_constant" %0, i32 %1, ptr byval(i64) %2, ptr byval(i32) "nvvm.grid_constant" %3)
// BACK: llvm.func @constants({{.*}}) attributes {nvvm.annotations_transplanted, nvvm.grid_constant = array<i32: 1, 4>, nvvm.kernel}
llvm.func @constants(%a: !llvm.ptr {llvm.byval = i64, llvm.align = 8}, %b: i32, %c: !llvm.ptr {llvm.byval = i64}, %d: !llvm.ptr {llvm.byval = i32})
    attributes {nvvm.kernel, nvvm.grid_constant = array<i32: 1, 4>} { llvm.return }

// The constant arguments of both forms are merged.
// CHECK: llvm.func @merged(%{{.*}}: !llvm.ptr {llvm.byval = i64, nvvm.grid_constant}, %{{.*}}: !llvm.ptr {llvm.byval = i64, nvvm.grid_constant}) attributes {nvvm.kernel}
llvm.func @merged(%a: !llvm.ptr {llvm.byval = i64, nvvm.grid_constant}, %b: !llvm.ptr {llvm.byval = i64})
    attributes {nvvm.kernel, nvvm.grid_constant = array<i32: 2>} { llvm.return }

// Upstream's verifier requires the attribute, also with the calling convention of a kernel.
// CHECK: llvm.func ptx_kernelcc @convention(%{{.*}}: !llvm.ptr {llvm.byval = i64, nvvm.grid_constant}) attributes {nvvm.kernel}
llvm.func ptx_kernelcc @convention(%a: !llvm.ptr {llvm.byval = i64}) attributes {nvvm.grid_constant = array<i32: 1>} { llvm.return }

// The others have one form only.
// CHECK: llvm.func @others() attributes {nvvm.blocksareclusters, nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.kernel, nvvm.maxnreg = 64 : i32, nvvm.maxntid = array<i32: 128>, nvvm.minctasm = 2 : i32, nvvm.reqntid = array<i32: 128, 1, 1>}
llvm.func @others() attributes {nvvm.annotations_transplanted, nvvm.blocksareclusters, nvvm.cluster_dim = array<i32: 2, 1, 1>,
    nvvm.kernel, nvvm.maxnreg = 64 : i32, nvvm.maxntid = array<i32: 128>, nvvm.minctasm = 2 : i32, nvvm.reqntid = array<i32: 128, 1, 1>} { llvm.return }

// Functions that are not kernels can have facts, too.
// CHECK: llvm.func @device() attributes {nvvm.cluster_max_blocks = 2 : i32}
llvm.func @device() attributes {nvvm.maxclusterrank = 2 : i32} { llvm.return }

// CHECK: llvm.func @none(%{{.*}}: i32)
llvm.func @none(%a: i32) { llvm.return }

// LLVM: attributes #[[RANK]] = { "nvvm.maxclusterrank"="8" }
