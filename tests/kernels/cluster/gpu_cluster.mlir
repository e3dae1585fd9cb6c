// chip: sm_90 ptx: 8.0
// gpu ops of clusters, and nvvm barriers, in a gpu.func with known sizes.

module attributes {gpu.container_module} {
  gpu.module @m [#nvvm.target<chip = "sm_90", features = "+ptx80">] {
    gpu.func @gpu_cluster(%out: memref<?xindex>, %n: index) kernel attributes {
      nvvm.reqntid = array<i32: 64, 1, 1>, nvvm.cluster_dim = array<i32: 2, 1, 1>
    } {
      %c0 = arith.constant 0 : index
      %tid = gpu.thread_id x
      %rank = gpu.cluster_block_id x
      %cluster = gpu.cluster_id x
      %inside = arith.cmpi ult, %cluster, %n : index
      scf.if %inside {
        gpu.barrier
        nvvm.cluster.arrive
        nvvm.cluster.wait
      }
      %zero = arith.cmpi eq, %rank, %c0 : index
      %first = arith.cmpi eq, %tid, %c0 : index
      %both = arith.andi %zero, %first : i1
      scf.if %both {
        memref.store %cluster, %out[%cluster] : memref<?xindex>
      }
      gpu.return
    }
  }
}
