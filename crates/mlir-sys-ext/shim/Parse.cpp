// Part of tileiras, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parsing of MLIR from memory, and handlers that collect or filter diagnostics.

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
      : stream(text), handler(sources, context, stream), unknown(context, [this, context, name](Diagnostic &diagnostic) {
          if (!isa<UnknownLoc>(diagnostic.getLocation()))
            return failure();
          const Location file = FileLineColLoc::get(context, name, 0, 0);
          handler.emitDiagnostic(file, diagnostic.str(), diagnostic.getSeverity());
          for (Diagnostic &note : diagnostic.getNotes())
            handler.emitDiagnostic(isa<UnknownLoc>(note.getLocation()) ? file : note.getLocation(), note.str(),
                                   DiagnosticSeverity::Note);
          return success();
        }) {
    sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBuffer(content, name, /*RequiresNullTerminator=*/false), {});
  }

  std::string text;
  llvm::raw_string_ostream stream;
  llvm::SourceMgr sources;
  SourceMgrDiagnosticHandler handler;
  /// Reports diagnostics at an unknown location in the file. It runs before the handler above.
  ScopedDiagnosticHandler unknown;
};

TileirasDiagnosticText *tileirasDiagnosticTextCreate(MlirContext context, MlirStringRef content, MlirStringRef name) {
  return new TileirasDiagnosticText(unwrap(context), unwrap(content), unwrap(name));
}

MlirStringRef tileirasDiagnosticTextGet(const TileirasDiagnosticText *text) { return wrap(StringRef(text->text)); }

void tileirasDiagnosticTextDestroy(TileirasDiagnosticText *text) { delete text; }

struct TileirasWarningFilter {
  TileirasWarningFilter(MLIRContext *context, StringRef prefix)
      : handler(context, [prefix](Diagnostic &diagnostic) {
          const bool isWarning = diagnostic.getSeverity() == DiagnosticSeverity::Warning;
          return success(isWarning && StringRef(diagnostic.str()).starts_with(prefix));
        }) {}

  ScopedDiagnosticHandler handler;
};

TileirasWarningFilter *tileirasWarningFilterCreate(MlirContext context, MlirStringRef prefix) {
  return new TileirasWarningFilter(unwrap(context), unwrap(prefix));
}

void tileirasWarningFilterDestroy(TileirasWarningFilter *filter) { delete filter; }

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
