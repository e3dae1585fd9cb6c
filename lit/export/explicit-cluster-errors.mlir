// Upstream's translation drops nvvm.explicit_cluster, and an export refuses values that are no units.

// RUN: tileiras-translate --mlir-to-llvmir --verify-diagnostics %s
// RUN: not tileiras-opt --nvvm-export=legacy %s 2>&1 | FileCheck %s

// expected-warning@+1 {{'llvm.func' op 'nvvm.explicit_cluster' of @dropped is unknown to upstream's translation and is dropped: run 'nvvm-export' first, or use '--export-nvvm'}}
llvm.func @dropped() attributes {nvvm.explicit_cluster, nvvm.kernel} { llvm.return }
// expected-warning@+2 {{'llvm.func' op 'nvvm.explicit_cluster' of @text is unknown to upstream's translation and is dropped: run 'nvvm-export' first, or use '--export-nvvm'}}
// CHECK: error: 'llvm.func' op 'nvvm.explicit_cluster' must be a unit attribute, got "yes" [unit-shape]
llvm.func @text() attributes {nvvm.explicit_cluster = "yes", nvvm.kernel} { llvm.return }
