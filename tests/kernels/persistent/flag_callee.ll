; chip: sm_100a ptx: 8.8
; The flag of the response goes through a function, zext, a phi and a comparison before the loop ends on it.

@response = internal addrspace(3) global i128 undef, align 16
@mbar = internal addrspace(3) global i64 undef, align 8

define internal i32 @fetch(ptr addrspace(3) %from, ptr %x) {
  %handle = load i128, ptr addrspace(3) %from, align 16
  %canceled = call i1 @llvm.nvvm.clusterlaunchcontrol.query_cancel.is_canceled(i128 %handle)
  br i1 %canceled, label %yes, label %no

yes:
  %id = call i32 @llvm.nvvm.clusterlaunchcontrol.query_cancel.get_first_ctaid.x(i128 %handle)
  store i32 %id, ptr %x, align 4
  br label %no

no:
  %flag = zext i1 %canceled to i32
  ret i32 %flag
}

define internal void @ask(i1 %who) {
  br i1 %who, label %yes, label %no

yes:
  %s = call i64 @llvm.nvvm.mbarrier.arrive.expect.tx.scope.cta.space.cta(ptr addrspace(3) @mbar, i32 16)
  call void @llvm.nvvm.clusterlaunchcontrol.try_cancel.async.shared(ptr addrspace(3) @response, ptr addrspace(3) @mbar)
  br label %no

no:
  ret void
}

define ptx_kernel void @flag_callee(ptr addrspace(1) %out) #0 {
entry:
  %slot = alloca i32, align 4
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x0 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  store i32 %x0, ptr %slot, align 4
  %t0 = icmp ult i32 %tid, 1
  br i1 %t0, label %init, label %begin

init:
  call void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3) @mbar, i32 1)
  br label %begin

begin:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %head

head:
  %live = phi i32 [ 1, %begin ], [ %flag, %sync ]
  %phase = phi i32 [ 0, %begin ], [ %phase1, %sync ]
  %go = icmp ne i32 %live, 0
  br i1 %go, label %body, label %end

body:
  call void @ask(i1 %t0)
  %x = load i32, ptr %slot, align 4
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %x
  store i32 %tid, ptr addrspace(1) %p, align 4
  br label %wait

wait:
  %ok = call i1 @llvm.nvvm.mbarrier.try.wait.parity.scope.cta.space.cta(ptr addrspace(3) @mbar, i32 %phase)
  br i1 %ok, label %ready, label %wait

ready:
  %flag = call i32 @fetch(ptr addrspace(3) @response, ptr %slot)
  br label %sync

sync:
  %phase1 = xor i32 %phase, 1
  call void asm sideeffect "fence.proxy.async.shared::cta;", "~{memory}"()
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %head

end:
  ret void
}

attributes #0 = { "nvvm.reqntid"="64" }
