// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_GRAPH_PRECISION_PRECISIONRULES_H
#define TVM_TRANSFORMS_GRAPH_PRECISION_PRECISIONRULES_H

#include "dialects/Graph/GraphInterfaces.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseSet.h"

namespace tvm::graph {

/// The precision of operators: what lists of names say, then
/// PrecisionInterface, then the fusion kind.
class PrecisionRules {
public:
  /// Operators in `allow` are narrow, operators in `deny` wide. A list that is
  /// not empty takes the place of all operators that are narrow, or wide, by
  /// their interface. Reports what is wrong with the lists.
  static mlir::FailureOr<PrecisionRules> get(mlir::MLIRContext *context,
                                             llvm::ArrayRef<std::string> allow,
                                             llvm::ArrayRef<std::string> deny);

  Precision getPrecision(mlir::Operation *op) const;

  /// Whether `op` is in the list `allow`.
  bool isAskedFor(mlir::Operation *op) const {
    return allowed.contains(op->getName());
  }

private:
  llvm::DenseSet<mlir::OperationName> allowed, denied;
};

} // namespace tvm::graph

#endif // TVM_TRANSFORMS_GRAPH_PRECISION_PRECISIONRULES_H
