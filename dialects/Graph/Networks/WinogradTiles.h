#ifndef TVM_DIALECTS_GRAPH_NETWORKS_WINOGRADTILES_H
#define TVM_DIALECTS_GRAPH_NETWORKS_WINOGRADTILES_H

#include <cstdint>

/// Facts about Winograd's algorithm F(4x4, 3x3) for convolutions (Lavin and
/// Gray, 2015, arXiv:1509.09308). Sizes are elements along a dimension of an
/// image.
namespace tvm::graph {

/// The size of the convolution's window along a dimension, in elements.
inline constexpr int64_t kWinogradWindow = 3;

/// The size of a tile of the result along a dimension, in elements.
inline constexpr int64_t kWinogradTile = 4;

/// The size along a dimension, in elements, of a tile of the data, of the
/// transformed weights, and of their products.
inline constexpr int64_t kWinogradDataTile =
    kWinogradTile + kWinogradWindow - 1;

} // namespace tvm::graph

#endif // TVM_DIALECTS_GRAPH_NETWORKS_WINOGRADTILES_H
