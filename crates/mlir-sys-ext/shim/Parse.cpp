// Part of tileiras, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MLIR read from memory under a name, and its diagnostics collected as text.

#include "Recovery.h"
#include "Shim.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;

struct TileirasDiagnosticText {
  TileirasDiagnosticText(MLIRContext *context, StringRef content, StringRef name)
      : stream(text), handler(sources, context, stream) {
    sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBuffer(content, name, /*RequiresNullTerminator=*/false), {});
  }

  std::string text;
  llvm::raw_string_ostream stream;
  llvm::SourceMgr sources;
  SourceMgrDiagnosticHandler handler;
};

TileirasDiagnosticText *tileirasDiagnosticTextCreate(MlirContext context, MlirStringRef content, MlirStringRef name) {
  return new TileirasDiagnosticText(unwrap(context), unwrap(content), unwrap(name));
}

MlirStringRef tileirasDiagnosticTextGet(const TileirasDiagnosticText *text) { return wrap(StringRef(text->text)); }

void tileirasDiagnosticTextDestroy(TileirasDiagnosticText *text) { delete text; }

struct TileirasSilence {
  TileirasSilence(MLIRContext *context, StringRef prefix)
      : handler(context, [prefix](Diagnostic &diagnostic) {
          const bool unwanted = diagnostic.getSeverity() == DiagnosticSeverity::Warning;
          return success(unwanted && StringRef(diagnostic.str()).starts_with(prefix));
        }) {}

  ScopedDiagnosticHandler handler;
};

TileirasSilence *tileirasSilenceCreate(MlirContext context, MlirStringRef prefix) {
  return new TileirasSilence(unwrap(context), unwrap(prefix));
}

void tileirasSilenceDestroy(TileirasSilence *silence) { delete silence; }

MlirModule tileirasParseModule(MlirContext context, MlirStringRef content, MlirStringRef name,
                               TileirasTextSink crash, void *data) {
  MlirModule module = {nullptr};
  std::string lastWords;
  const bool survived = tileirasRunSafely(
      [&] {
        ParserConfig config(unwrap(context));
        module = wrap(parseSourceString<ModuleOp>(unwrap(content), config, unwrap(name)).release());
      },
      lastWords);
  if (!survived)
    crash(wrap(StringRef(lastWords)), data);
  return module;
}
