// Part of tileiras, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The dialect nv_tileaa. Its classes are generated from ../ods.

#ifndef TILEIRAS_NV_TILEAA_H
#define TILEIRAS_NV_TILEAA_H

#include "mlir-c/IR.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"

#include "NVTileAADialect.h.inc"

#include "NVTileAAEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "NVTileAAAttrs.h.inc"

#define GET_OP_CLASSES
#include "NVTileAAOps.h.inc"

// These types mirror src/types.rs of crates/mlir-sys-ext.

/// The sizes of a shape; empty if the parameter is missing.
struct TileirasSizes {
  const int64_t *values;
  intptr_t count;
};

/// An optional number.
struct TileirasNumber {
  int64_t value;
  bool given;
};

/// The parameters of a KernelSpecAttr, unchecked.
struct TileirasKernelSpec {
  TileirasSizes block;
  TileirasSizes maxBlock;
  TileirasSizes cluster;
  MlirAttribute roles;
  TileirasNumber maxClusterRank;
  TileirasNumber minCtasPerSm;
  TileirasNumber accumulatorRegisters;
  TileirasNumber workingRegisters;
  TileirasNumber slackRegisters;
  TileirasNumber maxRegisters;
  TileirasNumber atom;
  bool singleCtaCluster;
};

/// The verifiers in Rust. Each returns false after an error.
struct TileirasNvTileaaHooks {
  bool (*verifyLaunch)(MlirOperation op);
  bool (*verifyKernel)(MlirOperation op, MlirOperation container, MlirOperation kernel);
  bool (*verifyKernelSpec)(const TileirasKernelSpec *spec, void (*error)(MlirStringRef text, void *data), void *data);
  bool (*verifyAttribute)(MlirOperation op, MlirStringRef name, MlirAttribute attribute);
};

namespace tileiras::nv_tileaa {
/// The hooks that were passed at the registration of the dialect.
const TileirasNvTileaaHooks &getHooks();
} // namespace tileiras::nv_tileaa

#endif // TILEIRAS_NV_TILEAA_H
