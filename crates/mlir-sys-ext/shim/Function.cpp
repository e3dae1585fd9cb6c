// Part of tileiras, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations and function-like operations, and the attribute #nvvm.target.

#include "Shim.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMTypes.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/Threading.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

bool tileirasIsFunction(MlirOperation op) { return isa<FunctionOpInterface>(unwrap(op)); }

bool tileirasIsMemoryEffectFree(MlirOperation op) { return isMemoryEffectFree(unwrap(op)); }

bool tileirasHasSymbolTable(MlirOperation op) { return unwrap(op)->hasTrait<OpTrait::SymbolTable>(); }

void tileirasSymbolReferences(MlirOperation op, void (*visit)(MlirAttribute, void *), void *data) {
  unwrap(op)->getAttrDictionary().walk<WalkOrder::PreOrder>([&](SymbolRefAttr symbol) {
    visit(wrap(symbol), data);
    // The names after the first are references, too.
    return WalkResult::skip();
  });
}

void tileirasParallelFor(MlirContext context, intptr_t count, void (*body)(intptr_t, const void *), const void *data) {
  parallelFor(unwrap(context), 0, static_cast<size_t>(count),
              [&](size_t index) { body(static_cast<intptr_t>(index), data); });
}

bool tileirasHasThreads(MlirContext context) { return unwrap(context)->isMultithreadingEnabled(); }

bool tileirasVerifyNonRecursively(MlirOperation op) { return succeeded(verify(unwrap(op), /*verifyRecursively=*/false)); }

MlirAttribute tileirasDiscardableAttributes(MlirOperation op) {
  return wrap(Attribute(unwrap(op)->getRawDictionaryAttrs()));
}

MlirAttribute tileirasSymbolName(MlirOperation op) {
  Operation *operation = unwrap(op);
  if (auto function = dyn_cast<LLVM::LLVMFuncOp>(operation))
    return wrap(Attribute(function.getSymNameAttr()));
  return wrap(Attribute(operation->getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName())));
}

TileirasLaunchAttributeKey tileirasLaunchAttributeKey(MlirOperation op) {
  auto function = cast<FunctionOpInterface>(unwrap(op));
  TileirasLaunchAttributeKey key{};
  key.name = function->getName().getAsOpaquePointer();
  key.attributes = function->getDiscardableAttrDictionary().getAsOpaquePointer();
  key.results = function.getResAttrsAttr().getAsOpaquePointer();
  if (auto llvmFunction = dyn_cast<LLVM::LLVMFuncOp>(*function)) {
    key.type = llvmFunction.getFunctionType().getAsOpaquePointer();
    key.arguments = llvmFunction.getArgAttrsAttr().getAsOpaquePointer();
    key.passthrough = llvmFunction.getPassthroughAttr().getAsOpaquePointer();
    key.convention = static_cast<uint64_t>(llvmFunction.getCConv());
    key.required = llvmFunction.getReqdWorkGroupSizeAttr().getAsOpaquePointer();
    key.hint = llvmFunction.getWorkGroupSizeHintAttr().getAsOpaquePointer();
  } else {
    key.type = function.getFunctionType().getAsOpaquePointer();
    key.arguments = function.getArgAttrsAttr().getAsOpaquePointer();
  }
  return key;
}

void tileirasCopyLaunchAttributes(MlirOperation op, MlirOperation from) {
  auto to = cast<FunctionOpInterface>(unwrap(op)), like = cast<FunctionOpInterface>(unwrap(from));
  to->setDiscardableAttrs(like->getDiscardableAttrDictionary());
  if (ArrayAttr arguments = like.getArgAttrsAttr(); arguments != to.getArgAttrsAttr())
    to.setArgAttrsAttr(arguments);
  if (auto function = dyn_cast<LLVM::LLVMFuncOp>(*to))
    function.setPassthroughAttr(cast<LLVM::LLVMFuncOp>(*like).getPassthroughAttr());
}

intptr_t tileirasFunctionArgumentCount(MlirOperation op) {
  return cast<FunctionOpInterface>(unwrap(op)).getNumArguments();
}

MlirType tileirasFunctionArgumentType(MlirOperation op, intptr_t index) {
  return wrap(cast<FunctionOpInterface>(unwrap(op)).getArgumentTypes()[index]);
}

intptr_t tileirasFunctionResultCount(MlirOperation op) {
  ArrayRef<Type> results = cast<FunctionOpInterface>(unwrap(op)).getResultTypes();
  return llvm::count_if(results, [](Type type) { return !isa<LLVM::LLVMVoidType>(type); });
}

MlirType tileirasFunctionResultType(MlirOperation op, intptr_t index) {
  return wrap(cast<FunctionOpInterface>(unwrap(op)).getResultTypes()[index]);
}

MlirAttribute tileirasFunctionArgumentAttribute(MlirOperation op, intptr_t index, MlirStringRef name) {
  return wrap(cast<FunctionOpInterface>(unwrap(op)).getArgAttr(index, unwrap(name)));
}

bool tileirasFunctionIsVarArg(MlirOperation op) {
  auto function = dyn_cast<LLVM::LLVMFuncOp>(unwrap(op));
  return function && function.isVarArg();
}

bool tileirasTypeIsPointerOrMemref(MlirType type) {
  return isa<LLVM::LLVMPointerType, BaseMemRefType>(unwrap(type));
}

bool tileirasNvvmTarget(MlirAttribute attribute, MlirStringRef *chip, MlirStringRef *features, MlirAttribute *link,
                        MlirAttribute *flags) {
  auto target = dyn_cast<NVVM::NVVMTargetAttr>(unwrap(attribute));
  if (!target)
    return false;
  *chip = wrap(target.getChip());
  *features = wrap(target.getFeatures());
  *link = wrap(Attribute(target.getLink()));
  *flags = wrap(Attribute(target.getFlags()));
  return true;
}
