// Correct code of each dialect, the fault that a rule is disabled or allowed for, and code that is not changed.

// RUN: tileiras-opt --nvvm-check-bodies='chip=sm_90a ptx=8.4 pedantic warnings-as-errors' %s --split-input-file --verify-diagnostics
// RUN: tileiras-opt --nvvm-check-bodies='chip=sm_90a' %s --split-input-file --mlir-print-debuginfo --mlir-print-local-scope > %t.after
// RUN: tileiras-opt %s --split-input-file --mlir-print-debuginfo --mlir-print-local-scope | diff - %t.after

gpu.module @gpu {
  gpu.func @shuffle(%out: memref<?xi32>) kernel attributes {nvvm.reqntid = array<i32: 64, 1, 1>} {
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : i32
    %width = arith.constant 32 : i32
    %tid = gpu.thread_id x
    %is_first = arith.cmpi eq, %tid, %zero : index
    %value, %valid = gpu.shuffle xor %one, %one, %width : i32
    scf.if %is_first {
      memref.store %value, %out[%zero] : memref<?xi32>
    }
    gpu.barrier
    gpu.return
  }
}
gpu.module @nvgpu {
  gpu.func @load(%out: memref<?xvector<1x2xf16>>) workgroup(%tile: memref<32x32xf16, 3>) kernel
      attributes {nvvm.reqntid = array<i32: 64, 1, 1>} {
    %zero = arith.constant 0 : index
    %value = nvgpu.ldmatrix %tile[%zero, %zero] {numTiles = 1 : i32, transpose = false} : memref<32x32xf16, 3> -> vector<1x2xf16>
    memref.store %value, %out[%zero] : memref<?xvector<1x2xf16>>
    gpu.return
  }
}

// -----

// A legacy carrier is read as the other passes read it, in the copy.
module attributes {nvvm.annotations = [[@k, "kernel", 1 : i32], [@k, "reqntidx", 64 : i32]]} {
  llvm.func @k(%out: !llvm.ptr<1>) attributes {tileiras.allow = ["warp-sync-incomplete"]} {
    %mask = llvm.mlir.constant(-1 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %last = llvm.mlir.constant(31 : i32) : i32
    %first = nvvm.elect.sync -> i1
    llvm.cond_br %first, ^first, ^all
  ^first:
    %value = nvvm.shfl.sync bfly %mask, %one, %one, %last : i32 -> i32
    llvm.store %value, %out : i32, !llvm.ptr<1>
    llvm.br ^all
  ^all:
    llvm.return
  }
}

// -----

// A rule that is allowed around the gpu.module.
module attributes {gpu.container_module, tileiras.allow = ["warp-sync-incomplete"]} {
  gpu.module @m {
    gpu.func @k(%out: memref<?xi32>) kernel attributes {nvvm.reqntid = array<i32: 64, 1, 1>} {
      %zero = arith.constant 0 : index
      %one = arith.constant 1 : i32
      %width = arith.constant 32 : i32
      %tid = gpu.thread_id x
      %is_first = arith.cmpi eq, %tid, %zero : index
      scf.if %is_first {
        %value, %valid = gpu.shuffle xor %one, %one, %width : i32
        memref.store %value, %out[%zero] : memref<?xi32>
      }
      gpu.return
    }
  }
}
