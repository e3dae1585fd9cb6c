// Part of tileiras, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM's NVPTX back end.

#include "LLVMModule.h"
#include "Recovery.h"
#include "Shim.h"
#include "mlir/CAPI/Support.h"
#include "llvm/CodeGen/CommandFlags.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

namespace {

constexpr llvm::StringLiteral nvptx = "nvptx64-nvidia-cuda";

/// Says each diagnostic of LLVM to the visitor; LLVM's own handler prints and ends the process.
struct Report : public llvm::DiagnosticHandler {
  Report(TileirasBackendVisitor visit, void *data, bool &failed) : visit(visit), data(data), failed(failed) {}

  bool handleDiagnostics(const llvm::DiagnosticInfo &info) override {
    std::string text;
    llvm::raw_string_ostream stream(text);
    llvm::DiagnosticPrinterRawOStream printer(stream);
    info.print(printer);
    switch (info.getSeverity()) {
    case llvm::DS_Error:
      failed = true;
      visit(TILEIRAS_ERROR, wrap(llvm::StringRef(text)), data);
      break;
    case llvm::DS_Warning:
      visit(TILEIRAS_WARNING, wrap(llvm::StringRef(text)), data);
      break;
    default:
      break;
    }
    return true;
  }

  TileirasBackendVisitor visit;
  void *data;
  bool &failed;
};

void initialize() {
  static const bool once = [] {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
    return true;
  }();
  (void)once;
}

std::unique_ptr<llvm::TargetMachine> machine(llvm::StringRef chip, llvm::StringRef features, int level,
                                             std::string &error) {
  const llvm::Triple triple(nvptx);
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return nullptr;
  auto codegen = llvm::CodeGenOpt::getLevel(level).value_or(llvm::CodeGenOptLevel::Default);
  return std::unique_ptr<llvm::TargetMachine>(
      target->createTargetMachine(triple, chip, features, llvm::TargetOptions(), std::nullopt, std::nullopt, codegen));
}

/// Kernels are entries: none is unused, whatever its linkage. For as long as this lives, they are marked as used; a mark
/// that stayed would make the back end declare them twice.
class KeepKernels {
public:
  explicit KeepKernels(llvm::Module &module) : module(module) {
    llvm::SmallVector<llvm::GlobalValue *> used;
    collectUsedGlobalVariables(module, used, /*CompilerUsed=*/false);
    collectUsedGlobalVariables(module, used, /*CompilerUsed=*/true);
    for (llvm::Function &function : module)
      if (function.getCallingConv() == llvm::CallingConv::PTX_Kernel && function.isDiscardableIfUnused() &&
          !function.isDeclaration() && !llvm::is_contained(used, &function))
        kernels.insert(&function);
    appendToCompilerUsed(module, kernels.getArrayRef());
  }

  ~KeepKernels() {
    removeFromUsedLists(module, [this](llvm::Constant *constant) {
      return kernels.contains(llvm::dyn_cast<llvm::GlobalValue>(constant->stripPointerCasts()));
    });
  }

private:
  llvm::Module &module;
  llvm::SetVector<llvm::GlobalValue *> kernels;
};

void optimize(llvm::Module &module, llvm::TargetMachine &machine, int level) {
  if (level == 0)
    return;
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(&machine);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  const llvm::OptimizationLevel levels[] = {llvm::OptimizationLevel::O0, llvm::OptimizationLevel::O1,
                                            llvm::OptimizationLevel::O2, llvm::OptimizationLevel::O3};
  builder.buildPerModuleDefaultPipeline(levels[level]).run(module, modules);
}

} // namespace

TileirasBackendResult tileirasLLVMEmitPTX(TileirasLLVMModule *module, MlirStringRef chip, MlirStringRef features,
                                          int level, TileirasTextSink sink, void *sinkData,
                                          TileirasBackendVisitor visit, void *visitData) {
  initialize();
  bool failed = false;
  module->context.setDiagnosticHandler(std::make_unique<Report>(visit, visitData, failed));
  std::string error;
  std::unique_ptr<llvm::TargetMachine> target = machine(unwrap(chip), unwrap(features), level, error);
  if (!target) {
    visit(TILEIRAS_ERROR, wrap(llvm::StringRef(error)), visitData);
    return TILEIRAS_BACKEND_FAILED;
  }
  llvm::SmallString<0> text;
  bool supported = true;
  std::string lastWords;
  auto work = [&] {
    llvm::Module &code = *module->module;
    code.setTargetTriple(target->getTargetTriple());
    code.setDataLayout(target->createDataLayout());
    {
      KeepKernels kept(code);
      optimize(code, *target, level);
    }
    llvm::raw_svector_ostream stream(text);
    llvm::legacy::PassManager passes;
    supported = !target->addPassesToEmitFile(passes, stream, nullptr, llvm::CodeGenFileType::AssemblyFile);
    if (supported)
      passes.run(code);
  };
  if (!tileirasRunSafely(work, lastWords)) {
    const llvm::StringRef reason = lastWords.empty() ? "the back end crashed" : llvm::StringRef(lastWords);
    visit(TILEIRAS_ERROR, wrap(reason), visitData);
    (void)target.release();
    return TILEIRAS_BACKEND_CRASHED;
  }
  if (!supported)
    visit(TILEIRAS_ERROR, wrap(llvm::StringRef("the back end cannot write text")), visitData);
  if (failed || !supported)
    return TILEIRAS_BACKEND_FAILED;
  sink(wrap(text.str()), sinkData);
  return TILEIRAS_BACKEND_DONE;
}
