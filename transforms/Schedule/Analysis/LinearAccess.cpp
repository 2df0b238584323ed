// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Analysis/LinearAccess.h"

#include "mlir/Dialect/Affine/IR/AffineValueMap.h"
#include "transforms/Schedule/Analysis/Divisions.h"
#include "transforms/Schedule/Analysis/Strides.h"

using namespace mlir;

namespace tvm::schedule {

std::optional<LinearAccess> LinearAccess::get(Value buffer, AffineMap map,
                                              ValueRange mapOperands) {
  auto type = cast<MemRefType>(buffer.getType());
  LinearAccess access{buffer, {}, SmallVector<Value>(mapOperands)};
  affine::fullyComposeAffineMapAndOperands(&map, &access.operands);
  map = asDims(map);
  SmallVector<AffineExpr> subscripts;
  for (AffineExpr subscript : map.getResults())
    subscripts.push_back(resolveDivisions(subscript, access.operands));
  access.position = getLinearPosition(
      type, AffineMap::get(map.getNumDims(), 0, subscripts, map.getContext()));
  if (!access.position)
    return std::nullopt;
  return access;
}

std::optional<LinearAccess> LinearAccess::get(affine::AffineLoadOp load) {
  return get(load.getMemRef(), load.getAffineMap(), load.getMapOperands());
}

std::optional<LinearAccess> LinearAccess::get(affine::AffineStoreOp store) {
  return get(store.getMemRef(), store.getAffineMap(), store.getMapOperands());
}

std::optional<LinearAccess> LinearAccess::get(const Access &access) {
  if (!access.map)
    return std::nullopt;
  return get(access.buffer, access.map, access.operands);
}

std::optional<int64_t> LinearAccess::getStride(Value variable) const {
  return schedule::getStride(position, operands, variable);
}

std::optional<int64_t>
LinearAccess::getDistance(const LinearAccess &other) const {
  auto asValue = [](const LinearAccess &access) {
    return affine::AffineValueMap(
        AffineMap::get(access.operands.size(), 0, access.position),
        access.operands);
  };
  affine::AffineValueMap difference;
  affine::AffineValueMap::difference(asValue(*this), asValue(other),
                                     &difference);
  auto distance = dyn_cast<AffineConstantExpr>(difference.getResult(0));
  if (!distance)
    return std::nullopt;
  return distance.getValue();
}

int64_t LinearAccess::getOrigin() const {
  MLIRContext *context = position.getContext();
  SmallVector<Attribute> zeros(operands.size(),
                               Builder(context).getIndexAttr(0));
  SmallVector<Attribute> origin;
  (void)AffineMap::get(operands.size(), 0, position)
      .constantFold(zeros, origin);
  return cast<IntegerAttr>(origin.front()).getInt();
}

std::optional<std::pair<int64_t, int64_t>> LinearAccess::getRange() const {
  SmallVector<std::optional<int64_t>> least, greatest;
  for (Value operand : operands) {
    auto loop = affine::getForInductionVarOwner(operand);
    bool isKnown = loop && loop.hasConstantBounds();
    least.emplace_back();
    greatest.emplace_back();
    if (!isKnown)
      continue;
    least.back() = loop.getConstantLowerBound();
    greatest.back() = loop.getConstantUpperBound() - 1;
  }
  auto low = getBoundForAffineExpr(position, operands.size(), 0, least,
                                   greatest, /*isUpper=*/false);
  auto high = getBoundForAffineExpr(position, operands.size(), 0, least,
                                    greatest, /*isUpper=*/true);
  if (!low || !high)
    return std::nullopt;
  return std::pair(*low, *high);
}

} // namespace tvm::schedule
