// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "transforms/Schedule/Analysis/Accesses.h"
#include "transforms/Schedule/Rules/RegisterTile/TileChoice.h"
#include "transforms/Schedule/Rules/Tiling/Nests.h"

using namespace mlir;

namespace tvm::schedule {

/// The axis of the sum that shares the subscript of `load` with `rowAxis`,
/// where it is the only other axis there and occurs in no other subscript. The
/// number of axes where `load` does not depend on rows.
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

/// The axis of a sum over a window that moves data as `rowAxis` does, if rows
/// share no other data. Nothing where the sum has no such axis.
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
  // Loads that depend on rows depend on columns; all others are scalars.
  using Along = BlockAccesses::Along;
  for (const BlockAccesses::Load &load : accesses.loads)
    isOne &= (load.along[rowAxis] == Along::None) ==
             (load.along[accesses.numSpatial - 1] == Along::None);
  if (!isOne || window == none)
    return std::nullopt;
  return window;
}

/// Number of scalars that an unrolled window multiplies by: none in a pool.
static int64_t getNumWeights(const BlockAccesses &accesses) {
  bool hasWeights = llvm::any_of(accesses.loads, [&](const auto &load) {
    return load.isSharedByColumns(accesses.numSpatial - 1);
  });
  return hasWeights ? getSumSize(accesses.block).value_or(0) : 0;
}

/// Largest number of rows of a tile with `vectors` vectors per row, such that
/// its accumulators, the data of a row of the window (whose neighbours are
/// `step` elements apart) and, if possible, `numWeights` weights fit in the
/// registers; 0 where too few rows fit.
static int64_t getSharingRows(int64_t window, int64_t vectors, int64_t step,
                              int64_t numWeights, const MachineModel &machine) {
  auto getRows = [&](int64_t registers) -> int64_t {
    int64_t rows = (registers / vectors - window) / step;
    if (rows < machine.tiles.minWindowRows)
      return 0;
    // LLVM loads the data of more rows ahead than there are registers for.
    bool spills = machine.memoryOperands == target::MemoryOperands::None &&
                  step > 1 && numWeights > 0;
    return spills ? machine.tiles.minWindowRows : rows;
  };
  int64_t registers =
      machine.vectors.numRegisters - machine.tiles.windowRegisters;
  if (int64_t rows = getRows(registers - numWeights))
    return rows;
  return getRows(registers);
}

/// Number of columns of a tile, at most `vectors` vectors: a divisor of
/// `extent` if it nearly fills them and partial vectors cost no more.
static int64_t chooseWindowColumns(int64_t extent, int64_t vectors,
                                   int64_t lanes, const MachineModel &machine) {
  int64_t most = std::min(extent, vectors * lanes);
  for (int64_t size = most; machine.vectors.hasMasks() && 4 * size > 3 * most;
       --size)
    if (extent % size == 0)
      return size;
  return most;
}

/// Number of vector operations of `tiles` unrolled tiles; nothing where the
/// size of the window is unknown.
static std::optional<int64_t> countUnrolled(te::BlockOp block, const Tile &tile,
                                            int64_t tiles) {
  auto size = getSumSize(block);
  if (!size)
    return std::nullopt;
  return *size * tile.rows * llvm::divideCeil(tile.columns, tile.lanes) * tiles;
}

/// Number of nests for tiles along an axis: both borders, the tiles between
/// them, and the remainder.
static int64_t countParts(int64_t extent, int64_t size) {
  constexpr int64_t kBordersAndInside = 3;
  return std::min<int64_t>(llvm::divideCeil(extent, size),
                           kBordersAndInside + (extent % size != 0));
}

/// Whether borders may become conditions of an unrolled window.
static bool canInlineBorders(te::BlockOp block, const Tile &tile, int64_t rows,
                             int64_t columns, const MachineModel &machine) {
  if (machine.vectors.hasMasks()) {
    auto count = countUnrolled(block, tile, 1);
    return count && *count <= machine.tiles.maxUnrolledOfTile;
  }
  auto count = countUnrolled(block, tile,
                             countParts(rows, tile.rows) *
                                 countParts(columns, tile.columns));
  return count && *count <= machine.tiles.maxUnrolled &&
         *getSumSize(block) <= machine.tiles.maxWindow;
}

/// A tile of `columns` columns whose rows share the registers with the data of
/// a window of `window` rows; nothing where no good number of rows fits. `tile`
/// has the parameters that are known.
static std::optional<Tile>
getWindowTile(Tile tile, const BlockAccesses &accesses, int64_t columns,
              int64_t window, int64_t step, const MachineModel &machine) {
  te::BlockOp block = accesses.block;
  int64_t extent = *getExtent(block, accesses.numSpatial - 1);
  int64_t rows = *getExtent(block, tile.rowAxis);
  int64_t vectors = llvm::divideCeil(columns, tile.lanes);
  auto fit = [&](int64_t most) {
    tile.rows = cost::chooseRows(rows, most);
    return most != 0;
  };
  tile.columns = columns;
  int64_t most =
      getSharingRows(window, vectors, step, getNumWeights(accesses), machine);
  if (columns < extent)
    most = std::min(most, machine.tiles.maxWindowRows);
  if (fit(most))
    tile.inlinesBorders = canInlineBorders(block, tile, rows, extent, machine);
  if (tile.inlinesBorders)
    return step == 1 || vectors == 1 ? std::optional(tile) : std::nullopt;
  bool isShort = extent <= 2 * tile.lanes;
  if ((isShort || window >= machine.tiles.minSharedWindow) &&
      fit(getSharingRows(window, vectors, /*step=*/1, /*numWeights=*/0,
                         machine)))
    return tile;
  return std::nullopt;
}

bool shareWindow(Tile &tile, const BlockAccesses &accesses,
                 const MachineModel &machine) {
  te::BlockOp block = accesses.block;
  auto columns = getExtent(block, accesses.numSpatial - 1);
  auto rows = getExtent(block, tile.rowAxis);
  auto axis = findWindowAxis(accesses, tile.rowAxis);
  auto window = axis ? getExtent(block, *axis) : std::nullopt;
  auto step = getStep(block, tile.rowAxis);
  if (!columns || !rows || *rows == 1 || !window || *window == 1 || !step)
    return false;
  std::optional<Tile> best;
  int64_t least = 0; // vectors in a row of the best one
  for (int64_t vectors : {2, 1}) {
    int64_t size = chooseWindowColumns(*columns, vectors, tile.lanes, machine);
    auto next = getWindowTile(tile, accesses, size, *window, *step, machine);
    int64_t count =
        llvm::divideCeil(*columns, size) * llvm::divideCeil(size, tile.lanes);
    if (!next)
      continue;
    bool savesCopy =
        best && next->inlinesBorders && !best->inlinesBorders && count == least;
    if (best && count >= least && !savesCopy)
      continue;
    best = next;
    least = count;
  }
  if (!best)
    return false;
  tile = *best;
  tile.windowAxis = static_cast<int>(*axis);
  // Rows are computed separately where the vectors that columns share take the
  // registers.
  bool isCrowded = getNumWeights(accesses) > 0 ||
                   machine.memoryOperands == target::MemoryOperands::None;
  tile.rowsApart = tile.inlinesBorders && isCrowded && *step > 1 &&
                   *window - *step == machine.tiles.maxKeptRows &&
                   machine.vectors.hasManyRegisters();
  tile.columnsInside = true;
  tile.masksBorders = machine.vectors.hasMasks();
  return true;
}

} // namespace tvm::schedule
