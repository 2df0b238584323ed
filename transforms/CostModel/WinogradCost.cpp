#include "transforms/CostModel/WinogradCost.h"

#include "dialects/Graph/Networks/WinogradTiles.h"
#include "llvm/Support/MathExtras.h"

namespace tvm::graph {

static constexpr double kElementBytes = 4;

/// Number of elements of a tile of the data, and of a window.
static constexpr int64_t kTileElements = kWinogradDataTile * kWinogradDataTile;
static constexpr int64_t kWindowElements = kWinogradWindow * kWinogradWindow;

/// Numbers of additions and multiplications that transform a tile of the data
/// to the domain of the products, and a tile of the products to the result.
static constexpr double kDataOperations = 144, kResultOperations = 100;

CoreModel::CoreModel(const target::CPU &cpu)
    : lanes(cpu.vectors.bits / 32),
      vectorOps(static_cast<double>(cpu.vectorsPerCycle)) {
  cost::Rates rates = cost::Rates::get(cpu);
  sustained = rates.sustained;
  memoryBytes = rates.memoryBytes;
  tileBytes = rates.tileBytes;
}

/// Number of vectors that `channels` fill.
static double countVectors(int64_t channels, const CoreModel &core) {
  return llvm::divideCeil(channels, core.lanes);
}

/// Cycles of the products of `points` rows with one matrix of weights per
/// coordinate.
static double estimateProducts(const ConvolutionShape &shape, double points,
                               double coordinates, const CoreModel &core) {
  double weights = coordinates * shape.inputs * shape.outputs;
  return coordinates * points * shape.inputs *
             countVectors(shape.outputs, core) /
             (core.vectorOps * core.sustained) +
         weights * kElementBytes / core.memoryBytes;
}

/// Cycles of a transformation of one tile, with one channel per lane.
static double estimateTransform(int64_t channels, double operations,
                                const CoreModel &core) {
  double vectors = countVectors(channels, core);
  double bytes = 2 * kTileElements * channels * kElementBytes;
  return vectors * operations / core.vectorOps + bytes / core.tileBytes;
}

double estimateDirect(const ConvolutionShape &shape, const CoreModel &core) {
  double points = 1.0 * shape.images * shape.height * shape.width;
  return estimateProducts(shape, points, kWindowElements, core);
}

double estimateWinograd(const ConvolutionShape &shape, const CoreModel &core) {
  double tiles = 1.0 * shape.images *
                 llvm::divideCeil(shape.height, kWinogradTile) *
                 llvm::divideCeil(shape.width, kWinogradTile);
  return estimateProducts(shape, tiles, kTileElements, core) +
         tiles * (estimateTransform(shape.inputs, kDataOperations, core) +
                  estimateTransform(shape.outputs, kResultOperations, core));
}

} // namespace tvm::graph
