// Part of tileiras, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Symbols of LLVM modules, and linking of device libraries.

#include "LLVMModule.h"
#include "Recovery.h"
#include "Shim.h"
#include "mlir/CAPI/Support.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Transforms/IPO/Internalize.h"

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
      symbol.isForeignKernel = function->getCallingConv() == llvm::CallingConv::SPIR_KERNEL ||
                               function->getCallingConv() == llvm::CallingConv::AMDGPU_KERNEL;
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

/// Renames the named metadata `from` to `to`. Drops the nodes whose first operand is null: they were about a definition
/// that was not linked.
static void renameLinkedMetadata(llvm::Module &module, llvm::StringRef from, llvm::StringRef to) {
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
  // LLVM's linker takes what is declared, used or not. A declaration without a use would bring its definition.
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
  module->context.setDiagnosticHandler(
    std::make_unique<ForwardDiagnostics>([&](bool isError, llvm::StringRef text) {
      failed |= isError;
      visit(isError ? TILEIRAS_ERROR : TILEIRAS_WARNING, wrap(text), data);
    }));
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
    renameLinkedMetadata(*library->module, unwrap(upgraded), unwrap(renamed));
    llvm::SmallString<0> bitcode;
    llvm::raw_svector_ostream stream(bitcode);
    llvm::WriteBitcodeToFile(*library->module, stream);
    bool failed =
        linkBitcode(*module->module, llvm::MemoryBufferRef(bitcode, unwrap(name)), mode, visit, data);
    renameLinkedMetadata(*module->module, unwrap(renamed), unwrap(upgraded));
    return failed;
  });
}

