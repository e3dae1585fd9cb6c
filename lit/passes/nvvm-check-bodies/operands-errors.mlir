// Counts, sizes and alignments that no execution is right with.

// RUN: tileiras-opt --nvvm-check-bodies='chip=sm_90a ptx=8.4' %s --split-input-file --verify-diagnostics

llvm.mlir.global internal @bars() {addr_space = 3 : i32, alignment = 8 : i64} : !llvm.array<8 x i32>
llvm.mlir.global internal @data() {addr_space = 3 : i32, alignment = 128 : i64} : !llvm.array<1024 x i8>

// expected-note@+1 {{the kernel is here}}
llvm.func @counts() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 1>} {
  %bars = llvm.mlir.addressof @bars : !llvm.ptr<3>
  %one = llvm.mlir.constant(1 : i32) : i32
  %most = llvm.mlir.constant(1048575 : i32) : i32
  %none = llvm.mlir.constant(0 : i32) : i32
  %more = llvm.mlir.constant(1048576 : i32) : i32
  nvvm.mbarrier.init %bars, %one : !llvm.ptr<3>, i32
  nvvm.mbarrier.inval %bars : !llvm.ptr<3>
  nvvm.mbarrier.init %bars, %most : !llvm.ptr<3>, i32
  %second = llvm.getelementptr %bars[2] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i32
  // expected-error@+1 {{'nvvm.mbarrier.init' op must count 1 to 1048575 arrivals, got 0 [mbarrier-count]}}
  nvvm.mbarrier.init %second, %none : !llvm.ptr<3>, i32
  %third = llvm.getelementptr %bars[4] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i32
  // expected-error@+1 {{'llvm.call_intrinsic' op "llvm.nvvm.mbarrier.init.shared" must count 1 to 1048575 arrivals, got 1048576 [mbarrier-count]}}
  llvm.call_intrinsic "llvm.nvvm.mbarrier.init.shared"(%third, %more) : (!llvm.ptr<3>, i32) -> ()
  %odd = llvm.getelementptr %bars[5] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i32
  // expected-error@+1 {{'nvvm.mbarrier.init' op needs an address aligned to 8 bytes, got offset 20 of an aligned variable [async-alignment]}}
  nvvm.mbarrier.init %odd, %one : !llvm.ptr<3>, i32
  llvm.return
}

// expected-note@+1 {{the kernel is here}}
llvm.func @copies(%to: !llvm.ptr<1>, %unknown: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 1>} {
  %data = llvm.mlir.addressof @data : !llvm.ptr<3>
  %size = llvm.mlir.constant(1000 : i32) : i32
  %whole = llvm.mlir.constant(1008 : i32) : i32
  nvvm.cp.async.bulk.global.shared.cta %to, %data, %whole : !llvm.ptr<1>, !llvm.ptr<3>
  nvvm.cp.async.bulk.global.shared.cta %to, %data, %unknown : !llvm.ptr<1>, !llvm.ptr<3>
  // expected-error@+1 {{'nvvm.cp.async.bulk.global.shared.cta' op must copy a multiple of 16 bytes, got 1000 [bulk-copy-size]}}
  nvvm.cp.async.bulk.global.shared.cta %to, %data, %size : !llvm.ptr<1>, !llvm.ptr<3>
  %part = llvm.getelementptr %data[8] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  // expected-error@+1 {{'nvvm.cp.async.bulk.global.shared.cta' op needs an address aligned to 16 bytes, got offset 8 of an aligned variable [async-alignment]}}
  nvvm.cp.async.bulk.global.shared.cta %to, %part, %whole : !llvm.ptr<1>, !llvm.ptr<3>
  nvvm.cp.async.bulk.commit.group
  nvvm.cp.async.bulk.wait_group 0
  llvm.return
}
