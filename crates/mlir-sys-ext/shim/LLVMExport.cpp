// Part of tileiras, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Translation from MLIR to LLVM IR, and what upstream's translation leaves out: string attributes of parameters and
// named metadata.

#include "LLVMModule.h"
#include "Shim.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Constants.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;

namespace {

/// Builds metadata from attributes. The inverse of `AttributeBuilder` in LLVMImport.cpp.
class MetadataBuilder {
public:
  explicit MetadataBuilder(llvm::Module &module) : module(module), context(module.getContext()) {}

  /// The first attribute that has no counterpart in metadata.
  Attribute unknown;

  llvm::MDNode *node(ArrayAttr elements) {
    SmallVector<llvm::Metadata *> operands;
    for (Attribute element : elements)
      operands.push_back(metadata(element));
    return llvm::MDNode::get(context, operands);
  }

private:
  llvm::Metadata *metadata(Attribute attribute) {
    if (isa<UnitAttr>(attribute))
      return nullptr;
    if (auto string = dyn_cast<StringAttr>(attribute))
      return llvm::MDString::get(context, string.getValue());
    if (auto list = dyn_cast<ArrayAttr>(attribute))
      return node(list);
    if (auto indices = dyn_cast<DenseI32ArrayAttr>(attribute)) {
      SmallVector<llvm::Metadata *> operands;
      for (int32_t index : indices.asArrayRef())
        operands.push_back(value(llvm::ConstantInt::getSigned(llvm::Type::getInt32Ty(context), index)));
      return llvm::MDNode::get(context, operands);
    }
    if (llvm::Constant *constant = this->constant(attribute))
      return value(constant);
    if (!unknown)
      unknown = attribute;
    return nullptr;
  }

  llvm::Constant *constant(Attribute attribute) {
    if (auto integer = dyn_cast<IntegerAttr>(attribute); integer && isa<IntegerType>(integer.getType()))
      return llvm::ConstantInt::get(context, integer.getValue());
    if (auto symbol = dyn_cast<FlatSymbolRefAttr>(attribute))
      return module.getNamedValue(symbol.getValue());
    auto text = dyn_cast<DictionaryAttr>(attribute);
    auto value = text && text.size() == 1 ? dyn_cast_or_null<StringAttr>(text.get("llvm")) : StringAttr();
    if (!value)
      return nullptr;
    llvm::SMDiagnostic error;
    return llvm::parseConstantValue(value.getValue(), error, module);
  }

  static llvm::Metadata *value(llvm::Constant *constant) { return llvm::ConstantAsMetadata::get(constant); }

  llvm::Module &module;
  llvm::LLVMContext &context;
};

} // namespace

void tileirasRegisterToLLVM(MlirDialectRegistry registry) {
  unwrap(registry)->insert<DLTIDialect, func::FuncDialect>();
  registerAllToLLVMIRTranslations(*unwrap(registry));
}

void tileirasRegisterDeviceToLLVM(MlirDialectRegistry registry) {
  unwrap(registry)->insert<DLTIDialect>();
  registerBuiltinDialectTranslation(*unwrap(registry));
  registerGPUDialectTranslation(*unwrap(registry));
  registerLLVMDialectTranslation(*unwrap(registry));
  registerNVVMDialectTranslation(*unwrap(registry));
}

TileirasLLVMModule *tileirasLLVMFromMLIR(MlirOperation op, bool *reported) {
  *reported = false;
  ScopedDiagnosticHandler handler(unwrap(op)->getContext(), [reported](Diagnostic &diagnostic) {
    *reported |= diagnostic.getSeverity() == DiagnosticSeverity::Error;
    // Passes the diagnostic on to the next handler.
    return failure();
  });
  auto result = std::make_unique<TileirasLLVMModule>();
  result->module = translateModuleToLLVMIR(unwrap(op), result->context);
  return result->module ? result.release() : nullptr;
}

bool tileirasLLVMAddParameterAttribute(TileirasLLVMModule *module, MlirStringRef function, const uint32_t *indices,
                                       intptr_t count, MlirStringRef attribute) {
  llvm::Function *found = module->module->getFunction(unwrap(function));
  if (!found)
    return false;
  SmallVector<unsigned> numbers;
  for (uint32_t index : llvm::ArrayRef(indices, count)) {
    if (index < 1 || index > found->arg_size())
      return false;
    numbers.push_back(index - 1);
  }
  // Each change makes a list of the attributes of all parameters, which LLVM keeps until the context is destroyed.
  auto added = llvm::Attribute::get(module->context, unwrap(attribute));
  found->setAttributes(found->getAttributes().addParamAttribute(module->context, numbers, added));
  return true;
}

void tileirasLLVMSetSourceFile(TileirasLLVMModule *module, MlirStringRef name) {
  module->module->setSourceFileName(unwrap(name));
}

bool tileirasLLVMSetFunctionAttribute(TileirasLLVMModule *module, MlirStringRef function, MlirStringRef attribute,
                                      const MlirStringRef *value) {
  llvm::Function *found = module->module->getFunction(unwrap(function));
  if (found && value)
    found->addFnAttr(unwrap(attribute), unwrap(*value));
  else if (found)
    found->removeFnAttr(unwrap(attribute));
  return found != nullptr;
}

MlirAttribute tileirasLLVMAddNamedMetadata(TileirasLLVMModule *module, MlirStringRef name, MlirAttribute elements) {
  MetadataBuilder builder(*module->module);
  llvm::MDNode *node = builder.node(cast<ArrayAttr>(unwrap(elements)));
  if (!builder.unknown)
    module->module->getOrInsertNamedMetadata(unwrap(name))->addOperand(node);
  return wrap(builder.unknown);
}

void tileirasLLVMPrint(TileirasLLVMModule *module, TileirasTextSink sink, void *data) {
  // The translation of upstream does the same before it prints.
  module->module->removeDebugIntrinsicDeclarations();
  std::string text;
  llvm::raw_string_ostream stream(text);
  module->module->print(stream, nullptr);
  sink(wrap(StringRef(text)), data);
}
