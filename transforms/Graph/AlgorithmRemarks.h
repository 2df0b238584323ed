// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_GRAPH_ALGORITHMREMARKS_H
#define TVM_TRANSFORMS_GRAPH_ALGORITHMREMARKS_H

#include "llvm/ADT/StringRef.h"

namespace tvm::graph {

/// The category of remarks on the algorithm of a convolution, at its location.
/// The remark's name is the algorithm's, `direct` or `winograd`.
inline constexpr llvm::StringLiteral kAlgorithmRemarkCategory =
    "graph-winograd";

/// The arguments of such a remark: the name of the node, the algorithm in words
/// (`describeAlgorithm`), and the reason for it as half a sentence ("its
/// weights are not constant"). Where estimates decided, each algorithm in words
/// is the key of one more argument, its cycles of one core.
inline constexpr llvm::StringLiteral kNodeArgument = "Node";
inline constexpr llvm::StringLiteral kAlgorithmArgument = "Algorithm";
inline constexpr llvm::StringLiteral kReasonArgument = "Reason";

} // namespace tvm::graph

#endif // TVM_TRANSFORMS_GRAPH_ALGORITHMREMARKS_H
