//===-- tileiras-c/Passes.h - C API of the passes -------------------*- C -*-===//
//
// Part of tileiras, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For each pass, one function that creates it and one that registers it. As with MLIR's own passes, a created pass has
// the default values of its options. Give options as text: in C to mlirOpPassManagerAddPipeline, such as
// "nvvm-verify{chip=sm_90a}", after the pass is registered; in C++ also to Pass::initializeOptions.
//
// Registering changes MLIR's global registry of passes: do it before threads use the registry. Registering twice is
// allowed. A function that creates a pass returns a handle whose ptr is NULL after an internal error, which it prints
// to stderr. The caller owns the pass until mlirPassManagerAddOwnedPass or mlirOpPassManagerAddOwnedPass takes it. The
// dialects that the passes need are in Dialects.h.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_C_PASSES_H
#define TILEIRAS_C_PASSES_H

#include "mlir-c/Pass.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Registers all passes and pipelines.
MLIR_CAPI_EXPORTED void tileirasRegisterPasses(void);

/* convert-gpu-to-nv-tileaa */
MLIR_CAPI_EXPORTED MlirPass tileirasCreateConvertGPUToNVTileAAPass(void);
MLIR_CAPI_EXPORTED void tileirasRegisterConvertGPUToNVTileAAPass(void);

/* convert-nv-tileaa-to-gpu */
MLIR_CAPI_EXPORTED MlirPass tileirasCreateConvertNVTileAAToGPUPass(void);
MLIR_CAPI_EXPORTED void tileirasRegisterConvertNVTileAAToGPUPass(void);

/* gpu-launch-guards */
MLIR_CAPI_EXPORTED MlirPass tileirasCreateGPULaunchGuardsPass(void);
MLIR_CAPI_EXPORTED void tileirasRegisterGPULaunchGuardsPass(void);

/* nv-tileaa-derive-launch */
MLIR_CAPI_EXPORTED MlirPass tileirasCreateNVTileAADeriveLaunchPass(void);
MLIR_CAPI_EXPORTED void tileirasRegisterNVTileAADeriveLaunchPass(void);

/* nvvm-check-bodies */
MLIR_CAPI_EXPORTED MlirPass tileirasCreateNVVMCheckBodiesPass(void);
MLIR_CAPI_EXPORTED void tileirasRegisterNVVMCheckBodiesPass(void);

/* nvvm-export */
MLIR_CAPI_EXPORTED MlirPass tileirasCreateNVVMExportPass(void);
MLIR_CAPI_EXPORTED void tileirasRegisterNVVMExportPass(void);

/* nvvm-infer-bounds */
MLIR_CAPI_EXPORTED MlirPass tileirasCreateNVVMInferBoundsPass(void);
MLIR_CAPI_EXPORTED void tileirasRegisterNVVMInferBoundsPass(void);

/* nvvm-legalize */
MLIR_CAPI_EXPORTED MlirPass tileirasCreateNVVMLegalizePass(void);
MLIR_CAPI_EXPORTED void tileirasRegisterNVVMLegalizePass(void);

/* nvvm-transplant */
MLIR_CAPI_EXPORTED MlirPass tileirasCreateNVVMTransplantPass(void);
MLIR_CAPI_EXPORTED void tileirasRegisterNVVMTransplantPass(void);

/* nvvm-verify */
MLIR_CAPI_EXPORTED MlirPass tileirasCreateNVVMVerifyPass(void);
MLIR_CAPI_EXPORTED void tileirasRegisterNVVMVerifyPass(void);

/// The same as tileirasRegisterPasses.
MLIR_CAPI_EXPORTED void tileirasRegisterNVVMLaunchPipeline(void);

/// Adds the passes of the pipeline nvvm-launch to a pass manager. The options are those of the pipeline as text, such
/// as "chip=sm_90a", and may be empty. Registers all passes, as tileirasRegisterPasses does. If an option is not valid
/// or the manager is null, passes a message to the callback, unless it is null, and returns failure.
MLIR_CAPI_EXPORTED MlirLogicalResult tileirasBuildNVVMLaunchPipeline(MlirOpPassManager manager, MlirStringRef options,
                                                                     MlirStringCallback callback, void *userData);

#ifdef __cplusplus
}
#endif

#endif // TILEIRAS_C_PASSES_H
