// Part of tileiras, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Linking of device libraries, and compilation to PTX with LLVM's NVPTX back end.

#include "LLVMModule.h"
#include "Recovery.h"
#include "Shim.h"
#include "mlir/CAPI/Support.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/CodeGen/CommandFlags.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/Linker/Linker.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/StandardInstrumentations.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/IPO/Internalize.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

#include <mutex>

static constexpr llvm::StringLiteral nvptx = "nvptx64-nvidia-cuda";

namespace {

/// Passes diagnostics of LLVM to the visitor. LLVM's default handler would print them, and end the process at an error.
struct ForwardToVisitor : public llvm::DiagnosticHandler {
  ForwardToVisitor(TileirasBackendVisitor visit, void *data, bool &failed) : visit(visit), data(data), failed(failed) {}

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
  return std::unique_ptr<llvm::TargetMachine>(target->createTargetMachine(triple, unwrap(options.chip),
                                                                          unwrap(options.features), llvm::TargetOptions(),
                                                                          std::nullopt, std::nullopt, codegen));
}

/// Restricts the debug information to line tables, for `.loc` and `.file` directives only. LLVM then writes neither DWARF
/// sections nor the option `debug` of `.target`.
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

void tileirasLLVMUndefinedFunctions(const TileirasLLVMModule *module, TileirasTextSink visit, void *data) {
  for (const llvm::Function &function : *module->module)
    if (function.isDeclaration() && !function.isIntrinsic() && !function.use_empty())
      visit(wrap(function.getName()), data);
}

void tileirasLLVMSymbols(const TileirasLLVMModule *module, MlirStringRef prefix,
                         void (*visit)(const TileirasLLVMSymbol *symbol, void *data), void *data) {
  auto hasPrefix = [&](const llvm::Attribute &attribute) {
    return attribute.isStringAttribute() && attribute.getKindAsString().starts_with(unwrap(prefix));
  };
  for (const llvm::GlobalValue &value : module->module->global_values()) {
    TileirasLLVMSymbol symbol = {};
    symbol.name = wrap(value.getName());
    symbol.isDefined = !value.isDeclarationForLinker();
    symbol.isLocal = value.hasLocalLinkage();
    symbol.isWeak = value.isWeakForLinker();
    if (auto *function = llvm::dyn_cast<llvm::Function>(&value)) {
      symbol.isKernel = function->getCallingConv() == llvm::CallingConv::PTX_Kernel;
      for (llvm::AttributeSet attributes : function->getAttributes())
        symbol.hasPrefix |= llvm::any_of(attributes, hasPrefix);
    }
    visit(&symbol, data);
  }
}

/// Whether a definition of a library stays as it is: a kernel, or a variable that the host sets.
static bool isKept(const llvm::GlobalValue &value) {
  if (auto *function = llvm::dyn_cast<llvm::Function>(&value))
    return function->getCallingConv() == llvm::CallingConv::PTX_Kernel;
  auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(&value);
  return variable && variable->isExternallyInitialized() && !variable->hasLocalLinkage();
}

/// Declares a definition of a library, as LLVM's linker takes only what is declared. A local symbol with its name gets
/// another one.
static void declare(llvm::Module &module, const llvm::GlobalValue &definition) {
  std::string name = definition.getName().str();
  if (llvm::GlobalValue *known = module.getNamedValue(name)) {
    if (!known->hasLocalLinkage())
      return;
    known->setName(name + ".local");
  }
  llvm::Type *type = definition.getValueType();
  if (auto *function = llvm::dyn_cast<llvm::FunctionType>(type))
    llvm::Function::Create(function, llvm::GlobalValue::ExternalLinkage, definition.getAddressSpace(), name, &module);
  else
    new llvm::GlobalVariable(module, type, /*isConstant=*/false, llvm::GlobalValue::ExternalLinkage,
                             /*Initializer=*/nullptr, name, /*InsertBefore=*/nullptr,
                             llvm::GlobalValue::NotThreadLocal, definition.getAddressSpace());
}

/// Moves the nodes of the named metadata `from` to `to`. Leaves out a node whose first operand is null: it was about a
/// definition that was not linked.
static void moveMetadata(llvm::Module &module, llvm::StringRef from, llvm::StringRef to) {
  llvm::NamedMDNode *old = module.getNamedMetadata(from);
  if (!old)
    return;
  for (llvm::MDNode *node : old->operands())
    if (node->getNumOperands() > 0 && node->getOperand(0))
      module.getOrInsertNamedMetadata(to)->addOperand(node);
  old->eraseFromParent();
}

/// Links a bitcode module. Returns true after an error, as LLVM's linker does.
static bool linkBitcode(llvm::Module &module, llvm::MemoryBufferRef bitcode, TileirasLinkMode mode,
                        TileirasBackendVisitor visit, void *data) {
  auto read = llvm::getLazyBitcodeModule(bitcode, module.getContext());
  if (!read) {
    visit(TILEIRAS_ERROR, wrap(llvm::StringRef(llvm::toString(read.takeError()))), data);
    return true;
  }
  llvm::Module &library = **read;
  // The linker would warn of another spelling of the same triple or layout.
  library.setTargetTriple(module.getTargetTriple());
  library.setDataLayout(module.getDataLayout());
  for (llvm::Function &function : llvm::make_early_inc_range(module)) {
    const llvm::GlobalValue *definition = library.getNamedValue(function.getName());
    if (mode == TILEIRAS_LINK_NEEDED && function.isDeclaration() && function.use_empty() && definition &&
        !definition->isDeclaration())
      function.eraseFromParent();
  }
  llvm::SmallVector<std::pair<std::string, llvm::GlobalValue::LinkageTypes>> local;
  for (llvm::GlobalValue &value : library.global_values()) {
    if (value.isDeclarationForLinker() || value.hasAppendingLinkage())
      continue;
    if (!isKept(value) && (mode == TILEIRAS_LINK_NEEDED || value.hasLocalLinkage()))
      continue;
    if (value.hasLocalLinkage()) {
      // The linker does not take a local kernel, as nothing uses it.
      local.emplace_back(value.getName().str(), value.getLinkage());
      value.setLinkage(llvm::GlobalValue::ExternalLinkage);
    }
    declare(module, value);
  }
  auto internalize = [mode](llvm::Module &linked, const llvm::StringSet<> &names) {
    if (mode == TILEIRAS_LINK_NEEDED)
      llvm::internalizeModule(linked, [&](const llvm::GlobalValue &value) {
        return !names.contains(value.getName()) || isKept(value);
      });
  };
  bool failed = llvm::Linker::linkModules(module, std::move(*read), llvm::Linker::LinkOnlyNeeded, internalize);
  for (const auto &[name, linkage] : local)
    if (llvm::GlobalValue *kernel = module.getNamedValue(name))
      kernel->setLinkage(linkage);
  return failed;
}

static TileirasBackendResult runLinker(TileirasLLVMModule *module, TileirasBackendVisitor visit, void *data,
                                       llvm::function_ref<bool()> link) {
  bool failed = false;
  module->context.setDiagnosticHandler(std::make_unique<ForwardToVisitor>(visit, data, failed));
  std::string error;
  switch (tileirasRunSafely([&] { failed |= link(); }, error)) {
  case TILEIRAS_COMPLETED:
    return failed ? TILEIRAS_BACKEND_FAILED : TILEIRAS_BACKEND_DONE;
  case TILEIRAS_CRASHED:
    visit(TILEIRAS_ERROR, wrap(llvm::StringRef(error)), data);
    return TILEIRAS_BACKEND_CRASHED;
  case TILEIRAS_STACK_OVERFLOW:
    return TILEIRAS_BACKEND_STACK_OVERFLOW;
  }
  llvm_unreachable("a completion");
}

TileirasBackendResult tileirasLLVMLinkNeeded(TileirasLLVMModule *module, MlirStringRef bitcode, MlirStringRef name,
                                             TileirasBackendVisitor visit, void *data) {
  return runLinker(module, visit, data, [&] {
    llvm::MemoryBufferRef buffer(unwrap(bitcode), unwrap(name));
    return linkBitcode(*module->module, buffer, TILEIRAS_LINK_NEEDED, visit, data);
  });
}

TileirasBackendResult tileirasLLVMLink(TileirasLLVMModule *module, TileirasLLVMModule *library, MlirStringRef name,
                                       TileirasLinkMode mode, MlirStringRef upgraded, MlirStringRef renamed,
                                       TileirasBackendVisitor visit, void *data) {
  return runLinker(module, visit, data, [&] {
    // The two modules are in different contexts. Bitcode takes the library to the other one.
    moveMetadata(*library->module, unwrap(upgraded), unwrap(renamed));
    llvm::SmallString<0> bitcode;
    llvm::raw_svector_ostream stream(bitcode);
    llvm::WriteBitcodeToFile(*library->module, stream);
    bool failed =
        linkBitcode(*module->module, llvm::MemoryBufferRef(bitcode, unwrap(name)), mode, visit, data);
    moveMetadata(*module->module, unwrap(renamed), unwrap(upgraded));
    return failed;
  });
}

TileirasBackendResult tileirasLLVMEmitPTX(TileirasLLVMModule *module, TileirasBackendTarget options,
                                          TileirasTextSink sink, void *sinkData, TileirasBackendVisitor visit,
                                          void *visitData) {
  initialize();
  bool failed = false;
  module->context.setDiagnosticHandler(std::make_unique<ForwardToVisitor>(visit, visitData, failed));
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
    else if (options.debugInfo == TILEIRAS_DEBUG_INFO_LINE_TABLES)
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
