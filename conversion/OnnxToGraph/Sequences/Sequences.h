// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_ONNXTOGRAPH_SEQUENCES_SEQUENCES_H
#define TVM_CONVERSION_ONNXTOGRAPH_SEQUENCES_SEQUENCES_H

#include "conversion/OnnxToGraph/Expansion.h"

namespace tvm::onnx_import {

/// Input `i`, a sequence; fails with a diagnostic for other values.
mlir::FailureOr<TensorList> requireSequence(Node &node, int i);

/// The type of `list`; fails with a diagnostic if elements have several types.
mlir::FailureOr<ListType> requireListType(Node &node, const TensorList &list);

/// The element at `position` of a run-time list. If its rank is unknown, it is
/// `rank`; fails with a diagnostic if that is unknown, too.
mlir::FailureOr<mlir::Value> readElement(Node &node, const TensorList &list,
                                         mlir::Value position, int64_t rank);

/// All elements along a new axis.
mlir::Value stack(Expansion &expansion, llvm::ArrayRef<mlir::Value> elements,
                  int64_t axis);

/// The rank that the model declares for output `i`.
int64_t getDeclaredRank(Node &node, int i);

} // namespace tvm::onnx_import

#endif // TVM_CONVERSION_ONNXTOGRAPH_SEQUENCES_SEQUENCES_H
