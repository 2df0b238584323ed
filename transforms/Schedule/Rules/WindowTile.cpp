#include "transforms/Schedule/Analysis/Accesses.h"
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

/// Whether the sum is over a small window, of data and weights that both move
/// with the columns: a depthwise convolution, channels last.
static bool isDepthwise(const BlockAccesses &accesses) {
  auto size = getSumSize(accesses);
  return size && *size <= kLargestWindow && accesses.loads.size() > 1 &&
         llvm::none_of(accesses.loads, [&](const auto &load) {
           return load.isSharedByColumns(accesses.numSpatial - 1);
         });
}

std::optional<int64_t> getWindowRows(const BlockAccesses &accesses,
                                     unsigned rowAxis, int64_t vectors,
                                     const MachineModel &machine) {
  auto step = getStep(accesses.block, rowAxis);
  if (!isDepthwise(accesses) || !step)
    return std::nullopt;
  // Accumulators, the data of one row of the window, and what is beside them.
  int64_t rows = (machine.numRegisters / vectors - 2) / (1 + *step);
  return rows < kLeastRows ? std::nullopt : std::optional(rows);
}

/// Of a first-level cache, what weights may take beside data that pass by.
static constexpr int64_t kNearWeights = 8 << 10;

bool streamsWindow(const BlockAccesses &accesses, unsigned rowAxis) {
  int64_t bytes = 0;
  for (const BlockAccesses::Load &load : accesses.loads)
    if (load.along[rowAxis] == BlockAccesses::Along::None)
      bytes += getBytes(load.buffer);
  return isDepthwise(accesses) && bytes <= kNearWeights;
}

/// The axis of the sum that is in the subscript of `load` in which `rowAxis`
/// is, with no others, and in no other subscript; the number of axes where rows
/// do not move the load.
static std::optional<unsigned>
findAxisBeside(te::BlockOp block, affine::AffineLoadOp load, unsigned rowAxis) {
  std::optional<unsigned> found;
  SmallVector<unsigned> others;
  for (AffineExpr expr : asDims(load.getAffineMap()).getResults()) {
    SmallVector<unsigned> axes;
    for (auto [d, operand] : llvm::enumerate(load.getMapOperands())) {
      auto argument = dyn_cast<BlockArgument>(operand);
      if (!argument)
        return std::nullopt;
      if (expr.isFunctionOfDim(d))
        axes.push_back(argument.getArgNumber());
    }
    if (!llvm::is_contained(axes, rowAxis)) {
      llvm::append_range(others, axes);
      continue;
    }
    llvm::erase(axes, rowAxis);
    if (found || axes.size() != 1 || axes.front() >= block.getNumAxes() ||
        !block.isReduction(axes.front()))
      return std::nullopt;
    found = axes.front();
  }
  if (found && llvm::is_contained(others, *found))
    return std::nullopt;
  return found.value_or(block.getNumAxes());
}

/// The axis of a sum over a window that moves data as `rowAxis` does, where
/// rows share nothing else. Nothing where the sum has no other axis.
static std::optional<unsigned> findWindowAxis(const BlockAccesses &accesses,
                                              unsigned rowAxis) {
  te::BlockOp block = accesses.block;
  unsigned none = block.getNumAxes(), window = none;
  bool isOne = accesses.isAffine && none >= accesses.numSpatial + 2;
  block.getBody().walk([&](affine::AffineLoadOp load) {
    unsigned argument = cast<BlockArgument>(load.getMemRef()).getArgNumber();
    if (block.getCaptures()[argument - none] == accesses.written)
      return;
    auto axis = findAxisBeside(block, load, rowAxis);
    isOne &= axis && (*axis == none || window == none || *axis == window);
    if (axis && *axis != none)
      window = *axis;
  });
  // What moves with rows moves with columns, what does not is a scalar.
  using Along = BlockAccesses::Along;
  for (const BlockAccesses::Load &load : accesses.loads)
    isOne &= (load.along[rowAxis] == Along::None) ==
             (load.along[accesses.numSpatial - 1] == Along::None);
  if (!isOne || window == none)
    return std::nullopt;
  return window;
}

/// The most rows of a tile of so many vectors whose accumulators share the
/// registers with the data that a window of that extent has for a row; 0 where
/// these are too few.
static int64_t getSharingRows(int64_t window, int64_t vectors,
                              const MachineModel &machine) {
  int64_t rows = (machine.numRegisters - 2) / vectors - window;
  return rows < kLeastRows ? 0 : rows;
}

/// Columns of `vectors` vectors, or less: a divisor of `extent` if that fills
/// them well, and parts of vectors cost no more.
static int64_t chooseWindowColumns(int64_t extent, int64_t vectors,
                                   int64_t lanes, const MachineModel &machine) {
  int64_t most = std::min(extent, vectors * lanes);
  for (int64_t size = most; machine.hasMasks() && 4 * size > 3 * most; --size)
    if (extent % size == 0)
      return size;
  return most;
}

/// Windows of fewer rows share too little for tiles of parts of long rows.
static constexpr int64_t kLeastSharedWindow = 5;

bool shareWindow(Tile &tile, const BlockAccesses &accesses,
                 const MachineModel &machine) {
  te::BlockOp block = accesses.block;
  auto columns = getExtent(block, accesses.numSpatial - 1);
  auto rows = getExtent(block, tile.rowAxis);
  auto axis = findWindowAxis(accesses, tile.rowAxis);
  auto window = axis ? getExtent(block, *axis) : std::nullopt;
  if (!columns || !rows || *rows == 1 || !window || *window == 1 ||
      (*window < kLeastSharedWindow && *columns > 2 * tile.lanes))
    return false;
  for (int64_t vectors : {2, 1}) {
    int64_t size = chooseWindowColumns(*columns, vectors, tile.lanes, machine);
    int64_t limit =
        getSharingRows(*window, llvm::divideCeil(size, tile.lanes), machine);
    if (limit == 0)
      continue;
    tile.columns = size;
    tile.rows = chooseRows(*rows, limit);
    tile.windowAxis = static_cast<int>(*axis);
    return true;
  }
  return false;
}

} // namespace tvm::schedule
