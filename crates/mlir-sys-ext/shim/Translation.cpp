// Part of tileiras, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Translations by name whose work is a callback.

#include "Shim.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;

/// Prints in local scope some operations of a module at a time, and frees them: the tables of what values are called stay
/// small then.
static void printInPieces(ModuleOp module, const OpPrintingFlags &flags, llvm::raw_ostream &output) {
  constexpr int size = 256;
  std::string text;
  llvm::raw_string_ostream stream(text);
  auto move = [](Block &from, Block::iterator end, Block &to) {
    to.getOperations().splice(to.end(), from.getOperations(), from.begin(), end);
  };
  OwningOpRef<ModuleOp> rest(ModuleOp::create(module.getLoc())), piece(ModuleOp::create(module.getLoc()));
  move(*module.getBody(), module.getBody()->end(), *rest->getBody());
  module->print(stream, flags);
  // Up to the brace that ends it.
  output << StringRef(text).drop_back();
  for (Block &operations = *rest->getBody(); !operations.empty(); piece->getBody()->clear()) {
    Block::iterator end = operations.begin();
    for (int i = 0; i < size && end != operations.end(); ++i)
      ++end;
    move(operations, end, *piece->getBody());
    text.clear();
    piece->getOperation()->print(stream, flags);
    output << StringRef(text).drop_back().split('\n').second;
  }
  output << '}';
}

/// Before MLIR prints a module it prints all of it to nowhere and sorts every attribute by the
/// alias it may have; in local scope it does not.
static void print(Operation *op, bool hasAliases, llvm::raw_ostream &output) {
  OpPrintingFlags flags;
  // Locations have aliases.
  bool isLocal = !hasAliases && !flags.shouldPrintDebugInfo();
  if (isLocal)
    flags.useLocalScope();
  auto module = dyn_cast<ModuleOp>(op);
  // What is not taken as verified is verified by the printer, in its module.
  bool isWhole = !flags.shouldAssumeVerified() || flags.shouldPrintGenericOpForm() ||
                 flags.shouldPrintUniqueSSAIDs() || flags.shouldPrintValueUsers() || flags.shouldSkipRegions();
  if (isLocal && module && !isWhole)
    printInPieces(module, flags, output);
  else
    op->print(output, flags);
  // Only in full scope MLIR ends the line.
  if (flags.shouldUseLocalScope())
    output << '\n';
}

void tileirasRegisterImport(MlirStringRef name, MlirStringRef description, TileirasImport import,
                            TileirasDialects dialects) {
  auto function = [import, dialects](const std::shared_ptr<llvm::SourceMgr> &sources, llvm::raw_ostream &output,
                                     MLIRContext *context) -> LogicalResult {
    DialectRegistry registry;
    dialects(wrap(&registry));
    context->appendDialectRegistry(registry);
    const llvm::MemoryBuffer *buffer = sources->getMemoryBuffer(sources->getMainFileID());
    TileirasImported imported = import(wrap(buffer->getBuffer()), wrap(buffer->getBufferIdentifier()), wrap(context));
    OwningOpRef<Operation *> op = unwrap(imported.op);
    if (!op || failed(verify(*op)))
      return failure();
    print(*op, imported.hasAliases, output);
    return success();
  };
  TranslateRegistration(unwrap(name), unwrap(description), TranslateFunction(function));
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
