// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_GRAPH_NETWORKS_GRAPHMATMUL_H
#define TVM_DIALECTS_GRAPH_NETWORKS_GRAPHMATMUL_H

#include "dialects/Graph/Shapes/SymbolicOps.h"

#define GET_OP_CLASSES
#include "dialects/Graph/Networks/GraphMatMul.h.inc"

namespace tvm::graph {

/// An equation `a,b->c` of `graph.einsum`, letters without spaces.
struct EinsumEquation {
  explicit EinsumEquation(llvm::StringRef equation);
  /// Letters that are summed over, in order of occurrence.
  std::string getSummed() const;

  llvm::SmallVector<llvm::StringRef> inputs;
  llvm::StringRef output;
};

/// Size of the dimensions called `letter`.
mlir::OpFoldResult getEinsumExtent(mlir::OpBuilder &builder, EinsumOp op,
                                   char letter);

} // namespace tvm::graph

#endif // TVM_DIALECTS_GRAPH_NETWORKS_GRAPHMATMUL_H
