; kitchen_sink.ll: every legacy spelling, written by hand in the style of the
; producers that still make !nvvm.annotations (libNVVM, rust-cuda, Triton,
; numba), with opaque pointers, so that LLVM 22 reads it. Each kernel's facts
; are listed above it. There are no contradictions: for sm_90 and PTX 9.0 (for
; blocksareclusters) every contract assembles.
;
; Stock opt 22 reads the file. Lines that stock LLVM cannot handle are marked:
;   [empty]    its upgrade reads past the end of an empty tuple (no crash)
;   [align]    mlir-translate --import-llvm fails on it
;   [name]     llc aborts: PTX cannot spell this kernel's name
;   [sampler]  llc prints it, ptxas refuses it (it needs .texmode_independent)
;   [lost]     opt and llc do not read the key: the fact has no effect
; The lines except [lost] can be removed: grep -vE '\[(name|sampler)\]' leaves a
; file that llc and ptxas accept.
; A comment, not metadata: !nvvm.annotations = !{!99}

source_filename = "kitchen_sink.ll"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%pair = type { i32, float }

; A string, not metadata.
@text = private addrspace(4) constant [30 x i8] c"!nvvm.annotations = !{!\22x\22} ;\00"
@images = addrspace(1) global i64 0, align 8
@canvas = addrspace(1) global i64 0, align 8
@filter = addrspace(1) global i64 0, align 8 ; [sampler]
@counter = addrspace(1) global i32 0, align 4

; kernel
define void @kernel_only(ptr %out) {
  store i32 1, ptr %out, align 4
  ret void
}

; maxntid 32,4,2: three tuples, apart
define void @maxntid_split() {
  ret void
}

; maxntid 128,1,1; minctasm 4: one tuple, Triton's order
define void @maxntid_joined(ptr %p, i32 %n) {
  ret void
}

; maxntid 1,8,1: only y is said
define void @maxntid_y_only() {
  ret void
}

; reqntid 64,2,1: three tuples, z first
define void @reqntid_split() {
  ret void
}

; reqntid 128,1,1; cluster_dim 2,2,1
define void @cluster_split() {
  ret void
}

; reqntid 128,1,1; cluster_dim 4,1,1: only x is said
define void @cluster_x_only() {
  ret void
}

; maxntid 256,1,1; minctasm 2; maxnreg 96
define void @occupancy() {
  ret void
}

; maxntid 128,1,1; maxclusterrank 8
define void @rank() {
  ret void
}

; maxntid 128,1,1; maxclusterrank 4, under MLIR's name
define void @rank_mlir_name() {
  ret void
}

; reqntid 128,1,1; cluster_dim 2,1,1; blocksareclusters
define void @blocks_are_clusters() {
  ret void
}

; maxntid 128,1,1; grid_constant 1,3
define void @grid_constants(ptr byval(%pair) align 4 %a, ptr %out, ptr byval(%pair) align 4 %b) {
  %x = load i32, ptr %a, align 4
  %y = load i32, ptr %b, align 4
  %sum = add i32 %x, %y
  store i32 %sum, ptr %out, align 4
  ret void
}

; maxntid 64,1,1; stays legacy: align of the arguments 1 (16) and 2 (8)
define void @aligned(ptr %a, ptr %b) {
  ret void
}

; maxnreg 64; stays legacy: local_maxnreg 32
define void @registers() {
  ret void
}

; maxntid 64,1,1; minctasm 2; stays legacy: two unknown keys and a third whose
; value is a node, the first of them between known ones
define void @unknown_keys() {
  ret void
}

; maxntid 96,1,1; minctasm 2; maxnreg 64: other integer widths
define void @widths() {
  ret void
}

; maxntid 128,1,1: said twice, the same
define void @said_twice() {
  ret void
}

; maxntid 128,1,1: as an attribute and as a legacy tuple, the same
define ptx_kernel void @both_forms() "nvvm.maxntid"="128" {
  ret void
}

; reqntid 64,2,1; cluster_dim 2,1,1; grid_constant 2: new form only
define ptx_kernel void @new_form(ptr %out, ptr byval(%pair) align 4 "nvvm.grid_constant" %a) "nvvm.reqntid"="64,2" "nvvm.cluster_dim"="2" {
  ret void
}

; maxntid 256,1,1: a name in the old Rust mangling
define void @"_ZN9gpu_tools3map28_$u7b$$u7b$closure$u7d$$u7d$17h0123456789abcdefE"(ptr %x) {
  ret void
}

; reqntid 512,1,1; kernel comes last, in its tuple and in the list
define void @kernel_comes_last(ptr %out) {
  %v = call i32 @helper(ptr %out)
  ret void
}

; No kernel: its kernel value is 0. Stays legacy: align of the result.
define i32 @helper(ptr %p) {
  %v = load i32, ptr %p, align 4
  ret i32 %v
}

; maxntid 128,2,1; minctasm 1: a quoted name; `!nvvm.annotations = !{!` is part of it
define void @"void ns::apply<float, (int)4>(ns::view<float const*>, ...)::{lambda(int)#1} \22!nvvm.annotations = !{!\22"(ptr %x) { ret void } ; [name]

!nvvmir.version = !{!0}
!llvm.module.flags = !{!1}

; One list may be written in parts; LLVM joins them.
!nvvm.annotations = !{!10, !11, !12, !13, !14, !15, !16, !17, !18, !19, !20, !21, !22, !23, !24, !25, !26, !27, !28, !29, !30, !31, !32, !33, !34, !35, !36, !37, !38, !39}
!nvvm.annotations = !{!50, !51} ; [name]
!nvvm.annotations = !{!60} ; [sampler]
!nvvm.annotations = !{!64} ; [empty]
!nvvm.annotations = !{!67} ; [align]
!nvvm.annotations = !{!40, !41, !42, !43, !44, !45, !46, !47, !48, !49, !52, !53, !54, !55, !56, !57, !58, !59, !61, !62, !63, !65, !66, !68, !69, !70}

!0 = !{i32 2, i32 0, i32 3, i32 1}
!1 = !{i32 4, !"nvvm-reflect-ftz", i32 0}

!10 = !{ptr @kernel_only, !"kernel", i32 1}
!11 = !{ptr @maxntid_split, !"kernel", i32 1}
!12 = !{ptr @maxntid_split, !"maxntidx", i32 32}
!13 = !{ptr @maxntid_joined, !"kernel", i32 1, !"maxntidx", i32 128, !"maxntidy", i32 1, !"maxntidz", i32 1, !"minctasm", i32 4}
!14 = !{ptr @maxntid_split, !"maxntidy", i32 4}
!15 = !{ptr @maxntid_y_only, !"kernel", i32 1}
!16 = !{ptr @maxntid_y_only, !"maxntidy", i32 8}
!17 = !{ptr @maxntid_split, !"maxntidz", i32 2}
!18 = !{ptr @reqntid_split, !"reqntidz", i32 1}
!19 = !{ptr @reqntid_split, !"reqntidy", i32 2}
!20 = !{ptr @reqntid_split, !"reqntidx", i32 64}
!21 = !{ptr @reqntid_split, !"kernel", i32 1}
!22 = !{ptr @cluster_split, !"kernel", i32 1}
!23 = !{ptr @cluster_split, !"reqntidx", i32 128}
!24 = !{ptr @cluster_split, !"cluster_dim_x", i32 2}
!25 = !{ptr @cluster_split, !"cluster_dim_y", i32 2}
!26 = !{ptr @cluster_split, !"cluster_dim_z", i32 1}
!27 = !{ptr @cluster_x_only, !"kernel", i32 1, !"reqntidx", i32 128, !"cluster_dim_x", i32 4}
!28 = !{ptr @occupancy, !"kernel", i32 1}
!29 = !{ptr @occupancy, !"maxntidx", i32 256}
!30 = !{ptr @occupancy, !"minctasm", i32 2}
!31 = !{ptr @occupancy, !"maxnreg", i32 96}
!32 = !{ptr @rank, !"kernel", i32 1}
!33 = !{ptr @rank, !"maxntidx", i32 128}
!34 = !{ptr @rank, !"maxclusterrank", i32 8}
!35 = !{ptr @rank_mlir_name, !"kernel", i32 1, !"maxntidx", i32 128, !"cluster_max_blocks", i32 4}
!36 = !{ptr @blocks_are_clusters, !"kernel", i32 1, !"reqntidx", i32 128, !"reqntidy", i32 1, !"reqntidz", i32 1, !"cluster_dim_x", i32 2, !"cluster_dim_y", i32 1, !"cluster_dim_z", i32 1}
!37 = !{ptr @blocks_are_clusters, !"blocksareclusters", i32 1} ; [lost]
!38 = !{ptr @grid_constants, !"kernel", i32 1, !"maxntidx", i32 128}
!39 = !{ptr @grid_constants, !"grid_constant", !80}

!40 = !{ptr @aligned, !"kernel", i32 1, !"maxntidx", i32 64}
; argument << 16 | alignment, the same key twice
!41 = !{ptr @aligned, !"align", i32 65552, !"align", i32 131080}
!42 = !{ptr @registers, !"kernel", i32 1}
!43 = !{ptr @registers, !"maxnreg", i32 64, !"local_maxnreg", i32 32} ; [lost]
!44 = !{ptr @unknown_keys, !"kernel", i32 1}
!45 = !{ptr @unknown_keys, !"maxntidx", i32 64, !"com.example.tuning", i32 7, !"minctasm", i32 2}
!46 = !{ptr @unknown_keys, !"producer", !"kitchen sink !{!\22"}
!47 = !{ptr @unknown_keys, !"com.example.shape", !81}
!48 = !{ptr @widths, !"kernel", i1 true, !"maxntidx", i64 96, !"minctasm", i16 2, !"maxnreg", i8 64}
!49 = !{ptr @said_twice, !"kernel", i32 1, !"maxntidx", i32 128}
!50 = !{ptr @"void ns::apply<float, (int)4>(ns::view<float const*>, ...)::{lambda(int)#1} \22!nvvm.annotations = !{!\22", !"kernel", i32 1} ; [name]
!51 = !{ptr @"void ns::apply<float, (int)4>(ns::view<float const*>, ...)::{lambda(int)#1} \22!nvvm.annotations = !{!\22", !"maxntidx", i32 128, !"maxntidy", i32 2, !"minctasm", i32 1} ; [name]
!52 = distinct !{ptr @said_twice, !"maxntidx", i32 128}
!53 = distinct !{ptr @said_twice, !"maxntidx", i32 128}
!54 = !{ptr @both_forms, !"kernel", i32 1}
!55 = !{ptr @both_forms, !"maxntidx", i32 128}
!56 = !{ptr @"_ZN9gpu_tools3map28_$u7b$$u7b$closure$u7d$$u7d$17h0123456789abcdefE", !"kernel", i32 1}
!57 = !{ptr @"_ZN9gpu_tools3map28_$u7b$$u7b$closure$u7d$$u7d$17h0123456789abcdefE", !"maxntidx", i32 256}

; Tuples that name globals: legal, left alone.
!58 = !{ptr addrspace(1) @images, !"texture", i32 1}
!59 = !{ptr addrspace(1) @canvas, !"surface", i32 1}
!60 = !{ptr addrspace(1) @filter, !"sampler", i32 1} ; [sampler]
!61 = !{ptr addrspace(1) @counter, !"managed", i32 1}

; Tuples that carry nothing: the function was deleted; nothing at all; no pair.
!62 = !{null, !"kernel", i32 1}
!63 = !{null, !"maxntidx", i32 128}
!64 = !{} ; [empty]
!65 = !{ptr @kernel_only}

; Not a kernel after all.
!66 = !{ptr @helper, !"kernel", i32 0}
; Argument 0 is the result.
!67 = !{ptr @helper, !"align", i32 4} ; [align]

; The escape spells "maxntidz", so this is 32,4,2 once more.
!68 = !{ptr @maxntid_split, !"maxntid\7A", i32 2}
!69 = !{ptr @kernel_comes_last, !"reqntidx", i32 512}
!70 = !{ptr @kernel_comes_last, !"reqntidy", i32 1, !"reqntidz", i32 1, !"kernel", i32 1}

!80 = !{i32 1, i32 3}
!81 = !{i32 3, !"x"}
