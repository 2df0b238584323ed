// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/TEToLoops/ResultSizes.h"

#include "dialects/TE/TEOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace tvm {

static bool isReadFromTensor(Value size) {
  Operation *op = size.getDefiningOp();
  return op && !isa<tensor::DimOp>(op) &&
         (isa<tensor::ExtractOp>(op) ||
          llvm::any_of(op->getOperands(), isReadFromTensor));
}

static SmallVector<OpFoldResult> getSizes(OpResult tensor) {
  if (auto compute = dyn_cast<te::ComputeOp>(tensor.getOwner())) {
    SmallVector<OpFoldResult> sizes = compute.getMixedExtents();
    sizes.truncate(compute.getNumSpatial());
    return sizes;
  }
  if (auto call = dyn_cast<te::ExternOp>(tensor.getOwner()))
    return call.getMixedDims(tensor.getResultNumber());
  return {};
}

void takeSizesFromBuffer(OpBuilder &builder, Value tensor, Value buffer) {
  auto result = dyn_cast<OpResult>(tensor);
  if (!result)
    return;
  for (auto [i, size] : llvm::enumerate(getSizes(result))) {
    auto value = dyn_cast<Value>(size);
    if (value && isReadFromTensor(value))
      value.replaceAllUsesWith(
          memref::DimOp::create(builder, tensor.getLoc(), buffer, i));
  }
}

} // namespace tvm
