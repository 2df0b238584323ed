#include "transforms/CostModel/WinogradCost.h"

#include "llvm/Support/MathExtras.h"

namespace tvm::graph {

static constexpr double kElementBytes = 4;

/// Vectors that `channels` fill.
static double countVectors(int64_t channels, const CoreModel &core) {
  return llvm::divideCeil(channels, core.lanes);
}

/// Products of `points` rows with a matrix of weights per `coordinate`.
static double estimateProducts(const ConvolutionShape &shape, double points,
                               double coordinates, const CoreModel &core) {
  double weights = coordinates * shape.inputs * shape.outputs;
  return coordinates * points * shape.inputs *
             countVectors(shape.outputs, core) /
             (core.vectorOps * core.sustained) +
         weights * kElementBytes / core.memoryBytes;
}

/// A transformation of one tile of one channel in each lane.
static double estimateTransform(int64_t channels, double operations,
                                const CoreModel &core) {
  double vectors = countVectors(channels, core);
  double bytes = 2 * 36 * channels * kElementBytes;
  return vectors * operations / core.vectorOps + bytes / core.tileBytes;
}

double estimateDirect(const ConvolutionShape &shape, const CoreModel &core) {
  double points = 1.0 * shape.images * shape.height * shape.width;
  return estimateProducts(shape, points, 9, core);
}

double estimateWinograd(const ConvolutionShape &shape, const CoreModel &core) {
  double tiles = 1.0 * shape.images * llvm::divideCeil(shape.height, 4) *
                 llvm::divideCeil(shape.width, 4);
  return estimateProducts(shape, tiles, 36, core) +
         tiles * (estimateTransform(shape.inputs, 144, core) +
                  estimateTransform(shape.outputs, 100, core));
}

} // namespace tvm::graph
