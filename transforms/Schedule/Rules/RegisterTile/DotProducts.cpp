// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/TE/TEBlocks.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "transforms/Schedule/Rules/RegisterTile/TileChoice.h"
#include "transforms/Schedule/Rules/RegisterTile/TileSteps.h"
#include "transforms/Schedule/Rules/Tiling/Nests.h"
#include "transforms/Schedule/Support/Intrinsics.h"

using namespace mlir;

namespace tvm::schedule {

using Along = BlockAccesses::Along;

std::optional<unsigned> findStepDim(affine::AffineLoadOp load) {
  auto block = load->getParentOfType<te::BlockOp>();
  Value axis = load->getBlock()->getArgument(block.getNumAxes() - 1);
  auto place = findPlace(load.getAffineMap(), load.getMapOperands(), axis);
  if (!place || !place->rest.isMultipleOf(kDotSteps))
    return std::nullopt;
  return place->dim;
}

/// Whether `load`, from a weight, has separate subscripts for columns and for
/// steps of the sum.
static bool isMatrix(affine::AffineLoadOp load, Value column) {
  auto columns =
      findSubscript(load.getAffineMap(), load.getMapOperands(), column);
  auto steps = findStepDim(load);
  return columns && steps && columns->offset == 0 && columns->dim != *steps;
}

bool isDotProduct(const BlockAccesses &accesses) {
  te::BlockOp block = accesses.block;
  unsigned step = block.getNumAxes() - 1, column = accesses.numSpatial - 1;
  auto steps = getExtent(block, step);
  if (step == column || !steps || *steps % kDotSteps != 0 ||
      accesses.loads.size() != 2 ||
      getProductElement(block) != MatrixElement::Byte)
    return false;
  const BlockAccesses::Load &ofData = accesses.loads.front();
  Value weight = accesses.loads.back().buffer;
  auto load = getOnlyLoad(block, findCapture(block, weight));
  return ofData.along[step] == Along::Contiguous &&
         ofData.along[column] == Along::None && te::isWeight(weight) && load &&
         isMatrix(load, block.getBody().getArgument(column));
}

bool fillsVectors(te::BlockOp block, Loop tileLoop, const Tile &tile) {
  if (tile.dotSteps == 0)
    return false;
  unsigned column = llvm::count(block.getKinds(), false) - 1;
  auto columns = getTripCount(getInnerLoops(block, tileLoop)[column]);
  return columns && *columns % tile.lanes == 0;
}

LogicalResult scheduleDotProducts(ScheduleBuilder &schedule, te::BlockOp &block,
                                  Loop tileLoop, const Tile &tile) {
  SmallVector<Loop> loops = getInnerLoops(block, tileLoop);
  unsigned numSpatial = llvm::count(block.getKinds(), false);
  SmallVector<Loop> spatial(ArrayRef(loops).take_front(numSpatial));
  SmallVector<Loop> sums(ArrayRef(loops).drop_front(numSpatial));
  auto columns = schedule.split(spatial.back(), {0, tile.lanes});
  auto steps = schedule.split(sums.back(), {0, tile.dotSteps});
  if (failed(columns) || failed(steps))
    return failure();
  spatial.back() = columns->front();
  sums.back() = steps->front();
  SmallVector<Loop> order(sums);
  order.append(spatial);
  order.append({columns->back(), steps->back()});
  if (failed(schedule.reorder(order)))
    return failure();
  te::TensorIntrinOp intrin =
      declareDotProduct(schedule.getModule(), tile.lanes, tile.instruction);
  auto tensorized = schedule.tensorize(columns->back(), intrin);
  if (failed(tensorized))
    return failure();
  block = *tensorized;
  for (Loop loop : spatial)
    (void)schedule.unroll(loop);
  return success(succeeded(schedule.decomposeReduction(block, sums.front())));
}

} // namespace tvm::schedule
