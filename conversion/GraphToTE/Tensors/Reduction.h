// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_GRAPHTOTE_TENSORS_REDUCTION_H
#define TVM_CONVERSION_GRAPHTOTE_TENSORS_REDUCTION_H

#include "conversion/GraphToTE/Definition.h"

#include <functional>

namespace tvm {

/// The mapping from elements of a tensor to elements of the result.
struct ReductionSpace {
  llvm::SmallVector<mlir::OpFoldResult> dims; // of the result
  llvm::SmallVector<mlir::OpFoldResult>
      reduction; // extents of the reduction axes
  /// The indices to read at spatial and reduction axes.
  std::function<llvm::SmallVector<te::Index>(te::Axes, te::Axes)> source;
  /// Whether the element is included (`i1`). Null: all elements are.
  std::function<mlir::Value(te::Axes, te::Axes)> mask;
  /// The number of elements per result, of type `index`.
  std::function<mlir::Value()> count;
};

/// Combines elements with one of sum, prod, min and max.
struct Reduction {
  Definition &d;
  const ReductionSpace &space;
  te::Combiner combiner;
  bool isUnsigned;

  using Transform =
      llvm::function_ref<mlir::Value(mlir::Value element, te::Axes axes)>;
  mlir::Value build(mlir::Value x, mlir::Type type, Transform transform);

private:
  mlir::Value getIdentity(mlir::Type type);
  mlir::Value buildUnsigned(mlir::Type type, te::TEBuilder::ReduceBody body);
};

/// Reduces dimensions `axes` of operand 0 to a result of shape `dims`.
ReductionSpace getSpace(Definition &d, llvm::ArrayRef<int64_t> axes,
                        bool keepdims, te::Extents dims);

/// The element in the form in which combiners of pairs compare it: signed.
mlir::Value getComparable(Definition &d, mlir::Value x);

} // namespace tvm

#endif // TVM_CONVERSION_GRAPHTOTE_TENSORS_REDUCTION_H
