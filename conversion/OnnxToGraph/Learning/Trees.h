// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_ONNXTOGRAPH_LEARNING_TREES_H
#define TVM_CONVERSION_ONNXTOGRAPH_LEARNING_TREES_H

#include "conversion/OnnxToGraph/Learning/ClassicalLearning.h"

namespace tvm::onnx_import {

/// Tables of `graph.tree_leaves`, and votes of leaves.
struct Forest {
  llvm::SmallVector<int64_t> features, yes, no, roots;
  llvm::SmallVector<double> splits;
  llvm::SmallVector<uint8_t> accept;
  struct Vote {
    int64_t leaf, target;
    double weight;
  };
  llvm::SmallVector<Vote> votes;
  int64_t numLeaves = 0, numTargets = 0;
};

/// The combination of the votes of several trees for one target.
enum class Aggregate { Average, Sum, Min, Max };

/// Bits of `graph.tree_leaves` for comparisons in the order of TreeEnsemble's
/// modes: <=, <, >=, >, ==, !=; and for NaN.
inline constexpr uint8_t kAccept[] = {3, 1, 6, 4, 2, 13};
inline constexpr uint8_t kUnordered = 8;

inline constexpr int64_t kMaxTargets = 1 << 20;

/// Lists of one element per node.
mlir::FailureOr<llvm::SmallVector<int64_t>>
readPerNode(Node &node, llvm::StringRef name, size_t count);

/// Whether NaN is accepted, per node.
mlir::FailureOr<llvm::SmallVector<int64_t>> readMissing(Node &node,
                                                        size_t count);

/// The combined votes of the leaves that rows of `x` reach: [N, targets].
mlir::FailureOr<mlir::Value> evaluateForest(Node &node, Expansion &e,
                                            mlir::Value x, const Forest &forest,
                                            Aggregate aggregate);

} // namespace tvm::onnx_import

#endif // TVM_CONVERSION_ONNXTOGRAPH_LEARNING_TREES_H
