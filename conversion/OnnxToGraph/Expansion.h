// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_ONNXTOGRAPH_EXPANSION_H
#define TVM_CONVERSION_ONNXTOGRAPH_EXPANSION_H

#include "conversion/OnnxToGraph/Importer.h"
#include "dialects/Graph/Tensors/GraphElementwise.h"
#include "dialects/Graph/Tensors/GraphReduction.h"
#include "dialects/Graph/Tensors/GraphShape.h"
#include "mlir/IR/TypeUtilities.h"

namespace tvm::onnx_import {

/// Builder of the operators that replace a node. After an operator that fails,
/// with a diagnostic, further ones are not created: their values are null.
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

  /// A scalar with the element type of `like`.
  template <typename T> mlir::Value scalar(mlir::Value like, T value) {
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

  mlir::Value cast(mlir::Value x, mlir::Type type) {
    return x && mlir::getElementTypeOrSelf(x) == type
               ? x
               : create<graph::CastOp>(x, type);
  }
  mlir::Value reshape(mlir::Value x, llvm::ArrayRef<int64_t> shape) {
    return create<graph::ReshapeOp>(x, node.constant(shape), false);
  }
  mlir::Value squeeze(mlir::Value x, llvm::ArrayRef<int64_t> axes) {
    return create<graph::SqueezeOp>(x, axes);
  }
  mlir::Value unsqueeze(mlir::Value x, llvm::ArrayRef<int64_t> axes) {
    return create<graph::UnsqueezeOp>(x, axes);
  }
  /// Elements `start` to `end` along `axis`.
  mlir::Value slice(mlir::Value x, int64_t axis, int64_t start, int64_t end) {
    return create<graph::SliceOp>(
        x, llvm::ArrayRef<int64_t>{axis}, llvm::ArrayRef<int64_t>{start},
        llvm::ArrayRef<int64_t>{end}, llvm::ArrayRef<int64_t>{1});
  }
  mlir::Value concat(mlir::ValueRange inputs, int64_t axis) {
    return create<graph::ConcatOp>(inputs, axis);
  }
  /// Dimension `i` of `x`, a scalar of i64.
  mlir::Value dim(mlir::Value x, int64_t i) {
    return squeeze(create<graph::ShapeOp>(x, i, i + 1), 0);
  }
  /// The vector 0, 1 ... up to `limit`, excluded; `limit` is a scalar.
  mlir::Value count(mlir::Value limit) {
    return create<graph::RangeOp>(scalar(limit, 0), limit, scalar(limit, 1));
  }
  /// `x` reduced along some axes, which the result lacks.
  mlir::Value reduce(mlir::Value x, graph::ReduceKind kind,
                     llvm::ArrayRef<int64_t> axes) {
    return create<graph::ReduceOp>(
        x, graph::ReduceKindAttr::get(node.builder().getContext(), kind),
        node.builder().getDenseI64ArrayAttr(axes), mlir::UnitAttr());
  }

  bool failed() const { return hasFailed; }

  /// Binds output `i`, if the node has it.
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
