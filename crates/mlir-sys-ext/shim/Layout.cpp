// Part of tileiras, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The layout of types on NVPTX.

#include "Shim.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/Dialect/LLVMIR/LLVMTypes.h"
#include "mlir/Target/LLVMIR/TypeToLLVM.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/Error.h"
#include "llvm/TargetParser/Triple.h"

using namespace mlir;

static std::string nvptxDataLayout(bool shortPointers = false) {
  return llvm::Triple("nvptx64-nvidia-cuda").computeDataLayout(shortPointers ? "shortptr" : "");
}

bool tileirasNVPTXLayout(MlirType type, TileirasTypeLayout *layout) {
  if (!LLVM::isCompatibleType(unwrap(type)))
    return false;
  llvm::LLVMContext context;
  llvm::Type *translated = LLVM::TypeToLLVMIRTranslator(context).translateType(unwrap(type));
  if (!translated || !translated->isSized() || translated->isScalableTy())
    return false;
  const llvm::DataLayout nvptx(nvptxDataLayout());
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

bool tileirasNVPTXMember(MlirType aggregate, intptr_t index, MlirType *member, uint64_t *offset) {
  Type type = unwrap(aggregate);
  if (!LLVM::isCompatibleType(type) || index < 0)
    return false;
  Type found;
  if (auto array = dyn_cast<LLVM::LLVMArrayType>(type))
    found = array.getElementType();
  else if (auto vector = dyn_cast<VectorType>(type))
    found = vector.getRank() == 1 && !vector.isScalable() ? vector.getElementType() : Type();
  else if (auto record = dyn_cast<LLVM::LLVMStructType>(type))
    found = !record.isOpaque() && static_cast<size_t>(index) < record.getBody().size() ? record.getBody()[index] : Type();
  if (!found)
    return false;
  llvm::LLVMContext context;
  LLVM::TypeToLLVMIRTranslator translator(context);
  llvm::Type *translated = translator.translateType(isa<LLVM::LLVMStructType>(type) ? type : found);
  if (!translated || !translated->isSized() || translated->isScalableTy())
    return false;
  const llvm::DataLayout nvptx(nvptxDataLayout());
  if (auto *record = dyn_cast<llvm::StructType>(translated); record && isa<LLVM::LLVMStructType>(type))
    *offset = nvptx.getStructLayout(record)->getElementOffset(static_cast<unsigned>(index));
  else
    *offset = static_cast<uint64_t>(index) * nvptx.getTypeAllocSize(translated).getFixedValue();
  *member = wrap(found);
  return true;
}

void tileirasNVPTXDataLayout(bool shortPointers, MlirStringCallback sink, void *data) {
  std::string text = nvptxDataLayout(shortPointers);
  sink(wrap(StringRef(text)), data);
}

bool tileirasReadDataLayout(MlirStringRef text, TileirasDataLayout *layout) {
  llvm::Expected<llvm::DataLayout> parsed = llvm::DataLayout::parse(unwrap(text));
  if (!parsed)
    return llvm::consumeError(parsed.takeError()), false;
  llvm::LLVMContext context;
  layout->bigEndian = parsed->isBigEndian();
  layout->pointerBits = parsed->getPointerSizeInBits(0);
  layout->sharedPointerBits = parsed->getPointerSizeInBits(3);
  llvm::Type *types[] = {llvm::Type::getInt8Ty(context),  llvm::Type::getInt16Ty(context),
                         llvm::Type::getInt32Ty(context), llvm::Type::getInt64Ty(context),
                         llvm::Type::getFloatTy(context), llvm::Type::getDoubleTy(context)};
  for (auto [alignment, type] : llvm::zip_equal(layout->alignments, types))
    alignment = parsed->getABITypeAlign(type).value() * 8;
  return true;
}
