// Part of tileiras, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The C++ side of dialect nv_tileaa, generated from ../ods.

#ifndef TILEIRAS_NV_TILEAA_H
#define TILEIRAS_NV_TILEAA_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"

#include "NVTileAADialect.h.inc"

#define GET_OP_CLASSES
#include "NVTileAAOps.h.inc"

#endif // TILEIRAS_NV_TILEAA_H
