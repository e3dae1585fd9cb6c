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
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Tools/mlir-translate/MlirTranslateMain.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Support/CommandLine.h"

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

int tileirasOptMain(int argc, char **argv, MlirStringRef banner, MlirDialectRegistry registry) {
  return asMainReturnCode(MlirOptMain(argc, argv, unwrap(banner), *unwrap(registry)));
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
