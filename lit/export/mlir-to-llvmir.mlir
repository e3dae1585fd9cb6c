// Upstream's translation, with a warning for each fact that it drops. The output is upstream's, byte for byte.

// RUN: tileiras-translate --mlir-to-llvmir --verify-diagnostics --split-input-file %s
// RUN: tileiras-translate --mlir-to-llvmir --split-input-file %s 2>/dev/null -o %t.ours
// RUN: mlir-translate --mlir-to-llvmir --split-input-file %s -o %t.theirs
// RUN: diff %t.theirs %t.ours

// expected-warning @+1 {{'llvm.func' op 'nvvm.maxclusterrank' of @rank is unknown to upstream's translation and is dropped: run 'nvvm-export' first, or use '--export-nvvm'}}
llvm.func @rank() attributes {nvvm.kernel, nvvm.maxclusterrank = 8 : i32} { llvm.return }

// expected-warning @+1 {{'llvm.func' op 'nvvm.grid_constant' of @"a constant" is unknown to upstream's translation and is dropped: run 'nvvm-export' first, or use '--export-nvvm'}}
llvm.func @"a constant"(%a: !llvm.ptr {llvm.byval = i32}) attributes {nvvm.kernel, nvvm.grid_constant = array<i32: 1>} { llvm.return }

// The canonical and the upstream spelling of one fact, with different values.
// expected-warning @+1 {{'llvm.func' op 'nvvm.maxclusterrank' of @two is unknown to upstream's translation and is dropped: run 'nvvm-export' first, or use '--export-nvvm'}}
llvm.func @two() attributes {nvvm.kernel, nvvm.maxclusterrank = 8 : i32, nvvm.cluster_max_blocks = 4 : i32} { llvm.return }

// expected-warning @+1 {{'llvm.func' op 'nvvm.maxntidx' of @axis is unknown to upstream's translation and is dropped: run 'nvvm-transplant=form=upstream' first}}
llvm.func @axis() attributes {nvvm.kernel, nvvm.maxntidx = 128 : i32} { llvm.return }

// expected-warning @+1 {{'llvm.func' op 'nvvm.local_maxnreg' of @unknown is unknown to upstream's translation and is dropped}}
llvm.func @unknown() attributes {nvvm.local_maxnreg = 32 : i32} { llvm.return }

// The attributes that upstream translates, and the marker, which is not a fact.
llvm.func @known(%a: !llvm.ptr {llvm.byval = i32, nvvm.grid_constant}) attributes {nvvm.annotations_transplanted, nvvm.blocksareclusters,
    nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.cluster_max_blocks = 8 : i32, nvvm.grid_constant = array<i32: 1>, nvvm.kernel,
    nvvm.maxclusterrank = 8 : i32, nvvm.maxnreg = 64 : i32, nvvm.maxntid = array<i32: 64, 1, 1>, nvvm.minctasm = 2 : i32,
    nvvm.reqntid = array<i32: 64, 1, 1>} { llvm.return }

// -----

module {
  // expected-warning @+1 {{'gpu.module' op is left out of the translation, and with it the launch facts of 1 function}}
  gpu.module @m {
    llvm.func @k() attributes {nvvm.kernel} { llvm.return }
  }
}
