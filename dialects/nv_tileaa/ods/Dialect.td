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
  let summary = "Verified kernel launches, and specifications of kernels";
  let description = [{
    The dialect has an operation for a host-side launch of a known kernel: a symbol reference to the kernel, and the
    dynamic operands in the segments of `gpu.launch_func`. The static launch facts are `nvvm.*` attributes of the kernel;
    before they are derived, the kernel has the attribute `nv_tileaa.kernel_spec`.
  }];
  let dependentDialects = ["::mlir::gpu::GPUDialect"];
  let usePropertiesForAttributes = 1;
  let useDefaultAttributePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let extraClassDeclaration = "void registerAttributes();";
}

#endif // NV_TILEAA_DIALECT
