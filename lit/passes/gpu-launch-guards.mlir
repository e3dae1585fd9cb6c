// A cf.assert for each condition of the launch rules on a size that is not a constant.

// RUN: tileiras-opt %s --gpu-launch-guards -o %t.guarded
// RUN: FileCheck %s < %t.guarded
// RUN: tileiras-opt %s --gpu-launch-guards --mlir-pass-statistics 2>&1 >/dev/null | FileCheck %s --check-prefix=STATS

// A second run inserts nothing, also after upstream's clean-up.
// RUN: tileiras-opt %t.guarded --gpu-launch-guards | diff %t.guarded -
// RUN: tileiras-opt %t.guarded --canonicalize --cse -o %t.clean
// RUN: tileiras-opt %t.clean --gpu-launch-guards | diff %t.clean -

// Upstream lowers the checks.
// RUN: tileiras-opt %t.guarded --convert-scf-to-cf --convert-cf-to-llvm --convert-arith-to-llvm | FileCheck %s --check-prefix=LOWERED --implicit-check-not=cf.assert
// LOWERED: llvm.call @abort

// STATS: GPULaunchGuards
// STATS: (S) 20 launches-guarded
// STATS: (S) 50 checks-inserted

module attributes {gpu.container_module} {
  gpu.module @m [#nvvm.target<chip = "sm_90a">] {
    gpu.func @any() kernel { gpu.return }
    gpu.func @bound() kernel attributes {nvvm.maxntid = array<i32: 256, 1, 1>} { gpu.return }
    gpu.func @exact() kernel attributes {nvvm.reqntid = array<i32: 128, 2, 1>} { gpu.return }
    gpu.func @known() kernel attributes {known_block_size = array<i32: 64, 1, 1>} { gpu.return }
    gpu.func @rank() kernel attributes {nvvm.maxclusterrank = 4 : i32} { gpu.return }
    gpu.func @cluster() kernel attributes {nvvm.cluster_dim = array<i32: 2, 1, 1>} { gpu.return }
    gpu.func @clusters() kernel attributes {nvvm.blocksareclusters, nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.reqntid = array<i32: 32, 1, 1>} { gpu.return }
  }
  gpu.module @both [#nvvm.target<chip = "sm_80">, #nvvm.target<chip = "sm_90a">] {
    gpu.func @k() kernel attributes {nvvm.cluster_dim = array<i32: 2, 1, 1>} { gpu.return }
  }
  gpu.module @old [#nvvm.target<chip = "sm_80">] { gpu.func @k() kernel { gpu.return } }
  gpu.module @unknown { gpu.func @k() kernel { gpu.return } }
  gpu.binary @compiled [#gpu.object<#nvvm.target<chip = "sm_90a">, assembly = ".version 8.0\0A.target sm_90a\0A.address_size 64\0A.visible .entry k()\0A.maxntid 64\0A{\0A  ret;\0A}\0A">]

  // Every launch has the limits of the chip. A bound of the block implies lower ones.
  // CHECK-LABEL: func.func @block
  // CHECK-SAME: (%[[X:.*]]: index, %[[Y:.*]]: index, %[[Z:.*]]: index)
  func.func @block(%x: index, %y: index, %z: index) {
    %c1 = arith.constant 1 : index
    // CHECK: cf.assert %{{.*}}, "block must be positive in x [launch-zero]"
    // CHECK: cf.assert %{{.*}}, "block must be positive in y [launch-zero]"
    // CHECK: cf.assert %{{.*}}, "block must be positive in z [launch-zero]"
    // CHECK: %[[C1024:.*]] = arith.constant 1024 : index
    // CHECK-NEXT: %[[XOK:.*]] = arith.cmpi ule, %[[X]], %[[C1024]] : index
    // CHECK-NEXT: cf.assert %[[XOK]], "block must have at most 1024 threads in x [launch-block-cap]"
    // CHECK: cf.assert %{{.*}}, "block must have at most 1024 threads in y [launch-block-cap]"
    // CHECK: cf.assert %{{.*}}, "block must have at most 64 threads in z [launch-block-cap]"
    // CHECK: cf.assert %{{.*}}, "block must have at most 1024 threads [launch-block-cap]"
    // CHECK-NEXT: gpu.launch_func
    gpu.launch_func @m::@any blocks in (%c1, %c1, %c1) threads in (%x, %y, %z)

    // The product of the sizes is compared, and each size, so that an overflow does not matter.
    // CHECK: %[[C0:.*]] = arith.constant 0 : index
    // CHECK-NEXT: %[[P:.*]] = arith.cmpi sgt, %[[X]], %[[C0]] : index
    // CHECK-NEXT: cf.assert %[[P]], "block must be positive in x [launch-zero]"
    // CHECK-NEXT: %[[P:.*]] = arith.cmpi sgt, %[[Z]], %[[C0]] : index
    // CHECK-NEXT: cf.assert %[[P]], "block must be positive in z [launch-zero]"
    // CHECK-NEXT: %[[C256:.*]] = arith.constant 256 : index
    // CHECK-NEXT: %[[XOK:.*]] = arith.cmpi ule, %[[X]], %[[C256]] : index
    // CHECK-NEXT: %[[ZOK:.*]] = arith.cmpi ule, %[[Z]], %[[C256]] : index
    // CHECK-NEXT: %[[XZ:.*]] = arith.muli %[[X]], %[[Z]] : index
    // CHECK-NEXT: %[[BOTH:.*]] = arith.andi %[[XOK]], %[[ZOK]] : i1
    // CHECK-NEXT: %[[XZOK:.*]] = arith.cmpi ule, %[[XZ]], %[[C256]] : index
    // CHECK-NEXT: %[[ALL:.*]] = arith.andi %[[BOTH]], %[[XZOK]] : i1
    // CHECK-NEXT: cf.assert %[[ALL]], "block must have at most the 256 threads of 'nvvm.maxntid' of the kernel [launch-block-exceeds]"
    // CHECK-NEXT: %[[C64:.*]] = arith.constant 64 : index
    // CHECK-NEXT: %[[ZOK:.*]] = arith.cmpi ule, %[[Z]], %[[C64]] : index
    // CHECK-NEXT: cf.assert %[[ZOK]], "block must have at most 64 threads in z [launch-block-cap]"
    // CHECK-NEXT: gpu.launch_func
    gpu.launch_func @m::@bound blocks in (%c1, %c1, %c1) threads in (%x, %c1, %z)
    return
  }

  // A constant size divides the bound.
  // CHECK-LABEL: func.func @constants
  func.func @constants(%x: index) {
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    // CHECK: %[[C85:.*]] = arith.constant 85 : index
    // CHECK-NEXT: %[[OK:.*]] = arith.cmpi ule, %{{.*}}, %[[C85]] : index
    // CHECK-NEXT: cf.assert %[[OK]], "block must have at most the 256 threads of 'nvvm.maxntid' of the kernel [launch-block-exceeds]"
    // CHECK-NEXT: gpu.launch_func
    gpu.launch_func @m::@bound blocks in (%c1, %c1, %c1) threads in (%x, %c3, %c1)

    // Constant sizes are left to nvvm-verify, also those that break a rule.
    // CHECK-NEXT: gpu.launch_func
    gpu.launch_func @m::@exact blocks in (%c1, %c1, %c1) threads in (%c3, %c1, %c1)
    return
  }

  // An exact block implies all limits. Both launch operations are checked, with sizes of each type.
  // CHECK-LABEL: func.func @exact
  // CHECK-SAME: (%[[X:.*]]: i32, %[[Y:.*]]: i64)
  func.func @exact(%x: i32, %y: i64) {
    %i32 = arith.constant 1 : i32
    %i64 = arith.constant 1 : i64
    // CHECK: %[[C128:.*]] = arith.constant 128 : i32
    // CHECK-NEXT: %[[OK:.*]] = arith.cmpi eq, %[[X]], %[[C128]] : i32
    // CHECK-NEXT: cf.assert %[[OK]], "block must be 128 in x, as 'nvvm.reqntid' of the kernel states [launch-block-mismatch]"
    // CHECK-NEXT: nv_tileaa.launch_func
    nv_tileaa.launch_func @m::@exact blocks in (%i32, %i32, %i32) threads in (%x, %i32, %i32) : i32
    // CHECK-NEXT: %[[C64:.*]] = arith.constant 64 : i64
    // CHECK-NEXT: %[[OK:.*]] = arith.cmpi eq, %[[Y]], %[[C64]] : i64
    // CHECK-NEXT: cf.assert %[[OK]], "block must be 64 in x, as 'known_block_size' of the kernel states [launch-block-mismatch]"
    // CHECK-NEXT: gpu.launch_func
    gpu.launch_func @m::@known blocks in (%i64, %i64, %i64) threads in (%y, %i64, %i64) : i64
    // No size of type i32 exceeds the bound of a grid in x.
    // CHECK: cf.assert %{{.*}}, "grid must be positive in y [launch-zero]"
    // CHECK-NEXT: %[[MOST:.*]] = arith.constant 65535 : i32
    // CHECK-NEXT: %[[OK:.*]] = arith.cmpi ule, %[[X]], %[[MOST]] : i32
    // CHECK-NEXT: cf.assert %[[OK]], "grid must have at most 65535 blocks in y [launch-grid-cap]"
    // CHECK-NEXT: gpu.launch_func
    %c128 = arith.constant 128 : i32
    %c2 = arith.constant 2 : i32
    gpu.launch_func @m::@exact blocks in (%x, %x, %i32) threads in (%c128, %c2, %i32) : i32
    return
  }

  // CHECK-LABEL: func.func @clusters
  // CHECK-SAME: (%[[N:.*]]: index)
  func.func @clusters(%n: index) {
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c32 = arith.constant 32 : index
    // CHECK: cf.assert %{{.*}}, "cluster must be positive in x [launch-zero]"
    // CHECK-NEXT: %[[MOST:.*]] = arith.constant 4 : index
    // CHECK-NEXT: %[[OK:.*]] = arith.cmpi ule, %[[N]], %[[MOST]] : index
    // CHECK-NEXT: cf.assert %[[OK]], "cluster must have at most the 4 CTAs of 'nvvm.maxclusterrank' of the kernel [launch-cluster-exceeds]"
    // CHECK-NEXT: %[[REST:.*]] = arith.remui %c4, %[[N]] : index
    // CHECK-NEXT: %[[OK:.*]] = arith.cmpi eq, %[[REST]], %{{.*}} : index
    // CHECK-NEXT: cf.assert %[[OK]], "grid must be a multiple of the cluster in x [launch-grid-not-multiple]"
    // CHECK-NEXT: gpu.launch_func
    gpu.launch_func @m::@rank clusters in (%n, %c1, %c1) blocks in (%c4, %c1, %c1) threads in (%c32, %c1, %c1)
    // CHECK-NEXT: %[[C2:.*]] = arith.constant 2 : index
    // CHECK-NEXT: %[[OK:.*]] = arith.cmpi eq, %[[N]], %[[C2]] : index
    // CHECK-NEXT: cf.assert %[[OK]], "cluster must be 2 in x, as 'nvvm.cluster_dim' of the kernel states [launch-cluster-mismatch]"
    // CHECK-NEXT: gpu.launch_func
    gpu.launch_func @m::@cluster clusters in (%n, %c1, %c1) blocks in (%c4, %c1, %c1) threads in (%c32, %c1, %c1)
    // CHECK: cf.assert %{{.*}}, "grid must be positive in x [launch-zero]"
    // CHECK-NEXT: %[[MOST:.*]] = arith.constant 2147483647 : index
    // CHECK-NEXT: %[[OK:.*]] = arith.cmpi ule, %[[N]], %[[MOST]] : index
    // CHECK-NEXT: cf.assert %[[OK]], "grid must have at most 2147483647 blocks in x [launch-grid-cap]"
    // CHECK-NEXT: %[[C2:.*]] = arith.constant 2 : index
    // CHECK-NEXT: %[[REST:.*]] = arith.remui %[[N]], %[[C2]] : index
    // CHECK-NEXT: %[[OK:.*]] = arith.cmpi eq, %[[REST]], %{{.*}} : index
    // CHECK-NEXT: cf.assert %[[OK]], "grid must be a multiple of the cluster of the kernel in x, 2 [launch-grid-not-multiple]"
    // CHECK-NEXT: gpu.launch_func
    gpu.launch_func @m::@cluster blocks in (%n, %c1, %c1) threads in (%c32, %c1, %c1)
    // A grid that counts clusters is no multiple. A cluster of the launch that is a constant is in the text.
    // CHECK: cf.assert %{{.*}}, "grid must be positive in x [launch-zero]"
    // CHECK: cf.assert %{{.*}}, "grid must have at most 2147483647 blocks in x [launch-grid-cap]"
    // CHECK-NEXT: gpu.launch_func
    gpu.launch_func @m::@clusters blocks in (%n, %c1, %c1) threads in (%c32, %c1, %c1)
    // CHECK: cf.assert %{{.*}}, "grid must be a multiple of the cluster in x, 4 [launch-grid-not-multiple]"
    // CHECK-NEXT: gpu.launch_func
    gpu.launch_func @m::@rank clusters in (%c4, %c1, %c1) blocks in (%n, %c1, %c1) threads in (%c32, %c1, %c1)
    return
  }

  // CHECK-LABEL: func.func @shared
  // CHECK-SAME: (%[[BYTES:.*]]: i32, %[[N:.*]]: index)
  func.func @shared(%bytes: i32, %n: index) {
    %c1 = arith.constant 1 : index
    // CHECK: %[[C0:.*]] = arith.constant 0 : i32
    // CHECK-NEXT: %[[OK:.*]] = arith.cmpi sge, %[[BYTES]], %[[C0]] : i32
    // CHECK-NEXT: cf.assert %[[OK]], "dynamic shared memory must not be negative [launch-shared-memory]"
    // CHECK-NEXT: %[[MOST:.*]] = arith.constant 232448 : i32
    // CHECK-NEXT: %[[OK:.*]] = arith.cmpi ule, %[[BYTES]], %[[MOST]] : i32
    // CHECK-NEXT: cf.assert %[[OK]], "dynamic shared memory must be at most the 232448 bytes of a CTA on sm_90a [launch-shared-memory]"
    // CHECK-NEXT: gpu.launch_func
    gpu.launch_func @m::@any blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) dynamic_shared_memory_size %bytes
    // CHECK: cf.assert %{{.*}}, "dynamic shared memory must be at most the 232448 bytes of a CTA on any chip [launch-shared-memory]"
    // CHECK-NEXT: gpu.launch_func
    gpu.launch_func @unknown::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) dynamic_shared_memory_size %bytes

    // With several targets, a launch has to be legal on one of them: sm_80 has no clusters, and less shared memory.
    // CHECK: cf.assert %{{.*}}, "grid must be positive in x [launch-zero]"
    // CHECK: cf.assert %{{.*}}, "grid must have at most 2147483647 blocks in x [launch-grid-cap]"
    // CHECK-NOT: cf.assert
    // CHECK: cf.assert %{{.*}}, "dynamic shared memory must not be negative [launch-shared-memory]"
    // CHECK-NOT: cf.assert
    // CHECK: cf.assert %{{.*}}, "dynamic shared memory must be at most the 232448 bytes of a CTA on sm_90a [launch-shared-memory]"
    // CHECK-NEXT: gpu.launch_func
    gpu.launch_func @both::@k blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1) dynamic_shared_memory_size %bytes
    // A chip without clusters launches a cluster of one CTA at most, of which every grid is a multiple.
    // CHECK: %[[C0:.*]] = arith.constant 0 : index
    // CHECK-NEXT: %[[OK:.*]] = arith.cmpi sgt, %[[N]], %[[C0]] : index
    // CHECK-NEXT: cf.assert %[[OK]], "cluster must be positive in y [launch-zero]"
    // CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
    // CHECK-NEXT: %[[OK:.*]] = arith.cmpi ule, %[[N]], %[[C1]] : index
    // CHECK-NEXT: cf.assert %[[OK]], "cluster must have at most 1 CTA on sm_80, which has no clusters [launch-cluster-exceeds]"
    // CHECK-NEXT: gpu.launch_func
    gpu.launch_func @old::@k clusters in (%c1, %n, %c1) blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
    // The facts of a compiled kernel are those of its code. One that is not known has none.
    // CHECK-COUNT-3: cf.assert %{{.*}}, "block must be {{.*}} [launch-{{.*}}]"
    // CHECK: cf.assert %{{.*}}, "block must have at most the 64 threads of 'nvvm.maxntid' of the kernel [launch-block-exceeds]"
    // CHECK-NEXT: gpu.launch_func
    gpu.launch_func @compiled::@k blocks in (%c1, %c1, %c1) threads in (%n, %n, %n)
    // CHECK-NEXT: gpu.launch_func
    gpu.launch_func @compiled::@other blocks in (%n, %n, %n) threads in (%n, %n, %n)
    return
  }

  // A rule that the function allows to be broken is not checked. Launches can be in regions.
  // CHECK-LABEL: func.func @allowed
  // CHECK-SAME: (%[[N:.*]]: index)
  func.func @allowed(%n: index) attributes {tileiras.allow = ["launch-zero"]} {
    %c1 = arith.constant 1 : index
    // CHECK: scf.for
    scf.for %i = %c1 to %n step %c1 {
      // CHECK-NEXT: %[[C256:.*]] = arith.constant 256 : index
      // CHECK-NEXT: %[[OK:.*]] = arith.cmpi ule, %{{.*}}, %[[C256]] : index
      // CHECK-NEXT: cf.assert %[[OK]], "block must have at most the 256 threads of 'nvvm.maxntid' of the kernel [launch-block-exceeds]"
      // CHECK-NEXT: gpu.launch_func
      gpu.launch_func @m::@bound blocks in (%c1, %c1, %c1) threads in (%i, %c1, %c1)
    }
    // No number is divided by a cluster of 0.
    // CHECK: %[[C1:.*]] = arith.constant 1 : index
    // CHECK-NEXT: %[[CLUSTER:.*]] = arith.maxui %[[N]], %[[C1]] : index
    // CHECK-NEXT: arith.remui %{{.*}}, %[[CLUSTER]] : index
    %c4 = arith.constant 4 : index
    gpu.launch_func @m::@rank clusters in (%n, %c1, %c1) blocks in (%c4, %c1, %c1) threads in (%c1, %c1, %c1)
    // CHECK: "grid must have at most 2147483647 blocks in x [launch-grid-cap]"
    // CHECK-NEXT: gpu.launch_func
    %c0 = arith.constant 0 : index
    gpu.launch_func @m::@rank clusters in (%c0, %c1, %c1) blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1)
    return
  }

  // The conditions that such a rule implies are checked.
  // CHECK-LABEL: func.func @implied
  func.func @implied(%n: index) attributes {tileiras.allow = ["launch-block-exceeds"]} {
    %c1 = arith.constant 1 : index
    // CHECK: cf.assert %{{.*}}, "block must have at most 1024 threads in x [launch-block-cap]"
    // CHECK-NEXT: gpu.launch_func
    gpu.launch_func @m::@bound blocks in (%c1, %c1, %c1) threads in (%n, %c1, %c1)
    return
  }
}
