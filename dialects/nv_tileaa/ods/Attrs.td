//===-- Attrs.td - the attributes of nv_tileaa -------------*- tablegen -*-===//
//
// Part of tileiras, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef NV_TILEAA_ATTRS
#define NV_TILEAA_ATTRS

include "Dialect.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"

def NVTileAA_Atom : I32EnumAttr<"Atom", "instructions that a whole warp group executes", [
    I32EnumAttrCase<"Wgmma", 0, "wgmma">,
    I32EnumAttrCase<"Tcgen05", 1, "tcgen05">]> {
  let cppNamespace = "::tileiras::nv_tileaa";
  let genSpecializedAttr = 0;
}

/// An optional number.
class NVTileAA_Number<string desc> : OptionalParameter<"std::optional<int64_t>", desc>;

/// `[x, y, z]`; empty if it is missing.
class NVTileAA_Sizes<string desc> : OptionalArrayRefParameter<"int64_t", desc> {
  let parser = "parseSizes($_parser)";
  let printer = "printSizes($_printer, $_self)";
}

/// `{name = count, ...}`; null if it is missing.
class NVTileAA_Counts<string desc> : OptionalParameter<"::mlir::DictionaryAttr", desc> {
  let parser = "parseCounts($_parser)";
  let printer = "printCounts($_printer, $_self)";
}

def NVTileAA_KernelSpecAttr : AttrDef<NVTileAA_Dialect, "KernelSpec"> {
  let mnemonic = "kernel_spec";
  let summary = "Properties of a kernel that its lowering requires of each launch";
  let description = [{
    The attribute `nv_tileaa.kernel_spec` of a kernel. `nv-tileaa-derive-launch` derives launch facts from it, from the
    body and from the chip, and removes it. All parameters are optional. Nothing is derived from a missing one.

    | parameter | value | requires |
    |---|---|---|
    | `block` | `[x, y, z]` in threads, 1 to 3 sizes: the block of every launch | |
    | `max_block` | the same: an upper bound of the block | no `block` |
    | `roles` | `{name = warps, ...}`: named groups of warps, which together are all warps of the block | `block` |
    | `cluster` | `[x, y, z]` in CTAs | |
    | `max_cluster_rank` | 1 to 16: an upper bound of the CTAs of a cluster | a `cluster` of at most this size, if given |
    | `single_cta_cluster` | `true`: the grid counts clusters, and each has one CTA | `cluster = [1, 1, 1]` |
    | `min_ctas_per_sm` | 1 to 32: CTAs that must fit on an SM at the same time | |
    | `accumulator_registers` | 0 to 255 registers of 32 bits per thread | the next two |
    | `working_registers` | 1 to 255: registers of all other live values, such as descriptors and indices | |
    | `slack_registers` | 0 to 255: spare registers for the compiler | |
    | `max_registers` | 24 to 255: the maximum number of registers per thread | none of the last three |
    | `atom` | `wgmma` or `tcgen05`: the lowering emits these instructions, which a whole warp group executes, or whole warps | |

    Example:

    ```mlir
    llvm.func @gemm() attributes {nvvm.kernel, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<
        block = [128, 1, 1], roles = {consumer = 3, producer = 1}, cluster = [2, 1, 1],
        accumulator_registers = 128, working_registers = 32, slack_registers = 8, atom = wgmma>}
    ```
  }];
  let parameters = (ins
    NVTileAA_Sizes<"the exact block, in threads">:$block,
    NVTileAA_Sizes<"the upper bound of the block, in threads">:$max_block,
    NVTileAA_Counts<"warps by role">:$roles,
    NVTileAA_Sizes<"the cluster, in CTAs">:$cluster,
    NVTileAA_Number<"the maximum number of CTAs of a cluster">:$max_cluster_rank,
    DefaultValuedParameter<"bool", "false", "whether the grid counts clusters of one CTA">:$single_cta_cluster,
    NVTileAA_Number<"the minimum number of CTAs per SM">:$min_ctas_per_sm,
    NVTileAA_Number<"registers of the accumulator">:$accumulator_registers,
    NVTileAA_Number<"registers of all other live values">:$working_registers,
    NVTileAA_Number<"spare registers">:$slack_registers,
    NVTileAA_Number<"the maximum number of registers per thread">:$max_registers,
    OptionalParameter<"std::optional<::tileiras::nv_tileaa::Atom>", "instructions of whole warp groups or warps">:$atom);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

#endif // NV_TILEAA_ATTRS
