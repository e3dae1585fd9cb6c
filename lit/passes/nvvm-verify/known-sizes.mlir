// known-size-conflict and known-size-ignored: known sizes that agree with the facts, or that a conversion makes facts of.

// RUN: tileiras-opt --nvvm-verify=warnings-as-errors %s
// RUN: tileiras-opt --pass-pipeline='builtin.module(gpu.module(convert-gpu-to-nvvm),nvvm-legalize,nvvm-verify{form=canonical warnings-as-errors})' %s -o /dev/null

gpu.module @m {
  // The conversion makes facts of both. The second function is not in the group of the first.
  gpu.func @converted() kernel attributes {known_block_size = array<i32: 128, 1, 1>, known_cluster_size = array<i32: 2, 1, 1>} { gpu.return }
  gpu.func @other() kernel attributes {known_block_size = array<i32: 64, 1, 1>} { gpu.return }
  gpu.func @floor() kernel attributes {known_block_size = array<i32: 64, 1, 1>, nvvm.minctasm = 4 : i32} { gpu.return }
  gpu.func @exact() kernel attributes {known_block_size = array<i32: 128, 1, 1>, nvvm.reqntid = array<i32: 128>} { gpu.return }

  // A function that is no kernel: upstream infers ranges from it.
  gpu.func @helper() attributes {known_block_size = array<i32: 128, 1, 1>} { gpu.return }
  llvm.func @lowered_helper() attributes {gpu.known_block_size = array<i32: 128, 1, 1>} { llvm.return }

  // After the conversion.
  llvm.func @lowered() attributes {gpu.kernel, gpu.known_block_size = array<i32: 128, 1, 1>, gpu.known_cluster_size = array<i32: 2, 1, 1>, nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.kernel, nvvm.maxntid = array<i32: 128, 1, 1>} { llvm.return }
  llvm.func @no_cluster() attributes {gpu.known_cluster_size = array<i32: 1, 1, 1>, nvvm.kernel} { llvm.return }
}
