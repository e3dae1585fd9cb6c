; chip: sm_120a ptx: 8.8
; A persistent CTA from intrinsics; one lane of the first warp asks for the next CTA.

@response = internal addrspace(3) global i128 undef, align 16
@mbar = internal addrspace(3) global i64 undef, align 8

define ptx_kernel void @single_cta(ptr addrspace(1) %out, i32 %n) #0 {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %warp = lshr i32 %tid, 5
  %warp0 = icmp eq i32 %warp, 0
  %first = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  br i1 %warp0, label %choose, label %start

choose:
  %e = call { i32, i1 } @llvm.nvvm.elect.sync(i32 -1)
  %picked = extractvalue { i32, i1 } %e, 1
  br i1 %picked, label %init, label %start

init:
  call void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3) @mbar, i32 1)
  call void @llvm.nvvm.fence.mbarrier_init.release.cluster()
  br label %start

start:
  %asks = phi i1 [ false, %entry ], [ false, %choose ], [ true, %init ]
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %loop

loop:
  %x = phi i32 [ %first, %start ], [ %x1, %again ]
  %phase = phi i32 [ 0, %start ], [ %phase1, %again ]
  br i1 %asks, label %request, label %work

request:
  %state = call i64 @llvm.nvvm.mbarrier.arrive.expect.tx.scope.cta.space.cta(ptr addrspace(3) @mbar, i32 16)
  call void @llvm.nvvm.clusterlaunchcontrol.try_cancel.async.shared(ptr addrspace(3) @response, ptr addrspace(3) @mbar)
  br label %work

work:
  %at = getelementptr i32, ptr addrspace(1) %out, i32 %x
  store i32 %n, ptr addrspace(1) %at, align 4
  br label %wait

wait:
  %ok = call i1 @llvm.nvvm.mbarrier.try.wait.parity.scope.cta.space.cta(ptr addrspace(3) @mbar, i32 %phase)
  br i1 %ok, label %got, label %wait

got:
  %handle = load i128, ptr addrspace(3) @response, align 16
  %canceled = call i1 @llvm.nvvm.clusterlaunchcontrol.query_cancel.is_canceled(i128 %handle)
  br i1 %canceled, label %again, label %exit

again:
  %x1 = call i32 @llvm.nvvm.clusterlaunchcontrol.query_cancel.get_first_ctaid.x(i128 %handle)
  %phase1 = xor i32 %phase, 1
  call void @llvm.nvvm.fence.proxy.async_generic.release.sync_restrict.space.cta.scope.cluster()
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void @llvm.nvvm.fence.proxy.async_generic.acquire.sync_restrict.space.cluster.scope.cluster()
  br label %loop

exit:
  ret void
}

attributes #0 = { "nvvm.reqntid"="128" }
