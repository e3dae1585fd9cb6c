// Part of tileiras, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The main functions of upstream's tools, and additional command-line options.

#include "Shim.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/InitAllTranslations.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Tools/mlir-translate/MlirTranslateMain.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;

void tileirasRegisterUpstreamDialects(MlirDialectRegistry registry) {
  registerAllDialects(*unwrap(registry));
  registerAllExtensions(*unwrap(registry));
  // Passes such as gpu-module-to-binary translate to LLVM IR.
  registerAllGPUToLLVMIRTranslations(*unwrap(registry));
}

void tileirasRegisterUpstreamPasses() { registerAllPasses(); }

void tileirasRegisterUpstreamTranslations() {
  registerFromLLVMIRTranslation();
  registerFromSPIRVTranslation();
  registerFromWasmTranslation();
  registerIRDLToCppTranslation();
  registerToCppTranslation();
  registerToSPIRVTranslation();
  smt::registerExportSMTLIBTranslation();
}

/// Lets `prepare` see the text. Null after errors, which are reported as MLIR's parser reports its own.
static std::unique_ptr<llvm::MemoryBuffer> prepared(std::unique_ptr<llvm::MemoryBuffer> buffer,
                                                    MlirDialectRegistry registry, TileirasPrepare prepare) {
  struct Sink {
    std::unique_ptr<llvm::MemoryBuffer> text;
    llvm::SourceMgr sources;
    const llvm::MemoryBuffer *buffer;
    bool hasFault = false;
  } sink;
  sink.buffer = buffer.get();
  const auto replace = [](MlirStringRef text, void *data) {
    auto &sink = *static_cast<Sink *>(data);
    sink.text = llvm::MemoryBuffer::getMemBufferCopy(unwrap(text), sink.buffer->getBufferIdentifier());
  };
  const auto report = [](size_t position, MlirStringRef message, void *data) {
    auto &sink = *static_cast<Sink *>(data);
    sink.hasFault = true;
    const char *start = sink.buffer->getBufferStart() + position;
    sink.sources.PrintMessage(SMLoc::getFromPointer(start), llvm::SourceMgr::DK_Error, unwrap(message));
  };
  sink.sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBuffer(buffer->getMemBufferRef(), /*RequiresNullTerminator=*/false), SMLoc());
  prepare(wrap(buffer->getBuffer()), MlirContext{nullptr}, registry, replace, report, &sink);
  if (sink.hasFault)
    return nullptr;
  return sink.text ? std::move(sink.text) : std::move(buffer);
}

int tileirasOptMain(int argc, char **argv, MlirStringRef banner, MlirDialectRegistry registry,
                    TileirasPrepare prepare) {
  const auto [inputName, outputName] = registerAndParseCLIOptions(argc, argv, unwrap(banner), *unwrap(registry));
  const MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();
  // What is left is a question about the tool, or reads an input that `prepare` need not see.
  if (config.shouldShowDialects() || config.shouldListPasses())
    return asMainReturnCode(MlirOptMain(argc, argv, inputName, outputName, *unwrap(registry)));
  llvm::InitLLVM initialised(argc, argv);
  if (inputName == "-" && llvm::sys::Process::StandardInIsUserInput())
    llvm::errs() << "(processing input from stdin now, hit ctrl-c/ctrl-d to interrupt)\n";
  std::string message;
  auto input = openInputFile(inputName, &message);
  auto output = input ? openOutputFile(outputName, &message) : nullptr;
  if (!output) {
    llvm::errs() << message << '\n';
    return asMainReturnCode(failure());
  }
  input = prepared(std::move(input), registry, prepare);
  if (!input || failed(MlirOptMain(output->os(), std::move(input), *unwrap(registry), config)))
    return asMainReturnCode(failure());
  output->keep();
  return asMainReturnCode(success());
}

int tileirasTranslateMain(int argc, char **argv, MlirStringRef banner) {
  return asMainReturnCode(mlirTranslateMain(argc, argv, unwrap(banner)));
}

int tileirasLspServerMain(int argc, char **argv, MlirDialectRegistry registry) {
  return asMainReturnCode(MlirLspServerMain(argc, argv, *unwrap(registry)));
}

void tileirasAddVersion(MlirStringRef version) {
  llvm::cl::AddExtraVersionPrinter([version](llvm::raw_ostream &stream) { stream << unwrap(version) << '\n'; });
}

struct TileirasToolOption {
  std::unique_ptr<llvm::cl::opt<bool>> flag;
  std::unique_ptr<llvm::cl::opt<std::string>> text;
};

TileirasToolOption *tileirasToolOptionRegister(TileirasOptionKind kind, MlirStringRef name, MlirStringRef value,
                                               MlirStringRef description) {
  using namespace llvm::cl;
  auto option = std::make_unique<TileirasToolOption>();
  if (kind == TILEIRAS_OPTION_FLAG)
    option->flag = std::make_unique<opt<bool>>(unwrap(name), desc(unwrap(description)));
  else
    option->text = std::make_unique<opt<std::string>>(unwrap(name), desc(unwrap(description)), value_desc(unwrap(value)));
  return option.release();
}

MlirStringRef tileirasToolOptionValue(const TileirasToolOption *option) {
  const bool given = option->flag ? option->flag->getValue() : option->text->getNumOccurrences() > 0;
  return wrap(!given ? StringRef() : option->flag ? StringRef("true") : StringRef(option->text->getValue()));
}

bool tileirasHasPassStatistics() { return LLVM_ENABLE_STATS; }
