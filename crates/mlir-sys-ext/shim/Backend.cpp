// Part of tileiras, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compilation to PTX with LLVM's NVPTX back end.

#include "LLVMModule.h"
#include "Recovery.h"
#include "Shim.h"
#include "mlir/CAPI/Support.h"
#include "llvm/CodeGen/CommandFlags.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/StandardInstrumentations.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

#include <mutex>

static constexpr llvm::StringLiteral nvptx = "nvptx64-nvidia-cuda";

namespace {

/// Adds the kernels to `llvm.compiler.used`, so that the optimiser keeps kernels of any linkage. The destructor removes
/// them, because the back end would declare a kernel in that list twice.
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

} // namespace

static void initialize() {
  static const bool once = [] {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
    return true;
  }();
  (void)once;
}

static std::unique_ptr<llvm::TargetMachine> createMachine(const TileirasBackendTarget &options,
                                                          std::string &error) {
  const llvm::Triple triple(nvptx);
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return nullptr;
  // The size of these pointers is an option of the process only. The constructor of the machine reads it.
  static std::mutex mutex;
  std::lock_guard<std::mutex> lock(mutex);
  auto shortPointers = llvm::cl::getRegisteredOptions().find("nvptx-short-ptr");
  if (shortPointers != llvm::cl::getRegisteredOptions().end())
    *static_cast<llvm::cl::opt<bool> *>(shortPointers->second) = options.shortPointers;
  auto codegen = llvm::CodeGenOpt::getLevel(options.level).value_or(llvm::CodeGenOptLevel::Default);
  std::unique_ptr<llvm::TargetMachine> machine;
  llvm::TargetOptions settings;
  // LLVM writes the calls in comments.
  settings.MCOptions.AsmVerbose = options.debugInfo == TILEIRAS_DEBUG_INFO_CALLS;
  // A chip that the PTX version does not support is a fatal error.
  tileirasRunSafely(
    [&] {
      machine.reset(target->createTargetMachine(triple, unwrap(options.chip), unwrap(options.features),
                                                settings, std::nullopt, std::nullopt, codegen));
    },
    error);
  return machine;
}

/// Restricts the debug information to line tables, for `.loc` and `.file` directives only. LLVM then writes neither
/// DWARF sections nor the option `debug` of `.target`.
static void keepLineTablesOnly(llvm::Module &module) {
  llvm::DebugInfoFinder finder;
  finder.processModule(module);
  llvm::MapVector<llvm::DICompileUnit *, llvm::DICompileUnit *> units;
  for (llvm::DICompileUnit *unit : finder.compile_units())
    if (unit->getEmissionKind() != llvm::DICompileUnit::NoDebug)
      units[unit] = llvm::DICompileUnit::getDistinct(
        module.getContext(), unit->getSourceLanguage(), unit->getFile(), unit->getProducer(), unit->isOptimized(),
        unit->getFlags(), unit->getRuntimeVersion(), /*SplitDebugFilename=*/"",
        llvm::DICompileUnit::DebugDirectivesOnly, /*EnumTypes=*/nullptr, /*RetainedTypes=*/nullptr,
        /*GlobalVariables=*/nullptr, /*ImportedEntities=*/nullptr, /*Macros=*/nullptr, /*DWOId=*/0,
        unit->getSplitDebugInlining(), unit->getDebugInfoForProfiling(), unit->getNameTableKind(),
        unit->getRangesBaseAddress(), unit->getSysRoot(), unit->getSDK());
  for (llvm::DISubprogram *subprogram : finder.subprograms())
    if (llvm::DICompileUnit *unit = units.lookup(subprogram->getUnit()))
      subprogram->replaceUnit(unit);
  if (llvm::NamedMDNode *named = module.getNamedMetadata("llvm.dbg.cu")) {
    named->clearOperands();
    for (auto [old, unit] : units)
      named->addOperand(unit);
  }
}

/// Runs the passes that `opt` runs at this level. At level 0 they only inline what must be inlined.
static void optimize(llvm::Module &module, llvm::TargetMachine &machine, int level) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  // As `opt` does: without this option, LLVM does not vectorise straight-line code.
  llvm::PipelineTuningOptions tuning;
  tuning.SLPVectorization = level > 1;
  // As `opt` does: a function with `optnone` is not optimised.
  llvm::PassInstrumentationCallbacks callbacks;
  llvm::OptNoneInstrumentation optNone(/*DebugLogging=*/false);
  optNone.registerCallbacks(callbacks);
  llvm::PassBuilder builder(&machine, tuning, std::nullopt, &callbacks);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  const llvm::OptimizationLevel levels[] = {llvm::OptimizationLevel::O0, llvm::OptimizationLevel::O1,
                                            llvm::OptimizationLevel::O2, llvm::OptimizationLevel::O3};
  builder.buildPerModuleDefaultPipeline(levels[level]).run(module, modules);
}

TileirasBackendResult tileirasLLVMEmitPTX(TileirasLLVMModule *module, TileirasBackendTarget options,
                                          TileirasTextSink sink, void *sinkData, TileirasBackendVisitor visit,
                                          void *visitData) {
  initialize();
  bool failed = false;
  module->context.setDiagnosticHandler(
    std::make_unique<ForwardDiagnostics>([&](bool isError, llvm::StringRef text) {
      failed |= isError;
      visit(isError ? TILEIRAS_ERROR : TILEIRAS_WARNING, wrap(text), visitData);
    }));
  std::string error;
  std::unique_ptr<llvm::TargetMachine> target = createMachine(options, error);
  if (!target) {
    visit(TILEIRAS_ERROR, wrap(llvm::StringRef(error)), visitData);
    return TILEIRAS_BACKEND_FAILED;
  }
  llvm::SmallString<0> text;
  auto work = [&] {
    llvm::Module &code = *module->module;
    code.setTargetTriple(target->getTargetTriple());
    code.setDataLayout(target->createDataLayout());
    if (options.debugInfo == TILEIRAS_DEBUG_INFO_NONE)
      llvm::StripDebugInfo(code);
    else if (options.debugInfo != TILEIRAS_DEBUG_INFO_FULL)
      keepLineTablesOnly(code);
    {
      KeepKernels kept(code);
      optimize(code, *target, options.level);
    }
    llvm::raw_svector_ostream stream(text);
    llvm::legacy::PassManager passes;
    if (target->addPassesToEmitFile(passes, stream, nullptr, llvm::CodeGenFileType::AssemblyFile))
      failed = true;
    else
      passes.run(code);
  };
  switch (tileirasRunSafely(work, error)) {
  case TILEIRAS_COMPLETED:
    break;
  case TILEIRAS_CRASHED:
    (void)target.release();
    visit(TILEIRAS_ERROR, wrap(llvm::StringRef(error)), visitData);
    visit(TILEIRAS_REMARK, wrap(llvm::StringRef(tileirasFatalErrorTrace())), visitData);
    return TILEIRAS_BACKEND_CRASHED;
  case TILEIRAS_STACK_OVERFLOW:
    (void)target.release();
    return TILEIRAS_BACKEND_STACK_OVERFLOW;
  }
  if (failed)
    return TILEIRAS_BACKEND_FAILED;
  sink(wrap(text.str()), sinkData);
  return TILEIRAS_BACKEND_DONE;
}
