// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_GRAPH_DECISIONKEEPER_H
#define TVM_TRANSFORMS_GRAPH_DECISIONKEEPER_H

#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace tvm::graph {

/// The listener for patterns that replace operators. A decision on any operator
/// that a pattern replaces (the root, and those between its inputs and the root
/// that nobody else reads) goes to the new operators that compute in its place:
/// of those on data, the ones of the greatest fusion kind.
class DecisionKeeper : public mlir::RewriterBase::Listener {
public:
  using mlir::RewriterBase::Listener::notifyOperationReplaced;

  void notifyPatternBegin(const mlir::Pattern &, mlir::Operation *) override {
    inserted.clear();
  }
  void notifyOperationInserted(mlir::Operation *op,
                               mlir::OpBuilder::InsertPoint previous) override {
    if (!previous.isSet())
      inserted.insert(op);
  }
  void notifyOperationErased(mlir::Operation *op) override {
    inserted.erase(op);
  }
  void notifyOperationReplaced(mlir::Operation *op,
                               mlir::ValueRange replacement) override;

private:
  /// Operators that the current pattern has created.
  llvm::SmallPtrSet<mlir::Operation *, 8> inserted;
};

} // namespace tvm::graph

#endif // TVM_TRANSFORMS_GRAPH_DECISIONKEEPER_H
