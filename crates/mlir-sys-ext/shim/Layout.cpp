// Part of tileiras, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What LLVM makes of a type for NVPTX, and the signatures of functions.

#include "Shim.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMTypes.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Target/LLVMIR/TypeToLLVM.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/TargetParser/Triple.h"

using namespace mlir;

bool tileirasNVPTXLayout(MlirType type, TileirasTypeLayout *layout) {
  if (!LLVM::isCompatibleType(unwrap(type)))
    return false;
  llvm::LLVMContext context;
  llvm::Type *translated = LLVM::TypeToLLVMIRTranslator(context).translateType(unwrap(type));
  if (!translated || !translated->isSized() || translated->isScalableTy())
    return false;
  const llvm::DataLayout nvptx(llvm::Triple("nvptx64-nvidia-cuda").computeDataLayout());
  if (translated->isIntegerTy())
    layout->kind = TILEIRAS_TYPE_INTEGER;
  else if (translated->isIEEELikeFPTy())
    layout->kind = TILEIRAS_TYPE_FLOAT;
  else if (translated->isPointerTy())
    layout->kind = TILEIRAS_TYPE_POINTER;
  else if (translated->isAggregateType() || translated->isVectorTy())
    layout->kind = TILEIRAS_TYPE_AGGREGATE;
  else
    layout->kind = TILEIRAS_TYPE_OTHER;
  layout->addressSpace = translated->isPointerTy() ? translated->getPointerAddressSpace() : 0;
  layout->bits = nvptx.getTypeSizeInBits(translated);
  layout->size = nvptx.getTypeAllocSize(translated);
  layout->align = nvptx.getABITypeAlign(translated).value();
  return true;
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
