#include "mlir/Dialect/Affine/LoopUtils.h"
#include "transforms/Schedule/Primitives/Bindings.h"
#include "transforms/Schedule/Primitives/Primitives.h"

using namespace mlir;

namespace tvm::schedule {

LogicalResult reorder(ArrayRef<Loop> order) {
  if (order.size() < 2)
    return success();
  // The nest as it is now: sorted by depth.
  SmallVector<Loop> nest(order);
  llvm::sort(nest, [](Loop a, Loop b) { return a->isProperAncestor(b); });
  for (auto [outer, inner] : llvm::zip(nest, ArrayRef(nest).drop_front()))
    if (inner->getParentOp() != outer ||
        !llvm::hasSingleElement(outer.getBody()->without_terminator()))
      return failure();
  // A bound that depends on another loop's variable ties the two.
  for (Loop loop : nest)
    for (Value operand : loop.getUpperBoundOperands())
      if (llvm::any_of(nest, [&](Loop other) {
            return other.getInductionVar() == operand;
          }))
        return failure();
  SmallVector<unsigned> permutation;
  for (Loop loop : nest)
    permutation.push_back(llvm::find(order, loop) - order.begin());
  affine::permuteLoops(nest, permutation);
  return success();
}

} // namespace tvm::schedule
