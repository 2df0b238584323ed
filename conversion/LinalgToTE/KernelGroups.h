// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_LINALGTOTE_KERNELGROUPS_H
#define TVM_CONVERSION_LINALGTOTE_KERNELGROUPS_H

#include "mlir/IR/Block.h"
#include "mlir/IR/Operation.h"

namespace tvm {

/// Tensor expressions that become one kernel, in program order.
using KernelGroup = llvm::SmallVector<mlir::Operation *>;

/// Partitions the tensor expressions of `block`: an expression without
/// reduction axes joins the producers whose only reader it is and that have its
/// shape, as long as a group has at most one reduction. Groups are ordered by
/// their last operations.
llvm::SmallVector<KernelGroup> findKernelGroups(mlir::Block &block);

} // namespace tvm

#endif // TVM_CONVERSION_LINALGTOTE_KERNELGROUPS_H
