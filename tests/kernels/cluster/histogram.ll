; chip: sm_90 ptx: 8.0
; A histogram in the shared memory of a cluster: the bin decides which CTA owns it.

@bins = internal addrspace(3) global [128 x i32] undef, align 16

define ptx_kernel void @histogram(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) #0 {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %cta = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %mine = getelementptr [128 x i32], ptr addrspace(3) @bins, i32 0, i32 %tid
  store i32 0, ptr addrspace(3) %mine, align 4
  call void @llvm.nvvm.barrier.cluster.arrive()
  call void @llvm.nvvm.barrier.cluster.wait()
  %before = mul i32 %cta, 128
  %i = add i32 %before, %tid
  %inside = icmp ult i32 %i, %n
  br i1 %inside, label %count, label %done

count:
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %i
  %v = load i32, ptr addrspace(1) %p, align 4
  %bin = and i32 %v, 255
  %owner = lshr i32 %bin, 7
  %slot = and i32 %bin, 127
  %local = getelementptr [128 x i32], ptr addrspace(3) @bins, i32 0, i32 %slot
  %remote = call ptr addrspace(7) @llvm.nvvm.mapa.shared.cluster(ptr addrspace(3) %local, i32 %owner)
  %generic = addrspacecast ptr addrspace(7) %remote to ptr
  %old = atomicrmw add ptr %generic, i32 1 monotonic
  br label %done

done:
  call void @llvm.nvvm.barrier.cluster.arrive()
  call void @llvm.nvvm.barrier.cluster.wait()
  %sum = load i32, ptr addrspace(3) %mine, align 4
  %q = getelementptr i32, ptr addrspace(1) %out, i32 %i
  store i32 %sum, ptr addrspace(1) %q, align 4
  ret void
}

attributes #0 = { "nvvm.reqntid"="128" "nvvm.cluster_dim"="2,1,1" }
