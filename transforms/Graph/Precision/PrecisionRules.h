#ifndef TVM_TRANSFORMS_GRAPH_PRECISION_PRECISIONRULES_H
#define TVM_TRANSFORMS_GRAPH_PRECISION_PRECISIONRULES_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseSet.h"

namespace tvm::graph {

/// In what an operator of f32 computes where a narrower type is wanted.
enum class Precision {
  Narrow,  // in the narrow type
  Follows, // in that of its operands
  Wide     // in f32
};

/// Says it of operators, by name.
class PrecisionRules {
public:
  /// Operators of `allow` are narrow, those of `deny` wide; an empty list is
  /// the default one. Reports what is wrong with the lists.
  static mlir::FailureOr<PrecisionRules> get(mlir::MLIRContext *context,
                                             llvm::ArrayRef<std::string> allow,
                                             llvm::ArrayRef<std::string> deny);

  Precision getPrecision(mlir::Operation *op) const;

  /// Whether `op` is in a list `allow` that is no default.
  bool isAskedFor(mlir::Operation *op) const {
    return !isDefault && allowed.contains(op->getName());
  }

private:
  llvm::DenseSet<mlir::OperationName> allowed, denied;
  bool isDefault = true;
};

} // namespace tvm::graph

#endif // TVM_TRANSFORMS_GRAPH_PRECISION_PRECISIONRULES_H
