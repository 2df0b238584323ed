#ifndef TVM_TRANSFORMS_GRAPH_CONSTANTEXPRESSIONS_H
#define TVM_TRANSFORMS_GRAPH_CONSTANTEXPRESSIONS_H

#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"

namespace tvm::graph {

/// Knows which values graph operators compute from constants alone, so that
/// the compiler can evaluate them.
class ConstantExpressions {
public:
  bool isConstant(mlir::Value value);

private:
  llvm::DenseMap<mlir::Operation *, bool> known;
};

} // namespace tvm::graph

#endif // TVM_TRANSFORMS_GRAPH_CONSTANTEXPRESSIONS_H
