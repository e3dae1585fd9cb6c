// An alias is what it stands for in its part of the input: here it is of another kind in the second part.

// RUN: not tileiras-opt --split-input-file %s -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=error:

#size = array<i32: 64, 1, 1>
#alias = #size
gpu.module @m {
  gpu.func @k() kernel attributes {known_block_size = #alias} { gpu.return }
}

// -----

#size = [64 : i64]
#alias = #size
gpu.module @m {
  // CHECK: :[[#@LINE+1]]:36: error: 'gpu.func' op attribute 'known_block_size' failed to satisfy constraint: i32 dense array attribute with 3 elements (if present), and MLIR's parser would drop it
  gpu.func @k() kernel attributes {known_block_size = #alias} { gpu.return }
}
