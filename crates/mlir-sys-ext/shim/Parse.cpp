// Part of tileiras, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parsing of MLIR from memory.

#include "Recovery.h"
#include "Shim.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;

MlirModule tileirasParseModule(MlirContext context, MlirStringRef content, MlirStringRef name,
                               void (*crash)(TileirasCompletion completion, MlirStringRef message, void *data),
                               void *data) {
  MlirModule module = {nullptr};
  std::string message;
  const TileirasCompletion completion = tileirasRunSafely(
      [&] {
        ParserConfig config(unwrap(context));
        module = wrap(parseSourceString<ModuleOp>(unwrap(content), config, unwrap(name)).release());
      },
      message);
  if (completion != TILEIRAS_COMPLETED)
    crash(completion, wrap(StringRef(message)), data);
  return module;
}
