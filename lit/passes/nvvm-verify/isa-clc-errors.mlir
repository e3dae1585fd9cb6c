// clusterlaunchcontrol: no request after a failure, 16 transaction bytes, alignment to 16 bytes.

// RUN: tileiras-opt --nvvm-verify='chip=sm_100a ptx=8.8' %s --split-input-file --verify-diagnostics

llvm.mlir.global internal @response() {addr_space = 3 : i32, alignment = 16 : i64} : i128
llvm.mlir.global internal @arrived() {addr_space = 3 : i32, alignment = 8 : i64} : i64
// expected-note@+1 {{the kernel is here}}
llvm.func @again_after_failure(%out: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %bytes = llvm.mlir.constant(16 : i32) : i32
  %true = llvm.mlir.constant(true) : i1
  %response = llvm.mlir.addressof @response : !llvm.ptr<3>
  %arrived = llvm.mlir.addressof @arrived : !llvm.ptr<3>
  nvvm.mbarrier.expect_tx %arrived, %bytes : !llvm.ptr<3>, i32
  nvvm.clusterlaunchcontrol.try.cancel %response, %arrived
  %handle = llvm.load %response : !llvm.ptr<3> -> i128
  %canceled = nvvm.clusterlaunchcontrol.query.cancel query = is_canceled, %handle : i1
  %failed = llvm.xor %canceled, %true : i1
  llvm.cond_br %failed, ^again, ^end
^again:
  // expected-error@+1 {{'nvvm.clusterlaunchcontrol.try.cancel' op must not request another cancellation where one has failed [clc-after-failure]}}
  nvvm.clusterlaunchcontrol.try.cancel %response, %arrived
  llvm.br ^end
^end:
  llvm.return
}

// -----

// A loop that continues after a failure. The request is in a function that the loop calls.
llvm.mlir.global internal @response() {addr_space = 3 : i32, alignment = 16 : i64} : i128
llvm.mlir.global internal @arrived() {addr_space = 3 : i32, alignment = 8 : i64} : i64
// expected-note@+1 {{the kernel is here}}
llvm.func @loop(%n: i32, %out: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %response = llvm.mlir.addressof @response : !llvm.ptr<3>
  scf.for %i = %c0 to %n step %c1 : i32 {
    // expected-error@+1 {{'llvm.call' op must not request another cancellation where one has failed [clc-after-failure]}}
    llvm.call @request() : () -> ()
    %handle = llvm.load %response : !llvm.ptr<3> -> i128
    %canceled = nvvm.clusterlaunchcontrol.query.cancel query = is_canceled, %handle : i1
    scf.if %canceled {
      %x = nvvm.clusterlaunchcontrol.query.cancel query = get_first_cta_id_x, %handle : i32
      llvm.store %x, %out : i32, !llvm.ptr<1>
    }
  }
  llvm.return
}
llvm.func @request() {
  %bytes = llvm.mlir.constant(16 : i32) : i32
  %response = llvm.mlir.addressof @response : !llvm.ptr<3>
  %arrived = llvm.mlir.addressof @arrived : !llvm.ptr<3>
  nvvm.mbarrier.expect_tx %arrived, %bytes : !llvm.ptr<3>, i32
  nvvm.clusterlaunchcontrol.try.cancel %response, %arrived
  llvm.return
}

// -----

llvm.mlir.global internal @arrived() {addr_space = 3 : i32, alignment = 8 : i64} : !llvm.array<2 x i64>
// The same address, computed twice. Another mbarrier may expect any number of bytes.
// expected-note@+1 {{the kernel is here}}
llvm.func @bytes(%response: !llvm.ptr<3>) attributes {nvvm.kernel} {
  %c8 = llvm.mlir.constant(8 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %base = llvm.mlir.addressof @arrived : !llvm.ptr<3>
  %first = llvm.getelementptr %base[0, 1] : (!llvm.ptr<3>) -> !llvm.ptr<3>, !llvm.array<2 x i64>
  %other = llvm.mlir.addressof @arrived : !llvm.ptr<3>
  %second = llvm.getelementptr %other[0, 1] : (!llvm.ptr<3>) -> !llvm.ptr<3>, !llvm.array<2 x i64>
  nvvm.mbarrier.expect_tx %base, %c64 : !llvm.ptr<3>, i32
  // expected-warning@+1 {{'nvvm.mbarrier.arrive.expect_tx' op should expect the 16 bytes of 'try_cancel', got 8 [clc-transaction-bytes]}}
  nvvm.mbarrier.arrive.expect_tx %first, %c8 : !llvm.ptr<3>, i32
  nvvm.clusterlaunchcontrol.try.cancel %response, %second
  llvm.return
}

// expected-warning@+1 {{'llvm.func' op no 'expect_tx' is reached for the 16 bytes of 'try_cancel' [clc-transaction-bytes]}}
llvm.func @no_bytes(%response: !llvm.ptr<3>, %mbar: !llvm.ptr<3>) attributes {nvvm.kernel} {
  // expected-note@+1 {{the instruction is here}}
  nvvm.clusterlaunchcontrol.try.cancel %response, %mbar
  llvm.return
}

// -----

llvm.mlir.global internal @narrow() {addr_space = 3 : i32} : !llvm.array<4 x i32>
llvm.mlir.global internal @stages() {addr_space = 3 : i32, alignment = 128 : i64} : !llvm.array<64 x i8>
// expected-note@+1 {{the function is here}}
llvm.func @alignment(%mbar: !llvm.ptr<3>, %stage: i32, %unknown: !llvm.ptr<3>) {
  %c16 = llvm.mlir.constant(16 : i64) : i64
  %c24 = llvm.mlir.constant(24 : i64) : i64
  %narrow = llvm.mlir.addressof @narrow : !llvm.ptr<3>
  %base = llvm.mlir.addressof @stages : !llvm.ptr<3>
  // expected-warning@+1 {{'nvvm.clusterlaunchcontrol.try.cancel' op response should be aligned to 16 bytes, got 4 [clc-response-alignment]}}
  nvvm.clusterlaunchcontrol.try.cancel %narrow, %mbar
  %0 = llvm.getelementptr %base[8] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  // expected-warning@+1 {{response should be aligned to 16 bytes, got 8}}
  nvvm.clusterlaunchcontrol.try.cancel %0, %mbar
  %1 = llvm.getelementptr %base[%stage] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64
  // expected-warning@+1 {{response should be aligned to 16 bytes, got 8}}
  nvvm.clusterlaunchcontrol.try.cancel %1, %mbar
  %2 = llvm.ptrtoint %base : !llvm.ptr<3> to i64
  %3 = llvm.add %2, %c24 : i64
  %4 = llvm.inttoptr %3 : i64 to !llvm.ptr<3>
  // expected-warning@+1 {{response should be aligned to 16 bytes, got 8}}
  nvvm.clusterlaunchcontrol.try.cancel %4, %mbar
  // Legal or unknown alignments.
  %5 = llvm.getelementptr %base[%stage, 1] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<4 x i128>
  nvvm.clusterlaunchcontrol.try.cancel %5, %mbar
  %6 = llvm.add %2, %c16 : i64
  %7 = llvm.inttoptr %6 : i64 to !llvm.ptr<3>
  nvvm.clusterlaunchcontrol.try.cancel %7, %mbar
  nvvm.clusterlaunchcontrol.try.cancel %unknown, %mbar
  llvm.return
}
