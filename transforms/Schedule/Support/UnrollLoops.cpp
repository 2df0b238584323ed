// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Support/UnrollLoops.h"

#include "mlir/Dialect/Affine/LoopUtils.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;

namespace tvm::schedule {

SmallVector<Loop> findLoops(Operation *root, LoopKind kind) {
  SmallVector<Loop> loops;
  root->walk([&](Loop loop) {
    if (getLoopKind(loop) == kind)
      loops.push_back(loop);
  });
  return loops;
}

/// The value of a bound: the largest or, with `isUpper`, the least of its
/// expressions, where they are constant.
static std::optional<int64_t>
foldBound(AffineMap map, SmallVector<Value> operands, bool isUpper) {
  affine::fullyComposeAffineMapAndOperands(&map, &operands);
  affine::canonicalizeMapAndOperands(&map, &operands);
  std::optional<int64_t> bound;
  for (AffineExpr expr : map.getResults()) {
    auto constant = dyn_cast<AffineConstantExpr>(expr);
    if (!constant)
      return std::nullopt;
    int64_t value = constant.getValue();
    bound = !bound    ? value
            : isUpper ? std::min(*bound, value)
                      : std::max(*bound, value);
  }
  return bound;
}

/// Makes bounds constant that have become so because outer loops are unrolled.
static void foldBounds(Loop loop) {
  auto lower = foldBound(loop.getLowerBoundMap(), loop.getLowerBoundOperands(),
                         /*isUpper=*/false);
  auto upper = foldBound(loop.getUpperBoundMap(), loop.getUpperBoundOperands(),
                         /*isUpper=*/true);
  if (!lower || !upper)
    return;
  loop.setConstantLowerBound(*lower);
  loop.setConstantUpperBound(std::max(*lower, *upper));
}

/// The number of operations that a loop counts as: it becomes several blocks,
/// and LLVM's passes over loops take longer than others.
static constexpr int64_t kLoopSize = 16;

static int64_t getSize(Operation *root) {
  int64_t size = 0;
  root->walk([&](Operation *op) { size += isa<Loop>(op) ? kLoopSize : 1; });
  return size;
}

int64_t getFunctionSize(Operation *root) {
  Operation *function = root->getParentOfType<FunctionOpInterface>();
  return getSize(function ? function : root);
}

bool fits(Loop loop, int64_t maxOperations, int64_t &size, StringRef stays) {
  int64_t count = *getTripCount(loop), body = getSize(loop) - kLoopSize, added;
  if (llvm::MulOverflow(body, count - 1, added) ||
      added > maxOperations - size) {
    loop.emitRemark(stays) << ": expected at most " << maxOperations
                           << " operations of the function, got " << size
                           << " and " << count - 1 << " more copies of "
                           << body;
    return false;
  }
  size += added;
  return true;
}

void unrollLoops(Operation *root, int64_t maxOperations) {
  // Inner loops first: copies of an unrolled body contain no marked loops,
  // except loops whose bounds become known when another loop is unrolled.
  bool isDone = false;
  int64_t size = getFunctionSize(root);
  while (!isDone) {
    isDone = true;
    for (Loop loop : findLoops(root, LoopKind::Unrolled)) {
      foldBounds(loop);
      if (!getTripCount(loop))
        continue;
      setLoopKind(loop, LoopKind::Serial);
      if (!fits(loop, maxOperations, size, "is not unrolled"))
        continue;
      isDone &= failed(affine::loopUnrollFull(loop));
    }
  }
}

} // namespace tvm::schedule
