// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_GRAPH_CONSTANTEVALUATOR_H
#define TVM_TRANSFORMS_GRAPH_CONSTANTEVALUATOR_H

#include "dialects/Graph/GraphDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectInterface.h"

#include <memory>

namespace tvm::graph {

/// The interface of the Graph dialect that computes values from constants, for
/// passes that replace operators by their results. Its implementation compiles
/// operators, which takes libraries above this one, so whoever registers the
/// dialects attaches it.
class ConstantEvaluator
    : public mlir::DialectInterface::Base<ConstantEvaluator> {
public:
  explicit ConstantEvaluator(mlir::Dialect *dialect) : Base(dialect) {}

  /// The elements of a tensor, as the weight store holds them.
  struct Elements {
    llvm::ArrayRef<char> bytes;
    /// Keeps the bytes alive; null for those of a constant, which live as long
    /// as the context.
    std::shared_ptr<const void> owner;
  };

  /// Returns what `main` of `module` returns: a function without arguments, of
  /// constants and of operators whose results have static shapes. Lowers the
  /// module on the way. Fails with a diagnostic.
  virtual mlir::FailureOr<llvm::SmallVector<Elements>>
  evaluate(mlir::ModuleOp module) const = 0;

  /// Loads the dialects that `evaluate` needs, which a context cannot do while
  /// passes run.
  virtual void loadDialects() const = 0;

  /// Makes `registry`, of a pass that evaluates constants, load them before it
  /// runs.
  static void addDependentDialects(mlir::DialectRegistry &registry);

  /// The evaluator of the context of `op`. Fails, with an error at `op`, where
  /// none is registered.
  static mlir::FailureOr<const ConstantEvaluator *> get(mlir::Operation *op);
};

} // namespace tvm::graph

#endif // TVM_TRANSFORMS_GRAPH_CONSTANTEVALUATOR_H
