// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_GRAPH_LAYOUT_LAYOUTCONVERTER_H
#define TVM_TRANSFORMS_GRAPH_LAYOUT_LAYOUTCONVERTER_H

#include "dialects/Graph/GraphDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "transforms/Graph/ConstantExpressions.h"
#include "transforms/Graph/Layout/LayoutChange.h"
#include "transforms/Target/CPU.h"

namespace tvm::graph {

/// Converts a function to another layout in one walk. Operators are rebuilt on
/// values that exist in it; the old ones stay until the end and die then. What
/// still reads a value in the old layout gets a transpose.
class LayoutConverter {
public:
  /// `isAsked`: every operator with a layout is converted; else those that gain
  /// from it on `cpu`, as our schedules compute them.
  LayoutConverter(mlir::func::FuncOp function, LayoutChange change,
                  bool isAsked, const target::CPU &cpu)
      : change(change), isAsked(isAsked), cpu(cpu),
        builder(function.getContext()), function(function) {}

  /// Fails, with a diagnostic, at a recorded layout (`graph.data_layout`) that
  /// an operator cannot get.
  mlir::LogicalResult run();

  /// Whether `op` is converted even if it gains nothing.
  bool isAskedFor(mlir::Operation *op) const;
  /// Whether `value` has been made in the new layout, or could be moved there.
  bool isConverted(mlir::Value value) { return converted.count(value); }
  bool isAvailable(mlir::Value value) {
    return isConverted(value) && !isConstant(value);
  }
  bool isConstant(mlir::Value value) { return constants.isConstant(value); }

  /// `value` in the new layout; a transpose behind its definition if need be.
  mlir::Value get(mlir::Value value);

  /// `value`, of a lower rank, with dimensions of 1 in front.
  mlir::Value extendRank(mlir::Value value, int64_t rank);

  /// A copy of `op` on operands in the new layout, with such results, which
  /// stand for the old ones. The caller changes its attributes.
  mlir::Operation *rebuild(mlir::Operation *op, mlir::ValueRange operands);

  /// Replaces an operator whose result has no layout.
  void replace(mlir::Operation *op, mlir::Value result);

  /// Lets `result` stand for `value`, the last one of a chain of `operators`.
  void replaceChain(llvm::ArrayRef<mlir::Operation *> operators,
                    mlir::Value value, mlir::Value result);

  const LayoutChange change;
  const bool isAsked;
  const target::CPU cpu;
  mlir::OpBuilder builder;

private:
  mlir::Value make(mlir::Value value);
  mlir::Value reshapeIfConstant(mlir::Value value, mlir::RankedTensorType type);
  mlir::LogicalResult convert(mlir::Operation *op);
  void finish();

  mlir::func::FuncOp function;
  ConstantExpressions constants;
  llvm::DenseMap<mlir::Value, mlir::Value> converted;
  llvm::SmallVector<mlir::Operation *> old;
};

/// The type of `value`, a ranked tensor.
inline mlir::RankedTensorType getTensorType(mlir::Value value) {
  return llvm::cast<mlir::RankedTensorType>(value.getType());
}

/// Converts `op` if all that it knows of its operands is that they broadcast.
void convertElementwise(mlir::Operation *op, LayoutConverter &converter);

/// Attaches LayoutInterface to the operators of the graph dialect.
void registerLayouts(mlir::DialectRegistry &registry);

} // namespace tvm::graph

#endif // TVM_TRANSFORMS_GRAPH_LAYOUT_LAYOUTCONVERTER_H
