// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Primitives/Support/ElementBlock.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "transforms/Schedule/Primitives/Support/Preconditions.h"

using namespace mlir;

namespace tvm::schedule {

Value getCaptured(te::BlockOp block, Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || argument.getOwner()->getParentOp() != block ||
      argument.getArgNumber() < block.getNumAxes())
    return {};
  return block.getCaptures()[argument.getArgNumber() - block.getNumAxes()];
}

std::optional<SmallVector<unsigned>>
getSubscriptAxes(te::BlockOp block, AffineMap map, ValueRange operands) {
  SmallVector<unsigned> axes;
  for (AffineExpr expr : map.getResults()) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    auto argument = dim ? dyn_cast<BlockArgument>(operands[dim.getPosition()])
                        : BlockArgument();
    if (!argument || argument.getOwner()->getParentOp() != block ||
        argument.getArgNumber() >= block.getNumAxes() ||
        llvm::is_contained(axes, argument.getArgNumber()))
      return std::nullopt;
    axes.push_back(argument.getArgNumber());
  }
  return axes;
}

/// The first operation other than `store` that does more than load.
static Operation *findOtherEffect(te::BlockOp block, Operation *store) {
  Operation *found = nullptr;
  block.getBody().walk([&](Operation *op) {
    if (op == store || isa<affine::AffineLoadOp, memref::LoadOp>(op) ||
        op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
        isMemoryEffectFree(op))
      return WalkResult::advance();
    found = op;
    return WalkResult::interrupt();
  });
  return found;
}

DiagnosedSilenceableFailure matchElementBlock(te::BlockOp block,
                                              const Twine &action,
                                              ElementBlock &element) {
  BlockRequest request(block, action);
  std::string name = ("expected '" + block.getName() + "' ").str();
  if (block.hasReduction())
    return request.refuse(name + "to have no reduction axes");
  for (Operation &op : block.getBody().front())
    if (auto store = dyn_cast<affine::AffineStoreOp>(op))
      element.store = store;
  if (!element.store)
    return request.refuse(name +
                          "to store unconditionally, at affine subscripts");
  if (Operation *other = findOtherEffect(block, element.store))
    return request.refuse(name + "only to load, besides one store", other);
  element.buffer = getCaptured(block, element.store.getMemRef());
  if (!element.buffer)
    return request.refuse(name + "to store to a captured buffer",
                          element.store);
  for (auto [i, capture] : llvm::enumerate(block.getCaptures()))
    if (block.getCaptureArgument(block.getBody(), i) ==
        element.store.getMemRef())
      element.written = i;
  Operation *read = nullptr;
  block.getBody().walk([&](Operation *op) {
    if (isa<affine::AffineLoadOp, memref::LoadOp>(op) &&
        getCaptured(block, op->getOperand(0)) == element.buffer)
      read = op;
  });
  if (read)
    return request.refuse(name + "not to read its own result", read);
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure matchOrderedElementBlock(te::BlockOp block,
                                                     const Twine &action,
                                                     ElementBlock &element) {
  if (auto d = matchElementBlock(block, action, element); !d.succeeded())
    return d;
  auto store = element.store;
  auto axes =
      getSubscriptAxes(block, store.getAffineMap(), store.getMapOperands());
  if (!axes || axes->size() != block.getNumAxes() || !llvm::is_sorted(*axes))
    return BlockRequest(block, action)
        .refuse("expected a store at the block's axes, in order", store);
  return DiagnosedSilenceableFailure::success();
}

} // namespace tvm::schedule
