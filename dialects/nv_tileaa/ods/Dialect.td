//===-- Dialect.td - the dialect nv_tileaa -----------------*- tablegen -*-===//
//
// Part of tileiras, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef NV_TILEAA_DIALECT
#define NV_TILEAA_DIALECT

include "mlir/IR/OpBase.td"

def NVTileAA_Dialect : Dialect {
  let name = "nv_tileaa";
  let cppNamespace = "::tileiras::nv_tileaa";
  let summary = "Launches at the level where the kernel reference is one symbol";
  let description = [{
    The dialect holds what is left of a host-side launch once the kernel is known: one reference to the kernel and
    the dynamic operands, in the segments of `gpu.launch_func`. The static side of the contract stands on the kernel, in
    the `nvvm.*` attributes, or before they are derived in `nv_tileaa.kernel_spec`.
  }];
  let dependentDialects = ["::mlir::gpu::GPUDialect"];
  let usePropertiesForAttributes = 1;
  let useDefaultAttributePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let extraClassDeclaration = "void registerAttributes();";
}

#endif // NV_TILEAA_DIALECT
