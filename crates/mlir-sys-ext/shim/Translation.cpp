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
#include "mlir/Tools/ParseUtilities.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;

/// Prints a module in local scope, a chunk of operations at a time, and frees each chunk after it. This keeps the
/// printer's tables of SSA names small.
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

/// Prints an operation. In full scope MLIR first prints everything to a null stream to find the aliases. If there are
/// none, local scope gives the same output without that.
static void print(Operation *op, bool hasAliases, llvm::raw_ostream &output) {
  OpPrintingFlags flags;
  // Locations have aliases.
  bool isLocal = !hasAliases && !flags.shouldPrintDebugInfo();
  if (isLocal)
    flags.useLocalScope();
  auto module = dyn_cast<ModuleOp>(op);
  // Unless the IR is assumed to be verified, the printer verifies each operation, and needs its module for that. The
  // other flags print something about the whole module.
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

/// The text that MLIR reads instead of the main buffer. Null after errors.
static std::shared_ptr<llvm::SourceMgr> prepared(const std::shared_ptr<llvm::SourceMgr> &sources, MLIRContext *context,
                                                 TileirasPrepare prepare) {
  struct Sink {
    std::shared_ptr<llvm::SourceMgr> sources;
    MLIRContext *context;
    bool hasFault = false;
  } sink{sources, context};
  const auto replace = [](MlirStringRef text, void *data) {
    auto &sources = static_cast<Sink *>(data)->sources;
    const StringRef name = sources->getMemoryBuffer(sources->getMainFileID())->getBufferIdentifier();
    auto buffer = llvm::MemoryBuffer::getMemBufferCopy(unwrap(text), name);
    sources = std::make_shared<llvm::SourceMgr>();
    sources->AddNewSourceBuffer(std::move(buffer), SMLoc());
  };
  const auto report = [](size_t position, MlirStringRef message, void *data) {
    auto &sink = *static_cast<Sink *>(data);
    sink.hasFault = true;
    const unsigned main = sink.sources->getMainFileID();
    const llvm::MemoryBuffer *buffer = sink.sources->getMemoryBuffer(main);
    const auto place = SMLoc::getFromPointer(buffer->getBufferStart() + position);
    const auto [line, column] = sink.sources->getLineAndColumn(place, main);
    emitError(FileLineColLoc::get(sink.context, buffer->getBufferIdentifier(), line, column)) << unwrap(message);
  };
  const llvm::MemoryBuffer *buffer = sources->getMemoryBuffer(sources->getMainFileID());
  prepare(wrap(buffer->getBuffer()), wrap(context), MlirDialectRegistry{nullptr}, replace, report, &sink);
  return sink.hasFault ? nullptr : sink.sources;
}

/// Whether the tool puts a module around its input.
static bool hasImplicitModule() {
  const auto *option = static_cast<const llvm::cl::opt<bool> *>(
      llvm::cl::getRegisteredOptions().lookup("no-implicit-module"));
  return !option || !option->getValue();
}

void tileirasRegisterExport(MlirStringRef name, MlirStringRef description, TileirasExport translate,
                            TileirasDialects dialects, TileirasPrepare prepare) {
  auto function = [translate, dialects, prepare](const std::shared_ptr<llvm::SourceMgr> &sources,
                                                 llvm::raw_ostream &output, MLIRContext *context) -> LogicalResult {
    DialectRegistry registry;
    dialects(wrap(&registry));
    context->appendDialectRegistry(registry);
    const auto text = prepared(sources, context, prepare);
    const OwningOpRef<Operation *> op =
        text ? parseSourceFileForTool(text, ParserConfig(context), hasImplicitModule()) : nullptr;
    if (!op || failed(verify(*op)))
      return failure();
    auto write = [](MlirStringRef text, void *stream) { *static_cast<llvm::raw_ostream *>(stream) << unwrap(text); };
    return success(translate(wrap(*op), write, &output));
  };
  TranslateRegistration(unwrap(name), unwrap(description), TranslateFunction(function));
}
