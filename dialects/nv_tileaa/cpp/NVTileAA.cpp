// Part of tileiras, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registration of the dialect, custom parts of the assembly format, and verifiers that call Rust.

#include "NVTileAA.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"

using namespace mlir;
using namespace tileiras::nv_tileaa;

#include "NVTileAADialect.cpp.inc"

static TileirasNvTileaaHooks hooks;

const TileirasNvTileaaHooks &tileiras::nv_tileaa::getHooks() { return hooks; }

extern "C" void tileirasRegisterNvTileaa(MlirDialectRegistry registry, TileirasNvTileaaHooks given) {
  // A plugin can be loaded into a tool that has the dialect. MLIR ends the process if two libraries register one.
  if (unwrap(registry)->getDialectAllocator(NVTileAADialect::getDialectNamespace()))
    return;
  hooks = given;
  unwrap(registry)->insert<NVTileAADialect>();
}

void NVTileAADialect::initialize() {
  registerAttributes();
  addOperations<
#define GET_OP_LIST
#include "NVTileAAOps.cpp.inc"
      >();
}

//===--- Verification -----------------------------------------------------===//

LogicalResult LaunchFuncOp::verify() { return success(hooks.verifyLaunch(wrap(getOperation()))); }

LogicalResult LaunchFuncOp::verifySymbolUses(SymbolTableCollection &tables) {
  auto root = getKernelAttr().getRootReference();
  // The innermost symbol table with the first name. The launch can be in the module of the kernel or outside of it.
  Operation *container = nullptr;
  for (Operation *scope = SymbolTable::getNearestSymbolTable(getOperation()); scope && !container;
       scope = scope->getParentOp() ? SymbolTable::getNearestSymbolTable(scope->getParentOp()) : nullptr)
    container = tables.lookupSymbolIn(scope, root);
  Operation *kernel = container;
  for (FlatSymbolRefAttr name : getKernelAttr().getNestedReferences())
    kernel = kernel && kernel->hasTrait<OpTrait::SymbolTable>() ? tables.lookupSymbolIn(kernel, name.getAttr())
                                                                 : nullptr;
  return success(hooks.verifyKernel(wrap(getOperation()), wrap(container), wrap(kernel)));
}

LogicalResult NVTileAADialect::verifyOperationAttribute(Operation *op, NamedAttribute attribute) {
  return success(
      hooks.verifyAttribute(wrap(op), wrap(attribute.getName().strref()), wrap(attribute.getValue())));
}

//===--- Assembly format --------------------------------------------------===//

static ParseResult parseAsyncDependencies(OpAsmParser &parser, Type &token,
                                          SmallVectorImpl<OpAsmParser::UnresolvedOperand> &dependencies) {
  SMLoc location = parser.getCurrentLocation();
  if (succeeded(parser.parseOptionalKeyword("async"))) {
    if (parser.getNumResults() == 0)
      return parser.emitError(location, "needs to be named when marked 'async'");
    token = parser.getBuilder().getType<gpu::AsyncTokenType>();
  }
  return parser.parseOperandList(dependencies, OpAsmParser::Delimiter::OptionalSquare);
}

static void printAsyncDependencies(OpAsmPrinter &printer, Operation *, Type token, OperandRange dependencies) {
  if (token)
    printer << "async";
  if (dependencies.empty())
    return;
  if (token)
    printer << ' ';
  printer << '[';
  llvm::interleaveComma(dependencies, printer);
  printer << ']';
}

using Operand = OpAsmParser::UnresolvedOperand;

/// Parses the sizes of a grid, a cluster or a block: x, y and z in parentheses.
static ParseResult parseSizes(OpAsmParser &parser, Operand &x, Operand &y, Operand &z) {
  SMLoc location = parser.getCurrentLocation();
  SmallVector<Operand, 3> sizes;
  if (parser.parseOperandList(sizes, OpAsmParser::Delimiter::Paren))
    return failure();
  if (sizes.size() != 3)
    return parser.emitError(location, "must have three sizes, x, y and z, got ") << sizes.size();
  x = sizes[0];
  y = sizes[1];
  z = sizes[2];
  return success();
}

static void printSizes(OpAsmPrinter &printer, Operation *, Value x, Value y, Value z) {
  printer << '(' << x << ", " << y << ", " << z << ')';
}

static ParseResult parseClusterSizes(OpAsmParser &parser, std::optional<Operand> &x, std::optional<Operand> &y,
                                     std::optional<Operand> &z) {
  return parseSizes(parser, x.emplace(), y.emplace(), z.emplace());
}

static void printClusterSizes(OpAsmPrinter &printer, Operation *op, Value x, Value y, Value z) {
  printSizes(printer, op, x, y, z);
}

/// Parses the bytes of dynamic shared memory, after their keyword. A keyword alone would say nothing.
static ParseResult parseBytes(OpAsmParser &parser, std::optional<Operand> &bytes) {
  return parser.parseOperand(bytes.emplace());
}

static void printBytes(OpAsmPrinter &printer, Operation *, Value bytes) { printer << bytes; }

/// Parses the type of all sizes. The default is `index`.
static ParseResult parseSizeType(OpAsmParser &parser, Type &size,
                                 std::optional<OpAsmParser::UnresolvedOperand> cluster, Type &clusterX, Type &clusterY,
                                 Type &clusterZ) {
  size = parser.getBuilder().getIndexType();
  if (succeeded(parser.parseOptionalColon()) && parser.parseType(size))
    return failure();
  if (cluster)
    clusterX = clusterY = clusterZ = size;
  return success();
}

static void printSizeType(OpAsmPrinter &printer, Operation *, Type size, Value, Type, Type, Type) {
  if (!size.isIndex())
    printer << ": " << size;
}

static ParseResult parseKernelOperands(OpAsmParser &parser,
                                       SmallVectorImpl<OpAsmParser::UnresolvedOperand> &operands,
                                       SmallVectorImpl<Type> &types) {
  if (failed(parser.parseOptionalKeyword("args")))
    return success();
  return parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Paren, [&] {
    return failure(parser.parseOperand(operands.emplace_back()) || parser.parseColonType(types.emplace_back()));
  });
}

static void printKernelOperands(OpAsmPrinter &printer, Operation *, OperandRange operands, TypeRange types) {
  if (operands.empty())
    return;
  printer << "args(";
  llvm::interleaveComma(llvm::zip_equal(operands, types), printer, [&](const auto &pair) {
    printer << std::get<0>(pair) << " : " << std::get<1>(pair);
  });
  printer << ')';
}

#define GET_OP_CLASSES
#include "NVTileAAOps.cpp.inc"
