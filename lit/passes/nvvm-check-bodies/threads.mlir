// Legal uses of instructions that ask for whole warps, whole warp groups, or registers.

// RUN: tileiras-opt --nvvm-check-bodies='chip=sm_90a ptx=8.4 pedantic warnings-as-errors' %s -o /dev/null 2>&1 | count 0

!small = !llvm.struct<(f32, f32, f32, f32)>

// Two of three warp groups multiply, the other one loads. The registers of a thread are stated.
llvm.func @warp_groups(%a: i64, %b: i64) attributes {nvvm.kernel, nvvm.maxnreg = 168 : i32, nvvm.reqntid = array<i32: 384, 1, 1>} {
  %d = llvm.mlir.zero : !small
  %c128 = llvm.mlir.constant(128 : i32) : i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %loads = llvm.icmp "ult" %tid, %c128 : i32
  scf.if %loads {
    nvvm.setmaxregister decrease 24
  } else {
    nvvm.setmaxregister increase 240
    nvvm.wgmma.fence.aligned
    %0 = nvvm.wgmma.mma_async %a, %b, %d, <m = 64, n = 8, k = 16>, D [<f32>, <zero>], A [<f16>, <one>, <row>], B [<f16>, <one>, <col>] : !small -> !small
    nvvm.wgmma.commit.group.sync.aligned
    nvvm.wgmma.wait.group.sync.aligned 0
  }
  llvm.return
}

// 128 threads in all. The size in x does not matter.
llvm.func @square(%a: i64, %b: i64) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 16, 4, 2>} {
  %d = llvm.mlir.zero : !small
  nvvm.wgmma.fence.aligned
  %0 = nvvm.wgmma.mma_async %a, %b, %d, <m = 64, n = 8, k = 16>, D [<f32>, <zero>], A [<f16>, <one>, <row>], B [<f16>, <one>, <col>] : !small -> !small
  nvvm.wgmma.commit.group.sync.aligned
  nvvm.wgmma.wait.group.sync.aligned 0
  llvm.return
}

// The registers follow from a bound of the block and the CTAs of an SM.
llvm.func @registers() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 256, 1, 1>, nvvm.minctasm = 1 : i32} {
  nvvm.setmaxregister decrease 40
  llvm.return
}

// Each half of a warp group takes its registers in a branch of its own.
llvm.func @roles() attributes {nvvm.kernel, nvvm.maxnreg = 168 : i32, nvvm.reqntid = array<i32: 128, 1, 1>} {
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %loads = llvm.icmp "ult" %tid, %c64 : i32
  scf.if %loads {
    nvvm.setmaxregister decrease 40
  } else {
    nvvm.setmaxregister decrease 32
  }
  llvm.return
}

// Some warps of the block, and some lanes with their mask.
llvm.func @warps(%v: i32, %n: i32, %p: !llvm.ptr<3>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 192, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c16 = llvm.mlir.constant(16 : i32) : i32
  %c31 = llvm.mlir.constant(31 : i32) : i32
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %low = llvm.mlir.constant(0xFFFF : i32) : i32
  %all = llvm.mlir.constant(-1 : i32) : i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %lane = nvvm.read.ptx.sreg.laneid : i32
  %rest = llvm.icmp "uge" %tid, %c32 : i32
  scf.if %rest {
    %0 = nvvm.shfl.sync bfly %all, %v, %c16, %c31 : i32 -> i32
    %1 = nvvm.ldmatrix %p {num = 1 : i32, layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b16>} : (!llvm.ptr<3>) -> i32
  }
  %half = llvm.icmp "ult" %lane, %c16 : i32
  scf.if %half {
    %2 = nvvm.shfl.sync bfly %low, %v, %c0, %c31 : i32 -> i32
    nvvm.bar.warp.sync %low : i32
  }
  // All threads of the CTA take the same side of this one, and those of a warp of that one.
  %same = llvm.icmp "sgt" %n, %c0 : i32
  scf.if %same {
    %3 = nvvm.shfl.sync idx %all, %v, %c0, %c31 : i32 -> i32
    %warp_wide = llvm.icmp "sgt" %3, %c0 : i32
    scf.if %warp_wide {
      %4 = nvvm.vote.sync ballot %all, %same -> i32
    }
  }
  llvm.return
}
