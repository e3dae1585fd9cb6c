// Constants after casts to and from integer types of unusual widths.

// RUN: tileiras-opt --nvvm-verify %s --verify-diagnostics --split-input-file -o /dev/null

// The only value of i0 is 0, which is a legal id of a barrier.
gpu.module @zero_bits {
  gpu.func @kernel() kernel {
    %c64 = arith.constant 64 : i32
    %none = arith.trunci %c64 : i32 to i0
    %id = arith.extui %none : i0 to i32
    nvvm.barrier id = %id number_of_threads = %c64
    gpu.return
  }
}

// -----

// i100 and i128 are wider than 64 bits.
gpu.module @many_bits {
  // expected-note @+1 {{the kernel is here}}
  gpu.func @kernel() kernel {
    %c16 = arith.constant 16 : i32
    %c64 = arith.constant 64 : i32
    %i128 = arith.extui %c16 : i32 to i128
    %i100 = arith.trunci %i128 : i128 to i100
    %id = arith.trunci %i100 : i100 to i32
    // expected-error @+1 {{'nvvm.barrier' op barrier id must be 0 to 15, got 16 [named-barrier-range]}}
    nvvm.barrier id = %id number_of_threads = %c64
    gpu.return
  }
}

// -----

gpu.module @sixty_three_bits {
  // expected-note @+1 {{the kernel is here}}
  gpu.func @kernel() kernel {
    %c16 = arith.constant 16 : i63
    %c64 = arith.constant 64 : i32
    %i64 = arith.extui %c16 : i63 to i64
    %id = arith.trunci %i64 : i64 to i32
    // expected-error @+1 {{'nvvm.barrier' op barrier id must be 0 to 15, got 16 [named-barrier-range]}}
    nvvm.barrier id = %id number_of_threads = %c64
    gpu.return
  }
}
