// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Primitives/Support/LoopRanges.h"

using namespace mlir;

namespace tvm::schedule {

bool isWrittenIn(Loop loop, Value buffer) {
  return llvm::any_of(getMemoryUse(loop).accesses, [&](const Access &access) {
    return access.isWrite && access.buffer == buffer;
  });
}

bool beginsInside(Loop loop, const ReadRegion &region) {
  for (auto [i, operand] : llvm::enumerate(region.operands)) {
    auto isUsed = [i = i](AffineExpr expr) { return expr.isFunctionOfDim(i); };
    Value value = operand;
    if (value != loop.getInductionVar() &&
        loop.getRegion().isAncestor(value.getParentRegion()) &&
        llvm::any_of(region.base, isUsed))
      return true;
  }
  return false;
}

/// The constant difference between `expr` and the variable of `loop`.
static std::optional<int64_t> getOffset(AffineExpr expr, const Access &access,
                                        Loop loop) {
  const auto *position = llvm::find(access.operands, loop.getInductionVar());
  if (position == access.operands.end())
    return std::nullopt;
  AffineExpr variable =
      getAffineDimExpr(position - access.operands.begin(), expr.getContext());
  auto offset = dyn_cast<AffineConstantExpr>(
      simplifyAffineExpr(expr - variable, access.operands.size(), 0));
  if (!offset)
    return std::nullopt;
  return offset.getValue();
}

void addRanges(te::BlockOp block, ArrayRef<Loop> nest, const Access &access,
               const ReadRegion &region,
               MutableArrayRef<std::optional<LoopRange>> ranges) {
  for (auto [d, expr] : llvm::enumerate(access.map.getResults()))
    for (auto [own, range] : llvm::zip_equal(nest, ranges)) {
      Loop loop = own;
      if (range ||
          !bindsAxis(block, loop.getInductionVar(), /*reduction=*/false))
        continue;
      if (std::optional<int64_t> offset = getOffset(expr, access, loop))
        range = LoopRange{region.base[d] - *offset, region.operands,
                          region.size[d]};
    }
}

} // namespace tvm::schedule
