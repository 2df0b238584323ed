#ifndef TVM_CONVERSION_ONNXTOGRAPH_EXPANSION_H
#define TVM_CONVERSION_ONNXTOGRAPH_EXPANSION_H

#include "conversion/OnnxToGraph/Importer.h"
#include "dialects/Graph/GraphReduction.h"
#include "mlir/IR/TypeUtilities.h"

namespace tvm::onnx_import {

/// What a node of several operators computes. After one that fails, and has
/// reported why, the others are not created: their values are null.
class Expansion {
public:
  explicit Expansion(Node &node) : node(node) {}

  /// The first result of a new operator `Op`.
  template <typename Op, typename... Args> mlir::Value create(Args &&...args) {
    if (hasFailed)
      return {};
    auto op = node.create<Op>(std::forward<Args>(args)...);
    hasFailed = mlir::failed(op);
    return hasFailed ? mlir::Value() : (*op)->getResult(0);
  }

  /// All elements of `x`, combined.
  mlir::Value reduceAll(mlir::Value x, graph::ReduceKind kind) {
    if (hasFailed)
      return {};
    int64_t rank = mlir::cast<mlir::RankedTensorType>(x.getType()).getRank();
    mlir::Builder builder(x.getContext());
    return create<graph::ReduceOp>(
        x, graph::ReduceKindAttr::get(x.getContext(), kind),
        builder.getDenseI64ArrayAttr(
            llvm::to_vector(llvm::seq<int64_t>(0, rank))),
        mlir::UnitAttr());
  }

  /// A scalar of the type that the elements of `like` have.
  mlir::Value scalar(mlir::Value like, double value) {
    return hasFailed ? mlir::Value()
                     : node.scalar(mlir::getElementTypeOrSelf(like), value);
  }

  /// A scalar of i64.
  mlir::Value integer(int64_t value) {
    if (hasFailed)
      return {};
    auto type = mlir::RankedTensorType::get({}, node.builder().getI64Type());
    return create<graph::ConstantOp>(
        mlir::DenseElementsAttr::get(type, llvm::ArrayRef(value)));
  }

  /// Binds output `i`, where the node has it.
  void bind(int i, mlir::Value value) {
    if (!hasFailed && node.hasOutput(i))
      node.setOutput(i, value);
  }

  mlir::LogicalResult result() const { return mlir::failure(hasFailed); }

private:
  Node &node;
  bool hasFailed = false;
};

} // namespace tvm::onnx_import

#endif // TVM_CONVERSION_ONNXTOGRAPH_EXPANSION_H
