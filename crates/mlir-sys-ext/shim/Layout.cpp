// Part of tileiras, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The layout of types on NVPTX.

#include "Shim.h"
#include "mlir/CAPI/IR.h"
#include "mlir/Dialect/LLVMIR/LLVMTypes.h"
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

