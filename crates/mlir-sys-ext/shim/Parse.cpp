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
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SourceMgr.h"

#include <array>

using namespace mlir;

struct TileirasDiagnosticText {
  TileirasDiagnosticText(MLIRContext *context, StringRef content, StringRef name, TileirasDiagnosticLimits limits)
      : stream(text), handler(sources, context, stream), first(context, [=, this](Diagnostic &diagnostic) {
          const DiagnosticSeverity severity = diagnostic.getSeverity();
          if (++counts[static_cast<size_t>(severity)] > limits.diagnostics)
            return success();
          auto isUsual = [&](Diagnostic &part) {
            return !isa<UnknownLoc>(part.getLocation()) && part.str().size() <= limits.length;
          };
          auto notes = diagnostic.getNotes();
          const uint64_t noteCount = std::distance(notes.begin(), notes.end());
          if (noteCount <= limits.notes && isUsual(diagnostic) && llvm::all_of(notes, isUsual))
            return failure();
          auto emit = [&](Diagnostic &part, DiagnosticSeverity severity) {
            const Location file = FileLineColLoc::get(context, name, 0, 0);
            std::string message = part.str();
            if (message.size() > limits.length)
              message = message.substr(0, limits.length) + "...";
            handler.emitDiagnostic(isa<UnknownLoc>(part.getLocation()) ? file : part.getLocation(), message, severity);
          };
          emit(diagnostic, severity);
          for (auto [index, note] : llvm::enumerate(notes))
            if (index < limits.notes)
              emit(note, DiagnosticSeverity::Note);
          if (noteCount > limits.notes)
            handler.emitDiagnostic(diagnostic.getLocation(),
                                   std::to_string(noteCount - limits.notes) + " more notes are not shown",
                                   DiagnosticSeverity::Note);
          return success();
        }) {
    sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBuffer(content, name, /*RequiresNullTerminator=*/false), {});
  }

  std::string text;
  llvm::raw_string_ostream stream;
  llvm::SourceMgr sources;
  SourceMgrDiagnosticHandler handler;
  /// The number of diagnostics of each severity of MLIR.
  std::array<uint64_t, 4> counts = {};
  /// Bounds the diagnostics, and reports those at an unknown location in the file. It runs before the handler above.
  ScopedDiagnosticHandler first;
};

TileirasDiagnosticText *tileirasDiagnosticTextCreate(MlirContext context, MlirStringRef content, MlirStringRef name,
                                                     TileirasDiagnosticLimits limits) {
  return new TileirasDiagnosticText(unwrap(context), unwrap(content), unwrap(name), limits);
}

uint64_t tileirasDiagnosticTextCount(const TileirasDiagnosticText *text, enum TileirasSeverity severity) {
  const DiagnosticSeverity severities[] = {DiagnosticSeverity::Error, DiagnosticSeverity::Warning,
                                           DiagnosticSeverity::Remark};
  return text->counts[static_cast<size_t>(severities[severity])];
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
