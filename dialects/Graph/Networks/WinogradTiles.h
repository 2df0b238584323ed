#ifndef TVM_DIALECTS_GRAPH_NETWORKS_WINOGRADTILES_H
#define TVM_DIALECTS_GRAPH_NETWORKS_WINOGRADTILES_H

#include <cstdint>

/// Facts about Winograd's algorithm F(4x4, 3x3) for convolutions (Lavin and
/// Gray, 2015, arXiv:1509.09308). Sizes are elements along a dimension of an
/// image.
namespace tvm::graph {

/// The window of the convolution.
inline constexpr int64_t kWinogradWindow = 3;

/// A tile of the result.
inline constexpr int64_t kWinogradTile = 4;

/// A tile of the data, of the transformed weights, and of their products.
inline constexpr int64_t kWinogradDataTile =
    kWinogradTile + kWinogradWindow - 1;

/// The algorithm in the roles of blocks (`#te.role`) that compute a stage of
/// it; the parts are these stages.
namespace winograd_roles {
inline constexpr char kAlgorithm[] = "winograd";
inline constexpr char kPad[] = "pad";
inline constexpr char kDataRows[] = "transform_data_rows";
inline constexpr char kData[] = "transform_data";
inline constexpr char kProducts[] = "multiply";
inline constexpr char kResultRows[] = "transform_result_rows";
inline constexpr char kResult[] = "transform_result";
} // namespace winograd_roles

} // namespace tvm::graph

#endif // TVM_DIALECTS_GRAPH_NETWORKS_WINOGRADTILES_H
