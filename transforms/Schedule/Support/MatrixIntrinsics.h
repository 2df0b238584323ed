// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_SUPPORT_MATRIXINTRINSICS_H
#define TVM_TRANSFORMS_SCHEDULE_SUPPORT_MATRIXINTRINSICS_H

#include "dialects/TE/TEIntrinsics.h"
#include "mlir/IR/BuiltinOps.h"

namespace tvm::schedule {

/// Rows and 32-bit columns of a matrix register of x86 (AMX), and of the four
/// registers that contain a sum.
constexpr int64_t kMatrixRows = 16, kMatrixTile = 2 * kMatrixRows;
/// The number of matrix registers. In a kernel, each has one shape.
constexpr int64_t kMatrixRegisters = 8;

/// The type of the factors: bf16, with sums in f32 (`tdpbf16ps`), or unsigned
/// by signed bytes, with sums in i32 (`tdpbusd`: Intel SDM volume 2).
enum class MatrixElement { BF16, Byte };

/// Number of steps of a sum that are adjacent in 32 bits of the second factor.
int64_t getMatrixGroup(MatrixElement element);

/// Returns the number of steps of a sum that one instruction adds: the largest
/// of 8 to 16 groups that divides `steps`, because a register has one shape, or
/// 0.
int64_t getMatrixSteps(MatrixElement element, int64_t steps);

/// A product of matrices.
struct MatrixProduct {
  MatrixElement element;
  int64_t rows;    // 1 to 32
  int64_t columns; // 1 to 32
  int64_t steps;   // a multiple of matrix steps
  bool isAdded;    // to the result, for parts of a longer sum
  /// Number of products, of consecutive rows, that share the second factor; a
  /// power of 2. Each prefetches a part of the columns behind that factor. 0:
  /// no prefetch.
  int64_t sharing = 0;
};

/// The product of `rows` × `steps` and `steps` × `columns` elements as a
/// te.tensor_intrin of `module`, which is added if necessary. The steps of a
/// group of the second factor are adjacent, behind the columns. Sums stay in
/// matrix registers. `sharing` divides the columns.
te::TensorIntrinOp declareMatrixProduct(mlir::ModuleOp module,
                                        const MatrixProduct &product);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_SUPPORT_MATRIXINTRINSICS_H
