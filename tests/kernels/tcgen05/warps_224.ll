; chip: sm_100a ptx: 8.8
; Seven warps, a switch over the warp id, and a product over k with two stages.

@slot = internal addrspace(3) global i32 undef, align 16
@full = internal addrspace(3) global [2 x i64] undef, align 8
@empty = internal addrspace(3) global [2 x i64] undef, align 8
@done = internal addrspace(3) global i64 undef, align 8
@stage = internal addrspace(3) global [2 x [2048 x i8]] undef, align 128

define ptx_kernel void @warps_224(ptr addrspace(1) %src, i64 %a, i64 %b, i32 %steps, ptr addrspace(1) %out) #0 {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = lshr i32 %tid, 5
  %warp = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %w, i32 0, i32 31)
  %leader = icmp eq i32 %tid, 0
  br i1 %leader, label %init, label %after_init

init:
  call void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3) @full, i32 1)
  call void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3) getelementptr ([2 x i64], ptr addrspace(3) @full, i32 0, i32 1), i32 1)
  call void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3) @empty, i32 1)
  call void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3) getelementptr ([2 x i64], ptr addrspace(3) @empty, i32 0, i32 1), i32 1)
  call void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3) @done, i32 1)
  call void @llvm.nvvm.fence.mbarrier_init.release.cluster()
  br label %after_init

after_init:
  %owner = icmp eq i32 %warp, 2
  br i1 %owner, label %alloc, label %ready

alloc:
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @slot, i32 128)
  call void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
  br label %ready

ready:
  call void @llvm.nvvm.tcgen05.fence.before.thread.sync()
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void @llvm.nvvm.tcgen05.fence.after.thread.sync()
  %base = load i32, ptr addrspace(3) @slot, align 4
  %d = inttoptr i32 %base to ptr addrspace(6)
  switch i32 %warp, label %store [
    i32 0, label %load
    i32 1, label %product
    i32 2, label %join
  ]

load:
  %le = call { i32, i1 } @llvm.nvvm.elect.sync(i32 -1)
  %lp = extractvalue { i32, i1 } %le, 1
  br i1 %lp, label %load_loop, label %join

load_loop:
  %i = phi i32 [ 0, %load ], [ %i1, %load_copy ]
  %lphase = phi i32 [ 1, %load ], [ %lphase1, %load_copy ]
  %ls = and i32 %i, 1
  %lempty = getelementptr [2 x i64], ptr addrspace(3) @empty, i32 0, i32 %ls
  %lfull = getelementptr [2 x i64], ptr addrspace(3) @full, i32 0, i32 %ls
  %lbuf = getelementptr [2 x [2048 x i8]], ptr addrspace(3) @stage, i32 0, i32 %ls
  %lbuf7 = addrspacecast ptr addrspace(3) %lbuf to ptr addrspace(7)
  br label %load_wait

load_wait:
  %free = call i1 @llvm.nvvm.mbarrier.try.wait.parity.scope.cta.space.cta(ptr addrspace(3) %lempty, i32 %lphase)
  br i1 %free, label %load_copy, label %load_wait

load_copy:
  %t0 = call i64 @llvm.nvvm.mbarrier.arrive.expect.tx.scope.cta.space.cta(ptr addrspace(3) %lfull, i32 2048)
  call void @llvm.nvvm.cp.async.bulk.global.to.shared.cluster(ptr addrspace(7) %lbuf7, ptr addrspace(3) %lfull, ptr addrspace(1) %src, i32 2048, i16 0, i64 0, i1 false, i1 false)
  %i1 = add i32 %i, 1
  %lphase1 = xor i32 %lphase, %ls
  %lmore = icmp ult i32 %i1, %steps
  br i1 %lmore, label %load_loop, label %join

product:
  %me = call { i32, i1 } @llvm.nvvm.elect.sync(i32 -1)
  %mp = extractvalue { i32, i1 } %me, 1
  br i1 %mp, label %mma_loop, label %join

mma_loop:
  %k = phi i32 [ 0, %product ], [ %k1, %mma ]
  %mphase = phi i32 [ 0, %product ], [ %mphase1, %mma ]
  %ms = and i32 %k, 1
  %mfull = getelementptr [2 x i64], ptr addrspace(3) @full, i32 0, i32 %ms
  %mempty = getelementptr [2 x i64], ptr addrspace(3) @empty, i32 0, i32 %ms
  br label %mma_wait

mma_wait:
  %filled = call i1 @llvm.nvvm.mbarrier.try.wait.parity.scope.cta.space.cta(ptr addrspace(3) %mfull, i32 %mphase)
  br i1 %filled, label %mma, label %mma_wait

mma:
  call void @llvm.nvvm.tcgen05.fence.after.thread.sync()
  %accumulate = icmp ne i32 %k, 0
  call void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6) %d, i64 %a, i64 %b, i32 136314896, i1 %accumulate, i32 0, i32 1, i32 0)
  call void @llvm.nvvm.tcgen05.commit.shared.cg1(ptr addrspace(3) %mempty)
  %k1 = add i32 %k, 1
  %mphase1 = xor i32 %mphase, %ms
  %mmore = icmp ult i32 %k1, %steps
  br i1 %mmore, label %mma_loop, label %mma_end

mma_end:
  call void @llvm.nvvm.tcgen05.commit.shared.cg1(ptr addrspace(3) @done)
  br label %join

store:
  %ready_d = call i1 @llvm.nvvm.mbarrier.try.wait.parity.scope.cta.space.cta(ptr addrspace(3) @done, i32 0)
  br i1 %ready_d, label %read, label %store

read:
  call void @llvm.nvvm.tcgen05.fence.after.thread.sync()
  %quarter = and i32 %warp, 3
  %lanes = shl i32 %quarter, 21
  %row = add i32 %base, %lanes
  %mine = inttoptr i32 %row to ptr addrspace(6)
  %v = call <2 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x2(ptr addrspace(6) %mine, i1 false)
  call void @llvm.nvvm.tcgen05.wait.ld()
  %o = getelementptr <2 x i32>, ptr addrspace(1) %out, i32 %tid
  store <2 x i32> %v, ptr addrspace(1) %o, align 8
  call void @llvm.nvvm.tcgen05.fence.before.thread.sync()
  br label %join

join:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br i1 %owner, label %release, label %exit

release:
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %d, i32 128)
  br label %exit

exit:
  ret void
}

attributes #0 = { "nvvm.reqntid"="224" }
