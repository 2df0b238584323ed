// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_GRAPH_PATTERNS_H
#define TVM_TRANSFORMS_GRAPH_PATTERNS_H

#include "mlir/IR/PatternMatch.h"

namespace tvm::graph {

/// Computes small constants of integers, and moves the elements of small
/// constants at compile time.
void populateConstantPatterns(mlir::RewritePatternSet &patterns);

/// Removes and replaces operators that a simpler one can stand for.
void populateSimplifyPatterns(mlir::RewritePatternSet &patterns);

/// Makes a constant that is added to each channel of a convolution its bias.
void populateBiasPatterns(mlir::RewritePatternSet &patterns);

/// Sums of products of two tensors are products of matrices.
void populateEinsumPatterns(mlir::RewritePatternSet &patterns);

} // namespace tvm::graph

#endif // TVM_TRANSFORMS_GRAPH_PATTERNS_H
