// Part of tileiras, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Translations by name whose work is a callback.

#include "Shim.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;

void tileirasRegisterImport(MlirStringRef name, MlirStringRef description, TileirasImport import,
                            TileirasDialects dialects) {
  auto function = [import](llvm::SourceMgr &sources, MLIRContext *context) -> OwningOpRef<Operation *> {
    const llvm::MemoryBuffer *buffer = sources.getMemoryBuffer(sources.getMainFileID());
    return unwrap(import(wrap(buffer->getBuffer()), wrap(buffer->getBufferIdentifier()), wrap(context)));
  };
  TranslateToMLIRRegistration(unwrap(name), unwrap(description), TranslateRawSourceMgrToMLIRFunction(function),
                              [dialects](DialectRegistry &registry) { dialects(wrap(&registry)); });
}

void tileirasRegisterExport(MlirStringRef name, MlirStringRef description, TileirasExport translate,
                            TileirasDialects dialects) {
  auto function = [translate](Operation *op, llvm::raw_ostream &output) -> LogicalResult {
    auto write = [](MlirStringRef text, void *stream) { *static_cast<llvm::raw_ostream *>(stream) << unwrap(text); };
    return success(translate(wrap(op), write, &output));
  };
  TranslateFromMLIRRegistration(unwrap(name), unwrap(description), TranslateFromMLIRFunction(function),
                                [dialects](DialectRegistry &registry) { dialects(wrap(&registry)); });
}
