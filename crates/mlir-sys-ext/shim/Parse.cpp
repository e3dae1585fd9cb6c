// Part of tileiras, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parsing of MLIR from memory.

#include "Recovery.h"
#include "Shim.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;

/// Parses MLIR text, and gives each operation its range in the text as its location, whatever `loc(...)` says.
static OwningOpRef<ModuleOp> parseDocument(const ParserConfig &config, StringRef content, StringRef name) {
  llvm::SourceMgr sources;
  const unsigned buffer = sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(content, name), SMLoc());
  AsmParserState state;
  Block block;
  if (failed(parseAsmSourceFile(sources, &block, config, &state)))
    return nullptr;
  MLIRContext *context = config.getContext();
  const auto file = StringAttr::get(context, name);
  for (const auto &definition : state.getOpDefs()) {
    const auto [line, column] = sources.getLineAndColumn(definition.scopeLoc.Start, buffer);
    const auto [endLine, endColumn] = sources.getLineAndColumn(definition.scopeLoc.End, buffer);
    definition.op->setLoc(FileLineColRange::get(file, line, column, endLine, endColumn));
  }
  return detail::constructContainerOpForParserIfNecessary<ModuleOp>(&block, context,
                                                                    FileLineColLoc::get(context, name, 1, 1));
}

MlirModule tileirasParseModule(MlirContext context, MlirStringRef content, MlirStringRef name, bool isDocument,
                               void (*crash)(TileirasCompletion completion, MlirStringRef message, void *data),
                               void *data) {
  MlirModule module = {nullptr};
  std::string message;
  const TileirasCompletion completion = tileirasRunSafely(
      [&] {
        ParserConfig config(unwrap(context));
        module = wrap((isDocument ? parseDocument(config, unwrap(content), unwrap(name))
                                  : parseSourceString<ModuleOp>(unwrap(content), config, unwrap(name)))
                          .release());
      },
      message);
  if (completion != TILEIRAS_COMPLETED)
    crash(completion, wrap(StringRef(message)), data);
  return module;
}
