#ifndef TVM_TRANSFORMS_SCHEDULE_MATRIXINTRINSICS_H
#define TVM_TRANSFORMS_SCHEDULE_MATRIXINTRINSICS_H

#include "dialects/TE/TEIntrinsics.h"
#include "mlir/IR/BuiltinOps.h"

namespace tvm::schedule {

/// Rows and columns (of 32 bits) of a matrix register of x86 (AMX), and of the
/// four that hold a sum.
constexpr int64_t kMatrixRows = 16, kMatrixTile = 2 * kMatrixRows;

/// Steps of a sum that lie beside each other in 32 bits of the second factor,
/// and those that one instruction adds.
constexpr int64_t kMatrixPair = 2, kMatrixSteps = 32;

/// The product of `rows` × `steps` and `steps` × `columns` bf16, with sums in
/// f32, as a te.tensor_intrin of `module`, made where there is none. Rows are
/// 1 to 32, columns 16 or 32, steps a multiple of 32; two steps of the second
/// factor lie beside each other, behind the columns. Sums stay in matrix
/// registers (`tdpbf16ps`: Intel SDM volume 2).
te::TensorIntrinOp declareMatrixProduct(mlir::ModuleOp module, int64_t rows,
                                        int64_t columns, int64_t steps);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_MATRIXINTRINSICS_H
