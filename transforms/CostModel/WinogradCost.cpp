// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/CostModel/WinogradCost.h"

#include "dialects/Graph/Networks/WinogradMatrices.h"
#include "dialects/Graph/Networks/WinogradTiles.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

namespace tvm::graph {

static constexpr double kElementBytes = 4;

static constexpr int64_t kWindowElements = kWinogradWindow * kWinogradWindow;

using Matrix = WinogradMatrices::Matrix;

static int64_t countTerms(const std::vector<double> &row) {
  return llvm::count_if(row, [](double factor) { return factor != 0; });
}

int64_t countDataOperations(int64_t tile) {
  Matrix matrix = WinogradMatrices::get(tile).data;
  // Along one dimension: the sums of the first and of the last row, two sums
  // for each other pair of rows, and their sum and difference.
  int64_t operations = countTerms(matrix.front()) + countTerms(matrix.back());
  operations -= 2;
  for (size_t i = 1; i + 1 < matrix.size(); i += 2)
    operations += countTerms(matrix[i]);
  return operations * 2 * getWinogradDataTile(tile);
}

int64_t countResultOperations(int64_t tile) {
  Matrix matrix = WinogradMatrices::get(tile).result;
  int64_t pairs = (getWinogradDataTile(tile) - 2) / 2;
  int64_t operations = 2 * pairs; // the sums and differences of pairs
  for (const std::vector<double> &row : matrix)
    operations += countTerms(row) - pairs - 1;
  return operations * (getWinogradDataTile(tile) + tile);
}

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

/// Cycles of a transformation of one tile that has so many coordinates, with
/// one channel per lane.
static double estimateTransform(int64_t channels, double coordinates,
                                int64_t operations, const CoreModel &core) {
  double vectors = countVectors(channels, core);
  double bytes = 2 * coordinates * channels * kElementBytes;
  return vectors * static_cast<double>(operations) / core.vectorOps +
         bytes / core.tileBytes;
}

double estimateDirect(const ConvolutionShape &shape, const CoreModel &core) {
  double points = 1.0 * shape.images * shape.height * shape.width;
  return estimateProducts(shape, points, kWindowElements, core);
}

double estimateWinograd(const ConvolutionShape &shape, int64_t tile,
                        const CoreModel &core) {
  double tiles = 1.0 * shape.images * llvm::divideCeil(shape.height, tile) *
                 llvm::divideCeil(shape.width, tile);
  int64_t size = getWinogradDataTile(tile), coordinates = size * size;
  return estimateProducts(shape, tiles, coordinates, core) +
         tiles * (estimateTransform(shape.inputs, coordinates,
                                    countDataOperations(tile), core) +
                  estimateTransform(shape.outputs, coordinates,
                                    countResultOperations(tile), core));
}

} // namespace tvm::graph
