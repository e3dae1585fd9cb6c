// The same fault in each dialect: one thread shuffles, or loads a matrix, with the lanes of its whole warp. It is reported at the
// operation, whatever LLVM makes of it.

// RUN: tileiras-opt --nvvm-check-bodies=chip=sm_90a %s --split-input-file --verify-diagnostics
// RUN: not tileiras-opt --nvvm-check-bodies=chip=sm_9O /dev/null 2>&1 | FileCheck %s --check-prefix=CHIP
// RUN: not tileiras-opt --nvvm-check-bodies=disable=warp-sync /dev/null 2>&1 | FileCheck %s --check-prefix=RULE
// CHIP: error: nvvm-check-bodies: unknown chip 'sm_9O', did you mean 'sm_90'?; known chips are sm_50,
// RULE: unknown rule 'warp-sync'

module attributes {gpu.container_module} {
  gpu.module @gpu {
    // expected-note@+1 {{the kernel is here}}
    gpu.func @shuffle(%out: memref<?xi32>) kernel attributes {nvvm.reqntid = array<i32: 64, 1, 1>} {
      %zero = arith.constant 0 : index
      %one = arith.constant 1 : i32
      %width = arith.constant 32 : i32
      %tid = gpu.thread_id x
      %is_first = arith.cmpi eq, %tid, %zero : index
      scf.if %is_first {
        // expected-error@+1 {{'gpu.shuffle' op must be executed by all threads of the mask 0xffffffff, one thread gets here [warp-sync-incomplete]}}
        %value, %valid = gpu.shuffle xor %one, %one, %width : i32
        memref.store %value, %out[%zero] : memref<?xi32>
      }
      gpu.barrier
      gpu.return
    }
  }
  gpu.module @nvgpu {
    // expected-note@+1 {{the kernel is here}}
    gpu.func @load(%out: memref<?xvector<1x2xf16>>) workgroup(%tile: memref<32x32xf16, 3>) kernel
        attributes {nvvm.reqntid = array<i32: 64, 1, 1>} {
      %zero = arith.constant 0 : index
      %tid = gpu.thread_id x
      %is_first = arith.cmpi eq, %tid, %zero : index
      scf.if %is_first {
        // expected-error@+1 {{'nvgpu.ldmatrix' op must be executed by a whole warp, one thread gets here [warp-sync-incomplete]}}
        %value = nvgpu.ldmatrix %tile[%zero, %zero] {numTiles = 1 : i32, transpose = false} : memref<32x32xf16, 3> -> vector<1x2xf16>
        memref.store %value, %out[%zero] : memref<?xvector<1x2xf16>>
      }
      gpu.barrier
      gpu.return
    }
  }
  gpu.module @nvvm {
    // expected-note@+1 {{the kernel is here}}
    llvm.func @shuffle(%out: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {
      %mask = llvm.mlir.constant(-1 : i32) : i32
      %zero = llvm.mlir.constant(0 : i32) : i32
      %one = llvm.mlir.constant(1 : i32) : i32
      %last = llvm.mlir.constant(31 : i32) : i32
      %tid = nvvm.read.ptx.sreg.tid.x : i32
      %is_first = llvm.icmp "eq" %tid, %zero : i32
      llvm.cond_br %is_first, ^first, ^all
    ^first:
      // expected-error@+1 {{'nvvm.shfl.sync' op must be executed by all threads of the mask 0xffffffff, one thread gets here [warp-sync-incomplete]}}
      %value = nvvm.shfl.sync bfly %mask, %one, %one, %last : i32 -> i32
      llvm.store %value, %out : i32, !llvm.ptr<1>
      llvm.br ^all
    ^all:
      nvvm.barrier
      llvm.return
    }
  }
  gpu.module @llvm {
    // expected-note@+1 {{the kernel is here}}
    llvm.func @shuffle(%out: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {
      %mask = llvm.mlir.constant(-1 : i32) : i32
      %zero = llvm.mlir.constant(0 : i32) : i32
      %one = llvm.mlir.constant(1 : i32) : i32
      %last = llvm.mlir.constant(31 : i32) : i32
      %tid = llvm.call_intrinsic "llvm.nvvm.read.ptx.sreg.tid.x"() : () -> i32
      %is_first = llvm.icmp "eq" %tid, %zero : i32
      llvm.cond_br %is_first, ^first, ^all
    ^first:
      // expected-error@+1 {{'llvm.call_intrinsic' op "llvm.nvvm.shfl.sync.bfly.i32" must be executed by all threads of the mask 0xffffffff, one thread gets here [warp-sync-incomplete]}}
      %value = llvm.call_intrinsic "llvm.nvvm.shfl.sync.bfly.i32"(%mask, %one, %one, %last) : (i32, i32, i32, i32) -> i32
      llvm.store %value, %out : i32, !llvm.ptr<1>
      llvm.br ^all
    ^all:
      llvm.call_intrinsic "llvm.nvvm.barrier.cta.sync.aligned.all"(%zero) : (i32) -> ()
      llvm.return
    }
  }
  gpu.module @asm {
    // expected-note@+1 {{the kernel is here}}
    llvm.func @shuffle(%out: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {
      %zero = llvm.mlir.constant(0 : i32) : i32
      %tid = nvvm.read.ptx.sreg.tid.x : i32
      %is_first = llvm.icmp "eq" %tid, %zero : i32
      llvm.cond_br %is_first, ^first, ^all
    ^first:
      // expected-error@+1 {{'llvm.inline_asm' op must be executed by all threads of the mask 0xffffffff, one thread gets here [warp-sync-incomplete]}}
      %value = llvm.inline_asm has_side_effects "shfl.sync.bfly.b32 $0, $1, 1, 31, -1;", "=r,r" %tid : (i32) -> i32
      llvm.store %value, %out : i32, !llvm.ptr<1>
      llvm.br ^all
    ^all:
      nvvm.barrier
      llvm.return
    }
  }
}

// -----

// A function that LLVM inlines: the call is in a note.
llvm.func internal @load(%t: !llvm.ptr<3>) -> i32 attributes {always_inline} {
  // expected-error@+1 {{'nvvm.ldmatrix' op must be executed by a whole warp, one lane of a warp gets here [warp-sync-incomplete]}}
  %value = nvvm.ldmatrix %t {num = 1 : i32, layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b16>} : (!llvm.ptr<3>) -> i32
  llvm.return %value : i32
}
// expected-note@+1 {{the kernel is here}}
llvm.func @inlined(%out: !llvm.ptr<1>, %t: !llvm.ptr<3>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {
  %one = nvvm.elect.sync -> i1
  llvm.cond_br %one, ^first, ^all
^first:
  // expected-note@+1 {{inlined by this call}}
  %value = llvm.call @load(%t) : (!llvm.ptr<3>) -> i32
  llvm.store %value, %out : i32, !llvm.ptr<1>
  llvm.br ^all
^all:
  nvvm.barrier
  llvm.return
}
