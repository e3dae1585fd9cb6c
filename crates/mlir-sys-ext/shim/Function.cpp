// Part of tileiras, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Function-like operations through their interface, and the target a module names.

#include "Shim.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/Dialect/LLVMIR/LLVMTypes.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;

bool tileirasIsFunction(MlirOperation op) { return isa<FunctionOpInterface>(unwrap(op)); }

bool tileirasHasSymbolTable(MlirOperation op) { return unwrap(op)->hasTrait<OpTrait::SymbolTable>(); }

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

bool tileirasTypeIsPointer(MlirType type) {
  return isa<LLVM::LLVMPointerType, BaseMemRefType>(unwrap(type));
}

bool tileirasNvvmTarget(MlirAttribute attribute, MlirStringRef *chip, MlirStringRef *features) {
  auto target = dyn_cast<NVVM::NVVMTargetAttr>(unwrap(attribute));
  if (!target)
    return false;
  *chip = wrap(target.getChip());
  *features = wrap(target.getFeatures());
  return true;
}
