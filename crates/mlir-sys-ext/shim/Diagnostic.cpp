// Part of tileiras, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Diagnostics with notes at other locations.

#include "Shim.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;

static InFlightDiagnostic start(TileirasSeverity severity, Location location) {
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
  InFlightDiagnostic diagnostic = start(severity, unwrap(message.location));
  diagnostic << unwrap(message.text);
  for (const TileirasMessage &note : llvm::ArrayRef(notes, noteCount))
    diagnostic.attachNote(unwrap(note.location)) << unwrap(note.text);
}
