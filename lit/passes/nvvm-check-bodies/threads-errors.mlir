// Instructions that ask for whole warps, whole warp groups, or registers: what the block and the branches give them.

// RUN: tileiras-opt --nvvm-check-bodies='chip=sm_90a ptx=8.4' %s --split-input-file --verify-diagnostics

// A part of a warp group: two of its warps, one lane of each warp, four warps that are no group.
// expected-note@+1 {{the kernel is here}}
llvm.func @parts() attributes {nvvm.kernel, nvvm.maxnreg = 64 : i32, nvvm.reqntid = array<i32: 256, 1, 1>} {
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %c192 = llvm.mlir.constant(192 : i32) : i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %half = llvm.icmp "ult" %tid, %c64 : i32
  scf.if %half {
    // expected-error@+1 {{'nvvm.wgmma.fence.aligned' op must be executed by a whole warp group, 64 threads of 2 warps get here [warpgroup-incomplete]}}
    nvvm.wgmma.fence.aligned
  }
  %one = nvvm.elect.sync -> i1
  scf.if %one {
    // expected-error@+1 {{'nvvm.setmaxregister' op must be executed by a whole warp group, one lane of a warp gets here [warpgroup-incomplete]}}
    nvvm.setmaxregister decrease 40
  }
  %shifted = llvm.sub %tid, %c64 : i32
  %middle = llvm.icmp "ult" %shifted, %c192 : i32
  scf.if %middle {
    // expected-error@+1 {{'nvvm.setmaxregister' op must be executed by a whole warp group, 192 threads of 6 warps get here [warpgroup-incomplete]}}
    nvvm.setmaxregister increase 80
  }
  llvm.return
}

// -----

// The result of m64n8k16 in f32 takes four registers of each thread.
!small = !llvm.struct<(f32, f32, f32, f32)>
// expected-error@+1 {{'llvm.func' op 'nvvm.maxnreg' must leave a thread 30 registers for a 'wgmma' with 4, got 24 [warpgroup-registers]}}
llvm.func @capped(%a: i64, %b: i64) attributes {nvvm.kernel, nvvm.maxnreg = 24 : i32, nvvm.reqntid = array<i32: 128, 1, 1>} {
  %d = llvm.mlir.zero : !small
  nvvm.wgmma.fence.aligned
  // expected-note@+1 {{the instruction is here}}
  %0 = nvvm.wgmma.mma_async %a, %b, %d, <m = 64, n = 8, k = 16>, D [<f32>, <zero>], A [<f16>, <one>, <row>], B [<f16>, <one>, <col>] : !small -> !small
  nvvm.wgmma.commit.group.sync.aligned
  nvvm.wgmma.wait.group.sync.aligned 0
  llvm.return
}

// -----

// A part of a warp: half of it, one lane, all lanes but one, more or fewer lanes than the mask names.
// expected-note@+1 {{the kernel is here}}
llvm.func @warps(%v: i32, %p: !llvm.ptr<3>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c16 = llvm.mlir.constant(16 : i32) : i32
  %c31 = llvm.mlir.constant(31 : i32) : i32
  %low = llvm.mlir.constant(0xFFFF : i32) : i32
  %all = llvm.mlir.constant(-1 : i32) : i32
  %lane = nvvm.read.ptx.sreg.laneid : i32
  %half = llvm.icmp "ult" %lane, %c16 : i32
  scf.if %half {
    // expected-error@+1 {{'nvvm.ldmatrix' op must be executed by a whole warp, 32 threads of 2 warps get here [warp-sync-incomplete]}}
    %0 = nvvm.ldmatrix %p {num = 1 : i32, layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b16>} : (!llvm.ptr<3>) -> i32
    // expected-error@+1 {{'nvvm.shfl.sync' op must be executed by all threads of the mask 0xffffffff, 32 threads of 2 warps get here [warp-sync-incomplete]}}
    %1 = nvvm.shfl.sync bfly %all, %v, %c0, %c31 : i32 -> i32
    %2 = nvvm.shfl.sync bfly %low, %v, %c0, %c31 : i32 -> i32
  } else {
    // expected-error@+1 {{'nvvm.vote.sync' op must be executed by threads of the mask 0xffff only, 32 threads of 2 warps get here [warp-sync-incomplete]}}
    %3 = nvvm.vote.sync any %low, %half -> i1
  }
  %one = nvvm.elect.sync -> i1
  scf.if %one {
    // expected-error@+1 {{'nvvm.vote.sync' op must be executed by all threads of the mask 0xffffffff, one lane of a warp gets here [warp-sync-incomplete]}}
    %4 = nvvm.vote.sync ballot %all, %half -> i32
    // expected-error@+1 {{'llvm.inline_asm' op must be executed by a whole warp, one lane of a warp gets here [warp-sync-incomplete]}}
    llvm.inline_asm has_side_effects "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {$0}, [$1];", "=r,r" %p : (!llvm.ptr<3>) -> i32
  } else {
    // expected-error@+1 {{'nvvm.shfl.sync' op must be executed by all threads of the mask 0xffffffff, all lanes but one get here [warp-sync-incomplete]}}
    %5 = nvvm.shfl.sync idx %all, %v, %c0, %c31 : i32 -> i32
  }
  %6 = nvvm.vote.sync ballot %all, %half -> i32
  llvm.return
}

// The lanes that are missing have left: a mask of those that remain is right, and `.aligned` is not.
// expected-note@+1 {{the kernel is here}}
llvm.func @left(%v: i32, %p: !llvm.ptr<3>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c16 = llvm.mlir.constant(16 : i32) : i32
  %c31 = llvm.mlir.constant(31 : i32) : i32
  %all = llvm.mlir.constant(-1 : i32) : i32
  %lane = nvvm.read.ptx.sreg.laneid : i32
  %half = llvm.icmp "ult" %lane, %c16 : i32
  llvm.cond_br %half, ^stay, ^leave
^stay:
  %0 = nvvm.shfl.sync bfly %all, %v, %c0, %c31 : i32 -> i32
  // expected-error@+1 {{'nvvm.ldmatrix' op must be executed by a whole warp, 16 threads of 1 warp get here [warp-sync-incomplete]}}
  %1 = nvvm.ldmatrix %p {num = 1 : i32, layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b16>} : (!llvm.ptr<3>) -> i32
  llvm.br ^leave
^leave:
  llvm.return
}
