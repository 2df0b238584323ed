#include "transforms/Schedule/LoopVectorizer.h"
#include "transforms/Schedule/Rules/Tiles.h"

using namespace mlir;

namespace tvm::schedule {

/// The largest window that is written out: of 5 × 5 elements.
static constexpr int64_t kLargestWindow = 25;
/// Fewer rows share too little of a window.
static constexpr int64_t kLeastRows = 4;

/// Number of terms of the sum; nothing where that is not known.
static std::optional<int64_t> getSumSize(const BlockAccesses &accesses) {
  te::BlockOp block = accesses.block;
  int64_t size = 1;
  for (unsigned axis = accesses.numSpatial; axis < block.getNumAxes(); ++axis) {
    auto extent = getExtent(block, axis);
    if (!extent || llvm::MulOverflow(size, *extent, size))
      return std::nullopt;
  }
  return size;
}

/// How far apart in the data neighbouring rows are: the stride of a
/// convolution. Nothing where a subscript is not linear.
static std::optional<int64_t> getStep(te::BlockOp block, unsigned rowAxis) {
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

std::optional<int64_t> getWindowRows(const BlockAccesses &accesses,
                                     unsigned rowAxis, int64_t vectors,
                                     const MachineModel &machine) {
  auto size = getSumSize(accesses);
  bool isDepthwise = accesses.loads.size() > 1 &&
                     llvm::none_of(accesses.loads, [&](const auto &load) {
                       return load.along[accesses.numSpatial - 1] ==
                              BlockAccesses::Along::None;
                     });
  auto step = getStep(accesses.block, rowAxis);
  if (!size || *size > kLargestWindow || !isDepthwise || !step)
    return std::nullopt;
  // Accumulators, the data of one row of the window, and what is beside them.
  int64_t rows = (machine.numRegisters / vectors - 2) / (1 + *step);
  return rows < kLeastRows ? std::nullopt : std::optional(rows);
}

} // namespace tvm::schedule
