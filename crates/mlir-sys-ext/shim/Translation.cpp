// Part of tileiras, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Translations that call back to Rust.

#include "Shim.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;

/// Prints a module in local scope, a chunk of operations at a time, and frees each chunk after it. This keeps the printer's
/// tables of SSA names small.
static void printInChunks(ModuleOp module, const OpPrintingFlags &flags, llvm::raw_ostream &output) {
  constexpr int chunkSize = 256;
  std::string text;
  llvm::raw_string_ostream stream(text);
  auto move = [](Block &from, Block::iterator end, Block &to) {
    to.getOperations().splice(to.end(), from.getOperations(), from.begin(), end);
  };
  OwningOpRef<ModuleOp> rest(ModuleOp::create(module.getLoc())), chunk(ModuleOp::create(module.getLoc()));
  move(*module.getBody(), module.getBody()->end(), *rest->getBody());
  module->print(stream, flags);
  // The empty module without its closing brace.
  output << StringRef(text).drop_back();
  for (Block &operations = *rest->getBody(); !operations.empty(); chunk->getBody()->clear()) {
    Block::iterator end = operations.begin();
    for (int i = 0; i < chunkSize && end != operations.end(); ++i)
      ++end;
    move(operations, end, *chunk->getBody());
    text.clear();
    chunk->getOperation()->print(stream, flags);
    // The lines between the first line and the closing brace.
    output << StringRef(text).drop_back().split('\n').second;
  }
  output << '}';
}

/// Prints an operation. In full scope MLIR first prints everything to a null stream to find the aliases. If there are none,
/// local scope gives the same output without that.
static void print(Operation *op, bool hasAliases, llvm::raw_ostream &output) {
  OpPrintingFlags flags;
  // Locations have aliases.
  bool isLocal = !hasAliases && !flags.shouldPrintDebugInfo();
  if (isLocal)
    flags.useLocalScope();
  auto module = dyn_cast<ModuleOp>(op);
  // Unless the IR is assumed to be verified, the printer verifies each operation, and needs its module for that. The other
  // flags print something about the whole module.
  bool isWhole = !flags.shouldAssumeVerified() || flags.shouldPrintGenericOpForm() ||
                 flags.shouldPrintUniqueSSAIDs() || flags.shouldPrintValueUsers() || flags.shouldSkipRegions();
  if (isLocal && module && !isWhole)
    printInChunks(module, flags, output);
  else
    op->print(output, flags);
  // MLIR ends the line in full scope only.
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
