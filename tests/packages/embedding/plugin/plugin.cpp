// Part of tileiras, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A plugin that has nothing of this project: a dialect without operations, and a pass that marks a module.

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Dialect.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"

using namespace mlir;

namespace {
struct Mark : PassWrapper<Mark, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(Mark)
  StringRef getArgument() const override { return "mark"; }
  void runOnOperation() override { getOperation()->setAttr("mark.done", UnitAttr::get(&getContext())); }
};

struct MarkDialect : Dialect {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(MarkDialect)
  explicit MarkDialect(MLIRContext *context) : Dialect("mark", context, TypeID::get<MarkDialect>()) {}
  static StringRef getDialectNamespace() { return "mark"; }
};
} // namespace

extern "C" PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "mark", "1", [] { PassRegistration<Mark>(); }};
}

extern "C" DialectPluginLibraryInfo mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "mark", "1", [](DialectRegistry *registry) { registry->insert<MarkDialect>(); }};
}
