// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Primitives/Support/DeclaredRegions.h"

using namespace mlir;

namespace tvm::schedule {

/// Returns the number of elements along `expr`, whose dimensions take `sizes`
/// values.
static FailureOr<int64_t> getSize(AffineExpr expr, unsigned numDims,
                                  ArrayRef<int64_t> sizes) {
  int64_t size = 1;
  for (auto [d, count] : llvm::enumerate(sizes)) {
    if (count == 1 || !expr.isFunctionOfDim(d))
      continue;
    AffineExpr shift = simplifyAffineExpr(
        expr - getAffineDimExpr(d, expr.getContext()), numDims, 0);
    if (size != 1 || shift.isFunctionOfDim(d))
      return failure();
    size = count;
  }
  return size;
}

static FailureOr<SmallVector<int64_t>> getSizes(te::RegionAttr region,
                                                AffineMap map) {
  SmallVector<int64_t> sizes;
  for (AffineExpr expr : map.getResults()) {
    FailureOr<int64_t> size =
        getSize(expr, map.getNumDims(), region.getSizes().asArrayRef());
    if (failed(size))
      return failure();
    sizes.push_back(*size);
  }
  return sizes;
}

bool canMapRegions(te::BlockOp block, unsigned index, AffineMap map) {
  if (!block.hasRegions())
    return true;
  for (ArrayAttr regions : {*block.getReads(), *block.getWrites()})
    for (auto region : regions.getAsRange<te::RegionAttr>())
      if (region.getCapture() == index && failed(getSizes(region, map)))
        return false;
  return true;
}

static te::RegionAttr mapRegion(te::RegionAttr region, AffineMap map,
                                ArrayRef<unsigned> values) {
  MLIRContext *context = region.getContext();
  AffineMap offsets = region.getOffsets();
  unsigned numSymbols = offsets.getNumSymbols();
  SmallVector<AffineExpr> inputs(offsets.getResults());
  for (unsigned value : values) {
    inputs.push_back(getAffineSymbolExpr(value, context));
    numSymbols = std::max(numSymbols, value + 1);
  }
  AffineMap mapped = simplifyAffineMap(
      map.replaceDimsAndSymbols(inputs, {}, offsets.getNumDims(), numSymbols));
  return te::RegionAttr::get(
      context, region.getCapture(), mapped,
      DenseI64ArrayAttr::get(context, *getSizes(region, map)));
}

void mapRegions(te::BlockOp block, unsigned index, AffineMap map,
                ArrayRef<unsigned> values) {
  if (!block.hasRegions())
    return;
  auto mapAll = [&](ArrayAttr regions) {
    return ArrayAttr::get(
        block.getContext(),
        llvm::map_to_vector(regions.getAsRange<te::RegionAttr>(),
                            [&](te::RegionAttr region) -> Attribute {
                              return region.getCapture() == index
                                         ? mapRegion(region, map, values)
                                         : region;
                            }));
  };
  block.setReadsAttr(mapAll(*block.getReads()));
  block.setWritesAttr(mapAll(*block.getWrites()));
}

} // namespace tvm::schedule
