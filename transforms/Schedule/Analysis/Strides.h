// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_ANALYSIS_STRIDES_H
#define TVM_TRANSFORMS_SCHEDULE_ANALYSIS_STRIDES_H

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Value.h"

#include <optional>

namespace tvm::schedule {

/// The difference between the values of `value` at consecutive values of
/// `variable`: 0 where it does not depend on it, nothing where it varies.
std::optional<int64_t> getStride(mlir::Value value, mlir::Value variable);

/// The stride of one result of an affine map.
std::optional<int64_t> getStride(mlir::AffineExpr expr,
                                 mlir::ValueRange operands,
                                 mlir::Value variable);

/// The strides of the subscripts of an access. Nothing where one varies.
std::optional<llvm::SmallVector<int64_t>> getStrides(mlir::AffineMap map,
                                                     mlir::ValueRange operands,
                                                     mlir::Value variable);

/// Whether the strides stay in one row: only the last subscript changes.
bool isInRow(llvm::ArrayRef<int64_t> strides);

/// Whether the strides visit consecutive elements.
bool isContiguous(llvm::ArrayRef<int64_t> strides);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_ANALYSIS_STRIDES_H
