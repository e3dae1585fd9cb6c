// A body that cannot be lowered or translated is a remark with the reason, and no failure.

// RUN: tileiras-opt --nvvm-check-bodies %s --split-input-file --verify-diagnostics
// RUN: tileiras-opt --pass-pipeline='builtin.module(gpu.module(nvvm-check-bodies{chip=sm_90a}))' %s --split-input-file 2>&1 | FileCheck %s --check-prefix=NESTED
// NESTED: remark: 'gpu.module' op the bodies are not checked: the pass does not run on the outermost module

// expected-remark@+1 {{'gpu.module' op the bodies are not checked: has an #nvvm.target with an unknown chip 'sm_91', did you mean 'sm_90'?}}
gpu.module @m [#nvvm.target<chip = "sm_91">] {
  gpu.func @k() kernel {
    gpu.return
  }
}

// -----

gpu.module @m [#nvvm.target<chip = "sm_90">] {
  gpu.func @k(%value: f32, %out: memref<?xf32>) kernel {
    // expected-remark@+1 {{'linalg.fill' op is not checked, nor are the other bodies of its module: upstream's passes do not lower it}}
    linalg.fill ins(%value : f32) outs(%out : memref<?xf32>)
    gpu.return
  }
}

// -----

// Without a chip, the body is compiled for one that has its instructions.
gpu.module @m {
  // expected-note@+1 {{the kernel is here}}
  gpu.func @k() kernel attributes {nvvm.reqntid = array<i32: 128>} {
    %c0 = arith.constant 0 : index
    %tid = gpu.thread_id x
    %first = arith.cmpi eq, %tid, %c0 : index
    scf.if %first {
      // expected-error@+1 {{'nvvm.wgmma.fence.aligned' op must be executed by a whole warp group, one thread gets here [warpgroup-incomplete]}}
      nvvm.wgmma.fence.aligned
    }
    gpu.return
  }
}

// -----

// A kernel beside a gpu.module is not compiled with it.
// expected-remark@+1 {{'llvm.func' op is not checked, nor are the other bodies of its module: it is beside a gpu.module}}
llvm.func @beside() attributes {nvvm.kernel} {
  llvm.return
}
gpu.module @m [#nvvm.target<chip = "sm_90">] {
  gpu.func @k() kernel {
    gpu.return
  }
}

// -----

// Without a kernel or a gpu.module, there is no device code.
func.func @host() {
  return
}
