// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_GRAPH_CHECKS_OPERATORCHECKS_H
#define TVM_DIALECTS_GRAPH_CHECKS_OPERATORCHECKS_H

#include "dialects/Graph/Checks/RuntimeChecks.h"
#include "dialects/Graph/Networks/GraphWindows.h"
#include "mlir/IR/BuiltinTypes.h"

namespace tvm::graph {

/// The number of dimensions of a ranked `tensor`.
inline int64_t getRank(mlir::Value tensor) {
  return mlir::cast<mlir::RankedTensorType>(tensor.getType()).getRank();
}

/// The index from 0 of an `axis` that may count from the back (-1 is the last).
inline int64_t fromFront(int64_t axis, int64_t rank) {
  return axis < 0 ? axis + rank : axis;
}

/// Makes the checks of one operator, which run before it does. Each method
/// below makes a check of what its comment says.
struct Checks {
  mlir::OpBuilder &builder;
  mlir::Operation *op;

  /// Returns dimension `i` of `tensor`, or a size that is known.
  mlir::OpFoldResult dim(mlir::Value tensor, int64_t i);
  mlir::OpFoldResult size(int64_t constant);

  /// Dimension `i` of `lhs` is dimension `j` of `rhs`.
  void equal(llvm::StringRef what, mlir::Value lhs, int64_t i, mlir::Value rhs,
             int64_t j);

  /// `tensor`, where there is one, has these dimensions.
  void shape(llvm::StringRef what, mlir::Value tensor,
             llvm::ArrayRef<mlir::OpFoldResult> sizes);

  /// `from`, where there is one, broadcasts to the last dimensions of
  /// `into`.
  void broadcastTo(mlir::Value from, mlir::Value into);

  /// `window` fits into the padded spatial dimensions of `x`.
  void window(const Window &window, mlir::Value x, llvm::StringRef layoutName);

  /// Dimensions `axes` of `x` have elements, unless the result has none.
  void elements(mlir::Value x, llvm::ArrayRef<int64_t> axes);

  /// No dimension of the results is negative.
  void results();
};

} // namespace tvm::graph

#endif // TVM_DIALECTS_GRAPH_CHECKS_OPERATORCHECKS_H
