// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_GRAPH_NETWORKS_WINOGRADMATRICES_H
#define TVM_DIALECTS_GRAPH_NETWORKS_WINOGRADMATRICES_H

#include <cstdint>
#include <vector>

namespace tvm::graph {

/// The constant matrices of Winograd's algorithm for one size of tiles. Along a
/// dimension, the elements y of a tile of the result follow from the data d and
/// a window w by products of elements: y = A^T ((G w) * (B^T d)).
///
/// The algorithm multiplies polynomials by their values at points, which are 0,
/// 1, -1, 2, -2, 1/2, -1/2 as far as they are needed, and infinity. Each of
/// them has a row of `data` and `weight` and a column of `result`, in this
/// order. The rows of `data` that belong to a and -a differ in the sign of the
/// elements in odd columns. Their columns of `result` differ in the sign of the
/// elements in odd rows, and those of the point 1 are 1.
struct WinogradMatrices {
  /// Rows of elements.
  using Matrix = std::vector<std::vector<double>>;

  Matrix data;   // B^T, as many rows and columns as a tile of the data
  Matrix weight; // G, three columns
  Matrix result; // A^T, as many rows as a tile of the result

  /// The matrices for a tile of `tile` elements, one of `kWinogradTiles`.
  static WinogradMatrices get(int64_t tile);
};

} // namespace tvm::graph

#endif // TVM_DIALECTS_GRAPH_NETWORKS_WINOGRADMATRICES_H
