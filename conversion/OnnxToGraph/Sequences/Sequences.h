#ifndef TVM_CONVERSION_ONNXTOGRAPH_SEQUENCES_SEQUENCES_H
#define TVM_CONVERSION_ONNXTOGRAPH_SEQUENCES_SEQUENCES_H

#include "conversion/OnnxToGraph/Expansion.h"

namespace tvm::onnx_import {

/// Input `i`, a sequence; fails with a diagnostic where it is none.
mlir::FailureOr<TensorList> requireSequence(Node &node, int i);

/// The type of `list`; fails with a diagnostic where elements are of several.
mlir::FailureOr<ListType> requireListType(Node &node, const TensorList &list);

/// The element at `position` of a list at run time. Where its rank is not
/// known, it is `rank`; fails with a diagnostic where that is not known either.
mlir::FailureOr<mlir::Value> readElement(Node &node, const TensorList &list,
                                         mlir::Value position, int64_t rank);

/// All elements along a new axis.
mlir::Value stack(Expansion &expansion, llvm::ArrayRef<mlir::Value> elements,
                  int64_t axis);

/// The rank that the model declares for output `i`.
int64_t getDeclaredRank(Node &node, int i);

} // namespace tvm::onnx_import

#endif // TVM_CONVERSION_ONNXTOGRAPH_SEQUENCES_SEQUENCES_H
