// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_KERNELTOLLVM_FUNCTIONS_PARALLELLOOPS_H
#define TVM_CONVERSION_KERNELTOLLVM_FUNCTIONS_PARALLELLOOPS_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace tvm {

/// The number of iterations of each dimension, at least 0. The bounds are
/// looked up in `mapping`.
llvm::SmallVector<mlir::Value> getCounts(mlir::ImplicitLocOpBuilder &builder,
                                         mlir::scf::ParallelOp loop,
                                         const mlir::IRMapping &mapping);

/// Clones the body of `loop` for iteration number `index` (row-major over
/// `counts`).
void cloneIteration(mlir::ImplicitLocOpBuilder &builder,
                    mlir::scf::ParallelOp loop, mlir::Value index,
                    llvm::ArrayRef<mlir::Value> counts,
                    mlir::IRMapping &mapping);

/// The product of `counts`.
mlir::Value multiply(mlir::ImplicitLocOpBuilder &builder,
                     llvm::ArrayRef<mlir::Value> counts);

} // namespace tvm

#endif // TVM_CONVERSION_KERNELTOLLVM_FUNCTIONS_PARALLELLOOPS_H
