// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_LINALGTOTE_REDUCTION_H
#define TVM_CONVERSION_LINALGTOTE_REDUCTION_H

#include "dialects/TE/TEOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace tvm::linalg_to_te {

/// The body of a reduction in two parts: the computation of the values of one
/// iteration, and their combination with the accumulated results.
struct Reduction {
  llvm::SmallVector<mlir::Operation *> valueOps, combineOps;
  /// The combined values: one per result, of its type.
  llvm::SmallVector<mlir::Value> values;
  /// The neutral element, if the combination is one operation that has one.
  mlir::TypedAttr neutral;
  std::optional<te::Combiner> combiner;
};

/// Fails with a diagnostic where the body does not have this form.
llvm::FailureOr<Reduction> analyzeReduction(mlir::linalg::GenericOp op);

/// The constant that `tensor` is filled with.
mlir::TypedAttr getFillConstant(mlir::Value tensor);

/// Whether starting a reduction from `tensor` changes nothing.
bool isNeutral(const Reduction &reduction, mlir::Value tensor);

} // namespace tvm::linalg_to_te

#endif // TVM_CONVERSION_LINALGTOTE_REDUCTION_H
