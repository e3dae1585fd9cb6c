// RUN: tileiras-translate --nvvm-to-ptx-header --split-input-file --verify-diagnostics %s

// A PTX header is for one target.
// expected-error @+1 {{'gpu.module' op is for several targets, name one with --gpu-name: sm_90, any ptx; sm_100, ptx 8.8}}
gpu.module @several [#nvvm.target<chip = "sm_90">, #nvvm.target<chip = "sm_100", features = "+ptx88">] {}

// -----

// expected-error @+1 {{'gpu.module' op has an #nvvm.target with an unknown chip 'sm_91', did you mean 'sm_90'?; known chips are sm_50, sm_52,}}
gpu.module @unknown [#nvvm.target<chip = "sm_91">] {}

// -----

// expected-error @+1 {{'gpu.module' op sm_120a needs ptx 8.7 or later, got 8.4}}
gpu.module @old [#nvvm.target<chip = "sm_120a", features = "+ptx84">] {}
