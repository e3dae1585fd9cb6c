// nvvm.explicit_cluster, and LLVM's encoding of it: a cluster shape of zeros, in any carrier.

// RUN: tileiras-opt --nvvm-transplant %s --split-input-file | FileCheck %s
// RUN: tileiras-opt --nvvm-transplant %s --split-input-file -o %t.once
// RUN: tileiras-opt --nvvm-transplant %t.once --split-input-file | diff %t.once -

// The canonical form stays as it is, also beside a shape, which implies it.
// CHECK: llvm.func @canonical() attributes {nvvm.explicit_cluster, nvvm.kernel}
llvm.func @canonical() attributes {nvvm.explicit_cluster, nvvm.kernel}
// CHECK: llvm.func @implied() attributes {nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.explicit_cluster, nvvm.kernel}
llvm.func @implied() attributes {nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.explicit_cluster, nvvm.kernel}

// The attribute of a shape, of any length.
// CHECK: llvm.func @one() attributes {nvvm.annotations_transplanted, nvvm.explicit_cluster, nvvm.kernel}
llvm.func @one() attributes {nvvm.cluster_dim = array<i32: 0>, nvvm.kernel}
// CHECK: llvm.func @three() attributes {nvvm.annotations_transplanted, nvvm.explicit_cluster, nvvm.kernel}
llvm.func @three() attributes {nvvm.cluster_dim = array<i32: 0, 0, 0>, nvvm.kernel}
// CHECK: llvm.func @twice() attributes {nvvm.annotations_transplanted, nvvm.explicit_cluster, nvvm.kernel}
llvm.func @twice() attributes {nvvm.cluster_dim = array<i32: 0, 0, 0>, nvvm.explicit_cluster, nvvm.kernel}
// CHECK: llvm.func @axis() attributes {nvvm.annotations_transplanted, nvvm.explicit_cluster, nvvm.kernel}
llvm.func @axis() attributes {nvvm.cluster_dim_x = 0 : i32, nvvm.kernel}

// Strings.
// CHECK: llvm.func @string() attributes {nvvm.annotations_transplanted, nvvm.explicit_cluster, nvvm.kernel}
llvm.func @string() attributes {nvvm.kernel, passthrough = [["nvvm.cluster_dim", "0"]]}
// CHECK: llvm.func @strings() attributes {nvvm.annotations_transplanted, nvvm.explicit_cluster, nvvm.kernel, nvvm.maxclusterrank = 8 : i32}
llvm.func @strings() attributes {nvvm.kernel, passthrough = [["nvvm.cluster_dim", "0,0,0"], "nvvm.explicit_cluster", ["nvvm.maxclusterrank", "8"]]}

// Block shapes have no such encoding: nvvm-verify reports the 0.
// CHECK: llvm.func @block() attributes {nvvm.annotations_transplanted, nvvm.kernel, nvvm.reqntid = array<i32: 0, 1, 1>}
llvm.func @block() attributes {nvvm.kernel, passthrough = [["nvvm.reqntid", "0"]]}
// One size that is not 0 is a shape, with the other sizes as they are.
// CHECK: llvm.func @mixed() attributes {nvvm.annotations_transplanted, nvvm.cluster_dim = array<i32: 0, 1, 1>, nvvm.kernel}
llvm.func @mixed() attributes {nvvm.kernel, passthrough = [["nvvm.cluster_dim", "0,1,1"]]}

// -----

// Tuples.
// CHECK: module {
module attributes {nvvm.annotations = [
  [@x, "kernel", 1 : i32, "cluster_dim_x", 0 : i32],
  [@all, "cluster_dim_x", 0 : i32, "cluster_dim_y", 0 : i32], [@all, "cluster_dim_z", 0 : i32],
  [@gpu::@k, "cluster_dim_x", 0 : i32]
]} {
  // CHECK: llvm.func @x() attributes {nvvm.annotations_transplanted, nvvm.explicit_cluster, nvvm.kernel}
  llvm.func @x()
  // CHECK: llvm.func @all() attributes {nvvm.annotations_transplanted, nvvm.explicit_cluster, nvvm.kernel}
  llvm.func @all() attributes {nvvm.kernel}
  gpu.module @gpu {
    // CHECK: gpu.func @k() kernel attributes {nvvm.annotations_transplanted, nvvm.explicit_cluster}
    gpu.func @k() kernel { gpu.return }
  }
}
