// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Primitives/Memory/PrefetchBlock.h"

#include "transforms/Schedule/Analysis/ElementSize.h"
#include "transforms/Schedule/Primitives/Support/Bindings.h"
#include "transforms/Schedule/Primitives/Support/RegionBuffer.h"

using namespace mlir;

namespace tvm::schedule {

static constexpr int64_t kCacheLineBits = 64 * 8;

int64_t getLineElements(Value buffer) {
  int64_t bits = getElementBits(cast<MemRefType>(buffer.getType()));
  return std::max<int64_t>(kCacheLineBits / bits, 1);
}

te::BlockOp buildPrefetchBlock(RewriterBase &rewriter, te::BlockOp block,
                               Value buffer, AffineMap bindings,
                               SmallVector<Value> iters,
                               unsigned localityHint) {
  Location loc = block.getLoc();
  unsigned rank = bindings.getNumResults();
  affine::canonicalizeMapAndOperands(&bindings, &iters);
  auto hint = te::BlockOp::create(
      rewriter, loc,
      makeUniqueName(block, (block.getName() + "_prefetch").str()), iters,
      buffer, bindings, SmallVector<bool>(rank, false));
  Block *body = rewriter.createBlock(&hint.getBody());
  for (unsigned d = 0; d < rank; ++d)
    body->addArgument(rewriter.getIndexType(), loc);
  SmallVector<Value> subscripts(body->getArguments());
  Value memory = body->addArgument(buffer.getType(), loc);
  affine::AffinePrefetchOp::create(
      rewriter, loc, memory, rewriter.getMultiDimIdentityMap(rank), subscripts,
      /*isWrite=*/false, localityHint, /*isDataCache=*/true);
  te::YieldOp::create(rewriter, loc);
  guardRegion(hint, buffer, rank);
  return hint;
}

} // namespace tvm::schedule
