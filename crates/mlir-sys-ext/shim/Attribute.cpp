// Part of tileiras, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kind of an attribute and the elements of an array in one call. The C API needs one call for each kind and
// element.

#include "Shim.h"
#include "mlir/CAPI/IR.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

TileirasAttributeKind tileirasAttributeKind(MlirAttribute attribute) {
  return llvm::TypeSwitch<Attribute, TileirasAttributeKind>(unwrap(attribute))
      .Case([](StringAttr) { return TILEIRAS_ATTRIBUTE_STRING; })
      .Case([](IntegerAttr) { return TILEIRAS_ATTRIBUTE_INTEGER; })
      .Case([](UnitAttr) { return TILEIRAS_ATTRIBUTE_UNIT; })
      .Case([](DenseI32ArrayAttr) { return TILEIRAS_ATTRIBUTE_I32_ARRAY; })
      .Case([](ArrayAttr) { return TILEIRAS_ATTRIBUTE_ARRAY; })
      .Case([](SymbolRefAttr) { return TILEIRAS_ATTRIBUTE_SYMBOL; })
      .Default([](Attribute) { return TILEIRAS_ATTRIBUTE_OTHER; });
}

bool tileirasArrayElements(MlirAttribute attribute, const MlirAttribute **elements, intptr_t *count) {
  static_assert(sizeof(Attribute) == sizeof(MlirAttribute) && alignof(Attribute) == alignof(MlirAttribute),
                "Attribute and MlirAttribute must have the same layout");
  auto array = dyn_cast<ArrayAttr>(unwrap(attribute));
  if (!array)
    return false;
  *elements = reinterpret_cast<const MlirAttribute *>(array.getValue().data());
  *count = static_cast<intptr_t>(array.size());
  return true;
}

MlirAttribute tileirasFlatSymbolName(MlirAttribute attribute) {
  auto symbol = dyn_cast<FlatSymbolRefAttr>(unwrap(attribute));
  return symbol ? wrap(Attribute(symbol.getRootReference())) : MlirAttribute{nullptr};
}
