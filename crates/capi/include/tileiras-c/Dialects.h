//===-- tileiras-c/Dialects.h - C API of the dialect nv_tileaa ------*- C -*-===//
//
// Part of tileiras, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Load a dialect, or register it, before IR with its operations is parsed. MLIR frees the names of operations that it
// parsed as unregistered ones when their dialect is loaded later, which also a pass does: the IR is invalid then.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_C_DIALECTS_H
#define TILEIRAS_C_DIALECTS_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(NVTileAA, nv_tileaa);

/// Adds the dialect nv_tileaa to a registry. The same as mlirDialectHandleInsertDialect with its handle, for tools that
/// use MLIR's C++ API and do not link its C API.
MLIR_CAPI_EXPORTED void tileirasRegisterAllDialects(MlirDialectRegistry registry);

#ifdef __cplusplus
}
#endif

#endif // TILEIRAS_C_DIALECTS_H
