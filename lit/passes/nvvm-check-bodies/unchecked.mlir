// A body that cannot be lowered or translated is a remark with the reason, and no failure.

// RUN: tileiras-opt --nvvm-check-bodies %s --split-input-file --verify-diagnostics
// RUN: tileiras-opt --pass-pipeline='builtin.module(gpu.module(nvvm-check-bodies{chip=sm_90a}))' %s --split-input-file 2>&1 | FileCheck %s --check-prefix=NESTED
// NESTED: remark: 'gpu.module' op the bodies are not checked: the pass does not run on the outermost module

// expected-remark@+1 {{'gpu.module' op the bodies are not checked: is for an unknown chip: give the option chip, or check a gpu.module that has an #nvvm.target}}
gpu.module @m {
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

// Without a kernel or a gpu.module, there is no device code.
func.func @host() {
  return
}
