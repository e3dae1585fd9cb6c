// RUN: tileiras-opt --nvvm-export --mlir-pass-statistics -o /dev/null %s 2>&1 | FileCheck %s

// CHECK: (S) 2 functions-exported - Number of functions changed
llvm.func @a() attributes {nvvm.kernel, nvvm.maxclusterrank = 8 : i32} { llvm.return }
llvm.func @b() attributes {nvvm.annotations_transplanted, nvvm.kernel} { llvm.return }
llvm.func @c() attributes {nvvm.kernel, nvvm.maxnreg = 64 : i32} { llvm.return }
llvm.func @d() { llvm.return }
