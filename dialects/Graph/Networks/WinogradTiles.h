// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_GRAPH_NETWORKS_WINOGRADTILES_H
#define TVM_DIALECTS_GRAPH_NETWORKS_WINOGRADTILES_H

#include <algorithm>
#include <cstdint>
#include <iterator>

/// Facts about Winograd's algorithm F(tile x tile, 3x3) for convolutions (Lavin
/// and Gray, 2015, arXiv:1509.09308). Sizes are elements along a dimension of
/// an image.
namespace tvm::graph {

/// The size of the convolution's window along a dimension, in elements.
inline constexpr int64_t kWinogradWindow = 3;

/// The possible sizes of a tile of the result along a dimension, in elements.
inline constexpr int64_t kWinogradTiles[] = {2, 4, 6};

/// Whether results may be computed in tiles of this size.
constexpr bool isWinogradTile(int64_t tile) {
  return std::find(std::begin(kWinogradTiles), std::end(kWinogradTiles),
                   tile) != std::end(kWinogradTiles);
}

/// The size along a dimension, in elements, of a tile of the data, of the
/// transformed weights, and of their products, for a tile of the result.
constexpr int64_t getWinogradDataTile(int64_t tile) {
  return tile + kWinogradWindow - 1;
}

/// The size of a tile of the result for a tile of the data.
constexpr int64_t getWinogradTile(int64_t dataTile) {
  return dataTile - kWinogradWindow + 1;
}

} // namespace tvm::graph

#endif // TVM_DIALECTS_GRAPH_NETWORKS_WINOGRADTILES_H
