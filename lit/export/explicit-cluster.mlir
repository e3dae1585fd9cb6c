// nvvm.explicit_cluster is exported as LLVM encodes it, a cluster shape of zeros, and comes back.

// RUN: tileiras-opt --nvvm-export %s | FileCheck %s --check-prefix=UPSTREAM
// RUN: tileiras-opt --nvvm-export %s -o %t.once
// RUN: tileiras-opt --nvvm-export %t.once | diff %t.once -
// RUN: tileiras-opt --nvvm-export --nvvm-transplant %s | FileCheck %s --check-prefix=BACK
// RUN: tileiras-opt --nvvm-export=legacy %s | FileCheck %s --check-prefix=LEGACY
// RUN: tileiras-opt --nvvm-export=legacy --nvvm-transplant %s | FileCheck %s --check-prefix=BACK
// RUN: tileiras-translate --export-nvvm %s | FileCheck %s --check-prefix=LLVM
// RUN: tileiras-translate --export-nvvm %s | llc -mtriple=nvptx64 -mcpu=sm_90 | FileCheck %s --check-prefix=PTX
// RUN: tileiras-translate --export-nvvm %s | tileiras-translate --import-nvvm | tileiras-opt --nvvm-transplant | FileCheck %s --check-prefix=BACK
// RUN: tileiras-translate --export-nvvm-legacy %s | FileCheck %s --check-prefix=METADATA
// RUN: tileiras-translate --export-nvvm-legacy %s | llc -mtriple=nvptx64 -mcpu=sm_90 | FileCheck %s --check-prefix=PTX
// RUN: tileiras-translate --nvvm-to-ptx-header --gpu-name=sm_90a %s | FileCheck %s --check-prefix=HEADER

// UPSTREAM: llvm.func @k() attributes {nvvm.cluster_dim = array<i32: 0>, nvvm.kernel}
// UPSTREAM: llvm.func @shape() attributes {nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.kernel}
// LEGACY: [@k, "kernel", 1 : i32, "cluster_dim_x", 0 : i32, "cluster_dim_y", 0 : i32, "cluster_dim_z", 0 : i32], [@shape, "kernel", 1 : i32, "cluster_dim_x", 2 : i32, "cluster_dim_y", 1 : i32, "cluster_dim_z", 1 : i32]
// BACK: llvm.func {{.*}}@k() attributes {{.*}}nvvm.explicit_cluster, nvvm.kernel}
// BACK: llvm.func {{.*}}@shape() attributes {{.*}}nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.kernel}
// LLVM: attributes #{{[0-9]+}} = { "nvvm.cluster_dim"="0" }
// LLVM: attributes #{{[0-9]+}} = { "nvvm.cluster_dim"="2,1,1" }
// METADATA: !{ptr @k, !"kernel", i32 1, !"cluster_dim_x", i32 0, !"cluster_dim_y", i32 0, !"cluster_dim_z", i32 0}
// PTX: .entry k()
// PTX-NEXT: .explicitcluster
// PTX-NOT: .reqnctapercluster
// PTX: .entry shape()
// PTX-NEXT: .explicitcluster
// PTX-NEXT: .reqnctapercluster 2, 1, 1
// HEADER: .entry k
// HEADER-NEXT: ()
// HEADER-NEXT: .explicitcluster
// HEADER-NEXT: ;
// HEADER: .entry shape
// HEADER-NEXT: ()
// HEADER-NEXT: .explicitcluster
// HEADER-NEXT: .reqnctapercluster 2, 1, 1
llvm.func @k() attributes {nvvm.explicit_cluster, nvvm.kernel} { llvm.return }
llvm.func @shape() attributes {nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.explicit_cluster, nvvm.kernel} { llvm.return }
