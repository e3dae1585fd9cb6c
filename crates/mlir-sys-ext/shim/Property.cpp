// Part of tileiras, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What an operation does with an attribute that it declares.

#include "Shim.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/Operation.h"

using namespace mlir;

/// An operation without operands, results and regions. Null if the name is not registered.
static Operation *createProbe(MLIRContext *context, StringRef name) {
  const OperationName operation(name, context);
  if (!operation.isRegistered())
    return nullptr;
  return Operation::create(UnknownLoc::get(context), operation, TypeRange(), ValueRange(), NamedAttrList(),
                           OpaqueProperties(nullptr), BlockRange(), /*numRegions=*/0);
}

/// Passes the message of the verifier about the kind of an attribute to `message`, if there is one.
static void explain(Operation *probe, StringAttr name, Attribute value, TileirasTextSink message, void *data) {
  ScopedDiagnosticHandler handler(probe->getContext(), [&](Diagnostic &diagnostic) {
    message(wrap(StringRef(diagnostic.str())), data);
    return success();
  });
  NamedAttrList attributes;
  attributes.append(name, value);
  (void)probe->getName().verifyInherentAttrs(attributes, [&] { return probe->emitError(); });
}

TileirasDeclaration tileirasDeclaredAttribute(MlirContext context, MlirStringRef operation, MlirStringRef name,
                                              MlirAttribute value, TileirasTextSink message, void *data) {
  Operation *probe = createProbe(unwrap(context), unwrap(operation));
  if (!probe)
    return TILEIRAS_UNDECLARED;
  const std::optional<Attribute> before = probe->getInherentAttr(unwrap(name));
  TileirasDeclaration declaration = TILEIRAS_UNDECLARED;
  if (before && !unwrap(value))
    declaration = TILEIRAS_DECLARED;
  else if (before) {
    probe->setInherentAttr(StringAttr::get(unwrap(context), unwrap(name)), unwrap(value));
    const Attribute after = probe->getInherentAttr(unwrap(name)).value_or(Attribute());
    const bool isDropped = !after || (after == *before && after != unwrap(value));
    declaration = isDropped ? TILEIRAS_DROPPED : TILEIRAS_DECLARED;
    if (isDropped)
      explain(probe, StringAttr::get(unwrap(context), unwrap(name)), unwrap(value), message, data);
  }
  probe->destroy();
  return declaration;
}

bool tileirasSetProperties(MlirContext context, MlirStringRef operation, MlirAttribute dictionary,
                           MlirAttribute *result) {
  Operation *probe = createProbe(unwrap(context), unwrap(operation));
  if (!probe)
    return false;
  ScopedDiagnosticHandler handler(unwrap(context), [](Diagnostic &) { return success(); });
  const auto emitError = [&] { return mlir::emitError(UnknownLoc::get(unwrap(context))); };
  const bool isSet = succeeded(probe->setPropertiesFromAttribute(unwrap(dictionary), emitError));
  *result = wrap(isSet ? probe->getPropertiesAsAttribute() : Attribute());
  probe->destroy();
  return isSet;
}

MlirStringRef tileirasDefaultDialect(MlirContext context, MlirStringRef operation) {
  const OperationName name(unwrap(operation), unwrap(context));
  const auto *interface = name.getInterface<OpAsmOpInterface>();
  return wrap(interface ? interface->getDefaultDialect() : StringRef());
}
