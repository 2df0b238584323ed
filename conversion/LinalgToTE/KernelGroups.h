#ifndef TVM_CONVERSION_LINALGTOTE_KERNELGROUPS_H
#define TVM_CONVERSION_LINALGTOTE_KERNELGROUPS_H

#include "mlir/IR/Block.h"
#include "mlir/IR/Operation.h"

namespace tvm {

/// Tensor expressions that become one kernel, in program order.
using KernelGroup = llvm::SmallVector<mlir::Operation *>;

/// Partitions the tensor expressions of `block`: one without reduction axes
/// joins those that it alone reads, of its shape, as long as one reduction is
/// among them all. Groups are ordered by their last operations.
llvm::SmallVector<KernelGroup> findKernelGroups(mlir::Block &block);

} // namespace tvm

#endif // TVM_CONVERSION_LINALGTOTE_KERNELGROUPS_H
