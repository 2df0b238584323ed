#ifndef TVM_TRANSFORMS_GRAPH_ALGORITHMREMARKS_H
#define TVM_TRANSFORMS_GRAPH_ALGORITHMREMARKS_H

#include "llvm/ADT/StringRef.h"

namespace tvm::graph {

/// The category of remarks on the algorithm of a convolution, at its location.
/// The remark's name is the algorithm's, `direct` or `winograd`.
inline constexpr llvm::StringLiteral kAlgorithmRemarkCategory =
    "graph-winograd";

/// The arguments of such a remark: the name of the node, the reason for the
/// algorithm as half a sentence ("its weights are not constant"), and, where
/// estimates decided, the estimates of both in cycles of one core.
inline constexpr llvm::StringLiteral kNodeArgument = "Node";
inline constexpr llvm::StringLiteral kReasonArgument = "Reason";
inline constexpr llvm::StringLiteral kDirectArgument = "Direct";
inline constexpr llvm::StringLiteral kWinogradArgument = "Winograd";

} // namespace tvm::graph

#endif // TVM_TRANSFORMS_GRAPH_ALGORITHMREMARKS_H
