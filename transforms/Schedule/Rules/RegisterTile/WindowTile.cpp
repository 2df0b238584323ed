// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Analysis/Accesses.h"
#include "transforms/Schedule/Analysis/Strides.h"
#include "transforms/Schedule/Rules/RegisterTile/TileChoice.h"
#include "transforms/Schedule/Rules/Tiling/Nests.h"

using namespace mlir;

namespace tvm::schedule {

std::optional<int64_t> getSumSize(te::BlockOp block) {
  int64_t size = 1;
  for (unsigned axis = 0; axis < block.getNumAxes(); ++axis) {
    if (!block.isReduction(axis))
      continue;
    auto extent = getExtent(block, axis);
    if (!extent || llvm::MulOverflow(size, *extent, size))
      return std::nullopt;
  }
  return size;
}

std::optional<int64_t> getStep(te::BlockOp block, unsigned rowAxis) {
  int64_t step = 0;
  bool isLinear = true;
  Value row = block.getBody().getArgument(rowAxis);
  block.getBody().walk([&](affine::AffineLoadOp load) {
    auto strides = getStrides(load.getAffineMap(), load.getMapOperands(), row);
    isLinear &= strides.has_value();
    for (int64_t stride : strides.value_or(SmallVector<int64_t>()))
      step = std::max(step, stride);
  });
  return isLinear && step > 0 ? std::optional(step) : std::nullopt;
}

/// Whether data and weights of the sum both move with the columns: a depthwise
/// convolution, channels last.
static bool isDepthwise(const BlockAccesses &accesses) {
  return getSumSize(accesses.block) && accesses.loads.size() > 1 &&
         llvm::none_of(accesses.loads, [&](const auto &load) {
           return load.isSharedByColumns(accesses.numSpatial - 1);
         });
}

int64_t getWindow(const BlockAccesses &accesses, unsigned rowAxis) {
  return isDepthwise(accesses) && getStep(accesses.block, rowAxis)
             ? *getSumSize(accesses.block)
             : 0;
}

bool streamsWindow(const BlockAccesses &accesses, unsigned rowAxis,
                   const MachineModel &machine) {
  int64_t bytes = 0;
  for (const BlockAccesses::Load &load : accesses.loads)
    if (load.along[rowAxis] == BlockAccesses::Along::None)
      bytes += getBytes(load.buffer);
  return isDepthwise(accesses) &&
         *getSumSize(accesses.block) <= machine.tiles.maxWindow &&
         bytes <= machine.l1CacheBytes / machine.tiles.nearPart;
}

} // namespace tvm::schedule
