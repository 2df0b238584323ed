// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/VTA/Tiles/TileAddresses.h"

#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;

namespace tvm::vta {

static int64_t numTensors(MemRefType type) {
  return ShapedType::getNumElements(type.getShape().drop_back(2));
}

LogicalResult TileAddresses::allocate(memref::AllocOp tile) {
  std::optional<Memory> memory = getMemory(tile.getType());
  if (!memory)
    return tile.emitOpError("expected a tile in a #vta.space, got ")
           << tile.getType();
  if (!tile.getType().hasStaticShape() || tile.getType().getRank() < 3 ||
      !tile.getType().getLayout().isIdentity())
    return tile.emitOpError(
               "expected a tile of static shape in one piece, with "
               "tensors in its last two dimensions, got ")
           << tile.getType();
  int64_t depth =
      configuration.depth(static_cast<runtime::vta::MemoryType>(*memory));
  int64_t need = numTensors(tile.getType());
  int64_t &end = used[unsigned(*memory)];
  if (end + need > depth)
    return tile.emitOpError("expected ")
           << need << " free elements of memory " << stringifyMemory(*memory)
           << ", got " << depth - end << " of " << depth;
  bases[tile] = end;
  end += need;
  return success();
}

FailureOr<TileAddress> TileAddresses::find(Value tile, Operation *user) {
  TileAddress address{tile, 0, {}, {}};
  while (auto view = address.root.getDefiningOp<ViewLikeOpInterface>())
    address.root = view.getViewSource();
  auto type = cast<MemRefType>(tile.getType());
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(type.getStridesAndOffset(strides, offset)) ||
      ShapedType::isDynamic(offset))
    return user->emitOpError("expected a place that is known, got ") << type;
  int64_t tensor =
      type.getShape().take_back(2)[0] * strides[strides.size() - 2];
  strides.pop_back_n(2);
  strides.push_back(offset);
  for (int64_t &stride : strides) {
    if (stride % tensor)
      return user->emitOpError("expected strides of whole tensors, got ")
             << type;
    stride /= tensor;
  }
  address.base = strides.pop_back_val() + bases.lookup(address.root);
  address.sizes.assign(type.getShape().drop_back(2).begin(),
                       type.getShape().drop_back(2).end());
  address.strides.assign(strides.begin(), strides.end());
  return address;
}

} // namespace tvm::vta
