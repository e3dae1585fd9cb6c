// Part of tileiras, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The attribute kernel_spec: custom parts of its assembly format, and the conversion of its parameters for Rust.

#include "NVTileAA.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tileiras::nv_tileaa;

#include "NVTileAAEnums.cpp.inc"

//===--- Assembly format --------------------------------------------------===//

static FailureOr<SmallVector<int64_t>> parseSizes(AsmParser &parser) {
  SmallVector<int64_t> sizes;
  SMLoc location = parser.getCurrentLocation();
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                     [&] { return parser.parseInteger(sizes.emplace_back()); }))
    return failure();
  // An empty list means that the parameter is missing.
  if (sizes.empty())
    return parser.emitError(location, "expected at least one size");
  return sizes;
}

static void printSizes(AsmPrinter &printer, ArrayRef<int64_t> sizes) {
  printer << '[';
  llvm::interleaveComma(sizes, printer);
  printer << ']';
}

static FailureOr<DictionaryAttr> parseCounts(AsmParser &parser) {
  NamedAttrList counts;
  Builder &builder = parser.getBuilder();
  auto parseCount = [&]() -> ParseResult {
    SMLoc location = parser.getCurrentLocation();
    std::string name;
    int64_t count;
    if (parser.parseKeywordOrString(&name) || parser.parseEqual() || parser.parseInteger(count))
      return failure();
    if (name.empty() || counts.get(name))
      return parser.emitError(location) << "expected a unique name for each count, got '" << name << "'";
    counts.append(name, builder.getI64IntegerAttr(count));
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Braces, parseCount))
    return failure();
  return counts.getDictionary(parser.getContext());
}

static void printCounts(AsmPrinter &printer, DictionaryAttr counts) {
  printer << '{';
  llvm::interleaveComma(counts, printer, [&](NamedAttribute count) {
    printer.printKeywordOrString(count.getName());
    printer << " = " << cast<IntegerAttr>(count.getValue()).getInt();
  });
  printer << '}';
}

#define GET_ATTRDEF_CLASSES
#include "NVTileAAAttrs.cpp.inc"

void NVTileAADialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "NVTileAAAttrs.cpp.inc"
      >();
}

//===--- Conversion for Rust ----------------------------------------------===//

static TileirasSizes wrap(ArrayRef<int64_t> sizes) { return {sizes.data(), static_cast<intptr_t>(sizes.size())}; }

template <typename T>
static TileirasNumber wrap(std::optional<T> number) {
  return {number ? static_cast<int64_t>(*number) : 0, number.has_value()};
}

LogicalResult KernelSpecAttr::verify(function_ref<InFlightDiagnostic()> emitError, ArrayRef<int64_t> block,
                                     ArrayRef<int64_t> maxBlock, DictionaryAttr roles, ArrayRef<int64_t> cluster,
                                     std::optional<int64_t> maxClusterRank, bool singleCtaCluster,
                                     std::optional<int64_t> minCtasPerSm, std::optional<int64_t> accumulatorRegisters,
                                     std::optional<int64_t> workingRegisters, std::optional<int64_t> slackRegisters,
                                     std::optional<int64_t> maxRegisters, std::optional<Atom> atom) {
  TileirasKernelSpec spec{wrap(block),
                          wrap(maxBlock),
                          wrap(cluster),
                          wrap(Attribute(roles)),
                          wrap(maxClusterRank),
                          wrap(minCtasPerSm),
                          wrap(accumulatorRegisters),
                          wrap(workingRegisters),
                          wrap(slackRegisters),
                          wrap(maxRegisters),
                          wrap(atom),
                          singleCtaCluster};
  auto report = [](MlirStringRef text, void *data) {
    (*static_cast<function_ref<InFlightDiagnostic()> *>(data))() << unwrap(text);
  };
  return success(getHooks().verifyKernelSpec(&spec, report, &emitError));
}

extern "C" bool tileirasNvTileaaKernelSpec(MlirAttribute attribute, TileirasKernelSpec *spec) {
  auto attr = dyn_cast<KernelSpecAttr>(unwrap(attribute));
  if (!attr)
    return false;
  *spec = {wrap(attr.getBlock()),
           wrap(attr.getMaxBlock()),
           wrap(attr.getCluster()),
           wrap(Attribute(attr.getRoles())),
           wrap(attr.getMaxClusterRank()),
           wrap(attr.getMinCtasPerSm()),
           wrap(attr.getAccumulatorRegisters()),
           wrap(attr.getWorkingRegisters()),
           wrap(attr.getSlackRegisters()),
           wrap(attr.getMaxRegisters()),
           wrap(attr.getAtom()),
           attr.getSingleCtaCluster()};
  return true;
}
