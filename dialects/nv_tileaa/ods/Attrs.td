//===-- Attrs.td - the attributes of nv_tileaa -------------*- tablegen -*-===//
//
// Part of tileiras, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef NV_TILEAA_ATTRS
#define NV_TILEAA_ATTRS

include "Dialect.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"

def NVTileAA_Atom : I32EnumAttr<"Atom", "instructions that a warp group executes as one", [
    I32EnumAttrCase<"Wgmma", 0, "wgmma">,
    I32EnumAttrCase<"Tcgen05", 1, "tcgen05">]> {
  let cppNamespace = "::tileiras::nv_tileaa";
  let genSpecializedAttr = 0;
}

/// A parameter that may be left out, so that nothing is said about it.
class NVTileAA_Number<string desc> : OptionalParameter<"std::optional<int64_t>", desc>;

/// `[x, y, z]`; empty where it is left out.
class NVTileAA_Sizes<string desc> : OptionalArrayRefParameter<"int64_t", desc> {
  let parser = "parseSizes($_parser)";
  let printer = "printSizes($_printer, $_self)";
}

/// `{name = count, ...}`; null where it is left out.
class NVTileAA_Counts<string desc> : OptionalParameter<"::mlir::DictionaryAttr", desc> {
  let parser = "parseCounts($_parser)";
  let printer = "printCounts($_printer, $_self)";
}

def NVTileAA_KernelSpecAttr : AttrDef<NVTileAA_Dialect, "KernelSpec"> {
  let mnemonic = "kernel_spec";
  let summary = "What the lowering of a kernel relies on at its launch";
  let description = [{
    Stands on a kernel as the attribute `nv_tileaa.kernel_spec`. `nv-tileaa-derive-launch` turns it into launch facts,
    together with what the body needs and the chip has, and removes it. Every parameter may be left out; about
    what is left out, nothing is derived.

    | parameter | value | legal with |
    |---|---|---|
    | `block` | `[x, y, z]` in threads, 1 to 3 sizes: every launch has this block | |
    | `max_block` | the same: no launch has a larger one | no `block` |
    | `roles` | `{name = warps, ...}`: warps with names of their own, all warps of the block together | `block` |
    | `cluster` | `[x, y, z]` in CTAs | |
    | `max_cluster_rank` | 1 to 16 CTAs: no launch has a larger cluster | `cluster` of at most as many |
    | `single_cta_cluster` | `true`: the grid counts clusters, each of one CTA | `cluster = [1, 1, 1]` |
    | `min_ctas_per_sm` | 1 to 32 CTAs that are to fit on an SM at the same time | |
    | `accumulator_registers` | 0 to 255 registers of 32 bits a thread | the next two |
    | `working_registers` | 1 to 255: descriptors, indices, whatever else is alive | |
    | `slack_registers` | 0 to 255 that the compiler may have beyond that | |
    | `max_registers` | 24 to 255: the cap itself | none of the last three |
    | `atom` | `wgmma` or `tcgen05`: the lowering emits instructions of whole warp groups | |

    Example:

    ```mlir
    llvm.func @gemm() attributes {nvvm.kernel, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<
        block = [128, 1, 1], roles = {consumer = 3, producer = 1}, cluster = [2, 1, 1],
        accumulator_registers = 128, working_registers = 32, slack_registers = 8, atom = wgmma>}
    ```
  }];
  let parameters = (ins
    NVTileAA_Sizes<"the exact block, in threads">:$block,
    NVTileAA_Sizes<"the bound of the block, in threads">:$max_block,
    NVTileAA_Counts<"warps by role">:$roles,
    NVTileAA_Sizes<"the cluster, in CTAs">:$cluster,
    NVTileAA_Number<"the most CTAs of a cluster">:$max_cluster_rank,
    DefaultValuedParameter<"bool", "false", "whether the grid counts clusters of one CTA">:$single_cta_cluster,
    NVTileAA_Number<"CTAs that are to fit on an SM">:$min_ctas_per_sm,
    NVTileAA_Number<"registers of the accumulator">:$accumulator_registers,
    NVTileAA_Number<"registers of everything else that is alive">:$working_registers,
    NVTileAA_Number<"registers to spare">:$slack_registers,
    NVTileAA_Number<"the most registers of a thread">:$max_registers,
    OptionalParameter<"std::optional<::tileiras::nv_tileaa::Atom>", "instructions of whole warp groups">:$atom);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

#endif // NV_TILEAA_ATTRS
