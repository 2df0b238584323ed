// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_GRAPH_CONSTANTEXPRESSIONS_H
#define TVM_TRANSFORMS_GRAPH_CONSTANTEXPRESSIONS_H

#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"

namespace tvm::graph {

class AddOp;

/// Knows which values graph operators compute from constants alone, so that
/// the compiler can evaluate them.
class ConstantExpressions {
public:
  bool isConstant(mlir::Value value);

private:
  llvm::DenseMap<mlir::Operation *, bool> known;
};

/// The operands of a sum of a constant, which is the second one here. Null
/// where neither is constant, or both are.
std::pair<mlir::Value, mlir::Value> matchConstantTerm(AddOp op);

} // namespace tvm::graph

#endif // TVM_TRANSFORMS_GRAPH_CONSTANTEXPRESSIONS_H
