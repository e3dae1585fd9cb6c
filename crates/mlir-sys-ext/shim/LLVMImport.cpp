// Part of tileiras, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM IR without LLVM's upgrade of one named metadata, and that metadata as MLIR attributes.

#include "LLVMModule.h"
#include "Recovery.h"
#include "Shim.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "mlir/Target/LLVMIR/Import.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ModuleSlotTracker.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;

namespace {

Location at(MLIRContext *context, StringRef file, unsigned line, unsigned column) {
  return FileLineColLoc::get(context, file, line, column);
}

/// LLVM's own handler prints and ends the process on an error; this one reports to MLIR.
struct ForwardToMLIR : public llvm::DiagnosticHandler {
  explicit ForwardToMLIR(Location location) : location(location) {}

  bool handleDiagnostics(const llvm::DiagnosticInfo &info) override {
    std::string text;
    llvm::raw_string_ostream stream(text);
    llvm::DiagnosticPrinterRawOStream printer(stream);
    info.print(printer);
    switch (info.getSeverity()) {
    case llvm::DS_Error:
      emitError(location) << text;
      break;
    case llvm::DS_Warning:
      emitWarning(location) << text;
      break;
    default:
      break;
    }
    return true;
  }

  Location location;
};

void rename(llvm::Module &module, StringRef from, StringRef to) {
  llvm::NamedMDNode *old = module.getNamedMetadata(from);
  if (!old)
    return;
  llvm::NamedMDNode *renamed = module.getOrInsertNamedMetadata(to);
  for (llvm::MDNode *node : old->operands())
    renamed->addOperand(node);
  old->eraseFromParent();
}

/// Bitcode is read in steps: the metadata first, so that the named metadata has its other name before the step that
/// upgrades it.
llvm::Expected<std::unique_ptr<llvm::Module>> readBitcode(llvm::MemoryBufferRef buffer, llvm::LLVMContext &context,
                                                          StringRef shown, StringRef hidden) {
  auto module = llvm::getLazyBitcodeModule(buffer, context, /*ShouldLazyLoadMetadata=*/true);
  if (!module)
    return module.takeError();
  if (llvm::Error error = (*module)->materializeMetadata())
    return error;
  if ((*module)->getNamedMetadata(hidden))
    return llvm::createStringError("named metadata '!" + hidden.str() + "' is reserved");
  rename(**module, shown, hidden);
  if (llvm::Error error = (*module)->materializeAll())
    return error;
  return module;
}

/// Attributes that mirror metadata one for one.
class Mirror {
public:
  Mirror(const llvm::Module &module, MLIRContext *context) : module(module), slots(&module), builder(context) {}

  Attribute node(const llvm::MDNode &node, bool outermost = true) {
    SmallVector<Attribute> operands;
    for (const llvm::MDOperand &operand : node.operands())
      operands.push_back(metadata(operand.get(), outermost));
    return builder.getArrayAttr(operands);
  }

private:
  Attribute metadata(const llvm::Metadata *metadata, bool outermost) {
    if (!metadata)
      return builder.getUnitAttr();
    if (auto *string = dyn_cast<llvm::MDString>(metadata))
      return once(metadata, [&] { return builder.getStringAttr(string->getString()); });
    if (auto *constant = dyn_cast<llvm::ConstantAsMetadata>(metadata))
      return value(constant->getValue(), metadata);
    // Nodes can be cyclic; one level is what annotations use.
    if (auto *list = dyn_cast<llvm::MDTuple>(metadata); list && outermost)
      return indices(*list);
    return opaque(metadata);
  }

  Attribute value(const llvm::Constant *constant, const llvm::Metadata *metadata) {
    if (auto *integer = dyn_cast<llvm::ConstantInt>(constant))
      return once(metadata, [&] {
        return builder.getIntegerAttr(builder.getIntegerType(integer->getBitWidth()), integer->getValue());
      });
    // What optimisers leave of a deleted function.
    if (constant->getType()->isPointerTy() && isa<llvm::ConstantPointerNull, llvm::UndefValue>(constant))
      return builder.getUnitAttr();
    auto *global = dyn_cast<llvm::GlobalValue>(constant->stripPointerCasts());
    if (global && global->hasName())
      return FlatSymbolRefAttr::get(builder.getContext(), global->getName());
    return opaque(metadata);
  }

  /// A node of i32 constants is an index list; any other node stays a list of its operands.
  Attribute indices(const llvm::MDTuple &list) {
    SmallVector<int32_t> values;
    for (const llvm::MDOperand &operand : list.operands()) {
      auto *integer = llvm::mdconst::dyn_extract_or_null<llvm::ConstantInt>(operand);
      if (!integer || integer->getBitWidth() != 32)
        return node(list, /*outermost=*/false);
      values.push_back(static_cast<int32_t>(integer->getSExtValue()));
    }
    return builder.getDenseI32ArrayAttr(values);
  }

  /// What has no counterpart keeps its text.
  Attribute opaque(const llvm::Metadata *metadata) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    metadata->printAsOperand(stream, slots, &module);
    return builder.getDictionaryAttr(builder.getNamedAttr("llvm", builder.getStringAttr(text)));
  }

  /// Few keys and numbers stand in most nodes.
  Attribute once(const llvm::Metadata *metadata, llvm::function_ref<Attribute()> make) {
    Attribute &made = known[metadata];
    if (!made)
      made = make();
    return made;
  }

  const llvm::Module &module;
  llvm::ModuleSlotTracker slots;
  Builder builder;
  llvm::DenseMap<const llvm::Metadata *, Attribute> known;
};

} // namespace

void tileirasRegisterFromLLVM(MlirDialectRegistry registry) {
  unwrap(registry)->insert<DLTIDialect>();
  registerAllFromLLVMIRTranslations(*unwrap(registry));
}

bool tileirasIsBitcode(MlirStringRef buffer) {
  auto *bytes = reinterpret_cast<const unsigned char *>(buffer.data);
  return llvm::isBitcode(bytes, bytes + buffer.length);
}

static TileirasLLVMModule *parse(MlirStringRef buffer, MlirStringRef bufferName, MlirStringRef shown,
                                 MlirStringRef hidden, MlirContext mlirContext) {
  MLIRContext *context = unwrap(mlirContext);
  StringRef name = unwrap(bufferName);
  Location start = at(context, name, 0, 0);
  auto result = std::make_unique<TileirasLLVMModule>();
  result->context.setDiagnosticHandler(std::make_unique<ForwardToMLIR>(start));

  llvm::MemoryBufferRef source(unwrap(buffer), name);
  if (tileirasIsBitcode(buffer)) {
    auto module = readBitcode(source, result->context, unwrap(shown), unwrap(hidden));
    if (!module) {
      emitError(start) << "invalid LLVM bitcode: " << llvm::toString(module.takeError());
      return nullptr;
    }
    result->module = std::move(*module);
  } else {
    llvm::SMDiagnostic error;
    result->module = llvm::parseAssembly(source, error, result->context);
    if (!result->module) {
      emitError(at(context, name, error.getLineNo(), error.getColumnNo() + 1))
          << "invalid LLVM IR: " << error.getMessage();
      return nullptr;
    }
  }

  std::string broken;
  llvm::raw_string_ostream stream(broken);
  if (llvm::verifyModule(*result->module, &stream)) {
    emitError(start) << "broken LLVM module: " << StringRef(broken).rtrim();
    return nullptr;
  }
  for (const llvm::Function &function : *result->module)
    if (!function.hasName()) {
      emitError(start) << "function without a name cannot be imported: an MLIR symbol has one";
      return nullptr;
    }
  return result.release();
}

TileirasLLVMModule *tileirasLLVMParse(MlirStringRef buffer, MlirStringRef bufferName, MlirStringRef shown,
                                      MlirStringRef hidden, MlirContext context) {
  TileirasLLVMModule *module = nullptr;
  std::string lastWords;
  if (!tileirasRunSafely([&] { module = parse(buffer, bufferName, shown, hidden, context); }, lastWords))
    emitError(at(unwrap(context), unwrap(bufferName), 0, 0))
        << "invalid LLVM IR: LLVM's reader crashed on it" << (lastWords.empty() ? "" : ": ") << lastWords;
  return module;
}

void tileirasLLVMDestroy(TileirasLLVMModule *module) { delete module; }

MlirAttribute tileirasLLVMNamedMetadata(const TileirasLLVMModule *module, MlirStringRef name, MlirContext context) {
  const llvm::NamedMDNode *named = module->module->getNamedMetadata(unwrap(name));
  if (!named)
    return {nullptr};
  Mirror mirror(*module->module, unwrap(context));
  SmallVector<Attribute> nodes;
  for (const llvm::MDNode *node : named->operands())
    nodes.push_back(mirror.node(*node));
  return wrap(Builder(unwrap(context)).getArrayAttr(nodes));
}

void tileirasLLVMParameterAttributes(const TileirasLLVMModule *module, MlirStringRef attribute,
                                     void (*visit)(MlirStringRef, const int32_t *, intptr_t, void *), void *data) {
  SmallVector<int32_t> indices;
  for (const llvm::Function &function : *module->module) {
    const llvm::AttributeList &attributes = function.getAttributes();
    indices.clear();
    for (unsigned i = 0, count = function.arg_size(); i < count; ++i)
      if (attributes.hasParamAttr(i, unwrap(attribute)))
        indices.push_back(static_cast<int32_t>(i + 1));
    if (!indices.empty())
      visit(wrap(function.getName()), indices.data(), static_cast<intptr_t>(indices.size()), data);
  }
}

static bool hasMetadata(const llvm::Instruction &instruction) {
  auto isMetadata = [](const llvm::Use &use) { return llvm::isa<llvm::MetadataAsValue>(use); };
  return instruction.hasMetadata() || instruction.hasDbgRecords() ||
         (llvm::isa<llvm::CallBase>(instruction) && llvm::any_of(instruction.operands(), isMetadata));
}

bool tileirasLLVMPrepare(TileirasLLVMModule *module, void (*visit)(MlirStringRef, uint64_t, void *), void *data) {
  bool found = llvm::any_of(module->module->globals(), [](const auto &global) { return global.hasMetadata(); });
  for (llvm::Function &function : *module->module) {
    const llvm::AttributeList &attributes = function.getAttributes();
    if (llvm::MaybeAlign alignment = attributes.getRetStackAlignment()) {
      visit(wrap(function.getName()), alignment->value(), data);
      function.removeRetAttr(llvm::Attribute::StackAlignment);
    }
    // Upstream counts the attributes of a result that is not there, and its verifier refuses what it has made (measured).
    // LLVM lets nothing but strings stand on a void result.
    if (function.getReturnType()->isVoidTy())
      function.setAttributes(
          function.getAttributes().removeAttributesAtIndex(function.getContext(), llvm::AttributeList::ReturnIndex));
    found = found || function.hasMetadata();
    for (auto block = function.begin(); !found && block != function.end(); ++block)
      found = llvm::any_of(*block, hasMetadata);
  }
  return found;
}

/// Whether a flag of upstream's import is given, in the tool that has it.
static bool isGiven(StringRef flag) {
  auto &options = llvm::cl::getRegisteredOptions();
  auto found = options.find(flag);
  return found != options.end() && static_cast<llvm::cl::opt<bool> *>(found->second)->getValue();
}

MlirModule tileirasLLVMToMLIR(TileirasLLVMModule *module, MlirStringRef dropped, MlirStringRef bufferName,
                              MlirContext context) {
  std::unique_ptr<TileirasLLVMModule> owned(module);
  // Upstream puts the module where LLVM IR says that it came from, and reports at no place what it cannot translate.
  owned->module->setSourceFileName(unwrap(bufferName));
  DiagnosticEngine &engine = unwrap(context)->getDiagEngine();
  ScopedDiagnosticHandler handler(unwrap(context), [&](Diagnostic &diagnostic) {
    if (!isa<UnknownLoc>(diagnostic.getLocation()))
      return failure();
    InFlightDiagnostic placed =
        engine.emit(at(unwrap(context), unwrap(bufferName), 0, 0), diagnostic.getSeverity());
    placed << diagnostic.str();
    for (Diagnostic &note : diagnostic.getNotes())
      placed.attachNote(note.getLocation()) << note.str();
    return success();
  });
  if (llvm::NamedMDNode *named = owned->module->getNamedMetadata(unwrap(dropped)))
    named->eraseFromParent();
  // The LLVM module must be gone before its context, which `owned` holds.
  return wrap(translateLLVMIRToModule(std::move(owned->module), unwrap(context), isGiven("emit-expensive-warnings"),
                                      isGiven("drop-di-composite-type-elements"), /*loadAllDialects=*/true,
                                      isGiven("prefer-unregistered-intrinsics"), isGiven("import-structs-as-literals"))
                  .release());
}
