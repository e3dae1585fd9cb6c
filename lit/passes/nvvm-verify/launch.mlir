// There is no diagnostic for launches that the kernel allows, or whose operands are unknown.

// RUN: tileiras-opt --nvvm-verify=warnings-as-errors %s -o /dev/null 2>&1 | count 0
// RUN: tileiras-opt --convert-gpu-to-nv-tileaa --nvvm-verify=warnings-as-errors %s -o /dev/null 2>&1 | count 0
// RUN: tileiras-opt --pass-pipeline='builtin.module(func.func(nvvm-verify))' %s -o /dev/null 2>&1 | count 0

module attributes {gpu.container_module} {
  gpu.module @m [#nvvm.target<chip = "sm_90", features = "+ptx90">] {
    gpu.func @exact() kernel attributes {nvvm.reqntid = array<i32: 128, 2, 1>} { gpu.return }
    gpu.func @cluster() kernel attributes {nvvm.cluster_dim = array<i32: 3, 1, 1>} { gpu.return }
    gpu.func @counted() kernel attributes {nvvm.blocksareclusters, nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.reqntid = array<i32: 128, 1, 1>} { gpu.return }
    gpu.func @bound() kernel attributes {nvvm.maxntid = array<i32: 64, 2, 1>} { gpu.return }
    gpu.func @rank() kernel attributes {nvvm.maxclusterrank = 4 : i32} { gpu.return }
  }
  func.func @host(%n: index, %bytes: i32) {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c6 = arith.constant 6 : index
    %c128 = arith.constant 128 : index
    %smem = arith.constant 232448 : i32
    %x = arith.constant 2147483647 : index
    %yz = arith.constant 65535 : index
    gpu.launch_func @m::@bound blocks in (%x, %yz, %yz) threads in (%c128, %c1, %c1)
    gpu.launch_func @m::@exact blocks in (%n, %n, %n) threads in (%c128, %c2, %c1) dynamic_shared_memory_size %smem
    gpu.launch_func @m::@exact blocks in (%n, %n, %n) threads in (%n, %n, %n) dynamic_shared_memory_size %bytes
    gpu.launch_func @m::@cluster clusters in (%c3, %c1, %c1) blocks in (%c6, %c1, %c1) threads in (%c128, %c1, %c1)
    gpu.launch_func @m::@cluster blocks in (%c3, %n, %c1) threads in (%c128, %c1, %c1)
    gpu.launch_func @m::@counted blocks in (%c3, %c1, %c1) threads in (%c128, %c1, %c1)
    gpu.launch_func @m::@bound blocks in (%c1, %c1, %c1) threads in (%c128, %c1, %c1)
    gpu.launch_func @m::@rank clusters in (%c2, %c2, %c1) blocks in (%c6, %c6, %c1) threads in (%c128, %c1, %c1)
    return
  }
}
