// One table for each stage with the facts that it states, in its order of functions. ptxas reverses the order.

// RUN: tileiras-contract show %s | FileCheck %s --check-prefix=IR --match-full-lines --strict-whitespace
//      IR:IR, 2 functions with launch facts
// IR-NEXT:function  kernel  maxntid    minctasm  grid_constant
// IR-NEXT:a         set     256, 1, 1  2         -
// IR-NEXT:b         set     -          -         1

// RUN: tileiras-cc %s --gpu-name=sm_90 --emit=ptx -o %t.ptx
// RUN: tileiras-contract show %t.ptx | FileCheck %s --check-prefix=PTX --match-full-lines --strict-whitespace
//      PTX:PTX, sm_90, ptx 9.0, 2 functions with launch facts
// PTX-NEXT:function  kernel  maxntid    minctasm
// PTX-NEXT:a         set     256, 1, 1  2
// PTX-NEXT:b         set     -          -

// RUN: tileiras-cc %s --gpu-name=sm_90 -o %t.cubin
// RUN: tileiras-contract show %t.cubin | FileCheck %s --check-prefix=CUBIN --match-full-lines --strict-whitespace
//      CUBIN:cubin, sm_90, 2 functions with launch facts
// CUBIN-NEXT:function  kernel  maxntid    register cap
// CUBIN-NEXT:b         set     -          255
// CUBIN-NEXT:a         set     256, 1, 1  128

// RUN: tileiras-contract show --json %t.cubin | %python -c "import json, sys; print(json.load(sys.stdin))" | FileCheck %s --check-prefix=JSON
// JSON: {'stage': 'cubin', 'chip': 'sm_90', 'functions': [{'name': 'b', 'facts': {'nvvm.kernel': True}, 'explicit_cluster': False, 'register_cap': 255}, {'name': 'a', 'facts': {'nvvm.kernel': True, 'nvvm.maxntid': [256, 1, 1]}, 'explicit_cluster': False, 'register_cap': 128}]}

// RUN: echo 'module {}' | tileiras-contract show - | FileCheck %s --check-prefix=NONE --match-full-lines
// NONE: IR, no launch facts

// RUN: not tileiras-contract show %t.none 2>&1 | FileCheck %s --check-prefix=ABSENT
// ABSENT: tileiras-contract: error: {{.*}}.none: cannot be read: no such file or directory

module attributes {nvvm.annotations = [[@a, "kernel", 1 : i32, "maxntidx", 256 : i32], [@a, "minctasm", 2 : i32]]} {
  llvm.func @a() { llvm.return }
  llvm.func @b(%out: !llvm.ptr {llvm.byval = i64, nvvm.grid_constant}) attributes {nvvm.kernel} { llvm.return }
  llvm.func @no_fact() { llvm.return }
}
