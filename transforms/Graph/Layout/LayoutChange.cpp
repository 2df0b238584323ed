// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Graph/Layout/LayoutChange.h"

#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;

namespace tvm::graph {

int64_t LayoutChange::moveAxis(int64_t axis, int64_t rank) const {
  int64_t dim = axis < 0 ? axis + rank : axis;
  int64_t channel = getChannel(rank);
  if (dim == 0)
    return 0;
  if (dim == channel)
    return LayoutChange(!toChannelLast).getChannel(rank);
  return toChannelLast ? dim - 1 : dim + 1;
}

SmallVector<int64_t> LayoutChange::moveAxes(ArrayRef<int64_t> axes,
                                            int64_t rank) const {
  return llvm::map_to_vector(
      axes, [&](int64_t axis) { return moveAxis(axis, rank); });
}

SmallVector<int64_t> LayoutChange::getInverse(int64_t rank) const {
  return moveAxes(llvm::to_vector(llvm::seq<int64_t>(0, rank)), rank);
}

SmallVector<int64_t> LayoutChange::getOrder(int64_t rank) const {
  return invertPermutationVector(getInverse(rank));
}

bool LayoutChange::keepsOrder(ArrayRef<int64_t> axes, int64_t rank) const {
  SmallVector<int64_t> rest;
  for (auto [i, dim] : llvm::enumerate(getOrder(rank)))
    if (!llvm::is_contained(axes, static_cast<int64_t>(i)))
      rest.push_back(dim);
  return llvm::is_sorted(rest);
}

SmallVector<int64_t> permute(ArrayRef<int64_t> list, ArrayRef<int64_t> order) {
  return llvm::map_to_vector(order, [&](int64_t i) { return list[i]; });
}

RankedTensorType permuteType(RankedTensorType type, ArrayRef<int64_t> order) {
  return type.clone(permute(type.getShape(), order));
}

bool movesUnitsOnly(ArrayRef<int64_t> shape, ArrayRef<int64_t> order) {
  SmallVector<int64_t> moved;
  for (int64_t dim : order)
    if (shape[dim] != 1)
      moved.push_back(dim);
  return llvm::is_sorted(moved);
}

} // namespace tvm::graph
