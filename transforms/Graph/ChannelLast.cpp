#include "transforms/Graph/ChannelLast.h"

#include "llvm/ADT/Sequence.h"

using namespace mlir;

namespace tvm::graph {

int64_t moveDim(int64_t dim, int64_t rank) {
  return dim == 0 ? 0 : dim == 1 ? rank - 1 : dim - 1;
}

SmallVector<int64_t> getChannelLast(int64_t rank) {
  SmallVector<int64_t> permutation(rank);
  for (int64_t dim = 0; dim < rank; ++dim)
    permutation[moveDim(dim, rank)] = dim;
  return permutation;
}

SmallVector<int64_t> getChannelSecond(int64_t rank) {
  SmallVector<int64_t> permutation;
  for (int64_t dim = 0; dim < rank; ++dim)
    permutation.push_back(moveDim(dim, rank));
  return permutation;
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

int64_t moveAxis(int64_t axis, int64_t rank) {
  return moveDim(axis < 0 ? axis + rank : axis, rank);
}

SmallVector<int64_t> moveAxes(ArrayRef<int64_t> axes, int64_t rank) {
  return llvm::map_to_vector(
      axes, [&](int64_t axis) { return moveAxis(axis, rank); });
}

bool keepsOrder(ArrayRef<int64_t> axes, int64_t rank) {
  SmallVector<int64_t> rest;
  for (auto [i, dim] : llvm::enumerate(getChannelLast(rank)))
    if (!llvm::is_contained(axes, static_cast<int64_t>(i)))
      rest.push_back(dim);
  return llvm::is_sorted(rest);
}

} // namespace tvm::graph
