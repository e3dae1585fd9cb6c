// Part of tileiras, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parsing of LLVM IR without LLVM's upgrade of one named metadata, that metadata as MLIR attributes, and the
// translation from LLVM IR to MLIR.

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
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ModuleSlotTracker.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/TargetParser/Triple.h"

using namespace mlir;

namespace {

/// Builds attributes from metadata, with one attribute for each operand.
class AttributeBuilder {
public:
  AttributeBuilder(const llvm::Module &module, MLIRContext *context)
      : module(module), slots(&module), builder(context) {}

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
    // Nodes can be cyclic, so that only one nested level is read. Annotations need no more.
    if (auto *list = dyn_cast<llvm::MDTuple>(metadata); list && outermost)
      return indices(*list);
    return opaque(metadata);
  }

  Attribute value(const llvm::Constant *constant, const llvm::Metadata *metadata) {
    if (auto *integer = dyn_cast<llvm::ConstantInt>(constant))
      return once(metadata, [&] {
        return builder.getIntegerAttr(builder.getIntegerType(integer->getBitWidth()), integer->getValue());
      });
    // An optimiser replaces a deleted function with one of these.
    if (constant->getType()->isPointerTy() && isa<llvm::ConstantPointerNull, llvm::UndefValue>(constant))
      return builder.getUnitAttr();
    auto *global = dyn_cast<llvm::GlobalValue>(constant->stripPointerCasts());
    if (global && global->hasName())
      return FlatSymbolRefAttr::get(builder.getContext(), global->getName());
    return opaque(metadata);
  }

  /// A node of i32 constants becomes an array of i32, any other node an array of its operands.
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

  /// An operand without a counterpart becomes a dictionary with its text.
  Attribute opaque(const llvm::Metadata *metadata) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    metadata->printAsOperand(stream, slots, &module);
    return builder.getDictionaryAttr(builder.getNamedAttr("llvm", builder.getStringAttr(text)));
  }

  /// Caches attributes: most nodes use the same few keys and numbers.
  Attribute once(const llvm::Metadata *metadata, llvm::function_ref<Attribute()> build) {
    Attribute &attribute = cache[metadata];
    if (!attribute)
      attribute = build();
    return attribute;
  }

  const llvm::Module &module;
  llvm::ModuleSlotTracker slots;
  Builder builder;
  llvm::DenseMap<const llvm::Metadata *, Attribute> cache;
};

/// Reports why LLVM IR cannot be parsed.
struct ParseErrorReporter {
  void operator()(TileirasLLVMParseErrorKind kind, StringRef message = "", unsigned line = 0, unsigned column = 0,
                  StringRef function = "") const {
    const TileirasLLVMParseError error{kind, line, column, wrap(message), wrap(function)};
    report(&error, data);
  }

  void (*report)(const TileirasLLVMParseError *error, void *data);
  void *data;
};

} // namespace

static void renameMetadata(llvm::Module &module, StringRef from, StringRef to) {
  llvm::NamedMDNode *old = module.getNamedMetadata(from);
  if (!old)
    return;
  llvm::NamedMDNode *renamed = module.getOrInsertNamedMetadata(to);
  for (llvm::MDNode *node : old->operands())
    renamed->addOperand(node);
  old->eraseFromParent();
}

/// Reads bitcode in three steps: loads the metadata, renames the named metadata, and loads the rest. LLVM upgrades the
/// named metadata in the last step, and does not find it under its old name.
static std::unique_ptr<llvm::Module> readBitcode(llvm::MemoryBufferRef buffer, llvm::LLVMContext &context,
                                                 llvm::DataLayoutCallbackFuncTy layout, StringRef upgraded,
                                                 StringRef renamed, ParseErrorReporter report) {
  auto failWith = [&](llvm::Error error) {
    report(TILEIRAS_LLVM_PARSE_BITCODE, llvm::toString(std::move(error)));
    return nullptr;
  };
  auto module = llvm::getLazyBitcodeModule(buffer, context, /*ShouldLazyLoadMetadata=*/true,
                                           /*IsImporting=*/false, llvm::ParserCallbacks(layout));
  if (!module)
    return failWith(module.takeError());
  if (llvm::Error error = (*module)->materializeMetadata())
    return failWith(std::move(error));
  if ((*module)->getNamedMetadata(renamed)) {
    report(TILEIRAS_LLVM_PARSE_RESERVED_NAME);
    return nullptr;
  }
  renameMetadata(**module, upgraded, renamed);
  if (llvm::Error error = (*module)->materializeAll())
    return failWith(std::move(error));
  return std::move(*module);
}

void tileirasRegisterFromLLVM(MlirDialectRegistry registry) {
  unwrap(registry)->insert<DLTIDialect>();
  registerAllFromLLVMIRTranslations(*unwrap(registry));
}

bool tileirasIsBitcode(MlirStringRef buffer) {
  auto *bytes = reinterpret_cast<const unsigned char *>(buffer.data);
  return llvm::isBitcode(bytes, bytes + buffer.length);
}

bool tileirasIsIntrinsic(MlirStringRef name) {
  return llvm::Intrinsic::lookupIntrinsicID(unwrap(name)) != llvm::Intrinsic::not_intrinsic;
}

static TileirasLLVMModule *parse(MlirStringRef buffer, MlirStringRef bufferName, MlirStringRef triple,
                                 MlirStringRef upgraded, MlirStringRef renamed, MlirContext context,
                                 ParseErrorReporter report) {
  auto result = std::make_unique<TileirasLLVMModule>();
  const Location file = FileLineColLoc::get(unwrap(context), unwrap(bufferName), 0, 0);
  result->context.setDiagnosticHandler(std::make_unique<ForwardDiagnostics>([file](bool isError, StringRef text) {
    isError ? emitError(file) << text : emitWarning(file) << text;
  }));

  // Without a layout of its own, the module is read with that of its triple, as `opt` does: LLVM's readers fold
  // constants and set alignments.
  auto layout = [&](StringRef own, StringRef stated) -> std::optional<std::string> {
    std::string computed = llvm::Triple(own.empty() ? unwrap(triple) : own).computeDataLayout();
    if (!stated.empty() || computed.empty())
      return std::nullopt;
    return computed;
  };
  llvm::MemoryBufferRef source(unwrap(buffer), unwrap(bufferName));
  if (tileirasIsBitcode(buffer)) {
    result->module = readBitcode(source, result->context, layout, unwrap(upgraded), unwrap(renamed), report);
    if (!result->module)
      return nullptr;
  } else {
    llvm::SMDiagnostic error;
    result->module = std::make_unique<llvm::Module>(unwrap(bufferName), result->context);
    if (llvm::parseAssemblyInto(source, result->module.get(), /*Index=*/nullptr, error, /*Slots=*/nullptr, layout)) {
      report(TILEIRAS_LLVM_PARSE_TEXT, error.getMessage(), error.getLineNo(), error.getColumnNo() + 1);
      return nullptr;
    }
  }

  std::string message;
  llvm::raw_string_ostream stream(message);
  if (llvm::verifyModule(*result->module, &stream)) {
    auto broken = llvm::find_if(*result->module, [](const llvm::Function &function) {
      return llvm::verifyFunction(function);
    });
    report(TILEIRAS_LLVM_PARSE_VERIFIER, message, 0, 0,
           broken == result->module->end() ? StringRef() : broken->getName());
    return nullptr;
  }
  if (!llvm::all_of(*result->module, [](const llvm::Function &function) { return function.hasName(); })) {
    report(TILEIRAS_LLVM_PARSE_UNNAMED_FUNCTION);
    return nullptr;
  }
  return result.release();
}

TileirasLLVMModule *tileirasLLVMParse(MlirStringRef buffer, MlirStringRef bufferName, MlirStringRef triple,
                                      MlirStringRef upgraded, MlirStringRef renamed, MlirContext context,
                                      void (*report)(const TileirasLLVMParseError *error, void *data), void *data) {
  const ParseErrorReporter reporter{report, data};
  TileirasLLVMModule *module = nullptr;
  std::string message;
  switch (tileirasRunSafely([&] { module = parse(buffer, bufferName, triple, upgraded, renamed, context, reporter); },
                            message)) {
  case TILEIRAS_COMPLETED:
    break;
  case TILEIRAS_CRASHED:
    reporter(TILEIRAS_LLVM_PARSE_CRASH, message);
    break;
  case TILEIRAS_STACK_OVERFLOW:
    reporter(TILEIRAS_LLVM_PARSE_STACK_OVERFLOW);
    break;
  }
  return module;
}

void tileirasLLVMDestroy(TileirasLLVMModule *module) { delete module; }

void tileirasLLVMExternallyInitialized(const TileirasLLVMModule *module, TileirasTextSink visit, void *data) {
  for (const llvm::GlobalVariable &global : module->module->globals())
    if (global.isExternallyInitialized())
      visit(wrap(global.getName()), data);
}

MlirStringRef tileirasLLVMTriple(const TileirasLLVMModule *module) {
  return wrap(StringRef(module->module->getTargetTriple().str()));
}

MlirStringRef tileirasLLVMDataLayout(const TileirasLLVMModule *module) {
  return wrap(StringRef(module->module->getDataLayoutStr()));
}

MlirAttribute tileirasLLVMNamedMetadata(const TileirasLLVMModule *module, MlirStringRef name, MlirContext context) {
  const llvm::NamedMDNode *named = module->module->getNamedMetadata(unwrap(name));
  if (!named)
    return {nullptr};
  AttributeBuilder builder(*module->module, unwrap(context));
  SmallVector<Attribute> nodes;
  for (const llvm::MDNode *node : named->operands())
    nodes.push_back(builder.node(*node));
  return wrap(Builder(unwrap(context)).getArrayAttr(nodes));
}

MlirAttribute tileirasLLVMNamedMetadataNames(const TileirasLLVMModule *module, MlirContext context) {
  SmallVector<Attribute> names;
  for (const llvm::NamedMDNode &named : module->module->named_metadata())
    names.push_back(StringAttr::get(unwrap(context), named.getName()));
  return wrap(ArrayAttr::get(unwrap(context), names));
}

namespace {

/// Reports what a module states of one of its parts.
class StatementReporter {
public:
  StatementReporter(TileirasLLVMStatementVisitor visit, void *data) : visit(visit), data(data) {}

  void operator()(const llvm::Function &function, TileirasLLVMHolder holder, unsigned index, StringRef name) const {
    report({holder, wrap(function.getName()), index, wrap(name), wrap(StringRef()), 0, 0});
  }

  void operator()(const llvm::GlobalVariable &variable, StringRef name) const {
    report({TILEIRAS_LLVM_VARIABLE, wrap(variable.getName()), 0, wrap(name), wrap(StringRef()), 0, 0});
  }

  void operator()(const llvm::Instruction &instruction, StringRef name) const {
    const llvm::DILocation *location = instruction.getDebugLoc().get();
    report({TILEIRAS_LLVM_INSTRUCTION, wrap(instruction.getFunction()->getName()), 0, wrap(name),
            wrap(location ? location->getFilename() : StringRef()), location ? location->getLine() : 0,
            location ? location->getColumn() : 0});
  }

private:
  void report(TileirasLLVMStatement statement) const { visit(&statement, data); }

  TileirasLLVMStatementVisitor visit;
  void *data;
};

/// The string attributes whose name has the prefix.
auto withPrefix(llvm::AttributeSet set, StringRef prefix) {
  return llvm::make_filter_range(set, [prefix](const llvm::Attribute &attribute) {
    return attribute.isStringAttribute() && attribute.getKindAsString().starts_with(prefix);
  });
}

} // namespace

void tileirasLLVMOtherAttributes(const TileirasLLVMModule *module, MlirStringRef prefix,
                                 TileirasLLVMStatementVisitor visit, void *data) {
  const StatementReporter report(visit, data);
  auto named = [prefix = unwrap(prefix)](llvm::AttributeSet set) { return withPrefix(set, prefix); };
  for (const llvm::Function &function : *module->module) {
    const llvm::AttributeList &list = function.getAttributes();
    for (const llvm::Attribute &attribute : named(list.getRetAttrs()))
      report(function, TILEIRAS_LLVM_RESULT, 0, attribute.getKindAsString());
    for (unsigned index = 0, count = function.arg_size(); index < count; ++index)
      for (const llvm::Attribute &attribute : named(list.getParamAttrs(index)))
        report(function, TILEIRAS_LLVM_PARAMETER, index + 1, attribute.getKindAsString());
  }
  for (const llvm::GlobalVariable &variable : module->module->globals())
    for (const llvm::Attribute &attribute : named(variable.getAttributes()))
      report(variable, attribute.getKindAsString());
}

void tileirasLLVMCallAttributes(const TileirasLLVMModule *module, MlirStringRef prefix,
                                TileirasLLVMStatementVisitor visit, void *data) {
  const StatementReporter report(visit, data);
  for (const llvm::Function &function : *module->module)
    for (const llvm::Instruction &instruction : llvm::instructions(function))
      if (auto *call = dyn_cast<llvm::CallBase>(&instruction))
        for (llvm::AttributeSet set : call->getAttributes())
          for (const llvm::Attribute &attribute : withPrefix(set, unwrap(prefix)))
            report(*call, attribute.getKindAsString());
}

MlirAttribute tileirasLLVMMetadataKinds(const TileirasLLVMModule *module, MlirContext context) {
  SmallVector<StringRef> known;
  module->module->getMDKindNames(known);
  SmallVector<Attribute> names;
  for (StringRef name : known)
    names.push_back(StringAttr::get(unwrap(context), name));
  return wrap(ArrayAttr::get(unwrap(context), names));
}

void tileirasLLVMMetadataOfKind(const TileirasLLVMModule *module, MlirStringRef kind,
                                TileirasLLVMStatementVisitor visit, void *data) {
  const StatementReporter report(visit, data);
  const StringRef name = unwrap(kind);
  const unsigned number = module->module->getMDKindID(name);
  for (const llvm::Function &function : *module->module) {
    if (function.getMetadata(number))
      report(function, TILEIRAS_LLVM_FUNCTION, 0, name);
    for (const llvm::Instruction &instruction : llvm::instructions(function))
      if (instruction.getMetadata(number))
        report(instruction, name);
  }
  for (const llvm::GlobalVariable &variable : module->module->globals())
    if (variable.getMetadata(number))
      report(variable, name);
}

void tileirasLLVMFunctionMetadata(const TileirasLLVMModule *module, MlirStringRef kind, MlirContext context,
                                  void (*visit)(MlirStringRef, MlirAttribute, void *), void *data) {
  AttributeBuilder builder(*module->module, unwrap(context));
  for (const llvm::Function &function : *module->module)
    if (const llvm::MDNode *node = function.getMetadata(unwrap(kind)))
      visit(wrap(function.getName()), wrap(builder.node(*node)), data);
}

void tileirasLLVMFunctionAttributes(const TileirasLLVMModule *module, MlirStringRef prefix,
                                    void (*visit)(MlirStringRef, MlirStringRef, MlirStringRef, void *), void *data) {
  for (const llvm::Function &function : *module->module)
    for (const llvm::Attribute &attribute : function.getAttributes().getFnAttrs())
      if (attribute.isStringAttribute() && attribute.getKindAsString().starts_with(unwrap(prefix)))
        visit(wrap(function.getName()), wrap(attribute.getKindAsString()), wrap(attribute.getValueAsString()), data);
}

/// Whether upstream's import takes a call for one of the function that it names. Otherwise, it drops the attributes.
static bool matches(llvm::FunctionType *call, llvm::FunctionType *callee) {
  return call->getReturnType() == callee->getReturnType() &&
         (callee->isVarArg() ? call->getNumParams() >= callee->getNumParams()
                             : call->getNumParams() == callee->getNumParams()) &&
         callee->params() == call->params().take_front(callee->getNumParams());
}

void tileirasLLVMMismatchedCalls(const TileirasLLVMModule *module,
                                 void (*visit)(const TileirasLLVMCall *call, void *data), void *data) {
  const llvm::Attribute::AttrKind passed[] = {llvm::Attribute::ByVal, llvm::Attribute::ZExt, llvm::Attribute::SExt,
                                              llvm::Attribute::StackAlignment};
  for (const llvm::Function &function : *module->module)
    for (const llvm::Instruction &instruction : llvm::instructions(function)) {
      auto *call = dyn_cast<llvm::CallBase>(&instruction);
      auto *callee = call ? dyn_cast<llvm::Function>(call->getCalledOperand()) : nullptr;
      if (!callee || matches(call->getFunctionType(), callee->getFunctionType()))
        continue;
      auto *kind = llvm::find_if(passed, [&](auto kind) { return call->getAttributes().hasAttrSomewhere(kind); });
      const bool isAttribute = kind != std::end(passed);
      if (!isAttribute && !call->getMetadata("callalign"))
        continue;
      const llvm::DILocation *location = call->getDebugLoc().get();
      const TileirasLLVMCall found{wrap(function.getName()),
                                   wrap(callee->getName()),
                                   wrap(isAttribute ? llvm::Attribute::getNameFromAttrKind(*kind) : "callalign"),
                                   wrap(location ? location->getFilename() : StringRef()),
                                   location ? location->getLine() : 0,
                                   location ? location->getColumn() : 0};
      visit(&found, data);
    }
}

/// Writes the alignments in the metadata `callalign` of a call, which MLIR's import drops, as attributes. LLVM's back
/// end reads both.
static void upgradeCallAlignments(llvm::CallBase &call) {
  const llvm::MDNode *node = call.getMetadata("callalign");
  for (const llvm::MDOperand &operand : node ? node->operands() : llvm::ArrayRef<llvm::MDOperand>()) {
    auto *value = llvm::mdconst::dyn_extract_or_null<llvm::ConstantInt>(operand);
    if (!value || value->getBitWidth() > 64)
      continue;
    const uint64_t index = value->getZExtValue() >> 16, bytes = value->getZExtValue() & 0xffff;
    if (!llvm::isPowerOf2_64(bytes) || index > call.arg_size() || (index == 0 && call.getType()->isVoidTy()) ||
        call.getAttributes().getAttributes(index).hasAttribute(llvm::Attribute::StackAlignment))
      continue;
    call.addAttributeAtIndex(index, llvm::Attribute::getWithStackAlignment(call.getContext(), llvm::Align(bytes)));
  }
}

static bool hasMetadata(const llvm::Instruction &instruction) {
  auto isMetadata = [](const llvm::Use &use) { return llvm::isa<llvm::MetadataAsValue>(use); };
  return instruction.hasMetadata() || instruction.hasDbgRecords() ||
         (llvm::isa<llvm::CallBase>(instruction) && llvm::any_of(instruction.operands(), isMetadata));
}

bool tileirasLLVMPrepareForMLIR(TileirasLLVMModule *module, void (*visit)(MlirStringRef, uint64_t, void *), void *data) {
  bool found = llvm::any_of(module->module->globals(), [](const auto &global) { return global.hasMetadata(); });
  for (llvm::Function &function : *module->module) {
    const llvm::AttributeList &attributes = function.getAttributes();
    if (llvm::MaybeAlign alignment = attributes.getRetStackAlignment()) {
      visit(wrap(function.getName()), alignment->value(), data);
      function.removeRetAttr(llvm::Attribute::StackAlignment);
    }
    // Upstream imports attributes of a void result, and its verifier rejects the function (measured). In valid LLVM IR
    // these are string attributes.
    if (function.getReturnType()->isVoidTy())
      function.setAttributes(
          function.getAttributes().removeAttributesAtIndex(function.getContext(), llvm::AttributeList::ReturnIndex));
    for (llvm::Instruction &instruction : llvm::instructions(function))
      if (auto *call = dyn_cast<llvm::CallBase>(&instruction))
        upgradeCallAlignments(*call);
    found = found || function.hasMetadata();
    for (auto block = function.begin(); !found && block != function.end(); ++block)
      found = llvm::any_of(*block, hasMetadata);
  }
  return found;
}

/// Whether a flag of upstream's import is set. False in a tool that does not have the flag.
static bool isGiven(StringRef flag) {
  auto &options = llvm::cl::getRegisteredOptions();
  auto found = options.find(flag);
  return found != options.end() && static_cast<llvm::cl::opt<bool> *>(found->second)->getValue();
}

MlirModule tileirasLLVMToMLIR(TileirasLLVMModule *module, MlirStringRef dropped, MlirStringRef bufferName,
                              MlirContext context) {
  std::unique_ptr<TileirasLLVMModule> owned(module);
  // Upstream uses the source file name of the LLVM module as the location of the MLIR module, and reports some errors
  // at an unknown location. These are reported in the file instead.
  owned->module->setSourceFileName(unwrap(bufferName));
  DiagnosticEngine &engine = unwrap(context)->getDiagEngine();
  ScopedDiagnosticHandler handler(unwrap(context), [&](Diagnostic &diagnostic) {
    if (!isa<UnknownLoc>(diagnostic.getLocation()))
      return failure();
    InFlightDiagnostic located =
        engine.emit(FileLineColLoc::get(unwrap(context), unwrap(bufferName), 0, 0), diagnostic.getSeverity());
    located << diagnostic.str();
    for (Diagnostic &note : diagnostic.getNotes())
      located.attachNote(note.getLocation()) << note.str();
    return success();
  });
  if (llvm::NamedMDNode *named = owned->module->getNamedMetadata(unwrap(dropped)))
    named->eraseFromParent();
  // The module is moved out, and so destroyed before its context, which `owned` still has.
  return wrap(translateLLVMIRToModule(std::move(owned->module), unwrap(context), isGiven("emit-expensive-warnings"),
                                      isGiven("drop-di-composite-type-elements"), /*loadAllDialects=*/true,
                                      isGiven("prefer-unregistered-intrinsics"), isGiven("import-structs-as-literals"))
                  .release());
}
