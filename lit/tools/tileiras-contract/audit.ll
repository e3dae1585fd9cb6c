; Every verdict: one row for each fact, then the count of each verdict.

; RUN: tileiras-cc %s --gpu-name=sm_90 -o %t.cubin 2>/dev/null
; RUN: tileiras-contract audit %s %t.cubin 2>/dev/null | FileCheck %s --check-prefix=NEW --match-full-lines --strict-whitespace
;      NEW:IR to cubin
; NEW-NEXT:'a'
; NEW-NEXT:  nvvm.kernel             carried     set
; NEW-NEXT:  nvvm.maxntid            implied     256, 1, 1: nvvm.reqntid implies it
; NEW-NEXT:  nvvm.reqntid            carried     128, 1, 1
; NEW-NEXT:  nvvm.cluster_dim        carried     2, 1, 1
; NEW-NEXT:  nvvm.maxnreg            folded      64, into a register cap of 64
; NEW-NEXT:  nvvm.maxclusterrank     implied     8: nvvm.cluster_dim implies it
; NEW-NEXT:'b'
; NEW-NEXT:  nvvm.kernel             carried     set
; NEW-NEXT:  nvvm.minctasm           ignored     2: there is no block shape
; NEW-NEXT:  nvvm.grid_constant      hidden      1: this stage does not show it
; NEW-NEXT:'device'
; NEW-NEXT:  nvvm.maxntid            ignored     32, 1, 1: the function is no kernel
; NEW-NEXT:'elsewhere'
; NEW-NEXT:  nvvm.kernel             ignored     set: the kernel is not defined here
; NEW-NEXT:4 carried, 1 folded, 2 implied, 3 ignored, 1 hidden

; RUN: tileiras-cc %s --gpu-name=sm_80 -o %t.80.cubin 2>/dev/null
; RUN: tileiras-contract audit %s %t.80.cubin 2>/dev/null | FileCheck %s --check-prefix=OLD
; OLD: nvvm.cluster_dim        suppressed  2, 1, 1: the chip has no clusters
; OLD: nvvm.maxclusterrank     suppressed  8: the chip has no clusters
; OLD: 3 carried, 1 folded, 2 suppressed, 1 implied, 3 ignored, 1 hidden

; The cubin of another contract: an error, with every wrong row.
; RUN: sed -e 's/i32 128/i32 64/' -e 's/!"maxnreg", i32 64/!"maxnreg", i32 96/' %s > %t.other.ll
; RUN: not tileiras-contract audit %t.other.ll %t.cubin 2>&1 | FileCheck %s --check-prefix=WRONG
; WRONG: nvvm.maxntid            LOST        expected 256, 1, 1, found nothing
; WRONG: nvvm.reqntid            LOST        expected 64, 1, 1, found 128, 1, 1
; WRONG: nvvm.maxnreg            LOST        expected a register cap of 96, found a register cap of 64
; WRONG: tileiras-contract: error: {{.*}}.cubin: the contract is broken: 3 lost, 0 invented

; What the output states cannot be changed. A cubin does not state the suffix f, and a chip can have two names.
; RUN: not tileiras-contract audit %s %t.cubin --gpu-name=sm_80 2>&1 | FileCheck %s --check-prefix=CHIP
; CHIP: {{^}}tileiras-contract: error: {{.*}}.cubin: is for sm_90, not sm_80{{$}}
; RUN: tileiras-cc %s --gpu-name=sm_110f --emit=ptx --ptx-version=9.0 -o %t.ptx 2>/dev/null
; RUN: not tileiras-contract audit %s %t.ptx --gpu-name=sm_110 2>&1 | FileCheck %s --check-prefix=SUFFIX
; SUFFIX: {{^}}tileiras-contract: error: {{.*}}.ptx: is for sm_110f, not sm_110{{$}}
; RUN: not tileiras-contract audit %s %t.ptx --ptx-version=8.8 2>&1 | FileCheck %s --check-prefix=VERSION
; VERSION: {{^}}tileiras-contract: error: {{.*}}.ptx: is PTX 9.0, not 8.8{{$}}
; RUN: tileiras-contract audit %s %t.ptx --gpu-name=sm_101f --ptx-version=9.0 2>/dev/null
; RUN: tileiras-cc %s --gpu-name=sm_110f -o %t.110.cubin 2>/dev/null
; RUN: tileiras-contract audit %s %t.110.cubin --gpu-name=sm_101f --ptx-version=9.0 2>/dev/null
; RUN: not tileiras-contract audit %s %t.110.cubin --gpu-name=sm_110a 2>/dev/null

; RUN: tileiras-contract audit --json %s %t.cubin 2>/dev/null | %python -c "import json, sys; [print(k['name'], r) for k in json.load(sys.stdin)['kernels'] for r in k['rows']]" | FileCheck %s --check-prefix=JSON
; JSON: a {'subject': 'nvvm.kernel', 'verdict': 'carried', 'value': True}
; JSON: a {'subject': 'nvvm.maxntid', 'verdict': 'implied', 'value': [256, 1, 1], 'by': 'nvvm.reqntid'}
; JSON: a {'subject': 'nvvm.maxnreg', 'verdict': 'folded', 'value': 64, 'cap': 64}
; JSON: a {'subject': 'nvvm.maxclusterrank', 'verdict': 'implied', 'value': 8, 'by': 'nvvm.cluster_dim'}
; JSON: b {'subject': 'nvvm.minctasm', 'verdict': 'ignored', 'value': 2, 'reason': 'no-block'}
; JSON: b {'subject': 'nvvm.grid_constant', 'verdict': 'hidden', 'value': [1], 'reason': 'not-visible'}
; RUN: tileiras-contract audit --json %s %t.80.cubin 2>/dev/null | FileCheck %s --check-prefix=JSON80
; JSON80: "verdict": "suppressed"
; RUN: not tileiras-contract audit --json %t.other.ll %t.cubin 2>/dev/null | FileCheck %s --check-prefix=JSONLOST
; JSONLOST: "verdict": "lost",
; JSONLOST-NEXT: "expected": {
; JSONLOST-NEXT: "value": [

define void @a() { ret void }
define void @b(ptr byval(i64) %p) { ret void }
define void @device() { ret void }
declare void @elsewhere()

!nvvm.annotations = !{!0, !1, !2, !3, !4}
!0 = !{ptr @a, !"kernel", i32 1, !"maxntidx", i32 256, !"reqntidx", i32 128, !"maxnreg", i32 64}
!1 = !{ptr @a, !"cluster_dim_x", i32 2, !"maxclusterrank", i32 8}
!2 = !{ptr @b, !"kernel", i32 1, !"minctasm", i32 2, !"grid_constant", !5}
!3 = !{ptr @device, !"maxntidx", i32 32}
!4 = !{ptr @elsewhere, !"kernel", i32 1}
!5 = !{i32 1}
