// Part of tileiras, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Diagnostics with notes at other locations, and handlers that consume diagnostics: one gives them to a callback, one
// discards warnings.

#include "Shim.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;

static InFlightDiagnostic beginDiagnostic(TileirasSeverity severity, Location location) {
  switch (severity) {
  case TILEIRAS_ERROR:
    return emitError(location);
  case TILEIRAS_WARNING:
    return emitWarning(location);
  case TILEIRAS_REMARK:
    return emitRemark(location);
  }
  return emitError(location);
}

void tileirasEmit(TileirasSeverity severity, TileirasMessage message, const TileirasMessage *notes,
                  intptr_t noteCount) {
  InFlightDiagnostic diagnostic = beginDiagnostic(severity, unwrap(message.location));
  diagnostic << unwrap(message.text);
  for (const TileirasMessage &note : llvm::ArrayRef(notes, noteCount))
    diagnostic.attachNote(unwrap(note.location)) << unwrap(note.text);
}

/// The number of calls that are shown for a diagnostic at a location with calls, as in upstream's handler.
static constexpr unsigned callStackLimit = 10;

/// The call in a location, as upstream's handler finds it.
static CallSiteLoc getCallSite(Location location) {
  if (auto name = dyn_cast<NameLoc>(location))
    return getCallSite(name.getChildLoc());
  if (auto fused = dyn_cast<FusedLoc>(location))
    for (Location part : fused.getLocations())
      if (CallSiteLoc call = getCallSite(part))
        return call;
  return dyn_cast<CallSiteLoc>(location);
}

struct TileirasDiagnosticHandler {
  TileirasDiagnosticHandler(MLIRContext *context, TileirasDiagnosticVisitor visit, void *data)
      : handler(context, [=](Diagnostic &diagnostic) {
          auto notes = diagnostic.getNotes();
          TileirasDiagnosticPart part = {};
          part.following = std::distance(notes.begin(), notes.end());
          auto show = [&](Location location, DiagnosticSeverity severity, std::string text) {
            part.severity = severity == DiagnosticSeverity::Error     ? TILEIRAS_ERROR
                            : severity == DiagnosticSeverity::Warning ? TILEIRAS_WARNING
                            : severity == DiagnosticSeverity::Remark  ? TILEIRAS_REMARK
                                                                      : 3;
            auto file = location->findInstanceOf<FileLineColLoc>();
            part.file = wrap(file ? file.getFilename().getValue() : StringRef());
            part.line = file ? file.getLine() : 0;
            part.column = file ? file.getColumn() : 0;
            part.endLine = file ? file.getEndLine() : 0;
            part.endColumn = file ? file.getEndColumn() : 0;
            if (!file && !isa<UnknownLoc>(location)) {
              std::string printed;
              llvm::raw_string_ostream(printed) << location << ": ";
              text.insert(0, printed);
            }
            part.text = wrap(StringRef(text));
            const bool more = visit(&part, data);
            part.isNote = true;
            return more;
          };
          Location last = diagnostic.getLocation();
          part.showsLine = true;
          bool more = show(last, diagnostic.getSeverity(), diagnostic.str());
          CallSiteLoc call = getCallSite(last);
          for (unsigned depth = 0; more && call && depth < callStackLimit; ++depth, call = getCallSite(last)) {
            last = call.getCaller();
            more = show(last, DiagnosticSeverity::Note, "called from");
          }
          for (Diagnostic &note : notes) {
            if (!more)
              break;
            --part.following;
            part.showsLine = note.getLocation() != last;
            last = note.getLocation();
            more = show(last, note.getSeverity(), note.str());
          }
          return success();
        }) {}

  ScopedDiagnosticHandler handler;
};

TileirasDiagnosticHandler *tileirasDiagnosticHandlerCreate(MlirContext context, TileirasDiagnosticVisitor visit,
                                                           void *data) {
  return new TileirasDiagnosticHandler(unwrap(context), visit, data);
}

void tileirasDiagnosticHandlerDestroy(TileirasDiagnosticHandler *handler) { delete handler; }

struct TileirasWarningFilter {
  TileirasWarningFilter(MLIRContext *context, StringRef prefix)
      : handler(context, [prefix](Diagnostic &diagnostic) {
          const bool isWarning = diagnostic.getSeverity() == DiagnosticSeverity::Warning;
          // What has succeeded is handled, and so discarded.
          return success(isWarning && StringRef(diagnostic.str()).starts_with(prefix));
        }) {}

  ScopedDiagnosticHandler handler;
};

TileirasWarningFilter *tileirasWarningFilterCreate(MlirContext context, MlirStringRef prefix) {
  return new TileirasWarningFilter(unwrap(context), unwrap(prefix));
}

void tileirasWarningFilterDestroy(TileirasWarningFilter *filter) { delete filter; }
