// Part of tileiras, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The attribute kernel_spec: the hand-written parts of its assembly format, and the way of its parameters to Rust.

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
  SMLoc place = parser.getCurrentLocation();
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                     [&] { return parser.parseInteger(sizes.emplace_back()); }))
    return failure();
  // No size is how a shape that is left out is stored.
  if (sizes.empty())
    return parser.emitError(place, "expected at least one size");
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
    SMLoc place = parser.getCurrentLocation();
    std::string name;
    int64_t count;
    if (parser.parseKeywordOrString(&name) || parser.parseEqual() || parser.parseInteger(count))
      return failure();
    if (name.empty() || counts.get(name))
      return parser.emitError(place) << "expected a name of its own for each count, got '" << name << "'";
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

//===--- The way to Rust --------------------------------------------------===//

static TileirasSizes lend(ArrayRef<int64_t> sizes) { return {sizes.data(), static_cast<intptr_t>(sizes.size())}; }

template <typename T>
static TileirasNumber lend(std::optional<T> number) {
  return {number ? static_cast<int64_t>(*number) : 0, number.has_value()};
}

LogicalResult KernelSpecAttr::verify(function_ref<InFlightDiagnostic()> emitError, ArrayRef<int64_t> block,
                                     ArrayRef<int64_t> maxBlock, DictionaryAttr roles, ArrayRef<int64_t> cluster,
                                     std::optional<int64_t> maxClusterRank, bool singleCtaCluster,
                                     std::optional<int64_t> minCtasPerSm, std::optional<int64_t> accumulatorRegisters,
                                     std::optional<int64_t> workingRegisters, std::optional<int64_t> slackRegisters,
                                     std::optional<int64_t> maxRegisters, std::optional<Atom> atom) {
  TileirasKernelSpec spec{lend(block),
                          lend(maxBlock),
                          lend(cluster),
                          wrap(Attribute(roles)),
                          lend(maxClusterRank),
                          lend(minCtasPerSm),
                          lend(accumulatorRegisters),
                          lend(workingRegisters),
                          lend(slackRegisters),
                          lend(maxRegisters),
                          lend(atom),
                          singleCtaCluster};
  auto report = [](MlirStringRef text, void *data) {
    (*static_cast<function_ref<InFlightDiagnostic()> *>(data))() << unwrap(text);
  };
  return success(getHooks().verifyKernelSpec(&spec, report, &emitError));
}

extern "C" bool tileirasNvTileaaKernelSpec(MlirAttribute attribute, TileirasKernelSpec *spec) {
  auto given = dyn_cast<KernelSpecAttr>(unwrap(attribute));
  if (!given)
    return false;
  *spec = {lend(given.getBlock()),
           lend(given.getMaxBlock()),
           lend(given.getCluster()),
           wrap(Attribute(given.getRoles())),
           lend(given.getMaxClusterRank()),
           lend(given.getMinCtasPerSm()),
           lend(given.getAccumulatorRegisters()),
           lend(given.getWorkingRegisters()),
           lend(given.getSlackRegisters()),
           lend(given.getMaxRegisters()),
           lend(given.getAtom()),
           given.getSingleCtaCluster()};
  return true;
}
